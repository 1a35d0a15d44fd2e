/** The time and the actor of a change, as audit lines store them. */
import type { UnixSeconds } from "@daybook/words/civil-date";

export interface Audit {
  readonly now: UnixSeconds;
  /** The user name of the operator who ran the command, or the id of the user whose key was used. */
  readonly by: string;
}
