/** The life of invoices over HTTP: matched, unmatched, voided, and by concurrent requests. */
import { describe, expect, test } from "vitest";
import { testApp, type TestCompany } from "../../../../../test/support/app.ts";
import { type Bundle, cr, dr, unique, voucher } from "../../../../../test/support/bundle.ts";
import * as feed from "../../../../../test/support/feed.ts";
import type { Entry, Page } from "../../../../../test/support/feed-requests.ts";
import { exported } from "../../../../../test/support/import.ts";
import { aLine, bookOf } from "../../../../../test/support/invoices.ts";
import { onServer } from "../../../../../test/support/on-server.ts";
import { numberAfter } from "../rules/index.ts";

const http = await testApp();

function later(seconds: number): void {
  http.clock.set(http.app.clock.now() + seconds);
}

describe("POST /invoices/{id}/match and /unmatch", () => {
  test("pay an invoice by parts, and tell so on the transaction and to mirrors (BILL-005)", async () => {
    const book = await bookOf(http);
    const { id } = await book.issued({ line_items: [aLine(1_000_00)] });
    const [first, second] = [
      await book.receive(400_00, { date: "2026-05-08" }),
      await book.receive(600_00, { date: "2026-05-04" }),
    ];
    const { watermark } = await book.company.read<{ watermark: number }>("/transactions?updated_after=0");
    later(60);
    expect((await book.change(id, "match", { transaction_id: first })).body).toMatchObject({
      status: "open",
      amount_paid_cents: 400_00,
      amount_due_cents: 600_00,
      matched_transaction_id: first,
      matched_transaction_ids: [first],
      updated: http.app.clock.now(),
    });
    expect((await book.change(id, "match", { transaction_id: second })).body).toMatchObject({
      status: "paid",
      amount_paid_cents: 1_000_00,
      amount_due_cents: 0,
      matched_transaction_id: first,
      matched_transaction_ids: [second, first],
    });
    expect(await book.company.read(`/transactions/${first}`)).toMatchObject({
      invoice_id: id,
      category_id: "cat_receivable",
      categorized: true,
      updated: http.app.clock.now(),
    });
    const { data } = await book.company.read<{ data: { id: string }[] }>(
      `/transactions?updated_after=${watermark + 1}`,
    );
    expect(data.map((row) => row.id).toSorted()).toEqual([first, second].toSorted());
    expect(await book.balances("cat_receivable")).toEqual([0]);
  });

  test("change nothing where the transaction pays the invoice already (BILL-006)", async () => {
    const book = await bookOf(http);
    const { id } = await book.issued({ line_items: [aLine(1_000_00)] });
    const transaction_id = await book.receive(400_00);
    const once = await book.change(id, "match", { transaction_id });
    later(60);
    expect(await book.change(id, "match", { transaction_id })).toMatchObject({
      status: 200,
      body: once.body,
    });
  });

  test("take one payment back, or all of them without a body or with an empty one", async () => {
    const book = await bookOf(http);
    const { id } = await book.issued({ line_items: [aLine(1_000_00)] });
    const payments = [
      await book.receive(300_00, { date: "2026-05-01" }),
      await book.receive(300_00, { date: "2026-05-02" }),
      await book.receive(400_00, { date: "2026-05-03" }),
    ];
    const matchAll = async () => {
      for (const transaction_id of payments)
        expect((await book.change(id, "match", { transaction_id })).status).toBe(200);
    };
    await matchAll();
    expect((await book.change(id, "unmatch", { transaction_id: payments[1] })).body).toMatchObject({
      status: "open",
      amount_due_cents: 300_00,
      matched_transaction_id: payments[2],
      matched_transaction_ids: [payments[0], payments[2]],
    });
    const freed = await book.company.read<{ invoice_id: null; category_name: string; categorized: boolean }>(
      `/transactions/${payments[1]}`,
    );
    expect(freed).toMatchObject({
      invoice_id: null,
      category_name: "Uncategorized Income",
      categorized: false,
    });
    for (const body of [undefined, {}]) {
      await matchAll();
      expect((await book.change(id, "unmatch", body)).body).toMatchObject({
        status: "open",
        amount_paid_cents: 0,
        amount_due_cents: 1_000_00,
        matched_transaction_id: null,
        matched_transaction_ids: [],
      });
      expect(await book.balances("cat_receivable")).toEqual([1_000_00]);
    }
    const calm = await book.change(id, "unmatch");
    later(60);
    expect(await book.change(id, "unmatch")).toMatchObject({ status: 200, body: calm.body });
  });

  test("refuse what is no payment of the invoice, and change nothing", async () => {
    const book = await bookOf(http);
    const { id } = await book.issued({ line_items: [aLine(1_000_00)] });
    const other = await book.issued({ line_items: [aLine(1_000_00)] });
    const gone = await book.issued({});
    await book.change(gone.id, "void");
    const [out, more, nothing, elsewhere, excluded, split] = [
      await book.receive(-400_00),
      await book.receive(1_000_01),
      await book.receive(0),
      await book.receive(100_00),
      await book.receive(100_00, { status: "excluded" }),
      await book.receive(100_00),
    ];
    const removed = await book.receive(100_00);
    await book.remove(removed);
    await book.change(other.id, "match", { transaction_id: elsewhere });
    const lines = [60_00, 40_00].map((amount_cents) => ({ category_id: "cat_services", amount_cents }));
    expect(
      (
        await http.send(`/transactions/${split}/split`, {
          key: book.company.key,
          method: "POST",
          body: { lines },
        })
      ).status,
    ).toBe(200);
    const strangers = await bookOf(http);
    const stranger = await strangers.receive(100_00);
    const refused = {
      status: 422,
      body: { error: { code: "transaction_update_failed", param: "transaction_id" } },
    };
    const missing = { status: 404, body: { error: { code: "resource_missing", param: "transaction_id" } } };
    for (const [transaction_id, answer] of [
      [out, refused],
      [more, refused],
      [nothing, refused],
      [elsewhere, refused],
      [excluded, missing],
      [split, missing],
      [removed, missing],
      [stranger, missing],
      ["txn_nobodys", missing],
    ] as const) {
      expect([transaction_id, await book.change(id, "match", { transaction_id })]).toMatchObject([
        transaction_id,
        answer,
      ]);
    }
    const good = await book.receive(100_00);
    const onVoid = await book.change(gone.id, "match", { transaction_id: good });
    expect([onVoid.status, onVoid.body]).toMatchObject([
      422,
      { error: { code: "transaction_update_failed" } },
    ]);
    expect(onVoid.body).not.toHaveProperty("error.param");
    for (const invoice of ["inv_nobodys", id]) {
      const unknown = await book.change(invoice, "unmatch", { transaction_id: elsewhere });
      expect([unknown.status, unknown.body]).toMatchObject([404, { error: { code: "resource_missing" } }]);
    }
    expect(await strangers.change(id, "match", { transaction_id: stranger })).toMatchObject({ status: 404 });
    for (const [what, code, param] of [
      [{}, "parameter_missing", "transaction_id"],
      [{ transaction_id: 5 }, "invalid_request", "transaction_id"],
      [undefined, "invalid_request", undefined],
    ] as const) {
      const answer = await book.change(id, "match", what);
      expect(answer).toMatchObject({
        status: 400,
        body: { error: { code, ...(param === undefined ? {} : { param }) } },
      });
    }
    expect((await book.change(id, "unmatch", { id: "x" })).body).toMatchObject({
      error: { code: "invalid_request", param: "id" },
    });
    expect(await book.read(id)).toMatchObject({ status: "open", amount_paid_cents: 0 });
    expect(await book.balances("cat_receivable")).toEqual([1_900_00]);
  });

  test("leave the payment its dates, department and memo, and hold its category, split and transfer until it is taken back", async () => {
    const book = await bookOf(http);
    const { id } = await book.issued({ line_items: [aLine(100_00)] });
    const payment = await book.receive(100_00);
    await book.change(id, "match", { transaction_id: payment });
    const edit = (body: object) =>
      http.send(`/transactions/${payment}`, { key: book.company.key, method: "PATCH", body });
    expect((await edit({ category_id: "cat_services" })).body).toMatchObject({
      error: { code: "transaction_update_failed", param: "category_id" },
    });
    const lines = [60_00, 40_00].map((amount_cents) => ({ category_id: "cat_services", amount_cents }));
    expect(
      (
        await http.send(`/transactions/${payment}/split`, {
          key: book.company.key,
          method: "POST",
          body: { lines },
        })
      ).body,
    ).toMatchObject({ error: { code: "transaction_update_failed" } });
    expect((await edit({ memo: "By wire", accounting_date: "2026-05-05" })).body).toMatchObject({
      memo: "By wire",
      accounting_date: "2026-05-05",
      invoice_id: id,
    });
    expect(await book.read(id)).toMatchObject({ status: "paid" });
    await book.change(id, "unmatch");
    expect(await book.company.read(`/transactions/${payment}`)).toMatchObject({
      memo: "By wire",
      accounting_date: "2026-05-05",
      invoice_id: null,
    });
    expect((await edit({ category_id: "cat_services" })).status).toBe(200);
  });

  test("free the invoice by themselves when the bank takes a payment out, and a line that comes back pays nothing (BILL-007)", async () => {
    const book = await bookOf(http);
    const { id } = await book.issued({ line_items: [aLine(100_00)] });
    const payment = await book.receive(100_00, { external_id: "bank-1" });
    await book.change(id, "match", { transaction_id: payment });
    later(60);
    await book.remove(payment);
    expect(await book.read(id)).toMatchObject({
      status: "open",
      amount_paid_cents: 0,
      matched_transaction_ids: [],
      updated: http.app.clock.now(),
    });
    expect(await book.balances("cat_receivable")).toEqual([100_00]);
    expect(await book.receive(100_00, { external_id: "bank-1" })).toBe(payment);
    expect(await book.company.read(`/transactions/${payment}`)).toMatchObject({
      invoice_id: null,
      category_name: "Uncategorized Income",
    });
    expect(await book.balances("cat_receivable")).toEqual([100_00]);
  });

  test("are not excluded by the bank while they pay; one that a bundle excludes counts nothing and can be taken back", async () => {
    const book = await bookOf(http);
    const { id } = await book.issued({ line_items: [aLine(100_00)] });
    const payment = await book.receive(100_00, { external_id: "bank-1", status: "pending" });
    expect((await book.change(id, "match", { transaction_id: payment })).body).toMatchObject({
      status: "paid",
    });
    await expect(book.receive(100_00, { external_id: "bank-1", status: "excluded" })).rejects.toThrow(
      "refused",
    );
    expect(await book.read(id)).toMatchObject({ status: "paid" });
    await http.put({
      ...book.company.bundle,
      categories: [],
      departments: [],
      accounts: [],
      journal: [],
      transactions: [{ id: payment, status: "excluded" } as never],
    });
    expect(await book.read(id)).toMatchObject({
      status: "open",
      amount_paid_cents: 0,
      amount_due_cents: 100_00,
      matched_transaction_ids: [payment],
    });
    expect(await book.balances("cat_receivable")).toEqual([100_00]);
    expect((await book.change(id, "void")).status).toBe(422);
    expect((await book.change(id, "unmatch", { transaction_id: payment })).body).toMatchObject({
      matched_transaction_ids: [],
    });
    expect((await book.change(id, "void")).status).toBe(200);
  });

  onServer("never pay more than what is due, however many ask at once (BILL-008)", async () => {
    const book = await bookOf(http);
    const { id } = await book.issued({ line_items: [aLine(1_000_00)] });
    const payments: string[] = [];
    for (let count = 0; count < 8; count += 1) payments.push(await book.receive(300_00));
    const answers = await Promise.all(
      payments.map((transaction_id) => book.change(id, "match", { transaction_id })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 200, 200, 422, 422, 422, 422, 422,
    ]);
    expect(await book.read(id)).toMatchObject({
      status: "open",
      amount_paid_cents: 900_00,
      amount_due_cents: 100_00,
    });
    expect(await book.balances("cat_receivable")).toEqual([100_00]);
  });

  onServer(
    "give each invoice that is issued at once a number of its own, and a transaction to one invoice",
    async () => {
      const book = await bookOf(http);
      const invoices = await Promise.all(
        Array.from({ length: 6 }, () => book.issued({ line_items: [aLine(50_00)] })),
      );
      expect(invoices.map(({ number }) => number).toSorted()).toEqual(
        [1, 2, 3, 4, 5, 6].map((count) => numberAfter(count - 1)),
      );
      const transaction_id = await book.receive(50_00);
      const answers = await Promise.all(
        invoices.map(({ id }) => book.change(id, "match", { transaction_id })),
      );
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        200, 422, 422, 422, 422, 422,
      ]);
      expect(await book.balances("cat_receivable")).toEqual([250_00]);
    },
  );
});

