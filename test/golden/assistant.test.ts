/**
 * Ten questions that an accountant asks an assistant about the sample company, answered with the tools alone,
 * as a script would. The answers are known from the journal: each is computed here a second time from the
 * entries, debit and credit, without a report, a total or a tool.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { testApp } from "../support/app.ts";
import { callTool, type Structured } from "../support/mcp.ts";

const http = await testApp();

interface Entry {
  readonly date: string;
  readonly category_id: string;
  readonly debit_cents: number;
  readonly credit_cents: number;
  readonly merchant: string | null;
}

interface Category {
  readonly id: string;
  readonly account_type: string;
  readonly parent_id: string | null;
}

interface Line {
  readonly category_id: string;
  readonly amount_cents: number;
  readonly balance_cents: number;
}

interface Section {
  readonly total_cents: number;
  readonly categories: readonly Line[];
}

let key = "";
let entries: readonly Entry[] = [];
let chart: ReadonlyMap<string, Category> = new Map();

beforeAll(async () => {
  key = (await http.app.intake.seed({ entries: 10_000 })).api_key;
  const categories = await http.read<{ data: readonly Category[] }>("/categories", key);
  chart = new Map(categories.data.map((category) => [category.id, category]));
  const read: Entry[] = [];
  let after = "";
  for (;;) {
    const page = await http.read<{ data: readonly Entry[]; next_cursor: string | null }>(
      `/journal_entries?limit=500${after}`,
      key,
    );
    read.push(...page.data);
    if (page.next_cursor === null) break;
    after = `&starting_after=${page.next_cursor}`;
  }
  entries = read;
});

// What the assistant does: tools only.

async function ask(tool: string, given: object = {}): Promise<Structured> {
  const { structured, isError, text } = await callTool(http.address, key, tool, given);
  if (isError) throw new Error(text);
  return structured;
}

/** All rows of a tool, page by page as the answers say. */
async function askAll<Row>(tool: string, given: object): Promise<Row[]> {
  const rows: Row[] = [];
  let next: object | undefined = given;
  while (next !== undefined) {
    const { result, complete, go_on } = await ask(tool, next);
    rows.push(...(result["data"] as readonly Row[]));
    next = complete ? undefined : go_on?.arguments;
  }
  return rows;
}

function lineOf({ result }: Structured, section: string, id: string): Line | undefined {
  return (result[section] as Section).categories.find(({ category_id }) => category_id === id);
}

// What the journal says.

function isUnder(id: string, root: string): boolean {
  for (let at: string | null = id; at !== null; at = chart.get(at)?.parent_id ?? null)
    if (at === root) return true;
  return false;
}

function sumOf(wanted: (entry: Entry) => boolean): number {
  return entries
    .filter(wanted)
    .reduce((sum, { debit_cents, credit_cents }) => sum + credit_cents - debit_cents, 0);
}

const within = (start: string, end: string) => (entry: Entry) => entry.date >= start && entry.date <= end;
const inMonth = (month: string) => (entry: Entry) => entry.date.startsWith(month);
const typeOf = ({ category_id }: Entry) => chart.get(category_id)?.account_type ?? "";
const isOf = (root: string) => (entry: Entry) => isUnder(entry.category_id, root);
const INCOME = ["revenue", "cost_of_goods_sold", "expense", "other_income", "other_expense"];

const FUNDING = [
  "cat_term-loan",
  "cat_lease-liability",
  "cat_safe-notes",
  "cat_common-stock",
  "cat_preferred-stock",
  "cat_apic",
];

const MARCH = { start_date: "2026-03-01", end_date: "2026-03-31" };

