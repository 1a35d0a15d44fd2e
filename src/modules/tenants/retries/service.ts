/** Carrying a request out once, however often it is sent. */
import { type UnixSeconds, unixSeconds } from "../../../core/civil-date.ts";
import { Refusal, refuse } from "../../../core/errors.ts";
import { LIMITS } from "../../../core/limits.ts";
import type { Db } from "../../../platform/db/index.ts";
import { type AnswerKey, retriesStore } from "./store.ts";

/** A request that brought a key. */
export interface KeyedRequest extends AnswerKey {
  readonly now: UnixSeconds;
  /**
   * The hash of the whole input. Asked only when the input has been read to its end; reads what is left of
   * it.
   */
  readonly inputHash: () => Promise<string>;
}

export interface Answered {
  readonly output: unknown;
  /** True if the request had been carried out before. */
  readonly isRepeated: boolean;
}

export interface RetriesService {
  /**
   * Carries a request out, or gives the kept answer to the same request. Refuses `idempotency_key_conflict`
   * for another input. `work` changes the company in one transaction at most, which also keeps the answer.
   */
  once(request: KeyedRequest, work: () => Promise<unknown>): Promise<Answered>;
}

export function retriesService({ db }: { readonly db: Db }): RetriesService {
  /** The kept answer to a request; null if there is none. */
  async function kept(request: KeyedRequest): Promise<Answered | null> {
    const row = await retriesStore.find(db, request, oldest(request.now));
    if (row === null) return null;
    if (row.input_hash !== (await request.inputHash())) throw refuse("idempotency_key_conflict");
    return { output: JSON.parse(row.answer), isRepeated: true };
  }

  return {
    async once(request, work) {
      const known = await kept(request);
      if (known !== null) return known;
      let isTaken = false;
      try {
        const output = await db.answering(work, {
          async begin(tx) {
            const { companyId, now } = request;
            const hash = await request.inputHash();
            const [, taken] = await Promise.all([
              retriesStore.deleteOld(tx, companyId, oldest(now)),
              retriesStore.insert(tx, request, hash, now),
            ]);
            isTaken = taken === 0;
            if (isTaken) throw new Error("the key was taken while the request waited");
          },
          async end(tx, answer) {
            await retriesStore.update(tx, request, JSON.stringify(answer));
          },
        });
        return { output, isRepeated: false };
      } catch (error) {
        // The same request may have been carried out meanwhile: that is why this one found its key taken, or
        // its record already changed.
        const found = isTaken || error instanceof Refusal ? await kept(request) : null;
        if (found === null) throw error;
        return found;
      }
    },
  };
}

function oldest(now: UnixSeconds): UnixSeconds {
  return unixSeconds(now - LIMITS.kept_answer_s.value);
}
