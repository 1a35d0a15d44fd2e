/** All SQL on stored answers. */
import type { UnixSeconds } from "@daybook/words/civil-date";
import { type Queryable, statement, type Tx } from "../../../platform/db/index.ts";

/** Identifies a stored answer: the caller, the operation and the key. */
export interface AnswerKey {
  readonly companyId: string;
  readonly userId: string;
  readonly operation: string;
  readonly key: string;
}

interface AnswerRow {
  readonly input_hash: string;
  /** The output as JSON. */
  readonly answer: string;
}

const findAnswer = statement<AnswerRow>(
  "retries.findAnswer",
  `select input_hash, answer from kept_answers
   where company_id = $1 and user_id = $2 and operation = $3 and key = $4 and created > $5`,
);
const deleteOld = statement<never>(
  "retries.deleteOld",
  "delete from kept_answers where company_id = $1 and created <= $2",
);
const insertAnswer = statement<never>(
  "retries.insertAnswer",
  `insert into kept_answers (company_id, user_id, operation, key, input_hash, answer, created)
   values ($1, $2, $3, $4, $5, $7, $6) on conflict do nothing`,
);
const updateAnswer = statement<never>(
  "retries.updateAnswer",
  "update kept_answers set answer = $5 where company_id = $1 and user_id = $2 and operation = $3 and key = $4",
);

function partsOf({ companyId, userId, operation, key }: AnswerKey): string[] {
  return [companyId, userId, operation, key];
}

export const retriesStore = {
  /** The answer stored for a key after `since`. */
  find: (db: Queryable, key: AnswerKey, since: UnixSeconds) => db.find(findAnswer, [...partsOf(key), since]),
  deleteOld: (tx: Tx, companyId: string, until: UnixSeconds) => tx.run(deleteOld, [companyId, until]),
  /** Reserves a key; returns 0 if the key is taken. Waits while another transaction is reserving the key. */
  insert: (tx: Tx, key: AnswerKey, inputHash: string, now: UnixSeconds, answer: string) =>
    tx.run(insertAnswer, [...partsOf(key), inputHash, now, answer]),
  update: (tx: Tx, key: AnswerKey, answer: string) => tx.run(updateAnswer, [...partsOf(key), answer]),
};
