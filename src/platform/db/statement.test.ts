/** The database can prepare every statement of the service and each variant of each family. */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../test/support/app.ts";
import { allStatements, statement } from "./statement.ts";

const http = await testApp();

describe("the statements", () => {
  test("can all be prepared", async () => {
    // Statements of tests may use tables that only those tests create.
    const statements = allStatements().filter(({ name }) => !name.startsWith("test."));
    expect(statements.length).toBeGreaterThan(250);
    const faults: string[] = [];
    for (const { name, text } of statements) {
      await http.app.db
        .transaction((tx) => tx.script(`prepare checked as ${text}; deallocate checked`))
        .catch((error: unknown) => faults.push(`${name}: ${String(error)}`));
    }
    expect(faults).toEqual([]);
  });

  test("have names that the database does not cut, and one text for each name", () => {
    expect(allStatements().filter(({ name }) => Buffer.byteLength(name) > 63)).toEqual([]);
    expect(() => statement(`test.${"x".repeat(60)}`, "select 1")).toThrow(/too long/);
    statement("test.twice", "select 1");
    expect(() => statement("test.twice", "select 2")).toThrow(/two statements/);
  });
});
