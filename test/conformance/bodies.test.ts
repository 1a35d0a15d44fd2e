/**
 * Bodies of requests: for every operation according to its card, and in more detail for operations that exist
 * only in tests.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Operation } from "../../src/contract/operation.ts";
import { LIMITS } from "@daybook/words/limits";
import type { TestCompany } from "../support/app.ts";
import { testOperations } from "../support/cards.ts";
import type { RequestOptions } from "../support/http.ts";
import { sendRaw } from "../support/raw.ts";
import { uncountedOf } from "../support/state.ts";
import { everyDoor } from "./doors.ts";
import { ORDINARY } from "./ordinary.ts";
import { goodOptions, goodTarget, withoutUsage } from "./requests.ts";

const http = await everyDoor();
const operations: readonly Operation[] = http.bound.map(({ operation }) => operation);
const handled: string[] = [];
const server = await http.serve({
  operations: [...http.bound, ...testOperations(http.app, (name) => handled.push(name))],
});
const company = await http.company(ORDINARY);
const { key } = company;
const INVALID = { status: 400, code: "invalid_request", type: "invalid_request_error" };
const JSON_TYPE = "application/json";

beforeEach(() => {
  handled.length = 0;
});

type Body = NonNullable<RequestOptions["body"]>;

function rename(body: Body, type: string | null = JSON_TYPE, of: TestCompany = company): RequestOptions {
  return { key: of.key, method: "POST", body, headers: type === null ? {} : { "content-type": type } };
}

/** Fails if a handler ran or the company changed since the test began. */
async function expectNothingChanged(): Promise<void> {
  expect(handled).toEqual([]);
  expect(await company.read("/company")).toMatchObject({ name: company.bundle.company.name });
}

/** Returns digests of the company's complete state, except for the count of its requests. */
const books = () => uncountedOf(http.app, company.id);

/** Bodies that are no JSON object; those that are nested without end have `depth` levels. */
const malformed = (depth: number): readonly (readonly [string, Body])[] => [
  ["nothing", ""],
  ["a blank", " \n "],
  ["half of an object", '{"name":"x"'],
  ["two objects", '{"name":"x"}{"name":"y"}'],
  ["a comma too many", '{"name":"x",}'],
  ["single quotes", "{'name':'x'}"],
  ["a comment", '{"name":"x"} // y'],
  ["form fields", "name=x"],
  ["NaN", '{"name":"x","copies":NaN}'],
  ["a raw control character", '{"name":"a\u0001"}'],
  [
    "Latin-1",
    new Uint8Array([...new TextEncoder().encode('{"name":"'), 0xe9, ...new TextEncoder().encode('"}')]),
  ],
  ["UTF-16", new Uint8Array(Buffer.from('\ufeff{"name":"x"}', "utf16le"))],
  [
    "overlong UTF-8",
    new Uint8Array([...new TextEncoder().encode('{"name":"'), 0xc0, 0xaf, ...new TextEncoder().encode('"}')]),
  ],
  ["compressed bytes", new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0])],
  ["brackets without end", "[".repeat(depth)],
  ["braces without end", '{"a":'.repeat(depth * 0.3)],
  ["brackets without end around NUL", `${"[".repeat(depth)}"\\u0000"${"]".repeat(depth)}`],
  ["an array", '[{"name":"x"}]'],
  ["a text", '"name"'],
  ["a number", "7"],
  ["null", "null"],
  ["true", "true"],
];
/** As deep as a body may be long, which takes each of them a tenth of a second to read. */
const DEEPEST = malformed(500_000);
/** Beyond every bound of nesting, for each of many operations that read bodies by the same code. */
const DEEP = malformed(4_000);

