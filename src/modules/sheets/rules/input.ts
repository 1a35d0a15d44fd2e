/** Converts the text that a person types into a cell to the cell's value. */
import { type Authored, errorOf, FormulaText } from "@daybook/formula/cells";

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/iu;

/**
 * Returns the value of typed text: a formula if it begins with "=", a number, TRUE or FALSE, or an error
 * value such as #N/A. Any other text is a text; an apostrophe at the beginning makes everything after it a
 * text.
 */
export function inputValue(text: string): Authored {
  if (text.startsWith("'")) return text.slice(1);
  if (text.startsWith("=") && text.length > 1) return new FormulaText(text);
  if (NUMBER.test(text) && Number.isFinite(Number(text))) return Number(text);
  if (/^(?:true|false)$/iu.test(text)) return text.toLowerCase() === "true";
  return errorOf(text) ?? text;
}
