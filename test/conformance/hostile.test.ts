/**
 * Malicious and malformed requests: each gets a documented refusal that reveals no internals, changes
 * nothing, and does not affect the next request.
 */
import { connect } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import type { Operation } from "../../src/contract/operation.ts";
import { LIMITS } from "@daybook/words/limits";
import { loggedSoFar } from "../support/between.ts";
import { testOperations } from "../support/cards.ts";
import { expectErrorBody } from "../support/documented.ts";
import { exchange } from "../support/exchange.ts";
import { readAnswer, sendRaw } from "../support/raw.ts";
import { everyDoor } from "./doors.ts";
import { ORDINARY } from "./ordinary.ts";
import { goodOptions, goodTarget } from "./requests.ts";

const http = await everyDoor();
const operations: readonly Operation[] = http.bound.map(({ operation }) => operation);
const company = await http.company(ORDINARY);
const { key } = company;
const whole = JSON.stringify(await company.read("/journal_entries?limit=500"));
const INSIDE =
  /\bat .*:\d+|node_modules|\.ts\b|select |insert |postgres|pglite|undefined|\[object|Error:|syntax error/i;

afterEach(async () => {
  expect(JSON.stringify(await company.read("/journal_entries?limit=500"))).toBe(whole);
  expect(loggedSoFar()).toBe("");
});

/** Texts that attack different parsers. */
const HOSTILE: Readonly<Record<string, string>> = {
  NUL: "\0",
  "NUL inside": "je_capital_1\0",
  "a long text": "x".repeat(10_000),
  "a long id": `je_${"x".repeat(9_000)}_1`,
  "a long line number": `je_capital_${"9".repeat(400)}`,
  "a path upwards": "../../../../etc/passwd",
  "a path upwards, encoded again": "..%2f..%2fetc%2fpasswd",
  "a Windows path": "..\\..\\windows\\win.ini",
  "SQL that ends a text": "' or '1'='1",
  "SQL that ends a statement": "je_capital_1'; drop table journal_entries; --",
  "SQL in a union": "1) union select hash from api_keys --",
  "SQL escapes": "\\'; select pg_sleep(10); --",
  "a LIKE pattern": "cat_%",
  "an array literal": '{"cat_cash"}',
  "letters of several scripts": "Ünïcödé 日本語 العربية 💰",
  "letters that only look alike": "саt_cash",
  "a text turned around": "\u202ehsac_tac",
  "combined marks": "a\u0301".repeat(200),
  "a line end with a header": "x\r\nSet-Cookie: a=b",
  "a script": "<script>alert(1)</script>",
  "a template": "${7*7}{{7*7}}#{7*7}",
  "a lookup": "${jndi:ldap://x/y}",
  "a built-in name of JavaScript": "__proto__",
  "another built-in name": "constructor",
  "a regular expression that never ends": `${"a".repeat(50)}!`,
  blanks: "   ",
  "a very large number": "9".repeat(40),
  "minus zero": "-0",
};

describe.each(Object.entries(HOSTILE))("%s", (_what, text) => {
  const encoded = encodeURIComponent(text);

  test("in a path is a missing record", async () => {
    const refusal = await http.refusal(`/journal_entries/${encoded}`, { key });
    expect(refusal).toMatchObject({ status: 404, code: "resource_missing" });
    expect(refusal.message).not.toMatch(INSIDE);
    expect(await http.refusal(`/${encoded}`, { key })).toMatchObject({
      status: 404,
      code: "resource_missing",
    });
  });

  test("as any parameter of any operation is refused, ignored or matches nothing", async () => {
    for (const { query, path, id } of operations) {
      for (const [name, { aliases }] of Object.entries(query)) {
        for (const spelling of [name, ...aliases.map((alias) => `${name}${encodeURIComponent(alias)}`)]) {
          const needed =
            id === "getTotal" || id === "listMerchants"
              ? name === "category_id"
                ? "date=2025-06-30&"
                : "category_id=cat_cash&date=2025-06-30&"
              : id === "listTotals"
                ? "date=2025-06-30&"
                : "";
          const target = `${path.replace("{id}", "je_capital_1")}?${needed}${spelling}=${encoded}`;
          const answer = await http.send<{ data?: readonly unknown[]; total_cents?: number }>(target, {
            key,
          });
          // Free text is an ordinary filter that nothing matches. Any other value is refused as documented,
          // which `send` checks.
          const harmless =
            answer.status === 200
              ? (answer.body.data ?? []).length === 0 ||
                answer.text.includes('"total_cents":0') ||
                name === "date" ||
                name === "limit"
              : answer.status === 400 || answer.status === 404;
          expect([target.slice(0, 200), answer.status, harmless]).toEqual([
            target.slice(0, 200),
            answer.status,
            true,
          ]);
          if (answer.status >= 400)
            expect(
              String((answer.body as { error?: { message?: string } }).error?.message).replace(text, ""),
            ).not.toMatch(INSIDE);
          expect(answer.headers.get("set-cookie")).toBeNull();
        }
      }
    }
  });

  test("as a key is refused", async () => {
    const header = text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, "");
    for (const authorization of [`Bearer ${header}`, `Bearer svc_${header}`, header]) {
      expect(
        await http.refusal("/company", { key: null, headers: { authorization: authorization.trim() } }),
      ).toMatchObject({ status: 401, code: "invalid_api_key" });
    }
  });
});

