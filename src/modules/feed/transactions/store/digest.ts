/** SQL on the digest of a feed, which triggers keep (`migrations/0048-feed-digest.sql`, `0052-digest-of-one-row.sql`). */
import type { PublicId } from "@daybook/words/public-id";
import { type Queryable, statement, type Tx } from "../../../../platform/db/index.ts";

type Company = PublicId<"company">;

/** The digest of a state of the feed. */
export interface FeedDigest {
  /** The transactions that are not deleted. */
  readonly live_rows: number;
  /** The sum of their hashes modulo 2^256, in decimal digits. */
  readonly row_sum: string;
}

/** A digest as it is kept. While `changes` is the same, so are all transactions. */
export interface KeptDigest extends FeedDigest {
  readonly changes: number;
}

const get = statement<KeptDigest>(
  "transactions.getDigest",
  "select changes, live_rows, row_sum::text as row_sum from feed_clocks where company_id = $1",
);
const compute = statement<FeedDigest>(
  "transactions.computeDigest",
  "select live_rows, row_sum::text as row_sum from feed_digest_of($1)",
);
const lock = statement<never>(
  "transactions.lockDigest",
  "select 1 from feed_clocks where company_id = $1 for update",
);
const rebuild = statement<never>(
  "transactions.rebuildDigest",
  `update feed_clocks set changes = changes + 1, live_rows = $2, row_sum = $3::numeric
   where company_id = $1 and (live_rows, row_sum) is distinct from ($2, $3::numeric)`,
);

export const digestStore = {
  get: (db: Queryable, companyId: Company) => db.get(get, [companyId]),
  /** Computes the digest from all transactions. */
  compute: (db: Queryable, companyId: Company) => db.get(compute, [companyId]),
  /** Makes writers of the feed wait until the transaction ends. */
  lock: (tx: Tx, companyId: Company) => tx.run(lock, [companyId]),
  /** Stores the computed digest; returns true if another one was kept. The digest is locked. */
  async rebuild(tx: Tx, companyId: Company) {
    const { live_rows, row_sum } = await tx.get(compute, [companyId]);
    return (await tx.run(rebuild, [companyId, live_rows, row_sum])) > 0;
  },
};
