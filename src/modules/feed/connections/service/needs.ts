/** What the use cases of connections need. */
import type { UnixSeconds } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import type { Db, Tx } from "../../../../platform/db/index.ts";
import type { Log } from "../../../../platform/log/log.ts";
import type { Ids } from "../../../../platform/random/random.ts";
import type { Sealer } from "../../../../platform/secrets/index.ts";
import type { TransactionsService } from "../../transactions/index.ts";
import type { Vendor } from "../rules/words.ts";
import type { Connector } from "./connector.ts";

export type Company = PublicId<"company">;

export interface ConnectionsNeeds {
  readonly db: Db;
  readonly ids: Ids;
  readonly now: () => UnixSeconds;
  readonly transactions: Pick<TransactionsService, "follow" | "listLatest">;
  readonly log: Pick<Log, "warn">;
  /** Encrypts the secrets; null without CONNECTION_KEY. */
  readonly sealer: Sealer | null;
  readonly connectors: Readonly<Record<Vendor, Connector>>;
  /** Asks for a pull of a connection at a time, in the transaction of the change that requires it. */
  readonly askForPull: (tx: Tx, companyId: Company, id: string, runAt: UnixSeconds) => Promise<void>;
}
