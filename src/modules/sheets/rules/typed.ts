/** Converts the text that a person types into a cell to its value. */
import { type Authored, errorOf, FormulaText } from "@daybook/formula/cells";

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/iu;

/**
 * A formula after "=", a number, TRUE or FALSE, or an error value such as #N/A. Everything else is a text,
 * and so is everything after an apostrophe.
 */
export function typedValue(text: string): Authored {
  if (text.startsWith("'")) return text.slice(1);
  if (text.startsWith("=") && text.length > 1) return new FormulaText(text);
  if (NUMBER.test(text) && Number.isFinite(Number(text))) return Number(text);
  if (/^(?:true|false)$/iu.test(text)) return text.toLowerCase() === "true";
  return errorOf(text) ?? text;
}
