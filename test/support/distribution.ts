/**
 * What a database that is distributed by company, as by Citus, can't do. A statement on a distributed table
 * is sent to the server that holds the company; triggers run there, on a part of the table. Each rule below
 * refuses a statement that fails there, or one that silently does something else.
 */
import { parse, parsePlPgSQL } from "libpg-query";
import type { Db, Tx } from "../../src/platform/db/index.ts";
import {
  at,
  isTree,
  listAt,
  type Names,
  namesIn,
  tablesOfManyCompanies,
  textAt,
  type Tree,
} from "./company-columns.ts";

/** The rules, and what each refuses. */
export const RULES = {
  company: "a distributed table that is not limited to one company",
  transition: "changed rows of a trigger beside a table in one statement",
  "table-name": "a comparison with the whole name of a trigger's table: parts of a table have a number",
  "own-write": "a statement that reads what a part of it writes, itself or by a trigger",
  "many-changes": "several changes in one ALTER TABLE",
  beside: "a table of a company beside one that only the coordinator has, in one statement",
  effects: "a function with effects in a query on a table or in a CASE",
  advisory: "an advisory lock without a company's row, which holds on the server of the caller only",
  setting: "a setting that does not reach other servers: one made by set_config, or one that is not ours",
  unique: "a unique index of a distributed table without its company",
  values: "a query among the values of an INSERT into a distributed table: select them instead",
  placed: "a new table of a company that is not distributed, or is only after it has foreign keys",
} as const;
export type Rule = keyof typeof RULES;

/** The parts of the catalog that the rules need. */
export interface Catalog {
  readonly companyColumns: ReadonlyMap<string, string>;
  /** The tables that only the coordinator has. */
  readonly ofCoordinator: ReadonlySet<string>;
  readonly transitions: ReadonlySet<string>;
  /** Functions of the schema that may change rows or take locks. */
  readonly effects: ReadonlySet<string>;
  /** The tables that the triggers of a table write. */
  readonly writtenByTriggers: ReadonlyMap<string, ReadonlySet<string>>;
}

export interface FunctionText {
  readonly name: string;
  readonly language: string;
  readonly volatility: string;
  readonly argument_names: readonly string[] | null;
  readonly body: string;
  readonly definition: string;
  /** The tables whose triggers call it. */
  readonly tables: readonly string[];
}

interface Index {
  readonly table: string;
  readonly name: string;
  readonly columns: readonly string[];
}

interface Default {
  readonly table: string;
  readonly column: string;
  readonly expression: string;
}

/** The schema as the rules see it. */
export interface Schema {
  readonly catalog: Catalog;
  readonly functions: readonly FunctionText[];
  readonly uniqueIndexes: readonly Index[];
  readonly defaults: readonly Default[];
}

/** A place, such as a statement's name, that breaks a rule. */
export interface Violation {
  readonly place: string;
  readonly rule: Rule;
}

/** The rows of a query that is no statement of the service. */
export async function rowsOf<Row>(db: Db | Tx, query: string): Promise<Row[]> {
  if ("transaction" in db) return db.transaction((tx) => rowsOf<Row>(tx, query));
  const parts: Buffer[] = [];
  for await (const part of db.copyOut(`select row_to_json(r) from (${query}) r`)) parts.push(part);
  // The text format of COPY doubles backslashes.
  return Buffer.concat(parts)
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line.replaceAll("\\\\", "\\")) as Row);
}

