/**
 * Use cases of manual entries, which a person posts to the journal: post, reverse, review and read them.
 * Invariants: an entry never changes after it is posted, except that somebody reviews it once; a mistake is
 * corrected by its reversal. A voucher is reversed at most once. All is written under the company's lock.
 */
import type { Permissions } from "@daybook/words/areas";
import { type Cents, negateCents, ZERO_CENTS } from "@daybook/words/cents";
import {
  addDays,
  type CivilDate,
  losAngelesDate,
  monthOf,
  type UnixSeconds,
} from "@daybook/words/civil-date";
import { dayCheck } from "@daybook/words/day-check";
import { type Refusal, refuse } from "../../../../core/errors.ts";
import { LIMITS } from "@daybook/words/limits";
import { parseId, type PublicId } from "@daybook/words/public-id";
import { type Db, describeChange, type Queryable, type Tx } from "../../../../platform/db/index.ts";
import { currentActor } from "../../../../platform/log/actor.ts";
import type { Ids } from "../../../../platform/random/random.ts";
import { type CategoryRow, chartStore } from "../../chart/index.ts";
import type { ManualEntryRow } from "../record.ts";
import {
  type ManualEntryFilter,
  manualEntriesStore,
  type ManualEntrySummary,
} from "../store/manual-entries.ts";
import { vouchersStore } from "../store/vouchers.ts";
import { closedThrough } from "./closing.ts";
import { readEntryFile } from "./entry-file.ts";
import { type EntryDraft, linesOfDraft } from "./entry-lines.ts";
import type { ReportsCompany } from "./reads.ts";
import { isPosted, linesOf, type Posting, type PostingLine, replacePostings } from "./postings.ts";

type Company = PublicId<"company">;
type Voucher = PublicId<"voucher">;

/** The caller: the operator of the service, or the permissions of a member. */
export type EntryCaller = "operator" | Permissions;

/** A line of a manual entry as it is shown. */
export interface ManualEntryLine {
  readonly line: number;
  readonly category_id: string;
  readonly category_name: string;
  readonly department_id: string | null;
  readonly department_name: string | null;
  readonly debit_cents: Cents;
  readonly credit_cents: Cents;
  readonly memo: string;
}

/** A manual entry with its lines. */
export interface ManualEntry extends ManualEntrySummary {
  readonly lines: readonly ManualEntryLine[];
}

/** A posted entry. `repeated` is true if it was posted before under the same reference. */
export interface PostedEntry extends ManualEntry {
  readonly repeated: boolean;
}

/** The day of a reversal; its memo is null for one that names the reversed voucher. */
export interface Reversal {
  readonly date: CivilDate;
  readonly memo: string | null;
}

/** The lines of an entry that could be posted, and the categories of the company. */
export interface CheckedEntry {
  readonly lines: readonly PostingLine[];
  readonly categories: readonly CategoryRow[];
}

export interface ManualEntriesService {
  /**
   * Returns the entries of a CSV or JSON file, to post them. Throws `LineProblem` or `invalid_request` for a
   * file that can't be read.
   */
  readEntryFile(bytes: Uint8Array): Promise<EntryDraft[]>;
  /**
   * Posts entries, all or none. An entry whose reference has been posted before with the same content is not
   * posted again. Refuses `insufficient_permission`, `invalid_request` with the faulty part as `param`, and
   * `idempotency_key_conflict` for a reference that was posted with other content.
   */
  postEntries(
    companyId: Company,
    drafts: readonly EntryDraft[],
    now: UnixSeconds,
    caller: EntryCaller,
  ): Promise<PostedEntry[]>;
  /**
   * Posts the opposite of a voucher. Refuses `resource_missing` for an unknown voucher, and `invalid_request`
   * for one that is reversed already, that follows its source, or that is dated after the reversal.
   */
  reverseVoucher(
    companyId: Company,
    voucher: string,
    reversal: Reversal,
    now: UnixSeconds,
    caller: EntryCaller,
  ): Promise<ManualEntry>;
  /** Notes the caller as the reviewer. An entry that was reviewed before keeps its reviewer. */
  reviewEntry(
    companyId: Company,
    voucher: string,
    now: UnixSeconds,
    caller: EntryCaller,
  ): Promise<ManualEntry>;
  /**
   * Returns the lines of an entry as they would be posted, and the chart. Throws the refusals of
   * `postEntries` for what is wrong with the entry itself.
   */
  checkEntry(companyId: Company, draft: EntryDraft, now: UnixSeconds): Promise<CheckedEntry>;
  /**
   * Lists manual entries without their lines, those posted last first; with `after` only those that were
   * posted before this one. Refuses `resource_missing` if there is no such entry.
   */
  listManualEntries(
    companyId: ReportsCompany,
    filter: ManualEntryFilter,
    count: number,
    after?: string | null,
  ): Promise<ManualEntrySummary[]>;
  /** Returns a manual entry without its lines; null for a voucher that no person posted. */
  findManualEntry(companyId: ReportsCompany, voucher: string): Promise<ManualEntrySummary | null>;
  /** Returns a manual entry with its lines. Refuses `resource_missing`. */
  getManualEntry(companyId: ReportsCompany, voucher: string): Promise<ManualEntry>;
}

