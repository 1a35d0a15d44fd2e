/** The door of the files module. */
export { filesContract } from "./contract.ts";
export { filesHandlers } from "./handlers.ts";
export { filesJobs, SWEEP_FILE } from "./jobs.ts";
export { type FilesService, filesService } from "./service/index.ts";
export { checkStoredFiles } from "./service/verify.ts";
export { UPLOADED_FILES } from "./store.ts";
