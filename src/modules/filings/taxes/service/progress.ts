/**
 * Records the progress of filings. Invariants: only one writer changes a company's taxes at a time; the
 * status changes only as the table of states allows; each change adds an audit line in the same transaction.
 */
import type { UnixSeconds } from "../../../../core/civil-date.ts";
import { refuse } from "../../../../core/errors.ts";
import type { Audit } from "../../../../core/audit.ts";
import { defaultsOf } from "../../../../core/record.ts";
import type { PublicId } from "../../../../core/public-id.ts";
import { type Change, describeChange, type Queryable, type Tx } from "../../../../platform/db/index.ts";
import { lockCompany } from "../../../tenants/company/index.ts";
import { DELAWARE, jurisdictionsOf } from "../rules/jurisdictions.ts";
import { FILING, type TaxEvent, type TaxType } from "../rules/states.ts";
import { type TaxRow, TAXES } from "../record.ts";
import { taxesStore } from "../store.ts";
import { checkConfirms, keptDocument, withDocument } from "./document.ts";
import type { TaxesNeeds } from "./needs.ts";

type Company = PublicId<"company">;

/** The topic of events of the audit trail that are about taxes. */
export const TOPIC = "taxes";

/** The type and year that identify a tax record. */
export interface TaxKey {
  readonly type: TaxType;
  readonly year: number;
}

/** A file that becomes a record's document. */
export interface GivenFile {
  readonly filename: string;
  readonly content: AsyncIterable<Uint8Array>;
}

/** Describes in the audit trail what was recorded. */
export function note(tx: Tx, companyId: Company, change: Omit<Change, "topic">): Promise<void> {
  return describeChange(tx, companyId, { ...change, topic: TOPIC });
}

export function subjectOf({ type, year }: TaxKey): string {
  return `${type} ${year}`;
}

const NONE = "none";

/** A record as it is when it is opened. */
export function newRecord(
  { ids }: Pick<TaxesNeeds, "ids">,
  { type, year }: TaxKey,
  states: readonly string[],
  now: UnixSeconds,
): TaxRow {
  const of =
    type === "income" ? jurisdictionsOf(states) : { jurisdictions: DELAWARE, unmapped_jurisdictions: [] };
  return {
    ...defaultsOf(TAXES),
    id: ids.next(type === "income" ? "incomeTax" : "franchiseTax"),
    type,
    year,
    ...of,
    created: now,
    updated: now,
    document: null,
  };
}

/** Refuses a time that has not come: nothing was filed then. */
function checkPast(at: UnixSeconds | null, now: UnixSeconds): void {
  if (at !== null && at > now)
    throw refuse("invalid_request", {
      param: "filed_at",
      message: "The time of a filing must be in the past.",
    });
}

/** Applies an event to a record. Refuses `invalid_request` if it is not possible. */
export function advanced(
  row: TaxRow,
  event: TaxEvent,
  { filedAt, now }: { readonly filedAt: UnixSeconds | null; readonly now: UnixSeconds },
): TaxRow {
  const filing_status = FILING.next(row.filing_status, event);
  if (filing_status === null) {
    const possible = FILING.eventsOf(row.filing_status).join(", ");
    throw refuse("invalid_request", {
      param: "event",
      message: `The ${row.type} filing of ${row.year} is ${row.filing_status}, so it can't be ${event}. You can record ${possible}.`,
    });
  }
  const filed = filing_status === "filed";
  const filed_elsewhere = event === "filed_elsewhere";
  return {
    ...row,
    document: keptDocument(row, filed_elsewhere),
    filing_status,
    filed_at: filed ? filedAt : null,
    filed_elsewhere,
    updated: later(row, now),
  };
}

/** A clock that was set back takes no time of a record back. */
function later({ updated }: Pick<TaxRow, "updated">, now: UnixSeconds): UnixSeconds {
  return now > updated ? now : updated;
}

