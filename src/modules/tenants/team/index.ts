/** The door of the team module. */
export { invitationsSection } from "./bundle.ts";
export { teamContract } from "./contract.ts";
export { teamHandlers } from "./handlers.ts";
export { MAIL_INVITATION, teamJobs } from "./jobs.ts";
export { type Accepted, type Offer, type TeamService, teamService } from "./service/index.ts";
