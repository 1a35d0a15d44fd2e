/**
 * Reading exports and downloading their files: who may, what is returned in each state, and how long a link
 * is valid.
 */
import { connect } from "node:net";
import { text as readText } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../../test/support/app.ts";
import { permissions, person } from "../../../../../test/support/bundle.ts";
import { EXPORTS, exportsOf, fetchLink, workOn, PLAIN_TABLE } from "../../../../../test/support/exports.ts";
import { stateOf } from "../../../../../test/support/state.ts";
import { parseCivilDate } from "@daybook/words/civil-date";
import { present } from "@daybook/words/assert";

const http = await testApp();
const { app } = http;
const WINDOW_S = 2_592_000;
const LINK_S = 604_800;

const [owner, mate, outsider] = [
  person("owner"),
  person("mate", permissions("none", { reports: "view" })),
  person("outsider", permissions("none")),
];
const company = await http.company({
  users: [owner.user, mate.user, outsider.user],
  members: [owner.member, mate.member, outsider.member],
});
const mateKey = await http.keyOf(company.id, mate.member.id);
const { ask, read } = exportsOf(http, company);

async function finishedExport(changes: object = {}): Promise<string> {
  const { id } = await ask(changes);
  await workOn(http);
  return id;
}

/** The file of an export, which must have one. */
async function fileOf(id: string) {
  return present((await read(id)).file, `${id} has no file`);
}

/**
 * Returns all bytes that the server sends for a request until it closes the connection. HTTP clients would
 * hide any body after the headers of a HEAD response.
 */
async function rawResponse(method: string, target: string): Promise<string> {
  const { hostname, port } = new URL(http.address);
  const socket = connect(Number(port), hostname);
  socket.write(
    `${method} ${target} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${company.key}\r\nConnection: close\r\n\r\n`,
  );
  return readText(socket);
}

describe("reading an export", () => {
  test("needs only access to reports, as a POST does, and no idempotency key: any such teammate may (AUTH-057, AUTH-058, EXP-082, EXP-083, EXP-084)", async () => {
    const id = await finishedExport();
    expect(await read(id, mateKey)).toMatchObject({ id, status: "succeeded" });
    await ask({}, { key: mateKey });
    await workOn(http);
    const stranger = await http.keyOf(company.id, outsider.member.id);
    const refused = await http.refusal(`${EXPORTS}/${id}`, { key: stranger });
    expect([refused.status, refused.code, refused.param]).toEqual([
      403,
      "insufficient_permission",
      undefined,
    ]);
    expect(await exportsOf(http, company).refusal({}, { key: stranger })).toMatchObject({
      status: 403,
      code: "insufficient_permission",
    });
  });

  test.each([
    ["an unknown id (EXP-085)", `${EXPORTS}/export_01890a5d-ac96-774b-bcce-b302099a8057`],
    ["a raw database id (EXP-088)", `${EXPORTS}/1`],
    ["a UUID alone (EXP-088)", `${EXPORTS}/01890a5d-ac96-774b-bcce-b302099a8057`],
  ])("of %s is a 404", async (_name, target) => {
    expect(await http.refusal(target, { key: company.key })).toMatchObject({
      status: 404,
      code: "resource_missing",
    });
  });

  test("of another company is a 404 (EXP-086)", async () => {
    const other = await http.company({ journal: [] });
    const { id } = await exportsOf(http, other).ask();
    expect(await http.refusal(`${EXPORTS}/${id}`, { key: company.key })).toMatchObject({
      status: 404,
      code: "resource_missing",
    });
    await workOn(http);
  });

  test("that the browser application made is a 404 (EXP-087)", async () => {
    const date = (text: string) => present(parseCivilDate(text), "a date");
    const input = {
      report_type: "balance_sheet",
      start_date: date("2025-01-01"),
      end_date: date("2025-06-30"),
      format: "csv",
      ...PLAIN_TABLE,
    } as const;
    const userId = owner.user.id as Parameters<typeof app.exports.accept>[0]["userId"];
    const { id } = await app.exports.accept(
      { companyId: company.id, userId, origin: "browser", key: null, now: app.clock.now() },
      input,
    );
    await workOn(http);
    expect(await http.refusal(`${EXPORTS}/${id}`, { key: company.key })).toMatchObject({
      status: 404,
      code: "resource_missing",
    });
  });

  test("with rows by department needs the feature at the time of the read (EXP-089)", async () => {
    const own = await http.company();
    const { id } = await exportsOf(http, own).ask({ group_by: { rows: "department" } });
    await workOn(http);
    expect(await exportsOf(http, own).read(id)).toMatchObject({ status: "succeeded" });
    await app.company.setFeature(own.id, "departments", false);
    expect(await http.refusal(`${EXPORTS}/${id}`, { key: own.key })).toMatchObject({
      status: 403,
      code: "feature_disabled",
    });
  });

  test("counts against the rate limit like any other read (LIMIT-048)", async () => {
    const id = await finishedExport();
    const served = await http.serve({
      counters: { count: () => 7, forget: () => {}, close: async () => {} },
    });
    const before = await stateOf(app, company.id);
    const { headers } = await served.send(`${EXPORTS}/${id}`, { key: company.key });
    expect(headers.get("x-ratelimit-remaining")).toBe("5993");
    const counted = (state: Readonly<Record<string, unknown>>) =>
      (state["company_usage"] as readonly { requests: number }[])[0]?.requests ?? 0;
    expect(counted(await stateOf(app, company.id))).toBe(counted(before) + 1);
  });

  test("is the only operation on it: exports can't be listed, deleted or cancelled (EXP-130, EXP-131, EXP-132)", async () => {
    const id = await finishedExport();
    const { key } = company;
    for (const [target, method] of [
      [EXPORTS, "GET"],
      [`${EXPORTS}/${id}`, "DELETE"],
      [`${EXPORTS}/${id}/cancel`, "POST"],
    ] as const) {
      expect(await http.refusal(target, { key, method })).toMatchObject({
        status: 404,
        code: "resource_missing",
      });
    }
    expect(await read(id)).toMatchObject({ status: "succeeded" });
  });
});

