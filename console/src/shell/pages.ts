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
}

const PAGES: readonly PageEntry[] = [
  { name: "Overview", path: "overview", needs: ["reports"] },
  { name: "Statements", path: "statements/income", needs: ["reports"] },
  { name: "Transactions", path: "transactions", needs: ["transactions"] },
  { name: "Journal", path: "journal", needs: ["reports"] },
  { name: "Spreadsheets", path: "sheets", needs: ["forecast"] },
  { name: "Invoices", path: "invoices", needs: ["invoices"] },
  { name: "Accounts", path: "accounts", needs: ["transactions"] },
  { name: "Chart", path: "chart", needs: ["accounting_setup"] },
  { name: "Rules", path: "rules", needs: ["accounting_setup"] },
  { name: "Schedules", path: "schedules", needs: ["transactions"] },
  { name: "Filings", path: "filings", needs: ["taxes"] },
  { name: "Connections", path: "connections", needs: ["integrations"] },
  { name: "Team", path: "team", needs: ["team_access"] },
  { name: "Company", path: "company", needs: ["company"] },
  { name: "Developers", path: "developers", needs: ["api_access"] },
];

/** The pages that a member may see. */
export function pagesOf({ permissions }: Company): readonly PageEntry[] {
  return PAGES.filter(({ needs }) => needs.every((area) => permissions[area] !== "none"));
}

/** The address of a company's page, for the router. */
export const addressOf = (company: string, path: string): string => `/c/${company}/${path}`;
