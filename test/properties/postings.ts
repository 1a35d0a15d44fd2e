/**
 * What a feed means in the books, worked out a second time from a company's bundle, in which no posting
 * stands: plain loops over transactions, the lines of their splits, their spreads and the transfers. Knows
 * nothing of how the service posts.
 */
import type { Bundle, BundleVoucher, Source } from "../support/bundle.ts";
import type { BundleSpread, BundleTransaction } from "../support/feed-records.ts";

/** The vouchers of a company: those that its bundle states, and those that its feed means. */
export function allVouchers(bundle: Bundle): BundleVoucher[] {
  return [
    ...bundle.journal,
    ...bundle.transactions.flatMap((row) => vouchersOf(bundle, row)),
    ...bundle.transfers.map((row) => transferVoucher(bundle, row.from_transaction_id, row.to_transaction_id)),
  ];
}

/** What the transactions of an account add up to. */
export function balanceOf(bundle: Bundle, account: string): number {
  let sum = 0;
  for (const row of bundle.transactions) if (row.account_id === account && counts(row)) sum += amountOf(row);
  return sum;
}

function counts({ deleted, status }: BundleTransaction): boolean {
  return deleted !== true && status !== "excluded";
}

function amountOf({ amount_cents = 0 }: BundleTransaction): number {
  return amount_cents;
}

function moneyOf({ accounts }: Bundle, { account_id }: BundleTransaction): string {
  const account = accounts.find(({ id }) => id === account_id);
  if (!account) throw new Error(`no account ${account_id}`);
  return account.category_id;
}

function vouchersOf(bundle: Bundle, row: BundleTransaction): BundleVoucher[] {
  if (!counts(row) || row.transaction_type === "transfer") return [];
  const parts = row.lines ?? [
    {
      category_id: row.category_id ?? "",
      department_id: row.department_id ?? null,
      amount_cents: amountOf(row),
      spread: row.spread ?? null,
    },
  ];
  const vouchers: BundleVoucher[] = [];
  const lines = [debit(moneyOf(bundle, row), null, amountOf(row))];
  for (const { category_id, department_id = null, amount_cents, spread } of parts) {
    if (!spread) lines.push(debit(category_id, department_id, -amount_cents));
    else {
      lines.push(debit(spread.holding_category_id, null, -amount_cents));
      vouchers.push(...months(row, spread, category_id, department_id, amount_cents));
    }
  }
  return [
    voucher(row, row.accounting_date ?? row.date ?? "", "bank_transaction", row.status === "pending", lines),
    ...vouchers,
  ];
}

/**
 * A share of each month on its last day, the cents that are over in the last one; the first months keep what
 * they counted before the amount changed.
 */
function months(
  row: BundleTransaction,
  spread: BundleSpread,
  category: string,
  department: string | null,
  amount: number,
): BundleVoucher[] {
  const [from, to] = [monthNumber(spread.start_date), monthNumber(spread.end_date)];
  const vouchers: BundleVoucher[] = [];
  const { counted_cents: counted = [] } = spread;
  let left = amount;
  let rest = amount;
  for (const cents of counted) rest -= cents;
  for (let month = from; month <= to; month += 1) {
    const share =
      counted[month - from] ?? (month === to ? left : Math.trunc(rest / (to - from + 1 - counted.length)));
    left -= share;
    const lastDay = new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0))
      .toISOString()
      .slice(0, 10);
    const lines = [
      debit(category, department, -share),
      debit(spread.contra_category_id ?? spread.holding_category_id, null, share),
    ];
    vouchers.push(voucher(row, lastDay, spread.kind ?? "spread", row.status === "pending", lines));
  }
  return vouchers;
}

function monthNumber(date: string): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
}

function transferVoucher(bundle: Bundle, from: string, to: string): BundleVoucher {
  const side = (id: string): BundleTransaction => {
    const row = bundle.transactions.find((each) => each.id === id);
    if (row?.transaction_type !== "transfer") throw new Error(`${id} is no side of a transfer`);
    return row;
  };
  const [out, into] = [side(from), side(to)];
  const [first = ""] = [out, into].map((row) => row.accounting_date ?? row.date ?? "").toSorted();
  const held = [out, into].some(({ status }) => status === "pending");
  return {
    ...voucher(out, first, "transfer", held, [
      debit(moneyOf(bundle, into), null, amountOf(into)),
      debit(moneyOf(bundle, out), null, amountOf(out)),
    ]),
    merchant: null,
  };
}

function voucher(
  row: BundleTransaction,
  date: string,
  source: Source,
  held: boolean,
  lines: BundleVoucher["lines"],
): BundleVoucher {
  return {
    id: `of ${row.id}`,
    date,
    description: row.description ?? "",
    source,
    held,
    merchant: row.merchant_name ?? null,
    transaction_id: row.id,
    created: 0,
    lines: lines.filter(({ debit_cents }) => debit_cents !== 0),
  };
}

function debit(
  category_id: string,
  department_id: string | null,
  debit_cents: number,
): BundleVoucher["lines"][number] {
  return { category_id, department_id, debit_cents };
}
