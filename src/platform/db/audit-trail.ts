/**
 * The audit trail of a company: describing a change, and reading what was recorded. What nobody describes
 * leaves an event by itself (`change-event.ts`).
 */
import type { UnixSeconds } from "../../core/civil-date.ts";
import { currentActor, type Surface } from "../log/actor.ts";
import { currentTrace } from "../log/trace.ts";
import { EVENT_ID, RECORDED } from "./change-event.ts";
import type { Queryable, Tx } from "./db.ts";
import { statement } from "./statement.ts";

/** A change of a record, as the part of the service that made it describes it. */
export interface Change {
  readonly at: UnixSeconds;
  /** The operator's name on the machine, or the user's id. */
  readonly by: string;
  readonly action: string;
  /** The part of the service, such as `taxes`. */
  readonly topic: string;
  readonly subject: string;
  readonly from_state: string | null;
  readonly to_state: string;
  readonly note?: string | null;
}

/** An event of the audit trail. */
export interface AuditEvent {
  readonly id: string;
  readonly at: UnixSeconds;
  readonly surface: Surface;
  /** The user's id, the operator's name or the job's queue; null for an old event that does not say. */
  readonly actor: string | null;
  readonly key_id: string | null;
  /** The operation's id, the command's name, the job's queue, or the word of the change. */
  readonly action: string;
  readonly subject: string | null;
  readonly from_state: string | null;
  readonly to_state: string | null;
  readonly note: string | null;
  readonly request_id: string | null;
}

/** Limits a list of events; null for no limit. */
export interface EventFilter {
  readonly topic?: string | null;
  readonly subject?: string | null;
  readonly actor?: string | null;
  readonly action?: string | null;
  /** Events at or after it. */
  readonly since?: UnixSeconds | null;
  /** The voucher that they posted. */
  readonly voucher?: string | null;
}

/** A described change takes the transaction's event; a second one has an event of its own. */
const insertDescribed = statement<never>(
  "audit.insertDescribed",
  `insert into audit_events
     (company_id, id, at, recorded, surface, actor, key_id, action, topic, subject, from_state, to_state, note,
      request_id)
   select $1, case when this.id is null
       or exists (select 1 from audit_events e where e.company_id = $1 and e.id = this.id)
     then gen_random_uuid() else this.id end, $2, ${RECORDED}, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12
   from (select ${EVENT_ID} as id) this`,
);
const listEvents = statement<AuditEvent>(
  "audit.listEvents",
  `select id, at, surface, actor, key_id, action, subject, from_state, to_state, note, request_id
   from audit_events where company_id = $1 and ($2::text is null or topic = $2)
     and ($3::text is null or subject = $3) and ($4::text is null or actor = $4)
     and ($5::text is null or action = $5) and ($6::bigint is null or at >= $6)
     and ($7::text is null or id in
       (select event_id from journal_entries where company_id = $1 and voucher_id = $7))
   order by recorded desc, id desc limit $8`,
);

/** Describes a change in the company's audit trail, in the transaction that makes it. */
export async function describeChange(tx: Tx, companyId: string, change: Change): Promise<void> {
  const actor = currentActor();
  await tx.run(insertDescribed, [
    companyId,
    change.at,
    actor?.surface ?? "command",
    change.by,
    actor?.key_id ?? null,
    change.action,
    change.topic,
    change.subject,
    change.from_state,
    change.to_state,
    change.note ?? null,
    currentTrace()?.request_id ?? null,
  ]);
}

/** The last `count` events of a company that match, latest first. */
export function listAuditEvents(
  db: Queryable,
  companyId: string,
  filter: EventFilter,
  count: number,
): Promise<AuditEvent[]> {
  const { topic, subject, actor, action, since, voucher } = filter;
  return db.list(listEvents, [
    companyId,
    topic ?? null,
    subject ?? null,
    actor ?? null,
    action ?? null,
    since ?? null,
    voucher ?? null,
    count,
  ]);
}
