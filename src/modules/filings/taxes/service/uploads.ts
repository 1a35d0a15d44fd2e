/**
 * Uploads of what was filed elsewhere. Invariants: a file is looked at before anything is written; records,
 * document and the file's attachment are one transaction, so an upload that fails changed nothing and its
 * file can be sent again.
 */
import { awayBecause } from "../../../../platform/db/away.ts";
import { type CivilDate, parts, type UnixSeconds } from "../../../../core/civil-date.ts";
import { Refusal, refuse } from "../../../../core/errors.ts";
import type { Audit } from "../../../../core/audit.ts";
import { LIMITS } from "../../../../core/limits.ts";
import type { PublicId } from "../../../../core/public-id.ts";
import type { Tx } from "../../../../platform/db/index.ts";
import { lockCompany } from "../../../tenants/company/index.ts";
import { codeOfState, FEDERAL } from "../rules/jurisdictions.ts";
import type { TaxRow } from "../record.ts";
import { taxesStore } from "../store.ts";
import { advanced, newRecord, note, subjectOf, type TaxKey } from "./progress.ts";
import { withDocument } from "./document.ts";
import { asFilename, checkReady } from "./records.ts";
import type { TaxesNeeds } from "./needs.ts";

type Company = PublicId<"company">;

export interface IncomeUpload {
  readonly year: number;
  readonly taxFirm: string;
  /** USPS codes. */
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
/** The longest inspection of a file, with its waiting time. */
const LOOK_MS = LIMITS.pdf_check_ms.value + LIMITS.request_timeout_ms.value;

/** A filed record with what was uploaded. */
type Filed = (tx: Tx, row: TaxRow) => Promise<TaxRow>;

export function uploadsService(needs: TaxesNeeds) {
  const { db, files, faults } = needs;

  /** The record of a year, as it is or new; the company is locked. */
  const recordOf = async (
    tx: Tx,
    companyId: Company,
    which: TaxKey,
    states: readonly string[],
    now: UnixSeconds,
  ) => {
    const former = await taxesStore.findYear(tx, companyId, which.type, which.year);
    return { former, row: former ?? newRecord(needs, which, states, now) };
  };

  /** Files a record, and says so. */
  const file = async (
    tx: Tx,
    companyId: Company,
    which: TaxKey,
    states: readonly string[],
    command: string,
    filedAt: UnixSeconds | null,
    { now, by }: Audit,
    more: Filed,
  ): Promise<TaxRow> => {
    const { former, row } = await recordOf(tx, companyId, which, states, now);
    // The uploader must be able to see the result.
    const filed = await more(tx, {
      ...advanced(row, "filed_elsewhere", { filedAt, now }),
      staff_only: false,
    });
    await taxesStore.put(tx, companyId, filed);
    await note(tx, companyId, {
      at: now,
      by,
      action: command,
      subject: subjectOf(which),
      from_state: former?.filing_status ?? "none",
      to_state: filed.filing_status,
    });
    return filed;
  };

  /** A record whose document is the uploaded file. */
  const withFile = async (
    tx: Tx,
    companyId: Company,
    row: TaxRow,
    fileId: string,
    filename: string | null,
    now: UnixSeconds,
  ): Promise<TaxRow> => {
    // A file refers to a record that is there.
    await taxesStore.put(tx, companyId, row);
    return withDocument(tx, needs, companyId, row, { fileId, filename }, now);
  };

  /** Runs an upload; an unexpected failure gets its own error code. */
  const uploading = async (work: () => Promise<TaxRow>): Promise<TaxRow> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Refusal || awayBecause(error) !== null) throw error;
      throw refuse("tax_upload_failed", {
        internal: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
    }
  };

  return {
    /**
     * Records a return that was filed elsewhere, in place of what there was of its year. Refuses as the card
     * says.
     */
    uploadIncome: (
      companyId: Company,
      { year, taxFirm, states, fileId }: IncomeUpload,
      { now, by, today }: UploadTime,
    ): Promise<TaxRow> =>
      uploading(async () => {
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
          AbortSignal.timeout(LOOK_MS),
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
          const income = await file(
            tx,
            companyId,
            { type: "income", year },
            states,
            "income_upload",
            now,
            { now, by },
            (_tx, row) =>
              withFile(
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
    /** Records Delaware's confirmation of a year, in place of an earlier one. Refuses as the card says. */
    uploadFranchise: (
      companyId: Company,
      { year, fileId }: FranchiseUpload,
      { now, by }: UploadTime,
    ): Promise<TaxRow> =>
      uploading(async () => {
        await checkReady(db, companyId);
        await files.inspectPdf(companyId, fileId, now, AbortSignal.timeout(LOOK_MS));
        await faults.at("tax_upload.inspected");
        return db.transaction(async (tx) => {
          const { name } = await lockCompany(tx, companyId);
          // A company without tax records needs an income return first.
          if (!(await taxesStore.hasAny(tx, companyId)))
            throw refuse("taxes_not_ready", {
              message: "The company has no tax records yet. Upload an income return first.",
            });
          return file(
            tx,
            companyId,
            { type: "franchise", year },
            [],
            "franchise_upload",
            now,
            { now, by },
            (_tx, row) =>
              withFile(
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

  /** Creates the year's Delaware record if there is none, as filed if Delaware's own status showed that. */
  async function setUpDelaware(tx: Tx, companyId: Company, year: number, { now, by }: Audit): Promise<void> {
    const which = { type: "franchise", year } as const;
    const { former, row } = await recordOf(tx, companyId, which, [], now);
    const check = await taxesStore.findCheck(tx, companyId, year);
    if (check?.filed && row.filing_status !== "filed") {
      // When it was filed is not known.
      await file(tx, companyId, which, [], "income_upload", null, { now, by }, async (_tx, filed) => ({
        ...filed,
        staff_only: former?.staff_only ?? false,
      }));
    } else if (former === null) {
      await taxesStore.put(tx, companyId, row);
      await note(tx, companyId, {
        at: now,
        by,
        action: "income_upload",
        subject: subjectOf(which),
        from_state: "none",
        to_state: row.filing_status,
      });
    }
  }
}
