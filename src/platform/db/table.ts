/**
 * Derives SQL from the description of a table (core/record.ts): lists of its columns, and statements that
 * write rows. Every table of a company has the column `company_id`, which is the first parameter of each
 * statement and not part of the description.
 */
import type { PublicId } from "@daybook/words/public-id";
import type { Column, Table, WrittenOf } from "../../core/record.ts";
import { copyRow } from "./copy.ts";
import type { Queryable, Tx } from "./db.ts";
import { type Parameter, statement } from "./statement.ts";

type Company = PublicId<"company">;
/** Writes one row. Returns 1, or 0 if no row was inserted or updated. */
type Write<T extends Table> = (db: Queryable, companyId: Company, row: WrittenOf<T>) => Promise<number>;
type WriteAll<T extends Table> = (
  db: Queryable,
  companyId: Company,
  rows: readonly WrittenOf<T>[],
) => Promise<number>;

/**
 * Returns the columns of a table for a select, without `except`. Each has the prefix `alias.` if an alias is
 * given. Lists are converted to JSON, because the driver does not read arrays.
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

/**
 * Returns the expression for a row as a JSON object, without the columns `except`. `alias` is the table's
 * alias; `more` are further arguments of `json_build_object`.
 */
export function jsonObjectOf<T extends Table>(
  { columns }: T,
  alias: string,
  except: readonly (keyof T["columns"])[] = [],
  ...more: readonly string[]
): string {
  const names = Object.keys(columns).filter((name) => !except.includes(name));
  return `json_build_object(${[...names.map((name) => `'${name}', ${alias}.${name}`), ...more].join(", ")})`;
}

/** Returns a column's parameter. JSON is sent as text, because a list would be sent as a PostgreSQL array. */
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

/** Returns the columns that are written with the row, with their names. */
function writtenColumns(table: Table): [string, Column][] {
  return Object.entries(table.columns).filter(([, { facts }]) => !facts.derived);
}

function insertText(table: Table): string {
  const columns = writtenColumns(table);
  const placeholders = columns.map(([, column], index) => placeholder(column, index + 2));
  return `insert into ${table.name} (company_id, ${columns.map(([name]) => name).join(", ")})
    values ($1, ${placeholders.join(", ")})`;
}

/** Makes the statement that inserts a row. */
export function makeInsert<T extends Table>(name: string, table: T): Write<T> {
  const insert = statement<never>(name, insertText(table));
  const columns = writtenColumns(table);
  return (db, companyId, row) => db.run(insert, [companyId, ...parametersOf(columns, row)]);
}

/** Returns the columns that an update sets: those that can change, without `except`. */
function updatedColumns<T extends Table>(
  table: T,
  except: readonly (keyof WrittenOf<T>)[],
): [string, Column][] {
  return writtenColumns(table).filter(
    ([name, { facts }]) => !facts.key && !facts.fixed && !except.includes(name as keyof WrittenOf<T>),
  );
}

function keysOf(table: Table): [string, Column][] {
  return Object.entries(table.columns).filter(([, { facts }]) => facts.key);
}

/** Makes the statement that updates a row by its key. Sets the columns that can change, without `except`. */
export function makeUpdate<T extends Table>(
  name: string,
  table: T,
  except: readonly (keyof WrittenOf<T>)[] = [],
): Write<T> {
  const keys = keysOf(table);
  const changes = updatedColumns(table, except);
  const sets = changes.map(
    ([column, each], index) => `${column} = ${placeholder(each, index + 2 + keys.length)}`,
  );
  const keyConditions = keys.map(([column], index) => `${column} = $${index + 2}`);
  const update = statement<never>(
    name,
    `update ${table.name} set ${sets.join(", ")} where ${["company_id = $1", ...keyConditions].join(" and ")}`,
  );
  return (db, companyId, row) =>
    db.run(update, [companyId, ...parametersOf(keys, row), ...parametersOf(changes, row)]);
}

/** Returns the clause that makes an insert update an existing row with the same key. */
function onConflict<T extends Table>(table: T, except: readonly (keyof WrittenOf<T>)[]): string {
  const keys = keysOf(table).map(([column]) => column);
  const sets = updatedColumns(table, except).map(([column]) => `${column} = excluded.${column}`);
  return `on conflict (${["company_id", ...keys].join(", ")}) do update set ${sets.join(", ")}`;
}

