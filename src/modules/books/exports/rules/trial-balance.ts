/**
 * Lays out a trial balance. For all days as one period, each amount stands in one of two columns, the debits
 * and the credits, whose totals are equal. By month or quarter there is a column for each, of debits minus
 * credits, whose total is zero. Asserted by the table: the closing of each row follows from the others.
 */
import { type Cents, sumCents, ZERO_CENTS } from "@daybook/words/cents";
import { addDays, type CivilDate } from "@daybook/words/civil-date";
import type { StatementColumn, TrialColumn } from "../../../../core/statement-table.ts";
import { sidesOf, type TrialBalance, type TrialLine, unadjustedOf } from "../../reports/index.ts";
import { type DisplayedPeriod, markedOpen } from "./columns.ts";
import { type Layout, TableBuilder } from "./table-builder.ts";

/** A stage of the balances: what stands in the columns of it. */
interface Stage {
  readonly stage: TrialColumn["stage"];
  readonly label: string;
  readonly startDate: CivilDate;
  readonly endDate: CivilDate;
  readonly isOver: boolean;
  readonly amountOf: (line: TrialLine) => Cents;
}

/** A column, and the amount of each line in it. */
interface TrialAmounts {
  readonly column: StatementColumn;
  readonly amountOf: (line: TrialLine) => Cents;
}

/** The name of the only section. Its total is the last row. */
const SECTION = "categories";

/** Lays out a trial balance, whose periods are those that are displayed. */
export function layOutTrialBalance(
  periods: readonly DisplayedPeriod[],
  balance: TrialBalance,
  isOnePeriod: boolean,
): Layout {
  const stages = stagesOf(periods, balance, isOnePeriod);
  const columns = isOnePeriod ? stages.flatMap(inTwoColumns) : stages.map(inOneColumn);
  const table = new TableBuilder(columns.map(({ column }) => column));
  table.section(
    SECTION,
    "Categories",
    columns
      .filter(({ column }) => column.kind === "period")
      .map(({ amountOf }) => ({
        total: sumCents(balance.lines.map(amountOf)),
        lines: balance.lines.map((line, position) => ({
          id: line.id,
          name: line.name,
          amount: amountOf(line),
          position,
          parentId: null,
        })),
      })),
    { kind: "grand_total", label: "Total" },
  );
  return table.layout();
}

function stagesOf(
  periods: readonly DisplayedPeriod[],
  { startDate, endDate, adjustments }: TrialBalance,
  isOnePeriod: boolean,
): Stage[] {
  const before = addDays(startDate, -1);
  const days = { startDate, endDate, isOver: periods.at(-1)?.isOver ?? true };
  const isSeparate = adjustments === "separate";
  const changes = periods.map((period, index): Stage => ({
    stage: "change",
    label: isOnePeriod ? "Change" : markedOpen(period),
    startDate: period.startDate,
    endDate: period.endDate,
    isOver: period.isOver,
    amountOf: (line) => line.changes[index] ?? ZERO_CENTS,
  }));
  return [
    {
      stage: "opening",
      label: "Opening",
      startDate: before,
      endDate: before,
      isOver: true,
      amountOf: (line) => line.opening,
    },
    ...changes,
    ...(isSeparate && isOnePeriod
      ? [{ stage: "unadjusted", label: "Unadjusted", ...days, amountOf: unadjustedOf } as const]
      : []),
    ...(isSeparate
      ? [
          {
            stage: "adjustments",
            label: "Adjustments",
            ...days,
            amountOf: (line: TrialLine) => line.adjustments,
          } as const,
        ]
      : []),
    {
      stage: "closing",
      label: isSeparate ? "Adjusted" : "Closing",
      ...days,
      amountOf: (line) => line.closing,
    },
  ];
}

function inTwoColumns({ stage, label, amountOf, ...days }: Stage): TrialAmounts[] {
  const shared = { ...days, kind: "period", compared: null } as const;
  return [
    {
      column: { ...shared, label: `${label} Debit`, trial: { stage, side: "debit" } },
      amountOf: (line) => sidesOf(amountOf(line)).debit,
    },
    {
      column: { ...shared, label: `${label} Credit`, trial: { stage, side: "credit" } },
      amountOf: (line) => sidesOf(amountOf(line)).credit,
    },
  ];
}

/** The closing is the total of the columns before it, which the table adds up. */
function inOneColumn({ stage, label, amountOf, ...days }: Stage): TrialAmounts {
  const kind = stage === "closing" ? "total" : "period";
  return {
    column: { label, ...days, kind, compared: null, trial: { stage, side: null } },
    amountOf,
  };
}
