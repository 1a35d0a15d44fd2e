/** A state machine follows its table: an event leads to the stated state if the guard holds. */
import { expect, test } from "vitest";
import { machine } from "./states.ts";

const door = machine<"open" | "closed" | "bricked", "close" | "open" | "brick", { readonly hasKey: boolean }>(
  [
    { from: "open", event: "close", to: "closed" },
    {
      from: "closed",
      event: "open",
      guard: { says: "the key is in the lock", holds: ({ hasKey }) => hasKey },
      to: "open",
    },
    { from: "closed", event: "brick", to: "bricked" },
  ],
);

test("an event leads to the state in the table if its guard holds", () => {
  expect(door.next("open", "close", { hasKey: false })).toBe("closed");
  expect(door.next("closed", "open", { hasKey: true })).toBe("open");
  expect(door.next("closed", "open", { hasKey: false })).toBeNull();
  expect(door.next("open", "brick", { hasKey: true })).toBeNull();
  expect(door.next("unknown", "close", { hasKey: true })).toBeNull();
});

test("a state lists its events, and a final state has none", () => {
  expect(door.eventsOf("closed")).toEqual(["open", "brick"]);
  expect(["open", "closed", "bricked"].map((state) => door.isFinal(state as "open"))).toEqual([
    false,
    false,
    true,
  ]);
});

test("of several rows, the first whose guard holds is used", () => {
  const chosen = machine<"a" | "b" | "c", "go", boolean>([
    { from: "a", event: "go", guard: { says: "the flag is set", holds: (flag) => flag }, to: "b" },
    { from: "a", event: "go", to: "c" },
  ]);
  expect([true, false].map((flag) => chosen.next("a", "go", flag))).toEqual(["b", "c"]);
});
