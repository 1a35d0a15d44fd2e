/**
 * On whose behalf the code runs. Whatever runs within `acting`, also after an `await`, changes the books in
 * that actor's name: `platform/db` writes an event into the company's audit trail with each transaction.
 */
import { AsyncLocalStorage } from "node:async_hooks";

export const SURFACES = ["key", "console", "command", "job"] as const;
export type Surface = (typeof SURFACES)[number];

export interface Actor {
  readonly surface: Surface;
  /** The user's id, the operator's name on the machine, or the job's queue. */
  readonly by: string;
  readonly key_id?: string;
  /** The operation's id, the command's name or the job's queue. */
  readonly action: string;
  /** The record that the request or the command names. */
  readonly subject?: string | null;
  /** The company that is changed; null until it is known. */
  readonly company_id: string | null;
}

const current = new AsyncLocalStorage<{ actor: Actor }>();

/** Runs `act` in the name of an actor. */
export function acting<T>(actor: Actor, act: () => T): T {
  return current.run({ actor }, act);
}

/** Says which company the actor changes, and perhaps who it is, where only the work itself finds it out. */
export function actFor(found: Pick<Actor, "company_id"> & Partial<Pick<Actor, "by">>): void {
  const store = current.getStore();
  if (store) store.actor = { ...store.actor, ...found };
}

/** The actor on whose behalf the code runs; null outside of any. */
export function currentActor(): Actor | null {
  return current.getStore()?.actor ?? null;
}
