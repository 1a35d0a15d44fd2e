/**
 * The background work of files: a look at what is stored of one when it expires, and after its record gave it
 * up.
 */
import Type from "typebox";
import { idPattern, type PublicId } from "../../../core/public-id.ts";
import { bindJob, type JobHandler, type JobKind, SWEEPING } from "../../../platform/jobs/index.ts";
import type { FilesService } from "./service/index.ts";

const payload = Type.Object(
  {
    company_id: Type.String({ pattern: idPattern("company") }),
    file_id: Type.String({ pattern: idPattern("file") }),
  },
  { additionalProperties: false },
);

export const SWEEP_FILE: JobKind<typeof payload> = {
  queue: "files.sweep",
  payload,
  ...SWEEPING,
};

export function filesJobs(files: Pick<FilesService, "sweep">): JobHandler[] {
  return [
    bindJob(SWEEP_FILE, ({ company_id, file_id }) =>
      files.sweep(company_id as PublicId<"company">, file_id as PublicId<"file">),
    ),
  ];
}
