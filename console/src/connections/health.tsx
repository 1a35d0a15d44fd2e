/** How a connection is, in a few words, whether it waits for a person, and who may decide over its lines. */
import type { Company } from "../api/types.ts";
import { Tag, type TagLook } from "../kit/tag.tsx";
import { type Connection, isDue } from "./queries.ts";

interface Health {
  readonly look: TagLook;
  readonly name: string;
  readonly needsPerson: boolean;
}

const needs = (name: string): Health => ({ look: "warn", name, needsPerson: true });
const runs = (look: TagLook, name: string): Health => ({ look, name, needsPerson: false });

export function healthOf(connection: Connection): Health {
  const { status, accounts, failures } = connection;
  if (status === "requires_reconnect") return needs("Sign in again");
  if (accounts.every(({ account_id }) => account_id === null)) return needs("Choose its accounts");
  if (connection.is_waiting) return needs("Not read: no worker runs");
  if (isDue(connection)) return runs("wait", "Being read");
  if (connection.stale_since !== null) return needs("Not read for long");
  if (failures > 0) return runs("wait", "Tried again by itself");
  if (connection.skipped.length > 0) return needs("Lines are missing");
  return runs("good", "Works");
}

export function HealthTag({ health: { look, name } }: { readonly health: Health }) {
  return <Tag look={look}>{name}</Tag>;
}

/** What decides which lines come into the books needs both areas. */
export function mayFeed({ permissions }: Company): boolean {
  return permissions.integrations === "manage" && permissions.transactions === "manage";
}
