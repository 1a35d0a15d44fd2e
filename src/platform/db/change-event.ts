/**
 * The event that each transaction leaves in the audit trail of the company that it changed, unless the
 * transaction described its change (`audit-trail.ts`). Invariants: an event commits with the change that it
 * records, or not at all; a transaction that wrote no rows leaves no event; no transaction of an actor
 * changes a sealed company, which moves to another installation (`company/moves.ts`).
 */
import { randomUUID } from "node:crypto";
import type { UnixSeconds } from "@daybook/words/civil-date";
import { currentActor } from "../log/actor.ts";
import { currentTrace } from "../log/trace.ts";
import { type Parameter, type Statement, statement } from "./statement.ts";

/** A statement with its values. */
interface StatementCall {
  readonly statement: Statement<never>;
  readonly values: readonly Parameter[];
}

/**
 * SQL for the id of the transaction's event, which was set when the transaction began; null without actor.
 */
export const EVENT_ID = "nullif(current_setting('daybook.event', true), '')::uuid";

/** SQL for a number that orders the events of a company, even those of the same microsecond. */
export const RECORDED = `greatest((extract(epoch from clock_timestamp()) * 1000000)::bigint,
  (select max(recorded) + 1 from audit_events where company_id = $1))`;

/**
 * The row of the company $1, locked as the foreign key of an event locks it. Whoever seals the company locks
 * the row for update, and so waits for this transaction, or makes this statement see the seal and fail.
 */
const UNSEALED = "select id from companies where id = $1 and (not sealed or refuse_sealed(id)) for key share";

// The function passes a setting on to the servers of a distributed database, which set_config does not.
const insertChange = statement<never>(
  "db.insertChange",
  `insert into audit_events (company_id, id, at, recorded, surface, actor, key_id, action, subject,
     request_id)
   select c.id, this.id, daybook_now(), ${RECORDED}, $2, $3, $4, $5, $6, $7
   from (${UNSEALED}) c, (select ${EVENT_ID} as id) this
   where this.id is not null
     and not exists (select 1 from audit_events e where e.company_id = $1 and e.id = this.id)`,
);

const requireUnsealed = statement<never>("db.requireUnsealed", UNSEALED);

/** The results of `writesRows` so far. */
const writing = new WeakMap<Statement<unknown>, boolean>();

/** True if the text of a statement writes rows. Locking rows does not count. */
export function writesRows(query: Statement<unknown>): boolean {
  const cached = writing.get(query);
  if (cached !== undefined) return cached;
  const found = /\b(?:insert into|delete from|update \w+ (?:\w+ )?set)\b/i.test(query.text);
  writing.set(query, found);
  return found;
}

/**
 * Returns the settings of a transaction that triggers and defaults read: the time, and if the transaction has
 * an actor, the id of its event, to which new journal entries refer.
 */
export function settingsAt(now: UnixSeconds): [name: string, value: string][] {
  return [
    ["daybook.now", String(now)],
    ...(currentActor() === null ? [] : [["daybook.event", randomUUID()] as [string, string]]),
  ];
}

/**
 * Returns the statement that inserts the transaction's event, unless the transaction described its change or
 * leaves none; null without an actor who changes a company. It fails for a sealed company.
 */
export function eventStatement(leavesNoEvent: boolean): StatementCall | null {
  const actor = currentActor();
  if (actor === null || actor.company_id === null) return null;
  if (leavesNoEvent) return { statement: requireUnsealed, values: [actor.company_id] };
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
