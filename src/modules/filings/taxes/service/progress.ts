/**
 * Records the progress of filings, as operators report it. Invariants: only one transaction changes a
 * company's tax records at a time; the status changes only as the table in `rules/states.ts` allows; each
 * change adds an audit line in the same transaction.
 */
import type { UnixSeconds } from "@daybook/words/civil-date";
import { type Refusal, refuse } from "../../../../core/errors.ts";
import type { Audit } from "../../../../core/audit.ts";
import { defaultsOf } from "../../../../core/record.ts";
import type { PublicId } from "@daybook/words/public-id";
import { type Change, describeChange, type Queryable, type Tx } from "../../../../platform/db/index.ts";
import { lockCompany } from "../../../tenants/company/index.ts";
import { DELAWARE, jurisdictionsOf } from "../rules/jurisdictions.ts";
import { FILING, type TaxEvent, type TaxType } from "../rules/states.ts";
import { type TaxRow, TAXES } from "../record.ts";
import { taxesStore } from "../store.ts";
import { checkCanHaveDocument, documentAfterFiling, withDocument } from "./document.ts";
import type { TaxesNeeds } from "./needs.ts";

type Company = PublicId<"company">;

/** The topic of the audit trail's events about tax records. */
export const TOPIC = "taxes";

/** The type and year that identify a tax record. */
export interface TaxKey {
  readonly type: TaxType;
  readonly year: number;
}

/** The name and the bytes of a record's new document. */
export interface DocumentFile {
  readonly filename: string;
  readonly content: AsyncIterable<Uint8Array>;
}

/** Adds an audit line about a tax record, within the transaction of the change. */
export function addAuditLine(tx: Tx, companyId: Company, change: Omit<Change, "topic">): Promise<void> {
  return describeChange(tx, companyId, { ...change, topic: TOPIC });
}

export function subjectOf({ type, year }: TaxKey): string {
  return `${type} ${year}`;
}

const NONE = "none";

/** A new record, which is not stored yet. */
export function newRecord(
  { ids }: Pick<TaxesNeeds, "ids">,
  { type, year }: TaxKey,
  states: readonly string[],
  now: UnixSeconds,
): TaxRow {
  const jurisdictions =
    type === "income" ? jurisdictionsOf(states) : { jurisdictions: DELAWARE, unmapped_jurisdictions: [] };
  return {
    ...defaultsOf(TAXES),
    id: ids.next(type === "income" ? "incomeTax" : "franchiseTax"),
    type,
    year,
    ...jurisdictions,
    created: now,
    updated: now,
    document: null,
  };
}

/** Throws a refusal if the time of a filing is in the future. */
function checkPast(at: UnixSeconds | null, now: UnixSeconds): void {
  if (at !== null && at > now)
    throw refuse("invalid_request", {
      param: "filed_at",
      message: "The time of a filing must be in the past.",
    });
}

/**
 * Applies an event to a record. Throws the refusal `invalid_request` if the status does not allow the event.
 */
export function applyEvent(
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
    document: documentAfterFiling(row, filed_elsewhere),
    filing_status,
    filed_at: filed ? filedAt : null,
    filed_elsewhere,
    updated: changeTime(row, now),
  };
}

/** The time of a change: `now`, but never before the record's last change, even if the clock was set back. */
function changeTime({ updated }: Pick<TaxRow, "updated">, now: UnixSeconds): UnixSeconds {
  return now > updated ? now : updated;
}

function missing(type: TaxKey["type"], year: TaxKey["year"]): Refusal {
  return refuse("resource_missing", {
    param: "year",
    message: `There is no ${type} record of ${year}.`,
    ways: [{ run: "tax open" }],
  });
}

