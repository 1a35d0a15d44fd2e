/**
 * The first page of a company: cash, burn and runway, revenue and expenses by month, what waits, last
 * changes.
 */
import { Table } from "../kit/table.tsx";
import { AmountCell } from "../kit/amount.tsx";
import { timeText, timeValue } from "../kit/times.ts";
import "./overview.css";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Suspense, useCallback, useState } from "react";
import type { Overview } from "../api/generated/schemas.ts";
import { clientOf, ownOf } from "../api/service.ts";
import type { Company } from "../api/types.ts";
import { amountText } from "../kit/amounts.ts";
import { actionText, surfaceText } from "../parts/audit.ts";
import { duesOf, isWaiting } from "../filings/due.ts";
import { readDues } from "../filings/queries.ts";
import { dayText, monthText, today } from "../kit/dates.ts";
import { loadLater } from "../parts/load-later.ts";
import { Read } from "../parts/read.tsx";
import { EmptyState, ProblemState } from "../kit/states.tsx";
import { addressOf, pagesOf } from "../shell/pages.ts";
import { placeOf } from "../shell/places.ts";
import { problemOf } from "../parts/stale.tsx";
import { useLetter } from "../kit/use-letter.ts";
import { companyPage } from "../parts/company-page.tsx";

const Charts = loadLater(async () => (await import("./chart.tsx")).Charts);

export const OverviewPage = companyPage("Overview", Page);

function Page({ company }: { readonly company: Company }) {
  const overview = useQuery({
    queryKey: ["overview", company.id],
    queryFn: ({ signal }) => ownOf(company.id).getOverview({ signal }),
  });
  // Without the figures, the page says why in place of all else.
  if (problemOf(overview))
    return <ProblemState error={overview.error} retry={() => void overview.refetch()} />;
  return (
    <div className="ov">
      <header className="page-head">
        <h1>Overview</h1>
      </header>
      <Read query={overview} what="the overview">
        {(data) => (
          <Figures
            company={company.id}
            overview={data}
            canImport={company.permissions.accounting_setup === "manage"}
          />
        )}
      </Read>
      <div className="ov-columns">
        <Waiting company={company} />
        {company.permissions.company === "none" ? null : <Changes company={company} />}
      </div>
    </div>
  );
}

function runwayText({ runway_tenths: tenths }: Overview): string {
  if (tenths === null) return "Cash does not fall";
  return `${Math.floor(tenths / 10).toLocaleString("en-US")}.${tenths % 10} months`;
}

interface FiguresProps {
  readonly company: string;
  readonly overview: Overview;
  readonly canImport: boolean;
}

