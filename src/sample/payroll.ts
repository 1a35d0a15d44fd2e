/**
 * Payroll twice a month by department, with what it leaves to be paid: net wages and taxes on pay day,
 * the retirement plan some days later, benefits on the first of the next month. Support staff are cost
 * of goods sold. The payroll account is funded on the business day before a pay day.
 *
 * Invariants: every payroll liability is paid by the amount that it was booked at, and the payroll
 * account never holds less than its cushion.
 */
import type { CalendarDay } from "./business-calendar.ts";
import { type CategoryKey, type DepartmentKey, STAFFED_DEPARTMENTS } from "./chart.ts";
import { credit, debit, type Posting } from "./books.ts";
import { monthsOf, type Setting } from "./simulation-setting.ts";

const PROVIDER = "Paypenny Payroll";
const BENEFITS_BROKER = "Evergrove Benefits";
const RETIREMENT_PLAN = "Slowharvest Retirement";

/** Shares of gross wages. */
const WITHHELD = 0.235;
const EMPLOYEE_RETIREMENT = 0.042;
const RETIREMENT_MATCH = 0.021;
const EMPLOYEE_BENEFITS = 0.018;
/** Dollars a month that the employer pays for one employee's health, dental and vision insurance. */
const PREMIUM = 780;
const RAISE = 0.035;
/** Stays in the payroll account. */
const CUSHION = 2_500;

interface Pay {
  readonly department: DepartmentKey;
  readonly gross: number;
  readonly bonus: number;
  readonly taxes: number;
}

/** Employer taxes are highest in the new year, until yearly wage bases are used up. */
function employerTaxRate(calendarMonth: number): number {
  if (calendarMonth <= 2) return 0.094;
  return calendarMonth <= 8 ? 0.0775 : 0.068;
}

/** People on the payroll of a department in a month, and their yearly dollars with raises. */
export function staffOf(
  { hires, calendar }: Setting,
  month: number,
  department: DepartmentKey,
): { heads: number; salaries: number } {
  let heads = 0;
  let salaries = 0;
  for (const hire of hires) {
    if (
      hire.department !== department ||
      month < hire.month ||
      month >= (hire.until ?? Number.POSITIVE_INFINITY)
    )
      continue;
    const years = yearsPassed(calendar.dayOf(hire.month, 1), calendar.dayOf(month, 1));
    heads += 1;
    salaries += hire.salary * (1 + RAISE * years);
  }
  return { heads, salaries };
}

/** People on the payroll in a month. */
export function headsIn(setting: Setting, month: number): number {
  return STAFFED_DEPARTMENTS.reduce((sum, department) => sum + staffOf(setting, month, department).heads, 0);
}

/** Januaries between two days: salaries are raised then. */
function yearsPassed(from: CalendarDay, to: CalendarDay): number {
  return Number(to.date.slice(0, 4)) - Number(from.date.slice(0, 4));
}

/** The categories of a department's wages: customer success serves customers, so it is cost of goods sold. */
function wageCategories(department: DepartmentKey): {
  wages: CategoryKey;
  burden: CategoryKey;
  benefits: CategoryKey;
} {
  if (department === "customer-success")
    return { wages: "support-salaries", burden: "support-burden", benefits: "support-burden" };
  return { wages: "salaries", burden: "employer-taxes", benefits: "benefits" };
}

/** The amounts of one pay day, by department; `half` is 0 for the 15th and 1 for the month's end. */
function payOf(setting: Setting, month: number, half: 0 | 1): Pay[] {
  const { calendar, dollars, plans } = setting;
  const { calendarMonth } = calendar.dayOf(month, 15);
  const contracts = plans[month - 1];
  return STAFFED_DEPARTMENTS.flatMap((department) => {
    const { heads, salaries } = staffOf(setting, month, department);
    if (heads === 0) return [];
    const gross = dollars(salaries / 24);
    const commission =
      department === "sales" && half === 0 && contracts
        ? contracts.contracts * contracts.contractPrice * 0.09
        : 0;
    const yearEnd = calendarMonth === 12 && half === 0 && month > 6 ? salaries * 0.03 : 0;
    const bonus = dollars(commission + yearEnd);
    return [
      { department, gross, bonus, taxes: Math.round((gross + bonus) * employerTaxRate(calendarMonth)) },
    ];
  });
}

/** Puts every pay day, with its funding and what it leaves to be paid, into the diary. */
export function schedulePayroll(setting: Setting): void {
  for (const month of monthsOf(setting)) {
    const { calendar } = setting;
    schedulePayDay(setting, month, 0, calendar.onOrBefore(calendar.dayOf(month, 15).index));
    schedulePayDay(setting, month, 1, calendar.onOrBefore(calendar.monthEnd(month).index));
    scheduleBenefits(setting, month);
    scheduleStockCompensation(setting, month);
  }
}

