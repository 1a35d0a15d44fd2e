/** The door of the uploads module. */
export { uploadsConsoleContract, uploadsContract } from "./contract.ts";
export { uploadsConsoleHandlers, uploadsHandlers } from "./handlers.ts";
export type { FeedResult } from "./service/feed.ts";
export type { BalanceCheck } from "./service/upload.ts";
export { uploadsStore } from "./store.ts";
export { type UploadsService, uploadsService } from "./service/index.ts";
