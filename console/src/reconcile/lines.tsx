/**
 * The lines of a statement, each with its tick. Only those in sight are in the page, and more are read as one
 * scrolls. J and K go from line to line; X or Space ticks.
 */
import { Link } from "@tanstack/react-router";
import { type KeyboardEvent, memo, useEffect, useMemo, useRef } from "react";
import type { ReconciliationLine } from "../api/generated/schemas.ts";
import { AmountCell } from "../kit/amount.tsx";
import { amountText } from "../kit/amounts.ts";
import { dayText } from "../kit/dates.ts";
import { Icon } from "../kit/icon.tsx";
import { ListGap } from "../kit/list-gap.tsx";
import { isTyped } from "../kit/list-keys.ts";
import { useRowFocus } from "../kit/row-focus.ts";
import { Table } from "../kit/table.tsx";
import { useLetter } from "../kit/use-letter.ts";
import { useRowsInSight } from "../parts/rows-in-sight.ts";
import { Read } from "../parts/read.tsx";
import { useLines } from "./queries.ts";
import type { Ticks } from "./use-ticks.ts";
import { nameOf } from "./words.ts";

/** The next page is read when so many rows of those before it are left. */
const AHEAD = 100;
/** The number of the first row below the head, which is row 1. */
const FIRST_ROW = 2;

interface LinesProps {
  readonly company: string;
  readonly id: string;
  readonly cleared: boolean;
  /** Null where nothing is ticked. */
  readonly ticks: Ticks | null;
}

export function Lines({ company, id, cleared, ticks }: LinesProps) {
  const query = useLines(company, id, cleared);
  const rows = useMemo(() => query.data?.pages.flatMap(({ data }) => data), [query.data]);
  return (
    <Read query={{ ...query, data: rows }} what="the lines">
      {(lines) =>
        lines.length === 0 ? (
          <p className="none">
            {cleared
              ? "Nothing is cleared yet. Tick what is on the statement under To resolve."
              : "Every line through the statement’s day is on a statement."}
          </p>
        ) : (
          <LineTable company={company} rows={lines} ticks={ticks} more={query} />
        )
      }
    </Read>
  );
}

interface TableProps {
  readonly company: string;
  readonly rows: readonly ReconciliationLine[];
  readonly ticks: Ticks | null;
  readonly more: Pick<ReturnType<typeof useLines>, "hasNextPage" | "isFetchingNextPage" | "fetchNextPage">;
}

function LineTable({ company, rows, ticks, more }: TableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useRowsInSight(rows, scroller);
  const items = virtual.getVirtualItems();
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = more;
  const isNearEnd = (items.at(-1)?.index ?? 0) + AHEAD >= rows.length;
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [isNearEnd, hasNextPage, isFetchingNextPage, fetchNextPage]);
  const onRowKey = useRowFocus(rows, scroller, (at) => virtual.scrollToIndex(at, { align: "auto" }));
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const isTick = event.key === "x" && !isTyped(event) && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isTick) return onRowKey(event);
    document.activeElement?.closest("tr")?.querySelector<HTMLElement>("[role=checkbox]")?.click();
  };
  // From anywhere on the page, the first J goes to the list.
  useLetter("j", () => {
    if (scroller.current?.contains(document.activeElement) === false)
      scroller.current.querySelector<HTMLElement>("[data-opens]")?.focus();
  });
  const columns = ticks === null ? 3 : 4;
  return (
    <div ref={scroller} className="scroller" tabIndex={-1}>
      <Table
        look="list re-table"
        caption="Lines by date"
        rowCount={hasNextPage ? -1 : rows.length + 1}
        heads={[...(ticks === null ? [] : ["Cleared"]), "Date", "Bank line", ["Amount", "n"]]}
      >
        <tbody onKeyDown={onKeyDown}>
          <ListGap height={items[0]?.start ?? 0} columns={columns} />
          {items.map(({ index, key }) => {
            const line = rows[index];
            return line === undefined ? null : (
              <tr
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                aria-rowindex={index + FIRST_ROW}
                className={ticks?.isTicked(line) === true ? "re-ticked" : undefined}
              >
                {ticks === null ? null : (
                  <td>
                    <Tick line={line} isTicked={ticks.isTicked(line)} onTick={ticks.tick} />
                  </td>
                )}
                <LineCells company={company} line={line} isFirst={ticks === null} />
              </tr>
            );
          })}
          <ListGap height={virtual.getTotalSize() - (items.at(-1)?.end ?? 0)} columns={columns} />
        </tbody>
      </Table>
    </div>
  );
}

function Tick(props: {
  readonly line: ReconciliationLine;
  readonly isTicked: boolean;
  readonly onTick: Ticks["tick"];
}) {
  const { line, isTicked, onTick } = props;
  return (
    <button
      type="button"
      role="checkbox"
      className="re-tick"
      aria-checked={isTicked}
      aria-label={`${nameOf(line)}, ${dayText(line.date)}, ${amountText(line.amount_cents)}`}
      aria-keyshortcuts="x"
      data-opens={line.id}
      onClick={() => onTick(line.id, !isTicked)}
    >
      {isTicked ? <Icon name="check" /> : null}
    </button>
  );
}

/** What a line says. Keys go to its name where there is no tick. */
const LineCells = memo(function LineCells(props: {
  readonly company: string;
  readonly line: ReconciliationLine;
  readonly isFirst: boolean;
}) {
  const { company, line, isFirst } = props;
  const { id, date, merchant_name, description, amount_cents } = line;
  return (
    <>
      <td className="day soft">{dayText(date)}</td>
      <th scope="row">
        <Link
          to="/c/$company/transactions"
          params={{ company }}
          search={{ open: id }}
          data-opens={isFirst ? id : undefined}
        >
          <bdi>{nameOf(line)}</bdi>
        </Link>
        {merchant_name === null ? null : (
          <small className="soft" dir="auto">
            {description}
          </small>
        )}
      </th>
      <AmountCell cents={amount_cents} />
    </>
  );
});
