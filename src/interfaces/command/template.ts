/**
 * Makes the template (the migrated, empty database folder that new data folders are copied from) while the
 * project is installed. Invariant: if the template can't be made, the installation neither fails nor hangs.
 */
import { prepareTemplate } from "../../platform/db/index.ts";
import { endsWithin } from "../../platform/time/timer.ts";

/** The time limit: many times what a slow machine needs. */
const LONGEST_MS = 120_000;

/** Makes the template unless it exists. Returns true if it exists now. Throws nothing. */
export async function makeTemplate(): Promise<boolean> {
  try {
    return await endsWithin(LONGEST_MS, prepareTemplate());
  } catch {
    return false;
  }
}
