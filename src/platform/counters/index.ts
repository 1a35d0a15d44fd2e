/** The door of the counters. */
export { type Counters, memoryCounters } from "./counters.ts";
export { redisCounters, redisProblem } from "./redis.ts";
