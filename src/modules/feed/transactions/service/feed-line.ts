/** A line of a bank, as it comes in. */
import type { Cents } from "@daybook/words/cents";
import type { CivilDate } from "@daybook/words/civil-date";
import type { TransactionStatus, TwinAnswer } from "@daybook/words/feed-words";
import type { PublicId } from "@daybook/words/public-id";

/** A line as a bank sends it. */
export interface FeedLine {
  readonly account_id: string;
  /** The bank's own id, or a fingerprint, which identifies the line. Null if it can't be identified. */
  readonly external_id: string | null;
  readonly card_id: PublicId<"card"> | null;
  readonly date: CivilDate;
  readonly amount_cents: Cents;
  readonly description: string;
  readonly merchant_name: string | null;
  readonly status: TransactionStatus;
  readonly source_vendor: string;
  readonly source_type: string;
  /** The upload that brings it. Default: none. */
  readonly upload_id?: PublicId<"upload">;
  /**
   * What it is, should it probably be the same as an entry of imported books. Default: a person is asked, and
   * the line is not in the books until then.
   */
  readonly in_books?: TwinAnswer;
}

/** The news of a bank: lines that it has no more, and lines that are new or changed. */
export interface FeedNews {
  readonly removed: readonly (Pick<FeedLine, "account_id" | "external_id"> & {
    /** The bank's id of the line that takes its place, and gets what was decided about it; null for none. */
    readonly becomes: string | null;
  })[];
  readonly lines: readonly FeedLine[];
}
