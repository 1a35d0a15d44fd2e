/**
 * Lines of a bank beside entries of imported books. Invariant: a line that is new, or whose amount changes,
 * and that probably duplicates an entry (`twinsOf` of the rules) is not posted until the caller, or a person
 * later, decides that it is another one; until then it is excluded, and names the entry. An entry stands for
 * one line of its amount. If it no longer does, the decision is void, and the line waits again.
 */
import { addDays, type CivilDate, type UnixSeconds } from "@daybook/words/civil-date";
import type { TwinAnswer } from "@daybook/words/feed-words";
import { refuse } from "../../../../core/errors.ts";
import type { PublicId } from "@daybook/words/public-id";
import type { Db, Queryable, Tx } from "../../../../platform/db/index.ts";
import { openDay, vouchersStore } from "../../../books/ledger/index.ts";
import type { StoredRow } from "../record.ts";
import { type BookedEntry, reconciledReason, TWIN_DAYS, twinsOf } from "../rules.ts";
import { reconciliationsStore } from "../store/reconciliations.ts";
import { transactionsStore } from "../store/transactions.ts";
import { type DayAmount, type PostedLine, type TwinRow, twinsStore } from "../store/twins.ts";
import { closedRowsOf } from "./closed.ts";
import { beginWriting, type Change, writeChanges } from "./write.ts";

type Company = PublicId<"company">;

/** The lines that wait for an answer: their number, and the first of them. */
export interface AskedTwins {
  readonly count: number;
  readonly lines: readonly TwinRow[];
}

/** The lines that are shown of those that wait. */
const SHOWN = 200;
/** The lines that are answered in one database transaction. */
const BATCH = 1_000;

type Line = DayAmount & { readonly account_id: string; readonly upload_id?: string | null };

/** An entry, among those that lines of the same work go with already. */
const nameOf = ({ voucher_id, line }: Pick<BookedEntry, "voucher_id" | "line">): string =>
  `${voucher_id} ${line}`;

/** The days around those of some lines, and their amounts, each once. */
function around(lines: readonly DayAmount[]) {
  const offsets = Array.from({ length: 2 * TWIN_DAYS + 1 }, (_, index) => index - TWIN_DAYS);
  const days = new Set(
    [...new Set(lines.map(({ date }) => date))].flatMap((date) =>
      offsets.map((offset) => addDays(date, offset)),
    ),
  );
  return [[...days], [...new Set(lines.map(({ amount_cents }) => amount_cents))]] as const;
}

/**
 * Returns the new lines of a batch that probably duplicate entries of imported books, each with its entry. An
 * entry for which another line already waits is the second choice. Entries in `taken` are passed over; found
 * ones are added to it.
 */
export async function bookedTwins(
  db: Queryable,
  companyId: Company,
  lines: readonly Line[],
  taken = new Set<string>(),
): Promise<ReadonlyMap<Line, BookedEntry>> {
  const twins = new Map<Line, BookedEntry>();
  for (const [account, some] of Map.groupBy(lines, ({ account_id }) => account_id)) {
    const upload = some[0]?.upload_id ?? null;
    const entries = await twinsStore.listBooked(db, companyId, account, upload, ...around(some));
    for (const isAsked of [false, true]) {
      const left = some.filter((line) => !twins.has(line));
      const free = entries.filter((entry) => entry.is_asked === isAsked && !taken.has(nameOf(entry)));
      for (const [index, found] of twinsOf(left, free).entries()) {
        const line = left[index];
        if (found === null || line === undefined) continue;
        const { is_asked: _, ...entry } = found;
        twins.set(line, entry);
        taken.add(nameOf(entry));
      }
    }
  }
  return twins;
}

/**
 * Gives those of some new entries on an account's category that are probably the same as lines of the
 * account that are in the books, each with its line. Lines whose ids are in `taken` are passed over, and
 * those that are found are added to it.
 */
export async function postedTwins<Entry extends DayAmount>(
  db: Queryable,
  companyId: Company,
  account: string,
  entries: readonly Entry[],
  taken: Set<string>,
): Promise<readonly { readonly entry: Entry; readonly line: PostedLine }[]> {
  const posted = (await twinsStore.listPosted(db, companyId, account, ...around(entries))).filter(
    ({ id }) => !taken.has(id),
  );
  return twinsOf(entries, posted).flatMap((line, index) => {
    const entry = entries[index];
    if (line === null || entry === undefined) return [];
    taken.add(line.id);
    return [{ entry, line }];
  });
}

/** The lines that wait for an answer. */
export async function listTwinLines(db: Queryable, companyId: Company): Promise<AskedTwins> {
  const lines = await askedLines(db, companyId, null, SHOWN);
  const count = lines.length < SHOWN ? lines.length : await twinsStore.countAsked(db, companyId);
  return { count, lines };
}

/** Lines that wait. One whose entry is it no more stands beside one that it may be now, if there is any. */
async function askedLines(
  db: Queryable,
  companyId: Company,
  ids: readonly string[] | null,
  most: number,
): Promise<readonly TwinRow[]> {
  const rows = await twinsStore.listAsked(db, companyId, ids, most);
  const left = rows.filter(({ twin_fits }) => !twin_fits);
  const found = await bookedTwins(db, companyId, left);
  return rows.map((row) => {
    const entry = found.get(row);
    if (entry === undefined) return row;
    const { voucher_id, line, date, description } = entry;
    return {
      ...row,
      twin_voucher_id: voucher_id,
      twin_line: line,
      twin_date: date,
      twin_description: description,
      twin_fits: true,
    };
  });
}

