/**
 * The closing date: when it can be set and lifted, by whom, what the audit trail has of it, that the database
 * keeps closed entries from every statement, that `verify` finds what changed in spite of that, and that the
 * bundle carries it.
 */
import { describe, expect, test } from "vitest";
import { testApp, type TestCompany } from "../../../../../test/support/app.ts";
import { type Bundle, cr, dr, permissions, unique, voucher } from "../../../../../test/support/bundle.ts";
import { FEED, transaction } from "../../../../../test/support/feed.ts";
import { exported } from "../../../../../test/support/import.ts";
import { parseCivilDate } from "@daybook/words/civil-date";
import type { CategoryEdit } from "../../chart/index.ts";
import { statement } from "../../../../platform/db/index.ts";
import { runAs } from "../../../../platform/log/actor.ts";

const http = await testApp();
const { app } = http;
const day = (text: string) => parseCivilDate(text) ?? expect.unreachable(text);
const TODAY = day("2026-05-20");
const at = () => ({ now: app.clock.now(), today: TODAY });
const close = ({ id }: Pick<TestCompany, "id">, through: string) =>
  app.ledger.closeBooks(id, day(through), at(), "operator", "Filed");
const open = ({ id }: Pick<TestCompany, "id">) => app.ledger.openBooks(id, at(), "operator", "A correction");
const bundleOf = async (id: string) => JSON.parse(await exported(app, id)) as Bundle;

describe("the closing date", () => {
  test("is set, moves forward and is lifted, with an event in the audit trail each time", async () => {
    const company = await http.company();
    const { id } = company;
    expect(await app.ledger.closedThrough(id)).toBeNull();
    const actor = { surface: "command", by: "ada", action: "company close-books", company_id: id } as const;
    await runAs(actor, () => close(company, "2026-01-31"));
    await runAs(actor, () => close(company, "2026-03-31"));
    // The same day again changes nothing.
    await runAs(actor, () => close(company, "2026-03-31"));
    expect(await app.ledger.closedThrough(id)).toBe("2026-03-31");
    await runAs({ ...actor, action: "company open-books" }, async () => {
      expect(await open(company)).toBe("2026-03-31");
      expect(await open(company)).toBeNull();
    });
    expect(await app.ledger.closedThrough(id)).toBeNull();
    const events = await app.audit.list(id, { topic: "closing" }, 10);
    expect(
      events.map(({ actor: by, action, from_state, to_state }) => [by, action, from_state, to_state]),
    ).toEqual([
      ["ada", "company open-books", "2026-03-31", "open"],
      ["ada", "company close-books", "2026-01-31", "2026-03-31"],
      ["ada", "company close-books", "open", "2026-01-31"],
    ]);
  });

  test("must have ended, can't move back, and waits for pending bank lines", async () => {
    const company = await http.company(FEED);
    for (const through of ["2026-05-20", "2026-06-30"])
      await expect(close(company, through)).rejects.toMatchObject({
        code: "invalid_request",
        param: "through",
        message: expect.stringContaining("has ended"),
      });
    await expect(close(company, "2026-05-01")).rejects.toMatchObject({
      message: expect.stringContaining("A bank line of 2026-05-01 (voucher vch_txn-pending) is pending"),
    });
    await close(company, "2026-04-30");
    await expect(close(company, "2026-03-31")).rejects.toMatchObject({
      message: expect.stringContaining("Open them first"),
    });
    expect(await app.ledger.closedThrough(company.id)).toBe("2026-04-30");
  });

  test("takes a member who may manage the company and the accounting set-up", async () => {
    const company = await http.company();
    for (const lacking of ["company", "accounting_setup"] as const) {
      const caller = permissions("manage", { [lacking]: "view" });
      await expect(
        app.ledger.closeBooks(company.id, day("2026-03-31"), at(), caller, "Filed"),
      ).rejects.toMatchObject({
        code: "insufficient_permission",
      });
      await expect(app.ledger.openBooks(company.id, at(), caller, "A correction")).rejects.toMatchObject({
        code: "insufficient_permission",
      });
    }
    const both = permissions("none", { company: "manage", accounting_setup: "manage" });
    expect(await app.ledger.closeBooks(company.id, day("2026-03-31"), at(), both, "Filed")).toBe(
      "2026-03-31",
    );
    expect(await app.ledger.openBooks(company.id, at(), both, "A correction")).toBe("2026-03-31");
  });
});

