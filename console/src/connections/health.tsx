/** How a connection is, in a few words, whether it waits for a person, and who may decide over its lines. */
import type { Company } from "../api/types.ts";
import { type Connection, isDue } from "./queries.ts";

interface Health {
  /** A sign beside the words, so that color is never alone. */
  readonly sign: string;
  readonly name: string;
  readonly needsPerson: boolean;
}

export function healthOf(connection: Connection): Health {
  const { status, accounts, failures } = connection;
  if (status === "requires_reconnect") return { sign: "!", name: "Sign in again", needsPerson: true };
  if (accounts.every(({ account_id }) => account_id === null))
    return { sign: "!", name: "Choose its accounts", needsPerson: true };
  if (connection.is_waiting) return { sign: "!", name: "Not read: no worker runs", needsPerson: true };
  if (isDue(connection)) return { sign: "◔", name: "Being read", needsPerson: false };
  if (connection.stale_since !== null) return { sign: "!", name: "Not read for long", needsPerson: true };
  if (failures > 0) return { sign: "↻", name: "Tried again by itself", needsPerson: false };
  if (connection.skipped.length > 0) return { sign: "!", name: "Lines are missing", needsPerson: true };
  return { sign: "✓", name: "Works", needsPerson: false };
}

export function HealthText({ health }: { readonly health: Health }) {
  return (
    <span className={health.needsPerson ? "co-health problem" : "co-health"}>
      <span aria-hidden="true">{health.sign}</span> {health.name}
    </span>
  );
}

/** What decides which lines come into the books needs both areas. */
export function mayFeed({ permissions }: Company): boolean {
  return permissions.integrations === "manage" && permissions.transactions === "manage";
}
