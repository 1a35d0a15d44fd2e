/** The services that the use cases need. */
import type { Paced } from "../../../../core/paced.ts";
import type { Db } from "../../../../platform/db/index.ts";
import type { Ids } from "../../../../platform/random/random.ts";
import type { Workbooks } from "../../../../platform/workbooks/index.ts";
import type { TransactionsService } from "../../transactions/index.ts";

export interface UploadsNeeds {
  readonly db: Db;
  readonly ids: Ids;
  /** Reading a large file takes longer than others should wait. */
  readonly paced: Paced;
  readonly workbooks: Pick<Workbooks, "readTables">;
  readonly transactions: Pick<
    TransactionsService,
    | "addLines"
    | "balanceAt"
    | "changeLines"
    | "expectLines"
    | "findLines"
    | "listAlike"
    | "listKept"
    | "listStored"
    | "listTwins"
    | "lockUploaded"
    | "removeLines"
    | "removeWithin"
  >;
}
