/** What the use cases of spreadsheets are given. */
import type { PublicId } from "../../../core/public-id.ts";
import type { Db } from "../../../platform/db/index.ts";
import type { BookAnswer, BookCall, Calculator } from "../../../platform/formula/index.ts";
import type { Ids } from "../../../platform/random/random.ts";

export interface SheetsNeeds {
  readonly db: Db;
  readonly ids: Ids;
  readonly calculator: Calculator;
  /** Answers questions to the books of a company, in their order, from one state of them. */
  readonly books: (companyId: PublicId<"company">, calls: readonly BookCall[]) => Promise<readonly BookAnswer[]>;
  /** Where a document is edited. */
  readonly address: (id: PublicId<"sheet">) => string;
}
