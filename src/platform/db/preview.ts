/** Previews of changes: the work itself, so that every check of the database sees it, and then a rollback. */
import { present } from "../../core/assert.ts";
import type { Db, Tx } from "./db.ts";

/** Does work in a transaction that is rolled back. Returns what the work returned. */
export async function rolledBack<Answer>(db: Db, work: (tx: Tx) => Promise<Answer>): Promise<Answer> {
  let done: { readonly answer: Answer } | undefined;
  const undo = new Error("a preview is rolled back");
  try {
    await db.transaction(async (tx) => {
      done = { answer: await work(tx) };
      throw undo;
    });
  } catch (error) {
    if (error !== undo) throw error;
  }
  return present(done, "a preview has no answer").answer;
}
