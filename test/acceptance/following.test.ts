/**
 * Requests can be traced in the log: by the request id of the answer, also in the lines of background jobs.
 */
import { connect } from "node:net";
import { expect, test, vi } from "vitest";
import { companyBundle } from "../support/bundle.ts";
import { LONG } from "./daybook.ts";
import { ownPlace, ownService } from "./own.ts";
import { importCompany, type StartedService } from "./service.ts";

type Line = Readonly<Record<string, unknown>>;

/** Collects the log of a service: its JSON lines, and its complete text. */
function logOf(started: StartedService): { lines(): Line[]; text(): string } {
  let text = "";
  started.process.stderr?.on("data", (part: string) => (text += part));
  return {
    text: () => text,
    lines: () =>
      text
        .split("\n")
        .filter((line) => line.startsWith("{") && line.endsWith("}"))
        .map((line) => JSON.parse(line) as Line),
  };
}

/** Sends bytes and returns the complete answer. */
function answerTo(base: string, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base);
    let text = "";
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on("data", (part) => (text += part.toString()));
    socket.on("close", () => resolve(text));
    socket.on("error", reject);
  });
}

test("every answer has an id and a line in the log, without values of the request", LONG, async () => {
  const started = await ownService(await ownPlace(), undefined, { LOG_LEVEL: "info" });
  const log = logOf(started);
  const { api, id } = await importCompany(started, companyBundle());
  const ask = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${started.base}${path}`, { headers: { authorization: `Bearer ${api.key}`, ...headers } });
  const lineOf = (request_id: string | null) =>
    vi.waitFor(() => {
      const line = log.lines().find((each) => each["request_id"] === request_id);
      if (line === undefined) throw new Error(`no line for ${request_id}`);
      return line;
    });

  const own = await ask("/journal_entries?merchant=Very+secret+vendor", { "x-request-id": "mine-1.2:3" });
  expect(own.headers.get("x-request-id")).toBe("mine-1.2:3");
  expect(await lineOf("mine-1.2:3")).toMatchObject({
    operation: "listJournalEntries",
    status: 200,
    company: id,
    duration_ms: expect.any(Number),
    key: expect.stringMatching(/^key_/),
    msg: "answered",
  });

  const made = (await ask("/company")).headers.get("x-request-id");
  expect(made).toMatch(/^req_[0-9a-z]{20}$/);
  expect(await lineOf(made)).toMatchObject({ operation: "getCompany", status: 200 });

  // An id that could forge log lines, or that is an API key in the wrong header, is not accepted.
  for (const sent of ['a" b', "svc_0123456789abcdef"]) {
    const { headers } = await ask("/company", { "x-request-id": sent });
    expect([sent, headers.get("x-request-id")]).toEqual([sent, expect.stringMatching(/^req_/)]);
  }

  const traced = await ask("/company", {
    traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
  });
  expect(await lineOf(traced.headers.get("x-request-id"))).toMatchObject({
    trace_id: "4bf92f3577b34da6a3ce929d0e0e4736",
  });

  const refused = [
    await ask("/nowhere"),
    await ask("/company", { authorization: "Bearer svc_wrong" }),
    await ask("/%zz"),
    await fetch(new URL("/docs", started.base)),
  ];
  for (const answer of refused)
    expect(await lineOf(answer.headers.get("x-request-id"))).toMatchObject({ status: answer.status });
  expect(await answerTo(started.base, "not a request\r\n\r\n")).toMatch(
    /^HTTP\/1\.1 400.*\r\nx-request-id: req_/s,
  );

  await started.stop();
  expect(log.text()).not.toMatch(/secret|svc_/i);
});

test("a job logs the id of the request that sent it", LONG, async () => {
  const started = await ownService(await ownPlace(), undefined, { LOG_LEVEL: "info" });
  const log = logOf(started);
  const { api } = await importCompany(started, companyBundle());
  const answer = await api.send("/reports/exports", {
    method: "POST",
    headers: { "x-request-id": "export-7", "idempotency-key": "one" },
    body: { report_type: "cash_flow", format: "csv", start_date: "2025-01-01", end_date: "2025-12-31" },
  });
  expect(answer.status, answer.text).toBe(201);
  const line = await vi.waitFor(
    () => {
      const found = log.lines().find(({ queue }) => queue === "exports.generate");
      if (found === undefined) throw new Error(`no job in the log:\n${log.text()}`);
      return found;
    },
    { timeout: 60_000 },
  );
  expect(line).toMatchObject({ request_id: "export-7", msg: "a background job ended", attempt: 1 });
});
