/** What the address of the filings asks for, and filings in words. */
import { expect, test } from "vitest";
import { creditsQuery, formsQuery, isFiltered, partOf, taxesQuery, yearOf, yearsOffered } from "./view.ts";
import {
  basisText,
  claimStage,
  documentText,
  formStage,
  jurisdictionText,
  providerText,
  stagesOfTax,
  statesOf,
  taxStage,
} from "./words.ts";

test("a part that there is not is the calendar", () => {
  expect(["taxes", "credits", "forms", "nothing", undefined].map((show) => partOf({ show }))).toEqual([
    "taxes",
    "credits",
    "forms",
    "calendar",
    "calendar",
  ]);
});

test("only four digits are a year", () => {
  expect(["2025", "0999", "20255", "25", "x", undefined].map(yearOf)).toEqual([
    2025,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test("words of the address that mean nothing ask for nothing", () => {
  expect(taxesQuery({ year: "2025", status: "filing", type: "income", jurisdiction: "US-CA" })).toEqual({
    year: 2025,
    status: "filing",
    type: "income",
    jurisdiction: "US-CA",
  });
  expect(taxesQuery({ jurisdiction: "US" }).jurisdiction).toBe("US");
  const nothing = { year: undefined, status: undefined, type: undefined, jurisdiction: undefined };
  for (const jurisdiction of ["US-XX", "CA", "XX-CA", undefined])
    expect(taxesQuery({ year: "x", status: "lost", type: "poll", jurisdiction })).toEqual(nothing);
});

test("credits and 1099s are asked for by their own statuses", () => {
  expect(creditsQuery({ year: "2025", status: "claimed" })).toEqual({ year: 2025, claim_status: "claimed" });
  expect(creditsQuery({ status: "filed" })).toEqual({ year: undefined, claim_status: undefined });
  expect(formsQuery({ status: "pending", vendor: " a " })).toEqual({
    year: undefined,
    pending: true,
    vendor_name: " a ",
  });
  expect(formsQuery({ year: "2024", status: "w9_required", vendor: " " })).toEqual({
    year: 2024,
    filing_status: "w9_required",
    vendor_name: undefined,
  });
});

test("a list is filtered by any of its words, and not by what is open", () => {
  for (const word of ["year", "status", "type", "jurisdiction", "vendor"])
    expect(isFiltered({ [word]: "x" })).toBe(true);
  expect(isFiltered({ tax: "tax_1", show: "taxes" })).toBe(false);
});

test("the years that are offered are the latest ones, and the one that is chosen", () => {
  const [latest] = yearsOffered(undefined);
  expect(yearsOffered(undefined)).toHaveLength(8);
  expect(yearsOffered(1999).at(-1)).toEqual({ id: "1999", name: "1999" });
  expect(yearsOffered(Number(latest?.id))).toEqual(yearsOffered(undefined));
});

test("stages have names, and words that are not known stay", () => {
  expect(stagesOfTax({ type: "income" })[2]?.[2]).toMatch(/preparer/);
  expect(stagesOfTax({ type: "franchise" })[2]?.[2]).toMatch(/Delaware/);
  expect(stagesOfTax({ type: "franchise" }).map(([word]) => word)).toEqual(
    stagesOfTax({ type: "income" }).map(([word]) => word),
  );
  expect(taxStage({ type: "income", filing_status: "review_required" } as never)).toBe("To review");
  expect(formStage({ filing_status: "not_required" } as never)).toBe("Not required");
  expect(claimStage({ claim_status: "not_claimed" } as never)).toBe("Not claimed");
  expect(claimStage({ claim_status: "new word" } as never)).toBe("new word");
  expect([documentText("w9"), documentText("else")]).toEqual(["W-9", "else"]);
  expect([providerText("gusto"), providerText("else"), providerText(null)]).toEqual([
    "Gusto",
    "else",
    "Not known",
  ]);
  expect(["estimate", "else", null].map((amount_basis) => basisText({ amount_basis } as never))).toEqual([
    "an estimate",
    "else",
    null,
  ]);
});

test("jurisdictions and states are read and written by name and code", () => {
  expect(["US", "US-CA", "US-XX"].map(jurisdictionText)).toEqual(["Federal", "California", "US-XX"]);
  expect(statesOf("CA, new york;; CA\nNarnia, PR")).toEqual({
    codes: ["CA", "NY", "PR"],
    unknown: ["Narnia"],
  });
  expect(statesOf("  ")).toEqual({ codes: [], unknown: [] });
});
