/**
 * Formulas from before arrays could spill: where such a formula names several cells but needs one, it takes
 * the cell in its own row or column. Today's formulas write this as "@". Invariant: the result of
 * `withIntersections` is never an array, and has the same value as the old formula.
 */
import { type AstExpression, type CallExpression, tokenize } from "@borgar/fx";
import { FUNCTIONS } from "../functions/index.ts";
import { treeOfTokens } from "../parse.ts";
import { type Edit, edited, partsOf, placeOf } from "./edits.ts";

/**
 * The result that a part of a formula needs: `one` value; a `reference`, within which operators return one
 * value each; or a complete `array`.
 */
type NeededResult = "one" | "reference" | "array";

/**
 * Old functions over ranges that compute with arrays only in array formulas. All other functions that take
 * ranges always compute with arrays.
 */
const RANGES_ONLY: ReadonlySet<string> = new Set(
  (
    "AND AVEDEV AVERAGE AVERAGEA AVERAGEIF AVERAGEIFS CONCAT COUNT COUNTA COUNTBLANK COUNTIF COUNTIFS DEVSQ GCD GEOMEAN HARMEAN HLOOKUP IRR KURT LARGE LCM " +
    "MATCH MAX MAXA MAXIFS MEDIAN MIN MINA MINIFS MIRR MULTINOMIAL NPV OR PERCENTILE PERCENTRANK PRODUCT QUARTILE RANK SKEW SMALL STDEV STDEVA STDEVP STDEVPA " +
    "SUBTOTAL SUM SUMIF SUMIFS SUMSQ TEXTJOIN TRIMMEAN VAR VARA VARP VARPA VLOOKUP XIRR XNPV XOR AREAS COLUMN COLUMNS ROW ROWS ISREF N T CELL"
  ).split(" "),
);
/**
 * The results that functions need of operands which they choose or pass on. "same" is the result that the
 * call itself needs. The last entry applies to all further operands.
 */
const PASSING: ReadonlyMap<string, readonly (NeededResult | "same")[]> = new Map([
  ["IF", ["one", "same", "same"]],
  ["IFERROR", ["same", "same"]],
  ["IFNA", ["same", "same"]],
  ["CHOOSE", ["one", "same"]],
  ["IFS", ["one", "same"]],
  ["SWITCH", ["one", "one", "same"]],
]);
/** Functions that are newer than spilling arrays, so the author of the formula used arrays deliberately. */
const MODERN: ReadonlySet<string> = new Set([
  "LET",
  "LAMBDA",
  "MAP",
  "REDUCE",
  "SCAN",
  "BYROW",
  "BYCOL",
  "MAKEARRAY",
  "GROUPBY",
  "PIVOTBY",
]);
/** Functions that return a position, which is never 0. */
const PLACES: ReadonlySet<string> = new Set(["MATCH", "XMATCH"]);

export interface Names {
  /** True if a name, as written in the formula, may stand for several cells or an array. */
  mayBeMany(name: string): boolean;
  /** True if a name is defined. */
  isKnown(name: string): boolean;
}

/**
 * Translates a formula (with its "=") from before arrays could spill into its form of today. An unreadable
 * formula stays as it is.
 */
export function withIntersections(formula: string, names: Names): string {
  const tree = treeOf(formula);
  if (!tree) return formula;
  const edits: Edit[] = [];
  if (visit(tree, "one", names, edits)) {
    const [from, to] = placeOf(tree);
    const isPlain = tree.type === "CallExpression" || tree.type === "ArrayExpression";
    return isPlain
      ? edited(formula, [{ from, to: from, text: "@" }, ...edits])
      : edited(formula, [
          { from: 1, to: 1, text: "@(" },
          ...edits,
          { from: Math.max(to, formula.length), to: formula.length, text: ")" },
        ]);
  }
  return edited(formula, edits);
}

/**
 * Returns the formula as its file has it, without "@", if reading the file adds exactly the same "@"; else
 * returns the formula unchanged.
 */
export function asWritten(formula: string, names: Names): string {
  const plain = withoutIntersections(formula);
  return withIntersections(plain, names) === formula ? plain : formula;
}

/**
 * True if a formula calls functions that are newer than spilling arrays, so that its author knew that it may
 * spill.
 */
export function callsModern(formula: string): boolean {
  return tokenize(formula).some(({ type, value }) => type === "func" && MODERN.has(value.toUpperCase()));
}

/** Returns the formula without any "@". */
export function withoutIntersections(formula: string): string {
  const tree = formula.includes("@") ? treeOf(formula) : null;
  if (!tree) return formula;
  const edits: Edit[] = [];
  const walk = (node: AstExpression): void => {
    if (node.type === "UnaryExpression" && node.operator === "@") {
      const [from] = placeOf(node);
      edits.push({ from, to: from + 1, text: "" });
    }
    for (const part of partsOf(node)) walk(part);
  };
  walk(tree);
  return edited(formula, edits);
}

