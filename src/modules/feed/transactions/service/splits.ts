/**
 * Splits: a transaction that counts on several categories. Invariant: the lines of a split sum to its
 * transaction. Splits by department and for payroll come from elsewhere, and are nobody's to change here.
 */
import { type Cents, cents } from "../../../../core/cents.ts";
import type { CivilDate, UnixSeconds } from "../../../../core/civil-date.ts";
import { refuse } from "../../../../core/errors.ts";
import { LIMITS } from "../../../../core/limits.ts";
import type { PublicId } from "../../../../core/public-id.ts";
import type { Tx } from "../../../../platform/db/index.ts";
import type { Ids } from "../../../../platform/random/random.ts";
import { categoriesOfRoles } from "../../../books/chart/index.ts";
import { monthsBetween, putSpreads, removeSpreads, type SpreadRow } from "../../../books/schedules/index.ts";
import { isEditable, spreadOf } from "../rules.ts";
import { type SplitRow, splitsStore } from "../store/splits.ts";
import { type StoredRow, type TransactionRow, transactionsStore } from "../store/transactions.ts";
import { chosenCategory, chosenDepartment, uncategorized } from "./choices.ts";
import { beginWriting, readAgain, writeChanges } from "./write.ts";

type Company = PublicId<"company">;

/** A line that is asked for. */
export interface NewLine {
  readonly category_id: string;
  readonly department_id: string | null;
  readonly amount_cents: Cents;
  readonly memo: string | null;
  /** The months over which it counts; null at once. */
  readonly spread: { readonly start_date: CivilDate; readonly end_date: CivilDate } | null;
}

/**
 * Splits an ordinary transaction. Refuses `resource_missing`, `invalid_request` and
 * `transaction_update_failed`.
 */
export async function split(
  tx: Tx,
  ids: Ids,
  companyId: Company,
  id: string,
  lines: readonly NewLine[],
  now: UnixSeconds,
): Promise<TransactionRow> {
  const updated = await beginWriting(tx, companyId, now);
  const [row] = await transactionsStore.lockById(tx, companyId, [id]);
  if (row === undefined || !isEditable(row)) throw refuse("resource_missing");
  if (row.invoice_id !== null)
    throw refuse("transaction_update_failed", {
      message: `The transaction pays the invoice ${row.invoice_id}. Unmatch it first.`,
    });
  if (row.spread_id !== null) await removeSpreads(tx, companyId, now, [row.spread_id]);
  return writeLines(tx, ids, companyId, row, lines, { now, updated });
}

/** Gives a split by category other lines. Refuses as `split` does. */
export async function changeSplit(
  tx: Tx,
  ids: Ids,
  companyId: Company,
  id: string,
  lines: readonly NewLine[],
  now: UnixSeconds,
): Promise<TransactionRow> {
  const updated = await beginWriting(tx, companyId, now);
  const row = await lockSplit(tx, companyId, id);
  await clearLines(tx, companyId, id, now);
  return writeLines(tx, ids, companyId, row, lines, { now, updated });
}

/**
 * Makes a split by category an ordinary transaction again, without a category of its own. What it was before
 * does not come back.
 */
export async function removeSplit(
  tx: Tx,
  ids: Ids,
  companyId: Company,
  id: string,
  now: UnixSeconds,
): Promise<TransactionRow> {
  const updated = await beginWriting(tx, companyId, now);
  const row = await lockSplit(tx, companyId, id);
  await clearLines(tx, companyId, id, now);
  const category = await uncategorized(tx, companyId, { ids, now });
  await writeChanges(tx, companyId, now, [
    {
      before: row,
      after: {
        ...row,
        transaction_type: "standard",
        category_id: category(row.amount_cents),
        department_id: null,
        accounting_date: row.date,
        updated,
      },
    },
  ]);
  return readAgain(tx, companyId, id);
}

