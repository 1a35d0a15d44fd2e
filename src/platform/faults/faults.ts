/**
 * Faults on request: for drills, an operator has a step fail, hang or take its process down, so many times,
 * in whatever process comes to it next. Invariant: without `DAYBOOK_DRILLS=1` no step ever looks for one.
 */
import type { FaultAction, FaultStep } from "./steps.ts";
import { type Db, statement } from "../db/index.ts";
import { NotNow } from "../jobs/index.ts";

interface FaultRow {
  readonly step: FaultStep;
  readonly action: FaultAction;
  /** The remaining number of times. */
  readonly times: number;
}

export interface Faults {
  /** Does nothing, or what was asked for at this step. Never called inside a transaction. */
  at(step: FaultStep): Promise<void>;
  /** In words, which fault that was asked for an error is; null for any other error. */
  asked(error: unknown): string | null;
  /** Sets and clears the faults of steps; null if drills are off. */
  readonly drills: Drills | null;
}

export interface Drills {
  set(row: FaultRow): Promise<void>;
  list(): Promise<FaultRow[]>;
  /** Takes back what was asked for at a step, or everywhere; how many that were. */
  clear(step: FaultStep | null): Promise<number>;
}

class Fault extends Error {
  override readonly name = "Fault";
}

/** A held step checks for its release at this interval, and after this time puts its job back for a while. */
const LOOK_MS = 200;
const HELD_MS = 30_000;

/** No step ever fails on request. */
export const noFaults: Faults = { at: async () => {}, asked: () => null, drills: null };

/** A held step stays held until the fault is cleared. */
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

interface FaultWays {
  /** Ends the process without a word. */
  readonly crash: () => void;
  /** Resolves after longer than any step may take. */
  readonly stall: () => Promise<void>;
  readonly pause: (ms: number) => Promise<void>;
}

/** Faults that are asked for in the database, so that any process may ask and any may fail. */
export function drillFaults(db: Db, { crash, stall, pause }: FaultWays): Faults {
  /**
   * Waits until the fault is cleared. Throws `NotNow` first if that takes long, so that no attempt runs out
   * of time.
   */
  async function hold(step: FaultStep): Promise<void> {
    for (let waited = 0; waited < HELD_MS; waited += LOOK_MS) {
      if ((await db.find(findHold, [step])) === null) return;
      await pause(LOOK_MS);
    }
    throw new NotNow(`a drill holds ${step}`);
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
    asked: (error) => (error instanceof Fault ? error.message : null),
    drills: {
      async set({ step, action, times }) {
        await db.run(putFault, [step, action, times]);
      },
      list: () => db.list(listFaults),
      clear: (step) => db.run(deleteFaults, [step]),
    },
  };
}