describe("bytes that are not UTF-8", () => {
  test("are refused as the value of a parameter, and never read as another value", async () => {
    for (const bytes of ["%ff", "%E0%A4%A", "%C0%AF", "%ED%A0%80", "%", "%x", "%u0041", "a%zzb"]) {
      expect([bytes, await http.refusal(`/journal_entries?merchant=${bytes}`, { key })]).toMatchObject([
        bytes,
        { status: 400, code: "invalid_request", param: "merchant" },
      ]);
      expect([bytes, await http.refusal(`/journal_entries?limit=${bytes}`, { key })]).toMatchObject([
        bytes,
        { status: 400, code: "invalid_request", param: "limit" },
      ]);
      expect([bytes, await http.refusal(`/reports/balance_sheet?date=${bytes}`, { key })]).toMatchObject([
        bytes,
        { status: 400, code: "invalid_date", param: "date" },
      ]);
      expect([
        bytes,
        await http.refusal(`/aggregations/totals?date=2025-06-30&category_ids[]=${bytes}`, { key }),
      ]).toMatchObject([bytes, { status: 400, code: "invalid_request", param: "category_ids" }]);
      expect([bytes, await http.refusal(`/journal_entries?starting_after=${bytes}`, { key })]).toMatchObject([
        bytes,
        { status: 404, code: "resource_missing" },
      ]);
      // The value of an unknown parameter is not checked.
      expect((await http.send(`/company?x=${bytes}&${bytes}=1`, { key })).status).toBe(200);
    }
  });

  test("are refused as the name of a parameter, like an empty name, without `param`", async () => {
    for (const query of ["%ff=1", "%C0%AF", "%00=1", "=", "=1"]) {
      const refusal = await http.refusal(`/team/invitations/invite_1?${query}`, { key, method: "DELETE" });
      expect([query, refusal]).toMatchObject([
        query,
        {
          status: 400,
          code: "invalid_request",
          message: expect.stringContaining("without a readable name") as string,
        },
      ]);
      expect(refusal).not.toHaveProperty("param");
    }
    const body = await http.refusal("/team/invitations", { key, method: "POST", body: { "": 1 } });
    expect(body).toMatchObject({ status: 400, code: "invalid_request" });
    expect(body).not.toHaveProperty("param");
    expect(await http.refusal("/team/invitations/invite_1?a%20b=1", { key, method: "DELETE" })).toMatchObject(
      { status: 400, code: "invalid_request", param: "a b" },
    );
  });

  test("are refused as a path", async () => {
    for (const path of ["/journal_entries/%ff", "/%E0%A4%A", "/company%", "/journal_entries/%C0%AF"])
      expect(await http.refusal(path, { key })).toMatchObject({ status: 404, code: "resource_missing" });
  });
});

