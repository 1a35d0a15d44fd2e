/**
 * Uploads of returns and confirmations that were filed outside the service. Invariants: the file is inspected
 * before anything is written; the records, the document and the file's attachment are written in one
 * transaction, so a failed upload changes nothing and its file can be sent again.
 */
import { unavailableReason } from "../../../../platform/db/unavailable.ts";
import { isStorageFailure } from "../../../../platform/objects/index.ts";
import { type CivilDate, parts, type UnixSeconds } from "@daybook/words/civil-date";
import { Refusal, refuse } from "../../../../core/errors.ts";
import type { Audit } from "../../../../core/audit.ts";
import { LIMITS } from "@daybook/words/limits";
import type { PublicId } from "@daybook/words/public-id";
import type { Tx } from "../../../../platform/db/index.ts";
import { lockCompany } from "../../../tenants/company/index.ts";
import { codeOfState, FEDERAL } from "../rules/jurisdictions.ts";
import type { TaxRow } from "../record.ts";
import { taxesStore } from "../store.ts";
import { applyEvent, newRecord, addAuditLine, subjectOf, type TaxKey } from "./progress.ts";
import { withDocument } from "./document.ts";
import { asFilename, checkReady } from "./records.ts";
import type { TaxesNeeds } from "./needs.ts";

type Company = PublicId<"company">;

export interface IncomeUpload {
  readonly year: number;
  readonly taxFirm: string;
  /** The USPS codes of the states in which a return was filed. */
  readonly states: readonly string[];
  readonly fileId: string;
}

export interface FranchiseUpload {
  readonly year: number;
  readonly fileId: string;
}

export interface UploadTime extends Audit {
  readonly today: CivilDate;
}

/** The number of past years whose income return can be uploaded. */
const INCOME_YEARS_BACK = 2;
/** The longest time for the inspection of a file, including the wait for it. */
const INSPECTION_MS = LIMITS.pdf_check_ms.value + LIMITS.request_timeout_ms.value;

/** Adds the uploaded data to a record that is now filed. */
type AddUpload = (tx: Tx, row: TaxRow) => Promise<TaxRow>;

