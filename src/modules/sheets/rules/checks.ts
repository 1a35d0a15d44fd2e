/**
 * Checks the content of documents: names, positions of cells, values, formats and charts. Each check returns
 * the fault as a sentence, or null. The limits are at most those of Excel, so that every document can be
 * written as XLSX.
 */
import {
  type Authored,
  type AuthoredName,
  cellAt,
  cellName,
  FormulaText,
  isError,
} from "@daybook/formula/cells";
import { LIMITS } from "@daybook/words/limits";
import { isName } from "@daybook/words/names";
import { type CellFormat, type Chart, CHART_TYPES } from "../../../core/spreadsheet.ts";
import { isStorable } from "../../../core/storable.ts";
import type { DocumentSize } from "./words.ts";

/** The size of a worksheet's grid. */
export interface Grid {
  readonly rowCount: number;
  readonly columnCount: number;
}

/**
 * Returns a text for comparisons that ignore case. A final sigma becomes an ordinary sigma, because both have
 * the same capital.
 */
export function foldCase(text: string): string {
  return text.toLowerCase().replaceAll("ς", "σ");
}

export function documentNameFault(name: string): string | null {
  return isName(name) && name.trim() === name
    ? null
    : `The name of a document must be one line of 1 to ${LIMITS.text_field_characters.value} visible characters, without surrounding blanks.`;
}

function worksheetNameFault(name: string): string | null {
  const most = LIMITS.sheet_worksheet_name_characters.value;
  if (!isName(name) || name.length > most)
    return `The name of a worksheet must be one line of 1 to ${most} visible characters.`;
  if (/[:\\/?*[\]]/u.test(name) || name.startsWith("'") || name.endsWith("'"))
    return "The name of a worksheet must have none of : \\ / ? * [ ] and no apostrophe at its beginning or end.";
  return null;
}

export function gridFault({ rowCount, columnCount }: Grid): string | null {
  const [rows, columns] = [LIMITS.sheet_rows.value, LIMITS.sheet_columns.value];
  const isGrid =
    Number.isSafeInteger(rowCount) &&
    rowCount >= 1 &&
    rowCount <= rows &&
    Number.isSafeInteger(columnCount) &&
    columnCount >= 1 &&
    columnCount <= columns;
  return isGrid ? null : `A worksheet has 1 to ${rows} rows and 1 to ${columns} columns.`;
}

export function positionFault(row: number, column: number, { rowCount, columnCount }: Grid): string | null {
  const isOnGrid =
    Number.isSafeInteger(row) &&
    row >= 0 &&
    row < rowCount &&
    Number.isSafeInteger(column) &&
    column >= 0 &&
    column < columnCount;
  return isOnGrid
    ? null
    : `Row ${row + 1}, column ${column + 1} lies outside the worksheet's ${rowCount} rows and ${columnCount} columns.`;
}

export function valueFault(value: Authored): string | null {
  if (typeof value === "number") return Number.isFinite(value) ? null : "A number must be finite.";
  if (typeof value === "boolean" || isError(value)) return null;
  if (value instanceof FormulaText) return formulaFault(value.text) ?? fillsFault(value.fills);
  const most = LIMITS.sheet_text_characters.value;
  return isStorable(value) && value.length <= most
    ? null
    : `A text has at most ${most} characters, without NUL or half of a surrogate pair.`;
}

/**
 * Checks the length of a formula, not its syntax: a formula with an error is stored, and its calculation
 * fails.
 */
function formulaFault(text: string): string | null {
  const most = LIMITS.sheet_formula_characters.value;
  const isFormula = text.startsWith("=") && text.length > 1 && text.length - 1 <= most && isStorable(text);
  return isFormula
    ? null
    : `A formula is "=" and 1 to ${most} characters, without NUL or half of a surrogate pair.`;
}

function fillsFault(fills: FormulaText["fills"]): string | null {
  if (fills === null) return null;
  const most = LIMITS.sheet_array_cells.value;
  const isExtent = [fills.rows, fills.columns].every((size) => Number.isSafeInteger(size) && size >= 1);
  return isExtent && fills.rows * fills.columns <= most ? null : `An array formula fills 1 to ${most} cells.`;
}

/** "#" and six hexadecimal digits. */
export const COLOR_PATTERN = "^#[0-9A-Fa-f]{6}$";
const COLOR = new RegExp(COLOR_PATTERN, "u");
export const ALIGNMENTS = [
  "left",
  "center",
  "right",
  "justify",
  "fill",
] as const satisfies readonly CellFormat["horizontal_alignment"][];
/** The longest number format, as in Excel. */
export const NUMBER_FORMAT_MAX = 255;

export function formatFault({
  number_format: number,
  font_color: font,
  background_color: background,
  horizontal_alignment: alignment,
}: CellFormat): string | null {
  if (
    number !== undefined &&
    !(number.length >= 1 && number.length <= NUMBER_FORMAT_MAX && isStorable(number))
  )
    return `A number format has 1 to ${NUMBER_FORMAT_MAX} characters.`;
  if ([font, background].some((color) => color !== undefined && !COLOR.test(color)))
    return 'A color is "#" and six hexadecimal digits.';
  return alignment === undefined || ALIGNMENTS.includes(alignment)
    ? null
    : `An alignment must be one of ${ALIGNMENTS.join(", ")}.`;
}

