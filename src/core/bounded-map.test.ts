/** A bounded map keeps what fits, and is never larger than its bound. */
import { expect, test } from "vitest";
import { BoundedMap } from "./bounded-map.ts";

test("a full map is emptied by one more key, and by no key that it has", () => {
  const map = new BoundedMap<string, number>(2).set("a", 1).set("b", 2).set("b", 3);
  expect([...map]).toEqual([
    ["a", 1],
    ["b", 3],
  ]);
  expect([...map.set("c", 4)]).toEqual([["c", 4]]);
});
