/**
 * The application as a value: what `openApp` of `src/app.ts` makes and the command line and tests use, and
 * the options by which it is opened.
 */
import type { OpenOptions } from "../interfaces/command/services.ts";
import type { FastifyInstance } from "fastify";
import type { Config } from "../config/config.ts";
import type { Bound } from "../contract/operation.ts";
import type { ReportProgress } from "../core/progress.ts";
import type { PublicId } from "@daybook/words/public-id";
import type { ConsoleServices } from "../interfaces/app/index.ts";
import type { OperatorCall } from "../interfaces/dispatch/operator.ts";
import type { ChartService } from "../modules/books/chart/index.ts";
import type { ExportsService } from "../modules/books/exports/index.ts";
import type { LedgerService, Verification } from "../modules/books/ledger/index.ts";
import type { BankingService } from "../modules/feed/banking/index.ts";
import type { ConnectionsService } from "../modules/feed/connections/index.ts";
import type { BillsService, InvoicesService } from "../modules/feed/invoices/index.ts";
import type { ReconciliationsService, TransactionsService } from "../modules/feed/transactions/index.ts";
import type { UploadsService } from "../modules/feed/uploads/index.ts";
import type { FilesService } from "../modules/filings/files/index.ts";
import type { FormsService } from "../modules/filings/forms-1099/index.ts";
import type { TaxCreditsService } from "../modules/filings/tax-credits/index.ts";
import type { TaxesService } from "../modules/filings/taxes/index.ts";
import type { IntakeService } from "../modules/intake/index.ts";
import type { SheetsService } from "../modules/sheets/index.ts";
import type { AccessService } from "../modules/tenants/access/index.ts";
import type { AuditService } from "../modules/tenants/audit/index.ts";
import type { CompanyService } from "../modules/tenants/company/index.ts";
import type { IntegrationsService } from "../modules/tenants/integrations/index.ts";
import type { RetriesService } from "../modules/tenants/retries/index.ts";
import type { SignInService } from "../modules/tenants/sign-in/index.ts";
import type { UsageService } from "../modules/tenants/usage/index.ts";
import type { Backup, Db, Restored, WholeCompany } from "../platform/db/index.ts";
import type { Faults } from "../platform/faults/index.ts";
import type { Jobs, Worker } from "../platform/jobs/index.ts";
import type { Log } from "../platform/log/log.ts";
import type { Mail } from "../platform/mail/index.ts";
import type { Objects } from "../platform/objects/index.ts";
import type { Ids, RandomText } from "../platform/random/random.ts";
import type { Renderer } from "../platform/render/index.ts";
import type { Clock } from "../platform/time/clock.ts";
import type { Workbooks } from "../platform/workbooks/index.ts";

/** A wired application. */
export interface App {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly db: Db;
  readonly ids: Ids;
  readonly access: AccessService;
  readonly audit: AuditService;
  readonly company: CompanyService;
  readonly chart: ChartService;
  readonly ledger: LedgerService;
  readonly usage: UsageService;
  readonly retries: RetriesService;
  readonly taxes: TaxesService;
  readonly taxCredits: TaxCreditsService;
  readonly integrations: IntegrationsService;
  readonly banking: BankingService;
  readonly invoices: InvoicesService;
  readonly bills: BillsService;
  readonly reconciliations: ReconciliationsService;
  readonly transactions: TransactionsService;
  readonly uploads: UploadsService;
  readonly connections: ConnectionsService;
  readonly signIn: SignInService;
  /** The services of the web console's pages. */
  readonly console: ConsoleServices;
  readonly intake: IntakeService;
  readonly jobs: Jobs;
  /**
   * Verifies the books of companies, each in one state of them; on the embedded database, beside a running
   * service in a copy. `signal` ends it.
   */
  verifyBooks(
    companies: readonly PublicId<"company">[],
    report?: ReportProgress,
    signal?: AbortSignal,
  ): Promise<readonly Verification[]>;
  /** Compares a company's stored files with the records that name them. */
  checkFiles(companyId: PublicId<"company">): Promise<Verification["checks"]>;
  readonly exports: ExportsService;
  readonly files: FilesService;
  readonly forms: FormsService;
  readonly sheets: SheetsService;
  readonly workbooks: Workbooks;
  readonly renderer: Renderer;
  /** Finished files, and the links by which they are fetched. */
  readonly objects: Objects;
  readonly faults: Faults;
  readonly operations: readonly Bound[];
  /** What only the web console calls. */
  readonly consoleOperations: readonly Bound[];
  /** Carries out an operation for the operator of this machine. */
  callOperation(call: OperatorCall): Promise<unknown>;
  /** What was done to the schema when this application was opened. */
  readonly migrated: Migrated;
  /**
   * Starts the background worker in this process. The caller stops the worker before it closes the
   * application.
   */
  work(options?: WorkOptions): Promise<Worker>;
  /** Makes the HTTP server. The caller makes it listen, and closes it before it closes the application. */
  rest(options?: RestOptions): FastifyInstance;
  /** Marks the process as stopping: it is no longer ready, and answers close their connections. */
  beginStop(): void;
  /**
   * Makes the HTTP server of health and metrics, for a separate port. The caller makes it listen, and closes
   * it before it closes the application.
   */
  health(): FastifyInstance;
  /** Writes the whole database to a new file, with the stored files unless `files` is false. */
  backup(path: string, report: ReportProgress, options?: { readonly files?: boolean }): Promise<Backup>;
  /**
   * Restores a backup into this database, which must be empty, and verifies the books of every company before
   * it commits. Differences are reported in the result and do not stop the restore.
   */
  restore(path: string, report: ReportProgress): Promise<Restoration>;
  /** Everything of one company: its archive, its move to another installation, and its erasure. */
  readonly wholeCompany: WholeCompany;
  close(): Promise<void>;
}

/** The result of a restore. */
export interface Restoration extends Omit<Restored<unknown>, "checkResult"> {
  readonly companies: readonly Verification[];
}

export interface WorkOptions {
  /**
   * Returns the origin of the HTTP server in this process, such as `http://127.0.0.1:4100`; "" until it
   * listens.
   */
  readonly origin?: () => string;
}

export interface RestOptions {
  /** Returns the origin of the HTTP server, such as `http://127.0.0.1:4100`; "" until it listens. */
  readonly origin?: () => string;
  /** Returns the address of the reference pages that the server serves. */
  readonly docsUrl?: () => string;
  /**
   * Called for each response that its operation card does not declare. If given, all responses are checked in
   * full.
   */
  readonly onUndeclared?: (problem: string) => void;
}

/** What an upgrade of the schema did. */
export interface Migrated {
  /** The names of the migrations that ran. */
  readonly ran: readonly string[];
  /** The backup that was made before they ran; null if none was. */
  readonly backup: string | null;
}

export interface AppOptions extends OpenOptions {
  /** Replaces the machine's clock, for tests. */
  readonly clock?: Clock;
  /** Replaces the machine's source of random text, so that generated documents are the same each time. */
  readonly randomText?: RandomText;
  /** Replaces the configured mail transport, for tests. */
  readonly mail?: Mail;
  /** Replaces the configured storage of files, for tests. */
  readonly objects?: Objects;
}
