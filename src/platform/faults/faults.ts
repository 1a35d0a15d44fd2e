/**
 * Faults on request, for drills: exercises in which an operator makes a step fail, hang or kill its process,
 * a given number of times, in whichever process reaches the step next. Invariant: without `DAYBOOK_DRILLS=1`
 * no step ever looks for a fault.
 */
import type { FaultAction, FaultStep } from "./steps.ts";
import { type Db, statement } from "../db/index.ts";
import { RetryLater } from "../jobs/index.ts";

interface FaultRow {
  readonly step: FaultStep;
  readonly action: FaultAction;
  /** How often the fault will still happen. */
  readonly times: number;
}

export interface Faults {
  /** Causes the fault that a drill has set for this step, if any. Must not be called inside a transaction. */
  at(step: FaultStep): Promise<void>;
  /** Returns the message of an error that `at` threw; null for any other error. */
  messageOf(error: unknown): string | null;
  /** Sets and clears faults; null if drills are off. */
  readonly drills: Drills | null;
}

export interface Drills {
  set(row: FaultRow): Promise<void>;
  list(): Promise<FaultRow[]>;
  /** Clears the fault of a step, or of all steps for null. Returns the number of cleared faults. */
  clear(step: FaultStep | null): Promise<number>;
}

class Fault extends Error {
  override readonly name = "Fault";
}

/** The interval at which a held step checks whether the fault was cleared. */
const CHECK_MS = 200;
/** The time after which a held step ends its attempt, so that its job is retried later. */
const MAX_HOLD_MS = 30_000;

/** The faults of a service without drills: none. */
export const noFaults: Faults = { at: async () => {}, messageOf: () => null, drills: null };

/**
 * Returns the fault of a step and counts it as happened, except a `hold`, which stays until it is cleared.
 */
const takeFault = statement<FaultRow>(
  "faults.take",
  `with taken as (select step, action, times from drill_faults where step = $1 for update),
     last as (delete from drill_faults f using taken t where f.step = t.step and t.times = 1
       and t.action <> 'hold'),
     fewer as (update drill_faults f set times = f.times - 1 from taken t where f.step = t.step
       and t.times > 1 and t.action <> 'hold')
   select step, action, times from taken`,
);
const findHold = statement<{ step: FaultStep }>(
  "faults.findHold",
  "select step from drill_faults where step = $1 and action = 'hold'",
);
const putFault = statement<never>(
  "faults.put",
  `insert into drill_faults (step, action, times) values ($1, $2, $3) on conflict (step) do update
    set action = excluded.action, times = excluded.times`,
);
const listFaults = statement<FaultRow>(
  "faults.list",
  "select step, action, times from drill_faults order by step",
);
const deleteFaults = statement<never>(
  "faults.delete",
  "delete from drill_faults where $1::text is null or step = $1",
);

/** The functions that cause faults. */
interface FaultEffects {
  /** Kills the process. */
  readonly crash: () => void;
  /** Resolves only after a longer time than any step may take. */
  readonly stall: () => Promise<void>;
  readonly pause: (ms: number) => Promise<void>;
}

/** Faults that are stored in the database, so that one process can set them and another one fails. */
export function drillFaults(db: Db, { crash, stall, pause }: FaultEffects): Faults {
  /**
   * Waits until the fault is cleared. Throws `RetryLater` first if that takes long, so that no attempt runs
   * out of time.
   */
  async function hold(step: FaultStep): Promise<void> {
    for (let waited = 0; waited < MAX_HOLD_MS; waited += CHECK_MS) {
      if ((await db.find(findHold, [step])) === null) return;
      await pause(CHECK_MS);
    }
    throw new RetryLater(`a drill holds ${step}`);
  }
  return {
    async at(step) {
      const found = await db.find(takeFault, [step]);
      if (found === null) return;
      if (found.action === "hold") return hold(step);
      if (found.action === "crash") crash();
      if (found.action === "stall") await stall();
      throw new Fault(`A drill asked for a fault at ${step}.`);
    },
    messageOf: (error) => (error instanceof Fault ? error.message : null),
    drills: {
      async set({ step, action, times }) {
        await db.run(putFault, [step, action, times]);
      },
      list: () => db.list(listFaults),
      clear: (step) => db.run(deleteFaults, [step]),
    },
  };
}
