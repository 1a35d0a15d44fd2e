/** What the keys of the list of transactions begin, and with which rows. */
import type { Transaction } from "@daybook/client";
import { expect, test } from "vitest";
import { changeOf } from "./feed-keys.ts";
import { isEditable, type Scene } from "./scene.ts";

const row = (id: string, more: object = {}) =>
  ({ id, transaction_type: "standard", status: "approved", ...more }) as Transaction;
const [ONE, TWO, SPLIT] = [row("one"), row("two"), row("split", { transaction_type: "category_split" })];

/** What a key does in a list that holds these rows. */
function done(
  key: string,
  here: Transaction | null,
  chosen: readonly Transaction[] = [],
  { held = [ONE, TWO, SPLIT], features = ["departments"] } = {},
): unknown {
  let what: unknown = null;
  const scene = {
    company: { features },
    feed: { get: (id: string) => held.find((each) => each.id === id) ?? null },
    begin: (doing: unknown) => (what = doing),
    edits: { say: (notice: unknown) => (what = notice) },
  } as unknown as Scene;
  const change = changeOf(key, {
    scene,
    here,
    chosen: new Map(chosen.map((each) => [each.id, each])),
    edit: (id, column) => (what = [id, column]),
  });
  if (change === undefined) return undefined;
  change();
  return what;
}

test.each([
  ["c", "category"],
  ["d", "department"],
  ["m", "merchant"],
  ["n", "memo"],
  ["a", "day"],
])("%s edits the %s in the row of the place, or of the one that is ticked", (key, column) => {
  expect(done(key, ONE)).toEqual(["one", column]);
  expect(done(key, ONE, [TWO])).toEqual(["two", column]);
  expect(done(key, ONE, [ONE, TWO])).toEqual({ what: "bulk", rows: [ONE, TWO], column });
  // A row that can't be edited in its place is edited in the dialog if it is ticked, and else not.
  expect(done(key, SPLIT)).toBeUndefined();
  expect(done(key, ONE, [SPLIT])).toEqual({ what: "bulk", rows: [SPLIT], column });
  expect(done(key, ONE, [TWO], { held: [] })).toEqual({ what: "bulk", rows: [TWO], column });
  expect(done(key, null)).toBeUndefined();
});

test("departments are edited only where there are some", () => {
  expect(done("d", ONE, [], { features: [] })).toBeUndefined();
  expect(done("c", ONE, [], { features: [] })).toEqual(["one", "category"]);
});

test.each([
  ["s", "split", "split it"],
  ["p", "spread", "spread it"],
  ["r", "rule", "make a rule of it"],
])("%s is for one transaction", (key, what, words) => {
  expect(done(key, ONE)).toEqual({ what, id: "one" });
  expect(done(key, ONE, [TWO])).toEqual({ what, id: "two" });
  expect(done(key, ONE, [ONE, TWO])).toEqual({
    kind: "problem",
    text: `Choose one transaction to ${words}. 2 are chosen.`,
    canUndo: false,
  });
});

test("B edits what is ticked, or all that are found; other keys do nothing", () => {
  expect(done("b", ONE)).toEqual({ what: "bulk", rows: null });
  expect(done("b", ONE, [TWO])).toEqual({ what: "bulk", rows: [TWO] });
  expect(done("b", null)).toEqual({ what: "bulk", rows: null });
  expect(done("q", ONE)).toBeUndefined();
});

test("only standard transactions that are not excluded are edited in place", () => {
  expect([ONE, SPLIT, row("out", { status: "excluded" }), null].map(isEditable)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
