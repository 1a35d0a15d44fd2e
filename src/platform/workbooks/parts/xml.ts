/**
 * Writes the XML of a workbook's parts. Invariant: any text is accepted; a character that XML can't represent
 * becomes a replacement character.
 */

/** The characters that XML 1.0 forbids, including lone surrogates. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes a text for the content of an element or an attribute. */
export function escapeXml(text: string): string {
  return text
    .replaceAll(FORBIDDEN, "\u{FFFD}")
    .replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
}

/**
 * Escapes the text of a cell. A workbook reads `_x000D_` as the character with that number, so an underscore
 * that begins such a sequence is escaped too.
 */
export function escapeCellText(text: string): string {
  return escapeXml(text.replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_").replaceAll("\r", "_x000D_"));
}

/** Returns an element. Undefined attributes are omitted; `content` must be XML already. */
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

/** Returns the bytes of a complete part. */
export function xmlPart(root: string): Uint8Array {
  return new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${root}`);
}
