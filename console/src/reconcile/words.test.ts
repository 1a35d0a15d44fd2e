/** What the page says of a difference. */
import { expect, test } from "vitest";
import type { OpenedReconciliation, ReconciliationExplanation } from "../api/generated/schemas.ts";
import { explain, figureText, isLineToTick } from "./words.ts";

const LINE = {
  id: "txn_1",
  date: "2026-10-17",
  amount_cents: -6_241_51,
  description: "INTL WIRE",
  merchant_name: "Rua Nova",
  cleared: true,
  why: "digits_swapped",
  statement_cents: -6_214_51,
} as const satisfies ReconciliationExplanation;

/** What is said of a difference of 27.00 with some of its figures. */
const said = (figures: Partial<OpenedReconciliation>) =>
  explain({
    difference_cents: 27_00,
    open_count: 3,
    open_cents: 27_00,
    explanations: [],
    open_lines_explain: false,
    ...figures,
  } as OpenedReconciliation);

test("zero is a figure here, and others are written as everywhere", () => {
  expect([0, 439_50, -1_00].map(figureText)).toEqual(["0.00", "439.50", "(1.00)"]);
});

test("nothing is said where nothing differs", () => {
  expect(said({ difference_cents: 0, explanations: [LINE] })).toBeNull();
});

test("one line is named with its day, its amount and what is wrong with it", () => {
  const of = (why: ReconciliationExplanation["why"], statement_cents: number | null) =>
    said({ explanations: [{ ...LINE, why, statement_cents }] })?.text;
  expect([
    of("digits_swapped", -6_214_51),
    of("sign_swapped", 6_241_51),
    of("not_cleared", -6_241_51),
    of("cleared_too_much", null),
    of("duplicate", null),
  ]).toEqual([
    "Rua Nova of Oct 17, 2026 is (6,241.51) instead of (6,214.51) (two digits swapped).",
    "Rua Nova of Oct 17, 2026 is (6,241.51) instead of 6,241.51 (the other sign).",
    "Rua Nova of Oct 17, 2026, (6,241.51), is not cleared.",
    "Rua Nova of Oct 17, 2026, (6,241.51), is cleared and may not be on the statement.",
    "Rua Nova of Oct 17, 2026, (6,241.51), is cleared, and an equal line is within three days of it.",
  ]);
  expect(said({ explanations: [LINE] })?.title).toBe("One line explains the difference.");
});

test("of several lines, the latest is told, by the bank's words where no merchant is known", () => {
  const bare = { ...LINE, merchant_name: null };
  expect(said({ explanations: [bare, LINE] })).toEqual({
    title: "One of 2 lines may explain it.",
    text: "The latest: INTL WIRE of Oct 17, 2026 is (6,241.51) instead of (6,214.51) (two digits swapped).",
    line: bare,
  });
});

test("all open lines together come before single ones, and that none explains it is said", () => {
  expect(said({ open_lines_explain: true, explanations: [LINE] })).toMatchObject({
    text: "3 lines come to 27.00.",
    line: null,
  });
  expect(said({})).toMatchObject({ title: "No single line explains the difference.", line: null });
});

test("a tick resolves what is cleared too little or too much, and no wrong amount", () => {
  const whys = ["not_cleared", "cleared_too_much", "duplicate", "sign_swapped", "digits_swapped"] as const;
  expect(whys.map((why) => isLineToTick({ why }))).toEqual([true, true, true, false, false]);
});
