/**
 * The composition root: opens the database, makes the adapters to the outside and the modules' services, and
 * wires them into an application. The only file that knows every adapter. An application serves requests,
 * runs commands, or both; it owns the database until it is closed.
 */
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { type Config, ConfigProblem } from "./config/config.ts";
import { API_ROOT, bind, type Bound, bindForUser } from "./contract/operation.ts";
import { LIMITS } from "./core/limits.ts";
import type { ReportProgress } from "./core/progress.ts";
import { DOCS_ROOT } from "./interfaces/docs/index.ts";
import { type Check, healthServer, type Readiness, readinessOf } from "./interfaces/health/index.ts";
import {
  type ConsoleServices,
  joinAddress,
  passwordAddress,
  sheetAddress,
  welcomeAddress,
} from "./interfaces/app/index.ts";
import { Turns } from "./interfaces/dispatch/turns.ts";
import { restServer } from "./interfaces/rest/server.ts";
import {
  accessConsoleContract,
  accessConsoleHandlers,
  type AccessService,
  accessService,
} from "./modules/tenants/access/index.ts";
import {
  auditConsoleContract,
  auditConsoleHandlers,
  type AuditService,
  auditService,
} from "./modules/tenants/audit/index.ts";
import {
  bankingConsoleContract,
  bankingConsoleHandlers,
  bankingContract,
  bankingHandlers,
  type BankingService,
  bankingService,
  findChartWarnings,
  listCategoryUses,
} from "./modules/feed/banking/index.ts";
import {
  connectionsConsoleContract,
  connectionsConsoleHandlers,
  connectionsJobs,
  type ConnectionsService,
  connectionsService,
  connectorsOf,
  PULL,
} from "./modules/feed/connections/index.ts";
import {
  chartConsoleContract,
  chartConsoleHandlers,
  chartContract,
  chartHandlers,
  type ChartService,
  chartService,
} from "./modules/books/chart/index.ts";
import {
  companyConsoleContract,
  companyConsoleHandlers,
  companyContract,
  companyHandlers,
  type CompanyService,
  companyService,
  companyStore,
  lockCompany,
} from "./modules/tenants/company/index.ts";
import {
  EXPORT_FILES,
  exportsConsoleContract,
  exportsConsoleHandlers,
  exportsContract,
  exportsHandlers,
  exportsJobs,
  type ExportsService,
  exportsService,
  GENERATE,
  SWEEP,
} from "./modules/books/exports/index.ts";
import {
  checkStoredFiles,
  filesContract,
  filesHandlers,
  filesJobs,
  type FilesService,
  filesService,
  SWEEP_FILE,
  UPLOADED_FILES,
} from "./modules/filings/files/index.ts";
import {
  FORM_CHANGES,
  FORM_FILES,
  FORMS_CHECK,
  formsContract,
  formsHandlers,
  formsJobs,
  type FormsService,
  formsService,
  SWEEP_FORMS,
} from "./modules/filings/forms-1099/index.ts";
import {
  integrationsContract,
  integrationsHandlers,
  type IntegrationsService,
  integrationsService,
} from "./modules/tenants/integrations/index.ts";
import {
  endFees,
  findClaims,
  INVOICE_CHANGES,
  INVOICE_CHECKS,
  invoicesConsoleContract,
  invoicesConsoleHandlers,
  invoicesContract,
  invoicesHandlers,
  type InvoicesService,
  invoicesService,
} from "./modules/feed/invoices/index.ts";
import {
  firstVisitService,
  intakeConsoleContract,
  intakeConsoleHandlers,
  type IntakeService,
  intakeService,
} from "./modules/intake/index.ts";
import {
  changesCheck,
  ledgerConsoleContract,
  ledgerConsoleHandlers,
  ledgerContract,
  ledgerHandlers,
  ledgerJobs,
  type LedgerService,
  ledgerService,
  MANUAL_ENTRIES_CHECK,
  REBUILD_STALE,
  type Verification,
  vouchersStore,
} from "./modules/books/ledger/index.ts";
import {
  reportsConsoleContract,
  reportsConsoleHandlers,
  reportsContract,
  reportsHandlers,
  type ReportsService,
  reportsService,
  STATEMENT_CHECKS,
} from "./modules/books/reports/index.ts";
import {
  schedulesContract,
  schedulesHandlers,
  schedulesService,
  SPREADS_CHECK,
} from "./modules/books/schedules/index.ts";
import {
  rulesConsoleContract,
  rulesConsoleHandlers,
  RULE_CHANGES,
  rulesContract,
  rulesHandlers,
  rulesService,
  rulesStore,
  loadSuggest,
} from "./modules/feed/rules/index.ts";
import {
  booksReader,
  sheetsConsoleContract,
  sheetsConsoleHandlers,
  sheetsContract,
  sheetsHandlers,
  type SheetsService,
  sheetsService,
  workbookReader,
} from "./modules/sheets/index.ts";
import {
  MAIL_LINK,
  sessionContract,
  sessionHandlers,
  signInJobs,
  type SignInService,
  signInService,
} from "./modules/tenants/sign-in/index.ts";
import {
  MAIL_INVITATION,
  teamConsoleContract,
  teamConsoleHandlers,
  teamContract,
  teamHandlers,
  teamJobs,
  teamService,
} from "./modules/tenants/team/index.ts";
import {
  beginWriting,
  schedulesConsoleContract,
  schedulesConsoleHandlers,
  transactionsConsoleContract,
  transactionsConsoleHandlers,
  FEED_CHECKS,
  feedAges,
  RUN_JOB,
  TRANSACTION_CHANGES,
  transactionsContract,
  transactionsHandlers,
  transactionsJobs,
  type TransactionsService,
  transactionsService,
} from "./modules/feed/transactions/index.ts";
import {
  uploadsConsoleContract,
  uploadsConsoleHandlers,
  uploadsContract,
  uploadsHandlers,
  type UploadsService,
  uploadsService,
} from "./modules/feed/uploads/index.ts";
import {
  CREDIT_CHANGES,
  taxCreditsContract,
  taxCreditsHandlers,
  type TaxCreditsService,
  taxCreditsService,
} from "./modules/filings/tax-credits/index.ts";
import {
  TAX_CHANGES,
  TAX_FILES,
  taxesContract,
  taxesHandlers,
  type TaxesService,
  taxesService,
} from "./modules/filings/taxes/index.ts";
import { type RetriesService, retriesService } from "./modules/tenants/retries/index.ts";
import {
  usageConsoleContract,
  usageConsoleHandlers,
  type UsageService,
  usageService,
} from "./modules/tenants/usage/index.ts";
import { type Counters, memoryCounters, redisCounters, redisProblem } from "./platform/counters/index.ts";
import {
  type Backup,
  type Db,
  type Holder,
  isMigrated,
  migrate,
  MoveProblem,
  openEmbedded,
  openServer,
  pingProblem,
  poolFigures,
  replicaFigures,
  restoreBackup,
  type Restored,
  type WholeCompany,
  wholeCompany,
  writeBackup,
} from "./platform/db/index.ts";
import { drillFaults, type Faults, noFaults } from "./platform/faults/index.ts";
import { openCalculator } from "./platform/formula/index.ts";
import { jobFigures, type Jobs, openJobs, openWorker, type Worker } from "./platform/jobs/index.ts";
import { countProcessors } from "./platform/machine/processors.ts";
import { type Metrics, openMetrics } from "./platform/metrics/index.ts";
import { folderMail, type Mail, smtpMail } from "./platform/mail/index.ts";
import { findStorageProblem, type Objects, storageOf } from "./platform/objects/index.ts";
import { openPdfReader } from "./platform/pdf/index.ts";
import { argonPasswords } from "./platform/passwords/passwords.ts";
import { openSealer } from "./platform/secrets/index.ts";
import type { PublicId } from "./core/public-id.ts";
import { type Log, openLog } from "./platform/log/log.ts";
import { originAt } from "./platform/machine/address.ts";
import { openConsoleFiles } from "./platform/machine/console-files.ts";
import { readDocuments } from "./platform/machine/documents.ts";
import { openRenderer, type Renderer } from "./platform/render/index.ts";
import { pause } from "./platform/time/timer.ts";
import { type Ids, type RandomText, randomText, systemIds } from "./platform/random/random.ts";
import { type Clock, systemClock } from "./platform/time/clock.ts";
import { atMostEvery } from "./platform/time/reuse.ts";
import { paced } from "./platform/time/turn.ts";
import { openWeb } from "./platform/web/index.ts";
import { openWorkbooks, type Workbooks } from "./platform/workbooks/index.ts";

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
  readonly transactions: TransactionsService;
  readonly uploads: UploadsService;
  readonly connections: ConnectionsService;
  readonly signIn: SignInService;
  /** The services of the web console's pages. */
  readonly console: ConsoleServices;
  readonly intake: IntakeService;
  readonly jobs: Jobs;
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
  /** Names of the migrations that ran when this application was opened. */
  readonly migrated: readonly string[];
  /**
   * Starts the background worker in this process. The caller stops the worker before it closes the
   * application.
   */
  work(options?: WorkOptions): Promise<Worker>;
  /** Makes the HTTP server. The caller makes it listen, and closes it before it closes the application. */
  rest(options?: RestOptions): FastifyInstance;
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

