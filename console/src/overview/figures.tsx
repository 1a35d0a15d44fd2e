/**
 * Cash with the accounts that make it, and the four answers, each beside what it was. Every figure leads to
 * its lines.
 */
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Overview, OverviewFigure, OverviewMonth } from "../api/generated/schemas.ts";
import { amountText, percentText } from "../kit/amounts.ts";
import { ChartFrame, Line, scaleOf, Spark } from "../parts/chart.tsx";
import { dayText, periodText } from "../kit/dates.ts";
import { shortAmount } from "../parts/short-amount.ts";
import type { StatementName } from "../shell/pages.ts";
import { monthLabels } from "./months-chart.tsx";

/** A large figure, whose cents are quiet. */
function Large({ text }: { readonly text: string }) {
  const [whole = "", rest] = text.split(".");
  return (
    <span className="ov-large">
      {whole}
      {rest === undefined ? null : <small>.{rest}</small>}
    </span>
  );
}

/** A change: its direction by an arrow, whether it is better by its color, and both by words. */
export function Delta(props: {
  readonly isMore: boolean;
  readonly isBetter: boolean | null;
  readonly children: ReactNode;
}) {
  const { isMore, isBetter, children } = props;
  return (
    <span className={isBetter === null ? "ov-delta" : isBetter ? "ov-delta ov-good" : "ov-delta ov-bad"}>
      <svg viewBox="0 0 16 16" width="12" height="12" aria-hidden="true" focusable="false">
        <path d={isMore ? "M8 13V3.5M4 7.2l4-4 4 4" : "M8 3v9.5M4 8.8l4 4 4-4"} />
      </svg>{" "}
      {children}
      {isBetter === null ? null : <span className="unseen">{isBetter ? " (better)" : " (worse)"}</span>}
    </span>
  );
}

/** What a figure was, and by how much it is more or less. */
function Before({ figure }: { readonly figure: OverviewFigure }) {
  const { before_cents, change_cents, percent_tenths, is_better } = figure;
  if (change_cents === 0) return <span className="ov-before">The same before</span>;
  return (
    <span className="ov-before">
      <Delta isMore={change_cents > 0} isBetter={is_better}>
        <span className="unseen">{change_cents > 0 ? "up " : "down "}</span>
        {percent_tenths === null ? amountText(Math.abs(change_cents)) : percentText(Math.abs(percent_tenths))}
      </Delta>{" "}
      from {amountText(before_cents)}
    </span>
  );
}

const tenthsText = (tenths: number): string =>
  `${Math.floor(tenths / 10).toLocaleString("en-US")}.${tenths % 10}`;

const monthsText = (tenths: number | null): string =>
  tenths === null ? "no end" : `${tenthsText(tenths)} months`;

function RunwayBefore({ runway }: { readonly runway: Overview["runway"] }) {
  const { tenths, before_tenths, change_tenths, is_better } = runway;
  if (is_better === null) return <span className="ov-before">The same before</span>;
  const isMore = tenths === null || (before_tenths !== null && tenths > before_tenths);
  return (
    <span className="ov-before">
      <Delta isMore={isMore} isBetter={is_better}>
        <span className="unseen">{isMore ? "up " : "down "}</span>
        {change_tenths === null ? "" : tenthsText(Math.abs(change_tenths))}
      </Delta>{" "}
      from {monthsText(before_tenths)}
    </span>
  );
}

