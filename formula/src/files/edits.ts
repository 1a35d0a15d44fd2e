/**
 * Edits of a formula's text at positions of its tree. Invariant: text without an edit stays exactly as it was
 * written.
 */
import type { AstExpression } from "@borgar/fx";

export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/**
 * Returns the text with all edits applied. They must not overlap. Of two edits at one position, the first in
 * the list comes first.
 */
export function edited(text: string, edits: readonly Edit[]): string {
  let result = "";
  let at = 0;
  for (const { from, to, text: written } of edits.toSorted((one, other) => one.from - other.from)) {
    result += text.slice(at, from) + written;
    at = Math.max(at, to);
  }
  return result + text.slice(at);
}

/** Returns the start and end of a tree's text, without parentheses around it. */
export function placeOf(node: AstExpression): readonly [from: number, to: number] {
  const [from = 0, to = 0] = node.loc ?? [];
  // For an operator after its operand, the tree's position does not include the operand.
  const [operand] =
    node.type === "UnaryExpression" && (node.operator === "#" || node.operator === "%") ? node.arguments : [];
  return operand ? [Math.min(from, placeOf(operand)[0]), to] : [from, to];
}

/** Returns the operands of an operator, a call or an array in order, without empty ones. */
export function partsOf(node: AstExpression): readonly AstExpression[] {
  return operandsOf(node).filter((part) => part !== null);
}

function operandsOf(node: AstExpression): readonly (AstExpression | null)[] {
  switch (node.type) {
    case "UnaryExpression":
    case "BinaryExpression":
      return node.arguments;
    case "CallExpression":
      // A lambda may be called directly after its definition.
      return node.callee.type === "Identifier"
        ? node.arguments
        : [node.callee as unknown as AstExpression, ...node.arguments];
    case "LetExpression":
      return [...node.declarations.map(({ init }) => init), node.body];
    case "LambdaExpression":
      return [node.body];
    case "ArrayExpression":
      return node.elements.flat();
    default:
      return [];
  }
}
