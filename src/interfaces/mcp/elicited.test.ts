/**
 * Changes by clients of the versions that ask within a call, with the official client of those versions. Two
 * servers over one database stand for two processes: what one is told, the other must find.
 */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema, type ElicitResult } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, describe, expect, test } from "vitest";
import { present } from "@daybook/words/assert";
import { pause } from "../../platform/time/timer.ts";
import { testApp } from "../../../test/support/app.ts";
import { permissions } from "../../../test/support/bundle.ts";
import { FEED } from "../../../test/support/feed.ts";
import type { Structured } from "../../../test/support/mcp.ts";

const http = await testApp();
const LOOK_MS = 40;
const one = await http.serve({ questionBounds: { lookMs: LOOK_MS } });
const other = await http.serve({ questionBounds: { lookMs: LOOK_MS } });
afterAll(() => Promise.all([one.close(), other.close()]));

const EDIT = {
  operation: "editTransaction",
  parameters: { id: "txn_plain" },
  body: { memo: "for the new office" },
};
const YES: ElicitResult = { action: "accept", content: { confirm: true } };

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

interface Connected {
  readonly client: Client;
  readonly transport: StreamableHTTPClientTransport;
  readonly asked: string[];
}

/** Connects a client that answers questions with `answer`; null for one that can't ask. */
async function connect(
  address: string,
  key: string,
  answer: (() => Promise<ElicitResult> | ElicitResult) | null,
  fetchBy: Fetch = fetch,
): Promise<Connected> {
  const asked: string[] = [];
  const client = new Client(
    { name: "test", version: "1" },
    { capabilities: answer === null ? {} : { elicitation: {} } },
  );
  if (answer !== null)
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      asked.push(params.message);
      return answer();
    });
  const transport = new StreamableHTTPClientTransport(new URL(`${address}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
    fetch: fetchBy,
  });
  await client.connect(transport);
  return { client, transport, asked };
}

interface Written {
  readonly isError: boolean;
  readonly text: string;
  readonly structured: Structured;
}

async function edit(
  { client }: Connected,
  given: Record<string, unknown> = EDIT,
  options: object = {},
): Promise<Written> {
  const { content, structuredContent, isError } = await client.callTool(
    { name: "write_operation", arguments: given },
    undefined,
    options,
  );
  return {
    isError: isError === true,
    text: (content as readonly { readonly text: string }[]).map(({ text }) => text).join("\n"),
    structured: structuredContent as Structured,
  };
}

async function memoOf(key: string): Promise<unknown> {
  return (await http.read("/transactions/txn_plain", key))["memo"];
}

/** Sends the client's messages that `isElsewhere` names to the other server. */
function splitBy(isElsewhere: (body: string) => boolean): Fetch {
  return (input, init) =>
    fetch(
      isElsewhere(typeof init?.body === "string" ? init.body : "")
        ? String(input).replace(one.address, other.address)
        : input,
      init,
    );
}

const isAnswer = (body: string) => body.includes('"action"');

describe("a change", () => {
  test("is carried out when the person confirms, and says before and after", async () => {
    const { key } = await http.company(FEED);
    const before = await memoOf(key);
    let during: unknown = null;
    const connected = await connect(one.address, key, async () => {
      during = await memoOf(key);
      return YES;
    });
    const { isError, structured } = await edit(connected);
    expect([isError, structured.complete, during]).toEqual([false, true, before]);
    expect([structured.before?.["memo"] ?? null, structured.after?.["memo"], await memoOf(key)]).toEqual([
      before,
      "for the new office",
      "for the new office",
    ]);
    expect(connected.asked).toEqual([expect.stringContaining("PATCH /transactions/{id}")]);
    await connected.client.close();
  });

  test("finds an answer that reached another process", async () => {
    const { key } = await http.company(FEED);
    const connected = await connect(one.address, key, () => YES, splitBy(isAnswer));
    expect((await edit(connected)).isError).toBe(false);
    expect(await memoOf(key)).toBe("for the new office");
    await connected.client.close();
  });

  test.each([
    ["declined", { action: "decline" }, "the person declined"],
    ["not ticked", { action: "accept", content: { confirm: false } }, "the person declined"],
    ["dismissed", { action: "cancel" }, "closed the question"],
  ] satisfies [string, ElicitResult, string][])("that is %s changes nothing", async (_how, answer, says) => {
    const { key } = await http.company(FEED);
    const before = await memoOf(key);
    const connected = await connect(one.address, key, () => answer);
    const { text, structured } = await edit(connected);
    expect([text, structured.result]).toEqual([expect.stringContaining(says), { changed: false }]);
    expect(await memoOf(key)).toBe(before);
    await connected.client.close();
  });

  test("of a client whose question fails changes nothing", async () => {
    const { key } = await http.company(FEED);
    const connected = await connect(one.address, key, () => Promise.reject(new Error("no window")));
    expect((await edit(connected)).text).toContain("could not ask a person");
    await connected.client.close();
  });

  test("that nobody answers in time changes nothing, nor does a later answer", async () => {
    const { key } = await http.company(FEED);
    const before = await memoOf(key);
    const hasty = await http.serve({ questionBounds: { waitMs: 60, lookMs: LOOK_MS } });
    const answer = Promise.withResolvers<ElicitResult>();
    const connected = await connect(hasty.address, key, () => answer.promise);
    expect((await edit(connected)).text).toContain("nobody answered in time");
    answer.resolve(YES);
    await pause(4 * LOOK_MS);
    expect(await memoOf(key)).toBe(before);
    await connected.client.close();
    await hasty.close();
  });

  test.each([
    ["the same process", () => false],
    ["another process", (body: string) => isAnswer(body) || body.includes("notifications/cancelled")],
  ])("that the client gave up at %s is not made by a later answer", async (_where, isElsewhere) => {
    const { key } = await http.company(FEED);
    const before = await memoOf(key);
    const answer = Promise.withResolvers<ElicitResult>();
    const connected = await connect(one.address, key, () => answer.promise, splitBy(isElsewhere));
    await expect(edit(connected, EDIT, { timeout: 300 })).rejects.toThrow(/timed out/i);
    await pause(4 * LOOK_MS);
    answer.resolve(YES);
    await pause(4 * LOOK_MS);
    expect(await memoOf(key)).toBe(before);
    await connected.client.close();
  });

  test("ends when the service stops", async () => {
    const { key } = await http.company(FEED);
    const stopping = await http.serve({});
    const asked = Promise.withResolvers<void>();
    const connected = await connect(stopping.address, key, () => {
      asked.resolve();
      return new Promise<ElicitResult>(() => {});
    });
    const written = edit(connected);
    await asked.promise;
    await stopping.close();
    expect((await written).text).toContain("the service stops");
    await connected.client.close();
  });

  test("that the API would refuse is refused before anybody is asked", async () => {
    const { key } = await http.company(FEED);
    const connected = await connect(one.address, key, () => YES);
    const { isError, structured } = await edit(connected, { ...EDIT, body: { odd: 1 } });
    expect([isError, structured.error?.code, connected.asked]).toEqual([true, "invalid_request", []]);
    await connected.client.close();
  });

  test("can't be made by an owner who lost the permission while the person was asked", async () => {
    const { id, bundle, key } = await http.company(FEED);
    const member = present(bundle.members[0]?.id, "a member");
    const before = await memoOf(key);
    const connected = await connect(one.address, key, async () => {
      await http.app.access.changePermissions(id, member, () =>
        permissions("view", { api_access: "manage" }),
      );
      return YES;
    });
    const { isError, structured } = await edit(connected);
    expect([isError, structured.error?.code, await memoOf(key)]).toEqual([
      true,
      "insufficient_permission",
      before,
    ]);
    await connected.client.close();
  });
});

interface Raw {
  readonly status: number;
  readonly text: string;
}

async function send(address: string, key: string, session: string | null, message: object): Promise<Raw> {
  const response = await fetch(`${address}/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-11-25",
      ...(session === null ? {} : { "mcp-session-id": session }),
    },
    body: JSON.stringify({ jsonrpc: "2.0", ...message }),
  });
  return { status: response.status, text: await response.text() };
}

