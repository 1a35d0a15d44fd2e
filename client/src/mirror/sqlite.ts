/**
 * A store in a SQLite file, by `node:sqlite` (Node.js 22.13 or later). Each table has the columns of its
 * records, so other programs can query it; booleans are 0 and 1.
 */
import { DatabaseSync, type SQLOutputValue, type StatementSync } from "node:sqlite";
import { type Column, type Row, TABLES, type Value } from "./rows.ts";
import {
  type Expected,
  foreignTable,
  MirrorBusyError,
  type MirrorState,
  type MirrorStore,
  readState,
  storedTwice,
} from "./store.ts";
import { turns } from "./turns.ts";

/** A store in SQLite, to be closed when it is no longer used. */
export interface SqliteStore extends MirrorStore {
  /** The database, for queries of one's own. */
  readonly database: DatabaseSync;
  close(): void;
}

/** Rows that are written, or read, without a break. */
const ROWS_BETWEEN = 100;

/**
 * The indexes of the transactions. The first run makes them at its end: an index that grows with each row
 * takes far longer, the more so the longer it is.
 */
const BY_ID = "transactions_by_id";
const BY_DATE = "transactions_by_date";

/** The code of SQLite for a row that a unique index already has. */
const UNIQUE = 2067;

type Table = keyof typeof TABLES;

/** Opens or makes the file at `path`; `:memory:` keeps nothing. */
export function sqliteStore(path: string): SqliteStore {
  const database = new DatabaseSync(path);
  // A process that is killed loses nothing; after a loss of power the file is as it was some pages earlier.
  // With larger pages of the file it takes less time to write.
  database.exec(
    "pragma page_size = 16384; pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 10000; pragma cache_size = -65536",
  );
  const prepared = new Map<string, StatementSync>();
  const statement = (text: string): StatementSync => {
    const known = prepared.get(text) ?? database.prepare(text);
    prepared.set(text, known);
    return known;
  };
  const atomically = (work: () => void): void => {
    database.exec("begin immediate");
    try {
      work();
      database.exec("commit");
    } catch (error) {
      if (database.isTransaction) database.exec("rollback");
      throw error;
    }
  };
  const present = (): MirrorState | null => {
    const row = statement("select state from mirror_state").get();
    return row === undefined ? null : readState(String(row["state"]));
  };
  const advance = ({ before, state }: Expected): void => {
    if ((present()?.step ?? null) !== before) throw new MirrorBusyError();
    statement("insert or replace into mirror_state (id, state) values (1, ?)").run(JSON.stringify(state));
  };
  // A transaction lasts over several turns of the event loop.
  const inTurn = turns();
  return {
    database,
    open: () =>
      inTurn(() => {
        atomically(() => makeTables(database));
        return present();
      }),
    find: (ids) =>
      inTurn(() => {
        const { columns, read } = reading("transactions");
        return statement(`select ${columns} from transactions where id in (select value from json_each(?))`)
          .all(JSON.stringify(ids))
          .map(read);
      }),
    write: ({ put: rows, remove, clear, isNew, ...expected }) =>
      inTurn(async () => {
        database.exec("begin immediate");
        try {
          advance(expected);
          if (clear)
            database.exec(
              `delete from transactions; drop index if exists ${BY_ID}; drop index if exists ${BY_DATE}`,
            );
          else if (isNew !== true) indexById(database);
          for (let at = 0; at < rows.length; at += ROWS_BETWEEN) {
            put(statement, "transactions", "transactions", rows.slice(at, at + ROWS_BETWEEN));
            // Answers are received meanwhile.
            await new Promise((resolve) => setImmediate(resolve));
          }
          for (const id of remove) statement("delete from transactions where id = ?").run(id);
          if (expected.state.run === null && !clear) {
            indexById(database);
            database.exec(`create index if not exists ${BY_DATE} on transactions (date)`);
          }
          database.exec("commit");
        } catch (error) {
          if (database.isTransaction) database.exec("rollback");
          throw error;
        }
      }),
    stage: (list, rows, isFirst) =>
      inTurn(() =>
        atomically(() => {
          if (isFirst) database.exec(`delete from ${list}_next`);
          put(statement, `${list}_next`, list, rows);
        }),
      ),
    swap: (list, { rows, ...expected }) =>
      inTurn(() =>
        atomically(() => {
          advance(expected);
          const staged = database.prepare(`select count(*) as rows from ${list}_next`).get();
          if (staged?.["rows"] !== rows) throw new MirrorBusyError();
          const names = namesOf(TABLES[list]);
          database.exec(
            `delete from ${list}; insert into ${list} (${names}) select ${names} from ${list}_next; delete from ${list}_next`,
          );
        }),
      ),
    list: (after, count) =>
      inTurn(() => {
        const { columns, read } = reading("transactions");
        return statement(`select ${columns} from transactions where id > ? order by id limit ?`)
          .all(after, count)
          .map(read);
      }),
    scan: () => inOrder((text, ...values) => inTurn(() => statement(text).all(...values))),
    close: () => database.close(),
  };
}

