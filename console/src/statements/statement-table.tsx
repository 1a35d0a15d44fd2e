/**
 * A statement as a table. Every figure whose entries can be listed is a link that opens them; the arrow keys
 * go from figure to figure, so that the whole table is one stop of the Tab key.
 */
import { Link } from "@tanstack/react-router";
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
} from "react";
import type { Rounding } from "@daybook/words/money-text";
import { percentText, roundedText } from "../kit/amounts.ts";
import { isGroup, type Row, shownRows } from "./rows.ts";
import { type Column, keyOf, type Search, type View } from "./view.ts";

interface TableProps {
  readonly name: string;
  readonly company: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column[];
  readonly view: View;
  readonly search: Search;
  readonly go: (change: Search, replace?: boolean) => void;
}

/** The address of a view, for links that can be opened in another window. */
function hrefOf(search: Search): string {
  const given = Object.entries(search).filter(
    (pair): pair is [string, string] => typeof pair[1] === "string",
  );
  return `${location.pathname}?${new URLSearchParams(given)}`;
}

const STOP = "[data-stop]";

function placeOf(element: HTMLElement): readonly [row: number, column: number] {
  return [Number(element.dataset["row"]), Number(element.dataset["column"])];
}

const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  k: [-1, 0],
  ArrowDown: [1, 0],
  j: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The nearest stop in a direction, or null. */
function nextStop(table: HTMLElement, from: HTMLElement, [rows, columns]: readonly [number, number]) {
  const [row, column] = placeOf(from);
  const stops = [...table.querySelectorAll<HTMLElement>(STOP)];
  const ahead = stops.filter((stop) => {
    const [r, c] = placeOf(stop);
    return rows === 0 ? r === row && Math.sign(c - column) === columns : Math.sign(r - row) === rows;
  });
  const distance = (stop: HTMLElement): number => {
    const [r, c] = placeOf(stop);
    return rows === 0 ? Math.abs(c - column) : Math.abs(r - row) * 1_000 + Math.abs(c - column);
  };
  return ahead.toSorted((a, b) => distance(a) - distance(b))[0] ?? null;
}

/** Keeps exactly one stop of the Tab key in the table. */
function useOneStop() {
  const table = useRef<HTMLTableElement>(null);
  const present = useRef<HTMLElement | null>(null);
  const moveTo = (stop: HTMLElement): void => {
    if (present.current) present.current.tabIndex = -1;
    present.current = stop;
    stop.tabIndex = 0;
  };
  useEffect(() => {
    if (present.current?.isConnected) return;
    const opened = table.current?.querySelector<HTMLElement>(`[aria-current] ${STOP}, ${STOP}[aria-current]`);
    const first = opened ?? table.current?.querySelector<HTMLElement>(STOP);
    if (first) moveTo(first);
  });
  return { table, moveTo };
}

/** Without figures that the keyboard reaches, the table itself is a stop, so that it can be scrolled. */
function scrolledBy(name: string, rows: readonly Row[]) {
  return rows.some(({ entries_by }) => entries_by !== null)
    ? { tabIndex: -1 }
    : { tabIndex: 0, role: "region", "aria-label": name };
}

