/** Variants of good requests (headers, parameters, methods, paths), tested for every operation. */
import { describe, expect, test } from "vitest";
import type { Operation } from "../../src/contract/operation.ts";
import { cr, dr, voucher } from "../support/bundle.ts";
import { exchange } from "../support/exchange.ts";
import { everyDoor } from "./doors.ts";
import { ORDINARY } from "./ordinary.ts";
import { goodOptions, goodTarget, withoutUsage, withQuery } from "./requests.ts";

const http = await everyDoor();
const operations: readonly Operation[] = http.bound.map(({ operation }) => operation);
const company = await http.company(ORDINARY);
const { key } = company;
/** Only reads give the same answer each time. */
const reads = operations.filter(({ hints }) => hints.readOnly);
const MISSING = { status: 404, type: "invalid_request_error", code: "resource_missing" };

describe.each(operations)("$method $path", (operation) => {
  test("answers its good request with the status of its card and the common headers", async () => {
    const answer = await http.send(goodTarget(operation), { key, ...goodOptions(operation) });
    expect(answer.status).toBe(operation.success.status);
    if (answer.status === 204) {
      expect([answer.text, answer.headers.get("content-type")]).toEqual(["", null]);
      return;
    }
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("content-length")).toBe(String(Buffer.byteLength(answer.text)));
  });

  test(`answers JSON for every Accept header, and ${operation.unknownQuery === "ignored" ? "ignores" : "refuses"} unknown parameters`, async () => {
    for (const [query, accept] of [
      ["nonsense=1", "text/html"],
      ["__proto__=x", "application/xml;q=0.9"],
      ["constructor[prototype]=1", "image/*, */*;q=0"],
      ["company_id=comp_other", ""],
      ["page=2&offset=7", "nonsense"],
      ["sort=-date", "text/html"],
      ["%F0%9F%92%B0=1", "*/*"],
    ] as const) {
      const { headers = {}, ...options } = goodOptions(operation);
      const answer = await http.send(withQuery(goodTarget(operation), query), {
        key,
        ...options,
        headers: { ...headers, accept },
      });
      expect([query, answer.status]).toEqual([
        query,
        operation.unknownQuery === "ignored" ? operation.success.status : 400,
      ]);
      if (answer.status !== 204)
        expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    }
  });

  test("is missing with another method", async () => {
    const target = goodTarget(operation);
    // A fixed part of the path for one method may be an id for another method.
    const existing = operations
      .filter(({ path }) =>
        new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(target.split("?")[0] ?? ""),
      )
      .map(({ method }) => method as string);
    for (const other of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"].filter(
      (name) => !existing.includes(name),
    )) {
      const answer = await exchange(`${http.address}/api/v1${target}`, { key, method: other });
      expect([other, { status: answer.status, ...(answer.body as { error: object }).error }]).toEqual([
        other,
        { ...MISSING, message: expect.any(String), doc_url: expect.any(String) },
      ]);
      const unknown = await exchange(`${http.address}/api/v1${target}`, { key: null, method: other });
      expect(unknown.status).toBe(401);
    }
  });

  test("is missing under a similar path", async () => {
    const target = goodTarget(operation);
    const [path = "", goodQuery = ""] = target.split("?");
    // A GET may refuse parameters that another method accepts.
    const query = operation.method === "GET" ? goodQuery : "";
    const upper = operation.path.replaceAll(/[a-z]+/g, (word) => word.toUpperCase());
    // Sent with GET, because DELETE might accept a similar path as another record's.
    for (const other of [
      `${path}/`,
      `/${path}`,
      `${path}.json`,
      `${path}/extra`,
      upper,
      path.replaceAll("_", "-"),
    ].filter((each) => each !== path && each !== operation.path)) {
      const answer = await exchange(`${http.address}/api/v1${other}?${query}`, { key });
      // Some operations check the form of an id first and answer 400.
      const asId = operations.some(
        (each) =>
          each.method === "GET" &&
          each.pathParams["id"]?.errors.includes("invalid_request") &&
          new RegExp(`^${each.path.replace("{id}", "[^/]*")}$`).test(other),
      );
      expect([
        other,
        asId && answer.status === 400 ? 404 : answer.status,
        answer.headers.get("location"),
      ]).toEqual([other, 404, null]);
    }
    for (const root of ["", "/api", "/api/v2", "/v1", "/API/V1"]) {
      expect([root, (await exchange(`${http.address}${root}${target}`, { key })).status]).toEqual([
        root,
        404,
      ]);
    }
  });
});

