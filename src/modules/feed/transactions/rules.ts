/**
 * Decisions on transactions: what they mean in the books, which dates they may be booked on, and what may be
 * done with which. Pure functions over rows.
 */
import { type Refusal, refuse } from "../../../core/errors.ts";
import { type Cents, cents, negateCents } from "@daybook/words/cents";
import {
  addMonths,
  type CivilDate,
  dayNumber,
  FIRST_DATE,
  type UnixSeconds,
} from "@daybook/words/civil-date";
import type { CategoryRole } from "@daybook/words/ledger-words";
import { plain } from "../../../core/plain-text.ts";
import { PREFIXES, type PublicId } from "@daybook/words/public-id";
import { closedRefusal, type Posting, type PostingLine, postedVoucherId } from "../../books/ledger/index.ts";
import type { SpreadRow } from "../../books/schedules/index.ts";
import type { Edit, SplitRow, StoredRow, TransferRow } from "./record.ts";
import type { FeedDigest } from "./store/digest.ts";
import type { TransactionRow } from "./store/transactions.ts";

/** The fields of a transaction that decide its posting. */
export type Postable = Pick<
  TransactionRow,
  | "id"
  | "account_category_id"
  | "accounting_date"
  | "amount_cents"
  | "description"
  | "merchant_name"
  | "category_id"
  | "department_id"
  | "transaction_type"
  | "status"
  | "spread_id"
  | "deleted"
  | "created"
>;

/**
 * For each spread (an amount that is recognized over several months), the balance sheet's category that holds
 * the amount until each month recognizes its part.
 */
export type Holding = ReadonlyMap<string, PublicId<"category">>;

/**
 * The posting of a transaction: its account's category against its own category, or against the lines of its
 * split. Null if it is deleted or excluded, and for a side of a transfer, because the transfer posts both
 * sides.
 */
export function postingOf(row: Postable, splits: readonly SplitRow[], holding: Holding): Posting | null {
  if (row.deleted || row.status === "excluded" || row.transaction_type === "transfer") return null;
  const against = (
    category: PublicId<"category">,
    department: PublicId<"department"> | null,
    amount: Cents,
    spread: string | null,
  ): PostingLine => ({
    category_id: (spread === null ? undefined : holding.get(spread)) ?? category,
    // Money on a holding category has no department.
    department_id: spread !== null && holding.has(spread) ? null : department,
    net_debit_cents: negateCents(amount),
  });
  const counterparts =
    row.category_id === null
      ? splits.map((line) => against(line.category_id, line.department_id, line.amount_cents, line.spread_id))
      : [against(row.category_id, row.department_id, row.amount_cents, row.spread_id)];
  return {
    id: postedVoucherId("transaction", row.id),
    date: row.accounting_date,
    description: row.description,
    merchant: row.merchant_name,
    source: "bank_transaction",
    transaction_id: row.id,
    held: row.status === "pending",
    created: row.created,
    lines: [
      { category_id: row.account_category_id, department_id: null, net_debit_cents: row.amount_cents },
      ...counterparts,
    ],
  };
}

/**
 * The posting of a transfer: the categories of both accounts. On hold while a side is pending at the bank.
 */
export function transferPostingOf(
  { id, date, amount_cents, created }: TransferRow,
  out: TransactionRow,
  into: TransactionRow,
): Posting {
  return {
    id: postedVoucherId("transfer", id),
    date,
    description: out.description,
    merchant: null,
    source: "transfer",
    transaction_id: out.id,
    held: out.status === "pending" || into.status === "pending",
    created,
    lines: [
      { category_id: into.account_category_id, department_id: null, net_debit_cents: amount_cents },
      {
        category_id: out.account_category_id,
        department_id: null,
        net_debit_cents: negateCents(amount_cents),
      },
    ],
  };
}

/**
 * The reason why two transactions can't be a transfer, as the end of a sentence about the transfer; null if
 * they can.
 */
export function transferFault(
  out: Pick<StoredRow, "amount_cents" | "account_id">,
  into: Pick<StoredRow, "amount_cents" | "account_id">,
): string | null {
  if (out.amount_cents >= 0 || into.amount_cents !== -out.amount_cents)
    return "its transactions are not opposite amounts, of which the first goes out";
  return out.account_id === into.account_id ? "its transactions are on one account" : null;
}

