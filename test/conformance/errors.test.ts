/**
 * The form of error bodies, which is the same for every origin of an error, and the answers of unknown paths.
 */
import { describe, expect, test } from "vitest";
import type { Operation } from "../../src/contract/operation.ts";
import { ERRORS } from "../../src/core/errors.ts";
import { countersWith, DOCS_URL } from "../support/app.ts";
import { permissions, person } from "../support/bundle.ts";
import { testOperations } from "../support/cards.ts";
import { exchange } from "../support/exchange.ts";
import { sendRaw } from "../support/raw.ts";
import { everyDoor } from "./doors.ts";
import { ORDINARY } from "./ordinary.ts";
import { goodOptions, goodTarget } from "./requests.ts";

const http = await everyDoor();
const operations: readonly Operation[] = http.bound.map(({ operation }) => operation);
const company = await http.company(ORDINARY);
const { key } = company;
const root = `${http.address}/api/v1`;
const throwing = (error: Error) =>
  http.serve({
    operations: http.bound.map((bound) => ({ ...bound, handle: async () => Promise.reject(error) })),
  });

/**
 * Returns the body and status of a refusal of each origin: stages of the pipeline, input, handler, path,
 * fault, and bytes that are not HTTP.
 */
async function refusals(): Promise<Map<string, { status: number; body: unknown }>> {
  const closed = await http.company({ company: { state: "closed" } });
  const owner = person("owner", permissions("manage", { reports: "none" }));
  const powerless = await http.company({ users: [owner.user], members: [owner.member] });
  const busy = await http.serve({ counters: countersWith("key") });
  const faulty = await throwing(new Error("boom"));
  const early = await http.serve({ earlyAccess: new Map([["getCompany", "beta"]]) });
  const broken = await sendRaw(http.address, "GARBAGE\r\n\r\n");
  const overlong = await sendRaw(
    http.address,
    `GET /api/v1/company HTTP/1.1\r\nhost: x\r\nx: ${"x".repeat(100_000)}\r\n\r\n`,
  );
  return new Map<string, { status: number; body: unknown }>([
    ["no key", await exchange(`${root}/company`, { key: null })],
    ["closed", await exchange(`${root}/company`, { key: closed.key })],
    ["permission", await exchange(`${root}/journal_entries`, { key: powerless.key })],
    ["unknown path", await exchange(`${root}/nothing`, { key })],
    ["another root", await exchange(`${http.address}/nothing`, { key })],
    ["undecodable path", await exchange(`${root}/%zz`, { key })],
    ["method", await exchange(`${root}/company`, { key, method: "DELETE" })],
    ["parameter", await exchange(`${root}/journal_entries?limit=x`, { key })],
    ["missing parameter", await exchange(`${root}/parties/merchants`, { key })],
    ["date", await exchange(`${root}/reports/balance_sheet?date=x`, { key })],
    ["range", await exchange(`${root}/reports/cash_flow?start_date=2026-02-01&end_date=2026-01-01`, { key })],
    ["record", await exchange(`${root}/journal_entries/je_x_1`, { key })],
    ["cursor", await exchange(`${root}/journal_entries?starting_after=x`, { key })],
    ["feature", await exchange(`${early.address}/api/v1/company`, { key })],
    ["limit", await exchange(`${busy.address}/api/v1/company`, { key })],
    ["fault", await exchange(`${faulty.address}/api/v1/company`, { key })],
    ["bytes that are not HTTP", { status: broken.statuses[0] ?? 0, body: broken.json }],
    ["a long head", { status: overlong.statuses[0] ?? 0, body: overlong.json }],
  ]);
}

interface Sent {
  readonly error: Readonly<Record<string, unknown>>;
}

