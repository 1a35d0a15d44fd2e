/** What accounts are: the one place that reads names, types, numbers and balances of accounts. */
export * from "./kinds.ts";
export { balanceClassOf } from "./balance-class.ts";
export { type AccountDecision, decideAccount } from "./decide.ts";
export { guessKind } from "./guess.ts";
export type { Strength } from "./facts.ts";
export { natureMeaning, type Side } from "./natures.ts";
export { unnumberedName } from "./plain-name.ts";
export { isUnclearEquity, natureOfName, natureWithin } from "./read-name.ts";
