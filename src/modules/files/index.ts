/** The door of the files module. */
export { filesJobs, SWEEP_FILE } from "./jobs.ts";
export { type FilesService, filesService } from "./service/index.ts";
export type { DocumentLink } from "./service/attach.ts";
export type { InspectedPdf } from "./service/inspect.ts";
