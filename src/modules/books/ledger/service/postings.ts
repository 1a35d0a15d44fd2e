/**
 * Postings: what a transaction, a transfer, an invoice or a schedule means in the books, written and replaced
 * in the database transaction of its source. Invariant: the vouchers of a source are what its posting
 * function gives for the source as it is now; each has an id made of the source's, so that the same source
 * has the same entries everywhere.
 */
import { assert } from "../../../../core/assert.ts";
import { type Cents, cents } from "../../../../core/cents.ts";
import type { CivilDate, UnixSeconds } from "../../../../core/civil-date.ts";
import { refuse } from "../../../../core/errors.ts";
import type { EntrySource } from "../../../../core/ledger-words.ts";
import { PREFIXES, type PublicId } from "../../../../core/public-id.ts";
import type { Tx } from "../../../../platform/db/index.ts";
import { type LineRow, lineText, vouchersStore } from "../store/vouchers.ts";

type Company = PublicId<"company">;
type Voucher = PublicId<"voucher">;

/** The kinds of sources that post; each has its own prefix of voucher ids. */
export const POSTED = { transaction: "txn", transfer: "trf", invoice: "inv", spread: "spread" } as const;
export type PostedKind = keyof typeof POSTED;

/**
 * The id of the voucher that a source posts; `part` distinguishes the vouchers of a source that posts
 * several.
 */
export function postedVoucherId(kind: PostedKind, source: string, part?: number): Voucher {
  const suffix = source.slice(PREFIXES[kind].length);
  return `${PREFIXES.voucher}${POSTED[kind]}-${suffix}${part === undefined ? "" : `.${part}`}` as Voucher;
}

const FROM_SOURCE = new RegExp(`^${PREFIXES.voucher}(${Object.values(POSTED).join("|")})-`);

/** True if a voucher is the posting of a source, and so is replaced and deleted with it. */
export function isPosted(voucher: string): boolean {
  return FROM_SOURCE.test(voucher);
}

/** The ids of all vouchers that sources of a kind post: from the first, and before the second. */
export function voucherRange(kind: PostedKind): { readonly from: string; readonly to: string } {
  const start = `${PREFIXES.voucher}${POSTED[kind]}`;
  // "." is the character after "-".
  return { from: `${start}-`, to: `${start}.` };
}

/** The id of the source that posts a voucher of a kind, if any does. */
export function sourceOf(kind: PostedKind, voucher: string): string {
  const suffix = voucher.slice(voucherRange(kind).from.length);
  return `${PREFIXES[kind]}${kind === "spread" ? suffix.replace(/\.\d+$/, "") : suffix}`;
}

/** One side of a posting. */
export interface PostingLine {
  readonly category_id: PublicId<"category">;
  readonly department_id: PublicId<"department"> | null;
  /** Debit minus credit. */
  readonly net_debit_cents: Cents;
  readonly description?: string;
}

/** A balanced set of lines. */
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

/** From so many lines on, COPY is worth its round trips. */
const COPY_FROM = 100;
const CHUNK_LINES = 500;

/**
 * Replaces vouchers: deletes those in `former` and inserts those in `next`. Lines with amount 0 and vouchers
 * without lines are left out. Refuses `transaction_update_failed` if the sum of the company's debits would no
 * longer be exact.
 */
export async function replacePostings(
  tx: Tx,
  companyId: Company,
  now: UnixSeconds,
  former: readonly Voucher[],
  next: readonly Posting[],
): Promise<void> {
  const lines = next.flatMap(linesOf);
  // Started together, so that a few statements take one round trip.
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

/** Up to this many lines are moved one by one; for more, replacing the voucher is cheaper. */
const MOVED_MOST = 2;

/**
 * Replaces the postings of a source. If no amount and no date changes, lines are moved in place, and equal
 * ones are not touched. Refuses as `replacePostings` does.
 */
export async function changePosting(
  tx: Tx,
  companyId: Company,
  now: UnixSeconds,
  before: Posting | null,
  after: Posting | null,
): Promise<void> {
  const moved = before === null || after === null ? null : movedLines(linesOf(before), linesOf(after));
  if (moved !== null && moved.length <= MOVED_MOST) {
    const counts = await Promise.all(moved.map((line) => vouchersStore.move(tx, companyId, line, now)));
    // If another program changed the journal, it may hold other lines than were posted; then the voucher is
    // replaced.
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

/** The lines that only move to another category; null if anything else differs. */
function movedLines(before: readonly LineRow[], after: readonly LineRow[]): LineRow[] | null {
  const same = (names: readonly (keyof LineRow)[], line: LineRow, index: number): boolean =>
    names.every((name) => line[name] === before[index]?.[name]);
  if (before.length !== after.length || !after.every((line, index) => same(FIXED, line, index))) return null;
  return after.filter((line, index) => !same(MOVABLE, line, index));
}

/** The fields of an entry that are fixed, and those that may change in place. */
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

/** Writes lines; gives all debits of the company with them, in cents. */
async function writeLines(
  tx: Tx,
  companyId: Company,
  now: UnixSeconds,
  lines: readonly LineRow[],
): Promise<bigint> {
  if (lines.length >= COPY_FROM) {
    await vouchersStore.copy(tx, chunks(companyId, lines, now));
    return vouchersStore.findDebits(tx, companyId);
  }
  const before = await vouchersStore.insert(tx, companyId, lines, now);
  return lines.reduce((sum, { net_debit_cents }) => sum + BigInt(Math.max(0, net_debit_cents)), before);
}

/** The lines of a posting as they are kept; those of nothing are left out. */
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
  // Exactly: on their way to nothing, sums of large lines leave the safe integers.
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

function* chunks(
  companyId: Company,
  lines: readonly LineRow[],
  now: UnixSeconds,
): Generator<string, void, undefined> {
  for (let from = 0; from < lines.length;) {
    let to = Math.min(lines.length, from + CHUNK_LINES);
    // The lines of a voucher stay together.
    while (to < lines.length && lines[to]?.voucher_id === lines[to - 1]?.voucher_id) to += 1;
    yield lines
      .slice(from, to)
      .map((line) => lineText(companyId, line, line.created, now))
      .join("");
    from = to;
  }
}
