/**
 * The books as the writers of journals see them: the chart, the departments and vouchers one by one, and what
 * every writer does. Invariant: parents come before their children, and accounts are in the order of the
 * statements.
 */
import type { Cents } from "@daybook/words/cents";
import type { CivilDate, UnixSeconds } from "@daybook/words/civil-date";
import type { AccountType, CashFlowRole, CategoryRole, EntrySource } from "@daybook/words/ledger-words";

/** A category of the chart: an account of the written journal. */
export interface OutAccount {
  readonly id: string;
  readonly name: string;
  readonly account_type: AccountType;
  readonly parent_id: string | null;
  readonly cash_flow: CashFlowRole | null;
  readonly role: CategoryRole | null;
}

export interface OutDepartment {
  readonly id: string;
  readonly name: string;
  readonly parent_id: string | null;
}

export interface OutBooks {
  /** The company's name. */
  readonly name: string;
  /** 1 to 12. */
  readonly fiscalYearStartMonth: number;
  readonly accounts: readonly OutAccount[];
  readonly departments: readonly OutDepartment[];
  /** The date of the first voucher; null if there is none. */
  readonly firstDate: CivilDate | null;
}

/** A line of a voucher: a journal entry. */
export interface OutLine {
  /** Its number in the voucher, from 1. */
  readonly line: number;
  readonly category_id: string;
  readonly department_id: string | null;
  /** Debit minus credit. */
  readonly net_debit_cents: Cents;
  readonly merchant: string | null;
  readonly description: string;
}

/** A voucher with at least one line. What its lines have in common is the voucher's. */
export interface OutVoucher {
  readonly id: string;
  readonly date: CivilDate;
  readonly source: EntrySource;
  readonly transaction_id: string | null;
  readonly held: boolean;
  readonly created: UnixSeconds;
  readonly lines: readonly OutLine[];
}

/** A piece of the text of a file. The pieces of a file follow each other. */
export interface OutPiece {
  readonly file: string;
  readonly text: string;
}

/**
 * Writes one company's journal in one format. The order of calls is `begin`, `voucher` for each, `end`,
 * `notes`. Memory may grow with the chart and the months, never with the vouchers.
 */
export interface JournalWriter {
  /** The name of the file with the vouchers. */
  readonly file: string;
  /** The written account names by category, if `import journal` reads this format; else null. */
  readonly accounts: ReadonlyMap<string, string> | null;
  /** The text before the vouchers. */
  begin(): string;
  /** Throws `Refusal` for a voucher that the format can't hold. */
  voucher(voucher: OutVoucher): string;
  /** Further files, which follow the vouchers. */
  end(): Iterable<OutPiece>;
  /** Sentences on what was written otherwise than it is in the books. */
  notes(): string[];
}

/** The first level of an account, by its type. `typeOfName` reads them. */
export const ROOTS: Readonly<Record<AccountType, string>> = {
  asset: "Assets",
  liability: "Liabilities",
  equity: "Equity",
  revenue: "Income",
  cost_of_goods_sold: "Cost of Goods Sold",
  expense: "Expenses",
  other_income: "Other Income",
  other_expense: "Other Expenses",
};

/** The currency of all amounts. */
export const CURRENCY = "USD";
