/**
 * The package of a period: a cover, the statements and what other modules keep beside them, as tables of one
 * file. What a caller may not read is left out, and the cover names it.
 */
import type { Permissions } from "@daybook/words/areas";
import type { CivilDate } from "@daybook/words/civil-date";
import type { StatementRow, StatementTable } from "../../../../core/statement-table.ts";
import type { ClosingEventRow, PackagePart, PartRow, PartTable } from "../../ledger/index.ts";

/** What all tables of a package have in common. */
export type Frame = Omit<
  StatementTable,
  "title" | "period" | "textColumns" | "columns" | "rows" | "notes" | "refreshedAt"
>;

/** Lays a part out as a table. */
export function partTable(title: string, part: PartTable, frame: Frame): StatementTable {
  const { startDate, endDate, isOver } = frame;
  return {
    ...frame,
    title,
    period: part.period,
    textColumns: part.textColumns ?? [],
    columns: part.columns.map((label) => ({
      label,
      startDate,
      endDate,
      isOver,
      kind: "period",
      compared: null,
    })),
    rows: part.rows.map((row) => partRow(row, part.columns.length)),
    notes: [],
    refreshedAt: null,
  };
}

function partRow(
  { kind = "line", depth = 0, label, texts, amounts }: PartRow,
  columns: number,
): StatementRow {
  return {
    kind,
    depth,
    section: null,
    id: null,
    parentId: null,
    label,
    amounts: kind === "heading" ? null : (amounts ?? Array.from({ length: columns }, () => null)),
    sumOf: null,
    across: "last",
    notes: [],
    ...(texts === undefined ? {} : { texts }),
  };
}

/** The parts that a member may read; all for the operator, whose permissions are null. */
export function readableParts(parts: readonly PackagePart[], permissions: Permissions | null) {
  const isReadable = ({ area }: PackagePart): boolean => permissions === null || permissions[area] !== "none";
  return { read: parts.filter(isReadable), left: parts.filter((part) => !isReadable(part)) };
}

/** The closing by which the days are closed: the latest, unless the books were opened behind it. */
export function closingOf(events: readonly ClosingEventRow[], endDate: CivilDate): ClosingEventRow | null {
  // The latest stand first.
  const lifted = events.findIndex(({ action }) => action === "opened");
  const standing = lifted < 0 ? events : events.slice(0, lifted);
  return standing.findLast(({ through }) => through >= endDate) ?? null;
}

/** The figures that the cover repeats: totals of the statements by the words that they have there. */
const KEY_FIGURES = [
  "Net Income",
  "Total Assets",
  "Total Liabilities",
  "Total Equity",
  "Cash at End of Period",
] as const;

/** Lays out the cover from the tables that follow it. */
export function coverOf(
  tables: readonly StatementTable[],
  left: readonly PackagePart[],
  state: readonly string[],
  period: string,
): PartTable {
  // A category may be called as a total is, and only a total of the statement has no id.
  const totals = tables
    .flatMap((table) => table.rows)
    .filter(({ kind, id }) => id === null && (kind === "total" || kind === "grand_total"));
  const figures = KEY_FIGURES.flatMap((label): PartRow[] => {
    const amount = totals.find((row) => row.label === label)?.amounts?.[0];
    return amount === undefined ? [] : [{ label, depth: 1, amounts: [amount] }];
  });
  const heading = (label: string): PartRow => ({ kind: "heading", label });
  const line = (label: string): PartRow => ({ label, depth: 1 });
  return {
    period,
    columns: ["Amount"],
    rows: [
      heading("Key figures"),
      ...figures,
      heading("State of the books"),
      ...state.map(line),
      heading("Contents"),
      ...tables.map(({ title }) => line(title)),
      ...left.map(({ title, area }) =>
        line(`${title}: left out, because it takes view access to ${area.replaceAll("_", " ")}`),
      ),
    ],
  };
}
