/**
 * Verifying and rebuilding rollups, on both databases. The tests falsify ("spoil") rollups or entries.
 * `verify` must find and name the difference, reports must not read rollups of stale months, and `rebuild`
 * must repair them, even while other transactions write.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyBooks, anyEdit } from "../../../../../test/properties/books.ts";
import { testApp, type TestCompany } from "../../../../../test/support/app.ts";
import { type BundleVoucher, cr, dr, voucher } from "../../../../../test/support/bundle.ts";
import { listLockWaits } from "../../../../../test/support/lock-waits.ts";
import { onServer } from "../../../../../test/support/on-server.ts";
import { insertVouchers } from "../../../../../test/support/import.ts";
import type { CivilDate } from "@daybook/words/civil-date";
import type { Progress } from "../../../../core/progress.ts";
import { statement, type Tx } from "../../../../platform/db/index.ts";
import { pause } from "../../../../platform/time/timer.ts";

const http = await testApp();
const { app } = http;

const deleteVouchers = statement<never>(
  "test.upkeep.delete",
  "delete from journal_entries where company_id = $1 and voucher_id = any ($2::text[])",
);
const spoilMonth = statement<never>(
  "test.upkeep.spoilMonth",
  `update ledger_rollups set net_debit_cents = net_debit_cents + $4 where company_id = $1 and category_id = $2
    and period = $3 and grain = 'month'`,
);
const spoilAll = statement<never>(
  "test.upkeep.spoilAll",
  `with dropped as (delete from ledger_rollups where company_id = $1 and grain = 'month'
    and abs(hashtext(category_id) + extract(month from period)::int) % 3 = 0),
        counted as (update ledger_rollups set entry_count = entry_count + 1 where company_id = $1
          and grain = 'year'),
        invented as (insert into ledger_department_rollups select $1, 'month', date '2019-03-01', '',
          'cat_none', 5, 1, 0)
   update ledger_department_rollups set net_debit_cents = net_debit_cents - 7 where company_id = $1`,
);
const listMarks = statement<{ month: string }>(
  "test.upkeep.marks",
  "select month from ledger_stale_months where company_id = $1 order by month",
);
const listJobs = statement<{ state: string }>(
  "test.upkeep.jobs",
  "select state from background_jobs where subject = $1",
);

async function replace(
  company: TestCompany,
  before: readonly BundleVoucher[],
  after: readonly BundleVoucher[],
): Promise<void> {
  await app.db.transaction(async (tx) => {
    await tx.run(deleteVouchers, [company.id, before.map(({ id }) => id)]);
    await insertVouchers(tx, company.id, after, http.clock.now());
  });
}

async function failedChecks(company: TestCompany): Promise<Record<string, string | null>> {
  const { ok, checks } = await app.ledger.verify(company.id);
  const failed = checks.filter((check) => !check.ok);
  expect(ok).toBe(failed.length === 0);
  return Object.fromEntries(failed.map(({ check, difference }) => [check, difference]));
}

/** Writes rows that the triggers would refuse. */
async function withoutTriggers(sql: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    await tx.script("alter table journal_entries disable trigger user");
    await tx.script(sql);
    await tx.script("alter table journal_entries enable trigger user");
  });
}