describe("the database", () => {
  const insert = statement<never>(
    "test.closing.insert",
    `insert into journal_entries (company_id, voucher_id, line, date, category_id, net_debit_cents, source,
       created, updated)
     select $1, 'vch_sneaked_' || $2, line, ($2::text)::date, category, cents, 'adjustment', 0, 0
     from (values (1, 'cat_checking', 5), (2, 'cat_stock', -5)) lines (line, category, cents)`,
  );
  const erase = statement<never>(
    "test.closing.erase",
    "delete from journal_entries where company_id = $1 and date = $2",
  );
  const move = statement<never>(
    "test.closing.move",
    "update journal_entries set description = 'sneaked' where company_id = $1 and date = $2",
  );

  test.each([insert, erase, move])(
    "refuses $name on a closed day, and allows it on an open one",
    async (query) => {
      const journal = ["2026-03-31", "2026-04-01"].map((date) =>
        voucher(date, "One", [dr("checking", 100), cr("stock", 100)]),
      );
      const { id } = await http.company({ journal });
      await close({ id }, "2026-03-31");
      const error: unknown = await app.db
        .transaction((tx) => tx.run(query, [id, "2026-03-31"]))
        .catch((problem: unknown) => problem);
      expect(String(error)).toMatch(/voucher \S+ of 2026-03-31 is closed/);
      expect(await app.db.transaction((tx) => tx.run(query, [id, "2026-04-01"]))).toBe(2);
      // Of other companies, and of this one with open books, all entries may change.
      await open({ id });
      expect(await app.db.transaction((tx) => tx.run(query, [id, "2026-03-31"]))).toBeGreaterThan(0);
    },
  );

  test("keeps a writer and the closing date apart: the one that comes second waits", async () => {
    const company = await http.company({
      ...FEED,
      transactions: [transaction("late", -5_00)],
      transfers: [],
    });
    const line = {
      account_id: "acct_checking",
      external_id: "x1",
      card_id: null,
      date: day("2026-04-20"),
      amount_cents: -100 as never,
      description: "x",
      merchant_name: null,
      status: "approved",
      source_vendor: "plaid",
      source_type: "bank",
    } as const;
    const [, [outcome]] = await Promise.all([
      close(company, "2026-05-10"),
      app.transactions.addLines(company.id, [line], app.clock.now()),
    ]);
    if (outcome?.became !== "created") throw new Error("the line did not come in");
    expect(await app.ledger.verify(company.id)).toMatchObject({ ok: true });
  });
});

describe("verify", () => {
  const disable = (isOn: boolean) =>
    statement<never>(
      `test.closing.triggers_${isOn}`,
      `alter table journal_entries ${isOn ? "enable" : "disable"} trigger journal_entries_keep_closed_moved`,
    );

  test("finds a closed entry that was changed by other means", async () => {
    const company = await http.company();
    await close(company, "2025-12-31");
    await close(company, "2026-03-31");
    const check = async () =>
      (await app.ledger.verify(company.id)).checks.find(
        (each) => each.check === "closed_entries_are_unchanged",
      );
    expect(await check()).toMatchObject({ ok: true });
    const touch = statement<never>(
      "test.closing.touch",
      `update journal_entries set description = description || '!' where company_id = $1 and (voucher_id, line) =
         (select voucher_id, line from journal_entries where company_id = $1 order by date limit 1)`,
    );
    await app.db.transaction(async (tx) => {
      await tx.run(disable(false), []);
      await tx.run(touch, [company.id]);
      await tx.run(disable(true), []);
    });
    expect(await check()).toMatchObject({
      ok: false,
      difference: expect.stringContaining("on or before 2026-03-31 is not as it was"),
    });
  });
});

describe("the bundle", () => {
  test("carries the closing date, which applies after its other records", async () => {
    const company = await http.company({ ...FEED, closing: { closed_through: "2026-04-30" } });
    expect(await app.ledger.closedThrough(company.id)).toBe("2026-04-30");
    const bundle = await bundleOf(company.id);
    expect(bundle.closing).toEqual({ closed_through: "2026-04-30", closed_at: app.clock.now() });
    const copy = {
      ...bundle,
      company: { ...bundle.company, id: `comp_${unique()}` },
      users: [],
      members: [],
    };
    await http.put(copy);
    const { journal, transactions, closing } = await bundleOf(copy.company.id);
    expect({ journal, transactions, closing }).toEqual({
      journal: bundle.journal,
      transactions: bundle.transactions,
      closing: bundle.closing,
    });
    // The same file again changes nothing, closed vouchers and all.
    await http.put(copy);
    expect(await app.ledger.verify(copy.company.id as TestCompany["id"])).toMatchObject({ ok: true });
  });

  test("of open books has no closing date", async () => {
    const { id } = await http.company();
    expect(Object.keys(await bundleOf(id))).not.toContain("closing");
  });

  test("can't begin with an improbable day", async () => {
    const { id, bundle } = await http.company();
    const { format, version } = bundle;
    const closing = { closed_through: "0026-03-31" };
    await expect(
      http.put({ format, version, company: { id }, closing } as unknown as Bundle),
    ).rejects.toThrow("only days from 1900-01-01 to ");
  });

  test("can't change closed entries, move the date back, or close a day that has not ended", async () => {
    const { id, bundle } = await http.company({ closing: { closed_through: "2026-03-31" } });
    const { format, version } = bundle;
    const put = (sections: object) =>
      http.put({ format, version, company: { id }, ...sections } as unknown as Bundle);
    const before = await exported(app, id);
    const [first] = bundle.journal;
    const late = voucher("2026-03-31", "Late", [dr("checking", 1), cr("stock", 1)]);
    const category = (categoryId: string, change: object) => ({
      categories: [{ ...bundle.categories.find((each) => each.id === categoryId), ...change }],
    });
    for (const [sections, reason] of [
      [{ journal: [late] }, "journal[0]: the books are closed through 2026-03-31"],
      [{ journal: [{ ...first, description: "Other" }] }, "would change entries of"],
      [{ journal: [{ ...first, date: "2026-04-02" }] }, "would change entries of"],
      [{ closing: { closed_through: "2026-02-28" } }, "closing.closed_through: The books are closed through"],
      [{ closing: { closed_through: "2026-05-20" } }, "has ended"],
      [{ company: { id, fiscal_year_start_month: 7 } }, "would change their statements"],
      [category("cat_receivable", { cash_flow: "financing" }), "and cat_receivable or a category below"],
      [category("cat_flights", { parent_id: null }), "and cat_flights or a category below"],
      [
        category("cat_equipment", { name: "Accumulated depreciation" }),
        "and cat_equipment or a category below",
      ],
      [category("cat_interest_expense", { cash_paid_for: "interest" }), "and cat_interest_expense or a"],
    ] as const) {
      await expect(put(sections)).rejects.toThrow(reason);
      expect(await exported(app, id)).toBe(before);
    }
    await put(category("cat_receivable", { name: "Customers" }));
    await put({ journal: [{ ...late, date: "2026-04-01" }], closing: { closed_through: "2026-04-30" } });
    expect(await app.ledger.closedThrough(id)).toBe("2026-04-30");
    expect(await app.ledger.verify(id)).toMatchObject({ ok: true });
  });
});

