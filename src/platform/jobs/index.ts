/** The door of background work. */
export { jobFigures } from "./figures.ts";
export { type Jobs, openJobs } from "./jobs.ts";
export { bindJob, type JobContext, type JobHandler, type JobKind, NotNow, SWEEPING } from "./kind.ts";
export { openWorker, type Worker } from "./worker.ts";
