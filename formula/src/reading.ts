/**
 * One reading of a workbook: the requested cells and all cells that they need are calculated once, for one
 * point in time. If a formula needs a cell that is not calculated yet, its result is BUSY; the cell is put on
 * an explicit stack, and the formula runs again later, so that chains of formulas can have any length.
 * Circles are found by Tarjan's algorithm ("Depth-first search and linear graph algorithms", 1972) over the
 * cells that formulas actually read, so that all cells of a circle are #CIRC!, whichever was requested first.
 * Questions to outside systems are collected until nothing can be calculated without their answers.
 */
import { literal } from "./authored.ts";
import { chainAbove, type Frame, type Guess } from "./chains.ts";
import type { Engine } from "./compiled.ts";
import { caught } from "./define.ts";
import { KeptArrays } from "./kept-arrays.ts";
import { CALLS_MAX } from "./limits.ts";
import { Pending } from "./pending.ts";
import { Exhausted, type Question, questionKey, type ReadingOptions } from "./questions.ts";
import { fromR1C1, nameParts, readReference, resolveReference } from "./reference-text.ts";
import { areaOf, COMPARED, mayReach, Spills } from "./spills.ts";
import {
  ArrayValue,
  BUSY,
  CALC,
  CIRCULAR,
  type Element,
  Lambda,
  NAME,
  NUM,
  REF,
  Reference,
  type Scalar,
  SPILL,
  Union,
  VALUE,
  type Value,
  checkSize,
  isError,
} from "./values.ts";
import { counting } from "./work.ts";
import { type FormulaCell, isFormula, type Workbook } from "./workbook.ts";

/** The work between two checks of the budget, in elements or cells. */
const SPELL = 50_000;
/** Larger references are cut to the used part of their worksheet; others in a formula keep their sizes. */
const CUT_FROM = 65_536;

export class Reading implements Engine {
  readonly now: number;
  readonly sheets: readonly string[];
  sheet = 0;
  row = 0;
  column = 0;
  readonly #workbook: Workbook;
  readonly #options: ReadingOptions;
  readonly #turn: number;
  readonly #spills: Spills;
  /** The formulas that may still spill, by worksheet. */
  readonly #pending: Pending[] = [];
  readonly #arrays = new KeptArrays();
  #spent = 0;
  #depth = 0;
  /**
   * The findings about the current formula: cells to be calculated first, the lowest open cell, and whether
   * it waits for an answer.
   */
  #missing: FormulaCell[] = [];
  #low = Infinity;
  #isWaiting = false;
  #index = 0;
  readonly #open: FormulaCell[] = [];
  /** How many of the open cells may fill other cells. */
  #openAnchors = 0;
  #waiting: FormulaCell[] = [];
  readonly #questions = new Map<string, Question>();
  /** The formulas that asked each question. */
  readonly asked = new Map<string, Set<FormulaCell>>();

  constructor(workbook: Workbook, options: ReadingOptions) {
    this.#workbook = workbook;
    this.#options = options;
    this.now = options.now;
    this.sheets = workbook.sheets.map(({ name }) => name);
    this.#turn = ++workbook.turn;
    this.#spills = new Spills(workbook, (steps) => this.spend(steps));
  }

  /**
   * Calculates the cells of some rectangles and all cells that they need. Returns the questions that must be
   * answered before the calculation can continue; none if it is finished. Throws `Exhausted`.
   */
  calculate(ranges: readonly Reference[]): readonly Question[] {
    return counting(
      (steps) => this.spend(steps),
      () => this.#calculate(ranges),
    );
  }

