/**
 * Requests with an `Idempotency-Key`: every POST that creates something is carried out once. Repeated
 * requests, concurrent or later, get the first answer again. The operations come from the cards.
 */
import { describe, expect, test } from "vitest";
import { keyUse, type Operation } from "../../src/contract/operation.ts";
import { LIMITS } from "@daybook/words/limits";
import { person } from "../support/bundle.ts";
import type { RequestOptions } from "../support/http.ts";
import { formWith, pdfOf } from "../support/files.ts";
import { everyDoor } from "./doors.ts";
import { ORDINARY } from "./ordinary.ts";
import { CONSOLE, goodOptions, goodTarget } from "./requests.ts";

const http = await everyDoor();
const { app } = http;
const [chief, colleague] = [person("owner"), person("colleague")];
const company = await http.company({
  ...ORDINARY,
  // Books that can be opened; nothing is dated so early.
  closing: { closed_through: "2020-01-01" },
  users: [chief.user, colleague.user],
  members: [chief.member, colleague.member],
});
const { key } = company;
const keyed: readonly Operation[] = http.bound
  .map(({ operation }) => operation)
  .filter((operation) => keyUse(operation) === "optional");

type Sent = readonly [target: string, options: RequestOptions];

/** Returns the next good request of an operation, to be sent more than once. */
function good(operation: Operation, apiKey = key): Sent {
  return [goodTarget(operation), { key: apiKey, ...goodOptions(operation) }];
}

function send([target, options]: Sent, name: string, request_id = `${name}-id`) {
  const headers = { ...options.headers, "idempotency-key": name, "x-request-id": request_id };
  return http.send<Record<string, unknown>>(target, { ...options, headers });
}

/** Makes a request with other input, for operations whose next good request has the same input. */
const OTHER: Readonly<Record<string, (sent: Sent) => Sent | Promise<Sent>>> = {
  createAccount: ([target, options]) => [target, { ...options, body: { name: "Till", type: "other" } }],
  createBill: ([target, options]) => [
    target,
    { ...options, body: { ...(options.body as object), vendor_name: "Other Hosting" } },
  ],
  applyBillCredit: ([target, options]) => [target, { ...options, body: { from_bill_id: "bill_overpaid" } }],
  creditBill: ([target, options]) => [
    target,
    { ...options, body: { lines: [{ category: "cat_software", amount_cents: 2 }] } },
  ],
  writeOffBill: ([target, options]) => [
    target,
    { ...options, body: { category: "cat_software", amount_cents: 2 } },
  ],
  unmatchBill: ([, options]) => ["/bills/bill_other/unmatch", options],
  voidBill: ([, options]) => ["/bills/bill_other/void", options],
  createInvoice: ([target, options]) => [
    target,
    { ...options, body: { ...(options.body as object), customer_name: "Other Foods" } },
  ],
  createFile: async ([target, options]) => [target, { ...options, body: formWith(await pdfOf(["Another"])) }],
  createTransactionUpload: ([target, options]) => [
    target,
    {
      ...options,
      body: { account_id: "acct_checking", rows: [{ date: "2025-06-01", amount_cents: -1251 }] },
    },
  ],
  addSchedule: ([target, options]) => [
    target,
    { ...options, body: { ...(options.body as object), amount_cents: 2_400_00 } },
  ],
  applyRule: ([, options]) => [`${CONSOLE}/rules/rule_changed/apply`, options],
  importSheet: ([target, options]) => {
    const body = new FormData();
    const file = (options.body as FormData).get("file") as File;
    body.append("file", new File([file], "Other.xlsx"));
    return [target, { ...options, body }];
  },
  applyCredit: ([target, options]) => [target, { ...options, body: { from_invoice_id: "inv_overpaid" } }],
  creditInvoice: ([target, options]) => [
    target,
    { ...options, body: { lines: [{ category: "cat_services", amount_cents: 2 }] } },
  ],
  writeOffInvoice: ([target, options]) => [
    target,
    { ...options, body: { category: "cat_software", amount_cents: 2 } },
  ],
  unmatchInvoice: ([, options]) => ["/invoices/inv_other/unmatch", options],
  voidInvoice: ([, options]) => ["/invoices/inv_other/void", options],
};

const isReplayed = (headers: Headers) => headers.get("idempotent-replayed");
const eventsOf = async (request_id: string) =>
  (await app.audit.list(company.id, {}, 10_000)).filter((event) => event.request_id === request_id);

