/**
 * Reads everything of one company. The tables come from the database's catalog: those with a `company_id`,
 * the company's own row, the users that its rows name, and its background jobs. So a new table is included
 * automatically. Rows come in the order of their keys and in fixed formats, so equal rows give equal bytes on
 * both engines.
 */
import { assert } from "@daybook/words/assert";
import { catalog, OWN } from "../backup/catalog.ts";
import { readCopyRow } from "../copy.ts";
import type { Tx } from "../db.ts";
import { statement } from "../statement.ts";

/** A table with rows of a company. Names are quoted for SQL; generated columns are left out. */
export interface CompanyTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** The columns of the primary key without the company, which all rows of a company differ in. */
  readonly key: readonly string[];
  /** True for columns of `key` whose texts must be compared byte by byte. */
  readonly key_is_text: readonly number[];
}

/** The users of a company belong to other companies too, so they are merged and not compared. */
export const USERS = "users";
export const JOBS = "background_jobs";
const COMPANIES = "companies";

const listTables = statement<CompanyTable>(
  "moves.listTables",
  `select quote_ident(c.relname) as name,
     (select array_agg(quote_ident(a.attname) order by a.attnum) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
     k.key, k.key_is_text
   from pg_class c
     join pg_index x on x.indrelid = c.oid and x.indisprimary
     cross join lateral (
       select coalesce(array_agg(quote_ident(a.attname) order by n.place), '{}') as key,
         coalesce(array_agg((a.atttypid = 'text'::regtype)::int order by n.place), '{}') as key_is_text
       from unnest(x.indkey::int2[]) with ordinality as n (attnum, place)
         join pg_attribute a on a.attrelid = c.oid and a.attnum = n.attnum
       where a.attname <> 'company_id'
     ) k
   where ${OWN} and c.relname <> 'company_moves' and (c.relname in ('${COMPANIES}', '${USERS}', '${JOBS}')
     or exists (select 1 from pg_attribute a
       where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped))
   order by c.relname collate "C"`,
);
/** The columns that refer to a user: of companies' tables, and of those of passwords and sessions. */
const listUserColumns = statement<UserColumn>(
  "moves.listUserColumns",
  `select quote_ident(c.relname) as relation, quote_ident(a.attname) as name,
     exists (select 1 from pg_attribute o where o.attrelid = c.oid and o.attname = 'company_id' and not o.attisdropped) as of_company
   from pg_constraint k join pg_class c on c.oid = k.conrelid
     join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
   where ${OWN} and k.contype = 'f' and k.confrelid = '${USERS}'::regclass order by 1, 2`,
);

interface UserColumn {
  readonly relation: string;
  readonly name: string;
  readonly of_company: boolean;
}

/** The tables of a company, and how to select its users. */
export interface CompanyCatalog {
  readonly tables: readonly CompanyTable[];
  /** The columns of the company's tables that refer to users. */
  readonly userColumns: readonly UserColumn[];
  /** The columns of tables of users alone, such as passwords. */
  readonly personalColumns: readonly UserColumn[];
}

export async function readCatalog(tx: Tx): Promise<CompanyCatalog> {
  await catalog.setFixedFormats(tx);
  const columns = await tx.list(listUserColumns);
  return {
    tables: await tx.list(listTables),
    userColumns: columns.filter(({ of_company }) => of_company),
    personalColumns: columns.filter(({ of_company }) => !of_company),
  };
}

/** The ids of users by the ids that the same people have elsewhere. */
export type UserIds = ReadonlyMap<string, string>;
const SAME_USERS: UserIds = new Map();

/** A text as a literal of SQL. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The query of the ids of a company's users. */
export function userIdsQuery({ userColumns }: CompanyCatalog, companyId: string): string {
  return userColumns
    .map(
      ({ relation, name }) =>
        `select ${name} from ${relation} where company_id = ${literal(companyId)} and ${name} is not null`,
    )
    .join(" union ");
}

/** The rows of a company in a table as a query: as they are at the company's new home. */
async function relationOf(
  tx: Tx,
  companyCatalog: CompanyCatalog,
  table: CompanyTable,
  companyId: string,
): Promise<string> {
  const id = literal(companyId);
  const replaced = (values: Readonly<Record<string, string>>): string =>
    table.columns
      .map((name) => (values[name] === undefined ? name : `${values[name]} as ${name}`))
      .join(", ");
  switch (table.name) {
    case COMPANIES: {
      // While a company moves, its row says that it is closed.
      const lifecycle = `coalesce((select m.lifecycle from company_moves m where m.company_id = ${id}), lifecycle)`;
      return `select ${replaced({ lifecycle, sealed: "false" })} from ${COMPANIES} where id = ${id}`;
    }
    case USERS:
      return `select ${table.columns.join(", ")} from ${USERS} where id in (${userIdsQuery(companyCatalog, companyId)})`;
    case JOBS: {
      // A job that runs now will run again.
      const columns = replaced({
        state: "case state when 'running' then 'waiting' else state end",
        lease: "null::text",
        leased_until: "null::bigint",
      });
      const parked = literal(await parkedJobs(tx, companyId));
      return `select ${columns} from (
          select * from ${JOBS} where ${jobsOf(companyId)} union all
          select j.* from jsonb_populate_recordset(null::${JOBS}, ${parked}) j
        ) all_jobs`;
    }
    default:
      return `select ${table.columns.join(", ")} from ${table.name} where company_id = ${id}`;
  }
}