describe("verify", () => {
  test("finds nothing in correct books, and reports its progress", async () => {
    const company = await http.company();
    const reported: Progress[] = [];
    const verification = await app.ledger.verify(company.id, (progress) => reported.push(progress));
    expect(verification).toMatchObject({
      company_id: company.id,
      ok: true,
      entries: company.bundle.journal.flatMap(({ lines }) => lines).length,
    });
    expect(verification.checks.map(({ check }) => check)).toEqual([
      "vouchers_balance",
      "entries_have_categories",
      "entries_have_departments",
      "rollups_equal_entries",
      "department_rollups_equal_entries",
      "closed_entries_are_unchanged",
      "closings_are_recorded",
      "categories_share_their_parents_type",
      "categories_have_cash_flow_roles",
      "chart_has_cash",
      "departments_assign_leaves_only",
      "manual_entries_are_posted",
      "balances_equal_transactions",
      "splits_equal_transactions",
      "feed_digest_equals_transactions",
      "reconciliations_equal_lines",
      "transactions_are_posted",
      "transfers_are_posted",
      "spreads_are_posted",
      "invoices_are_posted",
      "void_invoices_are_reversed",
      "bills_are_posted",
      "void_bills_are_reversed",
      "settlements_are_posted",
      "settlements_are_reversed",
      "invoices_equal_settlements",
      "receivables_equal_ledger",
      "payables_equal_ledger",
      "form_1099_reports_count_their_records",
      "changes_are_in_the_past",
      "balance_sheets_balance",
      "cash_flow_is_the_change_of_cash",
    ]);
    expect(reported.at(-1)).toEqual({
      done: verification.entries,
      total: verification.entries,
      unit: "entries",
    });
    expect(reported.map(({ done }) => done)).toEqual(
      reported.map(({ done }) => done).toSorted((a, b) => a - b),
    );
  });

  test("stops if the progress callback throws", async () => {
    const company = await http.company();
    const interrupted = app.ledger.verify(company.id, () => {
      throw new Error("enough");
    });
    await expect(interrupted).rejects.toThrow("enough");
  });

  test("names a rollup that differs from its entries, and the statements that are wrong because of it", async () => {
    const company = await http.company();
    await app.db.run(spoilMonth, [company.id, "cat_checking", "2025-02-01", 1_234_567]);
    expect(await failedChecks(company)).toEqual({
      rollups_equal_entries:
        "the rollup of cat_checking for 2025-02 holds $17,845.67 of 3 entries, but its entries are 3 with $5,500.00",
      balance_sheets_balance: expect.stringMatching(/^2025-02: the balance sheet is out of balance/),
      cash_flow_is_the_change_of_cash: expect.stringMatching(/^2025-02: the cash flow statement explains/),
    });
  });

  test("names a difference even if the statements still balance", async () => {
    const company = await http.company();
    // Two rollups are wrong by the same amount, so the statements balance but their figures are wrong.
    await app.db.run(spoilMonth, [company.id, "cat_checking", "2025-02-01", 100]);
    await app.db.run(spoilMonth, [company.id, "cat_receivable", "2025-02-01", -100]);
    expect(await failedChecks(company)).toMatchObject({
      balance_sheets_balance: "2025-02: cash is $51,900.00 by the entries, but reports read $51,901.00",
      cash_flow_is_the_change_of_cash:
        "2025-02: cash from operating activities is -$4,500.00 by the entries, but reports read -$4,499.00",
    });
  });

  test("names an unbalanced voucher, a voucher with two dates, and entries of unknown categories or departments", async () => {
    const company = await http.company();
    const rows = (voucherId: string, lines: string) =>
      `insert into journal_entries (company_id, voucher_id, line, date, category_id, department_id,
        net_debit_cents, source, created, updated)
       select '${company.id}', '${voucherId}', * from (values ${lines}) as l (line, date, category_id,
         department_id, cents), (values ('adjustment', 0, 0)) as rest`;
    await withoutTriggers(rows("vch_a", "(1::smallint, date '2025-05-01', 'cat_cash', null, 12345)"));
    expect(await failedChecks(company)).toMatchObject({
      vouchers_balance: "voucher vch_a of 2025-05-01 is out of balance: debits less credits are $123.45",
      rollups_equal_entries:
        "the rollup of cat_cash for 2025 holds $0.00 of 0 entries, but its entries are 1 with $123.45",
      balance_sheets_balance: expect.stringMatching(/^2025-05: the balance sheet is out of balance/),
      cash_flow_is_the_change_of_cash: expect.stringMatching(/^2025-05: the cash flow statement explains/),
    });
    await app.ledger.rebuild(company.id);
    await withoutTriggers(
      `delete from journal_entries where company_id = '${company.id}' and voucher_id = 'vch_a'`,
    );
    await app.ledger.rebuild(company.id);
    expect(await failedChecks(company)).toEqual({});
    await withoutTriggers(
      rows(
        "vch_b",
        "(1::smallint, date '2025-05-01', 'cat_cash', null, 500), (2::smallint, date '2025-05-02', 'cat_stock', null, -500)",
      ),
    );
    await withoutTriggers(
      rows(
        "vch_c",
        "(1::smallint, date '2025-05-01', 'cat_gone', null, 700), (2::smallint, date '2025-05-01', 'cat_travel', 'dept_gone', -700)",
      ),
    );
    await app.ledger.rebuild(company.id);
    expect(await failedChecks(company)).toEqual({
      vouchers_balance: "the lines of voucher vch_b have different dates, from 2025-05-01 to 2025-05-02",
      entries_have_categories:
        "line 1 of voucher vch_c of 2025-05-01 names the category cat_gone, which does not exist",
      entries_have_departments:
        "line 2 of voucher vch_c of 2025-05-01 names the department dept_gone, which does not exist",
      balance_sheets_balance: expect.stringMatching(
        /^2025-05: the balance sheet is out of balance: assets are -?\d+ cents, liabilities and equity -?\d+ cents$/,
      ),
      cash_flow_is_the_change_of_cash: expect.stringMatching(
        /^2025-05: the cash flow statement explains -?\d+ cents, but cash changed by -?\d+ cents$/,
      ),
    });
  });

  test("names a chart without a cash category", async () => {
    const categories = (await http.company()).bundle.categories.filter(
      ({ cash_flow }) => cash_flow !== "cash",
    );
    const company = await http.company({
      categories,
      journal: [voucher("2025-01-02", "A laptop as capital", [dr("equipment", 100), cr("stock", 100)])],
    });
    expect(await failedChecks(company)).toEqual({
      chart_has_cash: expect.stringContaining("no category has the cash flow role cash"),
    });
  });
});

