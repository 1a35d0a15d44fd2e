/** How amounts are written: cents as `1,234.56`, negative ones in parentheses, zero as a dash. */

const WHOLE = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** An amount of any size, exactly: dollars and cents are never put together in a floating number. */
export function amountText(cents: number): string {
  if (cents === 0) return "–";
  const size = Math.abs(cents);
  const text = `${WHOLE.format(Math.floor(size / 100))}.${String(size % 100).padStart(2, "0")}`;
  return cents < 0 ? `(${text})` : text;
}

/** An amount as it is typed, `-1234.56` for `(1,234.56)`; empty for null. */
export function typedAmount(cents: number | null): string {
  if (cents === null) return "";
  const size = Math.abs(cents);
  return `${cents < 0 ? "-" : ""}${Math.floor(size / 100)}.${String(size % 100).padStart(2, "0")}`;
}

/** The cents of a typed amount, such as `1,234.5`, `-3` or `(3)`; null if it is none. */
export function centsOf(text: string): number | null {
  const plain = text.trim().replaceAll(/[\s$]/g, "").replace("\u2212", "-");
  const [, open, minus, dollars, cents = "", close] =
    /^(\()?(-)?(\d{1,3}(?:,\d{3})+|\d{1,13})?(?:\.(\d{0,2}))?(\))?$/.exec(plain) ?? [];
  if ((dollars === undefined && cents === "") || (open === undefined) !== (close === undefined)) return null;
  const size = Number((dollars ?? "0").replaceAll(",", "")) * 100 + Number(cents.padEnd(2, "0"));
  return (open !== undefined || minus !== undefined) && size !== 0 ? -size : size;
}

/** The change of an amount in percent; null where there was nothing to compare with. */
export function percentText(now: number, before: number): string | null {
  if (before === 0) return null;
  const percent = ((now - before) / Math.abs(before)) * 100;
  if (Math.abs(percent) >= 9_999.5) return percent > 0 ? "> 9,999%" : "(> 9,999%)";
  const text = `${Math.abs(percent).toFixed(1)}%`;
  return percent < 0 && text !== "0.0%" ? `(${text})` : text;
}
