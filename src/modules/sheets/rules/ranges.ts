/**
 * Parses the ranges of requests: a cell or a rectangle in ascending order, with or without the worksheet's
 * name, within its grid. Invariant: accepted ranges have at most `sheet_range_cells` cells together.
 */
import { cellAt, unquotedSheet } from "@daybook/formula/cells";
import { refuse } from "../../../core/errors.ts";
import { LIMITS } from "@daybook/words/limits";
import { foldCase } from "./checks.ts";
import type { WorksheetRow } from "../record.ts";
import type { Bounds } from "./words.ts";

/** A range of a worksheet. */
export interface Selection<W extends WorksheetRow = WorksheetRow> {
  readonly worksheet: W;
  readonly bounds: Bounds;
}

/**
 * The syntax of a range: optionally a worksheet and "!", then one corner or two corners separated by ":". A
 * worksheet is a plain word or a name between apostrophes, in which an apostrophe is written twice.
 */
const RANGE = /^(?:('(?:[^']|'')*'|[\p{L}\p{N}_.]+)!)?([^!:']+)(?::([^!:']+))?$/u;

/**
 * Parses the ranges of a request; `chosen` is the worksheet of `worksheet_id`. Throws the refusal
 * `invalid_request` with `param` `ranges` for an invalid range and for too many cells.
 */
export function readRanges<W extends WorksheetRow>(
  texts: readonly string[],
  worksheets: readonly W[],
  chosen: W | null,
): Selection<W>[] {
  let cells = 0;
  return texts.map((text) => {
    const selection = readRange(text, worksheets, chosen);
    const { top, left, bottom, right } = selection.bounds;
    cells += (bottom - top + 1) * (right - left + 1);
    const most = LIMITS.sheet_range_cells.value;
    if (cells > most)
      throw invalidRanges(`The ranges have more than ${most} cells; a cell selected twice counts twice.`);
    return selection;
  });
}

/**
 * Finds the worksheet of the parameter `worksheet_id`; null without the parameter. Throws the refusal
 * `invalid_request` for an unknown id.
 */
export function chosenWorksheet<W extends WorksheetRow>(
  worksheets: readonly W[],
  id: string | null,
): W | null {
  if (id === null) return null;
  const chosen = worksheets.find((worksheet) => worksheet.id === id);
  if (chosen === undefined)
    throw refuse("invalid_request", {
      param: "worksheet_id",
      message: "The document has no worksheet of this id.",
    });
  return chosen;
}

function readRange<W extends WorksheetRow>(
  text: string,
  worksheets: readonly W[],
  chosen: W | null,
): Selection<W> {
  const excerpt = text.length <= 80 ? text : `${text.slice(0, 80)}...`;
  const match = RANGE.exec(text);
  if (match === null)
    throw invalidRanges(
      `\`${excerpt}\` is not a range. Write a cell or a rectangle, such as B2 or 'Sheet Name'!A1:B2.`,
    );
  const [, sheet, first = "", second = first] = match;
  const from = cellAt(first);
  const to = cellAt(second);
  if (from === null || to === null)
    throw invalidRanges(
      `\`${excerpt}\` is not a range: each corner must be a cell such as B2. Whole rows and columns can't be read.`,
    );
  if (from.row > to.row || from.column > to.column)
    throw invalidRanges(
      `\`${excerpt}\` is not in ascending order: its first corner must be above and left of the second.`,
    );
  const worksheet = worksheetOf(
    excerpt,
    sheet === undefined ? null : unquotedSheet(sheet),
    worksheets,
    chosen,
  );
  if (to.row >= worksheet.row_count || to.column >= worksheet.column_count) {
    throw invalidRanges(
      `\`${excerpt}\` extends beyond the worksheet ${worksheet.name}, which has ${worksheet.row_count} rows and ${worksheet.column_count} columns.`,
    );
  }
  return { worksheet, bounds: { top: from.row, left: from.column, bottom: to.row, right: to.column } };
}

function worksheetOf<W extends WorksheetRow>(
  excerpt: string,
  name: string | null,
  worksheets: readonly W[],
  chosen: W | null,
): W {
  if (name === null) {
    const [only] = worksheets;
    const worksheet = chosen ?? (worksheets.length === 1 ? only : undefined);
    if (worksheet === undefined)
      throw invalidRanges(
        `\`${excerpt}\` names no worksheet, and the document has several. Add the worksheet's name, or send \`worksheet_id\`.`,
      );
    return worksheet;
  }
  const worksheet = worksheets.find((each) => foldCase(each.name) === foldCase(name));
  if (worksheet === undefined)
    throw invalidRanges(`\`${excerpt}\` names a worksheet that the document does not have.`);
  if (chosen !== null && chosen.id !== worksheet.id)
    throw invalidRanges(`\`${excerpt}\` names another worksheet than \`worksheet_id\`.`);
  return worksheet;
}

function invalidRanges(message: string): Error {
  return refuse("invalid_request", { param: "ranges", message });
}
