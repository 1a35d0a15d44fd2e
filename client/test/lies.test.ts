/**
 * Against a server that lies: wrong types, broken JSON, loops of cursors, endless pages, redirects, bodies
 * without an end. Each call ends with an error that says what is wrong; none hangs, and the key goes nowhere.
 */
import { ConnectionError, ProtocolError, type ProtocolProblem, TimeoutError } from "@daybook/client";
import { describe, expect, test } from "vitest";
import { readJson } from "../src/attempt.ts";
import { COMPANY, json, page, type Respond, serve } from "./server.ts";

/** The error of a call that must fail. */
async function errorOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    (value) => expect.unreachable(`it gave ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
}

const send =
  (status: number, type: string, text: string | Buffer): Respond =>
  (_request, response) => {
    response.writeHead(status, { "content-type": type, "x-request-id": "req_9" }).end(text);
  };

const COMPANIES: readonly (readonly [string, ProtocolProblem, Respond])[] = [
  ["a page of HTML", "content_type", send(200, "text/html", "<html>")],
  ["JSON under another type", "content_type", send(200, "text/plain", JSON.stringify(COMPANY))],
  ["JSON under a type that only begins so", "content_type", send(200, "application/jsonx", "{}")],
  ["no JSON", "json", send(200, "application/json", "{")],
  ["an empty body", "json", send(200, "application/json", "")],
  ["bytes that are no UTF-8", "json", send(200, "application/json", Buffer.from([0x22, 0xff, 0x22]))],
  ["null", "envelope", send(200, "application/json", "null")],
  ["an array", "envelope", send(200, "application/json", "[]")],
  ["another object", "envelope", send(200, "application/json", '{"object":"account"}')],
  ["an object without a marker", "envelope", send(200, "application/json", "{}")],
  ["no body where one is due", "envelope", (_request, response) => void response.writeHead(204).end()],
  ["an error that is none", "envelope", send(400, "application/json", '{"error":"no"}')],
  [
    "an error without a code",
    "envelope",
    send(404, "application/json", '{"error":{"type":"a","message":"b"}}'),
  ],
  ["an error page", "content_type", send(404, "text/html", "Not found")],
  ["an unasked 304", "envelope", (_request, response) => void response.writeHead(304).end()],
];

/** Answers of several hundred kilobytes, from records of any length. */
function longAnswers(): readonly (readonly [string, string])[] {
  const rows = Array.from({ length: 3_000 }, (_, index) => ({
    id: `txn_${index}`,
    memo: "é漢🧾".repeat(index % 23),
    amount_cents: index,
  }));
  const around = (data: unknown, more: object = {}): string =>
    JSON.stringify({ object: "list", next_cursor: null, data, watermark: 7, ...more });
  const looking = rows.map((row) => ({ ...row, memo: '},{"id":1},{'.repeat(30) }));
  const nested = rows.map((row) => ({ ...row, lines: [{ id: 1 }, { id: 2 }], more: { data: [{}, {}] } }));
  return [
    ["a list", around(rows)],
    ["a list with nothing behind it", JSON.stringify({ data: rows })],
    ["texts that look like the end of a record", around(looking)],
    ["records within records", around(nested)],
    ["one record with many others", around([{ id: 1, lines: rows }])],
    ["records of another member", around([{}], { other: rows })],
    ["records of a member before the list", JSON.stringify({ other: rows, data: [{}, {}] })],
    ["a list below another member", JSON.stringify({ below: { data: rows } })],
    ["no object around the records", JSON.stringify(rows)],
    ["one long text", JSON.stringify({ data: ["},{".repeat(100_000)] })],
  ];
}

describe("a long answer", () => {
  const read = async (text: string | Uint8Array<ArrayBuffer>) => {
    const headers = { "content-type": "application/json" };
    return (await readJson(new Response(text, { headers }), 1e9)).body;
  };
  test.each(longAnswers())("is read whole: %s", async (_what, text) => {
    expect(text.length).toBeGreaterThan(200_000);
    expect(JSON.stringify(await read(text))).toBe(text);
  });

  test("that is broken in any part is no JSON", async () => {
    const [, text] = longAnswers()[0] ?? ["", ""];
    const bytes = new TextEncoder().encode(text);
    for (const place of [10, 70_000, 150_000, bytes.length - 4]) {
      const broken = bytes.slice();
      broken[place] = 0xff;
      await expect(read(broken), `${place}`).rejects.toThrow("not valid JSON");
      await expect(read(bytes.slice(0, place)), `${place}`).rejects.toThrow("not valid JSON");
    }
  });
});

describe("an answer", () => {
  test.each(COMPANIES)("with %s is a problem of the kind %s", async (_what, problem, respond) => {
    await using server = await serve(respond);
    const error = await errorOf(server.client().getCompany());
    expect(error).toBeInstanceOf(ProtocolError);
    expect(error).toMatchObject({ problem, name: "ProtocolError" });
    expect(server.arrived).toHaveLength(1);
  });

  test("that a gateway gives with 502 is asked for again, a bounded number of times", async () => {
    await using server = await serve(send(502, "text/html", "Bad gateway"));
    const error = await errorOf(server.client({ retries: 2 }).getCompany());
    expect(error).toMatchObject({ problem: "content_type", status: 502, requestId: "req_9" });
    expect(server.arrived).toHaveLength(3);
  });

  test("that is larger than the bound is not kept, whether it says its length or not (CLNT-005)", async () => {
    const large = JSON.stringify({ ...COMPANY, name: "x".repeat(5_000) });
    await using server = await serve((_request, response, count) => {
      response.writeHead(200, {
        "content-type": "application/json",
        ...(count === 0 ? { "content-length": large.length } : {}),
      });
      response.end(large);
    });
    const client = server.client({ maxBodyBytes: 4_000 });
    for (let count = 0; count < 2; count += 1)
      expect(await errorOf(client.getCompany())).toMatchObject({ problem: "size", status: 200 });
    expect(await server.client({ maxBodyBytes: 6_000 }).getCompany()).toMatchObject(COMPANY);
  });

  test("whose body never ends is given up at the bound", async () => {
    await using server = await serve((_request, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const more = (): void => {
        while (!response.destroyed && response.write(" ".repeat(10_000)));
        response.once("drain", more);
      };
      more();
    });
    expect(await errorOf(server.client({ maxBodyBytes: 100_000 }).getCompany())).toMatchObject({
      problem: "size",
    });
  });

  test("whose body stalls is given up at the timeout, and so is one that never begins", async () => {
    await using server = await serve((_request, response, count) => {
      if (count > 0) return;
      response.writeHead(200, { "content-type": "application/json" });
      response.write('{"object":');
    });
    const client = server.client({ timeoutMs: 100, retries: 0 });
    for (let count = 0; count < 2; count += 1)
      expect(await errorOf(client.getCompany())).toBeInstanceOf(TimeoutError);
    expect(server.arrived).toHaveLength(2);
  });

  test("is given up at the timeout even if fetch ignores its signal", async () => {
    const never = (): Promise<Response> => new Promise(() => {});
    await using server = await serve(() => {});
    const client = server.client({ fetch: never, timeoutMs: 50, retries: 1 });
    expect(await errorOf(client.getCompany())).toBeInstanceOf(TimeoutError);
    const body = new ReadableStream({ pull: () => new Promise(() => {}) });
    const stalled = async (): Promise<Response> =>
      new Response(body, { headers: { "content-type": "application/json" } });
    const other = server.client({ fetch: stalled, timeoutMs: 50, retries: 0 });
    expect(await errorOf(other.getCompany())).toBeInstanceOf(TimeoutError);
  });

  test("that breaks off is a failed connection", async () => {
    await using server = await serve((_request, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": 100 });
      response.write("{");
      setTimeout(() => response.destroy(), 20);
    });
    const error = await errorOf(server.client({ retries: 1 }).getCompany());
    expect(error).toBeInstanceOf(ConnectionError);
    expect(server.arrived).toHaveLength(2);
  });
});

describe("a redirect", () => {
  test.each([301, 302, 303, 307, 308])(
    "%i is refused, and the key is sent nowhere else (CLNT-003)",
    async (status) => {
      await using other = await serve((_request, response) => json(response, 200, COMPANY));
      await using server = await serve((_request, response) => {
        response.writeHead(status, { location: `${other.origin}/stolen` }).end();
      });
      const error = await errorOf(server.client().getCompany());
      expect(error).toMatchObject({ problem: "redirect", status });
      expect(other.arrived).toEqual([]);
      expect(server.arrived).toHaveLength(1);
    },
  );

  test("that a browser makes opaque is refused too", async () => {
    await using server = await serve(() => {});
    const opaque = { type: "opaqueredirect", status: 0, headers: new Headers(), body: null };
    const client = server.client({ fetch: async () => opaque as unknown as Response });
    expect(await errorOf(client.getCompany())).toMatchObject({ problem: "redirect", status: 0 });
  });
});

describe("a list", () => {
  const ENVELOPES: readonly (readonly [string, unknown])[] = [
    ["without data", { object: "list", has_more: false, next_cursor: null }],
    ["of another kind", { ...page([], null), object: "page" }],
    ["that is an array", []],
    ["without has_more", { object: "list", data: [] }],
    ["with more and no cursor", { ...page([], "a"), next_cursor: null }],
    ["with more and an empty cursor", page([], "")],
    ["with a cursor and no more", { ...page([], null), next_cursor: "a" }],
    ["with a number as cursor", { ...page([], "a"), next_cursor: 7 }],
  ];

  test.each(ENVELOPES)("%s is none", async (_what, body) => {
    await using server = await serve((_request, response) => json(response, 200, body));
    const client = server.client();
    expect(await errorOf(client.listAccounts().all())).toMatchObject({ problem: "envelope" });
    expect(await errorOf(client.raw.listAccounts())).toMatchObject({ problem: "envelope" });
  });

  test("that has no pages needs no cursor, but data", async () => {
    await using server = await serve((_request, response, count) =>
      json(response, 200, count === 0 ? { object: "list", data: [{ id: "cat_1" }] } : { object: "list" }),
    );
    const client = server.client();
    expect(await client.listCategories().all()).toEqual([{ id: "cat_1" }]);
    expect(await errorOf(client.listCategories().all())).toMatchObject({ problem: "envelope" });
  });

  test.each([
    ["repeats itself", ["a", "a"], 2],
    ["leads back to the first page", ["a", "b", "c", "a"], 4],
    ["runs in a circle behind the beginning", ["a", "b", "c", "b"], 4],
  ])("whose cursor %s ends with an error", async (_what, cursors, requests) => {
    await using server = await serve((_request, response, count) =>
      json(response, 200, page([{ id: `acct_${count}` }], cursors[count % cursors.length] ?? "")),
    );
    const error = await errorOf(server.client().listAccounts().all());
    expect(error).toMatchObject({ problem: "cursor" });
    expect(server.arrived).toHaveLength(requests);
  });

  test("that begins at a cursor and comes back to it ends with an error", async () => {
    await using server = await serve((_request, response) => json(response, 200, page([], "start")));
    const error = await errorOf(server.client().listAccounts({ starting_after: "start" }).all());
    expect(error).toMatchObject({ problem: "cursor" });
    expect(server.arrived).toHaveLength(1);
  });

  test("of endless pages ends at the bound, which a call may set", async () => {
    await using server = await serve((_request, response, count) =>
      json(response, 200, page([{ id: `acct_${count}` }], `cursor_${count}`)),
    );
    const client = server.client({ maxPages: 5 });
    expect(await errorOf(client.listAccounts().all())).toMatchObject({ problem: "pages" });
    expect(server.arrived).toHaveLength(5);
    const three = client.listAccounts({}, { maxPages: 3 });
    expect(await errorOf(three.all())).toMatchObject({ problem: "pages" });
    expect(server.arrived).toHaveLength(8);
  });
});

describe("the address", () => {
  test.each(["ftp://books.example", "http://user:secret@books.example", "nothing", "data:text/plain,a"])(
    "%s is refused",
    async (baseUrl) => {
      await using server = await serve(() => {});
      expect(() => server.client({ baseUrl })).toThrow(TypeError);
    },
  );

  test("a key with other characters is refused without being repeated", async () => {
    await using server = await serve(() => {});
    for (const key of ["svc_secret\n", "", "svc_secrét"])
      expect(() => server.client({ key })).toThrow(/^(?!.*secr).*$/s);
  });

  test("no id leads to another operation", async () => {
    await using server = await serve((_request, response) => json(response, 200, COMPANY));
    const client = server.client();
    for (const id of ["", ".", ".."]) expect(() => client.getTransaction(id)).toThrow(TypeError);
    await errorOf(client.getTransaction("../company?a=b#c"));
    expect(server.arrived.map(({ url }) => url.pathname)).toEqual([
      expect.stringMatching(/\.\.%2Fcompany%3Fa%3Db%23c$/),
    ]);
  });
});