describe("POST /invoices/{id}/void", () => {
  test("takes the invoice out of the books for good, once (OPS-021)", async () => {
    const book = await bookOf(http);
    const { id, updated } = await book.issued({ line_items: [aLine(100_00)] });
    later(60);
    const answer = await book.change(id, "void");
    expect(answer.body).toMatchObject({
      status: "void",
      total_cents: 100_00,
      amount_due_cents: 0,
      amount_paid_cents: 0,
      updated: updated + 60,
    });
    expect(await book.company.read("/journal_entries")).toMatchObject({ data: [] });
    later(60);
    expect(await book.change(id, "void")).toMatchObject({ status: 200, body: answer.body });
    expect((await book.change("inv_nobodys", "void")).status).toBe(404);
    expect((await book.change(id, "void", {})).body).toMatchObject({ error: { code: "invalid_request" } });
  });

  test("is refused while transactions pay it (BILL-009)", async () => {
    const book = await bookOf(http);
    const { id } = await book.issued({ line_items: [aLine(100_00)] });
    const transaction_id = await book.receive(40_00);
    await book.change(id, "match", { transaction_id });
    const refusal = await book.change(id, "void");
    expect([refusal.status, refusal.body]).toMatchObject([
      422,
      { error: { code: "transaction_update_failed", message: expect.stringContaining(transaction_id) } },
    ]);
    expect(await book.read(id)).toMatchObject({ status: "open", amount_paid_cents: 40_00 });
    await book.change(id, "unmatch");
    expect((await book.change(id, "void")).status).toBe(200);
  });
});

