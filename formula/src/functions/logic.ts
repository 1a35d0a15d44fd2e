/** Logic over values that are all computed; what leaves branches alone is in special-forms.ts. */
import type { Calculation } from "../calculation.ts";
import { toBoolean } from "../coerce.ts";
import { type FormulaFunction, asBoolean, asIs, define, defineMany } from "../define.ts";
import { eachElement } from "../scan.ts";
import { VALUE, type Value, isError } from "../values.ts";

/**
 * Each truth value of the operands. Texts and blanks in cells and arrays are passed over; without any truth
 * value there is #VALUE!.
 */
function truths(values: readonly Value[], calculation: Calculation): boolean[] {
  const found: boolean[] = [];
  eachElement(values, calculation, (element, isDirect) => {
    if (isError(element)) throw element;
    // An empty text is passed over even where the formula itself writes it.
    // Unlike IF and NOT, these functions ignore blanks around a text.
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
