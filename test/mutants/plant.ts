/**
 * Lists the small faults that can be planted in a source file: a comparison that is flipped, a condition that
 * is negated, a number that is one more. Each fault replaces one range of bytes.
 */
import { parseSync } from "@swc/core";

export interface Fault {
  /** The range of bytes that is replaced. */
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  /** The kind of fault with what it changes, such as `< becomes <=`. */
  readonly change: string;
}

interface Span {
  readonly start: number;
  readonly end: number;
}
interface SyntaxNode {
  readonly type: string;
  readonly span: Span;
  readonly [member: string]: unknown;
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

/** Methods that another one can stand in for. */
const METHODS: ReadonlyMap<string, string> = new Map([
  ["some", "every"],
  ["every", "some"],
]);

/** SQL keywords before which a condition ends. */
const CONDITION_ENDS =
  /^(?:and|or|order|group|limit|returning|for|on|union|select|where|when|then|else|end)\b/i;

const SQL_OPERATORS: Readonly<Record<string, string>> = {
  " < ": " <= ",
  " <= ": " < ",
  " > ": " >= ",
  " >= ": " > ",
};

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

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
    yield { start: found.index, end, replacement, change: `the SQL condition \`${condition}\` always holds` };
  }
  for (const found of sql.matchAll(/ (?:<|<=|>|>=) (?!all\b|any\b)/gi)) {
    const other = SQL_OPERATORS[found[0]];
    if (other !== undefined)
      yield {
        start: found.index,
        end: found.index + found[0].length,
        replacement: other,
        change: `SQL ${found[0].trim()} becomes ${other.trim()}`,
      };
  }
}

const isSql = (text: string): boolean => /^\s*(?:select|insert|update|delete|with)\s/i.test(text);

/** Lists every fault that can be planted in the text of a TypeScript file, in the order of their places. */
export function faultsIn(source: string): readonly Fault[] {
  // The parser goes on counting bytes where the file before ended; the semicolon is where this one begins.
  const text = `;${source}`;
  const bytes = Buffer.from(text);
  const tree = parseSync(text, { syntax: "typescript", target: "esnext" }) as unknown as SyntaxNode;
  const faults: Fault[] = [];
  const base = tree.span.start;
  const at = (span: Span): Span => ({ start: span.start - base, end: span.end - base });
  const textAt = ({ start, end }: Span): string => bytes.subarray(start, end).toString();
  const add = ({ start, end }: Span, replacement: string, change: string): void =>
    void faults.push({ start: start - 1, end: end - 1, replacement, change });

  const negate = (test: SyntaxNode): void => {
    // A single comparison is flipped by itself.
    if (test.type === "BinaryExpression" && String(test["operator"]) in OPERATORS) return;
    const span = at(test.span);
    add(span, `!(${textAt(span)})`, `the condition \`${short(textAt(span))}\` is negated`);
  };

  const ofText = (quoted: Span): void => {
    const span = { start: quoted.start + 1, end: quoted.end - 1 };
    const sql = textAt(span);
    for (const fault of sqlFaults(sql)) {
      // Places in SQL are counted in characters, and those of the file in bytes.
      const start = span.start + Buffer.byteLength(sql.slice(0, fault.start));
      const end = span.start + Buffer.byteLength(sql.slice(0, fault.end));
      add({ start, end }, fault.replacement, fault.change);
    }
  };

  const visitors: Readonly<Record<string, (node: SyntaxNode) => void>> = {
    BinaryExpression(node) {
      const [left, right, operator] = [node["left"], node["right"], String(node["operator"])];
      const other = OPERATORS[operator];
      if (other === undefined || !isNode(left) || !isNode(right)) return;
      if (operator === "+" && [left, right].some(({ type }) => /String|Template/.test(type))) return;
      const between = { start: at(left.span).end, end: at(right.span).start };
      const found = textAt(between).indexOf(operator);
      // A comment between the operands may hold the operator too.
      if (found < 0 || /[/]{2}|[/][*]/.test(textAt(between))) return;
      const start = between.start + found;
      add({ start, end: start + operator.length }, other, `${operator} becomes ${other}`);
    },
    IfStatement: (node) => isNode(node["test"]) && negate(node["test"]),
    ConditionalExpression: (node) => isNode(node["test"]) && negate(node["test"]),
    NumericLiteral(node) {
      const value = Number(node["value"]);
      add(at(node.span), String(value + 1), `${value} becomes ${value + 1}`);
    },
    BooleanLiteral(node) {
      add(
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
      add(span, "void 0", `the call \`${short(textAt(span))}\` is dropped`);
    },
    MemberExpression(node) {
      const { property } = node;
      if (!isNode(property) || property.type !== "Identifier") return;
      const other = METHODS.get(String(property["value"]));
      if (other !== undefined) add(at(property.span), other, `${String(property["value"])} becomes ${other}`);
    },
    StringLiteral(node) {
      if (isSql(String(node["value"]))) ofText(at(node.span));
    },
    TemplateLiteral(node) {
      const span = at(node.span);
      if (isSql(textAt(span).slice(1))) ofText(span);
    },
  };

  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) walk(each);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return;
    // Types change nothing that runs.
    if (isNode(value)) {
      if (/^Ts(?:Type|Interface|.*Type$)/.test(value.type)) return;
      if (value.type === "ImportDeclaration") return;
      visitors[value.type]?.(value);
    }
    for (const [name, member] of Object.entries(value)) if (name !== "span") walk(member);
  };
  walk(tree);
  return faults.toSorted((one, other) => one.start - other.start || one.end - other.end);
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length > 60 ? `${line.slice(0, 57)}...` : line;
}

/** The text of a file with a fault in it. */
export function planted(source: string, { start, end, replacement }: Fault): string {
  const bytes = Buffer.from(source);
  return Buffer.concat([bytes.subarray(0, start), Buffer.from(replacement), bytes.subarray(end)]).toString();
}
