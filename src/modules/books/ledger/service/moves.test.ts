/**
 * Entries that are updated in place: the rollups follow, and the database refuses to change an entry's
 * amount, date or source.
 */
import { describe, expect, test } from "vitest";
import { testApp, type TestCompany } from "../../../../../test/support/app.ts";
import { FEED } from "../../../../../test/support/feed.ts";

const http = await testApp();
const { app } = http;
const PLAIN = "transaction_id = 'txn_plain' and net_debit_cents > 0";

function update(company: TestCompany, set: string, where = PLAIN): Promise<void> {
  return app.db.transaction((tx) =>
    tx.script(`update journal_entries set ${set} where company_id = '${company.id}' and ${where}`),
  );
}

/**
 * Returns the failed checks of the books, except the checks of postings, which these tests make wrong on
 * purpose.
 */
async function failedChecks(company: TestCompany): Promise<string[]> {
  const { checks } = await app.ledger.verify(company.id);
  return checks.filter(({ ok, check }) => !ok && !check.endsWith("_are_posted")).map(({ check }) => check);
}

describe("an entry", () => {
  test("can move to another category or department, and the rollups follow", async () => {
    const company = await http.company(FEED);
    for (const set of [
      "category_id = 'cat_flights'",
      "department_id = 'dept_sales'",
      "category_id = 'cat_hotels', department_id = 'dept_platform'",
      "department_id = null",
      // Between the income statement, which has rollups by department, and the balance sheet, which has none.
      "category_id = 'cat_prepaid', department_id = 'dept_sales'",
      "category_id = 'cat_equipment'",
      "category_id = 'cat_flights', merchant = 'Other', description = 'Other', held = true",
    ]) {
      await update(company, set);
      expect([set, await failedChecks(company)]).toEqual([set, []]);
    }
    await update(
      company,
      "category_id = 'cat_hotels', department_id = 'dept_sales'",
      "net_debit_cents > 0 and source = 'bank_transaction'",
    );
    expect(await failedChecks(company)).toEqual([]);
  });

  test("can't change its amount, its date, its key or its source", async () => {
    const company = await http.company(FEED);
    for (const set of [
      "net_debit_cents = net_debit_cents + 1",
      "date = date + 1",
      "voucher_id = 'vch_other'",
      "line = 9",
      "source = 'adjustment'",
      "transaction_id = null",
      "created = 1",
      "company_id = 'comp_other'",
    ]) {
      // A distributed database refuses to move a row to another company by itself.
      await expect(update(company, set), set).rejects.toThrow(
        /journal entries are replaced, never updated|modifying the partition value of rows/,
      );
    }
    expect(await failedChecks(company)).toEqual([]);
  });

  test("can't move to a category or department that does not exist", async () => {
    const company = await http.company(FEED);
    const faults = ["category", "department"].map((kind) =>
      expect(update(company, `${kind}_id = 'nobodys'`)).rejects.toThrow(`no ${kind} nobodys`),
    );
    await Promise.all(faults);
  });
});
