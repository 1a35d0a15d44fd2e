/**
 * Derives parts of the contract from a table's description: members of the API's schemas, views of rows, and
 * the schema, reader and writer of a bundle record. All casts from derived types to plain values are in this
 * file.
 */
import Type, { type Static, type TObject, type TSchema, type TUnsafe } from "typebox";
import type { UnixSeconds } from "@daybook/words/civil-date";
import { idPattern } from "@daybook/words/public-id";
import {
  type Column,
  type Columns,
  defaultOf,
  type Facts,
  NOW,
  type ReadOf,
  type RecordOf,
  type RowOf,
  type StatedRowOf,
  type Table,
  type WholeRecordOf,
  type WrittenRecordOf,
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
function boundsOf({ least, most, inputOnly }: Facts, isBundle: boolean): object {
  return {
    ...(least === undefined ? {} : { minimum: least }),
    ...(most === undefined || (inputOnly && !isBundle) ? {} : { maximum: most }),
  };
}

/** The largest length of a list: bundles have one, answers have none. */
function lengthOf({ most }: Facts, isBundle: boolean): object {
  return isBundle && most !== undefined ? { maxItems: most } : {};
}

/** The schema of a text, with a largest length in a bundle and without one in an answer. */
function textOf({ form, facts }: Column, description: string, isBundle: boolean): TSchema {
  const pattern = form.kind === "text" ? form.pattern : null;
  if (facts.checkedByModule) return Type.String({ description });
  if (!isBundle)
    return Type.String({ ...(pattern && !facts.inputOnly ? { pattern: pattern.source } : {}), description });
  return pattern
    ? patternSchema(pattern.source, pattern.sentence, description)
    : textSchema(description, facts.least === 0 ? 0 : 1);
}

/** The schema of a column's values, without null. */
function schemaOf(column: Column, description: string, isBundle: boolean): TSchema {
  const { form, facts } = column;
  switch (form.kind) {
    case "id":
      return Type.String({ description, pattern: form.of.map(idPattern).join("|") });
    case "text":
      return textOf(column, description, isBundle);
    case "texts":
      return Type.Array(Type.String(), { ...lengthOf(facts, isBundle), description });
    case "word":
      return Type.Enum([...form.words], { description });
    case "json":
      return Type.Unsafe({ ...form.schema, description });
    case "boolean":
      return Type.Boolean({ description });
    case "integer":
      return Type.Integer({ ...boundsOf(facts, isBundle), description });
    case "cents":
      return centsSchema(description, isBundle ? boundsOf(facts, true) : {});
    case "day":
      return dateSchema(description);
    case "seconds":
      return timestampSchema(description);
    case "bytes":
      return Type.Never({ description });
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
  Row extends Partial<RowOf<T>> = RowOf<T>,
>(table: T, schema: S, compute: (row: Row) => M): (row: Row) => Static<S> {
  const names = Object.keys(schema.properties);
  return (row) => {
    const values: Readonly<Record<string, unknown>> = { ...ordered(table, row), ...compute(row) };
    return Object.fromEntries(names.map((name) => [name, values[name]])) as Static<S>;
  };
}

/** The sentence of a column in the bundle, with what becomes of a field that a record may leave out. */
function bundleSentence({ description, facts }: Column, isNeeded: boolean): string {
  if (facts.fullBundleDescription !== undefined) return facts.fullBundleDescription;
  const sentence = facts.bundleDescription ?? description;
  if (isNeeded) return sentence;
  if (facts.defaultFrom !== undefined) return `${sentence} Default: \`${facts.defaultFrom}\`.`;
  if (facts.default === NOW) return `${sentence} Default: the time of the import.`;
  if (facts.default !== undefined)
    return `${sentence} Default: ${typeof facts.default === "string" ? `\`${facts.default}\`` : JSON.stringify(facts.default)}.`;
  return facts.nullable ? `${sentence} Default: null.` : `${sentence} Needed for a new record.`;
}

function statedColumns(table: Table): [name: string, column: Column][] {
  return Object.entries(table.columns).filter(([, { facts }]) => !facts.internal && !facts.derived);
}

/** Where a column is in a bundle's record: its member, and its name in that if the member is an object. */
function placeOf(name: string, { facts }: Column): readonly [member: string, inner: string | undefined] {
  const [member = name, inner] = (facts.bundlePath ?? name).split(".");
  return [member, inner];
}

/**
 * Members of a bundle record for all columns but internal ones, each of which may be left out unless
 * `isNeeded`; `more` members stand before the column `before`, or last.
 */
function recordMembers(
  table: Table,
  more: Record<string, TSchema>,
  before: string | undefined,
  isNeeded: (facts: Facts) => boolean,
): TObject {
  const members: Record<string, TSchema> = {};
  for (const [name, column] of statedColumns(table)) {
    if (name === before) Object.assign(members, more);
    const [member, inner] = placeOf(name, column);
    const needed = isNeeded(column.facts);
    const stated = schemaOf(column, bundleSentence(column, needed), true);
    const whole = column.facts.nullable ? nullable(stated) : stated;
    const schema = needed ? whole : Type.Optional(whole);
    if (inner === undefined) members[member] = schema;
    else {
      const object = exactly({ ...(members[member] as TObject | undefined)?.properties, [inner]: schema });
      members[member] = object.required ? object : Type.Optional(object);
    }
  }
  return exactly({ ...members, ...more });
}

/**
 * The schema of a bundle record: every column but internal ones, of which all but the key may be left out,
 * and `more` members before one of the columns, or last.
 */
export function recordSchema<T extends Table, M extends Record<string, TSchema>>(
  table: T,
  more: M = {} as M,
  before?: keyof T["columns"] & string,
): TUnsafe<RecordOf<T> & Static<TObject<M>>> {
  const schema = recordMembers(table, more, before, ({ key }) => key === true);
  return schema as unknown as TUnsafe<RecordOf<T> & Static<TObject<M>>>;
}

/** The same for a list that is replaced as a whole: columns without a default are required. */
export function wholeRecordSchema<T extends Table, M extends Record<string, TSchema>>(
  table: T,
  more: M = {} as M,
  before?: keyof T["columns"] & string,
): TUnsafe<WholeRecordOf<T> & Static<TObject<M>>> {
  const schema = recordMembers(
    table,
    more,
    before,
    (facts) => !facts.nullable && facts.default === undefined,
  );
  return schema as unknown as TUnsafe<WholeRecordOf<T> & Static<TObject<M>>>;
}

/** Reads a value whose form the schema has checked; null if nothing is left to check. */
function readerOf({ form }: Column): ((value: unknown, path: string) => unknown) | null {
  if (form.kind === "day") return (value, path) => readDay(value as string, path);
  if (form.kind === "seconds") return (value) => readSeconds(value as number);
  return null;
}

function valueAt(record: Values, [member, inner]: ReturnType<typeof placeOf>): unknown {
  const value = record[member];
  return inner === undefined ? value : (value as Values | undefined)?.[inner];
}

/** A column as it is read from records. */
interface FieldReader {
  readonly name: string;
  readonly facts: Facts;
  readonly place: ReturnType<typeof placeOf>;
  readonly otherwise: unknown;
  readonly read: ReturnType<typeof readerOf>;
}

type Values = Readonly<Record<string, unknown>>;

/** The value that a record states; refuses another one than that of the row `kept` where it can't change. */
function statedValue({ name, facts, read }: FieldReader, stated: unknown, kept: Values | null, path: string) {
  const value =
    stated === null || read === null ? stated : read(stated, `${path}.${facts.bundlePath ?? name}`);
  if (kept !== null && facts.fixed === "refused" && value !== kept[name])
    throw new BundleProblem(`${path}.${facts.bundlePath ?? name}`, `is ${String(kept[name])} for ever`);
  return value;
}

/** The value of a field that a new record leaves out; `row` has the columns before it. */
function defaultValue({ name, facts, otherwise }: FieldReader, row: Values, now: UnixSeconds, path: string) {
  if (otherwise !== undefined) return otherwise;
  if (facts.default === NOW) return now;
  if (facts.defaultFrom !== undefined) return row[facts.defaultFrom];
  throw new BundleProblem(`${path}.${facts.bundlePath ?? name}`, "is required for a new record");
}

/**
 * Makes the reader of a table's bundle records. A field that is left out keeps its value in a row that exists
 * and takes its default in a new one, as do internal columns. The reader throws `BundleProblem` for a field
 * that a new record needs, for one that can't change, and for a day that does not exist.
 */
export function recordReading<T extends Table>(table: T) {
  const readers = Object.entries(table.columns)
    .filter(([, each]) => !each.facts.derived && (!each.facts.internal || defaultOf(each) !== undefined))
    .map(([name, each]): FieldReader => ({
      name,
      facts: each.facts,
      place: placeOf(name, each),
      otherwise: defaultOf(each),
      read: readerOf(each),
    }));
  return (record: RecordOf<T>, former: ReadOf<T> | null, path: string, now: UnixSeconds): ReadOf<T> => {
    const kept = former as Values | null;
    const row: Record<string, unknown> = {};
    for (const reader of readers) {
      const { name, facts, place } = reader;
      const value = facts.internal ? undefined : valueAt(record, place);
      if (kept !== null && (value === undefined || facts.fixed === true)) row[name] = kept[name];
      else if (value === undefined) row[name] = defaultValue(reader, row, now, path);
      else row[name] = statedValue(reader, value, kept, path);
    }
    return row as ReadOf<T>;
  };
}

/** Makes the writer of a table's bundle records: a row without its internal columns. */
export function recordWriting<T extends Table>(table: T): (row: StatedRowOf<T>) => WrittenRecordOf<T> {
  const places = statedColumns(table).map(([name, column]) => [name, placeOf(name, column)] as const);
  return (row) => {
    const values = ordered(table, row);
    const record: Record<string, unknown> = {};
    for (const [name, [member, inner]] of places) {
      const value = values[name as keyof StatedRowOf<T>];
      if (inner === undefined) record[member] = value;
      else record[member] = { ...(record[member] as object | undefined), [inner]: value };
    }
    return record as WrittenRecordOf<T>;
  };
}
