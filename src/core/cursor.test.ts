/** Cursors: reading returns what was written and refuses any other text. */
import { describe, expect, test } from "vitest";
import { bindingOf, cursorsOf, pageOf } from "./cursor.ts";
import { unixSeconds } from "@daybook/words/civil-date";
import { refuse } from "./errors.ts";

const cursors = cursorsOf({ at: "second", year: "year", count: "count", id: "text" }, (fault) =>
  refuse("invalid_request", { param: fault }),
);
const BINDING = bindingOf("comp_a", 2025, null);
const PLACE = { at: unixSeconds(1_700_000_000), year: 2025, count: 7, id: "txn_a" };

/** A cursor of arbitrary parts, as a caller might forge it. */
const forged = (...parts: unknown[]): string =>
  `c${Buffer.from(JSON.stringify(parts)).toString("base64url")}`;

describe("cursors of a list", () => {
  test("are read as they were written", () => {
    expect(cursors.read(cursors.write(BINDING, PLACE), BINDING)).toEqual(PLACE);
    expect(cursors.read(null, BINDING)).toBeNull();
    const names = cursorsOf({ name: "text" }, () => refuse("resource_missing"));
    expect(names.read(names.write(null, { name: "Ünique" }), null)).toEqual({ name: "Ünique" });
  });

  test("stay valid in later versions of the service", () => {
    expect(cursors.write(BINDING, PLACE)).toBe(forged(BINDING, 1_700_000_000, 2025, 7, "txn_a"));
    expect(BINDING).toBe("l0gbwAiG4S6rfs_Kx4zAEW");
  });

  test("of another list get another refusal than invalid cursors", () => {
    const { at, year, count, id } = PLACE;
    expect(() => cursors.read(cursors.write(bindingOf("comp_b", 2025, null), PLACE), BINDING)).toThrow(
      expect.objectContaining({ param: "foreign" }),
    );
    for (const text of [
      "",
      "txn_a",
      `${cursors.write(BINDING, PLACE)}x`,
      forged(BINDING, at, year, count),
      forged(BINDING, at, year, count, id, id),
      forged("short", at, year, count, id),
      forged(BINDING, 253_402_300_800, year, count, id),
      forged(BINDING, at, 999, count, id),
      forged(BINDING, at, 10_000, count, id),
      forged(BINDING, at, year, -1, id),
      forged(BINDING, at, year, 1.5, id),
      forged(BINDING, at, year, "7", id),
      forged(BINDING, at, year, null, id),
      forged(BINDING, at, year, count, 7),
      forged(BINDING, at, year, count, "\0"),
    ])
      expect(() => cursors.read(text, BINDING), text).toThrow(
        expect.objectContaining({ param: "unreadable" }),
      );
  });
});

test("a page has a cursor only if more rows follow", () => {
  const at = (row: number): string => `after ${row}`;
  expect(pageOf([1, 2, 3], 2, at)).toEqual({ rows: [1, 2], next: "after 2" });
  expect(pageOf([1, 2], 2, at)).toEqual({ rows: [1, 2], next: null });
  expect(pageOf([], 2, at)).toEqual({ rows: [], next: null });
});
