/**
 * Compiles trees to closures. A compiled formula does not depend on its cell, so all cells with the same form
 * share it. It can be run repeatedly: values that are not computed yet are BUSY, and a branch that is not
 * taken is not computed.
 */
import {
  type Compiled,
  type CompiledOperand,
  type Engine,
  type Run,
  type RunOperand,
  type Scope,
  variable,
} from "./compiled.ts";
import { EMPTY, caught, elementsOf, given } from "./define.ts";
import { CALL_STEPS } from "./limits.ts";
import { BINARY, binary, unary } from "./operators.ts";
import { OPTIONAL, type Tree } from "./parse.ts";
import { unquotedSheet } from "./places.ts";
import { readReference, resolveReference } from "./reference-text.ts";
import { SPECIAL_FORMS, SPECIAL_OPERANDS } from "./special-forms.ts";
import {
  ArrayValue,
  type Element,
  Lambda,
  NAME,
  NULL,
  NUM,
  REF,
  Reference,
  Union,
  VALUE,
  type Value,
  errorOf,
  isError,
} from "./values.ts";

export function compile(tree: Tree, scope: Scope): Compiled {
  switch (tree.type) {
    case "Literal":
      return constant(typeof tree.value === "number" && !Number.isFinite(tree.value) ? NUM : tree.value);
    case "ErrorLiteral":
      return constant(errorOf(tree.value) ?? NAME);
    case "ReferenceIdentifier":
      return tree.kind === "name"
        ? compileName(tree.value, scope)
        : tree.kind === "table"
          ? constant(REF)
          : compileReference(tree.value, scope);
    case "ArrayExpression":
      return compileArray(tree.elements, scope);
    case "UnaryExpression":
      return compileUnary(tree.operator, tree.arguments[0], scope);
    case "BinaryExpression":
      return compileBinary(tree, scope);
    case "CallExpression":
      return compileCall(tree, scope);
    case "LambdaExpression":
      return tree.body === null
        ? constant(VALUE)
        : compileLambda(
            tree.params.map((each) => each.name),
            tree.body,
            scope,
          );
    case "LetExpression":
      return tree.body === null
        ? constant(VALUE)
        : compileLet(
            tree.declarations.map(({ id, init }) => ({ name: id.name, init })),
            tree.body,
            scope,
          );
    default:
      return constant(VALUE);
  }
}

function constant(value: Value): Compiled {
  return { run: () => value, mayBeArray: false };
}

function compileOperand(tree: Tree | null | undefined, scope: Scope): CompiledOperand {
  if (tree === null || tree === undefined) return { run: () => EMPTY, mayBeArray: false };
  return compile(tree, scope);
}

function compileReference(text: string, scope: Scope): Compiled {
  const read = readReference(text, scope.row, scope.column);
  if (read === null) return constant(NAME);
  const resolve = resolveReference(read, (name) => scope.placeOf(name));
  const { trims } = read;
  const run: Run = (engine) =>
    caught(() => {
      const reference = resolve(engine.sheet, engine.row, engine.column);
      return trims === "none" || reference instanceof Union ? reference : trimmed(reference, trims, engine);
    });
  return { run, mayBeArray: !read.isCell };
}

/** Returns a reference without the blank rows and columns at its start or end; #REF! if nothing remains. */
function trimmed(
  { sheet, top, left, bottom, right }: Reference,
  trims: "start" | "end" | "both",
  engine: Engine,
): Reference {
  let [first, last, from, to] = [Infinity, -1, Infinity, -1];
  engine.each(new Reference(sheet, top, left, bottom, right), (_, row, column) => {
    first = Math.min(first, row);
    last = Math.max(last, row);
    from = Math.min(from, column);
    to = Math.max(to, column);
    return undefined;
  });
  if (last < 0) throw REF;
  const isStart = trims !== "end";
  const isEnd = trims !== "start";
  return new Reference(
    sheet,
    isStart ? first : top,
    isStart ? from : left,
    isEnd ? last : bottom,
    isEnd ? to : right,
  );
}

