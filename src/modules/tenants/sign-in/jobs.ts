/**
 * The background job that mails a link with which a user sets a new password. If the job runs twice, both
 * mails carry the same link.
 */
import Type from "typebox";
import { EMAIL_PATTERN } from "../../../core/email.ts";
import { LIMITS } from "@daybook/words/limits";
import { bindJob, type JobHandler, type JobKind } from "../../../platform/jobs/index.ts";
import type { SignInService } from "./service.ts";

const payload = Type.Object(
  { email: Type.String({ pattern: EMAIL_PATTERN }) },
  { additionalProperties: false },
);

export const MAIL_LINK: JobKind<typeof payload> = {
  queue: "sign_in.mail_link",
  payload,
  limits: { concurrency: 2, timeoutMs: 60_000 },
  // A user who waits for the mail asks again within minutes, so a late mail is of no use.
  retry: { attempts: LIMITS.mail_attempts.value, firstDelayS: 5, longestDelayS: 120 },
};

export function signInJobs(signIn: Pick<SignInService, "mailLink">): JobHandler[] {
  return [bindJob(MAIL_LINK, ({ email }, { jobId, signal }) => signIn.mailLink(email, jobId, signal))];
}
