/** Everything of one company: its archive, its move to another installation, and its erasure. */
import type { ReportProgress } from "../../../core/progress.ts";
import type { Tx } from "../db.ts";
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
    receive: (path, report) => receiveArchive(needs, path, report, needs.check),
    erase: (companyId, options, report) => eraseCompany(needs, companyId, options, report),
  };
}
