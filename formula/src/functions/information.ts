/**
 * Functions about values, cells and worksheets. Tests of a type accept errors as values. CELL and INFO know
 * only what a workbook has without a screen and a machine: positions, contents, counts.
 */
import type { Calculation } from "../calculation.ts";
import { type FormulaFunction, asElement, asIs, asReference, asText, define, optional } from "../define.ts";
import { cellName, columnName, quotedSheet } from "../places.ts";
import { asPlainNumber, fromToolPak } from "../toolpak.ts";
import {
  ArrayValue,
  CALC,
  DIVISION,
  type Element,
  type FormulaError,
  Lambda,
  NAME,
  NOT_AVAILABLE,
  NULL,
  NUM,
  REF,
  Reference,
  SPILL,
  Union,
  VALUE,
  type Value,
  checkSize,
  isError,
  makeArray,
} from "../values.ts";

const ERROR_TYPES: ReadonlyMap<FormulaError, number> = new Map([
  [NULL, 1],
  [DIVISION, 2],
  [VALUE, 3],
  [REF, 4],
  [NAME, 5],
  [NUM, 6],
  [NOT_AVAILABLE, 7],
  [SPILL, 9],
  [CALC, 14],
]);

const is = (name: string, test: (element: Element) => boolean): FormulaFunction =>
  define(name, [asElement], (_, element) => test(element));

function numberOf(element: Element): Element {
  if (isError(element)) return element;
  return typeof element === "number" ? element : element === true ? 1 : 0;
}

function typeOf(element: Element): number {
  if (isError(element)) return 16;
  return typeof element === "string" ? 2 : typeof element === "boolean" ? 4 : 1;
}

const ARRAY_TYPE = 64;
const LAMBDA_TYPE = 128;

function valueType(calculation: Calculation, value: Value): number {
  if (value instanceof Lambda) return LAMBDA_TYPE;
  if (value instanceof ArrayValue || value instanceof Union) return ARRAY_TYPE;
  if (value instanceof Reference)
    return value.isCell ? typeOf(calculation.cell(value.sheet, value.top, value.left)) : ARRAY_TYPE;
  return typeOf(value);
}

/** Returns the number of a worksheet, from 1: that of a reference, that with a name, or the formula's own. */
function sheetNumber(calculation: Calculation, value: Value | undefined): Value {
  if (value === undefined) return calculation.sheet + 1;
  if (isError(value)) return value;
  if (value instanceof Reference) return value.sheet + 1;
  if (value instanceof Union) return (value.areas[0]?.sheet ?? 0) + 1;
  if (typeof value !== "string") return NOT_AVAILABLE;
  const sought = value.toLowerCase();
  const found = calculation.sheets.findIndex((name) => name.toLowerCase() === sought);
  return found < 0 ? NOT_AVAILABLE : found + 1;
}

function sheetCount(calculation: Calculation, value: Value | undefined): Value {
  if (value === undefined) return calculation.sheets.length;
  if (isError(value)) return value;
  if (value instanceof Reference) return 1;
  return value instanceof Union ? new Set(value.areas.map((area) => area.sheet)).size : NOT_AVAILABLE;
}

function cellInformation(calculation: Calculation, kind: string, value: Value): Value {
  if (isError(value)) return value;
  if (!(value instanceof Reference)) return VALUE;
  const { sheet, top, left } = value;
  if (kind === "address") {
    const address = `$${columnName(left)}$${top + 1}`;
    return sheet === calculation.sheet
      ? address
      : `${quotedSheet(calculation.sheets[sheet] ?? "")}!${address}`;
  }
  if (kind === "col") return left + 1;
  if (kind === "row") return top + 1;
  if (kind !== "contents" && kind !== "type") return VALUE;
  const element = calculation.cell(sheet, top, left);
  if (kind === "contents") return element ?? 0;
  return element === null ? "b" : typeof element === "string" ? "l" : "v";
}

/** Returns the results of INFO for this engine. They reveal nothing about the machine and its folders. */
function engineInformation(calculation: Calculation, kind: string): Value {
  if (kind === "numfile") return calculation.sheets.length;
  if (kind === "recalc") return "Automatic";
  if (kind === "release") return "16.0";
  if (kind === "origin") return `$A:$${cellName(0, 0).replace("1", "$1")}`;
  return VALUE;
}

export const INFORMATION: readonly FormulaFunction[] = [
  is("ISBLANK", (element) => element === null),
  is("ISERR", (element) => isError(element) && element !== NOT_AVAILABLE),
  is("ISERROR", (element) => isError(element)),
  is("ISNA", (element) => element === NOT_AVAILABLE),
  is("ISLOGICAL", (element) => typeof element === "boolean"),
  is("ISNUMBER", (element) => typeof element === "number"),
  is("ISTEXT", (element) => typeof element === "string"),
  is("ISNONTEXT", (element) => typeof element !== "string"),
  define("ISREF", [asIs], (_, value) => value instanceof Reference || value instanceof Union),
  define("ISFORMULA", [asReference], (calculation, { sheet, top, left, rows, columns }) => {
    checkSize(rows, columns);
    if (rows * columns === 1) return calculation.formula(sheet, top, left) !== null;
    calculation.spend(rows * columns);
    return makeArray(
      rows,
      columns,
      (row, column) => calculation.formula(sheet, top + row, left + column) !== null,
    );
  }),
  fromToolPak(
    define("ISEVEN", [asPlainNumber], (_, value) => Math.trunc(value) % 2 === 0),
    1,
  ),
  fromToolPak(
    define("ISODD", [asPlainNumber], (_, value) => Math.trunc(value) % 2 !== 0),
    1,
  ),
  define("ERROR.TYPE", [asElement], (_, element) =>
    isError(element) ? (ERROR_TYPES.get(element) ?? NOT_AVAILABLE) : NOT_AVAILABLE,
  ),
  define("NA", [], () => NOT_AVAILABLE),
  // For a range of any size, the first cell counts.
  define("N", [asIs], (calculation, value) => {
    if (value instanceof Reference) return numberOf(calculation.cell(value.sheet, value.top, value.left));
    if (value instanceof ArrayValue)
      return new ArrayValue(value.rows, value.columns, value.cells.map(numberOf));
    return numberOf(calculation.single(value));
  }),
  define("TYPE", [asIs], (calculation, value) => valueType(calculation, value)),
  define("SHEET", [optional(asIs, undefined)], (calculation, value) => sheetNumber(calculation, value)),
  define("SHEETS", [optional(asIs, undefined)], (calculation, value) => sheetCount(calculation, value)),
  define("CELL", [asText, optional(asIs, undefined)], (calculation, kind, value) =>
    cellInformation(
      calculation,
      kind.toLowerCase(),
      value ??
        new Reference(
          calculation.sheet,
          calculation.row,
          calculation.column,
          calculation.row,
          calculation.column,
        ),
    ),
  ),
  define("INFO", [asText], (calculation, kind) => engineInformation(calculation, kind.toLowerCase())),
];
