/**
 * Parses settings that are numbers, words, names or lists. The functions throw an Error that says what is
 * accepted.
 */
import { isSealingKey, MAKE_SEALING_KEY } from "../platform/secrets/key.ts";
import { isIP } from "node:net";

/** Makes a parser of the whole numbers of a range. */
export function wholeNumber(low: number, high: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d{1,9}$/.test(text) || value < low || value > high)
      throw new Error(`must be a whole number from ${low} to ${high}`);
    return value;
  };
}

/** Makes a parser that returns null for an empty text. */
export function optional<T>(read: (text: string) => T): (text: string) => T | null {
  return (text) => (text === "" ? null : read(text));
}

/** Parses `TRUST_PROXY`: the number of trusted proxies in a row, or their addresses and networks. */
export function proxies(text: string): number | readonly string[] {
  if (/^[1-9]$/.test(text)) return Number(text);
  const addresses = text.split(",").map((each) => each.trim());
  const isNetwork = (each: string): boolean => {
    const [network = "", bits, ...rest] = each.split("/");
    const version = isIP(network);
    return (
      version !== 0 &&
      rest.length === 0 &&
      (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)))
    );
  };
  if (!addresses.every(isNetwork))
    throw new Error(
      "must be a number of proxies from 1 to 9, or addresses and networks such as 10.0.0.0/8, separated by commas",
    );
  return addresses;
}

/** Parses `operation=feature,operation=feature` into a map from operation id to feature. */
export function featureMap(text: string): ReadonlyMap<string, string> {
  const pairs = text.split(",").filter((pair) => pair.trim() !== "");
  return new Map(
    pairs.map((pair) => {
      const [operation, feature, ...rest] = pair.split("=").map((part) => part.trim());
      if (!operation || !feature || rest.length > 0)
        throw new Error("must be pairs such as getCompany=company_beta, separated by commas");
      return [operation, feature];
    }),
  );
}

/** Parses hosts of PostgreSQL servers that are separated by commas. */
export function databaseHosts(text: string): readonly string[] {
  return text.split(",").map((each) => {
    const host = each.trim();
    if (!/^(\[[\d:.a-f]+\]|[\w.-]+)(:\d{1,5})?$/i.test(host) || !URL.canParse(`postgres://${host}`))
      throw new Error("must be hosts with ports, separated by commas, such as two:5432,three:5432");
    return host;
  });
}

/** Makes the parser of one of several words. */
export function oneOf<const T extends string>(...words: readonly T[]): (text: string) => T {
  return (text) => {
    const word = words.find((candidate) => candidate === text);
    if (word === undefined) throw new Error(`must be one of ${words.join(", ")}`);
    return word;
  };
}

/** Parses a domain, in small letters. */
export function domain(text: string): string {
  const name = text.toLowerCase();
  if (!/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(name))
    throw new Error("must be a domain such as example.com, without `@` or an address's other parts");
  return name;
}

/** Parses names of hosts, also of containers, that are separated by commas; none of an empty text. */
export function hostNames(text: string): readonly string[] {
  if (text === "") return [];
  return text.split(",").map((each) => {
    const name = each.trim().toLowerCase();
    if (!/^[a-z0-9_]([a-z0-9_.-]{0,251}[a-z0-9_])?$/.test(name))
      throw new Error("must be names such as `api` or `books.internal`, without ports, separated by commas");
    return name;
  });
}

/** The most keys of secrets at once. */
const MOST_KEYS = 8;

/** Parses keys that are separated by commas. */
export function sealingKeys(text: string): readonly [string, ...string[]] {
  const [first = "", ...others] = text.split(",").map((each) => each.trim());
  const keys = [first, ...others] as const;
  if (!keys.every(isSealingKey))
    throw new Error(
      `must be 32 bytes in base64, or several of these separated by commas; ${MAKE_SEALING_KEY}`,
    );
  if (new Set(keys).size < keys.length) throw new Error("must not have the same key twice");
  if (keys.length > MOST_KEYS) throw new Error(`must have at most ${MOST_KEYS} keys`);
  return [first, ...others];
}
