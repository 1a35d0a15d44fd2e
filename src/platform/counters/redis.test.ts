/**
 * Counting in a Redis that fails at times: how long requests wait, and when Redis is used again. The tests
 * use a small fake Redis that can hang and refuse on demand.
 */
import { createServer, type Socket } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { pause } from "../time/timer.ts";
import { redisCounters, redisProblem } from "./redis.ts";

const WINDOW = 60;
/** The counts of the fake Redis begin after this number, to tell them from the counts of the process. */
const SHARED = 1_000;

type Answer = "as it should" | "never" | "READONLY" | "no connection" | "no database";

interface FakeRedis {
  readonly port: number;
  /** The names of the commands that arrived. */
  readonly seen: string[];
  /** The number of connections so far. */
  connections: number;
  /** How the fake answers; a function may depend on the number of the connection, from 1. */
  answers: Answer | ((connection: number) => Answer);
  /** For how many milliseconds this process does nothing after an answer was sent. */
  stallMs: number;
}

const WRITES = new Set(["INCR", "EXPIRE", "SET", "DEL"]);

function refusal(answer: Answer, name: string): string | null {
  if (answer === "READONLY" && WRITES.has(name))
    return "-READONLY You can't write against a read only replica.\r\n";
  return answer === "no database" && name === "SELECT" ? "-ERR DB index is out of range\r\n" : null;
}

