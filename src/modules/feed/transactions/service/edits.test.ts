/**
 * Edits over HTTP: which fields, which values, all or none of them, and what the books make of it at once.
 */
import { describe, expect, test } from "vitest";
import { NOON, testApp } from "../../../../../test/support/app.ts";
import { FEED, FEED_CHART, invoice, payment, transaction } from "../../../../../test/support/feed.ts";
import { expectSound, feedOf, type Transaction } from "../../../../../test/support/feed-requests.ts";
import { stateOf, uncountedOf } from "../../../../../test/support/state.ts";

const http = await testApp();
const noon = Date.parse(NOON) / 1000;
const MISSING = { status: 404, code: "resource_missing", type: "invalid_request_error" };
const INVALID = { status: 400, code: "invalid_request", type: "invalid_request_error" };
const MAY = "start_date=2026-05-01&end_date=2026-05-31";

async function fresh(overrides: object = {}) {
  const company = await http.company({ ...FEED, ...overrides });
  return { company, ...feedOf(http, company) };
}

/** One company for all edits that are refused: none of them may change it. */
const kept = await fresh();
const whole = () => uncountedOf(http.app, kept.company.id);

/** Fails unless the edit is refused so, and nothing has changed. */
async function expectRefused(body: object, refused: object, id = "txn_edited"): Promise<void> {
  const before = await whole();
  expect([id, body, await kept.refusedEdit(id, body)]).toMatchObject([id, body, refused]);
  expect(await whole()).toEqual(before);
}

