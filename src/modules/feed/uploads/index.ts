/** The door of the uploads module. */
export { uploadsContract } from "./contract.ts";
export { uploadsHandlers } from "./handlers.ts";
export type { FeedResult } from "./service/feed.ts";
export type { BalanceCheck } from "./service/upload.ts";
export { type UploadsService, uploadsService } from "./service/index.ts";
