/**
 * Only one change of a company's team runs at a time, over all processes. Invariants: a company uses at most
 * one waiting connection of this process, and waiting is limited: while an import locks the company, or the
 * database is unavailable, waiting callers are refused.
 */
import { awayBecause } from "../../../../platform/db/away.ts";
import { Refusal, refuse } from "../../../../core/errors.ts";
import { LIMITS } from "../../../../core/limits.ts";
import type { PublicId } from "../../../../core/public-id.ts";
import { type Db, sqlState, type Tx, takeTurn } from "../../../../platform/db/index.ts";
import { companyStore } from "../../company/index.ts";
import { teamStore } from "../store.ts";

type Company = PublicId<"company">;

/**
 * Runs work in a transaction that has the company's team for itself. Throws `Refusal` (`service_unavailable`)
 * where its turn does not come.
 */
export type TakeTurn = <T>(companyId: Company, work: (tx: Tx) => Promise<T>) => Promise<T>;

/** Makes the turns of this process. Others come in between by the locks of the database. */
export function turnsOf(db: Db): TakeTurn {
  /** For each company, the end of the last queued turn. */
  const lines = new Map<Company, Promise<void>>();
  return async (companyId, work) => {
    const turn = behind(lines.get(companyId), () => locked(db, companyId, work));
    const end = turn.then(
      () => {},
      (error: unknown) => {
        // Callers after one whose turn did not come have waited too long as well.
        if (isWaitOver(error)) throw error;
      },
    );
    lines.set(companyId, end);
    try {
      return await turn;
    } finally {
      await end.catch(() => {});
      if (lines.get(companyId) === end) lines.delete(companyId);
    }
  };
}

async function behind<T>(former: Promise<void> | undefined, work: () => Promise<T>): Promise<T> {
  await former;
  return work();
}

const LOCK_NOT_AVAILABLE = "55P03";

async function locked<T>(db: Db, companyId: Company, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await db.transaction(async (tx) => {
      await teamStore.limitWait(tx, LIMITS.team_wait_ms.value);
      // An import locks the company before it writes anything of it, so the company comes first here too, and
      // no two wait for each other.
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

function isWaitOver(error: unknown): boolean {
  return error instanceof Refusal ? error.code === "service_unavailable" : awayBecause(error) !== null;
}
