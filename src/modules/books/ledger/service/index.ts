/** The service of the ledger module: its reads, the upkeep of its rollups, and `verify`. */
import { addDays, type CivilDate, FIRST_DATE } from "@daybook/words/civil-date";
import type { CompanyFor } from "@daybook/words/areas";
import { ZERO_CENTS } from "@daybook/words/cents";
import type { JsonLayout, JsonRows } from "../../../../core/json-rows.ts";
import type { ReportProgress } from "../../../../core/progress.ts";
import type { PublicId } from "@daybook/words/public-id";
import type { Queryable } from "../../../../platform/db/index.ts";
import { type CategoryEntries, type SumsWithEntries, sumWithEntries } from "./category-entries.ts";
import {
  listTrialEntries,
  type SumsWithAdjusting,
  sumWithAdjusting,
  type TrialEntryQuery,
} from "./adjusting.ts";
import {
  entryFinder,
  ledgerReads,
  type LedgerReads,
  type MerchantSum,
  type ReportsCompany,
} from "./reads.ts";
import { sum, type SumRequest, type Sums } from "./sums.ts";
import { type MerchantQuestion, sumsStore } from "../store/sums.ts";
import { entriesStore, type MerchantsQuestion } from "../store/entries.ts";
import type { Range } from "../rules.ts";
import type { CloseCheck } from "./checklist.ts";
import { closingService, type ClosingService } from "./closing.ts";
import { type ManualEntriesService, manualEntriesService, type ManualEntryNeeds } from "./manual-entries.ts";
import type { FlowEntries } from "../store/flows.ts";
import type { SpecialEquity } from "../store/owners.ts";
import { type ComparedRanges, type SumsWithCauses, sumWithCauses } from "./causes.ts";
import type { ChangedCategory } from "../store/causes.ts";
import { type FindRevision, keptReads, revisionFinder } from "./kept.ts";
import { type FlowEntriesQuery, listFlowEntries, type SumsWithFlows, sumWithFlows } from "./flows.ts";
import {
  listMovedEntries,
  type MovedEntryQuery,
  type SumsWithMovements,
  sumWithMovements,
} from "./owners.ts";
import { type SumsWithNonCash, sumWithNonCash } from "./non-cash.ts";
import { type AskForRebuild, ledgerUpkeep, type LedgerUpkeep } from "./upkeep.ts";
import {
  type FindWarnings,
  type SourceCheck,
  type StatementCheck,
  type Verification,
  verifyBooks,
} from "./verify.ts";

export interface LedgerService extends ClosingService, LedgerReads, LedgerUpkeep, ManualEntriesService {
  /** Returns sums, and what happened without cash in each of `ranges`, from one state of the books. */
  sumWithNonCash(
    request: SumRequest & { readonly companyId: ReportsCompany },
    ranges: readonly Range[],
  ): Promise<SumsWithNonCash>;
  /** Returns sums, and the flows of vouchers in each of `ranges`, from one state of the books. */
  sumWithFlows(
    request: SumRequest & { readonly companyId: ReportsCompany },
    ranges: readonly Range[],
  ): Promise<SumsWithFlows>;
  /**
   * Returns up to `limit` + 1 entries of a row of a printed cash flow statement in the JSON of the API,
   * latest first. Throws the refusal `resource_missing` for an unknown cursor.
   */
  listFlowEntries<View>(
    companyId: ReportsCompany,
    wanted: FlowEntries,
    query: FlowEntriesQuery,
    layout: JsonLayout<View>,
  ): Promise<JsonRows<View>>;
  /**
   * Returns sums, and whose entries explain most of the change of each category that `choose` names by them,
   * between two ranges. Both are of one state of the books.
   */
  sumWithCauses(
    request: SumRequest & { readonly companyId: ReportsCompany },
    ranges: ComparedRanges,
    choose: (sums: Sums) => readonly ChangedCategory[],
  ): Promise<SumsWithCauses>;
  /** Returns sums, and those of the adjusting entries in each of `ranges`, from one state of the books. */
  sumWithAdjusting(
    request: SumRequest & { readonly companyId: ReportsCompany },
    ranges: readonly Range[],
  ): Promise<SumsWithAdjusting>;
  /**
   * Returns sums, and the movements of equity in a range that are surely known, from one state of the books.
   */
  sumWithMovements(
    request: SumRequest & { readonly companyId: ReportsCompany },
    range: Range,
    specialOf: (sums: Sums) => SpecialEquity,
  ): Promise<SumsWithMovements>;
  /** Returns sums, and the entries of categories that `choose` names by them, from one state of the books. */
  sumWithEntries<Chosen extends CategoryEntries>(
    request: SumRequest & { readonly companyId: ReportsCompany },
    choose: (sums: Sums) => Chosen | null,
  ): Promise<SumsWithEntries<Chosen>>;
  /**
   * Returns up to `limit` + 1 entries of a figure of a trial balance in the JSON of the API, latest first.
   * Throws the refusal `resource_missing` for an unknown cursor.
   */
  listTrialEntries<View>(
    companyId: ReportsCompany,
    query: TrialEntryQuery,
    layout: JsonLayout<View>,
  ): Promise<JsonRows<View>>;
  /**
   * Returns up to `limit` + 1 entries of a movement of equity in the JSON of the API, latest first. Throws
   * the refusal `resource_missing` for an unknown cursor.
   */
  listMovedEntries<View>(
    companyId: ReportsCompany,
    query: MovedEntryQuery,
    layout: JsonLayout<View>,
  ): Promise<JsonRows<View>>;
  /**
   * Returns the revision of a company's books: another number for each state of what statements are made of;
   * null before the first entry.
   */
  readonly findRevision: FindRevision;
  /** Computes all derived data again from the entries, and compares it. Reads one state of the books. */
  verify(companyId: PublicId<"company">, report?: ReportProgress): Promise<Verification>;
  /** Verifies inside a transaction that keeps writers out, such as a restore. */
  verifyWithin(db: Queryable, companyId: PublicId<"company">, report?: ReportProgress): Promise<Verification>;
}

