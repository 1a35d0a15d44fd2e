/**
 * Making the template while the project is installed. Invariant: an installation neither fails nor hangs for
 * it.
 */
import { prepareTemplate } from "../../platform/db/index.ts";
import { within } from "../../platform/time/timer.ts";

/** Many times what it takes on a slow machine. */
const LONGEST_MS = 120_000;

/** True if the template is there now. Throws nothing. */
export async function makeTemplate(): Promise<boolean> {
  try {
    return await within(LONGEST_MS, prepareTemplate());
  } catch {
    return false;
  }
}
