/**
 * Tokens of links in mail, derived from the storage's secret. A mail that is sent again, because the process
 * died before it knew of the first, carries the same link, though the database holds only a token's hash.
 */
import { derivedText } from "../random/random.ts";
import type { Objects } from "./objects.ts";

/** 160 bits. Short enough for the link to fit on a line of mail. */
const TOKEN_CHARACTERS = 32;

/**
 * Returns a function that reads the secret, which may fail with the storage, and then gives the token of a
 * text. Only processes with the same storage derive the same token.
 */
export function tokensOf({ secret }: Pick<Objects, "secret">): () => Promise<(text: string) => string> {
  return async () => {
    const key = await secret();
    return (text) => derivedText(key, text, TOKEN_CHARACTERS);
  };
}
