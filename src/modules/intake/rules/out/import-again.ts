/**
 * The options with which `import journal` makes the same books of a written journal. The import knows cash
 * flow roles only from names and options, so its chart is made here as it would be there, and compared with
 * the books.
 */
import type { CashFlowRole } from "@daybook/words/ledger-words";
import { ChartBuilder } from "../chart-from-accounts.ts";
import { decideAccount } from "@daybook/words/account-kinds";
import type { OutBooks } from "./books-out.ts";

/** Options of an import, and what they can't say. */
export interface ImportAgain {
  /** The accounts that are cash with everything below. */
  readonly cash: readonly string[];
  /** Roles of single accounts, by path. */
  readonly roles: ReadonlyMap<string, CashFlowRole>;
  /** Sentences on what the import makes otherwise than it is in these books. */
  readonly notes: readonly string[];
}

/**
 * Compares the books with what an import makes of their accounts. `used` has the ids of the accounts with
 * entries and the paths that were written for them, in the order of the file.
 */
export function importAgain(books: OutBooks, used: ReadonlyMap<string, string>): ImportAgain {
  const cash = cashOptions(books, used);
  const chart = new ChartBuilder({ cash });
  const made = new Map(Array.from(used, ([id, path]) => [id, chart.category(path, 1)] as const));
  const categories = new Map(chart.list().map((category) => [category.id, category]));
  const roles = new Map<string, CashFlowRole>();
  const retained: string[] = [];
  for (const { id, cash_flow, role } of books.accounts) {
    const path = used.get(id);
    const known = made.get(id);
    const category = known === undefined ? undefined : categories.get(known);
    if (path === undefined || category === undefined) continue;
    if (cash_flow !== null && category.cashFlow !== cash_flow) roles.set(path, cash_flow);
    if ((category.role === "retained_earnings") !== (role === "retained_earnings")) retained.push(path);
  }
  return {
    cash,
    roles,
    notes: retained.map(
      (path) =>
        `An import of this file knows the account of retained earnings by its name only, so ${path} has another line on the balance sheet there. A bundle keeps its role.`,
    ),
  };
}

/** The used accounts that are cash here and not by their names, without those below another one of them. */
function cashOptions(books: OutBooks, used: ReadonlyMap<string, string>): string[] {
  const paths: string[] = [];
  // Parents come before their children.
  for (const { id, account_type, cash_flow } of books.accounts) {
    const path = used.get(id);
    if (path === undefined || cash_flow !== "cash") continue;
    if (decideAccount({ levels: path.split(":").slice(1), type: account_type }).role === "cash") continue;
    if (!paths.some((above) => path.startsWith(`${above}:`))) paths.push(path);
  }
  return paths;
}
