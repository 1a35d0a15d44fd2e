/**
 * Closed books: the closing date of a company, the record of how it was set and lifted, and the check that no
 * posting changes an entry on or before it. Triggers in the database refuse such a change too
 * (`0038-closed-books.sql`); here it gets its sentence.
 * Invariant: the date that a transaction reads stays until the transaction ends, because setting it waits for
 * all writers of the company's entries.
 */
import type { Permissions } from "@daybook/words/areas";
import { addDays, type CivilDate, type UnixSeconds } from "@daybook/words/civil-date";
import { type Refusal, refuse } from "../../../../core/errors.ts";
import { PREFIXES, type PublicId } from "@daybook/words/public-id";
import { type Db, describeChange, noteTurn, type Queryable, type Tx } from "../../../../platform/db/index.ts";
import { dayCheck } from "@daybook/words/day-check";
import { currentActor } from "../../../../platform/log/actor.ts";
import type { ClosingEventRow, ClosingRow } from "../record.ts";
import { closingsStore } from "../store/closings.ts";
import {
  type Checklist,
  type CloseCheck,
  keptItems,
  makeChecklist,
  nextClosing,
  openItems,
} from "./checklist.ts";
import type { ReportsCompany } from "./reads.ts";

type Company = PublicId<"company">;

/** The time of a change of the closing date, and the accounting day at that time. */
export interface ClosingTime {
  readonly now: UnixSeconds;
  readonly today: CivilDate;
}

/** The caller: the operator of the service, or the permissions of a member. */
export type ClosingCaller = "operator" | Permissions;

export interface ClosingService {
  /** Returns the closing date of a company; null for open books. */
  closedThrough(companyId: Company): Promise<CivilDate | null>;
  /**
   * Makes the checklist of a month through a day; null for the month that is closed next. Refuses
   * `invalid_request` for a day that is closed.
   */
  getChecklist(companyId: ReportsCompany, through: CivilDate | null, at: ClosingTime): Promise<Checklist>;
  /** Returns the record of closings, the latest first. */
  listClosings(companyId: ReportsCompany): Promise<ClosingEventRow[]>;
  /**
   * Closes the books through a day, and keeps the checklist of the month and the reason. Refuses
   * `invalid_request` for a day that has not ended, for one before the present closing date, and while bank
   * lines of the period are pending, and `parameter_missing` for open items without a reason.
   */
  closeBooks(
    companyId: Company,
    through: CivilDate,
    at: ClosingTime,
    caller: ClosingCaller,
    reason: string | null,
  ): Promise<CivilDate>;
  /** Lifts the closing date, for a reason. Returns the former one; null if the books were open. */
  openBooks(
    companyId: Company,
    at: ClosingTime,
    caller: ClosingCaller,
    reason: string,
  ): Promise<CivilDate | null>;
}

export function closingService(db: Db, checks: readonly CloseCheck[]): ClosingService {
  return {
    closedThrough: (companyId) => closingsStore.findThrough(db, companyId),
    getChecklist: (companyId, through, { now, today }) =>
      db.transaction(
        async (tx) => {
          const wanted = through ?? nextClosing(await closingsStore.findThrough(tx, companyId), today);
          return makeChecklist(tx, checks, companyId, wanted, now);
        },
        { mode: "snapshot" },
      ),
    listClosings: (companyId) => closingsStore.listEvents(db, companyId),
    async closeBooks(companyId, through, at, caller, reason) {
      checkCaller(caller);
      return db.transaction(
        async (tx) => {
          await lock(tx, companyId);
          const former = await closingsStore.find(tx, companyId);
          const fault = await closingFault(tx, companyId, through, former, at.today);
          if (fault !== null) throw refuse("invalid_request", { param: "through", message: fault });
          if (former?.closed_through === through) return through;
          const checklist = await makeChecklist(tx, checks, companyId, through, at.now);
          checkReason(checklist, reason);
          await putClosing(tx, companyId, { closed_through: through, closed_at: at.now }, former);
          const event = { action: "closed", through, reason, checklist: keptItems(checklist) } as const;
          await keep(tx, companyId, at.now, event);
          await describe(tx, companyId, at.now, {
            name: "close-books",
            from: former?.closed_through,
            to: through,
            note: reason,
          });
          return through;
        },
        { long: true },
      );
    },
    async openBooks(companyId, { now }, caller, reason) {
      checkCaller(caller);
      return db.transaction(async (tx) => {
        await lock(tx, companyId);
        const former = await closingsStore.findThrough(tx, companyId);
        if (former === null) return null;
        await closingsStore.delete(tx, companyId);
        closings.delete(tx);
        await keep(tx, companyId, now, { action: "opened", through: former, reason, checklist: null });
        await describe(tx, companyId, now, { name: "open-books", from: former, to: "open", note: reason });
        return former;
      });
    },
  };
}