export function Cash({ company, overview }: { readonly company: string; readonly overview: Overview }) {
  const {
    date,
    cash_cents,
    cash_change_cents: change,
    cash_since_date,
    cash_categories,
    cards,
    months,
  } = overview;
  const amounts = months.map(({ cash_cents: cents }) => cents);
  const scale = scaleOf(amounts, 2);
  const last = scale.at(cash_cents);
  return (
    <section className="ov-card ov-cash" aria-labelledby="ov-cash">
      <header>
        <h2 id="ov-cash">Cash</h2>
        <small className="soft">{dayText(date)}</small>
      </header>
      <Link
        className="ov-figure"
        to="/c/$company/statements/$statement"
        params={{ company, statement: "balance" }}
        search={{ from: date, to: date, by: "total" }}
      >
        <Large text={amountText(cash_cents)} />
      </Link>
      <p className="ov-before">
        {change === 0 ? (
          "The same"
        ) : (
          <Delta isMore={change > 0} isBetter={change > 0}>
            {amountText(Math.abs(change))} {change > 0 ? "more" : "less"}
          </Delta>
        )}{" "}
        since {dayText(cash_since_date)}
      </p>
      <div className="ov-line">
        <ChartFrame
          scale={scale}
          labels={monthLabels(months)}
          over={
            <span
              className="chart-say"
              aria-hidden="true"
              style={{ insetInlineEnd: 0, top: `calc(${last}% ${last > 50 ? "- 22px" : "+ 6px"})` }}
            >
              {shortAmount(cash_cents)}
            </span>
          }
        >
          <Line amounts={amounts} scale={scale} />
        </ChartFrame>
      </div>
      <ul className="ov-accounts" aria-label="What makes it">
        {cash_categories.map(({ category_id, name, balance_cents }) => (
          <li key={category_id}>
            <span dir="auto">{name}</span>
            <span className="n">{amountText(balance_cents)}</span>
          </li>
        ))}
        {cards === null ? null : (
          <li className="soft">
            <span>{cards.count === 1 ? "Card" : `Cards (${cards.count})`}, not part of the cash</span>
            <span className="n">{amountText(cards.balance_cents)}</span>
          </li>
        )}
      </ul>
    </section>
  );
}

interface AnswerProps {
  readonly company: string;
  readonly name: string;
  readonly statement: StatementName;
  readonly search: Readonly<Record<string, string>>;
  readonly value: ReactNode;
  readonly before: ReactNode;
  readonly amounts: readonly (number | null)[];
}

function Answer({ company, name, statement, search, value, before, amounts }: AnswerProps) {
  return (
    <li>
      <Link
        className="ov-answer"
        to="/c/$company/statements/$statement"
        params={{ company, statement }}
        search={search}
      >
        <span className="ov-name">{name}</span> {value} {before}
        <Spark amounts={amounts} />
      </Link>
    </li>
  );
}

export function Answers({ company, overview }: { readonly company: string; readonly overview: Overview }) {
  const { date, days, days_before, revenue, expenses, burn, burn_days, runway, months } = overview;
  const of = (word: keyof OverviewMonth) => months.map((month) => month[word] as number | null);
  const thisMonth = { from: days.start_date, to: days.end_date, by: "total", compare: "period" } as const;
  const burnt = { from: burn_days.start_date, to: burn_days.end_date, by: "month" } as const;
  return (
    <>
      <ul className="ov-answers" aria-label="Figures">
        <Answer
          company={company}
          name="Revenue"
          statement="income"
          search={thisMonth}
          value={<Large text={amountText(revenue.amount_cents)} />}
          before={<Before figure={revenue} />}
          amounts={of("revenue_cents")}
        />
        <Answer
          company={company}
          name="Costs"
          statement="income"
          search={thisMonth}
          value={<Large text={amountText(-expenses.amount_cents)} />}
          before={<Before figure={expenses} />}
          amounts={of("expenses_cents")}
        />
        <Answer
          company={company}
          name={burn.amount_cents < 0 ? "Cash gained a month" : "Monthly burn"}
          statement="cash"
          search={burnt}
          value={<Large text={amountText(Math.abs(burn.amount_cents))} />}
          before={<Before figure={burn} />}
          amounts={of("burn_cents")}
        />
        <Answer
          company={company}
          name="Runway"
          statement="cash"
          search={{ ...burnt, to: date }}
          value={
            runway.tenths === null ? (
              <span className="ov-large">No end</span>
            ) : (
              <span className="ov-large">
                {tenthsText(runway.tenths)} <small>months</small>
              </span>
            )
          }
          before={<RunwayBefore runway={runway} />}
          amounts={of("runway_tenths")}
        />
      </ul>
      <p className="hint">
        {periodText({ from: days.start_date, to: days.end_date })}, beside{" "}
        {periodText({ from: days_before.start_date, to: days_before.end_date })}. Burn is the average of the
        last three whole months; runway is how long the cash lasts at it.
      </p>
    </>
  );
}