describe("an assistant answers", () => {
  test("why did software costs change in March?", async () => {
    const statement = await ask("income_statement", { ...MARCH, compare_to: "previous_period" });
    const change = statement.changes?.find(({ line }) => line === "operating_expenses.cat_software");
    const rows = await askAll<Entry & { amount_cents: number }>("drill_down", {
      category_id: "cat_software",
      ...MARCH,
    });
    const earlier = await askAll<Entry & { amount_cents: number }>("drill_down", {
      category_id: "cat_software",
      start_date: "2026-02-01",
      end_date: "2026-02-28",
    });
    const byMerchant = new Map<string, number>();
    for (const [sign, list] of [
      [1, rows],
      [-1, earlier],
    ] as const)
      for (const { merchant, amount_cents } of list)
        byMerchant.set(merchant ?? "", (byMerchant.get(merchant ?? "") ?? 0) + sign * amount_cents);
    const [[cause, effect] = ["", 0]] = [...byMerchant].toSorted((a, b) => Math.abs(b[1]) - Math.abs(a[1]));

    const software = isOf("cat_software");
    const of = (month: string, merchant?: string) =>
      sumOf(
        (entry) =>
          software(entry) &&
          inMonth(month)(entry) &&
          (merchant === undefined || (entry.merchant ?? "") === merchant),
      );
    const known = of("2026-03") - of("2026-02");
    expect(known).not.toBe(0);
    expect(change).toMatchObject({ change_cents: known, amount_cents: of("2026-03") });
    expect(effect).toBe(of("2026-03", cause) - of("2026-02", cause));
    const others = new Set(entries.filter(software).map(({ merchant }) => merchant ?? ""));
    for (const merchant of others)
      expect(Math.abs(of("2026-03", merchant) - of("2026-02", merchant))).toBeLessThanOrEqual(
        Math.abs(effect),
      );
  });

  test("what was net income in the first quarter?", async () => {
    const quarter = ["2026-01-01", "2026-03-31"] as const;
    const { result, complete } = await ask("income_statement", {
      start_date: quarter[0],
      end_date: quarter[1],
    });
    const known = sumOf((entry) => INCOME.includes(typeOf(entry)) && within(...quarter)(entry));
    expect([result["net_income_cents"], complete]).toEqual([known, true]);
  });

  test("how much cash was there at the end of April?", async () => {
    const { result } = await ask("balance_sheet", { date: "2026-04-30" });
    const known = -sumOf((entry) => isUnder(entry.category_id, "cat_cash") && entry.date <= "2026-04-30");
    expect(result["cash_cents"]).toBe(known);
  });

  test("for how many months does the cash last?", async () => {
    const { result: flow } = await ask("cash_flow", { start_date: "2026-02-01", end_date: "2026-04-30" });
    const financing = (flow["financing_activities"] as Section).total_cents;
    const burned = financing - Number(flow["change_in_cash_cents"]);
    const { result: sheet } = await ask("balance_sheet", { date: "2026-04-30" });
    const cashAt = (day: string) =>
      -sumOf((entry) => isUnder(entry.category_id, "cat_cash") && entry.date <= day);
    expect(flow["change_in_cash_cents"]).toBe(cashAt("2026-04-30") - cashAt("2026-01-31"));
    expect([flow["beginning_cash_cents"], flow["ending_cash_cents"]]).toEqual([
      cashAt("2026-01-31"),
      sheet["cash_cents"],
    ]);
    const months = (Number(sheet["cash_cents"]) * 3) / burned;
    // What investors and lenders brought, or got back, by the chart of the sample company.
    const funds = sumOf(
      (entry) =>
        within("2026-02-01", "2026-04-30")(entry) && FUNDING.some((root) => isUnder(entry.category_id, root)),
    );
    const knownBurn = funds - (cashAt("2026-04-30") - cashAt("2026-01-31"));
    expect(knownBurn).toBeGreaterThan(0);
    expect(burned).toBe(knownBurn);
    expect(months).toBe((cashAt("2026-04-30") * 3) / knownBurn);
  });

  test("which merchant cost most in hosting this year?", async () => {
    const merchants = await askAll<{ name: string }>("merchants", { category_id: "cat_hosting" });
    const totals = [];
    for (const { name } of merchants) {
      const { result } = await ask("totals", {
        category_ids: ["cat_hosting"],
        start_date: "2026-01-01",
        end_date: "2026-04-30",
        merchant: name,
      });
      const [total] = result["data"] as readonly { total_cents: number }[];
      totals.push({ name, cents: total?.total_cents ?? 0 });
    }
    const [most] = totals.toSorted((a, b) => a.cents - b.cents);
    const known = new Map<string, number>();
    for (const entry of entries.filter(isOf("cat_hosting")).filter(within("2026-01-01", "2026-04-30")))
      known.set(
        entry.merchant ?? "",
        (known.get(entry.merchant ?? "") ?? 0) + entry.credit_cents - entry.debit_cents,
      );
    const [[name, cents] = []] = [...known].filter(([each]) => each !== "").toSorted((a, b) => a[1] - b[1]);
    expect(most).toEqual({ name, cents });
  });

  test("which transactions still need a review?", async () => {
    const open = await askAll<{ id: string; status: string; amount_cents: number }>("transactions", {
      status: "needs_review",
    });
    let known = 0;
    let rows = 0;
    let after = "";
    for (;;) {
      const page = await http.read<{
        data: readonly { status: string; amount_cents: number }[];
        next_cursor: string | null;
      }>(`/transactions?limit=500${after}`, key);
      for (const { status, amount_cents } of page.data)
        if (status === "needs_review") {
          known += amount_cents;
          rows += 1;
        }
      if (page.next_cursor === null) break;
      after = `&starting_after=${page.next_cursor}`;
    }
    expect(rows).toBeGreaterThan(0);
    expect([open.length, open.reduce((sum, { amount_cents }) => sum + amount_cents, 0)]).toEqual([
      rows,
      known,
    ]);
  });

  test("does the balance sheet balance, and does the journal?", async () => {
    const { result } = await ask("balance_sheet", { date: "2026-03-31" });
    expect((result["assets"] as Section).total_cents).toBe(result["liabilities_and_equity_cents"]);
    const assets = -sumOf((entry) => typeOf(entry) === "asset" && entry.date <= "2026-03-31");
    expect((result["assets"] as Section).total_cents).toBe(assets);
    expect(sumOf((entry) => entry.date <= "2026-03-31")).toBe(0);
  });

  test("what is behind prepaid expenses at the end of March?", async () => {
    const sheet = await ask("balance_sheet", { date: "2026-03-31" });
    const line = lineOf(sheet, "assets", "cat_prepaid");
    const rows = await askAll<{ amount_cents: number }>("drill_down", {
      category_id: "cat_prepaid",
      end_date: "2026-03-31",
      limit: 500,
    });
    const known = -sumOf((entry) => isOf("cat_prepaid")(entry) && entry.date <= "2026-03-31");
    expect([line?.balance_cents, rows.reduce((sum, { amount_cents }) => sum + amount_cents, 0)]).toEqual([
      known,
      known,
    ]);
  });

  test("how did gross profit develop against the year before?", async () => {
    const { changes } = await ask("income_statement", { ...MARCH, compare_to: "previous_year" });
    const of = (month: string) =>
      sumOf((entry) => ["revenue", "cost_of_goods_sold"].includes(typeOf(entry)) && inMonth(month)(entry));
    expect(changes?.find(({ line }) => line === "gross_profit")).toMatchObject({
      amount_cents: of("2026-03"),
      earlier_cents: of("2025-03"),
      change_cents: of("2026-03") - of("2025-03"),
    });
  });

  test("what do customers still owe?", async () => {
    const found = await ask("search_operations", { query: "list invoices" });
    const [operation] = found.result["operations"] as readonly { operation: string; allowed: boolean }[];
    expect(operation).toMatchObject({ operation: "listInvoices", allowed: true });
    const invoices = await askAll<{ total_cents: number; amount_paid_cents: number; status: string }>(
      "read_operation",
      { operation: "listInvoices", parameters: { limit: 200 } },
    );
    const owed = invoices
      .filter(({ status }) => status !== "void")
      .reduce((sum, { total_cents, amount_paid_cents }) => sum + total_cents - amount_paid_cents, 0);
    // What is booked as claims is exactly what the invoices say.
    expect(owed).toBeGreaterThan(0);
    expect(owed).toBe(-sumOf(isOf("cat_receivables")));
  });
});
