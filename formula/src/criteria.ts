/**
 * Conditions of SUMIF, COUNTIFS and the database functions: `10`, `">=5"`, `"<>x"`, `"a*"`. A text that can
 * be read as a number also matches numbers. In texts, `*`, `?` and `~` are wildcards. An index of each array
 * makes many equality conditions fast.
 */
import type { Calculation } from "./calculation.ts";
import { caseless } from "./cases.ts";
import { compareTexts } from "./coerce.ts";
import { readNumber } from "./read-number.ts";
import { type ArrayValue, type Element, errorOf, isError } from "./values.ts";
import { count } from "./work.ts";

export interface Criterion {
  matches(element: Element): boolean;
  /**
   * For an equality, the key by `indexKey` that exactly the matching elements have; null for other
   * conditions.
   */
  readonly key: string | null;
}

const OPERATOR = /^(<>|<=|>=|<|>|=)?(.*)$/su;

/** Returns the condition for the value of a criterion. A blank criterion means 0, as in Excel. */
export function criterionOf(value: Element): Criterion {
  if (isError(value)) return { matches: (element) => element === value, key: null };
  if (value === null) return equality(0);
  if (typeof value !== "string") return equality(value);
  const [, operator = "", operand = ""] = OPERATOR.exec(value) ?? [];
  if (operator === "<>") {
    if (operand === "") return { matches: (element) => element !== null, key: null };
    // For "<>", a text that reads as the number differs from the number, although "=" matches both.
    const number = readNumber(operand);
    if (number !== null) return { matches: (element) => element !== number, key: null };
    const same = criterionOf(`=${operand}`);
    return { matches: (element) => !same.matches(element), key: null };
  }
  if (operator === "" || operator === "=") {
    if (operand === "")
      return {
        matches:
          operator === "=" ? (element) => element === null : (element) => element === null || element === "",
        key: null,
      };
    return sameAs(operand);
  }
  return ordering(operator, operand);
}

/** Returns the key of an element in the index for equality conditions. */
function indexKey(element: Element): string | null {
  if (typeof element === "number") return `n${element}`;
  if (typeof element === "string") {
    const number = readNumber(element);
    return number === null ? `s${caseless(element)}` : `n${number}`;
  }
  return typeof element === "boolean" ? `b${element}` : null;
}

function equality(value: number | boolean): Criterion {
  if (typeof value === "boolean") return { matches: (element) => element === value, key: `b${value}` };
  return {
    matches: (element) => element === value || (typeof element === "string" && readNumber(element) === value),
    key: `n${value}`,
  };
}

function sameAs(operand: string): Criterion {
  const number = readNumber(operand);
  if (number !== null) return equality(number);
  const upper = operand.toUpperCase();
  if (upper === "TRUE" || upper === "FALSE") return equality(upper === "TRUE");
  const error = errorOf(operand);
  if (error) return { matches: (element) => element === error, key: null };
  // Without "*" or "?" the text is not a pattern, and a tilde is literal: for Excel, "~~" does not match "~"
  // (recorded), although its reference says that it does.
  const pattern = /[*?]/u.test(operand) ? wildcards(operand) : null;
  if (pattern === null) {
    const lower = caseless(operand);
    return {
      matches: (element) => typeof element === "string" && caseless(element) === lower,
      key: `s${lower}`,
    };
  }
  return { matches: (element) => typeof element === "string" && pattern.matches(element), key: null };
}

function ordering(operator: string, operand: string): Criterion {
  // No text comes before or after a blank.
  if (operand === "") return { matches: () => false, key: null };
  const number = readNumber(operand);
  const holds = (order: number) =>
    operator === "<" ? order < 0 : operator === "<=" ? order <= 0 : operator === ">" ? order > 0 : order >= 0;
  if (number !== null)
    return { matches: (element) => typeof element === "number" && holds(element - number), key: null };
  const upper = operand.toUpperCase();
  if (upper === "TRUE" || upper === "FALSE")
    return {
      matches: (element) => typeof element === "boolean" && holds(Number(element) - Number(upper === "TRUE")),
      key: null,
    };
  return {
    matches: (element) => typeof element === "string" && holds(compareTexts(element, operand)),
    key: null,
  };
}

/** Returns the indices in `array.cells` of the matching elements, in ascending order. */
export function placesOf(
  calculation: Calculation,
  array: ArrayValue,
  criterion: Criterion,
): readonly number[] {
  if (criterion.key === null) {
    calculation.spend(array.cells.length);
    const places: number[] = [];
    for (let at = 0; at < array.cells.length; at++)
      if (criterion.matches(array.cells[at] ?? null)) places.push(at);
    return places;
  }
  const index = calculation.keep(array, "criteria", () => {
    calculation.spend(array.cells.length);
    const made = new Map<string, number[]>();
    for (let at = 0; at < array.cells.length; at++) {
      const key = indexKey(array.cells[at] ?? null);
      if (key === null) continue;
      const places = made.get(key);
      if (places) places.push(at);
      else made.set(key, [at]);
    }
    return made;
  });
  return index.get(criterion.key) ?? [];
}

export interface Wildcards {
  /** True if the whole text matches, regardless of letter case. */
  matches(text: string): boolean;
}

/**
 * Compiles a pattern with `*` (any text), `?` (one character) and `~` (the next character literally); null if
 * it has none of them. Matching takes at most pattern length times text length steps.
 */
export function wildcards(pattern: string): Wildcards | null {
  if (!/[*?~]/u.test(pattern)) return null;
  const parts: (string | typeof ANY | typeof ONE)[] = [];
  const lower = pattern.toLowerCase();
  for (let at = 0; at < lower.length; at++) {
    const here = lower.charAt(at);
    const next = lower.charAt(at + 1);
    if (here === "~" && (next === "*" || next === "?" || next === "~")) {
      parts.push(next);
      at++;
    } else if (here === "*") {
      if (parts.at(-1) !== ANY) parts.push(ANY);
    } else parts.push(here === "?" ? ONE : here);
  }
  return { matches: (text) => matchesParts(parts, caseless(text)) };
}

const ANY = Symbol("any");
const ONE = Symbol("one");

function matchesParts(parts: readonly (string | symbol)[], text: string): boolean {
  let part = 0;
  let at = 0;
  let star = -1;
  let starAt = 0;
  while (at < text.length) {
    const here = parts[part];
    if (here === ANY) {
      star = part++;
      starAt = at;
    } else if (here === ONE || here === text.charAt(at)) {
      part++;
      at++;
    } else if (star >= 0) {
      count(part - star);
      part = star + 1;
      at = ++starAt;
    } else return false;
  }
  while (parts[part] === ANY) part++;
  return part === parts.length;
}
