/**
 * Hashes of passwords: argon2id with the memory and passes that OWASP recommends, and a separate salt for
 * each.
 */
import { hash, verify } from "@node-rs/argon2";

/** 19 MiB, two passes, one lane; argon2id is the library's own default. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export interface Passwords {
  /** The text that is kept of a password. */
  hash(password: string): Promise<string>;
  /** True if `kept` is the hash of the password. For null it takes as long and is false. */
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
