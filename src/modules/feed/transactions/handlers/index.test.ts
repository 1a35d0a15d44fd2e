/** The feed as callers read it by date: its fields, its filters, its pages, and one transaction by itself. */
import { describe, expect, test } from "vitest";
import { NOON, testApp } from "../../../../../test/support/app.ts";
import { SET_UP } from "../../../../../test/support/bundle.ts";
import { FEED, transaction, TRANSACTIONS } from "../../../../../test/support/feed.ts";
import { feedOf, type Page, type Transaction } from "../../../../../test/support/feed-requests.ts";

const http = await testApp();
const company = await http.company(FEED);
const feed = feedOf(http, company);
const noon = Date.parse(NOON) / 1000;
const MISSING = { status: 404, code: "resource_missing", type: "invalid_request_error" };
const refusal = (target: string) => http.refusal(target, { key: company.key });
const living = TRANSACTIONS.filter(({ deleted }) => !deleted);

describe("a transaction", () => {
  test("has every field, each of its kind (TXN-068, TXN-069, TXN-070, TXN-071, TXN-072, TXN-073, TXN-074, TXN-075, TXN-076, TXN-077, GEN-013)", async () => {
    expect(await feed.get("txn_edited")).toEqual({
      id: "txn_edited",
      object: "transaction",
      created: SET_UP,
      updated: noon,
      deleted: false,
      date: "2026-05-01",
      accounting_date: "2026-05-01",
      amount_cents: -80_00,
      currency: "USD",
      description: "Payment edited",
      merchant_name: "Cloud Depot",
      memo: "kept",
      account_id: "acct_checking",
      account_name: "Operating",
      card_id: null,
      category_id: "cat_software",
      category_name: "Software",
      categorized: true,
      department_id: "dept_platform",
      department_name: "Platform",
      transaction_type: "standard",
      has_splits: false,
      status: "approved",
      pending: false,
      source_vendor: "plaid",
      source_type: "bank",
      transfer_id: null,
      spread_id: null,
      invoice_id: null,
      bill_id: null,
    });
  });

  test("is the same to the byte by itself, in the list by date and in a run of a mirror, whatever its texts hold", async () => {
    const odd = [
      'Quote " and \\ back\\\\slash',
      "line\nbreak\ttab\u0001\u001f",
      "Müller & Søn €5 🧾 \u2028",
      "\u007f",
      "</script>",
    ];
    const texts = odd.map((text, index) =>
      transaction(`odd_${index}`, -1_00 * (index + 1), {
        description: text,
        merchant_name: index % 2 === 0 ? text : null,
        memo: index % 2 === 0 ? null : text,
      }),
    );
    const own = await http.company({ ...FEED, transactions: [...TRANSACTIONS, ...texts] });
    const raw = async (target: string) => (await http.send(target, { key: own.key })).text;
    for (const target of ["/transactions?limit=500", "/transactions?limit=500&updated_after=0"]) {
      const page = await raw(target);
      const { data } = JSON.parse(page) as Page<Transaction>;
      expect(page).toBe(JSON.stringify(JSON.parse(page)));
      expect(data.length).toBeGreaterThan(living.length);
      for (const shown of data.filter(({ deleted }) => !deleted))
        expect(JSON.stringify(shown)).toBe(await raw(`/transactions/${shown.id}`));
    }
  });

  test("that the bank has not settled says so (TXN-077)", async () => {
    expect(await feed.get("txn_pending")).toMatchObject({
      status: "pending",
      pending: true,
      card_id: "card_ada",
      account_name: "Company card",
      source_vendor: "stripe",
      source_type: "card",
    });
    expect(await feed.get("txn_open")).toMatchObject({
      status: "needs_review",
      pending: false,
      categorized: false,
      category_name: "Uncategorized Expenses",
    });
  });

  test("that is split, a side of a transfer, or spread, names what stands in its place (TXN-075)", async () => {
    expect(await feed.get("txn_split")).toMatchObject({
      transaction_type: "category_split",
      has_splits: true,
      category_id: null,
      category_name: null,
      categorized: true,
    });
    expect(await feed.get("txn_by_department")).toMatchObject({
      transaction_type: "department_split",
      has_splits: true,
    });
    expect(await feed.get("txn_out")).toMatchObject({
      transaction_type: "transfer",
      has_splits: false,
      transfer_id: "trf_saved",
      category_id: null,
    });
    expect(await feed.get("txn_insured")).toMatchObject({
      transaction_type: "standard",
      spread_id: "spread_insurance",
      category_id: "cat_software",
    });
  });

  test("has the same fields whatever it is", async () => {
    const { data } = await feed.list("updated_after=0");
    expect(new Set(data.map((row) => Object.keys(row).join())).size).toBe(1);
    expect(data.length).toBe(TRANSACTIONS.length);
  });
});

