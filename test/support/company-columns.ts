/**
 * Finds the tables of a statement that are not limited to one company, from its parse tree. A table is
 * limited if its company column equals one value for the whole statement: a parameter, a constant, a variable
 * of a trigger, or the company column of a table that is limited. Conditions count only where every row has
 * to meet them.
 */

/** A node of PostgreSQL's parse tree. */
export type Tree = { readonly [key: string]: unknown };

/** The meaning of the names in a statement. */
export interface Names {
  /** The company column of each distributed table. */
  readonly companyColumns: ReadonlyMap<string, string>;
  /** The rows that a trigger's statement changed, by the names that triggers give them. */
  readonly transitions: ReadonlySet<string>;
  /** Variables and parameters that have a name, and the rows of a trigger. */
  readonly variables: ReadonlySet<string>;
}

/** A column, or one value for the whole statement. Columns with the same value share a root. */
class Column {
  #equal: Column | null = null;
  get root(): Column {
    return this.#equal?.root ?? this;
  }
  equate(other: Column): void {
    if (other.root !== this.root) this.root.#equal = other.root;
  }
}

type Outputs = ReadonlyMap<string, Column>;

interface Source {
  readonly alias: string;
  readonly columns: Outputs;
}

interface Scope {
  readonly sources: Source[];
  readonly parent: Scope | null;
  readonly queries: ReadonlyMap<string, Outputs>;
}

export const isTree = (value: unknown): value is Tree =>
  typeof value === "object" && value !== null && !Array.isArray(value);
/** The node at a path of members; an empty node if there is none. */
export const at = (tree: unknown, ...path: readonly string[]): Tree => {
  let node = tree;
  for (const name of path) node = isTree(node) ? node[name] : undefined;
  return isTree(node) ? node : {};
};
export const listAt = (tree: Tree, name: string): readonly unknown[] => {
  const value = tree[name];
  return Array.isArray(value) ? value : [];
};
export const textAt = (tree: Tree, name: string): string => {
  const value = tree[name];
  return typeof value === "string" ? value : "";
};
/** The names of a list of `String` nodes. */
export const namesIn = (nodes: readonly unknown[]): string[] =>
  nodes.map((node) => textAt(at(node, "String"), "sval"));

/** Returns the distributed tables of a statement that are not limited to one company, each once. */
export function tablesOfManyCompanies(statement: Tree, names: Names): string[] {
  const reading = new Reading(names);
  reading.statement(statement, null, new Map());
  return reading.unlimited();
}

class Reading {
  readonly #names: Names;
  readonly #value = new Column();
  readonly #tables: { readonly table: string; readonly column: Column }[] = [];
  /** If all of the first columns are one value, so is the second. */
  readonly #implied: (readonly [readonly Column[], Column])[] = [];

  constructor(names: Names) {
    this.#names = names;
  }

