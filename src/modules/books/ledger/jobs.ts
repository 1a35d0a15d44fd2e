/**
 * The ledger's background job: it rebuilds the rollups of months that are marked stale. A second run changes
 * nothing, because it finds no mark and no difference.
 */
import Type from "typebox";
import { idPattern, type PublicId } from "@daybook/words/public-id";
import { bindJob, type JobHandler, type JobKind } from "../../../platform/jobs/index.ts";
import type { LedgerUpkeep } from "./service/upkeep.ts";

const payload = Type.Object(
  { company_id: Type.String({ pattern: idPattern("company") }) },
  { additionalProperties: false },
);

export const REBUILD_STALE: JobKind<typeof payload> = {
  queue: "ledger.rebuild_stale",
  payload,
  // A rebuild waits for writers of the same company; a large import may take minutes.
  limits: { concurrency: 2, timeoutMs: 3_600_000 },
  retry: { attempts: 8, firstDelayS: 5, longestDelayS: 600 },
};

export function ledgerJobs(ledger: Pick<LedgerUpkeep, "rebuildStale">): JobHandler[] {
  return [
    bindJob(REBUILD_STALE, async ({ company_id }) => {
      await ledger.rebuildStale(company_id as PublicId<"company">);
    }),
  ];
}
