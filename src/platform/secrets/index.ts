/**
 * Encrypts secrets for storage, with AES-256-GCM and a key that the database does not have. A sealed text is
 * bound to its place: moved to another row, it can't be opened. Of several keys the first encrypts and all
 * decrypt, so that a key can be replaced. Invariant: no error contains a secret or a key.
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

export { isSealingKey, MAKE_SEALING_KEY } from "./key.ts";

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** The version of the format, which begins a sealed text. */
const VERSION = "v1:";

/** A sealed text can't be opened: it was changed or moved, or sealed with another key. */
export class NotOpened extends Error {
  override readonly name = "NotOpened";
}

export interface Sealer {
  /** Encrypts a secret for the row that `place` names. */
  seal(secret: string, place: string): string;
  /** Decrypts what `seal` returned for the same place, with this key or a later one. Throws `NotOpened`. */
  open(sealed: string, place: string): string;
  /**
   * Encrypts with the first key what a later one encrypted; null if the first did. Throws `NotOpened`.
   */
  reseal(sealed: string, place: string): string | null;
}

/** Makes a sealer of keys for which `isSealingKey` is true. */
export function openSealer([first, ...others]: readonly [string, ...string[]]): Sealer {
  const current = keyOf(first);
  const former = others.map(keyOf);
  const seal = (secret: string, place: string): string => {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv("aes-256-gcm", current, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(place));
    const body = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
    return `${VERSION}${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64")}`;
  };
  const open = (sealed: string, place: string): { secret: string; isCurrent: boolean } => {
    const bytes = Buffer.from(sealed.slice(VERSION.length), "base64");
    if (!sealed.startsWith(VERSION) || bytes.length < NONCE_BYTES + TAG_BYTES)
      throw new NotOpened("it is not a sealed text");
    for (const key of [current, ...former]) {
      const secret = openedWith(key, bytes, place);
      if (secret !== null) return { secret, isCurrent: key === current };
    }
    throw new NotOpened("it was sealed with another key or for another place");
  };
  return {
    seal,
    open: (sealed, place) => open(sealed, place).secret,
    reseal(sealed, place) {
      const { secret, isCurrent } = open(sealed, place);
      return isCurrent ? null : seal(secret, place);
    },
  };
}

function keyOf(text: string): Buffer {
  const key = Buffer.from(text, "base64");
  if (key.length !== KEY_BYTES) throw new Error(`the key of secrets must have ${KEY_BYTES} bytes`);
  return key;
}

/** Decrypts with one key; null if it is another one. */
function openedWith(key: Buffer, bytes: Buffer, place: string): string | null {
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    const body = bytes.subarray(NONCE_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}