  #calculate(ranges: readonly Reference[]): readonly Question[] {
    for (const cell of this.#waiting) cell.state = "new";
    this.#waiting = [];
    this.#questions.clear();
    for (const range of ranges) {
      for (const cell of this.#spills.formulasFor(range)) this.#run(cell);
    }
    return [...this.#questions.values()];
  }

  /** Returns the value of a calculated cell. Of an array, this is the first element. */
  value(sheet: number, row: number, column: number): Element {
    const cell = this.#workbook.at(sheet, row, column);
    if (cell === null) return this.#spills.at(sheet, row, column);
    return isFormula(cell) ? this.#shown(cell) : literal(cell);
  }

  #stateOf(cell: FormulaCell): FormulaCell["state"] {
    if (cell.turn !== this.#turn) {
      cell.turn = this.#turn;
      cell.state = "new";
      cell.value = null;
    }
    return cell.state;
  }

  /** Calculates a cell and all cells that it needs, without recursion. */
  #run(root: FormulaCell): void {
    if (this.#stateOf(root) !== "new") return;
    const stack: Frame[] = [{ cell: root, isOpened: false }];
    let guess: Guess | null = null;
    let mayGuess = true;
    for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
      const { cell } = frame;
      if (guess !== null && stack.length <= guess.frames) guess = null;
      if (!frame.isOpened) {
        if (this.#stateOf(cell) !== "new") {
          stack.pop();
          continue;
        }
        frame.isOpened = true;
        this.#openCell(cell);
      }
      const value = this.#evaluate(cell);
      if (this.#missing.length > 0) {
        for (const each of this.#missing.toReversed()) stack.push({ cell: each, isOpened: false });
        if (mayGuess) guess = this.#pushChain(stack, cell, guess);
        continue;
      }
      if (guess !== null && this.#low < guess.index) {
        // A guessed cell reads one that waits for it. Whether both are of a circle is found without guesses.
        while (this.#open.length > guess.open) this.#close("new");
        stack.length = guess.frames;
        guess = null;
        mayGuess = false;
        continue;
      }
      stack.pop();
      // Only the cells read in the last run count, because cells that were read earlier may be finished by
      // now.
      cell.low = Math.min(cell.index, this.#low);
      if (this.#low === Infinity) this.#settle(cell, value);
      else if (cell.low === cell.index) this.#closeCircle(cell);
    }
  }

  #openCell(cell: FormulaCell): void {
    cell.state = "open";
    cell.index = cell.low = this.#index++;
    this.#open.push(cell);
    if (this.#isAnchor(cell)) this.#openAnchors++;
  }

  /** Pushes the chain above the one cell that is missing, if there is one. Returns where guesses begin. */
  #pushChain(stack: Frame[], cell: FormulaCell, guess: Guess | null): Guess | null {
    const [next] = this.#missing;
    if (!next || this.#openAnchors > 0 || this.#missing.some((each) => each !== next)) return guess;
    const frames = stack.length;
    for (const each of chainAbove(this.#workbook, cell, next)) {
      if (this.#stateOf(each) !== "new") break;
      stack.push({ cell: each, isOpened: false });
    }
    if (stack.length === frames) return guess;
    return guess ?? { frames, open: this.#open.length, index: this.#index };
  }

  /** True if a formula may fill other cells. */
  #isAnchor(cell: FormulaCell): boolean {
    return cell.fills !== null || this.#workbook.compiledOf(cell).mayBeArray;
  }

  /** Takes the cell that was opened last from the open ones. */
  #close(state: FormulaCell["state"]): FormulaCell | undefined {
    const cell = this.#open.pop();
    if (cell === undefined) return undefined;
    cell.state = state;
    if (this.#isAnchor(cell)) this.#openAnchors--;
    return cell;
  }

  /**
   * Finishes a cell that is not part of a circle. Cells that waited for it, but no longer read it, are
   * examined again when they are read.
   */
  #settle(cell: FormulaCell, value: Value): void {
    for (let other = this.#close("new"); other !== cell && other !== undefined;) other = this.#close("new");
    if (this.#isWaiting) {
      cell.state = "waiting";
      this.#waiting.push(cell);
      return;
    }
    cell.state = "done";
    cell.value = this.#placed(cell, value);
  }

  /** Marks all cells that were opened since `first` as a circle: they depend on each other. */
  #closeCircle(first: FormulaCell): void {
    for (let cell = this.#close("done"); cell !== undefined; cell = this.#close("done")) {
      cell.value = this.#placed(cell, CIRCULAR);
      if (cell === first) return;
    }
  }

  #evaluate(cell: FormulaCell): Value {
    this.#missing = [];
    this.#low = Infinity;
    this.#isWaiting = false;
    this.spend(1);
    this.sheet = cell.sheet;
    this.row = cell.row;
    this.column = cell.column;
    const { run } = this.#workbook.compiledOf(cell);
    try {
      return caught(() => this.#result(run(this, null)));
    } catch (thrown) {
      // The recursion was too deep, which calls of lambdas can cause.
      if (thrown instanceof RangeError) return NUM;
      throw thrown;
    }
  }

  /** Converts the result of a formula to the value of its cell: never a reference, a blank or a lambda. */
  #result(value: Value): Element | ArrayValue {
    if (value instanceof Reference)
      return value.isCell
        ? (this.cell(value.sheet, value.top, value.left) ?? 0)
        : this.#result(this.whole(value));
    if (value instanceof ArrayValue) return value.rows * value.columns === 1 ? (value.at(0, 0) ?? 0) : value;
    if (value instanceof Union) return VALUE;
    // A function's name without a call is an undefined name.
    if (value instanceof Lambda) return value.name === null ? CALC : NAME;
    return value ?? 0;
  }

  /** Spills an array result, and returns the value that the formula shows in its own cell. */
  #placed(cell: FormulaCell, value: Value): Value {
    const { fills } = cell;
    if (!fills && !(value instanceof ArrayValue)) return value;
    const array = this.whole(value);
    if (fills && fills.rows * fills.columns === 1) return array.at(0, 0) ?? 0;
    // Counts the work: an array is compared with the other arrays of its worksheet.
    this.spend(
      (fills ? fills.rows * fills.columns : 0) +
        Math.ceil(this.#workbook.anchorsOf(cell.sheet).length / COMPARED),
    );
    if (this.#spills.isShaded(cell, array)) return CIRCULAR;
    if (!this.#spills.place(cell, array)) return SPILL;
    return fills ? (array.at(0, 0) ?? 0) : array;
  }

  #shown(cell: FormulaCell): Element {
    const { value } = cell;
    if (value instanceof ArrayValue) return value.at(0, 0) ?? 0;
    return value instanceof Reference || value instanceof Union || value instanceof Lambda ? VALUE : value;
  }

  /** Returns a formula's value for another formula, or BUSY after recording the reason. */
  #read(cell: FormulaCell): Element {
    switch (this.#stateOf(cell)) {
      case "done":
        return this.#shown(cell);
      case "new":
        this.#missing.push(cell);
        return BUSY;
      case "open":
        this.#low = Math.min(this.#low, cell.low);
        return BUSY;
      case "waiting":
        this.#isWaiting = true;
        return BUSY;
    }
  }

  cell(sheet: number, row: number, column: number): Element {
    const cell = this.#workbook.at(sheet, row, column);
    if (cell !== null) return isFormula(cell) ? this.#read(cell) : literal(cell);
    return this.#await(sheet, row, column, row, column) ? BUSY : this.#spills.at(sheet, row, column);
  }

  /**
   * True if arrays may still spill into a rectangle. The formulas of these arrays must be calculated first.
   */
  #await(sheet: number, top: number, left: number, bottom: number, right: number): boolean {
    const pending = (this.#pending[sheet] ??= new Pending(
      this.#workbook.anchorsOf(sheet),
      (anchor) => this.#stateOf(anchor) === "done",
    ));
    let isMissing = false;
    const range = new Reference(sheet, top, left, bottom, right);
    for (const anchor of pending.upTo(bottom, right)) {
      const state = this.#stateOf(anchor);
      if (anchor.fills) {
        if (mayReach(anchor, range) && this.#read(anchor) === BUSY) isMissing = true;
      } else if (state === "new") {
        this.#missing.push(anchor);
        isMissing = true;
      } else if (state === "waiting") {
        this.#isWaiting = true;
        isMissing = true;
      } else if (state === "open") this.#spills.shade(anchor, range);
    }
    return isMissing;
  }

  array(value: Value): ArrayValue {
    if (!(value instanceof Reference) || value.rows * value.columns <= CUT_FROM) return this.whole(value);
    const bottom = Math.min(value.bottom, Math.max(value.top, this.#workbook.bottom, this.#spills.bottom));
    const right = Math.min(value.right, Math.max(value.left, this.#workbook.right, this.#spills.right));
    return this.whole(new Reference(value.sheet, value.top, value.left, bottom, right));
  }

  whole(value: Value): ArrayValue {
    if (value instanceof ArrayValue) return value;
    if (value instanceof Reference) return this.#rectangle(value);
    if (value instanceof Union || value instanceof Lambda) throw VALUE;
    return new ArrayValue(1, 1, [value]);
  }

  #rectangle(reference: Reference): ArrayValue {
    const { top, left, rows, columns } = reference;
    checkSize(rows, columns);
    const known = this.#arrays.get(reference);
    if (known) return known;
    this.spend(rows * columns);
    const cells = Array.from<Element>({ length: rows * columns }).fill(null);
    const isReady = this.#fill(reference, (element, row, column) => {
      cells[(row - top) * columns + column - left] = element;
    });
    if (!isReady) throw BUSY;
    const array = new ArrayValue(rows, columns, cells);
    this.#arrays.set(reference, array);
    return array;
  }

  /** Calls `put` for each cell with content, by columns. False if a cell is not calculated yet. */
  #fill(reference: Reference, put: (element: Element, row: number, column: number) => void): boolean {
    const { sheet, top, left, bottom, right } = reference;
    let isReady = true;
    let filled = 0;
    for (const [column, cells] of this.#workbook.columnsOf(sheet, left, right)) {
      const { rows } = cells;
      for (let at = cells.from(top); at < rows.length; at++) {
        const row = rows[at] ?? 0;
        if (row > bottom) break;
        filled++;
        const cell = this.#workbook.take(sheet, cells, at, column);
        const element = isFormula(cell) ? this.#read(cell) : literal(cell);
        if (element === BUSY) isReady = false;
        else put(element, row, column);
      }
    }
    if (filled < reference.rows * reference.columns) {
      if (this.#await(sheet, top, left, bottom, right)) return false;
      this.#spills.fill(reference, put);
    }
    return isReady;
  }

  each(
    reference: Reference | Union,
    visit: (element: Element, row: number, column: number, sheet: number) => boolean | undefined,
  ): void {
    for (const area of reference instanceof Union ? reference.areas : [reference])
      if (!this.#eachOf(area, visit)) return;
  }

  #eachOf(
    area: Reference,
    visit: (element: Element, row: number, column: number, sheet: number) => boolean | undefined,
  ): boolean {
    const { sheet } = area;
    const found: { readonly element: Element; readonly row: number; readonly column: number }[] = [];
    const isReady = this.#fill(area, (element, row, column) => found.push({ element, row, column }));
    if (!isReady) throw BUSY;
    this.spend(found.length);
    // If there is only one column, the order by columns is also the order by rows.
    if (area.left !== area.right) found.sort((a, b) => a.row - b.row || a.column - b.column);
    for (const { element, row, column } of found)
      if (visit(element, row, column, sheet) === false) return false;
    return true;
  }

  single(value: Value): Element {
    if (value instanceof ArrayValue) return value.at(0, 0);
    if (value instanceof Union || value instanceof Lambda) return VALUE;
    if (!(value instanceof Reference)) return value;
    const one = value.intersected(this.row, this.column);
    return one === null ? VALUE : this.cell(one.sheet, one.top, one.left);
  }

  formula(sheet: number, row: number, column: number): string | null {
    const cell = this.#workbook.at(sheet, row, column);
    return isFormula(cell) ? this.#workbook.writtenText(cell) : null;
  }

  refer(text: string, style: "A1" | "R1C1"): Value {
    const read =
      style === "A1"
        ? readReference(text.trim(), this.row, this.column)
        : readReference(fromR1C1(text.trim(), this.row, this.column) ?? "", this.row, this.column);
    if (read)
      return resolveReference(read, (name) => this.#workbook.placeOf(name))(
        this.sheet,
        this.row,
        this.column,
      );
    const { name, sheet } = nameParts(text);
    const named = this.named(name, sheet);
    if (named === undefined || !(named instanceof Reference || named instanceof Union))
      throw isError(named) ? named : REF;
    return named;
  }

  named(name: string, sheet: string | null): Value | undefined {
    const place = sheet === null ? this.sheet : this.#workbook.placeOf(sheet);
    if (place === undefined) return REF;
    const found = this.#workbook.nameOf(name, place);
    if (!found) return undefined;
    this.enter();
    try {
      // Relative references in names count from the first cell of the grid.
      return this.#workbook.compileText(found.formula, 0, 0).run(this, null);
    } finally {
      this.leave();
    }
  }

  spilled(sheet: number, row: number, column: number): Reference {
    const cell = this.#workbook.at(sheet, row, column);
    if (!isFormula(cell)) throw REF;
    if (this.#read(cell) === BUSY) throw BUSY;
    const { value } = cell;
    if (cell.fills && value !== SPILL) return areaOf(cell, cell.fills);
    if (value instanceof ArrayValue)
      return new Reference(sheet, row, column, row + value.rows - 1, column + value.columns - 1);
    if (isError(value)) throw value;
    // An array of one element is replaced with the element.
    if (this.#workbook.compiledOf(cell).mayBeArray) return new Reference(sheet, row, column, row, column);
    throw REF;
  }

  ask(name: string, args: readonly Scalar[]): Value {
    const question = { name, args };
    const key = questionKey(question);
    const at = this.#workbook.at(this.sheet, this.row, this.column);
    if (isFormula(at)) {
      const askers = this.asked.get(key);
      if (askers) askers.add(at);
      else this.asked.set(key, new Set([at]));
    }
    const answer = this.#options.answers?.get(key);
    if (answer !== undefined) return answer;
    this.#questions.set(key, question);
    this.#isWaiting = true;
    return BUSY;
  }

  random(): number {
    return this.#options.random();
  }

  enter(): void {
    if (this.#depth >= CALLS_MAX) throw NUM;
    this.#depth++;
  }

  leave(): void {
    this.#depth--;
  }

  spend(steps: number): void {
    this.#spent += steps;
    if (this.#spent < SPELL) return;
    this.#spent = 0;
    if (this.#options.mayGoOn && !this.#options.mayGoOn())
      throw new Exhausted("the reading has used up what it was given");
  }

  keep<T extends object>(array: ArrayValue, purpose: string, make: () => T): T {
    return this.#arrays.keep(array, purpose, make);
  }
}
