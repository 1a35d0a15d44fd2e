/** `/mcp` over HTTP: who may reach it, what a call costs, and that refusals are those of the API. */
import { request } from "node:http";
import { describe, expect, test } from "vitest";
import { testApp } from "../../../test/support/app.ts";
import { permissions } from "../../../test/support/bundle.ts";
import { FEED } from "../../../test/support/feed.ts";
import { callTool, sendMcp } from "../../../test/support/mcp.ts";
import { monthOf, parseCivilDate } from "@daybook/words/civil-date";
import { present } from "@daybook/words/assert";
import { memoryCounters } from "../../platform/counters/index.ts";

const http = await testApp();
const { address, app } = http;

const TODAY = present(parseCivilDate("2026-05-20"), "a day");

async function counted(companyId: Parameters<typeof app.usage.readMonth>[0]): Promise<number> {
  return (await app.usage.readMonth(companyId, TODAY)).requests;
}

/** Sends a request whose `Host` is chosen, which `fetch` does not allow. */
function statusFor(
  headers: Readonly<Record<string, string>>,
  method = "POST",
  path = "/mcp",
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(`${address}${path}`, { method, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sent.on("error", reject);
    sent.end(method === "POST" ? "{}" : "");
  });
}

describe("a caller", () => {
  test("without a valid key gets 401 with a challenge that leads to the metadata", async () => {
    const missing = await sendMcp(address, null, "tools/list");
    const metadata = `${address}/.well-known/oauth-protected-resource/mcp`;
    expect([missing.status, missing.headers.get("www-authenticate")]).toEqual([
      401,
      `Bearer resource_metadata="${metadata}"`,
    ]);
    expect(missing.error?.data).toMatchObject({ code: "invalid_api_key" });
    const unknown = await sendMcp(address, "svc_unknown", "tools/call", { name: "whoami" });
    expect([unknown.status, unknown.headers.get("www-authenticate")]).toEqual([
      401,
      `Bearer resource_metadata="${metadata}", error="invalid_token"`,
    ]);
    const document = (await (await fetch(metadata)).json()) as object;
    expect(document).toEqual({
      resource: `${address}/mcp`,
      resource_name: "Daybook",
      bearer_methods_supported: ["header"],
      resource_documentation: expect.stringMatching(/\/guides\/assistant$/) as string,
    });
  });

  test("is refused by a foreign name or origin, before its key is looked at", async () => {
    const own = new URL(address).host;
    const cases: readonly (readonly [Readonly<Record<string, string>>, number])[] = [
      [{ host: own }, 401],
      [{ host: "localhost:4100" }, 401],
      [{ host: own, origin: address }, 401],
      [{ host: "evil.example.com" }, 403],
      [{ host: "127.0.0.1.evil.example.com" }, 403],
      [{ host: own, origin: "https://evil.example.com" }, 403],
      [{ host: own, origin: "null" }, 403],
      [{ host: own, origin: "http://localhost:9" }, 403],
    ];
    for (const [headers, status] of cases)
      expect([headers, await statusFor(headers)]).toEqual([headers, status]);
    // The metadata repeat the name in `Host`; pages of every origin may read them.
    const metadata = "/.well-known/oauth-protected-resource";
    for (const [headers, status] of [
      [{ host: "evil.example.com" }, 403],
      [{ host: own, origin: "https://evil.example.com" }, 200],
    ] as const)
      expect([headers, await statusFor(headers, "GET", metadata)]).toEqual([headers, status]);
  });

  test("of a configured origin may call", async () => {
    const server = await http.serve({ corsOrigins: ["https://desk.example.com"] });
    const { key } = await http.company();
    const headers = { origin: "https://desk.example.com" };
    const answer = await sendMcp(server.address, key, "tools/list", {}, { headers });
    expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([
      200,
      "https://desk.example.com",
    ]);
    await server.close();
  });

  test("on a page of a configured origin may use everything that the protocol needs", async () => {
    const server = await http.serve({ corsOrigins: ["https://desk.example.com"] });
    const { key } = await http.company();
    const origin = "https://desk.example.com";
    const sent = ["authorization", "content-type", "mcp-protocol-version", "mcp-session-id"];
    const preflight = await fetch(`${server.address}/mcp`, {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": sent.join(),
      },
    });
    const allowed = (preflight.headers.get("access-control-allow-headers") ?? "").toLowerCase().split(/, */);
    expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([204, origin]);
    expect(allowed).toEqual(expect.arrayContaining(sent));
    const exposedBy = ({ headers }: { readonly headers: Headers }) =>
      (headers.get("access-control-expose-headers") ?? "").toLowerCase().split(/, */);
    const asking = { ...INITIALIZE, capabilities: { elicitation: {} } };
    const opened = await sendMcp(server.address, key, "initialize", asking, {
      era: "legacy",
      headers: { origin },
    });
    expect(opened.headers.get("mcp-session-id")).not.toBeNull();
    expect(exposedBy(opened)).toContain("mcp-session-id");
    const refused = await sendMcp(server.address, null, "tools/list", {}, { headers: { origin } });
    expect(refused.headers.get("www-authenticate")).not.toBeNull();
    expect(exposedBy(refused)).toContain("www-authenticate");
    await server.close();
  });

  test("has no sessions: GET and DELETE are refused", async () => {
    for (const method of ["GET", "DELETE"]) {
      const answer = await fetch(`${address}/mcp`, { method });
      expect([method, answer.status, answer.headers.get("allow")]).toEqual([method, 405, "POST"]);
      expect(await answer.text()).toContain(
        "No stream can be opened and no session ended here: send messages by POST.",
      );
    }
  });

  test("who sends what is no message gets an error of the protocol", async () => {
    const { key } = await http.company();
    const notJson = "The body is not JSON in UTF-8.";
    for (const [body, status, message] of [
      ["{", 400, notJson],
      ["[]", 400, "Batches are not served. Send one message with each request."],
      ['{"jsonrpc":"2.0","id":1,"id":2,"method":"tools/list"}', 400, expect.any(String)],
    ] as const) {
      const answer = await fetch(`${address}/mcp`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${key}`,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
        },
        body,
      });
      expect([body, answer.status, await answer.json()]).toMatchObject([
        body,
        status,
        { jsonrpc: "2.0", error: { message } },
      ]);
    }
    const unknown = await sendMcp(address, key, "tools/call", { name: "nothing" });
    expect(unknown.error).toMatchObject({ code: -32602, message: "Unknown tool: nothing" });
  });
});

describe("the month", () => {
  test("counts each operation that a tool calls, and nothing else", async () => {
    const { id, key } = await http.company(FEED);
    await sendMcp(address, key, "tools/list");
    await sendMcp(address, key, "prompts/list");
    await sendMcp(address, key, "initialize", INITIALIZE, { era: "legacy" });
    expect(await counted(id)).toBe(0);
    await callTool(address, key, "categories");
    await callTool(address, key, "categories", {}, { byLibrary: true });
    await callTool(address, key, "whoami");
    await callTool(address, key, "search_operations", { query: "invoices" });
    expect(await counted(id)).toBe(4);
    await callTool(address, key, "income_statement", { compare_to: "previous_year" });
    expect(await counted(id)).toBe(6);
  });

  test("that is used up refuses tools, and still lists them", async () => {
    const { id, key } = await http.company({ ...FEED, company: { plan: "startup" } });
    await app.usage.override(id, monthOf(TODAY), 1);
    await callTool(address, key, "categories");
    for (const name of ["categories", "whoami", "search_operations"]) {
      const given = name === "search_operations" ? { query: "rules" } : {};
      const refused = await callTool(address, key, name, given);
      expect([name, refused.isError, refused.structured.error?.code]).toEqual([
        name,
        true,
        "monthly_limit_exceeded",
      ]);
    }
    expect((await sendMcp(address, key, "tools/list")).status).toBe(200);
    expect(await counted(id)).toBe(1);
  });
});

test("the burst is that of the key, for tools and for everything else", async () => {
  const server = await http.serve({ counters: memoryCounters() });
  const { key } = await http.company(FEED);
  const first = await sendMcp(server.address, key, "tools/call", { name: "categories" });
  const second = await sendMcp(server.address, key, "tools/list");
  const left = (headers: Headers) => Number(headers.get("x-ratelimit-remaining"));
  expect(left(first.headers) - left(second.headers)).toBe(1);
  await server.close();
});

const INITIALIZE = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "test", version: "1" },
};

describe("refusals", () => {
  test("are those of the API: same code, param and sentence (TOOL-006)", async () => {
    const { key } = await http.company(FEED);
    const cases: readonly (readonly [tool: string, given: object, target: string])[] = [
      ["income_statement", { start_date: "2026-02-30" }, "/reports/income_statement?start_date=2026-02-30"],
      [
        "income_statement",
        { start_date: "2026-03-01", end_date: "2026-02-01" },
        "/reports/income_statement?start_date=2026-03-01&end_date=2026-02-01",
      ],
      ["drill_down", { limit: 501 }, "/journal_entries?limit=501"],
      ["drill_down", { limit: "1e2" }, "/journal_entries?limit=1e2"],
      ["drill_down", { source: "nowhere" }, "/journal_entries?source=nowhere"],
      ["merchants", { category_id: "cat_nowhere" }, "/parties/merchants?category_id=cat_nowhere"],
      ["merchants", {}, "/parties/merchants"],
      ["transactions", { starting_after: "txn_nowhere" }, "/transactions?starting_after=txn_nowhere"],
      ["sheet_read", { id: "sht_nowhere" }, "/sheets/sht_nowhere"],
      [
        "read_operation",
        { operation: "getTransaction", parameters: { id: "txn_nowhere" } },
        "/transactions/txn_nowhere",
      ],
    ];
    for (const [tool, given, target] of cases) {
      const { structured, isError } = await callTool(address, key, tool, given);
      expect([tool, given, isError, structured.error]).toEqual([
        tool,
        given,
        true,
        await http.refusal(target, { key }),
      ]);
    }
  });

  test("name arguments that do not exist, and values that no parameter has", async () => {
    const { key } = await http.company(FEED);
    for (const [tool, given, param] of [
      ["income_statement", { from: "2026-01-01" }, "from"],
      ["categories", { odd: 1 }, "odd"],
      ["drill_down", { limit: { $gt: 1 } }, "limit"],
      ["drill_down", { merchant: null }, "merchant"],
      ["income_statement", { compare_to: "never" }, "compare_to"],
      ["filings", { kind: "none" }, "kind"],
      ["filings", { kind: "taxes", year: 2025, odd: 1 }, "odd"],
      ["read_operation", { operation: "listRules", parameters: { odd: 1 } }, "odd"],
      ["read_operation", { operation: "editTransaction" }, "operation"],
      ["describe_operation", { operation: "constructor" }, "operation"],
    ] as const) {
      const { structured, isError } = await callTool(address, key, tool, given);
      expect([tool, given, isError, structured.error?.param]).toEqual([tool, given, true, param]);
    }
  });

  test("follow the permissions of the key's owner (TOOL-005)", async () => {
    const { id, key, bundle } = await http.company(FEED);
    await app.access.changePermissions(id, bundle.members[0]?.id ?? "", () =>
      permissions("view", { reports: "none", api_access: "manage", company: "none" }),
    );
    const refused = await callTool(address, key, "balance_sheet");
    expect(refused.structured.error?.code).toBe("insufficient_permission");
    const { structured } = await callTool(address, key, "whoami");
    expect(structured.result).toMatchObject({
      company_id: id,
      company: null,
      may_write: false,
      permissions: { reports: "none", transactions: "view" },
    });
  });
});
