/** The door of the sign-in module. */
export { MAIL_LINK, signInJobs } from "./jobs.ts";
export { formToken, tokenHash } from "./rules.ts";
export {
  type Attempt,
  type Barred,
  type VerifiedUser,
  type NotSet,
  type Opened,
  type Shut,
  type SignInService,
  signInService,
} from "./service.ts";
