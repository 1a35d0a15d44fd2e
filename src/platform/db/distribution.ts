/**
 * Distributing a database by company over several servers, with Citus. All rows of a company are on one
 * server; users and the directory of credentials are on all of them; what belongs to no company stays on the
 * server to which the processes connect, the coordinator.
 */
import type { Db, Tx } from "./db.ts";
import { LIMITS } from "@daybook/words/limits";
import { type Statement, statement } from "./statement.ts";

const find = statement<{ found: boolean }>("distribution.find", "select is_distributed() as found");

/** Makes a statement that only a server with Citus accepts, so the registry of `statement` leaves it out. */
const ofCitus = <Row>(name: string, text: string): Statement<Row> => ({ name: `citus.${name}`, text });

const findExtension = statement<{ version: string }>(
  "distribution.findExtension",
  "select extversion as version from pg_extension where extname = 'citus'",
);
const getServers = ofCitus<{ servers: number; knows_coordinator: boolean; is_apart: boolean }>(
  "getServers",
  `select count(*) filter (where shouldhaveshards and isactive)::int8 as servers,
     coalesce(bool_or(groupid = 0), false) as knows_coordinator,
     not coalesce(bool_or(groupid = 0 and shouldhaveshards), false) as is_apart
   from pg_dist_node where noderole = 'primary'`,
);
/** The tables, with the column of the company; null for a table of no company. */
const TABLES = `select c.oid, quote_ident(c.relname) as name,
    case c.relname when 'companies' then 'id' else
      (select a.attname from pg_attribute a
       where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped) end as company
  from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'`;
const listMisplaced = ofCitus<{ name: string; company: string | null }>(
  "listMisplaced",
  `select t.name, t.company from (${TABLES}) t left join pg_dist_partition p on p.logicalrelid = t.oid
   where t.company is not null and p.colocationid is distinct from
     (select colocationid from pg_dist_partition where logicalrelid = 'companies'::regclass)
     or t.company is not null and p.logicalrelid is null
     or t.name in ('users', 'credentials') and p.repmodel is distinct from 't'
   order by t.company = 'id' desc nulls first, t.name`,
);
const listReferences = ofCitus<{ table: string; name: string; definition: string }>(
  "listReferences",
  `select k.conrelid::regclass::text as table, quote_ident(k.conname) as name,
     pg_get_constraintdef(k.oid) as definition
   from pg_constraint k where k.contype = 'f' and k.connamespace = current_schema()::regnamespace
     and k.conrelid in (select oid from (${TABLES}) t where company is not null)
   order by k.conrelid::regclass::text collate "C", k.conname collate "C"`,
);
const listFunctions = ofCitus<{ name: string }>(
  "listFunctions",
  `select p.oid::regprocedure::text as name from pg_proc p
   where p.pronamespace = current_schema()::regnamespace
     and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
     and not exists (select from pg_dist_object o where o.classid = 'pg_proc'::regclass and o.objid = p.oid)`,
);
const listWithLocalRows = ofCitus<{ name: string }>(
  "listWithLocalRows",
  `select p.logicalrelid::text as name from pg_dist_partition p
   where pg_relation_size(p.logicalrelid) > 0 and (p.partmethod = 'h' or p.repmodel = 't')`,
);
const listShardSizes = ofCitus<{ name: string; bytes: number }>(
  "listShardSizes",
  "select table_name::text as name, max(shard_size)::int8 as bytes from citus_shards group by table_name",
);
const getDatabase = statement<{ name: string }>(
  "distribution.getDatabase",
  "select quote_ident(current_database()) as name",
);

/** The oldest version of Citus with which the project was tried. */
const OLDEST = [13, 2] as const;

/** A reason why a database can't be distributed. */
export class DistributionProblem extends Error {
  override readonly name = "DistributionProblem";
}

/** How a distributed database stands. */
export interface Distribution {
  /** The number of servers that hold companies. */
  readonly servers: number;
  /** Tables that are not where they belong. */
  readonly misplaced: readonly string[];
}

/** What each database answered. A database becomes distributed only while nothing else is connected to it. */
const answers = new WeakMap<Db, boolean>();

/** True if the database is distributed. Asks it once. */
export function isDistributed(db: Db): boolean | Promise<boolean> {
  if (db.engine === "embedded") return false;
  return (
    answers.get(db) ??
    db.get(find).then(({ found }) => {
      answers.set(db, found);
      return found;
    })
  );
}

/** The size of the largest part of each distributed table: `pg_relation_size` knows none of them. */
export async function readShardSizes(tx: Tx): Promise<ReadonlyMap<string, number>> {
  return new Map((await tx.list(listShardSizes)).map(({ name, bytes }) => [name, bytes]));
}

/** How a distributed database stands; null if the database is not distributed. */
export async function readDistribution(db: Db): Promise<Distribution | null> {
  if (db.engine === "embedded" || !(await db.get(find)).found) return null;
  const [{ servers }, misplaced] = await Promise.all([db.get(getServers), db.list(listMisplaced)]);
  return { servers, misplaced: misplaced.map(({ name }) => name) };
}

