/**
 * The composition root: opens the database, makes the adapters to the outside and the modules' services, and
 * wires them into an application. Only this file and those of `app/` know every adapter. An application
 * serves requests, runs commands, or both; it owns the database until it is closed.
 */
import type { App, AppOptions, Migrated } from "./app/app.ts";
import { arrivalsOf, STORED_FILES } from "./app/arrivals.ts";
import { backgroundOf } from "./app/background.ts";
import { consoleOf, operationsOf } from "./app/operations.ts";
import { doorOf, healthDoorOf, openCounters, openDatabase, openMail } from "./app/outside.ts";
import { migrateAsked } from "./app/schema.ts";
import { faultsOf, metricsOf, readyOf } from "./app/readiness.ts";
import {
  chartOf,
  connectionsOf,
  ledgerOf,
  exportsOf,
  signInOf,
  teamOf,
  transactionsOf,
} from "./app/services.ts";
import { verificationOf } from "./app/verification.ts";
import type { Config } from "./config/config.ts";
import { sheetAddress } from "./interfaces/app/index.ts";
import { callAsOperator } from "./interfaces/dispatch/operator.ts";
import { Turns } from "./interfaces/dispatch/turns.ts";
import { UnchangedAnswers } from "./interfaces/dispatch/unchanged.ts";
import { DOCS_ROOT } from "./interfaces/docs/index.ts";
import { healthServer, unlessStopping } from "./interfaces/health/index.ts";
import { restServer } from "./interfaces/rest/server.ts";
import { reportsService } from "./modules/books/reports/index.ts";
import { schedulesService } from "./modules/books/schedules/index.ts";
import { bankingService } from "./modules/feed/banking/index.ts";
import { itemServices } from "./modules/feed/invoices/index.ts";
import { rulesService } from "./modules/feed/rules/index.ts";
import { beginWriting, reconciliationsService } from "./modules/feed/transactions/index.ts";
import { uploadsService, uploadsStore } from "./modules/feed/uploads/index.ts";
import { filesService, SWEEP_FILE } from "./modules/filings/files/index.ts";
import { formsService, SWEEP_FORMS } from "./modules/filings/forms-1099/index.ts";
import { type TaxCreditsService, taxCreditsService } from "./modules/filings/tax-credits/index.ts";
import { taxesService } from "./modules/filings/taxes/index.ts";
import { booksReader, sheetsService } from "./modules/sheets/index.ts";
import { accessService } from "./modules/tenants/access/index.ts";
import { companyService } from "./modules/tenants/company/index.ts";
import { integrationsService } from "./modules/tenants/integrations/index.ts";
import { retriesService } from "./modules/tenants/retries/index.ts";
import { usageService } from "./modules/tenants/usage/index.ts";
import type { Counters } from "./platform/counters/index.ts";
import { type Db, writeBackup } from "./platform/db/index.ts";
import { openCalculator } from "./platform/formula/index.ts";
import { openJobs, openWorker } from "./platform/jobs/index.ts";
import { type Log, openLog } from "./platform/log/log.ts";
import { originAt } from "./platform/machine/address.ts";
import { readDocuments } from "./platform/machine/documents.ts";
import { countProcessors } from "./platform/machine/processors.ts";
import { storageOf, tokensOf } from "./platform/objects/index.ts";
import { openPdfReader } from "./platform/pdf/index.ts";
import { randomText, systemIds } from "./platform/random/random.ts";
import { openRenderer } from "./platform/render/index.ts";
import { type Clock, systemClock } from "./platform/time/clock.ts";
import { paced } from "./platform/time/turn.ts";
import { openWorkbooks } from "./platform/workbooks/index.ts";

export type { App, AppOptions, RestOptions, WorkOptions, Restoration } from "./app/app.ts";

/**
 * Opens the database and wires the application. Runs pending migrations if the database is new or `options`
 * ask for it.
 */
