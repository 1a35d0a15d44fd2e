/**
 * Derives parts of the contract from a table's description: members of the API's schemas, views of rows, and
 * the schema, reader and writer of a bundle record. All casts from derived types to plain values are in this
 * file.
 */
import Type, { type Static, type TObject, type TOptional, type TSchema, type TUnsafe } from "typebox";
import type { UnixSeconds } from "../core/civil-date.ts";
import { idPattern } from "../core/public-id.ts";
import {
  type Column,
  type Columns,
  defaultOf,
  type Facts,
  NOW,
  type ReadOf,
  type RecordOf,
  type RowOf,
  type Table,
  type WrittenOf,
} from "../core/record.ts";
import { BundleProblem, readDay, readSeconds, textSchema } from "./bundle.ts";
import { patternSchema } from "./faults.ts";
import { exactly, nullable } from "./operation.ts";
import { centsSchema, dateSchema, timestampSchema } from "./schemas.ts";

type Api<C> =
  C extends Column<infer Value, infer Stated, infer F>
    ? TUnsafe<
        (unknown extends Stated ? Value : Stated) | (F extends { readonly nullable: true } ? null : never)
      >
    : never;
type Members<C extends Columns, N extends keyof C> = { readonly [M in N]: Api<C[M]> };

/** The bounds of a number, as JSON Schema has them. */
function boundsOf({ least, most }: Facts): object {
  return {
    ...(least === undefined ? {} : { minimum: least }),
    ...(most === undefined ? {} : { maximum: most }),
  };
}

/** The schema of text: bounded in a bundle; text of an answer is not. */
function textOf({ form, facts }: Column, description: string, isBundle: boolean): TSchema {
  const pattern = form.kind === "text" ? form.pattern : null;
  if (!isBundle) return Type.String({ ...(pattern ? { pattern: pattern.source } : {}), description });
  return pattern
    ? patternSchema(pattern.source, pattern.sentence, description)
    : textSchema(description, facts.least === 0 ? 0 : 1);
}

/** The schema of a column's values, null left out. */
function schemaOf(column: Column, description: string, isBundle: boolean): TSchema {
  const { form, facts } = column;
  switch (form.kind) {
    case "id":
      return Type.String({ description, pattern: form.of.map(idPattern).join("|") });
    case "text":
      return textOf(column, description, isBundle);
    case "texts":
      return Type.Array(Type.String(), { description });
    case "word":
      return Type.Enum([...form.words], { description });
    case "json":
      return Type.Unsafe({ ...form.schema, description });
    case "boolean":
      return Type.Boolean({ description });
    case "integer":
      return Type.Integer({ ...boundsOf(facts), description });
    case "cents":
      return centsSchema(description, isBundle ? boundsOf(facts) : {});
    case "day":
      return dateSchema(description);
    case "seconds":
      return timestampSchema(description);
  }
}

/**
 * A JSON value with the members of each object in the order of its schema, because `jsonb` does not keep
 * their order.
 */
function inOrder(schema: TSchema, value: unknown): unknown {
  const { items, properties } = schema as {
    readonly items?: TSchema;
    readonly properties?: Readonly<Record<string, TSchema>>;
  };
  if (Array.isArray(value) && items) return value.map((item) => inOrder(items, item));
  if (typeof value !== "object" || value === null || !properties) return value;
  const members = value as Readonly<Record<string, unknown>>;
  const present = Object.entries(properties).filter(([name]) => name in members);
  return Object.fromEntries(present.map(([name, member]) => [name, inOrder(member, members[name])]));
}

/** A row whose JSON columns have their members in order. */
function ordered<Row extends object>({ columns }: Table, row: Row): Row {
  const changed = Object.entries(columns).flatMap(([name, { form }]) =>
    form.kind === "json" ? [[name, inOrder(form.schema, row[name as keyof Row])]] : [],
  );
  return changed.length === 0 ? row : { ...row, ...(Object.fromEntries(changed) as Partial<Row>) };
}

/** Members of an API schema: the columns of these names, in this order. */
export function membersOf<C extends Columns, N extends keyof C & string>(
  { columns }: Table<C>,
  ...names: readonly N[]
): Members<C, N> {
  const members = names.map((name): [string, TSchema] => {
    const column = columns[name] as Column;
    const schema = schemaOf(column, column.description, false);
    return [name, column.facts.nullable ? nullable(schema) : schema];
  });
  return Object.fromEntries(members) as unknown as Members<C, N>;
}

/**
 * Makes the view of a row: the members of `schema` in their order, each from what `compute` gives, else from
 * the row. `compute` must give the members that are no columns.
 */
