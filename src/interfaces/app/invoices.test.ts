/**
 * What the console asks of invoices beside the API: finding by words and totals, receivables by age, and
 * transactions that could pay.
 */
import { expect, test } from "vitest";
import { testApp } from "../../../test/support/app.ts";
import { permissions, person } from "../../../test/support/bundle.ts";
import { withPassword } from "../../../test/support/console.ts";
import { aLine, bookOf } from "../../../test/support/invoices.ts";
import { ask } from "../../../test/support/session.ts";

const http = await testApp();

interface Candidates {
  readonly transactions: readonly { readonly id: string; readonly is_exact: boolean }[];
}

/** A company that issues invoices, and what a member with these levels reads of it. */
async function consoleOfBook(levels: Parameters<typeof permissions>[1] = {}) {
  const owner = person("owner");
  const clerk = person("clerk", permissions("view", levels));
  const book = await bookOf(http, { users: [owner.user, clerk.user], members: [owner.member, clerk.member] });
  const browser = await withPassword(clerk.user.email);
  return {
    book,
    asking: (target: string) => ask(browser, `/app/api${target}`, { company: book.company.id }),
  };
}

test("invoices are found by a part of the number or customer, by total, status and days, in pages", async () => {
  const { book, asking } = await consoleOfBook();
  const issued = [
    { number: "A_1", customer_name: "Blue Fern", issue_date: "2026-03-01", due_date: "2026-03-31" },
    { number: "A-2", customer_name: "Quay Foods", issue_date: "2026-03-02", line_items: [aLine(50_00)] },
    { number: "B-3", customer_name: "blue harbor", issue_date: "2026-03-03" },
  ];
  for (const fields of issued) await book.issued(fields);
  const read = async (query: Record<string, string>) => {
    const answer = await asking(`/invoices?${new URLSearchParams(query)}`);
    expect(answer.status).toBe(200);
    return JSON.parse(answer.text) as { data: { number: string }[]; next_cursor: string | null };
  };
  const find = async (query: Record<string, string>) => (await read(query)).data.map(({ number }) => number);
  expect(await find({})).toEqual(["B-3", "A-2", "A_1"]);
  expect(await find({ text: "BLUE" })).toEqual(["B-3", "A_1"]);
  expect(await find({ text: "a_" })).toEqual(["A_1"]);
  expect(await find({ text: "%" })).toEqual([]);
  expect(await find({ total_cents: "5000" })).toEqual(["A-2"]);
  expect(await find({ start_date: "2026-03-02", end_date: "2026-03-02" })).toEqual(["A-2"]);
  expect(await find({ end_date: "2026-03-02", text: "blue" })).toEqual(["A_1"]);
  expect(await find({ status: "paid" })).toEqual([]);
  expect(await find({ customer_name: "Blue Fern" })).toEqual(["A_1"]);
  expect(await find({ customer_name: "Blue" })).toEqual([]);
  const { next_cursor } = await read({ text: "blue", limit: "1" });
  expect(await find({ text: "blue", limit: "1", starting_after: next_cursor ?? "" })).toEqual(["A_1"]);
  expect((await asking("/invoices?starting_after=inv_nobodys")).code).toBe("resource_missing");
  expect((await asking("/invoices?start_date=2026-03-02&end_date=2026-03-01")).code).toBe(
    "invalid_date_range",
  );
});

test("receivables by age are those of the command line, at any day", async () => {
  const { book, asking } = await consoleOfBook();
  const invoice = await book.issued({ issue_date: "2026-03-01", due_date: "2026-03-31" });
  await book.issued({ issue_date: "2026-04-01", due_date: "2026-05-20", line_items: [aLine(50_00)] });
  const { status, text } = await asking("/receivables?date=2026-05-06");
  expect(status).toBe(200);
  const shown = JSON.parse(text) as object;
  expect(shown).toMatchObject({
    object: "receivables",
    ages: { "31_to_60": 100_00, current: 50_00, over_90: 0 },
    total_cents: 150_00,
    overdue_count: 1,
    overdue_cents: 100_00,
    ledger_cents: 150_00,
    other_cents: 0,
    customers: [{ customer_name: "Quay Foods", invoices: [{ id: invoice.id, due_cents: 100_00 }, {}] }],
  });
  const { object: _object, ...same } = JSON.parse(text) as { readonly object: string };
  const day = "2026-05-06" as Parameters<typeof http.app.invoices.ageing>[1];
  expect(same).toEqual(await http.app.invoices.ageing(book.company.id, day));
  expect(JSON.parse((await asking("/receivables?date=2026-02-01")).text)).toMatchObject({ total_cents: 0 });
  expect((await asking("/receivables?date=soon")).code).toBe("invalid_date");
});

test("candidates are inflows that the invoice takes, the exact amount first, then the nearest day", async () => {
  const { book, asking } = await consoleOfBook();
  const invoice = await book.issued({ issue_date: "2026-03-01", due_date: "2026-03-31" });
  const far = await book.receive(60_00, { date: "2026-05-01" });
  const near = await book.receive(40_00, { date: "2026-04-02" });
  const exact = await book.receive(100_00, { date: "2026-05-05" });
  await book.receive(100_01);
  await book.receive(-100_00);
  await book.receive(100_00, { date: "2025-12-30" });
  const candidates = async () => {
    const { text } = await asking(`/invoices/${invoice.id}/candidates`);
    return (JSON.parse(text) as Candidates).transactions.map(({ id, is_exact }) => [id, is_exact]);
  };
  expect(await candidates()).toEqual([
    [exact, true],
    [near, false],
    [far, false],
  ]);
  // Each of them is accepted; a payment leaves those that fit into the rest.
  expect((await book.change(invoice.id, "match", { transaction_id: near })).status).toBe(200);
  expect(await candidates()).toEqual([[far, true]]);
  expect((await book.change(invoice.id, "match", { transaction_id: far })).status).toBe(200);
  expect(await candidates()).toEqual([]);
  const void_ = await book.issued({ issue_date: "2026-03-01" });
  await book.change(void_.id, "void");
  expect(JSON.parse((await asking(`/invoices/${void_.id}/candidates`)).text)).toMatchObject({
    transactions: [],
  });
  expect((await asking("/invoices/inv_nobodys/candidates")).code).toBe("resource_missing");
});

test("receivables need a view of invoices, candidates one of transactions too", async () => {
  const { book, asking } = await consoleOfBook({ transactions: "none" });
  const invoice = await book.issued({});
  expect((await asking("/receivables")).status).toBe(200);
  expect((await asking(`/invoices/${invoice.id}/candidates`)).code).toBe("insufficient_permission");
  const other = await consoleOfBook({ invoices: "none" });
  expect((await other.asking("/receivables")).code).toBe("insufficient_permission");
});
