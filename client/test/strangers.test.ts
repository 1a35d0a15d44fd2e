/**
 * What a stranger's program, or a stranger's server, may do to the client: functions that throw or never end,
 * settings that are none, names of prototypes, secrets in errors, and names of files that lead elsewhere.
 */
import { inspect } from "node:util";
import { ApiError, ConnectionError, TimeoutError } from "@daybook/client";
import { describe, expect, test } from "vitest";
import { COMPANY, exported, json, KEY, page, refuse, serve } from "./server.ts";

async function errorOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    (value) => expect.unreachable(`it gave ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
}

const REPORT = { report_type: "cash_flow", start_date: "2026-01-01", end_date: "2026-03-31" } as const;
const OWN = new Error("of the caller's function");
const throwing = (): never => {
  throw OWN;
};

describe("a function of the caller", () => {
  test("that throws while a file is sent or received ends the call with its own error", async () => {
    await using server = await serve((request, response) => {
      const link = `http://${String(request.headers["host"])}/link`;
      const file = { filename: "a.pdf", size: 8, download_url: link };
      if (request.url.pathname === "/link") response.end("%PDF-1.7");
      else json(response, 200, exported("succeeded", { file }));
    });
    const client = server.client();
    const file = new Blob(["x".repeat(200_000)]);
    expect(await errorOf(client.uploadFile(file, { onSent: throwing }))).toBe(OWN);
    const late = ({ sentBytes }: { sentBytes: number }): void => void (sentBytes > 0 && throwing());
    expect(await errorOf(client.uploadFile(file, { onSent: late }))).toBe(OWN);
    // Neither may a call that ends while its file is read crash the process.
    const controller = new AbortController();
    const aborting = ({ sentBytes }: { sentBytes: number }): void =>
      void (sentBytes > 0 && controller.abort(OWN));
    const { signal } = controller;
    expect(await errorOf(client.uploadFile(file, { signal, onSent: aborting }))).toBe(OWN);
    expect(server.arrived).toEqual([]);
    const onProgress = ({ phase }: { phase: string }): void => void (phase === "downloading" && throwing());
    const report = await client.exportReport(REPORT, { onProgress });
    expect(await errorOf(report.bytes())).toBe(OWN);
    expect(await errorOf(client.exportReport(REPORT, { onProgress: throwing }))).toBe(OWN);
  });

  test("`authorize` that never answers ends at the timeout or by the signal; its error is thrown once", async () => {
    await using server = await serve((_request, response) => json(response, 200, COMPANY));
    const never = { key: undefined, authorize: () => new Promise<never>(() => {}), retries: 1 };
    expect(await errorOf(server.client({ ...never, timeoutMs: 50 }).getCompany())).toBeInstanceOf(
      TimeoutError,
    );
    const left = new Error("left");
    const controller = new AbortController();
    setTimeout(() => controller.abort(left), 20);
    expect(await errorOf(server.client(never).getCompany({ signal: controller.signal }))).toBe(left);
    let calls = 0;
    const failing = async (): Promise<never> => {
      calls += 1;
      return throwing();
    };
    expect(await errorOf(server.client({ key: undefined, authorize: failing }).getCompany())).toBe(OWN);
    expect([calls, server.arrived]).toEqual([1, []]);
  });
});

describe("settings and input", () => {
  test("that are no numbers, or too long for a timer, neither run for ever nor end at once", async () => {
    await using server = await serve((_request, response) => json(response, 200, COMPANY));
    for (const options of [{ retries: Number.NaN }, { timeoutMs: -1 }, { maxPages: "9" as never }]) {
      expect(() => server.client(options)).toThrow(TypeError);
      await expect(server.client().raw.listAccounts({}, options)).rejects.toThrow(TypeError);
      expect(() => void server.client().listAccounts({}, options)).toThrow(TypeError);
    }
    expect(server.arrived).toEqual([]);
    const patient = { timeoutMs: Number.POSITIVE_INFINITY, totalTimeoutMs: 1e15 };
    expect(await server.client(patient).getCompany()).toMatchObject(COMPANY);
  });

  test.each([null, {}, Number.NaN, [null]])("of a query, %o is a mistake of the call", async (value) => {
    await using server = await serve((_request, response) => json(response, 200, page([], null)));
    const list = server.client().listTransactions({ account_id: value as never });
    expect(await errorOf(list.all())).toBeInstanceOf(TypeError);
    expect(server.arrived).toEqual([]);
  });
});

