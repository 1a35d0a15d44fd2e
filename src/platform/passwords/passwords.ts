/**
 * Password hashes: argon2id with the memory and the number of passes that OWASP recommends. Each has a salt.
 */
import { hash, verify } from "@node-rs/argon2";

/** 19 MiB, two passes, one lane. The library uses argon2id by default. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export interface Passwords {
  /** Returns the hash of a password, to be stored. */
  hash(password: string): Promise<string>;
  /**
   * True if `storedHash` is a hash of the password. For null, returns false after the same time as for a
   * wrong password, so that the time does not reveal if the user exists.
   */
  matches(storedHash: string | null, password: string): Promise<boolean>;
}

export function argonPasswords(): Passwords {
  let placeholder: Promise<string> | undefined;
  const hashOf = (password: string) => hash(password, COST);
  return {
    hash: hashOf,
    async matches(storedHash, password) {
      const compared = storedHash ?? (await (placeholder ??= hashOf("")));
      return (await verify(compared, password)) && storedHash !== null;
    },
  };
}
