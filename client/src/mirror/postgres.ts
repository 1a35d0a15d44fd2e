/**
 * A store in PostgreSQL, by any function that runs a statement, such as `pool.query` of the package `pg`.
 * Invariant: what belongs together is written by one statement, so that it does not matter which connection
 * of a pool runs it.
 */
import { type Column, type ListName, LISTS, type Row, TABLES } from "./rows.ts";
import { type Expected, foreignTable, MirrorBusyError, type MirrorStore, readState } from "./store.ts";

/** Runs a statement with `$1`, `$2` and so on for its values. */
export type RunQuery = (
  text: string,
  values: readonly unknown[],
) => Promise<{ readonly rows: readonly Readonly<Record<string, unknown>>[] }>;

export interface PostgresOptions {
  /** The schema of the mirror's tables, which is made if it is missing. Default: `daybook`. */
  readonly schema?: string | undefined;
}

type Table = keyof typeof TABLES;
const TYPES = { text: "text", integer: "bigint", boolean: "boolean" } as const;

export function postgresStore(query: RunQuery, { schema = "daybook" }: PostgresOptions = {}): MirrorStore {
  const inSchema = (name: string): string => `${quoted(schema)}.${quoted(name)}`;
  const stateTable = inSchema("mirror_state");
  const transactions = inSchema("transactions");
  /** A part of a statement that stores the state if the store is at the step $1 and a condition holds. */
  const advancing = ({ before, state }: Expected, condition = "true") => ({
    text:
      before === null
        ? `advanced as (insert into ${stateTable} (id, step, state) select 1, $2, $3::jsonb
             where $1::bigint is null and ${condition} on conflict (id) do nothing returning 1)`
        : `advanced as (update ${stateTable} set step = $2, state = $3::jsonb
             where step = $1 and ${condition} returning 1)`,
    values: [before, state.step, JSON.stringify(state)],
  });
  const run = async (text: string, values: readonly unknown[]): Promise<void> => {
    const { rows } = await query(`${text} select count(*)::int as advanced from advanced`, values);
    if (Number(rows[0]?.["advanced"]) !== 1) throw new MirrorBusyError();
  };
  const selected = namesOf(TABLES.transactions);
  const tables = ["transactions", ...LISTS, ...LISTS.map((list) => `${list}_next`)];
  /** Throws if there are tables of these names beside no state: the state's table is the first that is made. */
  const refuseForeign = async (): Promise<void> => {
    const { rows } = await query(
      `select name from unnest($1::text[]) as name
       where to_regclass($2) is null and to_regclass($3 || quote_ident(name)) is not null`,
      [tables, stateTable, `${quoted(schema)}.`],
    );
    const [foreign] = rows;
    if (foreign !== undefined) throw foreignTable(`${schema}.${String(foreign["name"])}`);
  };
  return {
    async open() {
      await refuseForeign();
      await query(`create schema if not exists ${quoted(schema)}`, []);
      await query(
        `create table if not exists ${stateTable} (id integer primary key, step bigint not null, state jsonb not null)`,
        [],
      );
      for (const table of tables) {
        const all = TABLES[table.replace(/_next$/, "") as Table];
        await query(`create table if not exists ${inSchema(table)} (${definition(all)})`, []);
      }
      const { rows } = await query(`select state::text as state from ${stateTable}`, []);
      const [row] = rows;
      return row === undefined ? null : readState(String(row["state"]));
    },
    async find(ids) {
      const { rows } = await query(`select ${selected} from ${transactions} where id = any ($1::text[])`, [
        ids,
      ]);
      return rows.map(read);
    },
    async write({ put, remove, clear, ...expected }) {
      const { text, values } = advancing(expected);
      if (clear) {
        await run(
          `with ${text}, cleared as (delete from ${transactions} where exists (select from advanced))`,
          values,
        );
        return;
      }
      await run(
        `with ${text}, put as (
           insert into ${transactions} (${selected}) select ${selected}
           from jsonb_to_recordset($4::jsonb) as row (${recordOf(TABLES.transactions)})
           where exists (select from advanced) on conflict (id) do update set ${replaced(TABLES.transactions)}),
         removed as (delete from ${transactions} where id = any ($5::text[]) and exists (select from advanced))`,
        [...values, JSON.stringify(put), remove],
      );
    },
    async stage(list, rows, isFirst) {
      const next = inSchema(`${list}_next`);
      if (isFirst) await query(`delete from ${next}`, []);
      await query(
        `insert into ${next} (${namesOf(TABLES[list])}) select ${namesOf(TABLES[list])}
         from jsonb_to_recordset($1::jsonb) as row (${recordOf(TABLES[list])})
         on conflict (id) do update set ${replaced(TABLES[list])}`,
        [JSON.stringify(rows)],
      );
    },
    async swap(list: ListName, { rows: count, ...expected }) {
      const { text, values } = advancing(expected, `(select count(*) from ${inSchema(`${list}_next`)}) = $4`);
      const [present, next] = [inSchema(list), inSchema(`${list}_next`)];
      await run(
        `with ${text}, put as (
           insert into ${present} (${namesOf(TABLES[list])}) select ${namesOf(TABLES[list])} from ${next}
           where exists (select from advanced) on conflict (id) do update set ${replaced(TABLES[list])}),
         removed as (delete from ${present} where exists (select from advanced)
           and id not in (select id from ${next}))`,
        [...values, count],
      );
    },
    async list(after, count) {
      const { rows } = await query(
        `select ${selected} from ${transactions} where id > $1 order by id limit $2`,
        [after, count],
      );
      return rows.map(read);
    },
  };
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function namesOf(all: readonly Column[]): string {
  return all.map(({ name }) => quoted(name)).join(", ");
}

/** Ids are compared byte by byte, so that their order is the same everywhere. */
function definition(all: readonly Column[]): string {
  return all
    .map(({ name, kind }) =>
      name === "id" ? `id text collate "C" primary key` : `${quoted(name)} ${TYPES[kind]}`,
    )
    .join(", ");
}

function recordOf(all: readonly Column[]): string {
  return all.map(({ name, kind }) => `${quoted(name)} ${TYPES[kind]}`).join(", ");
}

function replaced(all: readonly Column[]): string {
  return all
    .filter(({ name }) => name !== "id")
    .map(({ name }) => `${quoted(name)} = excluded.${quoted(name)}`)
    .join(", ");
}

/** Drivers return integers of 64 bits as texts. Those of the service are exact as numbers. */
function read(row: Readonly<Record<string, unknown>>): Row {
  const numbers = TABLES.transactions
    .filter(({ kind }) => kind === "integer")
    .map(({ name }) => [name, Number(row[name])] as const);
  return { ...row, ...Object.fromEntries(numbers) } as Row;
}
