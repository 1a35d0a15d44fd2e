/**
 * Counters in Redis, which several processes share. While Redis does not answer, this process counts in its
 * own memory, so that each process allows the whole limit. Invariant: only the first requests of a process
 * and those that are in progress when Redis stops answering wait for it; no other request does until a check
 * of Redis succeeds. The library is loaded where Redis is used, as loading it takes 60 ms.
 */
import type { Redis as RedisClient, RedisOptions } from "ioredis";
import { endsWithin } from "../time/timer.ts";
import { type Counters, memoryCounters } from "./counters.ts";

/** The longest time that a request waits for an answer over a connection. */
const ANSWER_MS = 250;
/**
 * The longest time that the first requests wait for the connection, and the time without any answer after
 * which a connection is replaced by a new one.
 */
const SILENT_MS = 4 * ANSWER_MS;
/** The shortest time between two checks of a failed Redis. */
const CHECK_MS = 1_000;
/** The shortest time between two warnings about a failed Redis. */
const WARNING_MS = 60_000;
/** Counts are kept for two windows, because the clocks of processes may differ. */
const KEEP_SECONDS = 120;
const RETRY_MS = 500;

/** The options of every connection. */
const CONNECTION = {
  lazyConnect: true,
  // A request never waits for a missing connection, and is not counted later on a new connection.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  commandTimeout: SILENT_MS,
  socketTimeout: SILENT_MS,
  connectTimeout: 10 * ANSWER_MS,
} as const satisfies RedisOptions;

/**
 * Throws unless the URL's database exists and is writable. Writes nothing: the key is set only if it exists,
 * and it never does.
 */
async function requireWritable(redis: RedisClient, url: string): Promise<void> {
  // Selected again here, because the library ignores a refused database and uses another one.
  await answerOf(redis.select(new URL(url).pathname.slice(1) || 0));
  await answerOf(redis.set("daybook:burst:trial", 1, "EX", KEEP_SECONDS, "XX"));
}

/** Returns the answer of Redis. Throws if it is late. */
async function answerOf<Answer>(answer: Promise<Answer>): Promise<Answer> {
  if (await endsWithin(ANSWER_MS, answer)) return answer;
  throw new Error(`Redis gave no answer in ${ANSWER_MS} ms`);
}

/** Returns the error message of Redis or of the library if Redis can't be used; null if it can. */
export async function redisProblem(url: string): Promise<string | null> {
  const { Redis } = await import("ioredis");
  const redis = new Redis(url, { ...CONNECTION, retryStrategy: () => null });
  // The `error` event has the reason; `connect` rejects without it.
  let reason: unknown = null;
  redis.on("error", (error) => {
    reason = error;
  });
  try {
    await redis.connect();
    await requireWritable(redis, url);
    return null;
  } catch (error) {
    return messageOf(reason ?? error);
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
  /** Called with the reason when Redis has failed, so that requests are counted in this process. */
  readonly warn: (problem: string) => void;
}

/**
 * Counts in Redis. Connects at the first count, so that commands and workers, which never count, don't
 * connect. Connects again after a lost connection.
 */
export async function redisCounters({ url, elapsedMs, warn }: RedisCountersOptions): Promise<Counters> {
  const { Redis } = await import("ioredis");
  const redis = new Redis(url, {
    ...CONNECTION,
    retryStrategy: () => RETRY_MS,
    // After a failover the same host name leads to another machine.
    reconnectOnError: ({ message }) => message.startsWith("READONLY"),
  });
  const own = memoryCounters();
  let warnedAt = Number.NEGATIVE_INFINITY;
  const warnSometimes = (problem: unknown): void => {
    if (elapsedMs() - warnedAt < WARNING_MS) return;
    warnedAt = elapsedMs();
    warn(messageOf(problem));
  };
  /** True if the last use of Redis succeeded. */
  let isUsable = false;
  let checkedAt = Number.NEGATIVE_INFINITY;
  const noteFailure = (problem: unknown): void => {
    isUsable = false;
    warnSometimes(problem);
  };
  const check = async (): Promise<void> => {
    checkedAt = elapsedMs();
    try {
      await requireWritable(redis, url);
      isUsable = true;
    } catch (error) {
      noteFailure(error);
    }
  };
  redis.on("error", warnSometimes).on("close", () => {
    isUsable = false;
  });
  let connecting: Promise<unknown> | null = null;
  const connect = async (): Promise<void> => {
    // After a failure the library goes on connecting. Each new connection is checked.
    await redis.connect().catch(warnSometimes);
    if (redis.status === "ready") await check();
    redis.on("ready", () => void check());
  };
  const keyOf = (name: string, window: number): string => `daybook:burst:${window}:${name}`;
  return {
    async count(name, window) {
      // The first requests wait for the connection, so that they are not counted in this process only.
      await (connecting ??= endsWithin(SILENT_MS, connect()));
      if (!isUsable) {
        if (elapsedMs() - checkedAt >= CHECK_MS) void check();
        return own.count(name, window);
      }
      try {
        const key = keyOf(name, window);
        const counted = redis.pipeline().incr(key).expire(key, KEEP_SECONDS).exec();
        const [error, count] = (await answerOf(counted))?.[0] ?? [new Error("Redis gave no answer")];
        if (error) throw error;
        return Number(count);
      } catch (error) {
        noteFailure(error);
        return own.count(name, window);
      }
    },
    forget(name, window) {
      own.forget(name, window);
      if (isUsable) redis.del(keyOf(name, window)).catch(() => {});
    },
    async close() {
      redis.disconnect();
    },
  };
}
