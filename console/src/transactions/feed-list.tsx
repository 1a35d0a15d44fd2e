/**
 * The rows of the list. Only those in sight are in the page; the focus stays on the list, which says by
 * `aria-activedescendant` on which row it is. Edits happen in place, by a key or a click.
 */
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, memo, type MouseEvent, useCallback, useEffect, useRef, useState } from "react";
import { amountRoom } from "../kit/amounts.ts";
import { BulkBar } from "../kit/bulk-bar.tsx";
import { EmptyState } from "../kit/states.tsx";
import { usePreferences } from "../parts/preferences.ts";
import { type Chosen, changeOf } from "./feed-keys.ts";
import { FIRST_ROW, Row } from "./feed-row.tsx";
import type { FeedState } from "./feed.ts";
import type { Column, Scene } from "./scene.ts";
import "../style/lists.css";

const HEIGHTS = { comfortable: 36, compact: 28 } as const;
/** Browsers draw nothing below this: Firefox at 17.8 million pixels, Chromium at 33.5 million. */
const MOST_PIXELS = 17_500_000;
/** Rows in the page on each side of the sight: a fast turn of the wheel passes no more in a frame. */
const OVERSCAN = 18;

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
  const [editing, setEditing] = useState<{ id: string; column: Column } | null>(null);
  const [chosen, setChosen] = useState<Chosen>(new Map());
  const mostRows = Math.floor(MOST_PIXELS / height);
  const rows = useVirtualizer({
    count: Math.min(state.count + (state.isWhole ? 0 : 1), mostRows),
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: OVERSCAN,
  });
  useEffect(() => rows.measure(), [rows, height]);
  const items = rows.getVirtualItems();
  // Rows that leave the sight are used again for those that come into it: at most this many are in the page.
  const most = Math.max(items.length, Math.ceil((rows.scrollRect?.height ?? 0) / height) + 1 + 2 * OVERSCAN);
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useEffect(() => feed.look(first, last), [feed, first, last]);
  const sought = useRef<string | undefined>(undefined);
  useEffect(() => {
    sought.current = undefined;
    setChosen(new Map());
    setEditing(null);
    setPlace(0);
    scroller.current?.scrollTo({ top: 0 });
  }, [feed]);
  // What an address opens is scrolled to once it is among the rows that are known.
  const opened = search.open === undefined ? -1 : feed.placeOf(search.open);
  useEffect(() => {
    if (opened < 0 || sought.current === search.open) return;
    sought.current = search.open;
    setPlace(opened);
    rows.scrollToIndex(opened, { align: "auto" });
  }, [feed, opened, search.open, rows]);

  const move = useCallback(
    (to: number) => {
      const next = Math.max(0, Math.min(to, feed.state().count - 1, mostRows - 1));
      setPlace(next);
      rows.scrollToIndex(next, { align: "auto" });
      const id = feed.at(next)?.id ?? null;
      // What is open beside the list follows it.
      if (search.open !== undefined && id !== null) go({ open: id }, true);
    },
    [feed, rows, mostRows, search.open, go],
  );
  const toggle = useCallback(
    (at: number) => {
      const row = feed.at(at);
      if (row === null) return;
      setPlace(at);
      setChosen((before) => {
        const after = new Map(before);
        if (!after.delete(row.id)) after.set(row.id, row);
        return after;
      });
    },
    [feed],
  );
  const open = useCallback(
    (at: number) => {
      setPlace(at);
      const row = feed.at(at);
      if (row !== null) go({ open: row.id });
    },
    [feed, go],
  );
  const beginEdit = useCallback(
    (id: string, column: Column) => {
      const at = feed.placeOf(id);
      setPlace(at);
      rows.scrollToIndex(at, { align: "auto" });
      setEditing({ id, column });
    },
    [feed, rows],
  );
  // One listener for all rows, so that a row that comes into sight needs none.
  const onClick = useCallback(
    ({ target }: MouseEvent): void => {
      if (!(target instanceof Element)) return;
      const row = target.closest("[data-id]");
      if (row === null) return;
      const at = Number(row.getAttribute("aria-rowindex")) - FIRST_ROW;
      const column = target.closest("[data-edit]")?.getAttribute("data-edit");
      if (column) beginEdit(row.getAttribute("data-id") ?? "", column as Column);
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
    if (key === "Escape") return chosen.size > 0 ? () => setChosen(new Map()) : () => go({ open: undefined });
    if (!canEdit) return undefined;
    if (key === "x" || key === " ") return () => toggle(place);
    if (key === "u") return () => void scene.edits.undo(feed, scene.names);
    return changeOf(key, { scene, chosen, here: feed.at(place), edit: beginEdit });
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
      <div
        ref={scroller}
        className={hasDepartments ? "tx-scroller" : "tx-scroller no-departments"}
        role="grid"
        aria-label="Transactions"
        aria-rowcount={state.isWhole ? state.count + 1 : -1}
        aria-multiselectable="true"
        aria-activedescendant={`tx-row-${place}`}
        tabIndex={0}
        style={amountRoom(state.largest)}
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
                isGone={row === null && feed.isGone(index)}
                isHere={index === place}
                isOpen={row !== null && row.id === search.open}
                isChosen={row !== null && chosen.has(row.id)}
                editing={row !== null && row.id === editing?.id ? editing.column : null}
                scene={scene}
                hasDepartments={hasDepartments}
                onEnd={endEdit}
              />
            );
          })}
        </div>
      </div>
      <ChosenBar chosen={chosen} act={act} onClear={() => setChosen(new Map())} />
      <Foot scene={scene} state={state} most={mostRows} isFiltered={isFiltered} />
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

