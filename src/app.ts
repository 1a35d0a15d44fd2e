/**
 * The composition root: configuration in, wired application out. The only file that knows every
 * adapter. An application serves requests, runs commands, or both; it owns the database until closed.
 */
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { type Config, ConfigProblem } from "./config/config.ts";
import { API_ROOT, bind, type Bound } from "./contract/operation.ts";
import type { Report } from "./core/progress.ts";
import { DOCS_ROOT } from "./interfaces/docs/index.ts";
import { type Check, healthServer, type Readiness, readinessOf } from "./interfaces/health/index.ts";
import { type ConsoleServices, joinAddress, passwordAddress, sheetAddress } from "./interfaces/app/index.ts";
import { Turns } from "./interfaces/dispatch/turns.ts";
import { restServer } from "./interfaces/rest/server.ts";
import { type AccessService, accessService } from "./modules/tenants/access/index.ts";
import { type AuditService, auditService } from "./modules/tenants/audit/index.ts";
import { bankingContract, bankingHandlers, bankingService } from "./modules/feed/banking/index.ts";
import {
  chartContract,
  chartHandlers,
  type ChartService,
  chartService,
} from "./modules/books/chart/index.ts";
import {
  companyContract,
  companyHandlers,
  type CompanyService,
  companyService,
  companyStore,
} from "./modules/tenants/company/index.ts";
import {
  EXPORT_FILES,
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
  findClaims,
  INVOICE_CHANGES,
  INVOICES_CHECK,
  invoicesContract,
  invoicesHandlers,
  invoicesService,
} from "./modules/feed/invoices/index.ts";
import { type IntakeService, intakeService } from "./modules/intake/index.ts";
import {
  changesCheck,
  ledgerContract,
  ledgerHandlers,
  ledgerJobs,
  type LedgerService,
  ledgerService,
  REBUILD_STALE,
  type Verification,
} from "./modules/books/ledger/index.ts";
import {
  reportsContract,
  reportsHandlers,
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
  RULE_CHANGES,
  rulesContract,
  rulesHandlers,
  rulesService,
  suggestions,
} from "./modules/feed/rules/index.ts";
import {
  booksReader,
  sheetsContract,
  sheetsHandlers,
  type SheetsService,
  sheetsService,
} from "./modules/sheets/index.ts";
import { MAIL_LINK, signInJobs, type SignInService, signInService } from "./modules/tenants/sign-in/index.ts";
import {
  MAIL_INVITATION,
  teamContract,
  teamHandlers,
  teamJobs,
  teamService,
} from "./modules/tenants/team/index.ts";
import {
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
import { type UsageService, usageService } from "./modules/tenants/usage/index.ts";
import { type Counters, memoryCounters, redisCounters, redisProblem } from "./platform/counters/index.ts";
import {
  type Backup,
  type Db,
  type Holder,
  isMigrated,
  migrate,
  openEmbedded,
  openServer,
  pingProblem,
  poolFigures,
  restoreBackup,
  type Restored,
  writeBackup,
} from "./platform/db/index.ts";
import { drillFaults, type Faults, noFaults } from "./platform/faults/index.ts";
import { openCalculator } from "./platform/formula/index.ts";
import { jobFigures, type Jobs, openJobs, openWorker, type Worker } from "./platform/jobs/index.ts";
import { countProcessors } from "./platform/machine/processors.ts";
import { type Metrics, openMetrics } from "./platform/metrics/index.ts";
import { folderMail, type Mail, smtpMail } from "./platform/mail/index.ts";
import { type Objects, objectsProblem, storageOf } from "./platform/objects/index.ts";
import { openPdfReader } from "./platform/pdf/index.ts";
import { argonPasswords } from "./platform/passwords/passwords.ts";
import type { PublicId } from "./core/public-id.ts";
import { type Log, openLog } from "./platform/log/log.ts";
import { originAt } from "./platform/machine/address.ts";
import { readDocuments } from "./platform/machine/documents.ts";
import { openRenderer, type Renderer } from "./platform/render/index.ts";
import { pause } from "./platform/time/timer.ts";
import { type Ids, type RandomText, randomText, systemIds } from "./platform/random/random.ts";
import { type Clock, systemClock } from "./platform/time/clock.ts";
import { atMostEvery } from "./platform/time/reuse.ts";
import { paced } from "./platform/time/turn.ts";
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
  readonly transactions: TransactionsService;
  readonly uploads: UploadsService;
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
  /** Names of the migrations that ran when it was opened. */
  readonly migrated: readonly string[];
  /** Starts the background worker in this process; its caller stops it before this is closed. */
  work(options?: WorkOptions): Promise<Worker>;
  /** Makes the HTTP application; its caller makes it listen and closes it before this. */
  rest(options?: RestOptions): FastifyInstance;
  /** Health and metrics for a port of their own; its caller makes it listen and closes it before this. */
  health(): FastifyInstance;
  /** Writes the whole database to a new file, with the stored files unless they are left out. */
  backup(path: string, report: Report, options?: { readonly files?: boolean }): Promise<Backup>;
  /**
   * Restores such a file into this database, which must be empty, and verifies the books of every company
   * before it commits.
   */
  restore(path: string, report: Report): Promise<Restoration>;
  close(): Promise<void>;
}

