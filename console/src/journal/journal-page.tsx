/**
 * The journal: entries by category, department, merchant, source and day, the voucher of one beside them, and
 * a form for entries that a person posts. All that is shown is in the address.
 */
import "../style/lists.css";
import "./journal.css";
import type { JournalEntry, ListJournalEntriesQuery } from "@daybook/client";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { categoriesQuery, departmentsQuery, useJournal } from "../api/queries.ts";
import type { Company } from "../api/types.ts";
import { PageHead } from "../kit/page-head.tsx";
import { FilterBar, FilterChoice, FilterDays, FilterName, FilterText } from "../kit/filters.tsx";
import { amountRoom, amountText } from "../kit/amounts.ts";
import type { Choice } from "../kit/choices.ts";
import { dayText, isDay, today } from "../kit/dates.ts";
import { focusAfterwards } from "../kit/focus-back.ts";
import { useInSight } from "../parts/in-sight.ts";
import { onListKey } from "../kit/list-keys.ts";
import { useLoadMore } from "../kit/load-more.ts";
import { Panel } from "../kit/panel.tsx";
import { EmptyState } from "../kit/states.tsx";
import { Tabs } from "../kit/tabs.tsx";
import { TransactionView } from "../parts/transaction.tsx";
import { SOURCES, sourceText } from "../parts/sources.ts";
import { VoucherView } from "../parts/voucher.tsx";
import { usePageCommands } from "../shell/commands.ts";
import { Closing } from "./closing.tsx";
import { EntryForm } from "./entry-form.tsx";
import { OpeningForm } from "./opening-form.tsx";
import { ManualEntries, ReviewFilter } from "./manual-entries.tsx";
import { VoucherActions } from "./voucher-actions.tsx";
import { companyPage } from "../parts/company-page.tsx";
import { Read } from "../parts/read.tsx";

/** The query of the address. */
interface Search {
  readonly category?: string | undefined;
  readonly department?: string | undefined;
  readonly merchant?: string | undefined;
  readonly source?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly entry?: string | undefined;
  readonly transaction?: string | undefined;
  /** `people` shows the entries that people posted. */
  readonly show?: string | undefined;
  /** `open` shows those of them that are to be reviewed. */
  readonly review?: string | undefined;
  /** `entry` while the form of a new entry is open, `opening` while that of opening balances is. */
  readonly new?: string | undefined;
}
const FILTERS = ["from", "to", "category", "department", "source", "merchant"] as const;
const PEOPLE_FILTERS = ["from", "to", "review"] as const;
type Go = (change: Search, replace?: boolean) => void;

/**
 * The last day that is listed. Depreciation and spreads are posted years ahead, so it is today if left out.
 */
const lastDayOf = ({ to }: Search): string => (isDay(to) ? to : today());

/** The filters of the address; days that there are not count as left out. */
function queryOf(search: Search): ListJournalEntriesQuery {
  const { category, department, merchant, source, from } = search;
  const known = source !== undefined && source in SOURCES ? source : undefined;
  return {
    ...(category ? { category_id: category } : {}),
    ...(department ? { department_id: department } : {}),
    ...(merchant ? { merchant } : {}),
    ...(known ? { source: known as NonNullable<ListJournalEntriesQuery["source"]> } : {}),
    ...(isDay(from) ? { start_date: from } : {}),
    end_date: lastDayOf(search),
  };
}

const PARTS = [
  ["all", "All entries"],
  ["people", "Posted by people"],
] as const;

export const mayPost = ({ permissions }: Company): boolean => permissions.accounting_setup === "manage";

export const JournalPage = companyPage("Journal", Journal);