/**
 * A company of which the caller may read the figures of reports, of formulas, of receivables or of payables.
 */
type FiguresCompany =
  | ReportsCompany
  | CompanyFor<"forecast:view">
  | CompanyFor<"invoices:view">
  | CompanyFor<"bills:view">;

/** Reads inside a transaction of the caller, who needs several figures from one state of the books. */
export const ledgerWithin = {
  /** Returns sums by category, as `LedgerService.sum` does. */
  sum: (db: Queryable, request: SumRequest & { readonly companyId: FiguresCompany }): Promise<Sums> =>
    sum(db, request),
  /** Returns the balance of a category at the end of a day: debits less credits, in cents. */
  async balances(
    db: Queryable,
    companyId: FiguresCompany,
    date: CivilDate,
  ): Promise<(category: string) => number> {
    const buckets = [{ from: FIRST_DATE, to: addDays(date, 1) }];
    const sums = await sum(db, { companyId, buckets, now: null, today: date });
    return (category) => sums.cell(0, category)?.netDebitCents ?? 0;
  },
  startRevisions: sumsStore.startRevisions,
  /** Returns the sum of a merchant's entries for each question; 0 if there are no entries. */
  async sumMerchants(
    db: Queryable,
    companyId: FiguresCompany,
    questions: readonly MerchantQuestion[],
  ): Promise<MerchantSum[]> {
    const sumByQuestion = new Map(
      (await sumsStore.sumMerchants(db, companyId, questions)).map(({ question, net_debit_cents }) => [
        question,
        net_debit_cents,
      ]),
    );
    return questions.map((_, index) => ({ netDebitCents: sumByQuestion.get(index) ?? ZERO_CENTS }));
  },
  /**
   * Returns the merchants of each question's categories and days, in the order of names, at most `limit` for
   * each.
   */
  listMerchants: (
    db: Queryable,
    companyId: FiguresCompany,
    questions: readonly MerchantsQuestion[],
    limit: number,
  ) => entriesStore.listMerchantsOf(db, companyId, questions, limit),
};

export interface LedgerNeeds extends ManualEntryNeeds {
  readonly askForRebuild: AskForRebuild;
  /** The checks of `verify` on the sources of postings. */
  readonly sources: readonly SourceCheck[];
  /** The statements that `verify` computes for each month. */
  readonly statements: readonly StatementCheck[];
  /** Finds the warnings of `verify`. */
  readonly findWarnings: FindWarnings;
  /** The items of the checklist of a month, by the groups that they stand in. */
  readonly closeChecks: readonly CloseCheck[];
}

export function ledgerService({
  db,
  ids,
  lockCompany,
  askForRebuild,
  closeChecks,
  ...checks
}: LedgerNeeds): LedgerService {
  const findEntry = entryFinder(db);
  const findRevision = revisionFinder(db);
  const kept = keptReads(db, findRevision);
  return {
    findRevision,
    ...ledgerReads(db, findEntry, kept),
    ...ledgerUpkeep(db, askForRebuild),
    ...closingService(db, closeChecks),
    ...manualEntriesService({ db, ids, lockCompany }),
    sumWithAdjusting: (request, ranges) => sumWithAdjusting(db, request, ranges),
    sumWithMovements: (request, range, specialOf) => sumWithMovements(db, request, range, specialOf),
    sumWithEntries: (request, choose) => sumWithEntries(db, request, choose),
    listTrialEntries: (companyId, query, layout) => listTrialEntries(db, findEntry, companyId, query, layout),
    listMovedEntries: (companyId, query, layout) => listMovedEntries(db, findEntry, companyId, query, layout),
    sumWithCauses: (request, ranges, choose) => sumWithCauses(kept, request, ranges, choose),
    sumWithNonCash: (request, ranges) => sumWithNonCash(kept, request, ranges),
    sumWithFlows: (request, ranges) => sumWithFlows(kept, request, ranges),
    listFlowEntries: (companyId, wanted, query, layout) =>
      listFlowEntries(db, companyId, wanted, query, (id) => findEntry(companyId, id), layout),
    verify: (companyId, report) =>
      db.transaction((tx) => verifyBooks(tx, checks, companyId, report), { mode: "snapshot", long: true }),
    verifyWithin: (tx, companyId, report) => verifyBooks(tx, checks, companyId, report),
  };
}
