/**
 * One good request for each operation, to the ordinary test company. What is derived from the cards
 * starts from these and makes them worse in one way at a time.
 */
import type { Operation } from "../../src/contract/operation.ts";
import { permissions } from "../support/bundle.ts";

const TARGETS: Readonly<Record<string, string>> = {
  getCompany: "/company",
  listCategories: "/categories",
  listIntegrations: "/integrations",
  listDepartments: "/departments",
  listJournalEntries: "/journal_entries",
  getJournalEntry: "/journal_entries/je_capital_1",
  getTotal: "/aggregations/total?category_id=cat_cash&date=2025-06-30",
  listTotals: "/aggregations/totals?start_date=2025-01-01&end_date=2025-06-30",
  listMerchants: "/parties/merchants?category_id=cat_cash",
  getBalanceSheet: "/reports/balance_sheet?date=2025-06-30",
  getIncomeStatement: "/reports/income_statement?start_date=2025-01-01&end_date=2025-06-30",
  getCashFlow: "/reports/cash_flow?start_date=2025-01-01&end_date=2025-06-30",
  getTeam: "/team",
  createInvitation: "/team/invitations",
  changeInvitation: "/team/invitations/invite_change",
  resendInvitation: "/team/invitations/invite_resend/resend",
  revokeInvitation: "/team/invitations/invite_revoke",
};

/** Access that whoever may invite can give. */
const NOTHING = permissions("none", { api_access: "none" });
let invited = 0;

/** The bodies of operations that take one. Each is good however often it is sent: every invitation is to another address. */
const BODIES: Readonly<Record<string, () => object>> = {
  createInvitation: () => ({ first_name: "Grace", last_name: "Ledger", email: `grace.${(invited += 1)}@example.com`, access_template: "custom", permissions: NOTHING }),
  changeInvitation: () => ({ access_template: "custom", permissions: NOTHING }),
};

/** The good request of an operation; an operation without one fails its tests until it is written here. */
export function goodTarget(operation: Operation): string {
  const target = TARGETS[operation.id];
  if (target === undefined) throw new Error(`no good request is known for ${operation.id}; write one into test/conformance/requests.ts`);
  return target;
}

/** How the good request of an operation is sent. */
export function goodOptions(operation: Operation): { readonly method: string; readonly body?: object } {
  const { id, method, body } = operation;
  if (body.mode !== "json") return { method };
  const make = BODIES[id];
  if (!make) throw new Error(`no good body is known for ${id}; write one into test/conformance/requests.ts`);
  return { method, body: make() };
}

/** A target with one more parameter. */
export function withQuery(target: string, query: string): string {
  return `${target}${target.includes("?") ? "&" : "?"}${query}`;
}
