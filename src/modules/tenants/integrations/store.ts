/** All SQL on companies' connections to integrations. */
import type { PublicId } from "@daybook/words/public-id";
import { columnsOf, makeUpsert, type Queryable, statement } from "../../../platform/db/index.ts";
import { type ConnectionRow, CONNECTIONS } from "./record.ts";

const listConnections = statement<ConnectionRow>(
  "integrations.listConnections",
  `select ${columnsOf(CONNECTIONS)} from company_integrations where company_id = $1 order by key`,
);

export const integrationsStore = {
  list: (db: Queryable, companyId: PublicId<"company">) => db.list(listConnections, [companyId]),
  put: makeUpsert("integrations.putConnection", CONNECTIONS),
};
