/** The words of the page of imports: kinds of accounts, what can mend a plan, and its counts. */
import type { BookImportAnswer, BookImportPlan } from "../api/generated/schemas.ts";

/** What becomes of a voucher that the other program changed: what the file has, or what the books have. */
export type Choice = "apply" | "leave";
export type AccountKind = BookImportAnswer["kind"];

/** What an account can be, in the order in which statements show it. */
export const KINDS: Readonly<Record<AccountKind, string>> = {
  cash: "Cash and bank",
  receivable: "Accounts receivable",
  current_asset: "Inventory, prepaid, deposits",
  fixed_asset: "Property and equipment",
  depreciation: "Accumulated depreciation",
  investment: "Investments",
  asset: "Other assets",
  payable: "Accounts payable",
  card: "Credit card",
  current_liability: "Taxes, wages, deferred revenue",
  loan: "Loans and notes",
  liability: "Other liabilities",
  equity: "Equity",
  retained_earnings: "Retained earnings",
  revenue: "Revenue",
  cost_of_goods_sold: "Cost of goods sold",
  expense: "Operating expense",
  share_compensation: "Compensation in shares",
  other_income: "Other income",
  disposal_gain: "Gain on a sale of assets",
  disposal_loss: "Loss on a sale of assets",
  other_expense: "Other expense",
};
export const KIND_NAMES = Object.keys(KINDS) as AccountKind[];

/** What a person does on the page about a problem, by the input that can mend it. */
const CURES: Readonly<Record<string, string>> = {
  account: "Choose below what these accounts are, or add a list of accounts.",
  date_format: "Choose above how the file writes dates.",
  closing_vouchers: "Choose above what becomes of closing entries.",
  trial_balance_date: "Give the day of the trial balance above.",
  column: "Say above, under Columns, which column is what.",
  price: "Give above, under Prices, what one of it costs in dollars.",
  cash_flow: "Choose above, under Cash flow, where the changes of the account stand.",
  changes:
    "Choose below for each voucher, or keep what your books have. Closed books are opened on the page Journal.",
  digest: "Look at the plan again.",
};

/** The advice on a problem; null if there is none. */
export function cureOf(param: string | null): string | null {
  return param === null ? null : (CURES[param] ?? null);
}

export const number = (count: number): string => count.toLocaleString("en-US");

/** A count with its noun. */
export function counted(count: number, noun: string): string {
  return `${number(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** The counts of a plan, each with its name and what becomes of those. */
export function countsOf(
  plan: BookImportPlan,
): readonly (readonly [name: string, count: number, what: string])[] {
  return [
    ["New", plan.new_count, "will be added"],
    ["Unchanged", plan.same_count, "already in your books"],
    ["Changed", plan.changed_count, "differ from your books"],
    ["Deleted", plan.gone_count, "no longer in the file"],
  ];
}

/** Why a plan can't be accepted yet, in a sentence; null if it can. */
export function obstacleOf(plan: BookImportPlan): string | null {
  const open = plan.accounts.filter(({ kind }) => kind === null).length;
  if (open > 0) return `${counted(open, "account")} still ${open === 1 ? "needs" : "need"} a type.`;
  if (plan.problem !== null) return "The file can’t be imported as it is.";
  if (plan.proof !== null && plan.proof.difference_count > 0)
    return `${counted(plan.proof.difference_count, "account")} ${plan.proof.difference_count === 1 ? "differs" : "differ"} from the trial balance.`;
  if (plan.new_count > 0 || appliesChanges(plan)) return null;
  return plan.changed_count + plan.gone_count === 0
    ? "Your books have all of it already."
    : "Nothing is new, and your books keep what changed.";
}

const appliesChanges = ({ changed, gone }: BookImportPlan): boolean =>
  [...changed, ...gone].some(({ applied }) => applied);

/** What the button that accepts a plan says; without a plan, what it is for. */
export function actionOf(plan: BookImportPlan | undefined): string {
  if (plan === undefined) return "Import vouchers";
  const added = `Import ${counted(plan.new_count, "voucher")}`;
  if (!appliesChanges(plan)) return added;
  return plan.new_count === 0 ? "Apply the changes" : `${added} and apply the changes`;
}
