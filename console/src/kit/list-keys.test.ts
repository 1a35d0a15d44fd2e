/** On which rows a key of a list acts. */
import { expect, test } from "vitest";
import { actedOn } from "./list-keys.ts";

test("keys act on the ticked rows, and only if none is on the row of the place", () => {
  const ticked = new Map([
    ["b", "second"],
    ["d", "fourth"],
  ]);
  expect(actedOn(ticked, "first")).toEqual(["second", "fourth"]);
  expect(actedOn(ticked, null)).toEqual(["second", "fourth"]);
  expect(actedOn(new Map(), "first")).toEqual(["first"]);
  expect(actedOn(new Map(), null)).toEqual([]);
});