function put(
  statement: (text: string) => StatementSync,
  into: string,
  table: Table,
  rows: readonly Row[],
): void {
  const all = TABLES[table];
  const places = all.map(() => "?").join(", ");
  const insert = statement(`insert or replace into ${into} (${namesOf(all)}) values (${places})`);
  for (const row of rows) insert.run(...all.map(({ name }) => bound(row[name])));
}

/** Makes the unique index, which files of earlier versions have as the key of the table. */
function indexById(database: DatabaseSync): void {
  const unique = `select 1 from pragma_index_list('transactions') where "unique"`;
  if (database.prepare(unique).get() !== undefined) return;
  try {
    database.exec(`create unique index ${BY_ID} on transactions (id)`);
  } catch (error) {
    throw (error as { readonly errcode?: number }).errcode === UNIQUE ? storedTwice() : error;
  }
}

/** Gives all transactions in the order of the file. */
async function* inOrder(
  query: (text: string, ...values: SQLOutputValue[]) => Promise<Record<string, SQLOutputValue>[]>,
): AsyncGenerator<readonly Row[]> {
  const { columns, read } = reading("transactions");
  const text = `select rowid as place, ${columns} from transactions where rowid > ? order by rowid limit ?`;
  for (let place: SQLOutputValue = -(2n ** 63n); ;) {
    const rows = await query(text, place, ROWS_BETWEEN);
    if (rows.length === 0) return;
    place = rows.at(-1)?.["place"] ?? null;
    yield rows.map(read);
  }
}

/** Makes the tables that are missing. Throws if others of these names are there, but no mirror's state. */
function makeTables(database: DatabaseSync): void {
  const tables = Object.entries(TABLES).flatMap(([table, all]) =>
    [table, ...(table === "transactions" ? [] : [`${table}_next`])].map((name) => ({ name, all })),
  );
  const named = database.prepare("select name from sqlite_master where name = ?");
  const foreign = tables.find(({ name }) => named.get(name) !== undefined);
  if (foreign !== undefined && named.get("mirror_state") === undefined) throw foreignTable(foreign.name);
  database.exec("create table if not exists mirror_state (id integer primary key, state text not null)");
  for (const { name, all } of tables)
    database.exec(
      `create table if not exists ${name} (${definition(all, name === "transactions" ? "not null" : "primary key")})`,
    );
}

function bound(value: Value | undefined): string | number | null {
  if (value === undefined) return null;
  return typeof value === "boolean" ? Number(value) : value;
}

function namesOf(all: readonly Column[]): string {
  return all.map(({ name }) => `"${name}"`).join(", ");
}

function definition(all: readonly Column[], id: string): string {
  return all
    .map(
      ({ name, kind }) => `"${name}" ${kind === "text" ? "text" : "integer"}${name === "id" ? ` ${id}` : ""}`,
    )
    .join(", ");
}

/** How rows of a table are read: integers of booleans become booleans again. */
function reading(table: Table): { columns: string; read: (row: Record<string, unknown>) => Row } {
  const all = TABLES[table];
  const booleans = all.filter(({ kind }) => kind === "boolean");
  return {
    columns: namesOf(all),
    read: (row) => {
      for (const { name } of booleans) row[name] = row[name] === 1;
      return row as Row;
    },
  };
}
