/** The door of the uploads module. */
export { uploadsContract } from "./contract.ts";
export { uploadsHandlers } from "./handlers.ts";
export { COLUMNS } from "./rules/csv-columns.ts";
export { DATE_FORMATS } from "./rules/dates.ts";
export { FILE_FORMATS } from "./rules/upload.ts";
export type { FeedResult } from "./service/feed.ts";
export { type UploadsService, uploadsService } from "./service/index.ts";
