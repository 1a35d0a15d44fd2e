/**
 * Reads the tables for a backup from the database's catalog, so that new tables and columns are included
 * automatically. The table of migrations is left out, because the backup's header contains its rows.
 */
import type { Tx } from "../db.ts";
import { statement } from "../statement.ts";

/** A table. Its name and columns are quoted for SQL; columns that the database generates are left out. */
export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** The current size of the table's rows on the disk. */
  readonly bytes: number;
  readonly page_bytes: number;
}

/** A foreign key. */
export interface Reference {
  readonly relation: string;
  readonly name: string;
  readonly definition: string;
}

/** The condition for the project's tables: those in the schema that don't belong to an extension. */
export const OWN = `c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migrations'
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

/** Sets fixed formats for the text of values, instead of those that the server or the role has set. */
const FIXED_FORMATS =
  "set local datestyle = 'ISO, YMD'; set local intervalstyle = 'iso_8601'; set local bytea_output = 'hex'; set local extra_float_digits = 3; set local timezone = 'UTC'; set local standard_conforming_strings = on";

export const catalog = {
  setFixedFormats: (tx: Tx) => tx.script(FIXED_FORMATS),
  listTables: (tx: Tx) => tx.list(listTables),
  listReferences: (tx: Tx) => tx.list(listReferences),
  listMigrations: (tx: Tx) => tx.list(listMigrations),
};