export function StatementTable({ name, company, rows, columns, view, search, go }: TableProps) {
  const { table, moveTo } = useOneStop();
  const shown = useMemo(() => shownRows(rows, view.closed, view.find), [rows, view.closed, view.find]);
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>): void => {
    const step = STEPS[event.key];
    const from = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>(STOP) : null;
    if (step === undefined || from === null || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = nextStop(event.currentTarget, from, step);
    if (next === null) return;
    event.preventDefault();
    moveTo(next);
    next.focus();
  };
  const onClick = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>("a[data-line]") : null;
    if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    moveTo(link);
    const { line, days } = link.dataset;
    go({ line, days, entry: undefined, transaction: undefined });
  };
  const toggle = (key: string): void => {
    const closed = new Set(view.closed);
    if (!closed.delete(key)) closed.add(key);
    go({ closed: closed.size === 0 ? undefined : [...closed].join(",") }, true);
  };
  if (shown.length === 0)
    return (
      <p className="none" role="status">
        No line has “{view.find}” in its name.
      </p>
    );
  return (
    <div className="scroller" {...scrolledBy(name, rows)}>
      <table ref={table} className="st" onKeyDown={onKeyDown} onClick={onClick}>
        <caption className="unseen">
          {name}. Arrow keys go from figure to figure, Enter opens the entries of one.
        </caption>
        <thead>
          <tr>
            <th scope="col">Accrual, {view.rounding === "thousands" ? "thousands of " : ""}US dollars</th>
            {columns.map((column) => (
              <th key={column.key} scope="col">
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, at) => (
            <TableRow
              key={row.key}
              row={row}
              at={at}
              columns={columns}
              company={company}
              view={view}
              search={search}
              closed={view.closed}
              onToggle={toggle}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  readonly row: Row;
  readonly at: number;
  readonly columns: readonly Column[];
  readonly company: string;
  readonly view: View;
  readonly search: Search;
  readonly closed: ReadonlySet<string>;
  readonly onToggle: (key: string) => void;
}

/**
 * The key that a row's toggle opens and closes; null for a row without one. A closed group is its subtotal.
 */
function toggledKey({ kind, key }: Row, closed: ReadonlySet<string>): string | null {
  if (kind === "heading") return key;
  const group = key.replace(/\.total$/, "");
  return kind === "subtotal" && closed.has(group) ? group : null;
}

/** The looks of a row: a result stands outside the sections, or ends the statement. */
function classOf(row: Row): string {
  if (isGroup(row)) return "group";
  return row.kind === "grand_total" || (row.kind === "total" && row.section === null) ? "result" : row.kind;
}

/** The category whose ledger the name of a row opens: of a trial balance, each but the earlier income. */
function ledgerOf({ kind, key }: Row, { statement }: View): string | null {
  const [, category = ""] = /^categories\.(cat_.+)$/.exec(key) ?? [];
  return statement === "trial" && kind === "line" && category !== "" ? category : null;
}

function TableRow({ row, at, columns, company, view, search, closed, onToggle }: RowProps) {
  const { period } = view;
  const ledger = ledgerOf(row, view);
  const toggled = toggledKey(row, closed);
  const isClosed = toggled !== null && closed.has(toggled);
  const label = isClosed && row.kind === "subtotal" ? row.label.replace(/^Total /, "") : row.label;
  return (
    <tr className={classOf(row)}>
      <th scope="row" style={{ "--depth": row.depth } as CSSProperties}>
        {ledger !== null ? (
          <Link
            to="/c/$company/statements/ledger"
            params={{ company }}
            search={{ category: ledger, from: period.from, to: period.to }}
            data-stop=""
            data-row={at}
            data-column={-1}
            tabIndex={-1}
          >
            <span dir="auto">{label}</span>
          </Link>
        ) : toggled === null ? (
          <span dir="auto">{label}</span>
        ) : (
          <button
            type="button"
            className="toggle"
            aria-expanded={!isClosed}
            data-stop=""
            data-row={at}
            data-column={-1}
            tabIndex={-1}
            onClick={() => onToggle(toggled)}
          >
            <svg viewBox="0 0 8 8" width="8" height="8" aria-hidden="true">
              <path d={isClosed ? "M2 0l4 4-4 4z" : "M0 2l4 4 4-4z"} fill="currentColor" />
            </svg>
            <span dir="auto">{label}</span>
          </button>
        )}
        {row.notes.length === 0 ? null : <small className="marks"> [{row.notes.join(", ")}]</small>}
      </th>
      {columns.map((column, place) => (
        <Cell key={column.key} row={row} at={at} place={place} column={column} view={view} search={search} />
      ))}
    </tr>
  );
}

interface CellProps {
  readonly row: Row;
  readonly at: number;
  readonly place: number;
  readonly column: Column;
  readonly view: View;
  readonly search: Search;
}

/** How figures are written that are worked out from others, by the kind of their column. */
const WORKED: Readonly<
  Partial<Record<Column["kind"], (figure: number | null, rounding: Rounding) => string>>
> = {
  change: (figure, rounding) => roundedText(figure ?? 0, rounding),
  percent: percentText,
  share: percentText,
  effect: (figure) => (figure ? `${figure > 0 ? "" : "un"}favorable` : "–"),
};

/** The other side of an amount, in a trial balance, has no entries. */
function canBeOpened({ entries_by }: Row, { side }: Column, figure: number | null): boolean {
  return entries_by !== null && (side === null || figure !== 0);
}

function Cell({ row, at, place, column, view, search }: CellProps): ReactNode {
  if (row.figures === null) return <td />;
  const figure = row.figures[place] ?? null;
  const isNegative = figure !== null && figure < 0;
  const worked = WORKED[column.kind]?.(figure, view.rounding);
  if (worked !== undefined) return <td className={isNegative ? "worked neg" : "worked"}>{worked}</td>;
  const text = roundedText(figure ?? 0, view.rounding);
  const kind = isNegative ? "neg" : undefined;
  if (!canBeOpened(row, column, figure)) {
    return (
      <td className={kind}>
        <span>{text}</span>
      </td>
    );
  }
  const days = keyOf(view.statement, column);
  const isOpen = search.line === row.key && search.days === days;
  const target = { ...search, line: row.key, days, entry: undefined, transaction: undefined };
  return (
    <td className={kind}>
      <a
        href={hrefOf(target)}
        data-stop=""
        data-row={at}
        data-column={place}
        data-line={row.key}
        data-days={days}
        tabIndex={-1}
        aria-current={isOpen ? "true" : undefined}
        aria-label={`${row.label}, ${column.label}: ${text}`}
      >
        {text}
      </a>
    </td>
  );
}
