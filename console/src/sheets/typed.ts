/** What a person types or pastes into a cell, as a value with the number format that it was typed in. */
import { civilDate } from "@daybook/words/civil-date";
import { dateSerial } from "@daybook/words/date-serials";
import { type Authored, inputValue } from "@daybook/formula/cells";

/** What is being typed, and in which of the two fields. */
export interface Draft {
  readonly text: string;
  readonly at: "cell" | "bar";
  /** What the cell held when it was begun. */
  readonly former: string;
}

export interface Typed {
  readonly value: Authored | null;
  /** The format that the text shows; null if it shows none. */
  readonly numberFormat: string | null;
}

const MONEY = /^(-?)(\()?(-?)\$?\s?(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?\)?$/u;

function serialOf(year: number, month: number, day: number): number | null {
  const date = year < 1901 ? null : civilDate(year, month, day);
  return date === null ? null : dateSerial(date);
}

/** Returns the value of a text: 12 %, $1,200.50, (300), 2026-01-31 and 1/31/2026 are numbers with a format. */
export function typedValue(text: string): Typed {
  if (text === "") return { value: null, numberFormat: null };
  const plain = inputValue(text);
  if (typeof plain !== "string" || text.startsWith("'")) return { value: plain, numberFormat: null };
  const trimmed = text.trim();
  const percent = /^(-?\d+(?:\.\d+)?)\s?%$/u.exec(trimmed);
  if (percent !== null)
    return {
      value: Number(percent[1]) / 100,
      numberFormat: percent[1]?.includes(".") ? "0.00%" : "0%",
    };
  const [, iso = "", month = "", day = ""] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/u.exec(trimmed) ?? [];
  const [, first = "", second = "", year = ""] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/u.exec(trimmed) ?? [];
  const serial =
    iso !== ""
      ? serialOf(Number(iso), Number(month), Number(day))
      : year === ""
        ? null
        : serialOf(Number(year), Number(first), Number(second));
  if (serial !== null) return { value: serial, numberFormat: iso === "" ? "m/d/yyyy" : "yyyy-mm-dd" };
  const money = MONEY.exec(trimmed);
  if (money !== null && trimmed.includes("(") === trimmed.includes(")")) {
    const [, minus, open, inner, whole = "", rest = ""] = money;
    const size = Number(`${whole.replaceAll(",", "")}${rest}`);
    const isNegative = minus === "-" || inner === "-" || open !== undefined;
    const decimals = rest === "" ? "" : ".00";
    return {
      value: isNegative && size !== 0 ? -size : size,
      numberFormat: trimmed.includes("$") ? `$#,##0${decimals}` : `#,##0${decimals}`,
    };
  }
  return { value: plain, numberFormat: null };
}
