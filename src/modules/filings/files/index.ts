/** The public interface of the files module. Other modules import only from this file. */
export { filesContract } from "./contract.ts";
export { filesHandlers } from "./handlers.ts";
export { filesJobs, SWEEP_FILE } from "./jobs.ts";
export { type FilesService, filesService } from "./service/index.ts";
export { checkStoredFiles } from "./service/verify.ts";
export { UPLOADED_FILES } from "./store.ts";
