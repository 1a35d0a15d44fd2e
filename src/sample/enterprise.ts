/**
 * Larger customers: yearly contracts invoiced ahead and renewed, and projects of implementation. An
 * invoice is a receivable until it is paid some weeks later.
 *
 * Invariants: every contract is recognized exactly over twelve months, starting in the month of its
 * invoice; every payment equals its invoice, so receivables and deferred revenue are never negative.
 */
import { credit, debit, type Posting, straightLine } from "./books.ts";
import { customerNames } from "./customers.ts";
import type { Prng } from "./prng.ts";
import { monthsOf, type Setting } from "./simulation-setting.ts";

const CONTRACT_MONTHS = 12;
const RENEWAL_CHANCE = 0.9;
/** A renewal's price as a multiple of the year before. */
const RENEWAL_PRICE = 1.06;

/** What it takes to send an invoice; `number` gives the next one's number, in the order of sending. */
interface BillingDesk {
  readonly setting: Setting;
  readonly prng: Prng;
  readonly number: () => string;
}

interface Contract {
  readonly customer: string;
  readonly month: number;
  readonly amount: number;
}

/** Puts all contracts and projects, and the revenue that they become, into the diary. */
export function scheduleEnterprise(setting: Setting): void {
  const prng = setting.prng("enterprise");
  const names = customerNames(setting.prng("customers"));
  const contracts: Contract[] = [];
  let customers = 0;
  let invoices = 0;
  const nextName = (): string => {
    const name = names[customers % names.length] ?? "Customer";
    customers += 1;
    return name;
  };
  const desk: BillingDesk = {
    setting,
    prng,
    number: () => {
      invoices += 1;
      return `INV-${String(invoices).padStart(4, "0")}`;
    },
  };

  for (const month of monthsOf(setting)) {
    const plan = setting.plans[month];
    if (!plan) continue;
    const renewals = contracts.filter(
      (contract) => contract.month === month - CONTRACT_MONTHS && prng.chance(RENEWAL_CHANCE),
    );
    for (const { customer, amount } of renewals) {
      contracts.push(sign(desk, month, customer, Math.round(amount * RENEWAL_PRICE), "renewal"));
    }
    for (let left = plan.contracts; left > 0; left -= 1) {
      const amount = setting.dollars(Math.round((plan.contractPrice * prng.between(0.55, 1.6)) / 100) * 100);
      contracts.push(sign(desk, month, nextName(), amount, "yearly contract"));
    }
    for (let left = plan.projects; left > 0; left -= 1) {
      const known = contracts[Math.floor(prng.next() * contracts.length)]?.customer ?? nextName();
      const amount = setting.dollars(Math.round((plan.projectPrice * prng.between(0.5, 1.7)) / 50) * 50);
      invoice(
        desk,
        month,
        known,
        "implementation",
        amount,
        credit("implementation", amount, "customer-success"),
      );
    }
  }
  for (const month of monthsOf(setting)) scheduleRecognition(setting, month, contracts);
}

/** Days until a customer pays: most near the 30 that were agreed, a few much later. */
function daysToPay(prng: Prng): number {
  return prng.chance(0.07) ? prng.integer(58, 84) : prng.integer(17, 46);
}

/** Invoices a year of a contract, which is earned later. */
function sign(desk: BillingDesk, month: number, customer: string, amount: number, text: string): Contract {
  invoice(desk, month, customer, text, amount, credit("deferred-contracts", amount));
  return { customer, month, amount };
}

/** Puts an invoice into the diary, and its payment once it has been sent. */
function invoice(
  { setting, prng, number }: BillingDesk,
  month: number,
  customer: string,
  text: string,
  amount: number,
  earned: Posting,
): void {
  const { agenda, books, calendar } = setting;
  const day = calendar.businessDay(month, prng.integer(1, 20));
  const paid = calendar.onOrAfter(day + daysToPay(prng));
  agenda.on(day, "morning", () => {
    const name = number();
    books.post({ description: `Invoice ${name}, ${text}`, source: "invoice", merchant: customer }, [
      debit("receivables", amount),
      earned,
    ]);
    agenda.on(paid, "morning", () =>
      books.post(
        {
          description: `Payment of invoice ${name}, ${text}`,
          source: "bank_transaction",
          merchant: customer,
          bank: true,
        },
        [debit("operating-checking", amount), credit("receivables", amount)],
      ),
    );
  });
}

/**
 * One voucher a month with a line for each customer, so that revenue can be read by customer; in brief a
 * single line.
 */
function scheduleRecognition(
  { agenda, books, brief, calendar }: Setting,
  month: number,
  contracts: readonly Contract[],
): void {
  const running = contracts.filter(
    (contract) => contract.month <= month && month < contract.month + CONTRACT_MONTHS,
  );
  const earned = running.map(({ customer, month: start, amount }): Posting => {
    const part = straightLine(amount, CONTRACT_MONTHS, month - start);
    return { category: "enterprise-contracts", net: -part, merchant: customer };
  });
  const total = earned.reduce((sum, { net }) => sum - net, 0);
  agenda.on(calendar.monthEnd(month).index, "close", () =>
    books.post({ description: "Enterprise contracts earned in the month", source: "adjustment" }, [
      debit("deferred-contracts", total),
      ...(brief ? [credit("enterprise-contracts", total)] : earned),
    ]),
  );
}