  unlimited(): string[] {
    for (let before = -1; before !== this.#openImplications();) {
      before = this.#openImplications();
      for (const [causes, effect] of this.#implied)
        if (causes.every((cause) => this.#isValue(cause))) effect.equate(this.#value);
    }
    return [
      ...new Set(this.#tables.filter(({ column }) => !this.#isValue(column)).map(({ table }) => table)),
    ];
  }

  #openImplications(): number {
    return this.#implied.filter(([, effect]) => !this.#isValue(effect)).length;
  }

  #isValue(column: Column): boolean {
    return column.root === this.#value.root;
  }

  /** Reads a statement of any kind; returns the columns of its result, in their order. */
  statement(tree: Tree, parent: Scope | null, outer: Scope["queries"]): Outputs {
    const [kind = "", body = {}] = Object.entries(tree)[0] ?? [];
    const node = at(body);
    const queries = this.#withQueries(node, parent, outer);
    if (kind === "SelectStmt") return this.#select(node, parent, queries);
    if (kind === "InsertStmt") return this.#insert(node, parent, queries);
    if (kind === "UpdateStmt" || kind === "DeleteStmt") return this.#change(node, parent, queries);
    this.#expressions(node, { sources: [], parent, queries });
    return new Map();
  }

  #withQueries(node: Tree, parent: Scope | null, outer: Scope["queries"]): Scope["queries"] {
    const clause = at(node, "withClause");
    const queries = new Map(outer);
    for (const each of listAt(clause, "ctes")) {
      const query = at(each, "CommonTableExpr");
      const name = textAt(query, "ctename");
      const renamed = namesIn(listAt(query, "aliascolnames"));
      if (clause["recursive"] !== true || !Object.hasOwn(at(query, "ctequery", "SelectStmt"), "larg")) {
        queries.set(name, rename(this.statement(at(query, "ctequery"), parent, queries), renamed));
        continue;
      }
      // The rows that a recursive part adds are of the companies of the part that begins.
      const union = at(query, "ctequery", "SelectStmt");
      const first = this.statement({ SelectStmt: union["larg"] }, parent, queries);
      queries.set(name, rename(first, renamed));
      this.statement({ SelectStmt: union["rarg"] }, parent, queries);
    }
    return queries;
  }

  #select(node: Tree, parent: Scope | null, queries: Scope["queries"]): Outputs {
    const [left, right] = [at(node, "larg"), at(node, "rarg")];
    if (Object.keys(left).length > 0) return this.#union(left, right, parent, queries);
    const scope: Scope = { sources: [], parent, queries };
    for (const each of listAt(node, "fromClause")) this.#from(each, scope, true);
    this.#condition(node["whereClause"], scope);
    for (const [name, value] of Object.entries(node))
      if (!["withClause", "fromClause", "whereClause"].includes(name)) this.#expressions(value, scope);
    return this.#outputs(listAt(node, "targetList"), scope);
  }

