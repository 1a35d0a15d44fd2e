/** What undo takes back: the last edit, of the transaction that was edited last. */
import type { Transaction, TransactionEdit } from "@daybook/client";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type * as EditsModule from "./edits.ts";
import type * as FeedModule from "./feed.ts";

/** The transactions of the service by their ids. */
let stored = new Map<string, Transaction>();
/** What an edit waits for before the service makes it. */
let held: Promise<void> = Promise.resolve();

async function answer(url: string, init: RequestInit = {}): Promise<Response> {
  const id = new URL(url, "https://daybook.test").pathname.split("/").at(-1) ?? "";
  if (init.method === "PATCH") {
    await held;
    const edit = JSON.parse(typeof init.body === "string" ? init.body : "{}") as TransactionEdit;
    stored.set(id, { ...stored.get(id), ...edit } as Transaction);
  }
  return Response.json(stored.get(id));
}

let edits: typeof EditsModule;
let feeds: typeof FeedModule;

beforeAll(async () => {
  vi.stubGlobal("document", { querySelector: () => null });
  vi.stubGlobal("location", { href: "https://daybook.test/app" });
  vi.stubGlobal("fetch", answer);
  edits = await import("./edits.ts");
  feeds = await import("./feed.ts");
});
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => {
  const memos = ["txn_a", "txn_b"].map(
    (id) => [id, { id, object: "transaction", memo: "before" } as Transaction] as const,
  );
  stored = new Map(memos);
  held = Promise.resolve();
});

const names = { nameOf: () => null } as unknown as Parameters<EditsModule.Edits["edit"]>[3];
const memos = () => [...stored.values()].map(({ memo }) => memo);

function opened() {
  const [own, feed] = [new edits.Edits("comp_1", String), new feeds.Feed("comp_1", {})];
  return {
    own,
    write: (id: string, memo: string) => {
      const row = stored.get(id);
      if (row === undefined) throw new Error("no such transaction");
      return own.edit(feed, row, { memo }, names);
    },
    undo: () => own.undo(feed, names),
    change: (id: string) => own.changed(feed, { id } as Transaction, "It was split."),
  };
}

test("an undo waits for the edit that it is for, and takes no older one back", async () => {
  const { write, undo } = opened();
  await write("txn_a", "first");
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  const writing = write("txn_b", "second");
  const undoing = undo();
  resolve();
  await Promise.all([writing, undoing]);
  expect(memos()).toEqual(["first", "before"]);
});

test("of two undos in a row, the second takes back what the first one left", async () => {
  const { own, write, undo } = opened();
  await write("txn_a", "first");
  await write("txn_a", "second");
  await Promise.all([undo(), undo()]);
  expect([memos(), own.notice()?.text]).toEqual([["before", "before"], "Memo as before."]);
});

test("after a change that can't be undone, undo says so before it takes an older edit back", async () => {
  const { own, write, undo, change } = opened();
  await write("txn_a", "first");
  change("txn_b");
  change("txn_b");
  await undo();
  expect([memos(), own.notice()?.text]).toEqual([
    ["first", "before"],
    expect.stringMatching(/^Not undone: the last change can’t be taken back here\./),
  ]);
  await undo();
  expect(memos()).toEqual(["before", "before"]);
});
