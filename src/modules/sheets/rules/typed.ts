/** What a person types into a cell, as the value that it stands for. */
import { type Authored, errorOf, FormulaText } from "@daybook/formula/cells";

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/iu;

/**
 * A formula behind "=", a number, TRUE or FALSE, an error value such as #N/A, and a text for all else and for
 * what stands behind an apostrophe.
 */
export function typedValue(text: string): Authored {
  if (text.startsWith("'")) return text.slice(1);
  if (text.startsWith("=") && text.length > 1) return new FormulaText(text);
  if (NUMBER.test(text) && Number.isFinite(Number(text))) return Number(text);
  if (/^(?:true|false)$/iu.test(text)) return text.toLowerCase() === "true";
  return errorOf(text) ?? text;
}
