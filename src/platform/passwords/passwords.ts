/**
 * Passwords as they are kept: argon2id with the memory and passes that OWASP's password storage advice gives,
 * and a salt of its own for each.
 */
import { hash, verify } from "@node-rs/argon2";

/** 19 MiB, two passes, one lane; argon2id is the library's own default. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export interface Passwords {
  /** The text that is kept of a password. */
  hash(password: string): Promise<string>;
  /** True if a password is the one that `kept` was made of; null takes as long and is none. */
  matches(kept: string | null, password: string): Promise<boolean>;
}

export function argonPasswords(): Passwords {
  let nobodys: Promise<string> | undefined;
  const kept = (password: string) => hash(password, COST);
  return {
    hash: kept,
    async matches(given, password) {
      const compared = given ?? (await (nobodys ??= kept("")));
      return (await verify(compared, password)) && given !== null;
    },
  };
}
