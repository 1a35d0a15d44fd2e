/** Answers of the service, as far as the console reads them. Amounts are integer cents, dates `YYYY-MM-DD`. */

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

/** A line of the income statement or the cash flow statement. */
export interface PeriodLine {
  readonly category_id: string;
  readonly name: string;
  readonly amount_cents: number;
  readonly position: number;
  readonly parent_category_id: string | null;
}

export interface BalanceLine extends Omit<PeriodLine, "amount_cents"> {
  readonly balance_cents: number;
}

export interface DepartmentLine {
  readonly department_id: string | null;
  readonly name: string;
  readonly amount_cents: number;
  readonly position: number;
  readonly parent_department_id: string | null;
}

export interface PeriodSection {
  readonly total_cents: number;
  readonly categories: readonly PeriodLine[];
  readonly departments?: readonly DepartmentLine[] | null;
}

export interface BalanceSection {
  readonly total_cents: number;
  readonly categories: readonly BalanceLine[];
}

export interface IncomeStatement {
  readonly object: "income_statement";
  readonly refreshed_at: number | null;
  readonly revenue: PeriodSection;
  readonly cost_of_goods_sold: PeriodSection;
  readonly gross_profit_cents: number;
  readonly operating_expenses: PeriodSection;
  readonly operating_income_cents: number;
  readonly other_income: PeriodSection;
  readonly other_expenses: PeriodSection;
  readonly net_income_cents: number;
}

export interface BalanceSheet {
  readonly object: "balance_sheet";
  readonly refreshed_at: number | null;
  readonly assets: BalanceSection;
  readonly liabilities: BalanceSection;
  readonly equity: BalanceSection;
  readonly liabilities_and_equity_cents: number;
}

export interface CashFlow {
  readonly object: "cash_flow";
  readonly refreshed_at: number | null;
  readonly operating_activities: PeriodSection;
  readonly investing_activities: PeriodSection;
  readonly financing_activities: PeriodSection;
  readonly beginning_cash_cents: number;
  readonly change_in_cash_cents: number;
  readonly ending_cash_cents: number;
}

export type Statement = IncomeStatement | BalanceSheet | CashFlow;

export interface Page<Item> {
  readonly has_more: boolean;
  readonly next_cursor: string | null;
  readonly data: readonly Item[];
}

export interface JournalEntry {
  readonly id: string;
  readonly date: string;
  readonly category_id: string;
  readonly category_name: string;
  readonly department_id: string | null;
  readonly department_name: string | null;
  readonly amount_cents: number;
  readonly debit_cents: number;
  readonly credit_cents: number;
  readonly description: string;
  readonly merchant: string | null;
  readonly source: string;
  readonly transaction_id: string | null;
  readonly held: boolean;
}

export interface Voucher {
  readonly date: string;
  readonly total_cents: number;
  readonly entries: readonly JournalEntry[];
}

export interface Transaction {
  readonly id: string;
  readonly date: string;
  readonly accounting_date: string;
  readonly amount_cents: number;
  readonly description: string;
  readonly merchant_name: string | null;
  readonly memo: string | null;
  readonly account_name: string;
  readonly category_name: string | null;
  readonly department_name: string | null;
  readonly transaction_type: string;
  readonly status: string;
  readonly pending: boolean;
  readonly source_vendor: string;
}

export interface ReportExport {
  readonly id: string;
  readonly report_type: string;
  readonly format: string;
  readonly status: "pending" | "processing" | "succeeded" | "failed";
  readonly file: { readonly filename: string; readonly size: number; readonly download_url: string } | null;
  readonly error: { readonly code: string; readonly message: string } | null;
}
