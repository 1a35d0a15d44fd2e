/** Answers that commit with the change that they tell of: both or neither, in one transaction. */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../test/support/app.ts";
import { statement } from "./statement.ts";

const { app } = await testApp();
const { db } = app;

const insertRow = statement<never>(
  "test.answering.insertRow",
  "insert into sign_in_attempts (name, attempts, ends) values ($1, 1, 0)",
);
const listRows = statement<{ name: string }>(
  "test.answering.listRows",
  "select name from sign_in_attempts where name like 'answering %' order by name",
);
const rows = async () => (await db.list(listRows)).map(({ name }) => name);
const put = (name: string, how = {}) =>
  db.transaction(async (tx) => void (await tx.run(insertRow, [`answering ${name}`])), how);
const nothing = async () => {};

describe("a request that is answered", () => {
  test("commits its change with what is written of the answer", async () => {
    const seen: unknown[] = [];
    const answer = await db.answering(
      async () => {
        await put("change");
        seen.push("worked");
        return 42;
      },
      {
        begin: async (tx) => void (await tx.run(insertRow, ["answering begin"])),
        async end(tx, given) {
          seen.push(given);
          await tx.run(insertRow, ["answering end"]);
        },
      },
    );
    expect([answer, seen]).toEqual([42, ["worked", 42]]);
    expect(await rows()).toEqual(["answering begin", "answering change", "answering end"]);
  });

  test.each([
    ["its answer can't be made", { begin: nothing, end: nothing }, true],
    ["its answer can't be written", { begin: nothing, end: () => Promise.reject(new Error("no")) }, false],
    ["its key is taken", { begin: () => Promise.reject(new Error("no")), end: nothing }, false],
  ])("changes nothing when %s", async (_, answering, fails) => {
    const before = await rows();
    const request = db.answering(async () => {
      await put("lost");
      if (fails) throw new Error("no");
    }, answering);
    await expect(request).rejects.toThrow("no");
    expect(await rows()).toEqual(before);
  });

  test("writes nothing of an answer that no change goes with", async () => {
    const before = await rows();
    const refused = () => Promise.reject(new Error("not asked"));
    expect(await db.answering(async () => (await rows()).length, { begin: refused, end: refused })).toBe(
      before.length,
    );
  });

  test("commits what stands apart by itself, and has one transaction beside", async () => {
    const request = db.answering(
      async () => {
        await put("apart", { apart: true });
        await put("first");
        await put("second");
      },
      { begin: nothing, end: nothing },
    );
    await expect(request).rejects.toThrow("opened a second transaction");
    expect((await rows()).slice(0, 1)).toEqual(["answering apart"]);
    expect(await rows()).not.toContain("answering first");
  });

  test("has no statements between its transaction and its answer", async () => {
    const request = db.answering(
      async () => {
        await put("before");
        await rows();
      },
      { begin: nothing, end: nothing },
    );
    await expect(request).rejects.toThrow("inside a transaction");
    expect(await rows()).not.toContain("answering before");
  });
});