describe("closed books", () => {
  test("keep the fiscal year, and what their cash flow statements include", async () => {
    const company = await http.company({ closing: { closed_through: "2026-03-31" } });
    for (const change of [{ fiscal_year_start_month: 7 }, { excludes_non_cash: true }])
      await expect(app.company.change(company.id, change)).rejects.toMatchObject({
        code: "invalid_request",
        message: expect.stringContaining("closed through 2026-03-31"),
      });
    await app.company.change(company.id, { name: "Renamed" });
    await open(company);
    await app.company.change(company.id, { fiscal_year_start_month: 7 });
  });

  test("keep a category with closed entries in its place", async () => {
    const company = await http.company({ closing: { closed_through: "2026-03-31" } });
    const refusal = { code: "invalid_request", message: expect.stringContaining("closed statements") };
    const change = (cash_flow: "financing" | null, name: string | null) =>
      app.chart.changeCategory(company.id, "cat_receivable", { name, cash_flow });
    await expect(change("financing", null)).rejects.toMatchObject(refusal);
    await expect(
      app.chart.moveCategory(company.id, "cat_flights", { parent_id: null }),
    ).rejects.toMatchObject(refusal);
    expect((await change(null, "Customers")).category.name).toBe("Customers");
  });

  test("keep what a category is read as where its entries are closed (ENTR-005)", async () => {
    const company = await http.company({ closing: { closed_through: "2026-03-31" } });
    const flow = "/reports/cash_flow?start_date=2025-01-01&end_date=2025-12-31";
    const closed = await company.read(flow);
    const edit = (id: string, change: Partial<CategoryEdit>) =>
      app.chart.changeCategory(company.id, id, { name: null, cash_flow: null, ...change });
    for (const [id, change] of [
      ["cat_equipment", { name: "Computers, accumulated depreciation" }],
      ["cat_equipment", { name: "Goodwill" }],
      ["cat_equipment", { balance_class: "current" }],
      ["cat_payable", { name: "Lease liability" }],
      ["cat_loan", { name: "Loan, current portion" }],
      ["cat_interest_expense", { cash_paid_for: "interest" }],
      ["cat_stock", { name: "Capital adjustment" }],
    ] as const)
      await expect(edit(id, change), id).rejects.toMatchObject({
        code: "invalid_request",
        message: expect.stringMatching(new RegExp(`^The books are closed through 2026-03-31, and ${id} `)),
      });
    expect(await company.read(flow)).toEqual(closed);

    // What says the same, what is open, and what has no entries is free.
    await edit("cat_equipment", { name: "Computers" });
    await edit("cat_equipment", { balance_class: "fixed" });
    await app.chart.changeCategory(company.id, "cat_accumulated_depreciation", {
      name: "Leases",
      cash_flow: null,
    });
    await open(company);
    expect(await edit("cat_equipment", { name: "Goodwill" })).toMatchObject({
      statements: ["cash_flow"],
      months: { first: "2025-01" },
    });
    expect(await edit("cat_equipment", { balance_class: "current" })).toMatchObject({
      statements: ["balance_sheet"],
    });
    expect(await edit("cat_equipment", { name: "Goodwill of Quay" })).toMatchObject({ statements: [] });
    // Whatever it is called, accumulated depreciation is what the statement reads as such.
    await edit("cat_equipment", { name: "Reserve for depreciation" });
    expect(await company.read(flow)).toMatchObject({ depreciation: { released_cents: 3_600_00 } });
  });
});
