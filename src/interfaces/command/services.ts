/**
 * The parts of the application that commands use. The composition root's `App` satisfies this interface, so
 * the command line does not import the root.
 */
import type { FastifyInstance } from "fastify";
import type { Config } from "../../config/config.ts";
import type { CompanyFor, Right } from "@daybook/words/areas";
import type { CivilDate } from "@daybook/words/civil-date";
import type { CashFlowRole } from "@daybook/words/ledger-words";
import type { ReportProgress } from "../../core/progress.ts";
import type { PublicId } from "@daybook/words/public-id";
import type { AccessService } from "../../modules/tenants/access/index.ts";
import type { ClosingService, ManualEntriesService } from "../../modules/books/ledger/index.ts";
import type { ChartService } from "../../modules/books/chart/index.ts";
import type { ExportsService } from "../../modules/books/exports/index.ts";
import type { CompanyService } from "../../modules/tenants/company/index.ts";
import type { FilesService } from "../../modules/filings/files/index.ts";
import type { FormsService } from "../../modules/filings/forms-1099/index.ts";
import type { IntegrationsService } from "../../modules/tenants/integrations/index.ts";
import type { IntakeService } from "../../modules/intake/index.ts";
import type { SheetsService } from "../../modules/sheets/index.ts";
import type { SignInService } from "../../modules/tenants/sign-in/index.ts";
import type { TaxCreditsService } from "../../modules/filings/tax-credits/index.ts";
import type { TaxesService } from "../../modules/filings/taxes/index.ts";
import type { ConnectionsService } from "../../modules/feed/connections/index.ts";
import type { SchedulesUpkeep, TransactionsService } from "../../modules/feed/transactions/index.ts";
import type { UploadsService } from "../../modules/feed/uploads/index.ts";
import type { AuditService } from "../../modules/tenants/audit/index.ts";
import type { UsageService } from "../../modules/tenants/usage/index.ts";
import type { BillsService, InvoicesService } from "../../modules/feed/invoices/index.ts";
import type { BankingService } from "../../modules/feed/banking/index.ts";
import type { JournalFormat } from "../../modules/intake/words.ts";
import type { Db, WholeCompany } from "../../platform/db/index.ts";
import type { Faults } from "../../platform/faults/index.ts";
import type { Jobs } from "../../platform/jobs/index.ts";
import type { Log } from "../../platform/log/log.ts";
import type { Objects } from "../../platform/objects/index.ts";
import type { Clock } from "../../platform/time/clock.ts";
import type { Workbooks } from "../../platform/workbooks/index.ts";

/** An operation that a command carries out, with texts of path and query and members of the body. */
export interface OperationCall {
  /** The operation's id. */
  readonly operation: string;
  readonly companyId: CompanyFor<Right>;
  readonly given: {
    readonly path: Readonly<Record<string, string>>;
    readonly query: Readonly<Record<string, string>>;
    readonly body: Readonly<Record<string, unknown>>;
  };
}

