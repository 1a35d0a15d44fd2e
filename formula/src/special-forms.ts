/**
 * Functions that don't compute all of their operands: IF, IFS, SWITCH, CHOOSE, IFERROR, IFNA, and ISOMITTED,
 * which tests a variable. A branch that is not taken is not computed. If the condition is an array, all
 * branches are computed, and the result is composed element by element.
 */
import { compare, toBoolean, toNumber } from "./coerce.ts";
import {
  type Compiled,
  type CompiledOperand,
  type Engine,
  type Run,
  type Scope,
  type Variables,
  variable,
} from "./compiled.ts";
import { EMPTY, type Operand, caught, elementsOf, given, stretched } from "./define.ts";
import type { Tree } from "./parse.ts";
import {
  ArrayValue,
  BUSY,
  type Element,
  type FormulaError,
  NOT_AVAILABLE,
  type Scalar,
  VALUE,
  type Value,
  checkSize,
  isError,
} from "./values.ts";

/** Compiles a call from its compiled operands. The trees are for forms that need the operands as written. */
type Form = (operands: readonly CompiledOperand[], trees: readonly (Tree | null)[], scope: Scope) => Compiled;

/** Returns an operand as a result: a reference stays one, and an empty operand is 0, as IF(TRUE,) is. */
const asResult = (operand: Operand): Value => (operand === EMPTY || operand === undefined ? 0 : operand);

const wrong = (): Compiled => ({ run: () => VALUE, mayBeArray: false });

/** Returns an array of the results of `choose` for each element of `over`. */
function eachOf(
  over: ArrayValue,
  others: readonly (Element | ArrayValue)[],
  engine: Engine,
  choose: (element: Element, at: (index: number) => Element) => Element,
): Value {
  let { rows, columns } = over;
  for (const each of others) {
    if (!(each instanceof ArrayValue)) continue;
    rows = Math.max(rows, each.rows);
    columns = Math.max(columns, each.columns);
  }
  checkSize(rows, columns);
  engine.spend(rows * columns);
  const cells: Element[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      cells.push(
        choose(stretched(over, row, column), (index) => {
          const other = others[index] ?? null;
          return other instanceof ArrayValue ? stretched(other, row, column) : other;
        }),
      );
    }
  }
  return new ArrayValue(rows, columns, cells);
}

/** Returns the truth value of a scalar; an error for an error or a value without a truth value. */
function truth(element: Element): boolean | FormulaError {
  return isError(element) ? element : caught(() => toBoolean(element));
}

const IF: Form = (operands) => {
  const [condition, then, otherwise] = operands;
  if (operands.length > 3 || !condition || !then) return wrong();
  const run: Run = (engine, variables) =>
    caught(() => {
      const tested = elementsOf(condition.run(engine, variables), engine);
      if (!(tested instanceof ArrayValue)) {
        const isTrue = truth(tested);
        if (isError(isTrue)) return isTrue;
        if (isTrue) return asResult(then.run(engine, variables));
        return otherwise ? asResult(otherwise.run(engine, variables)) : false;
      }
      const branches = [then, otherwise].map((each) =>
        each ? elementsOf(asResult(each.run(engine, variables)), engine) : false,
      );
      return eachOf(tested, branches, engine, (element, at) => {
        const isTrue = truth(element);
        return isError(isTrue) ? isTrue : at(isTrue ? 0 : 1);
      });
    });
  return { run, mayBeArray: condition.mayBeArray || then.mayBeArray || (otherwise?.mayBeArray ?? false) };
};

const IFS: Form = (operands) => {
  if (operands.length < 2 || operands.length % 2 !== 0) return wrong();
  const from = (at: number, engine: Engine, variables: Variables | null): Value => {
    for (let index = at; index < operands.length; index += 2) {
      const tested = elementsOf(operands[index]?.run(engine, variables), engine);
      if (tested instanceof ArrayValue) {
        const then = elementsOf(asResult(operands[index + 1]?.run(engine, variables)), engine);
        const rest = tested.cells.every((element) => truth(element) === true)
          ? NOT_AVAILABLE
          : elementsOf(from(index + 2, engine, variables), engine);
        return eachOf(tested, [then, rest], engine, (element, other) => {
          const isTrue = truth(element);
          return isError(isTrue) ? isTrue : other(isTrue ? 0 : 1);
        });
      }
      const isTrue = truth(tested);
      if (isError(isTrue)) return isTrue;
      if (isTrue) return asResult(operands[index + 1]?.run(engine, variables));
    }
    return NOT_AVAILABLE;
  };
  return {
    run: (engine, variables) => caught(() => from(0, engine, variables)),
    mayBeArray: operands.some((each) => each.mayBeArray),
  };
};

