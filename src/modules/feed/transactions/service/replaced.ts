/**
 * Carries decisions about a transaction over to the one that replaces it: a booked line replaces a pending
 * one. Invariant: decisions are carried over only if the bank names the pair, or if neither line has another
 * candidate (`surePairs` of the rules).
 */
import { addDays, type UnixSeconds } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import type { Tx } from "../../../../platform/db/index.ts";
import type { Ids } from "../../../../platform/random/random.ts";
import { cents } from "@daybook/words/cents";
import { chartStore } from "../../../books/chart/index.ts";
import type { SplitRow } from "../record.ts";
import { BOOKED_DAYS, surePairs } from "../rules.ts";
import { splitsStore } from "../store/splits.ts";
import { type TransactionRow, transactionsStore } from "../store/transactions.ts";
import { afterNewAmount, resizedLines } from "./amounts.ts";
import type { FeedLine } from "./feed-line.ts";
import { keyOf, newLines } from "./known-lines.ts";
import { type Change, writeChanges } from "./write.ts";

type Company = PublicId<"company">;

/** By the key of a line: the transaction whose place it takes. */
export type ReplacedRows = ReadonlyMap<string, TransactionRow>;

/** The lines that the bank has removed. */
export interface Former {
  /** The transactions whose replacement the bank names. */
  readonly named: ReplacedRows;
  /** Those that are taken out, by id, as they were before. */
  readonly removed: ReadonlyMap<string, TransactionRow>;
  /** The lines of those that were split, by id. */
  readonly splits: ReadonlyMap<string, readonly SplitRow[]>;
}

export const NO_FORMER: Former = { named: new Map(), removed: new Map(), splits: new Map() };

/**
 * Returns the transactions that some lines replace: those that the bank names, and pending ones without any
 * doubt. Lines of files are not compared, because files have no pending lines.
 */
export async function replacedRows(
  tx: Tx,
  companyId: Company,
  lines: readonly FeedLine[],
  known: ReadonlyMap<string, TransactionRow>,
  { named, removed }: Former,
): Promise<ReplacedRows> {
  if (removed.size === 0) return named;
  const added = newLines(lines, known).filter((line) => {
    const key = keyOf(line);
    const isBooked = line.status === "approved" || line.status === "needs_review";
    return isBooked && line.upload_id === undefined && key !== null && !known.has(key) && !named.has(key);
  });
  const replaced = new Map(named);
  const settled = new Set<string>([...named.values()].map(({ id }) => id));
  for (const some of Map.groupBy(added, placeOf).values()) {
    const days = some.map(({ date }) => date).toSorted();
    const [first, last] = [days[0], days.at(-1)];
    if (first === undefined || last === undefined) continue;
    const pending = (
      await transactionsStore.listPending(tx, companyId, some[0]?.account_id ?? "", [
        addDays(first, -BOOKED_DAYS),
        last,
      ])
    )
      .filter((row) => placeOf(row) === placeOf(some[0]) && !settled.has(row.id))
      .map((row) => removed.get(row.id) ?? row);
    const found = [...surePairs(pending, some).values()];
    if (found.length === 0) continue;
    // Lines that came in before are candidates, too.
    const near = found.flatMap(({ date }) =>
      Array.from({ length: BOOKED_DAYS + 1 }, (_, index) => addDays(date, index)),
    );
    const booked = await transactionsStore.listOfDays(tx, companyId, some[0]?.account_id ?? "", [
      ...new Set(near),
    ]);
    const candidates = [...some, ...booked.filter(({ status }) => status !== "pending")];
    // One that is still pending at the bank is a candidate, and keeps its place. So is one that an earlier
    // pull took out: what took its place is not known, and a later purchase must not get what was said of it.
    for (const [line, row] of surePairs(pending, candidates))
      if (!("id" in line) && removed.has(row.id)) replaced.set(keyOf(line) ?? "", row);
  }
  return replaced;
}

/**
 * Those of the categories of former transactions and their split lines that are inactive. Nothing new is put
 * on them, so they do not go over.
 */
