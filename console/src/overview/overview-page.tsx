/** The first page of a company: cash, burn and runway, revenue and expenses by month, what waits, last changes. */
import "./overview.css";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import type { Overview } from "../api/generated/schemas.ts";
import { sessionQuery } from "../api/queries.ts";
import { clientOf, ownOf } from "../api/service.ts";
import type { Company } from "../api/types.ts";
import { amountText } from "../parts/amounts.ts";
import { actionText, surfaceText } from "../parts/audit.ts";
import { dayText, monthText } from "../parts/dates.ts";
import { Read } from "../parts/read.tsx";
import { EmptyState, ProblemState } from "../parts/states.tsx";
import { addressOf } from "../shell/pages.ts";

const Charts = lazy(async () => ({ default: (await import("./chart.tsx")).Charts }));

export function OverviewPage() {
  const { company: id } = useParams({ from: "/c/$company" });
  const company = useQuery(sessionQuery).data?.companies.find((each) => each.id === id);
  useEffect(() => {
    document.title = `Overview · ${company?.name ?? "Daybook"}`;
  }, [company?.name]);
  return company === undefined ? null : <Page key={company.id} company={company} />;
}

function Page({ company }: { readonly company: Company }) {
  const overview = useQuery({
    queryKey: ["overview", company.id],
    queryFn: ({ signal }) => ownOf(company.id).getOverview({ signal }),
  });
  // Without the figures, the page says why in place of all else.
  if (overview.error) return <ProblemState error={overview.error} retry={() => void overview.refetch()} />;
  return (
    <div className="ov">
      <header className="page-head">
        <h1>Overview</h1>
      </header>
      <Read query={overview} what="the overview">
        {(data) => <Figures company={company.id} overview={data} />}
      </Read>
      <div className="ov-columns">
        <Waiting company={company} />
        {company.permissions.company === "none" ? null : <Changes company={company.id} />}
      </div>
    </div>
  );
}

function runwayText({ runway_tenths: tenths }: Overview): string {
  if (tenths === null) return "Cash does not fall";
  return `${Math.floor(tenths / 10).toLocaleString("en-US")}.${tenths % 10} months`;
}

