/** The types of compiled formulas, and the engine that runs them. */
import type { Calculation } from "./calculation.ts";
import type { FormulaFunction, Operand } from "./define.ts";
import { NAME, type Reference, type Value } from "./values.ts";

/** The services that a reading offers to compiled formulas, beyond those for functions. */
export interface Engine extends Calculation {
  /** The rectangle that the array of a cell fills. Throws #REF! if the cell has no array. */
  spilled(sheet: number, row: number, column: number): Reference;
  /** The value of a name, or undefined. */
  named(name: string, sheet: string | null): Value | undefined;
  /** To be called around each call of a lambda. Throws #NUM! where they are nested too deep. */
  enter(): void;
  leave(): void;
}

/** The variables of LET and LAMBDA, the innermost first. */
export interface Variables {
  readonly name: string;
  readonly value: Operand;
  readonly outer: Variables | null;
}

export type Run = (engine: Engine, variables: Variables | null) => Value;
/** Like `Run`, for an operand: one that is not written is EMPTY. */
export type RunOperand = (engine: Engine, variables: Variables | null) => Operand;

/** Something compiled, and whether it may come to an array or to several cells, and so might spill. */
export interface Compiled {
  readonly run: Run;
  readonly mayBeArray: boolean;
}

export interface Scope {
  readonly functions: ReadonlyMap<string, FormulaFunction>;
  /** A worksheet's place by its name without regard to case. */
  placeOf(name: string): number | undefined;
  /** True if a name, in small letters, may stand for an array. */
  mayNameBeArray(name: string): boolean;
  /** The cell of the formula that is compiled; relative references are stored as distances from it. */
  readonly row: number;
  readonly column: number;
  /** The names of variables that are known here, each with whether it may be an array. */
  readonly variables: ReadonlyMap<string, boolean>;
}

export interface CompiledOperand {
  readonly run: RunOperand;
  readonly mayBeArray: boolean;
}

/**
 * The value of a variable: `undefined` where a lambda was called without it, EMPTY where its place was left
 * empty.
 */
export function variable(name: string, variables: Variables | null): Operand {
  for (let each = variables; each !== null; each = each.outer) if (each.name === name) return each.value;
  return NAME;
}
