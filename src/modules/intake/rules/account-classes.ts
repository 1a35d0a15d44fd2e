/**
 * Decides what each account of imported books is: its account type, the names of its levels, and its cash
 * flow role, with the reason. In this order decide: the user's choice for the account or for one above it;
 * the company's own chart, if the books are added to a company; what the file says (a type column, an account
 * list); the first level, if that is a type such as `Assets`; the names with the side of the balance. What
 * these mean is decided in words/account-kinds. An account for which none of them decides is unsure, and the
 * import is refused until the user chooses. A choice for an unsure account leaves accounts below it that are
 * sure; a choice that overrules something holds for all below. Invariant: the same books with the same
 * choices give the same classes.
 */
import {
  type AccountDecision,
  type AccountKind,
  decideAccount,
  guessKind,
  kindMeaning,
  kindOfClass,
  natureMeaning,
  type Side,
  type Strength,
  typeOfName,
} from "@daybook/words/account-kinds";
import {
  type AccountType,
  type BalanceClass,
  type CashFlowRole,
  type CategoryRole,
  cashFlowRolesOf,
} from "@daybook/words/ledger-words";
import { LIMITS } from "@daybook/words/limits";
import { LineProblem, quoted } from "../../../platform/text/line-problem.ts";
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
  /** What is known of an account that is asked for, in words. */
  readonly evidence: readonly string[];
  readonly strength: Strength;
  /** False if nothing decides. The type is then a stand-in, and the import must not be stored. */
  readonly isSure: boolean;
  /** Its kind; for an account that is asked for, the one that it would be as a guess. */
  readonly kind: AccountKind;
  /** True if it was asked for, and the guess was accepted. */
  readonly isGuess: boolean;
  /** True if nothing says to which section of the cash flow statement it belongs. */
  readonly isRoleOpen: boolean;
  /** What the service posts on such an account; null for most. */
  readonly posting: CategoryRole | null;
  /** The class on the balance sheet that a type column states. */
  readonly term: BalanceClass | null;
  /** True if the user chose it, its role or its kind, or if the company had it before. */
  readonly isChosen: boolean;
}

/** What a file says of an account. */
export interface AccountFacts {
  readonly kind: AccountKind;
  /** The detail type, which says more than the kind, such as "Line of Credit". */
  readonly detail?: string | null;
  /** What the type says of when a balance is due. */
  readonly term?: "current" | "non_current" | null;
  /** True if the kind is one of ours, chosen for this account, so that its name can't say more. */
  readonly isExact?: boolean;
  /** The role in the cash flow statement, if it isn't that of the kind. */
  readonly role?: CashFlowRole | null;
  /** The words of the file from which the kind follows, such as `its type "Bank"`. */
  readonly reason: string;
  /** The names from the top; left out: the account's name, parted at colons. */
  readonly levels?: readonly string[];
}

/** What decides on an account. */
interface Decision {
  readonly found: AccountDecision;
  readonly reason: string;
  /** The role that a choice, the chart or a kind gives by itself. */
  readonly ownRole: CashFlowRole | null;
  /** The kind that a choice or the file states. */
  readonly kind?: AccountKind;
  /** The kind that an account which is asked for would be. */
  readonly guess?: AccountKind;
  readonly isGuess?: boolean;
  /** True if the user's choice decides. */
  readonly isChoice?: boolean;
  /** What the file states, if that decides. */
  readonly facts?: AccountFacts;
}

/** An account that must be asked for, with what is known of it, and what it would be as a guess. */
export interface UnsureAccount {
  readonly account: string;
  readonly evidence: readonly string[];
  readonly guess: AccountKind;
}

interface OwnClass {
  readonly type: AccountType;
  readonly role: CashFlowRole | null;
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
  readonly #acceptsGuesses: boolean;
  readonly #chosenRoles = new Map<string, { account: string; role: CashFlowRole; isUsed: boolean }>();
  readonly #facts = new Map<string, AccountFacts>();
  readonly #own = new Map<string, OwnClass>();
  readonly #classes = new Map<string, AccountClass>();
  #sides: ReadonlyMap<string, Side> = new Map();
  /** Unsure accounts whose amounts a reader turns by their class, with what is known of them. */
  readonly #turned = new Map<string, UnsureAccount>();
  /** The side that is tried for unsure accounts while the books are surveyed; null at other times. */
  #survey: Side | null = null;