function Figures({ company, overview, canImport }: FiguresProps) {
  const [isTable, setTable] = useState(false);
  const { date, cash_cents, burn_cents, months } = overview;
  const toggle = useCallback(() => setTable((shown) => !shown), []);
  useLetter("t", toggle);
  const isEmpty = months.every(
    ({ revenue_cents, expenses_cents, cash_cents: cash }) =>
      revenue_cents === 0 && expenses_cents === 0 && cash === 0,
  );
  if (isEmpty)
    return (
      <EmptyState isBelow title="Nothing is booked in the last year">
        <p>Cash, burn and runway show here with the first bank transaction, invoice or journal entry.</p>
        {canImport ? (
          <p>
            <Link className="button primary" to="/c/$company/import" params={{ company }}>
              Import your books
            </Link>
          </p>
        ) : null}
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
          <dd className="hint">In US dollars, as all amounts</dd>
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
      <p className="months-switch">
        <button
          type="button"
          className="button"
          aria-pressed={isTable}
          aria-keyshortcuts="t"
          onClick={toggle}
        >
          {isTable ? "Show charts" : "Show the table"} <kbd>T</kbd>
        </button>
      </p>
      {isTable ? null : (
        <div className="ov-charts">
          <Suspense fallback={<div className="ov-room" aria-busy="true" />}>
            <Charts months={months} />
          </Suspense>
        </div>
      )}
      <div className={isTable ? "scroller ov-table" : "unseen"} tabIndex={-1}>
        <Table
          caption="Cash, revenue and expenses by month"
          heads={["Month", "Revenue", "Expenses", "Cash at the end"]}
        >
          <tbody>
            {months.map((month, index) => (
              <tr key={month.start_date}>
                <th scope="row">
                  {monthText(month.start_date)}
                  {index === months.length - 1 ? " so far" : ""}
                </th>
                <AmountCell cents={month.revenue_cents} />
                <AmountCell cents={month.expenses_cents} />
                <AmountCell cents={month.cash_cents} />
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </>
  );
}

/** Most records that are counted; more are written as "100 or more". */
const MOST_COUNTED = 100;
const MS = 1_000;

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

interface Waits {
  readonly query: UseQueryResult<Counted>;
  readonly one: string;
  readonly many: string;
  /** The page where it is done. */
  readonly to: { readonly path: string; readonly search: Readonly<Record<string, string>> };
  readonly verb: string;
}

/** The filings that are overdue or due soon, as the calendar of filings says. */
async function waitingDues({ id, fiscal_year_start_month: firstMonth }: Company): Promise<Counted> {
  const noWords = { ofTax: () => "", ofCredit: () => "" };
  const dues = duesOf(await readDues(id), { firstMonth, today: today() }, noWords);
  return { data: dues.filter(isWaiting) };
}

/** What waits, in the order in which it is shown. What the member may not see is not asked for. */
function useWaiting(company: Company): readonly Waits[] {
  const { id, permissions } = company;
  const may = (area: keyof typeof permissions): boolean => permissions[area] !== "none";
  const client = clientOf(id);
  const invitations = async (isExpired: boolean): Promise<Counted> => {
    const now = Date.now() / MS;
    const team = await client.getTeam();
    return { data: team.invitations.filter(({ expires }) => expires <= now === isExpired) };
  };
  const of = (path: string, verb: string, search = {}): Pick<Waits, "to" | "verb"> => ({
    to: { path, search },
    verb,
  });
  return [
    {
      query: useCount(
        id,
        "transactions",
        may("transactions")
          ? () => client.listTransactions({ status: "needs_review", limit: MOST_COUNTED }).first()
          : null,
      ),
      one: "transaction to review",
      many: "transactions to review",
      ...of("transactions", "Review", { status: "needs_review" }),
    },
    {
      query: useCount(
        id,
        "transfers",
        may("transactions") ? async () => ({ data: await ownOf(id).listTransferProposals().all() }) : null,
      ),
      one: "pair of transactions looks like a transfer",
      many: "pairs of transactions look like transfers",
      ...of("transactions", permissions.transactions === "manage" ? "Confirm" : "Look", {
        show: "transfers",
      }),
    },
    {
      query: useCount(
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
      one: "connection needs a person to sign in again",
      many: "connections need a person to sign in again",
      ...of("connections", "Reconnect"),
    },
    {
      query: useCount(id, "invitations", may("team_access") ? () => invitations(false) : null),
      one: "invitation is not accepted yet",
      many: "invitations are not accepted yet",
      ...of("team", "Look"),
    },
    {
      query: useCount(id, "expired", may("team_access") ? () => invitations(true) : null),
      one: "invitation has expired",
      many: "invitations have expired",
      ...of("team", permissions.team_access === "manage" ? "Send again" : "Look"),
    },
    {
      query: useCount(
        id,
        "filings",
        may("taxes")
          ? () => client.listTaxes({ status: "review_required", limit: MOST_COUNTED }).first()
          : null,
      ),
      one: "tax filing to review",
      many: "tax filings to review",
      ...of("filings", "Review", { show: "taxes", status: "review_required" }),
    },
    {
      query: useCount(id, "dues", may("taxes") ? () => waitingDues(company) : null),
      one: "filing is overdue or due soon",
      many: "filings are overdue or due soon",
      ...of("filings", "Look"),
    },
  ];
}

/** What waits for a person, of what the member may see. What can't be read is left out, and said. */
function Waiting({ company }: { readonly company: Company }) {
  const lines = useWaiting(company);
  const waiting = lines.filter(({ query }) => (query.data?.data.length ?? 0) > 0);
  const isLoading = lines.some(({ query }) => query.isLoading);
  const failed = lines.filter(({ query }) => query.error !== null);
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
        {waiting.map(({ query: { data }, one, many, to, verb }) => {
          const count = countText(data ?? { data: [] });
          const what = data?.data.length === 1 && !data.has_more ? one : many;
          return (
            <li key={many}>
              <span>
                <b>{count}</b> {what}
              </span>
              {pagesOf(company).some(({ path }) => path === to.path) ? (
                <Link
                  className="button"
                  to={addressOf(company.id, to.path)}
                  search={to.search}
                  aria-label={`${verb}: ${count} ${what}`}
                >
                  {verb}
                </Link>
              ) : null}
            </li>
          );
        })}
      </ul>
      {failed.length === 0 ? null : (
        <p className="note" role="alert">
          Some of it could not be read.{" "}
          <button
            type="button"
            className="button"
            onClick={() => {
              for (const { query } of failed) void query.refetch();
            }}
          >
            Try again
          </button>
        </p>
      )}
    </section>
  );
}

/** What was changed, as a link to the record if a page shows it. */
function Changed(props: {
  readonly company: Company;
  readonly action: string;
  readonly subject: string | null;
}) {
  const { company, action, subject } = props;
  const place = subject === null ? null : placeOf(company, subject);
  if (place === null) return actionText(action);
  return (
    <Link to={place.to} search={place.search}>
      {actionText(action)}
    </Link>
  );
}

function Changes({ company }: { readonly company: Company }) {
  const changes = useQuery({
    queryKey: ["changes", company.id],
    queryFn: ({ signal }) => ownOf(company.id).listChanges({ signal }).all(),
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
              {events.map(({ id, at, action, surface, subject }) => (
                <li key={id}>
                  <span>
                    <Changed company={company} action={action} subject={subject} />{" "}
                    <small className="soft">{surfaceText(surface)}</small>
                  </span>
                  <time className="soft" dateTime={timeValue(at)}>
                    {timeText(at)}
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
