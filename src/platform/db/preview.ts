/** Previews of changes: the work itself, so that every check of the database sees it, and then a rollback. */
import { present } from "@daybook/words/assert";
import type { Db, TransactionOptions, Tx } from "./db.ts";

/** Does work in a transaction, which a preview rolls back. Returns what the work returned. */
export function transactionOrPreview<Answer>(
  db: Db,
  isPreview: boolean,
  work: (tx: Tx) => Promise<Answer>,
  options: TransactionOptions = {},
): Promise<Answer> {
  return isPreview ? rolledBack(db, work, options) : db.transaction(work, options);
}

async function rolledBack<Answer>(
  db: Db,
  work: (tx: Tx) => Promise<Answer>,
  options: TransactionOptions,
): Promise<Answer> {
  let done: { readonly answer: Answer } | undefined;
  const undo = new Error("a preview is rolled back");
  try {
    await db.transaction(async (tx) => {
      done = { answer: await work(tx) };
      throw undo;
    }, options);
  } catch (error) {
    if (error !== undo) throw error;
  }
  return present(done, "a preview has no answer").answer;
}