function Journal({ company }: { readonly company: Company }) {
  const search: Search = useSearch({ from: "/c/$company/journal" });
  const navigate = useNavigate();
  const go: Go = (change, replace = false) =>
    void navigate({
      to: "/c/$company/journal",
      params: { company: company.id },
      search: (before: Search) => ({ ...before, ...change }),
      replace,
    });
  const isNew = search.new === "entry" && mayPost(company);
  const isOpening = search.new === "opening" && mayPost(company);
  const beginEntry = (): void => go({ new: "entry", entry: undefined, transaction: undefined });
  const beginOpening = (): void => go({ new: "opening", entry: undefined, transaction: undefined });
  usePageCommands(
    mayPost(company)
      ? [
          { label: "New entry", run: beginEntry },
          { label: "Opening balances", run: beginOpening },
        ]
      : [],
  );
  return (
    <>
      <PageHead title={isNew ? "New journal entry" : isOpening ? "Opening balances" : "Journal"}>
        {mayPost(company) && !isNew && !isOpening ? (
          <>
            <button type="button" className="button" onClick={beginOpening}>
              Opening balances
            </button>
            <button type="button" className="button primary" onClick={beginEntry}>
              New entry
            </button>
          </>
        ) : null}
      </PageHead>
      {isNew ? (
        <EntryForm
          company={company}
          onClose={() => go({ new: undefined })}
          onPosted={(entry) => go({ new: undefined, entry })}
        />
      ) : isOpening ? (
        <OpeningForm
          company={company}
          onClose={() => go({ new: undefined })}
          // The list ends with their day, so that they are in it.
          onPosted={(entry, date) => go({ new: undefined, entry, to: date })}
        />
      ) : (
        <>
          <Closing company={company} />
          <Tabs
            name="Parts of the page"
            page="/c/$company/journal"
            tabs={PARTS}
            value={search.show === "people" ? "people" : "all"}
            searchOf={(word) => ({ show: word === "all" ? undefined : word, entry: undefined })}
          />
          {search.show === "people" ? (
            <FilterBar names={PEOPLE_FILTERS} search={search} onClear={go}>
              <FilterDays
                from={search.from}
                to={search.to}
                onDays={(days) => go({ ...days, entry: undefined }, true)}
              />
              <ReviewFilter
                unreviewed={search.review === "open"}
                onChoose={(is) => go({ review: is ? "open" : undefined, entry: undefined }, true)}
              />
            </FilterBar>
          ) : (
            <Filters company={company} search={search} go={go} />
          )}
          <Body company={company} search={search} go={go} />
        </>
      )}
    </>
  );
}

interface PartProps {
  readonly company: Company;
  readonly search: Search;
  readonly go: Go;
}

function Filters({ company, search, go }: PartProps) {
  const seesChart = company.permissions.accounting_setup !== "none";
  const categories = useQuery({ ...categoriesQuery(company.id), enabled: seesChart }).data ?? [];
  const hasDepartments = company.features.includes("departments");
  const departments =
    useQuery({ ...departmentsQuery(company.id), enabled: seesChart && hasDepartments }).data ?? [];
  const set = (name: keyof Search, value: string): void =>
    go({ [name]: value === "" ? undefined : value, entry: undefined, transaction: undefined }, true);
  const choice = (name: "category" | "department", label: string, choices: readonly Choice[]) => (
    <FilterName
      label={label}
      value={choices.find(({ id }) => id === search[name])?.name ?? null}
      choices={choices}
      onChoose={(id) => set(name, id ?? "")}
    />
  );
  return (
    <FilterBar names={FILTERS} search={search} onClear={go}>
      <FilterDays
        from={search.from}
        to={lastDayOf(search)}
        onDays={(days) => go({ ...days, entry: undefined, transaction: undefined }, true)}
      />
      {categories.length === 0 ? null : choice("category", "Category", categories)}
      {departments.length === 0 ? null : choice("department", "Department", departments)}
      <FilterChoice
        label="Source"
        value={search.source ?? ""}
        all="All sources"
        options={Object.entries(SOURCES).map(([id, name]) => ({ id, name }))}
        onChoose={(id) => set("source", id)}
      />
      <FilterText
        label="Merchant"
        value={search.merchant ?? ""}
        placeholder="Exact name"
        onText={(name) => set("merchant", name)}
      />
    </FilterBar>
  );
}

