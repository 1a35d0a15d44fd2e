/**
 * Encrypts secrets for storage, with AES-256-GCM and a key that the database does not have. A sealed text is
 * bound to its place: moved to another row, it can't be opened. Invariant: no error contains a secret or the
 * key.
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
  /** Decrypts what `seal` returned for the same place. Throws `NotOpened`. */
  open(sealed: string, place: string): string;
}

/** Makes a sealer of a key for which `isSealingKey` is true. */
export function openSealer(keyText: string): Sealer {
  const key = Buffer.from(keyText, "base64");
  if (key.length !== KEY_BYTES) throw new Error(`the key of secrets must have ${KEY_BYTES} bytes`);
  return {
    seal(secret, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(place));
      const body = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      return `${VERSION}${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64")}`;
    },
    open(sealed, place) {
      const bytes = Buffer.from(sealed.slice(VERSION.length), "base64");
      if (!sealed.startsWith(VERSION) || bytes.length < NONCE_BYTES + TAG_BYTES)
        throw new NotOpened("it is not a sealed text");
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(place));
      decipher.setAuthTag(tag);
      try {
        const body = bytes.subarray(NONCE_BYTES + TAG_BYTES);
        return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
      } catch {
        throw new NotOpened("it was sealed with another key or for another place");
      }
    },
  };
}