describe("under closed books", () => {
  const CLOSED = { closed_through: "2026-05-04" };
  const REFUSED = {
    status: 422,
    code: "transaction_update_failed",
    message: expect.stringContaining("2026-05-04"),
  };

  async function closed(sections: object = {}) {
    const company = await http.company({
      ...feed.FEED,
      invoices: [
        feed.invoice("old", 100_00),
        feed.invoice("paid", 90_00),
        feed.invoice("draft", 1_00, { status: "draft" }),
      ],
      transactions: [
        feed.payment("matched", 90_00, "inv_paid"),
        feed.transaction("paying", 40_00, { date: "2026-05-06", category_id: "cat_services" }),
        feed.transaction("early", 40_00, { date: "2026-05-03", category_id: "cat_services" }),
      ],
      transfers: [],
      journal: [voucher("2026-01-02", "Start", [dr("checking", 1_00), cr("stock", 1_00)])],
      closing: CLOSED,
      ...sections,
    });
    const request = (target: string, body?: object) => ({
      key: company.key,
      method: "POST",
      target: `/invoices${target}`,
      ...(body === undefined ? {} : { body }),
    });
    return {
      company,
      post: (target: string, body?: object) => http.send(`/invoices${target}`, request(target, body)),
      refused: (target: string, body?: object) => http.refusal(`/invoices${target}`, request(target, body)),
    };
  }
  const entries = async ({ read }: Pick<TestCompany, "read">, query = "") =>
    (await read<Page<Entry>>(`/journal_entries?limit=500&source=invoice${query}`)).data;

  test("an invoice can't be issued on a closed day", async () => {
    const { company, refused, post } = await closed();
    const asked = {
      customer_name: "Quay Foods",
      line_items: [{ description: "Work", unit_amount_cents: 5_00 }],
    };
    const before = await entries(company);
    expect(await refused("", { ...asked, issue_date: "2026-05-04" })).toMatchObject({
      ...REFUSED,
      param: "issue_date",
    });
    expect(await entries(company)).toEqual(before);
    expect(await post("", { ...asked, issue_date: "2026-05-05" })).toMatchObject({ status: 201 });
  });

  test("voiding an invoice of a closed day keeps its entries and reverses them on the first open day (BILL-010)", async () => {
    const { company, post } = await closed();
    const closedBefore = await entries(company, "&end_date=2026-05-04");
    expect(await post("/inv_old/void")).toMatchObject({ status: 200, body: { status: "void" } });
    expect(await entries(company, "&end_date=2026-05-04")).toEqual(closedBefore);
    expect(
      (await entries(company, "&start_date=2026-05-05")).map(
        ({ date, category_id, amount_cents, description }) => [date, category_id, amount_cents, description],
      ),
    ).toEqual([
      ["2026-05-05", "cat_services", -100_00, "Work old"],
      ["2026-05-05", "cat_receivable", -100_00, "Void invoice old"],
    ]);
    // Once more changes nothing, and neither does opening the books.
    await post("/inv_old/void");
    expect(await entries(company, "&start_date=2026-05-05")).toHaveLength(2);
    expect(await http.app.ledger.verify(company.id)).toMatchObject({ ok: true });
    // The copy of the books has both vouchers.
    const bundle = JSON.parse(await exported(http.app, company.id)) as Bundle;
    expect(bundle.invoices.find(({ id }) => id === "inv_old")).toMatchObject({ voided_on: "2026-05-05" });
    const copy = {
      ...bundle,
      company: { ...bundle.company, id: `comp_${unique()}` },
      users: [],
      members: [],
    };
    await http.put(copy);
    const id = copy.company.id as TestCompany["id"];
    expect(await http.app.ledger.verify(id)).toMatchObject({ ok: true });
    expect(JSON.parse(await exported(http.app, id))).toMatchObject({ invoices: bundle.invoices });
  });

  test("voiding a draft, or an invoice of an open day, leaves no entries", async () => {
    const { company, post } = await closed({
      invoices: [
        feed.invoice("new", 7_00, { issue_date: "2026-05-06", due_date: "2026-06-06" }),
        feed.invoice("draft", 1_00, { status: "draft" }),
      ],
      transactions: [],
    });
    for (const name of ["new", "draft"])
      expect(await post(`/inv_${name}/void`)).toMatchObject({ status: 200, body: { status: "void" } });
    expect(await entries(company)).toEqual([]);
  });

  test("a payment of an open day can be matched with an invoice of a closed day; one of a closed day can't", async () => {
    const { company, post, refused } = await closed();
    const before = await entries(company);
    expect(await refused("/inv_old/match", { transaction_id: "txn_early" })).toMatchObject(REFUSED);
    expect(await refused("/inv_paid/unmatch")).toMatchObject(REFUSED);
    expect(await post("/inv_old/match", { transaction_id: "txn_paying" })).toMatchObject({ status: 200 });
    expect(await post("/inv_old/unmatch")).toMatchObject({ status: 200 });
    expect(await entries(company)).toEqual(before);
  });

  test("a bundle says the day of a reversal only of a void invoice, after its issue", async () => {
    const { company } = await closed({ closing: undefined });
    const { format, version } = company.bundle;
    for (const [status, voided_on] of [
      ["open", "2026-05-05"],
      ["void", "2026-04-01"],
    ])
      await expect(
        http.put({
          format,
          version,
          company: { id: company.id },
          invoices: [{ id: "inv_old", status, voided_on }],
        } as unknown as Bundle),
      ).rejects.toThrow("invoices[0].voided_on: is for void invoices, and must be after the day of issue, ");
  });
});
