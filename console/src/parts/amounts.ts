/** How amounts are written: cents as `1,234.56`, negative ones in parentheses, zero as a dash. */

const WHOLE = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** An amount of any size, exactly: dollars and cents are never put together in a floating number. */
export function amountText(cents: number): string {
  if (cents === 0) return "–";
  const size = Math.abs(cents);
  const text = `${WHOLE.format(Math.floor(size / 100))}.${String(size % 100).padStart(2, "0")}`;
  return cents < 0 ? `(${text})` : text;
}

/** A change in tenths of a percent; a dash for one of nothing. */
export function percentText(tenths: number | null): string {
  if (tenths === null) return "–";
  const size = Math.abs(tenths);
  const text = `${WHOLE.format(Math.floor(size / 10))}.${size % 10}%`;
  return tenths < 0 ? `(${text})` : text;
}

/** Cents of an amount as people write it, such as `1,234.5` or `(20)`; null for anything else. */
export function centsOf(text: string): number | null {
  const given = text.trim();
  const bracketed = /^\((.*)\)$/.exec(given)?.[1];
  const [, sign = "", whole = "", rest = ""] =
    /^(-)?\$?(\d{1,3}(?:,\d{3})+|\d+)?(?:\.(\d{1,2}))?$/.exec(bracketed ?? given) ?? [];
  if (whole === "" && rest === "") return null;
  const cents = Number(`${whole.replaceAll(",", "")}${rest.padEnd(2, "0")}`);
  if (!Number.isSafeInteger(cents)) return null;
  return bracketed === undefined && sign === "" ? cents : -cents;
}