export interface AppOptions {
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
  /** Replaces the machine's clock, for tests. */
  readonly clock?: Clock;
  /** Replaces the machine's source of random text, so that generated documents are the same each time. */
  readonly randomText?: RandomText;
  /** Replaces the configured mail transport, for tests. */
  readonly mail?: Mail;
  /** Replaces the configured storage of files, for tests. */
  readonly objects?: Objects;
}

/** The shortest time between two checks of the storage, each of which writes and deletes a small file. */
const STORAGE_CHECK_MS = 15_000;

/** Makes the readiness checks of a process. Their results contain no details of the installation. */
function checksOf(config: Config, clock: Clock, db: Db, objects: Objects): Readonly<Record<string, Check>> {
  const { redisUrl } = config;
  return {
    database: async () => {
      const because = await pingProblem(db);
      return because === null ? null : `The database can't be used: ${because}.`;
    },
    migrations: async () => ((await isMigrated(db)) ? null : "Migrations of this version have not run yet."),
    storage: atMostEvery(STORAGE_CHECK_MS, clock.elapsedMs, async () => {
      const problem = await findStorageProblem(objects);
      if (problem !== null) throw new Error(problem);
      return null;
    }),
    ...(redisUrl === null
      ? {}
      : {
          redis: async () =>
            (await redisProblem(redisUrl)) === null
              ? null
              : "Redis can't be used; bursts are counted by process.",
        }),
  };
}

