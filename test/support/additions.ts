/**
 * What a migration may do while processes of the version before go on with the new schema: it only adds. The
 * schema is compared before and after it, so that it does not matter by which statements it changes.
 */
import { parse } from "libpg-query";
import type { Tx } from "../../src/platform/db/index.ts";
import { at, isTree, listAt, textAt, type Tree } from "./company-columns.ts";
import { rowsOf } from "./distribution.ts";

interface Column {
  readonly table: string;
  readonly name: string;
  /** A column that is made again under the same name has another number and no values. 0 for a view. */
  readonly number: number;
  readonly type: string;
  readonly collation: string | null;
  readonly needs_value: boolean;
  readonly generated: boolean;
  readonly default: string | null;
  /** The expression of a generated column; null for others. */
  readonly expression: string | null;
}

interface Constraint {
  readonly table: string;
  readonly name: string;
  /** As in `pg_constraint`: c for a check, f for a foreign key; u for every unique index, x for an exclusion. */
  readonly kind: string;
  /** The names of columns, and the texts of expressions. */
  readonly columns: readonly string[];
  readonly definition: string;
}

interface Named {
  readonly table: string;
  readonly name: string;
}

interface Trigger extends Named {
  /** When it is called: its timing, events, columns and condition. */
  readonly calls: string;
}

/** A schema, as far as code relies on it. Two of them are compared, so they are read of the same schema. */
export interface Shape {
  /**
   * Their kinds and numbers: a table that is made again under the same name has no rows. Views have no
   * number.
   */
  readonly tables: ReadonlyMap<string, string>;
  readonly columns: ReadonlyMap<string, Column>;
  readonly constraints: ReadonlyMap<string, Constraint>;
  /** Those that are enabled. */
  readonly triggers: ReadonlyMap<string, Trigger>;
  /** Functions that statements can call, with their arguments and results. */
  readonly functions: ReadonlySet<string>;
}

const OWN = "relnamespace = current_schema()::regnamespace";

const TABLES = `select relname as name,
    relkind::text || case when relkind in ('v', 'm') then '' else oid::text end as identity
  from pg_class where relkind in ('r', 'v', 'm', 'p', 'S') and ${OWN}`;
const COLUMNS = `select c.relname as table, a.attname as name,
    case when c.relkind in ('v', 'm') then 0 else a.attnum end as number,
    format_type(a.atttypid, a.atttypmod) as type, n.collname as collation,
    a.attnotnull and d.adbin is null and a.attidentity = '' as needs_value,
    a.attgenerated <> '' or a.attidentity = 'a' as generated,
    case when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end as default,
    case when a.attgenerated <> '' then pg_get_expr(d.adbin, d.adrelid) end as expression
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  left join pg_collation n on n.oid = a.attcollation
  where c.relkind in ('r', 'v', 'm', 'p') and c.${OWN}`;
const CONSTRAINTS = `select c.relname as table, k.conname as name, k.contype::text as kind,
    array(select attname::text from pg_attribute where attrelid = c.oid and attnum = any (k.conkey)) as columns,
    pg_get_constraintdef(k.oid) as definition
  from pg_constraint k join pg_class c on c.oid = k.conrelid where k.contype in ('c', 'f') and c.${OWN}
  union all
  select c.relname, i.relname, case when x.indisexclusion then 'x' else 'u' end,
    array(select coalesce(a.attname::text, pg_get_indexdef(i.oid, n, true)) from generate_series(1, x.indnkeyatts) n
      left join pg_attribute a on a.attrelid = c.oid and a.attnum = x.indkey[n - 1]),
    regexp_replace(pg_get_indexdef(i.oid), '^.* USING ', '') || case when x.indimmediate then '' else ' DEFERRABLE' end
  from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
  where (x.indisunique or x.indisexclusion) and c.${OWN}`;
const TRIGGERS = String.raw`select c.relname as table, t.tgname as name, regexp_replace(pg_get_triggerdef(t.oid),
      '^CREATE (CONSTRAINT )?TRIGGER \S+| (REFERENCING .* )?FOR EACH (ROW|STATEMENT)| EXECUTE FUNCTION .*$', '', 'g'
    ) as calls
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where not t.tgisinternal and t.tgenabled in ('O', 'A') and c.${OWN} order by c.relname, t.tgname`;
const FUNCTIONS = `select format('%s(%s) returns %s', proname, pg_get_function_arguments(oid),
    pg_get_function_result(oid)) as name
  from pg_proc where pronamespace = current_schema()::regnamespace and prorettype <> 'trigger'::regtype`;

const keyOf = ({ table, name }: Named) => `${table}.${name}`;
const byKey = <Row extends Named>(rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [keyOf(row), row]));
const namesOf = (rows: readonly { readonly name: string }[]): ReadonlySet<string> =>
  new Set(rows.map(({ name }) => name));

