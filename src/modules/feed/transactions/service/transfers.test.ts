/**
 * Transfers over HTTP: two transactions that become one movement of own money, and are two again, and what
 * the books make of it.
 */
import { describe, expect, test } from "vitest";
import { NOON, testApp } from "../../../../../test/support/app.ts";
import { FEED, invoice, payment, transaction } from "../../../../../test/support/feed.ts";
import { expectSound, feedOf } from "../../../../../test/support/feed-requests.ts";
import { uncountedOf } from "../../../../../test/support/state.ts";

const http = await testApp();
const noon = Date.parse(NOON) / 1000;
const MISSING = { status: 404, code: "resource_missing", type: "invalid_request_error" };
const MAY = "start_date=2026-05-01&end_date=2026-05-31";
const saving = { account_id: "acct_savings", category_id: "cat_services" } as const;

async function fresh(overrides: object = {}) {
  const company = await http.company({ ...FEED, ...overrides });
  return { company, ...feedOf(http, company) };
}

describe("POST /transfers", () => {
  test("makes two transactions the sides of one movement, on the earlier of their days", async () => {
    const { company, transfer, get } = await fresh();
    http.clock.set(noon + 60);
    const { status, body } = await transfer("txn_moving_out", "txn_moving_in");
    expect([status, body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^trf_\w+$/),
        object: "transfer",
        from_transaction_id: "txn_moving_out",
        to_transaction_id: "txn_moving_in",
        amount_cents: 250_00,
        date: "2026-05-04",
        created: noon + 60,
      },
    ]);
    for (const id of ["txn_moving_out", "txn_moving_in"]) {
      expect(await get(id)).toMatchObject({
        transaction_type: "transfer",
        transfer_id: body.id,
        category_id: null,
        category_name: null,
        department_id: null,
        updated: noon + 60,
      });
    }
    await expectSound(http, company);
  });

  test("counts neither as income nor as expense, immediately", async () => {
    const { company, transfer, total, entries, balances } = await fresh();
    const [checking, savings, held] = [
      await total("cat_checking", "date=2026-05-31"),
      await total("cat_savings", "date=2026-05-31"),
      await balances(),
    ];
    const { net_income_cents: before } = await company.read<{ net_income_cents: number }>(
      `/reports/income_statement?${MAY}`,
    );
    expect([
      await total("cat_uncategorized_income", MAY),
      await total("cat_uncategorized_expenses", MAY),
    ]).toEqual([250_00, -295_67]);
    await transfer("txn_moving_out", "txn_moving_in");
    expect([
      await total("cat_uncategorized_income", MAY),
      await total("cat_uncategorized_expenses", MAY),
    ]).toEqual([0, -45_67]);
    expect(await company.read(`/reports/income_statement?${MAY}`)).toMatchObject({
      net_income_cents: before,
    });
    expect([
      await total("cat_checking", "date=2026-05-31"),
      await total("cat_savings", "date=2026-05-31"),
      await balances(),
    ]).toEqual([checking, savings, held]);
    const moved = (await entries("txn_moving_out")).toSorted((a, b) => a.amount_cents - b.amount_cents);
    expect(moved).toMatchObject([
      { category_id: "cat_checking", amount_cents: -250_00, date: "2026-05-04", source: "transfer" },
      { category_id: "cat_savings", amount_cents: 250_00, date: "2026-05-04", source: "transfer" },
    ]);
    expect(await entries("txn_moving_in")).toEqual([]);
  });

  test("counts on the earlier accounting date, whichever side has it", async () => {
    const { edit, transfer, company } = await fresh();
    await edit("txn_moving_in", { accounting_date: "2026-04-30" });
    expect((await transfer("txn_moving_out", "txn_moving_in")).body.date).toBe("2026-04-30");
    await expectSound(http, company);
  });

  test("pays a card: what is owed becomes less", async () => {
    const { company, transfer, total } = await fresh({
      transactions: [
        transaction("pay", -75_00),
        transaction("paid", 75_00, { account_id: "acct_credit", category_id: "cat_services" }),
      ],
      transfers: [],
    });
    await transfer("txn_pay", "txn_paid");
    expect([
      await total("cat_card_debt", "date=2026-05-31"),
      await total("cat_services", MAY),
      await total("cat_software", MAY),
    ]).toEqual([-75_00, 0, 0]);
    await expectSound(http, company);
  });

  test("is on hold while the bank has not settled one of its sides", async () => {
    const line = {
      account_id: "acct_savings",
      external_id: "in-1",
      card_id: null,
      date: "2026-05-02",
      amount_cents: 40_00,
      description: "In",
      merchant_name: null,
      status: "approved",
      source_vendor: "plaid",
      source_type: "bank",
    };
    const { company, transfer, entries } = await fresh({
      transactions: [
        transaction("out", -40_00),
        transaction("in", 40_00, {
          ...saving,
          date: "2026-05-02",
          status: "pending",
          external_id: "in-1",
          description: "In",
        }),
      ],
      transfers: [],
    });
    await transfer("txn_out", "txn_in");
    expect((await entries("txn_out")).map(({ held }) => held)).toEqual([true, true]);
    expect(await http.app.transactions.addLines(company.id, [line as never], http.clock.now())).toMatchObject(
      [{ became: "updated" }],
    );
    expect((await entries("txn_out")).map(({ held }) => held)).toEqual([false, false]);
    await expectSound(http, company);
  });
});

