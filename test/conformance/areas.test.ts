/**
 * The areas that figures are made of: without one of them, whoever may do everything else gets no answer from
 * an operation, a tool or a file that shows its records. The list states the areas of each reading operation
 * a second time, beside its card, so that a card that requires less is noticed. What a figure's area is
 * stands in docs/concepts/access.md.
 */
import { describe, expect, test } from "vitest";
import { type Area, AREAS } from "@daybook/words/areas";
import { testApp } from "../support/app.ts";
import { type Permissions, permissions, person } from "../support/bundle.ts";
import { withPassword } from "../support/console.ts";
import { callTool } from "../support/mcp.ts";
import { ask } from "../support/session.ts";
import { sheet } from "../support/sheet-records.ts";

const http = await testApp();
const { app } = http;

/** What only reads, by the area whose records it shows. Of two areas, an operation needs both. */
const SHOWN: Partial<Readonly<Record<Area, string>>> = {
  reports:
    "getAssetRegister getBalanceSheet getBookImport getCashFlow getChangesInEquity getCloseChecklist getClosing getIncomeStatement getJournalEntry getOverview getReportExport getStatementExport getStatementTable getTotal getTrialBalance getVoucher listBookImports listClosings listGeneralLedger listJournalEntries listManualEntries listMerchants listStatementEntries listTotals planBookImport previewManualEntry readOpenItems",
  transactions:
    "findTransactions getAssetRegister getJob getReconciliation getSchedule getTransaction listAccountConnections listAccounts listBillCandidates listCards listPaymentCandidates listReconciliationLines listReconciliations listSchedules listSplits listSpreads listTransactionEvents listTransactionPlaces listTransactions listTransferProposals listTwinLines listUploads previewUpload tryRule",
  invoices: "findInvoices getInvoice getInvoiceSettlements getReceivables listInvoices listPaymentCandidates",
  bills: "findBills getBill getBillSettlements getPayables listBillCandidates listBills",
  forecast: "askBooks getSheet getSheetChanges getSheetContent listSheetCells listSheets",
  accounting_setup:
    "getChart getRule listCategories listDepartments listRules planBookImport previewManualEntry tryRule",
  taxes: "getForm1099 getTax getTaxCredit listForms1099 listTaxCredits listTaxes",
  team_access: "getTeam listInvitations listPeople",
  company: "getCompany getCompanySettings getUsage listAuditActors listAuditEvents listChanges",
  integrations: "beginSignIn listConnections listIntegrations",
  api_access: "listKeys",
};

/** What answers by several areas, each of which is enough; a test beside its module names them. */
const BY_ANY: ReadonlySet<string> = new Set(["listStaleFeeds"]);

/** What its viewers are refused: calls of their own to the books. */
const FOR_MANAGERS = "askBooks";

const bound = [...app.operations, ...app.consoleOperations].filter(({ scope }) => scope !== "user");
const areasOf = (id: string): Area[] => AREAS.filter((area) => SHOWN[area]?.split(" ").includes(id));
const without = (area: Area, level: "none" | "view" = "none"): Permissions =>
  permissions("manage", { [area]: level });

/** A company with a member for each set of permissions. */
async function companyWith(...levels: readonly Permissions[]) {
  const people = [person("first"), ...levels.map((each, at) => person(`member${at}`, each))];
  const company = await http.company({
    users: people.map(({ user }) => user),
    members: people.map(({ member }) => member),
    sheets: [sheet("plan", { Plan: { A1: "=BOOKS.CASH(DATE(2026,3,31))", A2: '=BOOKS.TOTAL("Rent",1,2)' } })],
  });
  const members = people.slice(1).map(({ user, member }) => ({ email: user.email, id: member.id }));
  return { company, members };
}

test("every operation that only reads stands in the list", () => {
  const reading = bound
    .filter(({ operation }) => operation.hints.readOnly)
    .map(({ operation }) => operation.id);
  expect(reading.filter((id) => areasOf(id).length === 0 && !BY_ANY.has(id))).toEqual([]);
  const ids = new Set(bound.map(({ operation }) => operation.id));
  const listed = Object.values(SHOWN).flatMap((names) => names.split(" "));
  expect(listed.filter((id) => !ids.has(id))).toEqual([]);
});

describe.each(AREAS.filter((area) => SHOWN[area] !== undefined))("without %s", (area) => {
  test("no operation of the console or the API shows its records", async () => {
    const { company, members } = await companyWith(without(area));
    const browser = await withPassword(members[0]?.email ?? "");
    const refused = [];
    for (const { operation } of bound.filter(({ operation: { id } }) => areasOf(id).includes(area))) {
      const { method, path, id } = operation;
      const root = app.operations.some((each) => each.operation === operation) ? "/app/api/v1" : "/app/api";
      const target = root + path.replaceAll(/\{\w+\}/gu, "x");
      const answer = await ask(browser, target, {
        company: company.id,
        method,
        ...(method === "GET" ? {} : { body: {} }),
      });
      refused.push([id, answer.status, answer.code]);
    }
    expect(refused.filter(([, , code]) => code !== "insufficient_permission")).toEqual([]);
    expect(refused.length).toBeGreaterThan(0);
  });
});

