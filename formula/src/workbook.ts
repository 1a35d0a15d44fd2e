/**
 * A workbook's authored content, prepared for readings. The cells of each worksheet are kept by column.
 * Formulas are compiled when they are first needed; formulas of the same form are compiled once. Calculated
 * values belong to a reading and are not shared between readings.
 */
import {
  type Authored,
  type AuthoredName,
  type Extent,
  FormulaText,
  type WorkbookSource,
  eachOfBlock,
} from "./authored.ts";
import { compile } from "./compile.ts";
import type { Compiled } from "./compiled.ts";
import type { FormulaFunction } from "./define.ts";
import { asWritten } from "./files/intersections.ts";
import { FUNCTIONS } from "./functions/index.ts";
import { FormulaSyntax, readTokens, readTree } from "./parse.ts";
import { quickKey } from "./quick-key.ts";
import { NAME, type Value, isError } from "./values.ts";

/** A formula's cell and text, and its state in the present reading. */
export interface FormulaCell {
  readonly sheet: number;
  readonly row: number;
  readonly column: number;
  readonly text: string;
  /**
   * The fixed range that the formula fills, regardless of the size of its result; null if the result spills.
   */
  readonly fills: Extent | null;
  compiled: Compiled | null;
  /** The number of the reading to which the following members belong. */
  turn: number;
  state: "new" | "open" | "waiting" | "done";
  value: Value;
  /**
   * The numbers of Tarjan's algorithm in the search for circles: the cell's own, and the lowest that it leads
   * back to.
   */
  index: number;
  low: number;
}

/** True if an entry of a column is a formula cell. */
export function isFormula(cell: unknown): cell is FormulaCell {
  return typeof cell === "object" && cell !== null && "turn" in cell;
}

/** The cells of a column that are not blank, in ascending order of rows. */
export class Column {
  readonly rows: number[] = [];
  readonly cells: (Authored | FormulaCell)[] = [];

  /** Returns the index of the first cell at or below a row. */
  from(row: number): number {
    const first = this.rows[0] ?? 0;
    // Most columns have no gaps.
    const guess = Math.max(0, row - first);
    if (this.rows[guess] === row) return guess;
    let low = 0;
    let high = this.rows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.rows[middle] ?? 0) < row) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Returns the index of the cell in a row, or -1. */
  placeOf(row: number): number {
    const at = this.from(row);
    return this.rows[at] === row ? at : -1;
  }
}

export interface Sheet {
  readonly name: string;
  readonly columns: ReadonlyMap<number, Column>;
  readonly formulas: number;
}

export interface WorkbookOptions {
  /**
   * Functions in addition to Excel's, such as those that read a company's books. A function with the name of
   * an existing one replaces it.
   */
  readonly functions?: readonly FormulaFunction[];
}

export class Workbook {
  readonly sheets: readonly Sheet[];
  #bottom: number;
  #right: number;
  readonly #functions: ReadonlyMap<string, FormulaFunction>;
  readonly #places: ReadonlyMap<string, number>;
  readonly #names: ReadonlyMap<string, AuthoredName>;
  readonly #definitions: readonly AuthoredName[];
  readonly #arrayNames = new Map<string, boolean>();
  readonly #compiled = new Map<string, Compiled>();
  readonly #compiledByQuickKey = new Map<string, Compiled>();
  readonly #anchors: (readonly FormulaCell[] | undefined)[] = [];
  /** True for each form of formulas that may spill. Forms are formulas with all numbers replaced by 0. */
  readonly #spilling = new Map<string, boolean>();
  /** The number of the reading to which the state of formula cells belongs. */
  turn = 0;

  constructor(source: WorkbookSource, options: WorkbookOptions = {}) {
    const added = options.functions ?? [];
    this.#functions =
      added.length === 0
        ? FUNCTIONS
        : new Map([...FUNCTIONS, ...added.map((each): [string, FormulaFunction] => [each.name, each])]);
    this.#places = new Map(source.sheets.map(({ name }, at) => [name.toLowerCase(), at]));
    this.#definitions = source.names;
    this.#names = new Map(source.names.map((each) => [nameKey(each.name, each.sheet), each]));
    let bottom = -1;
    let right = -1;
    this.sheets = source.sheets.map(({ name, blocks }) => {
      const columns = new Map<number, Column>();
      let formulas = 0;
      for (const block of blocks) {
        eachOfBlock(block, (row, column, value) => {
          let into = columns.get(column);
          if (!into) columns.set(column, (into = new Column()));
          into.rows.push(row);
          into.cells.push(value);
          if (value instanceof FormulaText) formulas++;
          bottom = Math.max(bottom, row);
          right = Math.max(right, column);
        });
      }
      return { name, columns, formulas };
    });
    this.#bottom = bottom;
    this.#right = right;
  }