/**
 * Distributes the tables of companies that are not distributed yet, in one transaction, and returns their
 * names. May be repeated, also after it was cut off. Throws a `DistributionProblem` if the database can't be
 * distributed.
 */
export async function distribute(db: Db): Promise<string[]> {
  await checkServers(db);
  await applySettings(db);
  const placed = await db.transaction(place, { long: true });
  // The rows of before are still in the tables of the coordinator, where nothing reads them.
  await db.transaction(
    async (tx) => {
      for (const { name } of await tx.list(listWithLocalRows))
        await tx.script(`select truncate_local_data_after_distributing_table('${name}')`);
    },
    { long: true },
  );
  answers.delete(db);
  return placed;
}

async function checkServers(db: Db): Promise<void> {
  if (db.engine === "embedded")
    throw new DistributionProblem(
      "the embedded database is one process on one machine; set DATABASE_URL to a coordinator of Citus",
    );
  const extension = await db.find(findExtension);
  if (extension === null)
    throw new DistributionProblem(
      "the extension citus is missing in this database; run `create extension citus` in a database of this name on each server, and add the servers with citus_add_node",
    );
  const [major = 0, minor = 0] = extension.version.split(/[.-]/).map(Number);
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]))
    throw new DistributionProblem(
      `the extension citus is of version ${extension.version}, and ${OLDEST.join(".")} is the oldest that works`,
    );
  const { servers, knows_coordinator } = await db.get(getServers);
  if (servers === 0)
    throw new DistributionProblem("no server may hold companies; add servers with citus_add_node");
  if (!knows_coordinator)
    throw new DistributionProblem(
      "the servers don't know the coordinator; name its address with citus_set_coordinator_host",
    );
}

/**
 * Settings of the database, for later connections. Triggers work on the rows of one company only, so they are
 * safe on distributed tables. `set local` reaches the other servers. A change of a reference table and then
 * of distributed ones in one transaction needs one connection to each server.
 */
const SETTINGS = [
  ["citus.enable_unsafe_triggers", "on"],
  ["citus.propagate_set_commands", "local"],
  ["citus.multi_shard_modify_mode", "sequential"],
] as const;

/**
 * A coordinator without companies plans each statement only to see where it goes; the server that has the
 * company plans it again. So the coordinator tries no other orders of joins, which halves what its plan
 * costs.
 */
const PLANNING = ["join_collapse_limit", "from_collapse_limit"] as const;

async function applySettings(db: Db): Promise<void> {
  const { name: database } = await db.get(getDatabase);
  for (const [name, value] of SETTINGS)
    await db.transaction((tx) => tx.script(`alter database ${database} set ${name} = '${value}'`));
  // The limit of a connection to the coordinator does not reach the others, so they have it as a setting.
  const limit = `set lock_timeout = ${LIMITS.lock_timeout_ms.value}`;
  await db.transaction((tx) => tx.script(`alter database ${database} ${limit}`));
  const { is_apart } = await db.get(getServers);
  const own = [
    "reset lock_timeout",
    ...PLANNING.map((name) => (is_apart ? `set ${name} = 1` : `reset ${name}`)),
  ];
  await db.transaction((tx) =>
    tx.script(
      [
        "set local citus.enable_ddl_propagation = off",
        ...own.map((each) => `alter database ${database} ${each}`),
      ].join(";"),
    ),
  );
}

/**
 * What a transaction changed on one other server is committed before what it changed here, so a crash between
 * the two would leave a change of a company without its background job. If it also changed a table here that
 * Citus knows, all is committed, or nothing. So each change of jobs seems to change one.
 */
const COMMIT_TOGETHER = `
  select citus_add_local_table_to_metadata('first_visits')
    where not exists (select from pg_dist_partition where logicalrelid = 'first_visits'::regclass);
  create or replace function background_jobs_commit_together() returns trigger language plpgsql as $$
  begin
    delete from first_visits where hash = '';
    return null;
  end $$;
  create or replace trigger background_jobs_commit_together after insert or delete on background_jobs
    for each statement execute function background_jobs_commit_together()`;

async function place(tx: Tx): Promise<string[]> {
  await tx.script("lock table schema_migrations in share row exclusive mode");
  for (const [name, value] of SETTINGS) await tx.script(`set local ${name} = '${value}'`);
  const misplaced = await tx.list(listMisplaced);
  if (misplaced.length > 0) {
    // A distributed table can't refer to one that is not distributed yet.
    const references = await tx.list(listReferences);
    for (const { table, name } of references) await tx.script(`alter table ${table} drop constraint ${name}`);
    for (const { name, company } of misplaced) await tx.script(placing(name, company));
    for (const { table, name, definition } of references)
      await tx.script(`alter table ${table} add constraint ${name} ${definition}`);
  }
  await tx.script(COMMIT_TOGETHER);
  for (const { name } of await tx.list(listFunctions))
    await tx.script(`select create_distributed_function('${name}')`);
  return misplaced.map(({ name }) => name);
}

/** SQL that puts a table where it belongs. */
function placing(name: string, company: string | null): string {
  if (company === null) return `select create_reference_table('${name}')`;
  return name === "companies"
    ? `select create_distributed_table('${name}', '${company}')`
    : `select create_distributed_table('${name}', '${company}', colocate_with => 'companies')`;
}
