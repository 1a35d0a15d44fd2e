/** Reading a company's audit trail. */
import type { PublicId } from "../../../core/public-id.ts";
import { refuse } from "../../../core/errors.ts";
import {
  type AuditEvent,
  type Db,
  type EventFilter,
  hasAuditEvent,
  listAuditActors,
  listAuditEvents,
} from "../../../platform/db/index.ts";
import { LIMITS } from "../../../core/limits.ts";
import { readCompany } from "../company/index.ts";

export interface AuditService {
  /** The last `count` matching events, latest first. Throws the refusal `resource_missing`. */
  list(companyId: PublicId<"company">, filter: EventFilter, count: number): Promise<AuditEvent[]>;
  /**
   * Up to `limit` + 1 matching events before the one of a cursor, latest first. Throws the refusal
   * `resource_missing` for a cursor that is no event of the company.
   */
  listPage(
    companyId: PublicId<"company">,
    filter: EventFilter,
    page: { readonly limit: number; readonly starting_after: string | null },
  ): Promise<AuditEvent[]>;
  /** Whoever changed the company, the last one first: up to 200 users, operators and jobs. */
  listActors(companyId: PublicId<"company">): Promise<Awaited<ReturnType<typeof listAuditActors>>>;
}

const MOST_ACTORS = LIMITS.audit_actors_shown.value;

export function auditService({ db }: { readonly db: Db }): AuditService {
  return {
    async list(companyId, filter, count) {
      await readCompany(db, companyId);
      return listAuditEvents(db, companyId, filter, count);
    },
    async listPage(companyId, filter, { limit, starting_after: cursor }) {
      if (cursor !== null && !(await hasAuditEvent(db, companyId, cursor))) throw refuse("resource_missing");
      return listAuditEvents(db, companyId, { ...filter, before: cursor }, limit + 1);
    },
    listActors: (companyId) => listAuditActors(db, companyId, MOST_ACTORS),
  };
}
