/** A company that enters bills, and whose bank sends its payments of these. */
import { cents } from "@daybook/words/cents";
import type { TestApp } from "./app.ts";
import type { CompanyOverrides } from "./bundle.ts";
import { aLine, bookOf, type InvoiceBook } from "./invoices.ts";
import { day, endOfMay } from "./settlements.ts";
import type { Answer } from "./http.ts";

/** The fields of the API's bill that tests read. */
export interface Bill {
  readonly id: string;
  readonly number: string;
  readonly vendor_number: string | null;
  readonly vendor_name: string;
  readonly status: "draft" | "open" | "paid" | "void";
  readonly total_cents: number;
  readonly amount_paid_cents: number;
  readonly amount_due_cents: number;
  readonly matched_transaction_ids: readonly string[];
}

/** A line of what is bought. */
export const aCost = (amount: number, more: object = {}) =>
  aLine(amount, { description: "Servers", category_id: "cat_software", ...more });

/** A fee, or another line of a settlement. */
export const costOf = (amount: number, category = "cat_software") => ({
  category,
  department: null,
  amount_cents: cents(amount),
  description: null,
});

/** Ways to enter bills in May 2026, and to pay them with lines of the bank. */
export async function billBook(http: TestApp, overrides: CompanyOverrides = {}) {
  const book: InvoiceBook = await bookOf(http, overrides);
  const { company } = book;
  const at = endOfMay(http);
  const enter = (fields: object = {}): Promise<Answer<Bill>> =>
    http.send<Bill>("/bills", {
      key: company.key,
      method: "POST",
      body: {
        vendor_name: "Quay Hosting",
        issue_date: "2026-05-01",
        line_items: [aCost(100_00)],
        ...fields,
      },
    });
  const entered = async (amount: number, fields: object = {}): Promise<Bill> => {
    const { status, body, text } = await enter({ line_items: [aCost(amount)], ...fields });
    if (status !== 201) throw new Error(`not entered: ${status} ${text}`);
    return body;
  };
  const change = (id: string, how: string, body?: object) =>
    http.send<Bill>(`/bills/${id}/${how}`, {
      key: company.key,
      method: "POST",
      ...(body === undefined ? {} : { body }),
    });
  const due = async (...ids: readonly string[]) =>
    Promise.all(ids.map(async (id) => (await company.read<Bill>(`/bills/${id}`)).amount_due_cents));
  const share = (invoice: string, amount: number | null = null) => ({
    invoice,
    amount_cents: amount === null ? null : cents(amount),
  });
  const pay = async (
    amount: number,
    bills: readonly [string, ...string[]],
    fees: readonly ReturnType<typeof costOf>[] = [],
  ): Promise<string> => {
    const transaction = await book.receive(-amount, { date: "2026-05-08" });
    const [first, ...others] = bills;
    const invoices = [share(first), ...others.map((id) => share(id))] as const;
    await http.app.bills.receive(company.id, { transaction, invoices, fees }, at, "operator");
    return transaction;
  };
  const settle = (kind: "credit_note" | "write_off", invoice: string, amount: number, more: object = {}) =>
    http.app.bills.settle(
      company.id,
      { kind, invoice, date: day("2026-05-10"), note: "", lines: [costOf(amount)], ...more },
      at,
      "operator",
    );
  const move = (from: string, to: string) =>
    http.app.bills.move(company.id, from, { ...share(to), date: day("2026-05-12") }, at, "operator");
  return { book, company, at, enter, entered, change, due, share, pay, settle, move };
}