/** The day on which a transfer counts: the earlier of those of its two sides. */
export function transferDate(
  out: Pick<StoredRow, "accounting_date">,
  into: Pick<StoredRow, "accounting_date">,
): CivilDate {
  return out.accounting_date < into.accounting_date ? out.accounting_date : into.accounting_date;
}

/**
 * The fields that a spread copies from its transaction, or from the line of its split; null for a transaction
 * without its own category.
 */
export function spreadOf(
  row: Pick<
    StoredRow,
    "id" | "category_id" | "department_id" | "amount_cents" | "description" | "merchant_name" | "status"
  >,
  line?: SplitRow,
): SpreadOfSource | null {
  const { category_id, department_id, amount_cents } = line ?? row;
  if (category_id === null) return null;
  return {
    transaction_id: row.id,
    category_id,
    department_id,
    amount_cents,
    description: line?.memo ?? row.description,
    merchant: row.merchant_name,
    held: row.status === "pending",
  };
}

/** The fields of a spread that are kept equal to those of its transaction or split line. */
export type SpreadOfSource = Pick<
  SpreadRow,
  "category_id" | "department_id" | "amount_cents" | "description" | "merchant" | "held"
> & { readonly transaction_id: PublicId<"transaction"> };

/** The amount that a transaction adds to the balance of its account. */
export function balanceOf({
  deleted,
  status,
  amount_cents,
}: Pick<TransactionRow, "deleted" | "status" | "amount_cents">): Cents {
  return deleted || status === "excluded" ? cents(0) : amount_cents;
}

const PAST_MONTHS = -24;
const FUTURE_MONTHS = 36;

/**
 * Refuses a date before the company's incorporation (two years ago if that is not on file), or three years or
 * more ahead. `param` is the name of the field in the error.
 */
export function checkAccountingDate(
  date: CivilDate,
  incorporated: CivilDate | null,
  today: CivilDate,
  param = "accounting_date",
): void {
  const first = incorporated ?? addMonths(today, PAST_MONTHS);
  const end = addMonths(today, FUTURE_MONTHS);
  if (date < first || date >= end) {
    throw refuse("transaction_update_failed", {
      param,
      message: `\`${param}\` must be on or after ${first} and before ${end}.`,
    });
  }
}

/** True if what a transaction pays is a bill. */
export function isBill(item: string | null): boolean {
  return item?.startsWith(PREFIXES.bill) ?? false;
}

/** Names what a transaction pays, such as `the bill bill_1`. */
export function paidItem(item: string): string {
  return `the ${isBill(item) ? "bill" : "invoice"} ${item}`;
}

/** True if a transaction may be edited: it is ordinary, and it counts. */
export function isEditable({
  transaction_type,
  status,
  deleted,
}: Pick<TransactionRow, "transaction_type" | "status" | "deleted">): boolean {
  return transaction_type === "standard" && status !== "excluded" && !deleted;
}

/** Why this edit of a transaction is refused; null if it is allowed. A missing transaction is refused. */
export function editRefusal(row: TransactionRow | undefined, { category_id }: Edit): Refusal | null {
  if (row === undefined || !isEditable(row)) return refuse("resource_missing");
  if (category_id === undefined || category_id === row.category_id || row.invoice_id === null) return null;
  return refuse("transaction_update_failed", {
    param: "category_id",
    message: `The transaction pays ${paidItem(row.invoice_id)}, which determines its category. Unmatch it first.`,
  });
}

/** The closing date, null for open books, and which of some transactions have entries in closed books. */
export interface ClosedRows {
  readonly through: CivilDate | null;
  readonly ids: ReadonlySet<string>;
}

