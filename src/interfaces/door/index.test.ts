/** The front door, from outside: every path has it, and it decides by name, page and burst before anything else. */
import { request } from "node:http";
import Fastify from "fastify";
import { afterAll, describe, expect, test } from "vitest";
import { testApp } from "../../../test/support/app.ts";
import { sendRaw } from "../../../test/support/raw.ts";
import { LIMITS } from "@daybook/words/limits";
import { memoryCounters } from "../../platform/counters/index.ts";
import { openMetrics } from "../../platform/metrics/index.ts";
import { makeDoor, putDoor } from "./index.ts";
import { ROWS } from "./paths.ts";

const http = await testApp();
const health = {
  ready: async () => ({ isReady: true, checks: {} }),
  metrics: openMetrics(http.clock.elapsedMs),
};
const PUBLIC_URL = "https://books.example.com";
const DESK = "https://desk.example.com";
const counted: string[] = [];
const full = new Set<string>();
const served = await http.serve({
  health,
  corsOrigins: [DESK],
  console: { publicUrl: PUBLIC_URL },
  trustProxy: 1,
  door: {
    names: ["api.internal"],
    count(name) {
      counted.push(name);
      return full.has(name) ? 1_000_000 : 1;
    },
  },
});
afterAll(() => served.close());

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

function ask(
  target: string,
  headers: Readonly<Record<string, string>> = {},
  method = "GET",
  { address } = served,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(`${address}${target}`, { method, headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (piece: string) => (text += piece));
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
    });
    sent.on("error", reject).end();
  });
}

/** Every path of the service as a request: those of the table, an operation by each way in, and none at all. */
const PATHS: readonly (readonly [method: string, target: string])[] = [
  ...Object.keys(ROWS).map((route) => {
    const [method = "", path = ""] = route.split(" ");
    return [
      method,
      path.replace(/^\*$/, "/api/v1/company").replace("*", "one").replace(/:\w+/, "one"),
    ] as const;
  }),
  ["GET", "/api/v1/company"],
  ["GET", "/app/api/session"],
  ["GET", "/app/api/v1/company"],
  ["GET", "/nowhere"],
  ["GET", "/%zz"],
];

describe("the table of paths", () => {
  test("has a row for every route: one without can't be added (DOOR-001)", () => {
    const app = Fastify();
    putDoor(
      app,
      makeDoor({ clock: http.clock, count: () => 1, names: [], publicUrl: null, corsOrigins: null }),
      () => false,
    );
    expect(() => app.get("/new", () => "")).toThrow(/has no row for GET \/new/);
    expect(() => app.post("/app/sign-in", () => "")).not.toThrow();
  });

  test("has no row without a route", async () => {
    const server = http.app.rest();
    await server.ready();
    const without = Object.keys(ROWS).filter((route) => {
      const [method = "", url = ""] = route.split(" ");
      return !server.hasRoute({ method, url });
    });
    // Its address has a hash, and without CORS_ORIGINS nothing is asked before a call.
    expect(without).toEqual(["OPTIONS *", "GET /app/style.css"]);
    await server.close();
  });
});