/** Reads the schema of a database. */
export async function readSchema(db: Db): Promise<Schema> {
  const columns = await rowsOf<{ table: string }>(
    db,
    `select c.relname as table from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'`,
  );
  const companyColumns = new Map([
    ...columns.map(({ table }) => [table, "company_id"] as const),
    ["companies", "id"],
  ]);
  const others = await rowsOf<{ table: string }>(
    db,
    `select c.relname as table from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'`,
  );
  const ofCoordinator = new Set(
    others
      .map(({ table }) => table)
      .filter((table) => !companyColumns.has(table) && !["users", "credentials"].includes(table)),
  );
  const transitions = await rowsOf<{ name: string }>(
    db,
    `select distinct name from pg_trigger t, unnest(array[t.tgoldtable, t.tgnewtable]) as given (name) where name is not null`,
  );
  const functions = await rowsOf<FunctionText>(
    db,
    `select p.proname as name, l.lanname as language, p.provolatile as volatility, p.proargnames as argument_names,
       p.prosrc as body, pg_get_functiondef(p.oid) as definition,
       array(select distinct c.relname from pg_trigger t join pg_class c on c.oid = t.tgrelid where t.tgfoid = p.oid and not t.tgisinternal) as tables
     from pg_proc p join pg_language l on l.oid = p.prolang
     where p.pronamespace = current_schema()::regnamespace`,
  );
  const uniqueIndexes = await rowsOf<Index>(
    db,
    `select c.relname as table, i.relname as name,
       array(select a.attname from pg_attribute a where a.attrelid = c.oid and a.attnum = any (x.indkey)) as columns
     from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
     where x.indisunique and c.relnamespace = current_schema()::regnamespace`,
  );
  const defaults = await rowsOf<Default>(
    db,
    `select c.relname as table, a.attname as column, pg_get_expr(d.adbin, d.adrelid) as expression
     from pg_attrdef d join pg_class c on c.oid = d.adrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = d.adnum
     where c.relnamespace = current_schema()::regnamespace and a.attgenerated = ''`,
  );
  const named = new Map(functions.map((each) => [each.name, each]));
  const writtenByTriggers = new Map<string, Set<string>>();
  for (const each of functions) {
    const written = new Set<string>();
    for (const tree of await queriesOf(each)) for (const table of writtenBy(tree)) written.add(table);
    for (const table of each.tables)
      writtenByTriggers.set(table, new Set([...(writtenByTriggers.get(table) ?? []), ...written]));
  }
  return {
    catalog: {
      companyColumns,
      ofCoordinator,
      transitions: new Set(transitions.map(({ name }) => name)),
      effects: new Set(
        [...named.values()].filter(({ volatility }) => volatility === "v").map(({ name }) => name),
      ),
      writtenByTriggers,
    },
    functions,
    uniqueIndexes,
    defaults,
  };
}

/** All nodes of a kind in a tree. */
function nodesOf(tree: unknown, kind: string): Tree[] {
  if (Array.isArray(tree)) return tree.flatMap((each) => nodesOf(each, kind));
  if (!isTree(tree)) return [];
  const own = Object.hasOwn(tree, kind) ? [at(tree, kind)] : [];
  return [...own, ...Object.values(tree).flatMap((each) => nodesOf(each, kind))];
}

const WRITES = ["InsertStmt", "UpdateStmt", "DeleteStmt"];
const writtenBy = (tree: unknown): string[] =>
  WRITES.flatMap((kind) => nodesOf(tree, kind)).map((node) => textAt(at(node, "relation"), "relname"));
const tablesOf = (tree: unknown): string[] => [
  ...nodesOf(tree, "RangeVar").map((node) => textAt(node, "relname")),
  ...writtenBy(tree),
];
const callsOf = (tree: unknown): string[] =>
  nodesOf(tree, "FuncCall").map((node) => namesIn(listAt(node, "funcname")).at(-1) ?? "");

/** The statements of a text. */
async function treesOf(text: string): Promise<Tree[]> {
  const { stmts } = (await parse(text)) as unknown as { readonly stmts: readonly { readonly stmt: Tree }[] };
  return stmts.map(({ stmt }) => stmt);
}

/** The modes in which PL/pgSQL reads an expression. */
const WHOLE_STATEMENT = 0;
const EXPRESSION = 2;

async function queriesOf({ language, definition, body }: FunctionText): Promise<Tree[]> {
  if (language === "sql") return treesOf(body);
  const queries: Tree[] = [];
  for (const expression of nodesOf(await parsePlPgSQL(definition), "PLpgSQL_expr")) {
    const query = textAt(expression, "query");
    const mode = expression["parseMode"] ?? WHOLE_STATEMENT;
    const text =
      mode === WHOLE_STATEMENT
        ? query
        : `select ${mode === EXPRESSION ? query : query.replace(/^[^:]*:=/, "")}`;
    queries.push(...(await treesOf(text)));
  }
  return queries;
}

