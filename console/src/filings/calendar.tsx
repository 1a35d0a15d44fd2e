/** What is due, by month of a year. How it stands is said in words and by a sign, never by color alone. */
import { useMemo } from "react";
import { dayText, monthText, shortDay, today } from "../kit/dates.ts";
import { onListKey } from "../kit/list-keys.ts";
import { EmptyState, Loading, ProblemState } from "../kit/states.tsx";
import { type Due, duesOf, isWaiting, type Mark, MARK_NAMES } from "./due.ts";
import { useDues } from "./queries.ts";
import { CLOSED, type PartProps, UNFILTERED, yearOf } from "./view.ts";
import { claimStage, taxStage } from "./words.ts";
import { problemOf } from "../parts/stale.tsx";

const SIGNS: Readonly<Record<Mark, string>> = { filed: "✓", overdue: "!", soon: "◔", coming: "○" };

/** The sign and the name of how a due filing stands. */
export function MarkText({ mark }: { readonly mark: Mark }) {
  return (
    <span className={`fi-mark fi-${mark}`}>
      <span aria-hidden="true">{SIGNS[mark]}</span> {MARK_NAMES[mark]}
    </span>
  );
}

const WORDS = { ofTax: taxStage, ofCredit: claimStage } as const;

export function Calendar({ company, search, go }: PartProps) {
  const query = useDues(company.id);
  const day = today();
  const dues = useMemo(
    () =>
      query.data === undefined
        ? []
        : duesOf(query.data, { firstMonth: company.fiscal_year_start_month, today: day }, WORDS),
    [query.data, company.fiscal_year_start_month, day],
  );
  if (problemOf(query))
    return <ProblemState isBelow error={query.error} retry={() => void query.refetch()} />;
  if (query.data === undefined) return <Loading what="the calendar" />;
  if (dues.length === 0) return <NoFilings canManage={company.permissions.taxes === "manage"} />;
  const years = [...new Set([day, ...dues.map((due) => due.day)].map((each) => Number(each.slice(0, 4))))];
  const thisYear = Number(day.slice(0, 4));
  const year = yearOf(search.in) ?? thisYear;
  const first = Math.min(year, ...years);
  const last = Math.max(year, ...years);
  const show = (to: number): void => go({ ...CLOSED, in: to === thisYear ? undefined : String(to) });
  const open = (due: Due): void =>
    due.id === null
      ? go({ ...CLOSED, ...UNFILTERED, show: "forms", year: String(due.year) })
      : go({ ...CLOSED, [due.kind === "credit" ? "credit" : "tax"]: due.id });
  return (
    <>
      <Waiting dues={dues} onYear={show} />
      <div className="fi-years" role="group" aria-label="The year of the calendar">
        <button
          type="button"
          className="button"
          aria-label={`To ${year - 1}`}
          disabled={year <= first}
          onClick={() => show(year - 1)}
        >
          ‹
        </button>
        <h2 aria-live="polite">Due in {year}</h2>
        <button
          type="button"
          className="button"
          aria-label={`To ${year + 1}`}
          disabled={year >= last}
          onClick={() => show(year + 1)}
        >
          ›
        </button>
      </div>
      <ol className="fi-months" onKeyDown={onListKey}>
        {Array.from({ length: 12 }, (_none, index) => `${year}-${String(index + 1).padStart(2, "0")}`).map(
          (month) => (
            <Month
              key={month}
              month={month}
              isNow={day.startsWith(month)}
              dues={dues.filter((due) => due.day.startsWith(month))}
              opened={search.tax ?? search.credit}
              onOpen={open}
            />
          ),
        )}
      </ol>
      <p className="foot">
        The days are the usual ones of federal and Delaware law for a corporation, with a filed extension
        taken into account; holidays may move them, and states have days of their own. Your preparer knows
        them. What has no record here is not shown, which does not mean that nothing is owed.
      </p>
    </>
  );
}

/** What is overdue or due soon, in whatever year. */
function Waiting({
  dues,
  onYear,
}: {
  readonly dues: readonly Due[];
  readonly onYear: (year: number) => void;
}) {
  const waiting = dues.filter(isWaiting);
  if (waiting.length === 0) return <p className="soft">Nothing is overdue or due soon.</p>;
  return (
    <ul className="fi-waiting" aria-label="Overdue and due soon">
      {waiting.map((due) => (
        <li key={due.id ?? due.title}>
          <MarkText mark={due.mark} />{" "}
          <button
            type="button"
            className="button plain list-name"
            onClick={() => onYear(Number(due.day.slice(0, 4)))}
          >
            {due.title}
          </button>{" "}
          <span className="soft">{dayText(due.day)}</span>
        </li>
      ))}
    </ul>
  );
}

interface MonthProps {
  /** Such as `2026-03`. */
  readonly month: string;
  readonly isNow: boolean;
  readonly dues: readonly Due[];
  readonly opened: string | undefined;
  readonly onOpen: (due: Due) => void;
}

function Month({ month, isNow, dues, opened, onOpen }: MonthProps) {
  const name = monthText(`${month}-01`);
  return (
    <li
      className={dues.length === 0 ? "fi-month empty" : "fi-month"}
      aria-current={isNow ? "date" : undefined}
    >
      <h3>
        {name}
        {isNow ? <small> this month</small> : null}
      </h3>
      {dues.length === 0 ? (
        <p className="soft">Nothing is due</p>
      ) : (
        dues.map((due) => (
          <button
            key={due.id ?? due.title}
            type="button"
            className="fi-due"
            data-opens={due.id ?? `1099s ${due.year}`}
            aria-current={due.id !== null && due.id === opened ? "true" : undefined}
            onClick={() => onOpen(due)}
          >
            <time dateTime={due.day}>{shortDay(due.day)}</time>
            <span className="what">
              <b>{due.title}</b>
              <small>{due.stage}</small>
            </span>
            <MarkText mark={due.mark} />
          </button>
        ))
      )}
    </li>
  );
}

/** What to do where there are no records at all. */
export function NoFilings({ canManage }: { readonly canManage: boolean }) {
  return (
    <EmptyState isBelow title="No filings are recorded">
      <p>
        A filing is here when whoever runs this server records it, or when a return that was filed elsewhere
        is uploaded. {canManage ? "Drop its PDF on this page, or choose Upload a filing." : ""}
      </p>
      <p>That nothing is recorded does not mean that nothing is owed.</p>
      <p>
        <a className="button" href="/docs/guides/taxes">
          Taxes and tax credits, in the documents
        </a>
      </p>
    </EmptyState>
  );
}
