/**
 * Reads a complete document with its calculated values, for exports. Invariant: the content and the values
 * are of the same revision.
 */
import {
  type Authored,
  type AuthoredCell,
  errorOf,
  errorOfProblem,
  FormulaText,
} from "@daybook/formula/cells";
import type { CompanyFor } from "@daybook/words/areas";
import type { UnixSeconds } from "@daybook/words/civil-date";
import { LIMITS } from "@daybook/words/limits";
import type { Worksheet } from "../../../core/spreadsheet.ts";
import type { CalculationResult } from "../../../platform/formula/index.ts";
import type { Bounds } from "../rules/words.ts";
import { type ReadDocument, readDocument } from "./create.ts";
import type { SheetsNeeds } from "./needs.ts";
import { calculate, type PlacedRange, retryOnChange } from "./read.ts";

export interface CalculatedDocument extends ReadDocument {
  /**
   * The calculated cells of each worksheet, ordered by row and column: cells with a formula, and cells into
   * which a formula spills its result. Null if the calculation is not available.
   */
  readonly results: readonly (readonly AuthoredCell[])[] | null;
  readonly calculation: CalculationResult;
}

/** The margin around the stored cells within which the results of spilling formulas are returned. */
const SPILL_MARGIN = { rows: 200, columns: 26 } as const;

/** Reads and calculates a document. Throws the refusal `resource_missing`. */
export async function calculatedDocument(
  needs: SheetsNeeds,
  companyId: CompanyFor<"forecast:view">,
  id: string,
  now: UnixSeconds,
): Promise<CalculatedDocument> {
  return retryOnChange(async () => {
    const document = await needs.db.transaction((tx) => readDocument(tx, companyId, id), {
      mode: "snapshot",
      long: true,
    });
    const { worksheets } = document.spreadsheet;
    const ranges = worksheets.flatMap((worksheet, place) => {
      const bounds = boundsOf(worksheet);
      return bounds === null ? [] : [{ worksheet: { place }, bounds }];
    });
    const calculation = await calculate(
      needs,
      companyId,
      document,
      ranges,
      LIMITS.sheet_characters.value,
      now,
    );
    return {
      ...document,
      calculation,
      results: calculation.isAvailable
        ? worksheets.map((worksheet, place) => resultsOf(worksheet, place, ranges, calculation))
        : null,
    };
  });
}

type Available = Extract<CalculationResult, { isAvailable: true }>;

/**
 * Returns the rectangle to calculate: the stored cells and array formulas, with `SPILL_MARGIN` unless the
 * rectangle then has too many cells. Returns null for a worksheet without formulas.
 */
function boundsOf({ cells, rowCount, columnCount }: Worksheet): Bounds | null {
  if (!cells.some(({ value }) => value instanceof FormulaText)) return null;
  const fillsOf = (value: Authored) =>
    (value instanceof FormulaText && value.fills) || { rows: 1, columns: 1 };
  const bottom = Math.min(
    rowCount - 1,
    cells.reduce((most, { row, value }) => Math.max(most, row + fillsOf(value).rows - 1), 0),
  );
  const right = Math.min(
    columnCount - 1,
    cells.reduce((most, { column, value }) => Math.max(most, column + fillsOf(value).columns - 1), 0),
  );
  const withMargin = {
    bottom: Math.min(rowCount - 1, bottom + SPILL_MARGIN.rows),
    right: Math.min(columnCount - 1, right + SPILL_MARGIN.columns),
  };
  const isSmall = (withMargin.bottom + 1) * (withMargin.right + 1) <= LIMITS.sheet_cells.value;
  return { top: 0, left: 0, ...(isSmall ? withMargin : { bottom, right }) };
}

/** Returns the calculated cells of a worksheet, with error values for formulas that failed. */
function resultsOf(
  { cells }: Worksheet,
  place: number,
  ranges: readonly PlacedRange[],
  { values, problems }: Available,
): readonly AuthoredCell[] {
  const rangeIndex = ranges.findIndex(({ worksheet }) => worksheet.place === place);
  if (rangeIndex === -1) return [];
  const key = (row: number, column: number): number => row * LIMITS.sheet_columns.value + column;
  const typed = new Set(
    cells.filter(({ value }) => !(value instanceof FormulaText)).map(({ row, column }) => key(row, column)),
  );
  const failed = new Map(
    problems
      .filter(({ sheet }) => sheet === place)
      .map(({ row, column, code }) => [key(row, column), errorOf(errorOfProblem(code))]),
  );
  return (values[rangeIndex] ?? []).flatMap((line, row) =>
    line.flatMap((result, column): AuthoredCell[] => {
      const value = result ?? failed.get(key(row, column)) ?? null;
      return value === null || typed.has(key(row, column)) ? [] : [{ row, column, value }];
    }),
  );
}
