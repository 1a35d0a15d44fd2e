/**
 * The schema, as a backup reads it from the catalog, so that new tables and columns are included
 * automatically. The table of migrations is left out, because the header contains it.
 */
import type { Tx } from "../db.ts";
import { statement } from "../statement.ts";

/**
 * A table, its name and columns quoted as SQL wants them; columns that the database generates itself are left
 * out.
 */
export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** The current size of its rows on the disk. */
  readonly bytes: number;
  readonly page_bytes: number;
}

export interface Reference {
  readonly relation: string;
  readonly name: string;
  readonly definition: string;
}

/** Our own tables, without those of an extension that was added to the schema. */
const OWN = `c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migrations'
     and not exists (select 1 from pg_depend x where x.classid = 'pg_class'::regclass and x.objid = c.oid
       and x.deptype = 'e')`;

const listTables = statement<Table>(
  "backup.listTables",
  `select quote_ident(c.relname) as name, pg_relation_size(c.oid) as bytes, current_setting('block_size')::int
    as page_bytes,
     (select array_agg(quote_ident(a.attname) order by a.attnum) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
   from pg_class c where ${OWN} order by c.relname collate "C"`,
);
const listReferences = statement<Reference>(
  "backup.listReferences",
  `select quote_ident(c.relname) as relation, quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as
    definition
   from pg_constraint k join pg_class c on c.oid = k.conrelid where ${OWN} and k.contype = 'f'
   order by c.relname collate "C", k.conname collate "C"`,
);
const listMigrations = statement<{ name: string; checksum: string }>(
  "backup.listMigrations",
  "select name, checksum from schema_migrations order by name",
);

/** Makes the text of values independent of a server's or a role's settings. */
const PLAIN_TEXT =
  "set local datestyle = 'ISO, YMD'; set local intervalstyle = 'iso_8601'; set local bytea_output = 'hex'; set local extra_float_digits = 3; set local timezone = 'UTC'";

export const catalog = {
  writeValuesPlainly: (tx: Tx) => tx.script(PLAIN_TEXT),
  listTables: (tx: Tx) => tx.list(listTables),
  listReferences: (tx: Tx) => tx.list(listReferences),
  listMigrations: (tx: Tx) => tx.list(listMigrations),
};