export async function openApp(config: Config, options: AppOptions): Promise<App> {
  const log = openLog(config.logLevel);
  const clock =
    options.clock ??
    systemClock(config.clockFile, (problem) => log.warn({ problem }, "the clock stays as it was"));
  const db = await openDatabase(config, options, clock, log);
  try {
    const migrated = await migrateAsked(config, db, clock, options);
    return wire(config, clock, log, db, migrated, await openCounters(config, clock, log), options);
  } catch (error) {
    await db.close();
    throw error;
  }
}

function wire(
  config: Config,
  clock: Clock,
  log: Log,
  db: Db,
  migrated: Migrated,
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
  const metrics = metricsOf(config, clock, db, jobs);
  const ledger = ledgerOf(db, ids, now, jobs);
  const reports = reportsService({ ledger, paced });
  const usage = usageService({ db, counters });
  const retries = retriesService({ db });
  const faults = faultsOf(config, db);
  const integrations = integrationsService({ db, now });
  const transactions = transactionsOf(db, ids, now, jobs);
  const workbooks = openWorkbooks();
  const uploads = uploadsService({ db, ids, paced, transactions, workbooks });
  const connections = connectionsOf(config, { db, ids, log, now, jobs, transactions });
  const mail = options.mail ?? openMail(config, now, random);
  // The origin of links without PUBLIC_URL. `work` and `rest` replace it: port 0 is known once it listens.
  let servedOrigin = (): string => "";
  const publicUrl = (): string => config.publicUrl ?? (servedOrigin() || originAt(config.host, config.port));
  const objects = options.objects ?? storageOf(config).open(publicUrl);
  const { ready, isStopping, beginStop } = unlessStopping(readyOf(config, clock, db, objects, log));
  const signIn = signInOf(config, { db, now, random, openTokens: tokensOf(objects), mail, jobs, publicUrl });
  const team = teamOf({ db, ids, now, openTokens: tokensOf(objects), signIn, mail, jobs, publicUrl });
  const renderer = openRenderer();
  const pdfs = openPdfReader();
  const exports = exportsOf({
    db,
    ids,
    clock,
    random,
    reports,
    ledger,
    renderer,
    objects,
    faults,
    jobs,
    publicUrl,
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
    banking: bankingService({ db, ids, beginWriting }),
    reconciliations: reconciliationsService({ db, ids, findStated: uploadsStore.findBalance }),
    transactions,
    rules: rulesService({ db, ids, transactions }),
    ...itemServices({ db, ids }),
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
    { db, ids, now, randomText: random, workbooks, jobs },
  );
  const backgroundNeeds = { ...services, ...consoleParts, db, log, jobs, clock, connections };
  const background = backgroundOf(config, backgroundNeeds);
  const operations = operationsOf(services, config.earlyAccess);
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
    ...verificationOf({ config, db, ledger, objects }, options),
    workbooks,
    renderer,
    objects,
    faults,
    operations,
    migrated,
    callOperation: (call) => callAsOperator([...operations, ...consoleParts.consoleOperations], call, clock),
    async work({ origin } = {}) {
      if (origin !== undefined) servedOrigin = origin;
      await background.begin();
      return openWorker({
        db,
        handlers: background.handlers,
        isOnlyWorker: db.engine === "embedded",
        now,
        randomText: random,
        log,
        onAttempt: metrics.countAttempt,
      });
    },
    beginStop,
    health: () => healthServer({ ready, metrics }, healthDoorOf(config, clock)),
    rest({ origin, docsUrl, onUndeclared } = {}) {
      if (origin !== undefined) servedOrigin = origin;
      return restServer({
        ...consoleParts,
        operations,
        usage,
        retries,
        answered: metrics.countAnswer,
        health: { ready, isStopping, metrics: config.metricsPort === null ? metrics : null },
        unchanged: new UnchangedAnswers(ledger),
        turns: new Turns(clock.elapsedMs, { processors: db.engine === "embedded" ? 1 : countProcessors() }),
        clock,
        random: randomText,
        log,
        ...(config.trustProxy === null ? {} : { trustProxy: config.trustProxy }),
        stagingDomain: config.stagingDomain,
        earlyAccess: config.earlyAccess,
        docsUrl: () => config.docsUrl ?? docsUrl?.() ?? DOCS_ROOT,
        docsTexts: readDocuments,
        ...doorOf(config),
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