/**
 * Makes the statement that inserts a row, or updates the existing row with the same key, except for the
 * columns `except`. `ending` is SQL after the assignments of the update: further assignments, or a condition.
 */
export function makeUpsert<T extends Table>(
  name: string,
  table: T,
  except: readonly (keyof WrittenOf<T>)[] = [],
  ending = "",
): Write<T> {
  const columns = writtenColumns(table);
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

/** Returns the `from` item that reads rows from the parameter $2, a JSON text. */
function rowsOf(table: Table): string {
  const types = writtenColumns(table).map(([column, { form }]) => `${column} ${SQL_TYPES[form.kind]}`);
  return `jsonb_to_recordset($2::text::jsonb) as row (${types.join(", ")})`;
}

function insertAllText(table: Table): string {
  const names = writtenColumns(table).map(([column]) => column);
  return `insert into ${table.name} (company_id, ${names.join(", ")})
     select $1, ${names.join(", ")} from ${rowsOf(table)}`;
}

/** Makes the statement that inserts any number of rows at once. */
export function makeInsertAll<T extends Table>(name: string, table: T): WriteAll<T> {
  const insert = statement<never>(name, insertAllText(table));
  return (db, companyId, rows) => db.run(insert, [companyId, JSON.stringify(rows)]);
}

/** The number of rows in one message of COPY. */
const ROWS_PER_MESSAGE = 200;

/**
 * Makes a COPY into a table. For many rows a COPY is faster than an insert, despite its further round trips.
 */
export function makeCopy<T extends Table>(
  table: T,
): (tx: Tx, companyId: Company, rows: readonly WrittenOf<T>[]) => Promise<void> {
  const columns = writtenColumns(table);
  const into = `${table.name} (company_id, ${columns.map(([name]) => name).join(", ")})`;
  return (tx, companyId, rows) => tx.copyIn(into, copyTexts(columns, companyId, rows));
}

function* copyTexts(
  columns: readonly [string, Column][],
  companyId: Company,
  rows: readonly object[],
): Generator<string, void, undefined> {
  for (let from = 0; from < rows.length; from += ROWS_PER_MESSAGE) {
    yield rows
      .slice(from, from + ROWS_PER_MESSAGE)
      .map((row) =>
        copyRow([companyId, ...(parametersOf(columns, row) as (string | number | boolean | null)[])]),
      )
      .join("");
  }
}

/**
 * Makes the statements that update rows by their keys, with the same columns as `makeUpdate`. A single row
 * has its own statement, whose plan does not depend on the number of rows.
 */
export function makeUpdateAll<T extends Table>(
  name: string,
  table: T,
  except: readonly (keyof WrittenOf<T>)[] = [],
): WriteAll<T> {
  const updateOne = makeUpdate(`${name}One`, table, except);
  const sets = updatedColumns(table, except).map(([column]) => `${column} = row.${column}`);
  const keyConditions = keysOf(table).map(([column]) => `t.${column} = row.${column}`);
  // The limit tells the planner the number of rows, so that it looks up a few rows by their keys. Without the
  // limit it expects a hundred rows from the function, for which it may read the whole table.
  const update = statement<never>(
    name,
    `update ${table.name} t set ${sets.join(", ")} from (select * from ${rowsOf(table)} limit $3) row
     where ${["t.company_id = $1", ...keyConditions].join(" and ")}`,
  );
  return (db, companyId, rows) => {
    const [only] = rows;
    return only !== undefined && rows.length === 1
      ? updateOne(db, companyId, only)
      : db.run(update, [companyId, JSON.stringify(rows), rows.length]);
  };
}

/**
 * Makes the statement that inserts or updates any number of rows at once, in the same way as `makeUpsert`.
 * Rows may refer to each other, because the database checks foreign keys at the end of the statement.
 * `ending` is a condition for the updates. All rows must have different keys.
 */
export function makeUpsertAll<T extends Table>(
  name: string,
  table: T,
  except: readonly (keyof WrittenOf<T>)[] = [],
  ending = "",
): WriteAll<T> {
  const put = statement<never>(name, `${insertAllText(table)} ${onConflict(table, except)}${ending}`);
  return (db, companyId, rows) => db.run(put, [companyId, JSON.stringify(rows)]);
}