function compileName(text: string, scope: Scope): Compiled {
  const bang = text.lastIndexOf("!");
  const name = text.slice(bang + 1).toLowerCase();
  if (bang < 0) {
    const mayBeArray = scope.variables.get(name);
    if (mayBeArray !== undefined)
      return { run: (_engine, variables) => given(variable(name, variables)), mayBeArray };
  }
  const sheet = bang < 0 ? null : unquotedSheet(text.slice(0, bang));
  const itself = (bang < 0 && functionAsLambda(name, scope)) || null;
  return {
    run: (engine) => caught(() => engine.named(name, sheet) ?? itself?.(engine) ?? NAME),
    mayBeArray: scope.mayNameBeArray(name),
  };
}

/** Returns the lambda for a function's name without a call, as in `BYROW(A1:B9,SUM)`. */
function functionAsLambda(written: string, scope: Scope): ((engine: Engine) => Lambda) | null {
  const name = written.replace(/^_xleta\./u, "").toUpperCase();
  const known = scope.functions.get(name);
  if (known) return (engine) => new Lambda(known.least, known.most, (args) => known.call(args, engine), name);
  const form = SPECIAL_FORMS.get(name);
  const operands = SPECIAL_OPERANDS.find((each) => each.name === name);
  if (!form || !operands) return null;
  return (engine) =>
    new Lambda(
      operands.least,
      operands.most,
      (args) =>
        form(
          args.map((arg) => ({ run: () => arg, mayBeArray: true })),
          [],
          scope,
        ).run(engine, null),
      name,
    );
}

function compileArray(elements: readonly (readonly Tree[])[], scope: Scope): Compiled {
  const columns = elements[0]?.length ?? 0;
  if (elements.length === 0 || columns === 0 || elements.some((row) => row.length !== columns))
    return constant(VALUE);
  const cells = elements.flat().map((each): Element => elementOf(each, scope));
  const array = new ArrayValue(elements.length, columns, cells);
  return { run: () => array, mayBeArray: cells.length > 1 };
}

function elementOf(tree: Tree, scope: Scope): Element {
  if (tree.type === "UnaryExpression" && tree.arguments[0]) {
    const inner = elementOf(tree.arguments[0], scope);
    return typeof inner !== "number"
      ? VALUE
      : tree.operator === "-"
        ? -inner
        : tree.operator === "%"
          ? inner / 100
          : inner;
  }
  const { run } = compile(tree, scope);
  if (tree.type !== "Literal" && tree.type !== "ErrorLiteral") return VALUE;
  // A literal does not use the engine.
  const value = run(undefined as unknown as Engine, null);
  return typeof value === "object" && value !== null && !isError(value) ? VALUE : value;
}

const PERCENT = (a: number) => a / 100;
const MINUS = (a: number) => -a;

function compileUnary(operator: string, tree: Tree | undefined, scope: Scope): Compiled {
  if (tree === undefined) return constant(VALUE);
  const { run, mayBeArray } = compile(tree, scope);
  if (operator === "@")
    return {
      run: (engine, variables) => caught(() => intersected(run(engine, variables), engine)),
      mayBeArray: false,
    };
  if (operator === "#")
    return {
      run: (engine, variables) => caught(() => anchored(run(engine, variables), engine)),
      mayBeArray: true,
    };
  // A plus sign changes no value, not even a text, but its result is a value and not a reference.
  if (operator === "+")
    return { run: (engine, variables) => caught(() => valuesOf(run(engine, variables), engine)), mayBeArray };
  const change = operator === "%" ? PERCENT : MINUS;
  return {
    run: (engine, variables) => caught(() => unary(change, run(engine, variables), engine)),
    mayBeArray,
  };
}

/** The operator `+`: returns values instead of references; a lambda is returned unchanged. */
function valuesOf(value: Value, engine: Engine): Value {
  return value instanceof Lambda ? value : elementsOf(value, engine);
}

/** The operator `@`: one cell of a range is returned as a reference, so that it can be used as one. */
function intersected(value: Value, engine: Engine): Value {
  if (value instanceof Lambda) return value;
  if (!(value instanceof Reference)) return engine.single(value);
  return value.intersected(engine.row, engine.column) ?? VALUE;
}

