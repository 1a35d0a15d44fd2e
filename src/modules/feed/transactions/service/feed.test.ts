/**
 * Lines from banks: they come in once, change, go and come back, and never overwrite a person's decision.
 */
import { describe, expect, test } from "vitest";
import type { FeedLine } from "../index.ts";
import { NOON, testApp, type TestCompany } from "../../../../../test/support/app.ts";
import { FEED, invoice, payment, transaction } from "../../../../../test/support/feed.ts";
import { expectSound, feedOf } from "../../../../../test/support/feed-requests.ts";
import { stateOf } from "../../../../../test/support/state.ts";

const http = await testApp();
const noon = Date.parse(NOON) / 1000;
const SENT = {
  account_id: "acct_checking",
  external_id: "one",
  card_id: null,
  date: "2026-05-01",
  amount_cents: -50_00,
  description: "Coffee",
  merchant_name: "Corner" as string | null,
  status: "approved",
  source_vendor: "plaid",
  source_type: "bank",
};

async function fresh(overrides: object = {}) {
  const company = await http.company({ ...FEED, ...overrides });
  return { company, ...feedOf(http, company) };
}

/** Sends lines that are like the usual one but for this. */
function send(company: TestCompany, ...lines: readonly Partial<typeof SENT | { external_id: null }>[]) {
  return http.app.transactions.addLines(
    company.id,
    lines.map((line) => ({ ...SENT, ...line }) as unknown as FeedLine),
    http.clock.now(),
  );
}

async function sendNew(company: TestCompany, line: Partial<typeof SENT> = {}): Promise<string> {
  const [outcome] = await send(company, line);
  if (outcome?.became !== "created") throw new Error(`the line did not come in: ${JSON.stringify(outcome)}`);
  return outcome.id;
}

const remove = (company: TestCompany, ...ids: readonly string[]) =>
  http.app.transactions.removeLines(company.id, ids, http.clock.now());

describe("a line that is new", () => {
  test("becomes an uncategorized transaction, and is posted", async () => {
    const { company, get, entries, balances } = await fresh({ transactions: [], transfers: [] });
    http.clock.set(noon + 5);
    const id = await sendNew(company);
    expect(await get(id)).toMatchObject({
      created: noon + 5,
      updated: noon + 5,
      date: "2026-05-01",
      accounting_date: "2026-05-01",
      amount_cents: -50_00,
      category_id: "cat_uncategorized_expenses",
      categorized: false,
      merchant_name: "Corner",
      memo: null,
      transaction_type: "standard",
    });
    expect(await get(await sendNew(company, { external_id: "two", amount_cents: 70_00 }))).toMatchObject({
      category_id: "cat_uncategorized_income",
    });
    expect(await entries(id)).toMatchObject([
      { category_id: "cat_checking", amount_cents: -50_00 },
      { category_id: "cat_uncategorized_expenses", amount_cents: -50_00 },
    ]);
    expect((await balances()).get("acct_checking")).toBe(20_00);
    await expectSound(http, company);
  });

  test("is taken once, however often it is sent and whatever is sent with it", async () => {
    const { company, ids } = await fresh({ transactions: [], transfers: [] });
    const outcomes = await send(
      company,
      {},
      {},
      { account_id: "acct_savings" },
      { account_id: "acct_nobodys" },
      { external_id: null },
      { external_id: null },
    );
    expect(outcomes.map(({ became }) => became)).toEqual([
      "created",
      "unchanged",
      "created",
      "refused",
      "created",
      "created",
    ]);
    expect((await send(company, {})).map(({ became }) => became)).toEqual(["unchanged"]);
    expect(await ids()).toHaveLength(4);
    await expectSound(http, company);
  });

  test("comes in by hundreds", async () => {
    const { company, ids } = await fresh({ transactions: [], transfers: [] });
    await send(
      company,
      ...Array.from({ length: 300 }, (_, number) => ({
        external_id: `many ${number}`,
        amount_cents: number - 150,
      })),
    );
    expect(await ids()).toHaveLength(300);
    await expectSound(http, company);
  });
});

