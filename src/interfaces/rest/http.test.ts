/** What HTTP clients expect beside the operations: compressed answers, tags, and calls from web pages. */
import { request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { API_ROOT } from "../../contract/operation.ts";
import { losAngelesDate } from "@daybook/words/civil-date";
import { testApp } from "../../../test/support/app.ts";

const http = await testApp();
const company = await http.company();
const STATEMENT = "/reports/income_statement?start_date=2025-01-01&end_date=2025-12-31";

interface Raw {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** An answer as it came over the wire: fetch would unpack it. */
function raw(
  target: string,
  headers: Readonly<Record<string, string>>,
  { method = "GET", address = http.address } = {},
): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const sent = request(`${address}${target}`, { method, headers }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on("data", (piece: Buffer) => pieces.push(piece));
      answer.on("end", () =>
        resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(pieces) }),
      );
    });
    sent.on("error", reject).end();
  });
}

const authorization = `Bearer ${company.key}`;
const read = (target: string, headers: Readonly<Record<string, string>> = {}, method = "GET") =>
  raw(`${API_ROOT}${target}`, { authorization, ...headers }, { method });

describe("compression", () => {
  test.each([
    ["gzip", "gzip", gunzipSync],
    ["br", "br", brotliDecompressSync],
    ["gzip, deflate, br", "br", brotliDecompressSync],
    ["br;q=0, gzip", "gzip", gunzipSync],
  ])("for a client that accepts %s is %s, of the same bytes", async (accepted, encoding, unpack) => {
    const plain = await read(STATEMENT);
    const packed = await read(STATEMENT, { "accept-encoding": accepted });
    expect([packed.status, packed.headers["content-encoding"], packed.headers["vary"]]).toEqual([
      200,
      encoding,
      "accept-encoding",
    ]);
    expect(packed.body.length).toBeLessThan(plain.body.length / 2);
    expect(unpack(packed.body).equals(plain.body)).toBe(true);
  });

  test.each([
    ["the client asks for none", STATEMENT, {}],
    ["the client accepts it as it is only", STATEMENT, { "accept-encoding": "identity" }],
    ["the page is the console's, which holds tokens", null, { "accept-encoding": "gzip" }],
    ["the answer is short", "/company", { "accept-encoding": "gzip" }],
  ])("is left out when %s", async (_, target, headers) => {
    const {
      status,
      headers: sent,
      body,
    } = await (target === null ? raw("/app/sign-in", headers) : read(target, headers));
    expect([status, sent["content-encoding"], Number(sent["content-length"])]).toEqual([
      200,
      undefined,
      body.length,
    ]);
  });

  test("is there for a page of transactions that is written as JSON by the database's reader", async () => {
    const many = await http.company({
      accounts: [{ id: "acct_a", name: "Checking", type: "checking", category_id: "cat_cash" }],
    });
    const rows = Array.from({ length: 300 }, (_row, day) => ({
      date: "2026-05-01",
      amount_cents: day + 1,
      description: `Line ${day}`,
    }));
    await http.send("/transaction_uploads", {
      key: many.key,
      method: "POST",
      body: { account_id: "acct_a", rows },
    });
    const of = { authorization: `Bearer ${many.key}` };
    const plain = await raw(`${API_ROOT}/transactions?limit=300`, of);
    const packed = await raw(`${API_ROOT}/transactions?limit=300`, { ...of, "accept-encoding": "gzip" });
    expect(packed.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
  });
});

describe("a tag", () => {
  const TAGGED = "/reports/balance_sheet /reports/cash_flow /categories /departments /accounts";
  test.each([STATEMENT, ...TAGGED.split(" "), "/journal_entries?limit=3"])(
    "of %s stands for the same answer, and saves sending it",
    async (target) => {
      const { headers, status } = await read(target);
      const tag = String(headers["etag"]);
      expect([status, tag, headers["cache-control"]]).toEqual([
        200,
        expect.stringMatching(/^W\/"[\w-]{43}"$/),
        "no-store",
      ]);
      for (const known of [tag, tag.slice(2), `"other", ${tag}`, "*"]) {
        const again = await read(target, { "if-none-match": known });
        expect([again.status, again.body.length, again.headers["etag"]]).toEqual([304, 0, tag]);
      }
      for (const other of ['"other"', '"other, *, other"'])
        expect((await read(target, { "if-none-match": other })).status).toBe(200);
      const packed = await read(target, { "accept-encoding": "gzip" });
      expect(packed.headers["etag"]).toBe(tag);
    },
  );

  test("is another one when a figure changes", async () => {
    const own = await http.company();
    const target = `${API_ROOT}/reports/balance_sheet`;
    const of = { authorization: `Bearer ${own.key}` };
    const { headers } = await raw(target, of);
    await http.send("/invoices", {
      key: own.key,
      method: "POST",
      body: { customer_name: "Quay", line_items: [{ description: "Work", unit_amount_cents: 1 }] },
    });
    const { status, body } = await raw(target, { ...of, "if-none-match": String(headers["etag"]) });
    expect([status, body.length > 0]).toEqual([200, true]);
  });

  test("of pages of a list is one of its own for each page", async () => {
    const tags = new Set<unknown>();
    for (const query of ["limit=2", "limit=3"]) {
      const { headers, body } = await read(`/journal_entries?${query}`);
      const { next_cursor } = JSON.parse(String(body)) as { next_cursor: string };
      const next = await read(`/journal_entries?${query}&starting_after=${next_cursor}`);
      tags.add(headers["etag"]).add(next.headers["etag"]);
    }
    expect(tags.size).toBe(4);
    expect(tags).not.toContain(undefined);
  });

  test("that is known counts as a request all the same", async () => {
    const { headers } = await read("/categories");
    const left = async () =>
      (await http.app.usage.readMonth(company.id, losAngelesDate(http.app.clock.now()))).requests;
    const before = await left();
    await read("/categories", { "if-none-match": String(headers["etag"]) });
    expect((await left()) - before).toBe(1);
  });
});

describe("calls from web pages", () => {
  const ORIGIN = "https://app.example.com";
  const preflight = { origin: ORIGIN, "access-control-request-method": "POST" };

  test("are allowed for the origins that are set, and for no others", async () => {
    const server = await http.serve({ corsOrigins: [ORIGIN] });
    const at = { address: server.address };
    const allowed = await raw(`${API_ROOT}/invoices`, preflight, { ...at, method: "OPTIONS" });
    expect([allowed.status, allowed.headers["access-control-allow-origin"]]).toEqual([204, ORIGIN]);
    expect(allowed.headers["access-control-allow-headers"]).toContain("Idempotency-Key");
    expect(allowed.headers["access-control-allow-credentials"]).toBeUndefined();
    const answer = await raw(`${API_ROOT}/company`, { authorization, origin: ORIGIN }, at);
    expect([answer.status, answer.headers["access-control-allow-origin"]]).toEqual([200, ORIGIN]);
    expect(answer.headers["access-control-expose-headers"]).toContain("X-Request-Id");
    const refused = await raw(`${API_ROOT}/company`, { origin: ORIGIN }, at);
    expect([refused.status, refused.headers["access-control-allow-origin"]]).toEqual([401, ORIGIN]);
    for (const origin of ["https://other.example.com", "null"]) {
      const other = await raw(`${API_ROOT}/company`, { authorization, origin }, at);
      expect([other.status, other.headers["access-control-allow-origin"]]).toEqual([200, undefined]);
    }
    const page = await raw("/docs", { origin: ORIGIN }, at);
    expect(page.headers["access-control-allow-origin"]).toBeUndefined();
    await server.close();
  });

  test("leave what only looks like a preflight to the pipeline", async () => {
    const server = await http.serve({ corsOrigins: [ORIGIN] });
    for (const headers of [{ origin: ORIGIN }, { "access-control-request-method": "POST" }]) {
      const at = { address: server.address, method: "OPTIONS" };
      const unknown = await raw(`${API_ROOT}/invoices`, headers, at);
      expect([unknown.status, JSON.parse(unknown.body.toString())]).toMatchObject([
        401,
        { error: { code: "invalid_api_key" } },
      ]);
      expect((await raw(`${API_ROOT}/invoices`, { authorization, ...headers }, at)).status).toBe(404);
    }
    await server.close();
  });

  test("are not allowed where nothing is set", async () => {
    const answer = await raw(`${API_ROOT}/invoices`, preflight, { method: "OPTIONS" });
    expect([answer.status, answer.headers["access-control-allow-origin"]]).toEqual([401, undefined]);
    const { headers } = await read("/company", { origin: ORIGIN });
    expect(headers["access-control-allow-origin"]).toBeUndefined();
  });
});
