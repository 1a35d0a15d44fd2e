/**
 * When filings are due: pure functions over `YYYY-MM-DD`. The service records no days that are due, so these
 * are the usual ones of law for a corporation: of the income return by its fiscal year, of Delaware, and of
 * 1099s.
 */
import { present } from "@daybook/words/assert";
import { addDays, addMonths, type CivilDate, civilDate, dayNumber } from "@daybook/words/civil-date";
import type { Form1099Summary, Tax, TaxCredit } from "@daybook/client";

/** How a due filing stands. */
export type Mark = "filed" | "overdue" | "soon" | "coming";

export const MARK_NAMES: Readonly<Record<Mark, string>> = {
  filed: "Filed",
  overdue: "Overdue",
  soon: "Soon",
  coming: "Coming",
};

export interface Due {
  readonly kind: "income" | "franchise" | "credit" | "form";
  /** The tax record or credit; null for the 1099s of a year. */
  readonly id: string | null;
  readonly year: number;
  readonly title: string;
  /** A few words about its stage. */
  readonly stage: string;
  readonly day: string;
  readonly mark: Mark;
}

/** Within so many days a filing is due soon. */
const SOON_DAYS = 45;
/** 1 January 1970, from which days are numbered, was a Thursday. */
const [SATURDAY, SUNDAY] = [2, 3];

/** A day by year, month from 1, which may be past 12, and day of the month. */
const dayOf = (year: number, month: number, day: number): CivilDate =>
  addDays(addMonths(startOfYear(year), month - 1), day - 1);
const startOfYear = (year: number): CivilDate => present(civilDate(year, 1, 1), "a year of filings");

/** A day of federal law on a weekend moves to the Monday after. */
function onWorkday(day: CivilDate): string {
  const weekday = dayNumber(day) % 7;
  return addDays(day, weekday === SATURDAY ? 2 : weekday === SUNDAY ? 1 : 0);
}

/** Fiscal years that end in June and began before this year are due a month earlier, and extended by seven. */
const JUNE_RULE_ENDED = 2026;

/**
 * The day on which the income return of the fiscal year that begins in `year` is due: the 15th of the fourth
 * month after its end, six months later with an extension.
 */
export function incomeDue(year: number, firstMonth: number, isExtended: boolean): string {
  const endsInJune = firstMonth === 7 && year < JUNE_RULE_ENDED;
  const month = firstMonth + 11 + (endsInJune ? 3 : 4);
  return onWorkday(dayOf(year, month + (isExtended ? (endsInJune ? 7 : 6) : 0), 15));
}

/** Delaware's annual report and franchise tax of a corporation: March 1 of the year after, also on a weekend. */
export function franchiseDue(year: number): string {
  return dayOf(year + 1, 3, 1);
}

/** 1099s, to vendors and to the authority: January 31 of the year after. */
export function formsDue(year: number): string {
  return onWorkday(dayOf(year + 1, 1, 31));
}

export function dayOfTax({ type, year, extension_filed_at }: Tax, firstMonth: number): string {
  return type === "income" ? incomeDue(year, firstMonth, extension_filed_at !== null) : franchiseDue(year);
}

export function markOf(isFiled: boolean, day: string, today: string): Mark {
  if (isFiled) return "filed";
  if (day < today) return "overdue";
  return day <= addDays(today as CivilDate, SOON_DAYS) ? "soon" : "coming";
}

export const isWaiting = ({ mark }: Due): boolean => mark === "overdue" || mark === "soon";

interface Filings {
  readonly taxes: readonly Tax[];
  readonly credits: readonly TaxCredit[];
  readonly summaries: readonly Form1099Summary[];
}

interface Words {
  readonly ofTax: (tax: Tax) => string;
  readonly ofCredit: (credit: TaxCredit) => string;
}

/**
 * The dues of tax records, credits and years of 1099s, by day. A credit is claimed with the income return of
 * its year. Declined credits, and years in which no 1099 is required, are left out.
 */
export function duesOf(
  { taxes, credits, summaries }: Filings,
  { firstMonth, today }: { readonly firstMonth: number; readonly today: string },
  words: Words,
): Due[] {
  const extended = new Set(
    taxes.flatMap(({ year, extension_filed_at }) => (extension_filed_at === null ? [] : [year])),
  );
  const ofCredits = credits
    .filter(({ claim_status }) => claim_status !== "not_claimed")
    .map((credit): Due => {
      const day = incomeDue(credit.year, firstMonth, extended.has(credit.year));
      return {
        kind: "credit",
        id: credit.id,
        year: credit.year,
        title: `R&D credit ${credit.year}`,
        stage: words.ofCredit(credit),
        day,
        mark: markOf(credit.claim_status === "claimed", day, today),
      };
    });
  const ofTaxes = taxes.map((tax): Due => {
    const day = dayOfTax(tax, firstMonth);
    return {
      kind: tax.type,
      id: tax.id,
      year: tax.year,
      title: `${tax.type === "income" ? "Income tax" : "Delaware franchise tax"} ${tax.year}`,
      stage: words.ofTax(tax),
      day,
      mark: markOf(tax.filing_status === "filed", day, today),
    };
  });
  const ofForms = summaries
    .filter(({ filing_status }) => filing_status !== "not_required" && filing_status !== "unknown")
    .map(({ year, filing_status, counts }): Due => {
      const day = formsDue(year);
      const unsure = counts.review_required === 0 ? "" : `, ${counts.review_required} to confirm`;
      return {
        kind: "form",
        id: null,
        year,
        title: `1099s ${year}`,
        stage: `${counts.filed} of ${counts.required} filed${unsure}`,
        day,
        mark: markOf(filing_status === "filed", day, today),
      };
    });
  return [...ofTaxes, ...ofCredits, ...ofForms].toSorted((a, b) =>
    a.day === b.day ? a.title.localeCompare(b.title) : a.day < b.day ? -1 : 1,
  );
}