function Figures({ company, overview }: { readonly company: string; readonly overview: Overview }) {
  const [isTable, setTable] = useState(false);
  const { date, cash_cents, burn_cents, months } = overview;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isTyping =
        event.target instanceof Element && event.target.closest("input, select, textarea") !== null;
      if (event.key !== "t" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      setTable((shown) => !shown);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  const isEmpty = months.every(
    ({ revenue_cents, expenses_cents, cash_cents: cash }) =>
      revenue_cents === 0 && expenses_cents === 0 && cash === 0,
  );
  if (isEmpty)
    return (
      <EmptyState isBelow title="Nothing is booked in the last year">
        <p>Cash, burn and runway show here with the first bank transaction, invoice or journal entry.</p>
      </EmptyState>
    );
  return (
    <>
      <dl className="ov-figures">
        <div>
          <dt>Cash, {dayText(date)}</dt>
          <dd>
            <Link to="/c/$company/statements/$statement" params={{ company, statement: "balance" }}>
              {amountText(cash_cents)}
            </Link>
          </dd>
        </div>
        <div>
          <dt>{burn_cents < 0 ? "Cash gained in a month" : "Burn in a month"}</dt>
          <dd>{amountText(Math.abs(burn_cents))}</dd>
          <dd className="hint">Average of the last three whole months</dd>
        </div>
        <div>
          <dt>Runway</dt>
          <dd>{runwayText(overview)}</dd>
          <dd className="hint">How long the cash lasts at this burn</dd>
        </div>
      </dl>
      <p className="ov-switch">
        <button
          type="button"
          className="button"
          aria-pressed={isTable}
          aria-keyshortcuts="t"
          onClick={() => setTable(!isTable)}
        >
          {isTable ? "Show charts" : "Show the table"} <kbd>T</kbd>
        </button>
      </p>
      {isTable ? null : (
        <div className="ov-charts">
          <Suspense fallback={<div className="ov-room" />}>
            <Charts months={months} />
          </Suspense>
        </div>
      )}
      <div className={isTable ? "scroller ov-table" : "unseen"} tabIndex={-1}>
        <table className="voucher">
          <caption className="unseen">Cash, revenue and expenses by month</caption>
          <thead>
            <tr>
              <th scope="col">Month</th>
              <th scope="col">Revenue</th>
              <th scope="col">Expenses</th>
              <th scope="col">Cash at the end</th>
            </tr>
          </thead>
          <tbody>
            {months.map((month, index) => (
              <tr key={month.start_date}>
                <th scope="row">
                  {monthText(month.start_date)}
                  {index === months.length - 1 ? " so far" : ""}
                </th>
                <td>{amountText(month.revenue_cents)}</td>
                <td>{amountText(month.expenses_cents)}</td>
                <td>{amountText(month.cash_cents)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** Most records that are counted; more are written as "100 or more". */
const MOST_COUNTED = 100;

interface Counted {
  readonly data: readonly unknown[];
  readonly has_more?: boolean;
}

function countText({ data, has_more = false }: Counted): string {
  return has_more ? `${data.length} or more` : String(data.length);
}

function useCount(company: string, what: string, read: (() => Promise<Counted>) | null) {
  return useQuery({
    queryKey: ["waiting", company, what],
    enabled: read !== null,
    queryFn: () => read?.() ?? { data: [] },
  });
}

/** What waits for a person, of what the member may see. What can't be read is left out, and said. */
function Waiting({ company: { id, permissions } }: { readonly company: Company }) {
  const may = (area: keyof typeof permissions): boolean => permissions[area] !== "none";
  const client = clientOf(id);
  const lines: readonly (readonly [UseQueryResult<Counted>, one: string, many: string, ReactNode])[] = [
    [
      useCount(
        id,
        "transactions",
        may("transactions")
          ? () => client.listTransactions({ status: "needs_review", limit: MOST_COUNTED }).first()
          : null,
      ),
      "transaction to review",
      "transactions to review",
      <a key="to" className="button" href={`/app${addressOf(id, "transactions")}?status=needs_review`}>
        Review
      </a>,
    ],
    [
      useCount(
        id,
        "connections",
        may("integrations")
          ? async () => ({
              data: (await client.listIntegrations().all()).filter(
                ({ status }) => status === "requires_reconnect",
              ),
            })
          : null,
      ),
      "connection needs a person to sign in again",
      "connections need a person to sign in again",
      <a key="to" className="button" href={`/app${addressOf(id, "connections")}`}>
        Connect
      </a>,
    ],
    [
      useCount(
        id,
        "invitations",
        may("team_access") ? async () => ({ data: (await client.getTeam()).invitations }) : null,
      ),
      "invitation is not accepted yet",
      "invitations are not accepted yet",
      null,
    ],
    [
      useCount(
        id,
        "filings",
        may("taxes")
          ? () => client.listTaxes({ status: "review_required", limit: MOST_COUNTED }).first()
          : null,
      ),
      "tax filing to review",
      "tax filings to review",
      <a
        key="to"
        className="button"
        href={`/app${addressOf(id, "filings")}?show=taxes&status=review_required`}
      >
        Review filings
      </a>,
    ],
  ];
  const waiting = lines.filter(([{ data }]) => (data?.data.length ?? 0) > 0);
  const isLoading = lines.some(([{ isLoading: loads }]) => loads);
  const failed = lines.filter(([{ error }]) => error !== null);
  return (
    <section aria-labelledby="ov-waiting">
      <h2 id="ov-waiting">What waits</h2>
      {isLoading ? (
        <p className="soft" role="status">
          Looking…
        </p>
      ) : waiting.length === 0 && failed.length === 0 ? (
        <p className="soft">Nothing waits for you.</p>
      ) : null}
      <ul className="ov-list">
        {waiting.map(([{ data }, one, many, link]) => (
          <li key={many}>
            <span>
              <b>{countText(data ?? { data: [] })}</b>{" "}
              {data?.data.length === 1 && !data.has_more ? one : many}
            </span>
            {link}
          </li>
        ))}
      </ul>
      {failed.length === 0 ? null : (
        <p className="note" role="alert">
          Some of it could not be read.{" "}
          <button
            type="button"
            className="button"
            onClick={() => {
              for (const [query] of failed) void query.refetch();
            }}
          >
            Try again
          </button>
        </p>
      )}
    </section>
  );
}

const LAST_CHANGES = 8;

function Changes({ company }: { readonly company: string }) {
  const changes = useQuery({
    queryKey: ["changes", company],
    queryFn: ({ signal }) => ownOf(company).listChanges({ limit: LAST_CHANGES }, { signal }).all(),
  });
  return (
    <section aria-labelledby="ov-changes">
      <h2 id="ov-changes">Last changes</h2>
      <Read query={changes} what="the last changes">
        {(events) =>
          events.length === 0 ? (
            <p className="soft">Nothing has changed yet.</p>
          ) : (
            <ul className="ov-list">
              {events.map(({ id, at, action, surface }) => (
                <li key={id}>
                  <span>
                    {actionText(action)} <small className="soft">{surfaceText(surface)}</small>
                  </span>
                  <time className="soft" dateTime={new Date(at * 1_000).toISOString()}>
                    {new Date(at * 1_000).toLocaleString("en-US", {
                      dateStyle: "medium",
                      timeStyle: "short",
                    })}
                  </time>
                </li>
              ))}
            </ul>
          )
        }
      </Read>
    </section>
  );
}
