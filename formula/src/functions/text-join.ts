/** Functions that join many values to one text, unchanged or as a formula would write them. */
import type { Calculation } from "../calculation.ts";
import { toText } from "../coerce.ts";
import {
  type FormulaFunction,
  asArray,
  asBoolean,
  asElement,
  asInteger,
  asIs,
  asText,
  define,
  defineMany,
  optional,
  within,
} from "../define.ts";
import { GrowingText } from "../growing-text.ts";
import { TEXT_MAX } from "../limits.ts";
import { eachElement } from "../scan.ts";
import { type Element, Reference, VALUE, type Value, isError } from "../values.ts";

function textOf(element: Element): string {
  if (isError(element)) throw element;
  return toText(element);
}

function concatenated(calculation: Calculation, values: readonly Value[]): string {
  const result = new GrowingText();
  eachElement(values, calculation, (element) => result.add(textOf(element)));
  return result.text;
}

function joined(
  calculation: Calculation,
  values: readonly Value[],
  delimiters: readonly Element[],
  ignoresEmpty: boolean,
): string {
  const between = delimiters.map(textOf);
  const result = new GrowingText();
  let count = 0;
  const add = (element: Element) => {
    const text = textOf(element);
    if (ignoresEmpty && text === "") return;
    if (count > 0) result.add(between[(count - 1) % between.length] ?? "");
    result.add(text);
    count++;
  };
  if (ignoresEmpty) eachElement(values, calculation, add);
  else {
    for (const value of values) {
      // There are also delimiters between blank cells.
      const array = value instanceof Reference ? calculation.whole(value) : null;
      if (array === null) eachElement([value], calculation, add);
      else {
        calculation.spend(array.cells.length);
        for (const element of array.cells) add(element);
      }
    }
  }
  return result.text;
}

/** Returns an element as a formula would write it: texts in quotes. */
function written(element: Element): string {
  if (isError(element)) return element.code;
  return typeof element === "string" ? `"${element.replaceAll('"', '""')}"` : toText(element);
}

const plain = (element: Element): string => (isError(element) ? element.code : toText(element));

const asForm = within(optional(asInteger, 0), 0, 1, VALUE);

export const TEXT_JOIN: readonly FormulaFunction[] = [
  defineMany("CONCATENATE", [], asText, (_, texts) => {
    const result = new GrowingText();
    for (const text of texts) result.add(text);
    return result.text;
  }),
  defineMany("CONCAT", [], asIs, (calculation, values) => concatenated(calculation, values)),
  defineMany("TEXTJOIN", [asArray, asBoolean], asIs, (calculation, values, delimiters, ignoresEmpty) =>
    joined(calculation, values, delimiters.cells, ignoresEmpty),
  ),
  define("VALUETOTEXT", [asElement, asForm], (_, element, form) => {
    const text = form === 1 ? written(element) : plain(element);
    return text.length > TEXT_MAX ? VALUE : text;
  }),
  define("ARRAYTOTEXT", [asArray, asForm], (calculation, array, form) => {
    calculation.spend(array.cells.length);
    const result = new GrowingText();
    if (form === 1) result.add("{");
    for (const [at, element] of array.cells.entries()) {
      if (at > 0) result.add(form === 0 ? ", " : at % array.columns === 0 ? ";" : ",");
      result.add(form === 0 ? plain(element) : written(element));
    }
    if (form === 1) result.add("}");
    return result.text;
  }),
];
