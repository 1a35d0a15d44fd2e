/**
 * The published books of a non-profit, and hledger's statements of them: rows by account name, and columns of
 * days whose end is not included. In hledger's statements, revenue and expenses are both positive.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Api } from "./api.ts";
import { dayBefore, type Range } from "./days.ts";
import { outsideData } from "./outside.ts";
import type { Category } from "./statements.ts";

export const HACKCLUB = outsideData("hackclub");

interface Table {
  readonly columns: readonly (readonly [start: string, end: string])[];
  readonly sections: readonly {
    readonly name: string;
    readonly rows: Readonly<Record<string, readonly number[]>>;
    readonly totals_cents: readonly number[];
  }[];
  readonly net_cents: readonly number[];
}

/** One column of a statement: its range of days, and its rows without zeros. */
export interface Column {
  readonly range: Range;
  readonly sections: Readonly<
    Record<string, { readonly rows: ReadonlyMap<string, number>; readonly total: number }>
  >;
  readonly net: number;
}

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(join(HACKCLUB.path, name), "utf8"));
}

function columnsOf(name: string): Column[] {
  const { columns, sections, net_cents } = readJson(name) as Table;
  return columns.map(([start, end], index) => ({
    range: { start_date: start, end_date: dayBefore(end) },
    sections: Object.fromEntries(
      sections.map((section) => {
        const rows = Object.entries(section.rows).map(
          ([account, cents]) => [account, cents[index] ?? Number.NaN] as const,
        );
        return [
          section.name,
          {
            rows: new Map(rows.filter(([, cents]) => cents !== 0)),
            total: section.totals_cents[index] ?? Number.NaN,
          },
        ];
      }),
    ),
    net: net_cents[index] ?? Number.NaN,
  }));
}

/** Returns the statements that hledger computed. */
export function oracle() {
  return {
    months: columnsOf("oracle.is_monthly.json"),
    years: columnsOf("oracle.is_yearly.json"),
    monthEnds: columnsOf("oracle.bs_month_ends.json"),
    cashChanges: columnsOf("oracle.cash_change_monthly.json"),
    accountMonths: readJson("oracle.account_month.json") as readonly {
      readonly month: string;
      readonly account: string;
      readonly debit_minus_credit_cents: number;
    }[],
  };
}

const FIRST_LEVELS: Readonly<Record<string, string>> = {
  asset: "Assets",
  liability: "Liabilities",
  revenue: "Income",
  expense: "Expenses",
};

/**
 * Returns the account name of each category: its type, then the names of the categories from the root down.
 */
export async function accountNames(api: Api): Promise<ReadonlyMap<string, string>> {
  const rows = await api.client.listCategories().all();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const nameOf = (row: Category): string => {
    const parent = row.parent_id === null ? undefined : byId.get(row.parent_id);
    return `${parent ? nameOf(parent) : FIRST_LEVELS[row.account_type]}:${row.name}`;
  };
  return new Map(rows.map((row) => [row.id, nameOf(row)]));
}
