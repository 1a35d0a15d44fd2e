/**
 * The overview of a company: the days that it covers, and the figures of these days. Invariant: the month so
 * far stands beside the same days of the month before, by the rule of the statements (`comparedDays`).
 */
import { assert, present } from "@daybook/words/assert";
import { addCents, type Cents, negateCents, sumCents } from "@daybook/words/cents";
import { addMonths, type CivilDate, endOfMonth, FIRST_DATE, startOfMonth } from "@daybook/words/civil-date";
import { comparedDays } from "@daybook/words/compared-period";
import { type CauseRow, type LedgerService, signedCents } from "../../ledger/index.ts";
import { cashIn } from "../rules/lines.ts";
import {
  balancesOf,
  BURN_MONTHS,
  burnOf,
  type CashCategory,
  type ChangedLine,
  changedLines,
  type Compared,
  compared,
  type ComparedRunway,
  comparedRunway,
  type OverviewMonth,
  overviewMonths,
  resultsIn,
  runwayTenths,
} from "../rules/overview.ts";
import { INCOME_SECTIONS } from "../rules/statements.ts";
import { type Period, rangeOf, type ReportCall } from "./trial-days.ts";

/** The overview of a company. The last month is the present one, which has not ended. */
export interface Overview {
  readonly months: readonly (OverviewMonth & Period & Outlook)[];
  readonly cash: Cents;
  /** The last day of the month before, and by how much cash grew since. */
  readonly cashSince: { readonly date: CivilDate; readonly change: Cents };
  /** The categories whose money makes the cash. */
  readonly cashCategories: readonly CashCategory[];
  /** The number of categories of cards with a balance, and its sum, negative for what is owed; null for none. */
  readonly cards: { readonly count: number; readonly balance: Cents } | null;
  /** The month so far, and the days that it is compared with. */
  readonly days: Period;
  readonly daysBefore: Period;
  readonly revenue: Compared;
  readonly expenses: Compared;
  /** As they are on the last day, and as they were on that of the days before. */
  readonly burn: Compared;
  readonly runway: ComparedRunway;
  /** The whole months over which burn is averaged. */
  readonly burnDays: Period;
  readonly changes: readonly (ChangedLine & { readonly reason: Reason | null })[];
}

/** The entries that explain the largest part of a change, and how many they are on both days. */
interface Reason extends Pick<CauseRow, "merchant" | "source" | "entries"> {
  readonly amount: Cents;
  readonly before: Cents;
  readonly entriesBefore: number;
}

/** Burn during a month, and for how long the cash at its end lasts at it. */
interface Outlook {
  readonly burn: Cents;
  readonly runwayTenths: number | null;
}

/** The number of whole months in the overview; those before them are for their burn. */
const MONTHS = 12;
const READ_MONTHS = MONTHS + BURN_MONTHS;
/** A single month is compared with the one before, whenever the fiscal year begins. */
const ANY_MONTH = 1;

/** Reads the overview. `cards` are the categories of cards. */
export async function readOverview(
  ledger: LedgerService,
  call: ReportCall,
  cards: ReadonlySet<string>,
): Promise<Overview> {
  const thisMonth = startOfMonth(call.today);
  const days = { startDate: thisMonth, endDate: call.today };
  const { start, end } = comparedDays({ start: thisMonth, end: call.today }, "prior_period", ANY_MONTH);
  const daysBefore = { startDate: start, endDate: end };
  const periods = [
    ...Array.from({ length: READ_MONTHS }, (_, index): Period => {
      const startDate = addMonths(thisMonth, index - READ_MONTHS);
      return { startDate, endDate: endOfMonth(startDate) };
    }),
    days,
  ];
  // What was before, the months, and after them the days that the present one is compared with.
  const [now, before] = [periods.length, periods.length + 1];
  const [first] = periods;
  const { sums, causes } = await ledger.sumWithCauses(
    {
      ...call,
      buckets: [
        { from: FIRST_DATE, to: present(first, "an overview has no months").startDate },
        ...[...periods, daysBefore].map(rangeOf),
      ],
    },
    { now: rangeOf(days), before: rangeOf(daysBefore) },
    // A rise of income is a fall of debits minus credits, for costs too.
    (found) =>
      changedLines(found, now, before).map(({ categoryId, isBetter }) => ({
        id: categoryId,
        sign: isBetter ? -1 : 1,
      })),
  );
  const read = overviewMonths(sums, periods.length);
  const months = read.map((month, index) => {
    const burn = burnOf(read.slice(Math.max(0, index - BURN_MONTHS), index));
    const period = present(periods[index], "a month has no days");
    return { ...month, ...period, burn, runwayTenths: runwayTenths(month.cash, burn) };
  });
  const [twoAgo, last, current] = months.slice(-3);
  assert(twoAgo !== undefined && last !== undefined && current !== undefined, "an overview has no months");
  const cashBefore = addCents(twoAgo.cash, cashIn(sums, before));
  const formerResults = resultsIn(sums, before);
  const onCards = balancesOf(sums, (id, isCash) => cards.has(id) && !isCash, before);
  const causeOf = new Map(causes.map((cause) => [cause.category_id, cause]));
  return {
    months: months.slice(-MONTHS - 1),
    cash: current.cash,
    cashSince: { date: last.endDate, change: addCents(current.cash, negateCents(last.cash)) },
    cashCategories: balancesOf(sums, (_id, isCash) => isCash, before),
    cards:
      onCards.length === 0
        ? null
        : { count: onCards.length, balance: sumCents(onCards.map(({ balance }) => balance)) },
    days,
    daysBefore,
    revenue: compared(current.revenue, formerResults.revenue, "larger"),
    expenses: compared(current.expenses, formerResults.expenses, "smaller"),
    burn: compared(current.burn, last.burn, "smaller"),
    runway: comparedRunway(current.runwayTenths, runwayTenths(cashBefore, last.burn)),
    burnDays: { startDate: addMonths(thisMonth, -BURN_MONTHS), endDate: last.endDate },
    changes: changedLines(sums, now, before).map((line) => ({
      ...line,
      reason: reasonOf(line, causeOf.get(line.categoryId)),
    })),
  };
}

function reasonOf({ section }: ChangedLine, cause: CauseRow | undefined): Reason | null {
  if (cause === undefined) return null;
  const { merchant, source, entries, entries_before: entriesBefore } = cause;
  const type = INCOME_SECTIONS[section];
  const [amount, before] = [signedCents(type, cause.net_debit_cents), signedCents(type, cause.before_cents)];
  return { merchant, source, entries, entriesBefore, amount, before };
}
