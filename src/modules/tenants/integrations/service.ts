/**
 * Use cases on integrations: what a company could connect and has connected, and what a connector or an
 * operator reports of it.
 */
import type { UnixSeconds } from "../../../core/civil-date.ts";
import type { PublicId } from "../../../core/public-id.ts";
import type { Db } from "../../../platform/db/index.ts";
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

/** An integration of the registry as a company has it. */
export type Connection = ConnectionRow & Integration;

/** The changes of a connection; omitted members stay. */
export interface Health {
  readonly available?: boolean;
  readonly status?: IntegrationStatus;
  readonly detail?: string | null;
}

export interface IntegrationsService {
  /** Every integration of the registry, in its order, whether it is available to the company or not. */
  list(companyId: Company): Promise<Connection[]>;
  /**
   * Notes how a connection is doing: what connectors call, and operators by a command. Refuses
   * `resource_missing`.
   */
  report(companyId: Company, key: IntegrationKey, health: Health): Promise<Connection>;
}

/** An integration of which nothing was ever reported. */
function untouched(key: IntegrationKey): ConnectionRow {
  return { key, available: true, status: "not_connected", detail: null, reported_at: null };
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
      return INTEGRATION_KEYS.map((key) => ({ ...INTEGRATIONS[key], ...(rows.get(key) ?? untouched(key)) }));
    },
    report: (companyId, key, { available, status, detail }) =>
      db.transaction(async (tx) => {
        await lockCompany(tx, companyId);
        const former =
          (await integrationsStore.list(tx, companyId)).find((row) => row.key === key) ?? untouched(key);
        const row: ConnectionRow = {
          key,
          available: available ?? former.available,
          status: status ?? former.status,
          // A detail of the previous status no longer applies.
          detail:
            detail !== undefined
              ? detail
              : status === undefined || status === former.status
                ? former.detail
                : null,
          reported_at: status === undefined ? former.reported_at : now(),
        };
        await integrationsStore.put(tx, companyId, row);
        return { ...INTEGRATIONS[key], ...row };
      }),
  };
}
