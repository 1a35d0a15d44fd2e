/** Taking an import of books back: what goes, what stays, and what is in the way. */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import { BOOK_WRITERS, type BookVoucher } from "../../../../test/support/books.ts";
import { bytesOf } from "../../../../test/support/import.ts";
import { forOperator } from "@daybook/words/areas";
import { present } from "@daybook/words/assert";
import { cents } from "@daybook/words/cents";
import { losAngelesDate, parseCivilDate, type CivilDate } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import { statement } from "../../../platform/db/index.ts";
import { companyStore } from "../../tenants/company/index.ts";
import type { JournalOptions } from "./import-journal.ts";

const { app } = await testApp();

const voucher = (date: string, description: string, debit: number, account = "Fuel"): BookVoucher => ({
  date,
  description,
  lines: [
    { account, cents: debit },
    { account: "Checking", cents: -debit },
  ],
});
const CAPITAL = voucher("2026-01-15", "Owner", -2_500_000, "Owner's Capital");
const FUEL = voucher("2026-01-20", "Fuel week 3", 6_050);
const FLYERS = voucher("2026-02-21", "Flyers", 30_000, "Advertising");

function importBooks(books: readonly BookVoucher[], options: Partial<JournalOptions> = {}) {
  const text = BOOK_WRITERS["quickbooks-journal"]?.(books) ?? "";
  return app.intake.importJournal(bytesOf(text), { name: "Acme", file_name: "books.csv", ...options });
}

const day = (text: string): CivilDate => present(parseCivilDate(text), "no day");
const at = () => ({ now: app.clock.now(), today: losAngelesDate(app.clock.now()) });

const everything = statement<Record<string, unknown>>(
  "test.takeBack.everything",
  `select (select jsonb_agg(jsonb_build_array(e.voucher_id, e.line, e.date, e.category_id, e.net_debit_cents,
       e.description, e.department_id) order by e.voucher_id, e.line)
       from journal_entries e where e.company_id = $1) as entries,
     (select jsonb_agg(jsonb_build_array(c.id, c.name, c.role, c.cash_flow) order by c.id)
       from categories c where c.company_id = $1) as categories,
     (select jsonb_agg(d.id order by d.id) from departments d where d.company_id = $1) as departments,
     (select jsonb_agg(f.feature order by f.feature) from company_features f where f.company_id = $1) as features,
     (select jsonb_agg(i.voucher_id order by i.voucher_id) from imported_vouchers i
       where i.company_id = $1) as imported,
     (select cents::bigint from ledger_debits d where d.company_id = $1) as debits,
     (select jsonb_agg(jsonb_build_array(r.grain, r.period, r.category_id, r.net_debit_cents)
       order by r.grain, r.period, r.category_id)
       from ledger_rollups r where r.company_id = $1 and r.entry_count > 0) as rollups`,
);
const booksOf = (company: string) => app.db.get(everything, [company]);

/** A company with books of January, and a later import with an account and a department of its own. */
async function withLater() {
  const { company_id } = await importBooks([CAPITAL, FUEL]);
  const before = await booksOf(company_id);
  const csv =
    "date,description,account,account type,department,debit,credit\n" +
    "2026-02-05,Ads,Marketing:Print,Expense,Sales,40.00,\n2026-02-05,Ads,Checking,Bank,,,40.00\n";
  const later = await app.intake.importJournal(bytesOf(csv), {
    name: "Acme",
    company_id,
    file_name: "february.csv",
    columns: { department: "department" },
  });
  return { company_id, before, later, id: present(later.import_id, "no import") };
}