test("every operation that creates something takes a key, except those with their own rule", () => {
  expect(keyed.map(({ id }) => id).toSorted()).toEqual([
    "addAssetRegister",
    "addCategory",
    "addDepartment",
    "addSchedule",
    "answerTwinLines",
    "applyBillCredit",
    "applyCredit",
    "applyRule",
    "bulkUpdateTransactions",
    "clearReconciliationLines",
    "createAccount",
    "createBill",
    "createBookImport",
    "createFile",
    "createFileUpload",
    "createInvoice",
    "createManualEntry",
    "createRule",
    "createSheet",
    "createTransactionUpload",
    "createTransfer",
    "creditBill",
    "creditInvoice",
    "disposeAsset",
    "dropReconciliation",
    "editSheet",
    "endSchedule",
    "finishReconciliation",
    "importSheet",
    "matchBill",
    "matchInvoice",
    "moveScheduleEnd",
    "openBills",
    "openBooks",
    "openInvoices",
    "payBills",
    "receivePayment",
    "refundBills",
    "refundCredit",
    "removeSchedule",
    "reopenReconciliation",
    "reopenSchedule",
    "reverseVoucher",
    "setOpeningBalances",
    "splitTransaction",
    "spreadTransaction",
    "startReconciliation",
    "takeBackBillSettlement",
    "takeBackBookImport",
    "takeBackSettlement",
    "takeBackUpload",
    "unmatchBill",
    "unmatchInvoice",
    "uploadFranchiseConfirmation",
    "uploadIncomeReturn",
    "voidBill",
    "voidInvoice",
    "writeOffBill",
    "writeOffInvoice",
  ]);
});

describe.each(keyed.map((operation) => [operation.id, operation] as const))("%s", (id, operation) => {
  test("is carried out once, and gives the same answer when it is repeated", async () => {
    const sent = good(operation);
    const first = await send(sent, `once ${id}`, `first-${id}`);
    expect([first.status, isReplayed(first.headers)]).toEqual([operation.success.status, null]);
    expect(await eventsOf(`first-${id}`)).not.toEqual([]);
    const second = await send(sent, `once ${id}`, `second-${id}`);
    expect([second.status, second.text, second.headers.get("location"), isReplayed(second.headers)]).toEqual([
      first.status,
      first.text,
      first.headers.get("location"),
      "true",
    ]);
    expect(await eventsOf(`second-${id}`)).toEqual([]);
  });

  test("is refused with a key that was used with other input", async () => {
    const sent = good(operation);
    await send(sent, `other ${id}`);
    const other = await (OTHER[id] ?? (() => good(operation)))(sent);
    const { status, body } = await send(other, `other ${id}`, `refused-${id}`);
    expect([status, body]).toMatchObject([409, { error: { code: "idempotency_key_conflict" } }]);
    expect(await eventsOf(`refused-${id}`)).toEqual([]);
  });

  test("is carried out once when it is sent four times concurrently", async () => {
    const sent = good(operation);
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(sent, `together ${id}`)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ headers }) => isReplayed(headers) === null)).toHaveLength(1);
    // The other three requests leave no stored file behind.
    const checks = await app.checkFiles(company.id);
    expect(checks.find(({ check }) => check === "stored_files_have_owners")).toMatchObject({ ok: true });
  });

  test.each([
    ["blank", " "],
    ["too long", "x".repeat(LIMITS.idempotency_key_characters.value + 1)],
  ])("refuses a key that is %s", async (_, name) => {
    const { status, body } = await send(good(operation), name, "refused");
    expect([status, body]).toMatchObject([
      400,
      { error: { code: "invalid_request", param: "Idempotency-Key" } },
    ]);
  });
});

describe("a key", () => {
  const account = (body: object, name: string, apiKey = key) =>
    send(["/accounts", { key: apiKey, method: "POST", body }], name);
  const TILL = { name: "Till", type: "other" };

  test("stays unused if its request was refused", async () => {
    expect((await account({ ...TILL, category_id: "cat_nobodys" }, "free")).status).toBe(404);
    const made = await account(TILL, "free");
    expect([made.status, isReplayed(made.headers)]).toEqual([201, null]);
  });

  test("belongs to one operation and one user, and is case-sensitive", async () => {
    const first = await account(TILL, "shared");
    const theirs = await http.keyOf(company.id, colleague.member.id);
    for (const other of [await account(TILL, "shared", theirs), await account(TILL, "SHARED")])
      expect([other.status, isReplayed(other.headers), other.text === first.text]).toEqual([
        201,
        null,
        false,
      ]);
    const invoice = await send(good(keyed.find(({ id }) => id === "createInvoice") as Operation), "shared");
    expect([invoice.status, isReplayed(invoice.headers)]).toEqual([201, null]);
    const second = await http.keyOf(company.id, chief.member.id);
    expect((await account(TILL, "shared", second)).text).toBe(first.text);
  });

  test("does not depend on the order of members", async () => {
    const first = await account({ name: "Till", type: "other" }, "order");
    expect((await account({ type: "other", name: "Till" }, "order")).text).toBe(first.text);
  });

  test("expires after a day, with its answer", async () => {
    const first = await account(TILL, "day");
    const now = app.clock.now();
    http.clock.set(new Date((now + LIMITS.kept_answer_s.value - 1) * 1000).toISOString());
    expect((await account(TILL, "day")).text).toBe(first.text);
    http.clock.set(new Date((now + LIMITS.kept_answer_s.value) * 1000).toISOString());
    const later = await account(TILL, "day");
    expect([later.status, isReplayed(later.headers), later.text === first.text]).toEqual([201, null, false]);
  });
});
