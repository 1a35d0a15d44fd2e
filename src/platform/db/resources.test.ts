/**
 * A database that lacks a resource leads to a 503, and the next request works again; a session whose prepared
 * statements differ from the driver's is replaced. On both engines.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp } from "../../../test/support/app.ts";
import { sqlState } from "./error-fields.ts";
import type { Statement } from "./statement.ts";

const http = await testApp();
const { db } = http.app;

beforeAll(async () => {
  await db.transaction((tx) =>
    tx.script(`create function test_short() returns trigger language plpgsql as $$ begin raise exception 'short' using errcode = substr(new.name, 7); end $$;
      create trigger test_short before insert on accounts for each row when (new.name like 'short %') execute function test_short()`),
  );
});
afterAll(() =>
  db.transaction((tx) => tx.script("drop trigger test_short on accounts; drop function test_short()")),
);

test.each([
  ["53100", /^The disk of the database is full/],
  ["53000", /cannot use its database/],
  ["53200", /cannot use its database/],
  ["53300", /cannot use its database/],
  ["53400", /cannot use its database/],
])(
  "a database error %s leads to a 503 with a message, and the next request works",
  async (code, sentence) => {
    const { key } = await http.company({});
    const create = (name: string) =>
      http.send<{ error?: { code: string; message: string } }>("/accounts", {
        key,
        method: "POST",
        body: { name, type: "checking" },
        faultWanted: true,
      });
    for (let round = 0; round < 2; round += 1) {
      const { status, body } = await create(`short ${code}`);
      expect([status, body]).toMatchObject([
        503,
        { error: { code: "service_unavailable", message: expect.stringMatching(sentence) } },
      ]);
      expect((await create("ample")).status).toBe(201);
    }
  },
);

test("a session with a prepared statement that the driver does not know is replaced", async () => {
  const outOfStep: Statement<{ one: number }> = { name: "test.outOfStep", text: "select 1 as one" };
  await db.transaction((tx) => tx.script('prepare "test.outOfStep" as select 2'));
  await expect(db.transaction((tx) => tx.get(outOfStep)).catch(sqlState)).resolves.toBe("42P05");
  expect(await db.transaction((tx) => tx.get(outOfStep))).toEqual({ one: 1 });
});
