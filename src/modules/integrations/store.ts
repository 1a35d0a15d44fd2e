/** All SQL on what companies have connected. */
import type { UnixSeconds } from "../../core/civil-date.ts";
import type { PublicId } from "../../core/public-id.ts";
import { type Queryable, statement, type Tx } from "../../platform/db/index.ts";
import type { IntegrationKey, IntegrationStatus } from "./rules.ts";

export interface ConnectionRow {
  readonly key: IntegrationKey;
  readonly available: boolean;
  readonly status: IntegrationStatus;
  /** What was reported with the status, for people. */
  readonly detail: string | null;
  readonly reported_at: UnixSeconds | null;
}

const COLUMNS = "key, available, status, detail, reported_at";
const listConnections = statement<ConnectionRow>("integrations.listConnections", `select ${COLUMNS} from company_integrations where company_id = $1 order by key`);
const putConnection = statement<never>(
  "integrations.putConnection",
  `insert into company_integrations (company_id, ${COLUMNS}) values ($1, $2, $3, $4, $5, $6)
   on conflict (company_id, key) do update set available = excluded.available, status = excluded.status, detail = excluded.detail, reported_at = excluded.reported_at`,
);

export const integrationsStore = {
  list: (db: Queryable, companyId: PublicId<"company">) => db.list(listConnections, [companyId]),
  put: (tx: Tx, companyId: PublicId<"company">, row: ConnectionRow) => tx.run(putConnection, [companyId, row.key, row.available, row.status, row.detail, row.reported_at]),
};
