/** The page of the three statements. All of its state is in its address. */
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useCallback, useEffect } from "react";
import { sessionQuery, useStatements } from "../api/queries.ts";
import type { Company } from "../api/types.ts";
import { EmptyState, Loading, NoPage, ProblemState } from "../parts/states.tsx";
import { dayText, periodText, today } from "../parts/dates.ts";
import { Drill } from "./drill.tsx";
import { isEmpty, type Row, rowsOf } from "./rows.ts";
import { type Figures, StatementTable } from "./statement-table.tsx";
import { Toolbar } from "./toolbar.tsx";
import {
  type Column,
  columnsOf,
  type FigureColumn,
  MOST_COLUMNS,
  queryOf,
  requestsOf,
  type Search,
  STATEMENTS,
  type StatementName,
  type View,
  viewOf,
} from "./view.ts";

interface PageProps {
  readonly company: string;
  readonly statement: StatementName;
}

/** Words of the address that name what is open beside the statement. */
const CLOSED_PANEL = { line: undefined, days: undefined, entry: undefined, transaction: undefined } as const;

function StatementPage({ company: id, statement }: PageProps) {
  const company = useQuery(sessionQuery).data?.companies.find((each) => each.id === id);
  useEffect(() => {
    document.title = `${STATEMENTS[statement].name} · ${company?.name ?? "Daybook"}`;
  }, [statement, company?.name]);
  return company === undefined ? null : <Statement company={company} statement={statement} />;
}

function Statement({ company, statement }: { readonly company: Company; readonly statement: StatementName }) {
  const search: Search = useSearch({ from: "/c/$company/statements/$statement" });
  const navigate = useNavigate();
  const firstMonth = company.fiscal_year_start_month;
  const hasDepartments = company.features.includes("departments");
  const view = viewOf(statement, search, today(), firstMonth, hasDepartments);
  const columns = columnsOf(view, firstMonth);
  const go = useCallback(
    (change: Search, replace = false) =>
      void navigate({
        to: "/c/$company/statements/$statement",
        params: { company: company.id, statement },
        search: (before: Search) => ({ ...before, ...change }),
        replace,
      }),
    [navigate, company.id, statement],
  );
  return (
    <div className="statement-page">
      <header className="page-head">
        <h1>{STATEMENTS[statement].name}</h1>
        <nav aria-label="Statements">
          {Object.entries(STATEMENTS)
            .filter(([name]) => name !== statement)
            .map(([name, { name: label }]) => (
              <Link
                key={name}
                to="/c/$company/statements/$statement"
                params={{ company: company.id, statement: name }}
                search={{ ...search, ...CLOSED_PANEL, closed: undefined, find: undefined }}
              >
                {label}
              </Link>
            ))}
        </nav>
      </header>
      <p className="printed">
        {company.name}, {statement === "balance" ? dayText(view.period.to) : periodText(view.period)}
      </p>
      <Toolbar
        company={company}
        view={view}
        hasDepartments={hasDepartments}
        // What is open belongs to the columns that were there before.
        onChange={(change) => go({ ...CLOSED_PANEL, ...change })}
        onFind={(find) => go({ find: find === "" ? undefined : find }, true)}
      />
      {columns === null ? (
        <EmptyState isBelow title={`More than ${MOST_COLUMNS} columns`}>
          <p>So many do not fit on a page. Choose longer columns, or fewer days.</p>
        </EmptyState>
      ) : (
        <Body company={company} view={view} columns={columns} search={search} go={go} />
      )}
    </div>
  );
}

interface BodyProps {
  readonly company: Company;
  readonly view: View;
  readonly columns: readonly Column[];
  readonly search: Search;
  readonly go: (change: Search, replace?: boolean) => void;
}

