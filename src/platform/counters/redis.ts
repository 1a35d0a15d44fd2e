/**
 * Counters that several processes share, in Redis. When it does not answer, this process counts in its own memory
 * until it does: then each process allows the whole limit by itself, which locks nobody out and leaves no gate open.
 */
import { Redis } from "ioredis";
import { type Counters, memoryCounters } from "./counters.ts";

/** How long a request waits for Redis. */
const ANSWER_MS = 250;
/** How often, at most, it is told that Redis is away. */
const TELL_MS = 60_000;
/** A window's counters outlive it by a window, for processes whose clocks differ. */
const KEEP_SECONDS = 120;
const RETRY_MS = 500;

export interface RedisCountersOptions {
  readonly url: string;
  readonly elapsedMs: () => number;
  /** Told that requests are counted in this process meanwhile, and why. */
  readonly warn: (problem: string) => void;
}

/** Counts in Redis. Connects by itself, and again when the connection is lost. */
export function redisCounters({ url, elapsedMs, warn }: RedisCountersOptions): Counters {
  const redis = new Redis(url, {
    // A request never waits for a connection that is not there.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: ANSWER_MS,
    connectTimeout: 10 * ANSWER_MS,
    retryStrategy: () => RETRY_MS,
  });
  const own = memoryCounters();
  let toldAt = Number.NEGATIVE_INFINITY;
  const tell = (error: Error): void => {
    if (elapsedMs() - toldAt < TELL_MS) return;
    toldAt = elapsedMs();
    warn(error.message);
  };
  redis.on("error", tell);
  // What is asked before the first connection stands would be counted apart.
  const ready = new Promise<void>((resolve) => redis.once("ready", resolve).once("error", () => resolve()));
  let settled = false;
  void ready.then(() => {
    settled = true;
  });
  const keyOf = (name: string, window: number): string => `daybook:burst:${window}:${name}`;
  return {
    async take(name, window) {
      if (!settled) await ready;
      try {
        const key = keyOf(name, window);
        const [counted] = (await redis.pipeline().incr(key).expire(key, KEEP_SECONDS).exec()) ?? [];
        const [error, count] = counted ?? [new Error("Redis gave no answer")];
        if (error) throw error;
        return Number(count);
      } catch (error) {
        tell(error instanceof Error ? error : new Error(String(error)));
        return own.take(name, window);
      }
    },
    forget(name, window) {
      own.forget(name, window);
      redis.del(keyOf(name, window)).catch(() => {});
    },
    async close() {
      redis.disconnect();
    },
  };
}