function anchored(value: Value, engine: Engine): Value {
  if (isError(value)) return value;
  return value instanceof Reference && value.isCell
    ? engine.spilled(value.sheet, value.top, value.left)
    : REF;
}

type BinaryTree = Extract<Tree, { type: "BinaryExpression" }>;

/**
 * Compiles a chain such as 1+2+3, whose tree is deep only on the left, to one loop, so that its length is not
 * limited by recursion.
 */
function compileBinary(tree: BinaryTree, scope: Scope): Compiled {
  const steps: { readonly operator: string; readonly operand: Compiled }[] = [];
  let first: Tree = tree;
  while (first.type === "BinaryExpression") {
    const [left, right]: readonly (Tree | undefined)[] = first.arguments;
    if (left === undefined || right === undefined) return constant(VALUE);
    steps.push({ operator: first.operator, operand: compile(right, scope) });
    first = left;
  }
  steps.reverse();
  const start = compile(first, scope);
  const made = steps.map(({ operator, operand }) => ({ apply: step(operator), run: operand.run }));
  const mayBeArray =
    start.mayBeArray ||
    steps.some(({ operator, operand }) => operand.mayBeArray || operator === ":" || operator === ",");
  const only = made.length === 1 ? made[0] : undefined;
  if (only) {
    return {
      run: (engine, variables) =>
        caught(() => only.apply(start.run(engine, variables), only.run(engine, variables), engine)),
      mayBeArray,
    };
  }
  const run: Run = (engine, variables) =>
    caught(() => {
      let value = start.run(engine, variables);
      for (const each of made) value = each.apply(value, each.run(engine, variables), engine);
      return value;
    });
  return { run, mayBeArray };
}

function step(operator: string): (a: Value, b: Value, engine: Engine) => Value {
  if (operator === ":") return spanned;
  if (operator === " ") return met;
  if (operator === ",") return joined;
  const apply = BINARY.get(operator);
  return apply ? (a, b, engine) => binary(apply, a, b, engine) : () => VALUE;
}

/** Returns the smallest rectangle that contains both references. */
function spanned(a: Value, b: Value): Value {
  if (isError(a)) return a;
  if (isError(b)) return b;
  if (!(a instanceof Reference) || !(b instanceof Reference) || a.sheet !== b.sheet) return VALUE;
  return new Reference(
    a.sheet,
    Math.min(a.top, b.top),
    Math.min(a.left, b.left),
    Math.max(a.bottom, b.bottom),
    Math.max(a.right, b.right),
  );
}

const areasOf = (value: Value): readonly Reference[] =>
  value instanceof Reference ? [value] : value instanceof Union ? value.areas : [];

/** The most areas of a reference. */
const AREAS_MAX = 4_096;

/** Returns the intersection of two references. */
function met(a: Value, b: Value): Value {
  if (isError(a)) return a;
  if (isError(b)) return b;
  const [left, right] = [areasOf(a), areasOf(b)];
  if (left.length === 0 || right.length === 0) return VALUE;
  if (left.length * right.length > AREAS_MAX) return NUM;
  const areas = left.flatMap((x) =>
    right.flatMap((y) => {
      const [top, from, bottom, to] = [
        Math.max(x.top, y.top),
        Math.max(x.left, y.left),
        Math.min(x.bottom, y.bottom),
        Math.min(x.right, y.right),
      ];
      return x.sheet === y.sheet && top <= bottom && from <= to
        ? [new Reference(x.sheet, top, from, bottom, to)]
        : [];
    }),
  );
  return areas.length === 0 ? NULL : (areas.length === 1 && areas[0]) || new Union(areas);
}

/** Returns the union of two references, one after the other. */
function joined(a: Value, b: Value): Value {
  if (isError(a)) return a;
  if (isError(b)) return b;
  const [left, right] = [areasOf(a), areasOf(b)];
  if (left.length === 0 || right.length === 0) return VALUE;
  return left.length + right.length > AREAS_MAX ? NUM : new Union([...left, ...right]);
}

type CallTree = Extract<Tree, { type: "CallExpression" }>;

/** The prefixes that files write before the names of newer functions. */
const FILE_PREFIX = /^(?:_xlfn\.|_xlws\.|_xludf\.)+/iu;

