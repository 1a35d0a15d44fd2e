/**
 * Lays out income statements and cash flow statements of several periods as one table, with a column for each
 * period and the columns of comparisons. The reports are those of the periods, then those of the compared
 * periods. Asserted: in each report's column, the last total equals the figure in that report.
 */
import { ZERO_CENTS } from "@daybook/words/cents";
import type { CashFlow, IncomeSection, IncomeStatement } from "../../reports/index.ts";
import { type Beside, columnsOf, type DisplayedPeriod } from "./columns.ts";
import { withShares } from "./shares.ts";
import { type Layout, TableBuilder } from "./table-builder.ts";

const INCOME_NAMES: Readonly<Record<IncomeSection, string>> = {
  revenue: "Revenue",
  cost_of_goods_sold: "Cost of Goods Sold",
  operating_expenses: "Operating Expenses",
  other_income: "Other Income",
  other_expenses: "Other Expenses",
};

/**
 * Lays out the income statements of several periods, by category or by department, perhaps with the
 * percentages of revenue.
 */
export function layOutIncome(
  periods: readonly DisplayedPeriod[],
  beside: Beside,
  statements: readonly IncomeStatement[],
  { byDepartment, hasShares }: { readonly byDepartment: boolean; readonly hasShares: boolean },
): Layout {
  const table = new TableBuilder(columnsOf(periods, beside, { hasTotal: true, hasEffects: true }));
  const section = (name: IncomeSection): number =>
    table.section(
      name,
      INCOME_NAMES[name],
      statements.map(({ sections }) =>
        byDepartment
          ? { total: sections[name].total, lines: sections[name].departments ?? [] }
          : sections[name],
      ),
    );
  const revenue = section("revenue");
  const costs = section("cost_of_goods_sold");
  const grossProfit = table.sum("total", "Gross Profit", [revenue, costs]);
  const operatingIncome = table.sum("total", "Operating Income", [
    grossProfit,
    section("operating_expenses"),
  ]);
  const others = [section("other_income"), section("other_expenses")];
  const netIncome = table.sum("grand_total", "Net Income", [operatingIncome, ...others]);
  table.check(
    netIncome,
    statements.map((each) => each.netIncome),
  );
  return hasShares ? withShares(table.layout(), revenue) : table.layout();
}

/** Lays out the cash flow statements of several periods. */
export function layOutCashFlow(
  periods: readonly DisplayedPeriod[],
  beside: Beside,
  statements: readonly CashFlow[],
): Layout {
  const table = new TableBuilder(columnsOf(periods, beside, { hasTotal: true, hasEffects: false }));
  const operating = table.section(
    "operating_activities",
    "Operating Activities",
    statements.map((each) => each.operating),
    { label: "Net Cash Provided by (Used in) Operating Activities" },
  );
  const investing = table.section(
    "investing_activities",
    "Investing Activities",
    statements.map((each) => each.investing),
    { label: "Net Cash Provided by (Used in) Investing Activities" },
  );
  const financing = table.section(
    "financing_activities",
    "Financing Activities",
    statements.map((each) => each.financing),
    { label: "Net Cash Provided by (Used in) Financing Activities" },
  );
  const change = table.sum("total", "Net Increase (Decrease) in Cash", [operating, investing, financing]);
  const beginning = table.line(
    "Cash at Beginning of Period",
    statements.map(({ beginningCash }) => beginningCash),
    "first",
  );
  const ending = table.sum("grand_total", "Cash at End of Period", [beginning, change], "last");
  table.check(
    ending,
    statements.map(({ endingCash }) => endingCash),
  );
  addDisclosure(table, statements);
  return table.layout();
}

const CASH_PAID_LABELS = [
  ["interest", "Cash Paid for Interest"],
  ["income_taxes", "Cash Paid for Income Taxes"],
] as const;

/** Adds what is shown beneath a cash flow statement, if there is any in one of the periods. */
function addDisclosure(table: TableBuilder, statements: readonly CashFlow[]): void {
  const names = new Map(
    statements.flatMap(({ disclosure }) => disclosure.nonCash.map(({ key, name }) => [key, name] as const)),
  );
  table.notes(
    "Non-Cash Investing and Financing Activities",
    Array.from(names, ([key, name]) => ({
      label: name,
      amounts: statements.map(
        ({ disclosure }) => disclosure.nonCash.find((each) => each.key === key)?.amount ?? ZERO_CENTS,
      ),
    })),
  );
  table.notes(
    "Supplemental Cash Flow Information",
    CASH_PAID_LABELS.flatMap(([cost, label]) => {
      const amounts = statements.map(({ disclosure }) => disclosure.cashPaidFor[cost] ?? ZERO_CENTS);
      return statements.some(({ disclosure }) => disclosure.cashPaidFor[cost] !== null)
        ? [{ label, amounts }]
        : [];
    }),
  );
  const depreciation = statements.map(({ disclosure }) => disclosure.depreciation);
  if (depreciation.every(({ released }) => released === 0)) return;
  table.notes("Accumulated Depreciation", [
    { label: "Depreciation Charged", amounts: depreciation.map(({ charged }) => charged) },
    { label: "Released with Assets Sold", amounts: depreciation.map(({ released }) => released) },
  ]);
}