async function fakeRedis(): Promise<FakeRedis> {
  const redis = {
    port: 0,
    seen: [] as string[],
    connections: 0,
    answers: "as it should" as FakeRedis["answers"],
    stallMs: 0,
  };
  const counts = new Map<string, number>();
  const sockets = new Set<Socket>();
  const reply = (name: string, key: string): string => {
    if (name === "INCR") {
      const count = (counts.get(key) ?? SHARED) + 1;
      counts.set(key, count);
      return `:${count}\r\n`;
    }
    if (name === "EXPIRE" || name === "DEL") return ":1\r\n";
    if (name === "HELLO") return "-ERR unknown command 'hello'\r\n";
    return name === "INFO" ? "$19\r\nredis_version:7.0.0\r\n" : "+OK\r\n";
  };
  const server = createServer((socket) => {
    redis.connections += 1;
    const number = redis.connections;
    const answer = (): Answer =>
      typeof redis.answers === "function" ? redis.answers(number) : redis.answers;
    if (answer() === "no connection") {
      socket.destroy();
      return;
    }
    sockets.add(socket);
    // Answers that were held back. They are sent, in order, as soon as the fake answers again.
    let unsent = "";
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    socket.on("data", (bytes) => {
      // Each piece contains complete commands, which are arrays of bulk strings.
      for (const command of bytes.toString().split(/(?=\*\d+\r\n\$)/)) {
        const [, , name = "", , key = ""] = command.split("\r\n");
        const upper = name.toUpperCase();
        redis.seen.push(upper);
        unsent += refusal(answer(), upper) ?? reply(upper, key);
      }
      if (answer() === "never") return;
      socket.write(unsent);
      unsent = "";
      for (const end = performance.now() + redis.stallMs; performance.now() < end;);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const address = server.address();
  redis.port = typeof address === "object" && address ? address.port : 0;
  return redis;
}

/** Makes counters on a fake Redis, with a clock that only tests move. */
async function countersOn({ port }: { readonly port: number }) {
  const state = { elapsed: 0, warnings: [] as string[] };
  const counters = await redisCounters({
    url: `redis://127.0.0.1:${port}/7`,
    elapsedMs: () => state.elapsed,
    warn: (problem) => state.warnings.push(problem),
  });
  onTestFinished(() => counters.close());
  return {
    ...counters,
    state,
    /** Counts repeatedly until a count comes from Redis. */
    async untilShared(name: string): Promise<number> {
      for (let attempt = 0; attempt < 500; attempt += 1) {
        const count = await counters.count(name, WINDOW);
        if (count > SHARED) return count;
        state.elapsed += 1_000;
        await pause(20);
      }
      throw new Error("it was never counted in the Redis again");
    },
  };
}

const incremented = (redis: FakeRedis): number => redis.seen.filter((name) => name === "INCR").length;

describe("counters in Redis", () => {
  test("count and forget in Redis", async () => {
    const redis = await fakeRedis();
    const counters = await countersOn(redis);
    expect([
      await counters.count("a", WINDOW),
      await counters.count("a", WINDOW),
      await counters.count("b", WINDOW),
    ]).toEqual([SHARED + 1, SHARED + 2, SHARED + 1]);
    redis.seen.length = 0;
    counters.forget("a", WINDOW);
    await counters.count("a", WINDOW);
    expect(redis.seen).toEqual(["DEL", "INCR", "EXPIRE"]);
  });

  test("wait only once for a Redis that stops answering, and check from time to time whether it works", async () => {
    const redis = await fakeRedis();
    const counters = await countersOn(redis);
    expect(await counters.count("a", WINDOW)).toBe(SHARED + 1);
    redis.answers = "never";
    redis.seen.length = 0;
    for (let count = 1; count <= 5; count += 1) expect(await counters.count("a", WINDOW)).toBe(count);
    expect(incremented(redis)).toBe(1);
    expect(counters.state.warnings.length).toBe(1);
    counters.state.elapsed += 1_000;
    for (let count = 6; count <= 9; count += 1) expect(await counters.count("a", WINDOW)).toBe(count);
    expect(incremented(redis)).toBe(1);
    redis.answers = "as it should";
    expect(await counters.untilShared("a")).toBeGreaterThan(SHARED + 1);
  });

  test("don't take Redis for late when this process was busy", async () => {
    const redis = await fakeRedis();
    const counters = await countersOn(redis);
    expect(await counters.count("a", WINDOW)).toBe(SHARED + 1);
    redis.stallMs = 400;
    expect(await counters.count("a", WINDOW)).toBe(SHARED + 2);
    expect(counters.state.warnings).toEqual([]);
  });

  test("replace a connection that no longer answers", async () => {
    const redis = await fakeRedis();
    const counters = await countersOn(redis);
    expect(await counters.count("a", WINDOW)).toBe(SHARED + 1);
    redis.answers = (connection) => (connection === 1 ? "never" : "as it should");
    expect(await counters.count("a", WINDOW)).toBe(1);
    expect(await counters.untilShared("a")).toBeGreaterThan(SHARED + 1);
    expect(redis.connections).toBeGreaterThan(1);
  });

  test("connect again until Redis is writable, as after a failover", async () => {
    const redis = await fakeRedis();
    const counters = await countersOn(redis);
    expect(await counters.count("a", WINDOW)).toBe(SHARED + 1);
    redis.answers = (connection) => (connection < 3 ? "READONLY" : "as it should");
    expect(await counters.count("a", WINDOW)).toBe(1);
    expect(await counters.untilShared("a")).toBeGreaterThan(SHARED + 1);
    expect(redis.connections).toBe(3);
    expect(counters.state.warnings.at(0)).toContain("READONLY");
  });

  test.each(["never", "no connection"] as const)(
    "don't let requests wait long if the first connection answers %s, and use Redis once it works",
    async (answers) => {
      const redis = await fakeRedis();
      redis.answers = answers;
      const counters = await countersOn(redis);
      expect(await Promise.all([counters.count("a", WINDOW), counters.count("a", WINDOW)])).toEqual([1, 2]);
      expect(await counters.count("a", WINDOW)).toBe(3);
      redis.answers = "as it should";
      expect(await counters.untilShared("a")).toBe(SHARED + 1);
    },
  );

  test("use no other database if Redis lacks the one in the URL", async () => {
    const redis = await fakeRedis();
    redis.answers = "no database";
    const counters = await countersOn(redis);
    for (let count = 1; count <= 3; count += 1) {
      expect(await counters.count("a", WINDOW)).toBe(count);
      counters.state.elapsed += 1_000;
    }
    counters.forget("a", WINDOW);
    expect(redis.seen.filter((name) => WRITES.has(name))).toEqual([]);
    expect(counters.state.warnings).toEqual(["ERR DB index is out of range"]);
  });
});

test.each([
  ["as it should", null],
  ["never", /./],
  ["READONLY", /^READONLY/],
  ["no database", /out of range/],
  ["no connection", /./],
] as const)("the check of Redis reports one that answers %s", async (answers, problem) => {
  const redis = await fakeRedis();
  redis.answers = answers;
  const found = await redisProblem(`redis://127.0.0.1:${redis.port}/7`);
  if (problem === null) expect(found).toBeNull();
  else expect(found).toMatch(problem);
});