function Body({ company, search, go }: PartProps) {
  const { entry, transaction } = search;
  const close = (): void => {
    go({ entry: undefined, transaction: undefined });
    focusAfterwards(`[data-entry="${CSS.escape(entry ?? "")}"], [data-opens="${CSS.escape(entry ?? "")}"]`);
  };
  return (
    <div className={entry === undefined ? "split" : "split open"}>
      <div className="sheet">
        {search.show === "people" ? (
          <ManualEntries
            company={company}
            shown={{ unreviewed: search.review === "open", entry, from: search.from, to: search.to }}
            onOpen={(id) => go({ entry: id, transaction: undefined })}
          />
        ) : (
          <AllEntries company={company} search={search} go={go} />
        )}
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
            <VoucherView
              company={company.id}
              entry={entry}
              onTransaction={(id) => go({ transaction: id })}
              actions={(voucher) =>
                mayPost(company) ? (
                  <VoucherActions
                    key={entry}
                    company={company.id}
                    entry={entry}
                    voucher={voucher}
                    onOpen={(id) => go({ entry: id })}
                  />
                ) : null
              }
            />
          ) : (
            <TransactionView company={company.id} id={transaction} />
          )}
        </Panel>
      )}
    </div>
  );
}

function AllEntries({ company, search, go }: PartProps) {
  const query = useJournal(company.id, queryOf(search));
  return (
    <Read isMain query={query} what="the journal">
      {({ pages }) => (
        <List query={query} entries={pages.flatMap(({ data }) => data)} search={search} go={go} />
      )}
    </Read>
  );
}

/** True if two lines that follow each other were posted from the same thing: its name and day are said once. */
function isOneWith(before: JournalEntry | undefined, entry: JournalEntry): boolean {
  const same = ["date", "source", "transaction_id", "merchant", "description"] as const;
  return before !== undefined && same.every((name) => before[name] === entry[name]);
}

interface ListProps {
  readonly query: ReturnType<typeof useJournal>;
  readonly entries: readonly JournalEntry[];
  readonly search: Search;
  readonly go: Go;
}

function List({ query, entries, search, go }: ListProps) {
  useInSight(
    search.entry === undefined ? undefined : `[data-entry="${CSS.escape(search.entry)}"]`,
    entries.length,
  );
  const end = useLoadMore(query);
  const { hasNextPage, isFetchingNextPage } = query;
  if (entries.length === 0)
    return (
      <EmptyState isBelow title="No entries">
        <p>
          No entry of the journal matches. Bank transactions, invoices and entries that people post show here
          at once.
        </p>
      </EmptyState>
    );
  const largest = entries.reduce((most, each) => Math.max(most, each.debit_cents, each.credit_cents), 0);
  return (
    <div style={amountRoom(largest)}>
      <div className="jr-row jr-head" aria-hidden="true">
        <span>Date</span>
        <span>Entry</span>
        <span>Category</span>
        <span className="n">Debit</span>
        <span className="n">Credit</span>
      </div>
      <ul className="jr-list" aria-label="Entries" onKeyDown={(event) => onListKey(event)}>
        {entries.map((entry, at) => (
          <li key={entry.id} className={isOneWith(entries[at - 1], entry) ? "jr-more" : undefined}>
            <button
              type="button"
              className="jr-row"
              data-entry={entry.id}
              aria-current={entry.id === search.entry ? "true" : undefined}
              onClick={() => go({ entry: entry.id, transaction: undefined })}
            >
              <time dateTime={entry.date}>{dayText(entry.date)}</time>
              <span className="what">
                <b dir="auto">{entry.merchant ?? entry.description}</b>
                <small>
                  {sourceText(entry.source)}
                  {entry.held ? ", on hold" : ""}
                </small>
              </span>
              <span className={entry.debit_cents === 0 ? "jr-category jr-credit" : "jr-category"} dir="auto">
                {entry.category_name}
                {entry.department_name === null ? null : <small dir="auto">{entry.department_name}</small>}
              </span>
              <span className="n">
                {entry.debit_cents === 0 ? null : <span className="unseen">debit </span>}
                {entry.debit_cents === 0 ? "" : amountText(entry.debit_cents)}
              </span>
              <span className="n">
                {entry.credit_cents === 0 ? null : <span className="unseen">credit </span>}
                {entry.credit_cents === 0 ? "" : amountText(entry.credit_cents)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <div ref={end} className="foot" role="status">
        {isFetchingNextPage
          ? "Loading earlier entries…"
          : hasNextPage
            ? "Earlier entries follow"
            : `${entries.length.toLocaleString("en-US")} ${entries.length === 1 ? "entry" : "entries"}`}
      </div>
    </div>
  );
}
