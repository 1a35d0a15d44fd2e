/**
 * Keeps what was read from the books of a company until they change, so that a statement which is asked for
 * again, by a page, an assistant or a caller with an `ETag`, costs one short look-up. Invariant: what is
 * returned is of a state of the books that was the current one after the request began. Reads of what a
 * change of the books' revision (migration 0074) does not tell must not be kept.
 */
import type { PublicId } from "@daybook/words/public-id";
import { batched, type Db, type Queryable } from "../../../../platform/db/index.ts";
import { sumsStore } from "../store/sums.ts";

/** The most that is kept, of all companies together, in rows of some 250 bytes: 25 MB. */
const MOST = 100_000;

/** What an entry weighs beside its rows: so many characters of its key are a row. */
const KEY_CHARACTERS = 100;

/** A read of a company's books. Reads of the same name and days return the same from one state of the books. */
interface BooksRead<Found> {
  readonly companyId: PublicId<"company">;
  readonly key: string;
  /** Runs on the pool, so only if it is one statement, or in a snapshot. */
  readonly read: (db: Queryable) => Promise<Found>;
  readonly isOneStatement: boolean;
  /** The number of rows that would be kept. */
  readonly rows: (found: Found) => number;
}

export type Kept = <Found>(read: BooksRead<Found>) => Promise<Found>;

interface KeptRead {
  /** Null for what was asked for once: it is kept when it is asked for again. */
  readonly revision: number | null;
  readonly found: unknown;
  readonly weight: number;
}

export type FindRevision = (companyId: PublicId<"company">) => Promise<number | null>;

/**
 * Makes the look-up of the revision of a company's books, which requests that come at the same time share.
 * With replicas each looks for itself, because each has the one that answers it.
 */
export function revisionFinder(db: Db): FindRevision {
  const find: FindRevision = (companyId) => sumsStore.findRevision(db, companyId);
  if (db.replicas !== null) return find;
  return batched<PublicId<"company">, number | null>(
    async (asked) => {
      const [companyId] = asked;
      const revision = companyId === undefined ? null : await find(companyId);
      return asked.map(() => revision);
    },
    { canShareBatch: (a, b) => a === b, maxItems: Infinity, maxRunning: Infinity },
  );
}

export function keptReads(db: Db, findRevision = revisionFinder(db)): Kept {
  /** The oldest first. */
  const kept = new Map<string, KeptRead>();
  let weightOfAll = 0;
  const drop = (id: string): void => {
    weightOfAll -= kept.get(id)?.weight ?? 0;
    kept.delete(id);
  };
  const keep = (id: string, revision: number | null, found: unknown, rows: number): void => {
    const weight = rows + 4 + Math.ceil(id.length / KEY_CHARACTERS);
    drop(id);
    if (weight > MOST / 10) return;
    for (const [oldest] of kept) {
      if (weightOfAll + weight <= MOST) break;
      drop(oldest);
    }
    weightOfAll += weight;
    kept.set(id, { revision, found, weight });
  };
  return async <Found>({ companyId, key, read, isOneStatement, rows }: BooksRead<Found>): Promise<Found> => {
    const id = `${companyId} ${key}`;
    const before = kept.get(id);
    if (before === undefined) {
      keep(id, null, null, 0);
      return isOneStatement ? read(db) : db.transaction(read, { mode: "snapshot" });
    }
    if (before.revision !== null && before.revision === (await findRevision(companyId)))
      return before.found as Found;
    return db.transaction(
      async (tx) => {
        const [revision, found] = await Promise.all([sumsStore.findRevision(tx, companyId), read(tx)]);
        if (revision !== null) keep(id, revision, found, rows(found));
        return found;
      },
      { mode: "snapshot" },
    );
  };
}