export async function inactiveOf(
  tx: Tx,
  companyId: Company,
  replaced: ReplacedRows,
  splits: Former["splits"],
): Promise<ReadonlySet<string | null>> {
  const ids = [...replaced.values()].flatMap((row) => categoriesOf(row, splits));
  if (ids.length === 0) return new Set();
  const choices = await chartStore.listCategoryChoices(tx, companyId, [...new Set(ids)]);
  return new Set(choices.filter(({ active }) => !active).map(({ id }) => id));
}

/** The categories that a person or a rule gave a transaction. */
export function categoriesOf(row: TransactionRow, splits: Former["splits"]): PublicId<"category">[] {
  return [row, ...(splits.get(row.id) ?? [])].flatMap(({ category_id }) => category_id ?? []);
}

/** Lines are compared only within this: one account, read from one vendor. */
function placeOf(line: Pick<FeedLine, "account_id" | "source_vendor"> | undefined): string {
  return `${line?.account_id} ${line?.source_vendor}`;
}

/**
 * Returns the decisions about a transaction, for the line that replaces it. A transfer, a match and a spread
 * belong to the transaction and are not carried over.
 */
export function decisionsOn(
  row: TransactionRow,
  category: (amountCents: number) => PublicId<"category">,
  inactive: ReadonlySet<string | null>,
): Partial<Omit<Change["after"], "id">> {
  const isCategorized =
    row.category_id !== null &&
    !inactive.has(row.category_id) &&
    row.invoice_id === null &&
    row.category_id !== category(1) &&
    row.category_id !== category(-1);
  return {
    memo: row.memo,
    ...(isCategorized ? { category_id: row.category_id } : {}),
    ...(isCategorized || row.department_id !== null ? { department_id: row.department_id } : {}),
    ...(row.merchant_chosen ? { merchant_name: row.merchant_name, merchant_chosen: true } : {}),
    ...(row.accounting_date === row.date ? {} : { accounting_date: row.accounting_date }),
  };
}

/** A new transaction that is split, with its lines. */
export interface NewSplit {
  readonly change: Change;
  readonly lines: readonly SplitRow[];
}

/**
 * Returns the new transactions that replace one that a person has split, by id. Another amount changes the
 * largest line, as in an existing transaction. A split that can't take the amount, or has an inactive
 * category, is not carried over; nor are months over which a line counts: it counts at once.
 */
export function splitsOver(
  changes: readonly Change[],
  replaced: ReplacedRows,
  splits: Former["splits"],
  inactive: ReadonlySet<string | null>,
  ids: Ids,
): ReadonlyMap<string, NewSplit> {
  const parted = new Map<string, NewSplit>();
  for (const { before, after } of changes) {
    const row = before === null ? replaced.get(keyOf(after) ?? "") : undefined;
    if (row?.transaction_type !== "category_split" || after.status === "excluded") continue;
    const difference = cents(after.amount_cents - row.amount_cents);
    const lines = resizedLines(splits.get(row.id) ?? [], difference);
    if (lines === null || lines.some(({ category_id }) => inactive.has(category_id))) continue;
    const isOther = difference !== 0 || lines.some(({ spread_id }) => spread_id !== null);
    parted.set(after.id, {
      change: {
        before,
        after: {
          ...after,
          transaction_type: "category_split",
          category_id: null,
          department_id: null,
          status: isOther ? afterNewAmount(after.status) : after.status,
        },
      },
      lines: lines.map((line) => ({
        ...line,
        id: ids.next("split"),
        transaction_id: after.id,
        spread_id: null,
      })),
    });
  }
  return parted;
}

/** Writes changes; those of new transactions that are split together with their lines. */
export async function writeWithSplits(
  tx: Tx,
  companyId: Company,
  now: UnixSeconds,
  written: readonly Change[],
  parted: ReadonlyMap<string, NewSplit>,
): Promise<void> {
  await writeChanges(
    tx,
    companyId,
    now,
    written.filter(({ after }) => !parted.has(after.id)),
  );
  if (parted.size === 0) return;
  const split = [...parted.values()];
  await writeChanges(
    tx,
    companyId,
    now,
    split.map(({ change }) => change),
    async () => {
      await splitsStore.insert(
        tx,
        companyId,
        split.flatMap(({ lines }) => lines),
      );
    },
  );
}
