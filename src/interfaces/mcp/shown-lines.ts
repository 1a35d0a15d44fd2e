/**
 * The lines of a statement that an answer shows: those that are not zero, and as many as a model can read.
 * Invariant: totals are those of the whole statement, and the answer says what is left out and how to get it.
 */
import { type Cents, cents } from "@daybook/words/cents";
import { refuse } from "../../core/errors.ts";
import { dollarText } from "@daybook/words/money-text";
import { type Arguments, optionalText } from "./arguments.ts";

/** The most lines of a statement, and the most changes, where the caller names no number: some 4,000 tokens. */
export const MOST_LINES = 120;
const MOST_CHANGES = 60;

/** The lines that a caller wants: see `LINE_PARAMS`. */
export interface Wanted {
  readonly top: number | null;
  readonly depth: number | null;
  readonly under: string | null;
  /** The smallest change to list. */
  readonly minChange: Cents;
}

/** The arguments of a statement beside those of its operation, as JSON Schema. */
export const LINE_PARAMS = {
  top: { type: "integer", description: `The largest lines only; by default ${MOST_LINES}.` },
  depth: { type: "integer", description: "1 shows no lines below the first level." },
  under: { type: "string", description: "A line's id: shows it and the lines below it only." },
  min_change: { type: "number", description: "With `compare_to`: no changes of fewer dollars." },
} as const;

/** Reads the arguments above. Refuses `invalid_request` for values that are no whole number from 1, or no amount. */
export function wantedLines({ top, depth, under, min_change: least }: Arguments): Wanted {
  const whole = (param: string, value: unknown): number | null => {
    if (value === undefined) return null;
    const number = Number(value);
    if (Number.isSafeInteger(number) && number >= 1) return number;
    throw refuse("invalid_request", { param, message: `\`${param}\` must be a whole number from 1.` });
  };
  return {
    top: whole("top", top),
    depth: whole("depth", depth),
    under: optionalText({ under }, "under"),
    minChange: dollarsOf("min_change", least ?? 0),
  };
}

/** Reads an argument of dollars as cents. Refuses `invalid_request` for what is no number from 0. */
export function dollarsOf(param: string, value: unknown): Cents {
  const found = Math.round(Number(value) * 100);
  if (Number.isSafeInteger(found) && found >= 0) return cents(found);
  throw refuse("invalid_request", { param, message: `\`${param}\` must be a number of dollars from 0.` });
}

type Line = Readonly<Record<string, unknown>>;
type Statement = Readonly<Record<string, unknown>>;

/** The lines that an answer shows, and what it reports of the rest. */
export interface Shown {
  readonly statement: Statement;
  readonly remarks: readonly string[];
  /** Arguments that show the lines that were left out for their number; null if none were. */
  readonly goOn: Arguments | null;
}

/** A line with its place among the lines of its list. */
interface Placed {
  readonly line: Line;
  readonly list: string;
  readonly size: number;
  readonly level: number;
  /** The ids of the lines above it. */
  readonly above: readonly string[];
}

const LISTS = ["categories", "departments"];

function idOf(line: Line): string {
  const id = line["category_id"] ?? line["department_id"];
  return typeof id === "string" ? id : "none";
}

function sizeOf(line: Line): number {
  return Math.abs(Number(line["amount_cents"] ?? line["balance_cents"] ?? 0));
}

function placed(list: string, lines: readonly Line[]): Placed[] {
  const parents = new Map(
    lines.map((line) => [idOf(line), line["parent_category_id"] ?? line["parent_department_id"]]),
  );
  return lines.map((line) => {
    const above: string[] = [];
    for (let at = parents.get(idOf(line)); typeof at === "string" && parents.has(at); at = parents.get(at))
      above.push(at);
    return { line, list, size: sizeOf(line), level: above.length + 1, above };
  });
}

function listsOf(statement: Statement): Placed[] {
  return Object.entries(statement).flatMap(([section, value]) =>
    LISTS.flatMap((name) => {
      const lines = ((value ?? {}) as Readonly<Record<string, unknown>>)[name];
      return Array.isArray(lines) ? placed(`${section}.${name}`, lines as readonly Line[]) : [];
    }),
  );
}

/** Returns lines with all lines above them, so that no line lacks its parent. */
function withParents(lines: readonly Placed[], all: readonly Placed[]): ReadonlySet<Line> {
  const wanted = new Set(
    lines.flatMap(({ line, list, above }) => [idOf(line), ...above].map((id) => `${list} ${id}`)),
  );
  return new Set(all.filter(({ line, list }) => wanted.has(`${list} ${idOf(line)}`)).map(({ line }) => line));
}

/**
 * Picks the lines of a statement. Lines of zero are left out, with all that is below them. Refuses
 * `resource_missing` if no line has the id of `under`.
 */
export function shownLines(statement: Statement, { top, depth, under }: Wanted): Shown {
  const all = listsOf(statement);
  const asked = all.filter(
    ({ line, level, above }) =>
      (depth === null || level <= depth) && (under === null || idOf(line) === under || above.includes(under)),
  );
  if (under !== null && asked.length === 0)
    throw refuse("resource_missing", {
      param: "under",
      message: `No line of this statement is ${under.slice(0, 100)}.`,
    });
  const telling = asked.filter(({ size }) => size !== 0);
  const most = top ?? MOST_LINES;
  const largest = telling.toSorted((a, b) => b.size - a.size).slice(0, most);
  const kept = withParents(largest, all);
  const rest = telling.filter(({ line }) => !kept.has(line));
  const zero = asked.filter(({ line, size }) => size === 0 && !kept.has(line)).length;
  const bound = rest.reduce((most_, { size }) => Math.max(most_, size), 0);
  const remarks = [
    ...(rest.length === 0
      ? []
      : [
          `${rest.length} smaller lines are left out, none of more than ${dollarText(cents(bound))}. Totals count them.`,
        ]),
    ...(zero === 0 ? [] : [`${zero} lines of zero are left out.`]),
  ];
  const pick = (lines: unknown): unknown =>
    Array.isArray(lines) ? (lines as readonly Line[]).filter((line) => kept.has(line)) : lines;
  const shown = Object.entries(statement).map(([name, value]) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return [name, value] as const;
    const section = value as Readonly<Record<string, unknown>>;
    const lists = LISTS.filter((list) => list in section).map((list) => [list, pick(section[list])] as const);
    return [name, { ...section, ...Object.fromEntries(lists) }] as const;
  });
  return {
    statement: Object.fromEntries(shown),
    remarks,
    goOn: rest.length === 0 || top !== null ? null : { top: telling.length },
  };
}

/** The largest of the changes of a comparison, which are in the order of their size, and what is left out. */
export function shownChanges<Change extends { readonly change_cents: number }>(
  changes: readonly Change[],
  { top, minChange }: Wanted,
): { readonly changes: readonly Change[]; readonly leftOut: number; readonly remarks: readonly string[] } {
  const large = changes.filter(({ change_cents }) => Math.abs(change_cents) >= minChange);
  const shown = large.slice(0, top ?? MOST_CHANGES);
  const next = changes[shown.length];
  return {
    changes: shown,
    leftOut: changes.length - shown.length,
    remarks: [
      "Lines that `changes` does not list did not change.",
      ...(next === undefined
        ? []
        : [
            `But ${changes.length - shown.length} smaller changes are left out, none of more than ${dollarText(cents(Math.abs(next.change_cents)))}.`,
          ]),
    ],
  };
}
