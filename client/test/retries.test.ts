/** What is sent again, when, and with which key: the retry rules of the API. */
import {
  ApiError,
  InvalidApiKeyError,
  MonthlyLimitExceededError,
  RateLimitExceededError,
  type Retry,
  RevisionConflictError,
} from "@daybook/client";
import { describe, expect, test } from "vitest";
import { COMPANY, json, refuse, serve } from "./server.ts";

const ACCOUNT = { object: "account", id: "acct_1" };
const NEW_ACCOUNT = { name: "Reserve", type: "savings" } as const;
const keysOf = (arrived: readonly { readonly headers: Readonly<Record<string, unknown>> }[]): unknown[] =>
  arrived.map(({ headers }) => headers["idempotency-key"]);

describe("a used-up burst", () => {
  test("is waited for, never less than Retry-After, for any operation (CLNT-001)", async () => {
    await using server = await serve((request, response, count) =>
      count % 2 === 0
        ? refuse(response, 429, "rate_limit_exceeded", { "retry-after": "1" })
        : json(response, 200, request.method === "GET" ? COMPANY : { object: "transaction" }),
    );
    const pauses: number[] = [];
    const client = server.client({ onRetry: ({ pauseMs }) => void pauses.push(pauseMs) });
    const before = performance.now();
    await client.getCompany();
    expect(performance.now() - before).toBeGreaterThanOrEqual(1_000);
    await client.editTransaction("txn_1", { memo: "Lunch" });
    expect(pauses).toHaveLength(2);
    for (const pauseMs of pauses) expect(pauseMs).toBeGreaterThanOrEqual(1_000);
    expect(server.arrived.map(({ method }) => method)).toEqual(["GET", "GET", "PATCH", "PATCH"]);
  });

  test("that lasts longer than the longest pause, or than the whole call may, is an error at once", async () => {
    await using server = await serve((_request, response) =>
      refuse(response, 429, "rate_limit_exceeded", { "retry-after": "30" }),
    );
    for (const options of [{ longestPauseMs: 20_000 }, { totalTimeoutMs: 20_000 }])
      await expect(server.client(options).getCompany()).rejects.toBeInstanceOf(RateLimitExceededError);
    expect(server.arrived).toHaveLength(2);
  });

  test("may be told by a date", async () => {
    await using server = await serve((_request, response, count) => {
      const at = new Date(Date.now() + 2_000).toUTCString();
      if (count === 0) response.writeHead(503, { "content-type": "text/html", "retry-after": at }).end();
      else json(response, 200, COMPANY);
    });
    const pauses: number[] = [];
    await server.client({ onRetry: ({ pauseMs }) => void pauses.push(pauseMs) }).getCompany();
    expect(pauses).toEqual([expect.any(Number)]);
    expect(pauses[0]).toBeGreaterThan(500);
  });
});

describe("a used-up month", () => {
  test.each([{}, { "retry-after": "1" }])("is never waited for (%o)", async (headers) => {
    await using server = await serve((_request, response) =>
      refuse(response, 429, "monthly_limit_exceeded", headers),
    );
    await expect(server.client().getCompany()).rejects.toBeInstanceOf(MonthlyLimitExceededError);
    await expect(server.client().createAccount(NEW_ACCOUNT)).rejects.toBeInstanceOf(
      MonthlyLimitExceededError,
    );
    expect(server.arrived).toHaveLength(2);
  });

  test("is known by the missing Retry-After too", async () => {
    await using server = await serve((_request, response) => refuse(response, 429, "another_limit"));
    await expect(server.client().getCompany()).rejects.toMatchObject({ code: "another_limit" });
    expect(server.arrived).toHaveLength(1);
  });
});

