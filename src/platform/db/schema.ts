/**
 * Describes the schema of a migrated database as SQL text that would create it. The text is read from the
 * database's catalog, not from the migrations, so it shows the actual state. Invariant: the same migrations
 * lead to the same text on the embedded engine and on every supported server. Therefore all definitions come
 * from the catalog's own functions and are sorted by name (columns by position). The text omits what differs
 * between servers: the name of the schema, and the named not-null constraints that newer versions of
 * PostgreSQL store in addition to the column's flag.
 */
import type { Db } from "./db.ts";
import { statement } from "./statement.ts";

const listColumns = statement<{ relation: string; name: string; definition: string }>(
  "schema.listColumns",
  `select c.relname::text as relation, quote_ident(a.attname) as name,
     format_type(a.atttypid, a.atttypmod)
       || case when a.attcollation <> t.typcollation then ' collate ' || quote_ident(l.collname) else '' end
       || case when a.attgenerated = 's' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) ||
         ') stored'
               when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end
       || case when a.attnotnull then ' not null' else '' end as definition
   from pg_class c
   join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
   join pg_type t on t.oid = a.atttypid
   left join pg_collation l on l.oid = a.attcollation
   left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
   where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
   order by c.relname collate "C", a.attnum`,
);
const listConstraints = statement<{ relation: string; name: string; definition: string; foreign: boolean }>(
  "schema.listConstraints",
  `select c.relname::text as relation, k.conname::text as name, pg_get_constraintdef(k.oid) as definition,
    k.contype = 'f' as foreign
   from pg_constraint k join pg_class c on c.oid = k.conrelid
   where c.relnamespace = current_schema()::regnamespace and k.contype in ('p', 'u', 'f', 'c', 'x')
   order by c.relname collate "C", array_position('{p,u,f,c,x}', k.contype), k.conname collate "C"`,
);
const listIndexes = statement<{ definition: string }>(
  "schema.listIndexes",
  `select pg_get_indexdef(i.indexrelid) as definition
   from pg_index i join pg_class c on c.oid = i.indexrelid
   where c.relnamespace = current_schema()::regnamespace
     and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid
       and k.contype in ('p', 'u', 'x'))
   order by c.relname collate "C"`,
);
const listFunctions = statement<{ definition: string }>(
  "schema.listFunctions",
  `select pg_get_functiondef(p.oid) as definition from pg_proc p
   where p.pronamespace = current_schema()::regnamespace and p.prokind in ('f', 'p')
   order by p.proname collate "C", pg_get_function_identity_arguments(p.oid) collate "C"`,
);
const listTriggers = statement<{ definition: string }>(
  "schema.listTriggers",
  `select pg_get_triggerdef(t.oid) as definition from pg_trigger t join pg_class c on c.oid = t.tgrelid
   where c.relnamespace = current_schema()::regnamespace and not t.tgisinternal
   order by c.relname collate "C", t.tgname collate "C"`,
);

const getSchemaName = statement<{ name: string }>(
  "schema.getName",
  "select quote_ident(current_schema()) as name",
);

/** Returns the connection's current schema as SQL text that ends in a newline. */
export async function describeSchema(db: Db): Promise<string> {
  return db.transaction(
    async (tx) => {
      const { name: schema } = await tx.get(getSchemaName);
      const normalizedAll = (rows: readonly { definition: string }[]) =>
        rows.map(({ definition }) => `${normalize(definition, schema)};`);
      const columns = Map.groupBy(await tx.list(listColumns), (row) => row.relation);
      const constraints = await tx.list(listConstraints);
      const tables = [...columns].map(([relation, rows]) => {
        const own = constraints.filter(
          (constraint) => constraint.relation === relation && !constraint.foreign,
        );
        const lines = [
          ...rows.map(({ name, definition }) => `  ${name} ${definition}`),
          ...own.map(({ name, definition }) => `  constraint ${name} ${definition}`),
        ];
        return `create table ${relation} (\n${lines.join(",\n")}\n);`;
      });
      // A table may refer to a later one, so references come after all tables.
      const references = constraints
        .filter(({ foreign }) => foreign)
        .map(
          ({ relation, name, definition }) => `alter table ${relation} add constraint ${name} ${definition};`,
        );
      const functions = normalizedAll(await tx.list(listFunctions));
      const indexes = normalizedAll(await tx.list(listIndexes));
      const triggers = normalizedAll(await tx.list(listTriggers));
      const parts = [...tables, references.join("\n"), indexes.join("\n"), ...functions, triggers.join("\n")];
      return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
    },
    { mode: "snapshot" },
  );
}

/** Removes the name of the schema, which each deployment chooses, and blanks at the ends of lines. */
function normalize(definition: string, schema: string): string {
  return definition
    .replaceAll(`${schema}.`, "")
    .replaceAll(/[ \t]+$/gm, "")
    .trimEnd();
}
