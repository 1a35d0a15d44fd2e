/**
 * The parts of the application that commands use. The composition root's `App` satisfies this interface, so
 * the command line does not import the root.
 */
import type { FastifyInstance } from "fastify";
import type { Config } from "../../config/config.ts";
import type { CivilDate } from "../../core/civil-date.ts";
import type { Report } from "../../core/progress.ts";
import type { PublicId } from "../../core/public-id.ts";
import type { AccessService } from "../../modules/tenants/access/index.ts";
import type { ChartService } from "../../modules/books/chart/index.ts";
import type { CompanyService } from "../../modules/tenants/company/index.ts";
import type { FormsService } from "../../modules/filings/forms-1099/index.ts";
import type { IntegrationsService } from "../../modules/tenants/integrations/index.ts";
import type { SheetsService } from "../../modules/sheets/index.ts";
import type { SignInService } from "../../modules/tenants/sign-in/index.ts";
import type { TaxCreditsService } from "../../modules/filings/tax-credits/index.ts";
import type { TaxesService } from "../../modules/filings/taxes/index.ts";
import type { TransactionsService } from "../../modules/feed/transactions/index.ts";
import type { UploadsService } from "../../modules/feed/uploads/index.ts";
import type { AuditService } from "../../modules/tenants/audit/index.ts";
import type { UsageService } from "../../modules/tenants/usage/index.ts";
import type { Db } from "../../platform/db/index.ts";
import type { Faults } from "../../platform/faults/index.ts";
import type { Jobs } from "../../platform/jobs/index.ts";
import type { Log } from "../../platform/log/log.ts";
import type { Objects } from "../../platform/objects/index.ts";
import type { Clock } from "../../platform/time/clock.ts";
import type { Workbooks } from "../../platform/workbooks/index.ts";

export interface CommandServices {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly db: Db;
  readonly access: AccessService;
  readonly audit: AuditService;
  readonly company: CompanyService;
  readonly chart: Pick<ChartService, "listCategories">;
  readonly ledger: Upkeep;
  readonly usage: Pick<UsageService, "listMonths" | "listOverrides" | "override" | "readMonth">;
  readonly integrations: IntegrationsService;
  readonly taxes: Pick<
    TaxesService,
    "advance" | "audit" | "check" | "document" | "extend" | "hold" | "open" | "records"
  >;
  readonly taxCredits: Pick<
    TaxCreditsService,
    "answer" | "begin" | "decide" | "list" | "payroll" | "prepare"
  >;
  readonly forms: Omit<FormsService, "get" | "sweep" | "sweepLater">;
  readonly sheets: Omit<SheetsService, "search">;
  readonly transactions: Pick<TransactionsService, "proposeTransfers" | "transfer" | "undoTransfer">;
  readonly uploads: UploadsService;
  readonly workbooks: Pick<Workbooks, "read" | "write">;
  readonly signIn: Pick<SignInService, "makeLink">;
  readonly intake: Intake;
  checkFiles(companyId: PublicId<"company">): Promise<Verification["checks"]>;
  readonly jobs: Pick<Jobs, "count" | "listDead" | "pause" | "pausedSince" | "resume">;
  readonly faults: Pick<Faults, "drills">;
  readonly objects: Pick<Objects, "open">;
  /** Names of the migrations that ran when the application was opened. */
  readonly migrated: readonly string[];
  rest(options?: { readonly origin?: () => string; readonly docsUrl?: () => string }): FastifyInstance;
  /** Makes the HTTP application of health and metrics; its caller makes it listen and closes it. */
  health(): FastifyInstance;
  /**
   * Starts the background worker in this process; `origin` is where the server in it is reached, once that is
   * known.
   */
  work(options?: { readonly origin?: () => string }): Promise<Worker>;
  backup(path: string, report: Report, options?: { readonly files?: boolean }): Promise<WrittenBackup>;
  restore(path: string, report: Report): Promise<Restoration>;
  close(): Promise<void>;
}

/** A running background worker. */
export interface Worker {
  /** Takes no more work and waits for what is at hand. */
  stop(graceMs?: number): Promise<void>;
}

export interface Upkeep {
  verify(companyId: PublicId<"company">, report?: Report): Promise<Verification>;
  rebuild(companyId: PublicId<"company">): Promise<Rebuilt>;
  markStale(companyId: PublicId<"company">, months: readonly CivilDate[]): Promise<void>;
}

export interface Rebuilt {
  readonly rollups_repaired: number;
  readonly months_cleared: number;
}

export interface Verification {
  readonly company_id: string;
  readonly ok: boolean;
  readonly checks: readonly {
    readonly check: string;
    readonly ok: boolean;
    readonly difference: string | null;
  }[];
  readonly entries: number;
}

export interface Backup {
  readonly made: number;
  /** The number of stored files in it. */
  readonly files: number;
  /** The number of rows of each table in the file. */
  readonly rows: Readonly<Record<string, number>>;
}

/** A backup that was written. */
export interface WrittenBackup extends Backup {
  readonly file: string;
  /** Keys that records name and whose files were not there. */
  readonly missing: readonly string[];
}

export interface Restoration extends Backup {
  readonly companies: readonly Verification[];
}

export interface Intake {
  importBundle(source: AsyncIterable<Uint8Array>, report: Report): Promise<BundleImport>;
  importJournal(
    source: AsyncIterable<Uint8Array>,
    options: JournalOptions,
    report: Report,
  ): Promise<JournalImport>;
  /** The text of a company's bundle, in pieces. */
  exportBundle(companyId: PublicId<"company">): AsyncIterable<string>;
  seed(options: { readonly seed?: number; readonly entries?: number }, report: Report): Promise<Seeding>;
}

export interface BundleImport {
  readonly company_id: string;
  readonly counts: Readonly<
    Record<string, { readonly created: number; readonly updated: number; readonly unchanged: number }>
  >;
}

export interface JournalOptions {
  readonly format: "csv" | "ledger";
  readonly name: string;
  readonly owner_email?: string;
  readonly columns?: Readonly<Record<string, string>>;
  readonly cash?: readonly string[];
  readonly date_format?: string;
  readonly fiscal_year_start_month?: number;
}

export interface JournalImport extends Seeding {
  readonly categories: number;
  readonly notes: readonly string[];
}

export interface Seeding {
  readonly company_id: string;
  readonly api_key: string;
  readonly vouchers: number;
  readonly entries: number;
}

export interface OpenOptions {
  /** The command that opens it, for the sentence that refuses a second process. */
  readonly command: string;
  /** Control socket that this process will serve, when it will. */
  readonly socket?: string | null;
  /** The embedded database in memory. */
  readonly inMemory?: boolean;
}

/** Work was ended on request. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
}
