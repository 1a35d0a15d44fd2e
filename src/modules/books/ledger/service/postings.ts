/**
 * Postings: the vouchers that are derived from a source, which is a transaction, a transfer, an invoice, a
 * bill or a spread. They are written and replaced in the database transaction that changes the source.
 *
 * Invariant: the vouchers of a source are the ones that its posting function returns for the present source.
 * The id of each voucher is derived from the id of the source, so that the same source has entries with the
 * same ids in every installation.
 */
import { assert } from "@daybook/words/assert";
import { type Cents, cents } from "@daybook/words/cents";
import type { CivilDate, UnixSeconds } from "@daybook/words/civil-date";
import { refuse } from "../../../../core/errors.ts";
import type { EntrySource } from "@daybook/words/ledger-words";
import { PREFIXES, type PublicId } from "@daybook/words/public-id";
import type { Tx } from "../../../../platform/db/index.ts";
import { type LineRow, lineText, vouchersStore } from "../store/vouchers.ts";
import { closedRefusal, closedThrough } from "./closing.ts";

type Company = PublicId<"company">;
type Voucher = PublicId<"voucher">;

/** The kinds of sources, each with its prefix in the ids of vouchers. */
export const SOURCE_PREFIXES = {
  transaction: "txn",
  transfer: "trf",
  invoice: "inv",
  voided_invoice: "inv_void",
  bill: "bill",
  voided_bill: "bill_void",
  settlement: "stl",
  reversed_settlement: "stl_rev",
  spread: "spread",
} as const;
export type SourceKind = keyof typeof SOURCE_PREFIXES;

/** The prefix of the ids of each kind of sources. What is reversed has two vouchers, of two kinds. */
const ID_PREFIXES = {
  ...PREFIXES,
  voided_invoice: PREFIXES.invoice,
  voided_bill: PREFIXES.bill,
  reversed_settlement: PREFIXES.settlement,
};

/**
 * Returns the id of the voucher that is posted from a source. If a source has several vouchers, `part`
 * distinguishes them.
 */
export function postedVoucherId(kind: SourceKind, source: string, part?: number): Voucher {
  const suffix = source.slice(ID_PREFIXES[kind].length);
  return `${PREFIXES.voucher}${SOURCE_PREFIXES[kind]}-${suffix}${part === undefined ? "" : `.${part}`}` as Voucher;
}

const POSTED_VOUCHER_ID = new RegExp(`^${PREFIXES.voucher}(${Object.values(SOURCE_PREFIXES).join("|")})-`);

/**
 * True if the id of a voucher says that the voucher is posted from a source. Such a voucher is replaced and
 * deleted with its source.
 */
export function isPosted(voucher: string): boolean {
  return POSTED_VOUCHER_ID.test(voucher);
}

/**
 * Returns the range of ids of all vouchers that are posted from sources of a kind: from `from` to before
 * `to`.
 */
export function voucherRange(kind: SourceKind): { readonly from: string; readonly to: string } {
  const start = `${PREFIXES.voucher}${SOURCE_PREFIXES[kind]}`;
  // "." is the character after "-".
  return { from: `${start}-`, to: `${start}.` };
}

/** Returns the id that the source of a posted voucher must have. The source need not exist. */
export function sourceOf(kind: SourceKind, voucher: string): string {
  const suffix = voucher.slice(voucherRange(kind).from.length);
  return `${ID_PREFIXES[kind]}${kind === "spread" ? suffix.replace(/\.\d+$/, "") : suffix}`;
}

/** One line of a posting. */
export interface PostingLine {
  readonly category_id: PublicId<"category">;
  readonly department_id: PublicId<"department"> | null;
  /** Debit minus credit. */
  readonly net_debit_cents: Cents;
  readonly description?: string;
}

/** A voucher to be posted: a balanced set of lines. */
export interface Posting {
  readonly id: Voucher;
  readonly date: CivilDate;
  readonly description: string;
  readonly merchant: string | null;
  readonly source: EntrySource;
  readonly transaction_id: PublicId<"transaction"> | null;
  readonly held: boolean;
  /** The time at which the source was created. */
  readonly created: UnixSeconds;
  readonly lines: readonly PostingLine[];
}

/** From this number of lines on, COPY is faster than INSERT in spite of its additional round trips. */
const COPY_MIN_LINES = 100;
const CHUNK_LINES = 500;

/**
 * Replaces vouchers: deletes those in `former` and inserts those in `next`. Lines with the amount 0 and
 * vouchers without lines are left out. Throws the refusal `transaction_update_failed` if the sum of the
 * company's debits would become too large to be exact, or if an entry of closed books would change.
 */
export async function replacePostings(
  tx: Tx,
  companyId: Company,
  now: UnixSeconds,
  former: readonly Voucher[],
  next: readonly Posting[],
): Promise<void> {
  const through = await closedThrough(tx, companyId);
  if (through === null) return writePostings(tx, companyId, now, former, next.flatMap(linesOf));
  const { left, lines } = await openPartOf(tx, companyId, through, former, next);
  await writePostings(tx, companyId, now, left, lines);
}

/**
 * Returns the vouchers to delete and the lines to insert without the vouchers that are the same before and
 * after. Throws a refusal if any of the others is in closed books.
 */
