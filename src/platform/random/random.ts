/** Random values, and the ids made from them: the only source of randomness in the project. */
import { createHmac, randomBytes } from "node:crypto";
import type { UnixSeconds } from "@daybook/words/civil-date";
import { type IdKind, PREFIXES, type PublicId } from "@daybook/words/public-id";

export interface Ids {
  /**
   * Returns a new id: seven characters of time, so that new rows are adjacent in indexes, and 60 random bits.
   */
  next<K extends IdKind>(kind: K): PublicId<K>;
}

/** Digits and letters in ascending order, without those that people confuse with others (i, l, o, u). */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** Returns `length` random letters and digits. */
export type RandomText = (length: number) => string;

export function systemIds(now: () => UnixSeconds, random: RandomText): Ids {
  const suffix = (kind: IdKind): string => {
    if (kind === "export") return uuid(now(), random);
    return kind === "document"
      ? uuid(now(), random).replaceAll("-", "")
      : `${inBase32(now(), 7)}${random(12)}`;
  };
  return { next: (kind) => `${PREFIXES[kind]}${suffix(kind)}` as PublicId<typeof kind> };
}

/** Returns a UUID of version 7 (RFC 9562, section 5.7): the time in milliseconds, and 74 random bits. */
function uuid(seconds: number, random: RandomText): string {
  const time = (seconds * 1000).toString(16).padStart(12, "0");
  const digits = (length: number): string =>
    Array.from(random(length).padStart(length, ALPHABET[0]), (letter) =>
      (ALPHABET.indexOf(letter) % 16).toString(16),
    ).join("");
  const variant = ((Number.parseInt(digits(1), 16) % 4) + 8).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digits(3)}-${variant}${digits(3)}-${digits(12)}`;
}

function inBase32(value: number, width: number): string {
  let text = "";
  let rest = value;
  for (let index = 0; index < width; index += 1) {
    text = `${ALPHABET[rest % 32] ?? ""}${text}`;
    rest = Math.floor(rest / 32);
  }
  return text;
}

/** Returns a deterministic source for tests: it counts up. */
export function countingText(): RandomText {
  let count = 0;
  return (length) => inBase32((count += 1), length);
}

/**
 * Returns `length` letters and digits, at most 32, that only those who have the secret can derive from a
 * text.
 */
export function derivedText(secret: Uint8Array, text: string, length: number): string {
  const bytes = createHmac("sha256", secret).update(`daybook token\0${text}`).digest();
  return Array.from(bytes.subarray(0, length), (byte) => ALPHABET[byte % 32] ?? "").join("");
}

/** Every request takes a few random bytes, and a call for them costs as much as a few hundred of them. */
const DRAWN_AT_ONCE = 4096;
let drawn = randomBytes(0);
let used = 0;

/** Returns `length` random letters and digits, five bits each. No byte is used twice or kept after its use. */
export function randomText(length: number): string {
  let text = "";
  for (let index = 0; index < length; index += 1) {
    if (used === drawn.length) {
      drawn = randomBytes(DRAWN_AT_ONCE);
      used = 0;
    }
    text += ALPHABET[drawn.readUInt8(used) % 32] ?? "";
    drawn[used] = 0;
    used += 1;
  }
  return text;
}
