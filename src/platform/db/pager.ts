/**
 * Lists that are read in pages, stated as data: their order, their filters, and what their records are. From
 * that come the statements, one for each choice of filters, their parameters, and the test that the record of
 * a cursor is of the list. Invariant: the condition in SQL and the test of a record are two readings of one
 * filter.
 */
import { type CivilDate, FIRST_DATE, LAST_DATE } from "../../core/civil-date.ts";
import { refuse } from "../../core/errors.ts";
import type { JsonLayout, JsonRows } from "../../core/json-rows.ts";
import type { PublicId } from "../../core/public-id.ts";
import type { Queryable } from "./db.ts";
import { type Parameter, type Statement, statementFamily } from "./statement.ts";

type Company = PublicId<"company">;
type Value = string | number | boolean | readonly string[] | null;
type Values = Readonly<Record<string, Value>>;

/** How the value of a column is compared with the one that is asked for: in SQL, and of a record. */
const COMPARISONS = {
  /** The same. */
  is: {
    sql: (column: string, parameter: string) => `${column} = ${parameter}`,
    fits: (had: unknown, wanted: Value) => had === wanted,
  },
  /** This day or a later one. */
  from: {
    sql: (column: string, parameter: string) => `${column} >= ${parameter}::date`,
    fits: (had: unknown, wanted: Value) => String(had) >= String(wanted),
  },
  /** This day or an earlier one. */
  to: {
    sql: (column: string, parameter: string) => `${column} <= ${parameter}::date`,
    fits: (had: unknown, wanted: Value) => String(had) <= String(wanted),
  },
  /** One of these. */
  among: {
    sql: (column: string, parameter: string) => `${column} = any (${parameter}::text[])`,
    fits: (had: unknown, wanted: Value) => Array.isArray(wanted) && wanted.includes(had),
  },
  /** A list with this in it. */
  holds: {
    sql: (column: string, parameter: string) => `${parameter} = any (${column})`,
    fits: (had: unknown, wanted: Value) => Array.isArray(had) && had.includes(wanted),
  },
} as const;
type Comparison = keyof typeof COMPARISONS;

interface FilterFacts {
  /** The column may change between two pages, so the record of a cursor need not fit. */
  readonly changes?: true;
  /** It chooses no index. All filters of this kind are stated together, and let through what is not asked. */
  readonly joined?: true;
  /** The list's text states the condition, with its parameter from `given`. */
  readonly apart?: true;
  /** Values that have a text each, for indexes of only these records or of only the others. */
  readonly apiece?: string | true;
  /** The condition in SQL, for a list whose cursors are bound to what is asked for. */
  readonly sql?: (parameter: string) => string;
}

/** A filter: how one column is compared, such as `{ from: "date" }`. */
type Filter<Column> = FilterFacts &
  (
    | { readonly is: Column }
    | { readonly from: Column }
    | { readonly to: Column }
    | { readonly among: Column }
    | { readonly holds: Column }
  );

/** The value of a filter that is asked for; null where nothing is. */
type AskedOf<F> = F extends { readonly among: string }
  ? readonly string[] | null
  : F extends { readonly apiece: true }
    ? boolean | null
    : F extends { readonly from: string } | { readonly to: string }
      ? CivilDate | null
      : string | number | null;

/** A place in the order of a list: ids of any kind, and plain numbers. */
type PlaceOf<Row, K> = {
  readonly [Column in keyof K & keyof Row]: Row[Column] extends CivilDate
    ? CivilDate
    : Row[Column] extends string
      ? string
      : number;
};

/** The types of key columns, as a parameter that is compared with them is cast. */
type KeyType = "text" | "date" | "smallint" | "integer" | "bigint";

/** The parts of a list's text. `$1` is the company, `$2` the number of rows. */
interface PageText {
  /** The conditions. */
  readonly where: string;
  /** The columns of the order, of rows of another name where one is given. */
  readonly order: (alias?: string) => string;
  /** The parameters of the filters that are asked for, by name. */
  readonly given: Readonly<Record<string, string | undefined>>;
}

