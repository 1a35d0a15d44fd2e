/**
 * Translates formulas between the form of workbook files and the form that people write. Files put prefixes
 * before the names of newer functions and of variables, write the operators "#" and "@" as functions, and
 * mark formulas that may spill; formulas without the mark mean one value. Invariant: a formula that is
 * written and read back is exactly the same.
 */
import type { AstExpression, CallExpression, Identifier } from "@borgar/fx";
import { tokenize } from "@borgar/fx/xlsx";
import { isFunctionName } from "../functions/index.ts";
import { OPTIONAL } from "../parse.ts";
import { cellAt } from "../places.ts";
import { type Edit, edited, partsOf, placeOf } from "./edits.ts";
import { type Names, callsModern, treeOf, withIntersections, withoutIntersections } from "./intersections.ts";
import { prefixed, withoutPrefix } from "./prefixes.ts";
import { type Place, type Table, tableReference } from "./tables.ts";

export { type SharedFormula, sharedFormula } from "./shift.ts";
export type { Names, Place, Table };

export interface FileContext extends Names {
  /** The tables by name, in capitals. */
  readonly tables: ReadonlyMap<string, Table>;
  /** The names, in capitals, that refer to other workbooks. */
  readonly leading: ReadonlySet<string>;
  readonly here: Place;
}

/**
 * Translates a formula of a file and adds the "=". `maySpill` is true if the file marks the formula as an
 * array formula. Returns null if the formula refers to another workbook or a missing table.
 */
export function formulaFromFile(text: string, maySpill: boolean, context: FileContext): string | null {
  let written = "=";
  for (const { type, value } of tokenize(`=${text}`).slice(1)) {
    const own = type === "func" ? withoutPrefix(value) : ownReference(type, value, context);
    if (own === null) return null;
    written += own;
  }
  const formula = withOperators(written);
  return maySpill ? formula : withIntersections(formula, context);
}

/**
 * Translates a formula for a file, without its "=". Also returns whether the file must mark it as a formula
 * that may spill.
 */
export function formulaForFile(
  formula: string,
  names: Names,
): { readonly text: string; readonly maySpill: boolean } {
  const plain = withoutIntersections(formula);
  const maySpill = withIntersections(plain, names) !== formula || callsModern(formula);
  return { text: inFull(maySpill ? formula : plain, names).slice(1), maySpill };
}

/**
 * True if a formula calls a function whose name begins with `prefix`, such as `BOOKS.`, or uses one of
 * `names`, which are in capitals.
 */
export function readsOutside(formula: string, prefix: string, names: ReadonlySet<string>): boolean {
  const text = formula.toUpperCase();
  if (!text.includes(prefix.toUpperCase()) && names.size === 0) return false;
  return tokenize(text).some(
    ({ type, value }) =>
      (type === "func" && value.startsWith(prefix.toUpperCase())) ||
      (type === "range_named" && names.has(value.slice(value.lastIndexOf("!") + 1))),
  );
}

const OTHER_WORKBOOK = /^'?(?:[^'[\]]*)\[(?!0\])[^\]]+\]/u;

function ownReference(type: string, value: string, context: FileContext): string | null {
  switch (type) {
    case "structured":
      return tableReference(value, context.tables, context.here);
    // A reference to another workbook in an obsolete form.
    case "unknown":
      return value.startsWith("['") ? null : value;
    // The prefix of a function of another workbook.
    case "context":
      return OTHER_WORKBOOK.test(value) ? null : value;
    case "range_named":
      return context.leading.has(value.slice(value.lastIndexOf("!") + 1).toUpperCase())
        ? null
        : ownRange(value);
    default:
      return type.startsWith("range") ? ownRange(value) : value;
  }
}