const TRIGGER_VARIABLES = ["new", "old", "tg_op", "tg_table_name", "tg_relname", "found"];

/** The rules that a function breaks. */
export async function faultsOfFunction(text: FunctionText, catalog: Catalog): Promise<Set<Rule>> {
  const variables = new Set([...TRIGGER_VARIABLES, ...(text.argument_names ?? [])]);
  if (text.language === "plpgsql")
    for (const kind of ["PLpgSQL_var", "PLpgSQL_rec", "PLpgSQL_row"])
      for (const node of nodesOf(await parsePlPgSQL(text.definition), kind))
        variables.add(textAt(node, "refname"));
  const faults = new Set<Rule>();
  for (const tree of await queriesOf(text)) {
    for (const fault of faultsOfTree(tree, { ...catalog, variables })) faults.add(fault);
    const queries = nodesOf(tree, "CommonTableExpr").map((node) => textAt(node, "ctename"));
    const tables = tablesOf(tree).filter((table) => !queries.includes(table));
    if (
      tables.some((table) => catalog.transitions.has(table)) &&
      !tables.every((table) => catalog.transitions.has(table))
    )
      faults.add("transition");
    if (comparesTableName(tree)) faults.add("table-name");
  }
  // CASE is a statement of PL/pgSQL too.
  if (/\bcase\s+tg_(?:table_name|relname)\b/i.test(text.body)) faults.add("table-name");
  return faults;
}

function comparesTableName(tree: Tree): boolean {
  const isName = (node: unknown) =>
    namesIn(listAt(at(node, "ColumnRef"), "fields")).some((name) => /^tg_(?:table_name|relname)$/.test(name));
  return nodesOf(tree, "A_Expr").some(
    (node) =>
      ["AEXPR_OP", "AEXPR_IN", "AEXPR_OP_ANY"].includes(textAt(node, "kind")) &&
      (isName(node["lexpr"]) || isName(node["rexpr"])),
  );
}

/** The rules that the statements of a text break. */
export async function faultsOfStatement(text: string, catalog: Catalog): Promise<Set<Rule>> {
  const faults = new Set<Rule>();
  for (const tree of await treesOf(text))
    for (const fault of faultsOfTree(tree, { ...catalog, variables: new Set() })) faults.add(fault);
  return faults;
}

/** True if an ALTER TABLE of a migration makes several changes. */
export async function changesMuchAtOnce(sql: string): Promise<boolean> {
  return (await treesOf(sql)).some((tree) => listAt(at(tree, "AlterTableStmt"), "cmds").length > 1);
}

/**
 * The tables of companies that a migration creates and does not distribute, or distributes only after they
 * have foreign keys.
 */
export async function listUnplaced(sql: string): Promise<string[]> {
  const awaited = new Set<string>();
  const faulty = new Set<string>();
  for (const tree of await treesOf(sql)) {
    const table = textAt(at(at(tree, "CreateStmt"), "relation"), "relname");
    const columns = nodesOf(at(tree, "CreateStmt"), "ColumnDef").map((each) => textAt(each, "colname"));
    if (columns.includes("company_id")) awaited.add(table);
    const changed = table || textAt(at(at(tree, "AlterTableStmt"), "relation"), "relname");
    const refers = nodesOf(tree, "Constraint").some((each) => textAt(each, "contype") === "CONSTR_FOREIGN");
    if (refers && awaited.has(changed)) faulty.add(changed);
    for (const call of nodesOf(at(tree, "SelectStmt"), "FuncCall"))
      if (namesIn(listAt(call, "funcname")).includes("distribute_table"))
        awaited.delete(constantIn(listAt(call, "args")));
  }
  return [...new Set([...awaited, ...faulty])];
}

/** The settings of a transaction, which `set local` passes on to all servers. */
const OWN_SETTINGS = new Set(["daybook.now", "daybook.event"]);

/** The first text constant of a tree. */
const constantIn = (tree: unknown): string => textAt(at(nodesOf(tree, "A_Const")[0], "sval"), "sval");