describe("a name in Host", () => {
  const isRefused = ({ status, text }: Answer) => status === 403 && text.includes("ALLOWED_HOSTS");

  test.each(PATHS)(
    "that is foreign is refused at %s %s, by words that name the settings (DOOR-002)",
    async (method, target) => {
      for (const host of [
        "evil.example.com",
        "127.0.0.1.evil.example.com",
        "evil@127.0.0.1",
        "x".repeat(300),
      ]) {
        const answer = await ask(target, { host }, method);
        expect([host, answer.status, isRefused(answer)]).toEqual([host, 403, true]);
        expect(answer.text).not.toContain(host);
      }
      for (const host of [
        "127.0.0.1",
        "10.1.2.3:80",
        "[::1]:4100",
        "localhost:1",
        "localhost:",
        "LOCALHOST",
        "books.example.com",
        "api.internal:4100",
        "localhost.:4100",
        "books.example.com.",
      ])
        expect([host, isRefused(await ask(target, { host }, method))]).toEqual([host, false]);
    },
  );

  test("is needed, once", async () => {
    const head = "GET /docs HTTP/1.1\r\nconnection: close\r\n";
    expect((await sendRaw(served.address, `${head}\r\n`)).text).toContain("The `Host` header is missing.");
    expect(
      (await sendRaw(served.address, `${head}host: localhost\r\nhost: localhost\r\n\r\n`)).text,
    ).toContain("The `Host` header is given more than once.");
    // What checks a port by the older HTTP names none.
    expect((await sendRaw(served.address, "GET /livez HTTP/1.0\r\n\r\n")).statuses).toEqual([200]);
  });

  test("that a trusted proxy passes on is one of the service's too", async () => {
    const host = "10.1.2.3";
    expect(isRefused(await ask("/docs", { host, "x-forwarded-host": "evil.example.com" }))).toBe(true);
    expect((await ask("/docs", { host, "x-forwarded-host": "books.example.com" })).status).toBe(200);
  });
});

describe("a page", () => {
  const STRANGE = "https://evil.example.com";
  const FORMS = Object.keys(ROWS).filter((route) => ROWS[route]?.pages === "form");

  test("of another origin asks for no probe, no metrics and no tool", async () => {
    for (const [method, target] of [
      ["GET", "/livez"],
      ["GET", "/readyz"],
      ["GET", "/metrics"],
      ["POST", "/mcp"],
    ] as const) {
      expect([target, (await ask(target, { origin: STRANGE }, method)).status]).toEqual([target, 403]);
      expect([target, (await ask(target, { origin: PUBLIC_URL }, method)).status]).not.toEqual([target, 403]);
    }
    expect((await ask("/mcp", { origin: DESK }, "POST")).status).toBe(401);
  });

  test.each(FORMS)("of another origin, or that names none, sends nothing to %s", async (route) => {
    const [method = "", target = ""] = route.split(" ");
    for (const headers of [{ origin: STRANGE }, { origin: DESK }, {}])
      expect((await ask(target, headers, method)).text).toContain("This form was not sent from here");
    expect((await ask(target, { origin: PUBLIC_URL }, method)).status).not.toBe(403);
  });
});

