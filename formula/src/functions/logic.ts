/** Logical functions that compute all operands. Those that skip branches are in special-forms.ts. */
import type { Calculation } from "../calculation.ts";
import { toBoolean } from "../coerce.ts";
import { type FormulaFunction, asBoolean, asIs, define, defineMany } from "../define.ts";
import { eachElement } from "../scan.ts";
import { VALUE, type Value, isError } from "../values.ts";

/**
 * Returns the truth values of the operands. Texts and blanks in cells and arrays are ignored. Throws #VALUE!
 * if there is no truth value.
 */
function truths(values: readonly Value[], calculation: Calculation): boolean[] {
  const found: boolean[] = [];
  eachElement(values, calculation, (element, isDirect) => {
    if (isError(element)) throw element;
    // An empty text is ignored even if it is written in the formula itself. Unlike IF and NOT, these
    // functions ignore blanks around a text.
    if (isDirect && element !== "")
      found.push(toBoolean(typeof element === "string" ? element.trim() : element));
    else if (typeof element === "boolean" || typeof element === "number") found.push(toBoolean(element));
  });
  if (found.length === 0) throw VALUE;
  return found;
}

export const LOGIC: readonly FormulaFunction[] = [
  defineMany("AND", [], asIs, (calculation, values) => truths(values, calculation).every(Boolean)),
  defineMany("OR", [], asIs, (calculation, values) => truths(values, calculation).some(Boolean)),
  defineMany(
    "XOR",
    [],
    asIs,
    (calculation, values) => truths(values, calculation).filter(Boolean).length % 2 === 1,
  ),
  define("NOT", [asBoolean], (_, value) => !value),
  define("TRUE", [], () => true),
  define("FALSE", [], () => false),
];
