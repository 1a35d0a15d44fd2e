/** A company whose invoices are paid, credited, written off and moved, by the service as its callers use it. */
import { present } from "@daybook/words/assert";
import { cents } from "@daybook/words/cents";
import { parseCivilDate } from "@daybook/words/civil-date";
import type { NewSettlement } from "../../src/modules/feed/invoices/service/checks.ts";
import type { TestApp } from "./app.ts";
import { aLine, bookOf, type InvoiceBook } from "./invoices.ts";

export const day = (text: string) => present(parseCivilDate(text), text);
/** The time of `http` on the last day of May 2026. */
export const endOfMay = (http: TestApp) => ({ now: http.app.clock.now(), today: day("2026-05-31") });
export const line = (amount: number, category = "cat_services") => ({
  category,
  department: null,
  amount_cents: cents(amount),
  description: null,
});

/** Ways to issue invoices in May 2026, and to settle what is due of them. */
export async function settlingBook(http: TestApp) {
  const { app } = http;
  const at = endOfMay(http);
  const book = await bookOf(http);
  const issue = async (number: string, amount: number, more: object = {}) =>
    (await book.issued({ number, issue_date: "2026-05-01", line_items: [aLine(amount)], ...more })).id;
  const settle = (kind: NewSettlement["kind"], invoice: string, amount: number, more: object = {}) =>
    app.invoices.settle(
      book.company.id,
      { kind, invoice, date: day("2026-05-10"), note: "", lines: [line(amount)], ...more },
      at,
      "operator",
    );
  const move = (from: string, to: string, amount: number | null = null) =>
    app.invoices.move(
      book.company.id,
      from,
      { invoice: to, amount_cents: amount === null ? null : cents(amount), date: day("2026-05-12") },
      at,
      "operator",
    );
  const receive = async (amount: number, ...invoices: string[]) => {
    const transaction = await book.receive(amount, { date: "2026-05-08" });
    const [first = "", ...others] = invoices;
    const share = (invoice: string) => ({ invoice, amount_cents: null });
    await app.invoices.receive(
      book.company.id,
      { transaction, invoices: [share(first), ...others.map(share)], fees: [] },
      at,
      "operator",
    );
    return transaction;
  };
  return { book, issue, settle, move, receive };
}

export const due = async (book: InvoiceBook, ...ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await book.read(id)).amount_due_cents));
