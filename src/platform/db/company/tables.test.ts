/** The tables of a company are found in the catalog: none is forgotten when a company moves or is erased. */
import { expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import { OTHERS } from "../../../../test/support/tables-of-no-company.ts";
import { statement } from "../statement.ts";
import { readCatalog } from "./tables.ts";

const listNames = statement<{ name: string }>(
  "test.company.listNames",
  "select relname::text as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'",
);

test("every table of the schema is of a company and moves, or it is known why not", async () => {
  const { db } = (await testApp()).app;
  const names = (await db.list(listNames)).map(({ name }) => name);
  const moving = (await db.transaction((tx) => readCatalog(tx))).tables.map(({ name }) => name);
  expect(names.filter((name) => !moving.includes(name) && OTHERS[name] === undefined)).toEqual([]);
  expect(moving.filter((name) => OTHERS[name] !== undefined)).toEqual(["background_jobs", "users"]);
  expect(Object.keys(OTHERS).filter((name) => !names.includes(name))).toEqual([]);
  expect(moving.length).toBeGreaterThan(50);
});
