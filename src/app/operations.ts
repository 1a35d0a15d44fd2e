/**
 * The operations of the API and those of the web console, each with its handler, and the services that answer
 * them.
 */
import { ConfigProblem } from "../config/config.ts";
import { DAY_S, unixSeconds } from "@daybook/words/civil-date";
import { LIMITS } from "@daybook/words/limits";
import { bind, bindForUser, type Bound } from "../contract/operation.ts";
import type { ConsoleServices } from "../interfaces/app/index.ts";
import {
  chartConsoleContract,
  chartConsoleHandlers,
  chartContract,
  chartHandlers,
} from "../modules/books/chart/index.ts";
import {
  exportsConsoleContract,
  exportsConsoleHandlers,
  exportsContract,
  exportsHandlers,
} from "../modules/books/exports/index.ts";
import {
  ledgerConsoleContract,
  ledgerConsoleHandlers,
  ledgerContract,
  ledgerHandlers,
} from "../modules/books/ledger/index.ts";
import {
  reportsConsoleContract,
  reportsConsoleHandlers,
  reportsContract,
  reportsHandlers,
  type ReportsService,
} from "../modules/books/reports/index.ts";
import {
  schedulesContract,
  schedulesHandlers,
  type schedulesService,
} from "../modules/books/schedules/index.ts";
import {
  bankingConsoleContract,
  bankingConsoleHandlers,
  bankingContract,
  bankingHandlers,
} from "../modules/feed/banking/index.ts";
import { connectionsConsoleContract, connectionsConsoleHandlers } from "../modules/feed/connections/index.ts";
import {
  billsConsoleContract,
  billsConsoleHandlers,
  billsContract,
  billsHandlers,
  billSettlementsConsoleContract,
  billSettlementsConsoleHandlers,
  invoicesConsoleContract,
  invoicesConsoleHandlers,
  openingConsoleContract,
  openingConsoleHandlers,
  invoicesContract,
  invoicesHandlers,
  settlementsConsoleContract,
  settlementsConsoleHandlers,
} from "../modules/feed/invoices/index.ts";
import {
  rulesConsoleContract,
  rulesConsoleHandlers,
  rulesContract,
  rulesHandlers,
  type rulesService,
} from "../modules/feed/rules/index.ts";
import {
  reconciliationsConsoleContract,
  reconciliationsConsoleHandlers,
  schedulesConsoleContract,
  schedulesConsoleHandlers,
  transactionsConsoleContract,
  transactionsConsoleHandlers,
  transactionsContract,
  transactionsHandlers,
} from "../modules/feed/transactions/index.ts";
import {
  uploadsConsoleContract,
  uploadsConsoleHandlers,
  uploadsContract,
  uploadsHandlers,
} from "../modules/feed/uploads/index.ts";
import { filesContract, filesHandlers } from "../modules/filings/files/index.ts";
import { formsContract, formsHandlers } from "../modules/filings/forms-1099/index.ts";
import { taxCreditsContract, taxCreditsHandlers } from "../modules/filings/tax-credits/index.ts";
import { taxesContract, taxesHandlers } from "../modules/filings/taxes/index.ts";
import {
  firstVisitService,
  END_WAITING,
  IMPORT_BOOKS,
  importsContract,
  importsHandlers,
  intakeConsoleContract,
  intakeConsoleHandlers,
  intakeService,
  openItemsContract,
  openItemsHandlers,
} from "../modules/intake/index.ts";
import {
  sheetsConsoleContract,
  sheetsConsoleHandlers,
  sheetsContract,
  sheetsHandlers,
  workbookReader,
} from "../modules/sheets/index.ts";
import { accessConsoleContract, accessConsoleHandlers } from "../modules/tenants/access/index.ts";
import { auditConsoleContract, auditConsoleHandlers, auditService } from "../modules/tenants/audit/index.ts";
import {
  companyConsoleContract,
  companyConsoleHandlers,
  companyContract,
  companyHandlers,
} from "../modules/tenants/company/index.ts";
import { integrationsContract, integrationsHandlers } from "../modules/tenants/integrations/index.ts";
import { sessionContract, sessionHandlers } from "../modules/tenants/sign-in/index.ts";
import {
  teamConsoleContract,
  teamConsoleHandlers,
  teamContract,
  teamHandlers,
  type teamService,
} from "../modules/tenants/team/index.ts";
import { usageConsoleContract, usageConsoleHandlers } from "../modules/tenants/usage/index.ts";
import { openConsoleFiles } from "../platform/machine/console-files.ts";
import type { App } from "./app.ts";
import { changeNames } from "./audit-names.ts";

/** The services that answer the operations of the API. */
interface ApiServices extends Pick<
  App,
  | "banking"
  | "bills"
  | "chart"
  | "company"
  | "exports"
  | "files"
  | "forms"
  | "integrations"
  | "invoices"
  | "ledger"
  | "reconciliations"
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

