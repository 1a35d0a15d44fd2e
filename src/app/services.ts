/**
 * The services that are made of more than the database: what they need of other modules, of the configuration
 * and of the queue. Modules don't know those above them, so what these give is handed in here.
 */
import type { Config } from "../config/config.ts";
import { LIMITS } from "@daybook/words/limits";
import { API_ROOT } from "../contract/operation.ts";
import { joinAddress, passwordAddress, welcomeAddress } from "../interfaces/app/index.ts";
import { type ChartService, chartService } from "../modules/books/chart/index.ts";
import {
  changesCheck,
  CLOSE_GROUPS,
  type CloseCheck,
  ENTRY_RECORDS,
  LEDGER_CLOSE_CHECKS,
  ledgerService,
  type LedgerService,
  MANUAL_ENTRIES_CHECK,
  type PackagePart,
  REBUILD_STALE,
  vouchersStore,
} from "../modules/books/ledger/index.ts";
import { STATEMENT_CHECKS } from "../modules/books/reports/index.ts";
import {
  EXPORT_RECORDS,
  type ExportsService,
  exportsService,
  GENERATE,
  SWEEP,
} from "../modules/books/exports/index.ts";
import { SCHEDULE_RECORDS, SCHEDULES_CLOSE_CHECK, SPREADS_CHECK } from "../modules/books/schedules/index.ts";
import { findChartWarnings, listCategoryUses } from "../modules/feed/banking/index.ts";
import {
  BANK_ACTIVITY_CHECK,
  connectionsService,
  type ConnectionsService,
  connectorsOf,
  PULL,
} from "../modules/feed/connections/index.ts";
import {
  endFees,
  findClaims,
  INVOICE_CHANGES,
  INVOICE_CLOSE_CHECKS,
  INVOICE_CHECKS,
  INVOICE_PARTS,
  INVOICE_RECORDS,
} from "../modules/feed/invoices/index.ts";
import { loadSuggest, RULE_CHANGES, RULE_RECORDS, rulesStore } from "../modules/feed/rules/index.ts";
import {
  beginWriting,
  FEED_CHECKS,
  FEED_CLOSE_CHECKS,
  FEED_PARTS,
  RUN_JOB,
  TRANSACTION_CHANGES,
  TRANSACTION_RECORDS,
  type TransactionsService,
  transactionsService,
} from "../modules/feed/transactions/index.ts";
import { IMPORT_RECORDS } from "../modules/intake/index.ts";
import { FORM_CHANGES, FORMS_CHECK } from "../modules/filings/forms-1099/index.ts";
import { CREDIT_CHANGES } from "../modules/filings/tax-credits/index.ts";
import { TAX_CHANGES } from "../modules/filings/taxes/index.ts";
import { lockCompany } from "../modules/tenants/company/index.ts";
import { MAIL_LINK, type SignInService, signInService } from "../modules/tenants/sign-in/index.ts";
import { MAIL_INVITATION, teamService, type TeamService } from "../modules/tenants/team/index.ts";
import type { Db } from "../platform/db/index.ts";
import type { Jobs } from "../platform/jobs/index.ts";
import type { Mail } from "../platform/mail/index.ts";
import { argonPasswords } from "../platform/passwords/passwords.ts";
import type { Ids, RandomText } from "../platform/random/random.ts";
import { openSealer } from "../platform/secrets/index.ts";
import type { Clock } from "../platform/time/clock.ts";
import { openWeb } from "../platform/web/index.ts";
import type { App } from "./app.ts";

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

/** The checklist of a month, by groups. */
const CLOSE_CHECKS: readonly CloseCheck[] = [
  BANK_ACTIVITY_CHECK,
  ...FEED_CLOSE_CHECKS,
  SCHEDULES_CLOSE_CHECK,
  ...LEDGER_CLOSE_CHECKS,
  ...INVOICE_CLOSE_CHECKS,
].toSorted((a, b) => CLOSE_GROUPS.indexOf(a.group) - CLOSE_GROUPS.indexOf(b.group));

/** What a package of a period has behind its statements, in its order. */
const PACKAGE_PARTS: readonly PackagePart[] = [...INVOICE_PARTS, ...FEED_PARTS];

