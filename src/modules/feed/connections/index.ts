/** The public interface of the connections module. Other rooms import only from this file. */
export { connectionsConsoleContract } from "./contract.ts";
export { connectionsConsoleHandlers } from "./handlers.ts";
export { connectionsJobs, PULL } from "./jobs.ts";
export { type ConnectionsService, connectionsService } from "./service/index.ts";
export { BANK_ACTIVITY_CHECK } from "./service/close.ts";
export { type Sealing, sealingOf } from "./service/reseal.ts";
export { connectorsOf } from "./service/connectors.ts";
