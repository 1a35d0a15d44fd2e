/** What a file says of invoices that something settles: their entries follow, or the file is refused. */
import { expect, test } from "vitest";
import { testApp } from "../../../../../test/support/app.ts";
import type { Bundle } from "../../../../../test/support/bundle.ts";
import { exported, importInto } from "../../../../../test/support/import.ts";
import { day, endOfMay, line, settlingBook } from "../../../../../test/support/settlements.ts";

const http = await testApp();
const { app } = http;
const at = endOfMay(http);

interface Stated {
  number: string;
  status: string;
  receivable_category_id: string;
  line_items: { unit_amount_cents: number }[];
}

/** Imports the export of a company with a change of one of its invoices. */
async function putChanged(company: string, number: string, change: (invoice: Stated) => void): Promise<void> {
  const bundle = JSON.parse(await exported(app, company)) as Bundle & { invoices: Stated[] };
  for (const invoice of bundle.invoices) if (invoice.number === number) change(invoice);
  await importInto(app, bundle);
}

test("an invoice with another number has it in the entries of what settles it", async () => {
  const { book, issue, settle } = await settlingBook(http);
  await issue("A", 100_00);
  await settle("credit_note", "A", 10_00);
  await putChanged(book.company.id, "A", (invoice) => (invoice.number = "A2"));
  const { data } = await book.company.read<{ data: { description: string }[] }>(
    "/journal_entries?category_id=cat_receivable",
  );
  expect(data.map(({ description }) => description)).toEqual(["Credit note for invoice A2", "Invoice A2"]);
  expect((await app.ledger.verify(book.company.id)).ok).toBe(true);
});

test.each<readonly [string, (invoice: Stated) => void, string]>([
  ["is void", (invoice) => (invoice.status = "void"), "status: must be open, because a settlement pays it"],
  [
    "is on other receivables",
    (invoice) => (invoice.receivable_category_id = "cat_cash"),
    "receivable_category_id: must be cat_receivable, because a settlement pays it",
  ],
])("an invoice whose settlements sum to 0 is refused that %s", async (_, change, problem) => {
  const { book, issue, settle, receive } = await settlingBook(http);
  const id = await issue("A", 100_00);
  await receive(100_00, "A");
  await settle("credit_note", "A", 100_00);
  const refund = { invoices: [{ invoice: "A", amount_cents: null }] as const, transaction: null };
  await app.invoices.refund(
    book.company.id,
    { ...refund, category: line(1, "Software").category, date: day("2026-05-20"), note: "" },
    at,
    "operator",
  );
  await book.change(id, "unmatch");
  await expect(putChanged(book.company.id, "A", change)).rejects.toThrow(`invoices[0].${problem}`);
  expect((await app.ledger.verify(book.company.id)).ok).toBe(true);
});

test("an invoice whose credit was moved is refused a total that takes the credit away", async () => {
  const { book, issue, receive } = await settlingBook(http);
  await issue("A", 100_00);
  await issue("B", 100_00);
  await receive(200_00, "A", "B");
  await expect(
    putChanged(book.company.id, "A", (invoice) => {
      for (const each of invoice.line_items) each.unit_amount_cents = 250_00;
    }),
  ).rejects.toThrow("must sum to no more than 10000 cents, because what was over settles other invoices");
});