/** True if a text makes or reads a setting that may differ between servers. */
const usesForeignSetting = (tree: unknown): boolean =>
  nodesOf(tree, "FuncCall").some((call) => {
    const name = namesIn(listAt(call, "funcname")).at(-1);
    const setting = constantIn(listAt(call, "args"));
    return name === "set_config" || (name === "current_setting" && !OWN_SETTINGS.has(setting));
  });

const hasQueryAsValue = (insert: Tree, { companyColumns }: Catalog): boolean =>
  companyColumns.has(textAt(at(insert, "relation"), "relname")) &&
  nodesOf(listAt(at(at(insert, "selectStmt"), "SelectStmt"), "valuesLists"), "SubLink").length > 0;

function faultsOfTree(tree: Tree, names: Catalog & Names): Rule[] {
  const faults: Rule[] = [];
  const calls = callsOf(tree);
  const tables = tablesOf(tree);
  const isOnTable = tables.some((table) => names.companyColumns.has(table));
  if (isOnTable && tables.some((table) => names.ofCoordinator.has(table))) faults.push("beside");
  if (tablesOfManyCompanies(tree, names).length > 0) faults.push("company");
  if (readsOwnWrite(tree, names)) faults.push("own-write");
  if (!isOnTable && calls.some((name) => /^pg_(?:try_)?advisory/.test(name))) faults.push("advisory");
  // Citus computes what an UPDATE writes itself, and refuses a setting with a default there.
  const writesSetting =
    nodesOf(tree, "UpdateStmt").length > 0 &&
    calls.some((name) => /^(?:daybook_now|current_setting)$/.test(name));
  if (isOnTable && writesSetting) faults.push("setting");
  if ((isOnTable || calls.includes("set_config")) && usesForeignSetting(tree)) faults.push("setting");
  if (nodesOf(tree, "InsertStmt").some((insert) => hasQueryAsValue(insert, names))) faults.push("values");
  const inCases = callsOf(nodesOf(tree, "CaseExpr"));
  if ((isOnTable ? calls : inCases).some((name) => names.effects.has(name))) faults.push("effects");
  return faults;
}

/**
 * True if a part of WITH writes a distributed table, itself or by a trigger, that another part reads without
 * coming first. A part comes first if the writing one names it.
 */
function readsOwnWrite(tree: Tree, { writtenByTriggers, companyColumns }: Catalog): boolean {
  const queries = nodesOf(tree, "CommonTableExpr");
  const bodyOf = (query: Tree) => at(query, "ctequery");
  const withoutQueries = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(withoutQueries)
      : isTree(value)
        ? Object.fromEntries(
            Object.entries(value).flatMap(([name, each]) =>
              name === "ctes" ? [] : [[name, withoutQueries(each)]],
            ),
          )
        : value;
  const rest = withoutQueries(tree);
  return queries.some((query) => {
    const direct = writtenBy(bodyOf(query));
    const all = direct.flatMap((table) => [table, ...(writtenByTriggers.get(table) ?? [])]);
    const written = new Set(all.filter((table) => companyColumns.has(table)));
    if (written.size === 0) return false;
    const before = new Set<string>();
    const follow = (body: unknown): void => {
      for (const table of tablesOf(body))
        for (const other of queries)
          if (textAt(other, "ctename") === table && !before.has(table)) {
            before.add(table);
            follow(bodyOf(other));
          }
    };
    follow(bodyOf(query));
    const others = queries
      .filter((other) => other !== query && !before.has(textAt(other, "ctename")))
      .map(bodyOf);
    return [rest, ...others].some((part) => tablesOf(part).some((table) => written.has(table)));
  });
}

/** The unique indexes and defaults that break a rule. */
export async function faultsOfSchema({ catalog, uniqueIndexes, defaults }: Schema): Promise<Violation[]> {
  const faults: Violation[] = [];
  for (const { table, name, columns } of uniqueIndexes) {
    const company = catalog.companyColumns.get(table);
    if (company !== undefined && !columns.includes(company))
      faults.push({ place: `index ${name}`, rule: "unique" });
  }
  for (const { table, column, expression } of defaults) {
    const [query] = await treesOf(`select ${expression}`);
    if (catalog.companyColumns.has(table) && usesForeignSetting(query))
      faults.push({ place: `column ${table}.${column}`, rule: "setting" });
  }
  return faults;
}
