/**
 * Combined lookups return the same rows as single lookups; batches keep the order and the limit of batches.
 */
import { expect, test } from "vitest";
import type { PublicId } from "@daybook/words/public-id";
import { batcher, combinedLookup } from "./gather.ts";

interface Key {
  readonly key: string;
}
interface Row extends Key {
  readonly version: number;
}

const OURS = "comp_ours" as PublicId<"company">;
const THEIRS = "comp_theirs" as PublicId<"company">;

/** A source of rows whose version is the number of the statement that read them. */
function source(existing: readonly string[]) {
  const statements: string[][] = [];
  const list = async (companyId: PublicId<"company">, keys: readonly Key[]): Promise<Row[]> => {
    statements.push(keys.map(({ key }) => (companyId === OURS ? key : `their ${key}`)));
    const version = statements.length;
    if (keys.some(({ key }) => key === "broken")) throw new Error("broken");
    return keys.filter(({ key }) => existing.includes(key)).map(({ key }) => ({ key, version }));
  };
  const find = combinedLookup(({ key }: Key) => key, list);
  return {
    statements,
    find: async (key: string, companyId = OURS) => (await find(companyId, { key }))?.version ?? null,
  };
}

test("simultaneous lookups share a statement, and each gets its own row", async () => {
  const { find, statements } = source(["a", "b"]);
  expect(await Promise.all([find("a"), find("nobody"), find("b"), find("a")])).toEqual([1, null, 1, 1]);
  expect(statements).toEqual([["a", "nobody", "b"]]);
});

test("lookups of different companies never share a statement", async () => {
  const { find, statements } = source(["a"]);
  expect(await Promise.all([find("a"), find("a", THEIRS), find("a")])).toEqual([1, 2, 1]);
  expect(statements).toEqual([["a"], ["their a"]]);
});

test("a later lookup reads the row again", async () => {
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

test("a failed statement fails its own lookups and no others", async () => {
  const { find } = source(["a"]);
  const outcomes = await Promise.allSettled([find("a"), find("broken")]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await find("a")).toBe(2);
});

test("a statement looks up at most 100 keys", async () => {
  const { find, statements } = source(["250"]);
  const answers = await Promise.all(Array.from({ length: 251 }, (_, index) => find(String(index))));
  expect(answers.filter((version) => version !== null)).toEqual([3]);
  expect(statements.map((keys) => keys.length)).toEqual([100, 100, 51]);
});

test("batches of one queue run one after the other, and don't delay other queues", async () => {
  const runs: string[] = [];
  const ends = new Map<string, () => void>();
  const enter = batcher<string>(
    (items) => {
      runs.push(items.join(" "));
      return new Promise((resolve) => ends.set(items[0] ?? "", resolve));
    },
    { canShareBatch: (a, b) => a[0] === b[0], maxItems: 10, maxRunning: 2, queueOf: (item) => item[0] },
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