describe.each(reads)("$method $path, a read,", (operation) => {
  const target = goodTarget(operation);
  const options = { key, ...goodOptions(operation) };

  test("gives the same bytes for every Accept header and with unknown parameters", async () => {
    const read = async (asked: string, headers = {}) =>
      withoutUsage((await http.send(asked, { ...options, headers })).text);
    const plain = await read(target);
    expect(await read(target, { accept: "text/html" })).toBe(plain);
    const unknown =
      operation.unknownQuery === "ignored"
        ? ["nonsense=1", "company_id=comp_other", "page=2&offset=7", "sort=-date"]
        : [];
    for (const query of unknown)
      expect(await read(withQuery(target, query), { accept: "nonsense" })).toBe(plain);
  });
});

describe.each(operations.filter(({ method }) => method === "GET"))("HEAD $path", (operation) => {
  test("is answered as GET, without the body", async () => {
    for (const [target, owner] of [
      [goodTarget(operation), key],
      [withQuery(goodTarget(operation), "limit=0&date=x&start_date=x"), key],
      [goodTarget(operation), "svc_nobody"],
    ] as const) {
      const got = await exchange(`${http.address}/api/v1${target}`, { key: owner });
      const head = await exchange(`${http.address}/api/v1${target}`, { key: owner, method: "HEAD" });
      expect([head.status, head.text]).toEqual([got.status, ""]);
      expect(head.headers.get("content-length")).toBe(String(Buffer.byteLength(got.text)));
      expect(head.headers.get("content-type")).toBe(got.headers.get("content-type"));
    }
  });
});

describe("another company's ids", () => {
  test("answer exactly like unknown ids (AUTH-013, GEN-083)", async () => {
    const foreign = await http.company({
      categories: [
        ...company.bundle.categories,
        {
          id: "cat_theirs",
          name: "Theirs",
          account_type: "expense",
          parent_id: null,
          position: 50,
          cash_flow: null,
          created: 1,
        },
      ],
      departments: [
        ...company.bundle.departments,
        { id: "dept_theirs", name: "Theirs", parent_id: null, position: 50, assignable: true, created: 1 },
      ],
      journal: [
        ...company.bundle.journal,
        voucher(
          "2025-06-01",
          "Theirs",
          [dr("theirs", 1_00, { department: "theirs", merchant: "Theirs" }), cr("checking", 1_00)],
          { id: "vch_theirs", transaction_id: "txn_theirs" },
        ),
      ],
    });
    const pairs = [
      ["/journal_entries/je_theirs_1", "/journal_entries/je_nobodys_1"],
      ["/journal_entries?category_id=cat_theirs", "/journal_entries?category_id=cat_nobodys"],
      ["/journal_entries?department_id=dept_theirs", "/journal_entries?department_id=dept_nobodys"],
      ["/journal_entries?transaction_id=txn_theirs", "/journal_entries?transaction_id=txn_nobodys"],
      ["/journal_entries?starting_after=je_theirs_1", "/journal_entries?starting_after=je_nobodys_1"],
      ["/journal_entries?merchant=Theirs", "/journal_entries?merchant=Nobodys"],
      [
        "/aggregations/total?category_id=cat_theirs&start_date=2025-01-01&end_date=2025-12-31",
        "/aggregations/total?category_id=cat_nobodys&start_date=2025-01-01&end_date=2025-12-31",
      ],
      [
        "/aggregations/totals?category_ids[]=cat_theirs&start_date=2025-01-01&end_date=2025-12-31",
        "/aggregations/totals?category_ids[]=cat_nobodys&start_date=2025-01-01&end_date=2025-12-31",
      ],
      ["/parties/merchants?category_id=cat_theirs", "/parties/merchants?category_id=cat_nobodys"],
    ] as const;
    for (const [theirs, nobodys] of pairs) {
      const seen = await http.send(theirs, { key });
      const unknown = await http.send(nobodys, { key });
      expect([theirs, seen.status, seen.text.replaceAll(/theirs/gi, "nobodys")]).toEqual([
        theirs,
        unknown.status,
        unknown.text.replaceAll(/nobodys/gi, "nobodys"),
      ]);
      expect((await http.send(theirs, { key: foreign.key })).status).toBe(200);
    }
  });
});