describe("a server", () => {
  test.each(["constructor", "__proto__", "toString", "hasOwnProperty"])(
    "whose error has the code %s is refused by an error of the API",
    async (code) => {
      await using server = await serve((_request, response) => refuse(response, 422, code));
      const error = await errorOf(server.client().getCompany());
      expect(error).toBeInstanceOf(ApiError);
      expect(error).toMatchObject({ code, status: 422, constructor: ApiError });
    },
  );

  test.each([
    ["2, 1", 2_000],
    ["Mon, 01 Jan 2001 00:00:00 GMT, 3", 3_000],
    ["1, soon", 1_000],
  ])("that asks to wait for %s is waited for the longest", async (header, least) => {
    await using server = await serve((_request, response) =>
      refuse(response, 429, "rate_limit_exceeded", { "retry-after": header }),
    );
    const pauses: number[] = [];
    const onRetry = ({ pauseMs }: { pauseMs: number }): never => {
      pauses.push(pauseMs);
      return throwing();
    };
    expect(await errorOf(server.client({ onRetry }).getCompany())).toBe(OWN);
    expect(pauses[0]).toBeGreaterThanOrEqual(least);
  });

  test("that gives one page of very many items is read whole", async () => {
    const data = Array.from({ length: 200_000 }, (_, index) => index);
    await using server = await serve((_request, response) => json(response, 200, { object: "list", data }));
    expect(await server.client().listCategories().all()).toHaveLength(200_000);
  });

  test.each([
    ["../../x", "x"],
    ["..\\..\\x.pdf", "x.pdf"],
    ["/etc/passwd", "passwd"],
    ["..", "report"],
    ["a\u0000b:c.pdf", "a_b_c.pdf"],
    [7, "7"],
  ])("that names an export %o gives a file name that leads nowhere else", async (filename, expected) => {
    await using server = await serve((request, response) => {
      const link = `http://${String(request.headers["host"])}/link`;
      if (request.url.pathname === "/link") response.end("%PDF-1.7");
      else json(response, 200, exported("succeeded", { file: { filename, size: 8, download_url: link } }));
    });
    const report = await server.client().exportReport(REPORT);
    expect(report.filename).toBe(expected);
    await report.stream.cancel();
  });

  test.each([{}, { download_url: "no link", size: 1 }, { download_url: "file:///a", size: 1 }, 7])(
    "that gives an export the file %o is no service of this API",
    async (file) => {
      await using server = await serve((_request, response) =>
        json(response, 200, exported("succeeded", { file })),
      );
      expect(await errorOf(server.client().exportReport(REPORT))).toMatchObject({ problem: "envelope" });
    },
  );
});

describe("an error", () => {
  const seen = (error: unknown): string => inspect(error, { depth: 12, showHidden: true });

  test("never holds the key, another header, or a link to a file (CLNT-004)", async () => {
    await using server = await serve(() => {});
    // As runtimes do that repeat the request in their messages.
    const fetchOf =
      (tell: (url: string, init: RequestInit | undefined) => object): typeof fetch =>
      async (input, init) => {
        throw Object.assign(new TypeError("failed", { cause: tell(input as string, init) }), {
          code: "E_OUTER",
        });
      };
    const repeating = [
      fetchOf((_url, init) => new Error(`sent ${JSON.stringify(init?.headers)}`)),
      fetchOf((url) => Object.assign(new Error("inner"), { input: url })),
    ];
    for (const each of repeating) {
      const client = server.client({ fetch: each, retries: 0 });
      const failed = [
        await errorOf(client.getCompany()),
        await errorOf(client.download("https://store.example/f?signature=s3cret")),
      ];
      for (const error of failed) expect(error).toBeInstanceOf(ConnectionError);
      expect(seen(failed)).not.toMatch(new RegExp(`s3cret|${KEY}`));
    }
    const plain = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:1"), { code: "ECONNREFUSED" });
    const refused = await errorOf(
      server.client({ fetch: () => Promise.reject(plain), retries: 0 }).getCompany(),
    );
    expect(refused).toMatchObject({ cause: plain });
  });

  test("of an address or a header that is none does not repeat it, and nothing is sent", async () => {
    await using server = await serve(() => {});
    const baseUrl = "http://user:s3cret@[bad";
    let error: unknown;
    try {
      server.client({ baseUrl });
    } catch (caught) {
      error = caught;
    }
    const client = server.client({
      key: undefined,
      authorize: () => ({ authorization: "Bearer s3cret\n漢" }),
    });
    const wrong = server.client({ key: undefined, authorize: () => ({ authorization: 7 as never }) });
    const errors = [
      error,
      await errorOf(client.getCompany()),
      await errorOf(wrong.getCompany()),
      await errorOf(
        server.client().createAccount({ name: "a", type: "savings" }, { idempotencyKey: "s3cret\n" }),
      ),
      await errorOf(server.client().download("https://[s3cret")),
    ];
    for (const each of errors) expect(each).toBeInstanceOf(TypeError);
    expect(seen(errors)).not.toContain("s3cret");
    expect(server.arrived).toEqual([]);
  });
});
