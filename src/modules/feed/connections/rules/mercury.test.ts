/** What the pages of a reading of Mercury say, and where the next one begins. */
import { expect, test } from "vitest";
import type { CivilDate } from "@daybook/words/civil-date";
import { pageOf } from "./mercury.ts";

const ACCOUNTS = ["aaa", "bbb"].map((id) => ({ id, name: id, currency: "USD" }));
const TODAY = "2026-06-30" as CivilDate;
const PLACE = { start: "2026-04-01" as CivilDate, after: null };
const window = (isLast: boolean) => ({
  start: "2026-04-01" as CivilDate,
  end: (isLast ? TODAY : "2026-05-01") as CivilDate,
  isLast,
});
const next = (account: number, isLast: boolean): unknown => {
  const { cursor, hasMore } = pageOf(ACCOUNTS, ACCOUNTS[account] ?? null, [], window(isLast), TODAY, PLACE);
  return { ...(JSON.parse(cursor) as object), hasMore };
};

test("a window is read account by account, then the next window begins where it ended", () => {
  expect(next(0, false)).toEqual({ start: "2026-04-01", after: "aaa", hasMore: true });
  expect(next(1, false)).toEqual({ start: "2026-05-01", after: null, hasMore: true });
});

test("after the last window the next reading begins 45 days before today, as lines may be late", () => {
  expect(next(1, true)).toEqual({ start: "2026-05-16", after: null, hasMore: false });
});

test("only the last window has all that is pending of an account", () => {
  const pending = (isLast: boolean) =>
    pageOf(ACCOUNTS, ACCOUNTS[0] ?? null, [], window(isLast), TODAY, PLACE).allPendingOf;
  expect([pending(false), pending(true)]).toEqual([[], ["aaa"]]);
});