describe("an edit", () => {
  test("gives another category, and its name with it (TXN-035, TXN-036)", async () => {
    const { edit, get } = await fresh();
    http.clock.set(noon + 5);
    const { status, body } = await edit("txn_open", { category_id: "cat_flights" });
    expect([status, body]).toMatchObject([
      200,
      {
        id: "txn_open",
        category_id: "cat_flights",
        category_name: "Flights",
        categorized: true,
        updated: noon + 5,
      },
    ]);
    expect(await get("txn_open")).toEqual(body);
    expect((await edit("txn_open", { category_id: "cat_uncategorized_expenses" })).body).toMatchObject({
      category_name: "Uncategorized Expenses",
      categorized: false,
    });
  });

  test("gives another department, and its name with it, or none (TXN-037)", async () => {
    const { edit } = await fresh();
    expect((await edit("txn_plain", { department_id: "dept_sales" })).body).toMatchObject({
      department_id: "dept_sales",
      department_name: "Sales",
    });
    expect((await edit("txn_plain", { department_id: null })).body).toMatchObject({
      department_id: null,
      department_name: null,
    });
  });

  test("gives an accounting date (TXN-038), and its own date again for null (TXN-039), while the date stays (TXN-071)", async () => {
    const { edit } = await fresh();
    expect((await edit("txn_plain", { accounting_date: "2026-03-31" })).body).toMatchObject({
      accounting_date: "2026-03-31",
      date: "2026-05-01",
    });
    expect((await edit("txn_plain", { accounting_date: null })).body).toMatchObject({
      accounting_date: "2026-05-01",
      date: "2026-05-01",
    });
    // A datetime is its day in Los Angeles, as everywhere.
    expect((await edit("txn_plain", { accounting_date: "2026-04-01T06:59:59Z" })).body).toMatchObject({
      accounting_date: "2026-03-31",
    });
  });

  test("gives a merchant and a memo, or takes them away", async () => {
    const { edit } = await fresh();
    expect(
      (await edit("txn_plain", { merchant_name: "日本 Ünal 💰", memo: "x".repeat(1_000) })).body,
    ).toMatchObject({ merchant_name: "日本 Ünal 💰", memo: "x".repeat(1_000) });
    expect((await edit("txn_plain", { merchant_name: null, memo: null })).body).toMatchObject({
      merchant_name: null,
      memo: null,
    });
  });

  const FIELDS = {
    category_id: "cat_hotels",
    department_id: "dept_design",
    accounting_date: "2026-04-15",
    merchant_name: "Inn on the Bay",
    memo: "two nights",
  };
  const names = Object.keys(FIELDS) as (keyof typeof FIELDS)[];
  /** Every subset that is not empty, by the bits of its number. */
  const subsets = Array.from({ length: 2 ** names.length - 1 }, (_, index) =>
    names.filter((_name, bit) => ((index + 1) >> bit) % 2 === 1),
  );

  test("takes any of the five fields together, and leaves those alone that are not given (TXN-040, TXN-041)", async () => {
    const { company, edit, get } = await fresh({
      transactions: subsets.map((_, number) =>
        transaction(`each.${number}`, -10_00 - number, {
          memo: "before",
          merchant_name: "Before",
          department_id: "dept_sales",
        }),
      ),
      transfers: [],
    });
    for (const [number, subset] of subsets.entries()) {
      const { updated: _before, ...before } = await get(`txn_each.${number}`);
      const given = Object.fromEntries(subset.map((name) => [name, FIELDS[name]]));
      const { updated: _after, ...after } = (await edit(`txn_each.${number}`, given)).body;
      const named = {
        ...(subset.includes("category_id") ? { category_name: "Hotels" } : {}),
        ...(subset.includes("department_id") ? { department_name: "Design" } : {}),
      };
      expect(after).toEqual({ ...before, ...given, ...named });
    }
    await expectSound(http, company);
  });

  test("means the same whatever the order of its fields (TXN-044)", async () => {
    const { edit } = await fresh();
    const results: Transaction[] = [];
    for (const [id, fields] of [
      ["txn_plain", names],
      ["txn_edited", names.toReversed()],
    ] as const) {
      results.push((await edit(id, Object.fromEntries(fields.map((name) => [name, FIELDS[name]])))).body);
    }
    const [first, second] = results.map(
      ({ category_id, category_name, department_name, accounting_date, merchant_name, memo }) => ({
        category_id,
        category_name,
        department_name,
        accounting_date,
        merchant_name,
        memo,
      }),
    );
    expect(first).toEqual(second);
  });

  test("raises updated, so that it shows in the next run (TXN-042, TXN-078)", async () => {
    const { edit, list } = await fresh();
    http.clock.set(noon + 60);
    const { watermark } = await list("updated_after=0");
    http.clock.set(noon + 90);
    expect((await edit("txn_plain", { memo: "new" })).body.updated).toBe(noon + 90);
    expect((await list(`updated_after=${watermark}`)).data.map(({ id }) => id)).toEqual(["txn_plain"]);
  });

  test("answers what a read then returns, whatever is given, and leaves sound books", async () => {
    const { company, edit, get } = await fresh();
    const edits = [
      { category_id: "cat_flights" },
      { department_id: "dept_sales" },
      { category_id: "cat_hotels", department_id: null },
      { merchant_name: "New", memo: "new" },
      { merchant_name: null },
      { accounting_date: "2026-03-31" },
      { accounting_date: null, category_id: "cat_uncategorized_expenses" },
    ];
    for (const given of edits) {
      const { status, body } = await edit("txn_plain", given);
      expect([given, status, body]).toEqual([given, 200, await get("txn_plain")]);
    }
    await expectSound(http, company);
  });

  test("moves the line that it is about, and leaves the others of the voucher as they are", async () => {
    const { company, edit } = await fresh();
    const lines = async () =>
      (
        await company.read<{
          data: { id: string; category_id: string; department_id: string | null; updated: number }[];
        }>("/journal_entries?transaction_id=txn_plain")
      ).data;
    const before = await lines();
    http.clock.set(noon + 30);
    await edit("txn_plain", { category_id: "cat_flights", department_id: "dept_sales" });
    const moved = before.map((line) =>
      line.category_id === "cat_checking"
        ? line
        : {
            ...line,
            category_id: "cat_flights",
            category_name: "Flights",
            department_id: "dept_sales",
            department_name: "Sales",
            updated: noon + 30,
          },
    );
    expect(moved).not.toEqual(before);
    expect(await lines()).toEqual(moved);
  });

  test("rewrites a voucher that was changed directly in the database", async () => {
    const { company, edit } = await fresh();
    const { journal_entries: sound } = await stateOf(http.app, company.id);
    await http.app.db.transaction((tx) =>
      tx.script(`with gone as (delete from journal_entries where company_id = '${company.id}'
        and transaction_id = 'txn_plain' returning *)
        insert into journal_entries select company_id, voucher_id || '', line, date '2026-01-01', category_id,
          department_id, net_debit_cents, merchant, description, source, transaction_id, held, created,
          updated from gone`),
    );
    await edit("txn_plain", { category_id: "cat_flights" });
    await edit("txn_plain", { category_id: "cat_software" });
    const untimed = (rows: unknown) =>
      JSON.parse(
        JSON.stringify(rows, (name, value: unknown) =>
          name === "updated" || name === "event_id" ? undefined : value,
        ),
      ) as unknown;
    expect(untimed((await stateOf(http.app, company.id))["journal_entries"])).toEqual(untimed(sound));
    await expectSound(http, company);
  });

  test("to the present values changes nothing, not even updated", async () => {
    const { company, edit, get } = await fresh();
    const before = await get("txn_edited");
    const { journal_entries } = await stateOf(http.app, company.id);
    http.clock.set(noon + 60);
    const { status, body } = await edit("txn_edited", {
      category_id: "cat_software",
      department_id: "dept_platform",
      accounting_date: null,
      merchant_name: "Cloud Depot",
      memo: "kept",
    });
    expect([status, body]).toEqual([200, before]);
    expect((await stateOf(http.app, company.id))["journal_entries"]).toEqual(journal_entries);
  });
});