/** The closing date decides what filed statements show, so it takes more than one of the two areas. */
function checkCaller(caller: ClosingCaller): void {
  if (caller !== "operator" && (caller.company !== "manage" || caller.accounting_setup !== "manage"))
    throw refuse("insufficient_permission", {
      message: "Closing and opening the books needs `manage` for `company` and for `accounting_setup`.",
    });
}

async function lock(tx: Tx, companyId: Company): Promise<void> {
  noteTurn(tx, "company");
  await closingsStore.lock(tx, companyId);
}

/** Throws a refusal for open items without a reason. */
function checkReason(checklist: Checklist, reason: string | null): void {
  const open = openItems(checklist);
  if (open.length === 0 || reason !== null) return;
  const names = open.map(({ title, evidence }) => `${title}: ${evidence}`);
  throw refuse("parameter_missing", {
    param: "reason",
    message: `${open.length === 1 ? "1 item is" : `${open.length} items are`} open through ${checklist.through}. ${names.join("; ")}. Do what is open, or close the books with a reason, which is kept.`,
    ways: [{ give: "reason" }, { see: "getCloseChecklist" }],
  });
}

/** Adds an event to the record of closings. The lock of the closing date keeps the numbers in order. */
async function keep(
  tx: Tx,
  companyId: Company,
  at: UnixSeconds,
  event: Omit<ClosingEventRow, "number" | "at" | "actor">,
): Promise<void> {
  const latest = await closingsStore.findLatestEvent(tx, companyId);
  const actor = currentActor()?.by ?? null;
  await closingsStore.insertEvent(tx, companyId, { ...event, number: (latest?.number ?? 0) + 1, at, actor });
}

/** Adds a closing date that a bundle states to the record, unless its own records say so. */
export async function keepStated(
  tx: Tx,
  companyId: Company,
  { closed_through: through, closed_at }: Pick<ClosingRow, "closed_through" | "closed_at">,
): Promise<void> {
  const latest = await closingsStore.findLatestEvent(tx, companyId);
  if (latest?.action === "closed" && latest.through === through) return;
  const reason = "A company bundle states this closing date.";
  await keep(tx, companyId, closed_at, { action: "closed", through, reason, checklist: null });
}

/** Returns how the record of closings contradicts the closing date; null if it does not. */
export async function findUnrecordedClosing(db: Queryable, companyId: Company): Promise<string | null> {
  const through = await closingsStore.findThrough(db, companyId);
  const latest = await closingsStore.findLatestEvent(db, companyId);
  const recorded = latest?.action === "closed" ? latest.through : null;
  if (recorded === through) return null;
  const says = (day: CivilDate | null): string => (day === null ? "open" : `closed through ${day}`);
  return `the books are ${says(through)}, but by the record of closings they are ${says(recorded)}`;
}

interface ClosingChange {
  readonly name: string;
  readonly from: CivilDate | undefined;
  readonly to: string;
  readonly note: string | null;
}

function describe(
  tx: Tx,
  companyId: Company,
  at: UnixSeconds,
  { name, from, to, note }: ClosingChange,
): Promise<void> {
  return describeChange(tx, companyId, {
    at,
    by: currentActor()?.by ?? "daybook",
    action: `company ${name}`,
    topic: "closing",
    subject: companyId,
    from_state: from ?? "open",
    to_state: to,
    ...(note === null ? {} : { note }),
  });
}

