/**
 * Expenses that are paid for a year in advance and recognized month by month: insurance policies and yearly
 * software contracts. Invariant: the monthly parts sum to the price, with the remainder in the last month, so
 * a prepaid balance is never negative and ends at zero.
 */
import { credit, debit, straightLine } from "./books.ts";
import type { CategoryKey, DepartmentKey } from "./chart.ts";
import { monthsOf, type SimulationContext } from "./simulation-context.ts";

interface Policy {
  readonly merchant: string;
  readonly description: string;
  readonly prepaid: CategoryKey;
  readonly expense: CategoryKey;
  readonly department: DepartmentKey | null;
  /** The month of the first payment. Further payments follow every twelve months. */
  readonly firstMonth: number;
  readonly price: number;
  /** The price of a renewal, as a multiple of the price of the year before. */
  readonly renewal: number;
}

const POLICY_MONTHS = 12;

const POLICIES: readonly Policy[] = [
  {
    merchant: "Stonewater Mutual",
    description: "Business liability insurance",
    prepaid: "prepaid-insurance",
    expense: "insurance",
    department: null,
    firstMonth: 0,
    price: 4_860,
    renewal: 1.4,
  },
  {
    merchant: "Stonewater Mutual",
    description: "Directors and officers insurance",
    prepaid: "prepaid-insurance",
    expense: "insurance",
    department: "executive",
    firstMonth: 5,
    price: 13_750,
    renewal: 1.45,
  },
  {
    merchant: "Breakwall Specialty Insurance",
    description: "Cyber insurance",
    prepaid: "prepaid-insurance",
    expense: "insurance",
    department: "infrastructure",
    firstMonth: 10,
    price: 9_320,
    renewal: 1.3,
  },
  {
    merchant: "Auditlantern",
    description: "Security audit, yearly contract",
    prepaid: "prepaid-software",
    expense: "software",
    department: "infrastructure",
    firstMonth: 11,
    price: 14_500,
    renewal: 1.2,
  },
  {
    merchant: "Pipeline Harbor CRM",
    description: "Sales platform, yearly contract",
    prepaid: "prepaid-software",
    expense: "software",
    department: "sales",
    firstMonth: 18,
    price: 26_400,
    renewal: 1.35,
  },
];

/** Schedules the payments of all policies and contracts, and their monthly expenses. */
export function schedulePrepaids(context: SimulationContext): void {
  const last = context.calendar.day(context.calendar.today).month;
  for (const policy of POLICIES) {
    let price = policy.price;
    for (const month of monthsOf(context)) {
      if (month < policy.firstMonth || (month - policy.firstMonth) % POLICY_MONTHS !== 0) continue;
      schedulePolicyYear(context, policy, month, context.dollars(price), last);
      price *= policy.renewal;
    }
  }
}

function schedulePolicyYear(
  { agenda, books, calendar }: SimulationContext,
  policy: Policy,
  firstMonth: number,
  paid: number,
  last: number,
): void {
  const { merchant, description, prepaid, expense, department } = policy;
  const document = {
    kind: "schedule",
    schedule: {
      kind: "spread",
      category: expense,
      department,
      contra: prepaid,
      start: calendar.dayOf(firstMonth, 1).date,
      months: POLICY_MONTHS,
    },
  } as const;
  agenda.schedule(calendar.businessDay(firstMonth, 8), "morning", () =>
    books.post({ description, source: "bank_transaction", merchant, bank: true, document }, [
      debit(prepaid, paid),
      credit("operating-checking", paid),
    ]),
  );
  for (let at = 0; at < POLICY_MONTHS && firstMonth + at <= last; at += 1) {
    const part = straightLine(paid, POLICY_MONTHS, at);
    agenda.schedule(calendar.monthEnd(firstMonth + at).index, "close", () =>
      books.post({ description, source: "spread", merchant, document: { kind: "share" } }, [
        debit(expense, part, department ?? undefined),
        credit(prepaid, part),
      ]),
    );
  }
}