describe("a fault of the service", () => {
  test("is tried again with growing, partly random pauses, a bounded number of times", async () => {
    await using server = await serve((_request, response) => refuse(response, 503, "service_unavailable"));
    const retries: Retry[] = [];
    const client = server.client({
      firstPauseMs: 20,
      retries: 3,
      onRetry: (retry) => void retries.push(retry),
    });
    await expect(client.getCompany()).rejects.toMatchObject({ code: "service_unavailable", status: 503 });
    expect(server.arrived).toHaveLength(4);
    expect(retries.map(({ operation, attempt }) => `${operation} ${attempt}`)).toEqual([
      "getCompany 1",
      "getCompany 2",
      "getCompany 3",
    ]);
    for (const [index, { pauseMs }] of retries.entries()) {
      expect(pauseMs).toBeGreaterThanOrEqual(10 * 2 ** index);
      expect(pauseMs).toBeLessThanOrEqual(20 * 2 ** index);
    }
  });

  test("is tried again for a POST with the same key, and each call has a key of its own (CLNT-002)", async () => {
    await using server = await serve((_request, response, count) =>
      count % 3 === 2 ? json(response, 201, ACCOUNT) : refuse(response, 500, "internal_error"),
    );
    const client = server.client();
    await client.createAccount(NEW_ACCOUNT);
    await client.createAccount(NEW_ACCOUNT);
    const keys = keysOf(server.arrived);
    expect(keys).toHaveLength(6);
    expect(new Set(keys).size).toBe(2);
    expect(new Set(keys.slice(0, 3)).size).toBe(1);
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
    await client.createAccount(NEW_ACCOUNT, { idempotencyKey: "mine" });
    expect(keysOf(server.arrived.slice(6))).toEqual(["mine", "mine", "mine"]);
  });

  test.each([
    [
      "PATCH",
      (client: ReturnType<Awaited<ReturnType<typeof serve>>["client"]>) =>
        client.editTransaction("txn_1", {}),
    ],
    [
      "DELETE",
      (client: ReturnType<Awaited<ReturnType<typeof serve>>["client"]>) => client.deleteTransfer("txfr_1"),
    ],
    [
      "POST",
      (client: ReturnType<Awaited<ReturnType<typeof serve>>["client"]>) =>
        client.resendInvitation("invite_1"),
    ],
  ])("ends a %s without a key at once, also if the connection breaks", async (method, act) => {
    await using server = await serve((_request, response, count) => {
      if (count === 0) refuse(response, 500, "internal_error");
      else response.destroy();
    });
    await expect(act(server.client())).rejects.toMatchObject({ code: "internal_error" });
    await expect(act(server.client())).rejects.toMatchObject({ name: "ConnectionError" });
    expect(server.arrived.map((each) => each.method)).toEqual([method, method]);
    expect(keysOf(server.arrived)).toEqual([undefined, undefined]);
  });

  test("ends when the time for all attempts is over", async () => {
    await using server = await serve(() => {});
    const client = server.client({ timeoutMs: 60, totalTimeoutMs: 150, retries: 50 });
    await expect(client.getCompany()).rejects.toMatchObject({ name: "TimeoutError" });
    expect(server.arrived.length).toBeLessThan(5);
  });

  test("is not tried again if the caller says so", async () => {
    await using server = await serve((_request, response) => refuse(response, 500, "internal_error"));
    await expect(server.client().getCompany({ retries: 0 })).rejects.toBeInstanceOf(ApiError);
    expect(server.arrived).toHaveLength(1);
  });
});

describe("a refusal", () => {
  test.each([400, 401, 403, 404, 409, 422])("with %i is not tried again", async (status) => {
    await using server = await serve((_request, response) => refuse(response, status, "invalid_request"));
    await expect(server.client().getCompany()).rejects.toMatchObject({ status });
    expect(server.arrived).toHaveLength(1);
  });

  test("is an error of its own class, with all that it says and without the key", async () => {
    await using server = await serve((_request, response, count) => {
      if (count === 0) refuse(response, 401, "invalid_api_key");
      else if (count === 1)
        refuse(response, 409, "revision_conflict", {}, { param: "base_revision", current_revision: 7 });
      else refuse(response, 422, "a_later_code");
    });
    const client = server.client();
    const first: unknown = await client.getCompany().catch((error: unknown) => error);
    expect(first).toBeInstanceOf(InvalidApiKeyError);
    expect(first).toMatchObject({
      name: "InvalidApiKeyError",
      status: 401,
      code: "invalid_api_key",
      param: null,
      docUrl: "http://docs/errors",
      requestId: "req_1",
      message: "It is invalid_api_key.",
    });
    expect(JSON.stringify(first) + String((first as Error).stack)).not.toContain("svc_");
    const second: unknown = await client
      .deleteSheet("sht_1", { base_revision: 3 })
      .catch((error: unknown) => error);
    expect(second).toBeInstanceOf(RevisionConflictError);
    expect(second).toMatchObject({ param: "base_revision", body: { current_revision: 7 } });
    const third: unknown = await client.getCompany().catch((error: unknown) => error);
    expect(third).toMatchObject({ name: "ALaterCodeError", code: "a_later_code", constructor: ApiError });
  });
});

describe("a signal", () => {
  test("ends a call with its own reason: before, during a request and during a pause", async () => {
    await using server = await serve((_request, response, count) => {
      if (count === 1) refuse(response, 503, "service_unavailable");
    });
    const client = server.client({ firstPauseMs: 60_000 });
    const reason = new Error("the user left");
    await expect(client.getCompany({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(server.arrived).toEqual([]);
    // The first request is never answered, and the second one leads to a pause.
    for (const isPaused of [false, true]) {
      const controller = new AbortController();
      let paused = 0;
      const end = server
        .client({ firstPauseMs: 60_000, onRetry: () => void (paused += 1) })
        .getCompany({ signal: controller.signal })
        .catch((error: unknown) => error);
      await expect.poll(() => [server.arrived.length, paused]).toEqual(isPaused ? [2, 1] : [1, 0]);
      controller.abort(reason);
      expect(await end).toBe(reason);
    }
  });
});
