/** Nothing is changed before a person confirmed exactly these arguments, once. */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../test/support/app.ts";
import { invitation } from "../../../test/support/bundle.ts";
import { FEED } from "../../../test/support/feed.ts";
import { callTool, type McpOptions, sendMcp, withoutNulls } from "../../../test/support/mcp.ts";

const http = await testApp();
const { address } = http;

const EDIT = {
  operation: "editTransaction",
  parameters: { id: "txn_plain" },
  body: { memo: "for the new office" },
};
const ASKING: McpOptions = { capabilities: { elicitation: {} } };

interface Asked {
  readonly resultType: string;
  readonly requestState: string;
  readonly inputRequests: { readonly confirm: { readonly params: { readonly message: string } } };
}

async function ask(key: string, given: object = EDIT): Promise<Asked> {
  const { result, text } = await sendMcp(
    address,
    key,
    "tools/call",
    { name: "write_operation", arguments: given },
    ASKING,
  );
  if (result === null) throw new Error(text);
  return result as unknown as Asked;
}

const confirmed = (
  requestState: string,
  confirm: unknown = { action: "accept", content: { confirm: true } },
) => ({
  ...ASKING,
  more: { requestState, inputResponses: { confirm } },
});

async function memoOf(key: string): Promise<unknown> {
  return (await http.read("/transactions/txn_plain", key))["memo"];
}

/** Two lines that split the plain transaction. */
async function halves(key: string): Promise<object[]> {
  const { amount_cents } = await http.read<{ amount_cents: number }>("/transactions/txn_plain", key);
  return [1, amount_cents - 1].map((amount) => ({ category_id: "cat_software", amount_cents: amount }));
}

