/**
 * Describes a table's columns as data: the kind of value, whether it may be null, its default, and a sentence
 * of documentation. The types of rows, the lists of columns, the SQL statements, the schemas of the API and
 * the records of the bundle (the JSON file that holds all books of a company) derive from the description.
 * Members that are computed, checks between fields and statements tuned for speed are written as code.
 */
import type { Static, TSchema } from "typebox";
import { assert } from "@daybook/words/assert";
import type { Cents } from "@daybook/words/cents";
import type { CivilDate, UnixSeconds } from "@daybook/words/civil-date";
import type { IdKind, PublicId } from "@daybook/words/public-id";

/** As a column's default: the time of the import. */
export const NOW = Symbol("now");

/** The properties of a column other than the form of its values. */
export interface Facts {
  /** The column belongs to the primary key within the company; its value never changes. */
  readonly key?: true;
  readonly nullable?: true;
  /** The value in a new row if the bundle's record omits the field. A nullable column's default is null. */
  readonly default?: unknown;
  /** The name of an earlier column of the table, whose value is this column's default. */
  readonly defaultFrom?: string;
  /** The column is not in the bundle. */
  readonly internal?: true;
  /**
   * The column is written by separate statements, never with the row; the bundle does not have the column.
   */
  readonly derived?: true;
  /**
   * The column keeps the value with which the row was created. With "refused", an import refuses a bundle
   * that states another value; with `true`, the import ignores that value.
   */
  readonly fixed?: true | "refused";
  /**
   * The member of the bundle's record, if it differs from the column's name: another name, or a member of an
   * object, as in `position.row`.
   */
  readonly bundlePath?: string;
  /** The description in the bundle's schema, if it differs from the one in the API. */
  readonly bundleDescription?: string;
  /**
   * Like `bundleDescription`, and complete: no sentence about the default or about being required is added.
   */
  readonly fullBundleDescription?: string;
  /** The text's pattern or the number's upper bound is a rule for input; the schema of an answer omits it. */
  readonly inputOnly?: true;
  /** The module's own code decides which text is valid; the bundle's schema has no pattern. */
  readonly checkedByModule?: true;
  /**
   * The least and the greatest integer; in a bundle also the bounds of an amount in cents and of a list's
   * length. Text whose `least` is 0 may be empty.
   */
  readonly least?: number;
  readonly most?: number;
}

/** The form of a column's values. */
export type Form =
  | { readonly kind: "id"; readonly of: readonly IdKind[] }
  | { readonly kind: "text"; readonly pattern: { readonly source: string; readonly sentence: string } | null }
  | { readonly kind: "word"; readonly words: readonly string[] }
  | { readonly kind: "json"; readonly schema: TSchema }
  | { readonly kind: "boolean" | "integer" | "cents" | "seconds" | "day" | "texts" | "bytes" };

declare const VALUE: unique symbol;
declare const STATED: unique symbol;

/** A column with values of the type `Value`; a bundle's record states them as `Stated`. */
export interface Column<Value = unknown, Stated = unknown, F extends Facts = Facts> {
  readonly form: Form;
  readonly description: string;
  readonly facts: F;
  readonly [VALUE]?: Value;
  readonly [STATED]?: Stated;
}

export type Columns = Readonly<Record<string, Column>>;

export interface Table<C extends Columns = Columns> {
  readonly name: string;
  readonly columns: C;
}

type ValueOf<C> =
  C extends Column<infer Value, unknown, infer F>
    ? Value | (F extends { readonly nullable: true } ? null : never)
    : never;
type StatedOf<C> =
  C extends Column<unknown, infer Stated, infer F>
    ? Stated | (F extends { readonly nullable: true } ? null : never)
    : never;
type NamesWith<C extends Columns, Fact> = { [N in keyof C]: C[N]["facts"] extends Fact ? N : never }[keyof C];