describe("an operation that takes JSON", () => {
  test("accepts an object with its fields", async () => {
    const other = await http.company();
    for (const type of [
      JSON_TYPE,
      "application/json; charset=utf-8",
      "APPLICATION/JSON",
      "application/json ;x=y",
    ]) {
      const name = `Named with ${type}`;
      expect(
        (
          await server.send(
            "/test/renamings",
            rename(JSON.stringify({ name, reason: null, copies: 2 }), type, other),
          )
        ).body,
      ).toEqual({ object: "renaming", name });
      expect(await other.read("/company")).toMatchObject({ name });
    }
    const marked = new Uint8Array([
      0xef,
      0xbb,
      0xbf,
      ...new TextEncoder().encode('{"name":"Ünal & Söhne, 日本 💰"}'),
    ]);
    expect((await server.send("/test/renamings", rename(marked, JSON_TYPE, other))).status).toBe(201);
    expect(await other.read("/company")).toMatchObject({ name: "Ünal & Söhne, 日本 💰" });
  });

  test.each(DEEPEST)("refuses %s, and changes nothing (GEN-054)", async (_what, body) => {
    expect(await server.refusal("/test/renamings", rename(body))).toMatchObject(INVALID);
    await expectNothingChanged();
  });

  test("refuses an unknown field before any other fault (GEN-055)", async () => {
    for (const [body, param] of [
      ['{"name":"x","nickname":"y"}', "nickname"],
      ['{"nickname":"y"}', "nickname"],
      ['{"name":5,"Name":"x"}', "Name"],
      ['{"name":"x","__proto__":{"admin":true}}', "__proto__"],
      ['{"name":"x","constructor":1}', "constructor"],
      ['{"name":"x","toString":1}', "toString"],
      ['{"name":"x","company_id":"comp_other"}', "company_id"],
      ['{"name":"x","dry_run":true}', "dry_run"],
    ] as const) {
      expect([body, await server.refusal("/test/renamings", rename(body))]).toMatchObject([
        body,
        { ...INVALID, param },
      ]);
    }
    await expectNothingChanged();
  });

  test("refuses a duplicate member, and a number that would lose digits, with the name of the field", async () => {
    for (const [body, param] of [
      ['{"name":"x","name":"x"}', "name"],
      ['{"name":"x","copies":1,"na\\u006de":"y"}', "name"],
      ['{"name":"x","reason":{"a":1,"a":1}}', "reason"],
      ['{"name":"x","copies":1.0000000000000001}', "copies"],
      ['{"name":"x","copies":9007199254740993}', "copies"],
      ['{"name":"x","copies":1e400}', "copies"],
      ['{"name":"x","copies":2e-400}', "copies"],
      [`{"name":"x","reason":${"[".repeat(150)}${"]".repeat(150)}}`, "reason"],
      ['{"nickname":1,"nickname":2}', "nickname"],
    ] as const) {
      expect([body, await server.refusal("/test/renamings", rename(body))]).toMatchObject([
        body,
        { ...INVALID, param },
      ]);
    }
    await expectNothingChanged();
    const other = await http.company();
    for (const copies of ["1.0", "2e0", "20E-1", "1.000000000000000000000"]) {
      expect([
        copies,
        (await server.send("/test/renamings", rename(`{"name":"name","copies":${copies}}`, JSON_TYPE, other)))
          .status,
      ]).toEqual([copies, 201]);
    }
  });

  test("repeats only the beginning of a long unknown field in its message", async () => {
    const refusal = await server.refusal(
      "/test/renamings",
      rename(JSON.stringify({ name: "x", ["y".repeat(900_000)]: 1 })),
    );
    expect(refusal).toMatchObject(INVALID);
    expect(JSON.stringify(refusal).length).toBeLessThan(1_000);
    await expectNothingChanged();
  });

  test("refuses an invalid value with the name of its field, and a missing field as missing", async () => {
    for (const [body, param] of [
      [{ name: 5 }, "name"],
      [{ name: null }, "name"],
      [{ name: ["x"] }, "name"],
      [{ name: "" }, "name"],
      [{ name: "x".repeat(101) }, "name"],
      [{ name: "x", reason: 1 }, "reason"],
      [{ name: "x", reason: { deep: [[[]]] } }, "reason"],
      [{ name: "x", copies: "1" }, "copies"],
      [{ name: "x", copies: 1.5 }, "copies"],
      [{ name: "x", copies: 0 }, "copies"],
    ] as const) {
      expect([body, await server.refusal("/test/renamings", rename(body))]).toMatchObject([
        body,
        { ...INVALID, param },
      ]);
    }
    expect(await server.refusal("/test/renamings", rename('{"name":"x","copies":1e999}'))).toMatchObject({
      ...INVALID,
      param: "copies",
    });
    expect(await server.refusal("/test/renamings", rename({}))).toMatchObject({
      status: 400,
      code: "parameter_missing",
      param: "name",
    });
    await expectNothingChanged();
  });

  test("refuses text that can't be stored unchanged: NUL and lone surrogates", async () => {
    for (const text of [
      String.raw`a\u0000b`,
      String.raw`\ud800`,
      String.raw`x\udc00\ud800y`,
      String.raw`\uDBFF`,
    ]) {
      expect([text, await server.refusal("/test/renamings", rename(`{"name":"${text}"}`))]).toMatchObject([
        text,
        INVALID,
      ]);
    }
    await expectNothingChanged();
    const other = await http.company();
    expect(
      (
        await server.send(
          "/test/renamings",
          rename(String.raw`{"name":"\ud83d\udcb0 and \\u0000"}`, JSON_TYPE, other),
        )
      ).body,
    ).toEqual({ object: "renaming", name: String.raw`💰 and \u0000` });
  });

  test("refuses another media type, and a missing one", async () => {
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/jsonp",
      "application/json-patch+json",
      "text/json",
      "nonsense",
      "",
    ]) {
      expect([
        type,
        await server.refusal("/test/renamings", rename(JSON.stringify({ name: "x" }), type)),
      ]).toMatchObject([type, INVALID]);
    }
    const answer = await sendRaw(
      server.address,
      `POST /api/v1/test/renamings HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\ncontent-length: 12\r\n\r\n{"name":"x"}`,
    );
    expect([answer.statuses, answer.json]).toMatchObject([[400], { error: { code: "invalid_request" } }]);
    await expectNothingChanged();
  });

  test("refuses a body larger than the limit, whether or not its length is stated", async () => {
    const body = JSON.stringify({ name: "x", reason: "y".repeat(LIMITS.json_body_bytes.value) });
    expect(await server.refusal("/test/renamings", rename(body))).toMatchObject({
      ...INVALID,
      message: expect.stringContaining(String(LIMITS.json_body_bytes.value)),
    });
    const head = `POST /api/v1/test/renamings HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\n`;
    const stated = await sendRaw(server.address, `${head}content-length: 99999999999\r\n\r\n{`);
    expect([stated.statuses, stated.json]).toMatchObject([[400], { error: { code: "invalid_request" } }]);
    const chunk = `${(65_536).toString(16)}\r\n${"y".repeat(65_536)}\r\n`;
    const unstated = await sendRaw(
      server.address,
      `${head}transfer-encoding: chunked\r\n\r\n${chunk.repeat(17)}0\r\n\r\n`,
    );
    expect([unstated.statuses, unstated.json]).toMatchObject([[400], { error: { code: "invalid_request" } }]);
    await expectNothingChanged();
    const fits = await http.company();
    expect(
      (
        await server.send(
          "/test/renamings",
          rename(
            JSON.stringify({ name: "x", reason: "y".repeat(LIMITS.json_body_bytes.value - 30) }),
            JSON_TYPE,
            fits,
          ),
        )
      ).status,
    ).toBe(201);
  });

  test("refuses unknown parameters in the query", async () => {
    for (const [query, param] of [
      ["dry_run=true", "dry_run"],
      ["name=x", "name"],
      ["a%20b=1", "a b"],
      ["x[]=1", "x[]"],
      ["__proto__=1", "__proto__"],
    ] as const) {
      expect(await server.refusal(`/test/renamings?${query}`, rename({ name: "x" }))).toMatchObject({
        ...INVALID,
        param,
      });
    }
    await expectNothingChanged();
  });
});

