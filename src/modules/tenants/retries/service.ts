/** Idempotent retries: a request with an `Idempotency-Key` is executed once, however often it is sent. */
import { type UnixSeconds, unixSeconds } from "@daybook/words/civil-date";
import { Refusal, refuse } from "../../../core/errors.ts";
import { LIMITS } from "@daybook/words/limits";
import type { Db } from "../../../platform/db/index.ts";
import { type AnswerKey, retriesStore } from "./store.ts";

/** A request with an `Idempotency-Key`. */
export interface KeyedRequest extends AnswerKey {
  readonly now: UnixSeconds;
  /**
   * Returns the hash of the whole input. Reads the rest of a file that is still arriving, so a handler must
   * have read what it needs before.
   */
  readonly inputHash: () => Promise<string>;
}

export interface KeyedAnswer {
  readonly output: unknown;
  /** True if the answer was stored by an earlier request. */
  readonly isRepeated: boolean;
}

export interface RetriesService {
  /**
   * Executes a request, or returns the stored answer to the same request. Throws the refusal
   * `idempotency_key_conflict` if the earlier request had another input. `work` changes the company in at
   * most one transaction, which also stores the answer.
   */
  once(request: KeyedRequest, work: () => Promise<unknown>): Promise<KeyedAnswer>;
  /**
   * Uses up a key before its request is executed, for operations whose answers are not stored. Returns false
   * if the key was used before, in whatever process. `note` is stored with the key; by default null.
   */
  claim(request: KeyedRequest, note?: unknown): Promise<boolean>;
  /** Returns the note of a key that was used after `since`, in whatever process; null for an unused key. */
  noteOf(key: AnswerKey, since: UnixSeconds): Promise<unknown>;
}

export function retriesService({ db }: { readonly db: Db }): RetriesService {
  /** The stored answer to a request; null if there is none. */
  async function findAnswer(request: KeyedRequest): Promise<KeyedAnswer | null> {
    const row = await retriesStore.find(db, request, expiryLimit(request.now));
    if (row === null) return null;
    if (row.input_hash !== (await request.inputHash())) throw refuse("idempotency_key_conflict");
    return { output: JSON.parse(row.answer), isRepeated: true };
  }

  return {
    async claim(request, note = null) {
      const inputHash = await request.inputHash();
      return db.transaction(
        async (tx) => {
          await retriesStore.deleteOld(tx, request.companyId, expiryLimit(request.now));
          return (await retriesStore.insert(tx, request, inputHash, request.now, JSON.stringify(note))) === 1;
        },
        { leavesNoEvent: true },
      );
    },
    async noteOf(key, since) {
      const row = await retriesStore.find(db, key, since);
      return row === null ? null : (JSON.parse(row.answer) as unknown);
    },
    async once(request, work) {
      const earlier = await findAnswer(request);
      if (earlier !== null) return earlier;
      let isTaken = false;
      try {
        const output = await db.commitWithAnswer(work, {
          async begin(tx) {
            const { companyId, now } = request;
            const hash = await request.inputHash();
            const [, inserted] = await Promise.all([
              retriesStore.deleteOld(tx, companyId, expiryLimit(now)),
              retriesStore.insert(tx, request, hash, now, "null"),
            ]);
            isTaken = inserted === 0;
            if (isTaken) throw new Error("the key was taken while the request waited");
          },
          async end(tx, answer) {
            await retriesStore.update(tx, request, JSON.stringify(answer));
          },
        });
        return { output, isRepeated: false };
      } catch (error) {
        // The same request may have been executed meanwhile. Then this request failed because its key was
        // taken or because its record was already changed, and the stored answer is the right response.
        const found = isTaken || error instanceof Refusal ? await findAnswer(request) : null;
        if (found === null) throw error;
        return found;
      }
    },
  };
}

/** Answers stored at this time or earlier have expired. */
function expiryLimit(now: UnixSeconds): UnixSeconds {
  return unixSeconds(now - LIMITS.kept_answer_s.value);
}
