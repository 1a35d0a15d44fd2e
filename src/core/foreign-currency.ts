/**
 * Currencies other than the dollar of the United States, as headers and titles of files name them: by a code,
 * a sign or a word. Invariant: whatever names none for sure is none.
 */
import { isDollarWord } from "@daybook/words/money-text";

/** Codes that are words of English or names of people, too. */
const WORDS: ReadonlySet<string> = new Set(["ALL", "TOP", "TRY", "CUP", "PEN", "BOB", "RON"]);
const CODES: ReadonlySet<string> = new Set(
  Intl.supportedValuesOf("currency").filter((code) => code !== "USD" && !WORDS.has(code)),
);
const SIGN = /[€£¥₹₽₩₪₺]|\bkr\b|zł|Kč|\b(?:CA?|AU?|NZ|HK|S|MX|R)\$/;
const WORD =
  /\b(?:euros?|pounds? sterling|sterling|yen|(?:swiss )?francs?|franken|rupees?|(?:canadian|australian|singapore|hong kong|new zealand) dollars?)\b/i;

/** The other currency that the name of a column of money states, such as `Amount (EUR)`; null if none. */
export function foreignCurrencyIn(text: string): string | null {
  const code = text.match(/\b[A-Z]{3}\b/g)?.find((each) => CODES.has(each));
  return code ?? SIGN.exec(text)?.[0] ?? WORD.exec(text)?.[0] ?? null;
}

/** True for a text that is the code of a currency, the dollar too, and nothing else. */
export function isCurrencyCode(text: string): boolean {
  return text === "USD" || CODES.has(text);
}

/** True for a word that stands with the name of a column and only says a currency: `USD`, `€`, `eur`. */
function isCurrencyWord(word: string): boolean {
  return isDollarWord(word) || CODES.has(word.toUpperCase()) || /^(?:[€£¥₹]|euros?|dollars?)$/i.test(word);
}

/** A column's name without the currency that stands with it, and whether that is the dollar. */
export interface NameInCurrency {
  readonly name: string;
  readonly isDollars: boolean;
}

/** Parts names in small letters: `amount (usd)`, `betrag in eur`, `usd amount`; null without a currency. */
export function nameInCurrency(name: string): NameInCurrency | null {
  const words = name
    .replaceAll(/[()[\]]/g, " ")
    .split(" ")
    .filter((word) => word !== "");
  const [first = "", last = ""] = [words[0], words.at(-1)];
  if (words.length < 2) return null;
  if (isCurrencyWord(last)) {
    const left = words.slice(0, -1);
    if (/\b(?:in|en) [^()]+\)?$/.test(name)) left.pop();
    return { name: left.join(" "), isDollars: isDollarWord(last) };
  }
  return isCurrencyWord(first) ? { name: words.slice(1).join(" "), isDollars: isDollarWord(first) } : null;
}

const LABEL =
  /^(?:.*\s)?(?:currency|w(?:ä|ae)hrung|devise|moneda|divisa|valuta|munt|moeda|monnaie)\s*[:=]?\s*(.*)$/i;

/**
 * The other currency in which a title says that a file is: after a label such as `Currency:`, beside an
 * amount, or in words such as `in GBP`. `cells` are those of one row. Null if it says none.
 */
export function foreignCurrencyOfTitle(cells: readonly string[]): string | null {
  const texts = cells.map((cell) => cell.trim()).filter((cell) => cell !== "");
  for (const [index, text] of texts.entries()) {
    const label = LABEL.exec(text);
    const stated = label === null ? text : label[1] || (texts[index + 1] ?? "");
    if (CODES.has(stated.slice(0, 3)) && /^[A-Z]{3}(?:\s*[-–(].*)?$/.test(stated)) return stated.slice(0, 3);
    const within = /(?:\b(?:in|en)\s+|\()([A-Z]{3})\b|\d\s?([A-Z]{3})$|^([A-Z]{3})\s?[-+]?\d/.exec(text);
    const code = within?.slice(1).find((each) => each !== undefined);
    if (code !== undefined && CODES.has(code)) return code;
    const sign = SIGN.exec(text) ?? (label === null ? null : WORD.exec(stated));
    if (sign !== null) return sign[0];
  }
  return null;
}