/** Makes the service of exports, whose files are made by jobs. */
export function exportsOf({
  random,
  jobs,
  publicUrl,
  ...needs
}: Omit<
  Parameters<typeof exportsService>[0],
  "randomText" | "parts" | "askForGeneration" | "askForSweep" | "address"
> & {
  readonly random: RandomText;
  readonly jobs: Jobs;
  readonly publicUrl: () => string;
}): ExportsService {
  return exportsService({
    ...needs,
    randomText: random,
    parts: PACKAGE_PARTS,
    askForGeneration: (tx, company_id, export_id) =>
      jobs.send(tx, GENERATE, { company_id, export_id }, { subject: export_id, companyId: company_id }),
    askForSweep: (tx, company_id, export_id, runAt) =>
      jobs.send(tx, SWEEP, { company_id, export_id }, { subject: export_id, runAt }),
    address: (exportId) => `${publicUrl()}${API_ROOT}/reports/exports/${exportId}`,
  });
}

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
    closeChecks: CLOSE_CHECKS,
  };
}

/** Makes the service of the ledger. */
export function ledgerOf(db: Db, ids: Ids, now: Clock["now"], jobs: Jobs): LedgerService {
  return ledgerService({
    db,
    ...needsOfBooks(ids, now),
    askForRebuild: (tx, companyId) =>
      jobs.send(tx, REBUILD_STALE, { company_id: companyId }, { subject: companyId, companyId }),
  });
}

/** What the modules keep of categories. */
const CATEGORY_RECORDS = [
  ENTRY_RECORDS,
  TRANSACTION_RECORDS,
  SCHEDULE_RECORDS,
  RULE_RECORDS,
  INVOICE_RECORDS,
  EXPORT_RECORDS,
  IMPORT_RECORDS,
];

/** Makes the service of the chart, which other modules tell what depends on a category. */
export function chartOf(db: Db, ids: Ids, now: Clock["now"]): ChartService {
  return chartService({
    db,
    ids,
    now,
    lockCompany,
    findEntryDays: (...args) => vouchersStore.findEntryDays(...args),
    listUses: listCategoryUses,
    findDepartmentDays: (...args) => vouchersStore.findDepartmentDays(...args),
    listRulesAssigning: (...args) => rulesStore.listAssigning(...args),
    records: CATEGORY_RECORDS,
    beginWriting,
  });
}

/** Makes the service of transactions, which asks rules for suggestions and invoices for claims. */
export function transactionsOf(db: Db, ids: Ids, now: Clock["now"], jobs: Jobs): TransactionsService {
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

/** Makes the service of connections, with the connectors to their vendors. */
export function connectionsOf(
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

/** What the services need that mail links to pages of the console. */
interface LinkNeeds extends Pick<App, "db" | "jobs">, Pick<Clock, "now"> {
  readonly openTokens: () => Promise<(text: string) => string>;
  readonly mail: Mail;
  readonly publicUrl: () => string;
}

/** Makes the service of sign-in. */
export function signInOf(
  { stagingDomain }: Config,
  { random, jobs, publicUrl, ...needs }: LinkNeeds & { readonly random: RandomText },
): SignInService {
  return signInService({
    ...needs,
    randomText: random,
    passwords: argonPasswords(),
    stagingDomain,
    queueLinkMail: (tx, email) => jobs.send(tx, MAIL_LINK, { email }, { subject: email }),
    linkAddress: (token) => passwordAddress(publicUrl(), token),
    welcomeAddress: (token) => welcomeAddress(publicUrl(), token),
  });
}

/** Makes the service of teams, whose invitations are mailed by the queue. */
export function teamOf({
  jobs,
  publicUrl,
  ...needs
}: LinkNeeds & { readonly ids: Ids; readonly signIn: SignInService }): TeamService {
  return teamService({
    ...needs,
    queueMail: (tx, company_id, invitation_id) =>
      jobs.send(
        tx,
        MAIL_INVITATION,
        { company_id, invitation_id },
        { subject: invitation_id, companyId: company_id },
      ),
    linkAddress: (token) => joinAddress(publicUrl(), token),
  });
}