describe("a change", () => {
  test("is asked first, and then says what was before and after (TOOL-001)", async () => {
    const { key } = await http.company(FEED);
    const before = await http.read("/transactions/txn_plain", key);
    const { resultType, requestState, inputRequests } = await ask(key);
    expect(resultType).toBe("input_required");
    expect(inputRequests.confirm.params.message).toContain("PATCH /transactions/{id}");
    expect(inputRequests.confirm.params.message).toContain("for the new office");
    expect(await memoOf(key)).toBe(before["memo"]);
    const { structured } = await callTool(address, key, "write_operation", EDIT, confirmed(requestState));
    expect(await memoOf(key)).toBe("for the new office");
    const after = await http.read("/transactions/txn_plain", key);
    expect(structured.complete).toBe(true);
    expect(withoutNulls([structured.before, structured.after])).toEqual(withoutNulls([before, after]));
  });

  test("that was declined, or not really confirmed, changes nothing", async () => {
    const { key } = await http.company(FEED);
    for (const answer of [
      { action: "decline" },
      { action: "cancel" },
      { action: "accept", content: { confirm: false } },
      { action: "accept", content: { confirm: "true" } },
      { action: "accept" },
    ]) {
      const { requestState } = await ask(key);
      const { structured } = await callTool(
        address,
        key,
        "write_operation",
        EDIT,
        confirmed(requestState, answer),
      );
      expect([answer, structured.remarks]).toEqual([answer, ["Nothing was changed: the person declined."]]);
    }
    expect(await memoOf(key)).not.toBe("for the new office");
  });

  test("that was declined stays declined, whatever is sent afterwards (TOOL-002)", async () => {
    const { key } = await http.company(FEED);
    const account = { operation: "createAccount", body: { name: "Declined", type: "savings" } };
    for (const given of [EDIT, account]) {
      const { requestState } = await ask(key, given);
      await callTool(address, key, "write_operation", given, confirmed(requestState, { action: "decline" }));
      const late = await callTool(address, key, "write_operation", given, confirmed(requestState));
      expect([given.operation, late.structured.error?.message]).toEqual([
        given.operation,
        "The person declined this change. Ask again.",
      ]);
    }
    expect(await memoOf(key)).not.toBe("for the new office");
    expect(JSON.stringify(await http.read("/accounts?limit=200", key))).not.toContain("Declined");
  });

  test("needs the seal of this key over these arguments, unbroken, unexpired and unused", async () => {
    const { id, key, bundle } = await http.company(FEED);
    const other = await http.keyOf(id, bundle.members[0]?.id ?? "");
    const { requestState } = await ask(key);
    const unlike = "A person confirmed other arguments than these.";
    const broken = "The confirmation is not valid any more. Ask again.";
    const attempts: readonly (readonly [string, object, McpOptions, string])[] = [
      [key, { ...EDIT, body: { memo: "another" } }, confirmed(requestState), unlike],
      [key, { ...EDIT, parameters: { id: "txn_edited" } }, confirmed(requestState), unlike],
      [key, EDIT, confirmed(`${requestState.slice(0, -2)}xx`), broken],
      [other, EDIT, confirmed(requestState), broken],
    ];
    for (const [sender, given, options, message] of attempts) {
      const { isError, structured } = await callTool(address, sender, "write_operation", given, options);
      expect([given, isError, structured.error]).toMatchObject([
        given,
        true,
        { code: "invalid_request", message },
      ]);
    }
    expect(await memoOf(key)).not.toBe("for the new office");
    expect((await callTool(address, key, "write_operation", EDIT, confirmed(requestState))).isError).toBe(
      false,
    );
    const again = await callTool(address, key, "write_operation", EDIT, confirmed(requestState));
    expect(again.structured.error?.message).toBe("This confirmation was used already. Ask again.");
    // An answer without a question that was asked is asked again.
    const unasked = await sendMcp(
      address,
      key,
      "tools/call",
      { name: "write_operation", arguments: EDIT },
      { ...ASKING, more: { inputResponses: { confirm: { action: "accept", content: { confirm: true } } } } },
    );
    expect(unasked.result?.["resultType"]).toBe("input_required");
  });

  test("that the API would refuse is refused before anybody is asked", async () => {
    const { key } = await http.company(FEED);
    for (const [given, target, method, body] of [
      [{ ...EDIT, body: { odd: 1 } }, "/transactions/txn_plain", "PATCH", { odd: 1 }],
      [{ operation: "createTransfer", body: {} }, "/transfers", "POST", {}],
      [{ ...EDIT, parameters: { id: "txn_nowhere" } }, "/transactions/txn_nowhere", "PATCH", EDIT.body],
    ] as const) {
      const { structured } = await callTool(address, key, "write_operation", given, ASKING);
      expect([given, structured.error]).toEqual([given, await http.refusal(target, { key, method, body })]);
    }
    for (const [tool, operation, message] of [
      ["write_operation", "getCompany", "`getCompany` changes nothing; use `read_operation`."],
      ["write_operation", "createFile", "`createFile` takes a file, which a tool can't send. Use the API."],
      ["read_operation", "createAccount", "`createAccount` changes data; use `write_operation`."],
    ] as const) {
      const { structured } = await callTool(address, key, tool, { operation }, ASKING);
      expect([operation, structured.error]).toMatchObject([operation, { param: "operation", message }]);
    }
    const odd = { operation: "listTransactions", parameters: { limit: { most: 1 } } };
    expect((await callTool(address, key, "read_operation", odd)).structured.error).toMatchObject({
      param: "limit",
      message: "`limit` must be a text, a number, true, false or a list of them.",
    });
  });

  test("is asked with every member of its arguments, short ones first, or not at all", async () => {
    const { key } = await http.company(FEED);
    const bulk = (count: number) => ({
      operation: "bulkUpdateTransactions",
      body: {
        transaction_ids: Array.from({ length: count }, (_, at) => `txn_${String(at).padStart(16, "0")}`),
        category_id: "cat_travel",
        memo: "unseen",
      },
    });
    const { inputRequests } = await ask(key, bulk(100));
    const { message } = inputRequests.confirm.params;
    for (const part of [...bulk(100).body.transaction_ids, '"category_id":"cat_travel"', '"memo":"unseen"'])
      expect([part, message.includes(part)]).toEqual([part, true]);
    expect(message.indexOf("cat_travel")).toBeLessThan(message.indexOf("txn_"));
    const refused = await callTool(address, key, "write_operation", bulk(250), ASKING);
    expect([refused.structured.error?.code, refused.structured.error?.message]).toEqual([
      "invalid_request",
      expect.stringMatching(
        /^A person can't read these arguments: they are \d+ characters, and a question shows at most \d+\. Split the change into smaller ones, or make it by the API\.$/,
      ),
    ]);
  });

  test("is refused if its record changed after the question, also where its answer is stored (TOOL-003)", async () => {
    const { key } = await http.company(FEED);
    const split = {
      operation: "splitTransaction",
      parameters: { id: "txn_plain" },
      body: { lines: await halves(key) },
    };
    const stale = await ask(key, split);
    await http.send("/transactions/txn_plain", { key, method: "PATCH", body: { memo: "by hand" } });
    const refused = await callTool(address, key, "write_operation", split, confirmed(stale.requestState));
    expect(refused.structured.error?.message).toBe(
      "The record was changed after the person was asked. Ask again.",
    );
    const { requestState } = await ask(key, split);
    const [made, again] = await Promise.all([
      callTool(address, key, "write_operation", split, confirmed(requestState)),
      callTool(address, key, "write_operation", split, confirmed(requestState)),
    ]);
    const later = await callTool(address, key, "write_operation", split, confirmed(requestState));
    expect([made.isError, again.isError, later.isError]).toEqual([false, false, false]);
    expect(later.text).toContain("carried out before");
  });

  test("can't be made through a client that asks nobody", async () => {
    const { key } = await http.company(FEED);
    const call = { name: "write_operation", arguments: EDIT };
    const modern = await sendMcp(address, key, "tools/call", call);
    expect([modern.error?.code, modern.error?.data]).toEqual([
      -32_021,
      { requiredCapabilities: { elicitation: { form: {} } } },
    ]);
    const legacy = await callTool(address, key, "write_operation", EDIT, { era: "legacy" });
    expect([legacy.isError, legacy.structured.error?.message]).toEqual([
      true,
      expect.stringContaining("can't ask a person"),
    ]);
    expect(await memoOf(key)).not.toBe("for the new office");
  });
});

