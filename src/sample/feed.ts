/**
 * The sample company's feed: what of its books a bank or a card brought stands there as transactions, and is
 * posted from them; the rest stays in its journal. Invariant: put together, both are the same books to the
 * cent.
 */
import { present } from "../core/assert.ts";
import type {
  BundleAccount,
  BundleTransaction,
  BundleTransfer,
  BundleVoucher,
} from "../contract/bundle-records.ts";
import { type CategoryKey, categoryId } from "./chart.ts";

interface Account {
  readonly key: string;
  readonly name: string;
  readonly institution_name: string;
  readonly type: "checking" | "savings" | "credit";
  readonly last4: string;
  readonly category: CategoryKey;
}

const ACCOUNTS: readonly Account[] = [
  {
    key: "operating",
    name: "Operating Checking",
    institution_name: "Pier Street Bank",
    type: "checking",
    last4: "4021",
    category: "operating-checking",
  },
  {
    key: "payroll",
    name: "Payroll Checking",
    institution_name: "Pier Street Bank",
    type: "checking",
    last4: "4039",
    category: "payroll-checking",
  },
  {
    key: "savings",
    name: "Treasury Savings",
    institution_name: "Pier Street Bank",
    type: "savings",
    last4: "7710",
    category: "treasury-savings",
  },
  {
    key: "corporate-card",
    name: "Corporate Card",
    institution_name: "Lantern Card Services",
    type: "credit",
    last4: "9004",
    category: "corporate-card",
  },
  {
    key: "travel-card",
    name: "Travel and Marketing Card",
    institution_name: "Lantern Card Services",
    type: "credit",
    last4: "9012",
    category: "travel-card",
  },
];
const BY_CATEGORY = new Map(ACCOUNTS.map((account) => [categoryId(account.category), account]));
/** The categories of transactions that have not been reviewed. */
const UNREVIEWED: ReadonlySet<string> = new Set([
  categoryId("uncategorized-income"),
  categoryId("uncategorized-expenses"),
]);

function accountId({ key }: Account): string {
  return `acct_${key}`;
}

/** The accounts as records of a bundle. */
export function sampleAccounts(created: number): BundleAccount[] {
  return ACCOUNTS.map((account) => {
    const { name, institution_name, type, last4, category } = account;
    return {
      id: accountId(account),
      name,
      institution_name,
      type,
      last4,
      category_id: categoryId(category),
      created,
    };
  });
}

/** The form of a voucher in the feed. */
export interface FeedItem {
  readonly transactions: readonly BundleTransaction[];
  readonly transfer: BundleTransfer | null;
}

/**
 * The transaction or transfer of a voucher; null if it does not come from a bank, or needs more than one of
 * them.
 */
export function broughtBy(voucher: BundleVoucher): FeedItem | null {
  const { transaction_id, lines, merchant } = voucher;
  if (!transaction_id || lines.some((line) => line.merchant !== undefined && line.merchant !== merchant))
    return null;
  const money = lines.filter(({ category_id }) => BY_CATEGORY.has(category_id));
  const rest = lines.filter(({ category_id }) => !BY_CATEGORY.has(category_id));
  if (money.length === 1 && rest.length > 0)
    return {
      transactions: [ordinary(voucher, transaction_id, present(money[0], "no money"), rest)],
      transfer: null,
    };
  return money.length === 2 && rest.length === 0 ? between(voucher, transaction_id, money) : null;
}

type Line = BundleVoucher["lines"][number];

/** Debit minus credit: money in is positive, on a card as in a bank. */
function netOf({ debit_cents = 0, credit_cents = 0 }: Line): number {
  return debit_cents - credit_cents;
}

function base(
  { date, description, merchant, held, created }: BundleVoucher,
  line: Line,
): Omit<BundleTransaction, "id" | "category_id"> {
  const account = present(BY_CATEGORY.get(line.category_id), "money on no account");
  const isCard = account.type === "credit";
  return {
    account_id: accountId(account),
    date,
    amount_cents: netOf(line),
    description: description ?? "",
    merchant_name: merchant ?? null,
    status: held === true ? "pending" : "approved",
    source_vendor: isCard ? "lantern" : "pier_street",
    source_type: isCard ? "card" : "bank",
    ...(created === undefined ? {} : { created }),
  };
}

function ordinary(voucher: BundleVoucher, id: string, money: Line, rest: readonly Line[]): BundleTransaction {
  const shared = { id, ...base(voucher, money) };
  const [only, ...more] = rest;
  if (only !== undefined && more.length === 0) {
    const status =
      shared.status === "approved" && UNREVIEWED.has(only.category_id) ? "needs_review" : shared.status;
    return {
      ...shared,
      ...(status === undefined ? {} : { status }),
      category_id: only.category_id,
      department_id: only.department_id ?? null,
    };
  }
  const lines = rest.map((line) => ({
    category_id: line.category_id,
    department_id: line.department_id ?? null,
    amount_cents: -netOf(line),
  }));
  return { ...shared, category_id: null, transaction_type: "category_split", lines };
}

function between(voucher: BundleVoucher, id: string, money: readonly Line[]): FeedItem {
  const transfer_id = id.replace(/^txn_/, "trf_");
  const [out, into] = money.toSorted((a, b) => netOf(a) - netOf(b));
  const side = (line: Line, word: string): BundleTransaction => ({
    id: `${id}-${word}`,
    ...base(voucher, line),
    category_id: null,
    transaction_type: "transfer",
    transfer_id,
  });
  const [from, to] = [side(present(out, "no side"), "out"), side(present(into, "no side"), "in")];
  const created = voucher.created === undefined ? {} : { created: voucher.created };
  return {
    transactions: [from, to],
    transfer: { id: transfer_id, from_transaction_id: from.id, to_transaction_id: to.id, ...created },
  };
}