  /** A column of a union is one value if it is in both parts; a condition on it holds for both parts. */
  #union(left: Tree, right: Tree, parent: Scope | null, queries: Scope["queries"]): Outputs {
    const first = this.statement({ SelectStmt: left }, parent, queries);
    const second = [...this.statement({ SelectStmt: right }, parent, queries).values()];
    const outputs = new Map<string, Column>();
    for (const [index, [name, column]] of [...first].entries()) {
      const other = second[index];
      if (other === undefined) continue;
      const both = new Column();
      this.#implied.push([[column, other], both], [[both], column], [[both], other]);
      outputs.set(name, both);
    }
    return outputs;
  }

  #outputs(targets: readonly unknown[], scope: Scope): Outputs {
    const outputs = new Map<string, Column>();
    for (const each of targets) {
      const target = at(each, "ResTarget");
      const fields = listAt(at(target, "val", "ColumnRef"), "fields");
      if (fields.some((field) => Object.hasOwn(at(field), "A_Star"))) {
        const [alias = ""] = fields.length > 1 ? namesIn(fields.slice(0, 1)) : [];
        for (const source of scope.sources)
          if (alias === "" || source.alias === alias)
            for (const [name, column] of source.columns) outputs.set(name, column);
        continue;
      }
      const name = textAt(target, "name") || namesIn(fields.slice(-1))[0];
      outputs.set(name || `column ${outputs.size}`, this.#columnOf(target["val"], scope) ?? new Column());
    }
    return outputs;
  }

  /** Adds a part of FROM to the scope. `strict`: every row has to meet the conditions of its joins. */
  #from(part: unknown, scope: Scope, strict: boolean): void {
    if (Object.hasOwn(at(part), "RangeVar")) {
      scope.sources.push(this.#table(at(part, "RangeVar"), scope));
    } else if (Object.hasOwn(at(part), "RangeSubselect")) {
      const node = at(part, "RangeSubselect");
      const columns = this.statement(at(node, "subquery"), scope, scope.queries);
      scope.sources.push({
        alias: textAt(at(node, "alias"), "aliasname"),
        columns: rename(columns, namesIn(listAt(at(node, "alias"), "colnames"))),
      });
    } else if (Object.hasOwn(at(part), "JoinExpr")) {
      this.#join(at(part, "JoinExpr"), scope, strict);
    } else {
      this.#expressions(part, scope);
    }
  }

  #join(join: Tree, scope: Scope, strict: boolean): void {
    const from = scope.sources.length;
    this.#from(join["larg"], scope, strict);
    const middle = scope.sources.length;
    this.#from(join["rarg"], scope, strict);
    const kind = textAt(join, "jointype");
    for (const name of namesIn(listAt(join, "usingClause"))) {
      const columnIn = (sources: readonly Source[]) =>
        sources.map(({ columns }) => columns.get(name)).find((column) => column !== undefined);
      const [left, right] = [
        columnIn(scope.sources.slice(from, middle)),
        columnIn(scope.sources.slice(middle)),
      ];
      if (left === undefined || right === undefined) continue;
      if (kind === "JOIN_LEFT") this.#implied.push([[left], right]);
      else if (kind === "JOIN_INNER") left.equate(right);
    }
    if (kind === "JOIN_INNER") return this.#condition(join["quals"], scope);
    // The condition of an outer join limits only the side that may be missing.
    const optional = scope.sources.slice(middle).flatMap(({ columns }) => [...columns.values()]);
    if (kind === "JOIN_LEFT") this.#condition(join["quals"], scope, new Set(optional));
    else this.#expressions(join["quals"], scope);
  }

  #table(node: Tree, scope: Scope): Source {
    const table = textAt(node, "relname");
    const alias = textAt(at(node, "alias"), "aliasname") || table;
    const query = this.#names.transitions.has(table) ? undefined : scope.queries.get(table);
    if (query !== undefined) return { alias, columns: query };
    const name = this.#names.companyColumns.get(table);
    const column = new Column();
    if (name !== undefined) this.#tables.push({ table, column });
    return { alias, columns: new Map([[name ?? "company_id", column]]) };
  }

  /** Reads a condition that every row meets; `only`: it limits only these columns. */
  #condition(condition: unknown, scope: Scope, only?: ReadonlySet<Column>): void {
    const node = at(condition);
    const both = at(node, "BoolExpr");
    if (textAt(both, "boolop") === "AND_EXPR") {
      for (const each of listAt(both, "args")) this.#condition(each, scope, only);
      return;
    }
    const equal = at(node, "A_Expr");
    if (textAt(equal, "kind") === "AEXPR_OP" && namesIn(listAt(equal, "name"))[0] === "=")
      for (const [left, right] of pairsOf(equal)) this.#equal(left, right, scope, only);
    this.#expressions(condition, scope);
  }

  #equal(left: unknown, right: unknown, scope: Scope, only?: ReadonlySet<Column>): void {
    const [first, second] = [this.#columnOf(left, scope), this.#columnOf(right, scope)];
    if (first === null || second === null) return;
    if (only === undefined) return first.equate(second);
    if (only.has(first)) this.#implied.push([[second], first]);
    if (only.has(second)) this.#implied.push([[first], second]);
  }

  /** The column that an expression names, or the one value; null for any other expression. */
  #columnOf(expression: unknown, scope: Scope): Column | null {
    const fields = namesIn(listAt(at(expression, "ColumnRef"), "fields"));
    if (fields.length > 0) {
      const found = this.#find(fields, scope);
      if (found !== null) return found;
    }
    return this.#isOneValue(expression, scope) ? this.#value : null;
  }

  #find(fields: readonly string[], scope: Scope): Column | null {
    const [name = "", alias] = fields.toReversed();
    for (let level: Scope | null = scope; level !== null; level = level.parent)
      for (const source of level.sources) {
        if (alias !== undefined && source.alias !== alias) continue;
        const column = source.columns.get(name);
        if (column !== undefined) return column;
      }
    return null;
  }

  /** True for an expression of constants, parameters and variables only. */
  #isOneValue(expression: unknown, scope: Scope): boolean {
    if (Array.isArray(expression)) return expression.every((each) => this.#isOneValue(each, scope));
    if (!isTree(expression)) return true;
    if (Object.hasOwn(expression, "SubLink") || Object.hasOwn(expression, "FuncCall")) return false;
    const fields = namesIn(listAt(at(expression, "ColumnRef"), "fields"));
    if (fields.length > 0)
      return (
        this.#names.variables.has(fields[0] ?? "") &&
        !scope.sources.some(({ alias }) => fields.length > 1 && alias === fields[0])
      );
    return Object.values(expression).every((each) => this.#isOneValue(each, scope));
  }

  #insert(node: Tree, parent: Scope | null, queries: Scope["queries"]): Outputs {
    const scope: Scope = { sources: [], parent, queries };
    const target = this.#table(at(node, "relation"), { ...scope, queries: new Map() });
    const query = at(node, "selectStmt", "SelectStmt");
    const position = listAt(node, "cols").findIndex((each) =>
      target.columns.has(textAt(at(each, "ResTarget"), "name")),
    );
    const [column = new Column()] = target.columns.values();
    const rows = listAt(query, "valuesLists").map((row) => listAt(at(row, "List"), "items"));
    if (rows.length > 0) {
      const values = rows.map((row) => this.#columnOf(row[position], scope));
      if (values.every((value) => value !== null)) this.#implied.push([values, column]);
      this.#expressions(query["valuesLists"], scope);
    } else {
      const inner = this.#withQueries(query, parent, queries);
      this.#insertedQuery(query, { position, column }, parent, inner);
    }
    scope.sources.push(target, { alias: "excluded", columns: target.columns });
    this.#expressions(node["onConflictClause"], scope);
    return this.#returned(node, { ...scope, sources: [target] });
  }

  #insertedQuery(
    query: Tree,
    into: { readonly position: number; readonly column: Column },
    parent: Scope | null,
    queries: Scope["queries"],
  ): void {
    const target = at(listAt(query, "targetList")[into.position], "ResTarget");
    // Under a name that no query has, so that its column is found among the results.
    const named = {
      ...query,
      withClause: undefined,
      targetList: [
        ...listAt(query, "targetList"),
        { ResTarget: { name: "inserted company", val: target["val"] } },
      ],
    };
    const column = this.#select(named, parent, queries).get("inserted company");
    if (column !== undefined) this.#implied.push([[column], into.column]);
  }

  /** Reads UPDATE and DELETE. */
  #change(node: Tree, parent: Scope | null, queries: Scope["queries"]): Outputs {
    const scope: Scope = { sources: [], parent, queries };
    scope.sources.push(this.#table(at(node, "relation"), { ...scope, queries: new Map() }));
    for (const each of [...listAt(node, "fromClause"), ...listAt(node, "usingClause")])
      this.#from(each, scope, true);
    this.#condition(node["whereClause"], scope);
    this.#expressions(node["targetList"], scope);
    return this.#returned(node, scope);
  }

  #returned(node: Tree, scope: Scope): Outputs {
    const targets = [...listAt(node, "returningList"), ...listAt(at(node, "returningClause"), "exprs")];
    this.#expressions(targets, scope);
    return this.#outputs(targets, scope);
  }

  /** Reads the queries within an expression. */
  #expressions(expression: unknown, scope: Scope): void {
    if (Array.isArray(expression)) for (const each of expression) this.#expressions(each, scope);
    if (!isTree(expression)) return;
    const query = at(expression, "SubLink", "subselect");
    if (Object.keys(query).length > 0) {
      this.statement(query, scope, scope.queries);
      this.#expressions(at(expression, "SubLink")["testexpr"], scope);
      return;
    }
    for (const each of Object.values(expression)) this.#expressions(each, scope);
  }
}

/** The pairs of an equality: one, or as many as two rows have members. */
function pairsOf(equal: Tree): (readonly [unknown, unknown])[] {
  const [left, right] = [at(equal, "lexpr", "RowExpr"), at(equal, "rexpr", "RowExpr")];
  const [first, second] = [listAt(left, "args"), listAt(right, "args")];
  if (first.length === 0 || second.length === 0) return [[equal["lexpr"], equal["rexpr"]]];
  return first.map((each, index) => [each, second[index]]);
}

/** Gives columns the names of an alias. */
function rename(columns: Outputs, names: readonly string[]): Outputs {
  if (names.length === 0) return columns;
  const values = [...columns.values()];
  return new Map(names.slice(0, values.length).map((name, index) => [name, values[index] ?? new Column()]));
}
