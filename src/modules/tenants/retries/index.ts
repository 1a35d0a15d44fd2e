/** The public interface of the retries module. Other modules import only from this file. */
export { type RetriesService, retriesService } from "./service.ts";