  /**
   * `choices`: the kinds that the user chose, by account, and for accounts below as the header says. `roles`:
   * the cash flow roles that the user chose for single accounts. With `acceptsGuesses`, what must be asked is
   * the guess of it.
   */
  constructor(
    choices: ReadonlyMap<string, AccountKind> = new Map(),
    roles: ReadonlyMap<string, CashFlowRole> = new Map(),
    acceptsGuesses = false,
  ) {
    this.#acceptsGuesses = acceptsGuesses;
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

  /**
   * Reads the books once for the sides of their balances. `survey` reads them and returns the sides; what is
   * decided meanwhile is decided again. A reader that turns amounts by the class of their account gives
   * vouchers that balance only where the sides are right, which proves them: for an unsure account a debit is
   * tried first, then a credit.
   */
  async survey(survey: () => Promise<ReadonlyMap<string, Side>>): Promise<void> {
    try {
      this.#survey = "debit";
      this.#sides = await survey().catch((error: unknown) => {
        if (!(error instanceof LineProblem) || this.#turned.size === 0) throw error;
        this.#survey = "credit";
        this.#classes.clear();
        this.#turned.clear();
        return survey();
      });
    } finally {
      this.#survey = null;
      this.#classes.clear();
    }
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
    if (typeof found === "string") return found;
    this.#classes.set(account, found);
    const { isSure, evidence, kind: guess } = found;
    if (this.#survey !== null && !isSure) this.#turned.set(account, { account, evidence, guess });
    return found;
  }

  /** The accounts that a survey left unsure, whose amounts a reader has to turn by their class. */
  get unsureTurned(): readonly UnsureAccount[] {
    return [...this.#turned.values()];
  }

  /** The choices that no account lay in; at the end of the file they are probably misspelt. */
  unusedChoices(): string[] {
    const all = [...this.#choices.values(), ...this.#chosenRoles.values()];
    return all.flatMap(({ account, isUsed }) => (isUsed ? [] : [account]));
  }

  #decide(account: string): AccountClass | string {
    const facts = this.#facts.get(account);
    const names = facts?.levels ?? account.split(":");
    const isOwn = this.#isOwn(names);
    const skipped = this.#skipped(names);
    const problem = levelsProblem(account, names.slice(skipped));
    if (problem !== null) return problem;
    const levels = folded(names.slice(skipped));
    const decision = this.#guessed(this.#decisionOn(account, names, levels), levels);
    const { type, role } = decision.found;
    const chosen = this.#chosenRole(names);
    const misfit = chosen === null ? null : roleProblem(account, type, chosen);
    if (misfit !== null) return misfit;
    const last = chosen ?? decision.ownRole ?? role;
    const roles = [...this.#rolesAbove(type, levels, names.slice(0, skipped)), last];
    const isChosen = isOwn || chosen !== null || decision.isChoice === true || facts?.isExact === true;
    return classFrom(decision, { levels, roles, isChosen });
  }

  #isOwn(names: readonly string[]): boolean {
    return this.#own.has(foldedName(names.join(":")));
  }

  /** A first level such as `Assets` names the type and is no category, unless the company has one. */
  #skipped(names: readonly string[]): 0 | 1 {
    const isType = names.length > 1 && typeOfName((names[0] ?? "").trim()) !== null;
    return isType && !this.#isOwn(names) ? 1 : 0;
  }

  /** What is asked for, as the guess of it if guesses are accepted. */
  #guessed(decision: Decision, levels: readonly string[]): Decision {
    const { guess, found } = decision;
    if (guess === undefined || !this.#acceptsGuesses || this.#survey !== null) return decision;
    const guessed = exactly(kindMeaning(guess), levels, "a guess that was accepted", guess);
    return {
      ...guessed,
      found: { ...guessed.found, evidence: found.evidence, strength: "asked" },
      isGuess: true,
    };
  }

  /** The role that the user chose for an account itself. */
  #chosenRole(names: readonly string[]): CashFlowRole | null {
    const choice = this.#chosenRoles.get(choiceKey(names));
    if (choice) choice.isUsed = true;
    return choice?.role ?? null;
  }

