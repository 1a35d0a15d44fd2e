/**
 * Golden books that are closed each year by the program that they come from: partners and sole proprietors
 * keep the capital that the closings gave them, the income statements of closed years stay whole, and an
 * account through which income is only passed on is empty.
 */
import { describe, expect, test } from "vitest";
import { testApp } from "../support/app.ts";
import { bytesOf } from "../support/import.ts";
import { printed, reportsOf } from "./statement.ts";

/** Imports a journal of columns journal, date, account, amount; prints what the reports answer. */
async function imported(lines: string, trialBalance: string, ...requests: readonly string[]) {
  const http = await testApp();
  const { company_id, api_key } = await http.app.intake.importJournal(
    bytesOf(`journal,date,description,account,amount\n${lines}`),
    { name: "Closed", format: "csv", trial_balance: bytesOf(trialBalance) },
  );
  expect(await http.app.ledger.verify(company_id)).toMatchObject({ ok: true });
  const read = <Body>(target: string) => http.read<Body>(target, api_key ?? "");
  return reportsOf({ read }, ...requests);
}

describe("partners whose income is closed to their capital (ASC 505-10, 272-10-45)", () => {
  const lines = `J0,2024-07-01,Capital,Assets:Checking,5000
J0,2024-07-01,Capital,Equity:Alder Capital,-3000
J0,2024-07-01,Capital,Equity:Birch Capital,-2000
J1,2024-09-10,Fees,Assets:Checking,1200
J1,2024-09-10,Fees,Income:Fees,-1200
J2,2024-10-02,Rent,Expenses:Rent,450
J2,2024-10-02,Rent,Assets:Checking,-450
J3,2024-12-01,Draw,Equity:Alder Draws,100
J3,2024-12-01,Draw,Assets:Checking,-100
J4,2025-06-30,Closing entry,Income:Fees,1200
J4,2025-06-30,Closing entry,Expenses:Rent,-450
J4,2025-06-30,Closing entry,Equity:Alder Capital,-450
J4,2025-06-30,Closing entry,Equity:Birch Capital,-300
J5,2025-06-30,Close draws,Equity:Alder Capital,100
J5,2025-06-30,Close draws,Equity:Alder Draws,-100
J6,2025-08-10,Fees,Assets:Checking,50
J6,2025-08-10,Fees,Income:Fees,-50
`;
  const trial = `Trial Balance
As of 2025-08-31
Account,Debit,Credit
Assets:Checking,5700.00,
Equity:Alder Capital,,3350.00
Equity:Birch Capital,,2300.00
Income:Fees,,50.00
`;

  test("have their shares, and the closed year has its income", async () => {
    const [sheet, income] = await imported(
      lines,
      trial,
      "balance_sheet?date=2025-08-31",
      "income_statement?start_date=2024-07-01&end_date=2025-06-30",
    );
    expect(sheet).toBe(
      printed(`
        ASSETS                             5,700.00
          Checking                         5,700.00
        EQUITY                             5,700.00
          Alder Capital                    3,350.00
          Birch Capital                    2,300.00
          Retained Earnings                   50.00
        of it earned in earlier years          0.00
        of it earned this fiscal year         50.00
        LIABILITIES AND EQUITY             5,700.00
        CASH                               5,700.00
      `),
    );
    expect(income).toBe(
      printed(`
        REVENUE                            1,200.00
          Fees                             1,200.00
        GROSS PROFIT                       1,200.00
        OPERATING EXPENSES                  (450.00)
          Rent                              (450.00)
        OPERATING INCOME                     750.00
        NET INCOME                           750.00
      `),
    );
  });

  test("a trial balance that lacks a share is not equal", async () => {
    const short = trial.replace("3350.00", "2900.00").replace("2300.00", "2750.00");
    await expect(imported(lines, short)).rejects.toThrow(
      /"Equity:Alder Capital": -2900\.00 in the trial balance, -3350\.00 in the books/,
    );
  });
});

test("a sole proprietor's year is closed to the owner's capital", async () => {
  const [sheet] = await imported(
    `J1,2024-03-01,Fees,Assets:Checking,900
J1,2024-03-01,Fees,Income:Fees,-900
J2,2024-12-31,GJ 77,Income:Fees,900
J2,2024-12-31,GJ 77,Expenses:Rent,-300
J2,2024-12-31,GJ 77,Equity:Owner's Capital,-600
J3,2024-05-01,Rent,Expenses:Rent,300
J3,2024-05-01,Rent,Assets:Checking,-300
`,
    "Trial Balance\nAs of 2024-12-31\nAccount,Debit,Credit\nAssets:Checking,600,\nEquity:Owner's Capital,,600\n",
    "balance_sheet?date=2025-01-31",
  );
  expect(sheet).toContain("Owner's Capital                    600.00");
  expect(sheet).toContain("Retained Earnings                    0.00");
});

test("an appropriation through the earnings of the current year leaves them empty", async () => {
  const [sheet] = await imported(
    `J1,2024-03-01,Sales,Assets:Checking,180
J1,2024-03-01,Sales,Income:Sales,-180
J2,2025-01-01,Appropriation,Equity:Current Year Earnings,180
J2,2025-01-01,Appropriation,Equity:Retained Earnings,-180
J3,2025-02-01,Sales,Assets:Checking,10
J3,2025-02-01,Sales,Income:Sales,-10
`,
    "Trial Balance\nAs of 2025-02-28\nAccount,Debit,Credit\nAssets:Checking,190,\nEquity:Retained Earnings,,180\nIncome:Sales,,10\n",
    "balance_sheet?date=2025-02-28",
  );
  expect(sheet).toBe(
    printed(`
      ASSETS                               190.00
        Checking                           190.00
      EQUITY                               190.00
        Retained Earnings                  190.00
      of it earned in earlier years        180.00
      of it earned this fiscal year         10.00
      LIABILITIES AND EQUITY               190.00
      CASH                                 190.00
    `),
  );
});
