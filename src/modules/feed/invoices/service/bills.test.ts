/** Bills of vendors: what they post, what pays and settles them, and that invoices don't show them. */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../../test/support/app.ts";
import type { Bundle } from "../../../../../test/support/bundle.ts";
import { exported, importInto } from "../../../../../test/support/import.ts";
import { aCost, type Bill, billBook, costOf } from "../../../../../test/support/bills.ts";
import { cr, dr, voucher } from "../../../../../test/support/bundle.ts";
import { aLine } from "../../../../../test/support/invoices.ts";
import { day } from "../../../../../test/support/settlements.ts";

const http = await testApp();
const { app } = http;

async function isSound({ company }: Awaited<ReturnType<typeof billBook>>): Promise<boolean> {
  const [verified] = await app.verifyBooks([company.id]);
  const wrong = verified?.checks.filter(({ ok }) => !ok) ?? [];
  expect(wrong).toEqual([]);
  return verified?.ok === true;
}

/** The category of what is owed. */
async function payablesOf({ company }: Awaited<ReturnType<typeof billBook>>) {
  const { category_ids, ledger_cents, total_cents, other_cents } = await app.bills.ageing(
    company.id,
    day("2026-05-31"),
  );
  return { category: category_ids[0] ?? "", ledger_cents, total_cents, other_cents };
}

describe("POST /bills", () => {
  test("debits the categories of the lines and credits Accounts Payable (PAYB-001)", async () => {
    const books = await billBook(http);
    const { status, body } = await books.enter({
      vendor_number: "NW-1",
      due_date: "2026-05-31",
      line_items: [aCost(100_00)],
    });
    expect([status, body]).toMatchObject([
      201,
      {
        object: "bill",
        number: "BILL-0001",
        vendor_number: "NW-1",
        vendor_name: "Quay Hosting",
        status: "open",
        total_cents: 100_00,
        amount_due_cents: 100_00,
      },
    ]);
    expect(body.id).toMatch(/^bill_/);
    const { category } = await payablesOf(books);
    const { data } = await books.company.read<{ data: object[] }>("/journal_entries?limit=10");
    expect(data).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({
          category_id: "cat_software",
          debit_cents: 100_00,
          source: "bill",
          merchant: "Quay Hosting",
        }),
        expect.objectContaining({ category_id: category, credit_cents: 100_00, source: "bill" }),
      ]),
    );
    expect(await isSound(books)).toBe(true);
  });

  test("refuses a vendor's number that another bill of the vendor has, and a void bill leaves it free (PAYB-002)", async () => {
    const books = await billBook(http);
    const first = await books.entered(10_00, { vendor_number: "a-7" });
    const again = { vendor_name: "QUAY hosting", vendor_number: "A-7" };
    expect(await books.enter(again)).toMatchObject({
      status: 400,
      body: { error: { code: "invalid_request", param: "vendor_number" } },
    });
    expect(await books.company.read("/bills")).toMatchObject({ data: [{ id: first.id }] });
    expect((await books.enter({ ...again, vendor_name: "Blue Fern" })).status).toBe(201);
    expect((await books.change(first.id, "void")).status).toBe(200);
    expect((await books.enter(again)).status).toBe(201);
  });

  test("refuses that number in a file too, by its member (PAYB-002)", async () => {
    const books = await billBook(http);
    await books.entered(10_00, { vendor_number: "a-7" });
    const bundle = JSON.parse(await exported(app, books.company.id)) as Bundle & {
      readonly bills: readonly Record<string, unknown>[];
    };
    const double = { ...bundle.bills[0], id: "bill_double", number: "BILL-0099", vendor_number: "A-7" };
    await expect(importInto(app, { ...bundle, bills: [...bundle.bills, double] })).rejects.toThrow(
      /bills\[1\]\S* A-7 is the number that .+ gave bill_/,
    );
  });
});

