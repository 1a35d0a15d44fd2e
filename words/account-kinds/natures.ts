/**
 * What accounts are to an accountant, finer than the kinds that users choose: each nature is one kind, on one
 * side, with its section of the cash flow statement and its class on a classified balance sheet.
 */
import type { AccountType, BalanceClass, CashFlowRole, CategoryRole } from "../ledger-words.ts";
import { type AccountKind, kindMeaning } from "./kinds.ts";

interface NatureFacts {
  readonly kind: AccountKind;
  /** The section of the cash flow statement, where it isn't that of the kind; `open` if it must be asked. */
  readonly role?: CashFlowRole | null | "open";
  /** The class on the balance sheet; left out where it follows from the section of the cash flow statement. */
  readonly term?: BalanceClass;
  /** True if its balance stands on the other side than its type's, such as accumulated depreciation. */
  readonly isContra?: true;
  /** What the service posts on such an account by itself. */
  readonly posting?: CategoryRole;
}

const NATURES = {
  cash: { kind: "cash", term: "current" },
  trade_receivable: { kind: "receivable", term: "current", posting: "accounts_receivable" },
  other_receivable: { kind: "receivable" },
  // Loans that are made and collected are investing (ASC 230-10-45-12(a), -13(a)).
  note_receivable: { kind: "investment", term: "non_current" },
  current_asset: { kind: "current_asset" },
  prepaid: { kind: "current_asset", term: "current", posting: "prepaid_expenses" },
  deposit_paid: { kind: "current_asset", term: "non_current" },
  allowance: { kind: "current_asset", isContra: true },
  fixed_asset: { kind: "fixed_asset", term: "fixed" },
  intangible: { kind: "fixed_asset", term: "non_current" },
  accumulated: { kind: "depreciation", term: "fixed", isContra: true, posting: "accumulated_depreciation" },
  accumulated_amortization: { kind: "depreciation", term: "non_current", isContra: true },
  investment: { kind: "investment", term: "non_current" },
  marketable: { kind: "investment", term: "current" },
  // Deferred taxes are noncurrent (ASC 740-10-45-4).
  deferred_tax_asset: { kind: "current_asset", term: "non_current" },
  lease_asset: { kind: "current_asset", term: "non_current" },
  open_asset: { kind: "asset", role: "open" },
  payable: { kind: "payable", term: "current", posting: "accounts_payable" },
  card: { kind: "card", term: "current" },
  owed: { kind: "current_liability" },
  deferred_revenue: { kind: "current_liability", posting: "deferred_revenue" },
  deferred_tax_liability: { kind: "current_liability", term: "non_current" },
  // Dividends are financing when they are paid (ASC 230-10-45-15(a)), so what is owed of them is too.
  dividend_payable: { kind: "loan", term: "current" },
  loan: { kind: "loan", term: "non_current" },
  current_debt: { kind: "loan", term: "current" },
  open_liability: { kind: "liability", role: "open" },
  equity: { kind: "equity" },
  retained_earnings: { kind: "equity", posting: "retained_earnings" },
  // The income of a year until it is passed on, which is part of retained earnings; and what may be that.
  year_earnings: { kind: "equity" },
  open_earnings: { kind: "equity" },
  withdrawn: { kind: "equity", isContra: true },
  // Other comprehensive income moves no cash, and no section of the statement is made for it.
  equity_adjustment: { kind: "equity", role: "open" },
  revenue: { kind: "revenue" },
  less_revenue: { kind: "revenue", isContra: true },
  other_income: { kind: "other_income" },
  disposal_gain: { kind: "disposal_gain" },
  cost: { kind: "cost_of_goods_sold" },
  less_cost: { kind: "cost_of_goods_sold", isContra: true },
  expense: { kind: "expense" },
  depreciation: { kind: "expense" },
  other_expense: { kind: "other_expense" },
  disposal_loss: { kind: "disposal_loss" },
} as const satisfies Record<string, NatureFacts>;

export type Nature = keyof typeof NATURES;

const DEBIT_TYPES: readonly AccountType[] = ["asset", "cost_of_goods_sold", "expense", "other_expense"];

/** The side on which balances usually stand. */
export type Side = "debit" | "credit";

/** What a nature means to the statements. */
export interface NatureMeaning extends NatureFacts {
  readonly type: AccountType;
  readonly role: CashFlowRole | null | "open";
  readonly side: Side;
}

function meaningOf(facts: NatureFacts): NatureMeaning {
  const { type, role } = kindMeaning(facts.kind);
  const isDebit = DEBIT_TYPES.includes(type) !== (facts.isContra === true);
  return { role, ...facts, type, side: isDebit ? "debit" : "credit" };
}

const MEANINGS: ReadonlyMap<Nature, NatureMeaning> = new Map(
  (Object.keys(NATURES) as Nature[]).map((nature) => [nature, meaningOf(NATURES[nature])]),
);

export function natureMeaning(nature: Nature): NatureMeaning {
  return MEANINGS.get(nature) ?? meaningOf(NATURES[nature]);
}
