/** References of credit notes and write-offs: each is made once, and other content is refused. */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../../test/support/app.ts";
import { exported } from "../../../../../test/support/import.ts";
import type { Bundle } from "../../../../../test/support/bundle.ts";
import type { InvoiceBook } from "../../../../../test/support/invoices.ts";
import { day, due, endOfMay, line, settlingBook } from "../../../../../test/support/settlements.ts";

const http = await testApp();
const { app } = http;
const at = endOfMay(http);
const fresh = () => settlingBook(http);

/** The same file again changes nothing, and the books are sound. */
async function copies({ company }: InvoiceBook): Promise<void> {
  const text = await exported(app, company.id);
  await http.put(JSON.parse(text) as Bundle);
  expect(await exported(app, company.id)).toBe(text);
  expect(await app.ledger.verify(company.id)).toMatchObject({ ok: true });
}

describe("a reference", () => {
  test("makes a credit note or a write-off once, also one of all that is due (BILL-016)", async () => {
    const { book, issue, settle } = await fresh();
    const a = await issue("A", 100_00);
    const lines = [{ ...line(0, "cat_software"), amount_cents: null }];
    for (const _ of [1, 2]) {
      await settle("credit_note", "A", 30_00, { reference: "cn-1" });
      await settle("write_off", "A", 0, { reference: "bad-1", lines, date: null });
    }
    expect(await due(book, a)).toEqual([0]);
    const { settlements } = await app.invoices.show(book.company.id, "A");
    expect(settlements.map(({ reference, amount_cents }) => [reference, amount_cents])).toEqual([
      ["cn-1", 30_00],
      ["bad-1", 70_00],
    ]);
    await copies(book);
  });

  test.each<readonly [string, string, number, object]>([
    ["amount", "A", 31_00, {}],
    ["invoice", "B", 30_00, {}],
    ["day", "A", 30_00, { date: day("2026-05-11") }],
    ["note", "A", 30_00, { note: "Other" }],
    ["category", "A", 30_00, { lines: [line(30_00, "cat_software")] }],
  ])("that was used with another %s is refused", async (_, invoice, amount, more) => {
    const { book, issue, settle } = await fresh();
    const ids = [await issue("A", 100_00), await issue("B", 100_00)];
    await settle("credit_note", "A", 30_00, { reference: "cn-1" });
    await expect(
      settle("credit_note", invoice, amount, { reference: "cn-1", ...more }),
    ).rejects.toMatchObject({ code: "idempotency_key_conflict", param: "reference" });
    expect(await due(book, ...ids)).toEqual([70_00, 100_00]);
  });

  test("is free again when its settlement is taken back (BILL-017)", async () => {
    const { book, issue, settle } = await fresh();
    const a = await issue("A", 100_00);
    await settle("credit_note", "A", 30_00, { reference: "cn-1" });
    await app.ledger.closeBooks(book.company.id, day("2026-05-10"), at, "operator", "Filed");
    const { settlements } = await app.invoices.show(book.company.id, "A");
    await app.invoices.takeBack(book.company.id, settlements[0]?.id ?? "", at, "operator");
    await settle("credit_note", "A", 20_00, { reference: "cn-1", date: day("2026-05-12") });
    expect(await due(book, a)).toEqual([80_00]);
    await copies(book);
  });
});
