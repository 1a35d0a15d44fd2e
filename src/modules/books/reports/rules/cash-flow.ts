/**
 * The cash flow statement. Invariant, asserted: the change in cash equals the change of the cash balance,
 * because double entry makes it true for any books.
 */
import { assert } from "@daybook/words/assert";
import { addCents, type Cents, negateCents, sumCents, ZERO_CENTS } from "@daybook/words/cents";
import type { UnixSeconds } from "@daybook/words/civil-date";
import { type CashFlowRole, type CashPaidFor, isPointInTime } from "@daybook/words/ledger-words";
import { type CategoryRow, inDisplayOrder } from "../../chart/index.ts";
import { latestOf, type NonCash, type Sums } from "../../ledger/index.ts";
import {
  cashIn,
  cellsOf,
  type Line,
  linesOfPart,
  netIncome,
  positionAfter,
  type Section,
  sectionOf,
} from "./lines.ts";

/** Buckets of a cash flow statement: before the first day, and the period. */
const BEFORE = 0;
export const DURING = 1;

/** Vouchers that touch the same categories, none of which is cash. */
export interface NonCashActivity {
  /** The ids of the categories, joined: the same in every period. */
  readonly key: string;
  /** The names of the categories, those that grew in debit first: `Equipment / Bank Loan`. */
  readonly name: string;
  /** The sum of the positive amounts of `categories`. */
  readonly amount: Cents;
  /** Their effects on cash, had there been any; they add up to zero. */
  readonly categories: readonly { readonly id: string; readonly name: string; readonly amount: Cents }[];
}

/** What is shown beneath the statement. */
export interface CashFlowDisclosure {
  /** Investing and financing without cash (ASC 230-10-50-3), by the categories that it touched. */
  readonly nonCash: readonly NonCashActivity[];
  /** What was added to accumulated depreciation, and what left it, such as with assets that were sold. */
  readonly depreciation: NonCash["depreciation"];
  /** What was paid for interest and income taxes (ASC 230-10-50-2); null where no category says so. */
  readonly cashPaidFor: Readonly<Record<CashPaidFor, Cents | null>>;
}

export interface CashFlow {
  readonly refreshedAt: UnixSeconds | null;
  readonly netIncome: Cents;
  readonly operating: Section;
  readonly investing: Section;
  readonly financing: Section;
  readonly beginningCash: Cents;
  readonly changeInCash: Cents;
  readonly endingCash: Cents;
  readonly disclosure: CashFlowDisclosure;
}

/** What happened without cash, and whether it is left out of the sections. */
export interface WithoutCash {
  readonly nonCash: NonCash;
  readonly excludesNonCash: boolean;
}

/** The id of the line of net income. */
export const NET_INCOME_ID = "grp_net_income";
/** The specified group of adjustments to net income. It also has the lines that take income out. */
export const NON_CASH_ID = "grp_non_cash_expenses";
const WORKING_CAPITAL_ID = "grp_changes_in_working_capital";

/**
 * Returns the id of the line that takes a category's amount out of operating activities. The category's own
 * id names its line under investing or financing, which has the opposite sign.
 */
function takenOutId(id: string): string {
  return `${TAKEN_OUT}${id}`;
}

const TAKEN_OUT = "grp_taken_out_";

/** Returns the id of the category that a line takes out of operating activities; null for another line. */
export function readTakenOut(lineId: string): string | null {
  return lineId.startsWith(TAKEN_OUT) ? lineId.slice(TAKEN_OUT.length) : null;
}

/**
 * Computes a cash flow statement by the indirect method (ASC 230-10-45-28): net income, adjusted by the
 * change of every balance sheet category except cash, and by income that belongs to investing or financing.
 */
export function cashFlow(sums: Sums, { nonCash, excludesNonCash }: WithoutCash): CashFlow {
  const excluded = new Map<string, Cents>();
  for (const { categoryId, netDebitCents } of excludesNonCash ? nonCash.vouchers.flat() : [])
    excluded.set(categoryId, addCents(excluded.get(categoryId) ?? ZERO_CENTS, netDebitCents));
  // A debit on any other category is matched by a credit on cash, whatever the category's natural sign.
  const cashEffect = (id: string) =>
    addCents(negateCents(sums.cell(DURING, id)?.netDebitCents ?? ZERO_CENTS), excluded.get(id) ?? ZERO_CENTS);
  const linesOf = (role: CashFlowRole) =>
    linesOfPart(sums.categories, (row) => row.cash_flow === role, cashEffect);
  return statementOf(sums, {
    effectOf: cashEffect,
    adjustments: [],
    investing: linesOf("investing"),
    financing: linesOf("financing"),
    nonCash: activitiesOf(sums.categories, nonCash.vouchers),
    depreciation: nonCash.depreciation,
  });
}

