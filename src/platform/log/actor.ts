/**
 * The actor: the user, operator or job on whose behalf the code runs. Code within `runAs`, also after an
 * `await`, changes the books in the actor's name: with each transaction that changes a company, `platform/db`
 * writes an event with the actor into the company's audit trail.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Surface } from "@daybook/words/surfaces";

export interface Actor {
  readonly surface: Surface;
  /** The user's id, the operator's name on the machine, or the job's queue. */
  readonly by: string;
  readonly key_id?: string;
  /** The operation's id, the command's name or the job's queue. */
  readonly action: string;
  /** The id of the record that the request or the command names. */
  readonly subject?: string | null;
  /** The id of the company that is changed; null until it is known. */
  readonly company_id: string | null;
}

const current = new AsyncLocalStorage<{ actor: Actor }>();

/** Runs `work` on behalf of an actor. */
export function runAs<T>(actor: Actor, work: () => T): T {
  return current.run({ actor }, work);
}

/** Sets the actor's company, and perhaps its user, if only the work itself finds them out. */
export function updateActor(found: Pick<Actor, "company_id"> & Partial<Pick<Actor, "by">>): void {
  const store = current.getStore();
  if (store) store.actor = { ...store.actor, ...found };
}

/** Returns the actor on whose behalf the code runs; null outside of `runAs`. */
export function currentActor(): Actor | null {
  return current.getStore()?.actor ?? null;
}
