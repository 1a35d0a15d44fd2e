/** Lists page by page, exports with their file, downloads and uploads: tasks of several requests. */
import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { type ExportProgress, ExportFailedError, type SentBytes, TimeoutError } from "@daybook/client";
import { describe, expect, test, vi } from "vitest";
import { type Arrived, exported, json, KEY, page, refuse, serve, type TestServer } from "./server.ts";

const REPORT = { report_type: "cash_flow", start_date: "2026-01-01", end_date: "2026-03-31" } as const;
const CONTENT = Buffer.from("%PDF-1.7 a report ".repeat(5_000));

function fileOf(origin: string, size = CONTENT.length): object {
  return {
    filename: "cash.pdf",
    content_type: "application/pdf",
    size,
    download_url: `${origin}/link`,
    expires_at: 9,
  };
}

/** A server on which an export is done at the third read, with a file behind a link. */
function exporting(
  states: readonly string[],
  link: (response: ServerResponse) => void,
  size?: number,
): Promise<TestServer> {
  let reads = 0;
  return serve((request, response) => {
    const origin = `http://${String(request.headers["host"])}`;
    if (request.url.pathname === "/link") return link(response);
    const state = states[Math.min(reads++, states.length - 1)] ?? "";
    const error = state === "failed" ? { code: "generation_failed", message: "It did not work." } : null;
    const file = state === "succeeded" ? fileOf(origin, size) : null;
    return json(response, request.method === "POST" ? 201 : 200, exported(state, { file, error }));
  });
}

const FAST = { firstPollMs: 5, longestPollMs: 10 };
const whole = (response: ServerResponse): void => void response.end(CONTENT);

describe("an export", () => {
  test("is requested, read until it is done, and downloaded without the key", async () => {
    await using server = await exporting(["pending", "a_new_word", "processing", "succeeded"], whole);
    const seen: ExportProgress[] = [];
    const report = await server.client().exportReport(REPORT, {
      ...FAST,
      onProgress: (progress) => void seen.push(progress),
    });
    expect(report).toMatchObject({
      filename: "cash.pdf",
      size: CONTENT.length,
      export: { status: "succeeded" },
    });
    expect(Buffer.from(await report.bytes())).toEqual(CONTENT);
    expect(
      seen.map((each) => (each.phase === "waiting" ? each.export.status : each.phase)).slice(0, 5),
    ).toEqual(["pending", "a_new_word", "processing", "succeeded", "downloading"]);
    expect(seen.at(-1)).toEqual({
      phase: "downloading",
      receivedBytes: CONTENT.length,
      totalBytes: CONTENT.length,
    });
    const keys = server.arrived.map(({ headers }) => headers["authorization"]);
    expect(keys).toEqual([...Array<string>(4).fill(`Bearer ${KEY}`), undefined]);
  });

  test("can be read as a stream", async () => {
    await using server = await exporting(["succeeded"], whole);
    const hash = createHash("sha256");
    for await (const piece of (await server.client().exportReport(REPORT, FAST)).stream) hash.update(piece);
    expect(hash.digest("hex")).toBe(createHash("sha256").update(CONTENT).digest("hex"));
  });

  test("that fails, or is never done, is an error", async () => {
    await using failing = await exporting(["pending", "failed"], whole);
    const error: unknown = await failing
      .client()
      .exportReport(REPORT, FAST)
      .catch((each: unknown) => each);
    expect(error).toBeInstanceOf(ExportFailedError);
    expect(error).toMatchObject({
      exportId: "export_1",
      code: "generation_failed",
      message: "It did not work.",
    });
    await using slow = await exporting(["pending"], whole);
    await expect(slow.client().exportReport(REPORT, { ...FAST, waitMs: 60 })).rejects.toBeInstanceOf(
      TimeoutError,
    );
    const reason = new Error("left");
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), 50);
    const left = slow.client().exportReport(REPORT, { firstPollMs: 60_000, signal: controller.signal });
    await expect(left).rejects.toBe(reason);
  });
});