/** Makes the function that runs the readiness checks. Details of failed checks are only logged. */
function readyOf(config: Config, clock: Clock, db: Db, objects: Objects, log: Log): () => Promise<Readiness> {
  return readinessOf(checksOf(config, clock, db, objects), clock.elapsedMs, (check, error) =>
    log.warn({ check, error: error instanceof Error ? error.message : String(error) }, "not ready to serve"),
  );
}

/** Faults are failures on request, with which operators and tests try recovery (drills); off by default. */
function faultsOf({ drills }: Config, db: Db): Faults {
  if (!drills) return noFaults;
  return drillFaults(db, {
    crash: () => process.kill(process.pid, "SIGKILL"),
    stall: () => pause(STALL_MS),
    pause,
  });
}

function metricsOf({ now, elapsedMs }: Clock, db: Db, jobs: Jobs): Metrics {
  const metrics = openMetrics(elapsedMs);
  const feeds = { ...feedAges, read: () => feedAges.read(db, now()) };
  for (const gauges of [poolFigures(db), jobFigures(jobs, now), feeds]) metrics.addGauges(gauges);
  if (db.replicas !== null) metrics.addGauges(replicaFigures(db));
  return metrics;
}

/** Descriptions of the tables whose rows name stored files. */
const STORED_FILES = [EXPORT_FILES, UPLOADED_FILES, TAX_FILES, FORM_FILES];

/**
 * Descriptions of the modules' tables that carry change times, for the check that no change time is in the
 * future.
 */
const CHANGES = [
  TRANSACTION_CHANGES,
  RULE_CHANGES,
  INVOICE_CHANGES,
  TAX_CHANGES,
  CREDIT_CHANGES,
  FORM_CHANGES,
];

