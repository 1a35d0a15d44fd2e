/** Descriptions of lines, put together from the parts that a file gives. */
import { LIMITS } from "@daybook/words/limits";

/**
 * Returns name and memo together, unless one contains the other: banks cut names off and repeat them in full
 * in the memo.
 */
export function described(name: string, memo: string): string {
  if (memo.includes(name)) return memo;
  return name.includes(memo) ? name : `${name} ${memo}`;
}

/** Returns the parts that are not blank, joined by single blanks. */
export function joined(parts: readonly string[]): string {
  return parts.join(" ").replaceAll(/\s+/g, " ").trim();
}

/**
 * Returns a text cut to the length that can be stored. For formats in which the text of a payment has no
 * limit, so that a long text does not lose its payment.
 */
export function shortened(text: string): string {
  const most = LIMITS.text_field_characters.value;
  if (text.length <= most) return text;
  const characters = Array.from(text);
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join("")}…`;
}
