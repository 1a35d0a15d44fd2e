/**
 * Lists that are read in pages, described as data: the order, the filters and the conditions that all records
 * meet. From the description come the statements (one for each combination of filters), their parameters, and
 * the check that the record of a cursor belongs to the list. Invariant: the SQL condition and the check of a
 * record are derived from the same filter, so they agree.
 */
import { type CivilDate, FIRST_DATE, LAST_DATE } from "@daybook/words/civil-date";
import { refuse } from "../../core/errors.ts";
import type { JsonLayout, JsonRows } from "../../core/json-rows.ts";
import type { PublicId } from "@daybook/words/public-id";
import type { Queryable } from "./db.ts";
import { type Parameter, type Statement, statementFamily } from "./statement.ts";

type Company = PublicId<"company">;
type Value = string | number | boolean | readonly string[] | null;
type Values = Readonly<Record<string, Value>>;

/** How a column is compared with the value of a filter: in SQL, and in a record that was read before. */
const COMPARISONS = {
  /** The column equals the value. */
  is: {
    sql: (column: string, parameter: string) => `${column} = ${parameter}`,
    matches: (actual: unknown, wanted: Value) => actual === wanted,
  },
  /** The column is this day or a later one. */
  from: {
    sql: (column: string, parameter: string) => `${column} >= ${parameter}::date`,
    matches: (actual: unknown, wanted: Value) => String(actual) >= String(wanted),
  },
  /** The column is this day or an earlier one. */
  to: {
    sql: (column: string, parameter: string) => `${column} <= ${parameter}::date`,
    matches: (actual: unknown, wanted: Value) => String(actual) <= String(wanted),
  },
  /** The column equals one of several values. */
  among: {
    sql: (column: string, parameter: string) => `${column} = any (${parameter}::text[])`,
    matches: (actual: unknown, wanted: Value) => Array.isArray(wanted) && wanted.includes(actual),
  },
  /** The column equals none of several values. */
  outside: {
    sql: (column: string, parameter: string) => `${column} <> all (${parameter}::text[])`,
    matches: (actual: unknown, wanted: Value) => Array.isArray(wanted) && !wanted.includes(actual),
  },
  /** The column is null, or is not. */
  absent: {
    sql: (column: string, parameter: string) => `(${column} is null) = ${parameter}::boolean`,
    matches: (actual: unknown, wanted: Value) => (actual === null) === wanted,
  },
  /** The column is a list that contains the value. */
  holds: {
    sql: (column: string, parameter: string) => `${parameter} = any (${column})`,
    matches: (actual: unknown, wanted: Value) => Array.isArray(actual) && actual.includes(wanted),
  },
} as const;
type Comparison = keyof typeof COMPARISONS;

interface FilterFacts {
  /** The column may change between two pages, so the record of a cursor need not match this filter. */
  readonly mutable?: true;
  /**
   * No index depends on the filter. All combined filters are in a statement together or not at all; those
   * without a value have no effect.
   */
  readonly combined?: true;
  /** `ListFacts.text` writes the condition, with the parameter from `parameters`. */
  readonly conditionInText?: true;
  /**
   * The value that is written into the statement as a literal instead of a parameter, so that a partial index
   * of this value or of all other values can be used. `true`: each value of a boolean.
   */
  readonly inlined?: string | true;
  /** Writes the condition, for a list that doesn't check its cursors by `cursorRecord`. */
  readonly sql?: (parameter: string) => string;
}

/** A filter: how one column is compared, such as `{ from: "date" }`. */
type Filter<Column> = FilterFacts &
  (
    | { readonly is: Column }
    | { readonly from: Column }
    | { readonly to: Column }
    | { readonly among: Column }
    | { readonly outside: Column }
    | { readonly holds: Column }
    | { readonly absent: Column }
  );

/** The value of a filter in a query; null if the query does not filter by it. */
type FilterValueOf<F> = F extends { readonly among: string } | { readonly outside: string }
  ? readonly string[] | null
  : F extends { readonly inlined: true } | { readonly absent: string }
    ? boolean | null
    : F extends { readonly from: string } | { readonly to: string }
      ? CivilDate | null
      : string | number | null;