/** The result of a restore. */
export interface Restoration extends Omit<Restored<unknown>, "checked"> {
  readonly companies: readonly Verification[];
}

export interface WorkOptions {
  /** Where the server in this process is reached, once that is known. */
  readonly origin?: () => string;
}

export interface RestOptions {
  /** Where the server is reached, once that is known. */
  readonly origin?: () => string;
  /** Address of the served reference pages, once known. */
  readonly docsUrl?: () => string;
  /** Called for responses that no card declares. */
  readonly onUndeclared?: (problem: string) => void;
}

export interface AppOptions {
  /** The command that opens it, for the sentence that refuses a second process. */
  readonly command: string;
  /** Control socket that this process will serve, when it will. */
  readonly socket?: string | null;
  /** The embedded database in memory, for tests. */
  readonly inMemory?: boolean;
  /** Another clock than the machine's, for tests. */
  readonly clock?: Clock;
  /**
   * Another source of random text than the machine's, for documents that must come out the same each time.
   */
  readonly randomText?: RandomText;
  /** Another way for mail than the configured one, for tests. */
  readonly mail?: Mail;
  /** Another place for objects than the configured one, for tests. */
  readonly objects?: Objects;
}

/** The shortest time between two trials of the storage. */
const STORAGE_TRIAL_MS = 15_000;

