/** All use cases of tax records: reading records, recording the progress of filings, and uploads. */
import type { CompanyFor } from "@daybook/words/areas";
import type { UnixSeconds } from "@daybook/words/civil-date";
import { LIMITS } from "@daybook/words/limits";
import type { PublicId } from "@daybook/words/public-id";
import { listAuditEvents } from "../../../../platform/db/index.ts";
import { readCompany } from "../../../tenants/company/index.ts";
import type { TaxRow } from "../record.ts";
import { taxesStore } from "../store.ts";
import { progressService, TOPIC } from "./progress.ts";
import { findTax, listTaxes, type TaxQuery, withLinks, type TaxWithLinks } from "./records.ts";
import type { TaxesNeeds } from "./needs.ts";
import { uploadsService } from "./uploads.ts";

type Company = PublicId<"company">;

/** A company whose taxes the caller may read. */
type TaxedCompany = CompanyFor<"taxes:view">;

/** A change of a tax record, from the company's audit trail. */
export interface AuditLine {
  readonly at: UnixSeconds;
  /** The actor; null for an old change that was recorded without an actor. */
  readonly by: string | null;
  readonly command: string;
  readonly subject: string;
  readonly from_state: string;
  readonly to_state: string;
}

export interface TaxesService extends ReturnType<typeof progressService>, ReturnType<typeof uploadsService> {
  /**
   * Lists up to `limit` + 1 records, latest first. Throws the refusals `taxes_not_ready` and
   * `resource_missing`.
   */
  list(companyId: TaxedCompany, query: TaxQuery): Promise<TaxRow[]>;
  /** Returns a record. Throws the refusals `taxes_not_ready` and `resource_missing`. */
  get(companyId: TaxedCompany, id: string): Promise<TaxRow>;
  /** Adds new download links to a record. */
  withLinks(row: TaxRow, now: UnixSeconds): Promise<TaxWithLinks>;
  /** Every record of the company by type and year, including those hidden from the API. */
  records(companyId: Company): Promise<TaxRow[]>;
  /** The company's last audit lines, latest first. */
  audit(companyId: Company): Promise<AuditLine[]>;
}

export function taxesService(needs: TaxesNeeds): TaxesService {
  const { db } = needs;
  return {
    ...progressService(needs),
    ...uploadsService(needs),
    list: (companyId, query) => listTaxes(db, companyId, query),
    get: (companyId, id) => findTax(db, companyId, id),
    withLinks: (row, now) => withLinks(needs.files, row, now),
    async records(companyId) {
      await readCompany(db, companyId);
      return taxesStore.listAll(db, companyId);
    },
    async audit(companyId) {
      await readCompany(db, companyId);
      const events = await listAuditEvents(
        db,
        companyId,
        { topic: TOPIC },
        LIMITS.tax_audit_lines_told.value,
      );
      return events.map(({ at, actor, action, subject, from_state, to_state }) => ({
        at,
        by: actor,
        command: action,
        subject: subject ?? "",
        from_state: from_state ?? "",
        to_state: to_state ?? "",
      }));
    },
  };
}
