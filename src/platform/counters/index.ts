/** The interface of the counters for the rest of the service. */
export { type Counters, memoryCounters } from "./counters.ts";
export { redisCounters, redisProblem } from "./redis.ts";
