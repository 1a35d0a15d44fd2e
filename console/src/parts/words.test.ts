/** Short amounts, events, instants, and the lowest nodes of a tree. */
import { expect, test } from "vitest";
import { actionOf, actionText, surfaceText } from "./audit.ts";
import { leavesOf } from "./leaves.ts";
import { shortAmount } from "./short-amount.ts";
import { dayOfText, timeText } from "../kit/times.ts";

test.each([
  [0, "0"],
  [49, "0"],
  [-49, "0"],
  [50, "1"],
  [99_949, "999"],
  [100_000, "1k"],
  [123_450, "1.2k"],
  [-123_450, "(1.2k)"],
  [9_994_900, "99.9k"],
  [10_000_000, "100k"],
  [12_345_600, "123k"],
  [99_944_900, "999k"],
  [99_950_000, "1M"],
  [123_456_789, "1.2M"],
  [-500_000_000_00, "(500M)"],
])("%d cents are %s in short", (cents, text) => {
  expect(shortAmount(cents)).toBe(text);
});

test("events are told in words, also those that are not known", () => {
  expect(["closeBooks", "close-books", "close_books.now"].map(actionText)).toEqual([
    "Close books",
    "Close books",
    "Close books now",
  ]);
  expect(["key", "console", "command", "job", "else"].map(surfaceText)).toEqual([
    "API key",
    "Console",
    "Command line",
    "In the background",
    "else",
  ]);
});

test("instants are written to the minute, and days without a time", () => {
  const noon = new Date(2026, 4, 20, 12, 5).getTime() / 1_000;
  expect(timeText(noon)).toMatch(/^May 20, 2026, 12:05\sPM$/u);
  expect(dayOfText(noon)).toBe("May 20, 2026");
});

test("nodes without children are those that amounts are booked on", () => {
  const nodes = [
    { id: "travel", parent_id: null },
    { id: "flights", parent_id: "travel" },
    { id: "cash", parent_id: null },
  ];
  expect(leavesOf(nodes).map(({ id }) => id)).toEqual(["flights", "cash"]);
  const inactive = nodes.map((node) => ({ ...node, inactive: node.id === "cash" }));
  expect(leavesOf(inactive).map(({ id }) => id)).toEqual(["flights"]);
});

test.each([
  ["Create key", "createKey"],
  ["close books", "closeBooks"],
  ["changeCompanySettings", "changeCompanySettings"],
  [" close-books ", "close-books"],
])("an action is found by its words: %s", (text, action) => {
  expect(actionOf(text)).toBe(action);
});