interface ListFacts<Row, K, F> {
  /** The name of its statements. */
  readonly name: string;
  /** The name of its rows, where they have one. */
  readonly alias?: string;
  /** The columns by which it is ordered. */
  readonly key: K;
  /** True for the last ones first. */
  readonly descending?: true;
  /** What every record of the list is. */
  readonly only?: Partial<Row>;
  /** The same, of what changes: the record of a cursor may have been so before. */
  readonly now?: Partial<Row>;
  readonly filters: F;
  readonly text: (parts: PageText) => string;
  /** The `param` of the refusal of a cursor. */
  readonly param?: string;
}

interface Pager<Row, Result, Place, Query> {
  /** Up to `limit` + 1 rows behind a place, null for the beginning. */
  list(
    db: Queryable,
    companyId: Company,
    query: Query & { readonly limit: number },
    after: Place | null,
  ): Promise<Result[]>;
  /** The same as JSON. */
  listJson<View>(
    db: Queryable,
    companyId: Company,
    query: Query & { readonly limit: number },
    after: Place | null,
    layout: JsonLayout<View>,
  ): Promise<JsonRows<View>>;
  /**
   * The record behind which a page begins, whose id is the cursor; null for the beginning. Refuses
   * `resource_missing` for one that is not there, or that the filters never let through.
   */
  place(
    query: Query & { readonly starting_after: string | null },
    find: (id: string) => Promise<Row | null>,
  ): Promise<Row | null>;
}

/** What a page of a list is asked for. */
export type QueryOf<P> =
  P extends Pager<infer _Row, infer _Result, infer _Place, infer Query>
    ? Query & { readonly limit: number; readonly starting_after: string | null }
    : never;