describe("the burst of an address", () => {
  const COUNTED = Object.entries(ROWS).flatMap(([route, { burst }]) =>
    burst === null ? [] : [[route, burst] as const],
  );

  test("is counted at every path but that of the messages, which the pipeline counts", () => {
    expect(Object.keys(ROWS).filter((route) => ROWS[route]?.burst === null)).toEqual(["POST /mcp"]);
  });

  test.each(COUNTED)("counts %s as %s, and refuses what is beyond it (DOOR-003)", async (route, burst) => {
    const [method = "", path = ""] = route.split(" ");
    const isForm = ROWS[route]?.pages === "form";
    const target = path.replace(/^\*$/, "/api/v1/company");
    const headers = {
      ...(isForm ? { origin: PUBLIC_URL } : {}),
      ...(path === "*" ? { origin: DESK, "access-control-request-method": "GET" } : {}),
    };
    counted.length = 0;
    expect((await ask(target, headers, method)).status).not.toBe(429);
    expect(counted).toEqual([`${burst}:127.0.0.1`]);
    full.add(`${burst}:127.0.0.1`);
    const { status, headers: given, text } = await ask(target, headers, method);
    full.clear();
    expect([status, Number(given["retry-after"])]).toEqual([429, expect.any(Number)]);
    expect(Number(given["retry-after"])).toBeGreaterThan(0);
    if (!route.startsWith("OPTIONS"))
      expect(text).toContain("Too many requests from this address in this minute.");
  });

  test("is that of the caller behind a trusted proxy, and of a network of IPv6", async () => {
    counted.length = 0;
    await ask("/docs", { "x-forwarded-for": "203.0.113.9" });
    await ask("/docs", { "x-forwarded-for": "2001:db8::1" });
    expect(counted).toEqual(["page:203.0.113.9", "page:2001:db8:0:0::/64"]);
  });

  test("of those behind a proxy that is not trusted leaves the proxy's own probes alone", async () => {
    const server = await http.serve({ health, door: memoryCounters() });
    const passedOn = { "x-forwarded-for": "203.0.113.9" };
    for (let asked = 0; asked < LIMITS.probe_burst_requests.value; asked += 1)
      await ask("/livez", passedOn, "GET", server);
    expect((await ask("/livez", passedOn, "GET", server)).status).toBe(429);
    expect((await ask("/livez", {}, "GET", server)).status).toBe(200);
    await server.close();
  });

  test("of the metrics is a number of scrapes in a minute, and leaves other paths alone", async () => {
    const server = await http.serve({ health, door: memoryCounters() });
    const most = LIMITS.metrics_burst_requests.value;
    for (let asked = 0; asked < most; asked += 1)
      expect([asked, (await ask("/metrics", {}, "GET", server)).status]).toEqual([asked, 200]);
    expect((await ask("/metrics", {}, "GET", server)).status).toBe(429);
    expect((await ask("/livez", {}, "GET", server)).status).toBe(200);
    http.clock.set(http.clock.now() + LIMITS.burst_window_s.value);
    expect((await ask("/metrics", {}, "GET", server)).status).toBe(200);
    await server.close();
  });

  test("that is over is answered late to a caller without a key, so that asking on is slow (DOOR-004)", async () => {
    const server = await http.serve({ door: { count: () => 1_000_000, lateMs: 3_600_000 } });
    const { key } = await http.company();
    let answered = false;
    const leave = new AbortController();
    const late = fetch(`${server.address}/docs`, { signal: leave.signal }).then(
      () => (answered = true),
      () => null,
    );
    for (let asked = 0; asked < 3; asked += 1)
      expect((await ask("/api/v1/company", { authorization: `Bearer ${key}` }, "GET", server)).status).toBe(
        200,
      );
    expect(answered).toBe(false);
    leave.abort();
    await late;
    await server.close();
  });
});

describe("the metrics on the port of the service", () => {
  test("are given to programs of this machine only, and through no proxy of it (DOOR-005)", async () => {
    expect((await ask("/metrics")).status).toBe(200);
    for (const headers of [
      { "x-forwarded-for": "203.0.113.9" },
      { forwarded: "for=203.0.113.9" },
      { host: "books.example.com" },
      { host: "10.1.2.3" },
    ]) {
      const { status, text } = await ask("/metrics", headers);
      expect([headers, status, text]).toEqual([headers, 403, expect.stringContaining("METRICS_PORT")]);
    }
  });

  test.each([
    ["127.0.0.1", 200],
    ["127.9.9.9", 200],
    ["::1", 200],
    ["::ffff:127.0.0.1", 200],
    ["10.1.2.3", 403],
    ["::ffff:10.1.2.3", 403],
    ["2001:db8::1", 403],
  ])("asked from %s are answered with %i", async (remoteAddress, status) => {
    const door = { clock: http.clock, count: () => 1, names: [], publicUrl: null, corsOrigins: null };
    for (const [hasOpenMetrics, expected] of [
      [false, status],
      [true, 200],
    ] as const) {
      const app = Fastify();
      app.setErrorHandler((error, _request, reply) =>
        reply.code((error as { status: number }).status).send(),
      );
      putDoor(app, makeDoor({ ...door, hasOpenMetrics }), () => false);
      app.get("/metrics", () => "");
      const answer = await app.inject({ url: "/metrics", headers: { host: "localhost" }, remoteAddress });
      expect(answer.statusCode).toBe(expected);
      await app.close();
    }
  });
});
