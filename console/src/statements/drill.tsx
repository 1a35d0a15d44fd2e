/**
 * What is behind a figure, beside the statement: its entries, then the voucher of one, then the transaction that
 * it was posted from. Each has an address; Escape goes one back.
 */
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { useEntries } from "../api/queries.ts";
import type { JournalEntry } from "@daybook/client";
import { amountText } from "../parts/amounts.ts";
import { shortDay } from "../parts/dates.ts";
import { onListKey } from "../parts/list-keys.ts";
import { Panel } from "../parts/panel.tsx";
import { Loading, ProblemNote } from "../parts/states.tsx";
import { TransactionView } from "../parts/transaction.tsx";
import { sourceText, VoucherView } from "../parts/voucher.tsx";
import type { EntriesOf, Row } from "./rows.ts";
import type { FigureColumn, Search, StatementName } from "./view.ts";

interface DrillProps {
  readonly company: string;
  readonly row: Row;
  readonly entries: EntriesOf;
  readonly column: FigureColumn;
  /** The figure that was opened; null until it is loaded. */
  readonly cents: number | null;
  readonly statement: StatementName;
  readonly search: Search;
  readonly go: (change: Search) => void;
  readonly onClose: () => void;
}

/** Most categories whose entries are listed together, each of which is a request. */
const MOST_CATEGORIES = 40;

export function Drill(props: DrillProps) {
  const { row, column, search, go, onClose } = props;
  const { entry, transaction } = search;
  const line = row.key;
  const days = column.key;
  // Where the focus came from, it goes back to.
  useEffect(
    () => () => {
      const figure = document.querySelector<HTMLElement>(
        `[data-line="${CSS.escape(line)}"][data-days="${CSS.escape(days)}"]`,
      );
      setTimeout(() => {
        if (document.activeElement === document.body) figure?.focus();
      }, 0);
    },
    [line, days],
  );
  const back = (): void => go(transaction !== undefined ? { transaction: undefined } : { entry: undefined });
  const isDeeper = entry !== undefined || transaction !== undefined;
  const title =
    transaction !== undefined
      ? "Transaction"
      : entry !== undefined
        ? "Voucher"
        : row.label.replace(/^Total /, "");
  return (
    <Panel
      name="Behind the figure"
      title={title}
      note={isDeeper ? undefined : column.label}
      onBack={isDeeper ? back : undefined}
      onClose={onClose}
      focusKey={`${entry} ${transaction}`}
    >
      {transaction !== undefined ? (
        <>
          <TransactionView company={props.company} id={transaction} />
          <p>
            <Link
              to="/c/$company/transactions"
              params={{ company: props.company }}
              search={{ text: transaction, open: transaction }}
            >
              Open it among the transactions
            </Link>
          </p>
        </>
      ) : entry !== undefined ? (
        <VoucherView company={props.company} entry={entry} onTransaction={(id) => go({ transaction: id })} />
      ) : (
        <Entries {...props} />
      )}
      <p className="hint">
        {isDeeper ? null : (
          <>
            <kbd>Enter</kbd> opens <kbd>J</kbd> <kbd>K</kbd> move{" "}
          </>
        )}
        <kbd>Esc</kbd> {isDeeper ? "goes back" : "closes"}
      </p>
    </Panel>
  );
}

/** The amount of an entry as its statement counts it: as cash, debits go out and credits come in. */
function amountIn(statement: StatementName, entry: JournalEntry): number {
  return statement === "cash" ? entry.credit_cents - entry.debit_cents : entry.amount_cents;
}

function Entries({ company, entries: { categories, department }, column, cents, statement, go }: DrillProps) {
  const isTooMany = categories.length > MOST_CATEGORIES;
  const query = useEntries({
    company,
    categories: isTooMany ? [] : categories,
    department,
    from: statement === "balance" ? null : column.period.from,
    to: column.period.to,
  });
  const figure = <p className="sum">{cents === null ? "…" : amountText(cents)}</p>;
  if (isTooMany)
    return (
      <>
        {figure}
        <p className="note">
          This figure is made of {categories.length} lines, more than can be listed together. Open one of
          them.
        </p>
      </>
    );
  if (query.error)
    return (
      <>
        {figure}
        <ProblemNote error={query.error} retry={() => void query.refetch()} />
      </>
    );
  if (query.data === undefined)
    return (
      <>
        {figure}
        <Loading what="its entries" />
      </>
    );
  const all = query.data.pages
    .flatMap(({ entries }) => entries)
    .toSorted((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0));
  const sum = all.reduce((total, entry) => total + amountIn(statement, entry), 0);
  const count = all.length === 1 ? "1 entry" : `${all.length.toLocaleString("en-US")} entries`;
  const says = query.hasNextPage
    ? `The latest ${count}; there are more`
    : sum === cents
      ? `${count} ${all.length === 1 ? "makes" : "add up to"} this figure`
      : `${count} now add up to ${amountText(sum)}; the figure was read before`;
  return (
    <>
      {figure}
      <p className="says" role="status">
        {all.length === 0 ? "No entries in these days" : says}
      </p>
      <ul className="entries" onKeyDown={onListKey}>
        {all.map((entry) => (
          <li key={entry.id}>
            <button type="button" onClick={() => go({ entry: entry.id })}>
              <time dateTime={entry.date}>
                {statement === "balance" ? shortYear(entry.date) : shortDay(entry.date)}
              </time>
              <span className="what">
                <b dir="auto">{entry.merchant ?? entry.description}</b>
                <small>
                  {sourceText(entry.source)}
                  {entry.held ? ", on hold" : ""}
                </small>
              </span>
              <span className="n">{amountText(amountIn(statement, entry))}</span>
            </button>
          </li>
        ))}
      </ul>
      {query.hasNextPage ? (
        <p>
          <button
            type="button"
            className="button"
            disabled={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {query.isFetchingNextPage ? "Loading…" : "Earlier entries"}
          </button>
        </p>
      ) : null}
    </>
  );
}

function shortYear(day: string): string {
  return `${shortDay(day)} ’${day.slice(2, 4)}`;
}
