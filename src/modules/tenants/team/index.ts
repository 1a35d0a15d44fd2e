/** The public interface of the team module. Other modules import only from this file. */
export { invitationsSection } from "./bundle.ts";
export { teamConsoleContract } from "./contract/console.ts";
export { teamContract } from "./contract/index.ts";
export { teamConsoleHandlers, teamHandlers } from "./handlers.ts";
export { MAIL_INVITATION, teamJobs } from "./jobs.ts";
export { type AcceptanceResult, type Offer, type TeamService, teamService } from "./service/index.ts";