/** A row of a table, without the column of its company. */
export type RowOf<T extends Table> = { readonly [N in keyof T["columns"]]: ValueOf<T["columns"][N]> };
type DerivedOf<T extends Table> = NamesWith<T["columns"], { readonly derived: true }>;
/** Names of the columns that are not in the bundle. */
type InternalOf<T extends Table> = NamesWith<T["columns"], { readonly internal: true }> | DerivedOf<T>;
type DefaultingOf<T extends Table> = Exclude<
  NamesWith<T["columns"], { readonly nullable: true } | { readonly default: unknown }>,
  NamesWith<T["columns"], { readonly default: typeof NOW }> | DerivedOf<T>
>;
/** The values of the columns with a default in a new row. */
export type DefaultsOf<T extends Table> = Pick<RowOf<T>, DefaultingOf<T>>;
/** A row to write: without derived columns. */
export type WrittenOf<T extends Table> = Omit<RowOf<T>, DerivedOf<T>>;
/** A row read from a bundle's record: without the internal columns that have no default. */
export type ReadOf<T extends Table> = Omit<RowOf<T>, Exclude<InternalOf<T>, DefaultingOf<T>> | DerivedOf<T>>;
/** The part of a row that a bundle's record states. */
export type StatedRowOf<T extends Table> = Omit<RowOf<T>, InternalOf<T>>;
type KeyOf<T extends Table> = NamesWith<T["columns"], { readonly key: true }>;
/** The path of a column's member in a bundle's record. */
type BundlePathOf<C extends Columns, N extends keyof C> = N extends keyof C
  ? C[N]["facts"] extends { readonly bundlePath: infer P extends string }
    ? P
    : N
  : never;
type HeadOf<P> = P extends `${infer H}.${string}` ? H : P;
/** Turns members named by paths into nested objects: `position.row` becomes a member of `position`. */
type Nested<M> = {
  [P in keyof M as HeadOf<P>]: P extends HeadOf<P>
    ? M[P]
    : { [Q in keyof M as Q extends `${HeadOf<P> & string}.${infer R}` ? R : never]: M[Q] };
};
/** A record of a bundle in which the columns `Needed` are required and the others optional. */
type RecordWith<T extends Table, Needed> = Nested<
  {
    readonly [
      N in Extract<Exclude<keyof T["columns"], InternalOf<T>>, Needed> as BundlePathOf<T["columns"], N>
    ]: StatedOf<T["columns"][N]>;
  } & {
    readonly [
      N in Exclude<keyof T["columns"], InternalOf<T> | Needed> as BundlePathOf<T["columns"], N>
    ]?: StatedOf<T["columns"][N]>;
  }
>;
/** A record of a bundle to import: all members except the key are optional. */
export type RecordOf<T extends Table> = RecordWith<T, KeyOf<T>>;
/** A record of a bundle as the service writes it, with all members. */
export type WrittenRecordOf<T extends Table> = RecordWith<T, keyof T["columns"]>;
/** A record of a list that an import replaces completely: only columns with a default are optional. */
export type WholeRecordOf<T extends Table> = RecordWith<
  T,
  Exclude<
    keyof T["columns"],
    NamesWith<T["columns"], { readonly nullable: true } | { readonly default: unknown }>
  >
>;

const described = new Map<string, Table>();

/** Describes a table. The order of the columns is the order of the members in a bundle's record. */
export function table<const C extends Columns>(name: string, columns: C): Table<C> {
  assert(!described.has(name), `the table ${name} is described twice`);
  const description = { name, columns };
  described.set(name, description);
  return description;
}

/** All tables described so far, by name. */
export function describedTables(): ReadonlyMap<string, Table> {
  return described;
}

/** The names of a table's columns, in order. */
export function namesOf<T extends Table>({ columns }: T): (keyof T["columns"])[] {
  return Object.keys(columns);
}

/**
 * Returns a column's default; null for a nullable column without another default. Returns undefined if the
 * column has no default or its default is the time of the import.
 */
export function defaultOf({ facts }: Column): unknown {
  if (facts.default !== undefined) return facts.default === NOW ? undefined : facts.default;
  return facts.nullable ? null : undefined;
}

/** Returns the columns with a default, with their values in a new row. */
export function defaultsOf<T extends Table>({ columns }: T): DefaultsOf<T> {
  return Object.fromEntries(
    Object.entries(columns)
      .map(([name, each]) => [name, each.facts.derived ? undefined : defaultOf(each)] as const)
      .filter(([, value]) => value !== undefined),
  ) as DefaultsOf<T>;
}

