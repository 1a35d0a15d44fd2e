/** The dependencies of the use cases of 1099 records. */
import type { UnixSeconds } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import type { Db, Tx } from "../../../../platform/db/index.ts";
import type { Objects } from "../../../../platform/objects/index.ts";
import type { Ids } from "../../../../platform/random/random.ts";
import type { Clock } from "../../../../platform/time/clock.ts";

export interface FormsNeeds {
  readonly db: Db;
  readonly ids: Ids;
  readonly clock: Pick<Clock, "now">;
  readonly objects: Objects;
  /**
   * Schedules a sweep of a company's files for the time `at`, within the transaction that leaves an unused
   * file.
   */
  readonly askForSweep: (tx: Tx, companyId: PublicId<"company">, at: UnixSeconds) => Promise<void>;
}