/**
 * The pause after which `verify` looks again at stored files without a row. It is longer than a stored file
 * outlives its deleted row.
 */
const SETTLE_MS = 2_000;

/** How long a step hangs on which a drill sets the fault `stall`. Longer than any step of a job may take. */
const STALL_MS = 600_000;

/** What the ledger needs of other modules: what `verify` checks beside it, and how its entries are written. */
function needsOfBooks(ids: Ids, now: Clock["now"]) {
  return {
    ids,
    lockCompany,
    sources: [
      MANUAL_ENTRIES_CHECK,
      ...FEED_CHECKS,
      SPREADS_CHECK,
      ...INVOICE_CHECKS,
      FORMS_CHECK,
      changesCheck(now, CHANGES),
    ],
    statements: STATEMENT_CHECKS,
    findWarnings: findChartWarnings,
  };
}

function ledgerOf(db: Db, ids: Ids, now: Clock["now"], jobs: Jobs): LedgerService {
  return ledgerService({
    db,
    ...needsOfBooks(ids, now),
    askForRebuild: (tx, companyId) =>
      jobs.send(tx, REBUILD_STALE, { company_id: companyId }, { subject: companyId, companyId }),
  });
}

/** Makes the service of the chart, which other modules tell what depends on a category. */
function chartOf(db: Db, ids: Ids, now: Clock["now"]): ChartService {
  return chartService({
    db,
    ids,
    now,
    lockCompany,
    findEntryDays: (...args) => vouchersStore.findEntryDays(...args),
    listUses: listCategoryUses,
    findDepartmentDays: (...args) => vouchersStore.findDepartmentDays(...args),
    listRulesAssigning: (...args) => rulesStore.listAssigning(...args),
  });
}

function transactionsOf(db: Db, ids: Ids, now: Clock["now"], jobs: Jobs): TransactionsService {
  return transactionsService({
    db,
    ids,
    now,
    loadSuggest,
    findClaims,
    endFees,
    askForWork: (tx, company_id, job_id) =>
      jobs.send(tx, RUN_JOB, { company_id, job_id }, { subject: job_id, companyId: company_id }),
  });
}

function connectionsOf(
  config: Config,
  {
    db,
    ids,
    log,
    now,
    jobs,
    transactions,
  }: Pick<App, "db" | "ids" | "log" | "jobs" | "transactions"> & Pick<Clock, "now">,
): ConnectionsService {
  return connectionsService({
    db,
    ids,
    log,
    now,
    transactions,
    sealer: config.connectionKey === null ? null : openSealer(config.connectionKey),
    connectors: connectorsOf(
      openWeb({
        timeoutMs: LIMITS.vendor_answer_s.value * 1_000,
        mostBytes: LIMITS.vendor_answer_bytes.value,
      }),
      config,
    ),
    askForPull: (tx, company_id, connection_id, runAt) =>
      jobs.send(
        tx,
        PULL,
        { company_id, connection_id },
        { subject: connection_id, companyId: company_id, runAt },
      ),
  });
}

/** Opens the database, runs pending migrations and wires the application. */
export async function openApp(config: Config, options: AppOptions): Promise<App> {
  const log = openLog(config.logLevel);
  const clock =
    options.clock ??
    systemClock(config.clockFile, (problem) => log.warn({ problem }, "the clock stays as it was"));
  const db = await openDatabase(config, options, clock, log);
  try {
    return wire(config, clock, log, db, await migrate(db), openCounters(config, clock, log), options);
  } catch (error) {
    await db.close();
    throw error;
  }
}

