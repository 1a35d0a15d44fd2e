/** Opening balances: a trial balance that becomes the first voucher of a company's books. */
import { expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import { bytesOf } from "../../../../test/support/import.ts";
import { forOperator, PRESETS } from "@daybook/words/areas";
import { cents } from "@daybook/words/cents";
import { present } from "@daybook/words/assert";
import { Refusal } from "../../../core/errors.ts";
import { parseCivilDate } from "@daybook/words/civil-date";
import { parseId } from "@daybook/words/public-id";
import type { JournalOptions } from "./import-journal.ts";

const http = await testApp();
const { app } = http;
const day = (text: string) => present(parseCivilDate(text), text);

interface Entry {
  readonly category_id: string;
  readonly amount_cents: number;
  readonly date: string;
}

async function newCompany() {
  const { company_id, api_key } = await app.intake.createCompany({
    name: "Acme",
    chart: "services",
    entity_type: null,
    fiscal_year_start_month: 1,
    owner_email: "owner@example.com",
  });
  const open = (rows: readonly string[], options: Partial<JournalOptions> = {}, dry = false) => {
    const text = `Acme,,\n"As of December 31, 2025",,\nAccount,Debit,Credit\n${rows.join("\n")}\nTotal,1,1\n`;
    const all = { name: "Acme", company_id, opening: { date: null }, ...options };
    return dry ? app.intake.planJournal(bytesOf(text), all) : app.intake.importJournal(bytesOf(text), all);
  };
  const journal = async () =>
    (await http.read<{ data: Entry[] }>("/journal_entries?limit=100", api_key)).data;
  const balances = async () =>
    (await journal()).map(({ category_id, amount_cents, date }) => [category_id, amount_cents, date]);
  return { company_id, open, balances };
}

const ROWS = [
  'Operating Checking,"12,500.00",',
  "cat_accounts-receivable,3000,",
  "Credit Cards:Business Credit Card,,1250.55",
  "Savings,0,",
  "Retained Earnings,,5000.00",
];

test("are one voucher of their day, balanced by opening balance equity (INTK-013)", async () => {
  const { company_id, open, balances } = await newCompany();
  const report = await open(ROWS);
  expect(report).toMatchObject({ vouchers: 1, first_date: "2025-12-31", lines_imported: 4 });
  expect(report.notes).toEqual([
    "The debits exceed the other side by 9249.45; Opening Balance Equity takes it as a credit.",
  ]);
  expect((await balances()).toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1))).toEqual([
    ["cat_accounts-receivable", 300_000, "2025-12-31"],
    ["cat_business-credit-card", 125_055, "2025-12-31"],
    ["cat_equity-opening-balance-equity", 924_945, "2025-12-31"],
    ["cat_operating-checking", 1_250_000, "2025-12-31"],
    ["cat_retained-earnings", 500_000, "2025-12-31"],
  ]);
  expect((await app.ledger.verify(company_id)).ok).toBe(true);
});

test("of receivables stand beside their list by age, though no invoice was issued yet (BILL-023)", async () => {
  const { company_id, open } = await newCompany();
  const company = forOperator(present(parseId("company", company_id), company_id));
  const compared = async () => {
    const { category_ids, ledger_cents, other_cents } = await app.invoices.ageing(company, day("2026-01-31"));
    return { category_ids, ledger_cents, other_cents };
  };
  const category_ids = ["cat_accounts-receivable"];
  expect(await compared()).toEqual({ category_ids, ledger_cents: 0, other_cents: 0 });
  await open(ROWS);
  expect(await compared()).toEqual({ category_ids, ledger_cents: 3_000_00, other_cents: 3_000_00 });
});

