/**
 * Statements: every SQL text of the project is made here, once, at module load, and has a name under
 * which the server keeps it prepared. The registry lets a test prepare each one on both engines.
 */
import { assert } from "../../core/assert.ts";

/** A value that may be bound to a parameter. */
export type Parameter =
  | string
  | number
  | boolean
  | null
  | Buffer
  | readonly (string | null)[]
  | readonly number[]
  | readonly Buffer[];

declare const row: unique symbol;
/** A named SQL text whose result rows have the shape `Row`. */
export interface Statement<Row> {
  readonly name: string;
  readonly text: string;
  readonly [row]?: Row;
}

const registry = new Map<string, Statement<unknown>>();

/** The server cuts names at this length: two names that differ only after it would be the same statement. */
const NAME_BYTES = 63;

/** Makes a statement. Names are `module.verbNoun`; two texts under one name are refused. */
export function statement<Row>(name: string, text: string): Statement<Row> {
  assert(Buffer.byteLength(name) <= NAME_BYTES, `the name of a statement is too long: ${name}`);
  const known = registry.get(name);
  assert(known === undefined || known.text === text, `two statements are named ${name}`);
  const made: Statement<Row> = { name, text };
  registry.set(name, made);
  return made;
}

/**
 * A family of statements that differ in which of their filters are present: `build` gets the flags and writes
 * the text; each variant is made on first use and is named by a digit for each flag, in their order.
 */
export function statementFamily<Row, Flag extends string>(
  name: string,
  flags: readonly Flag[],
  build: (has: (flag: Flag) => boolean) => string,
): { variant(present: ReadonlySet<Flag>): Statement<Row>; all(): Statement<Row>[] } {
  const made = new Map<number, Statement<Row>>();
  const byMask = (mask: number): Statement<Row> => {
    const known = made.get(mask);
    if (known) return known;
    const present = flags.filter((_, index) => mask & (1 << index));
    const digits = flags.map((flag) => (present.includes(flag) ? "1" : "0")).join("");
    const fresh = statement<Row>(
      `${name}:${digits}`,
      build((flag) => present.includes(flag)),
    );
    made.set(mask, fresh);
    return fresh;
  };
  const family = {
    variant: (present: ReadonlySet<Flag>) =>
      byMask(flags.reduce((mask, flag, index) => mask | (present.has(flag) ? 1 << index : 0), 0)),
    all: () => Array.from({ length: 1 << flags.length }, (_, mask) => byMask(mask)),
  };
  families.push(family);
  return family;
}

const families: { all(): Statement<unknown>[] }[] = [];

/** Every statement made so far, all variants of families included. */
export function allStatements(): Statement<unknown>[] {
  for (const family of families) family.all();
  return [...registry.values()];
}
