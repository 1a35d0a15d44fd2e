/** An amount in few characters, for the axes and labels of charts: `12.3k`, `(1.2M)`. */
export function shortAmount(cents: number): string {
  const size = Math.abs(cents) / 100;
  const [unit, sign] = size >= 999_500 ? [1_000_000, "M"] : size >= 1_000 ? [1_000, "k"] : [1, ""];
  const value = size / unit;
  const text = `${value.toFixed(value >= 100 || unit === 1 ? 0 : 1).replace(/\.0$/, "")}${sign}`;
  return cents < 0 && text !== "0" ? `(${text})` : text;
}
