/**
 * Decides what each account of imported books is: its account type, the names of its levels, and its cash
 * flow role, with the reason. In this order decide: the user's choice for the account or for one above it;
 * the company's own chart, if the books are added to a company; what the file says (a type column, an account
 * list); the first level, if that is a type such as `Assets`; the names. An account for which none of these
 * decides is unsure, and the import is refused until the user chooses. Invariant: the same accounts with the
 * same choices give the same classes.
 */
import { type AccountKind, isCashName, kindMeaning, kindOfName } from "../../../core/account-kinds.ts";
import { type AccountType, type CashFlowRole, cashFlowRolesOf } from "../../../core/ledger-words.ts";
import { LIMITS } from "../../../core/limits.ts";
import { quoted } from "../../../platform/text/line-problem.ts";
import { roleOfNames, typeOfName } from "./chart-words.ts";
import { foldedName } from "./spellings.ts";

/** What an account is, and why. */
export interface AccountClass {
  readonly type: AccountType;
  /** The names from the top, without the type. */
  readonly levels: readonly string[];
  /** For each level the role that a choice, the file or a name gives; null where none does. */
  readonly roles: readonly (CashFlowRole | null)[];
  /** A phrase for people, such as `the name "Checking"`. */
  readonly reason: string;
  /** False if nothing decides. The type is then a stand-in, and the import must not be stored. */
  readonly isSure: boolean;
  /** True if the user chose it, its role or its kind, or if the company had it before. */
  readonly isChosen: boolean;
}

/** What a file says of an account. */
export interface AccountFacts {
  readonly kind: AccountKind;
  /** The words of the file from which the kind follows, such as `its type "Bank"`. */
  readonly reason: string;
  /** The names from the top; left out: the account's name, parted at colons. */
  readonly levels?: readonly string[];
}

/** What decides on an account; `role` is that of its last level. */
interface Decision {
  readonly type: AccountType;
  readonly role: CashFlowRole | null;
  readonly reason: string;
  readonly isSure?: boolean;
}

interface Choice {
  /** The account as the user wrote it. */
  readonly account: string;
  readonly kind: AccountKind;
  isUsed: boolean;
}

/** Keeps the class of each account of one import. */
export class AccountClasses {
  readonly #choices = new Map<string, Choice>();
  readonly #chosenRoles = new Map<string, { account: string; role: CashFlowRole; isUsed: boolean }>();
  readonly #facts = new Map<string, AccountFacts>();
  readonly #own = new Map<string, Pick<Decision, "type" | "role">>();
  readonly #classes = new Map<string, AccountClass>();

  /**
   * `choices`: the kinds that the user chose, by account; each holds for the accounts below it too. `roles`:
   * the cash flow roles that the user chose for single accounts.
   */
  constructor(
    choices: ReadonlyMap<string, AccountKind> = new Map(),
    roles: ReadonlyMap<string, CashFlowRole> = new Map(),
  ) {
    for (const [account, role] of roles)
      this.#chosenRoles.set(choiceKey(account.split(":")), { account, role, isUsed: false });
    for (const [account, kind] of choices)
      this.#choices.set(choiceKey(account.split(":")), { account, kind, isUsed: false });
  }

