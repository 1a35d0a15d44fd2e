/** Which requests begin, and in which order those that wait do. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { runSoon } from "../../platform/time/timer.ts";
import { type Turn, type TurnBounds, Turns } from "./turns.ts";

const ROOMY: TurnBounds = {
  keyAtWork: 100,
  companyAtWork: 100,
  atWork: 100,
  companyWaiting: 100,
  waiting: 100,
  keyAnswerBytes: 100,
  processors: 100,
};

// Timers pass when a test says so: on a busy machine, those of the clock end before the work between them.
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** Requests by name, such as `a1/x`: the first of a company `a` with its key `1`. */
function requests(bounds: Partial<TurnBounds>) {
  let nowMs = 0;
  const turns = new Turns(() => nowMs, { ...ROOMY, ...bounds });
  const begun: string[] = [];
  const held = new Map<string, Turn>();
  const gone = new Set<string>();
  const settle = () => new Promise<void>((resolve) => runSoon(resolve, 8));
  return {
    begun,
    gone,
    settle,
    passMs: (ms: number) => {
      nowMs += ms;
    },
    ask: (...names: readonly string[]) => {
      for (const name of names) {
        const began = (turn: Turn): void => {
          begun.push(name);
          held.set(name, turn);
        };
        const turn = turns.take(name.slice(0, 1), name.slice(0, 2), () => !gone.has(name));
        if (turn instanceof Promise) turn.then(began, () => begun.push(`${name} dropped`));
        else began(turn);
      }
    },
    answer: async (name: string, bytes = 0) => {
      held.get(name)?.answered(bytes);
      if (bytes === 0) held.get(name)?.sent();
      await settle();
    },
    send: async (name: string) => {
      held.get(name)?.sent();
      await settle();
    },
  };
}

describe("at work at a time are", () => {
  test("so many requests of a key, and others of its company go on", async () => {
    const { ask, answer, begun } = requests({ keyAtWork: 2 });
    ask("a1/1", "a1/2", "a1/3", "a1/4", "a2/1", "b1/1");
    expect(begun).toEqual(["a1/1", "a1/2", "a2/1", "b1/1"]);
    await answer("a2/1");
    expect(begun).toHaveLength(4);
    await answer("a1/2");
    await answer("a1/1");
    expect(begun.slice(4)).toEqual(["a1/3", "a1/4"]);
  });

  test("so many of a company, whose keys take turns", async () => {
    const { ask, answer, begun } = requests({ companyAtWork: 1 });
    ask("a1/1", "a1/2", "a1/3", "a2/1", "a3/1", "a2/2", "b1/1");
    for (const name of ["a1/1", "a1/2", "a2/1", "a3/1", "a1/3"]) await answer(name);
    expect(begun).toEqual(["a1/1", "b1/1", "a1/2", "a2/1", "a3/1", "a1/3", "a2/2"]);
  });

  test("so many in all, and companies take turns", async () => {
    const { ask, answer, begun } = requests({ atWork: 1 });
    ask("a1/1", "a1/2", "a1/3", "a2/1", "b1/1", "b1/2", "c1/1");
    for (const name of ["a1/1", "a1/2", "b1/1", "c1/1", "a2/1", "b1/2"]) await answer(name);
    expect(begun).toEqual(["a1/1", "a1/2", "b1/1", "c1/1", "a2/1", "b1/2", "a1/3"]);
  });
});