function compileCall(tree: CallTree, scope: Scope): Compiled {
  // The parser also returns calls and lambdas as callees, which its types do not show.
  const callee: typeof tree.callee | Tree = tree.callee;
  if (callee.type !== "Identifier")
    return compileLambdaCall(compile(callee, scope).run, tree.arguments, scope);
  const name = callee.name.replace(FILE_PREFIX, "").toUpperCase();
  const local = callee.name.toLowerCase();
  if (scope.variables.has(local))
    return compileLambdaCall(
      (_engine, variables) => given(variable(local, variables)),
      tree.arguments,
      scope,
    );
  if (name === "SINGLE") return compileUnary("@", tree.arguments[0] ?? undefined, scope);
  if (name === "ANCHORARRAY") return compileUnary("#", tree.arguments[0] ?? undefined, scope);
  const special = SPECIAL_FORMS.get(name);
  if (special)
    return special(
      tree.arguments.map((each) => compileOperand(each, scope)),
      tree.arguments,
      scope,
    );
  const called = scope.functions.get(name);
  if (!called)
    return compileLambdaCall(
      (engine) => caught(() => engine.named(local, null) ?? NAME),
      tree.arguments,
      scope,
    );
  const operands = tree.arguments.map((each) => compileOperand(each, scope));
  if (operands.length < called.least || operands.length > called.most) return constant(VALUE);
  const runs = operands.map(({ run }) => run);
  const mayBeArray = called.isArrayMaker || (called.lifts && operands.some((each) => each.mayBeArray));
  return {
    run: (engine, variables) =>
      called.call(
        runs.map((run) => run(engine, variables)),
        engine,
      ),
    mayBeArray,
  };
}

function compileLambdaCall(callee: Run, args: readonly (Tree | null)[], scope: Scope): Compiled {
  const operands = args.map((each) => compileOperand(each, scope).run);
  const run: Run = (engine, variables) => {
    const called = callee(engine, variables);
    if (isError(called)) return called;
    if (!(called instanceof Lambda)) return called instanceof Reference ? REF : VALUE;
    return called.call(operands.map((operand) => operand(engine, variables)));
  };
  return { run, mayBeArray: true };
}

function compileLet(
  declarations: readonly { readonly name: string; readonly init: Tree | null }[],
  body: Tree,
  outer: Scope,
): Compiled {
  const known = new Map(outer.variables);
  const made: { readonly name: string; readonly run: RunOperand }[] = [];
  let scope = outer;
  for (const declaration of declarations) {
    const { run, mayBeArray } = compileOperand(declaration.init, scope);
    const name = declaration.name.toLowerCase();
    made.push({ name, run });
    known.set(name, mayBeArray);
    scope = { ...outer, variables: known };
  }
  const result = compile(body, scope);
  const run: Run = (engine, variables) => {
    let here = variables;
    for (const each of made) here = { name: each.name, value: each.run(engine, here), outer: here };
    return result.run(engine, here);
  };
  return { run, mayBeArray: result.mayBeArray };
}

function compileLambda(parameters: readonly string[], body: Tree, outer: Scope): Compiled {
  const written = parameters.map((each) => each.toLowerCase());
  const names = written.map((each) => each.replace(OPTIONAL, ""));
  // Parameters before a required one are required too, but may be empty.
  const least = written.findLastIndex((each) => !each.startsWith(OPTIONAL)) + 1;
  if (new Set(names).size !== names.length) return constant(VALUE);
  const scope: Scope = {
    ...outer,
    variables: new Map([...outer.variables, ...names.map((name): [string, boolean] => [name, true])]),
  };
  const { run } = compile(body, scope);
  const make: Run = (engine, variables) =>
    new Lambda(least, names.length, (args) => {
      let here = variables;
      for (const [at, name] of names.entries()) here = { name, value: args[at], outer: here };
      return caught(() => {
        engine.enter();
        try {
          // A lambda that calls itself twice runs for a very long time, even without reading arrays or cells.
          engine.spend(CALL_STEPS);
          return run(engine, here);
        } finally {
          engine.leave();
        }
      });
    });
  return { run: make, mayBeArray: true };
}
