/** The interface of background jobs for the rest of the service. */
export { jobFigures } from "./figures.ts";
export { type Jobs, openJobs } from "./jobs.ts";
export { bindJob, FILE_CLEANUP, type JobContext, type JobHandler, type JobKind, RetryLater } from "./kind.ts";
export { openWorker, type Worker } from "./worker.ts";
