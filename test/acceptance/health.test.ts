/** What watches a service: whether it lives, whether it can serve, and its figures. */
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { companyBundle } from "../support/bundle.ts";
import { ended, launch, LONG } from "./daybook.ts";
import { ownPlace, ownService } from "./own.ts";
import { ENGINE, freePort } from "./place.ts";
import { bring } from "./service.ts";

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

/** The value of a figure with exactly these labels; null when there is none. */
function figure(text: string, name: string, labels: Readonly<Record<string, string>> = {}): number | null {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  for (const line of text.split("\n")) {
    const [, found, within = "", value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (found === name && wanted.every((each) => within.includes(each))) return Number(value);
  }
  return null;
}

test(
  "a service tells that it lives, that it can serve, and its figures, without a key and without names",
  LONG,
  async () => {
    const started = await ownService(await ownPlace());
    const { api, id } = await bring(started, companyBundle());
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
    const seconds = "daybook_http_request_duration_seconds_count";
    expect(figure(text, seconds, { operation: "getCompany", status: "200" })).toBe(3);
    expect(figure(text, seconds, { operation: "unknown", status: "404" })).toBe(1);
    expect(figure(text, "daybook_db_connections", { state: "waiting" })).toBe(0);
    expect(figure(text, "daybook_feed_companies", { changed: "within 1 hour" })).toBeGreaterThan(0);
    expect(figure(text, "nodejs_eventloop_lag_seconds")).not.toBeNull();
    expect(text).not.toContain(id);

    // They count for no address.
    for (let count = 0; count < 130; count += 1) expect((await ask(started.base, "/livez")).status).toBe(200);
    const anonymous = await api.as(null).send("/company");
    expect(anonymous.status).toBe(401);
  },
);

test("a service whose storage is gone is not ready, and says so", LONG, async () => {
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

test("a service whose Redis is away is not ready", LONG, async () => {
  const place = await ownPlace();
  const started = await ownService(place, undefined, { REDIS_URL: `redis://127.0.0.1:${await freePort()}` });
  expect(await ask(started.base, "/readyz")).toMatchObject({
    status: 503,
    body: { checks: { database: "ok", redis: expect.stringMatching(/^Redis can't be used/) } },
  });
});

test("metrics have a port of their own when it is set", LONG, async () => {
  const port = await freePort();
  const started = await ownService(await ownPlace(), undefined, { METRICS_PORT: String(port) });
  // As any path that there is not.
  expect((await ask(started.base, "/metrics")).status).toBe(401);
  const own = await ask(`http://127.0.0.1:${port}`, "/metrics");
  expect(own.text).toContain("daybook_db_connections");
  expect((await ask(`http://127.0.0.1:${port}`, "/livez")).status).toBe(200);
});

test.runIf(ENGINE === "server")("a worker has metrics on their own port", LONG, async () => {
  const place = await ownPlace();
  const started = await ownService(place, ["serve"]);
  const { api } = await bring(started, companyBundle());
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
        figure((await ask(`http://127.0.0.1:${port}`, "/metrics")).text, "daybook_job_attempts_total", done),
      ).toBe(1),
    { timeout: 60_000, interval: 500 },
  );
});