/** A position in the order of a list: the values of the key columns, ids of any kind and plain numbers. */
type PositionOf<Row, K> = {
  readonly [Column in keyof K & keyof Row]: Row[Column] extends CivilDate
    ? CivilDate
    : Row[Column] extends string
      ? string
      : number;
};

/** The SQL types of key columns, to which the parameters of a position are cast. */
type KeyType = "text" | "date" | "smallint" | "integer" | "bigint";

/** The parts from which a list's text is written. `$1` is the company, `$2` the number of rows. */
export interface PageText {
  /** The conditions, joined by `and`. */
  readonly where: string;
  /** Returns the columns of `order by`, with `alias` instead of the list's own alias if it is given. */
  readonly order: (alias?: string) => string;
  /** The parameters of the filters that the query uses, such as `$3`, by the names of the filters. */
  readonly parameters: Readonly<Record<string, string | undefined>>;
}

interface ListFacts<Row, K, F> {
  /** The beginning of the names of the statements. */
  readonly name: string;
  /** The table alias in the text, if there is one. */
  readonly alias?: string;
  /** The columns of the order, with their types. */
  readonly key: K;
  readonly descending?: true;
  /** Values that every record of the list has, and never loses. */
  readonly only?: Partial<Row>;
  /** Values that every record of the list has now. The record of a cursor may have lost them meanwhile. */
  readonly onlyNow?: Partial<Row>;
  readonly filters: F;
  readonly text: (parts: PageText) => string;
  /** The `param` of the error for an invalid cursor. */
  readonly param?: string;
}

interface Pager<Row, Result, Position, Query> {
  /** Returns up to `limit` + 1 rows after a position, or from the beginning for null. */
  list(
    db: Queryable,
    companyId: Company,
    query: Query & { readonly limit: number },
    after: Position | null,
  ): Promise<Result[]>;
  /** Returns the same rows as JSON. */
  listJson<View>(
    db: Queryable,
    companyId: Company,
    query: Query & { readonly limit: number },
    after: Position | null,
    layout: JsonLayout<View>,
  ): Promise<JsonRows<View>>;
  /**
   * Returns the record after which the page begins, whose id is the cursor; null for the first page. Throws
   * the refusal `resource_missing` if there is no such record, or if it was never in the list that the query
   * selects.
   */
  cursorRecord(
    query: Query & { readonly starting_after: string | null },
    find: (id: string) => Promise<Row | null>,
  ): Promise<Row | null>;
}

/** The query for a page of a list: the values of the filters, the limit and the cursor. */
export type QueryOf<P> =
  P extends Pager<infer _Row, infer _Result, infer _Position, infer Query>
    ? Query & { readonly limit: number; readonly starting_after: string | null }
    : never;

/**
 * Conditions that a statement has or lacks. Each combination of parts is a statement of its own, which `flag`
 * tells apart.
 */
interface OptionalPart {
  readonly flag: string;
  /** Returns the values of the parameters, or null if a query does not need the part. */
  readonly values: (query: Values, after: Values | null) => readonly Value[] | null;
  /** Writes the conditions. `next` returns a new parameter; `parameters` collects them by filter. */
  readonly conditions: (next: () => string, parameters: Record<string, string>) => readonly string[];
}

type AnyFilter = Filter<string>;
type AnyFacts = ListFacts<
  object,
  Readonly<Record<string, KeyType | undefined>>,
  Readonly<Record<string, AnyFilter>>
>;

function comparisonOf(filter: AnyFilter): { readonly test: Comparison; readonly column: string } {
  for (const [test, column] of Object.entries(filter))
    if (test in COMPARISONS) return { test: test as Comparison, column: String(column) };
  throw new Error("a filter compares no column");
}

const columnIn = (alias: string | undefined, column: string): string =>
  alias === undefined ? column : `${alias}.${column}`;