describe("repeated parameters", () => {
  test("have the value of the last one, even if that is invalid", async () => {
    const [one, two] = await Promise.all(
      ["limit=1", "limit=2"].map((query) => company.read(`/journal_entries?${query}`)),
    );
    expect(await company.read("/journal_entries?limit=2&limit=1")).toEqual(one);
    expect(await company.read("/journal_entries?limit=x&limit=2")).toEqual(two);
    expect(await http.refusal("/journal_entries?limit=1&limit=x", { key })).toMatchObject({
      status: 400,
      param: "limit",
    });
    expect(await http.refusal("/reports/balance_sheet?date=2026-01-01&date=x", { key })).toMatchObject({
      status: 400,
      code: "invalid_date",
      param: "date",
    });
    expect(await company.read(`/journal_entries?${"limit=500&".repeat(2_000)}limit=1`)).toEqual(one);
  });

  test("with similar names are different parameters: only the exact name counts", async () => {
    const plain = await company.read("/journal_entries?limit=1");
    for (const query of [
      "limit[]=5",
      "limit[0]=5",
      "limit[a][b]=5",
      "Limit=5",
      "limit%20=5",
      "%20limit=5",
      "limit.=5",
    ])
      expect(await company.read(`/journal_entries?limit=1&${query}`)).toEqual(plain);
  });
});

describe("a request that is too large", () => {
  test("in its headers is refused, with the documented body", async () => {
    for (const head of [
      `x-filler: ${"x".repeat(100 * 1024)}\r\n`,
      `authorization: Bearer svc_${"x".repeat(100 * 1024)}\r\n`,
      Array.from({ length: 3_000 }, (_, index) => `x-${index}: ${"y".repeat(30)}\r\n`).join(""),
    ]) {
      const answer = await sendRaw(http.address, `GET /api/v1/company HTTP/1.1\r\nhost: x\r\n${head}\r\n`);
      expect(answer.statuses).toEqual([400]);
      expectErrorBody({ status: 400, body: answer.json });
      expect(answer.text).toContain(String(LIMITS.header_bytes.value));
    }
  });

  test("in its target is refused, with the documented body", async () => {
    const room = LIMITS.url_bytes.value - "/api/v1/company?x=".length;
    expect((await http.send(`/company?x=${"x".repeat(room)}`, { key })).status).toBe(200);
    expect(await http.refusal(`/company?x=${"x".repeat(room + 1)}`, { key })).toMatchObject({
      status: 400,
      code: "invalid_request",
      message: `The request target is longer than ${LIMITS.url_bytes.value} bytes.`,
    });
    // An invalid key and an unknown path are reported first.
    expect(await http.refusal(`/company?x=${"x".repeat(room + 1)}`, { key: null })).toMatchObject({
      status: 401,
      code: "invalid_api_key",
    });
    expect(await http.refusal(`/${"x".repeat(room + 50)}`, { key })).toMatchObject({
      status: 404,
      code: "resource_missing",
    });
    const far = await sendRaw(
      http.address,
      `GET /api/v1/company?x=${"x".repeat(100 * 1024)} HTTP/1.1\r\nhost: x\r\n\r\n`,
    );
    expect(far.statuses).toEqual([400]);
    expectErrorBody({ status: 400, body: far.json });
  });

  test("is not one with the greatest allowed number of categories", async () => {
    const ids = Array.from(
      { length: LIMITS.category_ids_per_request.value },
      (_, index) => `category_ids[]=cat_${String(index).padStart(40, "0")}`,
    );
    expect(
      await http.refusal(`/aggregations/totals?date=2025-06-30&${ids.join("&")}`, { key }),
    ).toMatchObject({ status: 404, code: "resource_missing", param: "category_ids" });
    expect(
      await http.refusal(`/aggregations/totals?date=2025-06-30&${[...ids, "category_ids[]=x"].join("&")}`, {
        key,
      }),
    ).toMatchObject({ status: 400, code: "invalid_request", param: "category_ids" });
  });
});