/** Reads the schema that is the first of the search path. */
export async function readShape(tx: Tx): Promise<Shape> {
  return {
    tables: new Map(
      (await rowsOf<{ name: string; identity: string }>(tx, TABLES)).map(({ name, identity }) => [
        name,
        identity,
      ]),
    ),
    columns: byKey(await rowsOf(tx, COLUMNS)),
    constraints: byKey(await rowsOf(tx, CONSTRAINTS)),
    triggers: byKey(await rowsOf(tx, TRIGGERS)),
    functions: namesOf(await rowsOf(tx, FUNCTIONS)),
  };
}

/** Returns what a migration does that code of the version before can't live with, a sentence each. */
export async function faultsOfChange(tx: Tx, before: Shape, after: Shape): Promise<string[]> {
  const stays = ({ table }: { readonly table: string }) =>
    before.tables.has(table) && after.tables.has(table);
  const faults: string[] = [];
  for (const [name, identity] of before.tables)
    if (after.tables.get(name) !== identity)
      faults.push(`table ${name} is ${after.tables.has(name) ? "another one" : "gone"}`);
  for (const name of before.functions)
    if (!after.functions.has(name)) faults.push(`function ${name} is gone`);
  for (const [key, old] of before.columns)
    if (stays(old)) faults.push(...faultsOfColumn(key, old, after.columns.get(key)));
  for (const [key, column] of after.columns)
    if (stays(column) && !before.columns.has(key) && column.needs_value)
      faults.push(`column ${key} is new and needs a value`);
  const isIn = ({ triggers }: Shape, [key, { calls }]: readonly [string, Trigger]) =>
    triggers.get(key)?.calls === calls;
  const fresh = [...after.triggers].filter((each) => !isIn(before, each)).map(([, { calls }]) => calls);
  for (const [key, old] of before.triggers) {
    if (!stays(old) || isIn(after, [key, old])) continue;
    // Each new one takes the place of one of another name.
    const place = fresh.indexOf(old.calls);
    if (place === -1) faults.push(`trigger ${key} is gone`);
    else fresh.splice(place, 1);
  }
  for (const [key, old] of before.constraints)
    // Without a unique index ON CONFLICT fails; without a foreign key rows stay whose parent was deleted.
    if (stays(old) && old.kind !== "c" && !after.constraints.has(key))
      faults.push(`constraint ${key} is gone`);
  for (const [key, constraint] of after.constraints) {
    const old = before.constraints.get(key);
    if (stays(constraint) && !(await isHarmless(tx, constraint, old, before, after)))
      faults.push(`constraint ${key} is ${old === undefined ? "new" : "changed"}`);
  }
  return faults.toSorted();
}

function faultsOfColumn(key: string, old: Column, column: Column | undefined): string[] {
  if (column === undefined) return [`column ${key} is gone`];
  const faults: string[] = [];
  if (column.number !== old.number) faults.push(`column ${key} is another one`);
  if (column.type !== old.type || column.collation !== old.collation)
    faults.push(`column ${key} has another type`);
  if (column.needs_value && !old.needs_value) faults.push(`column ${key} needs a value now`);
  if (old.default !== null && column.default === null) faults.push(`column ${key} has no default any more`);
  if (old.expression !== null && column.expression !== old.expression)
    faults.push(`column ${key} is computed otherwise`);
  if (column.generated && !old.generated) faults.push(`column ${key} can't be written any more`);
  return faults;
}

/** True if every write of code that does not know the new columns passes a constraint. */
async function isHarmless(
  tx: Tx,
  constraint: Constraint,
  old: Constraint | undefined,
  before: Shape,
  after: Shape,
): Promise<boolean> {
  const { table, kind, columns, definition } = constraint;
  // ON CONFLICT needs a unique index exactly as it was, and a foreign key keeps old rows as it did.
  if (old !== undefined)
    return (
      old.definition === definition ||
      (old.kind === "c" && kind === "c" && isWider(old.definition, definition))
    );
  const fresh = columns
    .filter((name) => !before.columns.has(`${table}.${name}`))
    .map((name) => after.columns.get(`${table}.${name}`))
    .filter((column) => column !== undefined);
  if (kind === "c") return fresh.length === columns.length && passesUnwritten(tx, definition, fresh);
  // A row with a null is neither compared with others nor looked up.
  const hasNull = fresh.some((column) => column.default === null && !column.generated);
  if (hasNull) return !/NULLS NOT DISTINCT|MATCH FULL/.test(definition);
  const isAsUnique = (other: Constraint) =>
    other.kind === "u" &&
    other.table === table &&
    !/ (?:WHERE|NULLS|DEFERRABLE)\b/.test(other.definition) &&
    other.columns.every((name) => columns.includes(name));
  return kind === "u" && [...before.constraints.values()].some(isAsUnique);
}

