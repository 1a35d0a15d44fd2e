/**
 * SQL from the description of a table: lists of its columns, and statements that write rows. Every table of a
 * company begins with `company_id`, which is the first parameter of each statement and not part of the
 * description.
 */
import type { PublicId } from "../../core/public-id.ts";
import type { Column, Table, WrittenOf } from "../../core/record.ts";
import type { Tx } from "./db.ts";
import { type Parameter, statement } from "./statement.ts";

type Company = PublicId<"company">;
/** Writes one row; returns the number of rows that were touched. */
type Write<T extends Table> = (tx: Tx, companyId: Company, row: WrittenOf<T>) => Promise<number>;

/** The columns of a table for a select, each with the prefix `alias.` if one is given. */
export function columnsOf(table: Table, alias?: string): string {
  return Object.keys(table.columns)
    .map((name) => (alias === undefined ? name : `${alias}.${name}`))
    .join(", ");
}

/** A column's parameter. The driver would send a list as an array of PostgreSQL, so JSON goes as text. */
function placeholder({ form }: Column, index: number): string {
  return form.kind === "json" ? `$${index}::text::jsonb` : `$${index}`;
}

function parameterOf({ form }: Column, value: unknown): Parameter {
  if (form.kind === "json" && value !== null) return JSON.stringify(value);
  return value as Parameter;
}

function parametersOf(columns: readonly [string, Column][], row: object): Parameter[] {
  const values = row as Readonly<Record<string, unknown>>;
  return columns.map(([name, column]) => parameterOf(column, values[name]));
}

function written(table: Table): [string, Column][] {
  return Object.entries(table.columns).filter(([, { facts }]) => !facts.derived);
}

function insertText(table: Table): string {
  const columns = written(table);
  const placeholders = columns.map(([, column], index) => placeholder(column, index + 2));
  return `insert into ${table.name} (company_id, ${columns.map(([name]) => name).join(", ")})
    values ($1, ${placeholders.join(", ")})`;
}

/** Makes the statement that inserts a row. */
export function inserting<T extends Table>(name: string, table: T): Write<T> {
  const insert = statement<never>(name, insertText(table));
  const columns = written(table);
  return (tx, companyId, row) => tx.run(insert, [companyId, ...parametersOf(columns, row)]);
}

/** The columns that an update sets: those that can change and are not internal, and those named in `also`. */
function changing<T extends Table>(table: T, also: readonly (keyof WrittenOf<T>)[]): [string, Column][] {
  return written(table).filter(
    ([name, { facts }]) =>
      !facts.key && !facts.fixed && (!facts.internal || also.includes(name as keyof WrittenOf<T>)),
  );
}

/**
 * Makes the statement that updates a row by its key: what can change of it and is not internal, and the
 * internal columns named in `also`.
 */
export function updating<T extends Table>(
  name: string,
  table: T,
  also: readonly (keyof WrittenOf<T>)[] = [],
): Write<T> {
  const keys = Object.entries(table.columns).filter(([, { facts }]) => facts.key);
  const changes = changing(table, also);
  const sets = changes.map(
    ([column, each], index) => `${column} = ${placeholder(each, index + 2 + keys.length)}`,
  );
  const found = keys.map(([column], index) => `${column} = $${index + 2}`);
  const update = statement<never>(
    name,
    `update ${table.name} set ${sets.join(", ")} where ${["company_id = $1", ...found].join(" and ")}`,
  );
  return (tx, companyId, row) =>
    tx.run(update, [companyId, ...parametersOf(keys, row), ...parametersOf(changes, row)]);
}

/** The conflict clause of an insert, which updates the row of the same key. */
function onConflict<T extends Table>(table: T, also: readonly (keyof WrittenOf<T>)[]): string {
  const keys = written(table).flatMap(([column, { facts }]) => (facts.key ? [column] : []));
  const sets = changing(table, also).map(([column]) => `${column} = excluded.${column}`);
  return `on conflict (${["company_id", ...keys].join(", ")}) do update set ${sets.join(", ")}`;
}

/**
 * Makes the statement that inserts a row, or updates the one of the same key. Columns named in `also` are
 * updated though they are internal.
 */
export function putting<T extends Table>(
  name: string,
  table: T,
  also: readonly (keyof WrittenOf<T>)[] = [],
): Write<T> {
  const columns = written(table);
  const put = statement<never>(name, `${insertText(table)} ${onConflict(table, also)}`);
  return (tx, companyId, row) => tx.run(put, [companyId, ...parametersOf(columns, row)]);
}

const SQL_TYPES: Readonly<Record<Column["form"]["kind"], string>> = {
  id: "text",
  text: "text",
  word: "text",
  json: "jsonb",
  boolean: "boolean",
  integer: "bigint",
  cents: "bigint",
  seconds: "bigint",
  day: "date",
};

/**
 * Makes the statement that puts any number of rows at once, as `putting` puts one. Rows may refer to each
 * other: the database checks references when the statement is done. `ending` follows the changes of rows that
 * are there: a condition. No two rows may have the same key.
 */
export function puttingAll<T extends Table>(
  name: string,
  table: T,
  also: readonly (keyof WrittenOf<T>)[] = [],
  ending = "",
): (tx: Tx, companyId: Company, rows: readonly WrittenOf<T>[]) => Promise<number> {
  const columns = written(table);
  const names = columns.map(([column]) => column).join(", ");
  const types = columns.map(([column, { form }]) => `${column} ${SQL_TYPES[form.kind]}`).join(", ");
  const put = statement<never>(
    name,
    `insert into ${table.name} (company_id, ${names})
     select $1, ${names} from jsonb_to_recordset($2::text::jsonb) as row (${types})
     ${onConflict(table, also)}${ending}`,
  );
  return (tx, companyId, rows) => tx.run(put, [companyId, JSON.stringify(rows)]);
}