/** Vouchers with these prefixes are on hold while a bank line is pending. */
const PENDING_PREFIXES = [`${PREFIXES.voucher}txn-`, `${PREFIXES.voucher}trf-`, `${PREFIXES.voucher}spread-`];

/** Returns why the books can't be closed through a day, as a sentence; null if they can. */
export async function closingFault(
  db: Queryable,
  companyId: Company,
  through: CivilDate,
  former: Pick<ClosingRow, "closed_through"> | null,
  today: CivilDate,
): Promise<string | null> {
  const doubt = dayCheck(today)(through);
  if (doubt !== null && through < today) return `The ${doubt}.`;
  if (through >= today) return `Books are closed through a day that has ended, and today is ${today}.`;
  if (former !== null && through < former.closed_through)
    return `The books are closed through ${former.closed_through}. Open them first to close them through an earlier day.`;
  const held = await closingsStore.findHeld(db, companyId, through, PENDING_PREFIXES);
  if (held === null) return null;
  return `A bank line of ${held.date} (voucher ${held.voucher_id}) is pending, so its entries may still change. Wait until the bank settles it, or give it a later accounting date.`;
}

/** Stores a closing date. The digest of an earlier one is kept, and only the entries after it are added. */
export async function putClosing(
  tx: Tx,
  companyId: Company,
  row: Pick<ClosingRow, "closed_through" | "closed_at">,
  former: ClosingRow | null,
): Promise<void> {
  const from = former === null ? null : addDays(former.closed_through, 1);
  const added = await closingsStore.digest(tx, companyId, from, row.closed_through);
  await closingsStore.put(tx, companyId, {
    ...row,
    entry_count: added.entry_count + (former?.entry_count ?? 0),
    digest: String(BigInt(added.digest) + BigInt(former?.digest ?? 0)),
  });
  closings.delete(tx);
}

/** The closing date of a company as transactions read it. */
const closings = new WeakMap<Tx, Promise<CivilDate | null>>();

/**
 * Returns the closing date of a company, which is read once in a transaction; null for open books. A
 * transaction writes the entries of one company.
 */
export function closedThrough(tx: Tx, companyId: Company): Promise<CivilDate | null> {
  const known = closings.get(tx) ?? closingsStore.findThrough(tx, companyId);
  closings.set(tx, known);
  return known;
}

/** Why a voucher that would change entries of a closed day is not written, as a clause. */
export function closedReason(through: CivilDate, closed: CivilDate): string {
  return `the books are closed through ${through}, and it would change entries of ${closed}; date it later, or open the books first`;
}

/** Keeps the closing date that a transaction read with the lock of its writers. */
export function noteClosing(tx: Tx, through: CivilDate | null): void {
  closings.set(tx, Promise.resolve(through));
}

/** Returns a day, or the first open day if it is closed. */
export function openDay(date: CivilDate, through: CivilDate | null): CivilDate {
  return through !== null && date <= through ? addDays(through, 1) : date;
}

/** Returns the refusal of a change of entries of a closed day. */
export function closedRefusal(date: CivilDate, through: CivilDate, param?: string): Refusal {
  return refuse("transaction_update_failed", {
    ...(param === undefined ? {} : { param }),
    message: `The books are closed through ${through}, and this would change journal entries of ${date}. Book a correction on ${addDays(through, 1)} or later, or have the books opened.`,
  });
}

/** Returns how closed entries differ from those with which the books were closed; null if they do not. */
export async function findClosedDifference(db: Queryable, companyId: Company): Promise<string | null> {
  const closing = await closingsStore.find(db, companyId);
  if (closing === null) return null;
  const { closed_through, entry_count, digest } = closing;
  const now = await closingsStore.digest(db, companyId, null, closed_through);
  if (now.entry_count !== entry_count)
    return `the books were closed through ${closed_through} with ${entry_count} entries, but there are ${now.entry_count} now`;
  return now.digest === digest
    ? null
    : `an entry on or before ${closed_through} is not as it was when the books were closed`;
}
