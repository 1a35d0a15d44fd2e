/**
 * Revenue and costs by month. Each month is a link to its income statement, and says its figures: to the eye
 * in a note beside it while it is pointed at or has the focus, otherwise by its name.
 */
import { Link } from "@tanstack/react-router";
import { type KeyboardEvent, useState } from "react";
import type { OverviewMonth } from "../api/generated/schemas.ts";
import { amountText } from "../kit/amounts.ts";
import { Bars, ChartFrame, type Label, placeAt, scaleOf } from "../parts/chart.tsx";
import { monthText, periodText } from "../kit/dates.ts";
import { shortAmount } from "../parts/short-amount.ts";

/** How far the labels beside the last bars are from each other at least, in percent of the height. */
const APART = 15;

/** The months below a chart, with the year below the first of each. */
export function monthLabels(months: readonly Pick<OverviewMonth, "start_date">[]): Label[] {
  return months.map(({ start_date }, at) => {
    const [text = "", year = ""] = monthText(start_date).split(" ");
    const isFirst = at > 0 && start_date.slice(5, 7) === "01";
    return isFirst ? { text, below: year } : { text };
  });
}

function noteOf(month: OverviewMonth): readonly (readonly [name: string, text: string])[] {
  return [
    ["Revenue", amountText(month.revenue_cents)],
    ["Costs", amountText(-month.expenses_cents)],
    ["Net", amountText(month.net_income_cents)],
  ];
}

const titleOf = ({ start_date, end_date }: OverviewMonth): string =>
  periodText({ from: start_date, to: end_date });

interface MonthsProps {
  readonly company: string;
  readonly months: readonly OverviewMonth[];
}

export function MonthsChart({ company, months }: MonthsProps) {
  /** The month that is told of, and the one that Tab reaches. */
  const [shown, setShown] = useState<number | null>(null);
  const [reached, setReached] = useState(months.length - 1);
  const scale = scaleOf(
    months.flatMap(({ revenue_cents, expenses_cents }) => [revenue_cents, expenses_cents]),
    4,
  );
  const onKey = (event: KeyboardEvent, at: number): void => {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: months.length - 1 }[event.key];
    if (to === undefined || months[to] === undefined) return;
    event.preventDefault();
    setReached(to);
    event.currentTarget.parentElement?.querySelectorAll("a")[to]?.focus();
  };
  return (
    <ChartFrame
      scale={scale}
      labels={monthLabels(months)}
      over={
        <>
          <div className="ov-months" role="toolbar" aria-label="Months, by their income statements">
            {months.map((month, at) => (
              <Link
                key={month.start_date}
                to="/c/$company/statements/$statement"
                params={{ company, statement: "income" }}
                search={{ from: month.start_date, to: month.end_date, by: "total" }}
                tabIndex={at === reached ? 0 : -1}
                aria-label={`${titleOf(month)}: ${noteOf(month)
                  .map(([name, text]) => `${name} ${text}`)
                  .join(", ")}`}
                onPointerEnter={() => setShown(at)}
                onPointerLeave={() => setShown(null)}
                onFocus={() => {
                  setReached(at);
                  setShown(at);
                }}
                onBlur={() => setShown(null)}
                onKeyDown={(event) => {
                  if (event.key === "Escape") setShown(null);
                  else onKey(event, at);
                }}
              />
            ))}
          </div>
          <EndLabels months={months} at={scale.at} />
          {shown === null ? null : <Note months={months} shown={shown} />}
        </>
      }
    >
      <Bars
        points={months.map(({ revenue_cents, expenses_cents }) => [revenue_cents, expenses_cents])}
        scale={scale}
        isOpen
      />
    </ChartFrame>
  );
}

/** Names the bars, beside the last of them. */
function EndLabels({
  months,
  at,
}: {
  readonly months: MonthsProps["months"];
  at: (cents: number) => number;
}) {
  const last = months.at(-1);
  if (last === undefined) return null;
  const labels = [
    { name: "Revenue", cents: last.revenue_cents, series: 1 },
    { name: "Costs", cents: last.expenses_cents, series: 2 },
  ].toSorted((a, b) => b.cents - a.cents);
  const [first = 0, second = 0] = labels.map(({ cents }) => Math.min(at(cents), 100 - APART));
  const tops = [Math.min(first, 100 - 2 * APART), Math.max(second, Math.min(first, 100 - 2 * APART) + APART)];
  return labels.map(({ name, cents, series }, index) => (
    <span
      key={name}
      className={`ov-end ov-end-${series}`}
      style={{ top: `${tops[index] ?? 0}%` }}
      aria-hidden="true"
    >
      <b>{name}</b>
      <br />
      {shortAmount(cents)} so far
    </span>
  ));
}

function Note({ months, shown }: { readonly months: MonthsProps["months"]; readonly shown: number }) {
  const month = months[shown];
  if (month === undefined) return null;
  const place = placeAt(shown, months.length);
  return (
    <div
      className="ov-note"
      aria-hidden="true"
      style={shown * 2 < months.length ? { left: `${place}%` } : { right: `${100 - place}%` }}
    >
      <b>{titleOf(month)}</b>
      <dl>
        {noteOf(month).map(([name, text], at) => (
          <div key={name}>
            <dt className={`ov-key-${at + 1}`}>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
