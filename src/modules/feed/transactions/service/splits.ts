/**
 * Splits: a transaction that counts on several categories. Invariant: the lines of a split sum to its
 * transaction. Splits by department and for payroll come from other systems and can't be changed here.
 */
import { type Cents, cents } from "@daybook/words/cents";
import type { CivilDate, UnixSeconds } from "@daybook/words/civil-date";
import { refuse } from "../../../../core/errors.ts";
import { LIMITS } from "@daybook/words/limits";
import type { PublicId } from "@daybook/words/public-id";
import type { Queryable, Tx } from "../../../../platform/db/index.ts";
import type { Ids } from "../../../../platform/random/random.ts";
import { categoriesOfRoles, type DepartmentChoiceRow } from "../../../books/chart/index.ts";
import { closedThrough, openDay } from "../../../books/ledger/index.ts";
import {
  monthsBetween,
  NOT_ENDED,
  PLAIN,
  removeSpreads,
  type SpreadRow,
  deleteSpreadRows,
} from "../../../books/schedules/index.ts";
import type { SplitRow } from "../record.ts";
import { isEditable, paidItem, spreadOf } from "../rules.ts";
import { splitsStore } from "../store/splits.ts";
import { type TransactionRow, transactionsStore } from "../store/transactions.ts";
import {
  type CategoryLookup,
  lookUpCategories,
  lookUpDepartments,
  assignableOf,
  chosenOf,
  uncategorized,
} from "./choices.ts";
import { reconciledOf } from "./closed.ts";
import { beginWriting, readAgain, type Stamped, writeChanges, writeParting } from "./write.ts";

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
  // Takes the stamp first; after it, nobody else writes.
  const [updated, [row], asked] = await Promise.all([
    beginWriting(tx, companyId, now),
    transactionsStore.lockById(tx, companyId, [id]),
    askForLines(tx, companyId, lines),
  ]);
  if (row === undefined || !isEditable(row)) throw refuse("resource_missing");
  if (row.invoice_id !== null)
    throw refuse("transaction_update_failed", {
      message: `The transaction pays ${paidItem(row.invoice_id)}. Unmatch it first.`,
    });
  const left = row.spread_id === null ? [] : [row.spread_id];
  return writeLines(tx, ids, companyId, { row, left }, chosenLines(row, lines, asked), { now, updated });
}

/**
 * Replaces the lines of a split by category. Refuses as `split` does. The old lines are deleted before the
 * checks; a refusal rolls this back.
 */
export async function changeSplit(
  tx: Tx,
  ids: Ids,
  companyId: Company,
  id: string,
  lines: readonly NewLine[],
  now: UnixSeconds,
): Promise<TransactionRow> {
  const [updated, [row], asked, former] = await Promise.all([
    beginWriting(tx, companyId, now),
    transactionsStore.lockById(tx, companyId, [id]),
    askForLines(tx, companyId, lines),
    splitsStore.takeOf(tx, companyId, [id]),
  ]);
  if (!isSplitByCategory(row)) throw refuse("resource_missing");
  const left = spreadsOf(former);
  return writeLines(tx, ids, companyId, { row, left }, chosenLines(row, lines, asked), { now, updated });
}

/**
 * Makes a split by category an ordinary, uncategorized transaction. Its state before the split is not
 * restored.
 */
export async function removeSplit(
  tx: Tx,
  ids: Ids,
  companyId: Company,
  id: string,
  now: UnixSeconds,
): Promise<TransactionRow> {
  const [updated, [row], former] = await Promise.all([
    beginWriting(tx, companyId, now),
    transactionsStore.lockById(tx, companyId, [id]),
    splitsStore.takeOf(tx, companyId, [id]),
  ]);
  if (!isSplitByCategory(row)) throw refuse("resource_missing");
  // A line that came after its day was closed stays on an open one, and a reconciled one where it is.
  const openedDay = openDay(row.date, await closedThrough(tx, companyId));
  const reconciled = await reconciledOf(tx, companyId, [row], { accounting_date: openedDay });
  await removeSpreads(tx, companyId, now, spreadsOf(former));
  const category = await uncategorized(tx, companyId, { ids, now });
  await writeChanges(tx, companyId, now, [
    {
      before: row,
      after: {
        ...row,
        transaction_type: "standard",
        category_id: category(row.amount_cents),
        department_id: null,
        accounting_date: reconciled.has(id) ? row.accounting_date : openedDay,
        updated,
      },
    },
  ]);
  return readAgain(tx, companyId, id);
}