async function openDatabase(config: Config, options: AppOptions, clock: Clock, log: Log): Promise<Db> {
  const now = () => clock.now();
  if (config.databaseUrl !== null) {
    return openServer({
      url: config.databaseUrl,
      connections: config.databaseConnections,
      now,
      replicas: config.databaseReplicas ?? [],
      onReplicaChange: (replica, problem) =>
        problem === null
          ? log.warn({ replica }, "the replica answers reads again")
          : log.warn({ replica, problem }, "the primary answers in place of a replica"),
      onIdleError: (error) => log.warn({ error: error.message }, "an idle database connection broke"),
    });
  }
  const holder: Holder = {
    pid: process.pid,
    command: options.command,
    since: new Date(clock.now() * 1000).toISOString(),
    socket: options.socket ?? null,
  };
  return openEmbedded({
    home: options.inMemory ? null : config.home,
    holder,
    now,
    reserveBytes: config.diskReserveMb * 1_000_000,
    isWatched: holder.socket !== null,
    // A command ends before its memory matters, and reads or writes much.
    isUnoptimized: holder.socket !== null && !config.embeddedOptimize,
    hasSmallBuffers: !config.embeddedOptimize,
  });
}

function openCounters({ redisUrl }: Config, { elapsedMs }: Clock, log: Log): Counters {
  if (redisUrl === null) return memoryCounters();
  return redisCounters({
    url: redisUrl,
    elapsedMs,
    warn: (problem) => log.warn({ problem }, "Redis is away, so this process counts bursts by itself"),
  });
}

function openMail(config: Config, now: Clock["now"], random: RandomText): Mail {
  const from = config.mailFrom ?? "Daybook <daybook@localhost>";
  if (config.smtpUrl !== null) return smtpMail({ url: config.smtpUrl, from });
  return folderMail({
    folder: config.mailFolder ?? join(config.home, "mail"),
    from,
    now,
    randomText: random,
  });
}

