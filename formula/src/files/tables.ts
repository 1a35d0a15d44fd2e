/**
 * Tables of workbook files. Spreadsheets have no tables, so references to table columns are replaced with
 * cells.
 */
import { parseStructRef } from "@borgar/fx/xlsx";
import { columnName, quotedSheet } from "../places.ts";

export interface Table {
  readonly sheet: string;
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly headerRows: number;
  readonly totalsRows: number;
  readonly columns: readonly string[];
}

/** The cell of a formula that refers to a table. */
export interface Place {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
}

/** Returns "Sales!$B$2:$B$9" for "Table1[Amount]"; null if the table, section or column does not exist. */
export function tableReference(text: string, tables: ReadonlyMap<string, Table>, here: Place): string | null {
  const { table: name = "", sections = [], columns = [] } = parseStructRef(text) ?? {};
  const table =
    name === "" ? [...tables.values()].find((each) => contains(each, here)) : tables.get(name.toUpperCase());
  const rows = table && rowsOf(table, sections, here.row);
  const places = table && columnsOf(table, columns);
  if (!rows || !places) return null;
  const prefix = table.sheet === here.sheet ? "" : `${quotedSheet(table.sheet)}!`;
  const [first, last] = [
    `$${columnName(places[0])}$${rows[0] + 1}`,
    `$${columnName(places[1])}$${rows[1] + 1}`,
  ];
  return first === last ? `${prefix}${first}` : `${prefix}${first}:${last}`;
}

function contains({ sheet, top, left, bottom, right }: Table, here: Place): boolean {
  return (
    sheet === here.sheet &&
    here.row >= top &&
    here.row <= bottom &&
    here.column >= left &&
    here.column <= right
  );
}

function rowsOf(
  { top, bottom, headerRows, totalsRows }: Table,
  sections: readonly string[],
  row: number,
): readonly [number, number] | null {
  const [first, last] = [top + headerRows, bottom - totalsRows];
  const ranges = sections.map((section): readonly [number, number] | null => {
    switch (section.toLowerCase()) {
      case "all":
        return [top, bottom];
      case "data":
        return [first, last];
      case "headers":
        return headerRows > 0 ? [top, first - 1] : null;
      case "totals":
        return totalsRows > 0 ? [last + 1, bottom] : null;
      case "this row":
        return row >= first && row <= last ? [row, row] : null;
      default:
        return null;
    }
  });
  if (ranges.length === 0) return [first, last];
  const found = ranges.filter((range) => range !== null);
  return found.length === ranges.length
    ? [Math.min(...found.map(([from]) => from)), Math.max(...found.map(([, to]) => to))]
    : null;
}

function columnsOf(
  { left, right, columns }: Table,
  names: readonly string[],
): readonly [number, number] | null {
  if (names.length === 0) return [left, right];
  const places = names.map((name) => columns.findIndex((each) => each.toLowerCase() === name.toLowerCase()));
  return places.includes(-1) ? null : [left + Math.min(...places), left + Math.max(...places)];
}
