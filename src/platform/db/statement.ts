/**
 * Named SQL statements. Each SQL text of the project becomes a statement once, when its module is loaded; the
 * server keeps the prepared statement under its name. The registry lets a test prepare every statement on
 * both engines.
 */
import { assert } from "@daybook/words/assert";

/** A value of a statement's parameter. */
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
  /** True if what it writes outside of a transaction may be lost with the machine's power (`countingOnly`). */
  readonly mayBeLost?: true;
  readonly [row]?: Row;
}

const registry = new Map<string, Statement<unknown>>();

/** The pattern of `like` for all texts that contain this one. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** The server cuts longer names, so that two names that differ only after this length would collide. */
const NAME_BYTES = 63;

/** Makes a statement. Names have the form `module.verbNoun`. Two texts with one name fail an assertion. */
export function statement<Row>(name: string, text: string): Statement<Row> {
  assert(Buffer.byteLength(name) <= NAME_BYTES, `the name of a statement is too long: ${name}`);
  const existing = registry.get(name);
  assert(existing === undefined || existing.text === text, `two statements are named ${name}`);
  const created: Statement<Row> = { name, text };
  registry.set(name, created);
  return created;
}

/**
 * Makes a statement that only counts, or notes when something was used. Run outside of a transaction it does
 * not wait until its commit is on the disk: a killed process loses nothing, a loss of power may undo the
 * counts of the last moments. Never for what a caller is told is recorded.
 */
export function countingOnly<Row>(name: string, text: string): Statement<Row> {
  const created: Statement<Row> = { ...statement<Row>(name, text), mayBeLost: true };
  registry.set(name, created);
  return created;
}

/**
 * Makes a family of statements, one for each combination of flags, such as filters that a query uses. `build`
 * writes the text; `has` tells it which flags are present. Each statement is made on first use; its name ends
 * with a digit for each flag, in the order of `flags`.
 */
export function statementFamily<Row, Flag extends string>(
  name: string,
  flags: readonly Flag[],
  build: (has: (flag: Flag) => boolean) => string,
): { variant(present: ReadonlySet<Flag>): Statement<Row>; all(): Statement<Row>[] } {
  const statements = new Map<number, Statement<Row>>();
  const byMask = (mask: number): Statement<Row> => {
    const existing = statements.get(mask);
    if (existing) return existing;
    const present = flags.filter((_, index) => mask & (1 << index));
    const digits = flags.map((flag) => (present.includes(flag) ? "1" : "0")).join("");
    const created = statement<Row>(
      `${name}:${digits}`,
      build((flag) => present.includes(flag)),
    );
    statements.set(mask, created);
    return created;
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

/** Returns every statement made so far and all variants of all families. */
export function allStatements(): Statement<unknown>[] {
  for (const family of families) family.all();
  return [...registry.values()];
}

/**
 * Returns the command that sets a setting until the end of the transaction. A distributed database passes
 * `set local` on to its servers, as it does not pass on `set_config`. The command can have no parameters, so
 * it has no name either: it is parsed each time, which takes less than a function call. `value` must not be
 * the input of a request.
 */
export const setLocal = (setting: string, value: string): Statement<never> => ({
  name: "",
  text: `set local ${setting} = '${value}'`,
});

/** Cuts a text into its commands. Strings, names, comments and bodies of functions may contain semicolons. */
export function commandsOf(sql: string): string[] {
  const commands =
    sql.match(/(?:--[^\n]*|\/\*[\s\S]*?\*\/|'[^']*'|"[^"]*"|(\$\w*\$)[\s\S]*?\1|[^;])+/g) ?? [];
  return commands.filter((command) => command.replaceAll(/--[^\n]*|\s/g, "") !== "");
}
