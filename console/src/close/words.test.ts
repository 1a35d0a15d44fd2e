/** What is closed is named as people name it. */
import { expect, test } from "vitest";
import { closedName } from "../parts/closed-name.ts";
import { closeVerb, verbOf } from "./words.ts";

test("a month is closed by its name, other days by their date", () => {
  expect(closedName("2026-10-31")).toBe("October");
  expect(closedName("2026-10-31", true)).toBe("October 2026");
  expect(closedName("2026-10-15")).toBe("Oct 15, 2026");
  expect(closeVerb("2026-02-28", true)).toBe("Close February 2026");
  expect(closeVerb("2026-02-27")).toBe("Close through Feb 27, 2026");
});

test("what is done about an item has its own verb where there is one", () => {
  expect(["uncategorized", "receivables"].map(verbOf)).toEqual(["Review", "See"]);
});
