/**
 * The general ledger: the entries of some days by category, with the balance after each, and the voucher of
 * one beside them. All that is shown is in the address.
 */
import "../style/lists.css";
import "./ledger.css";
import type { GeneralLedgerLine } from "@daybook/client";
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { categoriesQuery, useLedger } from "../api/queries.ts";
import type { Company } from "../api/types.ts";
import { Table } from "../kit/table.tsx";
import { Amount, AmountCell } from "../kit/amount.tsx";
import { PageHead } from "../kit/page-head.tsx";
import { dayText, isDay, type Period, startOf, today } from "../kit/dates.ts";
import { FilterBar, FilterDays, FilterName } from "../kit/filters.tsx";
import { focusAfterwards } from "../kit/focus-back.ts";
import { useGo } from "../parts/go.ts";
import { useInSight } from "../parts/in-sight.ts";
import { onListKey } from "../kit/list-keys.ts";
import { useLoadMore } from "../kit/load-more.ts";
import { Panel } from "../kit/panel.tsx";
import { EmptyState } from "../kit/states.tsx";
import { TransactionView } from "../parts/transaction.tsx";
import { sourceText } from "../parts/sources.ts";
import { VoucherView } from "../parts/voucher.tsx";
import { companyPage } from "../parts/company-page.tsx";
import { ExportMenu } from "../shell/export-menu.tsx";
import { LEDGER } from "../shell/pages.ts";
import { StatementTabs } from "../shell/statement-tabs.tsx";
import { Read } from "../parts/read.tsx";

/** The query of the address. */
interface Search {
  readonly category?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly entry?: string | undefined;
  readonly transaction?: string | undefined;
}
const FILTERS = ["from", "to", "category"] as const;
const CLOSED_PANEL = { entry: undefined, transaction: undefined } as const;

/** The days that are shown: where the address names none, those of the fiscal year so far. */
function daysOf({ from, to }: Search, firstMonth: number): Period {
  const last = isDay(to) ? to : today();
  return { from: isDay(from) ? from : startOf("year", last, firstMonth), to: last };
}

interface PartProps {
  readonly company: Company;
  readonly search: Search;
  readonly days: Period;
  readonly go: (change: Search, replace?: boolean) => void;
}

export const LedgerPage = companyPage(LEDGER.name, Ledger);

function Ledger({ company }: { readonly company: Company }) {
  const search: Search = useSearch({ from: "/c/$company/statements/ledger" });
  const go = useGo<Search>("/c/$company/statements/ledger");
  const days = daysOf(search, company.fiscal_year_start_month);
  const { category } = search;
  return (
    <>
      <PageHead title={LEDGER.name}>
        <ExportMenu
          company={company}
          name={LEDGER.name}
          request={(format) => ({
            report_type: "general_ledger",
            start_date: days.from,
            end_date: days.to,
            format,
            ...(category ? { category_id: category } : {}),
          })}
        />
      </PageHead>
      <StatementTabs company={company.id} present="ledger" search={{ from: days.from, to: days.to }} />
      <Filters company={company} search={search} days={days} go={go} />
      <Body company={company} search={search} days={days} go={go} />
    </>
  );
}

function Filters({ company, search, days, go }: PartProps) {
  const seesChart = company.permissions.accounting_setup !== "none";
  const categories = useQuery({ ...categoriesQuery(company.id), enabled: seesChart }).data ?? [];
  const set = (change: Search): void => go({ ...CLOSED_PANEL, ...change }, true);
  return (
    <FilterBar names={FILTERS} search={search} onClear={set}>
      <FilterDays from={days.from} to={days.to} onDays={set} />
      {categories.length === 0 ? null : (
        <FilterName
          label="Category"
          value={categories.find(({ id }) => id === search.category?.replace(/-direct$/, ""))?.name ?? null}
          choices={categories}
          onChoose={(category) => set({ category })}
        />
      )}
    </FilterBar>
  );
}

