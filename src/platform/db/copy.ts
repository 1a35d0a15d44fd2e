/**
 * COPY's text format: tab between columns, a newline after each row, \N for null, and a backslash before the
 * characters that would be read as either (PostgreSQL manual, "COPY", File Formats).
 */

const SPECIAL = /[\\\t\n\r]/;
const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

/** Returns a value in COPY text format. */
function copyText(value: string | number | boolean | null): string {
  if (value === null) return "\\N";
  if (typeof value !== "string") return String(value);
  return SPECIAL.test(value)
    ? value.replaceAll(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character)
    : value;
}

/** Returns a row in COPY text format, with its newline. */
export function copyRow(values: readonly (string | number | boolean | null)[]): string {
  return `${values.map(copyText).join("\t")}\n`;
}

const UNESCAPED: Readonly<Record<string, string>> = {
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

/** Reads a row in COPY text format, without its newline. */
export function readCopyRow(line: string): (string | null)[] {
  return line
    .split("\t")
    .map((value) =>
      value === String.raw`\N`
        ? null
        : value.replaceAll(/\\(.)/g, (_, letter: string) => UNESCAPED[letter] ?? letter),
    );
}
