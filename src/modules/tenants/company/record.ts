/** The columns of the table `companies`, from which SQL, schemas and the bundle format derive. */
import {
  ENTITY_TYPES,
  LIFECYCLES,
  PLANS,
  STATEMENT_LEGENDS,
  SUBSCRIPTION_STATUSES,
} from "@daybook/words/company-words";
import { namePattern, nameSentence } from "@daybook/words/names";
import {
  boolean,
  day,
  id,
  integer,
  NOW,
  patterned,
  type RowOf,
  seconds,
  table,
  text,
  word,
} from "../../../core/record.ts";

/** It stands on a line of every statement. */
export const PREPARED_BY_CHARACTERS = 200;

export const COMPANIES = table("companies", {
  id: id("company", "The company's id.", {
    key: true,
    bundleDescription: "The company's id. An existing company needs no other field.",
  }),
  name: text("The company's name in everyday use."),
  legal_name: text("The registered name."),
  entity_type: word(ENTITY_TYPES, "Legal form."),
  federal_ein_last4: patterned(
    "^[0-9]{4}$",
    "must be four digits",
    "Last four digits of the federal employer identification number.",
    { nullable: true },
  ),
  incorporation_date: day("Day of incorporation.", { nullable: true, bundlePath: "incorporation.date" }),
  incorporation_state: patterned(
    "^[A-Z]{2}$",
    "must be a two-letter code",
    "Two-letter code of the state of incorporation.",
    { nullable: true, bundlePath: "incorporation.state" },
  ),
  line_1: text("Street address.", { nullable: true, least: 0, bundlePath: "legal_address.line_1" }),
  line_2: text("Suite, floor or the like.", { nullable: true, least: 0, bundlePath: "legal_address.line_2" }),
  city: text("City.", { nullable: true, least: 0, bundlePath: "legal_address.city" }),
  state: text("State or province.", { nullable: true, least: 0, bundlePath: "legal_address.state" }),
  postal_code: text("Postal code.", { nullable: true, least: 0, bundlePath: "legal_address.postal_code" }),
  country: text("Country.", { nullable: true, least: 0, bundlePath: "legal_address.country" }),
  fiscal_year_start_month: integer("Month in which the fiscal year starts.", {
    default: 1,
    least: 1,
    most: 12,
  }),
  created: seconds("When the company was created in this service.", {
    default: NOW,
    bundleDescription: "When it was created.",
  }),
  lifecycle: word(LIFECYCLES, "Any state but `open` closes the API to the company.", {
    default: "open",
    bundlePath: "state",
  }),
  plan: word(PLANS, "The plan.", {
    default: "enterprise",
    fullBundleDescription: "Default: `enterprise`, which has no monthly limit.",
  }),
  subscription_status: word(SUBSCRIPTION_STATUSES, "The status of the subscription.", {
    default: "active",
    bundlePath: "subscription.status",
  }),
  excludes_non_cash: boolean(
    "Whether the cash flow statement leaves vouchers without cash out of its sections. They are listed beneath it either way.",
    { default: false },
  ),
  prepared_by: patterned(
    namePattern(PREPARED_BY_CHARACTERS),
    nameSentence(PREPARED_BY_CHARACTERS),
    "Who prepared the statements, as these say.",
    { nullable: true, inputOnly: true },
  ),
  statement_legend: word(STATEMENT_LEGENDS, "What statements say of the assurance on them.", {
    default: "none",
  }),
  trial_ends_at: seconds("When the trial ends; required for a trial.", {
    nullable: true,
    bundlePath: "subscription.trial_ends_at",
  }),
  sealed: boolean("Whether the company moves, or has moved, to another installation, and can't be changed.", {
    internal: true,
    default: false,
  }),
});
export type CompanyRow = RowOf<typeof COMPANIES>;