/** What a statement is made of besides net income. */
interface StatementParts extends Pick<CashFlowDisclosure, "nonCash" | "depreciation"> {
  /** What a category of operating activities did to cash, and each category of the income statement. */
  readonly effectOf: (id: string) => Cents;
  /** Further lines of Non-Cash Expenses. */
  readonly adjustments: readonly Line[];
  readonly investing: readonly Line[];
  readonly financing: readonly Line[];
}

/** Puts a statement together. Asserted: its activities explain the change of the cash balance. */
export function statementOf(sums: Sums, parts: StatementParts): CashFlow {
  const { effectOf } = parts;
  const linesOf = (role: CashFlowRole, group: string) =>
    linesOfPart(sums.categories, (row) => row.cash_flow === role, effectOf, group);
  const group = (id: string, name: string, position: number, lines: readonly Line[]): Line[] => {
    const amount = sumCents(lines.filter((line) => line.parentId === id).map((line) => line.amount));
    return [{ id, name, amount, position, parentId: null }, ...lines];
  };
  const income = netIncome(sums, DURING);
  // Income with a cash flow role, such as a gain on a sale of equipment, is part of net income but shown
  // under investing or financing, so it is subtracted here.
  const isTakenOut = (row: CategoryRow) => !isPointInTime(row.account_type) && row.cash_flow !== null;
  const takenOut = linesOfPart(sums.categories, isTakenOut, (id) => negateCents(effectOf(id))).map(
    (line): Line => ({
      ...line,
      id: takenOutId(line.id),
      position: positionAfter(sums.categories) + line.position,
      parentId: line.parentId === null ? NON_CASH_ID : takenOutId(line.parentId),
    }),
  );
  const operating = sectionOf([
    { id: NET_INCOME_ID, name: "Net Income", amount: income, position: 0, parentId: null },
    ...group(NON_CASH_ID, "Non-Cash Expenses", 1, [
      ...linesOf("non_cash", NON_CASH_ID),
      ...takenOut,
      ...parts.adjustments,
    ]),
    ...group(
      WORKING_CAPITAL_ID,
      "Changes in Working Capital",
      2,
      linesOf("working_capital", WORKING_CAPITAL_ID),
    ),
  ]);
  const investing = sectionOf(parts.investing);
  const financing = sectionOf(parts.financing);
  const beginningCash = cashIn(sums, BEFORE);
  const changeInCash = sumCents([operating.total, investing.total, financing.total]);
  assert(
    changeInCash === cashIn(sums, DURING),
    `the cash flow statement explains ${changeInCash} cents, but cash changed by ${cashIn(sums, DURING)} cents`,
  );
  return {
    refreshedAt: latestOf([
      ...cellsOf(sums, [DURING]),
      ...cellsOf(sums, [BEFORE], (row) => row.cash_flow === "cash"),
    ]),
    netIncome: income,
    operating,
    investing,
    financing,
    beginningCash,
    changeInCash,
    endingCash: addCents(beginningCash, changeInCash),
    disclosure: {
      nonCash: parts.nonCash,
      depreciation: parts.depreciation,
      cashPaidFor: {
        interest: cashPaidFor(sums, "interest"),
        income_taxes: cashPaidFor(sums, "income_taxes"),
      },
    },
  };
}

/**
 * Returns what was paid for a cost: the cost of the period, less what is owed of it more than before, or plus
 * what is owed less. Both are the debit minus credit of the categories of the cost and of its debt.
 */
function cashPaidFor(sums: Sums, cost: CashPaidFor): Cents | null {
  const rows = sums.categories.filter((row) => row.cash_paid_for === cost);
  if (rows.length === 0) return null;
  return sumCents(rows.map(({ id }) => sums.cell(DURING, id)?.netDebitCents ?? ZERO_CENTS));
}

/** Returns the activities in the order of the chart: by the first category that grew in debit. */
export function activitiesOf(
  categories: readonly CategoryRow[],
  vouchers: NonCash["vouchers"],
): NonCashActivity[] {
  const place = new Map<string, number>(inDisplayOrder(categories).map(({ id }, index) => [id, index]));
  const names = new Map<string, string>(categories.map(({ id, name }) => [id, name]));
  const activities = vouchers.map((sums) => {
    const ordered = sums
      .map(({ categoryId: id, netDebitCents }) => ({
        id,
        name: names.get(id) ?? id,
        amount: negateCents(netDebitCents),
      }))
      .toSorted((a, b) => Math.sign(a.amount) - Math.sign(b.amount) || at(a) - at(b));
    return {
      key: sums.map(({ categoryId }) => categoryId).join(" "),
      name: ordered.map(({ name }) => name).join(" / "),
      amount: sumCents(ordered.map(({ amount }) => amount).filter((amount) => amount > 0)),
      categories: ordered,
    };
  });
  function at({ id }: { readonly id: string }): number {
    return place.get(id) ?? 0;
  }
  return activities.toSorted((a, b) => at(a.categories[0] ?? { id: "" }) - at(b.categories[0] ?? { id: "" }));
}