function wire(
  config: Config,
  clock: Clock,
  log: Log,
  db: Db,
  migrated: readonly string[],
  counters: Counters,
  options: AppOptions,
): App {
  const { randomText: random = randomText } = options;
  const { now } = clock;
  const ids = systemIds(now, random);
  const access = accessService({ db, ids, now, randomText: random });
  const company = companyService({ db, now });
  const chart = chartOf(db, ids, now);
  const jobs = openJobs(db, random);
  const metrics = metricsOf(clock, db, jobs);
  const ledger = ledgerOf(db, ids, now, jobs);
  const reports = reportsService({ ledger, paced });
  const usage = usageService({ db, counters });
  const retries = retriesService({ db });
  const faults = faultsOf(config, db);
  const integrations = integrationsService({ db, now });
  const transactions = transactionsOf(db, ids, now, jobs);
  const banking = bankingService({ db, ids, beginWriting });
  const invoices = invoicesService({ db, ids });
  const uploads = uploadsService({ db, ids, paced, transactions });
  const connections = connectionsOf(config, { db, ids, log, now, jobs, transactions });
  const mail = options.mail ?? openMail(config, now, random);
  // The origin of links without PUBLIC_URL. `work` and `rest` replace this function, because with port 0 the
  // server's port is known only once it listens.
  let servedOrigin = (): string => "";
  const publicUrl = (): string => config.publicUrl ?? (servedOrigin() || originAt(config.host, config.port));
  const objects = options.objects ?? storageOf(config).open(publicUrl);
  const ready = readyOf(config, clock, db, objects, log);
  const signIn = signInOf(config, { db, now, random, mail, jobs, publicUrl });
  const team = teamService({
    db,
    ids,
    now,
    randomText: random,
    signIn,
    mail,
    queueMail: (tx, company_id, invitation_id) =>
      jobs.send(
        tx,
        MAIL_INVITATION,
        { company_id, invitation_id },
        { subject: invitation_id, companyId: company_id },
      ),
    linkAddress: (token) => joinAddress(publicUrl(), token),
  });
  const renderer = openRenderer();
  const pdfs = openPdfReader();
  const workbooks = openWorkbooks();
  const exports = exportsService({
    db,
    ids,
    clock,
    randomText: random,
    reports,
    ledger,
    renderer,
    objects,
    faults,
    askForGeneration: (tx, company_id, export_id) =>
      jobs.send(tx, GENERATE, { company_id, export_id }, { subject: export_id, companyId: company_id }),
    askForSweep: (tx, company_id, export_id, runAt) =>
      jobs.send(tx, SWEEP, { company_id, export_id }, { subject: export_id, runAt }),
    address: (exportId) => `${publicUrl()}${API_ROOT}/reports/exports/${exportId}`,
  });
  const files = filesService({
    db,
    ids,
    now,
    randomText: random,
    objects,
    pdfs,
    askForSweep: (tx, company_id, file_id, runAt) =>
      jobs.send(tx, SWEEP_FILE, { company_id, file_id }, { subject: file_id, runAt }),
  });
  const taxCredits = taxCreditsService({ db, ids });
  const onIncomeFiled: TaxCreditsService["onIncomeFiled"] = (...args) => taxCredits.onIncomeFiled(...args);
  const taxes = taxesService({ db, ids, files, faults, onIncomeFiled });
  const forms = formsService({
    db,
    ids,
    clock,
    objects,
    askForSweep: (tx, company_id, runAt) =>
      jobs.send(tx, SWEEP_FORMS, { company_id }, { subject: company_id, runAt }),
  });
  const calculator = openCalculator({ onEnd: metrics.countCalculation });
  const sheets = sheetsService({
    db,
    ids,
    calculator,
    books: booksReader(db),
    faults,
    address: (companyId, id) => sheetAddress(publicUrl(), companyId, id),
  });
  const services = {
    company,
    chart,
    ledger,
    reports,
    exports,
    integrations,
    banking,
    transactions,
    rules: rulesService({ db, ids, transactions }),
    invoices,
    uploads,
    files,
    schedules: schedulesService({ db }),
    forms,
    team,
    taxes,
    taxCredits,
    sheets,
  };
  const consoleParts = consoleOf(
    { ...services, access, connections, signIn, usage, publicUrl: config.publicUrl },
    { db, ids, now, randomText: random, workbooks },
  );
  const operations = operationsOf(services);
  refuseUnknownOperations(config.earlyAccess, operations);
  return {
    config,
    clock,
    log,
    db,
    ids,
    access,
    usage,
    retries,
    connections,
    ...services,
    ...consoleParts,
    jobs,
    checkFiles: (companyId) => checkFilesOf({ db, objects }, companyId),
    workbooks,
    renderer,
    objects,
    faults,
    operations,
    migrated,
    async work({ origin } = {}) {
      if (origin !== undefined) servedOrigin = origin;
      return openWorker({
        db,
        handlers: [
          ...ledgerJobs(ledger),
          ...signInJobs(signIn),
          ...teamJobs(team),
          ...transactionsJobs(transactions),
          ...connectionsJobs(connections),
          ...exportsJobs(exports),
          ...filesJobs(files),
          ...formsJobs(forms),
        ],
        isOnlyWorker: db.engine === "embedded",
        now,
        randomText: random,
        log,
        onAttempt: metrics.countAttempt,
      });
    },
    health: () => healthServer({ ready, metrics }),
    rest({ origin, docsUrl, onUndeclared } = {}) {
      if (origin !== undefined) servedOrigin = origin;
      return restServer({
        ...consoleParts,
        operations,
        usage,
        retries,
        answered: metrics.countAnswer,
        health: { ready, metrics: config.metricsPort === null ? metrics : null },
        turns: new Turns(clock.elapsedMs, { processors: db.engine === "embedded" ? 1 : countProcessors() }),
        clock,
        random: randomText,
        log,
        ...(config.trustProxy === null ? {} : { trustProxy: config.trustProxy }),
        stagingDomain: config.stagingDomain,
        earlyAccess: config.earlyAccess,
        docsUrl: () => config.docsUrl ?? docsUrl?.() ?? DOCS_ROOT,
        docsTexts: readDocuments,
        corsOrigins: config.corsOrigins,
        objects: objects.served,
        everyAnswerChecked: onUndeclared !== undefined,
        ...(onUndeclared ? { onUndeclared } : {}),
      });
    },
    backup: (path, report, { files: includesFiles = true } = {}) =>
      writeBackup(db, path, now(), report, includesFiles ? { storage: objects, rows: STORED_FILES } : null),
    ...arrivalsOf({ db, ledger, objects }, now, random),
    async close() {
      await renderer.close();
      await calculator.close();
      await workbooks.close();
      pdfs.close();
      await counters.close();
      mail.close();
      await objects.close();
      await db.close();
    },
  };
}

