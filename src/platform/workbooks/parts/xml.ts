/**
 * XML as parts of a workbook are written in it. Invariant: any text may be given; what XML can't hold becomes
 * a replacement character.
 */

/** Everything that XML 1.0 has no place for, halves of pairs among it. */
const UNSPEAKABLE = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** A text between tags. */
export function escapeXml(text: string): string {
  return text
    .replaceAll(UNSPEAKABLE, "\u{FFFD}")
    .replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
}

/**
 * A text of a cell: a workbook reads `_x000D_` as the character of that number, so that these very letters
 * are written by their number too.
 */
export function escapeCellText(text: string): string {
  return escapeXml(text.replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_").replaceAll("\r", "_x000D_"));
}

/**
 * A tag with its attributes, those that are undefined left out, and with what it holds, which is XML already.
 */
export function tag(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  ...content: readonly string[]
): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escapeXml(String(value))}"`],
  );
  return content.length === 0
    ? `<${name}${written.join("")}/>`
    : `<${name}${written.join("")}>${content.join("")}</${name}>`;
}

/** A whole part. */
export function xmlPart(root: string): Uint8Array {
  return new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${root}`);
}
