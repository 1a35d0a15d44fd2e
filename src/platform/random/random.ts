/** Random values and the ids made from them: the only source of chance in the project. */
import { randomBytes } from "node:crypto";
import type { UnixSeconds } from "../../core/civil-date.ts";
import { type IdKind, PREFIXES, type PublicId } from "../../core/public-id.ts";

export interface Ids {
  /** A new id: seven characters of time, so that new rows lie together in indexes, and 60 random bits. */
  next<K extends IdKind>(kind: K): PublicId<K>;
}

/** Letters and digits without the ones that are taken for another (i, l, o, u), in ascending order. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** Gives that many random letters and digits. */
export type RandomText = (length: number) => string;

export function systemIds(now: () => UnixSeconds, random: RandomText): Ids {
  return {
    next(kind) {
      return `${PREFIXES[kind]}${inBase32(now(), 7)}${random(12)}` as PublicId<typeof kind>;
    },
  };
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

/** A source that is anything but random: it counts. */
export function countingText(): RandomText {
  let count = 0;
  return (length) => inBase32((count += 1), length);
}

/** `length` random letters and digits, five bits each. */
export function randomText(length: number): string {
  let text = "";
  for (const byte of randomBytes(length)) text += ALPHABET[byte % 32] ?? "";
  return text;
}
