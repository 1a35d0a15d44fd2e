/**
 * Keeps what was read from the books of a company until they change, so that a statement which is asked for
 * again, by a page, an assistant or a caller with an `ETag`, costs one short look-up. Invariant: what is
 * returned is of a state of the books that was the current one after the request began. Reads of what a
 * change of the books' revision (migration 0074) does not tell must not be kept.
 */
import type { PublicId } from "../../../../core/public-id.ts";
import type { Db, Queryable } from "../../../../platform/db/index.ts";
import { sumsStore } from "../store/sums.ts";

/** The most rows that are kept, of all companies together: some 25 MB. */
const MOST_ROWS = 100_000;

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
  readonly revision: number;
  readonly found: unknown;
}

export function keptReads(db: Db): Kept {
  /** Null for what was asked for once: it is kept when it is asked for again. */
  const kept = new Map<string, KeptRead | null>();
  let rowsOfAll = 0;
  const keep = (id: string, read: KeptRead | null, rows: number): void => {
    if (rows > MOST_ROWS / 10) return;
    if (rowsOfAll + rows > MOST_ROWS) {
      kept.clear();
      rowsOfAll = 0;
    }
    rowsOfAll += rows;
    kept.set(id, read);
  };
  return async <Found>({ companyId, key, read, isOneStatement, rows }: BooksRead<Found>): Promise<Found> => {
    const id = `${companyId} ${key}`;
    const before = kept.get(id);
    if (before === undefined) {
      keep(id, null, 1);
      return isOneStatement ? read(db) : db.transaction(read, { mode: "snapshot" });
    }
    if (before !== null && before.revision === (await sumsStore.findRevision(db, companyId)))
      return before.found as Found;
    return db.transaction(
      async (tx) => {
        const [revision, found] = await Promise.all([sumsStore.findRevision(tx, companyId), read(tx)]);
        if (revision !== null) keep(id, { revision, found }, rows(found));
        return found;
      },
      { mode: "snapshot" },
    );
  };
}
