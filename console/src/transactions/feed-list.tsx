/**
 * The rows of the list. Only those in sight are in the page; the focus stays on the list, which says by
 * `aria-activedescendant` on which row it is. Edits happen in place, by a key or a click.
 */
import { Popover } from "@mantine/core";
import type { Transaction, TransactionEdit } from "@daybook/client";
import { useVirtualizer } from "@tanstack/react-virtual";
import {
  type KeyboardEvent,
  memo,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import { amountText } from "../parts/amounts.ts";
import { dayText } from "../parts/dates.ts";
import { Picker } from "../parts/picker.tsx";
import { EmptyState } from "../parts/states.tsx";
import { usePreferences } from "../preferences.ts";
import type { FeedState } from "./feed.ts";
import type { Scene } from "./scene.ts";

/** A field of a transaction that is edited in place. */
type Column = "category" | "department" | "merchant" | "memo" | "day";
const EDIT_KEYS: Readonly<Record<string, Column>> = {
  c: "category",
  d: "department",
  m: "merchant",
  n: "memo",
  a: "day",
};
const HEIGHTS = { comfortable: 34, compact: 26 } as const;
/** The number of the first row below the head, which is row 1. */
const FIRST_ROW = 2;
/** Browsers draw nothing below this: Firefox at 17.8 million pixels, Chromium at 33.5 million. */
const MOST_PIXELS = 17_500_000;
/** Rows that are in the page on each side of the sight. */
const OVERSCAN = 8;

interface ListProps {
  readonly scene: Scene;
  readonly state: FeedState;
  readonly isFiltered: boolean;
}

export function FeedList({ scene, state, isFiltered }: ListProps) {
  const { feed, search, go, canEdit, company } = scene;
  const scroller = useRef<HTMLDivElement>(null);
  const { density } = usePreferences();
  const height = HEIGHTS[density];
  const [place, setPlace] = useState(0);
  const [editing, setEditing] = useState<{ place: number; column: Column } | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const mostRows = Math.floor(MOST_PIXELS / height);
  const rows = useVirtualizer({
    count: Math.min(state.count + (state.isWhole ? 0 : 1), mostRows),
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: OVERSCAN,
    // What several scroll events change is drawn once, with the next frame.
    useFlushSync: false,
  });
  useEffect(() => rows.measure(), [rows, height]);
  const items = rows.getVirtualItems();
  // Rows that leave the sight are used again for those that come into it: at most this many are in the page.
  const most = Math.max(items.length, Math.ceil((rows.scrollRect?.height ?? 0) / height) + 1 + 2 * OVERSCAN);
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useEffect(() => feed.look(first, last), [feed, first, last]);
  useEffect(() => {
    setChosen(new Set());
    setEditing(null);
    setPlace(0);
    scroller.current?.scrollTo({ top: 0 });
  }, [feed]);
  // A link to a transaction leads to its row too, once the rows so far hold it.
  const placeOfOpen = search.open === undefined ? -1 : feed.placeOf(search.open);
  useEffect(() => {
    if (placeOfOpen < 0) return;
    setPlace(placeOfOpen);
    rows.scrollToIndex(placeOfOpen, { align: "auto" });
  }, [rows, placeOfOpen]);

  // What an address opens is scrolled to once it is among the rows that are known.
  const sought = useRef<string | undefined>(undefined);
  const opened = search.open === undefined ? -1 : feed.placeOf(search.open);
  useEffect(() => {
    if (opened < 0 || sought.current === search.open) return;
    sought.current = search.open;
    setPlace(opened);
    rows.scrollToIndex(opened, { align: "auto" });
  }, [opened, search.open, rows]);

  const move = useCallback(
    (to: number) => {
      const next = Math.max(0, Math.min(to, feed.state().count - 1, mostRows - 1));
      setPlace(next);
      rows.scrollToIndex(next, { align: "auto" });
      const id = feed.idAt(next);
      // What is open beside the list follows it.
      if (search.open !== undefined && id !== null) go({ open: id }, true);
    },
    [feed, rows, mostRows, search.open, go],
  );
  const toggle = useCallback(
    (at: number) => {
      const id = feed.idAt(at);
      if (id === null) return;
      setChosen((before) => {
        const after = new Set(before);
        if (!after.delete(id)) after.add(id);
        return after;
      });
    },
    [feed],
  );
  const open = useCallback(
    (at: number) => {
      setPlace(at);
      const id = feed.idAt(at);
      if (id !== null) go({ open: id });
    },
    [feed, go],
  );
  const beginEdit = useCallback((at: number, column: Column) => {
    setPlace(at);
    setEditing({ place: at, column });
  }, []);
  // One listener for all rows, so that a row that comes into sight needs none.
  const onClick = useCallback(
    ({ target }: MouseEvent): void => {
      if (!(target instanceof Element)) return;
      const row = target.closest("[data-id]");
      if (row === null) return;
      const at = Number(row.getAttribute("aria-rowindex")) - FIRST_ROW;
      const column = target.closest("[data-edit]")?.getAttribute("data-edit");
      if (column) beginEdit(at, column as Column);
      else if (target.closest(".tx-check")) toggle(at);
      else open(at);
    },
    [beginEdit, toggle, open],
  );
  const endEdit = useCallback(() => {
    setEditing(null);
    scroller.current?.focus({ preventScroll: true });
  }, []);

  const act = (key: string): (() => void) | undefined => {
    const id = feed.idAt(place);
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? height) / height) - 2);
    const moves: Readonly<Record<string, number>> = {
      j: place + 1,
      ArrowDown: place + 1,
      k: place - 1,
      ArrowUp: place - 1,
      PageDown: place + page,
      PageUp: place - page,
      Home: 0,
      End: state.count - 1,
    };
    const to = moves[key];
    if (to !== undefined) return () => move(to);
    if (key === "Enter") return () => open(place);
    if (key === "Escape") return chosen.size > 0 ? () => setChosen(new Set()) : () => go({ open: undefined });
    if (!canEdit || id === null) return undefined;
    const column = EDIT_KEYS[key];
    if (column !== undefined)
      return isEditable(feed.at(place)) ? () => setEditing({ place, column }) : undefined;
    return {
      x: () => toggle(place),
      " ": () => toggle(place),
      u: () => void scene.edits.undo(feed, scene.names),
      s: () => scene.begin({ what: "split", id }),
      p: () => scene.begin({ what: "spread", id }),
      r: () => scene.begin({ what: "rule", id }),
      b: () => scene.begin({ what: "bulk", ids: chosen.size === 0 ? null : [...chosen] }),
    }[key];
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== scroller.current || event.altKey) return;
    const isUndo = (event.ctrlKey || event.metaKey) && event.key === "z";
    if ((event.ctrlKey || event.metaKey) && !isUndo) return;
    const run = act(isUndo ? "u" : event.key);
    if (run === undefined) return;
    event.preventDefault();
    run();
  };
  if (state.isWhole && state.count === 0) return <Nothing scene={scene} isFiltered={isFiltered} />;
  const hasDepartments = company.features.includes("departments");
  return (
    <section className="tx-list" aria-label="The list">
      <ChosenBar scene={scene} state={state} chosen={chosen} isFiltered={isFiltered} />
      <div
        ref={scroller}
        className={hasDepartments ? "tx-scroller" : "tx-scroller no-departments"}
        role="grid"
        aria-label="Transactions"
        aria-rowcount={state.isWhole ? state.count + 1 : -1}
        aria-multiselectable="true"
        aria-activedescendant={`tx-row-${place}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <Head hasDepartments={hasDepartments} />
        <div className="tx-rows" role="rowgroup" style={{ height: rows.getTotalSize() }} onClick={onClick}>
          {items.map(({ index, start }) => {
            const row = feed.at(index);
            return (
              <Row
                key={index % most}
                index={index}
                start={start}
                height={height}
                row={row}
                isHere={index === place}
                isOpen={row !== null && row.id === search.open}
                isChosen={row !== null && chosen.has(row.id)}
                editing={editing?.place === index ? editing.column : null}
                scene={scene}
                hasDepartments={hasDepartments}
                onEnd={endEdit}
              />
            );
          })}
        </div>
      </div>
      <Foot scene={scene} state={state} most={mostRows} />
    </section>
  );
}

const Head = memo(function Head({ hasDepartments }: { readonly hasDepartments: boolean }) {
  return (
    <div className="tx-row tx-head" role="row" aria-rowindex={1}>
      <span role="columnheader" className="tx-check">
        <span className="unseen">Chosen</span>
      </span>
      <span role="columnheader">Date</span>
      <span role="columnheader">Merchant and text</span>
      <span role="columnheader" className="tx-account">
        Account
      </span>
      <span role="columnheader">Category</span>
      {hasDepartments ? (
        <span role="columnheader" className="tx-department">
          Department
        </span>
      ) : null}
      <span role="columnheader" className="tx-memo">
        Memo
      </span>
      <span role="columnheader" className="n">
        Amount
      </span>
    </div>
  );
});

function isEditable(row: Transaction | null): boolean {
  return row !== null && row.transaction_type === "standard" && row.status !== "excluded";
}

function Nothing({ scene, isFiltered }: { readonly scene: Scene; readonly isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState isBelow title="No transaction is like this">
        <p>Change the conditions above, or show all.</p>
      </EmptyState>
    );
  return (
    <EmptyState isBelow title="No transactions yet">
      <p>
        They come from a bank that is connected, or from a file of your bank: CSV, OFX, QFX, QIF, CAMT, MT940
        or BAI2.
      </p>
      {scene.canEdit ? (
        <button
          type="button"
          className="button primary"
          onClick={() => scene.begin({ what: "upload", file: null })}
        >
          Upload a bank file
        </button>
      ) : null}
    </EmptyState>
  );
}

interface ChosenProps extends ListProps {
  readonly chosen: ReadonlySet<string>;
}

const ChosenBar = memo(function ChosenBar({ scene, state, chosen, isFiltered }: ChosenProps) {
  if (!scene.canEdit) return null;
  const all = isFiltered ? "all that are found" : "all";
  return (
    <div className="tx-chosen">
      {chosen.size === 0 ? (
        <button
          type="button"
          className="button plain"
          disabled={state.count === 0}
          onClick={() => scene.begin({ what: "bulk", ids: null })}
        >
          Edit {all}…
        </button>
      ) : (
        <button
          type="button"
          className="button"
          onClick={() => scene.begin({ what: "bulk", ids: [...chosen] })}
        >
          Edit {chosen.size.toLocaleString("en-US")} chosen…
        </button>
      )}
      <span className="tx-keys">
        <kbd>J</kbd> <kbd>K</kbd> move <kbd>C</kbd> category <kbd>D</kbd> department <kbd>M</kbd> merchant{" "}
        <kbd>N</kbd> memo <kbd>A</kbd> date <kbd>X</kbd> choose <kbd>S</kbd> split <kbd>P</kbd> spread{" "}
        <kbd>R</kbd> rule <kbd>U</kbd> undo
      </span>
    </div>
  );
});

interface FootProps extends Omit<ListProps, "isFiltered"> {
  /** The number of rows that a browser can draw. */
  readonly most: number;
}

const Foot = memo(function Foot({ scene: { feed, reload }, state, most }: FootProps) {
  const count = state.count.toLocaleString("en-US");
  return (
    <p className="foot">
      <span role="status">
        {state.error !== null
          ? `${count} transactions are loaded; the next ones could not be. `
          : state.count > most
            ? `The latest ${most.toLocaleString("en-US")} transactions are shown; choose fewer days to see others. `
            : state.isWhole
              ? `${count} ${state.count === 1 ? "transaction" : "transactions"}. `
              : `${count} transactions so far; more follow as you scroll. `}
      </span>
      {state.error === null ? null : (
        <button type="button" className="button" onClick={() => feed.retry()}>
          Try again
        </button>
      )}
      <button type="button" className="button plain" onClick={reload}>
        Refresh
      </button>
    </p>
  );
});

interface RowProps {
  readonly index: number;
  readonly start: number;
  readonly height: number;
  readonly row: Transaction | null;
  readonly isHere: boolean;
  readonly isOpen: boolean;
  readonly isChosen: boolean;
  readonly editing: Column | null;
  readonly scene: Scene;
  readonly hasDepartments: boolean;
  readonly onEnd: () => void;
}

const Row = memo(function Row(props: RowProps) {
  const { index, start, height, row, isHere, isOpen, isChosen, editing, hasDepartments } = props;
  const { scene, onEnd } = props;
  const name = `tx-row${isHere ? " here" : ""}${isOpen ? " open" : ""}${isChosen ? " chosen" : ""}`;
  const place = { transform: `translateY(${start}px)`, height };
  if (row === null)
    return (
      <div
        id={`tx-row-${index}`}
        className={`${name} waiting`}
        role="row"
        aria-rowindex={index + FIRST_ROW}
        style={place}
      >
        <span role="gridcell">Loading…</span>
      </div>
    );
  const canEdit = scene.canEdit && isEditable(row);
  const cell = (column: Column, label: string, className: string, shown: ReactNode): ReactNode =>
    editing === column ? (
      <span role="gridcell" className={className}>
        <Editor scene={scene} row={row} column={column} onEnd={onEnd}>
          {shown}
        </Editor>
      </span>
    ) : (
      <span
        role="gridcell"
        className={canEdit ? `${className} edit` : className}
        title={canEdit ? `Change the ${label}` : undefined}
        data-edit={canEdit ? column : undefined}
      >
        {shown}
      </span>
    );
  return (
    <div
      id={`tx-row-${index}`}
      className={name}
      role="row"
      aria-rowindex={index + FIRST_ROW}
      aria-selected={isChosen}
      data-id={row.id}
      style={place}
    >
      <span role="gridcell" className="tx-check">
        <span aria-hidden="true">{isChosen ? "☑" : "☐"}</span>
      </span>
      {cell(
        "day",
        "accounting date",
        "tx-day",
        <>
          {dayText(row.date)}
          {row.accounting_date === row.date ? null : (
            <small title={`Booked on ${dayText(row.accounting_date)}`}> *</small>
          )}
        </>,
      )}
      {cell(
        "merchant",
        "merchant",
        "tx-what",
        <>
          <b dir="auto">{row.merchant_name ?? row.description}</b>
          {row.merchant_name === null ? null : <small dir="auto"> {row.description}</small>}
          {row.pending ? <small className="tx-tag">pending</small> : null}
          {row.status === "needs_review" ? <small className="tx-tag">to be reviewed</small> : null}
          {row.status === "excluded" ? <small className="tx-tag">excluded</small> : null}
        </>,
      )}
      <span role="gridcell" className="tx-account" dir="auto">
        {row.account_name}
      </span>
      {cell(
        "category",
        "category",
        row.categorized ? "tx-category" : "tx-category none-yet",
        categoryOf(row),
      )}
      {hasDepartments
        ? cell("department", "department", "tx-department", <span dir="auto">{row.department_name}</span>)
        : null}
      {cell("memo", "memo", "tx-memo", <span dir="auto">{row.memo}</span>)}
      <span role="gridcell" className="n">
        {amountText(row.amount_cents)}
      </span>
    </div>
  );
});

function categoryOf(row: Transaction): ReactNode {
  if (row.transaction_type === "transfer") return <i>Transfer</i>;
  if (row.has_splits) return <i>Split</i>;
  return <span dir="auto">{row.categorized ? row.category_name : "Uncategorized"}</span>;
}

interface EditorProps {
  readonly scene: Scene;
  readonly row: Transaction;
  readonly column: Column;
  readonly onEnd: () => void;
  readonly children: ReactNode;
}

function Editor({ scene, row, column, onEnd, children }: EditorProps) {
  const { edits, feed, names } = scene;
  const finish = (edit: TransactionEdit): void => {
    onEnd();
    void edits.edit(feed, row, edit, names);
  };
  return (
    <Popover
      opened
      onChange={(isOpen) => (isOpen ? undefined : onEnd())}
      position="bottom-start"
      shadow="md"
      // An empty cell has no size, and counts as out of sight.
      hideDetached={false}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <span>{children}</span>
      </Popover.Target>
      <Popover.Dropdown aria-label={`Change the ${column}`} onClick={(event) => event.stopPropagation()}>
        {column === "category" ? (
          <Picker
            label="Category"
            choices={names.categories}
            empty="The categories are not there yet, or you may not see them."
            onChoose={({ id }) => (id === null ? onEnd() : finish({ category_id: id }))}
            onCancel={onEnd}
          />
        ) : column === "department" ? (
          <Picker
            label="Department"
            choices={names.departments}
            onChoose={({ id }) => finish({ department_id: id })}
            onCancel={onEnd}
          />
        ) : (
          <TextEditor row={row} column={column} onEnd={onEnd} onFinish={finish} />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

const LONGEST_TEXT = 1_000;

function TextEditor(props: {
  readonly row: Transaction;
  readonly column: "merchant" | "memo" | "day";
  readonly onEnd: () => void;
  readonly onFinish: (edit: TransactionEdit) => void;
}) {
  const { row, column, onEnd, onFinish } = props;
  const given = { merchant: row.merchant_name ?? "", memo: row.memo ?? "", day: row.accounting_date }[column];
  const [text, setText] = useState(given);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    if (column !== "day") field.current?.select();
  }, [column]);
  const label = { merchant: "Merchant", memo: "Memo", day: "Accounting date" }[column];
  const submit = (): void => {
    const value = text.trim() === "" ? null : text.trim();
    if (column === "day") onFinish({ accounting_date: value });
    else onFinish(column === "memo" ? { memo: value } : { merchant_name: value });
  };
  return (
    <form
      className="tx-text"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onEnd();
      }}
    >
      <label>
        {label}
        <input
          ref={field}
          type={column === "day" ? "date" : "text"}
          dir="auto"
          maxLength={LONGEST_TEXT}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <button type="submit" className="button">
        Change
      </button>
    </form>
  );
}
