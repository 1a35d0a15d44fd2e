/** A company's settings in words, and what its form sends: pure functions. */
import { MONTH_NAMES } from "@daybook/words/months";
import type { CompanySettings, CompanySettingsChange } from "../api/generated/schemas.ts";

export const ENTITY_NAMES: Readonly<Record<CompanySettings["entity_type"], string>> = {
  c_corp: "C corporation",
  s_corp: "S corporation",
  llc: "Limited liability company",
  partnership: "Partnership",
  sole_proprietorship: "Sole proprietorship",
  nonprofit: "Nonprofit",
};

export const LIFECYCLE_TEXTS: Readonly<Record<CompanySettings["lifecycle"], string>> = {
  open: "Open",
  closing: "Closing: API keys are refused",
  closed: "Closed: API keys are refused, and these pages do not open",
  deleted: "Deleted",
};

/** The fields that are typed, with their labels. */
export const TEXT_FIELDS = [
  ["name", "Name"],
  ["legal_name", "Registered name"],
  ["federal_ein_last4", "Last four digits of the EIN"],
  ["incorporation_state", "State of incorporation"],
  ["line_1", "Street address"],
  ["line_2", "Suite or floor"],
  ["city", "City"],
  ["state", "State or province"],
  ["postal_code", "Postal code"],
  ["country", "Country"],
] as const;

const FIELD_NAMES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(TEXT_FIELDS),
  entity_type: "Legal form",
  incorporation_date: "Day of incorporation",
  fiscal_year_start_month: "Fiscal year begins in",
  excludes_non_cash: "Investing and financing without cash",
  prepared_by: "Statements prepared by",
  statement_legend: "Statements say",
  lifecycle: "State",
  plan: "Plan",
  subscription_status: "Subscription",
  trial_ends_at: "Trial ends",
};

/** The name of a field of a company. */
export function fieldText(field: string): string {
  return FIELD_NAMES[field] ?? field;
}

export const nonCashText = (excludes: boolean): string =>
  excludes ? "Listed below the cash flow statement only" : "In the sections of the cash flow statement";

export const LEGEND_TEXTS: Readonly<Record<CompanySettings["statement_legend"], string>> = {
  none: "Nothing of their assurance",
  draft: "DRAFT \u2014 not reviewed",
  no_assurance: "No assurance is provided",
};

/** The value of a field, as the audit trail has it, in words. */
export function valueText(field: string, value: string | null): string {
  if (value === null || value === "") return "none";
  if (field === "fiscal_year_start_month") return MONTH_NAMES[Number(value) - 1] ?? value;
  if (field === "excludes_non_cash") return nonCashText(value === "true");
  if (field === "statement_legend") return LEGEND_TEXTS[value as CompanySettings["statement_legend"]];
  if (field === "entity_type") return ENTITY_NAMES[value as CompanySettings["entity_type"]];
  return value;
}

/** What a form holds: texts, empty for none. */
export type ProfileForm = Readonly<
  Record<(typeof TEXT_FIELDS)[number][0] | "incorporation_date" | "prepared_by", string>
> & {
  readonly entity_type: CompanySettings["entity_type"];
  readonly fiscal_year_start_month: number;
  readonly excludes_non_cash: boolean;
  readonly statement_legend: CompanySettings["statement_legend"];
};

export function formOf(company: CompanySettings): ProfileForm {
  const texts = Object.fromEntries(TEXT_FIELDS.map(([field]) => [field, company[field] ?? ""])) as Record<
    (typeof TEXT_FIELDS)[number][0],
    string
  >;
  return {
    ...texts,
    incorporation_date: company.incorporation_date ?? "",
    entity_type: company.entity_type,
    fiscal_year_start_month: company.fiscal_year_start_month,
    excludes_non_cash: company.excludes_non_cash,
    prepared_by: company.prepared_by ?? "",
    statement_legend: company.statement_legend,
  };
}

/** The fields that a form changes; an emptied one is taken away, but for the names, which a company needs. */
export function changeOf(company: CompanySettings, form: ProfileForm): CompanySettingsChange {
  const before = formOf(company);
  const entries = (Object.keys(form) as (keyof ProfileForm)[])
    .filter((field) => form[field] !== before[field])
    .map((field) => {
      const value = form[field];
      return [field, value === "" && field !== "name" && field !== "legal_name" ? null : value];
    });
  return Object.fromEntries(entries) as CompanySettingsChange;
}
