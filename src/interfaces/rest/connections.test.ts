/**
 * Connections that send more than they read, as bytes on real sockets: what begins when, what is ended, and
 * what is left when the server stops.
 */
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { type ServeOptions, testApp } from "../../../test/support/app.ts";
import { loggedSoFar } from "../../../test/support/between.ts";
import { FEED, transaction } from "../../../test/support/feed.ts";
import { lend } from "../../core/json-rows.ts";
import { WrittenPage } from "../../contract/written.ts";
import { unixSeconds } from "@daybook/words/civil-date";
import { pause } from "../../platform/time/timer.ts";

const http = await testApp();
const transactions = Array.from({ length: 400 }, (_, index) =>
  transaction(`t_${index}`, -1_00 - index, { description: "x".repeat(900), memo: "y".repeat(900) }),
);
const large = await http.company({ ...FEED, transactions, transfers: [] });
const other = await http.company({ journal: [] });
const LARGE = "/transactions?limit=500";
const page = Buffer.from((await http.send(LARGE, { key: large.key })).text);
/** So many of those pages are far more than the buffers between two sockets hold. */
const MANY = 40;

/** Waits until something holds; a bound protects against hangs only. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 1_500 && !(await holds()); attempt += 1) await pause(20);
  expect(await holds()).toBe(true);
}

/** Waits until requests have begun and no further ones do. */
async function settled(began: readonly string[]): Promise<void> {
  const before = began.length;
  await until(() => began.length > before);
  for (let seen = -1; seen !== began.length; await pause(300)) seen = began.length;
}

/**
 * A server on which requests to `getCompany` wait for `open`, pages of transactions are always the same one,
 * and what begins of both is counted.
 */
async function gated(options: ServeOptions = {}) {
  const began: string[] = [];
  const gate = Promise.withResolvers<void>();
  const operations = http.app.operations.map((bound) => {
    const { operation, handle } = bound;
    if (operation.id !== "getCompany" && operation.id !== "listTransactions") return bound;
    return {
      ...bound,
      async handle(asked: Parameters<typeof handle>[0]) {
        began.push(asked.principal.companyId);
        if (operation.id === "listTransactions") return new WrittenPage(lend(page));
        await gate.promise;
        return handle(asked);
      },
    };
  });
  const server = await http.serve({ ...options, operations });
  onTestFinished(() => {
    gate.resolve();
    return server.close();
  });
  return { server, began, open: gate.resolve };
}

interface Caller {
  readonly socket: Socket;
  /** All that was read so far, and how many bytes that is. */
  readonly read: () => string;
  readonly bytes: () => number;
  readonly isClosed: () => boolean;
}

/** A connection that has written these bytes. It reads, unless it is told to begin later. */
function call(address: string, text: string, reads = true): Caller {
  const { hostname, port } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port) });
  const parts: Buffer[] = [];
  let [closed, received] = [false, 0];
  socket.on("error", () => {});
  socket.on("close", () => (closed = true));
  socket.on("data", (part: Buffer) => {
    parts.push(part);
    received += part.length;
  });
  if (!reads) socket.pause();
  socket.write(text);
  onTestFinished(() => void socket.destroy());
  return {
    socket,
    bytes: () => received,
    read: () => Buffer.concat(parts).toString(),
    isClosed: () => closed,
  };
}

function get(path: string, key: string, more = ""): string {
  return `GET /api/v1${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\n${more}\r\n`;
}

function statuses(text: string): number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1]));
}

test("the requests of a connection begin one after another, and are answered in their order", async () => {
  const { server, began, open } = await gated();
  const { read } = call(
    server.address,
    get("/company", other.key) + get("/nothing", other.key) + get("/company", other.key),
  );
  await until(() => began.length === 1);
  expect((await server.send("/team", { key: other.key })).status).toBe(200);
  expect([began.length, read()]).toEqual([1, ""]);
  open();
  await until(() => statuses(read()).length === 3);
  expect(statuses(read())).toEqual([200, 404, 200]);
});

test("a request begins only when the former answer has left the process, and none is lost", async () => {
  const { server, began } = await gated();
  const caller = call(
    server.address,
    get(LARGE, large.key, `x-filler: ${"z".repeat(4_000)}\r\n`).repeat(MANY),
    false,
  );
  await settled(began);
  expect(began.length).toBeLessThan(MANY);
  caller.socket.resume();
  await until(() => caller.bytes() > MANY * page.length);
  expect([began.length, statuses(caller.read()).every((status) => status === 200)]).toEqual([MANY, true]);
});

