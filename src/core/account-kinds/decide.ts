/**
 * Decides what an account is from all that is known of it: its class and side, its section of the cash flow
 * statement, its class on a classified balance sheet, and what the service posts on it. Each answer carries
 * its evidence and a strength. What a file or a user states holds; a name that names a class, such as
 * "payable", states it too. A name that gives only a topic, such as "interest", needs a second kind of
 * evidence that agrees: the side of the balance, the account's number, or a level above. Invariant: where kinds
 * of evidence disagree, or only one is there, the account is asked for and never guessed.
 */
import type { AccountType, BalanceClass, CashFlowRole, CategoryRole } from "../ledger-words.ts";
import { isPointInTime } from "../ledger-words.ts";
import { CLASS_RULES } from "./class-rules.ts";
import { type AccountKind, kindMeaning } from "./kinds.ts";
import { HEADS, NAMING, TOPICS } from "./name-rules.ts";
import { type Nature, natureMeaning, type Side } from "./natures.ts";
import { plainName } from "./plain-name.ts";

/** `asked`: nothing decides, or kinds of evidence disagree. */
export type Strength = "stated" | "agreed" | "asked";

/** One thing that is known of an account, in words, such as `the name "Checking"`. */
export interface Evidence {
  readonly kind: "statement" | "detail" | "name" | "level" | "number" | "side";
  readonly words: string;
}

/** What is known of an account. */
export interface AccountFacts {
  /** The names from the top, the account's own last, without a first level that is a type. */
  readonly levels: readonly string[];
  /** The class that a file, a first level or a user states. */
  readonly type?: AccountType | null;
  /** The kind that a type column states; the name may say more of it. */
  readonly kind?: AccountKind | null;
  /** The class on the balance sheet that the type column states. */
  readonly term?: "current" | "non_current" | null;
  /** The detail type, such as "Line of Credit". */
  readonly detail?: string | null;
  /** The side on which the books have the account; null where they don't show it. */
  readonly side?: Side | null;
  /** True if its amounts are turned by its class, so that a class on the wrong side unbalances the vouchers. */
  readonly isTurned?: boolean;
}

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

/** What a name says by itself. */
interface Reading {
  /** The nature that its words name; null if they name none. */
  readonly named: Nature | null;
  /** The natures of its topic, each for a balance on its side. */
  readonly topics: readonly Nature[];
  /** True if it ends with a word that is a class, so that a balance on the other side says nothing. */
  readonly isFirm: boolean;
}

const FIRM = /\b(?:payable|receivable|liability|revenue|income|expense)$/;

const readings = new Map<string, Reading>();
/** Names are few and repeated; a chart has at most some thousands. */
const READINGS_KEPT = 20_000;

function readName(name: string): Reading {
  const known = readings.get(name);
  if (known) return known;
  const plain = plainName(name);
  const named = NAMING.find(([pattern]) => pattern.test(plain))?.[1] ?? null;
  const headed = HEADS.find(([pattern]) => pattern.test(plain))?.[1];
  const topics = headed ?? TOPICS.flatMap(([pattern, nature]) => (pattern.test(plain) ? [nature] : []));
  const reading = { named, topics, isFirm: FIRM.test(plain) };
  if (readings.size >= READINGS_KEPT) readings.clear();
  readings.set(name, reading);
  return reading;
}

/** The nature that words have within a class: what they name there, or what the class makes of them. */
export function natureWithin(type: AccountType, words: string): Nature | null {
  const { named } = readName(words);
  if (named !== null && natureMeaning(named).type === type) return named;
  const plain = plainName(words);
  return CLASS_RULES[type].find(([pattern]) => pattern.test(plain))?.[1] ?? null;
}

/** What a name says without any other evidence; null where it only has a topic or says nothing. */
export function natureOfName(name: string): Nature | null {
  return readName(name).named;
}

/** The class that the number before a name means in the usual ranges; null for other numbers. */
function typeOfNumber(name: string): readonly AccountType[] | null {
  const first = /^(\d)\d{3,4}(?:[\s·:–.-]|$)/.exec(name)?.[1];
  return first === undefined ? null : (RANGES[first] ?? null);
}

const COSTS: readonly AccountType[] = ["cost_of_goods_sold", "expense", "other_expense"];
const RANGES: Readonly<Record<string, readonly AccountType[]>> = {
  "1": ["asset"],
  "2": ["liability"],
  "3": ["equity"],
  "4": ["revenue", "other_income"],
  "5": COSTS,
  "6": ["expense", "other_expense", "cost_of_goods_sold"],
};

/** Classes that differ only in where they stand on the income statement. */
function groupOf(type: AccountType): string {
  if (isPointInTime(type)) return type;
  return COSTS.includes(type) ? "cost" : "income";
}

