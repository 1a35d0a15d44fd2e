/**
 * One worksheet's part as it stands there: cells with their texts, and what else is on the sheet. Invariant:
 * what it says of its own size is not believed; the cells that are there count.
 */
import { cellAt } from "@daybook/formula";
import { LIMITS } from "../../../core/limits.ts";
import { WorkbookProblem } from "../problem.ts";
import { TextItem } from "./strings.ts";
import { type Attributes, readXml, relationOf, wholeNumber } from "./xml.ts";

export interface RawFormula {
  readonly text: string;
  /** "shared", "array", "dataTable", or "" for a plain one. */
  readonly kind: string;
  readonly ref: string;
  /** Which of the shared ones. */
  readonly group: string;
}

export interface RawCell {
  readonly row: number;
  readonly column: number;
  readonly style: number;
  /** "n", "s", "str", "inlineStr", "b", "e" or "d". */
  readonly type: string;
  readonly value: string | null;
  readonly formula: RawFormula | null;
  /** The number of what the workbook says of the cell beside its value, from 1; 0 for nothing. */
  readonly about: number;
}

export interface RawSheet {
  readonly cells: readonly RawCell[];
  /** Relations of drawings and tables. */
  readonly drawings: readonly string[];
  readonly tables: readonly string[];
  /** Kinds of elements that are on the sheet. */
  readonly kinds: ReadonlySet<string>;
}

/** What else a sheet may hold, as far as it is told that it was left out. */
const KINDS: ReadonlySet<string> = new Set([
  "mergeCell",
  "conditionalFormatting",
  "dataValidation",
  "hyperlink",
  "legacyDrawing",
  "picture",
  "oleObject",
  "control",
  "autoFilter",
  "sheetProtection",
  "pane",
  "x14:conditionalFormatting",
  "x14:dataValidation",
  "x14:sparklineGroup",
  "x14:slicer",
]);

/**
 * `taken` counts the cells of the sheets before it. Throws `WorkbookProblem` for more cells than a
 * spreadsheet may have.
 */
export function readSheet(path: string, bytes: Uint8Array, taken: number): RawSheet {
  const cells: RawCell[] = [];
  const [drawings, tables, kinds]: [string[], string[], Set<string>] = [[], [], new Set()];
  const item = new TextItem();
  let [row, column] = [-1, -1];
  let cell: Attributes | null = null;
  let formula: Attributes | null = null;
  let within: "v" | "f" | "is" | null = null;
  let [value, formulaText]: [string | null, string] = [null, ""];
  readXml(path, bytes, {
    open(name, attributes) {
      if (within === "is") item.open(name);
      else if (cell) {
        if (name === "v" || name === "f" || name === "is") within = name;
        if (name === "v") value = "";
        if (name === "f") formula = attributes;
      } else if (name === "c") {
        cell = attributes;
        const place = attributes["r"] === undefined ? null : cellAt(attributes["r"]);
        if (attributes["r"] !== undefined && place === null)
          throw new WorkbookProblem(
            `The part ${path} has a cell that is in no grid: ${attributes["r"].slice(0, 20)}`,
          );
        row = place?.row ?? row;
        column = place?.column ?? column + 1;
        if (column >= LIMITS.sheet_columns.value || row < 0)
          throw new WorkbookProblem(`The part ${path} has a cell that is in no grid.`);
      } else if (name === "row") {
        const number =
          attributes["r"] === undefined ? row + 2 : wholeNumber(attributes["r"], LIMITS.sheet_rows.value);
        if (number === null || number < 1 || number > LIMITS.sheet_rows.value)
          throw new WorkbookProblem(`The part ${path} has a row that is in no grid.`);
        [row, column] = [number - 1, -1];
      } else if (name === "drawing") drawings.push(relationOf(attributes) ?? "");
      else if (name === "tablePart") tables.push(relationOf(attributes) ?? "");
      else if (KINDS.has(name)) kinds.add(name);
    },
    text(text) {
      if (within === "v") value = `${value ?? ""}${text}`;
      else if (within === "f") formulaText += text;
      else if (within === "is") item.add(text);
    },
    close(name) {
      if (within === "is" && name !== "is") item.close(name);
      else if (within === name) {
        if (name === "is") value = item.take();
        within = null;
      } else if (name === "c" && cell) {
        const { s, t = "n", cm } = cell;
        // Cells that a volatile array spills into have an empty formula.
        const isFormula = formula !== null && (formulaText !== "" || (formula["t"] ?? "normal") !== "normal");
        const raw =
          isFormula && formula !== null
            ? {
                text: formulaText,
                kind: formula["t"] === "normal" ? "" : (formula["t"] ?? ""),
                ref: formula["ref"] ?? "",
                group: formula["si"] ?? "",
              }
            : null;
        cells.push({
          row,
          column,
          style: wholeNumber(s, 1_000_000) ?? 0,
          type: t,
          value,
          formula: raw,
          about: wholeNumber(cm, 1_000_000) ?? 0,
        });
        if (taken + cells.length > MOST_CELLS)
          throw new WorkbookProblem(
            `The workbook has more than ${MOST_CELLS} cells with a value or a format.`,
          );
        [cell, formula, value, formulaText] = [null, null, null, ""];
      }
    },
  });
  return { cells: inOrder(cells), drawings, tables, kinds };
}

const MOST_CELLS = LIMITS.sheet_cells.value + LIMITS.sheet_formats.value;

/** Row after row, each cell once, the last one where one is there twice. */
function inOrder(cells: readonly RawCell[]): readonly RawCell[] {
  const isInOrder = cells.every(({ row, column }, at) => {
    const before = cells[at - 1];
    return before === undefined || before.row < row || (before.row === row && before.column < column);
  });
  if (isInOrder) return cells;
  const byPlace = new Map(cells.map((cell) => [cell.row * LIMITS.sheet_columns.value + cell.column, cell]));
  return [...byPlace].toSorted(([one], [other]) => one - other).map(([, cell]) => cell);
}
