/** When connections are pulled again. */
import { expect, test } from "vitest";
import { unixSeconds } from "@daybook/words/civil-date";
import { nextPull, nextTry, nextTryAfterCrash, nextTryWithoutAccess, PAST_DAYS } from "./schedule.ts";
import { VENDORS } from "./words.ts";

const now = unixSeconds(1_000_000);
const after = (time: number): number => time - now;

test("every vendor has its interval and its past", () => {
  expect(VENDORS.map((vendor) => [vendor, after(nextPull(vendor, now, false)), PAST_DAYS[vendor]])).toEqual([
    ["simplefin", 21_600, 366],
    ["stripe", 3_600, 3_660],
    ["mercury", 3_600, 3_660],
    ["plaid", 21_600, 730],
  ]);
  expect(after(nextPull("plaid", now, true))).toBe(60);
});

test("the delay doubles up to six hours (CONN-004)", () => {
  expect([1, 2, 3, 9, 10, 1_000].map((failures) => after(nextTry(failures, now, null)))).toEqual([
    60, 120, 240, 15_360, 21_600, 21_600,
  ]);
});

test("a vendor may ask for more, up to a day, and not for less (CONN-005)", () => {
  expect([0, 59, 61, 86_400, 1_000_000].map((asked) => after(nextTry(1, now, asked)))).toEqual([
    60, 60, 61, 86_400, 86_400,
  ]);
});

test("without access it is tried once a day, and after a crash in six hours (CONN-006)", () => {
  expect([after(nextTryWithoutAccess(now)), after(nextTryAfterCrash(now))]).toEqual([86_400, 21_600]);
});
