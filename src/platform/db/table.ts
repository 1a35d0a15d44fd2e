/**
 * SQL from the description of a table: lists of its columns, and statements that write rows. Every table of a
 * company begins with `company_id`, which is the first parameter of each statement and not part of the
 * description.
 */
import type { PublicId } from "../../core/public-id.ts";
import type { Column, Table, WrittenOf } from "../../core/record.ts";
import { copyRow } from "./copy.ts";
import type { Queryable, Tx } from "./db.ts";
import { type Parameter, statement } from "./statement.ts";

type Company = PublicId<"company">;
/** Writes one row; returns the number of rows that were touched. */
type Write<T extends Table> = (db: Queryable, companyId: Company, row: WrittenOf<T>) => Promise<number>;
type WriteAll<T extends Table> = (
  db: Queryable,
  companyId: Company,
  rows: readonly WrittenOf<T>[],
) => Promise<number>;

/**
 * The columns of a table for a select, each with the prefix `alias.` if one is given, without `except`. Lists
 * come as JSON, because the driver does not read arrays.
 */
export function columnsOf<T extends Table>(
  { columns }: T,
  alias?: string,
  except: readonly (keyof T["columns"])[] = [],
): string {
  return Object.entries(columns)
    .filter(([name]) => !except.includes(name))
    .map(([name, { form }]) => {
      const column = alias === undefined ? name : `${alias}.${name}`;
      return form.kind === "texts" ? `to_json(${column}) as ${name}` : column;
    })
    .join(", ");
}

/** A row of a table, named `alias`, as a JSON object for a select; without `except`, and with `more`. */
export function objectOf<T extends Table>(
  { columns }: T,
  alias: string,
  except: readonly (keyof T["columns"])[] = [],
  ...more: readonly string[]
): string {
  const names = Object.keys(columns).filter((name) => !except.includes(name));
  return `json_build_object(${[...names.map((name) => `'${name}', ${alias}.${name}`), ...more].join(", ")})`;
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
  return (db, companyId, row) => db.run(insert, [companyId, ...parametersOf(columns, row)]);
}

/** The columns that an update sets: those that can change, without those of `except`. */
function changing<T extends Table>(table: T, except: readonly (keyof WrittenOf<T>)[]): [string, Column][] {
  return written(table).filter(
    ([name, { facts }]) => !facts.key && !facts.fixed && !except.includes(name as keyof WrittenOf<T>),
  );
}

function keysOf(table: Table): [string, Column][] {
  return Object.entries(table.columns).filter(([, { facts }]) => facts.key);
}

/** Makes the statement that updates a row by its key: what can change of it, without `except`. */
export function updating<T extends Table>(
  name: string,
  table: T,
  except: readonly (keyof WrittenOf<T>)[] = [],
): Write<T> {
  const keys = keysOf(table);
  const changes = changing(table, except);
  const sets = changes.map(
    ([column, each], index) => `${column} = ${placeholder(each, index + 2 + keys.length)}`,
  );
  const found = keys.map(([column], index) => `${column} = $${index + 2}`);
  const update = statement<never>(
    name,
    `update ${table.name} set ${sets.join(", ")} where ${["company_id = $1", ...found].join(" and ")}`,
  );
  return (db, companyId, row) =>
    db.run(update, [companyId, ...parametersOf(keys, row), ...parametersOf(changes, row)]);
}

/** The conflict clause of an insert, which updates the row of the same key. */
function onConflict<T extends Table>(table: T, except: readonly (keyof WrittenOf<T>)[]): string {
  const keys = keysOf(table).map(([column]) => column);
  const sets = changing(table, except).map(([column]) => `${column} = excluded.${column}`);
  return `on conflict (${["company_id", ...keys].join(", ")}) do update set ${sets.join(", ")}`;
}

/**
 * Makes the statement that inserts a row, or updates the one of the same key, but for `except`; `ending`
 * follows the changes of a row that is there: further ones, or a condition.
 */
