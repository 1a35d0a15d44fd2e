/**
 * Faults that change what the code means, and leave it as it would be written by somebody who misunderstood:
 * a check that is dropped, half of a condition, the wrong record, a member that is forgotten, a word of a
 * closed list that is mistaken for its opposite.
 */
import {
  isNode,
  nodesOf,
  type Planter,
  short,
  SIZES,
  type Span,
  type SyntaxNode,
  type Visitors,
} from "./syntax.ts";

/** Methods that another one can stand in for: it asks for less, or finds another record. */
const METHODS: ReadonlyMap<string, string> = new Map([
  ["some", "every"],
  ["every", "some"],
  ["findLast", "find"],
  ["min", "max"],
  ["max", "min"],
  ["floor", "ceil"],
  ["ceil", "floor"],
]);

/** Methods without which a list or a text is still one. */
const LEFT_OUT: ReadonlySet<string> = new Set(["filter", "toSorted", "toReversed", "trim"]);

/** Words of closed lists with the one that they are mistaken for. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ["manage", "view"],
  ["debit", "credit"],
  ["credit", "debit"],
  ["asc", "desc"],
  ["desc", "asc"],
  ["incoming", "outgoing"],
  ["outgoing", "incoming"],
  ["start", "end"],
  ["end", "start"],
]);

/** Attributes of elements that change only how they look. */
const LOOKS: ReadonlySet<string> = new Set(["className", "style", "key", ...SIZES]);

/** Members and elements that only people read: named so, or sentences. */
const IS_TEXT = /^(?:description|summary|title|label|about|message):|^(?:\w+:\s*)?["`][^"`]*\s[^"`]*["`]$/;

/** The name of a method that is called, as in `list.filter(...)`; null for other calls. */
function methodOf(call: SyntaxNode): { readonly name: string; readonly of: SyntaxNode } | null {
  const { callee } = call;
  if (!isNode(callee) || callee.type !== "MemberExpression") return null;
  const { object, property } = callee;
  if (!isNode(object) || !isNode(property) || property.type !== "Identifier") return null;
  return { name: String(property["value"]), of: object };
}

/** A node that names a value without computing it: `row`, `row.id`. */
const isName = ({ type }: SyntaxNode): boolean => type === "Identifier" || type === "MemberExpression";

/** The range of a member of an object; null for a method. */
function memberSpan(member: SyntaxNode): Span | null {
  const { key, value, spread } = member;
  if (member.type === "SpreadElement" && isNode(member["arguments"]))
    return { start: (spread as Span).start, end: member["arguments"].span.end };
  if (member.type === "Identifier") return member.span;
  if (member.type !== "KeyValueProperty" || !isNode(key) || !isNode(value)) return null;
  return { start: key.span.start, end: value.span.end };
}

/** Names that stand beside each other in a call and mean the same kind of thing. */
const PAIRS: readonly string[] = ["row column", "from to", "start end", "a b", "left right", "one other"];

/** True if two names are of the same kind by their last words, as `categoryId` and `former.id`. */
function canBeMistaken(first: string, second: string): boolean {
  const [one, other] = [first, second].map((name) => /[A-Z]?[a-z]+$/.exec(name)?.[0].toLowerCase());
  if (first === second || one === undefined || other === undefined) return false;
  return one === other || PAIRS.includes(`${one} ${other}`) || PAIRS.includes(`${other} ${one}`);
}

/** Returns the kinds of this file. */
export function meaningVisitors({ at, textAt, add }: Planter): Visitors {
  /** Drops each of several parts between commas, the last one with the comma before it. */
  const forget = (parts: readonly (Span | null)[], what: string): void => {
    for (const [index, part] of parts.entries()) {
      const beside = index + 1 < parts.length ? parts[index + 1] : parts[index - 1];
      if (!part || !beside) continue;
      const [span, next] = [at(part), at(beside)];
      const text = textAt(span);
      if (IS_TEXT.test(text)) continue;
      const cut =
        next.start > span.start ? { start: span.start, end: next.start } : { start: next.end, end: span.end };
      add("member", cut, "", `the ${what} \`${short(text)}\` is forgotten`);
    }
  };

  return {
    // Half of a condition: what is left asks for less.
    BinaryExpression(node) {
      const { left, right } = node;
      if (node["operator"] !== "&&" || !isNode(left) || !isNode(right)) return;
      for (const [kept, lost] of [
        [left, right],
        [right, left],
      ] as const)
        add(
          "condition",
          at(node.span),
          textAt(at(kept.span)),
          `\`${short(textAt(at(lost.span)))}\` is not asked`,
        );
    },
    IfStatement(node) {
      const { test } = node;
      // The other part of the statement would have to stay.
      if (isNode(node["alternate"]) || !isNode(test)) return;
      add("check", at(node.span), ";", `the check of \`${short(textAt(at(test.span)))}\` is dropped`);
    },
    CallExpression(node) {
      const method = methodOf(node);
      if (method && LEFT_OUT.has(method.name))
        add("condition", at(node.span), textAt(at(method.of.span)), `${method.name} is left out`);
      const given = Array.isArray(node["arguments"])
        ? node["arguments"].map(({ expression }: { expression: unknown }) => expression)
        : [];
      for (const [index, one] of given.entries()) {
        const other: unknown = given[index + 1];
        if (!isNode(one) || !isNode(other) || !isName(one) || !isName(other)) continue;
        const [first, second] = [textAt(at(one.span)), textAt(at(other.span))];
        if (!canBeMistaken(first, second)) continue;
        const between = textAt({ start: at(one.span).end, end: at(other.span).start });
        const both = { start: at(one.span).start, end: at(other.span).end };
        const change = `${short(first)} and ${short(second)} are exchanged`;
        add("record", both, `${second}${between}${first}`, change);
      }
    },
    MemberExpression(node) {
      const { property } = node;
      if (!isNode(property) || property.type !== "Identifier") return;
      const other = METHODS.get(String(property["value"]));
      if (other !== undefined)
        add("record", at(property.span), other, `${String(property["value"])} becomes ${other}`);
    },
    StringLiteral(node) {
      const other = WORDS.get(String(node["value"]));
      if (other !== undefined)
        add("word", at(node.span), JSON.stringify(other), `"${String(node["value"])}" becomes "${other}"`);
    },
    ObjectExpression(node) {
      forget(nodesOf(node["properties"]).map(memberSpan), "member");
    },
    ArrayExpression(node) {
      const elements = Array.isArray(node["elements"]) ? node["elements"] : [];
      forget(
        elements.map(({ spread, expression }: { spread: Span | null; expression: SyntaxNode }) => ({
          start: (spread ?? expression.span).start,
          end: expression.span.end,
        })),
        "element",
      );
    },
    JSXOpeningElement(node) {
      for (const attribute of nodesOf(node["attributes"])) {
        const { name, value } = attribute;
        if (!isNode(name) || !isNode(value) || value.type !== "JSXExpressionContainer") continue;
        if (LOOKS.has(String(name["value"]))) continue;
        const span = at(attribute.span);
        add("member", span, "", `the attribute \`${short(textAt(span))}\` is forgotten`);
      }
    },
  };
}
