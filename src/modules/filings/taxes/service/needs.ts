/** The dependencies of the use cases of tax records. */
import type { Audit } from "../../../../core/audit.ts";
import type { PublicId } from "@daybook/words/public-id";
import type { Db, Tx } from "../../../../platform/db/index.ts";
import type { Faults } from "../../../../platform/faults/index.ts";
import type { Ids } from "../../../../platform/random/random.ts";
import type { FilesService } from "../../files/index.ts";

export interface TaxesNeeds {
  readonly db: Db;
  readonly ids: Ids;
  readonly files: Pick<
    FilesService,
    "attachFile" | "documentLink" | "inspectPdf" | "receive" | "releaseFile"
  >;
  readonly faults: Faults;
  /**
   * Called when the service has filed the income return of a year, within the transaction that records the
   * filing: the return may have claimed tax credits, whose status then changes too.
   */
  readonly onIncomeFiled: (tx: Tx, companyId: PublicId<"company">, year: number, at: Audit) => Promise<void>;
}