describe("an edit is refused and changes nothing", () => {
  test("without a field (TXN-052)", async () => {
    await expectRefused({}, { status: 400, code: "parameter_missing" });
  });

  test("with a field that it does not know, also beside good ones (TXN-053)", async () => {
    for (const name of [
      "amount_cents",
      "description",
      "status",
      "account_id",
      "transaction_type",
      "category_name",
      "Memo",
      "id",
      "deleted",
    ]) {
      await expectRefused({ [name]: "x" }, { ...INVALID, param: name });
      await expectRefused(
        { memo: "new", [name]: "x", category_id: "cat_hotels" },
        { ...INVALID, param: name },
      );
    }
  });

  test("with what never changes: its date (TXN-055) and its source (TXN-056)", async () => {
    for (const [name, value] of [
      ["date", "2026-05-02"],
      ["source_vendor", "mercury"],
      ["source_type", "manual"],
    ] as const)
      await expectRefused({ [name]: value, memo: "new" }, { ...INVALID, param: name });
  });

  test.each<[string, readonly unknown[]]>([
    ["category_id", [123, null, true, ["cat_hotels"], { id: "cat_hotels" }]],
    ["department_id", [7, false, ["dept_sales"]]],
    [
      "accounting_date",
      [
        20260501,
        "yesterday",
        "2026-02-30",
        "2026-5-1",
        "",
        "2026-05-01x",
        "2026-05-01T10:00:00",
        ["2026-05-01"],
      ],
    ],
    ["merchant_name", [1, "", "x".repeat(1_001), ["x"]]],
    ["memo", [0, "", "x".repeat(1_001), { text: "x" }]],
  ])("with a value that %s can't have (TXN-054)", async (name, values) => {
    for (const value of values)
      await expectRefused(
        { [name]: value, ...(name === "memo" ? { merchant_name: "New" } : { memo: "new" }) },
        { ...INVALID, param: name },
      );
  });

  test("as a whole when one of several fields is refused (TXN-043)", async () => {
    const good = {
      memo: "new",
      merchant_name: "New",
      department_id: "dept_sales",
      category_id: "cat_hotels",
      accounting_date: "2026-04-15",
    };
    await expectRefused({ ...good, category_id: "cat_nobodys" }, MISSING);
    await expectRefused({ ...good, department_id: "dept_engineering" }, MISSING);
    await expectRefused(
      { ...good, accounting_date: "2030-01-01" },
      { status: 422, code: "transaction_update_failed" },
    );
    await expectRefused({ ...good, memo: "" }, INVALID);
  });

  test("of a transfer (TXN-057), a split (TXN-058) or an excluded transaction (TXN-059)", async () => {
    for (const id of ["txn_out", "txn_in", "txn_split", "txn_by_department", "txn_payroll", "txn_excluded"]) {
      const before = await whole();
      const refused = await kept.refusedEdit(id, { memo: "new" });
      expect([id, refused, refused.param]).toMatchObject([id, MISSING, undefined]);
      expect(await whole()).toEqual(before);
    }
  });

  test("of a deleted, unknown or another company's transaction (TXN-065)", async () => {
    const other = await fresh({ transactions: [transaction("theirs", -1_00)], transfers: [] });
    for (const id of [
      "txn_gone",
      "txn_theirs",
      "txn_nobodys",
      "cat_software",
      "12345",
      "splits",
      "txn_edited%00",
      "%00",
    ])
      await expectRefused({ memo: "new" }, MISSING, id);
    expect(await other.get("txn_theirs")).toMatchObject({ memo: null });
  });

  test(`with a category that can't be chosen (TXN-060), is missing (TXN-063) or is invalid (TXN-064)`, async () => {
    const theirs = await fresh({
      categories: [
        ...FEED_CHART,
        {
          id: "cat_theirs",
          name: "Theirs",
          account_type: "expense",
          parent_id: null,
          position: 99,
          cash_flow: null,
          created: 1,
        },
      ],
    });
    expect((await theirs.edit("txn_plain", { category_id: "cat_theirs" })).status).toBe(200);
    const ids = [
      "cat_travel",
      "cat_cash",
      "cat_checking",
      "cat_card_debt",
      "cat_nobodys",
      "cat_theirs",
      "dept_sales",
      "hotels",
      "12345",
      "",
      "CAT_HOTELS",
      "cat_travel-direct",
      "grp_net_income",
      "x".repeat(5_000),
    ];
    for (const category_id of ids) await expectRefused({ category_id }, { ...MISSING, param: "category_id" });
  });

  test(`with a department that can't be assigned (TXN-061), is not a leaf (TXN-062), is missing (TXN-063) or is invalid (TXN-064)`, async () => {
    for (const department_id of [
      "dept_product",
      "dept_engineering",
      "dept_nobodys",
      "cat_hotels",
      "sales",
      "",
      "12345",
    ])
      await expectRefused({ department_id }, { ...MISSING, param: "department_id" });
    const unassignable = await fresh({
      departments: [
        { id: "dept_closed", name: "Closed", parent_id: null, position: 0, assignable: false, created: 1 },
      ],
      transactions: [transaction("plain", -1_00)],
      transfers: [],
      journal: [],
    });
    expect(await unassignable.refusedEdit("txn_plain", { department_id: "dept_closed" })).toMatchObject({
      ...MISSING,
      param: "department_id",
    });
  });

  test("where bookkeeping stands against it, by the name of the field (TXN-066, TXN-091, GEN-086)", async () => {
    const { company, refusedEdit, edit, get } = await fresh({
      invoices: [invoice("paid", 90_00)],
      transactions: [payment("paid", 90_00, "inv_paid")],
      transfers: [],
    });
    const before = await get("txn_paid");
    for (const [body, param] of [
      [{ category_id: "cat_subscriptions", memo: "new" }, "category_id"],
      [{ accounting_date: "1999-01-01", memo: "new" }, "accounting_date"],
    ] as const) {
      expect(await refusedEdit("txn_paid", body)).toMatchObject({
        status: 422,
        code: "transaction_update_failed",
        type: "invalid_request_error",
        param,
      });
      expect(await get("txn_paid")).toEqual(before);
    }
    expect((await edit("txn_paid", { category_id: "cat_receivable", memo: "its own category" })).status).toBe(
      200,
    );
    expect(JSON.stringify(http.app.operations.map(({ operation }) => operation.errors))).not.toContain(
      "category_update_failed",
    );
    await expectSound(http, company);
  });
});