async function sessionFor(key: string): Promise<string> {
  const { client, transport } = await connect(one.address, key, () => YES);
  const session = present(transport.sessionId, "the session of a client that can ask");
  await client.close();
  return session;
}

/** Calls the tool; resolves with the question, and gives the rest of the stream when it ends. */
async function question(key: string, session: string) {
  const found = Promise.withResolvers<string>();
  const response = await fetch(`${one.address}/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-11-25",
      "mcp-session-id": session,
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 7,
      method: "tools/call",
      params: { name: "write_operation", arguments: EDIT },
    }),
  });
  const read = async () => {
    let text = "";
    for await (const part of present(response.body, "a stream").pipeThrough(new TextDecoderStream())) {
      text += part;
      const id = /"id":"([^"]+)"/.exec(text)?.[1];
      if (id !== undefined) found.resolve(id);
    }
    return text;
  };
  const whole = read();
  return { id: await found.promise, whole };
}

describe("an answer", () => {
  test("of another key, another session or no session is not taken, and the first one counts", async () => {
    const { id: company, bundle, key } = await http.company(FEED);
    const foreign = (await http.company(FEED)).key;
    const sibling = await http.keyOf(company, present(bundle.members[0]?.id, "a member"));
    const before = await memoOf(key);
    const session = await sessionFor(key);
    const { id, whole } = await question(key, session);
    const yes = { id, result: YES };
    const attempts: readonly (readonly [string, string | null, number])[] = [
      [foreign, session, 404],
      [sibling, session, 404],
      [sibling, await sessionFor(sibling), 202],
      [key, await sessionFor(key), 202],
      [key, null, 202],
      [key, `${session.slice(0, -2)}xx`, 404],
    ];
    for (const [sender, by, status] of attempts)
      expect([by, (await send(one.address, sender, by, yes)).status]).toEqual([by, status]);
    await pause(4 * LOOK_MS);
    expect(await memoOf(key)).toBe(before);
    expect((await send(other.address, key, session, { id, result: { action: "decline" } })).status).toBe(202);
    expect((await send(one.address, key, session, yes)).status).toBe(202);
    expect(await whole).toContain("the person declined");
    expect(await memoOf(key)).toBe(before);
  });

  test("that is sent again makes no second change", async () => {
    const { key } = await http.company(FEED);
    const session = await sessionFor(key);
    const { id, whole } = await question(key, session);
    await send(one.address, key, session, { id, result: YES });
    expect(await whole).toContain("for the new office");
    await http.send("/transactions/txn_plain", { key, method: "PATCH", body: { memo: "by hand" } });
    for (const { address } of [one, other]) await send(address, key, session, { id, result: YES });
    await pause(4 * LOOK_MS);
    expect(await memoOf(key)).toBe("by hand");
  });
});

describe("calls that wait", () => {
  test("are bounded for each key, and keep no other request waiting", async () => {
    const { key } = await http.company(FEED);
    const narrow = await http.serve({
      questionBounds: { ofKey: 2 },
      turns: { keyAtWork: 1, companyAtWork: 1, atWork: 1 },
    });
    const answer = Promise.withResolvers<ElicitResult>();
    const connected = await connect(narrow.address, key, () => answer.promise);
    const waiting = [edit(connected), edit(connected)];
    while (connected.asked.length < 2) await pause(5);
    const third = await edit(connected);
    expect([third.isError, third.structured.error?.code]).toEqual([true, "service_unavailable"]);
    const read = await connected.client.callTool({ name: "whoami", arguments: {} });
    expect(read.isError).not.toBe(true);
    answer.resolve({ action: "decline" });
    for (const { text } of await Promise.all(waiting)) expect(text).toContain("the person declined");
    expect((await edit(connected)).text).toContain("the person declined");
    await connected.client.close();
    await narrow.close();
  });
});

test("calls that wait are bounded for each company, so that its keys leave room for others", async () => {
  const { id, key, bundle } = await http.company(FEED);
  const second = await http.keyOf(id, bundle.members[0]?.id ?? "");
  const { key: foreign } = await http.company(FEED);
  const narrow = await http.serve({ questionBounds: { ofCompany: 1 } });
  const answer = Promise.withResolvers<ElicitResult>();
  const connected = await connect(narrow.address, key, () => answer.promise);
  const waiting = edit(connected);
  while (connected.asked.length < 1) await pause(5);
  const others = [];
  for (const each of [second, foreign])
    others.push(await connect(narrow.address, each, () => ({ action: "decline" })));
  const [same, free] = await Promise.all(others.map((each) => edit(each)));
  expect([same?.structured.error?.code, free?.text]).toEqual([
    "service_unavailable",
    expect.stringContaining("the person declined"),
  ]);
  answer.resolve({ action: "decline" });
  expect((await waiting).text).toContain("the person declined");
  for (const { client } of [connected, ...others]) await client.close();
  await narrow.close();
});

test("a client that can't ask, or may change nothing, gets no session and is told what to do", async () => {
  const { id, bundle, key } = await http.company(FEED);
  const mute = await connect(one.address, key, null);
  expect(mute.transport.sessionId).toBeUndefined();
  const { isError, structured } = await edit(mute);
  expect([isError, structured.error?.message]).toEqual([
    true,
    expect.stringMatching(/elicitation.*2025-06-18.*API, the console or the command line/),
  ]);
  const member = present(bundle.members[0]?.id, "a member");
  await http.app.access.changePermissions(id, member, () => permissions("view", { api_access: "manage" }));
  const reader = await connect(one.address, key, () => YES);
  expect(reader.transport.sessionId).toBeUndefined();
  await Promise.all([mute.client.close(), reader.client.close()]);
});
