/**
 * A turn is the exclusive right of one transaction to change a company's team, over all processes.
 * Invariants: changes that wait for a company's turn use at most one connection of this process, and the wait
 * is limited. While an import locks the company, or the database is unavailable, waiting callers are refused.
 */
import { unavailableReason } from "../../../../platform/db/unavailable.ts";
import { Refusal, refuse } from "../../../../core/errors.ts";
import { LIMITS } from "@daybook/words/limits";
import type { PublicId } from "@daybook/words/public-id";
import { type Db, sqlState, takeTurn, type Tx } from "../../../../platform/db/index.ts";
import { companyStore } from "../../company/index.ts";

type Company = PublicId<"company">;

/**
 * Runs `work` in a transaction that is the only one to change the company's team. Throws the refusal
 * `service_unavailable` if the turn does not come in time.
 */
export type TakeTurn = <T>(companyId: Company, work: (tx: Tx) => Promise<T>) => Promise<T>;

/**
 * Queues the changes of this process, company by company. A lock in the database orders them with the changes
 * of other processes.
 */
export function teamTurns(db: Db): TakeTurn {
  /** For each company, the end of the last queued turn. */
  const queueEnds = new Map<Company, Promise<void>>();
  return async (companyId, work) => {
    const turn = runAfter(queueEnds.get(companyId), () => runLocked(db, companyId, work));
    const end = turn.then(
      () => {},
      (error: unknown) => {
        // If a turn does not come in time, the callers queued after it have waited too long as well.
        if (isWaitOver(error)) throw error;
      },
    );
    queueEnds.set(companyId, end);
    try {
      return await turn;
    } finally {
      await end.catch(() => {});
      if (queueEnds.get(companyId) === end) queueEnds.delete(companyId);
    }
  };
}

async function runAfter<T>(previous: Promise<void> | undefined, work: () => Promise<T>): Promise<T> {
  await previous;
  return work();
}

const LOCK_NOT_AVAILABLE = "55P03";

async function runLocked<T>(db: Db, companyId: Company, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await db.transaction(async (tx) => {
      await tx.limitWaits(LIMITS.team_wait_ms.value);
      // Imports lock the company before anything else. Taking the same lock first prevents deadlocks.
      await companyStore.lockShared(tx, companyId);
      await takeTurn(tx, companyId, "team");
      return work(tx);
    });
  } catch (error) {
    if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
    throw refuse("service_unavailable", {
      message: "Another process, such as an import, is writing to the company. Try again when it is done.",
    });
  }
}

/** True if an error means that the wait for a turn was given up. */
function isWaitOver(error: unknown): boolean {
  return error instanceof Refusal ? error.code === "service_unavailable" : unavailableReason(error) !== null;
}
