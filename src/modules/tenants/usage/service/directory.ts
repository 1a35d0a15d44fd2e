/** Which company each key is of, as far as this process has seen. */
import type { PublicId } from "@daybook/words/public-id";

type Company = PublicId<"company">;

/** The number of keys that a process remembers, about 200 bytes each. */
export const REMEMBERED_KEYS = 20_000;

/**
 * Remembers which company a key is of, so that a statement for that company alone can admit the key. It
 * remembers nothing else: each statement reads the key itself, and so a revocation counts from the next
 * request. Only keys that were admitted last time are in it. So a refused key costs the same, whether it was
 * revoked or never issued.
 */
export class KeyDirectory {
  readonly #most: number;
  /** By the hash of the key; the key that was used least recently stands first. */
  readonly #companies = new Map<string, Company>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Returns the company of a key; null if it is not remembered. */
  find(hash: string): Company | null {
    return this.#companies.get(hash) ?? null;
  }

  /** Returns the company of all of these keys; null if they are of several, or not all are remembered. */
  companyOf(hashes: Iterable<string>): Company | null {
    let company: Company | null = null;
    for (const hash of hashes) {
      const found = this.#companies.get(hash);
      if (found === undefined || (company !== null && found !== company)) return null;
      company = found;
    }
    return company;
  }

  remember(hash: string, company: Company): void {
    this.#companies.delete(hash);
    this.#companies.set(hash, company);
    const [oldest] = this.#companies.size > this.#most ? this.#companies.keys() : [];
    if (oldest !== undefined) this.#companies.delete(oldest);
  }

  forget(hash: string): void {
    this.#companies.delete(hash);
  }
}