/** What the account is, with its evidence. */
export function decideAccount(facts: AccountFacts): AccountDecision {
  const stated = facts.kind ? kindMeaning(facts.kind).type : (facts.type ?? null);
  if (stated !== null) return within(stated, facts);
  const found = classByEvidence(facts);
  if (found === null) return asked(evidenceOf(facts));
  const { nature, type = natureMeaning(nature ?? "expense").type, evidence, strength } = found;
  const refined = within(type, facts, nature);
  return { ...refined, evidence, strength: refined.strength === "asked" ? "asked" : strength };
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

interface FoundClass {
  readonly nature: Nature | null;
  /** Left out: that of the nature. */
  readonly type?: AccountType;
  readonly evidence: readonly Evidence[];
  readonly strength: Strength;
}

/** The class of an account that nothing states; null if evidence is missing or disagrees. */
function classByEvidence(facts: AccountFacts): FoundClass | null {
  const { levels, side = null } = facts;
  const numbered = typeOfNumber(levels.at(-1) ?? "") ?? typeOfNumber(levels[0] ?? "");
  let possible: ReadonlySet<string> | null = null;
  for (const [depth, level] of levels.entries()) {
    const { named, topics, isFirm } = readName(level);
    if (named !== null) {
      const above: ReadonlySet<string> | null = possible;
      if (above !== null && !above.has(groupOf(natureMeaning(named).type))) return null;
      const otherwise = isFirm ? [] : topics;
      return contradicts(named, otherwise, side, numbered) ? null : foundBy(named, "stated", facts, depth);
    }
    const fits = topics
      .filter((nature) => side === null || natureMeaning(nature).side === side)
      .filter((nature) => possible?.has(groupOf(natureMeaning(nature).type)) ?? true)
      .filter((nature) => numbered?.includes(natureMeaning(nature).type) ?? true);
    const groups = new Set(fits.map((nature) => groupOf(natureMeaning(nature).type)));
    const [first] = fits;
    const isAgreed = side !== null || numbered !== null || depth > 0 || facts.isTurned === true;
    if (groups.size === 1 && first !== undefined)
      return isAgreed ? foundBy(first, "agreed", facts, depth) : null;
    if (topics.length > 0 && fits.length === 0) return null;
    if (groups.size > 1) possible = groups;
  }
  return byNumber(facts, numbered);
}

/** A number in the usual range and a balance on the side of that range agree. */
function byNumber(facts: AccountFacts, numbered: readonly AccountType[] | null): FoundClass | null {
  const [type] = numbered ?? [];
  const { side = null } = facts;
  if (type === undefined || side === null || sideOf(type) !== side) return null;
  return { nature: null, type, evidence: evidenceOf(facts), strength: "agreed" };
}

function sideOf(type: AccountType): Side {
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
function evidenceOf({ levels, side }: AccountFacts): readonly Evidence[] {
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

function quote(text: string): string {
  return JSON.stringify(text);
}

/** What an account is within its class. `fallback` is the nature by which the class was found. */
function within(type: AccountType, facts: AccountFacts, fallback: Nature | null = null): AccountDecision {
  const { levels, kind = null, detail = null, term = null } = facts;
  const evidence: Evidence[] = [];
  const detailed = detail === null || isGeneric(detail) ? null : natureWithin(type, detail);
  const byName = natureOfLevels(type, levels);
  const exact = kind !== null && EXACT.includes(kind) ? kind : null;
  const nature = exact === null ? (detailed ?? byName?.nature ?? fallback) : null;
  if (detailed !== null) evidence.push({ kind: "detail", words: `the detail type ${quote(detail ?? "")}` });
  else if (byName !== null && nature === byName.nature)
    evidence.push({ kind: "name", words: `the name ${quote(byName.level)}` });
  const meaning = nature === null ? null : natureMeaning(nature);
  const named = meaning?.role ?? null;
  const role = (named === "open" ? null : named) ?? (kind === null ? null : kindMeaning(kind).role);
  const isOpen = isPointInTime(type) && (role === null || nature === "equity_adjustment");
  return {
    type,
    nature,
    role,
    isRoleOpen: isOpen,
    balanceClass:
      term !== null && nature !== "deferred_tax_liability" && nature !== "deferred_tax_asset"
        ? term
        : balanceClassOf({ type, role, names: levels.toReversed() }),
    posting: postingOf(type, kind, levels.at(-1) ?? ""),
    evidence,
    strength: "stated",
  };
}

/** True for a detail type that says no more than a type, such as "Other Current Assets". */
function isGeneric(detail: string): boolean {
  return /^other\b|^(?:owner|partner)?'?s?'? ?equity$/i.test(detail);
}

/**
 * The nature that the nearest level gives. What a level above names holds for topics beneath it: money beneath
 * a bank account is cash, whatever it is for, and vehicles beneath accumulated amortization are no vehicles.
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

function postingOf(type: AccountType, kind: AccountKind | null, name: string): CategoryRole | null {
  if (kind === "receivable") return "accounts_receivable";
  const { named } = readName(name);
  const posting = named === null || natureMeaning(named).type !== type ? null : natureMeaning(named).posting;
  return posting === "accounts_receivable" || posting === "retained_earnings" ? posting : null;
}

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
    const plain = plainName(name);
    if (/\bcurrent (?:portion|maturity)\b/.test(plain))
      return /\bless\b/.test(plain) ? "non_current" : "current";
    if (NON_CURRENT.test(plain)) return "non_current";
    if (CURRENT.test(plain)) return "current";
    const nature = natureWithin(type, name);
    if (nature === null) continue;
    const { role: usual, term } = natureMeaning(nature);
    const isAsset = type === "asset" && role !== "working_capital" && usual !== "working_capital";
    if (term !== undefined && (usual === role || isAsset)) return term;
  }
  if (role === "working_capital" || role === null) return "current";
  if (type === "liability") return "non_current";
  return role === "financing" ? "non_current" : "fixed";
}
