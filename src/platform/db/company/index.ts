/** Everything of one company: its archive, its move to another installation, and its erasure. */
import type { ReportProgress } from "../../../core/progress.ts";
import type { Tx } from "../db.ts";
import { isDistributed } from "../distribution.ts";
import { type Erasure, eraseCompany, type ErasureOptions } from "./erase.ts";
import { type CompanyMoves, companyMoves } from "./moves.ts";
import { MoveProblem } from "./problem.ts";
import { type ReceivedCompany, receiveArchive } from "./receive.ts";
import { type ArchiveNeeds, writeArchive, type WrittenArchive } from "./write.ts";

export type { Erasure, ErasureOptions } from "./erase.ts";
export { MoveProblem };
export type { ReceivedCompany } from "./receive.ts";
export type { WrittenArchive } from "./write.ts";

export interface WholeCompany extends CompanyMoves {
  /** Writes everything of a company to a new file. */
  writeArchive(companyId: string, path: string, report: ReportProgress): Promise<WrittenArchive>;
  /** Brings a company in from its archive, sealed until it is opened. */
  receive(path: string, report: ReportProgress): Promise<ReceivedCompany>;
  /** Erases a company and writes a certificate. */
  erase(companyId: string, options: ErasureOptions, report: ReportProgress): Promise<Erasure>;
}

interface Needs extends ArchiveNeeds {
  readonly randomText: (length: number) => string;
  /** Throws if the books of a company differ from their entries. */
  readonly check: (tx: Tx, companyId: string) => Promise<void>;
}

export function wholeCompany(needs: Needs): WholeCompany {
  const moves = companyMoves(needs);
  return {
    ...moves,
    writeArchive: (companyId, path, report) => writeArchive(needs, companyId, path, report),
    async leave(companyId, path, report) {
      await requireOneServer(needs);
      return moves.leave(companyId, path, report);
    },
    async receive(path, report) {
      await requireOneServer(needs);
      return receiveArchive(needs, path, report, needs.check);
    },
    async erase(companyId, options, report) {
      await requireOneServer(needs);
      return eraseCompany(needs, companyId, options, report);
    },
  };
}

/** Foreign keys and triggers can't be turned off on the servers of a distributed database. */
async function requireOneServer({ db }: Needs): Promise<void> {
  if (await isDistributed(db))
    throw new MoveProblem(
      "Companies of a database that is distributed over several servers can't move or be erased yet. Nothing was changed.",
    );
}