function ownRange(value: string): string | null {
  if (OTHER_WORKBOOK.test(value)) return null;
  const [, parameter] = /^_xlop\.(.+)$/iu.exec(value) ?? [];
  if (parameter !== undefined) return `[${parameter}]`;
  const [, called] = /^_xleta\.(.+)$/iu.exec(value) ?? [];
  // A function name that could be a cell, such as LOG10, keeps the prefix.
  if (called !== undefined) return cellAt(called) ? value : called;
  return value
    .replace(/^_xlpm\./iu, "")
    .replace(/^\[0\]!?/u, "")
    .replace(/^'\[0\]/u, "'");
}

/**
 * Replaces ANCHORARRAY(A1) with A1# and SINGLE(A1:A3) with @A1:A3. Their prefixes must be removed already.
 */
function withOperators(formula: string): string {
  const tree = /ANCHORARRAY|SINGLE/iu.test(formula) ? treeOf(formula) : null;
  if (!tree) return formula;
  const edits: Edit[] = [];
  const walk = (node: AstExpression): void => {
    const part =
      node.type === "CallExpression" && node.arguments.length === 1 ? node.arguments[0] : undefined;
    const name = node.type === "CallExpression" ? node.callee.name.toUpperCase() : "";
    if (part && (name === "ANCHORARRAY" || name === "SINGLE")) {
      const [from, to] = placeOf(node);
      const [begin, end] = placeOf(part);
      const isPrimary =
        part.type !== "BinaryExpression" &&
        part.type !== "UnaryExpression" &&
        !(part.type === "CallExpression" && part.callee.name.toUpperCase() === "ANCHORARRAY");
      const [open, close] = name === "ANCHORARRAY" ? ["", "#"] : isPrimary ? ["@", ""] : ["@(", ")"];
      edits.push({ from, to: begin, text: open }, { from: end, to, text: close });
    }
    for (const each of partsOf(node)) walk(each);
  };
  walk(tree);
  return edited(formula, edits);
}

/** Does the reverse: adds prefixes and replaces the two operators with functions. */
function inFull(formula: string, names: Names): string {
  const tree = treeOf(formula);
  if (!tree) return formula;
  const edits: Edit[] = [];
  const walk = (node: AstExpression | null, known: ReadonlySet<string>): void => {
    if (node === null) return;
    const [from] = placeOf(node);
    switch (node.type) {
      case "LetExpression": {
        edits.push({ from, to: from, text: "_xlfn." });
        const inner = new Set(known);
        for (const { id, init } of node.declarations) {
          walk(init, inner);
          inner.add(id.name.toUpperCase());
          const [at = 0] = id.loc ?? [];
          edits.push({ from: at, to: at, text: "_xlpm." });
        }
        walk(node.body, inner);
        return;
      }
      case "LambdaExpression":
        edits.push({ from, to: from, text: "_xlfn." }, ...node.params.map(parameterEdit));
        walk(
          node.body,
          new Set([...known, ...node.params.map(({ name }) => name.replace(OPTIONAL, "").toUpperCase())]),
        );
        return;
      default:
        edits.push(...ownEdits(node, names, known));
        for (const part of partsOf(node)) walk(part, known);
    }
  };
  walk(tree, new Set());
  return edited(formula, edits);
}

function parameterEdit({ name, loc: [from = 0, to = 0] = [] }: Identifier): Edit {
  return name.startsWith(OPTIONAL) ? { from, to, text: name } : { from, to: from, text: "_xlpm." };
}

/**
 * Returns the edits of a node without those of its parts. `known` are the variables in scope, in capitals.
 */
function ownEdits(node: AstExpression, names: Names, known: ReadonlySet<string>): readonly Edit[] {
  const [from, to] = placeOf(node);
  switch (node.type) {
    case "ReferenceIdentifier":
      if (node.kind !== "name") return [];
      if (known.has(node.value.toUpperCase())) return [{ from, to: from, text: "_xlpm." }];
      return isFunctionName(node.value) && !names.isKnown(node.value)
        ? [{ from, to: from, text: "_xleta." }]
        : [];
    case "UnaryExpression":
      if (node.operator === "@")
        return [
          { from, to: from + 1, text: "_xlfn.SINGLE(" },
          { from: to, to, text: ")" },
        ];
      return node.operator === "#"
        ? [
            { from, to: from, text: "_xlfn.ANCHORARRAY(" },
            { from: to - 1, to, text: ")" },
          ]
        : [];
    case "CallExpression":
      return node.callee.type === "Identifier" ? calleeEdits(node, known) : [];
    default:
      return [];
  }
}

function calleeEdits({ callee: { name, loc } }: CallExpression, known: ReadonlySet<string>): readonly Edit[] {
  const [from = 0, to = 0] = loc ?? [];
  const written = known.has(name.toUpperCase()) ? `_xlpm.${name}` : prefixed(name);
  return written === name ? [] : [{ from, to, text: written }];
}
