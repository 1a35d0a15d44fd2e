/**
 * The audit trail of a company: recording a change with its description, and reading the events. A
 * transaction that describes no change leaves a general event instead (`change-event.ts`).
 */
import type { UnixSeconds } from "@daybook/words/civil-date";
import type { Surface } from "@daybook/words/surfaces";
import { currentActor } from "../log/actor.ts";
import { currentTrace } from "../log/trace.ts";
import { EVENT_ID, RECORDED } from "./change-event.ts";
import type { Queryable, Tx } from "./db.ts";
import { statement } from "./statement.ts";

/** A description of a change of a record, by the part of the service that made the change. */
export interface Change {
  readonly at: UnixSeconds;
  /** The operator's name on the machine, or the user's id. */
  readonly by: string;
  readonly action: string;
  /** The part of the service, such as `taxes`. */
  readonly topic: string;
  readonly subject: string;
  readonly from_state: string | null;
  readonly to_state: string | null;
  readonly note?: string | null;
}

/** An event of the audit trail. */
export interface AuditEvent {
  readonly id: string;
  readonly at: UnixSeconds;
  readonly surface: Surface;
  /** The user's id, the operator's name or the job's queue; null for old events, which lack an actor. */
  readonly actor: string | null;
  readonly key_id: string | null;
  /** The operation's id, the command's name, the job's queue, or the action of a described change. */
  readonly action: string;
  readonly subject: string | null;
  readonly from_state: string | null;
  readonly to_state: string | null;
  readonly note: string | null;
  readonly request_id: string | null;
}

/** The filters of a list of events. A filter that is null or missing has no effect. */
export interface EventFilter {
  readonly topic?: string | null;
  readonly subject?: string | null;
  readonly actor?: string | null;
  readonly action?: string | null;
  readonly surface?: Surface | null;
  /** The earliest time of an event. */
  readonly since?: UnixSeconds | null;
  /** The first time that is too late. */
  readonly until?: UnixSeconds | null;
  /** The id of an event, before which all others were recorded. */
  readonly before?: string | null;
  /** The id of a voucher that the event's transaction posted. */
  readonly voucher?: string | null;
}

/**
 * The first described change of a transaction gets the id of the transaction's event, a further one a new id.
 */
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
/** Described changes stay: what was filed, closed, disposed of or moved is a record of its own. */
const deleteOld = statement<never>(
  "audit.deleteOldEvents",
  // Of the oldest ones only: looking for old ones among all would read the whole trail each time.
  `delete from audit_events where company_id = $1 and id in (select id from (
     select id, at from audit_events where company_id = $1 and topic is null order by recorded, id limit $3
   ) oldest where at < $2)`,
);
const findEvent = statement<{ readonly id: string }>(
  "audit.findEvent",
  "select id from audit_events where company_id = $1 and id::text = $2",
);
const listActors = statement<{ readonly actor: string; readonly surface: Surface }>(
  "audit.listActors",
  `select actor, min(surface) as surface from audit_events where company_id = $1 and actor is not null
   group by actor order by max(recorded) desc limit $2`,
);
const listEvents = statement<AuditEvent>(
  "audit.listEvents",
  `select id, at, surface, actor, key_id, action, subject, from_state, to_state, note, request_id
   from audit_events where company_id = $1 and ($2::text is null or topic = $2)
     and ($3::text is null or subject = $3) and ($4::text is null or actor = $4)
     and ($5::text is null or action = $5) and ($6::bigint is null or at >= $6)
     and ($7::text is null or id in
       (select event_id from journal_entries where company_id = $1 and voucher_id = $7))
     and ($9::text is null or surface = $9) and ($10::bigint is null or at < $10)
     and ($11::uuid is null or (recorded, id) <
       (select e.recorded, e.id from audit_events e where e.company_id = $1 and e.id = $11))
   order by recorded desc, id desc limit $8`,
);

/** Records a described change in the company's audit trail, in the transaction that makes the change. */
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

/**
 * Deletes up to `most` events of a company that were recorded before a time, the oldest first, but none that
 * describes its change. Returns their number. The names of who posted old entries go with them.
 */
export function deleteOldEvents(tx: Tx, companyId: string, before: UnixSeconds, most: number) {
  return tx.run(deleteOld, [companyId, before, most]);
}

/** Returns the last `count` events of a company that match the filter, latest first. */
export function listAuditEvents(
  db: Queryable,
  companyId: string,
  filter: EventFilter,
  count: number,
): Promise<AuditEvent[]> {
  const { topic, subject, actor, action, surface, since, until, voucher, before } = filter;
  return db.list(listEvents, [
    companyId,
    topic ?? null,
    subject ?? null,
    actor ?? null,
    action ?? null,
    since ?? null,
    voucher ?? null,
    count,
    surface ?? null,
    until ?? null,
    before ?? null,
  ]);
}

/** True if a company has an event with an id, which may be any text. */
export async function hasAuditEvent(db: Queryable, companyId: string, id: string): Promise<boolean> {
  return (await db.find(findEvent, [companyId, id])) !== null;
}

/** Returns up to `count` actors of a company's events, whoever acted last first, each with a surface. */
export function listAuditActors(
  db: Queryable,
  companyId: string,
  count: number,
): Promise<{ readonly actor: string; readonly surface: Surface }[]> {
  return db.list(listActors, [companyId, count]);
}