test("an answer that stands still ends its connection", async () => {
  const { server, began } = await gated({ connections: { stallMs: 600 } });
  const callers = Array.from({ length: 3 }, () =>
    call(server.address, get(LARGE, large.key).repeat(MANY), false),
  );
  await until(() => began.length > 0);
  await until(async () => (await server.connections()) === 0);
  const begun = began.length;
  for (const { socket } of callers) socket.resume();
  await until(() => callers.every(({ isClosed }) => isClosed()));
  expect([began.length, callers.some(({ read }) => statuses(read()).length === MANY)]).toEqual([
    begun,
    false,
  ]);
});

test("an answer that is read slowly goes on for as long as it takes", async () => {
  const stallMs = 3_000;
  const { server } = await gated({ connections: { stallMs } });
  const { socket, bytes } = call(server.address, get(LARGE, large.key).repeat(MANY), false);
  let isSlow = true;
  socket.on("data", () => isSlow && socket.pause());
  // The system takes more of an answer only when a good part of its own buffer is free, so the pieces must
  // not be too small.
  for (let waited = 0; waited < 3 * stallMs; waited += 20) {
    socket.resume();
    await pause(20);
  }
  isSlow = false;
  socket.resume();
  await until(() => bytes() > MANY * page.length);
});

test("a download that stands still is ended, and closes its file", async () => {
  const { app } = http;
  const { server } = await gated({ connections: { stallMs: 600 } });
  const key = "comp_1/exports/export_still/1.pdf";
  await app.objects.put(key, Buffer.alloc(64_000_000, "x"), "application/pdf", AbortSignal.timeout(60_000));
  onTestFinished(() => app.objects.delete(key));
  const now = app.clock.now();
  const link = new URL(
    await app.objects.link(key, {
      filename: "a.pdf",
      contentType: "application/pdf",
      now,
      expiresAt: unixSeconds(now + 60),
    }),
  );
  const { socket, bytes, isClosed } = call(
    server.address,
    `GET ${link.pathname}${link.search} HTTP/1.1\r\nhost: x\r\n\r\n`,
  );
  // At the first bytes themselves: a reader that is paused a moment later may have read everything.
  await new Promise<void>((resolve) => {
    socket.once("data", () => {
      socket.pause();
      resolve();
    });
  });
  await until(async () => (await server.connections()) === 0);
  socket.resume();
  await until(isClosed);
  expect(bytes()).toBeGreaterThan(0);
  expect(bytes()).toBeLessThan(64_000_000);
});

test("answers that are not read have a bound on their bytes, beyond which the connections that wait longest end", async () => {
  // Room for two of these answers.
  const { server, began } = await gated({ connections: { answerBytes: 2_000_000 } });
  for (let connections = 1; connections <= 6; connections += 1) {
    call(server.address, get(LARGE, large.key).repeat(MANY), false);
    await settled(began);
  }
  expect(await server.connections()).toBeLessThan(3);
});

test("a key whose answers are not read begins nothing more, while the other keys of its company do", async () => {
  const { server, began } = await gated({ turns: { keyAnswerBytes: 1_000_000 } });
  const second = await http.keyOf(large.id, large.bundle.members[0]?.id ?? "");
  const callers = [1, 2, 3].map(() => call(server.address, get(LARGE, large.key).repeat(MANY), false));
  await settled(began);
  const waits = call(server.address, get("/team", large.key));
  expect((await server.send("/team", { key: second })).status).toBe(200);
  expect(waits.read()).toBe("");
  for (const { socket } of callers) socket.destroy();
  await until(() => statuses(waits.read()).length === 1);
});

test("requests that wait on their connections have a bound, beyond which the connection with most of them ends", async () => {
  const { server, began, open } = await gated({ connections: { pipelined: 40 } });
  const modest = call(server.address, get("/company", other.key).repeat(10));
  await until(() => began.length === 1);
  const greedy = call(server.address, get("/company", large.key).repeat(500));
  await until(greedy.isClosed);
  open();
  await until(() => statuses(modest.read()).length === 10);
  expect(statuses(modest.read())).toEqual(Array.from({ length: 10 }, () => 200));
});