function schedulePayDay(setting: Setting, month: number, half: 0 | 1, payDay: number): void {
  const { agenda, books, calendar, dollars } = setting;
  const pay = payOf(setting, month, half);
  const gross = pay.reduce((sum, each) => sum + each.gross + each.bonus, 0);
  const employer = pay.reduce((sum, each) => sum + each.taxes, 0);
  const withheld = Math.round(gross * WITHHELD);
  const employeeRetirement = Math.round(gross * EMPLOYEE_RETIREMENT);
  const match = Math.round(gross * RETIREMENT_MATCH);
  const employeeBenefits = Math.round(gross * EMPLOYEE_BENEFITS);
  const net = gross - withheld - employeeRetirement - employeeBenefits;
  const taxes = withheld + employer;
  const retirement = employeeRetirement + match;

  agenda.on(calendar.onOrBefore(payDay - 1), "morning", () => {
    const missing = net + taxes + retirement + dollars(CUSHION) - books.balance("payroll-checking");
    const step = Math.max(1, dollars(500));
    const amount = Math.ceil(missing / step) * step;
    if (amount <= 0) return;
    books.post({ description: "Transfer to payroll account", source: "transfer", bank: true }, [
      debit("payroll-checking", amount),
      credit("operating-checking", amount),
    ]);
  });
  agenda.on(payDay, "morning", () => {
    const postings: Posting[] = [];
    for (const { department, gross: wages, bonus, taxes: tax } of pay) {
      const to = wageCategories(department);
      postings.push(
        debit(to.wages, wages, department),
        debit("bonuses", bonus, department),
        debit(to.burden, tax, department),
      );
    }
    postings.push(
      debit("benefits", match),
      credit("wages-payable", net),
      credit("payroll-taxes-payable", taxes),
    );
    postings.push(credit("retirement-payable", retirement), credit("benefits-payable", employeeBenefits));
    books.post(
      {
        description: half === 0 ? "Payroll, first half" : "Payroll, second half",
        source: "adjustment",
        merchant: PROVIDER,
      },
      postings,
    );
    books.post({ description: "Net pay", source: "bank_transaction", merchant: PROVIDER, bank: true }, [
      debit("wages-payable", net),
      credit("payroll-checking", net),
    ]);
    books.post(
      { description: "Payroll tax deposit", source: "bank_transaction", merchant: PROVIDER, bank: true },
      [debit("payroll-taxes-payable", taxes), credit("payroll-checking", taxes)],
    );
  });
  agenda.on(calendar.businessDaysAfter(payDay, 3), "morning", () =>
    books.post(
      {
        description: "401(k) contributions",
        source: "bank_transaction",
        merchant: RETIREMENT_PLAN,
        bank: true,
      },
      [debit("retirement-payable", retirement), credit("payroll-checking", retirement)],
    ),
  );
}

/** Premiums of the month, paid on its first business day with what employees left for them so far. */
function scheduleBenefits(setting: Setting, month: number): void {
  const { agenda, books, calendar, dollars } = setting;
  agenda.on(calendar.businessDay(month, 1), "morning", () => {
    const premiums = STAFFED_DEPARTMENTS.map((department) =>
      debit(
        wageCategories(department).benefits,
        dollars(staffOf(setting, month, department).heads * PREMIUM),
        department,
      ),
    );
    const collected = -books.balance("benefits-payable");
    const total = premiums.reduce((sum, { net }) => sum + net, collected);
    books.post(
      {
        description: "Health, dental and vision premiums",
        source: "bank_transaction",
        merchant: BENEFITS_BROKER,
        bank: true,
      },
      [...premiums, debit("benefits-payable", collected), credit("operating-checking", total)],
    );
  });
  agenda.on(calendar.businessDay(month, 5), "morning", () => {
    const heads = headsIn(setting, month);
    books.post(
      { description: "Payroll service", source: "bank_transaction", merchant: PROVIDER, bank: true },
      [
        debit("software", dollars(46 + heads * 7), "people"),
        credit("operating-checking", dollars(46 + heads * 7)),
      ],
    );
  });
}

/** Options earn over time: an expense that no cash pays. */
function scheduleStockCompensation(setting: Setting, month: number): void {
  const { agenda, books, calendar, dollars } = setting;
  if (month < 6) return;
  agenda.on(calendar.monthEnd(month).index, "close", () => {
    const earned = STAFFED_DEPARTMENTS.map((department) =>
      debit(
        "stock-compensation",
        dollars((staffOf(setting, month, department).salaries * 0.045) / 12),
        department,
      ),
    );
    const total = earned.reduce((sum, { net }) => sum + net, 0);
    books.post({ description: "Stock-based compensation", source: "adjustment" }, [
      ...earned,
      credit("stock-compensation-reserve", total),
    ]);
  });
}