describe("POST /transfers refuses and changes nothing", async () => {
  const kept = await fresh({
    invoices: [invoice("paid", 120_00)],
    transactions: [
      ...FEED.transactions,
      transaction("nothing", 0),
      transaction("nothing_too", 0, saving),
      transaction("same_account", 250_00, { category_id: "cat_services" }),
      transaction("other_amount", 250_01, saving),
      transaction("spread_back", 1_200_00, saving),
      { ...payment("paid", 120_00, "inv_paid"), ...saving, category_id: "cat_receivable" },
    ],
  });

  test.each<[string, string, string, object]>([
    ["one that is a side already", "txn_out", "txn_moving_in", { ...MISSING, param: "from_transaction_id" }],
    ["another that is one", "txn_moving_out", "txn_in", { ...MISSING, param: "to_transaction_id" }],
    ["what is split", "txn_split", "txn_moving_in", { ...MISSING, param: "from_transaction_id" }],
    ["what is excluded", "txn_excluded", "txn_moving_in", { ...MISSING, param: "from_transaction_id" }],
    ["what is deleted", "txn_gone", "txn_moving_in", { ...MISSING, param: "from_transaction_id" }],
    ["what nobody has", "txn_moving_out", "txn_nobodys", { ...MISSING, param: "to_transaction_id" }],
    ["what is no id", "", "txn_moving_in", { ...MISSING, param: "from_transaction_id" }],
    [
      "money in as money out",
      "txn_moving_in",
      "txn_moving_out",
      { status: 422, code: "transaction_update_failed", param: "from_transaction_id" },
    ],
    [
      "one transaction as both",
      "txn_moving_out",
      "txn_moving_out",
      { status: 422, code: "transaction_update_failed", param: "to_transaction_id" },
    ],
    [
      "no money at all",
      "txn_nothing",
      "txn_nothing_too",
      { status: 422, code: "transaction_update_failed", param: "from_transaction_id" },
    ],
    [
      "two sides of one account",
      "txn_moving_out",
      "txn_same_account",
      {
        status: 422,
        code: "transaction_update_failed",
        param: "to_transaction_id",
        message: "A transfer must go to another account.",
      },
    ],
    [
      "another amount",
      "txn_moving_out",
      "txn_other_amount",
      { status: 422, code: "transaction_update_failed", param: "to_transaction_id" },
    ],
    [
      "what is spread",
      "txn_insured",
      "txn_spread_back",
      { status: 422, code: "transaction_update_failed", param: "from_transaction_id" },
    ],
    [
      "what pays an invoice",
      "txn_plain",
      "txn_paid",
      { status: 422, code: "transaction_update_failed", param: "to_transaction_id" },
    ],
  ])("%s", async (_what, from, to, refused) => {
    const before = await uncountedOf(http.app, kept.company.id);
    expect(
      await kept.refused("POST", "/transfers", { from_transaction_id: from, to_transaction_id: to }),
    ).toMatchObject(refused);
    expect(await uncountedOf(http.app, kept.company.id)).toEqual(before);
  });
});

