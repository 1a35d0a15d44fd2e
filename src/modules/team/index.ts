/** The door of the team module. */
export { invitationsSection } from "./bundle.ts";
export { teamContract } from "./contract.ts";
export { teamHandlers } from "./handlers.ts";
export { teamService } from "./service/index.ts";