describe("the link", () => {
  test("is new at each read and expires seven days later; earlier links keep their own expiry (EXP-090, EXP-091, EXP-092, EXP-094, EXP-095, EXP-112, EXP-113, EXP-114)", async () => {
    const id = await finishedExport();
    const first = await fileOf(id);
    expect(first).toStrictEqual({
      filename: expect.stringMatching(/-income-statement-2025-01-01-to-2025-06-30[.]csv$/) as string,
      content_type: "text/csv",
      size: expect.any(Number) as number,
      download_url: expect.stringMatching(/^https?:/) as string,
      expires_at: app.clock.now() + LINK_S,
    });
    const got = await fetchLink(first.download_url);
    expect([got.status, got.bytes.length, got.headers.get("content-type")?.split(";")[0]]).toEqual([
      200,
      first.size,
      "text/csv",
    ]);
    const began = app.clock.now();
    http.clock.set(began + 3 * 86_400);
    const second = await fileOf(id);
    expect(second.expires_at).toBe(app.clock.now() + LINK_S);
    http.clock.set(began + LINK_S - 1);
    expect((await fetchLink(first.download_url, { headers: { range: "bytes=0-0" } })).status).toBe(206);
    http.clock.set(began + LINK_S + 1);
    expect((await fetchLink(first.download_url)).status).toBe(403);
    expect((await fetchLink(first.download_url, { headers: { range: "bytes=0-0" } })).status).toBe(403);
    expect((await fetchLink(second.download_url)).bytes).toEqual(got.bytes);
  });

  test.each([
    ["csv", "text/csv"],
    ["xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
    ["pdf", "application/pdf"],
  ])("of a %s export returns a file of that type (EXP-117, EXP-118, EXP-119)", async (format, type) => {
    const file = await fileOf(await finishedExport({ format }));
    expect(file.content_type).toBe(type);
    const got = await fetchLink(file.download_url);
    expect([got.headers.get("content-type"), got.bytes.length]).toEqual([type, file.size]);
    expect(got.headers.get("content-disposition")).toContain(file.filename);
  });

  test("is issued until 30 days after completion, to the second; the record and the stored file stay (EXP-093, EXP-126, EXP-127, EXP-128)", async () => {
    const id = await finishedExport();
    const done = present((await read(id)).completed_at, "it is done");
    http.clock.set(done + WINDOW_S);
    const last = await fileOf(id);
    http.clock.set(done + WINDOW_S + 1);
    expect(await read(id)).toMatchObject({
      status: "succeeded",
      completed_at: done,
      file: null,
      error: null,
    });
    // A link that was issued at the last moment stays valid until its own expiry, because the file still
    // exists.
    expect((await fetchLink(last.download_url)).status).toBe(200);
  });

  test("is not issued before the export is finished (EXP-096)", async () => {
    const { id } = await ask();
    expect((await read(id)).file).toBeNull();
    await workOn(http);
    expect((await read(id)).file).not.toBeNull();
  });

  test("is not returned by a HEAD request, neither in a header nor in a body (EXP-098)", async () => {
    const id = await finishedExport();
    const target = `/api/v1${EXPORTS}/${id}`;
    const [head, get] = [await rawResponse("HEAD", target), await rawResponse("GET", target)];
    const link = new URL((await fileOf(id)).download_url);
    for (const answer of [head, get]) expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    // The parts that every link to the file has. The assertion on the GET proves that they are the right
    // parts.
    const parts = [
      link.host + link.pathname,
      "download_url",
      ...[...link.searchParams.keys()].map((name) => `${name}=`),
    ];
    expect(parts.length).toBeGreaterThan(3);
    expect(parts.filter((part) => !get.includes(part))).toEqual([]);
    expect(parts.filter((part) => head.includes(part))).toEqual([]);
    expect(head.endsWith("\r\n\r\n")).toBe(true);
    expect(head.indexOf("\r\n\r\n")).toBe(head.length - 4);
  });

  test("can be opened until it expires, and the download may finish later (EXP-099)", async () => {
    const file = await fileOf(await finishedExport({ format: "xlsx" }));
    const response = await fetch(file.download_url);
    expect(response.status).toBe(200);
    http.clock.set(app.clock.now() + LINK_S + 60);
    expect((await response.arrayBuffer()).byteLength).toBe(file.size);
  });
});