describe("companies that ask at the same time", () => {
  test("share the processors, and one that is alone has all of its bound", async () => {
    const { ask, answer, begun, passMs } = requests({ processors: 4 });
    ask("a1/1", "a1/2", "a1/3", "a1/4", "a1/5", "a1/6");
    expect(begun).toHaveLength(6);
    ask("b1/1", "b1/2", "b1/3", "a1/7");
    expect(begun.slice(6)).toEqual(["b1/1", "b1/2"]);
    for (const at of [1, 2, 3, 4]) await answer(`a1/${at}`);
    expect(begun).toHaveLength(8);
    await answer("a1/5");
    expect(begun.slice(8)).toEqual(["a1/7"]);
    await answer("b1/1");
    passMs(2_000);
    ask("a1/8", "a1/9", "a1/10");
    expect(begun.slice(9)).toEqual(["b1/3", "a1/8", "a1/9", "a1/10"]);
  });

  test("always have one request at work each, however many companies there are", () => {
    const { ask, begun } = requests({ processors: 2 });
    ask("a1/1", "b1/1", "c1/1", "d1/1", "d1/2");
    expect(begun).toEqual(["a1/1", "b1/1", "c1/1", "d1/1"]);
  });

  test("go on with the next request when the former takes long", async () => {
    const { ask, begun } = requests({ processors: 1, keyAtWork: 3 });
    ask("b1/1", "a1/1", "a1/2", "a1/3", "a1/4");
    expect(begun).toEqual(["b1/1", "a1/1"]);
    // A request is brief for one to two of these periods.
    for (const next of ["a1/2", "a1/3"]) {
      await vi.advanceTimersByTimeAsync(50);
      expect(begun).not.toContain(next);
      await vi.advanceTimersByTimeAsync(50);
      expect(begun.at(-1)).toBe(next);
    }
    await vi.advanceTimersByTimeAsync(1_000);
    expect(begun).toEqual(["b1/1", "a1/1", "a1/2", "a1/3"]);
  });
});

test("a company that may not begin is passed over and keeps its place", async () => {
  const { ask, answer, begun } = requests({ atWork: 2, companyAtWork: 1 });
  ask("a1/1", "a1/2", "b1/1", "b1/2", "c1/1");
  await answer("b1/1");
  expect(begun).toEqual(["a1/1", "b1/1", "b1/2"]);
  await answer("a1/1");
  await answer("b1/2");
  expect(begun).toEqual(["a1/1", "b1/1", "b1/2", "a1/2", "c1/1"]);
});

test("a key whose answers are not read begins nothing more until they are", async () => {
  const { ask, answer, send, begun } = requests({ keyAnswerBytes: 100 });
  ask("a1/1", "a1/2");
  await answer("a1/1", 60);
  ask("a1/3");
  await answer("a1/2", 60);
  ask("a1/4", "a2/1");
  expect(begun).toEqual(["a1/1", "a1/2", "a1/3", "a2/1"]);
  await send("a1/1");
  expect(begun).toEqual(["a1/1", "a1/2", "a1/3", "a2/1", "a1/4"]);
});

test("a caller that goes in the middle leaves nothing behind, and its work counts until it ends", async () => {
  const { ask, answer, send, begun } = requests({ keyAtWork: 1, keyAnswerBytes: 100 });
  ask("a1/1", "a1/2");
  await send("a1/1");
  expect(begun).toEqual(["a1/1"]);
  await answer("a1/1", 1_000);
  expect(begun).toEqual(["a1/1", "a1/2"]);
});

test("a request whose caller has gone by its turn is dropped, and the next one begins", async () => {
  const { ask, answer, begun, gone } = requests({ keyAtWork: 1 });
  ask("a1/1", "a1/2", "a1/3");
  gone.add("a1/2");
  await answer("a1/1");
  expect(begun.toSorted()).toEqual(["a1/1", "a1/2 dropped", "a1/3"]);
});

test("one that is too many to wait is refused, of its company or in all", async () => {
  const { ask, answer, begun } = requests({ atWork: 1, companyWaiting: 2, waiting: 3 });
  ask("a1/1", "a1/2", "a2/1");
  const refused = expect.objectContaining({ code: "service_unavailable" });
  expect(() => ask("a3/1")).toThrow(refused);
  ask("b1/1");
  expect(() => ask("c1/1")).toThrow(refused);
  await answer("a1/1");
  ask("c1/1");
  for (const name of ["a1/2", "b1/1", "a2/1"]) await answer(name);
  expect(begun).toEqual(["a1/1", "a1/2", "b1/1", "a2/1", "c1/1"]);
});

test("between the end of a turn and the next, the process reads and answers what else arrives", async () => {
  const { ask, answer, begun } = requests({ keyAtWork: 1 });
  ask("a1/1", "a1/2", "a1/3");
  const order: string[] = [];
  const arrived = answer("a1/1").then(() => order.push("next turn"));
  // One round to be read, one to be let in.
  runSoon(() => order.push(`read while ${begun.length} began`));
  runSoon(() => order.push(`let in while ${begun.length} began`), 2);
  await arrived;
  expect(order).toEqual(["read while 1 began", "let in while 1 began", "next turn"]);
  expect(begun).toEqual(["a1/1", "a1/2"]);
});
