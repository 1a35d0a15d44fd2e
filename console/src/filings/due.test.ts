/** The days on which filings are due, and how they stand on a day. */
import type { Tax, TaxCredit } from "@daybook/client";
import { expect, test } from "vitest";
import { duesOf, formsDue, franchiseDue, incomeDue, markOf } from "./due.ts";

test.each([
  [2025, 1, false, "2026-04-15"],
  [2025, 1, true, "2026-10-15"],
  // April 15, 2028 is a Saturday, and October 15, 2028 a Sunday.
  [2027, 1, false, "2028-04-17"],
  [2027, 1, true, "2028-10-16"],
  [2025, 4, false, "2026-07-15"],
  [2025, 10, true, "2027-07-15"],
  // A year that ends in June.
  [2025, 7, false, "2026-09-15"],
  [2025, 7, true, "2027-04-15"],
  [2026, 7, false, "2027-10-15"],
])("the return of %i, of years that begin in month %i, extended: %s, is due on %s", (...each) => {
  const [year, firstMonth, isExtended, day] = each;
  expect(incomeDue(year, firstMonth, isExtended)).toBe(day);
});

test("Delaware is due on March 1, and 1099s on January 31 or the Monday after", () => {
  expect([franchiseDue(2025), formsDue(2024), formsDue(2025)]).toEqual([
    "2026-03-01",
    "2025-01-31",
    "2026-02-02",
  ]);
});

test("what is due today is soon, and overdue tomorrow, unless it is filed (CONS-012)", () => {
  const marks = ["2026-03-01", "2026-04-15", "2026-04-16", "2026-05-30", "2026-05-31"].map((today) => [
    markOf(false, "2026-04-15", today),
    markOf(true, "2026-04-15", today),
  ]);
  expect(marks).toEqual([
    ["soon", "filed"],
    ["soon", "filed"],
    ["overdue", "filed"],
    ["overdue", "filed"],
    ["overdue", "filed"],
  ]);
  expect([markOf(false, "2026-04-15", "2026-02-28"), markOf(false, "2026-04-15", "2026-03-01")]).toEqual([
    "coming",
    "soon",
  ]);
});

test("credits and years of 1099s are due unless declined or not required; an unknown state is not filed", () => {
  const counts = { review_required: 1, required: 5, pending: 2, filed: 3 };
  const credit = (year: number, claim_status: TaxCredit["claim_status"]) =>
    ({ id: `tcred_${year}`, year, claim_status }) as TaxCredit;
  const dues = duesOf(
    {
      taxes: [],
      credits: [credit(2024, "not_claimed"), credit(2023, "claimed"), credit(2025, "pending")],
      summaries: [
        { year: 2025, filing_status: "review_required", counts },
        { year: 2024, filing_status: "not_required", counts },
        { year: 2023, filing_status: "a new word", counts },
        { year: 2022, filing_status: "filed", counts: { ...counts, review_required: 0 } },
      ],
    },
    { firstMonth: 1, today: "2026-01-15" },
    { ofTax: () => "", ofCredit: ({ claim_status }) => claim_status },
  );
  expect(dues.map(({ title, day, stage, mark }) => [title, day, stage, mark])).toEqual([
    ["1099s 2022", "2023-01-31", "3 of 5 filed", "filed"],
    ["1099s 2023", "2024-01-31", "3 of 5 filed, 1 to confirm", "overdue"],
    ["R&D credit 2023", "2024-04-15", "claimed", "filed"],
    ["1099s 2025", "2026-02-02", "3 of 5 filed, 1 to confirm", "soon"],
    ["R&D credit 2025", "2026-04-15", "pending", "coming"],
  ]);
});

test("a filing of a later year is shown with the others, by its day (CONS-014)", () => {
  const credit = { id: "tcred_2027", year: 2027, claim_status: "pending" } as TaxCredit;
  const tax = { id: "tax_2027", type: "franchise", year: 2027, filing_status: "pending" } as Tax;
  const dues = duesOf(
    { taxes: [{ ...tax, extension_filed_at: null }], credits: [credit], summaries: [] },
    { firstMonth: 1, today: "2026-04-15" },
    { ofTax: () => "", ofCredit: () => "" },
  );
  expect(dues.map(({ id, day, mark }) => [id, day, mark])).toEqual([
    ["tax_2027", "2028-03-01", "coming"],
    ["tcred_2027", "2028-04-17", "coming"],
  ]);
});
