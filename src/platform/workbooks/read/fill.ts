/**
 * Counts the contents of a workbook while it is read, so that a workbook that is too large is refused at
 * once.
 */
import { LIMITS } from "@daybook/words/limits";
import { WorkbookProblem } from "../problem.ts";

export class Fill {
  #cells = 0;
  #formats = 0;
  #characters = 0;

  /**
   * Counts a cell with a value or formula. `characters` is the length of its text or formula. Throws
   * `WorkbookProblem` if there are too many.
   */
  addCell(characters: number): void {
    this.#cells += 1;
    this.#characters += characters;
    refuseMore(this.#cells, LIMITS.sheet_cells.value, "cells with a value or a formula");
    refuseMore(this.#characters, LIMITS.sheet_characters.value, "characters in its texts and formulas");
  }

  /** Counts a cell with a format. Throws `WorkbookProblem` if there are too many. */
  addFormat(): void {
    this.#formats += 1;
    refuseMore(this.#formats, LIMITS.sheet_formats.value, "cells with a format");
  }
}

/** Throws `WorkbookProblem` if `count` is greater than `most`. */
export function refuseMore(count: number, most: number, things: string): void {
  if (count > most)
    throw new WorkbookProblem(
      `The workbook has more than ${most} ${things}, which is the most that a spreadsheet may have.`,
    );
}
