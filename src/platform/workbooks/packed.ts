/**
 * Spreadsheets as plain data, which can be sent to another thread. The cells of a worksheet are one text, in
 * the form in which cells are stored.
 */
import { readBlock, writeBlock } from "@daybook/formula/cells";
import type { Spreadsheet, Worksheet } from "../../core/spreadsheet.ts";

export interface PackedSpreadsheet {
  readonly worksheets: readonly (Omit<Worksheet, "cells"> & { readonly cells: string })[];
  readonly names: Spreadsheet["names"];
}

export function pack({ worksheets, names }: Spreadsheet): PackedSpreadsheet {
  return {
    worksheets: worksheets.map((worksheet) => ({ ...worksheet, cells: writeBlock(worksheet.cells) })),
    names,
  };
}

export function unpack({ worksheets, names }: PackedSpreadsheet): Spreadsheet {
  return {
    worksheets: worksheets.map((worksheet) => ({ ...worksheet, cells: readBlock(worksheet.cells) })),
    names,
  };
}
