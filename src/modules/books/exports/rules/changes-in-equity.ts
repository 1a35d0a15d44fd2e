/**
 * Lays out the changes in equity: a column for each category of equity and their total, a row for each kind
 * of change, in the words of the company's legal form. Asserted by the table: the last row is the sum of
 * those above it, and the total that of the columns.
 */
import type { Cents } from "../../../../core/cents.ts";
import type { EntityType } from "../../../../core/company-words.ts";
import type { StatementColumn } from "../../../../core/statement-table.ts";
import type { ChangesInEquity, EquityAmounts } from "../../reports/index.ts";
import type { DisplayedPeriod } from "./columns.ts";
import { type Layout, TableBuilder } from "./table-builder.ts";

/** How a legal form calls its equity, what its owners pay in, and what is paid to them. */
interface EquityWords {
  readonly equity: string;
  readonly paidIn: string;
  readonly paidOut: string;
}

const STOCK = "Stock Issued and Contributions";
const WORDS: Readonly<Record<EntityType, EquityWords>> = {
  c_corp: { equity: "Stockholders’ Equity", paidIn: STOCK, paidOut: "Dividends and Repurchases" },
  s_corp: { equity: "Stockholders’ Equity", paidIn: STOCK, paidOut: "Distributions and Repurchases" },
  llc: { equity: "Members’ Equity", paidIn: "Contributions", paidOut: "Distributions" },
  partnership: { equity: "Partners’ Capital", paidIn: "Contributions", paidOut: "Distributions" },
  sole_proprietorship: { equity: "Owner’s Equity", paidIn: "Contributions", paidOut: "Drawings" },
  nonprofit: { equity: "Net Assets", paidIn: "Paid In", paidOut: "Paid Out" },
};

/** The title of the statement of a legal form. */
export function equityTitle(entity: EntityType): string {
  return `Statement of Changes in ${WORDS[entity].equity}`;
}

export function layOutEquity(
  { startDate, endDate, isOver }: Pick<DisplayedPeriod, "startDate" | "endDate" | "isOver">,
  { categories }: ChangesInEquity,
  entity: EntityType,
): Layout {
  const column = { startDate, endDate, isOver, compared: null } as const;
  const columns = categories.map(({ id, name }): StatementColumn => ({
    ...column,
    label: name,
    kind: "period",
    equity: id,
  }));
  const totalColumn: StatementColumn = { ...column, label: "Total", kind: "total" };
  const table = new TableBuilder(columns.length > 1 ? [...columns, totalColumn] : columns);
  const { paidIn, paidOut } = WORDS[entity];
  const rows: readonly (readonly [string, (amounts: EquityAmounts) => Cents])[] = [
    ["Opening Balance", ({ opening }) => opening],
    // A correction is shown as a change of what the period began with (ASC 250-10-45-23).
    ["Prior-Period Corrections", ({ corrected }) => corrected],
    ["Net Income", ({ netIncome }) => netIncome],
    [paidIn, (amounts) => amounts.paidIn],
    [paidOut, (amounts) => amounts.paidOut],
    ["Transfers within Equity", ({ transferred }) => transferred],
    ["Other Changes", ({ other }) => other],
  ];
  const numbers = rows
    .filter(
      ([label, of]) =>
        label === "Opening Balance" || label === "Net Income" || categories.some((each) => of(each) !== 0),
    )
    .map(([label, of]) => table.line(label, categories.map(of), "sum"));
  const closing = table.sum("grand_total", "Closing Balance", numbers);
  table.check(
    closing,
    categories.map(({ closing: balance }) => balance),
  );
  return table.layout();
}
