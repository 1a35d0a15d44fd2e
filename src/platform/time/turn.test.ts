/**
 * Long work gives way: others have their turn while it goes on, and several works never take more than one
 * piece of a round.
 */
import { expect, test } from "vitest";
import { paced } from "./turn.ts";

/** Keeps the process busy for more than a piece may take. */
function work(): void {
  for (const end = performance.now() + 15; performance.now() < end;);
}

test("between pieces of long work everything else has its turn", async () => {
  const order: string[] = [];
  setImmediate(() => {
    order.push("other");
    setImmediate(() => order.push("other"));
  });
  for await (const item of paced(["first", "second", "third"])) {
    order.push(item);
    work();
  }
  expect(order).toEqual(["other", "first", "other", "second", "third"]);
});

test("of two works one piece is done in each round", async () => {
  const order: string[] = [];
  const go = async (name: string): Promise<void> => {
    for await (const item of paced([1, 2])) {
      order.push(`${name}${item}`);
      work();
    }
  };
  let rounds = 0;
  let on = true;
  const count = (): void => {
    rounds += 1;
    order.push(`round ${rounds}`);
    if (on) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all([go("a"), go("b")]);
  on = false;
  const pieces = order
    .join(" ")
    .split(/round \d+/)
    .map((of) => of.trim())
    .filter((of) => of !== "");
  expect(pieces).toEqual(["a1", "b1", "a2", "b2"]);
});

test("items that are made and gone through at once are the same, and who stops early ends their making", async () => {
  let ended = false;
  const made = function* () {
    try {
      for (let item = 1; ; item += 1) yield item;
    } finally {
      ended = true;
    }
  };
  const seen: number[] = [];
  for await (const item of paced(made())) {
    seen.push(item);
    if (item === 3) break;
  }
  expect([seen, ended]).toEqual([[1, 2, 3], true]);
});