test("a POST that makes something is carried out once, and a DELETE says what is gone", async () => {
  const { key } = await http.company(FEED);
  const transfer = {
    operation: "createTransfer",
    body: { from_transaction_id: "txn_moving_out", to_transaction_id: "txn_moving_in" },
  };
  const { requestState } = await ask(key, transfer);
  const made = await callTool(address, key, "write_operation", transfer, confirmed(requestState));
  const sides = { from_transaction: { id: "txn_moving_out" }, to_transaction: { id: "txn_moving_in" } };
  expect([made.isError, made.structured.before, made.structured.after]).toMatchObject([false, sides, sides]);
  const remove = { operation: "deleteTransfer", parameters: { id: "trf_saved" } };
  const question = await ask(key, remove);
  const gone = await callTool(address, key, "write_operation", remove, confirmed(question.requestState));
  expect([gone.isError, gone.structured.complete]).toEqual([false, true]);
});

describe("the question shows what is there before", () => {
  const told = async (key: string, given: object) =>
    (await ask(key, given)).inputRequests.confirm.params.message;

  test("of a transfer that is made or undone: its transactions", async () => {
    const { key } = await http.company(FEED);
    const undo = await told(key, { operation: "deleteTransfer", parameters: { id: "trf_saved" } });
    expect(undo).toMatch(/Before:.*"id":"txn_out".*"amount_text":"-\$500\.00".*"id":"txn_in"/);
    const ids = { from_transaction_id: "txn_moving_out", to_transaction_id: "txn_moving_in" };
    const made = await told(key, { operation: "createTransfer", body: ids });
    expect(made).toMatch(/Before:.*"id":"txn_moving_out".*"id":"txn_moving_in"/);
  });

  test("of transactions that are edited together: their number and sum", async () => {
    const { key } = await http.company(FEED);
    const transaction_ids = ["txn_plain", "txn_edited", "txn_plain", "txn_gone", "txn_nowhere"];
    const bulk = { operation: "bulkUpdateTransactions", body: { transaction_ids, memo: "x" } };
    expect(await told(key, bulk)).toContain(
      'Before: {"transactions":2,"amount_cents":-20000,"amount_text":"-$200.00","unknown":2}',
    );
  });

  test("of an invitation: whom it invites", async () => {
    const { key } = await http.company({ invitations: ["a", "b", "c"].map((name) => invitation(name)) });
    const { invitations } = await http.read<{ invitations: readonly { id: string; email: string }[] }>(
      "/team",
      key,
    );
    for (const [at, operation] of ["changeInvitation", "resendInvitation", "revokeInvitation"].entries()) {
      const { id = "", email = "" } = invitations[at] ?? {};
      const body = operation === "changeInvitation" ? { body: { access_template: "read_only" } } : {};
      expect(await told(key, { operation, parameters: { id }, ...body })).toContain(`"email":"${email}"`);
    }
  });

  test("and nobody is asked about what does not exist", async () => {
    const { key } = await http.company(FEED);
    for (const given of [
      { operation: "deleteTransfer", parameters: { id: "trf_nowhere" } },
      { operation: "revokeInvitation", parameters: { id: "invite_nowhere" } },
      { operation: "resendInvitation", parameters: { id: "invite_nowhere" } },
    ]) {
      const { structured } = await callTool(address, key, "write_operation", given, ASKING);
      expect([given, structured.error?.code]).toEqual([given, "resource_missing"]);
    }
    const from = { from_transaction_id: "txn_nowhere", to_transaction_id: "txn_moving_in" };
    const transfer = { operation: "createTransfer", body: from };
    const { structured } = await callTool(address, key, "write_operation", transfer, ASKING);
    expect(structured.error).toEqual(await http.refusal("/transfers", { key, method: "POST", body: from }));
  });
});
