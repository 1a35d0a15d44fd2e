/** The background work of 1099 records: deleting files that are no documents any more. */
import Type from "typebox";
import { idPattern, type PublicId } from "../../../core/public-id.ts";
import { bindJob, type JobHandler, type JobKind, SWEEPING } from "../../../platform/jobs/index.ts";
import type { FormsService } from "./service/index.ts";

const payload = Type.Object(
  { company_id: Type.String({ pattern: idPattern("company") }) },
  { additionalProperties: false },
);

export const SWEEP_FORMS: JobKind<typeof payload> = {
  queue: "forms.sweep",
  payload,
  ...SWEEPING,
};

export function formsJobs(forms: Pick<FormsService, "sweep" | "sweepLater">): JobHandler[] {
  return [
    bindJob(
      SWEEP_FORMS,
      ({ company_id }, { signal }) => forms.sweep(company_id as PublicId<"company">, signal),
      // If storage is unavailable for a day, its files are still deleted later.
      ({ company_id }) => forms.sweepLater(company_id as PublicId<"company">),
    ),
  ];
}
