/**
 * The pages of a company, in the order of the navigation: their addresses and names, and what a member needs
 * to see them. The navigation and the palette list them; the router knows what each shows.
 */
import type { Company } from "../api/types.ts";
import type { IconName } from "../kit/icon.tsx";

type Area = keyof Company["permissions"];

interface PageEntry {
  readonly name: string;
  /** Below the company's address, without slashes around it. */
  readonly path: string;
  readonly icon: IconName;
  /** Areas of which a member needs at least a view. */
  readonly needs: readonly Area[];
  /** True if it shows figures that lines of banks are part of. */
  readonly hasFigures?: true;
}

/** The groups of the navigation with their pages; the first one has no name. */
const GROUPS: readonly (readonly [group: string, pages: readonly PageEntry[]])[] = [
  [
    "",
    [
      { name: "Overview", path: "overview", icon: "overview", needs: ["reports"], hasFigures: true },
      {
        name: "Statements",
        path: "statements/income",
        icon: "statements",
        needs: ["reports"],
        hasFigures: true,
      },
      { name: "Spreadsheets", path: "sheets", icon: "sheets", needs: ["forecast"], hasFigures: true },
    ],
  ],
  [
    "Money",
    [
      {
        name: "Transactions",
        path: "transactions",
        icon: "transactions",
        needs: ["transactions"],
        hasFigures: true,
      },
      { name: "Invoices", path: "invoices", icon: "invoices", needs: ["invoices"], hasFigures: true },
      { name: "Bills", path: "bills", icon: "bills", needs: ["bills"], hasFigures: true },
      { name: "Accounts", path: "accounts", icon: "accounts", needs: ["transactions"], hasFigures: true },
    ],
  ],
  [
    "Books",
    [
      { name: "Journal", path: "journal", icon: "journal", needs: ["reports"], hasFigures: true },
      { name: "Month close", path: "close", icon: "close_month", needs: ["reports"], hasFigures: true },
      { name: "Chart of accounts", path: "chart", icon: "chart", needs: ["accounting_setup"] },
      { name: "Rules", path: "rules", icon: "rules", needs: ["accounting_setup"] },
      { name: "Schedules", path: "schedules", icon: "schedules", needs: ["transactions"], hasFigures: true },
      { name: "Filings", path: "filings", icon: "filings", needs: ["taxes"] },
      { name: "Import books", path: "import", icon: "import", needs: ["reports", "accounting_setup"] },
    ],
  ],
  [
    "Company",
    [
      { name: "Connections", path: "connections", icon: "connections", needs: ["integrations"] },
      { name: "Team", path: "team", icon: "team", needs: ["team_access"] },
      { name: "Developers", path: "developers", icon: "developers", needs: ["api_access"] },
      { name: "Settings", path: "company", icon: "settings", needs: ["company"] },
    ],
  ],
];
const PAGES = GROUPS.flatMap(([, pages]) => pages);

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

/** True if a member may see a page. */
const isSeen =
  ({ permissions }: Company) =>
  ({ needs }: PageEntry): boolean =>
    needs.every((area) => permissions[area] !== "none");

/** The pages that a member may see. */
export function pagesOf(company: Company): readonly PageEntry[] {
  return PAGES.filter(isSeen(company));
}

/** The same by groups of the navigation; those without pages are left out. */
export function groupsOf(
  company: Company,
): readonly (readonly [group: string, pages: readonly PageEntry[]])[] {
  return GROUPS.map(([group, pages]) => [group, pages.filter(isSeen(company))] as const).filter(
    ([, pages]) => pages.length > 0,
  );
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
