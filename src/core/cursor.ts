/**
 * Opaque page cursors: base64url of a JSON array of strings and numbers behind a version letter.
 * A cursor is not a secret; code that decodes it checks each part again.
 */
import { hash } from "node:crypto";
import { LIMITS } from "./limits.ts";

export type CursorPart = string | number | null;

/** The text of a cursor. */
export function encodeCursor(parts: readonly CursorPart[]): string {
  return `c${Buffer.from(JSON.stringify(parts), "utf8").toString("base64url")}`;
}

/**
 * The longest cursor: one text of any characters, each of which JSON may write as six (`\u0001`), beside
 * ids, dates and numbers; base64url makes four characters of three bytes. A request's target has room for it.
 */
const LONGEST = Math.ceil(((LIMITS.text_field_characters.value * 6 + 500) * 4) / 3);

/** The parts of a cursor of exactly `length` parts, or null if the text is not such a cursor. */
export function decodeCursor(text: string, length: number): CursorPart[] | null {
  if (text.length > LONGEST || !/^c[A-Za-z0-9_-]{2,}$/.test(text)) return null;
  try {
    const value: unknown = JSON.parse(Buffer.from(text.slice(1), "base64url").toString("utf8"));
    if (!Array.isArray(value) || value.length !== length) return null;
    const valid = value.every(
      (part) => part === null || typeof part === "string" || typeof part === "number",
    );
    // A cursor has one spelling; another text for the same parts was not issued here.
    return valid && encodeCursor(value as CursorPart[]) === text ? (value as CursorPart[]) : null;
  } catch {
    return null;
  }
}

/** Enough of a hash that no two lists share it by chance. */
export const BINDING_CHARACTERS = 22;

/**
 * One text for a list: its company and whatever else it was asked for. A cursor that carries it is of no
 * other list.
 */
export function bindingOf(companyId: string, ...asked: readonly unknown[]): string {
  return hash("sha256", JSON.stringify([companyId, ...asked]), "base64url").slice(0, BINDING_CHARACTERS);
}
