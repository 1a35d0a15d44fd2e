/**
 * The event that a transaction leaves in the audit trail of the company that it changed. Invariants: an event
 * commits with the change that it is about, or not at all; a transaction that wrote nothing leaves none.
 */
import { currentActor } from "../log/actor.ts";
import { currentTrace } from "../log/trace.ts";
import { type Parameter, type Statement, statement } from "./statement.ts";

/** A statement with its values. */
interface StatementCall {
  readonly statement: Statement<never>;
  readonly values: readonly Parameter[];
}

/** The transaction's event, as it was set when the transaction began. */
export const EVENT_ID = "nullif(current_setting('daybook.event', true), '')::uuid";

/** Orders the events of a company, also those that one tick of the clock holds. */
export const RECORDED = `greatest((extract(epoch from clock_timestamp()) * 1000000)::bigint,
  (select max(recorded) + 1 from audit_events where company_id = $1))`;

const setUp = statement<never>("db.setUp", "select set_config('daybook.now', $1, true)");
const setUpEvent = statement<never>(
  "db.setUpEvent",
  `select set_config('daybook.now', $1, true),
     set_config('daybook.event', gen_random_uuid()::text, true)`,
);
const insertChange = statement<never>(
  "db.insertChange",
  `insert into audit_events (company_id, id, at, recorded, surface, actor, key_id, action, subject,
     request_id)
   select c.id, this.id, daybook_now(), ${RECORDED}, $2, $3, $4, $5, $6, $7
   from companies c, (select ${EVENT_ID} as id) this
   where c.id = $1 and this.id is not null
     and not exists (select 1 from audit_events e where e.company_id = $1 and e.id = this.id)`,
);

const writing = new WeakMap<Statement<unknown>, boolean>();

/** True if the text of a statement writes rows. Locking rows does not count. */
export function isWriting(query: Statement<unknown>): boolean {
  const known = writing.get(query);
  if (known !== undefined) return known;
  const found = /\b(?:insert into|delete from|update \w+ (?:\w+ )?set)\b/i.test(query.text);
  writing.set(query, found);
  return found;
}

/** Sets the time that triggers read and, for an actor, the event that new journal entries name. */
export function settingUp(now: number): StatementCall {
  return { statement: currentActor() === null ? setUp : setUpEvent, values: [now] };
}

/** Writes the event, unless the change was described; null without an actor who changes a company. */
export function leavingEvent(): StatementCall | null {
  const actor = currentActor();
  if (actor === null || actor.company_id === null) return null;
  const { company_id, surface, by, key_id, action, subject } = actor;
  return {
    statement: insertChange,
    values: [
      company_id,
      surface,
      by,
      key_id ?? null,
      action,
      subject ?? null,
      currentTrace()?.request_id ?? null,
    ],
  };
}
