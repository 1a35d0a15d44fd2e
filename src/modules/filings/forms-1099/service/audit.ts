/** The audit lines of 1099 records: their changes in the company's audit trail. */
import type { UnixSeconds } from "@daybook/words/civil-date";
import { LIMITS } from "@daybook/words/limits";
import type { PublicId } from "@daybook/words/public-id";
import {
  type Change,
  describeChange,
  listAuditEvents,
  type Queryable,
  type Tx,
} from "../../../../platform/db/index.ts";

type Company = PublicId<"company">;

const TOPIC = "1099s";

/** A change of a record. */
export interface AuditLine {
  /** The position among the record's changes, from 1. */
  readonly line: number;
  readonly at: UnixSeconds;
  /** The actor; null for an old change that was recorded without an actor. */
  readonly by: string | null;
  readonly command: string;
  /** Null for the command that created the record. */
  readonly from_status: string | null;
  readonly to_status: string;
  readonly note: string | null;
}

/** Adds an audit line to the record with the given number, within the transaction of the change. */
export function describeForm(
  tx: Tx,
  companyId: Company,
  number: number,
  change: Omit<Change, "topic" | "subject">,
): Promise<void> {
  return describeChange(tx, companyId, { ...change, topic: TOPIC, subject: String(number) });
}

/** Returns the changes of a record, oldest first. */
export async function listAudit(db: Queryable, companyId: Company, number: number): Promise<AuditLine[]> {
  const filter = { topic: TOPIC, subject: String(number) };
  const events = await listAuditEvents(db, companyId, filter, LIMITS.audit_events_shown.value);
  return events.toReversed().map(({ at, actor, action, from_state, to_state, note }, index) => ({
    line: index + 1,
    at,
    by: actor,
    command: action,
    from_status: from_state,
    to_status: to_state ?? "",
    note,
  }));
}
