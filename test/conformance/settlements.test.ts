/** The console's operations on settlements: what they answer, tried and done, and which field is refused. */
import { expect, test } from "vitest";
import { everyDoor } from "./doors.ts";
import { CONSOLE } from "./requests.ts";
import { aLine, bookOf } from "../support/invoices.ts";
import { stateOf } from "../support/state.ts";

const http = await everyDoor();
const { app } = http;

/** Everything that is stored of a company, but the number of its requests. */
async function stored(id: string): Promise<object> {
  return { ...(await stateOf(app, id)), company_usage: null };
}

interface Opened {
  readonly invoice: { readonly number: string; readonly amount_due_cents: number };
  readonly payments: readonly { readonly amount_cents: number }[];
  readonly settlements: readonly {
    readonly id: string;
    readonly kind: string;
    readonly amount_cents: number;
    readonly invoice: { readonly number: string };
    readonly from_invoice: { readonly number: string } | null;
  }[];
}
interface Answer {
  readonly invoices: readonly Opened[];
  readonly entry_lines: readonly { readonly category_id: string; readonly net_debit_cents: number }[];
  readonly preview: boolean;
  readonly error?: { readonly code: string; readonly param?: string; readonly message: string };
}

/** A company with invoices of 100.00 and 60.00, and what the console asks of it. */
async function settling() {
  const book = await bookOf(http);
  const issue = async (number: string, amount: number) =>
    (await book.issued({ number, issue_date: "2026-05-01", line_items: [aLine(amount)] })).id;
  const [a, b] = [await issue("A", 100_00), await issue("B", 60_00)];
  const post = async (path: string, body: object) =>
    (await http.send<Answer>(`${CONSOLE}${path}`, { key: book.company.key, method: "POST", body })).body;
  const open = (id: string) => book.company.read<Opened>(`${CONSOLE}/invoices/${id}/settlements`);
  /** Tries a change, which must leave the books as they are, and then makes it with the same answer. */
  const make = async (path: string, body: object) => {
    const before = await stored(book.company.id);
    const tried = await post(path, { ...body, preview: true });
    expect(await stored(book.company.id)).toEqual(before);
    const made = await post(path, body);
    expect([tried.preview, made.preview]).toEqual([true, false]);
    const plain = ({ invoices, entry_lines }: Answer) => ({
      due: invoices.map(({ invoice }) => [invoice.number, invoice.amount_due_cents]),
      lines: entry_lines.map(({ category_id, net_debit_cents }) => `${category_id} ${net_debit_cents}`),
    });
    expect(plain(tried)).toEqual(plain(made));
    return plain(made);
  };
  return { book, a, b, post, open, make };
}

test("each change of settlements is tried without a trace, and then books both sides (BILL-024)", async () => {
  const { book, a, b, open, make } = await settling();
  const transaction_id = await book.receive(157_00, { date: "2026-05-08" });
  expect(
    await make("/receipts", {
      transaction_id,
      invoices: [{ invoice_id: a }, { invoice_id: b }],
      fees: [{ category: "Software", amount_cents: 3_00 }],
    }),
  ).toEqual({
    due: [
      ["A", 0],
      ["B", 0],
    ],
    lines: ["cat_checking 15700", "cat_software 300", "cat_receivable -16000"],
  });
  expect(
    await make(`/invoices/${a}/credit`, { lines: [{ category: "cat_services", amount_cents: 30_00 }] }),
  ).toEqual({
    due: [["A", -30_00]],
    lines: ["cat_services 3000", "cat_receivable -3000"],
  });
  expect(
    await make(`/invoices/${b}/credit`, { lines: [{ category: "cat_services", amount_cents: 1 }] }),
  ).toMatchObject({
    due: [["B", -1]],
  });
  const { settlements } = await open(b);
  const note = settlements.find(({ kind }) => kind === "credit_note")?.id ?? "";
  expect(await make(`/settlements/${note}/take_back`, {})).toEqual({ due: [["B", 0]], lines: [] });
  const third = (await book.issued({ number: "C", issue_date: "2026-05-01", line_items: [aLine(50_00)] })).id;
  expect(await make(`/invoices/${third}/apply`, { from_invoice_id: a })).toEqual({
    due: [
      ["C", 20_00],
      ["A", 0],
    ],
    lines: [],
  });
  expect(await make(`/invoices/${third}/write_off`, { category: "cat_software" })).toEqual({
    due: [["C", 0]],
    lines: ["cat_software 2000", "cat_receivable -2000"],
  });
  const opened = await open(a);
  expect(opened.payments.map(({ amount_cents }) => amount_cents)).toEqual([157_00]);
  expect(
    opened.settlements.map(({ kind, amount_cents, invoice, from_invoice }) => [
      kind,
      amount_cents,
      invoice.number,
      from_invoice?.number,
    ]),
  ).toEqual(
    expect.arrayContaining([
      ["move", 57_00, "B", "A"],
      ["move", 30_00, "C", "A"],
      ["credit_note", 30_00, "A", undefined],
    ]),
  );
  expect((await app.ledger.verify(book.company.id)).ok).toBe(true);
});

test("a refused change of settlements names the field, and changes nothing", async () => {
  const { book, a, b, post } = await settling();
  const transaction_id = await book.receive(10_00, { date: "2026-05-08" });
  const before = await stored(book.company.id);
  const refused = async (path: string, body: object) => (await post(path, body)).error;
  const receipt = (more: object) =>
    refused("/receipts", { transaction_id, invoices: [{ invoice_id: a }], ...more });
  expect(await receipt({ invoices: [{ invoice_id: a }, { invoice_id: b }] })).toMatchObject({
    param: "invoices",
  });
  expect(await receipt({ fees: [{ category: "Software", amount_cents: 90_01 }] })).toMatchObject({
    param: "fees",
  });
  expect(await refused(`/invoices/${a}/apply`, { from_invoice_id: b })).toMatchObject({
    param: "from_invoice_id",
    message: "The invoice B has no credit: nothing is paid too much.",
  });
  expect(await refused(`/invoices/${a}/write_off`, { category: "cat_receivable" })).toMatchObject({
    code: "invalid_request",
    param: "category",
  });
  expect(await stored(book.company.id)).toEqual(before);
});