describe("the books follow an edit at once", () => {
  test("in the entries and in all three statements", async () => {
    const { company, edit, entries, total } = await fresh();
    const booked = async () => ({
      software: await total("cat_software", MAY),
      flights: await total("cat_flights", MAY),
      statement: await company.read<{
        net_income_cents: number;
        operating_expenses: { total_cents: number };
      }>(`/reports/income_statement?${MAY}`),
      sheet: await company.read<{ assets: { total_cents: number }; liabilities_and_equity_cents: number }>(
        "/reports/balance_sheet?date=2026-05-31",
      ),
      flow: await company.read<{ change_in_cash_cents: number }>(`/reports/cash_flow?${MAY}`),
    });
    const before = await booked();
    await edit("txn_plain", {
      category_id: "cat_flights",
      department_id: "dept_sales",
      merchant_name: "Sky Lines",
    });
    const moved = await booked();
    expect([moved.software, moved.flights]).toEqual([before.software + 120_00, before.flights - 120_00]);
    expect([moved.statement.net_income_cents, moved.sheet.assets, moved.flow.change_in_cash_cents]).toEqual([
      before.statement.net_income_cents,
      before.sheet.assets,
      before.flow.change_in_cash_cents,
    ]);
    expect(await entries("txn_plain")).toMatchObject([
      {
        date: "2026-05-01",
        category_id: "cat_checking",
        department_id: null,
        amount_cents: -120_00,
        merchant: "Sky Lines",
        source: "bank_transaction",
        held: false,
      },
      {
        date: "2026-05-01",
        category_id: "cat_flights",
        department_id: "dept_sales",
        amount_cents: -120_00,
        merchant: "Sky Lines",
      },
    ]);
    await edit("txn_plain", { accounting_date: "2026-06-15" });
    const later = await booked();
    // What counts in June neither cost nor moved anything in May.
    expect(later.statement.net_income_cents).toBe(before.statement.net_income_cents + 120_00);
    expect(later.sheet.assets.total_cents).toBe(before.sheet.assets.total_cents + 120_00);
    expect(later.flow.change_in_cash_cents).toBe(before.flow.change_in_cash_cents + 120_00);
    expect(later.sheet.liabilities_and_equity_cents).toBe(later.sheet.assets.total_cents);
    await expectSound(http, company);
  });

  test("and a merchant is where it was renamed to", async () => {
    const { company, edit } = await fresh();
    await edit("txn_plain", { merchant_name: "Renamed" });
    const { data } = await company.read<{ data: { name: string }[] }>(
      "/parties/merchants?category_id=cat_software",
    );
    const names = data.map(({ name }) => name);
    expect([names.includes("Renamed"), names.includes("Cloud Depot")]).toEqual([true, true]);
    expect((await company.read<{ data: object[] }>("/journal_entries?merchant=Renamed")).data).toHaveLength(
      2,
    );
  });

  test("and the months of a spread go where their transaction goes", async () => {
    const { company, edit, entries, spreads } = await fresh();
    await edit("txn_insured", {
      category_id: "cat_flights",
      department_id: "dept_sales",
      merchant_name: "Sky Lines",
    });
    expect(await spreads("txn_insured")).toMatchObject([
      {
        id: "spread_insurance",
        category_id: "cat_flights",
        department_id: "dept_sales",
        amount_cents: -1_200_00,
      },
    ]);
    const months = (await entries("txn_insured")).filter(
      ({ source, category_id }) => source === "spread" && category_id === "cat_flights",
    );
    expect(
      months.map(({ amount_cents, department_id, merchant }) => [amount_cents, department_id, merchant]),
    ).toEqual(Array.from({ length: 12 }, () => [-100_00, "dept_sales", "Sky Lines"]));
    expect(
      (await entries("txn_insured")).filter(({ category_id }) => category_id === "cat_software"),
    ).toEqual([]);
    await expectSound(http, company);
  });

  test("and a pending transaction stays on hold", async () => {
    const { company, edit, entries } = await fresh();
    await edit("txn_pending", { category_id: "cat_flights" });
    expect((await entries("txn_pending")).map(({ held }) => held)).toEqual([true, true]);
    await expectSound(http, company);
  });
});
