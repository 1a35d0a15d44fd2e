/**
 * How the secrets of connections are encrypted, and encrypting them again after the key was replaced.
 * Invariant: a secret is decrypted only within this process, and no other member of its row changes.
 */
import type { Queryable } from "../../../../platform/db/index.ts";
import { NotOpened, type Sealer } from "../../../../platform/secrets/index.ts";
import { connectionsStore } from "../store.ts";
import type { Company, ConnectionsNeeds } from "./needs.ts";
import { placeOf } from "./pull.ts";

/** The connections of a company, by the key that encrypted their secrets. */
export interface Sealing {
  /** Those of the first key. */
  readonly current: readonly string[];
  /** Those of another key that is set. */
  readonly former: readonly string[];
  /** Those that no key opens that is set. */
  readonly unopened: readonly string[];
}

/** Says with which keys the secrets of a company are encrypted. Changes nothing. */
export async function sealingOf(db: Queryable, sealer: Sealer | null, companyId: Company): Promise<Sealing> {
  const found: Record<keyof Sealing, string[]> = { current: [], former: [], unopened: [] };
  for (const { id, secret } of await connectionsStore.list(db, companyId)) {
    const again = sealer === null ? undefined : resealed(sealer, secret, placeOf(companyId, id));
    found[again === undefined ? "unopened" : again === null ? "current" : "former"].push(id);
  }
  return found;
}

/**
 * Encrypts the secrets of a company with the first key. Returns the connections that were changed, and how
 * all are encrypted afterwards.
 */
export async function reseal(
  { db, sealer }: Pick<ConnectionsNeeds, "db" | "sealer">,
  companyId: Company,
): Promise<Sealing & { readonly changed: readonly string[] }> {
  const changed: string[] = [];
  if (sealer !== null)
    for (const id of (await sealingOf(db, sealer, companyId)).former) {
      const isChanged = await db.transaction(
        async (tx) => {
          const row = await connectionsStore.lock(tx, companyId, id);
          const again = row && resealed(sealer, row.secret, placeOf(companyId, id));
          if (!row || !again) return false;
          // A pull that runs meanwhile takes the secret from the row that it locks, so its revision stays.
          await connectionsStore.update(tx, companyId, { ...row, secret: again });
          return true;
        },
        { leavesNoEvent: true },
      );
      if (isChanged) changed.push(id);
    }
  return { changed, ...(await sealingOf(db, sealer, companyId)) };
}

/** The secret encrypted with the first key; null if it is already, undefined if no key opens it. */
function resealed(sealer: Sealer, secret: string, place: string): string | null | undefined {
  try {
    return sealer.reseal(secret, place);
  } catch (error) {
    if (error instanceof NotOpened) return undefined;
    throw error;
  }
}
