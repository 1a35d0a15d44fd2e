/**
 * Faults of a database that is short of something, and sessions out of step: answered as such, and over with
 * the next request, on both engines.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp } from "../../../test/support/app.ts";
import { sqlState } from "./db.ts";
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
  "a database that says %s is answered for with 503 and a sentence, and the next request works",
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

test("a session in which a statement is prepared that the driver does not know is given up", async () => {
  const made: Statement<{ one: number }> = { name: "test.outOfStep", text: "select 1 as one" };
  await db.transaction((tx) => tx.script('prepare "test.outOfStep" as select 2'));
  await expect(db.transaction((tx) => tx.get(made)).catch(sqlState)).resolves.toBe("42P05");
  expect(await db.transaction((tx) => tx.get(made))).toEqual({ one: 1 });
});