const literal = (value: unknown): string => `'${String(value)}'`;

/** Returns the optional parts of one filter. */
function partsOfFilter(name: string, filter: AnyFilter, alias: string | undefined): OptionalPart[] {
  const { test, column: bareColumn } = comparisonOf(filter);
  const column = columnIn(alias, bareColumn);
  const { inlined } = filter;
  const valueIn = (query: Values): readonly Value[] | null =>
    query[name] === null ? null : [query[name] ?? null];
  if (inlined === true)
    return [true, false].map((value) => ({
      flag: `${name} is ${value}`,
      values: (query) => (query[name] === value ? [] : null),
      conditions: () => [value ? column : `not ${column}`],
    }));
  const conditionsOf: OptionalPart["conditions"] = (next, parameters) => {
    const parameter = (parameters[name] = next());
    if (filter.conditionInText) return [];
    return [filter.sql?.(parameter) ?? COMPARISONS[test].sql(column, parameter)];
  };
  if (inlined === undefined) return [{ flag: name, values: valueIn, conditions: conditionsOf }];
  return [
    {
      flag: `${name} is ${inlined}`,
      values: (query) => (query[name] === inlined ? [] : null),
      conditions: () => [`${column} = ${literal(inlined)}`],
    },
    {
      flag: `${name} is another`,
      values: (query) => (query[name] === inlined ? null : valueIn(query)),
      // The first condition follows from the second, but lets the planner use an index of all other values.
      conditions: (next, parameters) => [
        `${column} <> ${literal(inlined)}`,
        ...conditionsOf(next, parameters),
      ],
    },
  ];
}

/**
 * Returns the part of all combined filters, which a query needs if it filters by any of them. Queries that
 * filter by none leave the part out, because the planner would expect far too few rows from its conditions.
 */
function combinedPart(
  filters: readonly (readonly [string, AnyFilter])[],
  alias: string | undefined,
): OptionalPart {
  const UNLIMITED: Partial<Record<Comparison, Value>> = { from: FIRST_DATE, to: LAST_DATE };
  const all = filters.map(([name, filter]) => ({ name, ...comparisonOf(filter) }));
  return {
    flag: "combined",
    values: (query) =>
      all.every(({ name }) => query[name] === null)
        ? null
        : all.map(({ name, test }) => query[name] ?? UNLIMITED[test] ?? null),
    conditions: (next) =>
      all.map(({ test, column }) => {
        const parameter = next();
        const condition = COMPARISONS[test].sql(columnIn(alias, column), parameter);
        return test in UNLIMITED ? condition : `(${parameter}::text is null or ${condition})`;
      }),
  };
}

/** Returns the part for a page that begins after a position. */
function positionPart({ key, alias, descending }: AnyFacts): OptionalPart {
  const columns = Object.keys(key);
  return {
    flag: "after",
    values: (_, after) => after && columns.map((column) => after[column] ?? null),
    conditions: (next) => {
      const keyColumns = columns.map((column) => columnIn(alias, column)).join(", ");
      const position = Object.values(key).map(
        (type = "text") => `${next()}${type === "text" ? "" : `::${type}`}`,
      );
      return [`(${keyColumns}) ${descending ? "<" : ">"} (${position.join(", ")})`];
    },
  };
}

/** Returns all optional parts, in the order of their parameters. */
function partsOf(facts: AnyFacts): OptionalPart[] {
  const { alias } = facts;
  const filters = Object.entries(facts.filters);
  const combined = filters.filter(([, filter]) => filter.combined);
  return [
    ...(combined.length === 0 ? [] : [combinedPart(combined, alias)]),
    ...filters.flatMap(([name, filter]) => (filter.combined ? [] : partsOfFilter(name, filter, alias))),
    positionPart(facts),
  ];
}

/** `$1` and `$2` are the company and the number of rows. */
const FIXED_PARAMETERS = 2;

