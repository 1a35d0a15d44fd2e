/**
 * Amounts as banks write them. In which style a file writes them is decided for the whole file. Invariant: an
 * amount is read exactly or not at all, and a text that could mean two amounts is not read.
 */
import type { Cents } from "../../../../core/cents.ts";
import { quoted } from "../../../../platform/text/line-problem.ts";
import { centsFromMoney, isFinerThanCents } from "../../../../core/money-text.ts";
import type { Paced } from "../../../../core/paced.ts";
import { bounded, Unreadable } from "./statement.ts";

/**
 * `point`: 1,234.56. `comma`: 1.234,56. `open`: no amount of the file tells which; it is read as with a point
 * where nothing else can be meant.
 */
export type AmountStyle = "point" | "comma" | "open";

/**
 * Two thousand five hundred, or two and a half: a point before three digits parts thousands in one style and
 * cents in the other.
 */
const EITHER = /^\D*\d{1,3}\.\d{3}\D*$/;

const EUROPEAN = /^([^\d]*)(\d{1,3}(?:[. ]\d{3})+|\d+)(?:,(\d{1,2})0*)?([^\d]*)$/;

/**
 * Blanks of all kinds as one, the true minus sign as the usual one, dollars by their code as by their sign,
 * and a minus behind as one before.
 */
function plain(text: string): string {
  const usual = text
    .replaceAll(/[\u00a0\u2007\u2009\u202f]/g, " ")
    .replaceAll("\u2212", "-")
    .trim();
  const bare = usual.replace(/^(?:USD ?|US ?(?=\$))/, "").replace(/ ?USD$/, "");
  return /^[^-+()]*\d ?-$/.test(bare) ? `-${bare.slice(0, -1).trim()}` : bare;
}

/**
 * The style in which a file writes its amounts: with a decimal point when some have one, with a decimal comma
 * when others do and none has a point.
 */
export async function styleOf(amounts: Iterable<string>, paced: Paced): Promise<AmountStyle> {
  let commas = false;
  for await (const amount of paced(amounts)) {
    const text = plain(amount);
    if (/\.\d{1,2}\)?$/.test(text)) return "point";
    commas ||= /,\d{1,2}\)?$/.test(text);
  }
  return commas ? "comma" : "open";
}

/** Reads an amount; null for a blank one. Throws `Unreadable`. */
export function readAmount(text: string, style: AmountStyle, what: string): Cents | null {
  const given = plain(text);
  if (given === "") return null;
  if (style === "open" && EITHER.test(given)) {
    throw new Unreadable(
      "invalid_amount",
      `The ${what} ${quoted(text.trim())} is ambiguous: no other amount of the file shows whether its points separate thousands or cents.`,
    );
  }
  const amount = centsFromMoney(style === "comma" ? pointed(given) : given);
  if (amount !== null) return bounded(amount);
  const why = isFinerThanCents(given) ? "is finer than a cent" : "is no amount of dollars";
  throw new Unreadable("invalid_amount", `The ${what} ${quoted(text.trim())} ${why}.`);
}

/** Replaces a decimal comma by a point. An invalid amount becomes an empty text, which can't be read. */
function pointed(text: string): string {
  const [, before = "", whole, fraction, behind = ""] = EUROPEAN.exec(text) ?? [];
  if (whole === undefined) return "";
  return `${before}${whole.replaceAll(/[. ]/g, "")}${fraction === undefined ? "" : `.${fraction}`}${behind}`;
}
