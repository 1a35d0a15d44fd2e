/**
 * Decides what an account is from all that is known of it: its class and side, its section of the cash flow
 * statement, its class on a classified balance sheet, and what the service posts on it. Each answer carries
 * its evidence and a strength. What a file or a user states holds; a name that names a class, such as
 * "payable", states it too. A name that gives only a topic, such as "interest", needs a second kind of
 * evidence that agrees: the side of the balance, the account's number, or a level above. Invariant: where
 * kinds of evidence disagree, or only one is there, the account is asked for and never guessed.
 */
import type { AccountType, BalanceClass, CashFlowRole, CategoryRole } from "../ledger-words.ts";
import { isPointInTime } from "../ledger-words.ts";
import { balanceClassOf } from "./balance-class.ts";
import type { AccountFacts, Evidence, Strength } from "./facts.ts";
import { classByEvidence, evidenceOf, quote } from "./find-class.ts";
import { type AccountKind, kindMeaning } from "./kinds.ts";
import { type Nature, natureMeaning } from "./natures.ts";
import { natureWithin, readName } from "./read-name.ts";

export interface AccountDecision {
  readonly type: AccountType;
  readonly nature: Nature | null;
  /** Null where the type has none of its own, or where it is not decided; see `isRoleOpen`. */
  readonly role: CashFlowRole | null;
  /** True for a balance whose section of the cash flow statement nothing says. */
  readonly isRoleOpen: boolean;
  readonly balanceClass: BalanceClass | null;
  readonly posting: CategoryRole | null;
  readonly evidence: readonly Evidence[];
  readonly strength: Strength;
}

/** Kinds that say exactly where an account stands, whatever its name. */
const EXACT: readonly AccountKind[] = ["cash", "receivable", "payable", "card", "depreciation", "investment"];

/**
 * Debts that some programs keep among their bank accounts: their charts call a card or an overdraft a bank
 * account, though it is owed.
 */
const OWED_TO_BANKS: readonly Nature[] = ["card", "current_debt"];

/** What the account is, with its evidence. */
export function decideAccount(facts: AccountFacts): AccountDecision {
  const debt = facts.kind === "cash" ? facts.levels.find(isOwedToBank) : undefined;
  if (debt !== undefined)
    return asked([
      { kind: "statement", words: "its type says bank or cash" },
      { kind: "name", words: `the name ${quote(debt)} says a card or an overdraft` },
    ]);
  const stated = facts.kind ? kindMeaning(facts.kind).type : (facts.type ?? null);
  if (stated !== null) return within(stated, facts);
  const found = classByEvidence(facts);
  if (found === null) return asked(evidenceOf(facts));
  const { nature, type = natureMeaning(nature ?? "expense").type, evidence, strength } = found;
  const refined = within(type, facts, nature);
  return { ...refined, evidence, strength: refined.strength === "asked" ? "asked" : strength };
}

function isOwedToBank(name: string): boolean {
  const { named, topics } = readName(name);
  return (named === null ? topics : [named]).some((nature) => OWED_TO_BANKS.includes(nature));
}

function asked(evidence: readonly Evidence[]): AccountDecision {
  return {
    type: "expense",
    nature: null,
    role: null,
    isRoleOpen: false,
    balanceClass: null,
    posting: null,
    evidence,
    strength: "asked",
  };
}

/** What an account is within its class. `fallback` is the nature by which the class was found. */
function within(type: AccountType, facts: AccountFacts, fallback: Nature | null = null): AccountDecision {
  const { levels, kind = null } = facts;
  const { nature, evidence } = natureOf(type, facts, fallback);
  const role = roleOf(nature, kind);
  const isOpen = isPointInTime(type) && (role === null || nature === "equity_adjustment");
  return {
    type,
    nature,
    role,
    isRoleOpen: isOpen,
    balanceClass: statedTerm(facts, nature) ?? balanceClassOf({ type, role, names: levels.toReversed() }),
    posting: postingOf(type, kind, levels.at(-1) ?? ""),
    evidence,
    strength: "stated",
  };
}

/** The nature within a class, by the detail type, else by the names, unless the kind says it exactly. */
function natureOf(
  type: AccountType,
  { levels, kind = null, detail = null }: AccountFacts,
  fallback: Nature | null,
): { readonly nature: Nature | null; readonly evidence: readonly Evidence[] } {
  if (kind !== null && EXACT.includes(kind)) return { nature: null, evidence: [] };
  const detailed = detail === null || isGeneric(detail) ? null : natureWithin(type, detail);
  if (detailed !== null)
    return {
      nature: detailed,
      evidence: [{ kind: "detail", words: `the detail type ${quote(detail ?? "")}` }],
    };
  const named = natureOfLevels(type, levels);
  if (named === null) return { nature: fallback, evidence: [] };
  return { nature: named.nature, evidence: [{ kind: "name", words: `the name ${quote(named.level)}` }] };
}

function roleOf(nature: Nature | null, kind: AccountKind | null): CashFlowRole | null {
  const role = nature === null ? null : natureMeaning(nature).role;
  return (role === "open" ? null : role) ?? (kind === null ? null : kindMeaning(kind).role);
}

/** The class on the balance sheet that a type states. Deferred taxes are noncurrent (ASC 740-10-45-4). */
function statedTerm({ term = null }: AccountFacts, nature: Nature | null): BalanceClass | null {
  return nature === "deferred_tax_asset" || nature === "deferred_tax_liability" ? null : term;
}

/** True for a detail type that says no more than a type, such as "Other Current Assets". */
function isGeneric(detail: string): boolean {
  return /^other\b|^(?:owner|partner)?'?s?'? ?equity$/i.test(detail);
}

/**
 * The nature that the nearest level gives. What a level above names holds for topics beneath it: money
 * beneath a bank account is cash, whatever it is for, and vehicles beneath accumulated amortization are no
 * vehicles.
 */
function natureOfLevels(
  type: AccountType,
  levels: readonly string[],
): { readonly nature: Nature; readonly level: string } | null {
  const found = levels.toReversed().flatMap((level) => {
    const nature = natureWithin(type, level);
    const isNamed = readName(level).named === nature && !isGeneric(level);
    return nature === null ? [] : [{ nature, level, isNamed }];
  });
  const [nearest] = found;
  if (nearest === undefined) return null;
  if (nearest.isNamed || nearest.nature.startsWith("accumulated")) return nearest;
  return found.find(({ nature, isNamed }) => isNamed && natureMeaning(nature).role !== "open") ?? nearest;
}

/** The roles of postings that an account's name gives. */
const FROM_NAMES: ReadonlySet<CategoryRole> = new Set([
  "accounts_receivable",
  "accounts_payable",
  "retained_earnings",
]);

function postingOf(type: AccountType, kind: AccountKind | null, name: string): CategoryRole | null {
  if (kind === "receivable") return "accounts_receivable";
  if (kind === "payable") return "accounts_payable";
  const { named } = readName(name);
  const posting = named === null || natureMeaning(named).type !== type ? null : natureMeaning(named).posting;
  return posting !== null && posting !== undefined && FROM_NAMES.has(posting) ? posting : null;
}