export function progressService(needs: TaxesNeeds) {
  const { db, files, onIncomeFiled } = needs;

  const getRecord = async (from: Queryable, companyId: Company, { type, year }: TaxKey): Promise<TaxRow> => {
    const row = await taxesStore.findYear(from, companyId, type, year);
    if (row === null) throw missing(type, year);
    return row;
  };

  /** Changes an existing record and adds an audit line. `from` and `to` describe the change in that line. */
  const changeRecord = (
    companyId: Company,
    key: TaxKey,
    command: string,
    { now, by }: Audit,
    work: (
      row: TaxRow,
      tx: Tx,
    ) => Promise<{ readonly row: TaxRow; readonly from: string; readonly to: string }>,
  ): Promise<TaxRow> =>
    db.transaction(async (tx) => {
      await lockCompany(tx, companyId);
      const former = await getRecord(tx, companyId, key);
      const { row, from, to } = await work(former, tx);
      await taxesStore.put(tx, companyId, row);
      await addAuditLine(tx, companyId, {
        at: now,
        by,
        action: command,
        subject: subjectOf(key),
        from_state: from,
        to_state: to,
      });
      return row;
    });

  return {
    /**
     * Creates the record of a type and year, with the status `onboarding`. Throws the refusal
     * `invalid_request` if the record exists.
     */
    open: (companyId: Company, key: TaxKey, states: readonly string[], { now, by }: Audit): Promise<TaxRow> =>
      db.transaction(async (tx) => {
        await lockCompany(tx, companyId);
        const former = await taxesStore.findYear(tx, companyId, key.type, key.year);
        if (former !== null)
          throw refuse("invalid_request", {
            param: "year",
            message: `The ${key.type} record of ${key.year} already exists: ${former.id}.`,
          });
        const row = newRecord(needs, key, states, now);
        await taxesStore.put(tx, companyId, row);
        await addAuditLine(tx, companyId, {
          at: now,
          by,
          action: "open",
          subject: subjectOf(key),
          from_state: NONE,
          to_state: row.filing_status,
        });
        return row;
      }),
    /**
     * Records an event of a filing. Throws the refusal `invalid_request` if the record's status does not
     * allow the event.
     */
    advance: (
      companyId: Company,
      key: TaxKey,
      event: TaxEvent,
      at: Audit & { readonly filedAt: UnixSeconds | null },
    ): Promise<TaxRow> =>
      changeRecord(companyId, key, event, at, async (former, tx) => {
        const row = applyEvent(former, event, at);
        checkPast(row.filed_at, at.now);
        if (event === "filed" && key.type === "income") await onIncomeFiled(tx, companyId, key.year, at);
        return { row, from: former.filing_status, to: row.filing_status };
      }),
    /** Records when an extension of an income return was filed; null removes the extension. */
    extend: (companyId: Company, year: number, filedAt: UnixSeconds | null, at: Audit): Promise<TaxRow> =>
      changeRecord(companyId, { type: "income", year }, "extension", at, async (row) => {
        checkPast(filedAt, at.now);
        return {
          row: { ...row, extension_filed_at: filedAt, updated: changeTime(row, at.now) },
          from: row.extension_filed_at === null ? NONE : `extension filed at ${row.extension_filed_at}`,
          to: filedAt === null ? NONE : `extension filed at ${filedAt}`,
        };
      }),
    /**
     * Receives a PDF and attaches it as the document of a record. Throws the refusals of
     * `FilesService.receive` and, if the record does not exist or can't have a document, `resource_missing`
     * or `invalid_request`. A refused call changes nothing; the file, if it was already received, expires.
     */
    async attachDocument(
      companyId: Company,
      key: TaxKey,
      { filename, content }: DocumentFile,
      at: Audit,
    ): Promise<TaxRow> {
      checkCanHaveDocument(await getRecord(db, companyId, key));
      const { id: fileId } = await files.receive({ companyId, userId: null, now: at.now }, filename, content);
      return changeRecord(companyId, key, "document", at, async (former, tx) => {
        checkCanHaveDocument(former);
        const row = await withDocument(
          tx,
          needs,
          companyId,
          { ...former, updated: changeTime(former, at.now) },
          { fileId, filename: null },
          at.now,
        );
        return { row, from: former.document?.filename ?? NONE, to: row.document?.filename ?? NONE };
      });
    },
    /**
     * Records if Delaware's own status showed a year's franchise tax as filed. This changes no tax record;
     * the next upload of an income return uses it.
     */
    recordCheck: (companyId: Company, year: number, filed: boolean, { now, by }: Audit): Promise<void> =>
      db.transaction(async (tx) => {
        await lockCompany(tx, companyId);
        const former = await taxesStore.findCheck(tx, companyId, year);
        await taxesStore.putCheck(tx, companyId, { year, filed, checked_at: now });
        await addAuditLine(tx, companyId, {
          at: now,
          by,
          action: "delaware",
          subject: subjectOf({ type: "franchise", year }),
          from_state: former === null ? NONE : checkText(former.filed),
          to_state: checkText(filed),
        });
      }),
    /** Blocks reading a company's tax records through the API, or allows it again. */
    setHold: (companyId: Company, isHeld: boolean, { now, by }: Audit): Promise<void> =>
      db.transaction(async (tx) => {
        await lockCompany(tx, companyId);
        const former = await taxesStore.isHeld(tx, companyId);
        await (isHeld ? taxesStore.insertHold(tx, companyId, now) : taxesStore.deleteHold(tx, companyId));
        if (former !== isHeld)
          await addAuditLine(tx, companyId, {
            at: now,
            by,
            action: isHeld ? "hold" : "release",
            subject: "records",
            from_state: readinessText(former),
            to_state: readinessText(isHeld),
          });
      }),
  };
}

function checkText(filed: boolean): string {
  return filed ? "shown as filed" : "shown as not filed";
}

function readinessText(isHeld: boolean): string {
  return isHeld ? "not ready" : "ready";
}
