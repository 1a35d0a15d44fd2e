/**
 * Reads what a name or a number of an account says by itself, and what words mean within a class. Invariant:
 * only the rules of name-rules.ts and class-rules.ts know words.
 */
import { type AccountType, isPointInTime } from "../ledger-words.ts";
import { CLASS_RULES, UNCLEAR_EQUITY } from "./class-rules.ts";
import { HEADS, NAMING, TOPICS } from "./name-rules.ts";
import { type Nature, natureMeaning } from "./natures.ts";
import { plainName } from "./plain-name.ts";

/** What a name says by itself. */
interface Reading {
  /** The nature that its words name; null if they name none. */
  readonly named: Nature | null;
  /** The natures of its topic, each for a balance on its side. */
  readonly topics: readonly Nature[];
  /** True if it ends with a word that is a class, so that a balance on the other side says nothing. */
  readonly isFirm: boolean;
}

const FIRM = /^(?!accrued|prepaid|deferred).*\b(?:payable|receivable|liability|revenue|income|expense)$/;

const readings = new Map<string, Reading>();
/** Names are few and repeated; a chart has at most some thousands. */
const READINGS_KEPT = 20_000;

/** What is lost or paid on an asset or a liability is neither, whatever name stands before it. */
const ON_BALANCE =
  /^(?!accrued|deferred|unearned|due|less\b)(?!.*\b(?:acc|accumulated)\b).*\b(?:fee|charge|amortization|loss|lost)$/;

/** True if a name ends with a result of the balance that its other words name, such as "Inventory Loss". */
function isOf(naming: Nature, plain: string): boolean {
  const { type } = natureMeaning(naming);
  return (
    (type === "asset" || type === "liability") && !/^prepaid.*\bfee$/.test(plain) && ON_BALANCE.test(plain)
  );
}

export function readName(name: string): Reading {
  const known = readings.get(name);
  if (known) return known;
  const plain = plainName(name);
  const naming = NAMING.find(([pattern]) => pattern.test(plain))?.[1] ?? null;
  const named = naming !== null && isOf(naming, plain) ? null : naming;
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

/** True if a name of equity says an adjustment or what the books open with, so that cash may be either. */
export function isUnclearEquity(name: string): boolean {
  return natureWithin("equity", name) === "equity_adjustment" || UNCLEAR_EQUITY.test(plainName(name));
}

/** What a name says without any other evidence; null where it only has a topic or says nothing. */
export function natureOfName(name: string): Nature | null {
  return readName(name).named;
}

/** The class that the number before a name means in the usual ranges; null for other numbers. */
export function typeOfNumber(name: string): readonly AccountType[] | null {
  const first = /^(\d)\d{3,4}(?:[\s·:–.-]|$)/.exec(name)?.[1];
  return first === undefined ? null : (RANGES[first] ?? null);
}

export const COSTS: readonly AccountType[] = ["cost_of_goods_sold", "expense", "other_expense"];
const RANGES: Readonly<Record<string, readonly AccountType[]>> = {
  "1": ["asset"],
  "2": ["liability"],
  "3": ["equity"],
  "4": ["revenue", "other_income"],
  "5": COSTS,
  "6": ["expense", "other_expense", "cost_of_goods_sold"],
};

/** Classes that differ only in where they stand on the income statement. */
export function groupOf(type: AccountType): string {
  if (isPointInTime(type)) return type;
  return COSTS.includes(type) ? "cost" : "income";
}
