/** Work in a transaction that is rolled back: all checks of the database see it, and nothing is written. */
import type { Db, Tx } from "./db.ts";

/** Does work in a transaction, rolls it back, and returns what the work returned. */
export async function rolledBack<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  let result: { readonly of: Result } | undefined;
  const undo = new Error("a preview is rolled back");
  try {
    await db.transaction(async (tx) => {
      result = { of: await work(tx) };
      throw undo;
    });
  } catch (error) {
    if (error !== undo || result === undefined) throw error;
    return result.of;
  }
  throw undo;
}
