/**
 * Larger customers: yearly contracts, which are invoiced in advance and may be renewed, and implementation
 * projects. An invoice is a receivable until it is paid some weeks later.
 *
 * Invariants: a contract is recognized as revenue over exactly twelve months, starting in the month of its
 * invoice; a payment equals its invoice. Therefore receivables and deferred revenue are never negative.
 */
import { addDays } from "@daybook/words/civil-date";
import { credit, debit, type Posting, straightLine } from "./books.ts";
import { customerNames } from "./customers.ts";
import type { Prng } from "./prng.ts";
import { monthsOf, type SimulationContext } from "./simulation-context.ts";

const CONTRACT_MONTHS = 12;
/** The days after which an invoice is due. */
const DAYS_TO_PAY = 30;
const RENEWAL_CHANCE = 0.9;
/** The price of a renewal, as a multiple of the price of the year before. */
const RENEWAL_PRICE = 1.06;

/** The parameters of all invoices. `nextNumber` returns the number of the next invoice. */
interface InvoiceContext {
  readonly context: SimulationContext;
  readonly prng: Prng;
  readonly nextNumber: () => string;
}

interface Contract {
  readonly customer: string;
  readonly month: number;
  readonly amount: number;
}

/** Schedules the invoices and payments of all contracts and projects, and the recognition of revenue. */
export function scheduleEnterprise(context: SimulationContext): void {
  const prng = context.prng("enterprise");
  const names = customerNames(context.prng("customers"));
  const contracts: Contract[] = [];
  let customers = 0;
  let invoices = 0;
  const nextName = (): string => {
    const name = names[customers % names.length] ?? "Customer";
    customers += 1;
    return name;
  };
  const invoicing: InvoiceContext = {
    context,
    prng,
    nextNumber: () => {
      invoices += 1;
      return `INV-${String(invoices).padStart(4, "0")}`;
    },
  };

  for (const month of monthsOf(context)) {
    const plan = context.plans[month];
    if (!plan) continue;
    const renewals = contracts.filter(
      (contract) => contract.month === month - CONTRACT_MONTHS && prng.chance(RENEWAL_CHANCE),
    );
    for (const { customer, amount } of renewals) {
      contracts.push(sign(invoicing, month, customer, Math.round(amount * RENEWAL_PRICE), "renewal"));
    }
    for (let left = plan.contracts; left > 0; left -= 1) {
      const amount = context.dollars(Math.round((plan.contractPrice * prng.between(0.55, 1.6)) / 100) * 100);
      contracts.push(sign(invoicing, month, nextName(), amount, "yearly contract"));
    }
    for (let left = plan.projects; left > 0; left -= 1) {
      const customer = contracts[Math.floor(prng.next() * contracts.length)]?.customer ?? nextName();
      const amount = context.dollars(Math.round((plan.projectPrice * prng.between(0.5, 1.7)) / 50) * 50);
      invoice(invoicing, month, customer, "implementation", amount, credit("implementation", amount));
    }
  }
  for (const month of monthsOf(context)) scheduleRecognition(context, month, contracts);
}

/** Returns the days until a customer pays: mostly about the agreed 30, sometimes many more. */
function daysToPay(prng: Prng): number {
  return prng.chance(0.07) ? prng.integer(58, 84) : prng.integer(17, 46);
}

/** Schedules the invoice of a contract's year. It credits deferred revenue. */
function sign(
  invoicing: InvoiceContext,
  month: number,
  customer: string,
  amount: number,
  text: string,
): Contract {
  invoice(invoicing, month, customer, text, amount, credit("deferred-contracts", amount));
  return { customer, month, amount };
}

/** Schedules an invoice. When it is sent, its payment is scheduled too. */
function invoice(
  { context, prng, nextNumber }: InvoiceContext,
  month: number,
  customer: string,
  text: string,
  amount: number,
  revenueLine: Posting,
): void {
  const { agenda, books, calendar } = context;
  const day = calendar.businessDay(month, prng.integer(1, 20));
  const paid = calendar.businessDayOnOrAfter(day + daysToPay(prng));
  const due = addDays(calendar.day(day).date, DAYS_TO_PAY);
  agenda.schedule(day, "morning", () => {
    const name = nextNumber();
    const document = { kind: "invoice", number: name, text, due } as const;
    books.post({ description: `Invoice ${name}`, source: "invoice", merchant: customer, document }, [
      debit("receivables", amount),
      revenueLine,
    ]);
    agenda.schedule(paid, "morning", () =>
      books.post(
        {
          description: `Payment of invoice ${name}, ${text}`,
          source: "bank_transaction",
          merchant: customer,
          bank: true,
          document: { kind: "payment", number: name },
        },
        [debit("operating-checking", amount), credit("receivables", amount)],
      ),
    );
  });
}

/**
 * Schedules the voucher for a month's revenue from contracts. It has a line for each customer, so that
 * revenue can be reported by customer; in a brief simulation it has a single line.
 */
function scheduleRecognition(
  { agenda, books, isBrief, calendar }: SimulationContext,
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
  agenda.schedule(calendar.monthEnd(month).index, "close", () =>
    books.post({ description: "Enterprise contracts earned in the month", source: "adjustment" }, [
      debit("deferred-contracts", total),
      ...(isBrief ? [credit("enterprise-contracts", total)] : earned),
    ]),
  );
}