describe("bills and invoices", () => {
  test("are lists of their own, and neither finds what the other has (PAYB-003)", async () => {
    const books = await billBook(http);
    const bill = await books.entered(10_00);
    const invoice = await books.book.issued({ line_items: [aLine(20_00)] });
    const ids = async (path: string) =>
      (await books.company.read<{ data: { id: string }[] }>(path)).data.map(({ id }) => id);
    expect([await ids("/bills"), await ids("/invoices")]).toEqual([[bill.id], [invoice.id]]);
    for (const path of [`/invoices/${bill.id}`, `/bills/${invoice.id}`])
      expect((await http.send(path, { key: books.company.key })).status).toBe(404);
    expect((await books.change(invoice.id, "void")).status).toBe(404);
    expect((await books.book.change(bill.id, "void")).status).toBe(404);
    const [receivables, payables] = await Promise.all(
      [app.invoices, app.bills].map((service) => service.ageing(books.company.id, day("2026-05-31"))),
    );
    expect([receivables?.total_cents, payables?.total_cents]).toEqual([20_00, 10_00]);
    expect(await isSound(books)).toBe(true);
  });
});

describe("payments of bills", () => {
  test("are outflows, which the transaction shows as its bill (PAYB-004)", async () => {
    const books = await billBook(http);
    const { id } = await books.entered(100_00);
    const [inflow, part, rest] = [
      await books.book.receive(40_00),
      await books.book.receive(-40_00),
      await books.book.receive(-60_00),
    ];
    expect(await books.change(id, "match", { transaction_id: inflow })).toMatchObject({
      status: 422,
      body: { error: { message: expect.stringContaining("Only an outflow can pay a bill.") } },
    });
    await books.change(id, "match", { transaction_id: part });
    expect((await books.change(id, "match", { transaction_id: rest })).body).toMatchObject({
      status: "paid",
      amount_paid_cents: 100_00,
      amount_due_cents: 0,
    });
    expect(await books.company.read(`/transactions/${part}`)).toMatchObject({
      invoice_id: null,
      bill_id: id,
    });
    const { body } = await http.send<{ error: { message: string } }>(`/transactions/${part}`, {
      key: books.company.key,
      method: "PATCH",
      body: { category_id: "cat_software" },
    });
    expect(body.error.message).toContain(
      `The transaction pays the bill ${id}, which determines its category.`,
    );
    const { data } = await books.company.read<{ data: object[] }>("/transactions");
    expect(data).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ id: rest, invoice_id: null, bill_id: id })]),
    );
    expect(await payablesOf(books)).toMatchObject({ ledger_cents: 0, total_cents: 0 });
    expect((await books.change(id, "unmatch")).body).toMatchObject({
      status: "open",
      amount_due_cents: 100_00,
    });
    expect(await books.company.read(`/transactions/${part}`)).toMatchObject({ bill_id: null });
    expect(await isSound(books)).toBe(true);
  });

  test("settle bills of several vendors with a fee that they contained (PAYB-005)", async () => {
    const books = await billBook(http);
    const [a, b] = [await books.entered(100_00), await books.entered(50_00, { vendor_name: "Blue Fern" })];
    const transaction = await books.pay(152_50, [a.id, b.id], [costOf(2_50)]);
    expect(await books.due(a.id, b.id)).toEqual([0, 0]);
    expect(await payablesOf(books)).toMatchObject({ ledger_cents: 0, total_cents: 0, other_cents: 0 });
    expect(await books.book.balances("cat_software")).toEqual([-152_50]);
    expect(await isSound(books)).toBe(true);
    await books.change(a.id, "unmatch", { transaction_id: transaction });
    expect(await books.due(a.id, b.id)).toEqual([100_00, 50_00]);
    expect(await books.book.balances("cat_software")).toEqual([-150_00]);
    expect(await isSound(books)).toBe(true);
  });

  test("refuse a bill that is paid, by its number, and the second payment stays free", async () => {
    const books = await billBook(http);
    const { id, number } = await books.entered(10_00);
    await books.pay(10_00, [id]);
    await expect(books.pay(10_00, [id])).rejects.toThrow(
      `Nothing is due of the bill ${number}, so it is not paid again.`,
    );
    expect(await books.due(id)).toEqual([0]);
  });

  test("refuse a fee of more than is over, and nothing is stored", async () => {
    const books = await billBook(http);
    const { id } = await books.entered(100_00);
    await expect(books.pay(101_00, [id], [costOf(2_00)])).rejects.toMatchObject({
      param: "fee",
      message: expect.stringContaining("more than the payment leaves over after these bills"),
    });
    expect(await books.due(id)).toEqual([100_00]);
  });
});

