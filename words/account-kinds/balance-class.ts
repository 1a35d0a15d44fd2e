/** The class of an asset or a liability on a classified balance sheet. */
import type { AccountType, BalanceClass, CashFlowRole } from "../ledger-words.ts";
import { natureMeaning } from "./natures.ts";
import { plainName } from "./plain-name.ts";
import { natureWithin } from "./read-name.ts";

const CURRENT = /\bcurrent\b|\bshort term\b|\bmarketable\b/;
const NON_CURRENT = /\bnoncurrent\b|\blong term\b/;

/**
 * The class of a balance on a classified balance sheet (ASC 210-10-45): what the nearest name says of when it
 * is due, or of what it is; null for equity and results. `names` begin with the account's own.
 */
export function balanceClassOf({
  type,
  role,
  names,
}: {
  readonly type: AccountType;
  readonly role: CashFlowRole | null;
  readonly names: readonly string[];
}): BalanceClass | null {
  if (type !== "asset" && type !== "liability") return null;
  if (role === "cash") return "current";
  for (const name of names) {
    const found = termOfName(plainName(name)) ?? termOfNature(type, role, name);
    if (found !== null) return found;
  }
  if (role === "working_capital" || role === null) return "current";
  return type === "liability" || role === "financing" ? "non_current" : "fixed";
}

/** When a name says that a balance is due; null if it doesn't. */
function termOfName(plain: string): BalanceClass | null {
  if (/\bcurrent (?:portion|maturity)\b/.test(plain))
    return /\bless\b/.test(plain) ? "non_current" : "current";
  if (NON_CURRENT.test(plain)) return "non_current";
  return CURRENT.test(plain) ? "current" : null;
}

/** The class of what a name says that the balance is, if the cash flow statement shows it as such. */
function termOfNature(type: AccountType, role: CashFlowRole | null, name: string): BalanceClass | null {
  const nature = natureWithin(type, name);
  if (nature === null) return null;
  const { role: usual, term = null } = natureMeaning(nature);
  const isAsset = type === "asset" && role !== "working_capital" && usual !== "working_capital";
  return usual === role || isAsset ? term : null;
}