describe("a line that is known", () => {
  test("is not excluded while a transfer, a split, a spread or an invoice hangs on it, which would go on counting", async () => {
    const pending = { status: "pending", external_id: "held" } as const;
    const spread = {
      id: "spread_held",
      holding_category_id: "cat_prepaid",
      start_date: "2026-05-01",
      end_date: "2026-07-31",
    };
    const side = { category_id: null, transaction_type: "transfer", transfer_id: "trf_held" } as const;
    const bound = [
      {
        transactions: [
          transaction("held", -40_00, { ...pending, ...side }),
          transaction("other", 40_00, { ...side, account_id: "acct_savings" }),
        ],
        transfers: [{ id: "trf_held", from_transaction_id: "txn_held", to_transaction_id: "txn_other" }],
      },
      { transactions: [transaction("held", -40_00, { ...pending, spread })], transfers: [] },
      {
        transactions: [{ ...payment("held", 40_00, "inv_held"), ...pending }],
        transfers: [],
        invoices: [invoice("held", 40_00)],
      },
    ];
    for (const feed of bound) {
      const { company, get } = await fresh(feed);
      const before = await get("txn_held");
      expect(
        await send(company, {
          external_id: "held",
          amount_cents: before["amount_cents"],
          description: "Payment held",
          status: "excluded",
        }),
      ).toMatchObject([{ became: "refused", reason: expect.stringContaining("can't be excluded") }]);
      expect(await get("txn_held")).toEqual(before);
      await expectSound(http, company);
    }
  });

  test("that is uncategorized follows its sign, also when the bank reverses it or sends it again", async () => {
    const { company, get } = await fresh({ transactions: [], transfers: [] });
    const id = await sendNew(company);
    await send(company, { amount_cents: 50_00 });
    expect(await get(id)).toMatchObject({ category_id: "cat_uncategorized_income" });
    await remove(company, id);
    await send(company, { amount_cents: -50_00 });
    expect(await get(id)).toMatchObject({ category_id: "cat_uncategorized_expenses" });
    await expectSound(http, company);
  });

  test("is settled, and gets another amount and description, as the bank says", async () => {
    const { company, get, entries, balances } = await fresh({ transactions: [], transfers: [] });
    const id = await sendNew(company, { status: "pending" });
    expect((await entries(id)).map(({ held }) => held)).toEqual([true, true]);
    http.clock.set(noon + 60);
    expect(await send(company, { amount_cents: -55_00, description: "Coffee and cake" })).toEqual([
      { became: "updated", id },
    ]);
    expect(await get(id)).toMatchObject({
      status: "approved",
      amount_cents: -55_00,
      description: "Coffee and cake",
      updated: noon + 60,
    });
    expect((await entries(id)).map(({ held, amount_cents }) => [held, amount_cents])).toEqual([
      [false, -55_00],
      [false, -55_00],
    ]);
    expect((await balances()).get("acct_checking")).toBe(-55_00);
    await expectSound(http, company);
  });

  test("holds the months of its spread as long as itself, and names no merchant by them", async () => {
    const spread = {
      id: "spread_held",
      holding_category_id: "cat_prepaid",
      start_date: "2026-05-01",
      end_date: "2026-07-31",
    };
    const { company, entries } = await fresh({
      transactions: [
        transaction("held", -30_00, {
          status: "pending",
          external_id: "held",
          merchant_name: "Later Inc",
          spread,
        }),
      ],
      transfers: [],
    });
    const merchants = async () =>
      (
        await company.read<{ data: { name: string }[] }>("/parties/merchants?category_id=cat_software")
      ).data.map(({ name }) => name);
    expect([
      (await entries("txn_held")).map(({ held }) => held),
      (await merchants()).includes("Later Inc"),
    ]).toEqual([Array.from({ length: 8 }, () => true), false]);
    await expectSound(http, company);
    await send(company, { external_id: "held", amount_cents: -30_00, description: "Payment held" });
    expect([
      (await entries("txn_held")).map(({ held }) => held),
      (await merchants()).includes("Later Inc"),
    ]).toEqual([Array.from({ length: 8 }, () => false), true]);
    await expectSound(http, company);
  });

  test("keeps what a person decided", async () => {
    const { company, get, edit } = await fresh({ transactions: [], transfers: [] });
    const id = await sendNew(company, { status: "pending" });
    const decided = {
      category_id: "cat_hotels",
      department_id: "dept_sales",
      accounting_date: "2026-04-30",
      merchant_name: "Renamed",
      memo: "noted",
    };
    await edit(id, decided);
    await send(company, { description: "Coffee, settled" });
    expect(await get(id)).toMatchObject({ ...decided, description: "Coffee, settled", status: "approved" });
    await expectSound(http, company);
  });

  test("keeps a person's choice of merchant, even of none, and otherwise takes the bank's", async () => {
    const { company, get, edit, ids } = await fresh({ transactions: [], transfers: [] });
    const nameless = (external_id: string) => sendNew(company, { external_id, merchant_name: null });
    const [cleared, already, bulk, gone, open] = [
      await sendNew(company, { external_id: "one" }),
      await nameless("two"),
      await nameless("three"),
      await sendNew(company, { external_id: "four" }),
      await nameless("five"),
    ];
    await edit(cleared, { merchant_name: null });
    // It has none already: that it has none is decided all the same, and whoever mirrors the feed sees no
    // change.
    const before = await get(already);
    const { journal_entries } = await stateOf(http.app, company.id);
    http.clock.set(noon + 60);
    expect((await edit(already, { merchant_name: null })).body).toEqual(before);
    expect((await stateOf(http.app, company.id))["journal_entries"]).toEqual(journal_entries);
    await http.send("/transactions/bulk/update", {
      key: company.key,
      method: "POST",
      body: { transaction_ids: [bulk, gone], merchant_name: null },
    });
    const worker = await http.app.work();
    await worker.settle();
    await worker.stop(10_000);
    await remove(company, gone);
    await send(
      company,
      ...["one", "two", "three", "four", "five"].map((external_id) => ({
        external_id,
        description: "Coffee, settled",
      })),
    );
    const merchants = await Promise.all(
      [cleared, already, bulk, gone, open].map(async (id) => [
        (await get(id)).description,
        (await get(id)).merchant_name,
      ]),
    );
    expect(merchants).toEqual(
      [null, null, null, null, "Corner"].map((merchant) => ["Coffee, settled", merchant]),
    );
    expect(await ids()).toHaveLength(5);
    await expectSound(http, company);
  });

  test("takes only the merchant that the bank adds later, once, and overwrites no other merchant", async () => {
    const { company, get } = await fresh({ transactions: [], transfers: [] });
    const [nameless, named] = [
      await sendNew(company, { external_id: "one", merchant_name: null }),
      await sendNew(company, { external_id: "two" }),
    ];
    http.clock.set(noon + 60);
    const both = ["one", "two"].map((external_id) => ({ external_id, merchant_name: "Corner Café" }));
    expect(await send(company, ...both)).toEqual([
      { became: "updated", id: nameless },
      { became: "unchanged", id: named },
    ]);
    expect([await get(nameless), await get(named)]).toMatchObject([
      { merchant_name: "Corner Café", updated: noon + 60 },
      { merchant_name: "Corner", updated: noon },
    ]);
    expect(await send(company, ...both, { external_id: "one", merchant_name: null })).toEqual(
      [nameless, named, nameless].map((id) => ({ became: "unchanged", id })),
    );
    await expectSound(http, company);
  });

  test("keeps its date for ever", async () => {
    const { company, get } = await fresh({ transactions: [], transfers: [] });
    const id = await sendNew(company);
    expect(await send(company, { date: "2026-05-02", description: "Moved" })).toMatchObject([
      { became: "refused", reason: expect.stringContaining("2026-05-01") },
    ]);
    expect(await get(id)).toMatchObject({ date: "2026-05-01", amount_cents: -50_00, description: "Coffee" });
    await expectSound(http, company);
  });

  test("that is split and spread passes the bank's changes on to its months", async () => {
    const { company, split, entries } = await fresh({ transactions: [], transfers: [] });
    const id = await sendNew(company);
    const spread = { start_date: "2026-05-01", end_date: "2026-06-30" };
    await split(
      id,
      { category_id: "cat_flights", amount_cents: -20_00, spread },
      { category_id: "cat_hotels", amount_cents: -30_00, memo: "A room", spread },
    );
    await send(company, { description: "Coffee, settled" });
    const told = (await entries(id))
      .filter(({ source }) => source === "spread")
      .map(({ category_id, description }) => `${category_id} ${description}`);
    expect([...new Set(told)].toSorted()).toEqual([
      "cat_flights Coffee, settled",
      "cat_hotels A room",
      "cat_prepaid A room",
      "cat_prepaid Coffee, settled",
    ]);
    await expectSound(http, company);
  });
});

