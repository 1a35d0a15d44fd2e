/**
 * Spreadsheets of a bundle to measure with: one that asks the books two thousand times, and some that exceed
 * every budget.
 */
import { columnName } from "@daybook/formula/cells";

/** The grid of each: 10,000 cells. */
export const GRID = 100;
const CATEGORIES = 50;
const MONTHS = 40;
/** A first of January as spreadsheets count days. */
const BEGIN = 44_927;
/** The formulas of one kind in a hostile document. */
const HOSTILE_FORMULAS = 90;
/** More rows than a text or an array can be made of in time; the grid has them. */
const ROWS = 1_000_000;

const HOSTILE = {
  texts: (at: number) => `=(C1:C900000&${at})=(C2:C900001&"y")`,
  lambdas: (at: number) => `=SUM(MAP(SEQUENCE(1000,1000),LAMBDA(x,SIN(x)^2+${at})))`,
  sorts: (at: number) => `=SUM(SORT(MOD(SEQUENCE(1000000)*${7_919 + at},1000003)))`,
} as const;

export const TOTALS = "sht_totals";
export const TOTALS_CALLS = CATEGORIES * MONTHS;
export const HOSTILE_IDS = Object.keys(HOSTILE).map((name) => `sht_${name}`);

type Cells = Readonly<Record<string, number | string | { readonly formula: string }>>;

/** Totals of the first of those categories by months. */
export function totalsRecord(categories: readonly string[]): object {
  const months = Array.from(
    { length: MONTHS },
    (_none, at) => [`A${at + 2}`, at === 0 ? BEGIN : { formula: `=EDATE(A${at + 1},1)` }] as const,
  );
  const heads = categories.slice(0, CATEGORIES).map((id, at) => [`${columnName(at + 1)}1`, id] as const);
  const calls = heads.flatMap((_none, at) =>
    months.map((_same, row) => {
      const column = columnName(at + 1);
      return [
        `${column}${row + 2}`,
        { formula: `=BOOKS.TOTAL(${column}$1,$A${row + 2},EOMONTH($A${row + 2},0))` },
      ] as const;
    }),
  );
  const cells: Cells = Object.fromEntries<Cells[string]>([...months, ...heads, ...calls]);
  return record(TOTALS, cells, GRID);
}

export function hostileRecords(): object[] {
  return Object.entries(HOSTILE).map(([name, formula]) =>
    record(
      `sht_${name}`,
      Object.fromEntries(
        Array.from({ length: HOSTILE_FORMULAS }, (_none, at) => [`A${at + 1}`, { formula: formula(at) }]),
      ),
      ROWS,
    ),
  );
}

function record(id: string, cells: Cells, row_count: number): object {
  const worksheet_id = id.replace("sht_", "wks_");
  return {
    id,
    name: id,
    worksheets: [{ id: worksheet_id, name: "Data", row_count, column_count: GRID }],
    contents: [{ worksheet_id, cells }],
  };
}