  /**
   * Replaces the authored content of a cell; null clears it. The next reading calculates with it. The caller
   * keeps no formula cell of the place.
   */
  set(sheet: number, row: number, column: number, value: Authored | null): void {
    const columns = this.sheets[sheet]?.columns as Map<number, Column> | undefined;
    if (!columns) return;
    let cells = columns.get(column);
    if (!cells) {
      if (value === null) return;
      columns.set(column, (cells = new Column()));
    }
    const at = cells.from(row);
    const isThere = cells.rows[at] === row;
    const before = isThere ? cells.cells[at] : undefined;
    if (value === null) {
      if (isThere) {
        cells.rows.splice(at, 1);
        cells.cells.splice(at, 1);
        if (cells.rows.length === 0) columns.delete(column);
      }
    } else if (isThere) cells.cells[at] = value;
    else {
      cells.rows.splice(at, 0, row);
      cells.cells.splice(at, 0, value);
    }
    this.#bottom = Math.max(this.#bottom, value === null ? -1 : row);
    this.#right = Math.max(this.#right, value === null ? -1 : column);
    // Which formulas may spill is found again only if one of them comes or goes.
    if (this.#isAnchor(before, row, column) || this.#isAnchor(value, row, column))
      this.#anchors[sheet] = undefined;
  }

  #isAnchor(value: Authored | FormulaCell | null | undefined, row: number, column: number): boolean {
    if (typeof value !== "object" || value === null || isError(value)) return false;
    return value.fills ? value.fills.rows * value.fills.columns > 1 : this.#maySpill(value.text, row, column);
  }

  /** The lowest row with content of all worksheets, or -1; cells that were cleared may count. */
  get bottom(): number {
    return this.#bottom;
  }

  /** The rightmost column with content of all worksheets, or -1; cells that were cleared may count. */
  get right(): number {
    return this.#right;
  }

  /** Returns the index of a worksheet by name, regardless of letter case. */
  placeOf(name: string): number | undefined {
    return this.#places.get(name.toLowerCase());
  }

  /**
   * Returns the authored content of a cell, or null. A formula is returned as its cell object, which is
   * unique.
   */
  at(sheet: number, row: number, column: number): Authored | FormulaCell | null {
    const cells = this.sheets[sheet]?.columns.get(column);
    const at = cells ? cells.placeOf(row) : -1;
    return cells && at >= 0 ? this.take(sheet, cells, at, column) : null;
  }

  /** Yields the columns of a worksheet between two columns that have content. */
  *columnsOf(sheet: number, left: number, right: number): Iterable<[number, Column]> {
    const columns = this.sheets[sheet]?.columns;
    if (!columns) return;
    if (right - left < columns.size) {
      for (let column = left; column <= right; column++) {
        const cells = columns.get(column);
        if (cells) yield [column, cells];
      }
    } else for (const each of columns) if (each[0] >= left && each[0] <= right) yield each;
  }

  /** Returns the cell at an index of a column. */
  take(sheet: number, cells: Column, at: number, column: number): Authored | FormulaCell {
    const value = cells.cells[at] ?? "";
    if (!(value instanceof FormulaText)) return value;
    const made: FormulaCell = {
      sheet,
      row: cells.rows[at] ?? 0,
      column,
      text: value.text,
      fills: value.fills,
      compiled: null,
      turn: 0,
      state: "new",
      value: null,
      index: 0,
      low: 0,
    };
    cells.cells[at] = made;
    return made;
  }

  /** Returns the compiled formula of a cell. A formula that can't be parsed compiles to an error. */
  compiledOf(cell: FormulaCell): Compiled {
    cell.compiled ??= this.compileText(cell.text, cell.row, cell.column);
    return cell.compiled;
  }

