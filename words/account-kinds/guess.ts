/**
 * What an account that must be asked for would most likely be. A guess is never taken by itself: it is shown
 * with the question, and stands only if somebody accepts it.
 */
import type { AccountType } from "../ledger-words.ts";
import type { AccountFacts } from "./facts.ts";
import { sideOf } from "./find-class.ts";
import { type AccountKind, kindOfClass } from "./kinds.ts";
import { natureMeaning, type Side } from "./natures.ts";
import { readName, typeOfNumber } from "./read-name.ts";

/**
 * The kind of the first word or number whose side is that of the balance, the account's own before those
 * above. A name of the balance sheet whose balance is on the other side is owed, or to be had back: rent that
 * a tenant paid ahead. Without any, what is usual for its side on the income statement.
 */
export function guessKind({ levels, kind = null, side = null }: AccountFacts): AccountKind {
  const isFit = (type: AccountType, of: Side): boolean =>
    (side === null || of === side) && (kind !== "cash" || type === "liability");
  const { named, topics } = readName(levels.at(-1) ?? "");
  const turned = named === null ? undefined : TURNED[natureMeaning(named).type];
  if (turned !== undefined && side !== null && natureMeaning(named ?? "expense").side !== side) return turned;
  const above = levels.slice(0, -1).toReversed().map(readName);
  const said = [{ named, topics }, ...above].flatMap((each) => [each.named ?? [], each.topics].flat());
  const fitting = said.map(natureMeaning).find((each) => isFit(each.type, each.side));
  if (fitting !== undefined) return fitting.kind;
  const numbered = levels.flatMap((level) => typeOfNumber(level) ?? []);
  const type = numbered.find((each) => isFit(each, sideOf(each)));
  if (type !== undefined) return kindOfClass(type, null);
  return side === "credit" ? "revenue" : "expense";
}

/** What a balance on the other side than its name says is. */
const TURNED: Readonly<Partial<Record<AccountType, AccountKind>>> = {
  asset: "current_liability",
  liability: "current_asset",
  equity: "equity",
};
