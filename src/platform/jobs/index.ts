/** The door of background work. */
export { type Jobs, openJobs, type SendOptions } from "./jobs.ts";
export { bindJob, type JobContext, type JobHandler, type JobKind, retryDelayS } from "./kind.ts";
export type { JobRow, JobState } from "./store.ts";
export { openWorker, type Worker, type WorkerNeeds } from "./worker.ts";