function Nothing({ scene, isFiltered }: { readonly scene: Scene; readonly isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState isBelow title="No transactions match">
        <p>Change the filters above, or clear them.</p>
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

/** What the keys do with what is chosen, in the order of the bar. */
const ACTS = [
  ["c", "Category"],
  ["d", "Department"],
  ["m", "Merchant"],
  ["n", "Memo"],
  ["a", "Date"],
  ["s", "Split"],
  ["p", "Spread"],
  ["r", "Make a rule"],
] as const;
/** Those that are for one transaction. */
const OF_ONE = new Set<string>(["s", "p", "r"]);

/** How many rows are ticked, together how much, and what can be done with them. */
function ChosenBar(props: {
  readonly chosen: Chosen;
  readonly act: (key: string) => (() => void) | undefined;
  readonly onClear: () => void;
}) {
  const { chosen, act, onClear } = props;
  if (chosen.size === 0) return null;
  const sum = [...chosen.values()].reduce((total, { amount_cents }) => total + amount_cents, 0);
  return (
    <BulkBar count={chosen.size} sum={sum} onClear={onClear}>
      {ACTS.map(([key, name]) => {
        const run = chosen.size > 1 && OF_ONE.has(key) ? undefined : act(key);
        return run === undefined ? null : (
          <button key={key} type="button" className="button" aria-keyshortcuts={key} onClick={run}>
            {name} <kbd>{key.toUpperCase()}</kbd>
          </button>
        );
      })}
    </BulkBar>
  );
}

interface FootProps extends ListProps {
  /** The number of rows that a browser can draw. */
  readonly most: number;
}

const Foot = memo(function Foot({ scene, state, most, isFiltered }: FootProps) {
  const { feed, reload, canEdit, begin } = scene;
  const count = state.count.toLocaleString("en-US");
  return (
    <p className="foot tx-foot">
      <span role="status">
        {state.error !== null
          ? `${count} transactions are loaded; the next ones could not be. `
          : state.count > most
            ? `The latest ${most.toLocaleString("en-US")} transactions are shown; choose fewer days to see others. `
            : state.isWhole
              ? `${count} ${state.count === 1 ? "transaction" : "transactions"}. `
              : state.count === 0
                ? "Loading the transactions…"
                : `${count} transactions so far; they are being counted. `}
        {state.isChanged ? "Others have come or gone since; Refresh shows the list as it is now. " : null}
      </span>
      {state.error === null ? null : (
        <button type="button" className="button" onClick={() => feed.retry()}>
          Try again
        </button>
      )}
      <button type="button" className="button plain" onClick={reload}>
        Refresh
      </button>
      {canEdit ? (
        <>
          <button
            type="button"
            className="button plain"
            disabled={state.count === 0}
            onClick={() => begin({ what: "bulk", rows: null })}
          >
            {isFiltered ? "Edit all found…" : "Edit all…"}
          </button>
          <span className="tx-keys">
            <kbd>J</kbd> <kbd>K</kbd> move <kbd>X</kbd> select <kbd>C</kbd> category <kbd>D</kbd> department{" "}
            <kbd>M</kbd> merchant <kbd>N</kbd> memo <kbd>A</kbd> date <kbd>S</kbd> split <kbd>P</kbd> spread{" "}
            <kbd>R</kbd> rule <kbd>U</kbd> undo
          </span>
        </>
      ) : null}
    </p>
  );
});