describe("DELETE /transfers/{id}", () => {
  test("makes both sides standard again, on Uncategorized Expenses and Uncategorized Income", async () => {
    const { company, undo, get, entries } = await fresh();
    http.clock.set(noon + 60);
    const { status, text } = await undo("trf_saved");
    expect([status, text]).toEqual([204, ""]);
    expect(await get("txn_out")).toMatchObject({
      transaction_type: "standard",
      transfer_id: null,
      category_id: "cat_uncategorized_expenses",
      categorized: false,
      updated: noon + 60,
    });
    expect(await get("txn_in")).toMatchObject({
      transaction_type: "standard",
      transfer_id: null,
      category_id: "cat_uncategorized_income",
      categorized: false,
      updated: noon + 60,
    });
    expect(await entries("txn_out")).toMatchObject([
      { date: "2026-04-28", source: "bank_transaction", category_id: "cat_checking" },
      { category_id: "cat_uncategorized_expenses" },
    ]);
    expect(await entries("txn_in")).toMatchObject([
      { date: "2026-04-29", source: "bank_transaction", category_id: "cat_savings" },
      { category_id: "cat_uncategorized_income" },
    ]);
    await expectSound(http, company);
  });

  test("does not find a deleted transfer, another company's or an invalid id", async () => {
    const { company, undo, refused } = await fresh();
    await undo("trf_saved");
    for (const id of ["trf_saved", "trf_nobodys", "txn_plain", "12345", "%00"])
      expect([id, await refused("DELETE", `/transfers/${id}`)]).toMatchObject([id, MISSING]);
    const other = await fresh();
    const { body } = await other.transfer("txn_moving_out", "txn_moving_in");
    expect(await refused("DELETE", `/transfers/${body.id}`)).toMatchObject(MISSING);
    expect(await other.get("txn_moving_out")).toMatchObject({ transfer_id: body.id });
    await expectSound(http, company);
  });

  test("frees the two to be matched again, or edited", async () => {
    const { company, transfer, undo, edit } = await fresh();
    for (let time = 0; time < 3; time += 1) {
      const { status, body } = await transfer("txn_moving_out", "txn_moving_in");
      expect(status).toBe(201);
      await undo(body.id);
    }
    expect((await edit("txn_moving_out", { category_id: "cat_software" })).status).toBe(200);
    await expectSound(http, company);
  });
});

describe("a bundle that comes over a transfer", () => {
  test("with both sides as standard transactions removes the transfer", async () => {
    const { company, transfer, entries } = await fresh();
    await transfer("txn_moving_out", "txn_moving_in");
    const own = { transaction_type: "standard", transfer_id: null } as const;
    await http.put({
      ...company.bundle,
      transactions: company.bundle.transactions
        .filter(({ id }) => id.startsWith("txn_moving"))
        .map((row) => ({ ...row, ...own })),
    });
    expect((await entries("txn_moving_out")).map(({ source }) => source)).toEqual([
      "bank_transaction",
      "bank_transaction",
    ]);
    await expectSound(http, company);
  });

  test("with another state of its sides posts it again", async () => {
    const { company, entries } = await fresh();
    const [pending, later] = [
      FEED.transactions.filter(({ id }) => id === "txn_out"),
      FEED.transactions.filter(({ id }) => id === "txn_in"),
    ];
    await http.put({
      ...company.bundle,
      transactions: [
        ...pending.map((row) => ({ ...row, status: "pending" as const, description: "On its way" })),
        ...later.map((row) => ({ ...row, accounting_date: "2026-04-20" })),
      ],
    });
    expect(await entries("txn_out")).toMatchObject([
      { held: true, description: "On its way", date: "2026-04-20" },
      { held: true, date: "2026-04-20" },
    ]);
    await expectSound(http, company);
  });
});
