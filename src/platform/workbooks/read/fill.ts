/**
 * Counts what a workbook holds while it is read, so that one that holds more than a spreadsheet may is
 * refused at once.
 */
import { LIMITS } from "../../../core/limits.ts";
import { WorkbookProblem } from "../problem.ts";

export class Fill {
  #cells = 0;
  #formats = 0;
  #characters = 0;

  /**
   * Counts a cell in which something is written. `characters` are those of its text or formula. Throws
   * `WorkbookProblem`.
   */
  addCell(characters: number): void {
    this.#cells += 1;
    this.#characters += characters;
    refuseMore(this.#cells, LIMITS.sheet_cells.value, "cells in which something is written");
    refuseMore(this.#characters, LIMITS.sheet_characters.value, "characters in its texts and formulas");
  }

  /** Counts a cell with a format. Throws `WorkbookProblem`. */
  addFormat(): void {
    this.#formats += 1;
    refuseMore(this.#formats, LIMITS.sheet_formats.value, "cells with a format");
  }
}

export function refuseMore(count: number, most: number, of: string): void {
  if (count > most)
    throw new WorkbookProblem(
      `The workbook has more than ${most} ${of}, which is the most that a spreadsheet may have.`,
    );
}