describe("rebuild", () => {
  test("rollups are right after any edits; wrong ones are found, not read while stale, and repaired", async () => {
    const trials = anyBooks().chain((books) =>
      fc.record({
        books: fc.constant(books),
        edits: fc.array(anyEdit(books), { minLength: 1, maxLength: 3 }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(trials, async ({ books: { fiscal_year_start_month, ...sections }, edits }) => {
        const company = await http.company({ ...sections, company: { fiscal_year_start_month } });
        let journal = sections.journal;
        for (const edit of edits) {
          await replace(company, journal, edit);
          journal = edit;
        }
        expect(await failedChecks(company)).toEqual({});
        const read = () =>
          Promise.all(
            [
              "balance_sheet",
              "income_statement?start_date=2020-01-01",
              "income_statement?start_date=2020-01-01&group_by=department",
              "cash_flow?start_date=2020-01-01",
            ].map((name) => company.read(`/reports/${name}`)),
          );
        const withoutTimes = (statements: unknown): unknown =>
          JSON.parse(
            JSON.stringify(statements, (key, value: unknown) => (key === "refreshed_at" ? null : value)),
          );
        const before = withoutTimes(await read());
        await app.db.run(spoilAll, [company.id]);
        expect(await failedChecks(company)).toMatchObject({
          department_rollups_equal_entries: expect.any(String),
        });
        // A month that an edit has emptied still has rollups of zero, which were spoilt too.
        const touched = [sections.journal, ...edits].flatMap((vouchers) =>
          vouchers.map(({ date }) => date.slice(0, 7)),
        );
        const months = new Set([...touched, "2019-03"]);
        await app.ledger.markStale(
          company.id,
          Array.from(months, (month) => `${month}-17` as CivilDate),
        );
        expect(withoutTimes(await read())).toEqual(before);
        const rebuilt = await app.ledger.rebuildStale(company.id);
        expect(rebuilt.months_cleared).toBe(months.size);
        expect(await app.db.list(listMarks, [company.id])).toEqual([]);
        expect(await failedChecks(company)).toEqual({});
        expect(withoutTimes(await read())).toEqual(before);
        expect(await app.ledger.rebuild(company.id)).toMatchObject({
          rollups_repaired: 0,
          months_cleared: 0,
        });
      }),
      { numRuns: 15 },
    );
  });

  test("repairs only the years of stale months, if that is requested", async () => {
    const journal = [2023, 2024].map((year) =>
      voucher(`${year}-05-05`, "Capital", [dr("cash", 100), cr("stock", 100)]),
    );
    const company = await http.company({ journal });
    for (const period of ["2023-05-01", "2024-05-01"])
      await app.db.run(spoilMonth, [company.id, "cat_cash", period, 5]);
    await app.ledger.markStale(company.id, ["2024-11-30" as CivilDate]);
    expect(await app.ledger.rebuildStale(company.id)).toEqual({
      company_id: company.id,
      rollups_repaired: 1,
      months_cleared: 1,
    });
    expect((await failedChecks(company))["rollups_equal_entries"]).toContain("2023-05");
    expect(await app.ledger.rebuild(company.id)).toEqual({
      company_id: company.id,
      rollups_repaired: 1,
      months_cleared: 0,
    });
    expect(await failedChecks(company)).toEqual({});
  });

  test("loses nothing that is written concurrently", async () => {
    const company = await http.company();
    const names = ["cash", "travel", "revenue", "stock", "payroll"];
    const writer = async (who: number): Promise<void> => {
      for (let round = 0; round < 12; round += 1) {
        const fresh = names.map((name, index) =>
          voucher(`2025-0${1 + ((who + round + index) % 6)}-10`, "written concurrently", [
            dr(name, 100 + round, { department: "sales" }),
            cr("checking", 100 + round),
          ]),
        );
        await app.db.transaction((tx) => insertVouchers(tx, company.id, fresh, http.clock.now()));
        await app.db.run(deleteVouchers, [company.id, [fresh[0]?.id ?? ""]]);
      }
    };
    const spoiler = async (): Promise<void> => {
      for (let round = 0; round < 12; round += 1) {
        await app.db.run(spoilMonth, [company.id, "cat_checking", "2025-03-01", 99]);
        await app.ledger.rebuild(company.id);
      }
    };
    await Promise.all([writer(0), writer(1), writer(2), spoiler(), spoiler()]);
    await app.ledger.rebuild(company.id);
    expect(await failedChecks(company)).toEqual({});
    expect((await app.ledger.verify(company.id)).entries).toBe(
      company.bundle.journal.flatMap(({ lines }) => lines).length + 3 * 2 * 12 * (names.length - 1),
    );
  });

  onServer(
    "adds its difference to a row that another transaction has locked, after that one has committed",
    async () => {
      const company = await http.company();
      await app.db.run(spoilMonth, [company.id, "cat_checking", "2025-02-01", 77]);
      const writer = await openTransaction((tx) =>
        insertVouchers(tx, company.id, [capitalVoucher("2025-02-03")], http.clock.now()),
      );
      const rebuilding = app.ledger.rebuild(company.id);
      await untilLockWaits(1);
      writer.release();
      expect(await rebuilding).toMatchObject({ rollups_repaired: 1 });
      await writer.ended;
      expect(await failedChecks(company)).toEqual({});
    },
  );

  onServer("runs once at a time for a company, so that no difference is added twice", async () => {
    const company = await http.company();
    await app.db.run(spoilMonth, [company.id, "cat_checking", "2025-02-01", 77]);
    const writer = await openTransaction((tx) =>
      insertVouchers(tx, company.id, [capitalVoucher("2025-02-03")], http.clock.now()),
    );
    const rebuilding = [app.ledger.rebuild(company.id), app.ledger.rebuild(company.id)];
    await untilLockWaits(2);
    writer.release();
    expect(
      (await Promise.all(rebuilding))
        .map(({ rollups_repaired }) => rollups_repaired)
        .toSorted((a, b) => a - b),
    ).toEqual([0, 1]);
    await writer.ended;
    expect(await failedChecks(company)).toEqual({});
  });

  onServer("keeps a mark that is made while it runs", async () => {
    const company = await http.company();
    await app.db.run(spoilMonth, [company.id, "cat_checking", "2025-02-01", 77]);
    await app.ledger.markStale(company.id, ["2025-02-01" as CivilDate]);
    const writer = await openTransaction((tx) =>
      insertVouchers(tx, company.id, [capitalVoucher("2025-02-03")], http.clock.now()),
    );
    const rebuilding = app.ledger.rebuild(company.id);
    await untilLockWaits(1);
    const marking = app.ledger.markStale(company.id, ["2025-02-01" as CivilDate]);
    await untilLockWaits(2);
    writer.release();
    expect(await rebuilding).toMatchObject({ rollups_repaired: 1, months_cleared: 1 });
    await Promise.all([writer.ended, marking]);
    expect(await app.db.list(listMarks, [company.id])).toEqual([{ month: "2025-02-01" }]);
  });
});

function capitalVoucher(date: string): BundleVoucher {
  return voucher(date, "written concurrently", [dr("checking", 5), cr("stock", 5)]);
}

/** Starts a transaction that does `work` and then stays open until it is released. */
async function openTransaction(
  work: (tx: Tx) => Promise<void>,
): Promise<{ release: () => void; ended: Promise<void> }> {
  const done = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const ended = app.db.transaction(async (tx) => {
    await work(tx);
    done.resolve();
    await released.promise;
  });
  await Promise.race([done.promise, ended]);
  return { release: released.resolve, ended };
}

/** Resolves when this many transactions are waiting for locks. */
async function untilLockWaits(count: number): Promise<void> {
  while ((await listLockWaits(app.config.databaseUrl)).length < count) await pause(10);
}

describe("stale months", () => {
  test("are rebuilt by a single background job, even if they were marked several times", async () => {
    const company = await http.company();
    await app.db.run(spoilMonth, [company.id, "cat_checking", "2025-02-01", 77]);
    await app.ledger.markStale(company.id, ["2025-02-28", "2025-02-01"] as CivilDate[]);
    await app.ledger.markStale(company.id, ["2025-03-01"] as CivilDate[]);
    await app.ledger.markStale(company.id, []);
    expect(await app.db.list(listMarks, [company.id])).toEqual([
      { month: "2025-02-01" },
      { month: "2025-03-01" },
    ]);
    expect(await app.db.list(listJobs, [company.id])).toEqual([{ state: "waiting" }]);
    expect((await failedChecks(company))["rollups_equal_entries"]).toMatch(
      /; it is marked stale, so reports read its entries until it is rebuilt$/,
    );
    const worker = await app.work();
    await worker.settle();
    await worker.stop(10_000);
    expect(await app.db.list(listJobs, [company.id])).toEqual([]);
    expect(await app.db.list(listMarks, [company.id])).toEqual([]);
    expect(await failedChecks(company)).toEqual({});
  });
});
