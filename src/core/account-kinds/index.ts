/** What accounts are: the one place that reads names, types, numbers and balances of accounts. */
export * from "./kinds.ts";
export {
  type AccountDecision,
  balanceClassOf,
  decideAccount,
  type Evidence,
  natureOfName,
  natureWithin,
  type Strength,
} from "./decide.ts";
export { type Nature, natureMeaning, type Side } from "./natures.ts";
export { unnumberedName } from "./plain-name.ts";