async function lockSplit(tx: Tx, companyId: Company, id: string): Promise<TransactionRow> {
  const [row] = await transactionsStore.lockById(tx, companyId, [id]);
  if (
    row === undefined ||
    row.deleted ||
    row.status === "excluded" ||
    row.transaction_type !== "category_split"
  )
    throw refuse("resource_missing");
  return row;
}

/** Deletes the lines with their spreads. */
async function clearLines(tx: Tx, companyId: Company, id: string, now: UnixSeconds): Promise<void> {
  const former = await splitsStore.listOf(tx, companyId, [id]);
  await removeSpreads(
    tx,
    companyId,
    now,
    former.map(({ spread_id }) => spread_id).filter((spread) => spread !== null),
  );
  await splitsStore.deleteOf(tx, companyId, [id]);
}

async function writeLines(
  tx: Tx,
  ids: Ids,
  companyId: Company,
  row: TransactionRow,
  lines: readonly NewLine[],
  { now, updated }: { readonly now: UnixSeconds; readonly updated: UnixSeconds },
): Promise<TransactionRow> {
  checkLines(row, lines);
  const written: SplitRow[] = [];
  const spreads: SpreadRow[] = [];
  for (const [index, line] of lines.entries()) {
    const { amount_cents, memo, spread } = line;
    const category_id = await chosenCategory(tx, companyId, line.category_id, "lines");
    const department_id =
      line.department_id === null ? null : await chosenDepartment(tx, companyId, line.department_id, "lines");
    const spread_id = spread === null ? null : ids.next("spread");
    const made: SplitRow = {
      id: ids.next("split"),
      transaction_id: row.id,
      position: index + 1,
      category_id,
      department_id,
      amount_cents,
      memo,
      spread_id,
    };
    written.push(made);
    const source = spreadOf(row, made);
    if (spread === null || spread_id === null || source === null) continue;
    const holding = await holdingCategory(tx, ids, companyId, row.amount_cents, now);
    spreads.push({
      id: spread_id,
      kind: "spread",
      ...source,
      ...spread,
      holding_category_id: holding,
      contra_category_id: holding,
      counted_cents: [],
      created: now,
    });
  }
  await putSpreads(tx, companyId, now, spreads);
  await splitsStore.insert(tx, companyId, written);
  const after: StoredRow & Pick<TransactionRow, "account_category_id"> = {
    ...row,
    transaction_type: "category_split",
    category_id: null,
    department_id: null,
    spread_id: null,
    updated,
  };
  await writeChanges(tx, companyId, now, [{ before: row, after }]);
  return readAgain(tx, companyId, row.id);
}

/** Where money lies that counts later: paid ahead, or received ahead. */
async function holdingCategory(
  tx: Tx,
  ids: Ids,
  companyId: Company,
  amount: Cents,
  now: UnixSeconds,
): Promise<PublicId<"category">> {
  const role = amount < 0 ? "prepaid_expenses" : "deferred_revenue";
  return (await categoriesOfRoles(tx, companyId, [role], { ids, now }))[role];
}

function checkLines(row: TransactionRow, lines: readonly NewLine[]): void {
  const refuseLines = (message: string) => refuse("invalid_request", { param: "lines", message });
  if (lines.length < 2) throw refuseLines("A split needs at least two lines.");
  const sum = lines.reduce((total, { amount_cents }) => total + BigInt(amount_cents), 0n);
  if (sum !== BigInt(row.amount_cents))
    throw refuseLines(`The lines sum to ${sum} cents, and the transaction is ${row.amount_cents} cents.`);
  for (const { amount_cents, spread } of lines) {
    if (amount_cents === cents(0)) throw refuseLines("The amount of a line must not be 0.");
    if (spread === null) continue;
    if (spread.end_date < spread.start_date)
      throw refuseLines("A spread must end on or after the day on which it begins.");
    if (monthsBetween(spread.start_date, spread.end_date) > LIMITS.spread_months.value)
      throw refuseLines(`A spread covers at most ${LIMITS.spread_months.value} months.`);
  }
}