export function putting<T extends Table>(
  name: string,
  table: T,
  except: readonly (keyof WrittenOf<T>)[] = [],
  ending = "",
): Write<T> {
  const columns = written(table);
  const put = statement<never>(name, `${insertText(table)} ${onConflict(table, except)}${ending}`);
  return (db, companyId, row) => db.run(put, [companyId, ...parametersOf(columns, row)]);
}

const SQL_TYPES: Readonly<Record<Column["form"]["kind"], string>> = {
  id: "text",
  text: "text",
  texts: "text[]",
  word: "text",
  json: "jsonb",
  boolean: "boolean",
  integer: "bigint",
  cents: "bigint",
  seconds: "bigint",
  day: "date",
  bytes: "bytea",
};

/** Rows that are the parameter $2, a JSON text. */
function rowsOf(table: Table): string {
  const types = written(table).map(([column, { form }]) => `${column} ${SQL_TYPES[form.kind]}`);
  return `jsonb_to_recordset($2::text::jsonb) as row (${types.join(", ")})`;
}

function insertAllText(table: Table): string {
  const names = written(table).map(([column]) => column);
  return `insert into ${table.name} (company_id, ${names.join(", ")})
     select $1, ${names.join(", ")} from ${rowsOf(table)}`;
}

/** Makes the statement that inserts any number of rows at once. */
export function insertingAll<T extends Table>(name: string, table: T): WriteAll<T> {
  const insert = statement<never>(name, insertAllText(table));
  return (db, companyId, rows) => db.run(insert, [companyId, JSON.stringify(rows)]);
}

/** Rows of one message of COPY. */
const COPIED_ROWS = 200;

/** Makes a COPY of rows into a table; for many rows it is faster than an insert, despite its round trips. */
export function copying<T extends Table>(
  table: T,
): (tx: Tx, companyId: Company, rows: readonly WrittenOf<T>[]) => Promise<void> {
  const columns = written(table);
  const into = `${table.name} (company_id, ${columns.map(([name]) => name).join(", ")})`;
  return (tx, companyId, rows) => tx.copyIn(into, copyTexts(columns, companyId, rows));
}

function* copyTexts(
  columns: readonly [string, Column][],
  companyId: Company,
  rows: readonly object[],
): Generator<string, void, undefined> {
  for (let from = 0; from < rows.length; from += COPIED_ROWS) {
    yield rows
      .slice(from, from + COPIED_ROWS)
      .map((row) =>
        copyRow([companyId, ...(parametersOf(columns, row) as (string | number | boolean | null)[])]),
      )
      .join("");
  }
}

/**
 * Makes the statements that update rows by their keys, as `updating` updates one; a single row has a
 * statement of its own, of which the plan is always the same.
 */
export function updatingAll<T extends Table>(
  name: string,
  table: T,
  except: readonly (keyof WrittenOf<T>)[] = [],
): WriteAll<T> {
  const updateOne = updating(`${name}One`, table, except);
  const sets = changing(table, except).map(([column]) => `${column} = row.${column}`);
  const found = keysOf(table).map(([column]) => `t.${column} = row.${column}`);
  // With their number said, few rows are looked up by key; of a function's rows the planner expects a
  // hundred, for which it may read the whole table.
  const update = statement<never>(
    name,
    `update ${table.name} t set ${sets.join(", ")} from (select * from ${rowsOf(table)} limit $3) row
     where ${["t.company_id = $1", ...found].join(" and ")}`,
  );
  return (db, companyId, rows) => {
    const [only] = rows;
    return only !== undefined && rows.length === 1
      ? updateOne(db, companyId, only)
      : db.run(update, [companyId, JSON.stringify(rows), rows.length]);
  };
}

/**
 * Makes the statement that puts any number of rows at once, as `putting` puts one. Rows may refer to each
 * other: the database checks references when the statement is done. `ending` follows the changes of rows that
 * are there: a condition. No two rows may have the same key.
 */
export function puttingAll<T extends Table>(
  name: string,
  table: T,
  except: readonly (keyof WrittenOf<T>)[] = [],
  ending = "",
): WriteAll<T> {
  const put = statement<never>(name, `${insertAllText(table)} ${onConflict(table, except)}${ending}`);
  return (db, companyId, rows) => db.run(put, [companyId, JSON.stringify(rows)]);
}