export interface ManualEntryNeeds {
  readonly db: Db;
  readonly ids: Ids;
  /** Refuses `resource_missing`. */
  readonly lockCompany: (tx: Tx, companyId: Company) => Promise<unknown>;
}

export function manualEntriesService({ db, ids, lockCompany }: ManualEntryNeeds): ManualEntriesService {
  /** Runs a change in the company's turn, and returns what it left. */
  const changing = async <R>(
    companyId: Company,
    caller: EntryCaller,
    change: (tx: Tx) => Promise<R>,
  ): Promise<R> => {
    if (caller !== "operator" && caller.accounting_setup !== "manage")
      throw refuse("insufficient_permission", {
        message: "Posting, reversing and reviewing journal entries needs `manage` for `accounting_setup`.",
      });
    return db.transaction(async (tx) => {
      await lockCompany(tx, companyId);
      return change(tx);
    });
  };
  return {
    readEntryFile,
    postEntries: (companyId, drafts, now, caller) =>
      changing(companyId, caller, (tx) => post({ tx, companyId, now, ids }, drafts)),
    reverseVoucher: (companyId, voucher, reversal, now, caller) =>
      changing(companyId, caller, (tx) => reverse({ tx, companyId, now, ids }, voucher, reversal)),
    async findManualEntry(companyId, voucher) {
      return manualEntriesStore.find(db, companyId, voucher);
    },
    reviewEntry: (companyId, voucher, now, caller) =>
      changing(companyId, caller, async (tx) => {
        await getEntry(tx, companyId, voucher);
        const count = await manualEntriesStore.review(tx, companyId, voucher, actorName(), now);
        if (count > 0)
          await describe({ tx, companyId, now }, "journal review", voucher, "unreviewed", "reviewed");
        return getEntry(tx, companyId, voucher);
      }),
    checkEntry: (companyId, draft, now) =>
      db.transaction(
        async (tx) => {
          const chart = await chartOf(tx, companyId);
          const lines = linesOfDraft(draft, chart, "");
          checkDay({ now }, draft.date, "date");
          const through = await closedThrough(tx, companyId);
          checkOpen(draft.date, through, "date");
          if (draft.reverses_on)
            checkReversal({ now }, draft.date, draft.reverses_on, through, "reverses_on");
          return { lines, categories: chart.categories };
        },
        { mode: "snapshot" },
      ),
    async listManualEntries(companyId, filter, count, after = null) {
      // Which entries follow it is known, whether or not it still matches the filter.
      if (after !== null && (await manualEntriesStore.find(db, companyId, after)) === null)
        throw refuse("resource_missing");
      return manualEntriesStore.list(db, companyId, filter, count, after);
    },
    getManualEntry: (companyId, voucher) => getEntry(db, companyId, voucher),
  };
}

/** The transaction that changes the entries of a company. */
interface Scope {
  readonly tx: Tx;
  readonly companyId: Company;
  readonly now: UnixSeconds;
  readonly ids: Ids;
}

async function post(scope: Scope, drafts: readonly EntryDraft[]): Promise<PostedEntry[]> {
  const { tx, companyId, ids } = scope;
  if (drafts.length === 0 || drafts.length > LIMITS.manual_entries_posted.value)
    throw refuse("invalid_request", {
      param: "entries",
      message: `Post 1 to ${LIMITS.manual_entries_posted.value} entries at once, not ${drafts.length}.`,
    });
  const chart = await chartOf(tx, companyId);
  const references = drafts.flatMap(({ reference }) => reference ?? []);
  const known = new Map(
    (await manualEntriesStore.listByReference(tx, companyId, references)).map((row) => [row.reference, row]),
  );
  const through = await closedThrough(tx, companyId);
  const posted: { readonly voucher: Voucher; readonly repeated: boolean }[] = [];
  const added: NewEntry[] = [];
  for (const [index, draft] of drafts.entries()) {
    const path = drafts.length === 1 ? "" : `entries[${index}].`;
    const lines = linesOfDraft(draft, chart, path);
    const former = draft.reference === null ? undefined : known.get(draft.reference);
    if (former !== undefined) {
      await checkRepeated(scope, former, draft, lines);
      posted.push({ voucher: former.voucher_id, repeated: true });
      continue;
    }
    checkDay(scope, draft.date, `${path}date`);
    checkOpen(draft.date, through, `${path}date`);
    const entry = newEntry(scope, ids.next("voucher"), draft, lines);
    if (draft.reference !== null) {
      if (added.some(({ row }) => row.reference === draft.reference))
        throw refuse("invalid_request", {
          param: `${path}reference`,
          message: `Two entries have the reference ${JSON.stringify(draft.reference)}.`,
        });
    }
    added.push(entry);
    if (draft.reverses_on) {
      checkReversal(scope, draft.date, draft.reverses_on, through, `${path}reverses_on`);
      added.push(reversalOf(scope, entry, draft.reverses_on));
    }
    posted.push({ voucher: entry.row.voucher_id, repeated: false });
  }
  await write(scope, added, "journal post");
  const entries: PostedEntry[] = [];
  for (const { voucher, repeated } of posted)
    entries.push({ ...(await getEntry(tx, companyId, voucher)), repeated });
  return entries;
}

