/** The dependencies of the spreadsheet use cases. */
import type { PublicId } from "@daybook/words/public-id";
import type { Db } from "../../../platform/db/index.ts";
import type { Faults } from "../../../platform/faults/index.ts";
import type { Calculator } from "../../../platform/formula/index.ts";
import type { Ids } from "../../../platform/random/random.ts";
import type { BooksReader } from "./books.ts";

export interface SheetsNeeds {
  readonly db: Db;
  readonly ids: Ids;
  readonly calculator: Calculator;
  /** Answers the formula functions that read the books. */
  readonly books: BooksReader;
  /** Injects failures for drills: rehearsals of failures on a running service. */
  readonly faults: Faults;
  /** Returns the URL of the page on which people edit a document. */
  readonly address: (companyId: PublicId<"company">, id: PublicId<"sheet">) => string;
}