/** A choice of the statements: some conditions, which are stated where `parameters` is not null. */
interface Part {
  readonly flag: string;
  readonly parameters: (asked: Values, after: Values | null) => readonly Value[] | null;
  readonly conditions: (next: () => string, given: Record<string, string>) => readonly string[];
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

/** The choices of one filter. */
function partsOfFilter(name: string, filter: AnyFilter, alias: string | undefined): Part[] {
  const { test, column: bare } = comparisonOf(filter);
  const column = columnIn(alias, bare);
  const { apiece } = filter;
  const whenAsked = (asked: Values): readonly Value[] | null =>
    asked[name] === null ? null : [asked[name] ?? null];
  if (apiece === true)
    return [true, false].map((value) => ({
      flag: `${name} is ${value}`,
      parameters: (asked) => (asked[name] === value ? [] : null),
      conditions: () => [value ? column : `not ${column}`],
    }));
  const conditionsOf: Part["conditions"] = (next, given) => {
    const parameter = (given[name] = next());
    if (filter.apart) return [];
    return [filter.sql?.(parameter) ?? COMPARISONS[test].sql(column, parameter)];
  };
  if (apiece === undefined) return [{ flag: name, parameters: whenAsked, conditions: conditionsOf }];
  return [
    {
      flag: `${name} is ${apiece}`,
      parameters: (asked) => (asked[name] === apiece ? [] : null),
      conditions: () => [`${column} = ${literal(apiece)}`],
    },
    {
      flag: `${name} is another`,
      parameters: (asked) => (asked[name] === apiece ? null : whenAsked(asked)),
      // Said twice, so that an index of only the others can be used.
      conditions: (next, given) => [`${column} <> ${literal(apiece)}`, ...conditionsOf(next, given)],
    },
  ];
}

/**
 * The choice of all joined filters at once: any of them is asked for. They are left out where none is,
 * because what a plan expects of them is far too few rows.
 */
function joinedPart(filters: readonly (readonly [string, AnyFilter])[], alias: string | undefined): Part {
  const OPEN: Partial<Record<Comparison, Value>> = { from: FIRST_DATE, to: LAST_DATE };
  const all = filters.map(([name, filter]) => ({ name, ...comparisonOf(filter) }));
  return {
    flag: "joined",
    parameters: (asked) =>
      all.every(({ name }) => asked[name] === null)
        ? null
        : all.map(({ name, test }) => asked[name] ?? OPEN[test] ?? null),
    conditions: (next) =>
      all.map(({ test, column }) => {
        const parameter = next();
        const condition = COMPARISONS[test].sql(columnIn(alias, column), parameter);
        return test in OPEN ? condition : `(${parameter}::text is null or ${condition})`;
      }),
  };
}

/** The choice of a page behind a place. */
function placePart({ key, alias, descending }: AnyFacts): Part {
  const columns = Object.keys(key);
  return {
    flag: "after",
    parameters: (_, after) => after && columns.map((column) => after[column] ?? null),
    conditions: (next) => {
      const had = columns.map((column) => columnIn(alias, column)).join(", ");
      const place = Object.values(key).map(
        (type = "text") => `${next()}${type === "text" ? "" : `::${type}`}`,
      );
      return [`(${had}) ${descending ? "<" : ">"} (${place.join(", ")})`];
    },
  };
}

/** All choices, in the order in which their parameters stand. */
function partsOf(facts: AnyFacts): Part[] {
  const { alias } = facts;
  const filters = Object.entries(facts.filters);
  const joined = filters.filter(([, filter]) => filter.joined);
  return [
    ...(joined.length === 0 ? [] : [joinedPart(joined, alias)]),
    ...filters.flatMap(([name, filter]) => (filter.joined ? [] : partsOfFilter(name, filter, alias))),
    placePart(facts),
  ];
}

/** `$1` and `$2` are the company and the number of rows. */
const FIXED_PARAMETERS = 2;

function textOf(facts: AnyFacts, chosen: readonly Part[]): string {
  let last = FIXED_PARAMETERS;
  const next = (): string => `$${(last += 1)}`;
  const given: Record<string, string> = {};
  const always = Object.entries({ ...facts.only, ...facts.now }).map(([name, value]) => {
    const column = columnIn(facts.alias, name);
    return typeof value === "boolean" ? (value ? column : `not ${column}`) : `${column} = ${literal(value)}`;
  });
  const conditions = [
    `${columnIn(facts.alias, "company_id")} = $1`,
    ...always,
    ...chosen.flatMap((part) => part.conditions(next, given)),
  ];
  const direction = facts.descending ? " desc" : "";
  return facts.text({
    where: conditions.join(" and "),
    order: (alias = facts.alias) =>
      Object.keys(facts.key)
        .map((column) => `${columnIn(alias, column)}${direction}`)
        .join(", "),
    given,
  });
}

/** Makes the test that a record may stand in the list, or may have stood there when its cursor was given. */
function standing(facts: AnyFacts): (record: Values, asked: Values) => boolean {
  const only = Object.entries(facts.only ?? {});
  const lasting = Object.entries(facts.filters).flatMap(([name, filter]) =>
    filter.changes ? [] : [{ name, ...comparisonOf(filter) }],
  );
  return (record, asked) =>
    only.every(([column, value]) => record[column] === value) &&
    lasting.every(({ name, test, column }) => {
      const wanted = asked[name] ?? null;
      return wanted === null || COMPARISONS[test].fits(record[column], wanted);
    });
}

/** Makes the pager of a list of records `Row`; `Result` is a row of its statements. */
export function pager<Row extends object, Result = Row>() {
  return <
    const K extends { readonly [Column in keyof Row & string]?: KeyType },
    const F extends Readonly<Record<string, Filter<keyof Row & string>>>,
  >(
    facts: ListFacts<Row, K, F>,
  ): Pager<Row, Result, PlaceOf<Row, K>, { readonly [Name in keyof F]: AskedOf<F[Name]> }> => {
    const parts = partsOf(facts);
    const stands = standing(facts);
    const family = statementFamily<Result, string>(
      facts.name,
      parts.map(({ flag }) => flag),
      (has) =>
        textOf(
          facts,
          parts.filter(({ flag }) => has(flag)),
        ),
    );
    const ask = (
      companyId: Company,
      query: Values & { readonly limit: number },
      after: object | null,
    ): [Statement<Result>, readonly Parameter[]] => {
      const present: [string, readonly Parameter[]][] = [];
      for (const { flag, parameters } of parts) {
        const taken = parameters(query, after as Values | null);
        if (taken !== null) present.push([flag, taken]);
      }
      return [
        family.variant(new Set(present.map(([flag]) => flag))),
        [companyId, query.limit + 1, ...present.flatMap(([, taken]) => taken)],
      ];
    };
    return {
      list: (db, companyId, query, after) => db.list(...ask(companyId, query, after)),
      listJson: (db, companyId, query, after, layout) => db.listJson(...ask(companyId, query, after), layout),
      async place(query, find) {
        if (query.starting_after === null) return null;
        const record = await find(query.starting_after);
        if (record === null || !stands(record as Values, query))
          throw refuse("resource_missing", facts.param === undefined ? {} : { param: facts.param });
        return record;
      },
    };
  };
}
