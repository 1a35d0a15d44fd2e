/**
 * The form of the key with which secrets are sealed, for the settings, which are read before anything else
 * is loaded.
 */

/** How an operator makes a key, as the end of a sentence. */
export const MAKE_SEALING_KEY = "make one with `openssl rand -base64 32`";

/** True for a key: 32 bytes in base64. */
export function isSealingKey(text: string): boolean {
  return /^[A-Za-z0-9+/]{43}=$/.test(text);
}
