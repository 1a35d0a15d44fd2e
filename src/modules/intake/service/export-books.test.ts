/** Journals on their way out: one state of the books, in order, and readers that stop early. */
import { expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import { cr, dr, voucher } from "../../../../test/support/bundle.ts";
import type { PublicId } from "@daybook/words/public-id";

const http = await testApp();
const { app } = http;

async function written(companyId: string, format: "csv" | "ledger" | "beancount") {
  const journal = app.intake.exportJournal(companyId as PublicId<"company">, format);
  let text = "";
  for await (const piece of journal.pieces) text += piece.text;
  return { text, ...journal.written() };
}

test("vouchers are in the order of date and id, also across the batches in which they are read", async () => {
  const many = Array.from({ length: 6_000 }, (_, index) =>
    voucher(
      `2025-03-${String(1 + (index % 28)).padStart(2, "0")}`,
      "Many",
      [dr("travel", 1), cr("cash", 1)],
      { id: `vch_${String(index).padStart(5, "0")}` },
    ),
  );
  const { id } = await http.company({ journal: many });
  const { text, entries, vouchers } = await written(id, "csv");
  expect([entries, vouchers]).toEqual([12_000, 6_000]);
  const rows = text.trimEnd().split("\r\n").slice(1);
  const keys = rows.map((row) => row.split(",", 2).toReversed().join(" "));
  expect(keys).toEqual(keys.toSorted());
  expect(new Set(keys).size).toBe(6_000);
});

test("books without vouchers are a chart alone", async () => {
  const { id } = await http.company({ journal: [] });
  expect(await written(id, "beancount")).toMatchObject({
    text: expect.stringContaining("1970-01-01 open Assets:Cash:Checking USD"),
    vouchers: 0,
    again: null,
  });
});

test("a company that does not exist is refused, and who stops reading ends the transaction", async () => {
  await expect(written("comp_nowhere", "ledger")).rejects.toMatchObject({ code: "resource_missing" });
  const { id } = await http.company();
  const journal = app.intake.exportJournal(id, "csv");
  const reading = journal.pieces[Symbol.asyncIterator]();
  expect((await reading.next()).value).toMatchObject({ file: "journal.csv" });
  expect(() => journal.written()).toThrow(/not written yet/);
  await reading.return?.();
  // The embedded database has one connection, which a transaction left open would hold for ever.
  expect((await app.company.read(id)).id).toBe(id);
});
