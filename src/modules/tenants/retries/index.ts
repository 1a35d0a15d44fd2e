/** The door of requests that can be sent again. */
export { type RetriesService, retriesService } from "./service.ts";