describe("an operation that takes no body", () => {
  test("refuses any body (GEN-067)", async () => {
    for (const body of ["{}", " ", "null", "\0", '{"version":1}', new Uint8Array([0])]) {
      for (const type of [JSON_TYPE, "text/plain", "application/octet-stream"]) {
        expect([
          body,
          type,
          await server.refusal("/test/names/x", {
            key,
            method: "DELETE",
            body,
            headers: { "content-type": type },
          }),
        ]).toMatchObject([body, type, INVALID]);
      }
    }
    await expectNothingChanged();
    const chunked = await sendRaw(
      server.address,
      `DELETE /api/v1/test/names/x HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\ntransfer-encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n`,
    );
    expect([chunked.statuses, chunked.json]).toMatchObject([[400], { error: { code: "invalid_request" } }]);
    await expectNothingChanged();
  });

  test("accepts a request without a body, also with headers for one", async () => {
    const other = await http.company();
    for (const head of [
      "",
      "content-length: 0\r\n",
      "content-type: application/json\r\n",
      "content-type: application/json\r\ncontent-length: 0\r\n",
    ]) {
      const answer = await sendRaw(
        server.address,
        `DELETE /api/v1/test/names/x HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${other.key}\r\nconnection: close\r\n${head}\r\n`,
      );
      expect([head, answer.statuses]).toEqual([head, [204]]);
    }
  });
});