/**
 * Decides some waiting lines, or all of them; returns their number. Refuses `resource_missing` for a line
 * that does not wait, and `invalid_request` for one that can't be the named entry.
 */
export async function answerTwins(
  db: Db,
  companyId: Company,
  wanted: { readonly ids: readonly string[] | null; readonly answer: TwinAnswer },
  now: UnixSeconds,
): Promise<number> {
  const answerSome = (ids: readonly string[] | null): Promise<number> =>
    db.transaction(async (tx) => {
      const updated = await beginWriting(tx, companyId, now);
      const asked = await askedLines(tx, companyId, ids, BATCH);
      if (ids !== null && asked.length < ids.length)
        throw refuse("resource_missing", { param: "transaction_ids" });
      if (wanted.answer === "same") await refuseOthers(tx, companyId, asked);
      else await refuseTooMuch(tx, companyId, asked);
      const rows = await transactionsStore.lockById(
        tx,
        companyId,
        asked.map(({ id }) => id),
      );
      const { through } = await closedRowsOf(
        tx,
        companyId,
        rows.map(({ id }) => id),
      );
      if (wanted.answer === "another") await refuseReconciled(tx, companyId, rows, through);
      const twins = new Map(asked.map((line) => [line.id, line]));
      const changes = rows.map((row): Change => {
        const { twin_voucher_id = null, twin_line = null } = twins.get(row.id) ?? {};
        const after = { ...row, twin_asked: false, updated };
        if (wanted.answer === "same") return { before: row, after: { ...after, twin_voucher_id, twin_line } };
        return {
          before: row,
          after: {
            ...after,
            twin_voucher_id: null,
            twin_line: null,
            twin_pending: false,
            status: row.twin_pending ? "pending" : "approved",
            accounting_date: openDay(row.accounting_date, through),
          },
        };
      });
      if (changes.length > 0) await writeChanges(tx, companyId, now, changes);
      return changes.length;
    });
  if (wanted.ids !== null) return answerSome([...new Set(wanted.ids)]);
  let answered = 0;
  for (let some = BATCH; some === BATCH; answered += some) some = await answerSome(null);
  return answered;
}

/** Refuses lines that are no entry of the books, or one that another line is. */
async function refuseOthers(tx: Tx, companyId: Company, lines: readonly TwinRow[]): Promise<void> {
  const no = (message: string) => refuse("invalid_request", { param: "transaction_ids", message });
  const gone = lines.find(({ twin_fits }) => !twin_fits);
  if (gone?.twin_date === null)
    throw no(
      `The entry of imported books that ${gone.id} was compared with is in the books no more, so the line can only be another one.`,
    );
  if (gone !== undefined)
    throw no(
      `The entry of imported books that ${gone.id} was compared with has another amount or account, so the line can't be the same. Correct the entry in the books, or say that the line is another one.`,
    );
  if (lines.length === 0) return;
  const answered = await twinsStore.listAnswered(
    tx,
    companyId,
    lines.map(({ twin_voucher_id }) => twin_voucher_id),
    lines.map(({ id }) => id),
  );
  const taken = new Map<string, string | null>(answered.map((entry) => [nameOf(entry), null]));
  for (const { id, twin_voucher_id, twin_line } of lines) {
    const name = nameOf({ voucher_id: twin_voucher_id, line: twin_line });
    const other = taken.get(name);
    if (other === null)
      throw no(
        `The entry of imported books that ${id} was compared with is another line of the bank, as was said, so the line can only be another one.`,
      );
    if (other !== undefined)
      throw no(
        `${other} and ${id} were compared with one entry of imported books, which only one of them can be. Answer for each of them by itself.`,
      );
    taken.set(name, id);
  }
}

/** Refuses lines that would be booked on an open day, while what a finished statement says of them stays. */
async function refuseReconciled(
  tx: Tx,
  companyId: Company,
  rows: readonly Pick<StoredRow, "id" | "accounting_date">[],
  through: CivilDate | null,
): Promise<void> {
  const moved = rows.filter((row) => openDay(row.accounting_date, through) !== row.accounting_date);
  const [found] = await reconciliationsStore.reconciled(
    tx,
    companyId,
    moved.map(({ id }) => id),
  );
  if (found === undefined) return;
  throw refuse("invalid_request", {
    param: "transaction_ids",
    message: `The books are closed through ${through}, and ${reconciledReason(...found)}.`,
  });
}

/** Refuses lines with which the sum of the company's debits would no longer be exact. */
async function refuseTooMuch(tx: Tx, companyId: Company, lines: readonly DayAmount[]): Promise<void> {
  const added = lines.reduce((sum, { amount_cents }) => sum + BigInt(Math.abs(amount_cents)), 0n);
  const debits = await vouchersStore.findDebits(tx, companyId);
  if (debits + added <= BigInt(Number.MAX_SAFE_INTEGER)) return;
  throw refuse("invalid_request", {
    param: "transaction_ids",
    message: `With these lines the debits of the company would exceed ${Number.MAX_SAFE_INTEGER} cents, the largest sum that is exact.`,
  });
}