describe("a download", () => {
  const read = async (
    link: (response: ServerResponse) => void,
    size?: number,
    options = {},
  ): Promise<unknown> => {
    await using server = await exporting(["succeeded"], link, size);
    return await server
      .client({ retries: 1 })
      .exportReport(REPORT, { ...FAST, ...options })
      .then(async (report) => report.bytes())
      .catch((error: unknown) => error);
  };

  test("that is shorter or longer than its stated size, with or without a length, is an error (CLNT-009)", async () => {
    const size = CONTENT.length;
    const streamed = (response: ServerResponse): void => {
      response.write(CONTENT);
      response.end();
    };
    for (const link of [whole, streamed])
      for (const stated of [size + 1, size - 1])
        expect(await read(link, stated)).toMatchObject({ name: "ProtocolError", problem: "size" });
    expect(await read(streamed, size)).toBeInstanceOf(Uint8Array);
  });

  test("beyond the bound is an error", async () => {
    expect(await read(whole, CONTENT.length, { maxBytes: 10 })).toMatchObject({ problem: "size" });
  });

  test("that stalls or breaks off is an error", async () => {
    const stalled = (response: ServerResponse): void => void response.write(CONTENT.subarray(0, 10));
    expect(await read(stalled, undefined, { timeoutMs: 100 })).toBeInstanceOf(TimeoutError);
    const broken = (response: ServerResponse): void => {
      response.write(CONTENT.subarray(0, 10));
      setTimeout(() => response.destroy(), 20);
    };
    expect(await read(broken)).toMatchObject({ name: "ConnectionError" });
  });

  test("behind a redirect, or that is gone, is an error", async () => {
    const moved = (response: ServerResponse): void =>
      void response.writeHead(302, { location: "http://127.0.0.1:1/" }).end();
    expect(await read(moved)).toMatchObject({ problem: "redirect" });
    const gone = (response: ServerResponse): void => void response.writeHead(410).end();
    expect(await read(gone)).toMatchObject({ problem: "status", status: 410 });
  });

  test("ends with the signal's reason while it arrives", async () => {
    await using server = await serve((_request, response) => void response.write("a"));
    const controller = new AbortController();
    const { stream } = await server.client().download(`${server.origin}/link`, { signal: controller.signal });
    const reason = new Error("left");
    const reader = stream.getReader();
    await reader.read();
    setTimeout(() => controller.abort(reason), 20);
    await expect(reader.read()).rejects.toBe(reason);
  });

  test("follows no link to anything but a web server", async () => {
    await using server = await serve(() => {});
    for (const link of ["file:///etc/passwd", "data:text/plain,a", "nothing"])
      await expect(server.client().download(link)).rejects.toThrow(TypeError);
  });
});