export function uploadsService(needs: TaxesNeeds) {
  const { db, files, faults } = needs;

  /** The stored record, or a new one that is not stored yet. The caller must have locked the company. */
  const findOrCreate = async (
    tx: Tx,
    companyId: Company,
    key: TaxKey,
    states: readonly string[],
    now: UnixSeconds,
  ) => {
    const former = await taxesStore.findYear(tx, companyId, key.type, key.year);
    return { former, row: former ?? newRecord(needs, key, states, now) };
  };

  /** Marks a record as filed outside the service, creating it if needed, and adds an audit line. */
  const markFiled = async (
    tx: Tx,
    companyId: Company,
    key: TaxKey,
    states: readonly string[],
    command: string,
    filedAt: UnixSeconds | null,
    { now, by }: Audit,
    addUpload: AddUpload,
  ): Promise<TaxRow> => {
    const { former, row } = await findOrCreate(tx, companyId, key, states, now);
    // A hidden record becomes visible, because the uploader must be able to see the result.
    const filed = await addUpload(tx, {
      ...applyEvent(row, "filed_elsewhere", { filedAt, now }),
      staff_only: false,
    });
    await taxesStore.put(tx, companyId, filed);
    await addAuditLine(tx, companyId, {
      at: now,
      by,
      action: command,
      subject: subjectOf(key),
      from_state: former?.filing_status ?? "none",
      to_state: filed.filing_status,
    });
    return filed;
  };

  /** Writes a record with the uploaded file as its document. */
  const attachUpload = async (
    tx: Tx,
    companyId: Company,
    row: TaxRow,
    fileId: string,
    filename: string | null,
    now: UnixSeconds,
  ): Promise<TaxRow> => {
    // The record is written first, because the file's row refers to it.
    await taxesStore.put(tx, companyId, row);
    return withDocument(tx, needs, companyId, row, { fileId, filename }, now);
  };

  /** Runs an upload. Turns an unexpected error into the refusal `tax_upload_failed`. */
  const runUpload = async (work: () => Promise<TaxRow>): Promise<TaxRow> => {
    try {
      return await work();
    } catch (error) {
      if (isExpected(error)) throw error;
      throw refuse("tax_upload_failed", {
        internal: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
    }
  };

  return {
    /**
     * Records an income return that was filed outside the service, in place of the year's former record.
     * Throws the refusals that the operation's card lists.
     */
    uploadIncome: (
      companyId: Company,
      { year, taxFirm, states, fileId }: IncomeUpload,
      { now, by, today }: UploadTime,
    ): Promise<TaxRow> =>
      runUpload(async () => {
        const thisYear = parts(today).year;
        if (year >= thisYear || year < thisYear - INCOME_YEARS_BACK) {
          throw refuse("invalid_request", {
            param: "tax_year",
            message: `\`tax_year\` must be ${thisYear - 1} or ${thisYear - INCOME_YEARS_BACK}.`,
          });
        }
        await checkReady(db, companyId);
        const { isDelawareFranchiseReport } = await files.inspectPdf(
          companyId,
          fileId,
          now,
          AbortSignal.timeout(INSPECTION_MS),
        );
        if (isDelawareFranchiseReport)
          throw refuse("wrong_document_type", {
            message:
              "This is a Delaware annual franchise tax report. Send it to `POST /taxes/franchise_uploads`.",
          });
        await faults.at("tax_upload.inspected");
        return db.transaction(async (tx) => {
          await lockCompany(tx, companyId);
          const jurisdictions = [FEDERAL, ...new Set(states.map(codeOfState))];
          const income = await markFiled(
            tx,
            companyId,
            { type: "income", year },
            states,
            "income_upload",
            now,
            { now, by },
            (_tx, row) =>
              attachUpload(
                tx,
                companyId,
                { ...row, jurisdictions, unmapped_jurisdictions: [], tax_firm: taxFirm },
                fileId,
                null,
                now,
              ),
          );
          await setUpDelaware(tx, companyId, year, { now, by });
          return income;
        });
      }),
    /**
     * Records Delaware's confirmation of a year, in place of an earlier confirmation. Throws the refusals
     * that the operation's card lists.
     */
    uploadFranchise: (
      companyId: Company,
      { year, fileId }: FranchiseUpload,
      { now, by }: UploadTime,
    ): Promise<TaxRow> =>
      runUpload(async () => {
        await checkReady(db, companyId);
        await files.inspectPdf(companyId, fileId, now, AbortSignal.timeout(INSPECTION_MS));
        await faults.at("tax_upload.inspected");
        return db.transaction(async (tx) => {
          const { name } = await lockCompany(tx, companyId);
          // A company without tax records needs an income return first.
          if (!(await taxesStore.hasAny(tx, companyId)))
            throw refuse("taxes_not_ready", {
              message: "The company has no tax records yet. Upload an income return first.",
            });
          return markFiled(
            tx,
            companyId,
            { type: "franchise", year },
            [],
            "franchise_upload",
            now,
            { now, by },
            (_tx, row) =>
              attachUpload(
                tx,
                companyId,
                row,
                fileId,
                asFilename(`[${year}] ${name} Delaware Confirmation.pdf`),
                now,
              ),
          );
        });
      }),
  };

  /**
   * Creates the year's Delaware record if there is none. The record is filed if Delaware's own status showed
   * the tax as filed.
   */
  async function setUpDelaware(tx: Tx, companyId: Company, year: number, { now, by }: Audit): Promise<void> {
    const key = { type: "franchise", year } as const;
    const { former, row } = await findOrCreate(tx, companyId, key, [], now);
    const check = await taxesStore.findCheck(tx, companyId, year);
    if (check?.filed && row.filing_status !== "filed") {
      // The time of the filing is unknown.
      await markFiled(tx, companyId, key, [], "income_upload", null, { now, by }, async (_tx, filed) => ({
        ...filed,
        staff_only: former?.staff_only ?? false,
      }));
    } else if (former === null) {
      await taxesStore.put(tx, companyId, row);
      await addAuditLine(tx, companyId, {
        at: now,
        by,
        action: "income_upload",
        subject: subjectOf(key),
        from_state: "none",
        to_state: row.filing_status,
      });
    }
  }
}

/** True for a refusal, and while the database or the storage of files can't be used. */
function isExpected(error: unknown): boolean {
  return error instanceof Refusal || unavailableReason(error) !== null || isStorageFailure(error);
}
