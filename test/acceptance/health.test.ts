/** The endpoints for monitoring: liveness, readiness and metrics. */
import { rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { companyBundle } from "../support/bundle.ts";
import { ended, launch, LONG } from "./daybook.ts";
import { ownPlace, ownService } from "./own.ts";
import { ENGINE, freePort } from "./place.ts";
import { importCompany } from "./service.ts";

interface Health {
  readonly status: string;
  readonly checks?: Readonly<Record<string, string>>;
}

async function ask(
  base: string,
  path: string,
): Promise<{ status: number; body: Health; text: string; type: string }> {
  const answer = await fetch(new URL(path, base));
  const text = await answer.text();
  const type = answer.headers.get("content-type") ?? "";
  return {
    status: answer.status,
    text,
    type,
    body: (type.includes("json") ? JSON.parse(text) : {}) as Health,
  };
}

test(
  "a server that was asked to stop is not ready, and takes requests for a while (OPER-001)",
  LONG,
  async () => {
    const place = await ownPlace();
    const running = await ownService(place, undefined, { DRAIN_SECONDS: "600" });
    const { api } = await importCompany(running, companyBundle());
    const sendCompany = () =>
      fetch(`${running.base}/company`, { headers: { authorization: `Bearer ${api.key}` } });
    expect((await ask(running.base, "/readyz")).body).toMatchObject({ status: "ready" });
    expect((await sendCompany()).headers.get("connection")).toBe("keep-alive");
    running.process.kill("SIGTERM");
    await vi.waitFor(async () => expect((await ask(running.base, "/readyz")).status).toBe(503), {
      timeout: 60_000,
      interval: 100,
    });
    const { body } = await ask(running.base, "/readyz");
    expect(body).toMatchObject({
      status: "unavailable",
      checks: { process: "It is stopping.", database: "ok" },
    });
    expect((await ask(running.base, "/livez")).status).toBe(200);
    const answer = await sendCompany();
    expect([answer.status, answer.headers.get("connection")]).toEqual([200, "close"]);
    expect(running.process.exitCode).toBe(null);
    await running.kill();
  },
);

test("a server ends by itself after the time in which it takes requests", LONG, async () => {
  const running = await ownService(await ownPlace(), undefined, { DRAIN_SECONDS: "1" });
  const { code, stderr } = await running.stop();
  expect([code, stderr]).toEqual([0, expect.stringContaining("Requests are taken for 1 more seconds")]);
});

/** Returns the value of a metric with these labels; null if there is none. */
function metric(text: string, name: string, labels: Readonly<Record<string, string>> = {}): number | null {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  for (const line of text.split("\n")) {
    const [, found, within = "", value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (found === name && wanted.every((each) => within.includes(each))) return Number(value);
  }
  return null;
}

test("liveness, readiness and metrics need no key and contain no names", LONG, async () => {
  const started = await ownService(await ownPlace());
  const { api, id } = await importCompany(started, companyBundle());
  expect(await ask(started.base, "/livez")).toMatchObject({ status: 200, body: { status: "ok" } });
  expect(await ask(started.base, "/readyz")).toMatchObject({
    status: 200,
    body: { status: "ready", checks: { database: "ok", migrations: "ok", storage: "ok" } },
  });

  for (let count = 0; count < 3; count += 1) await api.read("/company");
  await api.send("/nowhere");
  const { status, text, type } = await ask(started.base, "/metrics");
  expect(status).toBe(200);
  expect(type).toContain("version=0.0.4");
  const requests = "daybook_http_requests_total";
  expect(metric(text, requests, { operation: "getCompany", status: "200" })).toBe(3);
  expect(metric(text, requests, { operation: "unknown", status: "404" })).toBe(1);
  expect(metric(text, "daybook_http_request_duration_seconds_count", { surface: "api" })).toBe(3);
  expect(metric(text, "daybook_http_request_seconds_total", { operation: "getCompany" })).toBeGreaterThan(0);
  expect(metric(text, "daybook_db_connections", { state: "waiting" })).toBe(0);
  expect(metric(text, "daybook_feed_companies", { changed: "within 1 hour" })).toBeGreaterThan(0);
  expect(metric(text, "nodejs_eventloop_lag_seconds")).not.toBeNull();
  expect(text).not.toContain(id);

  // Requests to these endpoints don't count for the limit of an address.
  for (let count = 0; count < 130; count += 1) expect((await ask(started.base, "/livez")).status).toBe(200);
  const anonymous = await api.as(null).send("/company");
  expect(anonymous.status).toBe(401);
});

test("a service whose storage is missing is not ready, and reports the storage", LONG, async () => {
  const place = await ownPlace();
  const folder = join(place.folder, "kept");
  const started = await ownService(place, undefined, { OBJECTS_FOLDER: folder });
  expect((await ask(started.base, "/readyz")).status).toBe(200);
  await rm(folder, { recursive: true });
  await writeFile(folder, "a file in place of the folder");
  await vi.waitFor(
    async () =>
      expect(await ask(started.base, "/readyz")).toMatchObject({
        status: 503,
        body: {
          status: "unavailable",
          checks: { database: "ok", storage: expect.stringMatching(/log says why/) },
        },
      }),
    { timeout: 60_000, interval: 1_000 },
  );
  expect((await ask(started.base, "/livez")).status).toBe(200);
});

test("a service whose Redis is down is not ready", LONG, async () => {
  const place = await ownPlace();
  const started = await ownService(place, undefined, { REDIS_URL: `redis://127.0.0.1:${await freePort()}` });
  expect(await ask(started.base, "/readyz")).toMatchObject({
    status: 503,
    body: { checks: { database: "ok", redis: expect.stringMatching(/^Redis can't be used/) } },
  });
});

/** The status of a GET for a host of another name. */
function askAs(host: string, base: string, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, base), { headers: { host } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sent.on("error", reject).end();
  });
}

test("without settings the service answers under no name but those of this machine", LONG, async () => {
  const { base } = await ownService(await ownPlace(), undefined, { ALLOWED_HOSTS: "books.internal, Two" });
  for (const path of ["/api/v1/company", "/app/sign-in", "/docs", "/livez", "/readyz", "/metrics", "/mcp"]) {
    expect([path, await askAs("evil.example.com", base, path)]).toEqual([path, 403]);
    expect([path, await askAs("localhost", base, path)]).not.toEqual([path, 403]);
  }
  for (const host of ["books.internal:4100", "two", "TWO", "127.0.0.1", "10.1.2.3"])
    expect([host, await askAs(host, base, "/livez")]).toEqual([host, 200]);
  // Neither is a host by which only this machine asks.
  for (const host of ["books.internal", "10.1.2.3"])
    expect([host, await askAs(host, base, "/metrics")]).toEqual([host, 403]);
});

test("metrics are on a separate port if METRICS_PORT is set", LONG, async () => {
  const port = await freePort();
  const started = await ownService(await ownPlace(), undefined, {
    METRICS_PORT: String(port),
    METRICS_HOST: "127.0.0.2",
    ALLOWED_HOSTS: "api",
  });
  // The answer to any unknown path.
  expect((await ask(started.base, "/metrics")).status).toBe(401);
  const base = `http://127.0.0.2:${port}`;
  expect((await ask(base, "/metrics")).text).toContain("daybook_db_connections");
  expect((await ask(base, "/livez")).status).toBe(200);
  // There, names by which other machines ask are good for the metrics, too.
  expect([await askAs("api:4101", base, "/metrics"), await askAs("10.1.2.3", base, "/metrics")]).toEqual([
    200, 200,
  ]);
  for (const path of ["/metrics", "/livez", "/readyz"])
    expect([path, await askAs("evil.example.com", base, path)]).toEqual([path, 403]);
  await expect(fetch(`http://127.0.0.1:${port}/livez`)).rejects.toThrow("fetch failed");
});

test.runIf(ENGINE === "server")("a worker serves metrics on METRICS_PORT", LONG, async () => {
  const place = await ownPlace();
  const started = await ownService(place, ["serve"]);
  const { api } = await importCompany(started, companyBundle());
  const port = await freePort();
  const { environment, program } = started.daybook;
  const worker = launch({ program, environment: { ...environment, METRICS_PORT: String(port) } }, ["work"]);
  onTestFinished(async () => {
    const end = ended(worker);
    worker.kill("SIGTERM");
    await end;
  });
  const asked = await api.send("/reports/exports", {
    method: "POST",
    headers: { "idempotency-key": "one" },
    body: { report_type: "cash_flow", format: "csv", start_date: "2025-01-01", end_date: "2025-12-31" },
  });
  expect(asked.status, asked.text).toBe(201);
  const done = { queue: "exports.generate", outcome: "done" };
  await vi.waitFor(
    async () =>
      expect(
        metric((await ask(`http://127.0.0.1:${port}`, "/metrics")).text, "daybook_job_attempts_total", done),
      ).toBe(1),
    { timeout: 60_000, interval: 500 },
  );
});