/** A wired application, as commands see it. */
export interface CommandServices {
  /**
   * Carries out an operation of the API or the console, for the operator of this machine. Returns its answer.
   * Throws its refusals.
   */
  callOperation(call: OperationCall): Promise<unknown>;
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly db: Db;
  readonly access: AccessService;
  readonly audit: AuditService;
  readonly company: CompanyService;
  readonly chart: Omit<ChartService, "listDepartments">;
  readonly ledger: LedgerUpkeep & ClosingService & ManualEntriesService;
  readonly usage: Pick<UsageService, "listMonths" | "listOverrides" | "override" | "readMonth">;
  readonly integrations: IntegrationsService;
  readonly taxes: Pick<
    TaxesService,
    "advance" | "audit" | "recordCheck" | "attachDocument" | "extend" | "setHold" | "open" | "records"
  >;
  readonly taxCredits: Pick<
    TaxCreditsService,
    "begin" | "decide" | "list" | "recordAnswers" | "recordPayroll" | "recordReturn"
  >;
  readonly forms: Omit<FormsService, "get" | "sweep" | "sweepLater">;
  readonly files: Pick<FilesService, "attachNew" | "listAttached">;
  readonly sheets: Omit<SheetsService, "search">;
  readonly exports: Pick<ExportsService, "makeFile" | "readTable" | "addNote" | "listNotes" | "removeNote">;
  readonly invoices: Omit<InvoicesService, "get" | "issue" | "match" | "unmatch">;
  readonly bills: Omit<BillsService, "get" | "issue" | "match" | "unmatch">;
  readonly banking: Pick<BankingService, "listAllAccounts" | "createAccount">;
  readonly transactions: Pick<
    TransactionsService,
    | "answerTwins"
    | "listTwinLines"
    | "proposeTransfers"
    | "rebuildDigest"
    | "reconcile"
    | "transfer"
    | "undoTransfer"
  > &
    SchedulesUpkeep;
  readonly uploads: UploadsService;
  readonly connections: Omit<ConnectionsService, "pullWhenDue" | "pullLater">;
  readonly workbooks: Pick<Workbooks, "read" | "write">;
  readonly signIn: Pick<SignInService, "hasPassword" | "isOutsider" | "makeFirstVisit" | "makeLink">;
  readonly intake: Intake;
  /** Compares the books of companies with their journal entries. `signal` ends it. */
  verifyBooks(
    companies: readonly PublicId<"company">[],
    report?: ReportProgress,
    signal?: AbortSignal,
  ): Promise<readonly Verification[]>;
  /** Compares a company's stored files with the records that name them. */
  checkFiles(companyId: PublicId<"company">): Promise<Verification["checks"]>;
  readonly jobs: Pick<
    Jobs,
    "count" | "forgetDead" | "listDead" | "pause" | "pausedSince" | "resume" | "retryDead"
  >;
  /**
   * Faults are failures on request, with which an operator tries how the service recovers: the commands
   * `fault` make a named step fail, hang or kill its process. `drills` is null unless DAYBOOK_DRILLS=1 allows
   * them.
   */
  readonly faults: Pick<Faults, "drills">;
  /** The storage of files. `open` throws if no file can be stored. */
  readonly objects: Pick<Objects, "open">;
  /** What was done to the schema when the application was opened, and the backup that was made before. */
  readonly migrated: { readonly ran: readonly string[]; readonly backup: string | null };
  /**
   * Makes the HTTP server of the API, the reference pages and the web console. The caller makes it listen,
   * and closes it before it closes the application. `origin` returns the server's origin, such as
   * `http://127.0.0.1:4100`, or "" until it listens; `docsUrl` returns the address of its reference pages.
   */
  rest(options?: { readonly origin?: () => string; readonly docsUrl?: () => string }): FastifyInstance;
  /** Says that the process is about to stop. */
  beginStop(): void;
  /** Makes the HTTP server of health and metrics. The caller makes it listen, and closes it. */
  health(): FastifyInstance;
  /**
   * Starts the background worker in this process. `origin` returns the origin of the HTTP server in the same
   * process, or "" until it listens; links in mail begin with it if PUBLIC_URL is not set.
   */
  work(options?: { readonly origin?: () => string }): Promise<Worker>;
  /** Writes the whole database to a new file, with the stored files unless `files` is false. */
  backup(
    path: string,
    report: ReportProgress,
    options?: { readonly files?: boolean },
  ): Promise<WrittenBackup>;
  /** Restores a backup into this database, which must be empty, and verifies the books of every company. */
  restore(path: string, report: ReportProgress): Promise<Restoration>;
  /** Everything of one company: its archive, its move to another installation, and its erasure. */
  readonly wholeCompany: WholeCompany;
  close(): Promise<void>;
}

/** A running background worker. */
export interface Worker {
  /**
   * Starts no more jobs, and waits for the running ones, at most `graceMs` milliseconds. Another worker takes
   * up jobs that have not ended by then.
   */
  stop(graceMs?: number): Promise<void>;
}

/**
 * Maintenance of rollups, the stored sums of one category's entries in one month or year. The rollups of a
 * stale month are not used: reports read its entries instead.
 */
export interface LedgerUpkeep {
  /** Recomputes all rollups of a company from its journal entries and removes the stale marks. */
  rebuild(companyId: PublicId<"company">): Promise<RebuildResult>;
  /** Marks months as stale. */
  markStale(companyId: PublicId<"company">, months: readonly CivilDate[]): Promise<void>;
}

export interface RebuildResult {
  /** The number of rollups that differed from the sum of their entries. */
  readonly rollups_repaired: number;
  /** The number of months whose stale mark was removed. */
  readonly months_cleared: number;
}

/** The result of verifying a company's books. */
export interface Verification {
  readonly company_id: string;
  /** True if every check found no difference. */
  readonly ok: boolean;
  readonly checks: readonly {
    /** The name of the check. */
    readonly check: string;
    readonly ok: boolean;
    /** A sentence about the first difference; null if there is none. */
    readonly difference: string | null;
  }[];
  /** Sentences about what may be wrong although every check found no difference. */
  readonly warnings: readonly string[];
  /** The number of journal entries. */
  readonly entries: number;
}

