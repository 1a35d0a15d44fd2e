/** What the console reads beside the answers that the client has types of. */
import type { BalanceSheet, CashFlow, IncomeStatement, JournalEntry } from "@daybook/client";

export type Level = "none" | "view" | "manage";

export interface Company {
  readonly id: string;
  readonly name: string;
  readonly lifecycle: "open" | "closing" | "closed" | "deleted";
  readonly plan: string;
  readonly fiscal_year_start_month: number;
  readonly features: readonly string[];
  readonly permissions: Readonly<Record<string, Level>>;
}

export interface Session {
  readonly user: {
    readonly id: string;
    readonly email: string;
    readonly first_name: string | null;
    readonly last_name: string | null;
  };
  readonly companies: readonly Company[];
}

export type Statement = IncomeStatement | BalanceSheet | CashFlow;

/** Amounts are integer cents. */
export interface Voucher {
  readonly date: string;
  readonly total_cents: number;
  readonly entries: readonly JournalEntry[];
}
