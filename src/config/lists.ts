/** Parses settings that are lists. The functions throw an Error whose message says what is accepted. */
import { isIP } from "node:net";

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
