/** The background work of imports that the console asked for: to carry them out, and to end those that wait. */
import Type from "typebox";
import { idPattern, type PublicId } from "@daybook/words/public-id";
import { bindJob, type JobHandler, type JobKind } from "../../platform/jobs/index.ts";
import type { IntakeService } from "./service/index.ts";

const payload = Type.Object(
  {
    company_id: Type.String({ pattern: idPattern("company") }),
    import_id: Type.String({ pattern: idPattern("import") }),
  },
  { additionalProperties: false },
);

export const IMPORT_BOOKS: JobKind<typeof payload> = {
  queue: "intake.import_books",
  payload,
  limits: { concurrency: 1, timeoutMs: 3_600_000 },
  retry: { attempts: 5, firstDelayS: 5, longestDelayS: 300 },
};

/** Ends an import that waits for too long. */
export const END_WAITING: JobKind<typeof payload> = {
  ...IMPORT_BOOKS,
  queue: "intake.end_waiting",
  limits: { concurrency: 1, timeoutMs: 60_000 },
};

export function intakeJobs(
  intake: Pick<IntakeService, "runImport" | "giveUpImport" | "endWaiting">,
): JobHandler[] {
  return [
    bindJob(END_WAITING, ({ company_id, import_id }) =>
      intake.endWaiting(company_id as PublicId<"company">, import_id),
    ),
    bindJob(
      IMPORT_BOOKS,
      ({ company_id, import_id }, { signal }) =>
        intake.runImport(company_id as PublicId<"company">, import_id, signal),
      ({ company_id, import_id }) => intake.giveUpImport(company_id as PublicId<"company">, import_id),
    ),
  ];
}
