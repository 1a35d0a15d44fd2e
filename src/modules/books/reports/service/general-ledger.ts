/** Use cases of the general ledger: a page of its lines, or all of them. */
import { sumCents, ZERO_CENTS } from "@daybook/words/cents";
import { refuse } from "../../../../core/errors.ts";
import type { LedgerService, Sums } from "../../ledger/index.ts";
import {
  categoriesFrom,
  categoriesOfPage,
  type GeneralLedger,
  ledgerCategories,
  ledgerLines,
  type LedgerPlace,
  readPlace,
} from "../rules/general-ledger.ts";
import { checkOneYear, cutTrial, type ReportCall, type TrialDays } from "./trial-days.ts";

/** The categories of a general ledger, and the requested page. */
export interface LedgerQuery {
  /** A category with its descendants, or `<id>-direct`; null for all. */
  readonly category: string | null;
  readonly limit: number;
  /** The id of the line after which the page begins. */
  readonly startingAfter: string | null;
}

export interface LedgerReports {
  /**
   * Returns up to `limit` + 1 lines of the general ledger of some days of one fiscal year, by default from
   * its first day. Throws the refusals `invalid_date_range` for days of several fiscal years,
   * `invalid_request` for an unknown category, and `resource_missing` for an unknown cursor.
   */
  generalLedger(call: ReportCall, days: TrialDays, page: LedgerQuery): Promise<GeneralLedger>;
  /**
   * Returns all of its lines. Throws the same refusals, and `invalid_request` if there are more than `most`.
   */
  wholeGeneralLedger(
    call: ReportCall,
    days: TrialDays,
    category: string | null,
    most: number,
  ): Promise<GeneralLedger>;
}

/** Reads sums for the month in which the company's fiscal year starts. */
type ByFiscalYear = <R extends { readonly sums: Sums }>(
  call: ReportCall,
  read: (startMonth: number) => Promise<R>,
) => Promise<R>;

export function ledgerReports(ledger: LedgerService, byFiscalYear: ByFiscalYear): LedgerReports {
  /** Reads a cursor of a general ledger. */
  async function placeOf({ companyId }: ReportCall, id: string): Promise<LedgerPlace> {
    const place = readPlace(id);
    if (place !== null) return place;
    const entry = await ledger.findEntry(companyId, id);
    if (entry === null) throw refuse("resource_missing");
    return { kind: "entry", entry };
  }
  /** Reads the first `limit` lines after a place. */
  async function readLedger(
    call: ReportCall,
    days: TrialDays,
    category: string | null,
    after: LedgerPlace | null,
    limit: number,
  ): Promise<GeneralLedger> {
    const { cut, sums, chosen, entries, before } = await byFiscalYear(call, async (startMonth) => {
      const cutDays = cutTrial(days, "year", startMonth);
      const { startDate: from } = cutDays;
      const entry = after?.kind === "entry" ? after.entry : null;
      const isInside = entry === null || (entry.date >= from && entry.date <= days.endDate);
      const earlier = entry !== null && isInside ? [{ from, to: entry.date }] : [];
      const request = { ...call, buckets: [...cutDays.buckets, ...earlier] };
      const found = await ledger.sumWithEntries(request, (ofAll) => {
        const { lines, refreshedAt } = ledgerCategories(
          ofAll,
          { ...cutDays, endDate: days.endDate },
          category,
        );
        const following = isInside ? categoriesFrom(lines, after) : null;
        if (following === null) return null;
        const categories = categoriesOfPage(following, limit);
        const categoryIds = categories.flatMap(({ categoryId }) => categoryId ?? []);
        return { categoryIds, from, through: days.endDate, after: entry, limit, categories, refreshedAt };
      });
      return { ...found, cut: cutDays };
    });
    checkOneYear("A general ledger", days.endDate, cut);
    if (chosen === null) throw refuse("resource_missing");
    const { categories, refreshedAt } = chosen;
    const [first] = categories;
    const beforePage = first &&
      before && {
        balance: sumCents([
          first.opening,
          sums.cell(cut.buckets.length, first.categoryId ?? "")?.netDebitCents ?? ZERO_CENTS,
          before.ofDay,
        ]),
        debits: before.debits,
      };
    const page = { startDate: cut.startDate, endDate: days.endDate };
    const lines = ledgerLines({ ...page, categories, entries, after, before: beforePage ?? null }, limit);
    return { ...page, refreshedAt, lines };
  }
  return {
    async generalLedger(call, days, { category, limit, startingAfter }) {
      const after = startingAfter === null ? null : await placeOf(call, startingAfter);
      return readLedger(call, days, category, after, limit + 1);
    },
    async wholeGeneralLedger(call, days, category, most) {
      const found = await readLedger(call, days, category, null, most + 1);
      if (found.lines.length > most)
        throw refuse("invalid_request", {
          param: "category_id",
          message: `The general ledger of these days has more than ${most} lines, the most in a file. Ask for fewer days, or for one category.`,
        });
      return found;
    },
  };
}