describe("a transaction that is taken out", () => {
  test("is a tombstone with all its fields, and counts nowhere", async () => {
    const { company, list, entries, balances, refused } = await fresh({ transactions: [], transfers: [] });
    const id = await sendNew(company);
    http.clock.set(noon + 60);
    expect(await remove(company, id, "txn_nobodys")).toEqual([id]);
    expect(await refused("GET", `/transactions/${id}`)).toMatchObject({ status: 404 });
    expect((await list(`updated_after=${noon + 60}`)).data).toMatchObject([
      { id, deleted: true, updated: noon + 60, amount_cents: -50_00 },
    ]);
    expect([await entries(id), (await balances()).get("acct_checking")]).toEqual([[], 0]);
    expect(await remove(company, id)).toEqual([]);
    await expectSound(http, company);
  });

  test("comes back when the bank sends it again", async () => {
    const { company, get, balances } = await fresh({ transactions: [], transfers: [] });
    const id = await sendNew(company);
    await remove(company, id);
    expect(await send(company, {})).toEqual([{ became: "updated", id, isRestored: true }]);
    expect(await get(id)).toMatchObject({ deleted: false });
    expect((await balances()).get("acct_checking")).toBe(-50_00);
    await expectSound(http, company);
  });

  test("takes its lines, its spreads and its transfer with it; the other side is by itself again", async () => {
    const { company, get, splits, spreads, ids } = await fresh();
    await remove(company, "txn_split", "txn_out", "txn_insured", "txn_payroll", "txn_excluded");
    expect([
      await splits("txn_split"),
      await spreads("txn_split"),
      await spreads("txn_insured"),
      await splits("txn_payroll"),
    ]).toEqual([[], [], [], []]);
    expect(await get("txn_in")).toMatchObject({
      transaction_type: "standard",
      transfer_id: null,
      category_id: "cat_uncategorized_income",
    });
    expect(await ids()).not.toEqual(expect.arrayContaining(["txn_out"]));
    await expectSound(http, company);
  });

  test("with both sides of a transfer leaves neither", async () => {
    const { company, ids } = await fresh();
    expect((await remove(company, "txn_in", "txn_out")).toSorted()).toEqual(["txn_in", "txn_out"]);
    expect((await ids()).filter((id) => ["txn_in", "txn_out"].includes(id))).toEqual([]);
    await expectSound(http, company);
  });
});

