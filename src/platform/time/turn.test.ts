/**
 * Long work in pieces: other work runs between the pieces, and several long works together run one piece per
 * round of the event loop.
 */
import { expect, test } from "vitest";
import { pauseIfLong, paced, turn } from "./turn.ts";

/** Keeps the process busy for longer than one piece of work may take. */
function work(): void {
  for (const end = performance.now() + 15; performance.now() < end;);
}

test("other work runs between the pieces of long work", async () => {
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

test("two long works together run one piece per round", async () => {
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

test("paced returns the items unchanged, and leaving the loop early ends their generator", async () => {
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

test("work that awaits only its own steps pauses after a long round", async () => {
  const order: string[] = [];
  await turn();
  setImmediate(() => order.push("other"));
  for (const item of ["first", "second", "third"]) {
    await pauseIfLong();
    order.push(item);
    work();
  }
  expect(order).toEqual(["first", "other", "second", "third"]);
});

test("quick work does not pause", async () => {
  const order: string[] = [];
  await turn();
  setImmediate(() => order.push("other"));
  for (const item of ["first", "second", "third"]) {
    await pauseIfLong();
    order.push(item);
  }
  expect(order).toEqual(["first", "second", "third"]);
});
