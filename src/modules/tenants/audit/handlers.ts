/** The handlers of what the web console asks of the audit trail. */
import { addDays, startOfDay } from "@daybook/words/civil-date";
import { CONSOLE_API_ROOT, type Handlers } from "../../../contract/operation.ts";
import { checkDateOrder } from "../../../contract/params.ts";
import { page, wholeList } from "../../../contract/schemas.ts";
import type { Principal } from "../../../contract/principal.ts";
import { LIMITS } from "@daybook/words/limits";
import type { auditConsoleContract } from "./contract.ts";
import type { AuditService } from "./service.ts";

/** Names for the changes of a company, as far as the caller may know them. */
export interface ChangeNames {
  /** The names of records, by their ids; null for a record without one. */
  readonly subjects: (
    principal: Principal,
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, string | null>>;
  /** The names of users, by their ids. */
  readonly actors: (principal: Principal) => Promise<ReadonlyMap<string, string | null>>;
}

const subjectsOf = (events: readonly { readonly subject: string | null }[]): readonly string[] =>
  events.flatMap(({ subject }) => (subject === null ? [] : [subject]));

export function auditConsoleHandlers(
  audit: AuditService,
  names: ChangeNames,
): Handlers<typeof auditConsoleContract> {
  return {
    async listAuditEvents({ principal, input }) {
      const { actor, action, surface, subject, start_date, end_date, limit } = input;
      checkDateOrder(input);
      const events = await audit.listPage(
        principal.companyId,
        {
          actor,
          action,
          surface,
          subject,
          since: start_date && startOfDay(start_date),
          until: end_date && startOfDay(addDays(end_date, 1)),
        },
        input,
      );
      const subjects = await names.subjects(principal, subjectsOf(events));
      return page(`${CONSOLE_API_ROOT}/audit_events`, events, limit, (event) => ({
        object: "audit_event" as const,
        id: event.id,
        at: event.at,
        surface: event.surface,
        actor: event.actor,
        key: event.key_id,
        action: event.action,
        subject: event.subject,
        subject_name: subjects.get(event.subject ?? "") ?? null,
        before: event.from_state,
        after: event.to_state,
        note: event.note,
        request: event.request_id,
      }));
    },
    async listAuditActors({ principal }) {
      return { object: "audit_actors", actors: await audit.listActors(principal.companyId) };
    },
    async listChanges({ principal }) {
      const events = await audit.list(principal.companyId, {}, LIMITS.audit_changes_shown.value);
      const [subjects, actors] = await Promise.all([
        names.subjects(principal, subjectsOf(events)),
        names.actors(principal),
      ]);
      return wholeList(
        `${CONSOLE_API_ROOT}/changes`,
        events.map(({ id, at, surface, actor, action, subject }) => ({
          object: "change" as const,
          id,
          at,
          surface,
          actor,
          actor_name: actors.get(actor ?? "") ?? null,
          action,
          subject,
          subject_name: subjects.get(subject ?? "") ?? null,
        })),
      );
    },
  };
}
