/**
 * Lists the small faults that can be planted in a source file: slips of the hand, such as a comparison that
 * is flipped, and changes of meaning, such as a check that is dropped, the wrong record, or a member that is
 * forgotten. Each fault replaces one range of bytes.
 */
import { parseSync } from "@swc/core";
import { meaningVisitors } from "./meaning.ts";
import {
  type FaultKind,
  isNode,
  type Planter,
  short,
  SIZES,
  type Span,
  type SyntaxNode,
  type Visitors,
} from "./syntax.ts";

export interface Fault {
  readonly kind: FaultKind;
  /** The range of bytes that is replaced. */
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  /** What it changes, such as `< becomes <=`. */
  readonly change: string;
}

const OPERATORS: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "&&": "||",
  "||": "&&",
  "??": "&&",
  "+": "-",
  "-": "+",
  "*": "/",
  "%": "*",
};

/** Names of times and sizes in units so small that one more is nothing, from this number on. */
const MEASURE = /(?:Ms|_MS|Bytes|_BYTES)$/;
const LEAST_MEASURE = 1_000;

/** SQL keywords before which a condition ends. */
const CONDITION_ENDS =
  /^(?:and|or|order|group|limit|returning|for|on|union|select|where|when|then|else|end)\b/i;

const SQL_OPERATORS: Readonly<Record<string, string>> = {
  " < ": " <= ",
  " <= ": " < ",
  " > ": " >= ",
  " >= ": " > ",
  " desc": " asc",
  " min(": " max(",
  " max(": " min(",
};

/** Where a condition that begins at `from` ends: before the next keyword or the bracket around it. */
function conditionEnd(sql: string, from: number): number {
  let depth = 0;
  for (let at = from; at < sql.length; at += 1) {
    const character = sql[at];
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (depth < 0 || (depth === 0 && (character === ";" || (character === "$" && sql[at + 1] === "{"))))
      return at;
    if (depth === 0 && /\s/.test(sql[at - 1] ?? "") && CONDITION_ENDS.test(sql.slice(at, at + 12))) return at;
  }
  return sql.length;
}

