/**
 * Prints a statement as an accountant reads it: one line an amount, children indented below their
 * parent, dollars with cents, negative amounts in parentheses. The golden tests compare this text.
 */
import { testApp, type TestCompany } from "../support/app.ts";
import type { CompanyOverrides } from "../support/bundle.ts";

interface Entry {
  readonly category_id: string;
  readonly name: string;
  readonly amount_cents?: number;
  readonly balance_cents?: number;
  readonly parent_category_id: string | null;
}

interface Section {
  readonly total_cents: number;
  readonly categories: readonly Entry[];
}

type Statement = Readonly<Record<string, unknown>> & { readonly object: string };

const WIDTH = 44;

function money(cents: number): string {
  const whole = Math.trunc(Math.abs(cents) / 100).toLocaleString("en-US");
  const text = `${whole}.${String(Math.abs(cents) % 100).padStart(2, "0")}`;
  return cents < 0 ? `(${text})` : `${text} `;
}

function row(indent: number, name: string, cents: number): string {
  const left = `${"  ".repeat(indent)}${name}`;
  return `${left}${money(cents).padStart(WIDTH - left.length)}`.trimEnd();
}

/** The entries of a section in the order in which they came, each as deep as its parents say. */
function rows(entries: readonly Entry[]): string[] {
  const depths = new Map<string | null, number>([[null, 0]]);
  return entries.map((entry) => {
    const depth = (depths.get(entry.parent_category_id) ?? Number.NaN) + 1;
    depths.set(entry.category_id, depth);
    return row(depth, entry.name, entry.amount_cents ?? entry.balance_cents ?? Number.NaN);
  });
}

function section(name: string, value: unknown): string[] {
  const { total_cents, categories } = value as Section;
  return categories.length === 0 ? [] : [row(0, name, total_cents), ...rows(categories)];
}

function amount(name: string, value: unknown): string {
  return row(0, name, value as number);
}

const PRINTERS: Readonly<Record<string, (statement: Statement) => string[]>> = {
  balance_sheet: (s) => {
    const { beginning_balance_cents, net_income_cents } = (
      s["equity"] as { retained_earnings: Record<string, number> }
    ).retained_earnings;
    return [
      ...section("ASSETS", s["assets"]),
      ...section("LIABILITIES", s["liabilities"]),
      ...section("EQUITY", s["equity"]),
      amount("of it earned in earlier years", beginning_balance_cents),
      amount("of it earned this fiscal year", net_income_cents),
      amount("LIABILITIES AND EQUITY", s["liabilities_and_equity_cents"]),
      amount("CASH", s["cash_cents"]),
    ];
  },
  income_statement: (s) => [
    ...section("REVENUE", s["revenue"]),
    ...section("COST OF GOODS SOLD", s["cost_of_goods_sold"]),
    amount("GROSS PROFIT", s["gross_profit_cents"]),
    ...section("OPERATING EXPENSES", s["operating_expenses"]),
    amount("OPERATING INCOME", s["operating_income_cents"]),
    ...section("OTHER INCOME", s["other_income"]),
    ...section("OTHER EXPENSES", s["other_expenses"]),
    amount("NET INCOME", s["net_income_cents"]),
  ],
  cash_flow: (s) => [
    ...section("OPERATING", s["operating_activities"]),
    ...section("INVESTING", s["investing_activities"]),
    ...section("FINANCING", s["financing_activities"]),
    amount("CASH BEFORE", s["beginning_cash_cents"]),
    amount("CHANGE IN CASH", s["change_in_cash_cents"]),
    amount("CASH AFTER", s["ending_cash_cents"]),
  ],
};

/** Keeps `books` in a new company and prints what it answers to `GET /reports/<request>`. */
export async function statementOf(books: CompanyOverrides, request: string): Promise<string> {
  const [text] = await statementsOf(books, request);
  return text ?? "";
}

/** The same for several requests to one company. */
export async function statementsOf(
  books: CompanyOverrides,
  ...requests: readonly string[]
): Promise<string[]> {
  const test = await testApp();
  return reportsOf(await test.company(books), ...requests);
}

/** Prints what a company that is there answers to some `GET /reports/<request>`. */
export async function reportsOf(
  company: Pick<TestCompany, "read">,
  ...requests: readonly string[]
): Promise<string[]> {
  const texts: string[] = [];
  for (const request of requests) {
    const statement = await company.read<Statement>(`/reports/${request}`);
    texts.push((PRINTERS[statement.object]?.(statement) ?? []).join("\n"));
  }
  return texts;
}

/** The expected statement: the text between the backticks without the indentation of the source. */
export function printed(text: string): string {
  const lines = text.replace(/^\n/, "").trimEnd().split("\n");
  const indent = Math.min(...lines.map((line) => line.length - line.trimStart().length));
  return lines.map((line) => line.slice(indent).trimEnd()).join("\n");
}