  /** The roles of the levels above the last one. `first` is the level that is a type, if there is one. */
  #rolesAbove(
    type: AccountType,
    levels: readonly string[],
    first: readonly string[],
  ): (CashFlowRole | null)[] {
    return levels.slice(0, -1).map((_, depth) => {
      const above = levels.slice(0, depth + 1);
      const chosen = this.#choiceFor([...first, ...above]);
      const meaning = chosen && kindMeaning(chosen.kind);
      return (meaning?.type === type ? meaning.role : null) ?? roleWithin(type, above);
    });
  }

  /** What decides on an account, in the order that the header states. */
  #decisionOn(account: string, names: readonly string[], levels: readonly string[]): Decision {
    const choice = this.#choiceFor(names, account);
    if (!choice) return this.#unchosen(account, names, levels);
    choice.isUsed = true;
    return { ...exactly(kindMeaning(choice.kind), levels, "your choice", choice.kind), isChoice: true };
  }

  /** What decides on an account besides the user's choices. */
  #unchosen(account: string, names: readonly string[], levels: readonly string[]): Decision {
    const facts = this.#facts.get(account);
    const typed = typeOfName((names[0] ?? "").trim());
    const stated = facts ? kindMeaning(facts.kind).type : typed;
    const own = this.#ownFor(levels);
    if (own && (stated === null || stated === own.type)) return exactly(own, levels, "the company's chart");
    if (facts?.isExact) return exactlyBy(facts, levels);
    if (facts) return statedBy(facts, levels, own);
    if (typed !== null)
      return {
        found: decideAccount({ levels, type: typed }),
        reason: `the first level ${quoted(names[0] ?? "")}`,
        ownRole: null,
      };
    if (this.#survey === null) return this.#withSide(account, levels);
    return byName(turned(levels, this.#survey), { levels });
  }

  #withSide(account: string, levels: readonly string[]): Decision {
    const facts = { levels, side: this.#sides.get(account) ?? null };
    const decision = byName(decideAccount(facts), facts);
    if (decision.guess === undefined) return decision;
    // Accounts below it have its type in most programs, but decide nothing: one may be its depreciation.
    const below = this.#below(account, levels);
    if (below === null) return decision;
    const { found, guess } = decision;
    return {
      ...decision,
      found: { ...found, evidence: [...found.evidence, below.evidence] },
      guess: below.kind ?? guess,
    };
  }

  /** What the sub-accounts of an account say of it; null if it has none, or none that says something. */
  #below(
    account: string,
    levels: readonly string[],
  ): {
    readonly evidence: AccountDecision["evidence"][number];
    /** Null where they say several. */
    readonly kind: AccountKind | null;
  } | null {
    const subs = [...this.#sides].flatMap(([other, side]) => {
      if (!other.startsWith(`${account}:`)) return [];
      const names = other.slice(account.length + 1).split(":");
      const { strength, type, role } = decideAccount({ levels: [...levels, ...names], side });
      return strength === "asked" ? [] : [{ name: names.join(":"), type, role }];
    });
    const byType = [...Map.groupBy(subs, ({ type }) => type).values()];
    const [[first] = []] = byType;
    if (first === undefined) return null;
    const said = byType.map(
      ([each, ...more]) =>
        `${each?.type.replaceAll("_", " ")}, such as ${quoted(each?.name ?? "")}${more.length === 0 ? "" : ` and ${more.length} more`}`,
    );
    return {
      evidence: { kind: "level", words: `its sub-accounts say ${said.join(", or ")}` },
      kind: byType.length === 1 ? kindOfClass(first.type, first.role) : null,
    };
  }

  /** The company's category of these names, or else the nearest one above them. */
  #ownFor(levels: readonly string[]): OwnClass | undefined {
    for (let length = levels.length; length > 0; length--) {
      const own = this.#own.get(foldedName(levels.slice(0, length).join(":")));
      if (own) return own;
    }
    return undefined;
  }

  /** The choice for the account itself, or else for the nearest account above it that has one. */
  #choiceFor(names: readonly string[], account = names.join(":")): Choice | undefined {
    for (let length = names.length; length > 0; length--) {
      const above = names.slice(0, length);
      const choice =
        this.#choices.get(choiceKey(above)) ??
        (typeOfName(above[0] ?? "") === null ? undefined : this.#choices.get(choiceKey(above.slice(1))));
      if (choice === undefined) continue;
      // The answer to a question says nothing of an account that is known.
      const holds = length === names.length || !this.#isAsked(above) || this.#isAsked(names, account);
      return holds ? choice : undefined;
    }
    return undefined;
  }

  /** True if only the user can say what an account is. */
  #isAsked(names: readonly string[], account = names.join(":")): boolean {
    return (
      this.#unchosen(account, names, folded(names.slice(this.#skipped(names)))).found.strength === "asked"
    );
  }
}