/** Returns the tree of a formula with positions; null if it can't be parsed. */
export function treeOf(formula: string): AstExpression | null {
  try {
    return treeOfTokens(tokenize(formula, { withLocation: true }));
  } catch {
    return null;
  }
}

/**
 * Adds edits where one cell of several must be taken. Returns true if the part may still be an array, which
 * is only possible for arrays written in the formula.
 */
function visit(node: AstExpression | null, wanted: NeededResult, names: Names, edits: Edit[]): boolean {
  // An empty operand has no tree.
  if (wanted === "array" || node === null) return false;
  const take = (): false => {
    const [from] = placeOf(node);
    if (wanted !== "one") return false;
    const [, to] = placeOf(node);
    // Without parentheses, an operator after its operand would be applied first.
    if (node.type === "UnaryExpression")
      edits.push({ from, to: from, text: "@(" }, { from: to, to, text: ")" });
    else edits.push({ from, to: from, text: "@" });
    return false;
  };
  switch (node.type) {
    case "ReferenceIdentifier":
      return node.kind === "range" && !node.value.includes(":")
        ? false
        : node.kind === "name" && !names.mayBeMany(node.value)
          ? false
          : take();
    case "ArrayExpression":
      return wanted === "one";
    case "UnaryExpression":
      if (node.operator === "@") return false;
      return node.operator === "#" ? take() : each(node.arguments, "one", names, edits);
    case "BinaryExpression":
      return node.operator === ":" || node.operator === " " || node.operator === ","
        ? take()
        : each(node.arguments, "one", names, edits);
    case "CallExpression":
      return visitCall(node, wanted, names, edits);
    default:
      return false;
  }
}

function each(parts: readonly AstExpression[], wanted: NeededResult, names: Names, edits: Edit[]): boolean {
  let isMany = false;
  for (const part of parts) isMany = visit(part, wanted, names, edits) || isMany;
  return isMany;
}

function visitCall(node: CallExpression, wanted: NeededResult, names: Names, edits: Edit[]): boolean {
  const name = node.callee.type === "Identifier" ? node.callee.name.toUpperCase() : "LAMBDA";
  if (MODERN.has(name)) return false;
  const [from] = placeOf(node);
  const passing = PASSING.get(name);
  if (passing) {
    let isMany = false;
    for (const [at, part] of node.arguments.entries()) {
      const asked = passing[Math.min(at, passing.length - 1)] ?? "same";
      isMany = visit(part, asked === "same" ? wanted : asked, names, edits) || isMany;
    }
    return isMany;
  }
  const known = FUNCTIONS.get(name);
  const own: Edit[] = [];
  let isMany = false;
  for (const [at, part] of node.arguments.entries()) {
    const asked = known?.liftsAt(at)
      ? "one"
      : known === undefined || RANGES_ONLY.has(name)
        ? "reference"
        : "array";
    isMany = visit(part, asked, names, own) || isMany;
  }
  if (
    wanted === "one" &&
    (known === undefined ? mayBeMany(node) : known.isArrayMaker && !isSurelyOne(name, node.arguments))
  )
    edits.push({ from, to: from, text: "@" });
  edits.push(...own);
  return isMany && wanted === "one";
}

/** True if a call that is not a built-in function may return an array. */
function mayBeMany(node: CallExpression): boolean {
  return /^BOOKS\.(?:CATEGORIES|DEPARTMENTS|MERCHANTS)$/iu.test(node.callee.name);
}

/** True if a lookup surely returns one cell, as almost all do. */
function isSurelyOne(name: string, parts: readonly AstExpression[]): boolean {
  // An empty operand means all rows or columns.
  const isPlace = (part: AstExpression | null): boolean =>
    (part?.type === "Literal" && part.value !== 0) ||
    (part?.type === "CallExpression" && PLACES.has(part.callee.name.toUpperCase()));
  if (name === "INDEX")
    return parts.length > 1 && parts.slice(1).every(isPlace) && (parts.length > 2 || isLine(parts[0]));
  return name === "XLOOKUP" && isLine(parts[2]);
}

/** True if a part is one row or one column of cells. */
function isLine(part: AstExpression | null | undefined): boolean {
  if (part?.type !== "ReferenceIdentifier") return false;
  const [, left, top, right, bottom] =
    /(?:^|!)\$?([A-Z]{1,3})?\$?(\d+)?:\$?([A-Z]{1,3})?\$?(\d+)?$/iu.exec(part.value) ?? [];
  return (
    (left !== undefined && left.toUpperCase() === right?.toUpperCase()) ||
    (top !== undefined && top === bottom)
  );
}
