/**
 * The client against the cards: it has a function for each operation and no other, which sends the same
 * request as the good one of the conformance tests, and the service carries it out. Its code and its tests
 * name no path of an operation.
 */
import * as client from "@daybook/client";
import { createClient } from "@daybook/client";
import { describe, expect, test } from "vitest";
import { API_ROOT, keyUse, type Operation } from "../../src/contract/operation.ts";
import { ERRORS } from "../../src/core/errors.ts";
import { testApp } from "../support/app.ts";
import { filesOf, textOf } from "../tidy/tree.ts";
import { ORDINARY } from "./ordinary.ts";
import { goodOptions, goodTarget } from "./requests.ts";

const http = await testApp();
const operations: readonly Operation[] = http.app.operations.map(({ operation }) => operation);
const company = await http.company(ORDINARY);

interface Sent {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: unknown;
  readonly status: number;
}

/** Sends with the runtime's own fetch, and records what was sent. */
function recording(sent: Sent[]): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const { method = "", headers, body } = init ?? {};
    const url = new URL(input instanceof Request ? input.url : input);
    sent.push({ url, method, headers: new Headers(headers), body, status: response.status });
    return response;
  };
}

/** The arguments of a function that make this request: parameters of the path, then the query or the body. */
function argumentsOf({ path, query, body }: Operation, target: string, given: object | undefined): unknown[] {
  const url = new URL(target, "http://server");
  const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, "([^/]+)")}$`);
  const inPath = (pattern.exec(url.pathname)?.slice(1) ?? []).map(decodeURIComponent);
  const names = [...new Set(url.searchParams.keys())];
  const inQuery = Object.fromEntries(
    names.map((name) => {
      const values = url.searchParams.getAll(name);
      return name.endsWith("[]") ? [name.slice(0, -2), values] : [name, values[0]];
    }),
  );
  const inBody = given instanceof FormData ? Object.fromEntries(given) : given;
  return [
    ...inPath,
    ...(Object.keys(query).length > 0 ? [inQuery] : []),
    ...("schema" in body ? [inBody] : []),
  ];
}

type Operations = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;

describe("the client", () => {
  test("has the cards' operations, and its own tasks", () => {
    const { raw, ...functions } = createClient({ baseUrl: http.address, key: "svc_any" });
    const ids = operations.map(({ id }) => id).toSorted();
    const tasks = ["download", "exportReport", "putFile", "uploadBankFile", "uploadFile"];
    expect(Object.keys(raw).toSorted()).toEqual(ids);
    expect(Object.keys(functions).toSorted()).toEqual([...ids, ...tasks].toSorted());
  });

  test.each(operations)("sends the good request of $id", async (operation) => {
    const sent: Sent[] = [];
    const { raw, ...functions } = createClient({
      baseUrl: http.address,
      key: company.key,
      fetch: recording(sent),
      retries: 0,
    });
    const target = goodTarget(operation);
    const { body, headers } = goodOptions(operation);
    const args = argumentsOf(operation, target, body);
    // So that good requests of exports never reach the limit of unfinished ones.
    const idempotencyKey = headers?.["idempotency-key"];
    const options = idempotencyKey === undefined ? [] : [{ idempotencyKey }];
    const isList = operation.paging.kind !== "none";
    if (isList) {
      const list = (functions as unknown as Operations)[operation.id]?.(...args) as client.List<
        unknown,
        { readonly data: readonly unknown[] }
      >;
      expect((await list.first()).data).toEqual(expect.any(Array));
    } else {
      const answer = await (raw as unknown as Operations)[operation.id]?.(...args, ...options);
      expect(answer).toMatchObject({ status: operation.success.status });
    }
    expect(sent).toHaveLength(1);
    const [request] = sent;
    const wanted = new URL(`${API_ROOT}${target}`, http.address);
    const parameters = new URLSearchParams(wanted.searchParams);
    if (operation.paging.kind === "cursor") parameters.append("limit", "500");
    const sorted = (search: URLSearchParams): string[] =>
      [...search].map((pair) => pair.join("=")).toSorted();
    expect(request?.url.pathname).toBe(wanted.pathname);
    expect(sorted(request?.url.searchParams ?? new URLSearchParams())).toEqual(sorted(parameters));
    expect([request?.method, request?.status]).toEqual([operation.method, operation.success.status]);
    expect(request?.headers.has("idempotency-key")).toBe(keyUse(operation) !== "unused");
    if (body instanceof FormData) expect(request?.body).toBeInstanceOf(FormData);
    else expect(request?.body).toBe(body === undefined ? undefined : JSON.stringify(body));
  });

  test("has a class for each error code, with which the service's refusals come", async () => {
    const exported = client as unknown as Readonly<Record<string, new (...args: unknown[]) => Error>>;
    for (const [code, { status }] of Object.entries(ERRORS)) {
      const Class = client.ERROR_CLASSES[code as client.ErrorCode];
      const error = new Class(status, { type: "t", code, message: "m" }, null);
      expect(error).toBeInstanceOf(client.ApiError);
      expect([error.name, Class]).toEqual([Class.name, exported[Class.name]]);
    }
    expect(Object.keys(client.ERROR_CLASSES).toSorted()).toEqual(Object.keys(ERRORS).toSorted());
    const { getTransaction, getCompany } = createClient({ baseUrl: http.address, key: company.key });
    await expect(getTransaction("txn_nobodys")).rejects.toBeInstanceOf(client.ResourceMissingError);
    const stranger = createClient({ baseUrl: http.address, key: "svc_stranger" });
    await expect(stranger.getCompany()).rejects.toMatchObject({
      constructor: client.InvalidApiKeyError,
      status: 401,
      docUrl: expect.stringContaining("invalid_api_key"),
      requestId: expect.stringMatching(/^req_/),
    });
    expect(await getCompany()).toMatchObject({ id: company.id });
  });

  test("names no path of an operation, in its code and in its tests", () => {
    const beginnings = [...new Set(operations.map(({ path }) => `/${path.split("/")[1]}`))];
    const ours = filesOf([".ts"], "client").filter((path) => !path.startsWith("client/src/generated/"));
    const found = ours.flatMap((path) =>
      beginnings
        .filter((beginning) => new RegExp(`["'\`}]${beginning}\\b`).test(textOf(path)))
        .map((beginning) => `${path}: ${beginning}`),
    );
    expect(found).toEqual([]);
    expect(ours.length).toBeGreaterThan(10);
    for (const path of ours) expect(textOf(path)).not.toContain(`"${API_ROOT}`);
  });
});