describe("an upload", () => {
  const UPLOADED = { object: "transaction_upload", id: "tup_1", status: "succeeded" };
  const formOf = (request: Arrived | undefined): Promise<FormData> => {
    const headers = { "content-type": String(request?.headers["content-type"]) };
    const form = new Response(request && new Uint8Array(request.body), { headers });
    // oxlint-disable-next-line typescript/no-deprecated -- The form is small, and the test's own.
    return form.formData();
  };

  test.each([false, true])("of a bank's file is one form (progress: %s)", async (hasProgress) => {
    await using server = await serve((_request, response, count) =>
      count === 0 ? refuse(response, 503, "service_unavailable") : json(response, 201, UPLOADED),
    );
    const sent: SentBytes[] = [];
    const file = new Blob([CONTENT]);
    const fields = { account_id: "acct_1", columns: { date: "Day", amount: "Sum" } } as const;
    const upload = await server.client().uploadBankFile(file, fields, {
      filename: "june.csv",
      ...(hasProgress ? { onSent: (progress: SentBytes) => void sent.push(progress) } : {}),
    });
    expect(upload).toEqual(UPLOADED);
    expect(server.arrived).toHaveLength(2);
    for (const request of server.arrived) {
      const form = await formOf(request);
      expect([form.get("account_id"), form.get("columns")]).toEqual([
        "acct_1",
        JSON.stringify(fields.columns),
      ]);
      const arrived = form.get("file") as File;
      expect(arrived.name).toBe("june.csv");
      expect(Buffer.from(await arrived.arrayBuffer())).toEqual(CONTENT);
    }
    expect(new Set(server.arrived.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
    expect(sent.length > 0).toBe(hasProgress);
    if (hasProgress) {
      expect(sent[0]).toEqual({ sentBytes: 0, totalBytes: CONTENT.length });
      expect(sent.at(-1)).toEqual({ sentBytes: CONTENT.length, totalBytes: CONTENT.length });
    }
  });

  test("in a browser, which sends no streams, reports its beginning and its end", async () => {
    await using server = await serve((_request, response) => json(response, 201, UPLOADED));
    const sent: number[] = [];
    vi.stubGlobal("document", {});
    try {
      const onSent = ({ sentBytes }: SentBytes): void => void sent.push(sentBytes);
      await server.client().uploadBankFile(new Blob([CONTENT]), { account_id: "acct_1" }, { onSent });
    } finally {
      vi.unstubAllGlobals();
    }
    expect(sent).toEqual([0, CONTENT.length]);
  });

  test("of rows instead of a file is JSON", async () => {
    await using server = await serve((_request, response) => json(response, 201, UPLOADED));
    const rows = [{ date: "2026-06-01", amount_cents: -100, description: "Coffee" }];
    await server.client().createTransactionUpload({ account_id: "acct_1", rows });
    expect(server.arrived[0]?.headers["content-type"]).toBe("application/json");
    expect(JSON.parse(String(server.arrived[0]?.body))).toEqual({ account_id: "acct_1", rows });
  });

  test("to an address of the storage carries its headers and no key, and is repeated", async () => {
    await using server = await serve(
      (_request, response, count) =>
        void response.writeHead(count === 0 ? 503 : count === 1 ? 200 : 403).end(),
    );
    const upload = {
      object: "file_upload",
      file_id: "file_1",
      url: `${server.origin}/put`,
      method: "PUT",
      headers: { "Content-Type": "application/pdf", "Content-MD5": "abc", "Content-Disposition": "inline" },
      expires_at: 9,
    } as const;
    await server.client().putFile(upload, new Blob([CONTENT]));
    expect(server.arrived).toHaveLength(2);
    const [, second] = server.arrived;
    expect(second).toMatchObject({ method: "PUT", headers: { "content-md5": "abc" }, body: CONTENT });
    expect(second?.headers).not.toHaveProperty("authorization");
    await expect(server.client().putFile(upload, new Blob(["a"]))).rejects.toMatchObject({ status: 403 });
  });
});

describe("a list", () => {
  const CURSORS = ["two", "three", null];
  const pages = () =>
    serve((_request, response, count) =>
      json(response, 200, page([{ id: `a${count}` }, { id: `b${count}` }], CURSORS[count % 3] ?? null), {
        "x-request-id": `req_${count}`,
      }),
    );
  const queries = ({ arrived }: TestServer): string[] =>
    arrived.map(({ url }) => url.searchParams.toString());

  test("is iterated item by item, in pages as large as they may be", async () => {
    await using server = await pages();
    const list = server.client().listTransactions({ status: "approved", category_id: undefined });
    expect(server.arrived).toEqual([]);
    const ids = [];
    for await (const { id } of list) ids.push(id);
    expect(ids).toEqual(["a0", "b0", "a1", "b1", "a2", "b2"]);
    expect(queries(server)).toEqual([
      "limit=500&status=approved",
      "limit=500&status=approved&starting_after=two",
      "limit=500&status=approved&starting_after=three",
    ]);
  });

  test("that is left early asks for no further page", async () => {
    await using server = await pages();
    for await (const { id } of server.client().listTransactions({ limit: 2 })) if (id === "b0") break;
    expect(queries(server)).toEqual(["limit=2"]);
  });

  test("is read page by page, with headers, or the first page only", async () => {
    await using server = await pages();
    const list = server.client().listTransactions();
    const cursors = [];
    for await (const { next_cursor } of list.pages()) cursors.push(next_cursor);
    expect(cursors).toEqual(CURSORS);
    const ids = [];
    for await (const { headers, status } of list.answers()) ids.push([status, headers.get("x-request-id")]);
    expect(ids).toEqual([
      [200, "req_3"],
      [200, "req_4"],
      [200, "req_5"],
    ]);
    expect((await list.first()).data).toHaveLength(2);
    expect(server.arrived).toHaveLength(7);
  });
});

describe("a raw call", () => {
  test("gives status and headers, and 304 for a tag that is still current", async () => {
    await using server = await serve((request, response) => {
      if (request.headers["if-none-match"] === '"one"') response.writeHead(304, { etag: '"one"' }).end();
      else json(response, 200, { object: "list", data: [] }, { etag: '"one"' });
    });
    const { raw } = server.client();
    const first = await raw.listCategories();
    expect([first.status, first.body?.data, first.headers.get("etag")]).toEqual([200, [], '"one"']);
    expect(await raw.listCategories({ ifNoneMatch: '"one"' })).toMatchObject({ status: 304, body: null });
  });
});

describe("authorization", () => {
  test("is a function's headers, asked for before each request, instead of a key", async () => {
    await using server = await serve((_request, response, count) =>
      count === 0 ? refuse(response, 503, "service_unavailable") : json(response, 200, { object: "company" }),
    );
    let count = 0;
    const authorize = async () => ({ "x-csrf-token": `token ${(count += 1)}` });
    await server.client({ key: undefined, authorize }).getCompany();
    expect(server.arrived.map(({ headers }) => [headers["x-csrf-token"], headers["authorization"]])).toEqual([
      ["token 1", undefined],
      ["token 2", undefined],
    ]);
    expect(() => server.client({ authorize })).toThrow(TypeError);
    expect(() => server.client({ key: undefined })).toThrow(TypeError);
  });
});
