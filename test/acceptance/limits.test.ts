/**
 * Rate limits over several processes: two servers share a database and a Redis, and get requests
 * concurrently.
 */
import { createServer, connect, type Server } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { exchange, type WireAnswer } from "../support/exchange.ts";
import { companyBundle } from "../support/bundle.ts";
import { json } from "./daybook.ts";
import { describeWith, type Outside } from "./outside.ts";
import { ownPlace, ownService } from "./own.ts";
import { ENGINE } from "./place.ts";
import { importCompany, type StartedService } from "./service.ts";

const LONG = { timeout: 240_000 };
const REDIS = process.env["DAYBOOK_TEST_REDIS"]?.trim() || "redis://127.0.0.1:6379";
const { hostname, port } = new URL(REDIS);

const redis: Outside = {
  name: `a Redis at ${REDIS}`,
  present: await new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port || 6379) });
    socket.on("connect", () => resolve(true)).on("error", () => resolve(false));
    socket.on("connect", () => socket.destroy());
  }),
};

/** Sends `count` concurrent requests to the servers in turn. */
async function sendMany(
  servers: readonly StartedService[],
  key: string | null,
  count: number,
): Promise<WireAnswer[]> {
  const answers: WireAnswer[] = [];
  let left = count;
  const one = async (): Promise<void> => {
    for (; left > 0;) {
      left -= 1;
      answers.push(await exchange(`${servers[left % servers.length]?.base}/company`, { key }));
    }
  };
  await Promise.all(Array.from({ length: 40 }, one));
  return answers;
}

/** The number of answers of each status. */
function statusesOf(answers: readonly WireAnswer[]): Record<number, number> {
  const groups = Map.groupBy(answers, ({ status }) => status);
  return Object.fromEntries([...groups].map(([status, each]) => [status, each.length]));
}

/**
 * Waits for the next minute if less than `neededMs` are left, so that the next requests are in one window.
 */
async function nextWindow(neededMs: number): Promise<void> {
  const left = 60_000 - (Date.now() % 60_000);
  if (left < neededMs) await new Promise((resolve) => setTimeout(resolve, left + 50));
}

test.runIf(ENGINE === "server")(
  "the monthly limit of a company is exact over two processes (LIMIT-024, LIMIT-025)",
  LONG,
  async () => {
    const where = await ownPlace();
    const servers = await Promise.all([ownService(where, ["serve"]), ownService(where, ["serve"])]);
    const { id, api } = await importCompany(
      servers[0],
      companyBundle({ company: { plan: "startup" }, journal: [] }),
    );
    expect(statusesOf(await sendMany(servers, api.key, 500))).toEqual({ 200: 300, 429: 200 });
    await json(servers[0].daybook, ["override", "set", id, "450"]);
    expect(statusesOf(await sendMany(servers, api.key, 400))).toEqual({ 200: 150, 429: 250 });
    expect(await json(servers[1].daybook, ["company", "show", id])).toMatchObject({
      usage: [{ requests: 450 }],
      overrides: [{ requests: 450 }],
    });
  },
);

describeWith(redis, "with a shared Redis", () => {
  test.runIf(ENGINE === "server")(
    "the burst limit of a key is exact over two processes (LIMIT-001, LIMIT-002)",
    LONG,
    async () => {
      const where = await ownPlace();
      const settings = { REDIS_URL: REDIS, LOG_LEVEL: "error" };
      const servers = await Promise.all([
        ownService(where, ["serve"], settings),
        ownService(where, ["serve"], settings),
      ]);
      const { api } = await importCompany(servers[0], companyBundle({ journal: [] }));
      await nextWindow(45_000);
      const answers = await sendMany(servers, api.key, 6_200);
      // Where the database is slow, the minute ends in between, and each window has its own 6,000.
      const windows = Map.groupBy(answers, ({ headers }) => headers.get("x-ratelimit-reset"));
      for (const ofWindow of windows.values()) {
        const left = ofWindow
          .filter(({ status }) => status === 200)
          .map(({ headers }) => Number(headers.get("x-ratelimit-remaining")))
          .toSorted((one, other) => other - one);
        const most = Math.min(ofWindow.length, 6_000);
        expect(left).toEqual(Array.from({ length: most }, (_, at) => 5_999 - at));
      }
    },
  );

  test("if Redis goes down, each process counts separately, and no caller is locked out", LONG, async () => {
    const connection = await proxy();
    const server = await ownService(await ownPlace(), ["start", "--no-sample"], {
      REDIS_URL: `redis://127.0.0.1:${connection.port}`,
    });
    const { api } = await importCompany(server, companyBundle({ journal: [] }));
    const remaining = async () =>
      Number(
        (await exchange(`${server.base}/company`, { key: api.key })).headers.get("x-ratelimit-remaining"),
      );
    await nextWindow(20_000);
    const first = await remaining();
    expect(await remaining()).toBe(first - 1);
    connection.cut();
    // From here on, the process counts in its own memory, and starts from zero.
    const alone = await remaining();
    expect(alone).toBe(5_999);
    expect(await remaining()).toBe(5_998);
    const bad = statusesOf(await sendMany([server], `svc_${"9".repeat(52)}`, 200));
    expect(bad[401]).toBeLessThanOrEqual(120);
    expect(bad[429]).toBeGreaterThanOrEqual(80);
  });
});

/** Starts a proxy to Redis whose connections can be cut. */
async function proxy(): Promise<{ port: number; cut: () => void }> {
  const open = new Set<{ destroy: () => void }>();
  const server: Server = createServer((socket) => {
    const target = connect({ host: hostname, port: Number(port || 6379) });
    for (const each of [socket, target]) {
      open.add(each);
      each.on("error", () => {}).on("close", () => open.delete(each));
    }
    socket.pipe(target).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const cut = (): void => {
    server.close();
    for (const each of open) each.destroy();
  };
  onTestFinished(cut);
  const address = server.address();
  return { port: typeof address === "object" && address ? address.port : 0, cut };
}
