/** Reading a company's audit trail. */
import type { CompanyFor } from "@daybook/words/areas";
import type { UnixSeconds } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import { refuse } from "../../../core/errors.ts";
import {
  type AuditEvent,
  type Db,
  deleteOldEvents,
  type EventFilter,
  hasAuditEvent,
  listAuditActors,
  listAuditEvents,
} from "../../../platform/db/index.ts";
import { LIMITS } from "@daybook/words/limits";
import { readCompany } from "../company/index.ts";

/** A company whose audit trail the caller may read. */
type AuditedCompany = CompanyFor<"company:view">;

export interface AuditService {
  /** The last `count` matching events, latest first. Throws the refusal `resource_missing`. */
  list(companyId: AuditedCompany, filter: EventFilter, count: number): Promise<AuditEvent[]>;
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
  listActors(companyId: AuditedCompany): Promise<Awaited<ReturnType<typeof listAuditActors>>>;
  /**
   * Deletes some of the events before a time, the oldest first, but none that describes its change. Returns
   * true if there may be more.
   */
  deleteOld(companyId: PublicId<"company">, before: UnixSeconds): Promise<boolean>;
}

/** The events of one transaction. */
const BATCH = 2_000;

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
    async deleteOld(companyId, before) {
      const deleted = await db.transaction((tx) => deleteOldEvents(tx, companyId, before, BATCH), {
        leavesNoEvent: true,
      });
      return deleted === BATCH;
    },
  };
}