function signInOf(
  { stagingDomain }: Config,
  {
    db,
    now,
    random,
    mail,
    jobs,
    publicUrl,
  }: Pick<App, "db" | "jobs"> &
    Pick<Clock, "now"> & {
      readonly random: RandomText;
      readonly mail: Mail;
      readonly publicUrl: () => string;
    },
): SignInService {
  return signInService({
    db,
    now,
    randomText: random,
    passwords: argonPasswords(),
    stagingDomain,
    mail,
    queueLinkMail: (tx, email) => jobs.send(tx, MAIL_LINK, { email }, { subject: email }),
    linkAddress: (token) => passwordAddress(publicUrl(), token),
    welcomeAddress: (token) => welcomeAddress(publicUrl(), token),
  });
}

/** The services that answer the operations of the API. */
interface ApiServices extends Pick<
  App,
  | "banking"
  | "chart"
  | "company"
  | "exports"
  | "files"
  | "forms"
  | "integrations"
  | "invoices"
  | "ledger"
  | "sheets"
  | "taxCredits"
  | "taxes"
  | "transactions"
  | "uploads"
> {
  readonly reports: ReportsService;
  readonly rules: ReturnType<typeof rulesService>;
  readonly schedules: ReturnType<typeof schedulesService>;
  readonly team: ReturnType<typeof teamService>;
}

/** The operations of the API, each with its handler. */
function operationsOf(services: ApiServices): readonly Bound[] {
  return [
    ...bind(companyContract, companyHandlers(services.company)),
    ...bind(chartContract, chartHandlers(services.chart)),
    ...bind(ledgerContract, ledgerHandlers(services.ledger)),
    ...bind(reportsContract, reportsHandlers(services.reports)),
    ...bind(exportsContract, exportsHandlers(services.exports)),
    ...bind(integrationsContract, integrationsHandlers(services.integrations)),
    ...bind(bankingContract, bankingHandlers(services.banking)),
    ...bind(transactionsContract, transactionsHandlers(services.transactions)),
    ...bind(rulesContract, rulesHandlers(services.rules)),
    ...bind(invoicesContract, invoicesHandlers(services.invoices)),
    ...bind(uploadsContract, uploadsHandlers(services.uploads)),
    ...bind(filesContract, filesHandlers(services.files)),
    ...bind(schedulesContract, schedulesHandlers(services.schedules)),
    ...bind(formsContract, formsHandlers(services.forms)),
    ...bind(teamContract, teamHandlers(services.team)),
    ...bind(taxesContract, taxesHandlers(services.taxes)),
    ...bind(taxCreditsContract, taxCreditsHandlers(services.taxCredits)),
    ...bind(sheetsContract, sheetsHandlers(services.sheets)),
  ];
}

/** The web console: what its pages and its own operations need. */
function consoleOf(
  services: Pick<ConsoleServices, "access" | "signIn" | "publicUrl"> &
    Pick<App, "connections" | "usage"> &
    ApiServices,
  needs: Parameters<typeof intakeService>[0],
): Pick<App, "audit" | "console" | "consoleOperations" | "intake" | "signIn" | "transactions"> {
  const { db, ids, now, randomText: random, workbooks } = needs;
  const { access, signIn, team, sheets, publicUrl } = services;
  const intake = intakeService(needs);
  const audit = auditService({ db });
  return {
    audit,
    intake,
    signIn,
    transactions: services.transactions,
    console: {
      access,
      signIn,
      team,
      sheets,
      publicUrl,
      workbooks,
      firstVisit: firstVisitService({ db, ids, now, signIn, intake }),
      now,
      application: { files: openConsoleFiles(), randomText: random },
    },
    consoleOperations: [
      ...bindForUser(sessionContract, sessionHandlers(signIn)),
      ...bind(ledgerConsoleContract, ledgerConsoleHandlers(services.ledger)),
      ...bind(intakeConsoleContract, intakeConsoleHandlers(intake)),
      ...bind(reportsConsoleContract, reportsConsoleHandlers(services.reports)),
      ...bind(auditConsoleContract, auditConsoleHandlers(audit)),
      ...bind(accessConsoleContract, accessConsoleHandlers(access)),
      ...bind(companyConsoleContract, companyConsoleHandlers(services.company)),
      ...bind(teamConsoleContract, teamConsoleHandlers(team)),
      ...bind(usageConsoleContract, usageConsoleHandlers(services.usage)),
      ...bind(exportsConsoleContract, exportsConsoleHandlers(services.exports)),
      ...bind(transactionsConsoleContract, transactionsConsoleHandlers(services.transactions)),
      ...bind(schedulesConsoleContract, schedulesConsoleHandlers(services.transactions)),
      ...bind(
        bankingConsoleContract,
        bankingConsoleHandlers(services.banking, (companyId) => services.connections.list(companyId)),
      ),
      ...bind(rulesConsoleContract, rulesConsoleHandlers(services.rules)),
      ...bind(uploadsConsoleContract, uploadsConsoleHandlers(services.uploads)),
      ...bind(connectionsConsoleContract, connectionsConsoleHandlers(services.connections)),
      ...bind(chartConsoleContract, chartConsoleHandlers(services.chart)),
      ...bind(invoicesConsoleContract, invoicesConsoleHandlers(services.invoices)),
      ...bind(sheetsConsoleContract, sheetsConsoleHandlers(sheets, workbookReader(workbooks))),
    ],
  };
}

