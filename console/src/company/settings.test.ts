/** What the form of a company's profile sends, and the values of fields in words. */
import { expect, test } from "vitest";
import type { CompanySettings } from "../api/generated/schemas.ts";
import { changeOf, formOf, valueText } from "./settings.ts";

const COMPANY: CompanySettings = {
  object: "company_settings",
  id: "comp_1",
  name: "Harbor",
  legal_name: "Harbor, Inc.",
  entity_type: "c_corp",
  federal_ein_last4: "0042",
  incorporation_date: null,
  incorporation_state: "DE",
  line_1: null,
  line_2: null,
  city: "Oakland",
  state: null,
  postal_code: null,
  country: null,
  created: 0,
  fiscal_year_start_month: 1,
  excludes_non_cash: false,
  prepared_by: null,
  statement_legend: "none",
  lifecycle: "open",
};

test("a form that is not changed sends nothing; an emptied field is taken away, a name is not", () => {
  const form = formOf(COMPANY);
  expect(changeOf(COMPANY, form)).toEqual({});
  expect(
    changeOf(COMPANY, { ...form, city: "", name: "", fiscal_year_start_month: 7, excludes_non_cash: true }),
  ).toEqual({ city: null, name: "", fiscal_year_start_month: 7, excludes_non_cash: true });
});

test("values of the audit trail are words", () => {
  expect(valueText("fiscal_year_start_month", "7")).toBe("July");
  expect(valueText("entity_type", "llc")).toBe("Limited liability company");
  expect(valueText("statement_legend", "draft")).toBe("DRAFT \u2014 not reviewed");
  expect(valueText("city", null)).toBe("none");
  expect(valueText("name", "Harbor")).toBe("Harbor");
});
