/**
 * Accounts and cards over HTTP: their fields and order, the creation of accounts, and balances that are the
 * sum of the transactions.
 */
import { describe, expect, test } from "vitest";
import { NOON, testApp } from "../../../../test/support/app.ts";
import { category, CHART, chart, SET_UP } from "../../../../test/support/bundle.ts";
import { ACCOUNTS, CARDS, FEED, FEED_CHART } from "../../../../test/support/feed.ts";
import { expectSound, feedOf, type Page } from "../../../../test/support/feed-requests.ts";
import { stateOf } from "../../../../test/support/state.ts";

const http = await testApp();
const noon = Date.parse(NOON) / 1000;
const MISSING = { status: 404, code: "resource_missing" };

interface Account {
  readonly id: string;
  readonly name: string;
  readonly category_id: string;
  readonly balance_cents: number;
}

const create = (key: string, body: object) => http.send<Account>("/accounts", { key, method: "POST", body });

describe("GET /accounts", () => {
  test("lists each with every field, in the order in which they were created", async () => {
    const accounts = [
      {
        ...ACCOUNTS[0],
        id: "acct_z",
        name: "Oldest",
        type: "other" as const,
        institution_name: null,
        last4: null,
        active: false,
        category_id: "cat_savings",
        created: SET_UP - 5,
      },
      ...ACCOUNTS,
    ];
    const company = await http.company({ ...FEED, accounts });
    const { data } = await company.read<Page<Account>>("/accounts");
    expect(data.map(({ id }) => id)).toEqual(["acct_z", "acct_checking", "acct_credit", "acct_savings"]);
    expect(data.slice(0, 2)).toEqual([
      {
        id: "acct_z",
        object: "account",
        name: "Oldest",
        institution_name: null,
        type: "other",
        last4: null,
        currency: "USD",
        category_id: "cat_savings",
        balance_cents: 0,
        active: false,
        created: SET_UP - 5,
      },
      {
        id: "acct_checking",
        object: "account",
        name: "Operating",
        institution_name: "First Bank",
        type: "checking",
        last4: "1111",
        currency: "USD",
        category_id: "cat_checking",
        balance_cents: expect.any(Number),
        active: true,
        created: SET_UP,
      },
    ]);
  });

  test("returns as the balance the sum of the transactions that are not excluded, pending ones included", async () => {
    const { key, id } = await http.company(FEED);
    const feed = feedOf(http, { key, id });
    const held = await feed.balances();
    expect(Object.fromEntries(held)).toEqual({
      acct_checking: -2_345_67,
      acct_savings: 750_00,
      acct_credit: -12_34,
    });
    await feed.transfer("txn_moving_out", "txn_moving_in");
    await feed.removeSplit("txn_split");
    await feed.undo("trf_saved");
    await feed.edit("txn_plain", { category_id: "cat_flights", accounting_date: "2026-04-01" });
    expect(await feed.balances()).toEqual(held);
    await expectSound(http, { key, id });
  });

  test("continues after an account, and refuses other cursors", async () => {
    const company = await http.company(FEED);
    const first = await company.read<Page<Account>>("/accounts?limit=2");
    expect([first.has_more, first.next_cursor]).toEqual([true, "acct_credit"]);
    expect(
      (await company.read<Page<Account>>(`/accounts?starting_after=${first.next_cursor}`)).data.map(
        ({ id }) => id,
      ),
    ).toEqual(["acct_savings"]);
    for (const cursor of ["card_ada", "acct_nobodys", "%00"])
      expect([
        cursor,
        await http.refusal(`/accounts?starting_after=${cursor}`, { key: company.key }),
      ]).toMatchObject([cursor, MISSING]);
  });
});

