/** Reading a company's audit trail. */
import type { PublicId } from "../../../core/public-id.ts";
import { type AuditEvent, type Db, type EventFilter, listAuditEvents } from "../../../platform/db/index.ts";
import { readCompany } from "../company/index.ts";

export interface AuditService {
  /** The last `count` matching events, latest first. Throws the refusal `resource_missing`. */
  list(companyId: PublicId<"company">, filter: EventFilter, count: number): Promise<AuditEvent[]>;
}

export function auditService({ db }: { readonly db: Db }): AuditService {
  return {
    async list(companyId, filter, count) {
      await readCompany(db, companyId);
      return listAuditEvents(db, companyId, filter, count);
    },
  };
}
