/**
 * Lookups that are gathered get what each would have got alone; batches keep their order and their number.
 */
import { expect, test } from "vitest";
import type { PublicId } from "../../core/public-id.ts";
import { batched, gathered } from "./gather.ts";

interface Key {
  readonly key: string;
}
interface Row extends Key {
  readonly version: number;
}

const OURS = "comp_ours" as PublicId<"company">;
const THEIRS = "comp_theirs" as PublicId<"company">;

/** A source of rows whose version is the number of the statement that read them. */
function source(known: readonly string[]) {
  const statements: string[][] = [];
  const list = async (companyId: PublicId<"company">, keys: readonly Key[]): Promise<Row[]> => {
    statements.push(keys.map(({ key }) => (companyId === OURS ? key : `their ${key}`)));
    const version = statements.length;
    if (keys.some(({ key }) => key === "broken")) throw new Error("broken");
    return keys.filter(({ key }) => known.includes(key)).map(({ key }) => ({ key, version }));
  };
  const find = gathered(({ key }: Key) => key, list);
  return {
    statements,
    find: async (key: string, companyId = OURS) => (await find(companyId, { key }))?.version ?? null,
  };
}

test("those asked for at once share a statement, each with its own answer", async () => {
  const { find, statements } = source(["a", "b"]);
  expect(await Promise.all([find("a"), find("nobody"), find("b"), find("a")])).toEqual([1, null, 1, 1]);
  expect(statements).toEqual([["a", "nobody", "b"]]);
});

test("those of different companies never share a statement", async () => {
  const { find, statements } = source(["a"]);
  expect(await Promise.all([find("a"), find("a", THEIRS), find("a")])).toEqual([1, 2, 1]);
  expect(statements).toEqual([["a"], ["their a"]]);
});

test("one that is asked for later is read anew", async () => {
  const { find } = source(["a"]);
  const first = find("a");
  expect(await first).toBe(1);
  expect(await find("a")).toBe(2);
  const [third] = await Promise.all([
    find("a"),
    new Promise((resolve) => setImmediate(() => setImmediate(() => resolve(find("a"))))),
  ]);
  expect(third).toBe(3);
});

test("a statement that fails fails those that it was for, and no others", async () => {
  const { find } = source(["a"]);
  const outcomes = await Promise.allSettled([find("a"), find("broken")]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await find("a")).toBe(2);
});

test("a statement is for a hundred at most", async () => {
  const { find, statements } = source(["250"]);
  const answers = await Promise.all(Array.from({ length: 251 }, (_, index) => find(String(index))));
  expect(answers.filter((version) => version !== null)).toEqual([3]);
  expect(statements.map((keys) => keys.length)).toEqual([100, 100, 51]);
});

test("those of one queue follow each other, and keep no other queue waiting", async () => {
  const runs: string[] = [];
  const ends = new Map<string, () => void>();
  const enter = batched<string>(
    (items) => {
      runs.push(items.join(" "));
      return new Promise((resolve) => ends.set(items[0] ?? "", resolve));
    },
    { fit: (a, b) => a[0] === b[0], most: 10, underWay: 2, queueOf: (item) => item[0] },
  );
  const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  enter("a1");
  await turn();
  for (const item of ["a2", "b1", "a3", "b2", "c1"]) enter(item);
  await turn();
  expect(runs).toEqual(["a1", "b1 b2"]);
  ends.get("b1")?.();
  await turn();
  expect(runs.slice(2)).toEqual(["c1"]);
  ends.get("a1")?.();
  await turn();
  expect(runs.slice(3)).toEqual(["a2 a3"]);
});