function Body({ company, search, days, go }: PartProps) {
  const { category, entry, transaction } = search;
  const query = useLedger(company.id, {
    start_date: days.from,
    end_date: days.to,
    ...(category ? { category_id: category } : {}),
  });
  const close = (): void => {
    go(CLOSED_PANEL);
    focusAfterwards(`[data-opens="${CSS.escape(entry ?? "")}"]`);
  };
  return (
    <div className={entry === undefined ? "split" : "split open"}>
      <div className="sheet">
        <Read isMain query={query} what="the ledger">
          {({ pages }) => (
            <Lines
              query={query}
              lines={pages.flatMap(({ data }) => data)}
              opened={entry}
              onOpen={(id) => go({ entry: id, transaction: undefined })}
            />
          )}
        </Read>
      </div>
      {entry === undefined ? null : (
        <Panel
          name="Behind the entry"
          title={transaction === undefined ? "Voucher" : "Transaction"}
          onBack={transaction === undefined ? undefined : () => go({ transaction: undefined })}
          onClose={close}
          focusKey={`${entry} ${transaction}`}
        >
          {transaction === undefined ? (
            <VoucherView company={company.id} entry={entry} onTransaction={(id) => go({ transaction: id })} />
          ) : (
            <TransactionView company={company.id} id={transaction} />
          )}
        </Panel>
      )}
    </div>
  );
}

interface LinesProps {
  readonly query: ReturnType<typeof useLedger>;
  readonly lines: readonly GeneralLedgerLine[];
  readonly opened: string | undefined;
  readonly onOpen: (entry: string) => void;
}

function Lines({ query, lines, opened, onOpen }: LinesProps) {
  useInSight(opened === undefined ? undefined : `[data-opens="${CSS.escape(opened)}"]`, lines.length);
  const end = useLoadMore(query);
  if (lines.length === 0)
    return (
      <EmptyState isBelow title="No entries in this period">
        <p>Choose other days or another category above.</p>
      </EmptyState>
    );
  const count = lines.filter(({ kind }) => kind === "entry").length;
  return (
    <>
      <div className="scroller" tabIndex={-1}>
        <Table
          look="list ledger"
          caption="By category, the earliest entry first"
          heads={["Entry", "Date", ["Debit", "n"], ["Credit", "n"], ["Balance", "n"]]}
        >
          <tbody onKeyDown={(event) => onListKey(event)}>
            {lines.map((line) => (
              <Line key={line.id} line={line} isOpened={line.id === opened} onOpen={onOpen} />
            ))}
          </tbody>
        </Table>
        {/* Within what scrolls: it is in sight only at the end. */}
        <div ref={end} className="foot" role="status">
          {query.isFetchingNextPage
            ? "Loading later entries…"
            : query.hasNextPage
              ? "Later entries follow"
              : `${count.toLocaleString("en-US")} ${count === 1 ? "entry" : "entries"}. Balances in parentheses are credits.`}
        </div>
      </div>
    </>
  );
}

/** A side of nothing is empty, except of totals. */
function Side({ kind, cents }: Pick<GeneralLedgerLine, "kind"> & { readonly cents: number }) {
  return kind !== "closing" && cents === 0 ? null : <Amount cents={cents} />;
}

interface LineProps {
  readonly line: GeneralLedgerLine;
  readonly isOpened: boolean;
  readonly onOpen: (entry: string) => void;
}

function Line({ line, isOpened, onOpen }: LineProps) {
  const { id, kind, date, category_name, debit_cents, credit_cents, balance_cents } = line;
  const amounts = (
    <>
      <td className="n">
        <Side kind={kind} cents={debit_cents} />
      </td>
      <td className="n">
        <Side kind={kind} cents={credit_cents} />
      </td>
      <AmountCell cents={balance_cents} />
    </>
  );
  const day = <td className="soft day">{dayText(date)}</td>;
  if (kind === "opening")
    return (
      <>
        <tr className="ledger-account">
          <th scope="rowgroup" colSpan={5} dir="auto">
            {category_name}
          </th>
        </tr>
        <tr>
          <th scope="row" className="soft">
            Opening balance
          </th>
          {day}
          {amounts}
        </tr>
      </>
    );
  if (kind === "closing")
    return (
      <tr className="ledger-total">
        <th scope="row">
          Total <bdi>{category_name}</bdi>
        </th>
        {day}
        {amounts}
      </tr>
    );
  return (
    <tr className={isOpened ? "opened" : undefined}>
      <th scope="row">
        <button type="button" className="button plain list-name" data-opens={id} onClick={() => onOpen(id)}>
          <bdi>{line.merchant ?? line.description}</bdi>
        </button>{" "}
        <small className="soft" dir="auto">
          {line.merchant === null ? sourceText(line.source ?? "") : line.description}
        </small>
      </th>
      {day}
      {amounts}
    </tr>
  );
}