/** The readiness checks of a process. Their reasons contain no details of the installation. */
function checksOf(config: Config, clock: Clock, db: Db, objects: Objects): Readonly<Record<string, Check>> {
  const { redisUrl } = config;
  return {
    database: async () => {
      const because = await pingProblem(db);
      return because === null ? null : `The database can't be used: ${because}.`;
    },
    migrations: async () => ((await isMigrated(db)) ? null : "Migrations of this version have not run yet."),
    storage: atMostEvery(STORAGE_TRIAL_MS, clock.elapsedMs, async () => {
      const problem = await objectsProblem(objects);
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

function readyOf(config: Config, clock: Clock, db: Db, objects: Objects, log: Log): () => Promise<Readiness> {
  return readinessOf(checksOf(config, clock, db, objects), clock.elapsedMs, (check, error) =>
    log.warn({ check, error: error instanceof Error ? error.message : String(error) }, "not ready to serve"),
  );
}

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
  for (const gauges of [poolFigures(db), jobFigures(jobs, now), feeds]) metrics.gauges(gauges);
  return metrics;
}

/** The tables that name stored files. */
const STORED_FILES = [EXPORT_FILES, UPLOADED_FILES, TAX_FILES, FORM_FILES];

/** The changes that wait for their day, of each module that has some. */
const CHANGES = [
  TRANSACTION_CHANGES,
  RULE_CHANGES,
  INVOICE_CHANGES,
  TAX_CHANGES,
  CREDIT_CHANGES,
  FORM_CHANGES,
];

/** Longer than a stored file outlives the row that named it. */
const SETTLE_MS = 2_000;

/** Longer than any step of a job may take. */
const STALL_MS = 600_000;

/** Opens the database, brings it to this version and wires the rest. */
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
    watched: holder.socket !== null,
    // A command ends before its memory matters, and reads or writes much.
    isSmall: holder.socket !== null && !config.embeddedOptimize,
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
  const company = companyService({ db });
  const chart = chartService({ db });
  const jobs = openJobs(db, random);
  const metrics = metricsOf(clock, db, jobs);
  const ledger = ledgerService({
    db,
    sources: [...FEED_CHECKS, SPREADS_CHECK, INVOICES_CHECK, FORMS_CHECK, changesCheck(now, CHANGES)],
    statements: STATEMENT_CHECKS,
    askForRebuild: (tx, companyId) =>
      jobs.send(tx, REBUILD_STALE, { company_id: companyId }, { subject: companyId, turnOf: companyId }),
  });
  const reports = reportsService({ ledger });
  const usage = usageService({ db, counters });
  const retries = retriesService({ db });
  const faults = faultsOf(config, db);
  const integrations = integrationsService({ db, now });
  const transactions = transactionsService({
    db,
    ids,
    now,
    suggestions,
    findClaims,
    askForWork: (tx, company_id, job_id) =>
      jobs.send(tx, RUN_JOB, { company_id, job_id }, { subject: job_id, turnOf: company_id }),
  });
  const uploads = uploadsService({ db, ids, paced, transactions });
  const mail = options.mail ?? openMail(config, now, random);
  // The origin of links. A server in this process reports it, because a free port is known only when it
  // listens.
  let served = (): string => "";
  const publicUrl = (): string => config.publicUrl ?? (served() || originAt(config.host, config.port));
  const objects = options.objects ?? storageOf(config).open(publicUrl);
  const ready = readyOf(config, clock, db, objects, log);
  const signIn = signInService({
    db,
    now,
    randomText: random,
    passwords: argonPasswords(),
    stagingDomain: config.stagingDomain,
    mail,
    askForLink: (tx, email) => jobs.send(tx, MAIL_LINK, { email }, { subject: email }),
    linkAddress: (token) => passwordAddress(publicUrl(), token),
  });
  const team = teamService({
    db,
    ids,
    now,
    randomText: random,
    signIn,
    mail,
    askForMail: (tx, company_id, invitation_id) =>
      jobs.send(
        tx,
        MAIL_INVITATION,
        { company_id, invitation_id },
        { subject: invitation_id, turnOf: company_id },
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
    renderer,
    objects,
    faults,
    askForGeneration: (tx, company_id, export_id) =>
      jobs.send(tx, GENERATE, { company_id, export_id }, { subject: export_id, turnOf: company_id }),
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
  const incomeFiled: TaxCreditsService["incomeFiled"] = (...filed) => taxCredits.incomeFiled(...filed);
  const taxes = taxesService({ db, ids, files, faults, incomeFiled });
  const forms = formsService({
    db,
    ids,
    clock,
    objects,
    askForSweep: (tx, company_id, runAt) =>
      jobs.send(tx, SWEEP_FORMS, { company_id }, { subject: company_id, runAt }),
  });
  const calculator = openCalculator({ ended: metrics.calculated });
  const sheets = sheetsService({
    db,
    ids,
    calculator,
    books: booksReader(db),
    faults,
    address: (id) => sheetAddress(publicUrl(), id),
  });
  const console: ConsoleServices = { signIn, team, access, sheets, publicUrl: config.publicUrl, now };
  const operations: readonly Bound[] = [
    ...bind(companyContract, companyHandlers(company)),
    ...bind(chartContract, chartHandlers(chart)),
    ...bind(ledgerContract, ledgerHandlers(ledger)),
    ...bind(reportsContract, reportsHandlers(reports)),
    ...bind(exportsContract, exportsHandlers(exports)),
    ...bind(integrationsContract, integrationsHandlers(integrations)),
    ...bind(bankingContract, bankingHandlers(bankingService({ db, ids }))),
    ...bind(transactionsContract, transactionsHandlers(transactions)),
    ...bind(rulesContract, rulesHandlers(rulesService({ db, ids, transactions }))),
    ...bind(invoicesContract, invoicesHandlers(invoicesService({ db, ids }))),
    ...bind(uploadsContract, uploadsHandlers(uploads)),
    ...bind(filesContract, filesHandlers(files)),
    ...bind(schedulesContract, schedulesHandlers(schedulesService({ db }))),
    ...bind(formsContract, formsHandlers(forms)),
    ...bind(teamContract, teamHandlers(team)),
    ...bind(taxesContract, taxesHandlers(taxes)),
    ...bind(taxCreditsContract, taxCreditsHandlers(taxCredits)),
    ...bind(sheetsContract, sheetsHandlers(sheets)),
  ];
  refuseUnknown(config.earlyAccess, operations);
  return {
    config,
    clock,
    log,
    db,
    ids,
    access,
    audit: auditService({ db }),
    company,
    chart,
    ledger,
    usage,
    retries,
    taxes,
    taxCredits,
    integrations,
    transactions,
    uploads,
    signIn,
    console,
    intake: intakeService({ db, ids, now, randomText: random }),
    jobs,
    checkFiles: (companyId) => checkFilesOf({ db, objects }, companyId),
    exports,
    files,
    forms,
    sheets,
    workbooks,
    renderer,
    objects,
    faults,
    operations,
    migrated,
    async work({ origin } = {}) {
      if (origin !== undefined) served = origin;
      return openWorker({
        db,
        handlers: [
          ...ledgerJobs(ledger),
          ...signInJobs(signIn),
          ...teamJobs(team),
          ...transactionsJobs(transactions),
          ...exportsJobs(exports),
          ...filesJobs(files),
          ...formsJobs(forms),
        ],
        alone: db.engine === "embedded",
        now,
        randomText: random,
        log,
        attempted: metrics.attempted,
      });
    },
    health: () => healthServer({ ready, metrics }),
    rest({ origin, docsUrl, onUndeclared } = {}) {
      if (origin !== undefined) served = origin;
      return restServer({
        operations,
        usage,
        retries,
        answered: metrics.answered,
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
        console,
        corsOrigins: config.corsOrigins,
        objects: objects.served,
        everyAnswerChecked: onUndeclared !== undefined,
        ...(onUndeclared ? { onUndeclared } : {}),
      });
    },
    backup: (path, report, { files: takesFiles = true } = {}) =>
      writeBackup(db, path, now(), report, takesFiles ? { storage: objects, rows: STORED_FILES } : null),
    restore: (path, report) => restoreAndVerify({ db, ledger, objects }, path, report),
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

/** Differences are reported but do not stop the restore: the file may be the last copy of the books. */
async function restoreAndVerify(
  { db, ledger, objects }: Pick<App, "db" | "ledger" | "objects">,
  path: string,
  report: Report,
): Promise<Restoration> {
  const { checked, ...restored } = await restoreBackup(db, path, report, objects, async (tx) => {
    const verifications = [];
    for (const { id } of await companyStore.list(tx))
      verifications.push({ id, found: await ledger.verifyWithin(tx, id, report) });
    return verifications;
  });
  const companies = [];
  for (const { id, found } of checked) {
    const checks = [...found.checks, ...(await checkFilesOf({ db, objects }, id))];
    companies.push({ ...found, checks, ok: checks.every(({ ok }) => ok) });
  }
  return { ...restored, companies };
}

/** Compares a company's stored files with the records that name them. */
function checkFilesOf({ db, objects }: Pick<App, "db" | "objects">, companyId: PublicId<"company">) {
  return checkStoredFiles({ db, objects, rows: STORED_FILES, settle: () => pause(SETTLE_MS) }, companyId);
}

/** A misspelt name would leave open what its feature was to close. */
function refuseUnknown(earlyAccess: ReadonlyMap<string, string>, operations: readonly Bound[]): void {
  const names = operations.map(({ operation }) => operation.id);
  const unknown = [...earlyAccess.keys()].find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new ConfigProblem(
      `EARLY_ACCESS names ${unknown}, which is no operation; the operations are ${names.join(", ")}`,
    );
}
