/**
 * What is behind a figure, beside the statement: its entries, then the voucher of one, then the transaction that
 * it was posted from. Each has an address; Escape goes one back.
 */
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { useEntries, useTransaction, useVoucher } from "../api/queries.ts";
import type { JournalEntry, Transaction } from "@daybook/client";
import type { Voucher } from "../api/types.ts";
import { amountText } from "../parts/amounts.ts";
import { Loading, ProblemNote } from "../parts/states.tsx";
import { dayText, shortDay } from "./dates.ts";
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
  const heading = useRef<HTMLHeadingElement>(null);
  const line = row.key;
  const days = column.key;
  useEffect(() => heading.current?.focus(), [entry, transaction]);
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
  const back = (): void => {
    if (transaction !== undefined) go({ transaction: undefined });
    else if (entry !== undefined) go({ entry: undefined });
    else onClose();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    back();
  };
  const isDeeper = entry !== undefined || transaction !== undefined;
  const title =
    transaction !== undefined
      ? "Transaction"
      : entry !== undefined
        ? "Voucher"
        : row.label.replace(/^Total /, "");
  return (
    <aside className="drill" aria-label="Behind the figure" onKeyDown={onKeyDown}>
      <div className="drill-head">
        {isDeeper ? (
          <button type="button" className="button plain" onClick={back} aria-label="Back">
            ‹
          </button>
        ) : null}
        <h2 ref={heading} tabIndex={-1}>
          <span dir="auto">{title}</span> {isDeeper ? null : <small>{column.label}</small>}
        </h2>
        <button type="button" className="button plain" onClick={onClose} aria-label="Close">
          ×
        </button>
      </div>
      {transaction !== undefined ? (
        <TransactionView company={props.company} id={transaction} />
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
    </aside>
  );
}

/** The amount of an entry as its statement counts it: as cash, debits go out and credits come in. */
function amountIn(statement: StatementName, entry: JournalEntry): number {
  return statement === "cash" ? entry.credit_cents - entry.debit_cents : entry.amount_cents;
}

const SOURCES: Readonly<Record<string, string>> = {
  bank_transaction: "Bank transaction",
  spread: "Spread",
  capitalization: "Capitalization",
  csv_upload: "Journal",
  transfer: "Transfer",
  invoice: "Invoice",
  adjustment: "Adjustment",
};

function sourceText(source: string): string {
  return SOURCES[source] ?? source.replaceAll("_", " ");
}

/** The focus goes from row to row of a list with the keys J and K, or the arrows. */
function onListKey(event: KeyboardEvent<HTMLUListElement>): void {
  const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("button")];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  const next = stops[at + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
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
      <ul onKeyDown={onListKey}>
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

/** What a read shows: its data, or that it loads, or what is in the way. */
function Read<Data>(props: {
  readonly query: { readonly data: Data | undefined; readonly error: unknown; refetch(): unknown };
  readonly what: string;
  readonly children: (data: Data) => ReactNode;
}) {
  const { query, what, children } = props;
  if (query.error) return <ProblemNote error={query.error} retry={() => void query.refetch()} />;
  return query.data === undefined ? <Loading what={what} /> : children(query.data);
}

interface VoucherProps {
  readonly company: string;
  readonly entry: string;
  readonly onTransaction: (id: string) => void;
}

function VoucherView({ company, entry, onTransaction }: VoucherProps) {
  return (
    <Read query={useVoucher(company, entry)} what="the voucher">
      {(voucher) => <VoucherTable voucher={voucher} entry={entry} onTransaction={onTransaction} />}
    </Read>
  );
}

function VoucherTable({
  voucher: { date, total_cents, entries },
  entry,
  onTransaction,
}: Omit<VoucherProps, "company"> & { readonly voucher: Voucher }) {
  const opened = entries.find(({ id }) => id === entry);
  const transaction = opened?.transaction_id ?? null;
  return (
    <>
      <p className="sum">{dayText(date)}</p>
      <p className="says" dir="auto">
        {opened?.description}
      </p>
      <table className="voucher">
        <caption className="unseen">The entries of the voucher</caption>
        <thead>
          <tr>
            <th scope="col">Category</th>
            <th scope="col">Debit</th>
            <th scope="col">Credit</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((each) => (
            <tr key={each.id} className={each.id === entry ? "opened" : undefined}>
              <th scope="row" dir="auto">
                {each.category_name}
                {each.department_name === null ? null : <small dir="auto">{each.department_name}</small>}
              </th>
              <td>{each.debit_cents === 0 ? "" : amountText(each.debit_cents)}</td>
              <td>{each.credit_cents === 0 ? "" : amountText(each.credit_cents)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td>{amountText(total_cents)}</td>
            <td>{amountText(total_cents)}</td>
          </tr>
        </tfoot>
      </table>
      <dl className="facts">
        <dt>Posted from</dt>
        <dd>{sourceText(opened?.source ?? "")}</dd>
        {opened?.merchant ? (
          <>
            <dt>Merchant</dt>
            <dd dir="auto">{opened.merchant}</dd>
          </>
        ) : null}
        <dt>Entry</dt>
        <dd>
          <code>{entry}</code>
        </dd>
      </dl>
      {transaction === null ? null : (
        <p>
          <button type="button" className="button" onClick={() => onTransaction(transaction)}>
            Open its transaction
          </button>
        </p>
      )}
    </>
  );
}

function TransactionView({ company, id }: { readonly company: string; readonly id: string }) {
  return (
    <Read query={useTransaction(company, id)} what="the transaction">
      {(transaction) => <TransactionFacts transaction={transaction} />}
    </Read>
  );
}

function TransactionFacts({ transaction }: { readonly transaction: Transaction }) {
  const facts: readonly (readonly [string, string | null])[] = [
    ["Date at the bank", dayText(transaction.date)],
    ["Accounting date", dayText(transaction.accounting_date)],
    ["Merchant", transaction.merchant_name],
    ["Text of the bank", transaction.description],
    ["Account", transaction.account_name],
    ["Category", transaction.category_name ?? "none yet"],
    ["Department", transaction.department_name],
    ["Memo", transaction.memo],
    ["State", transaction.pending ? "pending at the bank" : transaction.status.replaceAll("_", " ")],
    ["Comes from", transaction.source_vendor],
  ];
  return (
    <>
      <p className="sum">{amountText(transaction.amount_cents)}</p>
      <dl className="facts">
        {facts.map(([name, value]) =>
          value === null || value === "" ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ),
        )}
        <div>
          <dt>Id</dt>
          <dd>
            <code>{transaction.id}</code>
          </dd>
        </div>
      </dl>
    </>
  );
}
