/** The ledger's use cases put together: its reads, and what keeps it whole. */
import type { Report } from "../../../core/progress.ts";
import type { PublicId } from "../../../core/public-id.ts";
import type { Db, Queryable } from "../../../platform/db/index.ts";
import { ledgerReads, type LedgerReads } from "./reads.ts";
import { type AskForRebuild, ledgerUpkeep, type LedgerUpkeep } from "./upkeep.ts";
import { type SourceCheck, type StatementCheck, type Verification, verifyBooks } from "./verify.ts";

export interface LedgerService extends LedgerReads, LedgerUpkeep {
  /** Computes everything once more from the entries, in one state of the books. Changes nothing. */
  verify(companyId: PublicId<"company">, report?: Report): Promise<Verification>;
  /** The same inside a transaction that keeps writers out, such as a restore. */
  verifyWithin(db: Queryable, companyId: PublicId<"company">, report?: Report): Promise<Verification>;
}

export interface LedgerNeeds {
  readonly db: Db;
  readonly askForRebuild: AskForRebuild;
  /** What `verify` checks of what posts. */
  readonly sources: readonly SourceCheck[];
  /** The statements that `verify` makes of each month. */
  readonly statements: readonly StatementCheck[];
}

export function ledgerService({ db, askForRebuild, ...checks }: LedgerNeeds): LedgerService {
  return {
    ...ledgerReads(db),
    ...ledgerUpkeep(db, askForRebuild),
    verify: (companyId, report) => db.transaction((tx) => verifyBooks(tx, checks, companyId, report), { mode: "snapshot", long: true }),
    verifyWithin: (tx, companyId, report) => verifyBooks(tx, checks, companyId, report),
  };
}
