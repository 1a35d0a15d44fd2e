/**
 * What the sample company files with authorities, as it stands on a day: income returns and Delaware's
 * franchise tax, research credits, and the 1099s of its vendors. Years are calendar years, as the company's
 * fiscal year is. Nothing is invented beside the books: whoever was paid enough in a year has a 1099, and a
 * credit is a share of the year's research wages.
 */
import { civilDate, type CivilDate, dayNumber, parts, type UnixSeconds } from "@daybook/words/civil-date";
import { present } from "@daybook/words/assert";
import type {
  BundleForm,
  BundleFormReport,
  BundleTax,
  BundleTaxCredit,
  BundleVoucher,
} from "../contract/bundle-records.ts";
import { type CategoryKey, categoryId, type DepartmentKey, departmentId } from "./chart.ts";

/** The days of the books, and the latest time of a record. */
interface Span {
  readonly first: CivilDate;
  readonly today: CivilDate;
  readonly now: UnixSeconds;
}

interface SampleFilings {
  readonly taxes: readonly BundleTax[];
  readonly tax_credits: readonly BundleTaxCredit[];
  readonly form_1099_reports: readonly BundleFormReport[];
  readonly forms_1099: readonly BundleForm[];
}

type Steps<Status> = readonly (readonly [status: Status, yearsAfter: number, month: number, day: number])[];

/** When each stage of a year's filing begins. The return is filed on the last days of its extension. */
const INCOME_STEPS: Steps<BundleTax["filing_status"]> = [
  ["onboarding", 0, 11, 2],
  ["preparing", 1, 2, 10],
  ["review_required", 1, 8, 18],
  ["filing", 1, 9, 15],
  ["filed", 1, 9, 24],
];
const EXTENSION = [1, 4, 9] as const;
const FRANCHISE_STEPS: Steps<BundleTax["filing_status"]> = [
  ["onboarding", 0, 11, 16],
  ["preparing", 1, 1, 12],
  ["review_required", 1, 2, 3],
  ["filing", 1, 2, 17],
  ["filed", 1, 2, 23],
];
/** Of four vendors, two have a W-9 on file, one is asked for a new one, and one is confirmed late. */
const ON_FILE: Steps<BundleForm["filing_status"]> = [
  ["ready_to_file", 0, 1, 1],
  ["filing", 1, 1, 20],
  ["filed", 1, 1, 27],
];
const ASKED: Steps<BundleForm["filing_status"]> = [
  ["ready_to_file", 0, 1, 1],
  ["w9_required", 0, 10, 20],
  ["w9_requested", 0, 11, 3],
  ["ready_to_file", 1, 1, 9],
  ["filing", 1, 1, 20],
  ["filed", 1, 1, 27],
];
const LATE: Steps<BundleForm["filing_status"]> = [
  ["review_required", 0, 1, 1],
  ["ready_to_file", 1, 1, 14],
  ["filing", 1, 1, 23],
  ["filed", 1, 1, 29],
];
const FORM_STEPS = [ON_FILE, ASKED, ON_FILE, LATE] as const;
const SUBMISSION = [1, 10, 20] as const;

/** The firm that filed the first year's return before the company came here. */
const FORMER_FIRM = "Columnade Accountants";
const STATES = ["CA"];
const PROVIDER = "gusto";

/** A vendor that was paid as much in a year has a 1099. The limit was 600 dollars until 2025. */
const LEAST_CENTS = [60_000, 200_000] as const;
const HIGHER_LIMIT_FROM = 2026;
/** What 1099s tell: work that is not wages, and rent. */
const REPORTED: readonly CategoryKey[] = [
  "domestic-contractors",
  "delivery-contractors",
  "legal",
  "accounting",
  "events",
  "rent",
];
/** Corporations, to which no 1099 is due. */
const CORPORATIONS: readonly string[] = ["Commonroom Coworking", "Greyfern Public Relations"];

const RESEARCH: readonly DepartmentKey[] = ["product", "infrastructure", "data"];
/**
 * The share of those departments' wages that is research, and of it the credit of a company without three
 * years of research behind it: 6 percent (section 41(c)(4)), reduced by 21 percent (section 280C(c)).
 */
const CREDIT_SHARE = 0.8 * 0.06 * 0.79;

/** Seconds from midnight UTC to a time of business in California. */
const NOON_SECONDS = 20 * 3600;

interface YearOfBooks {
  readonly year: number;
  /** What the vendors billed, in cents, by name in the order of their first bills. */
  readonly vendors: Map<string, number>;
  researchWages: number;
}

function yearsOf(vouchers: Iterable<BundleVoucher>): YearOfBooks[] {
  const reported = new Set(REPORTED.map(categoryId));
  const research = new Set<string | null | undefined>(RESEARCH.map(departmentId));
  const wages = categoryId("salaries");
  const years = new Map<number, YearOfBooks>();
  for (const { date, merchant, lines } of vouchers) {
    const year = Number(date.slice(0, 4));
    const of = years.get(year) ?? { year, vendors: new Map<string, number>(), researchWages: 0 };
    years.set(year, of);
    for (const { category_id, department_id, debit_cents: cents = 0 } of lines) {
      if (category_id === wages && research.has(department_id)) of.researchWages += cents;
      if (!reported.has(category_id) || typeof merchant !== "string") continue;
      of.vendors.set(merchant, (of.vendors.get(merchant) ?? 0) + cents);
    }
  }
  return [...years.values()];
}

