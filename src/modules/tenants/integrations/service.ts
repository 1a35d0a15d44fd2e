/**
 * Use cases on integrations: listing a company's connections to outside services, and recording the status
 * that a connector or an operator reports.
 */
import type { UnixSeconds } from "@daybook/words/civil-date";
import { LIMITS } from "@daybook/words/limits";
import type { PublicId } from "@daybook/words/public-id";
import type { Db, Tx } from "../../../platform/db/index.ts";
import { lockCompany } from "../company/index.ts";
import {
  type Integration,
  INTEGRATION_KEYS,
  type IntegrationKey,
  INTEGRATIONS,
  type IntegrationStatus,
} from "./rules.ts";
import type { ConnectionRow } from "./record.ts";
import { integrationsStore } from "./store.ts";

type Company = PublicId<"company">;

const HOUR_S = 3_600;

/** An integration of the registry with a company's connection to it. */
export type Connection = ConnectionRow &
  Integration & {
    /** When data last came in, if that is so long ago that figures may lack some; null otherwise. */
    readonly stale_since: UnixSeconds | null;
  };

/** A report about a connection. Absent fields stay unchanged. */
export interface ConnectionReport {
  readonly available?: boolean;
  readonly status?: IntegrationStatus;
  readonly detail?: string | null;
  /** When data last came in; null if none is expected. */
  readonly succeeded_at?: UnixSeconds | null;
}

export interface IntegrationsService {
  /** All integrations in the order of the registry, whether available to the company or not. */
  list(companyId: Company): Promise<Connection[]>;
  /**
   * Records the status of a connection, as reported by a connector or by an operator's command. Throws the
   * refusal `resource_missing`.
   */
  report(companyId: Company, key: IntegrationKey, report: ConnectionReport): Promise<Connection>;
}

/** The connection to an integration for which nothing was ever reported. */
function unreportedConnection(key: IntegrationKey): ConnectionRow {
  return {
    key,
    available: true,
    status: "not_connected",
    detail: null,
    succeeded_at: null,
    reported_at: null,
  };
}

/** The time since which a live feed has brought nothing in, if that is long ago; null otherwise. */
export function staleSince(succeededAt: UnixSeconds | null, now: UnixSeconds): UnixSeconds | null {
  const isStale = succeededAt !== null && succeededAt < now - LIMITS.feed_stale_hours.value * HOUR_S;
  return isStale ? succeededAt : null;
}

function connectionOf(row: ConnectionRow, now: UnixSeconds): Connection {
  return { ...INTEGRATIONS[row.key], ...row, stale_since: staleSince(row.succeeded_at, now) };
}

/** The dependencies of the service. */
interface IntegrationsNeeds {
  readonly db: Db;
  readonly now: () => UnixSeconds;
}

export function integrationsService({ db, now }: IntegrationsNeeds): IntegrationsService {
  return {
    async list(companyId) {
      const rows = new Map((await integrationsStore.list(db, companyId)).map((row) => [row.key, row]));
      return INTEGRATION_KEYS.map((key) => connectionOf(rows.get(key) ?? unreportedConnection(key), now()));
    },
    report: (companyId, key, report) =>
      db.transaction(async (tx) => {
        await lockCompany(tx, companyId);
        return reportConnection(tx, companyId, key, report, now());
      }),
  };
}

/** Records the status of a connection in a transaction of the caller's, who has locked the company. */
export async function reportConnection(
  tx: Tx,
  companyId: Company,
  key: IntegrationKey,
  { available, status, detail, succeeded_at }: ConnectionReport,
  now: UnixSeconds,
): Promise<Connection> {
  const former =
    (await integrationsStore.list(tx, companyId)).find((row) => row.key === key) ?? unreportedConnection(key);
  const row: ConnectionRow = {
    key,
    available: available ?? former.available,
    status: status ?? former.status,
    // A detail of the previous status no longer applies.
    detail:
      detail !== undefined ? detail : status === undefined || status === former.status ? former.detail : null,
    succeeded_at: succeeded_at === undefined ? former.succeeded_at : succeeded_at,
    reported_at: status === undefined ? former.reported_at : now,
  };
  await integrationsStore.put(tx, companyId, row);
  return connectionOf(row, now);
}
