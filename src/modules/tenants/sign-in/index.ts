/** The public interface of the sign-in module. Other modules import only from this file. */
export { sessionContract } from "./contract.ts";
export { sessionHandlers } from "./handlers.ts";
export { MAIL_LINK, signInJobs } from "./jobs.ts";
export { formToken, tokenHash } from "./rules.ts";
export {
  type Attempt,
  type UserRefusal,
  type VerifiedUser,
  type InputProblem,
  type NewSession,
  type AttemptRefusal,
  type SignInRefusal,
  type SignInService,
  signInService,
} from "./service.ts";
