/**
 * The feed of the sample company. A voucher that comes from a bank or a card is converted to a transaction or
 * a transfer, and that of an invoice to an invoice, whose posting then replaces it; the shares of a spread
 * follow from its transaction; other vouchers stay in the journal. Invariant: the postings of feed, invoices
 * and journal are together the same books, to the cent.
 */
import { present } from "@daybook/words/assert";
import { addMonths, endOfMonth } from "@daybook/words/civil-date";
import type {
  BundleAccount,
  BundleInvoice,
  BundleSpread,
  BundleTransaction,
  BundleTransfer,
  BundleVoucher,
} from "../contract/bundle-records.ts";
import type { SampleVoucher } from "./books.ts";
import { type CategoryKey, categoryId, departmentId } from "./chart.ts";

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
/** Transactions in these categories still need review. */
const UNREVIEWED: ReadonlySet<string> = new Set([
  categoryId("uncategorized-income"),
  categoryId("uncategorized-expenses"),
]);

function accountId({ key }: Account): string {
  return `acct_${key}`;
}

/** Returns the accounts as records of a bundle. */
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

/** The records of the feed for a voucher: a transaction, or a transfer with its two transactions. */
export interface FeedItem {
  readonly transactions: readonly BundleTransaction[];
  readonly transfer: BundleTransfer | null;
}

/**
 * Converts a voucher to a transaction or a transfer. Returns null if the voucher does not come from a bank,
 * or can't be expressed as a single transaction or transfer.
 */
export function feedItemOf(voucher: SampleVoucher): FeedItem | null {
  const { transaction_id, lines, merchant } = voucher;
  if (!transaction_id || lines.some((line) => line.merchant !== undefined && line.merchant !== merchant))
    return null;
  const accountLines = lines.filter(({ category_id }) => BY_CATEGORY.has(category_id));
  const otherLines = lines.filter(({ category_id }) => !BY_CATEGORY.has(category_id));
  if (accountLines.length === 1 && otherLines.length > 0) {
    const line = present(accountLines[0], "no line on an account");
    return { transactions: [transactionOf(voucher, transaction_id, line, otherLines)], transfer: null };
  }
  return accountLines.length === 2 && otherLines.length === 0
    ? transferOf(voucher, transaction_id, accountLines)
    : null;
}

type Line = BundleVoucher["lines"][number];

/** Returns debit minus credit. Money in is positive, for bank accounts and for cards. */
function netOf({ debit_cents = 0, credit_cents = 0 }: Line): number {
  return debit_cents - credit_cents;
}

/** Returns the fields of a transaction that do not depend on its category. */
function commonFields(
  { date, description, merchant, held, created }: BundleVoucher,
  line: Line,
): Omit<BundleTransaction, "id" | "category_id"> {
  const account = present(BY_CATEGORY.get(line.category_id), "the line is not on an account");
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

/** Returns the id of the invoice with a number, such as `INV-0001`. */
function invoiceId(number: string): string {
  return `inv_${number.slice("INV-".length)}`;
}

/** Converts the voucher of an invoice to the invoice; null for any other voucher. */
export function invoiceOf(voucher: SampleVoucher): BundleInvoice | null {
  const { document, merchant, date, created, lines } = voucher;
  if (document?.kind !== "invoice") return null;
  const receivable = present(
    lines.find(({ debit_cents }) => debit_cents !== undefined),
    "no receivable",
  );
  return {
    id: invoiceId(document.number),
    number: document.number,
    customer_name: present(merchant, "an invoice without a customer"),
    status: "open",
    issue_date: date,
    due_date: document.due,
    receivable_category_id: receivable.category_id,
    line_items: lines
      .filter((line) => line !== receivable)
      .map((line) => ({
        description: document.text,
        unit_amount_cents: -netOf(line),
        category_id: line.category_id,
      })),
    ...(created === undefined ? {} : { created }),
  };
}

/** Returns a voucher that is in the journal only, as a record of the bundle; null for any other voucher. */
export function journalVoucherOf(voucher: SampleVoucher): BundleVoucher | null {
  const { document, ...record } = voucher;
  return document?.kind === "invoice" || document?.kind === "share" || feedItemOf(voucher) !== null
    ? null
    : record;
}

/** What the document of a purchase or a payment adds to its transaction. */
function documented(
  { document, created }: SampleVoucher,
  id: string,
  category_id: string,
): Partial<BundleTransaction> {
  if (document?.kind === "payment") return { invoice_id: invoiceId(document.number) };
  if (document?.kind !== "schedule") return {};
  const { kind, category, department, contra, start, months } = document.schedule;
  const spread: BundleSpread = {
    id: id.replace(/^txn_/, "spread_"),
    kind,
    holding_category_id: category_id,
    contra_category_id: categoryId(contra),
    start_date: start,
    end_date: endOfMonth(addMonths(start, months - 1)),
    ...(created === undefined ? {} : { created }),
  };
  return {
    category_id: categoryId(category),
    department_id: department === null ? null : departmentId(department),
    spread,
  };
}

/** Makes a transaction on an account. With several other lines, it is split among their categories. */
function transactionOf(
  voucher: SampleVoucher,
  id: string,
  accountLine: Line,
  otherLines: readonly Line[],
): BundleTransaction {
  const shared = { id, ...commonFields(voucher, accountLine) };
  const [only, ...more] = otherLines;
  if (only !== undefined && more.length === 0) {
    const status =
      shared.status === "approved" && UNREVIEWED.has(only.category_id) ? "needs_review" : shared.status;
    return {
      ...shared,
      ...(status === undefined ? {} : { status }),
      category_id: only.category_id,
      department_id: only.department_id ?? null,
      ...documented(voucher, id, only.category_id),
    };
  }
  const lines = otherLines.map((line) => ({
    category_id: line.category_id,
    department_id: line.department_id ?? null,
    amount_cents: -netOf(line),
  }));
  return { ...shared, category_id: null, transaction_type: "category_split", lines };
}

/** Makes the transfer between two accounts, with a transaction on each. */
function transferOf(voucher: BundleVoucher, id: string, accountLines: readonly Line[]): FeedItem {
  const transfer_id = id.replace(/^txn_/, "trf_");
  const [out, into] = accountLines.toSorted((a, b) => netOf(a) - netOf(b));
  const side = (line: Line, word: string): BundleTransaction => ({
    id: `${id}-${word}`,
    ...commonFields(voucher, line),
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
