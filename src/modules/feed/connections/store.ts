/** All SQL on connections and the vendors' accounts. */
import type { PublicId } from "@daybook/words/public-id";
import {
  columnsOf,
  makeInsert,
  makeUpdate,
  makeUpsertAll,
  type Queryable,
  statement,
  type Tx,
} from "../../../platform/db/index.ts";
import { type ConnectionRow, CONNECTIONS, VENDOR_ACCOUNTS, type VendorAccountRow } from "./record.ts";

type Company = PublicId<"company">;

const ROW = columnsOf(CONNECTIONS);
const ACCOUNT = columnsOf(VENDOR_ACCOUNTS);

const list = statement<ConnectionRow>(
  "connections.list",
  `select ${ROW} from feed_connections where company_id = $1 order by created, id`,
);
const find = statement<ConnectionRow>(
  "connections.find",
  `select ${ROW} from feed_connections where company_id = $1 and id = $2`,
);
const lock = statement<ConnectionRow>(
  "connections.lock",
  `select ${ROW} from feed_connections where company_id = $1 and id = $2 for update`,
);
const remove = statement<never>(
  "connections.delete",
  "delete from feed_connections where company_id = $1 and id = $2",
);
const listAccounts = statement<VendorAccountRow>(
  "connections.listAccounts",
  `select ${ACCOUNT} from feed_connection_accounts where company_id = $1 order by connection_id, id`,
);
const map = statement<never>(
  "connections.mapAccount",
  `update feed_connection_accounts set account_id = $4
   where company_id = $1 and connection_id = $2 and id = $3`,
);

export const connectionsStore = {
  list: (db: Queryable, companyId: Company) => db.list(list, [companyId]),
  find: (db: Queryable, companyId: Company, id: string) => db.find(find, [companyId, id]),
  lock: (tx: Tx, companyId: Company, id: string) => tx.find(lock, [companyId, id]),
  insert: makeInsert("connections.insert", CONNECTIONS),
  update: makeUpdate("connections.update", CONNECTIONS),
  delete: (tx: Tx, companyId: Company, id: string) => tx.run(remove, [companyId, id]),
  listAccounts: (db: Queryable, companyId: Company) => db.list(listAccounts, [companyId]),
  /** Stores the vendor's accounts. Those that are known keep what they are mapped to. */
  putAccounts: makeUpsertAll("connections.putAccounts", VENDOR_ACCOUNTS, ["account_id"]),
  mapAccount: (tx: Tx, companyId: Company, connection: string, id: string, account: string | null) =>
    tx.run(map, [companyId, connection, id, account]),
};
