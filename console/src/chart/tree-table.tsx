/**
 * A tree as a table. Only the rows in sight are in the page, so that ten thousand of them stay usable; the
 * count of all of them is in the table for readers of the screen. On paper all rows are there.
 */
import { useEffect, useRef } from "react";
import { Table } from "../kit/table.tsx";
import { useIsPrinted } from "../parts/is-printed.ts";
import { ListGap } from "../kit/list-gap.tsx";
import { useRowFocus } from "../kit/row-focus.ts";
import { useRowsInSight } from "../parts/rows-in-sight.ts";
import type { Node } from "./chart.ts";
import "../style/lists.css";

/** A column beside the names. */
export interface Column<Row> {
  readonly name: string;
  /** True if narrow screens leave it out. */
  readonly isWide?: boolean;
  readonly text: (row: Row) => string;
}

interface TreeTableProps<Row> {
  readonly caption: string;
  /** The heading of the names. */
  readonly head: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly opened: string | undefined;
  readonly onOpen: (id: string) => void;
}

/** The number of the first row below the head, which is row 1. */
const FIRST_ROW = 2;

export function TreeTable<Row extends Node>(props: TreeTableProps<Row>) {
  const { caption, head, rows, columns, opened, onOpen } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useRowsInSight(rows, scroller);
  const place = rows.findIndex(({ id }) => id === opened);
  // What is open is in sight, also when its address was opened.
  useEffect(() => {
    if (place >= 0) virtual.scrollToIndex(place, { align: "auto" });
  }, [virtual, place]);
  const onKeyDown = useRowFocus(rows, scroller, (at) => virtual.scrollToIndex(at, { align: "auto" }));
  const isPrinted = useIsPrinted();
  const inSight = virtual.getVirtualItems();
  const items = isPrinted ? rows.map(({ id }, index) => ({ index, key: id })) : inSight;
  const before = isPrinted ? 0 : (inSight[0]?.start ?? 0);
  const after = isPrinted ? 0 : virtual.getTotalSize() - (inSight.at(-1)?.end ?? 0);
  const columnsIn = columns.length + 1;
  return (
    <div ref={scroller} className="scroller" tabIndex={-1}>
      <Table
        look="list ch-table"
        caption={caption}
        rowCount={rows.length + 1}
        heads={[head, ...columns.map(({ name, isWide }) => [name, isWide ? "list-wide" : ""] as const)]}
      >
        <tbody onKeyDown={onKeyDown}>
          <ListGap height={before} columns={columnsIn} />
          {items.map(({ index, key }) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <tr
                key={key}
                ref={isPrinted ? null : virtual.measureElement}
                data-index={index}
                aria-rowindex={index + FIRST_ROW}
                className={opened === row.id ? "opened" : undefined}
              >
                <th scope="row" className={`ch-tier-${row.tier}`}>
                  <button
                    type="button"
                    className="button plain list-name"
                    data-opens={row.id}
                    onClick={() => onOpen(row.id)}
                  >
                    <bdi>{row.name}</bdi>
                  </button>
                </th>
                {columns.map(({ name, isWide = false, text }) => (
                  <td key={name} className={isWide ? "list-wide" : undefined}>
                    {text(row)}
                  </td>
                ))}
              </tr>
            );
          })}
          <ListGap height={after} columns={columnsIn} />
        </tbody>
      </Table>
    </div>
  );
}