/** Returns the background jobs that are kept while a company moves, as JSON. */
export async function parkedJobs(tx: Tx, companyId: string): Promise<string> {
  const row = await firstRow(tx, `select jobs from company_moves where company_id = ${literal(companyId)}`);
  return row?.[0] ?? "[]";
}

/** The condition for the background jobs of a company. */
export function jobsOf(companyId: string): string {
  return `(turn_of = ${literal(companyId)} or payload->>'company_id' = ${literal(companyId)})`;
}

/** The size of a part that is read by one query. The rows of some tables are thousands of times larger. */
const PART_BYTES = 4_000_000;
const FIRST_ROWS = 50;
const MOST_ROWS = 20_000;
const GROWTH = 8;

/**
 * Yields a company's rows of a table in COPY text format, in the order of their keys. Users that have other
 * ids here than in `userIds` get the latter.
 */
export async function* rowsOf(
  tx: Tx,
  companyCatalog: CompanyCatalog,
  table: CompanyTable,
  companyId: string,
  userIds: UserIds = SAME_USERS,
): AsyncGenerator<string> {
  const relation = await relationOf(tx, companyCatalog, table, companyId);
  const key = table.key.map((name, index) => keyExpression(name, table.key_is_text[index] === 1, userIds));
  const places = table.key.map((name) => table.columns.indexOf(name));
  let after: readonly (string | null)[] | null = null;
  for (let count = FIRST_ROWS; ;) {
    const beyond: string =
      after === null
        ? ""
        : `where (${key.join(", ")}) > (${after.map((value) => literal(value ?? "")).join(", ")})`;
    const order = key.length === 0 ? "" : `order by ${key.join(", ")}`;
    const query = `select ${table.columns.join(", ")} from (${relation}) t ${beyond} ${order} limit ${count}`;
    let [lines, bytes, end] = [0, 0, ""];
    for await (const part of wholeRows(tx.copyOut(query))) {
      const text = translate(part, userIds);
      yield text;
      lines += text.split("\n").length - 1;
      bytes += text.length;
      end = text.slice(text.lastIndexOf("\n", text.length - 2) + 1, -1);
    }
    if (lines < count) return;
    assert(key.length > 0, `the company has several rows in ${table.name}`);
    const last = readCopyRow(end);
    after = places.map((place) => last[place] ?? null);
    const fitting = Math.floor((lines * PART_BYTES) / bytes);
    count = Math.max(1, Math.min(fitting, count * GROWTH, MOST_ROWS));
  }
}

/** Yields the bytes of a COPY as texts of complete rows, of about `PART_BYTES` or one row. */
async function* wholeRows(parts: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const part of parts) {
    const end = part.lastIndexOf("\n") + 1;
    size += part.length;
    if (end === 0 || size < PART_BYTES) {
      waiting.push(part);
      continue;
    }
    yield Buffer.concat([...waiting, part.subarray(0, end)]).toString("utf8");
    waiting = [part.subarray(end)];
    size = part.length - end;
  }
  if (size > 0) yield Buffer.concat(waiting).toString("utf8");
}

function keyExpression(name: string, isText: boolean, userIds: UserIds): string {
  if (!isText) return name;
  const cases = Array.from(userIds, ([here, there]) => `when ${literal(here)} then ${literal(there)}`);
  const translated = cases.length === 0 ? name : `(case ${name} ${cases.join(" ")} else ${name} end)`;
  return `${translated} collate "C"`;
}

/** Replaces values that are ids of users, in texts of complete rows. */
export function translate(rows: string, userIds: UserIds): string {
  if (userIds.size === 0) return rows;
  return rows
    .split("\n")
    .map((line) =>
      line
        .split("\t")
        .map((value) => userIds.get(value) ?? value)
        .join("\t"),
    )
    .join("\n");
}

/** Reads the first row of a query as texts. */
export async function firstRow(tx: Tx, query: string): Promise<readonly (string | null)[] | null> {
  return (await allRows(tx, query))[0] ?? null;
}

/** Reads the rows of a query that has few, as texts. */
export async function allRows(tx: Tx, query: string): Promise<readonly (readonly (string | null)[])[]> {
  const parts: Buffer[] = [];
  for await (const part of tx.copyOut(query)) parts.push(part);
  return Buffer.concat(parts).toString("utf8").split("\n").slice(0, -1).map(readCopyRow);
}