/** True if a check passes where its columns have their defaults. */
async function passesUnwritten(tx: Tx, definition: string, columns: readonly Column[]): Promise<boolean> {
  if (columns.some(({ generated }) => generated)) return false;
  const values = columns.map(({ name, type, default: text }) => `(${text ?? "null"})::${type} as "${name}"`);
  const [row] = await rowsOf<{ passes: boolean }>(
    tx,
    `select ${conditionOf(definition)} is not false as passes from (select ${values.join(", ")}) as written`,
  );
  return row?.passes === true;
}

function conditionOf(definition: string): string {
  return definition.replace(/^CHECK /, "").replace(/(?: NOT VALID| NO INHERIT)+$/, "");
}

/**
 * True if a check allows all that another one allowed: it is the same but for longer lists of words, fewer
 * conditions, or comparisons that allow more.
 */
async function isWider(old: string, definition: string): Promise<boolean> {
  const treeOf = async (text: string): Promise<unknown> => parse(`select ${conditionOf(text)}`);
  return allows(await treeOf(definition), await treeOf(old), true);
}

/** What a comparison may become that allows more. */
const WIDER_SIGNS: Readonly<Record<string, readonly string[]>> = { ">": [">=", "<>"], "<": ["<=", "<>"] };

/** True if two trees are equal but for what allows more; `grows` if more here allows more. */
function allows(wide: unknown, narrow: unknown, grows: boolean): boolean {
  if (Array.isArray(wide) && Array.isArray(narrow))
    return wide.length === narrow.length && wide.every((each, index) => allows(each, narrow[index], grows));
  if (!isTree(wide) || !isTree(narrow)) return wide === narrow;
  if (Object.hasOwn(wide, "A_ArrayExpr") && Object.hasOwn(narrow, "A_ArrayExpr") && grows) {
    const words = wordsOf(wide);
    return wordsOf(narrow).every((word) => words.includes(word));
  }
  if (grows && (hasFewerConditions(wide, narrow) || comparesWider(wide, narrow))) return true;
  const names = [...new Set([...Object.keys(wide), ...Object.keys(narrow)])].filter(
    (name) => name !== "location",
  );
  return names.every((name) => allows(wide[name], narrow[name], grows && growsBelow(name, wide[name])));
}

const textOf = (tree: unknown): string =>
  JSON.stringify(tree, (name, value: unknown) => (name === "location" ? undefined : value)) ?? "";

/** The elements of an array as texts. */
function wordsOf(tree: unknown): string[] {
  return listAt(at(tree, "A_ArrayExpr"), "elements").map(textOf);
}

/** True if each condition of one conjunction allows all that one of the other allows. */
function hasFewerConditions(wide: unknown, narrow: unknown): boolean {
  const conditionsOf = (tree: unknown): readonly unknown[] => {
    const all = at(tree, "BoolExpr");
    return isTree(all) && textAt(all, "boolop") === "AND_EXPR" ? listAt(all, "args") : [tree];
  };
  const [some, all] = [conditionsOf(wide), conditionsOf(narrow)];
  return all.length > 1 && some.every((one) => all.some((other) => allows(one, other, true)));
}

/** True if a comparison of the same values allows more: `>` that became `<>`, or a word that became a list. */
function comparesWider(wide: unknown, narrow: unknown): boolean {
  const [one, other] = [at(wide, "A_Expr"), at(narrow, "A_Expr")];
  if (!isTree(one) || !isTree(other) || textOf(at(one, "lexpr")) !== textOf(at(other, "lexpr"))) return false;
  const signOf = (tree: Tree): string => /"sval":"([^"]+)"/.exec(textOf(listAt(tree, "name")))?.[1] ?? "";
  const isPlain = (tree: Tree): boolean => textAt(tree, "kind") === "AEXPR_OP";
  const value = textOf(at(other, "rexpr"));
  if (!isPlain(other)) return false;
  if (isPlain(one))
    return value === textOf(at(one, "rexpr")) && (WIDER_SIGNS[signOf(other)] ?? []).includes(signOf(one));
  const list = at(one, "rexpr");
  return (
    textAt(one, "kind") === "AEXPR_OP_ANY" &&
    [signOf(one), signOf(other)].every((sign) => sign === "=") &&
    wordsOf(list).includes(value)
  );
}

/** False below what may turn an answer around, such as NOT or a comparison of two conditions. */
function growsBelow(name: string, node: unknown): boolean {
  if (!isTree(node)) return true;
  if (name === "BoolExpr") return textAt(node, "boolop") !== "NOT_EXPR";
  if (name === "A_Expr") return textAt(node, "kind") === "AEXPR_OP_ANY";
  return !["CaseExpr", "FuncCall", "NullTest", "BooleanTest", "CoalesceExpr"].includes(name);
}