/** Why closed books refuse this edit of a transaction, with the field; null if they allow it. */
export function closedEditRefusal(
  row: TransactionRow,
  given: Edit,
  { through, ids }: ClosedRows,
): Refusal | null {
  if (through === null) return null;
  if (given.accounting_date !== undefined) {
    const date = given.accounting_date ?? row.date;
    const earlier = date < row.accounting_date ? date : row.accounting_date;
    if (date !== row.accounting_date && earlier <= through)
      return closedRefusal(earlier, through, "accounting_date");
  }
  const param = POSTED_FIELDS.find((name) => given[name] !== undefined && given[name] !== row[name]);
  return param !== undefined && ids.has(row.id) ? closedRefusal(row.accounting_date, through, param) : null;
}

/** The days of the finished statements that some transactions are on, by transaction. */
export type Reconciled = ReadonlyMap<string, CivilDate>;

/** Why a line that is on a finished statement can't change, as the end of a sentence. */
export function reconciledReason(id: string, statementDate: CivilDate): string {
  return `${id} is on the statement of ${statementDate}, which is reconciled; reopen that reconciliation first`;
}

/** Why a finished statement refuses this edit of a transaction; null if it allows it. */
export function reconciledEditRefusal(
  row: TransactionRow,
  { accounting_date }: Edit,
  reconciled: Reconciled,
): Refusal | null {
  const statementDate = reconciled.get(row.id);
  if (accounting_date === undefined || statementDate === undefined) return null;
  if ((accounting_date ?? row.date) === row.accounting_date) return null;
  return refuse("transaction_update_failed", {
    param: "accounting_date",
    message: `The day can't change: ${reconciledReason(row.id, statementDate)}.`,
  });
}

/** What a statement says of a line, or what keeps it on the statement. */
type OnStatement = Pick<
  StoredRow,
  "accounting_date" | "amount_cents" | "deleted" | "status" | "twin_voucher_id" | "twin_asked"
>;

/**
 * The field by which a change takes a line off its statement, or changes what stands there; null for none.
 */
export function changedOnStatement(before: OnStatement, after: OnStatement): keyof OnStatement | null {
  const isOut = ({ status, twin_voucher_id, twin_asked }: OnStatement): boolean =>
    status === "excluded" && (twin_voucher_id === null || twin_asked);
  if (isOut(before) !== isOut(after)) return "status";
  const fields = ["amount_cents", "accounting_date", "deleted"] as const;
  return fields.find((name) => before[name] !== after[name]) ?? null;
}

/** The fields of an edit that entries hold, besides the date. */
const POSTED_FIELDS = ["category_id", "department_id", "merchant_name"] as const;

/** True if the role is that of a category for uncategorized transactions. */
export function isUncategorized(role: CategoryRole | null): boolean {
  return role === "uncategorized_income" || role === "uncategorized_expenses";
}

/**
 * The place of two neighbouring digits that explain a difference if they are swapped: 1, 10, 100 and so on; 0
 * where no two do. Swapped digits differ by their difference times nine times the place.
 */
export function digitsApart(difference: number): number {
  let [rest, place] = [Math.abs(difference) / 9, 1];
  if (rest === 0 || !Number.isInteger(rest)) return 0;
  while (rest % 10 === 0) [rest, place] = [rest / 10, place * 10];
  return rest < 10 ? place : 0;
}

/** The header of the digest of a feed. */
export const FEED_DIGEST = "Feed-Digest";

/**
 * Returns the value of that header: `v=1` names the canonical text and the sum, which stands in 64
 * hexadecimal digits.
 */
export function feedDigestText(watermark: UnixSeconds, { live_rows, row_sum }: FeedDigest): string {
  const sum = BigInt(row_sum).toString(16).padStart(64, "0");
  return `v=1, watermark=${watermark}, rows=${live_rows}, sum="${sum}"`;
}

/** An entry of imported books on the category of an account. */
export interface BookedEntry {
  readonly voucher_id: PublicId<"voucher">;
  readonly line: number;
  readonly date: CivilDate;
  readonly amount_cents: Cents;
  readonly description: string;
}

/** Programs date a payment when it is made, banks when it reaches them: at most as many days apart. */
export const TWIN_DAYS = 5;

/**
 * The rule by which lines of a bank are probably the same as entries of imported books: a line and an entry
 * on the category of its account have the same amount, and their days are at most five apart. Each line goes
 * with one entry, and each entry with one line. First those of the same day are paired; of the rest, in the
 * order of the days, as many as there can be. Gives for each line its entry, or null.
 */