export function progressService(needs: TaxesNeeds) {
  const { db, files, incomeFiled } = needs;

  const found = async (from: Queryable, companyId: Company, { type, year }: TaxKey): Promise<TaxRow> => {
    const row = await taxesStore.findYear(from, companyId, type, year);
    if (row === null)
      throw refuse("resource_missing", {
        param: "year",
        message: `There is no ${type} record of ${year}. Create one with \`daybook tax open\`.`,
      });
    return row;
  };

  /** Changes a record that is there, and says so. */
  const change = (
    companyId: Company,
    which: TaxKey,
    command: string,
    { now, by }: Audit,
    work: (
      row: TaxRow,
      tx: Tx,
    ) => Promise<{ readonly row: TaxRow; readonly from: string; readonly to: string }>,
  ): Promise<TaxRow> =>
    db.transaction(async (tx) => {
      await lockCompany(tx, companyId);
      const former = await found(tx, companyId, which);
      const { row, from, to } = await work(former, tx);
      await taxesStore.put(tx, companyId, row);
      await note(tx, companyId, {
        at: now,
        by,
        action: command,
        subject: subjectOf(which),
        from_state: from,
        to_state: to,
      });
      return row;
    });

  return {
    /** Opens the record of a year, in onboarding. Refuses `invalid_request` when there is one. */
    open: (
      companyId: Company,
      which: TaxKey,
      states: readonly string[],
      { now, by }: Audit,
    ): Promise<TaxRow> =>
      db.transaction(async (tx) => {
        await lockCompany(tx, companyId);
        const former = await taxesStore.findYear(tx, companyId, which.type, which.year);
        if (former !== null)
          throw refuse("invalid_request", {
            param: "year",
            message: `The ${which.type} record of ${which.year} already exists: ${former.id}.`,
          });
        const row = newRecord(needs, which, states, now);
        await taxesStore.put(tx, companyId, row);
        await note(tx, companyId, {
          at: now,
          by,
          action: "open",
          subject: subjectOf(which),
          from_state: NONE,
          to_state: row.filing_status,
        });
        return row;
      }),
    /**
     * Records what happened to a filing. Refuses `invalid_request` for what the table of states does not
     * allow.
     */
    advance: (
      companyId: Company,
      which: TaxKey,
      event: TaxEvent,
      at: Audit & { readonly filedAt: UnixSeconds | null },
    ): Promise<TaxRow> =>
      change(companyId, which, event, at, async (former, tx) => {
        const row = advanced(former, event, at);
        checkPast(row.filed_at, at.now);
        if (event === "filed" && which.type === "income") await incomeFiled(tx, companyId, which.year, at);
        return { row, from: former.filing_status, to: row.filing_status };
      }),
    /** Records when an extension of an income return was filed; null takes it back. */
    extend: (companyId: Company, year: number, filedAt: UnixSeconds | null, at: Audit): Promise<TaxRow> =>
      change(companyId, { type: "income", year }, "extension", at, async (row) => {
        checkPast(filedAt, at.now);
        return {
          row: { ...row, extension_filed_at: filedAt, updated: later(row, at.now) },
          from: row.extension_filed_at === null ? NONE : `extension filed at ${row.extension_filed_at}`,
          to: filedAt === null ? NONE : `extension filed at ${filedAt}`,
        };
      }),
    /**
     * Takes a PDF in, as an upload is, and makes it the document of a record. Refuses `invalid_file` too.
     * What is refused changes nothing, and its file goes by itself.
     */
    async document(
      companyId: Company,
      which: TaxKey,
      { filename, content }: GivenFile,
      at: Audit,
    ): Promise<TaxRow> {
      checkConfirms(await found(db, companyId, which));
      const { id: fileId } = await files.receive({ companyId, userId: null, now: at.now }, filename, content);
      return change(companyId, which, "document", at, async (former, tx) => {
        checkConfirms(former);
        const row = await withDocument(
          tx,
          needs,
          companyId,
          { ...former, updated: later(former, at.now) },
          { fileId, filename: null },
          at.now,
        );
        return { row, from: former.document?.filename ?? NONE, to: row.document?.filename ?? NONE };
      });
    },
    /**
     * Records what Delaware's status of a year's franchise tax shows. It changes no record: the next income
     * upload looks at it.
     */
    check: (companyId: Company, year: number, filed: boolean, { now, by }: Audit): Promise<void> =>
      db.transaction(async (tx) => {
        await lockCompany(tx, companyId);
        const former = await taxesStore.findCheck(tx, companyId, year);
        await taxesStore.putCheck(tx, companyId, { year, filed, checked_at: now });
        await note(tx, companyId, {
          at: now,
          by,
          action: "delaware",
          subject: subjectOf({ type: "franchise", year }),
          from_state: former === null ? NONE : shown(former.filed),
          to_state: shown(filed),
        });
      }),
    /** Keeps a company's tax records from being read, or lets them be read again. */
    hold: (companyId: Company, held: boolean, { now, by }: Audit): Promise<void> =>
      db.transaction(async (tx) => {
        await lockCompany(tx, companyId);
        const former = await taxesStore.isHeld(tx, companyId);
        await (held ? taxesStore.insertHold(tx, companyId, now) : taxesStore.deleteHold(tx, companyId));
        if (former !== held)
          await note(tx, companyId, {
            at: now,
            by,
            action: held ? "hold" : "release",
            subject: "records",
            from_state: readiness(former),
            to_state: readiness(held),
          });
      }),
  };
}

function shown(filed: boolean): string {
  return filed ? "shown as filed" : "shown as not filed";
}

function readiness(held: boolean): string {
  return held ? "not ready" : "ready";
}
