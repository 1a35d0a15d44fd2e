/** Reads the tables of a workbook. They are needed only to replace column names in formulas with cells. */
import { type Table, cellAt } from "@daybook/formula";
import { readXml, wholeNumber } from "./xml.ts";

/** Returns a table and its name in capitals; null if the part is not a valid table. */
export function readTable(
  path: string,
  bytes: Uint8Array,
  sheet: string,
): readonly [name: string, table: Table] | null {
  let name = "";
  let area = "";
  let [headerRows, totalsRows] = [1, 0];
  const columns: string[] = [];
  readXml(path, bytes, {
    open(element, attributes) {
      if (element === "table") {
        name = attributes["displayName"] ?? attributes["name"] ?? "";
        area = attributes["ref"] ?? "";
        headerRows = wholeNumber(attributes["headerRowCount"] ?? "1", 1) ?? 1;
        totalsRows = wholeNumber(attributes["totalsRowCount"] ?? "0", 1) ?? 0;
      } else if (element === "tableColumn")
        columns.push((attributes["name"] ?? "").replaceAll("_x000a_", "\n"));
    },
  });
  const [first = "", last = first] = area.split(":");
  const [from, to] = [cellAt(first), cellAt(last)];
  return name === "" || !from || !to
    ? null
    : [
        name.toUpperCase(),
        {
          sheet,
          top: from.row,
          left: from.column,
          bottom: to.row,
          right: to.column,
          headerRows,
          totalsRows,
          columns,
        },
      ];
}
