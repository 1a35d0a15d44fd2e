/**
 * Counters that several processes share, in Redis. While it does not answer, this process counts in its own
 * memory, so each process allows the whole limit by itself. Invariant: only the requests that were in
 * progress when Redis stopped answering wait for it; no others do until a trial succeeds.
 */
import { Redis, type RedisOptions } from "ioredis";
import { within } from "../time/timer.ts";
import { type Counters, memoryCounters } from "./counters.ts";

/** The longest time that a request waits for Redis. */
const ANSWER_MS = 250;
/** After so long without a byte of an answer a connection is given up, and another one made. */
const SILENT_MS = 4 * ANSWER_MS;
/** The shortest time between two trials of a failed Redis. */
const TRIAL_MS = 1_000;
/** The shortest time between two warnings about a failed Redis. */
const TELL_MS = 60_000;
/** A window's counters outlive it by a window, for processes whose clocks differ. */
const KEEP_SECONDS = 120;
const RETRY_MS = 500;

/** The options of every connection. */
const CONNECTION = {
  lazyConnect: true,
  // A request never waits for a missing connection, and is not counted later on the next one.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  commandTimeout: ANSWER_MS,
  socketTimeout: SILENT_MS,
  connectTimeout: 10 * ANSWER_MS,
} as const satisfies RedisOptions;

/**
 * Throws unless the database that the address names is there and can be written. Writes nothing: the key is
 * set where it stands already, which is nowhere.
 */
async function prove(redis: Redis, url: string): Promise<void> {
  // The library goes on in another database when the one that is named is refused.
  await redis.select(new URL(url).pathname.slice(1) || 0);
  await redis.set("daybook:burst:trial", 1, "EX", KEEP_SECONDS, "XX");
}

/** Why a Redis can't be counted in, in its own words or the library's; null when it can. */
export async function redisProblem(url: string): Promise<string | null> {
  const redis = new Redis(url, { ...CONNECTION, retryStrategy: () => null });
  // The `error` event has the reason; `connect` rejects without it.
  let seen: unknown = null;
  redis.on("error", (error) => {
    seen = error;
  });
  try {
    await redis.connect();
    await prove(redis, url);
    return null;
  } catch (error) {
    return messageOf(seen ?? error);
  } finally {
    redis.disconnect();
  }
}

function messageOf(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}

export interface RedisCountersOptions {
  readonly url: string;
  readonly elapsedMs: () => number;
  /** Told that requests are counted in this process meanwhile, and why. */
  readonly warn: (problem: string) => void;
}

/**
 * Counts in Redis. Connects when there is first something to count, which commands and workers never have,
 * and again when the connection is lost.
 */
export function redisCounters({ url, elapsedMs, warn }: RedisCountersOptions): Counters {
  const redis = new Redis(url, {
    ...CONNECTION,
    retryStrategy: () => RETRY_MS,
    // After a failover the same name leads to another machine.
    reconnectOnError: ({ message }) => message.startsWith("READONLY"),
  });
  const own = memoryCounters();
  let toldAt = Number.NEGATIVE_INFINITY;
  const tell = (problem: unknown): void => {
    if (elapsedMs() - toldAt < TELL_MS) return;
    toldAt = elapsedMs();
    warn(messageOf(problem));
  };
  /** True if Redis answered last time. */
  let counts = false;
  let triedAt = Number.NEGATIVE_INFINITY;
  const failed = (problem: unknown): void => {
    counts = false;
    tell(problem);
  };
  const tryIt = async (): Promise<void> => {
    triedAt = elapsedMs();
    try {
      await prove(redis, url);
      counts = true;
    } catch (error) {
      failed(error);
    }
  };
  redis.on("error", tell).on("close", () => {
    counts = false;
  });
  let connecting: Promise<unknown> | null = null;
  const connect = async (): Promise<void> => {
    // Failing, it goes on trying by itself, and each connection that stands is tried.
    await redis.connect().catch(tell);
    if (redis.status === "ready") await tryIt();
    redis.on("ready", () => void tryIt());
  };
  const keyOf = (name: string, window: number): string => `daybook:burst:${window}:${name}`;
  return {
    async take(name, window) {
      // Requests before the first connection is open would be counted separately.
      await (connecting ??= within(ANSWER_MS, connect()));
      if (!counts) {
        if (elapsedMs() - triedAt >= TRIAL_MS) void tryIt();
        return own.take(name, window);
      }
      try {
        const key = keyOf(name, window);
        const [counted] = (await redis.pipeline().incr(key).expire(key, KEEP_SECONDS).exec()) ?? [];
        const [error, count] = counted ?? [new Error("Redis gave no answer")];
        if (error) throw error;
        return Number(count);
      } catch (error) {
        failed(error);
        return own.take(name, window);
      }
    },
    forget(name, window) {
      own.forget(name, window);
      if (counts) redis.del(keyOf(name, window)).catch(() => {});
    },
    async close() {
      redis.disconnect();
    },
  };
}