function classFrom(
  { found, reason, ownRole, kind, guess, isGuess = false, facts }: Decision,
  rest: Pick<AccountClass, "levels" | "roles" | "isChosen">,
): AccountClass {
  const { type, strength, posting, nature } = found;
  const known = [kind, nature === null ? undefined : natureMeaning(nature).kind].filter(
    (each) => each !== undefined,
  );
  return {
    ...rest,
    type,
    strength,
    posting,
    kind: guess ?? kindOfClass(type, rest.roles.at(-1) ?? null, known),
    reason: ownRole === null ? reasonWithName(found, reason) : reason,
    evidence: found.evidence.map(({ words }) => words),
    isSure: strength !== "asked" || isGuess,
    isGuess,
    isRoleOpen: found.isRoleOpen && ownRole === null && !rest.isChosen,
    term: facts?.term ? found.balanceClass : null,
  };
}

/** A sentence if an account of a type can't have a cash flow role; null if it can. */
function roleProblem(account: string, type: AccountType, role: CashFlowRole): string | null {
  const allowed = cashFlowRolesOf(type);
  if (allowed.includes(role)) return null;
  return `The account ${quoted(account)} can't have the cash flow role ${role}. Roles for the type ${type}: ${allowed.join(", ")}.`;
}

/** The reason, with the evidence for the class, or with the name that gives the cash flow role. */
function reasonWithName({ type, role, evidence, strength }: AccountDecision, reason: string): string {
  if (strength === "asked") return reason;
  const words = evidence.map((each) => each.words);
  if (reason === "") return words.join(", and ");
  // Every name of equity gives the same role, so no name is a reason there.
  const [name] = evidence;
  if (role === null || type === "equity" || name === undefined) return reason;
  return `${reason}, and ${name.kind === "name" ? name.words.replace(/^the name /, "") : name.words}`;
}

/** `Asset:Petty` and `Assets:petty` are the same choice. */
function choiceKey(names: readonly string[]): string {
  const [first = "", ...others] = names;
  return foldedName([names.length > 1 ? (typeOfName(first.trim()) ?? first) : first, ...others].join(":"));
}

/** What a choice or the company's chart decides: the type, and the role and the posting where it has one. */
function exactly(
  { type, role, posting }: OwnClass & { readonly posting?: CategoryRole },
  levels: readonly string[],
  reason: string,
  kind?: AccountKind,
  term: AccountFacts["term"] = null,
): Decision {
  const found = decideAccount({ levels, type, term });
  return {
    found: posting === undefined ? found : { ...found, posting },
    reason,
    ownRole: role,
    ...(kind === undefined ? {} : { kind }),
  };
}

/** What a list states in our words. */
function exactlyBy(facts: AccountFacts, levels: readonly string[]): Decision {
  const { kind, reason, role, term } = facts;
  const decision = exactly(kindMeaning(kind), levels, reason, kind, term);
  return { ...decision, ownRole: role ?? decision.ownRole, facts };
}

/** What the file states. What was asked for once is in the company's chart as `own`. */
function statedBy(facts: AccountFacts, levels: readonly string[], own: OwnClass | undefined): Decision {
  const { kind, detail = null, term = null, role = null, reason } = facts;
  const found = decideAccount({ levels, kind, detail, term });
  if (found.strength !== "asked") return { found, reason, ownRole: role, kind, facts };
  if (own) return exactly(own, levels, "the company's chart");
  return { found, reason, ownRole: null, guess: guessKind({ levels, kind }) };
}

/** What nothing states, by its name and perhaps its side. */
function byName(found: AccountDecision, facts: Parameters<typeof guessKind>[0]): Decision {
  const isAsked = found.strength === "asked";
  return {
    found,
    reason: isAsked ? "its name is unknown" : "",
    ownRole: null,
    ...(isAsked ? { guess: guessKind(facts) } : {}),
  };
}

/** What an account is while the books are surveyed, if unsure ones are on the side that is tried. */
function turned(levels: readonly string[], tried: Side): AccountDecision {
  const found = decideAccount({ levels, isTurned: true });
  if (found.strength !== "asked" || tried === "debit") return found;
  const other = decideAccount({ levels, side: tried });
  // What is only tried is no evidence.
  return other.strength === "asked" ? found : other;
}

/** The role that the names of levels give a parent; null when they give none. */
function roleWithin(type: AccountType, levels: readonly string[]): CashFlowRole | null {
  return decideAccount({ levels, type }).role;
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
