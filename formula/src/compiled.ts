/** What trees are compiled to, and what compiled formulas are run with. */
import type { Calculation } from "./calculation.ts";
import type { FormulaFunction, Operand } from "./define.ts";
import { NAME, type Reference, type Value } from "./values.ts";

/** What compiled formulas ask of a reading beyond what functions may ask. */
export interface Engine extends Calculation {
  /** The rectangle that the array of a cell fills. Throws #REF! where there is none. */
  spilled(sheet: number, row: number, column: number): Reference;
  /** What a name stands for, or undefined. */
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
  /** Whether a name, in small letters, may stand for an array. */
  mayNameBeArray(name: string): boolean;
  /** Where the formula stands that is compiled; its relative references are kept as distances. */
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