/** The syntax of names, as in Excel. `definedNameFault` also excludes names that look like cells. */
const DEFINED = /^[\p{L}_\\][\p{L}\p{N}_.\\?]{0,254}$/u;

function definedNameFault({ name, formula }: Pick<AuthoredName, "name" | "formula">): string | null {
  if (!DEFINED.test(name) || cellAt(name) !== null || /^(?:r\d*c\d*|r\d*|c\d*|true|false)$/iu.test(name)) {
    return `${JSON.stringify(name.slice(0, 80))} can't be a name: it must begin with a letter or "_", continue with letters, digits, "_" and ".", and not look like a cell.`;
  }
  return formulaFault(formula);
}

/** The longest text of a chart's range. The text is stored without being parsed. */
const RANGE_MAX = 1_000;

export function chartFault({ type, title, ranges, position }: Chart): string | null {
  if (!CHART_TYPES.includes(type)) return `The kind of a chart must be one of ${CHART_TYPES.join(", ")}.`;
  if (title !== null && (title.length > LIMITS.text_field_characters.value || !isStorable(title)))
    return `The title of a chart has at most ${LIMITS.text_field_characters.value} characters.`;
  const most = LIMITS.sheet_chart_ranges.value;
  if (
    ranges.length > most ||
    !ranges.every((range) => range !== "" && range.length <= RANGE_MAX && isStorable(range))
  )
    return `A chart has at most ${most} ranges, each of 1 to ${RANGE_MAX} characters.`;
  const { row, column, row_span: rows, column_span: columns } = position;
  const isArea = [row, column, rows - 1, columns - 1].every(
    (place) => Number.isSafeInteger(place) && place >= 0,
  );
  const fits = row + rows <= LIMITS.sheet_rows.value && column + columns <= LIMITS.sheet_columns.value;
  return isArea && fits
    ? null
    : `A chart covers at least one row and one column, all of them on the grid; this one begins at ${isArea ? cellName(row, column) : "no cell"}.`;
}

/** Checks the number and the names of worksheets; returns the first fault. */
export function worksheetsFault(names: readonly string[]): string | null {
  const most = LIMITS.sheet_worksheets.value;
  if (names.length === 0 || names.length > most) return `A spreadsheet has 1 to ${most} worksheets.`;
  const seen = new Set<string>();
  for (const name of names) {
    const fault = worksheetNameFault(name);
    if (fault !== null) return fault;
    if (seen.has(foldCase(name)))
      return `Two worksheets are named ${name}; names that differ only in letter case are the same.`;
    seen.add(foldCase(name));
  }
  return null;
}

/** Checks the names that formulas use; returns the first fault. `worksheet` is the index of a worksheet. */
export function namesFault(
  names: readonly { readonly name: string; readonly formula: string; readonly worksheet: number | null }[],
  worksheets: number,
): string | null {
  const most = LIMITS.sheet_names.value;
  if (names.length > most) return `A spreadsheet has at most ${most} names.`;
  const seen = new Set<string>();
  for (const { name, formula, worksheet } of names) {
    const fault = definedNameFault({ name, formula });
    if (fault !== null) return fault;
    if (worksheet !== null && !(Number.isSafeInteger(worksheet) && worksheet >= 0 && worksheet < worksheets))
      return `The name ${name} refers to an unknown worksheet.`;
    const key = `${worksheet ?? ""}!${foldCase(name)}`;
    if (seen.has(key))
      return `The name ${name} is used twice; names that differ only in letter case are the same.`;
    seen.add(key);
  }
  return null;
}

/** Checks that a document does not have too many cells, characters or formats. */
export function sizeFault({ cells, characters, formats }: DocumentSize): string | null {
  const [mostCells, mostCharacters, mostFormats] = [
    LIMITS.sheet_cells.value,
    LIMITS.sheet_characters.value,
    LIMITS.sheet_formats.value,
  ];
  if (cells > mostCells)
    return `A spreadsheet has at most ${mostCells} cells with content; this one would have ${cells}.`;
  if (characters > mostCharacters)
    return `The texts and formulas of a spreadsheet have at most ${mostCharacters} characters together; these would have ${characters}.`;
  return formats > mostFormats
    ? `A spreadsheet has at most ${mostFormats} cells with a format; this one would have ${formats}.`
    : null;
}

/** Checks that a document's names and charts are not too many and not too long. */
export function namesAndChartsFault(
  names: readonly Pick<AuthoredName, "name" | "formula">[],
  charts: readonly Pick<Chart, "title" | "ranges">[],
): string | null {
  const [mostCharts, mostCharacters] = [LIMITS.sheet_charts.value, LIMITS.sheet_frame_characters.value];
  if (charts.length > mostCharts) return `A spreadsheet has at most ${mostCharts} charts.`;
  const texts = [
    ...names.flatMap(({ name, formula }) => [name, formula]),
    ...charts.flatMap(({ title, ranges }) => [title ?? "", ...ranges]),
  ];
  const characters = texts.reduce((sum, { length }) => sum + length, 0);
  return characters > mostCharacters
    ? `The names and charts of a spreadsheet have at most ${mostCharacters} characters together; these have ${characters}.`
    : null;
}