/**
 * Restores a backup and verifies every company. Differences are reported but do not stop the restore: the
 * file may be the last copy of the books.
 */
async function restoreAndVerify(
  { db, ledger, objects }: Pick<App, "db" | "ledger" | "objects">,
  path: string,
  report: ReportProgress,
): Promise<Restoration> {
  const { checkResult, ...restored } = await restoreBackup(db, path, report, objects, async (tx) => {
    const verifications = [];
    for (const { id } of await companyStore.list(tx))
      verifications.push({ id, found: await ledger.verifyWithin(tx, id, report) });
    return verifications;
  });
  const companies = [];
  for (const { id, found } of checkResult) {
    const checks = [...found.checks, ...(await checkFilesOf({ db, objects }, id))];
    companies.push({ ...found, checks, ok: checks.every(({ ok }) => ok) });
  }
  return { ...restored, companies };
}

/**
 * Makes the restore of backups, and the service of archives, moves and erasures of one company. A company
 * whose books differ is not received.
 */
function arrivalsOf(
  { db, ledger, objects }: Pick<App, "db" | "ledger" | "objects">,
  now: Clock["now"],
  random: RandomText,
): Pick<App, "restore" | "wholeCompany"> {
  const whole = wholeCompany({
    db,
    storage: objects,
    fileRows: STORED_FILES,
    now,
    randomText: random,
    async check(tx, companyId) {
      const { checks } = await ledger.verifyWithin(tx, companyId as PublicId<"company">);
      const failed = checks.find(({ ok }) => !ok);
      if (failed !== undefined)
        throw new MoveProblem(
          `The books of ${companyId} differ from their entries (${failed.check}: ${failed.difference ?? ""}). Repair them where it left, with \`daybook company stay ${companyId}\` and \`daybook verify ${companyId} --rebuild\`; nothing was received.`,
        );
    },
  });
  return {
    restore: (path, report) => restoreAndVerify({ db, ledger, objects }, path, report),
    wholeCompany: whole,
  };
}

/** Compares a company's stored files with the records that name them. */
function checkFilesOf({ db, objects }: Pick<App, "db" | "objects">, companyId: PublicId<"company">) {
  return checkStoredFiles({ db, objects, rows: STORED_FILES, settle: () => pause(SETTLE_MS) }, companyId);
}

/**
 * Throws `ConfigProblem` if `EARLY_ACCESS` names an unknown operation. With a misspelt name, the operation
 * would stay open to companies without the feature.
 */
function refuseUnknownOperations(
  earlyAccess: ReadonlyMap<string, string>,
  operations: readonly Bound[],
): void {
  const names = operations.map(({ operation }) => operation.id);
  const unknown = [...earlyAccess.keys()].find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new ConfigProblem(
      `EARLY_ACCESS names ${unknown}, which is no operation; the operations are ${names.join(", ")}`,
    );
}
