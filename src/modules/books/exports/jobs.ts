/**
 * The background jobs of exports: one generates an export, the other deletes files that its attempts left.
 */
import Type from "typebox";
import { LIMITS } from "@daybook/words/limits";
import { idPattern, type PublicId } from "@daybook/words/public-id";
import { bindJob, FILE_CLEANUP, type JobHandler, type JobKind } from "../../../platform/jobs/index.ts";
import type { ExportsService } from "./service/index.ts";

const payload = Type.Object(
  {
    company_id: Type.String({ pattern: idPattern("company") }),
    export_id: Type.String({ pattern: idPattern("export") }),
  },
  { additionalProperties: false },
);

export const GENERATE: JobKind<typeof payload> = {
  queue: "exports.generate",
  payload,
  limits: { concurrency: 2, timeoutMs: LIMITS.export_attempt_ms.value },
  retry: { attempts: LIMITS.export_attempts.value, firstDelayS: 5, longestDelayS: 600 },
};

export const SWEEP: JobKind<typeof payload> = {
  queue: "exports.sweep",
  payload,
  ...FILE_CLEANUP,
};

export function exportsJobs(exports: Pick<ExportsService, "generate" | "giveUp" | "sweep">): JobHandler[] {
  return [
    bindJob(
      GENERATE,
      ({ company_id, export_id }, { signal }) =>
        exports.generate(company_id as PublicId<"company">, export_id, signal),
      ({ company_id, export_id }) => exports.giveUp(company_id as PublicId<"company">, export_id),
    ),
    bindJob(SWEEP, ({ company_id, export_id }) =>
      exports.sweep(company_id as PublicId<"company">, export_id),
    ),
  ];
}
