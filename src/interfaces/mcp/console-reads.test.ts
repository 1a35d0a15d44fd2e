/** What only the console could read: assistants get the same by the same permissions, under names they find. */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../test/support/app.ts";
import { permissions, person } from "../../../test/support/bundle.ts";
import { withPassword } from "../../../test/support/console.ts";
import { FEED } from "../../../test/support/feed.ts";
import { asApi, callTool, withoutNulls } from "../../../test/support/mcp.ts";
import { ask } from "../../../test/support/session.ts";
import { forAssistants } from "./catalog.ts";

const http = await testApp();
const { address, app } = http;

/** The ids of the reads at a record's path. */
const IDS: Readonly<Record<string, string>> = {
  "/schedules/{id}": "spread_insurance",
  "/transactions/{id}/events": "txn_plain",
};
/** Answers that change from one call to the next, or that need what the test company lacks. */
const ELSEWHERE: ReadonlySet<string> = new Set(["getUsage", "getVoucher", "listPaymentCandidates"]);

test("an assistant reads what the console reads, the same to the cent (TOOL-011)", async () => {
  const owner = person("owner");
  const { id, key } = await http.company({ ...FEED, users: [owner.user], members: [owner.member] });
  const browser = await withPassword(owner.user.email);
  const readable: string[] = [];
  for (const { operation } of forAssistants(app.consoleOperations)) {
    const recordId = IDS[operation.path];
    if (ELSEWHERE.has(operation.id) || (operation.path.includes("{") && recordId === undefined)) continue;
    const path = operation.path.replace(/\{\w+\}/, recordId ?? "");
    const shown = await ask(browser, `/app/api${path}`, { company: id });
    if (shown.status !== 200) continue;
    const parameters = recordId === undefined ? {} : { id: recordId };
    const read = await callTool(address, key, "read_operation", { operation: operation.id, parameters });
    if (read.structured.error?.code === "resource_missing") continue;
    readable.push(operation.id);
    const { data, ...rest } = withoutNulls(JSON.parse(shown.text)) as { data?: readonly unknown[] };
    const { data: rows, ...others } = withoutNulls(asApi(read.document.result)) as {
      data?: readonly unknown[];
    };
    const cut = operation.paging.kind === "cursor" ? ["has_more", "next_cursor"] : [];
    expect([operation.id, omit(others, cut)]).toEqual([operation.id, omit(rest, cut)]);
    expect([operation.id, rows]).toEqual([operation.id, data?.slice(0, rows?.length)]);
  }
  expect(readable).toEqual(
    expect.arrayContaining([
      "getOverview",
      "getReceivables",
      "findTransactions",
      "listAuditEvents",
      "getSchedule",
    ]),
  );
  expect(readable).not.toContain("getStatementTable");
});

function omit(value: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

test("a key whose owner may not see it is refused what the console shows only to others", async () => {
  const [owner, clerk] = [
    person("owner"),
    person("clerk", permissions("none", { reports: "view", api_access: "manage" })),
  ];
  const { id } = await http.company({
    ...FEED,
    users: [owner.user, clerk.user],
    members: [owner.member, clerk.member],
  });
  const key = await http.keyOf(id, clerk.member.id);
  for (const [operation, code] of [
    ["findTransactions", "insufficient_permission"],
    ["getReceivables", "insufficient_permission"],
    ["listAuditEvents", "insufficient_permission"],
    ["getOverview", undefined],
  ] as const) {
    const { structured } = await callTool(address, key, "read_operation", { operation });
    expect([operation, structured.error?.code]).toEqual([operation, code]);
  }
});

test("a statement over time has a column for each month, equal to the statement of the month", async () => {
  const { key } = await http.company(FEED);
  const { document } = await callTool(address, key, "series", {
    report_type: "income_statement",
    start_date: "2026-03-01",
    end_date: "2026-05-31",
  });
  const { lines } = document.result as {
    readonly lines: { readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] };
  };
  expect(lines.columns).toEqual([
    "key",
    "depth",
    "line",
    "Mar 2026",
    "Apr 2026",
    "May 2026 (not over)",
    "Total",
  ]);
  const income = lines.rows.find(([each]) => each === "net_income") ?? [];
  for (const [column, month] of [
    [3, "2026-03-01&end_date=2026-03-31"],
    [4, "2026-04-01&end_date=2026-04-30"],
    [6, "2026-03-01&end_date=2026-05-31"],
  ] as const) {
    const { net_income_cents } = await http.read<{ net_income_cents: number }>(
      `/reports/income_statement?start_date=${month}`,
      key,
    );
    expect([month, asApi({ net_income: income[column] })]).toEqual([month, { net_income_cents }]);
  }
  expect(document.remarks).toEqual([
    'NOT OVER: the columns that say "(not over)". More may be booked on their days.',
  ]);
});

describe("operations are found by what accountants say", () => {
  test.each([
    ["accounts receivable aging", "getReceivables"],
    ["who owes us money", "getReceivables"],
    ["overdue customers", "getReceivables"],
    ["search transactions by text", "findTransactions"],
    ["find a payment by amount", "findTransactions"],
    ["uncategorized transactions", "findTransactions"],
    ["audit trail", "listAuditEvents"],
    ["who changed something", "listAuditEvents"],
    ["closed through which date", "getClosing"],
    ["burn rate and runway", "getOverview"],
    ["depreciation of assets", "listSchedules"],
    ["prepaid amortization", "listSchedules"],
    ["vendor list", "listMerchants"],
    ["contractor payments 1099", "listForms1099"],
    ["chart of accounts", "listCategories"],
    ["P&L profit and loss", "getIncomeStatement"],
    ["balance sheet", "getBalanceSheet"],
    ["statement of cash flows", "getCashFlow"],
    ["general ledger entries", "listJournalEntries"],
    ["bank accounts", "listAccounts"],
    ["credit cards", "listCards"],
    ["users and permissions", "getTeam"],
    ["tax returns", "listTaxes"],
    ["R&D tax credit", "listTaxCredits"],
    ["departments", "listDepartments"],
    ["unpaid invoices", "listInvoices"],
    ["bank rules", "listRules"],
    ["list uploads", "listUploads"],
    ["budget spreadsheets", "listSheets"],
    ["export a report as PDF", "createReportExport"],
  ])("%s", async (query, wanted) => {
    const { structured } = await callTool(address, await ownerKey(), "search_operations", { query });
    const found = structured.result["operations"] as readonly { readonly operation: string }[];
    expect(found.slice(0, 5).map(({ operation }) => operation)).toContain(wanted);
  });
});

let madeKey: Promise<string> | undefined;
function ownerKey(): Promise<string> {
  return (madeKey ??= http.company(FEED).then(({ key }) => key));
}
