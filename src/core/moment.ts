/** When something is recorded and by whom, as lines of audit keep it. */
import type { UnixSeconds } from "./civil-date.ts";

export interface Moment {
  readonly now: UnixSeconds;
  /** What the machine calls the operator who ran the command, or the id of the user whose key it was. */
  readonly by: string;
}