/** Returns the filings as they stand on `today`, for books with these vouchers. */
export function sampleFilings(vouchers: Iterable<BundleVoucher>, span: Span): SampleFilings {
  const firstYear = parts(span.first).year;
  const years = yearsOf(vouchers);
  /** The time of a step of a year; null if it is yet to come. */
  const at = (year: number, after: number, month: number, day: number): number | null => {
    const date = present(civilDate(year + after, month, day), "a day of a step");
    return date > span.today ? null : Math.min(span.now, dayNumber(date) * 86_400 + NOON_SECONDS);
  };
  /** The latest step of a year, and the times of the first and the latest; null before the first. */
  const reached = <Status>(year: number, steps: Steps<Status>) => {
    const past = steps.flatMap(([status, ...step]) => {
      const time = at(year, ...step);
      return time === null ? [] : [{ status, time }];
    });
    const [begun, latest] = [past[0], past.at(-1)];
    return begun && latest ? { status: latest.status, created: begun.time, updated: latest.time } : null;
  };

  const taxes = years.flatMap(({ year }): BundleTax[] => {
    const [income, franchise] = [reached(year, INCOME_STEPS), reached(year, FRANCHISE_STEPS)];
    return [
      ...(income ? [incomeTax(year, income, at(year, ...EXTENSION), year === firstYear)] : []),
      ...(franchise ? [{ id: `tax_franchise_${year}`, year, ...filing(franchise) }] : []),
    ];
  });
  const tax_credits = years.flatMap((books): BundleTaxCredit[] => {
    const income = reached(books.year, INCOME_STEPS);
    return income ? [credit(books, income, at(books.year, ...SUBMISSION), books.year === firstYear)] : [];
  });
  const form_1099_reports = years.map(({ year }) => ({
    report: `${year}`,
    year,
    created: at(year, 0, 1, 1) ?? span.now,
  }));
  const forms_1099 = years.flatMap(({ year, vendors }): BundleForm[] => {
    const least = LEAST_CENTS[year < HIGHER_LIMIT_FROM ? 0 : 1];
    return [...vendors]
      .filter(([, cents]) => cents >= least)
      .flatMap(([vendor], index) => {
        const stage = reached(year, FORM_STEPS[index % FORM_STEPS.length] ?? ON_FILE);
        return stage ? [form(year, index + 1, vendor, stage)] : [];
      });
  });
  return { taxes, tax_credits, form_1099_reports, forms_1099 };
}

interface Reached<Status> {
  readonly status: Status;
  readonly created: number;
  readonly updated: number;
}

function filing({ status, created, updated }: Reached<BundleTax["filing_status"]>) {
  return {
    filing_status: status,
    filed_at: status === "filed" ? updated : null,
    created,
    updated,
  };
}

function incomeTax(
  year: number,
  stage: Reached<BundleTax["filing_status"]>,
  extension: number | null,
  isFirst: boolean,
): BundleTax {
  const isElsewhere = isFirst && stage.status === "filed";
  return {
    id: `tax_income_${year}`,
    year,
    states: STATES,
    ...filing(stage),
    ...(isElsewhere ? { filed_at: null, filed_elsewhere: true, tax_firm: FORMER_FIRM } : {}),
    extension_filed_at: extension,
  };
}

/** The first year has two months and too little research, so its credit was declined. */
function credit(
  { year, researchWages }: YearOfBooks,
  { status, created, updated }: Reached<BundleTax["filing_status"]>,
  submission: number | null,
  isFirst: boolean,
): BundleTaxCredit {
  const cents = Math.round((researchWages * CREDIT_SHARE) / 100) * 100;
  const isPrepared = status !== "onboarding" && status !== "preparing";
  const isFiled = status === "filed";
  const isSubmitted = isFiled && submission !== null && !isFirst;
  const answers = {
    estimate_cents: isFirst ? null : cents,
    estimate_confirmed: isPrepared && !isFirst,
    payroll_provider: isFirst ? null : PROVIDER,
    payroll_done: isSubmitted,
    payroll_done_because: isSubmitted ? ("submitted" as const) : null,
    payroll_submitted_at: isSubmitted ? submission : null,
    created,
    updated: isSubmitted ? submission : updated,
  };
  const decision = isFirst ? "declined" : status === "onboarding" ? "undecided" : "opted_in";
  const return_package =
    isPrepared && !isFirst ? { total_cents: cents, income_tax_cents: 0, filed: isFiled, updated } : null;
  return { id: `tcred_${year}`, year, questionnaires: [{ decision, ...answers, return_package }] };
}

function form(
  year: number,
  number: number,
  vendor: string,
  { status, created, updated }: Reached<BundleForm["filing_status"]>,
): BundleForm {
  const isNotRequired = CORPORATIONS.includes(vendor);
  return {
    report: `${year}`,
    id: `f1099_${year}-${number}`,
    vendor_name: vendor,
    filing_status: isNotRequired ? "not_required" : status,
    filed_at: status === "filed" && !isNotRequired ? updated : null,
    filed_elsewhere: false,
    created,
    updated,
  };
}