describe("settlements of bills", () => {
  test("credit costs, write off what is no longer owed, move credit, and come back as refunds (PAYB-006)", async () => {
    const books = await billBook(http);
    const [a, b, c] = [await books.entered(100_00), await books.entered(30_00), await books.entered(20_00)];
    await books.settle("credit_note", a.id, 40_00);
    expect(await books.due(a.id)).toEqual([60_00]);
    await books.pay(100_00, [a.id]);
    expect(await books.due(a.id)).toEqual([-40_00]);
    await books.move(a.id, b.id);
    await books.settle("write_off", c.id, 20_00);
    expect(await books.due(a.id, b.id, c.id)).toEqual([-10_00, 0, 0]);
    expect(await payablesOf(books)).toMatchObject({ ledger_cents: -10_00, total_cents: -10_00 });
    expect(await books.book.balances("cat_software")).toEqual([-90_00]);
    const refund = await books.book.receive(4_00, { date: "2026-05-20" });
    const none = { date: null, category: null, note: "" };
    await app.bills.refund(
      books.company.id,
      { ...none, invoices: [books.share(a.id)], transaction: refund },
      books.at,
      "operator",
    );
    await app.bills.refund(
      books.company.id,
      { ...none, invoices: [books.share(a.id)], transaction: null, category: "cat_services" },
      books.at,
      "operator",
    );
    expect(await books.due(a.id)).toEqual([0]);
    expect(await payablesOf(books)).toMatchObject({ ledger_cents: 0, total_cents: 0, other_cents: 0 });
    expect(await isSound(books)).toBe(true);
  });

  test("are taken back by their own side only", async () => {
    const books = await billBook(http);
    const { id } = await books.entered(100_00);
    const { invoices } = await books.settle("credit_note", id, 40_00);
    const settlement = invoices[0]?.settlements[0]?.id ?? "";
    await expect(
      app.invoices.takeBack(books.company.id, settlement, books.at, "operator"),
    ).rejects.toMatchObject({ code: "resource_missing" });
    await app.bills.takeBack(books.company.id, settlement, books.at, "operator");
    expect(await books.due(id)).toEqual([100_00]);
    const { data } = await books.company.read<{ data: Bill[] }>("/bills?status=open");
    expect(data).toHaveLength(1);
  });

  test("are refused by name where something pays or settles a bill, or its vendor is another one", async () => {
    const books = await billBook(http);
    const [paid, credited] = [await books.entered(10_00, { vendor_number: "1" }), await books.entered(10_00)];
    const other = await books.entered(10_00, { vendor_name: "Blue Fern" });
    expect((await books.enter({ vendor_number: "1" })).text).toContain(
      "Void that one first if it was entered",
    );
    await books.pay(15_00, [paid.id]);
    expect((await books.change(paid.id, "void")).text).toContain("Unmatch these transactions first.");
    await books.settle("credit_note", credited.id, 1_00);
    expect((await books.change(credited.id, "void")).text).toContain(
      "The bill is settled by credits. Take these back first.",
    );
    await expect(books.move(paid.id, other.id)).rejects.toThrow("A credit settles bills of its own vendor.");
    expect(await books.due(paid.id, credited.id, other.id)).toEqual([-5_00, 9_00, 10_00]);
  });
});

describe("payables by age before the first bill", () => {
  test("are compared with the category that bills would be booked on (PAYB-003)", async () => {
    const company = await http.company({
      journal: [voucher("2026-03-01", "Opening", [dr("software", 600_00), cr("payable", 600_00)])],
    });
    expect(await app.bills.ageing(company.id, day("2026-05-31"))).toMatchObject({
      category_ids: ["cat_payable"],
      total_cents: 0,
      ledger_cents: 600_00,
      other_cents: 600_00,
    });
  });
});

describe("numbers of bills", () => {
  test("go on whatever numbers invoices were given by hand", async () => {
    const books = await billBook(http);
    for (const number of ["BILL-0001", "BILL-999999999999999"])
      expect((await books.book.issue({ number })).status).toBe(201);
    const numbers = [await books.entered(1_00), await books.entered(2_00)].map(({ number }) => number);
    expect(numbers).toEqual(["BILL-0002", "BILL-0003"]);
  });
});
