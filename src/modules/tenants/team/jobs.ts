/** The background job that mails an invitation. If the job runs twice, both mails carry the same link. */
import Type from "typebox";
import { LIMITS } from "@daybook/words/limits";
import { idPattern, type PublicId } from "@daybook/words/public-id";
import { bindJob, type JobHandler, type JobKind } from "../../../platform/jobs/index.ts";
import type { TeamService } from "./service/index.ts";

const payload = Type.Object(
  {
    company_id: Type.String({ pattern: idPattern("company") }),
    invitation_id: Type.String({ pattern: idPattern("invitation") }),
  },
  { additionalProperties: false },
);

export const MAIL_INVITATION: JobKind<typeof payload> = {
  queue: "team.mail_invitation",
  payload,
  limits: { concurrency: 2, timeoutMs: 60_000 },
  // A mail server may be unavailable for hours: the last attempt is made four hours after the first.
  retry: { attempts: LIMITS.mail_attempts.value, firstDelayS: 120, longestDelayS: 7_200 },
};

export function teamJobs(team: Pick<TeamService, "mailInvitation">): JobHandler[] {
  return [
    bindJob(MAIL_INVITATION, ({ company_id, invitation_id }, { signal }) =>
      team.mailInvitation(company_id as PublicId<"company">, invitation_id, signal),
    ),
  ];
}
