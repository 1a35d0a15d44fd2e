/** What the page of imports says of a plan. */
import { describe, expect, test } from "vitest";
import type { BookImportPlan } from "../api/generated/schemas.ts";
import { actionOf, counted, countsOf, cureOf, obstacleOf } from "./words.ts";

const PLAN: BookImportPlan = {
  object: "book_import_plan",
  digest: "d",
  problem: null,
  format: "QuickBooks journal",
  vouchers: 3,
  entries: 6,
  first_date: "2026-01-01",
  last_date: "2026-01-31",
  new_count: 1,
  same_count: 2,
  changed_count: 0,
  gone_count: 0,
  skipped: [],
  accounts: [],
  changed: [],
  gone: [],
  proof: null,
  notes: [],
};
const account = (kind: BookImportPlan["accounts"][number]["kind"]) => ({
  account: "Visa",
  kind,
  reason: "its name",
  evidence: [],
});
const gone = (applied: boolean) => ({
  voucher_id: "vch_1",
  date: "2026-01-02",
  description: "Rent",
  amount_cents: 1,
  applied,
});
const proof = { date: "2026-01-31", accounts: 2, difference_count: 1, differences: [] };

describe("a plan can be accepted", () => {
  test.each<[string, Partial<BookImportPlan>, string | null]>([
    ["as it is", {}, null],
    ["not with an account that needs a type", { accounts: [account(null)] }, "1 account still needs a type."],
    [
      "not with several of them",
      { accounts: [account(null), account(null), account("card")] },
      "2 accounts still need a type.",
    ],
    [
      "not with a problem",
      { problem: { message: "No.", param: null, line: 1 } },
      "The file can’t be imported as it is.",
    ],
    ["not while the trial balance differs", { proof }, "1 account differs from the trial balance."],
    ["with a proof", { proof: { ...proof, difference_count: 0 } }, null],
    ["not without anything new", { new_count: 0 }, "Your books have all of it already."],
    [
      "not for what is only kept",
      { new_count: 0, gone_count: 1, gone: [gone(false)] },
      "Nothing is new, and your books keep what changed.",
    ],
    ["for what is removed", { new_count: 0, gone: [gone(true)] }, null],
  ])("%s", (_name, change, obstacle) => {
    expect(obstacleOf({ ...PLAN, ...change })).toBe(obstacle);
  });
});

test("the button says what is imported, and that changes are applied", () => {
  expect([
    actionOf(undefined),
    actionOf({ ...PLAN, gone: [gone(false)] }),
    actionOf({ ...PLAN, gone: [gone(true)] }),
    actionOf({ ...PLAN, new_count: 0, gone: [gone(true)] }),
  ]).toEqual([
    "Import vouchers",
    "Import 1 voucher",
    "Import 1 voucher and apply the changes",
    "Apply the changes",
  ]);
});

test("counts have their noun, and each class its number", () => {
  expect([counted(1, "voucher"), counted(1_200, "voucher")]).toEqual(["1 voucher", "1,200 vouchers"]);
  expect(countsOf(PLAN).map(([name, count]) => [name, count])).toEqual([
    ["New", 1],
    ["Unchanged", 2],
    ["Changed", 0],
    ["Deleted", 0],
  ]);
});

test("a problem has advice where the page has a field for it", () => {
  expect(cureOf("date_format")).toBe("Choose above how the file writes dates.");
  expect([cureOf("something"), cureOf(null)]).toEqual([null, null]);
});
