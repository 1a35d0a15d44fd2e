/**
 * The sample company as a bundle (the JSON file with all records of a company): a Delaware corporation in
 * California that sells software to field crews, with three years of books up to today. The bundle depends
 * only on the options, such as the seed and the day, and never on a clock or on the machine.
 */
import { assert } from "@daybook/words/assert";
import {
  addDays,
  addMonths,
  type CivilDate,
  dayNumber,
  startOfFiscalYear,
  type UnixSeconds,
} from "@daybook/words/civil-date";
import { parseId } from "@daybook/words/public-id";
import type {
  BundleAccount,
  BundleCategory,
  BundleCompany,
  BundleDepartment,
  BundleForm,
  BundleFormReport,
  BundleInvitation,
  BundleMember,
  BundleRule,
  BundleSheet,
  BundleTax,
  BundleTaxCredit,
  BundleUser,
} from "../contract/bundle-records.ts";
import type { SampleVoucher } from "./books.ts";
import { firstDayOfBooks } from "./business-calendar.ts";
import { sampleCategories, sampleDepartments } from "./chart.ts";
import { sampleAccounts } from "./feed.ts";
import { sampleFilings } from "./filings.ts";
import { sampleForecast } from "./forecast.ts";
import { SAMPLE_COMPANY_ID, sampleCompany, sampleTeam } from "./profile.ts";
import { sampleRules } from "./rules.ts";
import { FEWEST_ENTRIES, planOf, simulate, simulateFixed } from "./simulation.ts";

export interface SampleOptions {
  readonly seed: number;
  /** The first day of the books, of a month. Default: 36 months before the month of `today`. */
  readonly first?: CivilDate;
  /** The last day of the books: today in Los Angeles. */
  readonly today: CivilDate;
  /** The latest creation time of a record. */
  readonly now: UnixSeconds;
  /**
   * The number of journal entries up to today, met within one percent. At least `FEWEST_ENTRIES`; default:
   * about 16,000. Spreads add those of future months.
   */
  readonly entries?: number;
  /** The company's id. Default: `comp_sample`. */
  readonly companyId?: string;
}

export interface SampleBundle {
  readonly company: BundleCompany;
  readonly features: readonly string[];
  readonly users: readonly BundleUser[];
  readonly members: readonly BundleMember[];
  readonly invitations: readonly BundleInvitation[];
  readonly categories: readonly BundleCategory[];
  readonly departments: readonly BundleDepartment[];
  readonly accounts: readonly BundleAccount[];
  readonly rules: readonly BundleRule[];
  readonly taxes: readonly BundleTax[];
  readonly tax_credits: readonly BundleTaxCredit[];
  readonly form_1099_reports: readonly BundleFormReport[];
  readonly forms_1099: readonly BundleForm[];
  readonly sheets: readonly BundleSheet[];
  /** The end of the first full fiscal year. */
  readonly closing: { readonly closed_through: string };
  /**
   * All vouchers, ordered by date; `feedItemOf` and `invoiceOf` convert those that come from a bank or an
   * invoice. Each iteration runs the simulation from the beginning, with only one day's vouchers in memory.
   */
  readonly journal: Iterable<SampleVoucher>;
}

export { FEWEST_ENTRIES } from "./simulation.ts";

/** The longest suffix of the company's id with which the ids of its people, which contain it, are valid. */
const LONGEST_SUFFIX = 48;
/** Seconds from midnight UTC to the start of business in California. */
const MORNING_SECONDS = 17 * 3600;

/** Returns the time at which business starts on a day, but at most `now`. */
function morningOf(day: CivilDate, now: UnixSeconds): number {
  return Math.min(now, dayNumber(day) * 86_400 + MORNING_SECONDS);
}

/**
 * Makes the sample company. The same options give exactly the same bundle. Throws `AssertionFailed` for fewer
 * than `FEWEST_ENTRIES` entries and for an invalid company id.
 */
export function sampleBundle(options: SampleOptions): SampleBundle {
  const { seed, today, now, entries = null, companyId = SAMPLE_COMPANY_ID } = options;
  const { first = firstDayOfBooks(today) } = options;
  assert(
    parseId("company", companyId) !== null && companyId.length <= "comp_".length + LONGEST_SUFFIX,
    `not an id for a company: ${companyId}`,
  );
  assert(
    entries === null || (Number.isSafeInteger(entries) && entries >= FEWEST_ENTRIES),
    `the sample company needs at least ${FEWEST_ENTRIES} entries: ${entries}`,
  );
  const created = morningOf(first, now);
  const company = sampleCompany(companyId, first, created);
  const plan = planOf({ seed, first, today, now, entries });
  const secondYear = startOfFiscalYear(addMonths(first, 12), company.fiscal_year_start_month);
  return {
    company,
    features: ["departments", "role_based_access_control"],
    ...sampleTeam(companyId, { created, now: morningOf(today, now) }),
    categories: sampleCategories(created),
    departments: sampleDepartments(created),
    accounts: sampleAccounts(created),
    rules: sampleRules(morningOf(today, now)),
    closing: { closed_through: addDays(addMonths(secondYear, 12), -1) },
    ...sampleFilings(simulateFixed(plan), { first, today, now }),
    sheets: [sampleForecast(today, morningOf(today, now))],
    journal: { [Symbol.iterator]: () => simulate(plan) },
  };
}