describe("POST /accounts", () => {
  test("creates an account on a category of its own, beside the company's category for its kind", async () => {
    const company = await http.company(FEED);
    http.clock.set(noon + 9);
    const { status, body } = await create(company.key, {
      name: "  Petty cash ",
      type: "checking",
      institution_name: "First Bank",
      last4: "0007",
    });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^acct_\w+$/),
        object: "account",
        name: "Petty cash",
        institution_name: "First Bank",
        type: "checking",
        last4: "0007",
        currency: "USD",
        category_id: expect.stringMatching(/^cat_\w+$/),
        balance_cents: 0,
        active: true,
        created: noon + 9,
      },
    ]);
    expect((await company.read<Page<Account>>("/accounts")).data.at(-1)).toEqual(body);
    const card = await create(company.key, { name: "Card", type: "credit" });
    const again = await create(company.key, { name: "PETTY CASH", type: "savings", last4: null });
    const { data } = await company.read<Page<Record<string, unknown>>>("/categories");
    const shown = [body, card.body, again.body].map(({ category_id }) => {
      const row = data.find(({ id }) => id === category_id);
      return [row?.["name"], row?.["account_type"], row?.["parent_id"]];
    });
    expect(shown).toEqual([
      ["Petty cash", "asset", "cat_cash"],
      ["Card", "liability", null],
      ["PETTY CASH 2", "asset", "cat_cash"],
    ]);
    expect((await http.app.ledger.verify(company.id)).ok).toBe(true);
  });

  test("creates it on the given category", async () => {
    const { key } = await http.company(FEED);
    expect(
      (await create(key, { name: "Aside", type: "savings", category_id: "cat_savings" })).body.category_id,
    ).toBe("cat_savings");
    expect(
      (await create(key, { name: "Line of credit", type: "credit", category_id: "cat_loan" })).body
        .category_id,
    ).toBe("cat_loan");
    for (const [type, category_id] of [
      ["checking", "cat_cash"],
      ["checking", "cat_loan"],
      ["credit", "cat_checking"],
      ["other", "cat_software"],
      ["other", "cat_nobodys"],
      ["other", "dept_sales"],
      ["other", ""],
    ]) {
      expect([
        category_id,
        await http.refusal("/accounts", { key, method: "POST", body: { name: "Wrong", type, category_id } }),
      ]).toMatchObject([category_id, { ...MISSING, param: "category_id" }]);
    }
  });

  test("creates the category if the chart lacks it", async () => {
    const company = await http.company({
      categories: [
        ...CHART.filter(({ cash_flow }) => cash_flow !== "cash"),
        ...chart(category("till", "Till", "asset", "working_capital")),
      ],
      journal: [],
    });
    const { body } = await create(company.key, { name: "First", type: "checking" });
    const { data } =
      await company.read<Page<{ id: string; name: string; account_type: string }>>("/categories");
    expect(data.find(({ id }) => id === body.category_id)).toMatchObject({
      name: "Cash",
      account_type: "asset",
    });
    expect((await create(company.key, { name: "Second", type: "other" })).body.category_id).not.toBe(
      body.category_id,
    );
    expect((await http.app.ledger.verify(company.id)).ok).toBe(true);
  });

  test("takes the company's category as long as nothing is booked on it", async () => {
    const free = await http.company({ categories: FEED_CHART, journal: [] });
    const first = await create(free.key, { name: "First", type: "savings" });
    expect(first.body.category_id).toBe("cat_checking");
    // Entries without an account are somebody else's cash, such as that of imported books.
    const used = await http.company({ categories: FEED_CHART });
    const entries = await used.read<Page<object>>("/journal_entries?category_id=cat_checking&limit=1");
    expect(entries.data).toHaveLength(1);
    expect((await create(used.key, { name: "First", type: "savings" })).body.category_id).not.toBe(
      "cat_checking",
    );
  });

  test("two accounts at once get two categories", async () => {
    const { key } = await http.company({ categories: FEED_CHART, journal: [] });
    const made = await Promise.all(
      ["One", "Two", "Three"].map((name) => create(key, { name, type: "checking" })),
    );
    expect(new Set(made.map(({ body }) => body.category_id)).size).toBe(3);
  });

  test("reserves the category for accounts: no transaction can be categorized with it any more", async () => {
    const company = await http.company(FEED);
    const { edit, refusedEdit } = feedOf(http, company);
    expect((await edit("txn_plain", { category_id: "cat_loan" })).status).toBe(200);
    await create(company.key, { name: "Line of credit", type: "credit", category_id: "cat_loan" });
    expect(await refusedEdit("txn_edited", { category_id: "cat_loan" })).toMatchObject({
      ...MISSING,
      param: "category_id",
    });
  });

  test("refuses an invalid account and creates none", async () => {
    const company = await http.company(FEED);
    const { accounts: before } = await stateOf(http.app, company.id);
    const bad = [
      {},
      { name: "x" },
      { type: "other" },
      { name: "", type: "other" },
      { name: "a\nb", type: "other" },
      { name: "x", type: "wallet" },
      { name: "x", type: "other", last4: "12a4" },
      { name: "x", type: "other", last4: "" },
      { name: "x", type: "other", institution_name: "" },
      { name: "x", type: "other", balance_cents: 5 },
      { name: "x", type: "other", category_id: null },
    ];
    for (const body of bad)
      expect([
        body,
        (await http.refusal("/accounts", { key: company.key, method: "POST", body })).status,
      ]).toEqual([body, 400]);
    expect((await stateOf(http.app, company.id))["accounts"]).toEqual(before);
  });
});

describe("GET /cards", () => {
  test("lists each with every field, in the order in which they were created, page by page", async () => {
    const company = await http.company({
      ...FEED,
      cards: [
        ...CARDS,
        { id: "card_bare", account_id: "acct_checking", name: "Bare", status: "frozen", created: SET_UP - 1 },
      ],
    });
    const { data } = await company.read<Page<object>>("/cards");
    expect(data).toEqual([
      {
        id: "card_bare",
        object: "card",
        name: "Bare",
        last4: null,
        brand: null,
        cardholder_name: null,
        account_id: "acct_checking",
        status: "frozen",
        created: SET_UP - 1,
      },
      {
        id: "card_ada",
        object: "card",
        name: "Ada's card",
        last4: "4444",
        brand: "visa",
        cardholder_name: "Ada Tester",
        account_id: "acct_credit",
        status: "active",
        created: SET_UP,
      },
    ]);
    expect((await company.read<Page<object>>("/cards?starting_after=card_bare")).data).toEqual(data.slice(1));
    expect(await http.refusal("/cards?starting_after=acct_checking", { key: company.key })).toMatchObject(
      MISSING,
    );
  });
});