describe("GET /transactions/{id}", () => {
  test("answers the transaction itself (TXN-032)", async () => {
    const { status, body } = await http.send<Transaction>("/transactions/txn_plain", { key: company.key });
    expect([status, body.id, Object.hasOwn(body, "data")]).toEqual([200, "txn_plain", false]);
  });

  test("does not find one that is deleted (TXN-033)", async () => {
    expect(await refusal("/transactions/txn_gone")).toMatchObject(MISSING);
  });

  test("does not find an unknown id, another company's or one that is not a transaction's (TXN-034, GEN-026, GEN-027)", async () => {
    const other = await http.company({
      ...FEED,
      transactions: [transaction("theirs", -1_00)],
      transfers: [],
    });
    expect(await feedOf(http, other).get("txn_theirs")).toMatchObject({ id: "txn_theirs" });
    for (const id of [
      "txn_theirs",
      "txn_nobodys",
      "12345",
      "2d1f0c2e-9d0e-4d6c-8a43-2f2d6e6f0a11",
      "cat_software",
      "plain",
      "TXN_plain",
      "txn_",
      "txn_plain%00",
      "%00",
      "trf_saved",
    ]) {
      const refused = await refusal(`/transactions/${id}`);
      expect([id, refused]).toMatchObject([id, MISSING]);
      expect(refused.param).toBeUndefined();
    }
  });
});

describe("GET /transactions by date", () => {
  test("lists all transactions but deleted ones, latest date first, without a watermark (TXN-001, TXN-008, TXN-010, TXN-011, TXN-070)", async () => {
    const page = await feed.list();
    expect(Object.keys(page)).toEqual(["object", "url", "has_more", "next_cursor", "data"]);
    const dates = page.data.map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted().toReversed());
    expect(new Set(dates).size).toBeGreaterThan(3);
    expect(page.data.map(({ id }) => id).toSorted()).toEqual(living.map(({ id }) => id).toSorted());
    expect(page.data.filter(({ deleted }) => deleted)).toEqual([]);
  });

  test("continues after a transaction's id, page by page, with each transaction once (TXN-009)", async () => {
    const whole = await feed.ids();
    for (const limit of [1, 3, living.length - 1]) {
      const seen: string[] = [];
      for (let query = `limit=${limit}`; ;) {
        const { data, next_cursor, has_more }: Page<Transaction> = await feed.list(query);
        seen.push(...data.map(({ id }) => id));
        expect(has_more).toBe(next_cursor !== null);
        if (next_cursor === null) break;
        expect(next_cursor).toBe(data.at(-1)?.id);
        query = `limit=${limit}&starting_after=${next_cursor}`;
      }
      expect(seen).toEqual(whole);
    }
  });

  test("refuses an unknown id as a cursor, without naming a parameter (TXN-031)", async () => {
    for (const cursor of ["txn_nobodys", "nonsense", "cat_software", "12345", "txn_plain%00"]) {
      const refused = await refusal(`/transactions?starting_after=${cursor}`);
      expect([cursor, refused]).toMatchObject([cursor, MISSING]);
      expect(refused.param).toBeUndefined();
    }
  });

  test("refuses a cursor that the filters exclude (GEN-052)", async () => {
    const query = [
      "status=pending",
      "source_vendor=stripe",
      "source_type=card",
      "account_id=acct_savings",
      "start_date=2026-05-02",
      "end_date=2026-04-30",
    ];
    for (const filter of query)
      expect([filter, await refusal(`/transactions?${filter}&starting_after=txn_plain`)]).toMatchObject([
        filter,
        MISSING,
      ]);
    expect(
      (
        await http.send(
          "/transactions?status=approved&source_vendor=plaid&account_id=acct_checking&starting_after=txn_plain",
          { key: company.key },
        )
      ).status,
    ).toBe(200);
  });

  test("continues after a transaction that was recategorized or deleted in the meantime", async () => {
    const own = await http.company(FEED);
    const { ids, edit } = feedOf(http, own);
    const software = await ids("category_id=cat_software");
    const [first = ""] = software;
    await edit(first, { category_id: "cat_flights" });
    expect(await ids(`category_id=cat_software&starting_after=${first}`)).toEqual(software.slice(1));
    const [all, second = ""] = [await ids(), software[1]];
    await http.app.transactions.removeLines(own.id, [second], http.clock.now());
    expect(await ids(`starting_after=${second}`)).toEqual(all.slice(all.indexOf(second) + 1));
  });

  test("keeps those from a first (TXN-002) to a last day (TXN-003) of their own date, whatever the accounting date (TXN-004)", async () => {
    const own = await http.company({
      ...FEED,
      transactions: [
        transaction("april", -1_00, { date: "2026-04-30" }),
        transaction("may", -2_00),
        transaction("june", -3_00, { date: "2026-06-01" }),
      ],
      transfers: [],
    });
    const { ids, edit } = feedOf(http, own);
    expect(await ids("start_date=2026-05-01")).toEqual(["txn_june", "txn_may"]);
    expect(await ids("end_date=2026-05-01")).toEqual(["txn_may", "txn_april"]);
    expect(await ids("start_date=2026-05-01&end_date=2026-05-31")).toEqual(["txn_may"]);
    await edit("txn_april", { accounting_date: "2026-05-15" });
    await edit("txn_may", { accounting_date: "2026-06-15" });
    expect(await ids("start_date=2026-05-01&end_date=2026-05-31")).toEqual(["txn_may"]);
    expect(await ids("start_date=&end_date=")).toHaveLength(3);
  });

  test("keeps those of a status (TXN-005), of a vendor (TXN-006) and of a type of source (TXN-007)", async () => {
    for (const status of ["approved", "pending", "needs_review", "excluded"]) {
      const wanted = living.filter((row) => (row.status ?? "approved") === status).map(({ id }) => id);
      expect([status, (await feed.ids(`status=${status}`)).toSorted()]).toEqual([status, wanted.toSorted()]);
      expect(wanted.length).toBeGreaterThan(0);
    }
    expect(await feed.ids("source_vendor=stripe")).toEqual(["txn_pending"]);
    expect(await feed.ids("source_type=card")).toEqual(["txn_pending"]);
    expect(await feed.ids("source_vendor=plaid&source_type=bank")).toHaveLength(living.length - 1);
    for (const none of ["source_vendor=Stripe", "source_vendor=str", "source_type=cards"])
      expect([none, await feed.ids(none)]).toEqual([none, []]);
  });

  test("keeps those of a category, a department, an account and a type", async () => {
    expect((await feed.ids("category_id=cat_software")).toSorted()).toEqual(
      living
        .filter(({ category_id }) => category_id === "cat_software")
        .map(({ id }) => id)
        .toSorted(),
    );
    expect(await feed.ids("department_id=dept_platform")).toEqual(["txn_edited"]);
    expect((await feed.ids("account_id=acct_savings")).toSorted()).toEqual(["txn_in", "txn_moving_in"]);
    expect((await feed.ids("transaction_type=transfer")).toSorted()).toEqual(["txn_in", "txn_out"]);
    expect(await feed.ids("transaction_type=payroll_split")).toEqual(["txn_payroll"]);
    expect(
      await feed.ids(
        "category_id=cat_software&account_id=acct_checking&status=approved&transaction_type=standard&department_id=dept_platform&source_vendor=plaid&source_type=bank&start_date=2026-05-01&end_date=2026-05-01",
      ),
    ).toEqual(["txn_edited"]);
    expect(await feed.ids("category_id=cat_nobodys")).toEqual([]);
  });
});