export function twinsOf<Entry extends Pick<BookedEntry, "date" | "amount_cents">>(
  lines: readonly Pick<StoredRow, "date" | "amount_cents">[],
  entries: readonly Entry[],
): readonly (Entry | null)[] {
  const twins: (Entry | null)[] = lines.map(() => null);
  const byAmount = Map.groupBy(entries, ({ amount_cents }) => amount_cents);
  const wanted = Map.groupBy(lines.keys(), (index) => lines[index]?.amount_cents);
  for (const [amount, indexes] of wanted) {
    const some = amount === undefined ? undefined : byAmount.get(amount);
    if (some === undefined) continue;
    const dayOf = (index: number): number => dayNumber(lines[index]?.date ?? FIRST_DATE);
    const left = Map.groupBy(some, ({ date }) => dayNumber(date));
    const others = indexes
      .filter((index) => {
        twins[index] = left.get(dayOf(index))?.shift() ?? null;
        return twins[index] === null;
      })
      .toSorted((a, b) => dayOf(a) - dayOf(b));
    const rest = [...left.values()].flat().toSorted((a, b) => dayNumber(a.date) - dayNumber(b.date));
    // The earliest line and the earliest entry go together, or the earlier of them with none.
    for (let [line, entry] = [0, 0]; line < others.length && entry < rest.length;) {
      const [index, candidate] = [others[line], rest[entry]];
      if (index === undefined || candidate === undefined) break;
      const apart = dayOf(index) - dayNumber(candidate.date);
      if (Math.abs(apart) <= TWIN_DAYS) twins[index] = candidate;
      if (apart <= TWIN_DAYS) line += 1;
      if (apart >= -TWIN_DAYS) entry += 1;
    }
  }
  return twins;
}

/** Banks book a pending line on its day, or up to as many days later. */
export const BOOKED_DAYS = 7;
/** The tip that a payment is booked with, at most, as a part of the pending amount: one fourth. */
const TIP_PART = 4;

/** A line of a bank, as a pending one and a booked one are compared. */
export type ComparedLine = Pick<StoredRow, "date" | "amount_cents" | "description" | "merchant_name"> &
  Partial<Pick<StoredRow, "merchant_chosen">>;

/**
 * True if a booked line may be a pending one that its bank does not name: it has the same payee, or the same
 * text where a payee is not known of both; the same day or one of the seven days after; and the same amount,
 * or up to a fourth more of money that goes out.
 */
function mayBeBooked(pending: ComparedLine, booked: ComparedLine): boolean {
  const later = dayNumber(booked.date) - dayNumber(pending.date);
  const [held, taken] = [pending.amount_cents, booked.amount_cents];
  const isNear = taken === held || (held < 0 && taken < held && TIP_PART * (held - taken) <= -held);
  return later >= 0 && later <= BOOKED_DAYS && isNear && haveSamePayee(pending, booked);
}

function haveSamePayee(one: ComparedLine, other: ComparedLine): boolean {
  // A merchant that a person chose does not come from the bank.
  const [payee, others] = [one, other].map((line) =>
    line.merchant_chosen === true ? null : line.merchant_name,
  );
  if (payee && others) return plain(payee) === plain(others);
  return plain(one.description) !== "" && plain(one.description) === plain(other.description);
}

/**
 * Pairs pending lines with the booked ones that they may be, where that leaves no doubt: each of the two has
 * no other candidate. Gives the pending line of a booked one.
 */
export function surePairs<Pending extends ComparedLine, Booked extends ComparedLine>(
  pending: readonly Pending[],
  booked: readonly Booked[],
): ReadonlyMap<Booked, Pending> {
  const pairs = new Map<Booked, Pending>();
  for (const each of pending) {
    const [first, ...others] = booked.filter((line) => mayBeBooked(each, line));
    if (first === undefined || others.length > 0) continue;
    if (pending.every((other) => other === each || !mayBeBooked(other, first))) pairs.set(first, each);
  }
  return pairs;
}
