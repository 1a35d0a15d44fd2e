/** What a caller says of books beside their file, as it is kept until they are imported. */
import type { CivilDate } from "@daybook/words/civil-date";
import type { CashFlowRole } from "@daybook/words/ledger-words";
import type { ColumnNames } from "./csv-columns.ts";
import type { ChangeChoice } from "./later-import.ts";

export interface ImportAnswers {
  /** The kinds of accounts, by account; see `ACCOUNT_KINDS`. */
  readonly kinds: Readonly<Record<string, string>>;
  /** The names of columns of a journal as CSV, by what they hold. Absent in imports of earlier versions. */
  readonly columns?: ColumnNames;
  /** Dollars by commodity. */
  readonly prices?: Readonly<Record<string, number>>;
  /** Roles in the cash flow statement, by account. */
  readonly cash_flow?: Readonly<Record<string, CashFlowRole>>;
  readonly date_format: string | null;
  readonly closing_vouchers: string | null;
  readonly trial_balance_date: CivilDate | null;
  readonly changes: ChangeChoice | null;
  /** The same for single vouchers, by their ids. */
  readonly change_of: Readonly<Record<string, ChangeChoice>>;
}

/** Answers with the digest of the plan that was accepted with them. */
export interface AcceptedAnswers extends ImportAnswers {
  readonly digest: string;
  /** Identifies the files and the answers. */
  readonly given: string;
}
