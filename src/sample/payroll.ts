/**
 * Payroll twice a month by department, with its payments: net wages and taxes on the pay day, the retirement
 * plan some days later, benefits on the first business day of the next month. The wages of customer success
 * are cost of goods sold. The payroll account is funded on the business day before a pay day.
 *
 * Invariants: the payment of a payroll liability equals the liability; the balance of the payroll account is
 * never below `CUSHION`.
 */
import type { CalendarDay } from "./business-calendar.ts";
import { type CategoryKey, type DepartmentKey, STAFFED_DEPARTMENTS } from "./chart.ts";
import { credit, debit, type Posting } from "./books.ts";
import { monthsOf, type SimulationContext } from "./simulation-context.ts";

const PROVIDER = "Paypenny Payroll";
const BENEFITS_BROKER = "Evergrove Benefits";
const RETIREMENT_PLAN = "Slowharvest Retirement";

/** Shares of gross wages. */
const WITHHELD = 0.235;
const EMPLOYEE_RETIREMENT = 0.042;
const RETIREMENT_MATCH = 0.021;
const EMPLOYEE_BENEFITS = 0.018;
/** The employer's premium for an employee's health, dental and vision insurance, in dollars a month. */
const PREMIUM = 780;
const RAISE = 0.035;
/** The minimum balance of the payroll account, in dollars. */
const CUSHION = 2_500;

interface Pay {
  readonly department: DepartmentKey;
  readonly gross: number;
  readonly bonus: number;
  readonly taxes: number;
}

/**
 * The rate of employer taxes. It is highest at the beginning of a year, until the yearly wage bases are
 * reached.
 */
function employerTaxRate(calendarMonth: number): number {
  if (calendarMonth <= 2) return 0.094;
  return calendarMonth <= 8 ? 0.0775 : 0.068;
}

/**
 * Returns the employees of a department in a month: how many, and their salaries with raises, in dollars a
 * year.
 */
export function staffOf(
  { hires, calendar }: SimulationContext,
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

/** Returns the number of employees in a month. */
export function headsIn(context: SimulationContext, month: number): number {
  return STAFFED_DEPARTMENTS.reduce((sum, department) => sum + staffOf(context, month, department).heads, 0);
}

/** Returns the number of Januaries between two days. Salaries are raised each January. */
function yearsPassed(from: CalendarDay, to: CalendarDay): number {
  return Number(to.date.slice(0, 4)) - Number(from.date.slice(0, 4));
}

/** Returns the categories of a department's wages. Customer success is cost of goods sold. */
function wageCategories(department: DepartmentKey): {
  wages: CategoryKey;
  burden: CategoryKey;
  benefits: CategoryKey;
} {
  if (department === "customer-success")
    return { wages: "support-salaries", burden: "support-burden", benefits: "support-burden" };
  return { wages: "salaries", burden: "employer-taxes", benefits: "benefits" };
}

/**
 * Returns the amounts of a pay day by department; `half` is 0 for the 15th and 1 for the end of the month.
 */
function payOf(context: SimulationContext, month: number, half: 0 | 1): Pay[] {
  const { calendar, dollars, plans } = context;
  const { calendarMonth } = calendar.dayOf(month, 15);
  const contracts = plans[month - 1];
  return STAFFED_DEPARTMENTS.flatMap((department) => {
    const { heads, salaries } = staffOf(context, month, department);
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

/** Schedules all pay days with their funding and payments, benefits and stock compensation. */
export function schedulePayroll(context: SimulationContext): void {
  for (const month of monthsOf(context)) {
    const { calendar } = context;
    schedulePayDay(context, month, 0, calendar.businessDayOnOrBefore(calendar.dayOf(month, 15).index));
    schedulePayDay(context, month, 1, calendar.businessDayOnOrBefore(calendar.monthEnd(month).index));
    scheduleBenefits(context, month);
    scheduleStockCompensation(context, month);
  }
}

function schedulePayDay(context: SimulationContext, month: number, half: 0 | 1, payDay: number): void {
  const { agenda, books, calendar, dollars } = context;
  const pay = payOf(context, month, half);
  const gross = pay.reduce((sum, each) => sum + each.gross + each.bonus, 0);
  const employer = pay.reduce((sum, each) => sum + each.taxes, 0);
  const withheld = Math.round(gross * WITHHELD);
  const employeeRetirement = Math.round(gross * EMPLOYEE_RETIREMENT);
  const match = Math.round(gross * RETIREMENT_MATCH);
  const employeeBenefits = Math.round(gross * EMPLOYEE_BENEFITS);
  const net = gross - withheld - employeeRetirement - employeeBenefits;
  const taxes = withheld + employer;
  const retirement = employeeRetirement + match;

  agenda.schedule(calendar.businessDayOnOrBefore(payDay - 1), "morning", () => {
    const missing = net + taxes + retirement + dollars(CUSHION) - books.balance("payroll-checking");
    const step = Math.max(1, dollars(500));
    const amount = Math.ceil(missing / step) * step;
    if (amount <= 0) return;
    books.post({ description: "Transfer to payroll account", source: "transfer", bank: true }, [
      debit("payroll-checking", amount),
      credit("operating-checking", amount),
    ]);
  });
  agenda.schedule(payDay, "morning", () => {
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
  agenda.schedule(calendar.businessDaysAfter(payDay, 3), "morning", () =>
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

/**
 * Schedules the payment of a month's insurance premiums on its first business day: the employer's share and
 * the amounts that were deducted from wages since the last payment. Schedules the fee of the payroll service
 * too.
 */
function scheduleBenefits(context: SimulationContext, month: number): void {
  const { agenda, books, calendar, dollars } = context;
  agenda.schedule(calendar.businessDay(month, 1), "morning", () => {
    const premiums = STAFFED_DEPARTMENTS.map((department) =>
      debit(
        wageCategories(department).benefits,
        dollars(staffOf(context, month, department).heads * PREMIUM),
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
  agenda.schedule(calendar.businessDay(month, 5), "morning", () => {
    const heads = headsIn(context, month);
    books.post(
      { description: "Payroll service", source: "bank_transaction", merchant: PROVIDER, bank: true },
      [
        debit("software", dollars(46 + heads * 7), "people"),
        credit("operating-checking", dollars(46 + heads * 7)),
      ],
    );
  });
}

/** Schedules the expense for stock options, which vest over time. It is not paid in cash. */
function scheduleStockCompensation(context: SimulationContext, month: number): void {
  const { agenda, books, calendar, dollars } = context;
  if (month < 6) return;
  agenda.schedule(calendar.monthEnd(month).index, "close", () => {
    const earned = STAFFED_DEPARTMENTS.map((department) =>
      debit(
        "stock-compensation",
        dollars((staffOf(context, month, department).salaries * 0.045) / 12),
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