export function viewing<
  T extends Table,
  S extends TObject,
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- Keeps words that `compute` gives from becoming strings.
  const M extends Omit<Static<S>, keyof Row> & Partial<Static<S>>,
  Row extends RowOf<T> = RowOf<T>,
>(table: T, schema: S, compute: (row: Row) => M): (row: Row) => Static<S> {
  const names = Object.keys(schema.properties);
  return (row) => {
    const values: Readonly<Record<string, unknown>> = { ...ordered(table, row), ...compute(row) };
    return Object.fromEntries(names.map((name) => [name, values[name]])) as Static<S>;
  };
}

/** The sentence of a column in the bundle, with what a record may leave out. */
function bundleSentence({ description, facts }: Column): string {
  if (facts.whole !== undefined) return facts.whole;
  const sentence = facts.inBundle ?? description;
  if (facts.key) return sentence;
  if (facts.from !== undefined) return `${sentence} Default: \`${facts.from}\`.`;
  if (facts.default === NOW) return `${sentence} Default: the time of the import.`;
  if (facts.default !== undefined)
    return `${sentence} Default: ${typeof facts.default === "string" ? `\`${facts.default}\`` : JSON.stringify(facts.default)}.`;
  return facts.nullable ? `${sentence} Default: null.` : `${sentence} Needed for a new record.`;
}

function statedColumns(table: Table): [name: string, column: Column][] {
  return Object.entries(table.columns).filter(([, { facts }]) => !facts.internal && !facts.derived);
}

/**
 * The schema of a bundle record: every column but internal ones, of which all but the key may be left out,
 * and then `more` members.
 */
export function recordSchema<T extends Table, M extends Record<string, TSchema>>(
  table: T,
  more: M = {} as M,
): TUnsafe<RecordOf<T> & Static<TObject<M>>> {
  const members = statedColumns(table).map(([name, column]): [string, TSchema | TOptional] => {
    const schema = schemaOf(column, bundleSentence(column), true);
    const whole = column.facts.nullable ? nullable(schema) : schema;
    return [name, column.facts.key ? whole : Type.Optional(whole)];
  });
  return exactly({ ...Object.fromEntries(members), ...more }) as unknown as TUnsafe<
    RecordOf<T> & Static<TObject<M>>
  >;
}

/** Reads a value whose form the schema checked already; null for what the schema checks entirely. */
function readerOf({ form }: Column): ((value: unknown, path: string) => unknown) | null {
  if (form.kind === "day") return (value, path) => readDay(value as string, path);
  if (form.kind === "seconds") return (value) => readSeconds(value as number);
  return null;
}

/**
 * Makes the reader of a table's bundle records. A field that is left out keeps its value in a row that exists
 * and takes its default in a new one, as do internal columns. The reader throws `BundleProblem` for a field
 * that a new record needs, for one that can't change, and for a day that does not exist.
 */
export function recordReading<T extends Table>(table: T) {
  const readers = Object.entries(table.columns)
    .filter(([, each]) => !each.facts.derived && (!each.facts.internal || defaultOf(each) !== undefined))
    .map(([name, each]) => ({ name, facts: each.facts, otherwise: defaultOf(each), read: readerOf(each) }));
  return (record: RecordOf<T>, former: WrittenOf<T> | null, path: string, now: UnixSeconds): ReadOf<T> => {
    const stated = record as Readonly<Record<string, unknown>>;
    const kept = former as Readonly<Record<string, unknown>> | null;
    const row: Record<string, unknown> = {};
    for (const { name, facts, otherwise, read } of readers) {
      const value = facts.internal ? undefined : stated[name];
      if (kept !== null && (value === undefined || facts.fixed === true)) row[name] = kept[name];
      else if (value !== undefined) {
        row[name] = value === null || read === null ? value : read(value, `${path}.${name}`);
        if (kept !== null && facts.fixed === "refused" && row[name] !== kept[name])
          throw new BundleProblem(`${path}.${name}`, `is ${String(kept[name])} for ever`);
      } else if (otherwise !== undefined) row[name] = otherwise;
      else if (facts.default === NOW) row[name] = now;
      else if (facts.from !== undefined) row[name] = row[facts.from];
      else throw new BundleProblem(`${path}.${name}`, "is required for a new record");
    }
    return row as ReadOf<T>;
  };
}

/** Makes the writer of a table's bundle records: a row without its internal columns. */
export function recordWriting<T extends Table>(table: T): (row: WrittenOf<T>) => RecordOf<T> {
  const names = statedColumns(table).map(([name]) => name);
  return (row) => {
    const values = ordered(table, row);
    return Object.fromEntries(
      names.map((name) => [name, values[name as keyof WrittenOf<T>]]),
    ) as unknown as RecordOf<T>;
  };
}
