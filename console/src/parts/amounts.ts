/** How amounts are written: cents as `1,234.56`, negative ones in parentheses, zero as a dash. */

const WHOLE = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** An amount of any size, exactly: dollars and cents are never put together in a floating number. */
export function amountText(cents: number): string {
  if (cents === 0) return "–";
  const size = Math.abs(cents);
  const text = `${WHOLE.format(Math.floor(size / 100))}.${String(size % 100).padStart(2, "0")}`;
  return cents < 0 ? `(${text})` : text;
}

/** The change of an amount in percent; null where there was nothing to compare with. */
export function percentText(now: number, before: number): string | null {
  if (before === 0) return null;
  const percent = ((now - before) / Math.abs(before)) * 100;
  if (Math.abs(percent) >= 9_999.5) return percent > 0 ? "> 9,999%" : "(> 9,999%)";
  const text = `${Math.abs(percent).toFixed(1)}%`;
  return percent < 0 && text !== "0.0%" ? `(${text})` : text;
}

/** Cents of an amount as people write it, such as `1,234.5` or `(20)`; null for anything else. */
export function centsOf(text: string): number | null {
  const given = text.trim();
  const bracketed = /^\((.*)\)$/.exec(given)?.[1];
  const [, sign = "", whole = "", rest = ""] =
    /^(-)?\$?(\d[\d,]*)?(?:\.(\d{1,2}))?$/.exec(bracketed ?? given) ?? [];
  if (whole === "" && rest === "") return null;
  const cents = Number(`${whole.replaceAll(",", "")}${rest.padEnd(2, "0")}`);
  if (!Number.isSafeInteger(cents)) return null;
  return bracketed === undefined && sign === "" ? cents : -cents;
}