describe("an operation's body", () => {
  let before: Awaited<ReturnType<typeof books>>;
  beforeAll(async () => {
    before = await books();
  });
  // Reading all tables takes as long as many requests, so it is done once for all refusals of an operation.
  const expectSame = async () => expect(await books()).toEqual(before);

  describe.each(operations.filter(({ body }) => body.mode === "json"))(
    "$method $path, which takes JSON,",
    (operation) => {
      const { method } = operation;
      const target = goodTarget(operation);
      const { headers = {} } = goodOptions(operation);

      afterAll(expectSame);

      test("refuses a body that is not a JSON object, and changes nothing (GEN-054)", async () => {
        const mayBeLeftOut = operation.body.mode === "json" && operation.body.optional;
        for (const [what, body] of DEEP.filter(([, sent]) => sent !== "" || !mayBeLeftOut)) {
          expect([
            what,
            await http.refusal(target, {
              key,
              method,
              body,
              headers: { ...headers, "content-type": JSON_TYPE },
            }),
          ]).toMatchObject([what, INVALID]);
        }
      });

      test("refuses an unknown field among good ones, and changes nothing (GEN-055)", async () => {
        const fields = "schema" in operation.body ? operation.body.schema.properties : {};
        const names = ["nonsense", "company_id", "__proto__", "constructor", "dry_run"];
        for (const name of names.filter((each) => !Object.hasOwn(fields, each))) {
          const body = JSON.stringify(goodOptions(operation).body)
            .replace(/^\{/, `{${JSON.stringify(name)}:1,`)
            .replace(",}", "}");
          expect([
            name,
            await http.refusal(target, {
              key,
              method,
              body,
              headers: { ...headers, "content-type": JSON_TYPE },
            }),
          ]).toMatchObject([name, { ...INVALID, param: name }]);
        }
      });

      test("refuses another media type", async () => {
        for (const type of ["text/plain", "application/x-www-form-urlencoded", "text/json", ""]) {
          const body = JSON.stringify(goodOptions(operation).body);
          expect([
            type,
            await http.refusal(target, { key, method, body, headers: { ...headers, "content-type": type } }),
          ]).toMatchObject([type, INVALID]);
        }
      });
    },
  );

  describe.each(operations.filter(({ body }) => body.mode === "none"))(
    "$method $path, which takes no body,",
    (operation) => {
      const { method } = operation;
      const target = goodTarget(operation);

      afterAll(expectSame);

      test("refuses any body, and changes nothing (GEN-067)", async () => {
        for (const body of ["{}", " ", "null", "\0", '{"version":1}', new Uint8Array([0])]) {
          for (const type of [JSON_TYPE, "text/plain", "application/octet-stream"]) {
            expect([
              body,
              type,
              await http.refusal(target, { key, method, body, headers: { "content-type": type } }),
            ]).toMatchObject([body, type, INVALID]);
          }
          const text = Buffer.from(body).toString("latin1");
          const untyped = await sendRaw(
            http.address,
            `${method} /api/v1${target} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\ncontent-length: ${text.length}\r\n\r\n${text}`,
          );
          expect([untyped.statuses, untyped.json]).toMatchObject([
            [400],
            { error: { code: "invalid_request" } },
          ]);
        }
      });
    },
  );
});

describe("a read", () => {
  test.each(operations.filter(({ body }) => body.mode === "ignored"))(
    "$path ignores a body",
    async (operation) => {
      const plain = await http.send(goodTarget(operation), { key });
      const [path, method] = [`/api/v1${goodTarget(operation)}`, operation.method];
      for (const body of ["{}", "{", "x".repeat(5_000)]) {
        const answer = await sendRaw(
          http.address,
          `${method} ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
        );
        expect(answer.statuses).toEqual([200]);
        expect(withoutUsage(JSON.stringify(answer.json))).toBe(withoutUsage(JSON.stringify(plain.body)));
      }
    },
  );

  test("refuses a body whose stated length is over the limit, after the other checks of the head", async () => {
    const head = (of: string, length: number) =>
      `GET /api/v1/company HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${of}\r\ncontent-length: ${length}\r\n\r\n`;
    const large = LIMITS.json_body_bytes.value + 1;
    const refused = await sendRaw(http.address, `${head(key, large)}x`);
    expect([refused.statuses, refused.json]).toMatchObject([
      [400],
      {
        error: {
          code: "invalid_request",
          message: expect.stringContaining(String(LIMITS.json_body_bytes.value)),
        },
      },
    ]);
    expect((await sendRaw(http.address, `${head("svc_none", large)}x`)).statuses).toEqual([401]);
    expect((await sendRaw(http.address, `${head(key, large - 1)}${"x".repeat(large - 1)}`)).statuses).toEqual(
      [200],
    );
  });
});