describe("what looks like transfers", () => {
  test("is proposed: opposite amounts of two accounts within some days, the nearest first, each once", async () => {
    const out = (name: string, date: string) => transaction(name, -30_00, { date });
    const into = (name: string, date: string) =>
      transaction(name, 30_00, { date, account_id: "acct_savings", category_id: "cat_services" });
    const { company } = await fresh({
      transactions: [
        out("a", "2026-05-01"),
        out("b", "2026-05-03"),
        into("c", "2026-05-03"),
        into("d", "2026-05-06"),
        into("late", "2026-05-20"),
        transaction("here", 30_00, { category_id: "cat_services" }),
      ],
      transfers: [],
    });
    const pairs = await http.app.transactions.proposeTransfers(company.id, http.clock.today());
    expect(
      pairs.map(({ from_transaction_id, to_transaction_id }) => [from_transaction_id, to_transaction_id]),
    ).toEqual([
      ["txn_b", "txn_c"],
      ["txn_a", "txn_d"],
    ]);
  });

  test("is proposed for every transaction that has another side, however many equal ones a day has", async () => {
    const names = Array.from({ length: 60 }, (_, index) => String(index).padStart(2, "0"));
    const both = names.flatMap((name) => [
      transaction(`out_${name}`, -30_00),
      transaction(`in_${name}`, 30_00, { account_id: "acct_savings", category_id: "cat_services" }),
    ]);
    const later = [
      transaction("out_later", -45_00),
      transaction("in_later", 45_00, {
        date: "2026-05-04",
        account_id: "acct_savings",
        category_id: "cat_services",
      }),
    ];
    const { company } = await fresh({ transactions: [...both, ...later], transfers: [] });
    const pairs = await http.app.transactions.proposeTransfers(company.id, http.clock.today());
    expect(pairs.length).toBe(61);
    expect(
      new Set(
        pairs.flatMap(({ from_transaction_id, to_transaction_id }) => [
          from_transaction_id,
          to_transaction_id,
        ]),
      ).size,
    ).toBe(122);
    expect(pairs.at(-1)).toMatchObject({
      from_transaction_id: "txn_out_later",
      to_transaction_id: "txn_in_later",
    });
  });
});
