/**
 * The background job of files: a sweep of a file's stored bytes, when the file expires and after its record
 * has released it.
 */
import Type from "typebox";
import { idPattern, type PublicId } from "@daybook/words/public-id";
import { bindJob, FILE_CLEANUP, type JobHandler, type JobKind } from "../../../platform/jobs/index.ts";
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
  ...FILE_CLEANUP,
};

export function filesJobs(files: Pick<FilesService, "sweep">): JobHandler[] {
  return [
    bindJob(SWEEP_FILE, ({ company_id, file_id }) =>
      files.sweep(company_id as PublicId<"company">, file_id as PublicId<"file">),
    ),
  ];
}