async function chartOf(tx: Tx, companyId: Company) {
  return {
    categories: await chartStore.listCategories(tx, companyId),
    departments: await chartStore.listDepartments(tx, companyId),
  };
}

/** An entry to write: its row, and the posting with its lines. */
interface NewEntry {
  readonly row: ManualEntryRow;
  readonly posting: Posting;
}

function newEntry(
  { now }: Pick<Scope, "now">,
  voucher: Voucher,
  { date, memo, reference, adjusting }: Omit<EntryDraft, "lines">,
  lines: readonly PostingLine[],
  reverses: Voucher | null = null,
): NewEntry {
  return {
    row: {
      voucher_id: voucher,
      memo,
      reference,
      posted_by: actorName(),
      reverses,
      adjusting,
      reviewed_by: null,
      reviewed_at: null,
      created: now,
    },
    posting: {
      id: voucher,
      date,
      description: memo,
      merchant: null,
      source: "adjustment",
      transaction_id: null,
      held: false,
      created: now,
      lines,
    },
  };
}

/** Throws a refusal for a reversal that does not follow its entry, or is on a closed or improbable day. */
function checkReversal(
  scope: Pick<Scope, "now">,
  date: CivilDate,
  reversesOn: CivilDate,
  through: CivilDate | null,
  param: string,
): void {
  if (reversesOn <= date)
    throw refuse("invalid_request", {
      param,
      message: `The entry is of ${date}, and is reversed on a later day, not on ${reversesOn}.`,
    });
  checkDay(scope, reversesOn, param);
  checkOpen(reversesOn, through, param);
}

/** The opposite of an entry that is posted together with it. */
function reversalOf(scope: Scope, { row, posting }: NewEntry, date: CivilDate): NewEntry {
  const lines = posting.lines.map((line) => ({
    ...line,
    net_debit_cents: negateCents(line.net_debit_cents),
  }));
  // In the month of an adjustment its reversal undoes it; in the next one it is an ordinary entry.
  const adjusting = row.adjusting && monthOf(date) === monthOf(posting.date);
  const memo = `Reversal of ${row.voucher_id}`;
  const draft = { date, memo, reference: null, adjusting };
  return newEntry(scope, scope.ids.next("voucher"), draft, lines, row.voucher_id);
}

async function write(scope: Scope, entries: readonly NewEntry[], action: string): Promise<void> {
  if (entries.length === 0) return;
  const { tx, companyId, now } = scope;
  await replacePostings(
    tx,
    companyId,
    now,
    [],
    entries.map(({ posting }) => posting),
  );
  await manualEntriesStore.insert(
    tx,
    companyId,
    entries.map(({ row }) => row),
  );
  for (const { row } of entries) await describe(scope, action, row.voucher_id, row.reverses, "posted");
}

/** Throws a refusal if an entry is not the one that was posted under its reference. */
async function checkRepeated(
  { tx, companyId }: Scope,
  former: ManualEntryRow,
  draft: EntryDraft,
  lines: readonly PostingLine[],
): Promise<void> {
  const stored = await vouchersStore.list(tx, companyId, [former.voucher_id]);
  const next = linesOf({ ...newEntry({ now: former.created }, former.voucher_id, draft, lines).posting });
  const reversal = draft.reverses_on
    ? await manualEntriesStore.find(tx, companyId, former.voucher_id)
    : undefined;
  const isSame =
    (reversal === undefined || reversal?.reversed_on === draft.reverses_on) &&
    former.memo === draft.memo &&
    former.adjusting === draft.adjusting &&
    stored.length === next.length &&
    next.every((line, index) => COMPARED.every((name) => line[name] === stored[index]?.[name]));
  if (!isSame)
    throw refuse("idempotency_key_conflict", {
      param: "reference",
      message: `The reference ${JSON.stringify(draft.reference)} was posted before with other content, as ${former.voucher_id}. Use another reference for another entry.`,
    });
}