async function openPartOf(
  tx: Tx,
  companyId: Company,
  through: CivilDate,
  former: readonly Voucher[],
  next: readonly Posting[],
): Promise<{ readonly left: readonly Voucher[]; readonly lines: readonly LineRow[] }> {
  const before = Map.groupBy(await vouchersStore.list(tx, companyId, former), ({ voucher_id }) => voucher_id);
  const after = Map.groupBy(next.flatMap(linesOf), ({ voucher_id }) => voucher_id);
  const isSame = (id: Voucher): boolean => {
    const [stored, posted] = [before.get(id) ?? [], after.get(id) ?? []];
    return (
      stored.length === posted.length &&
      posted.every((line, index) =>
        [...FIXED, ...MOVABLE].every((name) => line[name] === stored[index]?.[name]),
      )
    );
  };
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter((id) => !isSame(id));
  const lines = changed.flatMap((id) => after.get(id) ?? []);
  const closed = [...changed.flatMap((id) => before.get(id) ?? []), ...lines].find(
    ({ date }) => date <= through,
  );
  if (closed !== undefined) throw closedRefusal(closed.date, through);
  return { left: changed.filter((id) => before.has(id)), lines };
}

async function writePostings(
  tx: Tx,
  companyId: Company,
  now: UnixSeconds,
  former: readonly Voucher[],
  lines: readonly LineRow[],
): Promise<void> {
  // The statements are started together, so that they take one round trip.
  const [, debits] = await Promise.all([
    former.length > 0 ? vouchersStore.delete(tx, companyId, former) : null,
    lines.length > 0 ? writeLines(tx, companyId, now, lines) : 0n,
  ]);
  if (debits > Number.MAX_SAFE_INTEGER) {
    throw refuse("transaction_update_failed", {
      message: `The debits of the company would exceed ${Number.MAX_SAFE_INTEGER} cents, the largest sum that is exact.`,
    });
  }
}

/** Up to this number of lines are moved one by one. For more lines, replacing the voucher is cheaper. */
const MAX_MOVED_LINES = 2;

/**
 * Replaces the posting of a source. If no amount and no date changes, lines are updated in place, and equal
 * lines are not touched. Throws the same refusal as `replacePostings`.
 */
export async function changePosting(
  tx: Tx,
  companyId: Company,
  now: UnixSeconds,
  before: Posting | null,
  after: Posting | null,
): Promise<void> {
  const moved = before === null || after === null ? null : findMovedLines(linesOf(before), linesOf(after));
  if (moved !== null && moved.length <= MAX_MOVED_LINES) {
    const through = await closedThrough(tx, companyId);
    const closed = through === null ? undefined : moved.find(({ date }) => date <= through);
    if (through !== null && closed !== undefined) throw closedRefusal(closed.date, through);
    const counts = await Promise.all(moved.map((line) => vouchersStore.move(tx, companyId, line, now)));
    // Another program may have changed the journal, so that a line is not found as it was posted. Then the
    // whole voucher is replaced.
    if (counts.every((count) => count === 1)) return;
  }
  await replacePostings(
    tx,
    companyId,
    now,
    before === null ? [] : [before.id],
    after === null ? [] : [after],
  );
}

/** Returns the lines that differ only in fields that may change in place; null if any other field differs. */
function findMovedLines(before: readonly LineRow[], after: readonly LineRow[]): LineRow[] | null {
  const isSame = (names: readonly (keyof LineRow)[], line: LineRow, index: number): boolean =>
    names.every((name) => line[name] === before[index]?.[name]);
  if (before.length !== after.length || !after.every((line, index) => isSame(FIXED, line, index)))
    return null;
  return after.filter((line, index) => !isSame(MOVABLE, line, index));
}

/** The fields of an entry that can't change in place, and below those that can. */
const FIXED = [
  "voucher_id",
  "line",
  "date",
  "net_debit_cents",
  "source",
  "transaction_id",
  "created",
] as const satisfies readonly (keyof LineRow)[];
const MOVABLE = [
  "category_id",
  "department_id",
  "merchant",
  "description",
  "held",
] as const satisfies readonly (keyof LineRow)[];

/** Writes lines. Returns the sum of all debits of the company, these lines included, in cents. */
async function writeLines(
  tx: Tx,
  companyId: Company,
  now: UnixSeconds,
  lines: readonly LineRow[],
): Promise<bigint> {
  if (lines.length >= COPY_MIN_LINES) {
    await vouchersStore.copy(tx, chunks(companyId, lines, now));
    return vouchersStore.findDebits(tx, companyId);
  }
  const before = await vouchersStore.insert(tx, companyId, lines, now);
  return lines.reduce((sum, { net_debit_cents }) => sum + BigInt(Math.max(0, net_debit_cents)), before);
}

/** Returns the lines of a posting as they are stored. Lines with the amount 0 are left out. */
export function linesOf({
  id,
  date,
  description,
  merchant,
  source,
  transaction_id,
  held,
  created,
  lines,
}: Posting): LineRow[] {
  // The sum is a BigInt: while large lines are added up, a number could become inexact before it returns to
  // 0.
  assert(
    lines.reduce((sum, line) => sum + BigInt(line.net_debit_cents), 0n) === 0n,
    `the posting ${id} does not balance`,
  );
  return lines
    .filter(({ net_debit_cents }) => net_debit_cents !== 0)
    .map((line, index) => ({
      voucher_id: id,
      line: index + 1,
      date,
      category_id: line.category_id,
      department_id: line.department_id,
      net_debit_cents: cents(line.net_debit_cents),
      merchant,
      description: line.description ?? description,
      source,
      transaction_id,
      held,
      created,
    }));
}

/** Writes the lines as text for COPY, in chunks that never divide a voucher. */
function* chunks(
  companyId: Company,
  lines: readonly LineRow[],
  now: UnixSeconds,
): Generator<string, void, undefined> {
  for (let from = 0; from < lines.length;) {
    let to = Math.min(lines.length, from + CHUNK_LINES);
    while (to < lines.length && lines[to]?.voucher_id === lines[to - 1]?.voucher_id) to += 1;
    yield lines
      .slice(from, to)
      .map((line) => lineText(companyId, line, line.created, now))
      .join("");
    from = to;
  }
}
