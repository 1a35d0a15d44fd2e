/**
 * Statistics of tables, by which the planner chooses how to read them. A table of which it knows nothing is
 * taken for a small one of many companies, and each row of a batch may cost another reading of all rows.
 */
import type { Db } from "./db.ts";
import { statement } from "./statement.ts";

const listUnanalyzed = statement<{ name: string }>(
  "statistics.listUnanalyzed",
  `select quote_ident(c.relname) as name from pg_class c
   where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
     and pg_relation_size(c.oid) > $1::int8 and not exists (select from pg_stats s
       where s.schemaname = current_schema() and s.tablename = c.relname)
   order by 1`,
);
const listNotVacuumed = statement<{ name: string }>(
  "statistics.listNotVacuumed",
  `select quote_ident(relname) as name from pg_class where relnamespace = current_schema()::regnamespace
     and relkind = 'r' and reloptions && array['autovacuum_enabled=false', 'autovacuum_enabled=off']
   order by 1`,
);
const findAutovacuum = statement<{ is_on: boolean; bytes: number }>(
  "statistics.findAutovacuum",
  `select current_setting('autovacuum')::boolean and current_setting('track_counts')::boolean as is_on,
     (select coalesce(sum(pg_relation_size(oid)), 0)::int8 from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'r') as bytes`,
);

/** The size from which a table without statistics is reported. */
const REPORTED_BYTES = 16_777_216;

/** How the database keeps its statistics and the room of deleted rows. */
export interface Upkeep {
  readonly isAutomatic: boolean;
  /** The size of all tables. */
  readonly bytes: number;
  /** Tables that the automatic upkeep leaves out. */
  readonly leftOut: readonly string[];
  /** Tables of some size that were never analyzed. */
  readonly unanalyzed: readonly string[];
}

export async function readUpkeep(db: Db): Promise<Upkeep> {
  const { is_on: isAutomatic, bytes } = await db.get(findAutovacuum);
  const namesOf = (rows: readonly { readonly name: string }[]) => rows.map(({ name }) => name);
  return {
    isAutomatic,
    bytes,
    leftOut: namesOf(await db.list(listNotVacuumed)),
    unanalyzed: namesOf(await db.list(listUnanalyzed, [REPORTED_BYTES])),
  };
}

/**
 * Analyzes the tables that never were, after a first large write: the upkeep of a server comes a minute later
 * or is off, and the embedded engine has none. A failure is ignored, because it costs only time.
 */
export async function analyzeNewTables(db: Db): Promise<void> {
  try {
    const names = (await db.list(listUnanalyzed, [0])).map(({ name }) => name);
    if (names.length === 0) return;
    await db.transaction((tx) => tx.script(`analyze ${names.join(", ")}`), {
      long: true,
      commitsAlone: true,
    });
  } catch {
    // The rows are committed already.
  }
}
