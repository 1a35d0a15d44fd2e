/**
 * Lays out a general ledger: for each category its opening balance, its entries with their day and id, and
 * its totals with the closing balance. Each row is a line of the report; a side of zero is left empty.
 */
import type { Cents } from "@daybook/words/cents";
import type { StatementColumn, StatementRow, TextColumn } from "../../../../core/statement-table.ts";
import type { GeneralLedger, LedgerLine } from "../../reports/index.ts";
import type { Layout } from "./table-builder.ts";

const TEXTS: readonly TextColumn[] = [
  { key: "date", label: "Date" },
  { key: "merchant", label: "Merchant" },
  { key: "entry_id", label: "Entry" },
];

const SECTION = "categories";

/** Lays out all lines of a general ledger; `isOver` is false while its days have not ended. */
export function layOutLedger({ startDate, endDate, lines }: GeneralLedger, isOver: boolean): Layout {
  const column = { startDate, endDate, isOver, kind: "period", compared: null } as const;
  const columns: readonly StatementColumn[] = [
    { ...column, label: "Debit", ledger: "debit" },
    { ...column, label: "Credit", ledger: "credit" },
    { ...column, label: "Balance", ledger: "balance" },
  ];
  return { textColumns: TEXTS, columns, rows: lines.flatMap(rowsOf) };
}

const shared = { section: SECTION, sumOf: null, across: "last", notes: [] } as const;

function rowsOf(line: LedgerLine): StatementRow[] {
  const { id, kind, category, entry, sides, balance } = line;
  const base = { ...shared, parentId: category.id, depth: 1 } as const;
  const texts = [line.date, entry?.merchant ?? "", entry === null ? "" : id];
  if (kind === "opening")
    return [
      {
        ...base,
        kind: "heading",
        depth: 0,
        id: category.id,
        parentId: null,
        label: category.name,
        amounts: null,
      },
      { ...base, kind: "line", id, label: "Opening balance", texts, amounts: [null, null, balance] },
    ];
  const [debit, credit] = [sides?.debit ?? null, sides?.credit ?? null];
  if (kind === "entry") {
    const label = entry?.description ?? "";
    return [{ ...base, kind: "line", id, label, texts, amounts: [shownOf(debit), shownOf(credit), balance] }];
  }
  return [
    {
      ...base,
      kind: "total",
      depth: 0,
      id: category.id,
      parentId: null,
      label: `Total ${category.name}`,
      texts,
      amounts: [debit, credit, balance],
    },
  ];
}

/** Nothing for the side that an entry is not on. */
function shownOf(side: Cents | null): Cents | null {
  return side === 0 ? null : side;
}