/**
 * The operations of the API, each with its handler. Throws `ConfigProblem` if `EARLY_ACCESS` names another
 * one: with a misspelt name, the operation would stay open to companies without the feature.
 */
export function operationsOf(
  services: ApiServices,
  earlyAccess: ReadonlyMap<string, string>,
): readonly Bound[] {
  const operations = [
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
    ...bind(billsContract, billsHandlers(services.bills)),
    ...bind(uploadsContract, uploadsHandlers(services.uploads)),
    ...bind(filesContract, filesHandlers(services.files)),
    ...bind(schedulesContract, schedulesHandlers(services.schedules)),
    ...bind(formsContract, formsHandlers(services.forms)),
    ...bind(teamContract, teamHandlers(services.team)),
    ...bind(taxesContract, taxesHandlers(services.taxes)),
    ...bind(taxCreditsContract, taxCreditsHandlers(services.taxCredits)),
    ...bind(sheetsContract, sheetsHandlers(services.sheets)),
  ];
  const names = operations.map(({ operation }) => operation.id);
  const unknown = [...earlyAccess.keys()].find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new ConfigProblem(
      `EARLY_ACCESS names ${unknown}, which is no operation; the operations are ${names.join(", ")}`,
    );
  return operations;
}

/** The web console: what its pages and its own operations need. */
export function consoleOf(
  services: Pick<ConsoleServices, "access" | "signIn" | "publicUrl"> &
    Pick<App, "connections" | "usage"> &
    ApiServices,
  needs: Omit<Parameters<typeof intakeService>[0], "askForImport"> & Pick<App, "jobs">,
): Pick<
  App,
  | "audit"
  | "company"
  | "console"
  | "consoleOperations"
  | "intake"
  | "integrations"
  | "signIn"
  | "transactions"
> {
  const { db, ids, now, randomText: random, workbooks } = needs;
  const { access, signIn, team, sheets, publicUrl } = services;
  const intake = intakeService({
    ...needs,
    async askForImport(tx, company_id, import_id) {
      const [payload, about] = [
        { company_id, import_id },
        { subject: import_id, companyId: company_id },
      ];
      const end = unixSeconds(now() + LIMITS.waiting_book_import_days.value * DAY_S);
      await needs.jobs.send(tx, IMPORT_BOOKS, payload, about);
      await needs.jobs.send(tx, END_WAITING, payload, { ...about, runAt: end });
    },
  });
  const audit = auditService({ db });
  return {
    audit,
    intake,
    signIn,
    company: services.company,
    transactions: services.transactions,
    integrations: services.integrations,
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
      ...bind(importsContract, importsHandlers(intake)),
      ...bind(openItemsContract, openItemsHandlers(intake)),
      ...bind(
        reportsConsoleContract,
        reportsConsoleHandlers(services.reports, async (companyId) => {
          const accounts = await services.banking.listAllAccounts(companyId);
          return new Set(accounts.filter(({ type }) => type === "credit").map((each) => each.category_id));
        }),
      ),
      ...bind(auditConsoleContract, auditConsoleHandlers(audit, changeNames(services))),
      ...bind(accessConsoleContract, accessConsoleHandlers(access)),
      ...bind(companyConsoleContract, companyConsoleHandlers(services.company)),
      ...bind(teamConsoleContract, teamConsoleHandlers(team)),
      ...bind(usageConsoleContract, usageConsoleHandlers(services.usage)),
      ...bind(exportsConsoleContract, exportsConsoleHandlers(services.exports)),
      ...bind(transactionsConsoleContract, transactionsConsoleHandlers(services.transactions)),
      ...bind(schedulesConsoleContract, schedulesConsoleHandlers(services.transactions)),
      ...bind(reconciliationsConsoleContract, reconciliationsConsoleHandlers(services.reconciliations)),
      ...bind(
        bankingConsoleContract,
        bankingConsoleHandlers(services.banking, (companyId) => services.connections.list(companyId)),
      ),
      ...bind(rulesConsoleContract, rulesConsoleHandlers(services.rules)),
      ...bind(uploadsConsoleContract, uploadsConsoleHandlers(services.uploads)),
      ...bind(connectionsConsoleContract, connectionsConsoleHandlers(services.connections)),
      ...bind(chartConsoleContract, chartConsoleHandlers(services.chart)),
      ...bind(invoicesConsoleContract, invoicesConsoleHandlers(services.invoices)),
      ...bind(settlementsConsoleContract, settlementsConsoleHandlers(services.invoices)),
      ...bind(billsConsoleContract, billsConsoleHandlers(services.bills)),
      ...bind(openingConsoleContract, openingConsoleHandlers(services.invoices, services.bills)),
      ...bind(billSettlementsConsoleContract, billSettlementsConsoleHandlers(services.bills)),
      ...bind(sheetsConsoleContract, sheetsConsoleHandlers(sheets, workbookReader(workbooks))),
    ],
  };
}
