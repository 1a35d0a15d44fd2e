/**
 * Answers of the API in a form that is short and that a model can't misread: amounts are dollars as text,
 * times are ISO 8601, and records of one kind are a table whose columns are named once. Nothing else changes,
 * so the API's answer could be made from it again.
 */
import { cents } from "@daybook/words/cents";
import { type UnixSeconds, unixSeconds } from "@daybook/words/civil-date";
import { dollarText } from "@daybook/words/money-text";

type Members = Readonly<Record<string, unknown>>;

/** Records of one kind: the names of their members once, and their values row by row. */
export interface Table {
  /** The `object` that all rows have, if they have one. */
  readonly of?: string;
  readonly columns: readonly string[];
  /** Null where a record has no value. A column without any values is left out. */
  readonly rows: readonly (readonly unknown[])[];
}

const CENTS_END = "_cents";
/** The names of times, which the API gives as Unix seconds. */
const TIMES = /^(?:at|created|updated|stale_since)$|_at$/;
/** Members whose own members are all cents, whatever their names. */
const OF_CENTS: ReadonlySet<string> = new Set(["ages"]);

/** Says how to read the form, once in every answer that has amounts. */
export const FORM = "Amounts are dollars: `amount` here is the API's `amount_cents`.";

/**
 * Returns a JSON value in the form above: a member `x_cents` becomes `x`, such as `-$1,234.56`; a list of
 * objects becomes a `Table`, of which `columns` picks those to keep.
 */
export function compacted(value: unknown, columns: ReadonlySet<string> | null = null): unknown {
  if (Array.isArray(value)) return listOf(value, columns);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [shownName(name), shownValue(name, member, columns)]),
  );
}

/** The name that a member of the API has in an answer. */
export function shownName(name: string): string {
  return name.endsWith(CENTS_END) ? name.slice(0, -CENTS_END.length) : name;
}

function shownValue(name: string, value: unknown, columns: ReadonlySet<string> | null): unknown {
  if (OF_CENTS.has(name) && isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([each, amount]) => [each, dollarText(cents(Number(amount)))]),
    );
  if (typeof value !== "number") return compacted(value, columns);
  if (name.endsWith(CENTS_END)) return dollarText(cents(value));
  return TIMES.test(name) ? isoText(unixSeconds(value)) : value;
}

function listOf(list: readonly unknown[], columns: ReadonlySet<string> | null): unknown {
  if (list.length === 0 || !list.every(isObject)) return list.map((each) => compacted(each));
  const kind = list[0]?.["object"];
  const isOneKind = typeof kind === "string" && list.every(({ object }) => object === kind);
  const names = [...new Set(list.flatMap(Object.keys))].filter(
    (name) =>
      !(isOneKind && name === "object") &&
      (columns === null || columns.has(shownName(name))) &&
      list.some((each) => (each[name] ?? null) !== null),
  );
  return {
    ...(isOneKind ? { of: kind } : {}),
    columns: names.map(shownName),
    rows: list.map((each) => names.map((name) => shownValue(name, each[name] ?? null, null))),
  } satisfies Table;
}

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The second that was formatted last, which most members of an answer share. */
let lastSecond: { readonly at: UnixSeconds; readonly text: string } | null = null;

/** Formats an instant as ISO 8601. */
export function isoText(at: UnixSeconds): string {
  if (lastSecond?.at !== at)
    lastSecond = { at, text: new Date(at * 1000).toISOString().replace(".000Z", "Z") };
  return lastSecond.text;
}