  /** Compiles a formula for a cell. A formula that can't be parsed becomes #NAME?. */
  compileText(text: string, row: number, column: number): Compiled {
    const quick = quickKey(text, row, column);
    const alike = quick === null ? undefined : this.#compiledByQuickKey.get(quick);
    if (alike) return alike;
    try {
      const made = this.#compileWords(text, row, column);
      if (quick !== null) this.#compiledByQuickKey.set(quick, made);
      return made;
    } catch (thrown) {
      if (thrown instanceof FormulaSyntax || thrown instanceof RangeError)
        return { run: () => NAME, mayBeArray: false };
      throw thrown;
    }
  }

  /** Does the same with the formula's tokens. Throws `FormulaSyntax`. */
  #compileWords(text: string, row: number, column: number): Compiled {
    const { key, tokens } = readTokens(text, row, column);
    const known = this.#compiled.get(key);
    if (known) return known;
    const scope = {
      functions: this.#functions,
      placeOf: (name: string) => this.placeOf(name),
      mayNameBeArray: (name: string) => this.#mayNameBeArray(name),
      row,
      column,
      variables: new Map<string, boolean>(),
    };
    const made = compile(readTree(tokens), scope);
    this.#compiled.set(key, made);
    return made;
  }

  /** Returns the definition of a name: that of the worksheet first, then that of the workbook. */
  nameOf(name: string, sheet: number): AuthoredName | undefined {
    return this.#names.get(nameKey(name, sheet)) ?? this.#names.get(nameKey(name, null));
  }

  /** True if a name, in lower case, may stand for an array in any of its definitions. */
  #mayNameBeArray(name: string): boolean {
    const known = this.#arrayNames.get(name);
    if (known !== undefined) return known;
    // Until the definition is checked, assume that it may be an array, because the name may refer to itself.
    this.#arrayNames.set(name, true);
    const mayBe = this.#definitions.some(
      (each) => each.name.toLowerCase() === name && this.compileText(each.formula, 0, 0).mayBeArray,
    );
    this.#arrayNames.set(name, mayBe);
    return mayBe;
  }

  /** Returns a formula as its author wrote it, without what was added when a file was read. */
  writtenText({ text, sheet }: FormulaCell): string {
    if (!text.includes("@")) return text;
    return asWritten(text, {
      mayBeMany: (name) => this.#mayNameBeArray(name.toLowerCase()),
      isKnown: (name) => this.nameOf(name, sheet) !== undefined,
    });
  }

  /** Returns the reason why a formula can't be parsed, as a sentence; null if it can. */
  syntaxOf(text: string): string | null {
    try {
      readTree(readTokens(text, 0, 0).tokens);
      return null;
    } catch (thrown) {
      if (thrown instanceof FormulaSyntax) return thrown.message;
      throw thrown;
    }
  }

  /**
   * Returns the formulas of a worksheet that may spill into other cells, row by row. Formulas that were
   * filled down are tested only once, because they are equal apart from their numbers.
   */
  anchorsOf(sheet: number): readonly FormulaCell[] {
    const known = this.#anchors[sheet];
    if (known) return known;
    const anchors: FormulaCell[] = [];
    for (const [column, cells] of this.sheets[sheet]?.columns ?? []) {
      for (let at = 0; at < cells.cells.length; at++) {
        if (!this.#isAnchor(cells.cells[at], cells.rows[at] ?? 0, column)) continue;
        const cell = this.take(sheet, cells, at, column);
        if (isFormula(cell)) anchors.push(cell);
      }
    }
    anchors.sort((a, b) => a.row - b.row || a.column - b.column);
    this.#anchors[sheet] = anchors;
    return anchors;
  }

  #maySpill(text: string, row: number, column: number): boolean {
    const look = text.replaceAll(/\d+/gu, "0");
    const known = this.#spilling.get(look);
    if (known !== undefined) return known;
    const { mayBeArray } = this.compileText(text, row, column);
    this.#spilling.set(look, mayBeArray);
    return mayBeArray;
  }
}

function nameKey(name: string, sheet: number | null): string {
  return `${sheet ?? ""}!${name.toLowerCase()}`;
}