describe("figures of formulas", () => {
  const plan = "/app/api/v1/sheets/sht_plan?ranges=A1";
  const calls = { method: "POST", body: { calls: [{ name: "BOOKS.CASH", args: [46_022] }] } };

  test("viewers see what stored formulas come to, and ask nothing of their own", async () => {
    const { company, members } = await companyWith(without("forecast", "view"), permissions("manage"));
    const [viewer, editor] = await Promise.all(members.map(({ email }) => withPassword(email)));
    const as = (browser: typeof viewer, target: string, asking = {}) =>
      ask(browser ?? expect.fail(), target, { company: company.id, ...asking });
    const seen = JSON.parse((await as(viewer, plan)).text) as { ranges: { values: unknown[][] }[] };
    expect(seen.ranges[0]?.values).toEqual([[expect.any(Number)]]);
    for (const id of FOR_MANAGERS.split(" ")) expect(areasOf(id)).toEqual(["forecast"]);
    const refused = await as(viewer, "/app/api/book_calls", calls);
    expect([refused.status, refused.code]).toEqual([403, "insufficient_permission"]);
    expect(refused.text).not.toContain("answers");
    expect((await as(editor, "/app/api/book_calls", calls)).status).toBe(200);
  });

  test("a workbook of a document is not there without forecast", async () => {
    const { company, members } = await companyWith(without("forecast"), without("forecast", "view"));
    const statuses = [];
    for (const { email } of members) {
      const browser = await withPassword(email);
      const target = `/app/sheets/sht_plan/workbook.xlsx?company=${company.id}`;
      const { status } = await fetch(new URL(target, browser.origin), {
        headers: { cookie: `${browser.cookieName}=${browser.session}` },
      });
      statuses.push(status);
    }
    expect(statuses).toEqual([404, 200]);
  });
});

describe("tools of assistants", () => {
  const DATES = { start_date: "2026-01-01", end_date: "2026-01-31" };
  const TOOLS: readonly (readonly [tool: string, area: Area, given: object])[] = [
    ["income_statement", "reports", DATES],
    ["balance_sheet", "reports", {}],
    ["cash_flow", "reports", DATES],
    ["read_operation", "reports", { operation: "getTrialBalance", parameters: DATES }],
    ["read_operation", "reports", { operation: "listGeneralLedger", parameters: DATES }],
    ["read_operation", "reports", { operation: "getChangesInEquity", parameters: DATES }],
    ["overview", "reports", {}],
    ["series", "reports", { report_type: "income_statement", ...DATES }],
    ["find", "transactions", { text: "x" }],
    ["ageing", "invoices", { kind: "receivables" }],
    ["ageing", "bills", { kind: "payables" }],
    ["drill_down", "reports", {}],
    ["totals", "reports", DATES],
    ["merchants", "reports", { category_id: "x" }],
    ["transactions", "transactions", {}],
    ["categories", "accounting_setup", {}],
    ["sheet_read", "forecast", { id: "sht_plan", ranges: ["A1"] }],
    ["sheet_search", "forecast", { id: "sht_plan", query: "x" }],
    ["filings", "taxes", { kind: "taxes" }],
    ["read_operation", "reports", { operation: "getTotal", parameters: { category_id: "x", ...DATES } }],
    ["read_operation", "team_access", { operation: "getTeam" }],
    ["read_operation", "invoices", { operation: "listInvoices" }],
    ["write_operation", "reports", { operation: "createReportExport", body: {} }],
  ];

  test.each(TOOLS)("%s shows nothing without %s", async (tool, area, given) => {
    const { company, members } = await companyWith(without(area));
    const key = await http.keyOf(company.id, members[0]?.id ?? "");
    const { isError, structured } = await callTool(http.address, key, tool, given, {
      capabilities: { elicitation: {} },
    });
    expect([isError, structured.error?.code]).toEqual([true, "insufficient_permission"]);
  });

  test("all tools are in the list", async () => {
    const { readTools, WRITE_NAME } = await import("../../src/interfaces/mcp/tools.ts");
    const { forAssistants } = await import("../../src/interfaces/mcp/catalog.ts");
    const all = [...app.operations, ...forAssistants(app.consoleOperations)];
    const names = [...readTools(all.map(({ operation }) => operation)).keys(), WRITE_NAME];
    // These describe operations and the key itself, and have no figures.
    const describing = ["search_operations", "describe_operation", "whoami"];
    const figures = names.filter((name) => !describing.includes(name));
    expect([...new Set(TOOLS.map(([name]) => name))].toSorted()).toEqual(figures.toSorted());
  });
});
