/**
 * The columns of `tax_credits`, `tax_credit_questionnaires` and `tax_credit_returns`, from which SQL, schemas
 * and the bundle format derive.
 */
import { FIRST_YEAR, LAST_YEAR } from "@daybook/words/civil-date";
import {
  boolean,
  cents,
  id,
  integer,
  NOW,
  type RowOf,
  seconds,
  table,
  text,
  word,
} from "../../../core/record.ts";
import { CREDIT_TYPES, DECISIONS, DONE_BECAUSE } from "./rules/words.ts";

export const CREDITS = table("tax_credits", {
  id: id("taxCredit", "The credit's id, which never changes.", {
    key: true,
    bundleDescription: "The credit's id, unique in the company: `tcred_` and letters and digits.",
  }),
  type: word(CREDIT_TYPES, "The kind of credit.", { internal: true, default: CREDIT_TYPES[0] }),
  jurisdiction: word(["US"], "Always `US`: federal.", { internal: true, default: "US" }),
  year: integer("The tax year.", {
    least: FIRST_YEAR,
    most: LAST_YEAR,
    fullBundleDescription: "The tax year: one credit for each. Needed for a new record, and stays.",
  }),
});

const credit_id = id("taxCredit", "Its credit.", { key: true, internal: true });
const number = integer("Its number among the questionnaires of its credit, from 1.", {
  key: true,
  internal: true,
  least: 1,
});
const AMOUNT = { nullable: true, least: 0 } as const;
const updated = seconds("When it last changed.", {
  default: NOW,
  fullBundleDescription: "When it last changed. Default: the time of the import, if something changes.",
});

export const RETURNS = table("tax_credit_returns", {
  credit_id,
  number,
  total_cents: cents("The whole credit; null for unknown.", AMOUNT),
  income_tax_cents: cents(
    "The part used against income tax; null for unknown. A total of 0 counts as known only if this is 0 too.",
    AMOUNT,
  ),
  filed: boolean("Whether this is the filed return; at most one for each year.", { default: false }),
  updated,
});
/** The amounts of a return, as its preparer recorded them. */
export type ReturnPackage = Omit<RowOf<typeof RETURNS>, "credit_id" | "number">;

export const QUESTIONNAIRES = table("tax_credit_questionnaires", {
  credit_id,
  number,
  decision: word(DECISIONS, "Whether the credit is to be claimed.", { default: "undecided" }),
  estimate_cents: cents("The estimated credit; null for unknown.", AMOUNT),
  estimate_confirmed: boolean("Whether a person reviewed the estimate; otherwise 0 means unknown.", {
    default: false,
  }),
  payroll_provider: text("The payroll software, by name.", { nullable: true }),
  payroll_done: boolean("Whether the submission to payroll is flagged as done.", { default: false }),
  payroll_done_because: word(
    DONE_BECAUSE,
    "Why it is flagged: it was submitted, or the whole credit is used against income tax. Null for old flags.",
    { nullable: true },
  ),
  payroll_submitted_at: seconds("When it was submitted.", { nullable: true }),
  created: seconds("When it was created.", { default: NOW }),
  updated,
});
/** One run of the onboarding for a year, with its return package, if it has one. */
export type Questionnaire = Omit<RowOf<typeof QUESTIONNAIRES>, "credit_id"> & {
  readonly package: ReturnPackage | null;
};
