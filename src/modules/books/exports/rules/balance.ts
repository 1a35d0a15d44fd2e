/**
 * Lays out the balance sheets at the ends of several periods as one table: classified, with net property and
 * equipment, and with the parts of retained earnings. Asserted: the last total equals that of each report.
 */
import { type Cents, sumCents } from "@daybook/words/cents";
import type { BalanceClass } from "@daybook/words/ledger-words";
import {
  type BalanceClassSection,
  type BalanceSheet,
  type Line,
  RETAINED_EARNINGS_ID,
  type Section,
} from "../../reports/index.ts";
import { type Beside, columnsOf, type DisplayedPeriod, shortDate } from "./columns.ts";
import { type Layout, TableBuilder } from "./table-builder.ts";

/** The id of the line of the net income of the fiscal year, a part of retained earnings. */
export const NET_INCOME_PART = `${RETAINED_EARNINGS_ID}_net_income`;

/** A group of lines that the report does not have: all lines of one class. */
interface ClassGroup {
  readonly id: string;
  readonly name: string;
  readonly total: string;
}

const ASSET_GROUPS: Readonly<Record<BalanceClass, ClassGroup>> = {
  current: { id: "grp_current_assets", name: "Current Assets", total: "Total Current Assets" },
  fixed: { id: "grp_fixed_assets", name: "Property and Equipment", total: "Property and Equipment, Net" },
  non_current: {
    id: "grp_non_current_assets",
    name: "Other Non-Current Assets",
    total: "Total Other Non-Current Assets",
  },
};
const LIABILITY_GROUPS: Readonly<Record<Exclude<BalanceClass, "fixed">, ClassGroup>> = {
  current: {
    id: "grp_current_liabilities",
    name: "Current Liabilities",
    total: "Total Current Liabilities",
  },
  non_current: {
    id: "grp_non_current_liabilities",
    name: "Non-Current Liabilities",
    total: "Total Non-Current Liabilities",
  },
};

/** Lays out the balance sheets at the ends of several periods. */
export function layOutBalance(
  periods: readonly DisplayedPeriod[],
  { compared }: Pick<Beside, "compared">,
  statements: readonly BalanceSheet[],
): Layout {
  const atItsEnd = <Days extends DisplayedPeriod>(days: Days): Days => ({
    ...days,
    label: shortDate(days.endDate),
  });
  const table = new TableBuilder(
    columnsOf(
      periods.map(atItsEnd),
      { yearToDate: [], compared: compared.map(atItsEnd) },
      { hasTotal: false, hasEffects: false },
    ),
  );
  const balances = statements.map(({ classified }) => classified());
  const assets = groupByClass(
    ASSET_GROUPS,
    balances.map((each) => each.assets),
  );
  table.section("assets", "Assets", assets.sections, { kind: "grand_total", subtotals: assets.subtotals });
  const debts = groupByClass(
    LIABILITY_GROUPS,
    balances.map((each) => each.liabilities),
  );
  const liabilities = table.section("liabilities", "Liabilities", debts.sections, debts);
  const equity = table.section("equity", "Equity", withRetainedEarnings(statements));
  const both = table.sum("grand_total", "Total Liabilities and Equity", [liabilities, equity]);
  table.check(
    both,
    statements.map((each) => each.liabilitiesAndEquity),
  );
  return table.layout();
}

/**
 * Returns the equity of each balance sheet with the parts of retained earnings, what was earned before the
 * fiscal year and in it, as lines below it. If nothing was retained at any date but losses, the line is named
 * so.
 */
function withRetainedEarnings(statements: readonly BalanceSheet[]): Section[] {
  const isDeficit = statements.every(({ retained }) => retained.ending < 0);
  return statements.map(({ equity, retained }) => ({
    ...equity,
    lines: equity.lines.flatMap((line): Line[] => {
      if (line.id !== RETAINED_EARNINGS_ID) return [line];
      const part = (id: string, name: string, amount: Cents, position: number): Line => ({
        id,
        name,
        amount,
        position,
        parentId: line.id,
      });
      return [
        isDeficit ? { ...line, name: "Accumulated Deficit" } : line,
        part(`${line.id}_beginning`, "Beginning of Fiscal Year", retained.beginning, 0),
        part(NET_INCOME_PART, "Net Income of Fiscal Year", retained.netIncome, 1),
      ];
    }),
  }));
}

/**
 * Returns the sections of the periods with the lines of each class below a group. A class whose only line at
 * the top says the same, such as a category `Current Assets`, gets no group beside it.
 */
function groupByClass(
  groups: Readonly<Partial<Record<BalanceClass, ClassGroup>>>,
  ofPeriods: readonly (readonly BalanceClassSection[])[],
): { readonly sections: readonly Section[]; readonly subtotals: ReadonlyMap<string, string> } {
  const subtotals = new Map<string, string>();
  const named = (balanceClass: BalanceClass): ClassGroup | null => {
    const group = groups[balanceClass];
    if (group === undefined) return null;
    const lines = ofPeriods.flatMap((classes) =>
      classes.filter((each) => each.balanceClass === balanceClass).flatMap(({ section }) => section.lines),
    );
    const roots = new Map(lines.filter(({ parentId }) => parentId === null).map((line) => [line.id, line]));
    const [root] = roots.values();
    const isGroup = root !== undefined && lines.some(({ parentId }) => parentId === root.id);
    const saysTheSame =
      root?.name.toLowerCase() === group.name.toLowerCase() ||
      (balanceClass === "fixed" && /^(?:fixed assets?|property\b.*)$/i.test(root?.name ?? ""));
    if (roots.size !== 1 || !isGroup || !saysTheSame) {
      subtotals.set(group.id, group.total);
      return group;
    }
    if (balanceClass === "fixed") subtotals.set(root.id, `${root.name}, Net`);
    return null;
  };
  const names = new Map(
    (["current", "fixed", "non_current"] as const).map((balanceClass) => [balanceClass, named(balanceClass)]),
  );
  const sections = ofPeriods.map((classes): Section => {
    const lines = classes.flatMap(({ balanceClass, section }, position): readonly Line[] => {
      const group = names.get(balanceClass) ?? null;
      if (section.lines.length === 0) return [];
      if (group === null)
        return section.lines.map((line) => (line.parentId === null ? { ...line, position } : line));
      const { id, name } = group;
      return [
        { id, name, amount: section.total, position, parentId: null },
        ...section.lines.map((line) => (line.parentId === null ? { ...line, parentId: id } : line)),
      ];
    });
    return { total: sumCents(classes.map(({ section }) => section.total)), lines };
  });
  return { sections, subtotals };
}