  /** Notes what the file says of an account, before the account is used. The first statement holds. */
  state(account: string, facts: AccountFacts): void {
    if (!this.#facts.has(account)) this.#facts.set(account, facts);
  }

  /** Notes a category that the company already has, by its names from the top. */
  addOwn(levels: readonly string[], type: AccountType, role: CashFlowRole | null): void {
    const key = foldedName(levels.join(":"));
    if (!this.#own.has(key)) this.#own.set(key, { type, role });
  }

  /** The type of an account; null if its name is refused. */
  typeOf(account: string): AccountType | null {
    const found = this.classOf(account);
    return typeof found === "string" ? null : found.type;
  }

  /** The class of an account, or the sentence that refuses its name. */
  classOf(account: string): AccountClass | string {
    const known = this.#classes.get(account);
    if (known) return known;
    const found = this.#decide(account);
    if (typeof found !== "string") this.#classes.set(account, found);
    return found;
  }

  /** The choices that no account lay in; at the end of the file they are probably misspelt. */
  unusedChoices(): string[] {
    const all = [...this.#choices.values(), ...this.#chosenRoles.values()];
    return all.flatMap(({ account, isUsed }) => (isUsed ? [] : [account]));
  }

  #decide(account: string): AccountClass | string {
    const facts = this.#facts.get(account);
    const names = facts?.levels ?? account.split(":");
    const typed = typeOfName((names[0] ?? "").trim());
    // A first level such as `Assets` names the type and is no category, unless the company has one.
    const isOwn = this.#own.has(foldedName(names.join(":")));
    const skipped = names.length > 1 && typed !== null && !isOwn ? 1 : 0;
    const problem = levelsProblem(account, names.slice(skipped));
    if (problem !== null) return problem;
    const levels = folded(names.slice(skipped));
    const decision = this.#decisionOn(names, levels, typed, facts);
    const chosenRole = this.#chosenRoles.get(choiceKey(names));
    if (chosenRole) chosenRole.isUsed = true;
    const { type, role, reason, isSure = true } = decision;
    const misfit = chosenRole ? roleProblem(account, type, chosenRole.role) : null;
    if (misfit !== null) return misfit;
    const roles = levels.map((_, depth) => {
      const isLast = depth === levels.length - 1;
      if (chosenRole && isLast) return chosenRole.role;
      const choice = this.#choiceFor(names.slice(0, skipped + depth + 1));
      const chosen = choice ? kindMeaning(choice.kind).role : null;
      return chosen ?? (isLast ? role : null) ?? roleOfNames(type, levels.slice(0, depth + 1));
    });
    return {
      type,
      levels,
      roles,
      reason: reasonWithName(type, levels, role, roles.at(-1) ?? null, reason),
      isSure,
      isChosen: isOwn || chosenRole !== undefined || this.#choiceFor(names) !== undefined,
    };
  }

  /** What decides on an account, in the order that the header states. */
  #decisionOn(
    names: readonly string[],
    levels: readonly string[],
    typed: AccountType | null,
    facts: AccountFacts | undefined,
  ): Decision {
    const choice = this.#choiceFor(names);
    if (choice) return { ...kindMeaning(choice.kind), reason: "your choice" };
    const stated = facts ? kindMeaning(facts.kind).type : typed;
    const own = this.#ownFor(levels);
    if (own && (stated === null || stated === own.type)) return { ...own, reason: "the company's chart" };
    if (facts) return { ...kindMeaning(facts.kind), reason: facts.reason };
    if (typed !== null)
      return { type: typed, role: null, reason: `the first level ${quoted(names[0] ?? "")}` };
    return decideByNames(levels);
  }

  /** The company's category of these names, or else the nearest one above them. */
  #ownFor(levels: readonly string[]): Pick<Decision, "type" | "role"> | undefined {
    for (let length = levels.length; length > 0; length--) {
      const own = this.#own.get(foldedName(levels.slice(0, length).join(":")));
      if (own) return own;
    }
    return undefined;
  }

  /** The choice for the account itself, or else for the nearest account above it that has one. */
  #choiceFor(names: readonly string[]): Choice | undefined {
    for (let length = names.length; length > 0; length--) {
      const above = names.slice(0, length);
      const choice =
        this.#choices.get(choiceKey(above)) ??
        (typeOfName(above[0] ?? "") === null ? undefined : this.#choices.get(choiceKey(above.slice(1))));
      if (choice) {
        choice.isUsed = true;
        return choice;
      }
    }
    return undefined;
  }
}

/** A sentence if an account of a type can't have a cash flow role; null if it can. */
function roleProblem(account: string, type: AccountType, role: CashFlowRole): string | null {
  const allowed = cashFlowRolesOf(type);
  if (allowed.includes(role)) return null;
  return `The account ${quoted(account)} can't have the cash flow role ${role}. Roles for the type ${type}: ${allowed.join(", ")}.`;
}

/** The reason, with the name that gives the cash flow role where nothing else does. */
function reasonWithName(
  type: AccountType,
  levels: readonly string[],
  decided: CashFlowRole | null,
  role: CashFlowRole | null,
  reason: string,
): string {
  // Every name of equity gives the same role, so no name is a reason there.
  if (decided !== null || role === null || type === "equity") return reason;
  const named = levels.find((level) => roleOfNames(type, [level]) === role);
  return named === undefined ? reason : `${reason}, and ${quoted(named)}`;
}

/** `Asset:Petty` and `Assets:petty` are the same choice. */
function choiceKey(names: readonly string[]): string {
  const [first = "", ...others] = names;
  return foldedName([names.length > 1 ? (typeOfName(first.trim()) ?? first) : first, ...others].join(":"));
}

/** The highest level whose name means a kind decides the type, the lowest one of that type the role. */
function decideByNames(levels: readonly string[]): Decision {
  const named = levels.map((name) => ({ name, kind: kindOfName(name) }));
  const top = named.find(({ kind }) => kind !== null);
  if (!top?.kind) return { type: "expense", role: null, reason: "its name is unknown", isSure: false };
  const { type } = kindMeaning(top.kind);
  const cash = type === "asset" ? named.find(({ name }) => isCashName(name)) : undefined;
  const lowest = named.findLast(({ kind }) => kind !== null && kindMeaning(kind).type === type);
  const { name, kind } = cash ?? lowest ?? top;
  return { type, role: kindMeaning(kind ?? top.kind).role, reason: `the name ${quoted(name)}` };
}

/** A chart has at most `category_tiers` levels; deeper ones become one name, such as `Travel:Hotels`. */
function folded(levels: readonly string[]): readonly string[] {
  const most = LIMITS.category_tiers.value;
  return levels.length <= most ? levels : [...levels.slice(0, most - 1), levels.slice(most - 1).join(":")];
}

function levelsProblem(account: string, levels: readonly string[]): string | null {
  if (levels.some((level) => level.trim() === ""))
    return `The account ${quoted(account)} has an empty level.`;
  if (levels.some((level) => level.trim() !== level))
    return `The account ${quoted(account)} has blanks around a level.`;
  return null;
}