/** Writes the statement with these optional parts. */
function textOf(facts: AnyFacts, parts: readonly OptionalPart[]): string {
  let last = FIXED_PARAMETERS;
  const next = (): string => `$${(last += 1)}`;
  const parameters: Record<string, string> = {};
  const always = Object.entries({ ...facts.only, ...facts.onlyNow }).map(([name, value]) => {
    const column = columnIn(facts.alias, name);
    return typeof value === "boolean" ? (value ? column : `not ${column}`) : `${column} = ${literal(value)}`;
  });
  const conditions = [
    `${columnIn(facts.alias, "company_id")} = $1`,
    ...always,
    ...parts.flatMap((part) => part.conditions(next, parameters)),
  ];
  const direction = facts.descending ? " desc" : "";
  return facts.text({
    where: conditions.join(" and "),
    order: (alias = facts.alias) =>
      Object.keys(facts.key)
        .map((column) => `${columnIn(alias, column)}${direction}`)
        .join(", "),
    parameters,
  });
}

/**
 * Makes the check of a cursor's record: it returns true if the record is in the list of a query, or may have
 * been in the list when the cursor was issued.
 */
function cursorCheck(facts: AnyFacts): (record: Values, query: Values) => boolean {
  const only = Object.entries(facts.only ?? {});
  const immutable = Object.entries(facts.filters).flatMap(([name, filter]) =>
    filter.mutable ? [] : [{ name, ...comparisonOf(filter) }],
  );
  return (record, query) =>
    only.every(([column, value]) => record[column] === value) &&
    immutable.every(({ name, test, column }) => {
      const wanted = query[name] ?? null;
      return wanted === null || COMPARISONS[test].matches(record[column], wanted);
    });
}

/** Behind every id. */
const LAST_ID = "\u{10ffff}";

/** A place in a list by date, the latest first: a record, or the end of a day. */
interface DatePlace {
  readonly date: CivilDate;
  readonly id: string;
}

/** The place behind which a page of such a list begins: a record, or the end of the last day if that is later. */
export function startByDate(after: DatePlace | null, lastDay: CivilDate | null): DatePlace {
  const end = { date: lastDay ?? LAST_DATE, id: LAST_ID };
  return after === null || after.date > end.date ? end : after;
}

/**
 * Makes the pager of a list of records `Row`. `Result` is the type of the rows that the statements return.
 */
export function pager<Row extends object, Result = Row>() {
  return <
    const K extends { readonly [Column in keyof Row & string]?: KeyType },
    const F extends Readonly<Record<string, Filter<keyof Row & string>>>,
  >(
    facts: ListFacts<Row, K, F>,
  ): Pager<Row, Result, PositionOf<Row, K>, { readonly [Name in keyof F]: FilterValueOf<F[Name]> }> => {
    const parts = partsOf(facts);
    const isCursorValid = cursorCheck(facts);
    const family = statementFamily<Result, string>(
      facts.name,
      parts.map(({ flag }) => flag),
      (has) =>
        textOf(
          facts,
          parts.filter(({ flag }) => has(flag)),
        ),
    );
    const callFor = (
      companyId: Company,
      query: Values & { readonly limit: number },
      after: object | null,
    ): [Statement<Result>, readonly Parameter[]] => {
      const needed: [string, readonly Parameter[]][] = [];
      for (const part of parts) {
        const values = part.values(query, after as Values | null);
        if (values !== null) needed.push([part.flag, values]);
      }
      return [
        family.variant(new Set(needed.map(([flag]) => flag))),
        [companyId, query.limit + 1, ...needed.flatMap(([, values]) => values)],
      ];
    };
    return {
      list: (db, companyId, query, after) => db.list(...callFor(companyId, query, after)),
      listJson: (db, companyId, query, after, layout) =>
        db.listJson(...callFor(companyId, query, after), layout),
      async cursorRecord(query, find) {
        if (query.starting_after === null) return null;
        const record = await find(query.starting_after);
        if (record === null || !isCursorValid(record as Values, query))
          throw refuse("resource_missing", facts.param === undefined ? {} : { param: facts.param });
        return record;
      },
    };
  };
}
