/** With which keys of CONNECTION_KEY the secrets of all connections are encrypted, in counts and in words. */
import type { Config } from "../../config/config.ts";
import type { PublicId } from "@daybook/words/public-id";
import type { Sealing } from "../../modules/feed/connections/index.ts";

/** The number of keys of secrets that a process has. */
export function countKeys({ connectionKey }: Pick<Config, "connectionKey">): number {
  return connectionKey?.length ?? 0;
}

/** How many secrets of connections each key opens: the first, another one that is set, or none. */
export interface SealingOfAll {
  /** How many keys the process that looked has. */
  readonly keys: number;
  readonly current: number;
  readonly former: number;
  /** The connections that no key opens, as `conn_1 of comp_1`. */
  readonly unopened: readonly string[];
}

/** Counts over all companies by what `sealing` says of each, in a process with so many keys. */
export async function sealingOfAll(
  keys: number,
  companies: readonly { readonly id: PublicId<"company"> }[],
  sealing: (companyId: PublicId<"company">) => Promise<Sealing>,
): Promise<SealingOfAll> {
  const found = { keys, current: 0, former: 0, unopened: [] as string[] };
  for (const { id } of companies) {
    const { current, former, unopened } = await sealing(id);
    found.current += current.length;
    found.former += former.length;
    found.unopened.push(...unopened.map((connection) => `${connection} of ${id}`));
  }
  return found;
}

/** Why some secrets can't be decrypted; null if all can. */
export function keysProblem({ keys, current, former, unopened }: SealingOfAll): string | null {
  const all = current + former + unopened.length;
  const [one] = unopened;
  if (one === undefined) return null;
  return keys > 0
    ? `No key of CONNECTION_KEY decrypts the secrets of ${unopened.length} of ${all} connections, such as ${one}.`
    : `CONNECTION_KEY is not set, so the secrets of ${all} connections can't be decrypted.`;
}

/** Says of secrets that can be decrypted whether another key than the first is still needed. */
export function sealingSentence({ current, former }: SealingOfAll): string {
  const all = current + former;
  return former === 0
    ? `The first key of CONNECTION_KEY decrypts the secret of every connection (${all}).`
    : `The secrets of ${former} of ${all} connections are encrypted with another key than the first of CONNECTION_KEY. \`npx daybook connections reseal\` encrypts them with the first.`;
}
