/**
 * The check of the command `verify` on reports with wrong counts. Each test corrupts a row in a transaction
 * that is rolled back.
 */
import { expect, test } from "vitest";
import { testApp } from "../../../../../test/support/app.ts";
import { form, formReport } from "../../../../../test/support/form-records.ts";

const http = await testApp();
const { app } = http;
const company = await http.company({
  journal: [],
  form_1099_reports: [formReport(2024), formReport(2025)],
  forms_1099: [
    form("a", 2025, { filing_status: "filed" }),
    form("b", 2025, { filing_status: "filing" }),
    form("c", 2025, { filing_status: "on_hold" }),
    form("d", 2024),
  ],
});

async function difference(sql: string): Promise<string | null | undefined> {
  const undone = new Error("undone");
  let found: string | null | undefined;
  const changed = app.db.transaction(async (tx) => {
    await tx.script(sql);
    const { checks } = await app.ledger.verifyWithin(tx, company.id);
    found = checks.find(({ check }) => check === "form_1099_reports_count_their_records")?.difference;
    throw undone;
  });
  await expect(changed).rejects.toBe(undone);
  return found;
}

test.each([
  ["nothing", "select 1", null],
  [
    "a count",
    "update form_1099_reports set filed = filed + 1 where id = '2025'",
    "the 1099 report 2025 counts 2 records as filed, but 1 are",
  ],
  [
    "a count of unsound records",
    "update form_1099_reports set unsound = 0 where id = '2025'",
    "the 1099 report 2025 counts 0 records as unsound, but 1 are",
  ],
  [
    "a status",
    `alter table forms_1099 disable trigger user; update forms_1099 set filing_status = 'filed'
      where id = 'f1099_b'`,
    "the 1099 report 2025 counts 1 records as pending, but 0 are",
  ],
  [
    "a year",
    "alter table forms_1099 disable trigger user; update forms_1099 set year = 2025 where id = 'f1099_d'",
    "the 1099 report 2024 counts 1 records as review_required, but 0 are",
  ],
])("verify reports %s as corrupted", async (_what, sql, expected) => {
  expect(await difference(sql)).toBe(expected);
});
