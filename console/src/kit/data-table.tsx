/**
 * A list as a table: a row for each record, sorted by any column, with columns as wide as one likes. Its
 * first column names the record and opens it; J and K, or the arrows, go from row to row.
 */
import {
  type ColumnDef,
  columnResizingFeature,
  columnSizingFeature,
  createSortedRowModel,
  type Header,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { type ReactNode, useEffect } from "react";
import "../style/lists.css";
import { onListKey } from "./list-keys.ts";
import { Amount } from "./amount.tsx";
import { Icon } from "./icon.tsx";
import { More, type MoreQuery } from "./more.tsx";

export interface TableColumn<Row> {
  readonly head: string;
  /** An amount in cents is written as one; anything else stands as it is. */
  readonly cell: (row: Row) => ReactNode;
  /** What the rows are sorted by; left out where the column has no order. */
  readonly by?: (row: Row) => string | number;
  /** Figures stand at the right, days are never broken. */
  readonly kind?: "amount" | "figure" | "day";
  /** True for a column that a narrow screen leaves out. */
  readonly isWide?: boolean;
}

interface DataTableProps<Row> {
  /** What the table lists and in which order, for readers of the screen. */
  readonly caption: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** The key of the row that is open beside the table. */
  readonly opened?: string | undefined;
  readonly onOpen?: (row: Row) => void;
  /** The rest of a list that comes in pages, and the words of the button that asks for it. */
  readonly more?: { readonly query: MoreQuery; readonly label: string } | undefined;
  /** Below the rows, such as totals. */
  readonly foot?: ReactNode;
}

const features = tableFeatures({
  rowSortingFeature,
  columnSizingFeature,
  columnResizingFeature,
  sortedRowModel: createSortedRowModel(),
});
type Features = typeof features;

/** Lists with more rows are not read whole to be sorted. */
const MOST_SORTED = 5_000;
const compared = (a: string | number, b: string | number): number =>
  typeof a === "number" && typeof b === "number"
    ? a - b
    : String(a).localeCompare(String(b), "en-US", { numeric: true });

function definitions<Row extends object>(
  columns: readonly TableColumn<Row>[],
): readonly ColumnDef<Features, Row>[] {
  return columns.map(({ head, by }) => ({
    id: head,
    accessorFn: (row: Row) => by?.(row) ?? "",
    enableSorting: by !== undefined,
    sortFn: (a, b, id) => compared(a.getValue(id), b.getValue(id)),
  }));
}

/** A list must be whole to be sorted: reads its other pages, and tells whether it is. */
function useWhole(isSorted: boolean, count: number, query: MoreQuery | undefined): boolean {
  const isWhole = query?.hasNextPage !== true;
  const reads = isSorted && !isWhole && count < MOST_SORTED && !query.isFetchingNextPage;
  useEffect(() => {
    if (reads) void query?.fetchNextPage();
  }, [reads, query]);
  return isWhole;
}

const classOf = ({ kind, isWide }: TableColumn<never>): string | undefined =>
  [kind === undefined ? "" : kind === "day" ? "day" : "n", isWide ? "list-wide" : ""]
    .filter((word) => word !== "")
    .join(" ") || undefined;

export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { caption, columns, rows, keyOf, opened, onOpen, more, foot } = props;
  const table = useTable<Features, Row>({
    features,
    columns: [...definitions(columns)],
    data: [...rows],
    getRowId: keyOf,
    columnResizeMode: "onChange",
    sortDescFirst: false,
  });
  const isSorted = table.state.sorting.length > 0;
  const isWhole = useWhole(isSorted, rows.length, more?.query);
  const shown = isSorted && isWhole ? table.getRowModel().rows : table.getCoreRowModel().rows;
  return (
    <>
      <div className="scroller" tabIndex={-1}>
        <table className="list">
          <caption className="unseen">{caption}</caption>
          <thead>
            <tr>
              {table.getFlatHeaders().map((header, at) => {
                const column = columns[at];
                return column === undefined ? null : (
                  <Head
                    key={header.id}
                    {...{ header, column, isWhole }}
                    width={table.state.columnSizing[header.id]}
                  />
                );
              })}
            </tr>
          </thead>
          <tbody onKeyDown={(event) => onListKey(event, onOpen === undefined ? "button" : "[data-opens]")}>
            {shown.map(({ id, original }) => (
              <tr key={id} className={id === opened ? "opened" : undefined}>
                {columns.map((column, at) => {
                  const value = column.cell(original);
                  const content =
                    column.kind === "amount" && typeof value === "number" ? <Amount cents={value} /> : value;
                  return at === 0 ? (
                    <th key={column.head} scope="row" className={classOf(column)}>
                      {onOpen === undefined ? (
                        content
                      ) : (
                        <button
                          type="button"
                          className="button plain list-name"
                          data-opens={id}
                          onClick={() => onOpen(original)}
                        >
                          <bdi>{content}</bdi>
                        </button>
                      )}
                    </th>
                  ) : (
                    <td key={column.head} className={classOf(column)} dir="auto">
                      {content}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
          {foot}
        </table>
      </div>
      {more === undefined ? null : <More {...more} />}
      {isSorted && !isWhole ? (
        <p className="foot" role="status">
          {rows.length < MOST_SORTED
            ? `Reading the rest of the list to sort it: ${rows.length} rows so far…`
            : `A list of more than ${MOST_SORTED} rows is not sorted here. Filter it first.`}
        </p>
      ) : null}
    </>
  );
}

interface HeadProps<Row extends object> {
  readonly header: Header<Features, Row>;
  readonly column: TableColumn<Row>;
  readonly isWhole: boolean;
  /** In pixels, once somebody has chosen one. */
  readonly width: number | undefined;
}

function Head<Row extends object>({ header, column, isWhole, width }: HeadProps<Row>) {
  const { column: state } = header;
  const direction = isWhole ? state.getIsSorted() : false;
  return (
    <th
      scope="col"
      className={classOf(column)}
      aria-sort={direction === false ? undefined : direction === "asc" ? "ascending" : "descending"}
      style={width === undefined ? undefined : { width, minWidth: width, maxWidth: width }}
    >
      {column.by === undefined ? (
        column.head
      ) : (
        <button type="button" className="list-sort" onClick={() => state.toggleSorting()}>
          {column.head}
          {direction === false ? null : <Icon name={direction === "asc" ? "ascending" : "descending"} />}
        </button>
      )}
      <span
        className="list-grip"
        aria-hidden="true"
        onPointerDown={header.getResizeHandler()}
        onDoubleClick={() => state.resetSize()}
      />
    </th>
  );
}