describe("an import that is taken back", () => {
  test("leaves the books, the chart and what is known of imports as they were before it (INTK-027)", async () => {
    const { company_id, before, later, id } = await withLater();
    expect(later).toMatchObject({ added_vouchers: 1, known_vouchers: 0, categories: 2 });
    const imported = await booksOf(company_id);
    expect(imported).not.toEqual(before);
    const counts = {
      removed_vouchers: 1,
      removed_entries: 2,
      removed_categories: 3,
      kept_categories: 0,
    };
    expect(await app.intake.takeBackImport(company_id, id, true)).toMatchObject(counts);
    expect(await booksOf(company_id)).toEqual(imported);
    expect(await app.intake.listImports(company_id)).toMatchObject([
      { id, undone_at: null, file_name: "february.csv" },
      { file_name: "books.csv", added_vouchers: 2 },
    ]);
    expect(await app.intake.takeBackImport(company_id, id, false)).toMatchObject(counts);
    expect(await booksOf(company_id)).toEqual(before);
    expect(await app.intake.listImports(company_id)).toMatchObject([
      { id, undone_at: app.clock.now() },
      { undone_at: null },
    ]);
    expect(await app.ledger.verify(company_id)).toMatchObject({ ok: true });
    expect(await app.audit.list(forOperator(company_id), { topic: "imports" }, 10)).toMatchObject([
      { action: "import undo", subject: id, to_state: "undone", note: "1 vouchers" },
    ]);
    await expect(app.intake.takeBackImport(company_id, id, false)).rejects.toMatchObject({
      code: "invalid_request",
      param: "id",
      message: `The import was taken back on ${at().today} already.`,
    });
  });

  test("turns departments off with the last of them, in whatever order imports go (INTK-027)", async () => {
    const csv = (department: string) =>
      "date,description,account,account type,department,debit,credit\n" +
      `2026-02-05,${department},Advertising,Expense,${department},40.00,\n2026-02-05,${department},Checking,Bank,,,40.00\n`;
    const { company_id } = await importBooks([CAPITAL, FUEL]);
    const add = async (department: string) => {
      const options = { name: "Acme", company_id, columns: { department: "department" } };
      const { import_id } = await app.intake.importJournal(bytesOf(csv(department)), options);
      return present(import_id, "no import");
    };
    const takeBack = async (id: string) => {
      await app.intake.takeBackImport(company_id, id, false);
      const { departments, features } = await booksOf(company_id);
      return [(departments as readonly string[] | null)?.length ?? 0, features];
    };
    const [first, second] = [await add("Sales"), await add("Shop")];
    expect(await takeBack(first)).toEqual([1, ["departments"]]);
    expect(await takeBack(second)).toEqual([0, null]);
    // What a person turns on later is no import's to turn off.
    await app.db.transaction((tx) => companyStore.insertFeatures(tx, company_id, ["departments"]));
    expect(await takeBack(await add("Sales"))).toEqual([0, ["departments"]]);
  });

  test("can be imported again, with other answers about its accounts", async () => {
    const { company_id, import_id } = await importBooks([CAPITAL, FUEL]);
    await app.intake.takeBackImport(company_id, present(import_id, "no import"), false);
    expect(await app.chart.listCategories(company_id)).toEqual([]);
    const again = await importBooks([CAPITAL, FUEL], { company_id, kinds: { Fuel: "cost_of_goods_sold" } });
    expect(again).toMatchObject({ added_vouchers: 2, known_vouchers: 0, categories: 3 });
  });

  test("leaves what something else uses", async () => {
    const { company_id, id } = await withLater();
    const categories = await app.chart.listCategories(company_id);
    const print = present(
      categories.find(({ name }) => name === "Print"),
      "no category",
    );
    const other = present(
      categories.find(({ name }) => name === "Fuel"),
      "no category",
    );
    const line = (category: string, net: number) => ({
      category,
      department: null,
      net_debit_cents: cents(net),
      memo: null,
    });
    const lines = [line(print.id, 100), line(other.id, -100)];
    const entry = { date: day("2026-03-01"), memo: "Moved", reference: null, adjusting: false, lines };
    await app.ledger.postEntries(company_id, [entry], app.clock.now(), "operator");
    expect(await app.intake.takeBackImport(company_id, id, false)).toMatchObject({
      removed_vouchers: 1,
      removed_categories: 1,
      kept_categories: 2,
    });
    expect(await app.ledger.verify(company_id)).toMatchObject({ ok: true });
  });
});

describe("an import stays whole", () => {
  const refusal = (company: PublicId<"company">, id: string) =>
    app.intake.takeBackImport(company, id, false).then(
      () => null,
      (error: unknown) => error as Error,
    );

  test("while one of its vouchers is in closed books, which the refusal names", async () => {
    const { company_id, import_id } = await importBooks([CAPITAL, FUEL, FLYERS]);
    const id = present(import_id, "no import");
    await app.ledger.closeBooks(company_id, day("2026-01-18"), at(), "operator", "Filed");
    const before = await booksOf(company_id);
    expect(await refusal(company_id, id)).toMatchObject({
      code: "invalid_request",
      param: "id",
      message: "Nothing was taken back. vch_000000001 of 2026-01-15 is in books closed through 2026-01-18.",
      ways: [{ first: "openBooks", with: { company: company_id } }],
    });
    expect(await booksOf(company_id)).toEqual(before);
  });

  test("while one of its vouchers is reversed", async () => {
    const { company_id, import_id } = await importBooks([CAPITAL, FUEL]);
    const { voucher_id } = await app.ledger.reverseVoucher(
      company_id,
      "vch_000000002",
      { date: day("2026-01-20"), memo: null },
      app.clock.now(),
      "operator",
    );
    expect(await refusal(company_id, present(import_id, "no import"))).toMatchObject({
      message: `Nothing was taken back. vch_000000002 is reversed by ${voucher_id}. A reversal stays, so reverse the other vouchers instead.`,
    });
  });

  test("while a later import recognised vouchers, until that one is taken back", async () => {
    const first = await importBooks([CAPITAL, FUEL]);
    const [company_id, id] = [first.company_id, present(first.import_id, "no import")];
    const later = await importBooks([CAPITAL, FUEL, FLYERS], { company_id });
    expect(later).toMatchObject({ added_vouchers: 1, known_vouchers: 2 });
    expect(await refusal(company_id, id)).toMatchObject({
      message: `Nothing was taken back. Later imports recognised vouchers of earlier ones and took over only what was new. Take them back first, the latest first: ${later.import_id} of ${at().today}.`,
    });
    await app.intake.takeBackImport(company_id, present(later.import_id, "no import"), false);
    expect(await app.intake.takeBackImport(company_id, id, false)).toMatchObject({ removed_vouchers: 2 });
  });

  test("and no other company can take it back", async () => {
    const [mine, theirs] = [await importBooks([CAPITAL]), await importBooks([CAPITAL])];
    expect(await refusal(mine.company_id, present(theirs.import_id, "no import"))).toMatchObject({
      code: "resource_missing",
      param: "id",
    });
    expect(await refusal(mine.company_id, "imp_unknown")).toMatchObject({ code: "resource_missing" });
  });
});