describe("the body of a refusal", async () => {
  const answers = await refusals();

  test("comes from every origin, with the status and type of its code", () => {
    const seen = [...answers].map(([origin, { status, body }]) => {
      const { code, type } = (body as Sent).error;
      const entry = ERRORS[code as keyof typeof ERRORS];
      return [origin, status === entry.status && type === entry.type];
    });
    expect(seen).toEqual([...answers.keys()].map((origin) => [origin, true]));
    expect(new Set([...answers.values()].map(({ status }) => status))).toEqual(
      new Set([400, 401, 403, 404, 429, 500]),
    );
  });

  test.each([...answers])("(%s) is an object with the single member error (GEN-056)", (_origin, { body }) => {
    expect(Object.keys(body as object)).toEqual(["error"]);
  });

  test.each([...answers])(
    "(%s) has type (GEN-057), code (GEN-058), message (GEN-059) and doc_url (GEN-061)",
    (_origin, { body }) => {
      const { type, code, message, doc_url } = (body as Sent).error;
      expect(type).toEqual(expect.stringMatching(/^[a-z]+(_[a-z]+)*_error$/));
      expect(code).toEqual(expect.stringMatching(/^[a-z]+(_[a-z]+)*$/));
      expect(message).toEqual(expect.stringMatching(/^[A-Z`].{10,}[.]$/));
      expect(doc_url).toBe(`${DOCS_URL}/api-reference/errors#${String(code)}`);
    },
  );

  test.each([...answers])("(%s) has no other member except param (GEN-063)", (_origin, { body }) => {
    const { type, code, message, doc_url, ...more } = (body as Sent).error;
    expect([type, code, message, doc_url]).not.toContain(undefined);
    expect(Object.keys(more).filter((name) => name !== "param")).toEqual([]);
  });

  test("has param only if one input is at fault, with the input's name (GEN-060)", () => {
    const params = [...answers]
      .map(([origin, { body }]) => [origin, (body as Sent).error["param"]])
      .filter(([, param]) => param !== undefined);
    expect(params).toEqual([
      ["parameter", "limit"],
      ["missing parameter", "category_id"],
      ["date", "date"],
      ["range", "start_date"],
    ]);
  });
});

describe("an unknown path", () => {
  const MISSING = {
    error: {
      type: "invalid_request_error",
      code: "resource_missing",
      message: expect.any(String),
      doc_url: expect.any(String),
    },
  };

  test("is 404 resource_missing as JSON with every method (GEN-064, GEN-082)", async () => {
    for (const path of [
      "/nothing",
      "",
      "/",
      "/company/x/y",
      "/reports",
      "/aggregations",
      "/Company",
      "/%2Fcompany",
      "/company%00",
      "/..%2fcompany",
      "/%zz",
      "/%ff",
      "/company;a=b",
    ]) {
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
        const answer = await exchange(`${root}${path}`, { key, method });
        expect([path, method, answer.status, answer.body]).toEqual([path, method, 404, MISSING]);
      }
    }
    for (const path of ["/api", "/api/v1x/company", "/api/v2/company", "/company", "/favicon.ico"]) {
      const answer = await exchange(`${http.address}${path}`, { key });
      expect([path, answer.status, answer.body]).toEqual([path, 404, MISSING]);
    }
  });

  test("answers JSON for every Accept header (GEN-065)", async () => {
    for (const accept of [
      "text/html",
      "application/xml",
      "image/png",
      "*/*;q=0",
      "text/plain, application/json;q=0",
    ]) {
      const answer = await exchange(`${root}/nothing`, { key, headers: { accept } });
      expect([accept, answer.status, answer.headers.get("content-type")]).toEqual([
        accept,
        404,
        "application/json; charset=utf-8",
      ]);
      expect(answer.body).toEqual(MISSING);
    }
  });

  test("is not a documented path: those answer below /api/v1 (GEN-001)", async () => {
    for (const operation of operations)
      expect((await http.send(goodTarget(operation), { key, ...goodOptions(operation) })).status).toBe(
        operation.success.status,
      );
    expect(new URL(`${root}/company`).pathname).toBe("/api/v1/company");
  });
});

describe("resource_missing", () => {
  test("has the same type for every origin (GEN-082)", async () => {
    for (const target of [
      "/journal_entries/je_x_1",
      "/journal_entries?starting_after=x",
      "/aggregations/total?category_id=cat_x&date=2026-01-01",
      "/parties/merchants?category_id=cat_x",
      "/nothing",
    ]) {
      expect(await http.refusal(target, { key })).toMatchObject({
        status: 404,
        code: "resource_missing",
        type: "invalid_request_error",
      });
    }
  });
});

describe("a malformed parameter", () => {
  test("is 400 invalid_request (GEN-066)", async () => {
    for (const target of [
      "/journal_entries?limit=many",
      "/journal_entries?source=thin_air",
      "/journal_entries?merchant=",
      "/journal_entries?category_id=cat_x",
      "/journal_entries?merchant=%00",
      "/aggregations/total?category_id=cat_revenue&start_month=1&end_month=2",
      "/aggregations/total?category_id=cat_cash&start_date=2026-01-01&end_date=2026-01-31",
      "/reports/income_statement?group_by=merchant",
      "/parties/merchants?category_id=cat_cash&limit=0",
    ]) {
      expect([target, await http.refusal(target, { key })]).toMatchObject([
        target,
        { status: 400, code: "invalid_request", type: "invalid_request_error" },
      ]);
    }
  });

  test("that is required and absent is 400 parameter_missing (GEN-069) with its name (GEN-070)", async () => {
    for (const [target, param] of [
      ["/parties/merchants", "category_id"],
      ["/aggregations/total", "category_id"],
      ["/aggregations/total?category_id=cat_cash", "date"],
      ["/aggregations/total?category_id=cat_revenue", "start_date"],
      ["/aggregations/total?category_id=cat_revenue&start_date=2026-01-01", "end_date"],
      ["/aggregations/totals", "start_date"],
    ] as const) {
      expect([target, await http.refusal(target, { key })]).toMatchObject([
        target,
        { status: 400, code: "parameter_missing", type: "invalid_request_error", param },
      ]);
    }
  });
});

describe("the form of answers", () => {
  test("is JSON with its media type, and an empty body for a 204 (GEN-053)", async () => {
    const server = await http.serve({ operations: [...http.bound, ...testOperations(http.app)] });
    for (const operation of operations.filter(({ success }) => success.status !== 204)) {
      const answer = await server.send(goodTarget(operation), { key, ...goodOptions(operation) });
      expect(answer.headers.get("content-type")).toMatch(/^application\/json\b/);
      expect(typeof JSON.parse(answer.text)).toBe("object");
    }
    const other = await http.company();
    const empty = await server.send("/test/names/x", { key: other.key, method: "DELETE" });
    expect([empty.status, empty.text, empty.headers.get("content-type")]).toEqual([204, "", null]);
  });
});
