/** A machine of states goes where its table says, under the guard that holds, and nowhere else. */
import { expect, test } from "vitest";
import { machine } from "./states.ts";

const door = machine<"open" | "closed" | "bricked", "close" | "open" | "brick", { readonly hasKey: boolean }>(
  [
    { from: "open", event: "close", to: "closed" },
    {
      from: "closed",
      event: "open",
      guard: { says: "the key is there", holds: ({ hasKey }) => hasKey },
      to: "open",
    },
    { from: "closed", event: "brick", to: "bricked" },
  ],
);

test("an event leads where the table says, if its guard holds", () => {
  expect(door.next("open", "close", { hasKey: false })).toBe("closed");
  expect(door.next("closed", "open", { hasKey: true })).toBe("open");
  expect(door.next("closed", "open", { hasKey: false })).toBeNull();
  expect(door.next("open", "brick", { hasKey: true })).toBeNull();
  expect(door.next("unknown", "close", { hasKey: true })).toBeNull();
});

test("a state has its events, and the last one has none", () => {
  expect(door.eventsOf("closed")).toEqual(["open", "brick"]);
  expect(["open", "closed", "bricked"].map((state) => door.isFinal(state as "open"))).toEqual([
    false,
    false,
    true,
  ]);
});

test("the first row counts whose guard holds", () => {
  const chosen = machine<"a" | "b" | "c", "go", boolean>([
    { from: "a", event: "go", guard: { says: "it is", holds: (is) => is }, to: "b" },
    { from: "a", event: "go", to: "c" },
  ]);
  expect([true, false].map((is) => chosen.next("a", "go", is))).toEqual(["b", "c"]);
});
