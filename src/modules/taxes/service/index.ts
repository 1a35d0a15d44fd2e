/** The use cases of tax records put together: reading them, and recording how far filings are. */
import type { UnixSeconds } from "../../../core/civil-date.ts";
import { LIMITS } from "../../../core/limits.ts";
import type { PublicId } from "../../../core/public-id.ts";
import { readCompany } from "../../company/index.ts";
import { type AuditLine, type TaxRow, taxesStore } from "../store.ts";
import { progressService } from "./progress.ts";
import { findTax, listTaxes, type TaxQuery, told, type ToldTax } from "./records.ts";
import type { TaxesNeeds } from "./services.ts";

type Company = PublicId<"company">;

export interface TaxesService extends ReturnType<typeof progressService> {
  /** Up to `limit` + 1 records, latest first. Refuses `taxes_not_ready` and `resource_missing`. */
  list(companyId: Company, query: TaxQuery): Promise<TaxRow[]>;
  /** Refuses `taxes_not_ready` and `resource_missing`. */
  get(companyId: Company, id: string): Promise<TaxRow>;
  /** A record with new links to its documents. */
  told(row: TaxRow, now: UnixSeconds): Promise<ToldTax>;
  /** The company's last audit lines, latest first. */
  audit(companyId: Company): Promise<AuditLine[]>;
}

export function taxesService(needs: TaxesNeeds): TaxesService {
  const { db, objects } = needs;
  return {
    ...progressService(needs),
    list: (companyId, query) => listTaxes(db, companyId, query),
    get: (companyId, id) => findTax(db, companyId, id),
    told: (row, now) => told(objects, row, now),
    async audit(companyId) {
      await readCompany(db, companyId);
      return taxesStore.listLines(db, companyId, LIMITS.tax_audit_lines_told.value);
    },
  };
}