describe("the API", () => {
  test("has no operation that creates or deletes a transaction (TXN-089)", async () => {
    for (const [method, target] of [
      ["POST", "/transactions"],
      ["DELETE", "/transactions/txn_plain"],
      ["PUT", "/transactions/txn_plain"],
      ["DELETE", "/transactions"],
    ] as const) {
      expect([
        method,
        await feed.refused(method, target, method === "DELETE" ? undefined : { amount_cents: 1 }),
      ]).toMatchObject([method, MISSING]);
    }
    expect(await feed.ids()).toHaveLength(living.length);
  });
});

describe("GET /transactions/splits", () => {
  test("lists lines, each transaction's together and in order, and is not the transaction of the id splits (OPS-010)", async () => {
    const lines = await feed.splits();
    expect(lines).toHaveLength(8);
    const places = lines.map(({ transaction_id, position }) => `${transaction_id} ${position}`);
    expect(places).toEqual(places.toSorted());
    expect(await feed.splits("txn_split")).toEqual([
      {
        id: "split_one",
        object: "transaction_split",
        transaction_id: "txn_split",
        position: 1,
        category_id: "cat_flights",
        department_id: "dept_sales",
        amount_cents: -60_00,
        memo: "there",
        spread_id: null,
      },
      {
        id: "split_two",
        object: "transaction_split",
        transaction_id: "txn_split",
        position: 2,
        category_id: "cat_hotels",
        department_id: null,
        amount_cents: -40_00,
        memo: null,
        spread_id: "spread_hotel",
      },
    ]);
    expect([await feed.splits("txn_plain"), await feed.splits("txn_nobodys")]).toEqual([[], []]);
  });

  test("continues after a line, page by page, and refuses a line of another transaction (GEN-052)", async () => {
    const whole = await feed.splits();
    const seen: { id: string }[] = [];
    for (let after = ""; ;) {
      const { data, next_cursor } = await company.read<Page<{ id: string }>>(
        `/transactions/splits?limit=3${after}`,
      );
      seen.push(...data);
      if (next_cursor === null) break;
      after = `&starting_after=${next_cursor}`;
    }
    expect(seen).toEqual(whole);
    expect(
      await refusal("/transactions/splits?transaction_id=txn_resplit&starting_after=split_one"),
    ).toMatchObject(MISSING);
  });
});