function column<Value, Stated, F extends Facts>(
  form: Form,
  description: string,
  facts: F | undefined,
): Column<Value, Stated, F> {
  return { form, description, facts: facts ?? ({} as F) };
}

/** A public id of one of the kinds. */
export function id<K extends IdKind, const F extends Facts>(
  kinds: K | readonly K[],
  description: string,
  facts?: F,
): Column<K extends IdKind ? PublicId<K> : never, string, F> {
  return column({ kind: "id", of: [kinds].flat() }, description, facts);
}

/** Text of at least one character, unless `least` is 0. */
export function text<const F extends Facts>(description: string, facts?: F): Column<string, string, F> {
  return column({ kind: "text", pattern: null }, description, facts);
}

/** A list of texts, stored as an array. */
export function texts<const F extends Facts>(
  description: string,
  facts?: F,
): Column<readonly string[], readonly string[], F> {
  return column({ kind: "texts" }, description, facts);
}

/** Text that matches a pattern; `sentence` is the error for other text, such as "must be four digits". */
export function patterned<const F extends Facts>(
  source: string,
  sentence: string,
  description: string,
  facts?: F,
): Column<string, string, F> {
  return column({ kind: "text", pattern: { source, sentence } }, description, facts);
}

/** A word of a closed list. */
export function word<const W extends string, const F extends Facts>(
  words: readonly W[],
  description: string,
  facts?: F,
): Column<W, W, F> {
  return column({ kind: "word", words }, description, facts);
}

export function boolean<const F extends Facts>(description: string, facts?: F): Column<boolean, boolean, F> {
  return column({ kind: "boolean" }, description, facts);
}

export function integer<const F extends Facts>(description: string, facts?: F): Column<number, number, F> {
  return column({ kind: "integer" }, description, facts);
}

/** An amount in cents. */
export function cents<const F extends Facts>(description: string, facts?: F): Column<Cents, number, F> {
  return column({ kind: "cents" }, description, facts);
}

/** Bytes. They appear in no bundle and in no response. */
export function bytes<const F extends Facts>(description: string, facts?: F): Column<Uint8Array, never, F> {
  return column({ kind: "bytes" }, description, facts);
}

/** A day of the calendar. */
export function day<const F extends Facts>(description: string, facts?: F): Column<CivilDate, string, F> {
  return column({ kind: "day" }, description, facts);
}

/** A moment in Unix seconds. */
export function seconds<const F extends Facts>(
  description: string,
  facts?: F,
): Column<UnixSeconds, number, F> {
  return column({ kind: "seconds" }, description, facts);
}

/**
 * A JSON value that satisfies a schema, stored as `jsonb`. `Value` can be narrower than the schema:
 * `json<Condition[]>()(schema, "...")`.
 */
export function json<Value = never>() {
  return <S extends TSchema, const F extends Facts>(
    schema: S,
    description: string,
    facts?: F,
  ): Column<[Value] extends [never] ? Static<S> : Value, Static<S>, F> =>
    column({ kind: "json", schema }, description, facts);
}

/**
 * The text of a JSON value with the members of each object sorted, because `jsonb` does not keep their order.
 */
function canonicalText(value: unknown): string {
  return JSON.stringify(value, (_name, each: unknown) =>
    typeof each === "object" && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}

/** True if two values of a column are the same; JSON whatever the order of its members. */
export function isSameValue(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === "object" && canonicalText(a) === canonicalText(b));
}

/** True if two rows differ in a column that a bundle contains and that can change. */
export function isChanged<T extends Table>(
  { columns }: T,
  before: StatedRowOf<T>,
  after: StatedRowOf<T>,
): boolean {
  return Object.entries(columns).some(([name, { facts }]) => {
    if (facts.internal || facts.derived || facts.fixed || facts.key) return false;
    return !isSameValue(before[name as keyof StatedRowOf<T>], after[name as keyof StatedRowOf<T>]);
  });
}
