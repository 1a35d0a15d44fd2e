/**
 * The sample company as a bundle: a Delaware corporation in California that sells software to field
 * crews, with three years of books up to today. Everything follows from the seed and the day; nothing
 * is read from a clock or from the machine.
 */
import { assert, present } from "../core/assert.ts";
import { type CivilDate, dayNumber, type UnixSeconds } from "../core/civil-date.ts";
import { parseId } from "../core/public-id.ts";
import type {
  BundleAccount,
  BundleCategory,
  BundleCompany,
  BundleDepartment,
  BundleInvitation,
  BundleMember,
  BundleSheet,
  BundleUser,
  BundleVoucher,
} from "../contract/bundle-records.ts";
import { BusinessCalendar } from "./business-calendar.ts";
import { sampleCategories, sampleDepartments } from "./chart.ts";
import { sampleAccounts } from "./feed.ts";
import { sampleForecast } from "./forecast.ts";
import { SAMPLE_COMPANY_ID, sampleCompany, sampleTeam } from "./profile.ts";
import { FEWEST_ENTRIES, simulate } from "./simulation.ts";

export interface SampleOptions {
  readonly seed: number;
  /** The last day of the books: today in Los Angeles. */
  readonly today: CivilDate;
  /** No record says that it was created after this. */
  readonly now: UnixSeconds;
  /** Journal entries to make, at least `FEWEST_ENTRIES`, met within one percent; left out: about 16,000. */
  readonly entries?: number;
  /** A `comp_` id; left out: `comp_sample`. */
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
  readonly sheets: readonly BundleSheet[];
  /**
   * All of the books, in order of date; `broughtBy` tells which of them a bank brought. Made while it is
   * read, from the beginning each time; only a day is in memory.
   */
  readonly journal: Iterable<BundleVoucher>;
}

export { FEWEST_ENTRIES } from "./simulation.ts";

/** Longest suffix of a company's id, so that the ids of its people, made of it, are valid. */
const LONGEST_SUFFIX = 48;
/** From midnight UTC to the start of a business day in California. */
const MORNING_SECONDS = 17 * 3600;

/** The start of a business day, or `now` when that has not come. */
function morningOf(day: CivilDate, now: UnixSeconds): number {
  return Math.min(now, dayNumber(day) * 86_400 + MORNING_SECONDS);
}

/**
 * Makes the sample company. The same options give the same bundle, byte by byte. Throws
 * `AssertionFailed` for fewer than `FEWEST_ENTRIES` entries or for what is no id of a company.
 */
export function sampleBundle(options: SampleOptions): SampleBundle {
  const { seed, today, now, entries = null, companyId = SAMPLE_COMPANY_ID } = options;
  assert(
    parseId("company", companyId) !== null && companyId.length <= "comp_".length + LONGEST_SUFFIX,
    `not an id for a company: ${companyId}`,
  );
  assert(
    entries === null || (Number.isSafeInteger(entries) && entries >= FEWEST_ENTRIES),
    `the sample company needs at least ${FEWEST_ENTRIES} entries: ${entries}`,
  );
  const first = present(new BusinessCalendar(today).days[0], "an empty calendar").date;
  const created = morningOf(first, now);
  return {
    company: sampleCompany(companyId, first, created),
    features: ["departments", "role_based_access_control"],
    ...sampleTeam(companyId, { created, now: morningOf(today, now) }),
    categories: sampleCategories(created),
    departments: sampleDepartments(created),
    accounts: sampleAccounts(created),
    sheets: [sampleForecast(today, morningOf(today, now))],
    journal: { [Symbol.iterator]: () => simulate({ seed, today, now, entries }) },
  };
}