test("are not posted twice; after a reversal they can be given again", async () => {
  const { company_id, open, balances } = await newCompany();
  await open(ROWS);
  const posted = await balances();
  for (const dry of [true, false])
    await expect(open(ROWS, { opening: { date: day("2026-02-28") } }, dry)).rejects.toMatchObject({
      param: "date",
      message: expect.stringMatching(
        /balances at 2026-02-28 already: Operating Checking \(cat_operating-checking\) 12500\.00, /,
      ),
    });
  expect(await balances()).toEqual(posted);
  const refused = await open(ROWS).then(
    () => [],
    (error: unknown) => (error instanceof Refusal ? error.ways : []),
  );
  expect(refused).toEqual([
    { first: "reverseVoucher", with: { voucher: expect.any(String), at: "2025-12-31", company: company_id } },
  ]);
  const [way] = refused;
  const voucher = way && "first" in way ? present(way.with?.["voucher"], "no voucher") : "";
  const reversal = { date: day("2025-12-31"), memo: null };
  await app.ledger.reverseVoucher(company_id, voucher, reversal, app.clock.now(), "operator");
  await open(ROWS.slice(0, 2));
  expect(await app.ledger.verify(company_id)).toMatchObject({ ok: true });
  expect(await balances()).toHaveLength(2 * posted.length + 3);
});

test("are taken back whole, from a file or from the console, and can be given again (INTK-035)", async () => {
  const { company_id, open, balances } = await newCompany();
  const made = async () => (await app.chart.listCategories(company_id)).length;
  const before = await made();
  const set = (isTrial: boolean) =>
    app.intake.setOpeningBalances(
      company_id,
      {
        date: day("2025-12-31"),
        balances: [{ category: "cat_operating-checking", net_debit_cents: cents(1_000) }],
      },
      isTrial,
      "operator",
    );
  for (const give of [
    () => open([...ROWS, "Elsewhere,1.00,"], { kinds: { Elsewhere: "expense" } }),
    () => set(false),
  ]) {
    await set(true);
    await give();
    const there = (await app.intake.listImports(company_id)).filter(({ undone_at }) => undone_at === null);
    expect(there).toMatchObject([{ added_vouchers: 1 }]);
    const { id } = present(there[0], "no import");
    expect(await app.intake.takeBackImport(company_id, id, false)).toMatchObject({ removed_vouchers: 1 });
    expect(await balances()).toEqual([]);
    expect(await made()).toBe(before);
  }
  expect(await app.ledger.verify(company_id)).toMatchObject({ ok: true });
});

test("need the day, accounts that are known, and open books", async () => {
  const { company_id, open, balances } = await newCompany();
  const text = "Account,Balance\nSavings,5\n";
  const plain = (date: string | null) =>
    app.intake.importJournal(bytesOf(text), {
      name: "Acme",
      company_id,
      opening: { date: date === null ? null : day(date) },
    });
  await expect(plain(null)).rejects.toMatchObject({ param: "date" });
  const given = { date: day("2025-12-31"), balances: [{ category: "Savings", net_debit_cents: cents(5) }] };
  const caller = { ...PRESETS.admin, accounting_setup: "view" as const };
  await expect(app.intake.setOpeningBalances(company_id, given, false, caller)).rejects.toMatchObject({
    code: "insufficient_permission",
    message: "Opening balances need `manage` for `accounting_setup`.",
  });
  await expect(open([...ROWS, "Mystery,5,"])).rejects.toMatchObject({
    param: "account",
    message: expect.stringContaining('"Mystery"'),
  });
  expect(await open([...ROWS, "Mystery,5,"], { kinds: { Mystery: "expense" } }, true)).toMatchObject({
    notes: expect.arrayContaining([
      "1 account belongs to the income statement, which shows their balances as amounts of 2025-12-31: Mystery.",
    ]),
  });
  await expect(open(["Savings,0,"])).rejects.toThrow("All balances of the file are zero.");
  const at = { now: app.clock.now(), today: day("2026-06-01") };
  await app.ledger.closeBooks(company_id, day("2025-12-31"), at, "operator", "Filed");
  await expect(open(ROWS)).rejects.toThrow(/closed/);
  expect(await balances()).toEqual([]);
});

test("are refused for an improbable day, such as one of a mistyped year", async () => {
  const { open } = await newCompany();
  for (const date of ["0202-12-31", "2062-12-31"])
    await expect(open(ROWS, { opening: { date: day(date) } })).rejects.toThrow(
      "only days from 1900-01-01 to ",
    );
});
