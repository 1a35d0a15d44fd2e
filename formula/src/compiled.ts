/** The types of compiled formulas, and the engine that runs them. */
import type { Calculation } from "./calculation.ts";
import type { FormulaFunction, Operand } from "./define.ts";
import { NAME, type Reference, type Value } from "./values.ts";

/** The services that a reading offers to compiled formulas, in addition to those for functions. */
export interface Engine extends Calculation {
  /** Returns the rectangle that the array of a cell fills. Throws #REF! if the cell has no array. */
  spilled(sheet: number, row: number, column: number): Reference;
  /** Returns the value of a defined name, or undefined. */
  named(name: string, sheet: string | null): Value | undefined;
  /**
   * Must be called before each call of a lambda, and `leave` after it. Throws #NUM! if the calls are nested
   * too deep.
   */
  enter(): void;
  leave(): void;
}

/** A list of the variables of LET and LAMBDA. The innermost variable comes first. */
export interface Variables {
  readonly name: string;
  readonly value: Operand;
  readonly outer: Variables | null;
}

export type Run = (engine: Engine, variables: Variables | null) => Value;
/** Like `Run`, for an operand. An empty operand is EMPTY. */
export type RunOperand = (engine: Engine, variables: Variables | null) => Operand;

/**
 * A compiled formula or part of one. `mayBeArray` is true if its result may be an array or several cells, and
 * so may spill.
 */
export interface Compiled {
  readonly run: Run;
  readonly mayBeArray: boolean;
}

export interface Scope {
  readonly functions: ReadonlyMap<string, FormulaFunction>;
  /** Returns the index of a worksheet by name, regardless of letter case. */
  placeOf(name: string): number | undefined;
  /** True if a name, in lower case, may stand for an array. */
  mayNameBeArray(name: string): boolean;
  /** The cell of the compiled formula. Relative references are stored as distances from it. */
  readonly row: number;
  readonly column: number;
  /** The names of the variables in scope. The value is true if the variable may be an array. */
  readonly variables: ReadonlyMap<string, boolean>;
}

export interface CompiledOperand {
  readonly run: RunOperand;
  readonly mayBeArray: boolean;
}

/**
 * Returns the value of a variable: `undefined` if a lambda was called without the argument, EMPTY if the
 * argument was left empty.
 */
export function variable(name: string, variables: Variables | null): Operand {
  for (let each = variables; each !== null; each = each.outer) if (each.name === name) return each.value;
  return NAME;
}