/** The content of a backup file. */
export interface Backup {
  /** When the backup was made, in Unix seconds of the service's clock. */
  readonly made: number;
  /** The number of stored files in it. */
  readonly files: number;
  /** The number of rows of each table in the file. */
  readonly rows: Readonly<Record<string, number>>;
}

/** The result of writing a backup. */
export interface WrittenBackup extends Backup {
  /** The path of the backup. */
  readonly file: string;
  /** Storage keys of files that records name but the storage does not have. The backup lacks these files. */
  readonly missing: readonly string[];
}

/** The result of a restore: the content of the backup, and the verification of each company. */
export interface Restoration extends Backup {
  readonly companies: readonly Verification[];
}

/** Creation of companies and their books from files or from made-up data, and export of books. */
export interface Intake {
  /** Imports a bundle (a company's records in one JSON file), completely or not at all. */
  importBundle(source: AsyncIterable<Uint8Array>, report: ReportProgress): Promise<BundleImport>;
  /** Imports books of another program, as a new company or into an existing one, completely or not at all. */
  importJournal: IntakeService["importJournal"];
  /** Reads books as `importJournal` does, without storing anything. */
  planJournal: IntakeService["planJournal"];
  /** Reads a file of open items of another program, without storing anything. */
  readOpenItems: IntakeService["readOpenItems"];
  /** Lists the latest imports of books. */
  listImports: IntakeService["listImports"];
  /** Takes an import of books back whole, or only shows what would go. */
  takeBackImport: IntakeService["takeBackImport"];
  /** Creates a company with a chart, an owner and no journal entries. */
  createCompany: IntakeService["createCompany"];
  /** Returns the JSON text of a company's bundle, in pieces. */
  exportBundle(companyId: PublicId<"company">): AsyncIterable<string>;
  /** Writes a company's whole journal in a format of other programs, as pieces of one or several files. */
  exportJournal(companyId: PublicId<"company">, format: JournalFormat): JournalExport;
  /** Creates a sample company. `seed` determines its random books, `entries` their approximate size. */
  seed(
    options: { readonly seed?: number; readonly entries?: number },
    report: ReportProgress,
  ): Promise<CreatedCompany>;
  /** Begins the sample company, for a template; returns the last day of its books. */
  beginSample: IntakeService["beginSample"];
  /** Brings a sample company of a template up to today. Returns null if it is finished already, or gone. */
  finishSample(until: CivilDate, report: ReportProgress): Promise<CreatedCompany | null>;
}

/** Options of `import journal`. */
export interface ImportAgain {
  readonly cash: readonly string[];
  readonly cash_flow: readonly (readonly [account: string, role: CashFlowRole])[];
  readonly fiscal_year_start_month: number;
}

export interface JournalExport {
  readonly pieces: AsyncIterable<{ readonly file: string; readonly text: string }>;
  /** Returns the counts, after the last piece was read. */
  written(): {
    readonly vouchers: number;
    readonly entries: number;
    /** Sentences on what was written otherwise than it is in the books. */
    readonly notes: readonly string[];
    /** What an import of the file needs to make the same books; null if the format can't be imported. */
    readonly again: ImportAgain | null;
  };
}

export interface BundleImport {
  readonly company_id: string;
  /** The number of records, by the bundle's sections. */
  readonly counts: Readonly<
    Record<string, { readonly created: number; readonly updated: number; readonly unchanged: number }>
  >;
}

/** A new company with books: the sample company, or the company of an imported journal. */
export interface CreatedCompany {
  readonly company_id: string;
  /** The text of an API key of its owner. Only its hash is stored, so this is the only chance to show it. */
  readonly api_key: string;
  /** The number of vouchers, the balanced sets of journal entries. */
  readonly vouchers: number;
  /** The number of journal entries, the lines of the vouchers. */
  readonly entries: number;
}

export interface OpenOptions {
  /**
   * The name of the command that opens the application. A second process that wants the same data folder
   * names it in its error.
   */
  readonly command: string;
  /**
   * Path of the control socket on which this process will accept commands of other processes; null for none.
   */
  readonly socket?: string | null;
  /** True keeps the embedded database in memory. */
  readonly inMemory?: boolean;
  /** True begins a new folder with the sample company, if there is a template with it. */
  readonly sample?: boolean;
  /** Called with the tar file of a database in memory when that has been closed. */
  readonly onPacked?: (tar: Blob) => Promise<void>;
  /** True upgrades a database of an older version, which is refused otherwise. */
  readonly migrates?: boolean;
}

/** Thrown when the user stopped the work, by a signal for example. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
}
