/** The page of a statement. All of its state is in its address. */
import { PageHead } from "../kit/page-head.tsx";
import { clockText, timeText } from "../kit/times.ts";
import { useQuery } from "@tanstack/react-query";
import { useParams, useSearch } from "@tanstack/react-router";
import { Suspense, useCallback, useEffect, useMemo } from "react";
import type { StatementTable as Table } from "../api/generated/schemas.ts";
import { sessionQuery, useTable } from "../api/queries.ts";
import type { Company } from "../api/types.ts";
import { useGo } from "../parts/go.ts";
import { EmptyState, Loading, NoPage, ProblemState } from "../kit/states.tsx";
import { dayText, periodText, today } from "../kit/dates.ts";
import { loadLater } from "../parts/load-later.ts";
import { isEmpty, rowsOf } from "./rows.ts";
import { StatementTable } from "./statement-table.tsx";
import { Toolbar } from "./toolbar.tsx";
import { ExportMenu } from "../shell/export-menu.tsx";
import { PackageMenu } from "../shell/package-menu.tsx";
import { type StatementName, STATEMENTS } from "../shell/pages.ts";
import { StatementTabs } from "../shell/statement-tabs.tsx";
import { exportOf, keyOf, queryOf, type Search, type View, viewOf } from "./view.ts";
import { problemOf } from "../parts/stale.tsx";

const Drill = loadLater(async () => (await import("./drill.tsx")).Drill);

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
  const firstMonth = company.fiscal_year_start_month;
  const hasDepartments = company.features.includes("departments");
  const view = viewOf(statement, search, today(), firstMonth, hasDepartments);
  const go = useGo<Search>("/c/$company/statements/$statement");
  const { from, to } = view.period;
  const kept = { ...search, ...CLOSED_PANEL, closed: undefined, find: undefined, from, to };
  return (
    <div className="statement-page">
      <PageHead title={STATEMENTS[statement].name}>
        <button type="button" className="button" onClick={() => print()}>
          Print
        </button>
        <PackageMenu company={company} name={periodText(view.period)} from={from} to={to} />
        <ExportMenu
          company={company}
          name={STATEMENTS[statement].name}
          request={(format) => exportOf(view, format)}
        />
      </PageHead>
      <StatementTabs company={company.id} present={statement} search={kept} />
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
      <Body company={company} view={view} search={search} go={go} />
    </div>
  );
}

interface BodyProps {
  readonly company: Company;
  readonly view: View;
  readonly search: Search;
  readonly go: (change: Search, replace?: boolean) => void;
}

function Body({ company, view, search, go }: BodyProps) {
  const table = useTable(company.id, queryOf(view));
  const close = useCallback(() => go(CLOSED_PANEL), [go]);
  const rows = useMemo(() => (table.data === undefined ? [] : rowsOf(table.data)), [table.data]);
  if (problemOf(table))
    return <ProblemState isBelow error={table.error} retry={() => void table.refetch()} />;
  if (table.data === undefined) return <Loading what="the statement" />;
  const { columns } = table.data;
  const row = rows.find(({ key }) => key === search.line);
  const at = columns.findIndex((column) => keyOf(view.statement, column) === search.days);
  const column = columns[at];
  const isOpen = row?.entries_by && column !== undefined;
  return (
    <div className={isOpen ? "split open" : "split"}>
      <div className="sheet">
        {table.data.is_over ? null : (
          <p className="note" role="note">
            {table.data.period}. More may be booked on these days.
          </p>
        )}
        {isEmpty(rows) ? (
          <EmptyState isBelow title="No entries in this period">
            <p>Choose other days above. Bank transactions, invoices and journal entries show here at once.</p>
          </EmptyState>
        ) : (
          <StatementTable
            name={STATEMENTS[view.statement].name}
            company={company.id}
            rows={rows}
            columns={columns}
            view={view}
            search={search}
            go={go}
          />
        )}
        {view.rounding !== "cents" && <p>Amounts are rounded and may not add up.</p>}
        <Foot table={table.data} />
      </div>
      {isOpen ? (
        <Suspense fallback={<div className="panel" aria-busy="true" />}>
          <Drill
            key={`${row.key} ${keyOf(view.statement, column)}`}
            company={company.id}
            row={row}
            column={column}
            cents={row.figures?.[at] ?? 0}
            view={view}
            search={search}
            go={go}
            onClose={close}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

/** The notes, and when the figures were exact. */
function Foot({ table: { notes, generated_at, refreshed_at } }: { readonly table: Table }) {
  return (
    <>
      {notes.length === 0 ? null : (
        <ol className="notes" aria-label="Notes">
          {notes.map((text) => (
            <li key={text} dir="auto">
              {text}
            </li>
          ))}
        </ol>
      )}
      <p className="foot" aria-live="off">
        Exact at <time>{clockText(generated_at)}</time>.{" "}
        {refreshed_at === null ? null : `Last change of these entries: ${timeText(refreshed_at)}. `}
        The same table as the exports.
      </p>
    </>
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
