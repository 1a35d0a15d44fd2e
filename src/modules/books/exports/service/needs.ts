/** The services that the use cases of exports need. */
import type { UnixSeconds } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import type { Db, Tx } from "../../../../platform/db/index.ts";
import type { Faults } from "../../../../platform/faults/index.ts";
import type { Objects } from "../../../../platform/objects/index.ts";
import type { Ids, RandomText } from "../../../../platform/random/random.ts";
import type { Renderer } from "../../../../platform/render/index.ts";
import type { Clock } from "../../../../platform/time/clock.ts";
import type { LedgerService, PackagePart } from "../../ledger/index.ts";
import type { ReportsService } from "../../reports/index.ts";

export interface ExportsNeeds {
  readonly db: Db;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly randomText: RandomText;
  readonly reports: ReportsService;
  readonly ledger: Pick<
    LedgerService,
    | "checkEntry"
    | "getChecklist"
    | "listClosings"
    | "listFlowEntries"
    | "listMovedEntries"
    | "listResolvedEntries"
    | "listTrialEntries"
  >;
  /** What other modules put into a package, in its order. */
  readonly parts: readonly PackagePart[];
  readonly renderer: Renderer;
  readonly objects: Objects;
  readonly faults: Faults;
  /** Enqueues the job that generates an export, in the transaction that accepts the export. */
  readonly askForGeneration: (
    tx: Tx,
    companyId: PublicId<"company">,
    exportId: PublicId<"export">,
  ) => Promise<void>;
  /**
   * Enqueues the sweep of an export's leftover files, to run at the time `at`, in the transaction that
   * finishes the export.
   */
  readonly askForSweep: (
    tx: Tx,
    companyId: PublicId<"company">,
    exportId: PublicId<"export">,
    at: UnixSeconds,
  ) => Promise<void>;
  /** Returns the URL of an export's record, which its file links to. */
  readonly address: (exportId: PublicId<"export">) => string;
}
