/**
 * One formula that several cells share: its relative references move with the cell, and wrap around at the
 * edges of the grid.
 */
import { tokenize } from "@borgar/fx/xlsx";
import { COLUMNS_MAX, ROWS_MAX } from "../limits.ts";
import { columnAt, columnName } from "../places.ts";

/** A part of a formula: fixed text, or the column or row of a relative reference, counted from zero. */
type Piece = string | { readonly column: number } | { readonly row: number };

export interface SharedFormula {
  /** Returns the formula for a cell `rows` further down and `columns` further right. */
  at(rows: number, columns: number): string;
}

/**
 * Tokenizes a formula (with its "=") once for all cells that share it. A text that is not a formula stays
 * unchanged.
 */
export function sharedFormula(formula: string): SharedFormula {
  const pieces: Piece[] = [];
  for (const { type, value } of tokenize(formula)) {
    if (type === "range" || type === "range_beam" || type === "range_ternary")
      pieces.push(...piecesOf(value));
    else pieces.push(value);
  }
  return {
    at: (rows, columns) =>
      pieces
        .map((piece) =>
          typeof piece === "string"
            ? piece
            : "row" in piece
              ? String(around(piece.row + rows, ROWS_MAX) + 1)
              : columnName(around(piece.column + columns, COLUMNS_MAX)),
        )
        .join(""),
  };
}

function around(place: number, size: number): number {
  return ((place % size) + size) % size;
}

function piecesOf(reference: string): Piece[] {
  const begins = reference.lastIndexOf("!") + 1;
  const pieces: Piece[] = [reference.slice(0, begins)];
  for (const [part = ""] of reference.slice(begins).matchAll(/\$?[A-Za-z]+|\$?\d+|[^$A-Za-z\d]+|\$/gu)) {
    const column = columnAt(part);
    if (column !== null) pieces.push({ column });
    else if (/^\d{1,7}$/u.test(part) && Number(part) >= 1) pieces.push({ row: Number(part) - 1 });
    else pieces.push(part);
  }
  return pieces;
}
