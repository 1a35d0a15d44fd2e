/** `commitWithAnswer` commits the answer of a request together with its change, or neither. */
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

describe("a request that commits with its answer", () => {
  test("commits its change together with the writes of its hooks", async () => {
    const seen: unknown[] = [];
    const answer = await db.commitWithAnswer(
      async () => {
        await put("change");
        seen.push("worked");
        return 42;
      },
      {
        begin: async (tx) => void (await tx.run(insertRow, ["answering begin"])),
        async end(tx, result) {
          seen.push(result);
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
  ])("changes nothing when %s", async (_, hooks, fails) => {
    const before = await rows();
    const request = db.commitWithAnswer(async () => {
      await put("lost");
      if (fails) throw new Error("no");
    }, hooks);
    await expect(request).rejects.toThrow("no");
    expect(await rows()).toEqual(before);
  });

  test("does not call the hooks without a writing transaction", async () => {
    const before = await rows();
    const uncalled = () => Promise.reject(new Error("called"));
    const hooks = { begin: uncalled, end: uncalled };
    expect(await db.commitWithAnswer(async () => (await rows()).length, hooks)).toBe(before.length);
  });

  test("commits `commitsAlone` transactions at once, and may open one other transaction", async () => {
    const request = db.commitWithAnswer(
      async () => {
        await put("apart", { commitsAlone: true });
        await put("first");
        await put("second");
      },
      { begin: nothing, end: nothing },
    );
    await expect(request).rejects.toThrow("opened a second transaction");
    expect((await rows()).slice(0, 1)).toEqual(["answering apart"]);
    expect(await rows()).not.toContain("answering first");
  });

  test.each([
    ["a snapshot", { mode: "snapshot" }],
    ["a transaction that commits alone", { commitsAlone: true }],
  ] as const)("must not open %s between its transaction and its answer", async (_, options) => {
    const request = db.commitWithAnswer(
      async () => {
        await put("before");
        await db.transaction(() => Promise.resolve(), options);
      },
      { begin: nothing, end: nothing },
    );
    await expect(request).rejects.toThrow("opened a second transaction");
  });

  test("must not run statements between its transaction and its answer", async () => {
    const request = db.commitWithAnswer(
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
