/**
 * What is behind a figure, beside the statement: its entries, then the voucher of one, then the transaction
 * that it was posted from. Each has an address; Escape goes one back.
 */
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { useFigureEntries } from "../api/queries.ts";
import type { JournalEntry } from "@daybook/client";
import { More } from "../kit/more.tsx";
import { Amount } from "../kit/amount.tsx";
import { amountText } from "../kit/amounts.ts";
import { shortDay } from "../kit/dates.ts";
import { onListKey } from "../kit/list-keys.ts";
import { Panel } from "../kit/panel.tsx";
import { Loading, ProblemNote } from "../kit/states.tsx";
import { TransactionView } from "../parts/transaction.tsx";
import { sourceText } from "../parts/sources.ts";
import { VoucherView } from "../parts/voucher.tsx";
import type { OverTimeProps } from "./months.tsx";
import { OverTime } from "./over-time.tsx";
import { figureOf, keyOf } from "./view.ts";
import { problemOf } from "../parts/stale.tsx";

interface DrillProps extends OverTimeProps {
  /** The figure that was opened. */
  readonly cents: number;
  readonly onClose: () => void;
}

export function Drill(props: DrillProps) {
  const { row, column, view, search, go, onClose } = props;
  const { entry, transaction } = search;
  const line = row.key;
  const days = keyOf(view.statement, column);
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
              className="button"
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
        <>
          <p className="sum">{amountText(props.cents)}</p>
          {view.statement === "trial" ? null : <OverTime {...props} />}
          <Entries {...props} />
        </>
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

/** The amount of an entry as the figure counts it: by the side of its column, or as the row says. */
function amountIn(
  { row, column }: OverTimeProps,
  { amount_cents, credit_cents, debit_cents }: JournalEntry,
): number {
  const entries_by = column.side ?? row.entries_by;
  if (entries_by === "amount") return amount_cents;
  return entries_by === "credit" ? credit_cents - debit_cents : debit_cents - credit_cents;
}

function Entries(props: DrillProps) {
  const { company, row, column, cents, view, go } = props;
  const query = useFigureEntries(company, figureOf(view, row.key, column));
  if (problemOf(query)) return <ProblemNote error={query.error} retry={() => void query.refetch()} />;
  if (query.data === undefined) return <Loading what="its entries" />;
  const all = query.data.pages.flatMap(({ data }) => data);
  const sum = all.reduce((total, entry) => total + amountIn(props, entry), 0);
  const count = all.length === 1 ? "1 entry" : `${all.length.toLocaleString("en-US")} entries`;
  const says = query.hasNextPage
    ? `The latest ${count}; there are more`
    : sum === cents
      ? `${count} ${all.length === 1 ? "makes" : "add up to"} this figure`
      : `${count} now add up to ${amountText(sum)}; the figure was read before`;
  return (
    <>
      <p className="says" role="status">
        {all.length === 0 ? "No entries in these days" : says}
      </p>
      <ul className="entries" onKeyDown={(event) => onListKey(event)}>
        {all.map((entry) => (
          <li key={entry.id}>
            <button type="button" onClick={() => go({ entry: entry.id })}>
              <time dateTime={entry.date}>
                {view.statement === "balance" || view.statement === "trial"
                  ? shortYear(entry.date)
                  : shortDay(entry.date)}
              </time>
              <span className="what">
                <b dir="auto">{entry.merchant ?? entry.description}</b>
                <small>
                  {sourceText(entry.source)}
                  {entry.held ? ", on hold" : ""}
                </small>
              </span>
              <span className="n">
                <Amount cents={amountIn(props, entry)} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      <More query={query} label="Earlier entries" />
    </>
  );
}

function shortYear(day: string): string {
  return `${shortDay(day)} ’${day.slice(2, 4)}`;
}
