/**
 * Expenses that are paid for a year in advance and spread over its months: insurance policies and yearly
 * software contracts. Invariant: the parts of a policy sum to its price, with the remainder in the last
 * month, so a prepaid balance is never negative and ends at zero.
 */
import { credit, debit, straightLine } from "./books.ts";
import type { CategoryKey, DepartmentKey } from "./chart.ts";
import { monthsOf, type Setting } from "./simulation-setting.ts";

interface Policy {
  readonly merchant: string;
  readonly description: string;
  readonly prepaid: CategoryKey;
  readonly expense: CategoryKey;
  readonly department: DepartmentKey | null;
  /** The month of the first payment; it is renewed every twelve. */
  readonly from: number;
  readonly price: number;
  /** The cost of a renewal, as a multiple of the year before. */
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
    from: 0,
    price: 4_860,
    renewal: 1.4,
  },
  {
    merchant: "Stonewater Mutual",
    description: "Directors and officers insurance",
    prepaid: "prepaid-insurance",
    expense: "insurance",
    department: "executive",
    from: 5,
    price: 13_750,
    renewal: 1.45,
  },
  {
    merchant: "Breakwall Specialty Insurance",
    description: "Cyber insurance",
    prepaid: "prepaid-insurance",
    expense: "insurance",
    department: "infrastructure",
    from: 10,
    price: 9_320,
    renewal: 1.3,
  },
  {
    merchant: "Auditlantern",
    description: "Security audit, yearly contract",
    prepaid: "prepaid-software",
    expense: "software",
    department: "infrastructure",
    from: 11,
    price: 14_500,
    renewal: 1.2,
  },
  {
    merchant: "Pipeline Harbor CRM",
    description: "Sales platform, yearly contract",
    prepaid: "prepaid-software",
    expense: "software",
    department: "sales",
    from: 18,
    price: 26_400,
    renewal: 1.35,
  },
];

/** Puts the payments of all policies and their monthly parts into the diary. */
export function schedulePrepaids(setting: Setting): void {
  const last = setting.calendar.day(setting.calendar.today).month;
  for (const policy of POLICIES) {
    let price = policy.price;
    for (const month of monthsOf(setting)) {
      if (month < policy.from || (month - policy.from) % POLICY_MONTHS !== 0) continue;
      schedulePolicyYear(setting, policy, month, setting.dollars(price), last);
      price *= policy.renewal;
    }
  }
}

function schedulePolicyYear(
  { agenda, books, calendar }: Setting,
  policy: Policy,
  from: number,
  paid: number,
  last: number,
): void {
  const { merchant, description, prepaid, expense, department } = policy;
  agenda.on(calendar.businessDay(from, 8), "morning", () =>
    books.post({ description, source: "bank_transaction", merchant, bank: true }, [
      debit(prepaid, paid),
      credit("operating-checking", paid),
    ]),
  );
  for (let at = 0; at < POLICY_MONTHS && from + at <= last; at += 1) {
    const part = straightLine(paid, POLICY_MONTHS, at);
    agenda.on(calendar.monthEnd(from + at).index, "close", () =>
      books.post(
        { description: `${description}, month ${at + 1} of ${POLICY_MONTHS}`, source: "spread", merchant },
        [debit(expense, part, department ?? undefined), credit(prepaid, part)],
      ),
    );
  }
}
