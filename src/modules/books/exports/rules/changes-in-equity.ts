/**
 * Lays out the changes in equity: a column for each category of equity and their total, a row for each kind
 * of change, in the words of the company's legal form. Asserted by the table: the last row is the sum of
 * those above it, and the total that of the columns.
 */
import type { EntityType } from "@daybook/words/company-words";
import type { StatementColumn } from "../../../../core/statement-table.ts";
import type { ChangesInEquity, EquityChange } from "../../reports/index.ts";
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
  const rows: readonly (readonly [what: "opening" | EquityChange, label: string])[] = [
    ["opening", "Opening Balance"],
    // A correction is shown as a change of what the period began with (ASC 250-10-45-23).
    ["corrected", "Prior-Period Corrections"],
    ["netIncome", "Net Income"],
    ["paidIn", paidIn],
    ["paidOut", paidOut],
    ["transferred", "Transfers within Equity"],
    ["other", "Other Changes"],
  ];
  const numbers = rows
    .filter(
      ([what]) => what === "opening" || what === "netIncome" || categories.some((each) => each[what] !== 0),
    )
    .map(([what, label]) =>
      table.line(
        label,
        categories.map((each) => each[what]),
        "sum",
        what,
      ),
    );
  const closing = table.sum("grand_total", "Closing Balance", numbers);
  table.check(
    closing,
    categories.map(({ closing: balance }) => balance),
  );
  return table.layout();
}