describe("bytes that are not a request", () => {
  const head = `host: x\r\nauthorization: Bearer ${key}\r\n`;
  test.each([
    ["bytes that are not HTTP", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
    ["an empty line of request", " \r\n\r\n"],
    ["an unknown method", `STEAL /api/v1/company HTTP/1.1\r\n${head}\r\n`],
    ["another version of HTTP", `GET /api/v1/company HTTP/9.9\r\n${head}\r\n`],
    ["a header without a colon", `GET /api/v1/company HTTP/1.1\r\n${head}nonsense\r\n\r\n`],
    ["a header folded over lines", `GET /api/v1/company HTTP/1.1\r\n${head}x: a\r\n b\x00c\r\n\r\n`],
    ["a blank in a header's name", `GET /api/v1/company HTTP/1.1\r\n${head}x y: z\r\n\r\n`],
    ["NUL in a header", `GET /api/v1/company HTTP/1.1\r\n${head}x: a\0b\r\n\r\n`],
    ["NUL in the target", `GET /api/v1/company\0 HTTP/1.1\r\n${head}\r\n`],
    [
      "two lengths",
      `POST /api/v1/company HTTP/1.1\r\n${head}content-length: 1\r\ncontent-length: 2\r\n\r\nx`,
    ],
    [
      "a length and chunks",
      `POST /api/v1/company HTTP/1.1\r\n${head}content-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ["a negative length", `POST /api/v1/company HTTP/1.1\r\n${head}content-length: -1\r\n\r\n`],
    ["a length that is not a number", `POST /api/v1/company HTTP/1.1\r\n${head}content-length: x\r\n\r\n`],
    [
      "an unknown transfer encoding",
      `POST /api/v1/company HTTP/1.1\r\n${head}transfer-encoding: smuggled\r\n\r\n`,
    ],
    ["two hosts", `GET /api/v1/company HTTP/1.1\r\n${head}Host: y\r\n\r\n`],
    ["no host", `GET /api/v1/company HTTP/1.1\r\nauthorization: Bearer ${key}\r\n\r\n`],
  ])("%s", async (_what, bytes) => {
    const answer = await sendRaw(http.address, Buffer.from(bytes, "latin1"));
    expect(answer.statuses).toEqual([400]);
    expectErrorBody({ status: 400, body: answer.json });
    expect(answer.text).not.toMatch(INSIDE);
  });

  test("with CONNECT are answered like an unknown method, and end the connection", async () => {
    for (const target of ["example.com:443", "/api/v1/company"]) {
      const answer = await sendRaw(http.address, `CONNECT ${target} HTTP/1.1\r\n${head}\r\n`);
      expect([target, answer.statuses, answer.json]).toMatchObject([
        target,
        [404],
        { error: { code: "resource_missing" } },
      ]);
      expectErrorBody({ status: 404, body: answer.json });
      expect(answer.text.toLowerCase()).toContain("connection: close");
    }
    expect(
      (await sendRaw(http.address, "CONNECT example.com:443 HTTP/1.1\r\nhost: x\r\n\r\n")).statuses,
    ).toEqual([401]);
  });

  test("with two keys are not authenticated for any path", async () => {
    for (const target of ["/api/v1/company", "/api/v1/nothing", "/api/v1/%zz"]) {
      const answer = await sendRaw(
        http.address,
        `GET ${target} HTTP/1.1\r\n${head}Authorization: Bearer svc_nobody\r\n\r\n`,
      );
      expect([target, answer.statuses, answer.json]).toMatchObject([
        target,
        [401],
        { error: { code: "invalid_api_key" } },
      ]);
    }
  });

  test("end the connection, but good requests that are sent together are all answered", async () => {
    const good = `GET /api/v1/company HTTP/1.1\r\n${head}\r\n`;
    expect((await sendRaw(http.address, `GARBAGE\r\n\r\n${good}`, 2)).statuses).toEqual([400]);
    expect((await sendRaw(http.address, good.repeat(3), 3)).statuses).toEqual([200, 200, 200]);
  });

  test("in an invalid chunk end the request, which changes nothing", async () => {
    const handled: string[] = [];
    const server = await http.serve({ operations: testOperations(http.app, (name) => handled.push(name)) });
    const answer = await sendRaw(
      server.address,
      `POST /api/v1/test/renamings HTTP/1.1\r\n${head}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
    );
    expect(answer.statuses).toEqual([400]);
    expectErrorBody({ status: 400, body: answer.json });
    expect(handled).toEqual([]);
  });
});

describe("a client that is slow or disconnects", () => {
  /** Sends only `bytes`, and returns the answer when the server closes the connection. */
  function answerTo(address: string, bytes: string): Promise<string> {
    return new Promise((resolve) => {
      const { hostname, port } = new URL(address);
      const socket = connect({ host: hostname, port: Number(port) });
      let text = "";
      socket.on("data", (data) => (text += data.toString()));
      socket.on("error", () => {});
      socket.on("close", () => resolve(text));
      socket.write(bytes);
    });
  }

  test.each([
    ["in the head", "GET /api/v1/company HTTP/1.1\r\nhost: x\r\n"],
    [
      "in the body",
      `POST /api/v1/test/renamings HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: 12\r\n\r\n{"name"`,
    ],
  ])("%s is refused after the time limit, and others are served meanwhile", async (_where, bytes) => {
    const handled: string[] = [];
    const server = await http.serve({
      operations: [...http.bound, ...testOperations(http.app, (name) => handled.push(name))],
      requestTimeoutMs: 1_000,
    });
    const slow = answerTo(server.address, bytes);
    expect((await server.send("/company", { key })).status).toBe(200);
    const { statuses, json } = readAnswer(await slow);
    expect(statuses).toEqual([400]);
    expectErrorBody({ status: 400, body: json });
    expect(json).toMatchObject({ error: { message: "The request took too long to arrive." } });
    expect(handled).toEqual([]);
  });

  test("in the middle of a body leaves no trace in the log", async () => {
    const handled: string[] = [];
    const server = await http.serve({
      operations: [...http.bound, ...testOperations(http.app, (name) => handled.push(name))],
    });
    const { hostname, port } = new URL(server.address);
    await new Promise<void>((resolve) => {
      const socket = connect({ host: hostname, port: Number(port) }, () => {
        socket.write(
          `POST /api/v1/test/renamings HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{"name"`,
          () => socket.destroy(),
        );
      });
      socket.on("close", () => resolve());
    });
    for (let count = 0; count < 5; count += 1)
      expect((await server.send("/company", { key })).status).toBe(200);
    expect(handled).toEqual([]);
  });
});

describe("many concurrent requests", () => {
  test("are each answered like a single request", async () => {
    const plain = await http.send("/company", { key });
    const targets = Array.from({ length: 60 }, (_, index) =>
      index % 3 === 0 ? "/company" : index % 3 === 1 ? "/journal_entries?limit=x" : "/nothing",
    );
    const answers = await Promise.all(
      targets.map((target) => exchange(`${http.address}/api/v1${target}`, { key })),
    );
    expect(answers.map(({ status }) => status)).toEqual(
      targets.map((target) => (target === "/company" ? 200 : target === "/nothing" ? 404 : 400)),
    );
    expect(new Set(answers.filter(({ status }) => status === 200).map(({ text }) => text))).toEqual(
      new Set([plain.text]),
    );
  });
});

describe("an operation's good request", async () => {
  const writable = await http.company(ORDINARY);

  test.each(operations)("$method $path is answered as before", async (operation) => {
    const { hints } = operation;
    expect(
      (
        await http.send(goodTarget(operation), {
          key: hints.readOnly ? key : writable.key,
          ...goodOptions(operation),
        })
      ).status,
    ).toBe(operation.success.status);
  });
});
