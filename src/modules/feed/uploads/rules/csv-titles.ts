/**
 * What stands above the header of a bank's table: whose account it is, its currency, and what the account
 * held before and after the lines.
 */
import { foreignCurrencyOfTitle } from "../../../../core/foreign-currency.ts";
import type { Cents } from "@daybook/words/cents";
import { decimalText } from "@daybook/words/money-text";
import { LineProblem } from "../../../../platform/text/line-problem.ts";
import { digitsOf } from "./account-statements.ts";
import { type AmountStyle, amountOrNull } from "./amounts.ts";
import { balanceNamed } from "./row-words.ts";

interface Title {
  readonly fields: readonly string[];
  readonly line: number;
}

/** Throws `LineProblem` if a title says that the file is in another currency. */
export function checkTitleCurrency(titles: readonly Title[]): void {
  for (const { fields, line } of titles) {
    const currency = foreignCurrencyOfTitle(fields);
    if (currency !== null)
      throw new LineProblem(line, `The file is in ${currency}; only US dollars are supported.`);
  }
}

const MASKED = /(?:[x*•…#]|\.{2,}|\bending (?:in|with))\s*-?\s*(\d{4})(?!\d)/i;
/** The last digits of an account in a title that masks the others; null if it has none. */
export function maskedDigits(title: string): string | null {
  return MASKED.exec(title)?.[1] ?? null;
}

const OF_ACCOUNT = /\b(?:accounts?|acct|a\/c|card|iban|konto\w*|rekening\w*|compte|cuenta|conto)\b/i;
const NUMBER =
  /\b(?:(?:account|acct|card|a\/c) (?:number|no\.?|nr\.?|#|id)|iban|kontonummer|rekeningnummer)\s*:?,?\s*([A-Z]{2}\d{2}[\dA-Z ]{8,30}|[\dx* -]{4,30})$/i;

/** The number of the account that the titles name; null if they name none, or several. */
export function accountOfTitles(titles: readonly Title[]): string | null {
  const found = titles.flatMap(({ fields }) => {
    const text = fields
      .map((field) => field.trim())
      .filter((field) => field !== "")
      .join(" ");
    const number = OF_ACCOUNT.test(text) ? (MASKED.exec(text)?.[1] ?? NUMBER.exec(text)?.[1]) : undefined;
    return number !== undefined && digitsOf(number).length === 4 ? [number] : [];
  });
  return new Set(found.map(digitsOf)).size === 1 ? (found[0] ?? null) : null;
}

const COUNT =
  /^(?:number|no\.?|#|count) of (?:transactions|entries|lines|records)|^(?:transaction|entry|line) count/i;

/** Returns the note about totals and a number of lines in the titles that differ from the lines. */
function countNotes(
  titles: readonly Title[],
  style: AmountStyle,
  lines: readonly { readonly amount_cents: Cents }[],
): readonly string[] {
  const sums = { debits: 0, credits: 0 };
  for (const { amount_cents } of lines)
    sums[amount_cents < 0 ? "debits" : "credits"] += Math.abs(amount_cents);
  return titles.flatMap(({ fields, line }) => {
    const [label = "", value = ""] = fields.map((field) => field.trim()).filter((field) => field !== "");
    if (COUNT.test(label) && /^\d{1,6}$/.test(value) && Number(value) !== lines.length)
      return [
        `Line ${line} counts ${value} lines, but ${lines.length} were read. Lines may be missing from the file.`,
      ];
    const what = /^total (?:amount of )?(debits|credits|withdrawals|deposits)\b/i
      .exec(label)?.[1]
      ?.toLowerCase();
    const stated = what === undefined ? null : amountOrNull(value, style);
    if (what === undefined || stated === null) return [];
    const made = sums[what === "debits" || what === "withdrawals" ? "debits" : "credits"];
    if (Math.abs(stated) === made) return [];
    return [
      `The total of ${what} in line ${line} is ${decimalText(stated)}, but those that were read make ${decimalText(made as Cents)}. Lines may be missing.`,
    ];
  });
}

/** Returns the note about balances in the titles that differ from the lines: no sentence, or one. */
export function titleNotes(
  titles: readonly Title[],
  style: AmountStyle,
  lines: readonly { readonly amount_cents: Cents }[],
): readonly string[] {
  const stated = (kind: "opening" | "closing"): Cents | null => {
    for (const { fields } of titles) {
      const at = fields.findIndex((field) => balanceNamed(field.trim()) === kind);
      const amounts = at < 0 ? [] : fields.slice(at + 1).map((field) => amountOrNull(field, style));
      const amount = amounts.find((each) => each !== null) ?? null;
      if (amount !== null) return amount;
    }
    return null;
  };
  const counted = countNotes(titles, style, lines);
  const [opening, closing] = [stated("opening"), stated("closing")];
  if (opening === null || closing === null) return counted;
  const made = lines.reduce<number>((sum, { amount_cents }) => sum + amount_cents, opening) as Cents;
  // The debt of a card grows by what goes out.
  if (made === closing || opening - (made - opening) === closing) return counted;
  return [
    ...counted,
    `The closing balance is ${decimalText(closing)}, but the opening balance and the lines that were read make ${decimalText(made)}. Lines may be missing.`,
  ];
}
