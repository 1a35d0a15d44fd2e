/** The ledger's use cases put together: its reads, and what keeps it whole. */
import { ZERO_CENTS } from "../../../../core/cents.ts";
import type { Report } from "../../../../core/progress.ts";
import type { PublicId } from "../../../../core/public-id.ts";
import type { Db, Queryable } from "../../../../platform/db/index.ts";
import { ledgerReads, type LedgerReads, type MerchantSum, sum, type SumRequest, type Sums } from "./reads.ts";
import { type MerchantQuestion, sumsStore } from "../store/sums.ts";
import { entriesStore, type MerchantsQuestion } from "../store/entries.ts";
import { type AskForRebuild, ledgerUpkeep, type LedgerUpkeep } from "./upkeep.ts";
import { type SourceCheck, type StatementCheck, type Verification, verifyBooks } from "./verify.ts";

export interface LedgerService extends LedgerReads, LedgerUpkeep {
  /** Computes everything once more from the entries, in one state of the books. Changes nothing. */
  verify(companyId: PublicId<"company">, report?: Report): Promise<Verification>;
  /** The same inside a transaction that keeps writers out, such as a restore. */
  verifyWithin(db: Queryable, companyId: PublicId<"company">, report?: Report): Promise<Verification>;
}

/** Reads for callers that need several figures from one state of the books, inside their own transaction. */
export const ledgerWithin = {
  /** Sums by category, as `LedgerService.sum` gives them. */
  sum: (db: Queryable, request: SumRequest): Promise<Sums> => sum(db, request),
  /** The sums of merchants' entries, one for each question; 0 if there are none. */
  async sumMerchants(
    db: Queryable,
    companyId: PublicId<"company">,
    questions: readonly MerchantQuestion[],
  ): Promise<MerchantSum[]> {
    const found = new Map(
      (await sumsStore.sumMerchants(db, companyId, questions)).map(({ question, net_debit_cents }) => [
        question,
        net_debit_cents,
      ]),
    );
    return questions.map((_, at) => ({ netDebitCents: found.get(at) ?? ZERO_CENTS }));
  },
  /** The merchants of categories in ranges of days, each question's by name, at most so many for each. */
  listMerchants: (
    db: Queryable,
    companyId: PublicId<"company">,
    questions: readonly MerchantsQuestion[],
    most: number,
  ) => entriesStore.listMerchantsOf(db, companyId, questions, most),
};

export interface LedgerNeeds {
  readonly db: Db;
  readonly askForRebuild: AskForRebuild;
  /** The checks of `verify` on the sources of postings. */
  readonly sources: readonly SourceCheck[];
  /** The statements that `verify` makes of each month. */
  readonly statements: readonly StatementCheck[];
}

export function ledgerService({ db, askForRebuild, ...checks }: LedgerNeeds): LedgerService {
  return {
    ...ledgerReads(db),
    ...ledgerUpkeep(db, askForRebuild),
    verify: (companyId, report) =>
      db.transaction((tx) => verifyBooks(tx, checks, companyId, report), { mode: "snapshot", long: true }),
    verifyWithin: (tx, companyId, report) => verifyBooks(tx, checks, companyId, report),
  };
}
