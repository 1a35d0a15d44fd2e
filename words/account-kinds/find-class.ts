/**
 * Finds the class of an account that nothing states, from its name, the levels above, its number and the side
 * of its balance. Invariant: evidence that is missing or disagrees finds nothing.
 */
import type { AccountType } from "../ledger-words.ts";
import type { AccountFacts, Evidence, Strength } from "./facts.ts";
import { type Nature, natureMeaning, type Side } from "./natures.ts";
import { COSTS, groupOf, readName, typeOfNumber } from "./read-name.ts";

export interface FoundClass {
  readonly nature: Nature | null;
  /** Left out: that of the nature. */
  readonly type?: AccountType;
  readonly evidence: readonly Evidence[];
  readonly strength: Strength;
}

/** The class of an account that nothing states; null if evidence is missing or disagrees. */
export function classByEvidence(facts: AccountFacts): FoundClass | null {
  const { levels } = facts;
  const numbered = typeOfNumber(levels.at(-1) ?? "") ?? typeOfNumber(levels[0] ?? "");
  let possible: ReadonlySet<string> | null = null;
  for (const depth of levels.keys()) {
    const found = classOfLevel(facts, depth, numbered, possible);
    if (found === null || "nature" in found) return found;
    possible = found.possible ?? possible;
  }
  return byNumber(facts, numbered);
}

/**
 * The class that a level gives, or the groups that it leaves possible for the levels below; null if it
 * disagrees with other evidence. `possible` are the groups that the levels above leave.
 */
function classOfLevel(
  facts: AccountFacts,
  depth: number,
  numbered: readonly AccountType[] | null,
  possible: ReadonlySet<string> | null,
): FoundClass | { readonly possible: ReadonlySet<string> | null } | null {
  const { side = null } = facts;
  const { named, topics, isFirm } = readName(facts.levels[depth] ?? "");
  const isPossible = (nature: Nature): boolean => possible?.has(groupOf(natureMeaning(nature).type)) ?? true;
  if (named !== null) {
    const isRefuted = !isPossible(named) || contradicts(named, isFirm ? [] : topics, side, numbered);
    return isRefuted ? null : foundBy(named, "stated", facts, depth);
  }
  const fits = topics
    .filter((nature) => side === null || natureMeaning(nature).side === side)
    .filter(isPossible)
    .filter((nature) => numbered?.includes(natureMeaning(nature).type) ?? true);
  const groups = new Set(fits.map((nature) => groupOf(natureMeaning(nature).type)));
  const [first] = fits;
  if (groups.size > 1) return { possible: groups };
  if (first === undefined) return topics.length > 0 ? null : { possible: null };
  const isAgreed = side !== null || numbered !== null || depth > 0 || facts.isTurned === true;
  return isAgreed ? foundBy(first, "agreed", facts, depth) : null;
}

/** A number in the usual range and a balance on the side of that range agree. */
function byNumber(facts: AccountFacts, numbered: readonly AccountType[] | null): FoundClass | null {
  const [type] = numbered ?? [];
  const { side = null } = facts;
  if (type === undefined || side === null || sideOf(type) !== side) return null;
  return { nature: null, type, evidence: evidenceOf(facts), strength: "agreed" };
}

export function sideOf(type: AccountType): Side {
  return type === "asset" || COSTS.includes(type) ? "debit" : "credit";
}

/**
 * Natures whose names mean something else on the other side: rent that a landlord was paid ahead is owed, and
 * dividends are income, or due to owners.
 */
const SIDED: readonly Nature[] = ["prepaid", "deposit_paid", "withdrawn"];

/** True if other evidence speaks against what a name says. */
function contradicts(
  named: Nature,
  topics: readonly Nature[],
  side: Side | null,
  numbered: readonly AccountType[] | null,
): boolean {
  const { type, side: usual } = natureMeaning(named);
  const isOnOtherSide = side !== null && side !== usual;
  if (isOnOtherSide && SIDED.includes(named)) return true;
  const others = topics.map(natureMeaning).filter((each) => groupOf(each.type) !== groupOf(type));
  if (isOnOtherSide && others.some((each) => each.side === side)) return true;
  const isElsewhere = numbered !== null && !numbered.some((each) => groupOf(each) === groupOf(type));
  return isElsewhere && isOnOtherSide;
}

function foundBy(nature: Nature, strength: Strength, facts: AccountFacts, depth: number): FoundClass {
  const level = facts.levels[depth] ?? "";
  const name: Evidence = {
    kind: depth === facts.levels.length - 1 ? "name" : "level",
    words: `the name ${quote(level)}`,
  };
  const rest = evidenceOf(facts).filter(({ kind }) => kind === "side" || kind === "number");
  return { nature, strength, evidence: strength === "stated" ? [name] : [name, ...rest] };
}

/** All that is known of an account that is not stated, in words. */
export function evidenceOf({ levels, side }: AccountFacts): readonly Evidence[] {
  const name = levels.at(-1) ?? "";
  const { named, topics } = readName(name);
  const says = new Set((named === null ? topics : [named]).map((nature) => natureMeaning(nature).type));
  const numbered = typeOfNumber(name);
  const evidence: Evidence[] = [
    {
      kind: "name",
      words:
        says.size === 0 ? "its name says nothing" : `its name says ${[...says].map(wordOf).join(" or ")}`,
    },
  ];
  if (side) evidence.push({ kind: "side", words: `its balance is a ${side}` });
  if (numbered)
    evidence.push({ kind: "number", words: `its number says ${wordOf(numbered[0] ?? "expense")}` });
  return evidence;
}

function wordOf(type: AccountType): string {
  return type.replaceAll("_", " ");
}

export function quote(text: string): string {
  return JSON.stringify(text);
}