function isSplitByCategory(row: TransactionRow | undefined): row is TransactionRow {
  return (
    row !== undefined &&
    !row.deleted &&
    row.status !== "excluded" &&
    row.transaction_type === "category_split"
  );
}

function spreadsOf(lines: readonly Pick<SplitRow, "spread_id">[]): PublicId<"spread">[] {
  return lines.map(({ spread_id }) => spread_id).filter((spread) => spread !== null);
}

/** The requested lines, parsed. */
interface AskedLines {
  readonly category: (id: string) => CategoryLookup;
  readonly department: (id: string) => DepartmentChoiceRow | null;
}

/** Reads what the lines name; all statements go at once, however many lines there are. */
async function askForLines(
  db: Queryable,
  companyId: Company,
  lines: readonly NewLine[],
): Promise<AskedLines> {
  const [category, department] = await Promise.all([
    lookUpCategories(
      db,
      companyId,
      lines.map(({ category_id }) => category_id),
    ),
    lookUpDepartments(
      db,
      companyId,
      lines.map(({ department_id }) => department_id).filter((id) => id !== null),
    ),
  ]);
  return { category, department };
}

type ChosenLine = Omit<NewLine, "category_id" | "department_id"> &
  Pick<SplitRow, "category_id" | "department_id">;

/** The lines with what they name. Refuses `invalid_request` and `resource_missing`. */
function chosenLines(row: TransactionRow, lines: readonly NewLine[], asked: AskedLines): ChosenLine[] {
  checkLines(row, lines);
  return lines.map((line) => ({
    ...line,
    category_id: chosenOf(asked.category(line.category_id), "lines").id,
    department_id:
      line.department_id === null ? null : assignableOf(asked.department(line.department_id), "lines").id,
  }));
}

async function writeLines(
  tx: Tx,
  ids: Ids,
  companyId: Company,
  { row, left }: { readonly row: TransactionRow; readonly left: readonly PublicId<"spread">[] },
  lines: readonly ChosenLine[],
  { now, updated }: Stamped,
): Promise<TransactionRow> {
  const [vouchers, holding] = await Promise.all([
    deleteSpreadRows(tx, companyId, left),
    lines.some(({ spread }) => spread !== null)
      ? holdingCategory(tx, ids, companyId, row.amount_cents, now)
      : null,
  ]);
  const written: SplitRow[] = [];
  const spreads: SpreadRow[] = [];
  for (const [index, { spread, ...line }] of lines.entries()) {
    const spread_id = spread === null ? null : ids.next("spread");
    const made: SplitRow = {
      ...line,
      id: ids.next("split"),
      transaction_id: row.id,
      position: index + 1,
      spread_id,
    };
    written.push(made);
    const source = spreadOf(row, made);
    if (spread === null || spread_id === null || source === null || holding === null) continue;
    spreads.push({
      id: spread_id,
      kind: "spread",
      basis: "month",
      ...PLAIN,
      ...source,
      ...spread,
      holding_category_id: holding,
      contra_category_id: holding,
      counted_cents: [],
      ...NOT_ENDED,
      created: now,
    });
  }
  const after: TransactionRow = {
    ...row,
    transaction_type: "category_split",
    category_id: null,
    category_name: null,
    category_role: null,
    department_id: null,
    department_name: null,
    spread_id: null,
    updated,
  };
  await writeParting(tx, companyId, now, { after, lines: written, spreads, left: vouchers });
  return after;
}

/** The category for money that counts later: prepaid expenses or deferred revenue. */
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
