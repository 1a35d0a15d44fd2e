/**
 * The first month of an LLC, July 2026, as its bookkeeper gets it, with the figures that an accountant makes
 * of it by hand. Every surface on which the month is closed has to come to the same.
 */

import { expect } from "vitest";
import type { Api } from "./api.ts";
import {
  balanceSections,
  incomeSections,
  ownAmounts,
  readBalance,
  readFlow,
  readIncome,
  type Section,
} from "./statements.ts";

/** The bank's lines: day, amount in dollars, text. */
const LINES = [
  ["2026-07-01", "20,000.00", "Wire from Ann Juniper"],
  ["2026-07-02", "10,000.00", "Loan 7719 paid out"],
  ["2026-07-03", "-3,600.00", "Harbor Mutual yearly premium"],
  ["2026-07-06", "-5,000.00", "Camera shop"],
  ["2026-07-08", "-1,500.00", "Mill Street Lofts"],
  ["2026-07-10", "9,709.00", "Payout of card payments"],
  ["2026-07-14", "-4,200.00", "Wages of July"],
  ["2026-07-15", "-800.00", "Payroll tax deposit"],
  ["2026-07-16", "1,200.00", "Cedar Kitchens"],
  ["2026-07-20", "-200.00", "Back to Cedar Kitchens"],
  ["2026-07-21", "-250.00", "Northwind Hosting part"],
  ["2026-07-24", "4,500.00", "Camera sold to B. Lund"],
  ["2026-07-28", "-512.50", "Loan 7719 rate"],
  ["2026-07-31", "-15.00", "Monthly fee"],
] as const;

export type LineText = (typeof LINES)[number][2];

/** The bank's file. Its last balance is that of the statement. */
export const BANK_FILE = ["Date,Amount,Description"]
  .concat(LINES.map(([day, amount, text]) => `${day},"${amount}",${text}`))
  .join("\n");

/** Lines that are booked on one category as they are. */
export const BOOKED: readonly (readonly [text: LineText, category: string])[] = [
  ["Wire from Ann Juniper", "Member Contributions"],
  ["Loan 7719 paid out", "Loans Payable"],
  ["Wages of July", "Salaries and Wages"],
  ["Payroll tax deposit", "Payroll Taxes"],
  ["Monthly fee", "Bank Fees"],
];

export const INVOICES = [
  { party: "Alder Studio", date: "2026-07-03", due: "2026-08-02", amount: "6,000.00" },
  { party: "Birch and Sons", date: "2026-07-05", due: "2026-08-04", amount: "4,000.00" },
  { party: "Cedar Kitchens", date: "2026-07-09", due: "2026-07-23", amount: "1,000.00" },
  { party: "Dogwood Dental", date: "2026-07-22", due: "2026-07-29", amount: "750.00" },
] as const;

export const BILLS = [
  { party: "Mill Street Lofts", date: "2026-07-01", due: "2026-07-10", category: "Rent", amount: "1,500.00" },
  {
    party: "Northwind Hosting",
    date: "2026-07-12",
    due: "2026-08-11",
    category: "Software and Subscriptions",
    amount: "400.00",
  },
] as const;

/**
 * The figures of 31 July, in cents, with the signs of statements: costs are negative. Revenue is the four
 * invoices; bank fees are 15.00 and the 291.00 that the payout lacks; a twelfth of the premium is of July;
 * the camera lost 500.00 and, sold in the month in which it was bought, did not depreciate; 180.00 of
 * electricity are accrued.
 */
const BY_HAND = {
  income: {
    "Service Revenue": 11_750_00,
    Rent: -1_500_00,
    "Software and Subscriptions": -400_00,
    "Bank Fees": -306_00,
    "Salaries and Wages": -4_200_00,
    "Payroll Taxes": -800_00,
    Insurance: -300_00,
    "Utilities and Internet": -180_00,
    "Interest Expense": -12_50,
    "Gain or Loss on Sale of Assets": -500_00,
  },
  net_income: 3_551_50,
  balance: {
    "Operating Checking": 29_331_50,
    "Accounts Receivable": 750_00,
    "Prepaid Expenses": 3_300_00,
    "Accounts Payable": 150_00,
    "Accrued Expenses": 180_00,
    "Loans Payable": 9_500_00,
    "Member Contributions": 20_000_00,
  },
  assets: 33_381_50,
  equity: 23_551_50,
  /** From net income to the change in cash: the loan's 12.50 are interest. */
  flow: { operating: 331_50, investing: -500_00, financing: 29_500_00, cash: 29_331_50 },
} as const;

const JULY = { start_date: "2026-07-01", end_date: "2026-07-31" };

/** Expects the figures of the month of a company's API: its statements, its open items, and nothing else. */
export async function expectMonth(api: Api): Promise<void> {
  const income = await readIncome(api, JULY);
  const names = new Map((await api.client.listCategories().all()).map(({ id, name }) => [id, name]));
  const linesOf = (sections: readonly Section[]): Record<string, number> =>
    Object.fromEntries(
      sections
        .flatMap((section) => [...ownAmounts(section)])
        .filter(([, amount]) => amount !== 0)
        .map(([id, amount]) => [names.get(id) ?? id, amount]),
    );
  expect(linesOf(incomeSections(income))).toEqual(BY_HAND.income);
  expect(income.net_income_cents).toBe(BY_HAND.net_income);
  const balance = await readBalance(api, JULY.end_date);
  expect(linesOf(balanceSections(balance))).toEqual(BY_HAND.balance);
  expect(balance.assets.total_cents).toBe(BY_HAND.assets);
  expect(balance.equity.total_cents).toBe(BY_HAND.equity);
  const flow = await readFlow(api, JULY);
  expect({
    operating: flow.operating_activities.total_cents,
    investing: flow.investing_activities.total_cents,
    financing: flow.financing_activities.total_cents,
    cash: flow.ending_cash_cents,
  }).toEqual(BY_HAND.flow);
}
