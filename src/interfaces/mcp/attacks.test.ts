/**
 * What callers try who are careless or hostile: messages of odd forms, arguments of odd types, and keys that
 * lose their rights between a person's yes and the change.
 */
import { describe, expect, test } from "vitest";
import { Compile } from "typebox/compile";
import { testApp } from "../../../test/support/app.ts";
import { permissions } from "../../../test/support/bundle.ts";
import { FEED } from "../../../test/support/feed.ts";
import { callTool, type McpOptions, sendMcp } from "../../../test/support/mcp.ts";
import { present } from "@daybook/words/assert";
import { LIMITS } from "@daybook/words/limits";
import { monthOf, parseCivilDate } from "@daybook/words/civil-date";
import { memoryCounters } from "../../platform/counters/index.ts";

const http = await testApp();
const { address, app } = http;
const TODAY = present(parseCivilDate("2026-05-20"), "a day");
const ACCEPTED = { action: "accept", content: { confirm: true } };

type CompanyId = Parameters<typeof app.usage.readMonth>[0];

async function counted(companyId: CompanyId): Promise<number> {
  return (await app.usage.readMonth(companyId, TODAY)).requests;
}

/** Sends a body as it is. */
async function post(key: string, body: string | Uint8Array<ArrayBuffer>, headers: object = {}) {
  const answer = await fetch(`${address}/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body,
  });
  return { status: answer.status, text: await answer.text() };
}

const message = (name: string, given: object = {}) =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given } });

async function ask(key: string, given: object, at = address): Promise<string> {
  const { result, text } = await sendMcp(
    at,
    key,
    "tools/call",
    { name: "write_operation", arguments: given },
    { capabilities: { elicitation: {} } },
  );
  const state = result?.["requestState"];
  if (typeof state !== "string") throw new Error(text);
  return state;
}

function confirm(key: string, given: object, requestState: string, at = address) {
  const options: McpOptions = {
    capabilities: { elicitation: {} },
    more: { requestState, inputResponses: { confirm: ACCEPTED } },
  };
  return callTool(at, key, "write_operation", given, options);
}

const edit = (memo: string) => ({
  operation: "editTransaction",
  parameters: { id: "txn_plain" },
  body: { memo },
});

async function editByHand(key: string, memo: string): Promise<void> {
  const { status } = await http.send("/transactions/txn_plain", { key, method: "PATCH", body: { memo } });
  expect(status).toBe(200);
}

async function memoOf(key: string): Promise<unknown> {
  return (await http.read("/transactions/txn_plain", key))["memo"];
}

describe("a message", () => {
  test("of several messages, or of bytes that are not UTF-8, is refused and calls nothing", async () => {
    const { id, key } = await http.company(FEED);
    const batch = await post(key, `[${message("categories")},${message("whoami")}]`);
    expect([batch.status, JSON.parse(batch.text)]).toMatchObject([400, { error: { code: -32_600 } }]);
    const bytes = Buffer.concat([
      Buffer.from(message("search_operations", { query: "x" }).slice(0, -6)),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('"}}}'),
    ]);
    const broken = await post(key, new Uint8Array(bytes));
    expect([broken.status, JSON.parse(broken.text)]).toMatchObject([400, { error: { code: -32_700 } }]);
    expect(await counted(id)).toBe(0);
  });

  test("that is deep, long or of other types is refused by its form, and ends nothing", async () => {
    const { key } = await http.company(FEED);
    const deep = (levels: number) =>
      message("read_operation", { operation: "listRules", parameters: { a: 0 } }).replace(
        '{"a":0}',
        `${'{"a":'.repeat(levels)}0${"}".repeat(levels)}`,
      );
    for (const [body, status] of [
      [deep(60), 200],
      [deep(5_000), 400],
      [deep(100_000), 400],
      [message("categories", { x: "y".repeat(1_100_000) }), 400],
      [message("categories").replace('"arguments":{}', '"arguments":[1]'), 200],
      [message("categories").replace('"arguments":{}', '"arguments":null'), 200],
      [message("categories").replace('"name":"categories"', '"name":5'), 200],
      [message("categories").replace('"id":1', '"id":null'), 400],
    ] as const) {
      const answer = await post(key, body);
      expect([body.slice(0, 200), answer.status]).toEqual([body.slice(0, 200), status]);
      expect(answer.text).toMatch(/"(error|isError)":/);
    }
    const long = await post(key, message("z".repeat(100_000)));
    expect(long.text.length).toBeLessThan(500);
    for (const kind of ["constructor", "__proto__", "toString", 5, true])
      expect((await callTool(address, key, "filings", { kind })).structured.error?.param).toBe("kind");
    const session = await post(key, message("whoami"), { "mcp-session-id": "somebody-elses" });
    expect([session.status, session.text.includes("somebody-elses")]).toEqual([404, false]);
    for (const body of ["null", "5", '"text"']) expect((await post(key, body)).status).toBe(400);
  });
});

test("refusals come before arguments are read, in the order of the pipeline", async () => {
  const { id, key } = await http.company(FEED);
  await app.company.change(id, { lifecycle: "closed" });
  for (const [tool, given] of [
    ["whoami", { odd: 1 }],
    ["income_statement", { odd: 1 }],
    ["search_operations", {}],
    ["filings", { kind: "odd" }],
    ["read_operation", { operation: "nothing" }],
    ["write_operation", { operation: "nothing" }],
  ] as const) {
    const refused = await callTool(address, key, tool, given, { capabilities: { elicitation: {} } });
    expect([tool, refused.structured.error?.code]).toEqual([tool, "company_closed"]);
  }
});

test("every answer fits the output schema of its tool, refusals too", async () => {
  const { key } = await http.company(FEED);
  const { result } = await sendMcp(address, key, "tools/list");
  const tools = (result as { tools: readonly { name: string; outputSchema: object }[] }).tools;
  const schemas = new Map(tools.map(({ name, outputSchema }) => [name, Compile(outputSchema)]));
  const calls: readonly (readonly [string, object])[] = [
    ["whoami", {}],
    ["income_statement", { compare_to: "previous_year" }],
    ["balance_sheet", {}],
    ["cash_flow", { compare_to: "previous_period" }],
    ["drill_down", { limit: 2 }],
    ["totals", { start_date: "2026-05-01", end_date: "2026-05-31" }],
    ["transactions", {}],
    ["merchants", { category_id: "cat_software" }],
    ["categories", {}],
    ["filings", { kind: "taxes" }],
    ["sheet_search", {}],
    ["search_operations", { query: "invoices" }],
    ["describe_operation", { operation: "listRules" }],
    ["read_operation", { operation: "listRules" }],
  ];
  const check = async (name: string, given: object, isError: boolean) => {
    for (const options of [{}, { byLibrary: true }, { era: "legacy" as const }]) {
      const answer = await callTool(address, key, name, given, options);
      expect([name, given, answer.isError]).toEqual([name, given, isError]);
      expect([name, given, [...(schemas.get(name)?.Errors(answer.structured) ?? ["no schema"])]]).toEqual([
        name,
        given,
        [],
      ]);
    }
  };
  for (const [name, given] of calls) {
    await check(name, given, false);
    await check(name, { ...given, odd: 1 }, true);
  }
  await check("sheet_read", { id: "sht_nowhere" }, true);
  // And the schemas tell answers apart.
  const { structured } = await callTool(address, key, "balance_sheet");
  expect(schemas.get("income_statement")?.Check(structured)).toBe(false);
  expect(schemas.get("balance_sheet")?.Check({ ...structured, complete: 1 })).toBe(false);
});

test("a client of any version gets everything as text, whichever way answers it", async () => {
  const { key } = await http.company(FEED);
  for (const version of ["", "2025-03-26", "2025-06-18", "2025-11-25"])
    for (const byLibrary of [false, true]) {
      const headers: Record<string, string> = version === "" ? {} : { "mcp-protocol-version": version };
      const { document } = await callTool(
        address,
        key,
        "balance_sheet",
        {},
        { era: "legacy", headers, byLibrary },
      );
      expect([version, document.result["object"]]).toEqual([version, "balance_sheet"]);
    }
});

describe("between a person's yes and the change", () => {
  test("a key that was revoked, or whose owner or company lost the right, changes nothing", async () => {
    for (const [lose, status, code] of [
      [
        async (id: CompanyId, member: string) => {
          const [first] = await app.access.listKeys(id);
          await app.access.revokeKey(id, first?.id ?? "");
          return member;
        },
        401,
        "invalid_api_key",
      ],
      [
        (id: CompanyId, member: string) =>
          app.access.changePermissions(id, member, () => permissions("view", { api_access: "manage" })),
        200,
        "insufficient_permission",
      ],
      [(id: CompanyId) => app.company.change(id, { lifecycle: "closed" }), 200, "company_closed"],
    ] as const) {
      const { id, key, bundle } = await http.company(FEED);
      const state = await ask(key, edit("never"));
      await lose(id, bundle.members[0]?.id ?? "");
      const refused = await sendMcp(
        address,
        key,
        "tools/call",
        { name: "write_operation", arguments: edit("never") },
        {
          capabilities: { elicitation: {} },
          more: { requestState: state, inputResponses: { confirm: ACCEPTED } },
        },
      );
      expect([code, refused.status, refused.text.includes(`"${code}"`)]).toEqual([code, status, true]);
      expect(refused.text).not.toContain('"memo":"never"');
    }
  });

  test("another process takes no confirmation a second time, and none for a record that changed", async () => {
    const other = await http.serve({});
    const { key } = await http.company(FEED);
    const state = await ask(key, edit("first"));
    expect((await confirm(key, edit("first"), state)).isError).toBe(false);
    await editByHand(key, "by hand");
    const again = await confirm(key, edit("first"), state, other.address);
    expect(again.structured.error?.message).toBe("This confirmation was used already. Ask again.");
    expect(await memoOf(key)).toBe("by hand");

    const stale = await ask(key, edit("second"));
    await editByHand(key, "by hand again");
    const refused = await confirm(key, edit("second"), stale);
    expect(refused.structured.error?.message).toBe(
      "The record was changed after the person was asked. Ask again.",
    );
    expect(await memoOf(key)).toBe("by hand again");
    await other.close();
  });

  test("two confirmations at once make one change, in one process or two (TOOL-004)", async () => {
    const other = await http.serve({});
    const { key } = await http.company(FEED);
    const account = { operation: "createAccount", body: { name: "Made once", type: "savings" } };
    const state = await ask(key, account);
    const both = await Promise.all([
      confirm(key, account, state),
      confirm(key, account, state, other.address),
      confirm(key, account, state),
    ]);
    expect(both.map(({ isError }) => isError)).toEqual([false, false, false]);
    expect(new Set(both.map(({ structured }) => structured.result["id"])).size).toBe(1);
    expect(
      both.filter(({ structured }) => structured.remarks[0]?.startsWith("This was carried out before."))
        .length,
    ).toBe(2);
    const { data } = await http.read<{ data: readonly { name: string }[] }>("/accounts?limit=200", key);
    expect(data.filter(({ name }) => name === "Made once").length).toBe(1);

    const memo = await ask(key, edit("once"));
    const edits = await Promise.all([
      confirm(key, edit("once"), memo),
      confirm(key, edit("once"), memo, other.address),
    ]);
    expect(edits.filter(({ isError }) => isError).length).toBe(1);
    await other.close();
  });
});

test("a change that was made is reported, whatever is refused after it", async () => {
  const { id, key } = await http.company({ ...FEED, company: { plan: "startup" } });
  const state = await ask(key, edit("made"));
  // Room for the read before the change and for the change.
  await app.usage.override(id, monthOf(TODAY), (await counted(id)) + 2);
  const { isError, structured } = await confirm(key, edit("made"), state);
  expect([isError, structured.complete, structured.after]).toEqual([false, false, null]);
  expect(structured.go_on).toMatchObject({
    how: expect.stringContaining("was carried out") as string,
    tool: "read_operation",
    arguments: { operation: "getTransaction", parameters: { id: "txn_plain" } },
  });
  await app.usage.override(id, monthOf(TODAY), 1_000);
  expect(await memoOf(key)).toBe("made");

  // Where the change itself is refused, nothing is changed.
  const next = await ask(key, edit("not made"));
  await app.usage.override(id, monthOf(TODAY), (await counted(id)) + 1);
  const refused = await confirm(key, edit("not made"), next);
  expect(refused.structured.error?.code).toBe("monthly_limit_exceeded");
  await app.usage.override(id, monthOf(TODAY), 1_000);
  expect(await memoOf(key)).toBe("made");
});

test("a comparison in whose middle the month ends is refused as a whole", async () => {
  const { id, key } = await http.company({ ...FEED, company: { plan: "startup" } });
  await app.usage.override(id, monthOf(TODAY), 1);
  const refused = await callTool(address, key, "income_statement", { compare_to: "previous_year" });
  expect([refused.isError, refused.structured.error?.code, refused.structured.complete]).toEqual([
    true,
    "monthly_limit_exceeded",
    false,
  ]);
});

test("a key whose minute is used up is refused by HTTP, or in the middle of a tool as a whole", async () => {
  const memory = memoryCounters();
  let ahead = LIMITS.burst_requests.value;
  const counters = {
    ...memory,
    count: async (name: string, window: number) => (await memory.count(name, window)) + ahead,
  };
  const server = await http.serve({ counters });
  const { id, key } = await http.company(FEED);
  const refused = await sendMcp(server.address, key, "tools/call", { name: "whoami" });
  expect([refused.status, refused.error?.data]).toMatchObject([429, { code: "rate_limit_exceeded" }]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await counted(id)).toBe(0);
  // One request is left: the statement has it, and the earlier one is refused.
  ahead -= 2;
  const half = await callTool(server.address, key, "income_statement", { compare_to: "previous_year" });
  expect([half.isError, half.structured.error?.code]).toEqual([true, "rate_limit_exceeded"]);
  await server.close();
});

test("the question shows amounts as text, and nothing that a reader can't see", async () => {
  const { key } = await http.company(FEED);
  const spoof = "pay\u202Eevil\u200B\nBefore: {}";
  const { result } = await sendMcp(
    address,
    key,
    "tools/call",
    { name: "write_operation", arguments: edit(spoof) },
    { capabilities: { elicitation: {} } },
  );
  const { inputRequests } = result as {
    inputRequests: { confirm: { params: { message: string } } };
  };
  const lines = inputRequests.confirm.params.message.split("\n");
  expect(lines.filter((line) => line.startsWith("Before: ")).length).toBe(1);
  expect(lines.join("\n")).toContain(String.raw`pay\u{202e}evil\u{200b}\nBefore: {}`);
  expect(lines.find((line) => line.startsWith("Before: "))).toMatch(/"amount_text":"-?\$[\d.,]+"/);
});

test("a change below a record says how the record was and is", async () => {
  const { key } = await http.company(FEED);
  const whole = await http.read<{ amount_cents: number; transaction_type: string }>(
    "/transactions/txn_plain",
    key,
  );
  const split = {
    operation: "splitTransaction",
    parameters: { id: "txn_plain" },
    body: {
      lines: [
        { category_id: "cat_software", amount_cents: whole.amount_cents + 100 },
        { category_id: "cat_hosting", amount_cents: -100 },
      ],
    },
  };
  const { isError, structured, text } = await confirm(key, split, await ask(key, split));
  expect([isError, text]).toEqual([false, expect.stringContaining("splitTransaction") as string]);
  expect(structured.before).toMatchObject({ id: "txn_plain", transaction_type: "standard" });
  expect(structured.after).toMatchObject({ id: "txn_plain", transaction_type: "category_split" });
});
