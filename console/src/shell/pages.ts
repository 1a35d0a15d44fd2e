/**
 * The pages of a company, in the order of the navigation: their addresses and names, and what a member needs
 * to see them. The navigation and the palette list them; the router knows what each shows.
 */
import type { Company } from "../api/types.ts";

type Area = keyof Company["permissions"];

interface PageEntry {
  readonly name: string;
  /** Below the company's address, without slashes around it. */
  readonly path: string;
  /** Areas of which a member needs at least a view. */
  readonly needs: readonly Area[];
  /** True if it shows figures that lines of banks are part of. */
  readonly hasFigures?: true;
}

const PAGES: readonly PageEntry[] = [
  { name: "Overview", path: "overview", needs: ["reports"], hasFigures: true },
  { name: "Statements", path: "statements/income", needs: ["reports"], hasFigures: true },
  { name: "Transactions", path: "transactions", needs: ["transactions"], hasFigures: true },
  { name: "Journal", path: "journal", needs: ["reports"], hasFigures: true },
  { name: "Spreadsheets", path: "sheets", needs: ["forecast"], hasFigures: true },
  { name: "Invoices", path: "invoices", needs: ["invoices"], hasFigures: true },
  { name: "Accounts", path: "accounts", needs: ["transactions"], hasFigures: true },
  { name: "Chart", path: "chart", needs: ["accounting_setup"] },
  { name: "Import books", path: "import", needs: ["reports", "accounting_setup"] },
  { name: "Rules", path: "rules", needs: ["accounting_setup"] },
  { name: "Schedules", path: "schedules", needs: ["transactions"], hasFigures: true },
  { name: "Filings", path: "filings", needs: ["taxes"] },
  { name: "Connections", path: "connections", needs: ["integrations"] },
  { name: "Team", path: "team", needs: ["team_access"] },
  { name: "Company", path: "company", needs: ["company"] },
  { name: "Developers", path: "developers", needs: ["api_access"] },
];

/** The statements, by the last part of their pages' addresses. */
export const STATEMENTS = {
  income: { name: "Income statement", report: "income_statement" },
  balance: { name: "Balance sheet", report: "balance_sheet" },
  cash: { name: "Cash flow", report: "cash_flow" },
  equity: { name: "Changes in equity", report: "changes_in_equity" },
  trial: { name: "Trial balance", report: "trial_balance" },
} as const;
/** The entries behind a trial balance. */
export const LEDGER = { name: "General ledger", path: "statements/ledger" } as const;
export type StatementName = keyof typeof STATEMENTS;

/** The pages that a member may see. */
export function pagesOf({ permissions }: Company): readonly PageEntry[] {
  return PAGES.filter(({ needs }) => needs.every((area) => permissions[area] !== "none"));
}

/**
 * The code with which the service refuses a page, as far as the session tells; null for a page that it gives.
 * `first` is the first part of the page's address below the company's.
 */
export function refusalOf(company: Company, first: string | undefined): string | null {
  const isAt = ({ path }: PageEntry): boolean => path.split("/")[0] === first;
  if (company.lifecycle !== "open") return "company_closed";
  if (company.subscription_required) return "subscription_required";
  return PAGES.some(isAt) && !pagesOf(company).some(isAt) ? "insufficient_permission" : null;
}

/** True if the page at the first part of an address below the company's shows figures of bank lines. */
export function hasFigures(first: string | undefined): boolean {
  return PAGES.some((page) => page.hasFigures === true && page.path.split("/")[0] === first);
}

/** The address of a company's page, for the router. */
export const addressOf = (company: string, path: string): string => `/c/${company}/${path}`;
