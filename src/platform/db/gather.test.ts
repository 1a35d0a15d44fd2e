/** Lookups that are gathered get what each would have got alone. */
import { expect, test } from "vitest";
import { gathered } from "./gather.ts";

interface Row {
  readonly key: Buffer;
  readonly version: number;
}

/** A source of rows whose version is the number of the statement that read them. */
function source(known: readonly string[]) {
  const statements: string[][] = [];
  const list = async (keys: readonly Buffer[]): Promise<Row[]> => {
    statements.push(keys.map(String));
    const version = statements.length;
    if (keys.some((key) => key.equals(Buffer.from("broken")))) throw new Error("broken");
    return keys.filter((key) => known.includes(String(key))).map((key) => ({ key, version }));
  };
  const find = gathered(list, (row) => row.key);
  return { statements, find: async (key: string) => (await find(Buffer.from(key)))?.version ?? null };
}

test("those asked for at once share a statement, each with its own answer", async () => {
  const { find, statements } = source(["a", "b"]);
  expect(await Promise.all([find("a"), find("nobody"), find("b"), find("a")])).toEqual([1, null, 1, 1]);
  expect(statements).toEqual([["a", "nobody", "b"]]);
});

test("one that is asked for later is read anew", async () => {
  const { find } = source(["a"]);
  const first = find("a");
  expect(await first).toBe(1);
  expect(await find("a")).toBe(2);
  const [third] = await Promise.all([find("a"), new Promise((resolve) => setImmediate(() => setImmediate(() => resolve(find("a")))))]);
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