const COMPARED = ["date", "category_id", "department_id", "net_debit_cents", "description"] as const;

async function reverse(scope: Scope, voucher: string, { date, memo }: Reversal): Promise<ManualEntry> {
  const { tx, companyId, ids } = scope;
  const stored = await vouchersStore.list(tx, companyId, [voucher]);
  const [first] = stored;
  if (first === undefined) throw missingVoucher(voucher);
  if (isPosted(voucher))
    throw refuse("invalid_request", {
      param: "entry",
      message: `${voucher} is posted from a transaction, a transfer, an invoice, a bill or a spread, and follows it. Change that record instead, or post an entry that corrects it.`,
    });
  const reversal = await manualEntriesStore.findReversal(tx, companyId, voucher);
  if (reversal !== null)
    throw refuse("invalid_request", {
      param: "entry",
      message: `${voucher} is reversed already, by ${reversal}. A voucher is reversed once.`,
    });
  if (date < first.date)
    throw refuse("invalid_request", {
      param: "date",
      message: `${voucher} is of ${first.date}, and its reversal can't be dated before that.`,
    });
  if (date !== first.date) checkDay(scope, date, "date");
  checkOpen(date, await closedThrough(tx, companyId), "date");
  const lines = stored.map((line): PostingLine => ({
    category_id: line.category_id,
    department_id: line.department_id,
    net_debit_cents: negateCents(line.net_debit_cents),
    description: line.description,
  }));
  const text = memo ?? `Reversal of ${voucher}`;
  const reversed = await manualEntriesStore.find(tx, companyId, voucher);
  // In the month of an adjustment its reversal undoes it; in the next one it is an ordinary entry.
  const adjusting = reversed?.adjusting === true && monthOf(date) === monthOf(first.date);
  const entry = newEntry(
    scope,
    ids.next("voucher"),
    { date, memo: text, reference: null, adjusting },
    lines,
    first.voucher_id,
  );
  await write(scope, [entry], "journal reverse");
  return getEntry(tx, companyId, entry.row.voucher_id);
}

/** Throws a refusal for an improbable day: a mistyped year would be the first or last day of every report. */
function checkDay({ now }: Pick<Scope, "now">, date: CivilDate, param: string): void {
  const fault = dayCheck(losAngelesDate(now))(date);
  if (fault !== null) throw refuse("invalid_request", { param, message: `The ${fault}.` });
}

/** Throws a refusal for a day on which the books are closed. */
function checkOpen(date: CivilDate, through: CivilDate | null, param: string): void {
  if (through !== null && date <= through)
    throw refuse("invalid_request", {
      param,
      message: `The books are closed through ${through}. Date the entry ${addDays(through, 1)} or later, or have the books opened.`,
    });
}

async function getEntry(db: Queryable, companyId: Company, voucher: string): Promise<ManualEntry> {
  const summary =
    parseId("voucher", voucher) === null ? null : await manualEntriesStore.find(db, companyId, voucher);
  if (summary === null) throw missingVoucher(voucher);
  const lines = await manualEntriesStore.listLines(db, companyId, voucher);
  return {
    ...summary,
    lines: lines.map(({ net_debit_cents: net, memo, ...line }) => ({
      ...line,
      debit_cents: net > 0 ? net : ZERO_CENTS,
      credit_cents: net < 0 ? negateCents(net) : ZERO_CENTS,
      memo,
    })),
  };
}

function missingVoucher(voucher: string): Refusal {
  return refuse("resource_missing", {
    message: `The company has no entry ${voucher} that a person posted.`,
    ways: [{ see: "listJournalEntries" }],
  });
}

function actorName(): string {
  return currentActor()?.by ?? "daybook";
}

function describe(
  { tx, companyId, now }: Pick<Scope, "tx" | "companyId" | "now">,
  action: string,
  voucher: string,
  from: string | null,
  to: string,
): Promise<void> {
  return describeChange(tx, companyId, {
    at: now,
    by: actorName(),
    action,
    topic: "journal",
    subject: voucher,
    from_state: from,
    to_state: to,
  });
}

/** The check of `verify` that every manual entry has its lines in the journal. */
export const MANUAL_ENTRIES_CHECK = {
  check: "manual_entries_are_posted",
  async find(db: Queryable, companyId: Company): Promise<string | null> {
    const row = await manualEntriesStore.findUnposted(db, companyId);
    return row === null ? null : `the manual entry ${row.voucher_id} has no lines in the journal`;
  },
};