/** The faults in a text of SQL, with places counted from its beginning. */
function* sqlFaults(sql: string): Generator<Fault> {
  for (const found of sql.matchAll(/\sand\s+(?=[\w(])/gi)) {
    // The `and` of a `between` joins no conditions.
    if (/\bbetween\s+\S+$/i.test(sql.slice(0, found.index))) continue;
    const end = conditionEnd(sql, found.index + found[0].length);
    const condition = sql.slice(found.index, end).trim().replaceAll(/\s+/g, " ");
    // It stays in the statement, where its parameters get their types.
    const replacement = ` and (${condition.replace(/^and /i, "")} or true) `;
    yield {
      kind: "condition",
      start: found.index,
      end,
      replacement,
      change: `the SQL condition \`${condition}\` always holds`,
    };
  }
  for (const found of sql.matchAll(/ (?:(?:<|<=|>|>=) (?!all\b|any\b)|desc\b|min\(|max\()/g)) {
    const other = SQL_OPERATORS[found[0]];
    if (other !== undefined)
      yield {
        kind: /[<>]/.test(other) ? "boundary" : "record",
        start: found.index,
        end: found.index + found[0].length,
        replacement: other,
        change: `SQL ${found[0].trim()} becomes ${other.trim()}`,
      };
  }
}

/** Constants that are sizes in pixels or times in milliseconds: nobody notices one more. */
const IS_SIZE = /_(?:PX|MS)$/;

/** True for what is measured, but never a matter of right and wrong. */
function isSize({ type, name, id }: SyntaxNode): boolean {
  const named = isNode(name) ? String(name["value"]) : isNode(id) ? String(id["value"]) : "";
  return type === "JSXAttribute" ? SIZES.has(named) : type === "VariableDeclarator" && IS_SIZE.test(named);
}

const isSql = (text: string): boolean => /^\s*(?:select|insert|update|delete|with)\s/i.test(text);

type Syntax = "ts" | "tsx";

/** How a file is read, by its name. */
export function syntaxOf(file: string): Syntax {
  return file.endsWith(".tsx") ? "tsx" : "ts";
}

function parse(source: string, syntax: Syntax): SyntaxNode {
  return parseSync(source, {
    syntax: "typescript",
    tsx: syntax === "tsx",
    target: "esnext",
  }) as unknown as SyntaxNode;
}

/**
 * Notes where numbers and comparisons stand that no behaviour depends on: one more of so many milliseconds or
 * bytes, as no test asserts elapsed time and no caller sees a buffer, and the sign with which a sort orders
 * two values.
 */
function meaninglessPlaces({ at, textAt }: Pick<Planter, "at" | "textAt">): {
  readonly places: ReadonlySet<number>;
  readonly visitors: Visitors;
} {
  const places = new Set<number>();
  const note = (node: unknown): void => {
    if (isNode(node)) places.add(at(node.span).start);
  };
  const noteMeasure = (name: unknown, value: unknown): void => {
    if (!isNode(name) || !MEASURE.test(String(name["value"])) || !isNode(value)) return;
    if (Number(value["value"]) >= LEAST_MEASURE) note(value);
  };
  const visitors: Visitors = {
    ConditionalExpression({ test, consequent, alternate }) {
      const sides = [consequent, alternate].filter(isNode);
      if (!sides.every((side) => /^-?1$/.test(textAt(at(side.span))))) return;
      for (const part of [test, ...sides]) {
        note(part);
        if (isNode(part)) note(part["argument"]);
      }
    },
    KeyValueProperty: ({ key, value }) => noteMeasure(key, value),
    VariableDeclarator: ({ id, init }) => noteMeasure(id, init),
  };
  return { places, visitors };
}

/** Lists every fault that can be planted in the text of a TypeScript file, in the order of their places. */
export function faultsIn(source: string, syntax: Syntax = "ts"): readonly Fault[] {
  // The parser goes on counting bytes where the file before ended; the semicolon is where this one begins.
  // The line that names a program's interpreter is a comment to it.
  const text = `;${source.replace(/^#!/, "//")}`;
  const bytes = Buffer.from(text);
  const tree = parse(text, syntax);
  const faults: Fault[] = [];
  const base = tree.span.start;
  const at = (span: Span): Span => ({ start: span.start - base, end: span.end - base });
  const textAt = ({ start, end }: Span): string => bytes.subarray(start, end).toString();
  const add: Planter["add"] = (kind, { start, end }, replacement, change) =>
    void faults.push({ kind, start: start - 1, end: end - 1, replacement, change });

  const meaningless = meaninglessPlaces({ at, textAt });
  const negate = (test: SyntaxNode): void => {
    // A single comparison is flipped by itself.
    if (test.type === "BinaryExpression" && String(test["operator"]) in OPERATORS) return;
    const span = at(test.span);
    add("slip", span, `!(${textAt(span)})`, `the condition \`${short(textAt(span))}\` is negated`);
  };

  const ofText = (quoted: Span): void => {
    const span = { start: quoted.start + 1, end: quoted.end - 1 };
    const sql = textAt(span);
    for (const fault of sqlFaults(sql)) {
      // Places in SQL are counted in characters, and those of the file in bytes.
      const start = span.start + Buffer.byteLength(sql.slice(0, fault.start));
      const end = span.start + Buffer.byteLength(sql.slice(0, fault.end));
      add(fault.kind, { start, end }, fault.replacement, fault.change);
    }
  };

  const slips: Visitors = {
    BinaryExpression(node) {
      const [left, right, operator] = [node["left"], node["right"], String(node["operator"])];
      const other = OPERATORS[operator];
      if (other === undefined || !isNode(left) || !isNode(right)) return;
      if (meaningless.places.has(at(node.span).start) && /^[<>]/.test(operator)) return;
      if (operator === "+" && [left, right].some(({ type }) => /String|Template/.test(type))) return;
      const between = { start: at(left.span).end, end: at(right.span).start };
      const found = textAt(between).indexOf(operator);
      // A comment between the operands may hold the operator too.
      if (found < 0 || /[/]{2}|[/][*]/.test(textAt(between))) return;
      const start = between.start + found;
      const kind = /^[<>]/.test(operator) ? "boundary" : "slip";
      add(kind, { start, end: start + operator.length }, other, `${operator} becomes ${other}`);
    },
    IfStatement: (node) => isNode(node["test"]) && negate(node["test"]),
    ConditionalExpression: (node) => isNode(node["test"]) && negate(node["test"]),
    NumericLiteral(node) {
      if (meaningless.places.has(at(node.span).start)) return;
      const value = Number(node["value"]);
      add("boundary", at(node.span), String(value + 1), `${value} becomes ${value + 1}`);
    },
    BooleanLiteral(node) {
      add(
        "slip",
        at(node.span),
        String(!node["value"]),
        `${String(node["value"])} becomes ${String(!node["value"])}`,
      );
    },
    ExpressionStatement(node) {
      const { expression } = node;
      if (!isNode(expression)) return;
      const called = expression.type === "AwaitExpression" ? expression["argument"] : expression;
      if (!isNode(called) || called.type !== "CallExpression") return;
      const span = at(expression.span);
      add("check", span, "void 0", `the call \`${short(textAt(span))}\` is dropped`);
    },
    StringLiteral(node) {
      if (isSql(String(node["value"]))) ofText(at(node.span));
    },
    TemplateLiteral(node) {
      const span = at(node.span);
      if (isSql(textAt(span).slice(1))) ofText(span);
    },
  };

  // A place is noted before what stands there is visited.
  const kinds = [meaningless.visitors, slips, meaningVisitors({ at, textAt, add })];
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) walk(each);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return;
    // Types change nothing that runs.
    if (isNode(value)) {
      if (/^Ts(?:Type|Interface|.*Type$)/.test(value.type)) return;
      if (value.type === "ImportDeclaration" || isSize(value)) return;
      for (const kind of kinds) kind[value.type]?.(value);
    }
    for (const [name, member] of Object.entries(value)) if (name !== "span") walk(member);
  };
  walk(tree);
  return faults.toSorted((one, other) => one.start - other.start || one.end - other.end);
}

/** False for a fault that would only be an error of syntax. */
export function canBeRead(source: string, syntax: Syntax): boolean {
  try {
    parse(source, syntax);
    return true;
  } catch {
    return false;
  }
}

/** The text of a file with a fault in it. */
export function planted(source: string, { start, end, replacement }: Fault): string {
  const bytes = Buffer.from(source);
  return Buffer.concat([bytes.subarray(0, start), Buffer.from(replacement), bytes.subarray(end)]).toString();
}
