/**
 * Parses formulas to trees, with the parser of @borgar/fx. The length and depth of a formula are checked
 * first, so that neither the parser nor later recursive code goes deeper than the limit. Each formula also
 * gets a key that it shares with all formulas of the same form; compiled formulas are cached by this key.
 */
import { type AstExpression, type Token, parse, tokenize } from "@borgar/fx";
import { DEPTH_MAX, FORMULA_MAX } from "./limits.ts";
import { readReference, relativeText } from "./reference-text.ts";

export type Tree = AstExpression;

/** A syntax error of a formula. The message is a sentence for the formula's author. */
export class FormulaSyntax extends Error {
  override readonly name = "FormulaSyntax";
}

export interface Tokens {
  /** Equal for formulas that differ only in their cell. */
  readonly key: string;
  readonly tokens: readonly Token[];
}

/** The change of depth after an operator. */
const NESTING: ReadonlyMap<string, number> = new Map([
  ["(", 1],
  ["{", 1],
  [")", -1],
  ["}", -1],
]);
/** Operators with one operand. Each repetition of such an operator adds a level. */
const UNARY: ReadonlySet<string> = new Set(["-", "+", "@", "%", "#"]);

/**
 * Returns the tokens of the formula at a cell. The text begins with "=". Throws `FormulaSyntax` if the
 * formula is too long or too deep.
 */
export function readTokens(text: string, row: number, column: number): Tokens {
  if (text.length > FORMULA_MAX + 1)
    throw new FormulaSyntax(`A formula has at most ${FORMULA_MAX} characters.`);
  const tokens = withoutLostSheets(
    tokenize(text, { mergeRefs: true, withLocation: false, allowTernary: false }),
  );
  let key = "";
  let depth = 0;
  let prefixes = 0;
  for (const { type, value, unterminated } of tokens) {
    if (unterminated === true)
      throw new FormulaSyntax(`A ${value.startsWith('"') ? "text" : "name"} is not closed.`);
    if (type === "operator") {
      depth += NESTING.get(value) ?? 0;
      prefixes = UNARY.has(value) ? prefixes + 1 : 0;
      if (depth > DEPTH_MAX || prefixes > DEPTH_MAX)
        throw new FormulaSyntax(`A formula has at most ${DEPTH_MAX} levels.`);
    } else if (type !== "whitespace") prefixes = 0;
    const reference = type === "range" || type === "range_beam" ? readReference(value, row, column) : null;
    key += reference === null ? value : relativeText(reference);
  }
  return { key, tokens };
}

/**
 * Replaces `Sheet1!#REF!`, which remains of a reference to something deleted, with `#REF!`: the parser
 * accepts only the error alone.
 */
function withoutLostSheets(tokens: readonly Token[]): Token[] {
  const kept: Token[] = [];
  for (const token of tokens) {
    if (token.type === "error" && kept.at(-1)?.value === "!") {
      kept.pop();
      if (kept.at(-1)?.type.startsWith("context")) kept.pop();
    }
    kept.push(token);
  }
  return kept;
}

/** The prefix of a lambda's optional parameter, in trees and in files. */
export const OPTIONAL = "_xlop.";
/** The prefix for names that the parser would mistake for members of its own objects. */
const MASK = "_xlpm.";
/** An optional parameter, as people write it. */
const BRACKETED = /^\[\s*([\p{L}_\\][\p{L}\p{N}_.?\\]*)\s*\]$/u;

/**
 * Parses tokens. The parser refuses two things that Excel accepts. `[b]` among a lambda's parameters is
 * passed to the parser as `_xlop.b`. Variables named like a member of every JavaScript object, such as
 * `constructor`, are masked until the tree is made.
 */
export function treeOfTokens(tokens: readonly Token[], options?: Parameters<typeof parse>[1]): Tree {
  const isLambda: boolean[] = [];
  let isMasked = false;
  const readable = tokens.map((token, at): Token => {
    const { type, value } = token;
    if (value === "(")
      isLambda.push(tokens[at - 1]?.type === "func" && tokens[at - 1]?.value.toLowerCase() === "lambda");
    else if (value === ")") isLambda.pop();
    const parameter =
      type === "structured" && isLambda.at(-1) === true ? BRACKETED.exec(value)?.[1] : undefined;
    if (parameter !== undefined) return { ...token, type: "range_named", value: OPTIONAL + parameter };
    if (type !== "range_named" || !(value.toLowerCase() in {})) return token;
    isMasked = true;
    return { ...token, value: MASK + value };
  });
  const tree = parse(readable, options);
  if (isMasked) unmask(tree);
  return tree;
}

/** Removes the mask from all names of a tree. */
function unmask(tree: Tree): void {
  const nodes: object[] = [tree];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    if ("type" in node && node.type === "ReferenceIdentifier" && "value" in node)
      node.value = String(node.value).replace(MASK, "");
    if ("type" in node && node.type === "Identifier" && "name" in node)
      node.name = String(node.name).replace(MASK, "");
    nodes.push(
      ...Object.values(node).filter((part): part is object => typeof part === "object" && part !== null),
    );
  }
}

/** Returns the tree of a formula's tokens. Throws `FormulaSyntax`. */
export function readTree(tokens: readonly Token[]): Tree {
  let tree: Tree | undefined;
  try {
    tree = treeOfTokens(tokens, { permitArrayRanges: false, permitArrayCalls: false, looseRefCalls: true });
  } catch (thrown) {
    throw new FormulaSyntax(
      `The formula can't be read: ${thrown instanceof Error ? thrown.message : "it is too deep"}.`,
      { cause: thrown },
    );
  }
  if (tree === undefined) throw new FormulaSyntax("The formula is empty.");
  return tree;
}
