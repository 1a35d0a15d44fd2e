/** The background job of 1099 records: deleting the files of dropped documents. */
import Type from "typebox";
import { idPattern, type PublicId } from "@daybook/words/public-id";
import { bindJob, FILE_CLEANUP, type JobHandler, type JobKind } from "../../../platform/jobs/index.ts";
import type { FormsService } from "./service/index.ts";

const payload = Type.Object(
  { company_id: Type.String({ pattern: idPattern("company") }) },
  { additionalProperties: false },
);

export const SWEEP_FORMS: JobKind<typeof payload> = {
  queue: "forms.sweep",
  payload,
  ...FILE_CLEANUP,
};

export function formsJobs(forms: Pick<FormsService, "sweep" | "sweepLater">): JobHandler[] {
  return [
    bindJob(
      SWEEP_FORMS,
      ({ company_id }, { signal }) => forms.sweep(company_id as PublicId<"company">, signal),
      // Runs when the job has failed for the last time, for example because storage was unavailable for a
      // day. It schedules another sweep, so that the files are still deleted later.
      ({ company_id }) => forms.sweepLater(company_id as PublicId<"company">),
    ),
  ];
}