/** The figures by the key of their column, and the rows that have them. */
function figuresOf(
  requests: readonly FigureColumn[],
  answers: ReturnType<typeof useStatements>,
  view: View,
): { readonly rows: Row[]; readonly figures: Figures } {
  const loaded = requests.flatMap((column, at) => {
    const data = answers[at]?.data;
    return data === undefined ? [] : [{ key: column.key, statement: data.statement }];
  });
  const rows = rowsOf(
    loaded.map(({ statement }) => statement),
    view.byDepartment,
  );
  const places = new Map(loaded.map(({ key }, at) => [key, at]));
  return {
    rows,
    figures: (row, column) => {
      const place = places.get(column);
      return place === undefined ? null : (row.cents?.[place] ?? null);
    },
  };
}

function Body({ company, view, columns, search, go }: BodyProps) {
  const requests = requestsOf(columns);
  const answers = useStatements(
    company.id,
    view.statement,
    requests.map((column) => queryOf(view, column)),
  );
  const failed = answers.find(({ error }) => error !== null);
  const close = useCallback(() => go(CLOSED_PANEL), [go]);
  if (failed?.error) {
    const retry = (): void => {
      for (const answer of answers) if (answer.error) void answer.refetch();
    };
    return <ProblemState isBelow error={failed.error} retry={retry} />;
  }
  const { rows, figures } = figuresOf(requests, answers, view);
  if (rows.length === 0) return <Loading what="the statement" />;
  const isWhole = answers.every(({ data }) => data !== undefined);
  const openRow = rows.find(({ key }) => key === search.line);
  const openColumn = requests.find(({ key }) => key === search.days);
  const isOpen = openRow?.entries && openColumn;
  return (
    <>
      <div className={isOpen ? "split open" : "split"}>
        <div className="sheet">
          {isWhole && isEmpty(rows) ? (
            <EmptyState isBelow title="Nothing is booked in these days">
              <p>
                Choose other days above. Bank transactions, invoices and journal entries show here at once.
              </p>
            </EmptyState>
          ) : (
            <StatementTable
              name={STATEMENTS[view.statement].name}
              rows={rows}
              columns={columns}
              figures={figures}
              view={view}
              search={search}
              go={go}
            />
          )}
          <Foot answers={answers} />
        </div>
        {openRow?.entries && openColumn ? (
          <Drill
            key={`${openRow.key} ${openColumn.key}`}
            company={company.id}
            row={openRow}
            entries={openRow.entries}
            column={openColumn}
            cents={figures(openRow, openColumn.key)}
            statement={view.statement}
            search={search}
            go={go}
            onClose={close}
          />
        ) : null}
      </div>
    </>
  );
}

function timeText(ms: number): string {
  return new Date(ms).toLocaleTimeString("en-US", { hour: "numeric", minute: "2-digit", second: "2-digit" });
}

/** When the figures were exact: the earliest answer of their requests. */
function Foot({ answers }: { readonly answers: ReturnType<typeof useStatements> }) {
  const times = answers.flatMap(({ data }) => data?.at ?? []);
  const changes = answers.flatMap(({ data }) => data?.statement.refreshed_at ?? []);
  const at = times.length === answers.length ? Math.min(...times) : null;
  return (
    <p className="foot" aria-live="off">
      {at === null ? (
        "Figures are on their way. "
      ) : (
        <>
          Exact at <time>{timeText(at)}</time>.{" "}
        </>
      )}
      {changes.length === 0 ? null : (
        <>
          Last change of these entries:{" "}
          {new Date(Math.max(...changes) * 1_000).toLocaleString("en-US", {
            dateStyle: "medium",
            timeStyle: "short",
          })}
          .{" "}
        </>
      )}
      The same figures as the API and the exports.
    </p>
  );
}

export function Statements() {
  const { company, statement } = useParams({ from: "/c/$company/statements/$statement" });
  const known = Object.keys(STATEMENTS).find((name): name is StatementName => name === statement);
  // Another company is another page, so that nothing of the former one is left on it.
  return known === undefined ? (
    <NoPage />
  ) : (
    <StatementPage key={company} company={company} statement={known} />
  );
}
