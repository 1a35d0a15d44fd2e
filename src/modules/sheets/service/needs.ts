/** The dependencies of the spreadsheet use cases. */
import type { PublicId } from "../../../core/public-id.ts";
import type { Db } from "../../../platform/db/index.ts";
import type { Faults } from "../../../platform/faults/index.ts";
import type { Calculator } from "../../../platform/formula/index.ts";
import type { Ids } from "../../../platform/random/random.ts";
import type { BooksReader } from "./books.ts";

export interface SheetsNeeds {
  readonly db: Db;
  readonly ids: Ids;
  readonly calculator: Calculator;
  /** Answers what formulas ask the books. */
  readonly books: BooksReader;
  readonly faults: Faults;
  /** The address of the page on which a document is edited. */
  readonly address: (id: PublicId<"sheet">) => string;
}