const SWITCH: Form = ([subject, ...rest]) => {
  if (!subject || rest.length < 2) return wrong();
  const fallback = rest.length % 2 === 1 ? rest.at(-1) : undefined;
  const pairs = rest.length - (rest.length % 2);
  const run: Run = (engine, variables) =>
    caught(() => {
      const value = elementsOf(subject.run(engine, variables), engine);
      if (value instanceof ArrayValue) {
        const others = rest.map((each) => elementsOf(asResult(each.run(engine, variables)), engine));
        return eachOf(value, others, engine, (element, at) => {
          if (isError(element)) return element;
          for (let index = 0; index < pairs; index += 2) {
            const candidate = at(index);
            if (isError(candidate)) return candidate;
            if (sameKind(element, candidate)) return at(index + 1);
          }
          return fallback ? at(pairs) : NOT_AVAILABLE;
        });
      }
      if (isError(value)) return value;
      for (let index = 0; index < pairs; index += 2) {
        const candidate = engine.single(elementsOf(rest[index]?.run(engine, variables), engine));
        if (isError(candidate)) return candidate;
        if (sameKind(value, candidate)) return asResult(rest[index + 1]?.run(engine, variables));
      }
      return fallback ? asResult(fallback.run(engine, variables)) : NOT_AVAILABLE;
    });
  return { run, mayBeArray: subject.mayBeArray || rest.some((each) => each.mayBeArray) };
};

const sameKind = (a: Scalar, b: Scalar) => compare(a, b) === 0;

const CHOOSE: Form = ([index, ...choices]) => {
  if (!index || choices.length === 0) return wrong();
  const placeOf = (element: Element): number => {
    if (isError(element)) throw element;
    const place = Math.trunc(toNumber(element));
    if (place < 1 || place > choices.length) throw VALUE;
    return place - 1;
  };
  const run: Run = (engine, variables) =>
    caught(() => {
      const value = elementsOf(index.run(engine, variables), engine);
      if (!(value instanceof ArrayValue)) return asResult(choices[placeOf(value)]?.run(engine, variables));
      const others = choices.map((each) => elementsOf(asResult(each.run(engine, variables)), engine));
      // A row of indices puts complete columns side by side, as in CHOOSE({1,2},A1:A9,C1:C9).
      return eachOf(value, others, engine, (element, at) => caught(() => at(placeOf(element))));
    });
  return { run, mayBeArray: index.mayBeArray || choices.some((each) => each.mayBeArray) };
};

/** IFERROR and IFNA. A value that is not computed yet does not count as an error. */
function replacing(isReplaced: (element: Element) => boolean): Form {
  return ([value, fallback, ...more]) => {
    if (!value || !fallback || more.length > 0) return wrong();
    const run: Run = (engine, variables) =>
      caught(() => {
        const operand = value.run(engine, variables);
        const itself = given(operand) ?? 0;
        const read = caught(() => elementsOf(operand, engine));
        if (read === BUSY) return BUSY;
        if (!(read instanceof ArrayValue))
          return isReplaced(read) ? asResult(fallback.run(engine, variables)) : itself;
        if (!read.cells.some(isReplaced)) return itself;
        if (read.cells.includes(BUSY)) return BUSY;
        const other = elementsOf(asResult(fallback.run(engine, variables)), engine);
        return eachOf(read, [other], engine, (element, at) => (isReplaced(element) ? at(0) : element));
      });
    return { run, mayBeArray: value.mayBeArray || fallback.mayBeArray };
  };
}

const ISOMITTED: Form = (_operands, trees, scope) => {
  const [tree] = trees;
  if (trees.length !== 1 || tree?.type !== "ReferenceIdentifier") return wrong();
  const name = tree.value.toLowerCase();
  if (!scope.variables.has(name)) return wrong();
  return {
    run: (_engine, variables) => {
      const value = variable(name, variables);
      return value === undefined || value === EMPTY;
    },
    mayBeArray: false,
  };
};

export const SPECIAL_FORMS: ReadonlyMap<string, Form> = new Map<string, Form>([
  ["IF", IF],
  ["IFS", IFS],
  ["SWITCH", SWITCH],
  ["CHOOSE", CHOOSE],
  ["IFERROR", replacing((element) => isError(element))],
  ["IFNA", replacing((element) => element === NOT_AVAILABLE)],
  ["ISOMITTED", ISOMITTED],
]);

/** The numbers of operands of special forms, and of LET and LAMBDA, which the compiler handles itself. */
export const SPECIAL_OPERANDS = [
  { name: "CHOOSE", least: 2, most: 255 },
  { name: "IF", least: 2, most: 3 },
  { name: "IFERROR", least: 2, most: 2 },
  { name: "IFNA", least: 2, most: 2 },
  { name: "IFS", least: 2, most: 254 },
  { name: "ISOMITTED", least: 1, most: 1 },
  { name: "LAMBDA", least: 1, most: 254 },
  { name: "LET", least: 3, most: 253 },
  { name: "SWITCH", least: 3, most: 254 },
] as const;