test("of one key so many requests are at work, and another company is answered meanwhile", async () => {
  const { server, began, open } = await gated({ turns: { keyAtWork: 2 } });
  const callers = Array.from({ length: 12 }, () => call(server.address, get("/company", large.key)));
  await until(() => began.length === 2);
  expect((await server.send("/team", { key: other.key })).status).toBe(200);
  expect(began).toEqual([large.id, large.id]);
  for (const { socket } of callers.slice(6)) socket.destroy();
  await until(async () => (await server.connections()) <= 7);
  open();
  await until(() => callers.slice(0, 6).every(({ read }) => statuses(read()).length === 1));
  // Who has gone before its turn is not worked for; two of them may have been at work.
  expect(began.length).toBeLessThanOrEqual(8);
});

test("uploads whose bytes come slowly keep no turn from other requests of their key", async () => {
  const { server } = await gated({ turns: { keyAtWork: 1 } });
  const form = `content-type: multipart/form-data; boundary=b\r\ncontent-length: 100000\r\nexpect: 100-continue\r\n`;
  const begin = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n';
  const uploads = [1, 2].map(() =>
    call(
      server.address,
      `POST /api/v1/files HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${large.key}\r\n${form}\r\n${begin}`,
    ),
  );
  await until(() => uploads.every(({ read }) => read().includes("100 Continue")));
  // Whatever else they did before waiting for their bytes is done when a third request of the key went as
  // far.
  await server.send("/nothing", { key: large.key });
  expect((await server.send("/team", { key: large.key })).status).toBe(200);
  expect(uploads.map(({ read, isClosed }) => [statuses(read()), isClosed()])).toEqual([
    [[100], false],
    [[100], false],
  ]);
});

test("a request to be a tunnel, behind one that is being answered, ends its connection and nothing else", async () => {
  const { server, began, open } = await gated();
  const caller = call(server.address, `${get("/company", other.key)}CONNECT x:1 HTTP/1.1\r\nhost: x\r\n\r\n`);
  await until(() => began.length === 1 && caller.isClosed());
  open();
  expect((await server.send("/company", { key: other.key })).status).toBe(200);
  expect(loggedSoFar()).toBe("");
});

test("what is no request is refused behind the answers to those before it", async () => {
  const { server, began, open } = await gated();
  const { read, isClosed } = call(
    server.address,
    `${get("/company", other.key).repeat(2)}NO REQUEST\r\n\r\n`,
  );
  await until(() => began.length === 1);
  expect((await server.send("/team", { key: other.key })).status).toBe(200);
  expect([read(), isClosed()]).toEqual(["", false]);
  open();
  await until(isClosed);
  expect(statuses(read())).toEqual([200, 200, 400]);
});

test("a server that stops answers what is under way, says that the connection ends, and has stopped with the last answer", async () => {
  const { server, began, open } = await gated({ connections: { graceMs: 50 } });
  const [working, pipelining, fresh] = [
    get("/company", other.key),
    get("/company", other.key).repeat(3),
    "",
  ].map((bytes) => call(server.address, bytes));
  const idle = call(server.address, get("/team", other.key));
  await until(() => began.length === 2 && idle.read().endsWith("}"));
  const closed = server.close();
  await until(() => idle.isClosed());
  expect([working?.isClosed(), pipelining?.isClosed()]).toEqual([false, false]);
  open();
  await closed;
  await until(() => [working, pipelining, fresh].every((each) => each?.isClosed()));
  for (const each of [working, pipelining]) {
    expect(statuses(each?.read() ?? "")).toEqual([200]);
    expect(each?.read()).toMatch(/\r\nconnection: close\r\n/i);
  }
});

test("a server that stops answers what is on its way on connections that are kept alive, and ends each with its answer", async () => {
  const { server, began, open } = await gated({ connections: { graceMs: 60_000 } });
  const [idle, fresh] = [call(server.address, get("/team", other.key)), call(server.address, "")];
  const working = call(server.address, get("/company", other.key));
  await until(() => idle.read().endsWith("}") && began.length === 1);
  const closed = server.close();
  await pause(20);
  expect([idle.isClosed(), fresh.isClosed()]).toEqual([false, false]);
  for (const each of [idle, fresh]) each.socket.write(get("/team", other.key));
  await until(() => idle.isClosed() && fresh.isClosed());
  expect([statuses(idle.read()), statuses(fresh.read())]).toEqual([[200, 200], [200]]);
  for (const { read } of [idle, fresh]) expect(read().match(/\r\nconnection: close\r\n/giu)).toHaveLength(1);
  open();
  // Nothing is idle any more, so the grace has not to pass.
  await closed;
  await until(working.isClosed);
  expect(statuses(working.read())).toEqual([200]);
});
