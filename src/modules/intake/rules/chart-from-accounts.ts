/**
 * A chart of categories grown from the accounts of imported books (account-classes.ts decides what each is).
 * Invariant: the same accounts in the same order give the same chart, ids included. Names that differ only in
 * capitals or blanks are one category, spelled as the first one, and a note says so.
 *
 * A category whose account has no cash flow role of its own takes the role of its children if they agree;
 * entries of its own count as working capital there. If they disagree, it takes working capital and each
 * child keeps its role. Money is counted by the role of the category that holds the entries, so the role of a
 * parent with mixed children moves nothing.
 */
import {
  type AccountKind,
  balanceClassOf,
  decideAccount,
  kindMeaning,
  natureOfName,
  type Strength,
} from "@daybook/words/account-kinds";
import { present } from "@daybook/words/assert";
import { refuse } from "../../../core/errors.ts";
import type { AccountType, BalanceClass, CashFlowRole, CategoryRole } from "@daybook/words/ledger-words";
import { isPointInTime } from "@daybook/words/ledger-words";
import { LIMITS } from "@daybook/words/limits";
import { PREFIXES, type PublicId } from "@daybook/words/public-id";
import { LineProblem, quoted } from "../../../platform/text/line-problem.ts";
import type { StoredCategory } from "../../books/chart/index.ts";
import { AccountClasses, type AccountClass } from "./account-classes.ts";
import { storableText } from "./parsed-voucher.ts";
import { foldedName, spellingNote } from "./spellings.ts";

/** A category of the chart. Parents come before their children. */
export interface ChartCategory {
  readonly id: PublicId<"category">;
  readonly name: string;
  readonly accountType: AccountType;
  readonly parentId: PublicId<"category"> | null;
  /** Place among the children of its parent, from 0, in the order in which they first appeared. */
  readonly position: number;
  /** Null for categories of the income statement. */
  readonly cashFlow: CashFlowRole | null;
  /** Its class on the balance sheet, where a type states another one than its names would give. */
  readonly balanceClass: BalanceClass | null;
  /** What the service posts on it: the first category that is made for it has the role. */
  readonly role: CategoryRole | null;
}

export interface ChartOptions {
  /**
   * Account paths, such as `Assets:Mercury`, that are cash with everything beneath, besides those with the
   * usual names of cash.
   */
  readonly cash?: readonly string[];
  /** The kinds that the user chose, by account. */
  readonly kinds?: ReadonlyMap<string, AccountKind>;
  /** The cash flow roles that the user chose for single accounts. */
  readonly roles?: ReadonlyMap<string, CashFlowRole>;
  /** True if an account that must be asked for is taken for the guess of it. */
  readonly acceptsGuesses?: boolean;
}

/** A category that the company has before the import. */
export interface OwnCategory {
  readonly id: PublicId<"category">;
  readonly name: string;
  readonly accountType: AccountType;
  readonly parentId: PublicId<"category"> | null;
  readonly cashFlow: CashFlowRole | null;
  readonly position: number;
  readonly role: CategoryRole | null;
  /** The categories that were merged into it. It takes their accounts, but those of another category. */
  readonly merged: StoredCategory["merged"];
  readonly active: boolean;
}

/** An account of the import as it is reported to the user. */
export interface ChartAccount {
  /** The account's name in the file. */
  readonly account: string;
  readonly categoryId: PublicId<"category">;
  readonly type: AccountType;
  /** Null for accounts of the income statement. */
  readonly cashFlow: CashFlowRole | null;
  /**
   * Null for an account whose type or section of the cash flow statement gives its class on the balance
   * sheet.
   */
  readonly balanceClass: BalanceClass | null;
  /** Its kind; for an account that must be asked for, the one that it would be as a guess. */
  readonly kind: AccountKind;
  readonly reason: string;
  /** False if the user must choose what the account is. */
  readonly isSure: boolean;
  /** True if it was asked for, and the guess was accepted. */
  readonly isGuess: boolean;
  readonly strength: Strength;
  /** What is known of the account, in words. */
  readonly evidence: readonly string[];
}

interface Node {
  readonly id: PublicId<"category">;
  readonly name: string;
  readonly type: AccountType;
  readonly parent: Node | null;
  readonly position: number;
  /** The role of its account; null if nothing gives one. */
  role: CashFlowRole | null;
  posting: CategoryRole | null;
  term: BalanceClass | null;
  /** True if the company had the category before. It is not written again. */
  readonly isOwn: boolean;
  readonly isInactive: boolean;
  /** Child accounts by folded name. */
  readonly children: Map<string, Node>;
  hasEntries: boolean;
  /** Says that the account was spelled in two ways. */
  note: string | null;
}

const RETAINED = "retained_earnings";

/** The longest suffix of an id made here: `-direct` must still fit after it, as a filter for own entries. */
const SLUG_MOST = 56;

/** Grows a chart account by account. Ids are final at once, roles when the last account is known. */
export class ChartBuilder {
  /** What each account is. Readers of files add what their file says. */
  readonly classes: AccountClasses;
  readonly #roots = new Map<string, Node>();
  readonly #nodes: Node[] = [];
  /** The company's categories by the accounts of those that were merged into them. */
  readonly #merged = new Map<string, Node>();
  readonly #ownPostings = new Set<CategoryRole>();
  readonly #ids = new Set<string>();
  /** The names of the account of retained earnings, once it is known: no other one gets the role. */
  #retained: string | null = null;
  /** The last number appended to each slug; all names without Latin letters share one slug. */
  readonly #numbers = new Map<string, number>();
  /** Accounts as they were written; journals repeat a few names very often. */
  readonly #known = new Map<string, { readonly node: Node; readonly found: AccountClass }>();

  /** Throws `Refusal` with param `cash` if an account is chosen as cash and as something else. */
  constructor({ cash = [], kinds = new Map(), roles = new Map(), acceptsGuesses }: ChartOptions = {}) {
    const choices = new Map(kinds);
    for (const account of cash) {
      if (kindMeaning(choices.get(account) ?? "cash").role !== "cash")
        throw refuse("invalid_request", {
          param: "cash",
          message: `The account ${quoted(account)} is chosen as cash and as ${choices.get(account)}.`,
        });
      choices.set(account, "cash");
    }
    this.classes = new AccountClasses(choices, roles, acceptsGuesses);
  }

  /** Adds the categories that the company already has, parents before children. */
  addOwn(categories: readonly OwnCategory[]): void {
    const nodes = new Map<string, Node>();
    for (const category of categories) {
      const { id, name, accountType: type, parentId, cashFlow, position, role, active } = category;
      const parent = parentId === null ? null : (nodes.get(parentId) ?? null);
      const siblings = parent?.children ?? this.#roots;
      const node: Node = {
        id,
        name,
        type,
        parent,
        position,
        role: cashFlow,
        posting: role,
        term: null,
        isOwn: true,
        isInactive: !active,
        children: new Map(),
        hasEntries: true,
        note: null,
      };
      nodes.set(id, node);
      this.#nodes.push(node);
      if (role !== null) this.#ownPostings.add(role);
      this.#ids.add(id.slice(PREFIXES.category.length));
      siblings.set(keyOf(parent, type, name), node);
      this.classes.addOwn(levelsOf(node), type, cashFlow);
    }
    // After all categories: the class of one that is there is its own, also where one of its path was merged.
    for (const { id: into, accountType: type, cashFlow, merged } of categories)
      for (const { id, path } of merged) {
        const levels = path.split(":");
        this.#ids.add(id.slice(PREFIXES.category.length));
        this.#merged.set(mergedKey(type, levels), present(nodes.get(into), "a category has no node"));
        this.classes.addOwn(levels, type, cashFlow);
      }
  }

  /**
   * The category of an account, made with its parents when it is new. The account counts as one with entries.
   * @throws LineProblem at `line` for a name that fits no chart; given the first line of an account, it names
   *   that one.
   */
  category(account: string, line: number): PublicId<"category"> {
    const known = this.#known.get(account);
    if (known) return known.node.id;
    const found = this.classes.classOf(account);
    if (typeof found === "string") throw new LineProblem(line, found);
    const node = this.#grow(found, line);
    node.hasEntries = true;
    if (!node.isOwn) {
      node.posting = found.posting;
      node.term ??= found.term;
    }
    const names = levelsOf(node);
    const [spelled, written] = [names.join(":"), found.levels.join(":")];
    // A category that another one was merged into has other names.
    if (spelled !== written && foldedName(spelled) === foldedName(written))
      node.note ??= spellingNote("account", account, account.slice(0, -written.length) + spelled, line);
    this.#known.set(account, { node, found });
    return node.id;
  }

  /** Gives new categories another cash flow role than their names, after the last account. */
  setRole(accounts: readonly string[], role: CashFlowRole): void {
    for (const account of accounts) {
      const node = this.#known.get(account)?.node;
      if (node && !node.isOwn) node.role = role;
    }
  }

  /**
   * The path of the company's category with this id, path or name, such as `Bank:Checking`; null if there is
   * none or if several have the name.
   */
  ownPath(name: string): string | null {
    const own = this.#nodes.filter(({ isOwn }) => isOwn);
    const folded = foldedName(name);
    const paths = own.map((node) => ({ node, path: levelsOf(node).join(":") }));
    const exact = paths.find(({ node, path }) => node.id === name || foldedName(path) === folded);
    const [named, ...others] = paths.filter(({ node }) => foldedName(node.name) === folded);
    return exact?.path ?? (others.length === 0 ? (named?.path ?? null) : null);
  }

  /**
   * The account of retained earnings: the company's, or the first of `accounts` that is one or lies below
   * one, or else a new one. Its category is the one with the role.
   */
  retainedEarnings(accounts: Iterable<string>): string {
    const own = this.#nodes.find(({ isOwn, posting }) => isOwn && posting === RETAINED);
    const known = own ? levelsOf(own).join(":") : this.#firstRetained(accounts);
    const account = known ?? "Retained Earnings";
    if (known === null)
      this.classes.state(account, { kind: RETAINED, levels: [account], reason: "the closings of the books" });
    const found = this.classes.classOf(account);
    if (typeof found !== "string") this.#retained = foldedName(found.levels.join(":"));
    return account;
  }

  /** The first that is named so, with a level above counting too; else the first that is said to be it. */
  #firstRetained(accounts: Iterable<string>): string | null {
    let said: string | null = null;
    for (const account of accounts) {
      const names = account.split(":");
      for (const [depth, name] of names.entries()) {
        const path = names.slice(0, depth + 1).join(":");
        const isNamed = natureOfName(name) === RETAINED;
        if (path !== account && !isNamed) continue;
        const found = this.classes.classOf(path);
        if (typeof found === "string" || found.type !== "equity" || found.posting !== RETAINED) continue;
        if (isNamed) return path;
        said ??= path;
      }
    }
    return said;
  }

  /** The number of categories so far. */
  get size(): number {
    return this.#nodes.length;
  }

  /** The new categories so far, in the order of first appearance; final after the last account. */
  list(): ChartCategory[] {
    const roles = this.#roles();
    const posted = this.#postings(roles);
    return this.#nodes
      .filter(({ isOwn }) => !isOwn)
      .map((node) => ({
        id: node.id,
        name: node.name,
        accountType: node.type,
        parentId: node.parent?.id ?? null,
        position: node.position,
        cashFlow: isPointInTime(node.type) ? (roles.get(node) ?? null) : node.role,
        balanceClass: statedClass(node, roles.get(node) ?? null),
        role: posted.get(node) ?? null,
      }));
  }

  /** The accounts so far with what they are and why, in the order of first appearance. */
  accounts(): ChartAccount[] {
    const roles = this.#roles();
    const posted = this.#postings(roles);
    return Array.from(this.#known, ([account, { node, found }]) => ({
      account,
      categoryId: node.id,
      type: node.type,
      cashFlow: isPointInTime(node.type) ? (roles.get(node) ?? null) : node.role,
      balanceClass: statedClass(node, roles.get(node) ?? null),
      kind: (node.isOwn ? node.posting : posted.get(node)) === RETAINED ? RETAINED : found.kind,
      reason: found.reason,
      isSure: found.isSure,
      isGuess: found.isGuess,
      strength: found.strength,
      evidence: found.evidence,
    }));
  }

  /** The new accounts of which nothing says where the cash flow statement shows them. */
  openAccounts(): string[] {
    return Array.from(this.#known).flatMap(([account, { node, found }]) =>
      found.isRoleOpen && !node.isOwn && (node.role === null || node.type === "equity") ? [account] : [],
    );
  }

  /** The first new category for each role of postings that the company has none for. */
  #postings(roles: ReadonlyMap<Node, CashFlowRole>): ReadonlyMap<Node, CategoryRole> {
    const taken = new Set(this.#ownPostings);
    const found = new Map<Node, CategoryRole>();
    for (const node of this.#nodes) {
      const { posting } = node;
      if (node.isOwn || posting === null || taken.has(posting)) continue;
      if (posting === RETAINED && this.#isOther(node)) continue;
      if (
        (posting === "accounts_receivable" || posting === "accounts_payable") &&
        (node.children.size > 0 || roles.get(node) !== "working_capital")
      )
        continue;
      taken.add(posting);
      found.set(node, posting);
    }
    return found;
  }

  /** True if another account than that of the node is known as retained earnings. */
  #isOther(node: Node): boolean {
    return this.#retained !== null && foldedName(levelsOf(node).join(":")) !== this.#retained;
  }

  /** A sentence for each account that was spelled in several ways, and for each of an inactive category. */
  notes(): string[] {
    const inactive = Array.from(this.#known).flatMap(([account, { node }]) =>
      node.isInactive
        ? [
            `The account ${quoted(account)} is of the category ${node.id}, which is inactive: entries are put on it.`,
          ]
        : [],
    );
    return [...this.#nodes.map(({ note }) => note).filter((note) => note !== null), ...inactive];
  }

  /**
   * The role of each category; children stand after their parents, so theirs are known first from the end.
   */
  #roles(): Map<Node, CashFlowRole> {
    const roles = new Map<Node, CashFlowRole>();
    for (const node of this.#nodes.toReversed()) roles.set(node, roleOf(node, roles));
    return roles;
  }

  #grow({ type, levels, roles }: AccountClass, line: number): Node {
    let parent: Node | null = null;
    let found: Node | undefined;
    for (const [depth, name] of levels.entries()) {
      const siblings: Map<string, Node> = parent?.children ?? this.#roots;
      const key = keyOf(parent, type, name);
      found = siblings.get(key) ?? this.#mergedAt(type, levels, depth);
      if (!found) {
        found = this.#make(type, levels.slice(0, depth + 1), parent, nextPosition(siblings), line);
        siblings.set(key, found);
      }
      if (!found.isOwn) found.role ??= roles[depth] ?? null;
      parent = found;
    }
    if (!found) throw new LineProblem(line, "The account names only a type.");
    return found;
  }

  /** The category that the one at a level was merged into, if the levels below fit beneath it. */
  #mergedAt(type: AccountType, levels: readonly string[], depth: number): Node | undefined {
    const into = this.#merged.get(mergedKey(type, levels.slice(0, depth + 1)));
    const below = levels.length - depth - 1;
    return into && levelsOf(into).length + below <= LIMITS.category_tiers.value ? into : undefined;
  }

  #make(
    type: AccountType,
    levels: readonly string[],
    parent: Node | null,
    position: number,
    line: number,
  ): Node {
    // A journal with more has no accounts but names.
    const most = LIMITS.categories.value;
    if (this.#nodes.length >= most)
      throw new LineProblem(line, `The journal has more than ${most} categories.`);
    const name = storableText(levels.at(-1) ?? "", "name of a category", line);
    const id = this.#newId(type, levels);
    const node: Node = {
      id,
      name,
      type,
      parent,
      position,
      role: null,
      posting: decideAccount({ levels, type }).posting,
      term: null,
      isOwn: false,
      isInactive: false,
      children: new Map(),
      hasEntries: false,
      note: null,
    };
    this.#nodes.push(node);
    return node;
  }

  /** A readable id that no other category has or had. */
  #newId(type: AccountType, levels: readonly string[]): PublicId<"category"> {
    const slug = kebab([type, ...levels].join(" "));
    const unnumbered = shortened(slug, SLUG_MOST);
    let suffix = unnumbered;
    let number = this.#numbers.get(unnumbered) ?? 1;
    // `<id>-direct` is the filter for the own entries of `<id>`, so no id may end that way.
    while (this.#ids.has(suffix) || suffix.endsWith("-direct")) {
      number++;
      suffix = `${shortened(slug, SLUG_MOST - String(number).length - 1)}-${number}`;
    }
    this.#numbers.set(unnumbered, number);
    this.#ids.add(suffix);
    return `${PREFIXES.category}${suffix}` as PublicId<"category">;
  }
}

/** The names of a node and of those above it, from the top. */
function levelsOf({ parent, name }: Node): string[] {
  return [...(parent === null ? [] : levelsOf(parent)), name];
}

/** The class on the balance sheet that is stated; null if its names and its role give the same. */
function statedClass(node: Node, role: CashFlowRole | null): BalanceClass | null {
  if (node.term === null) return null;
  const derived = balanceClassOf({ type: node.type, role, names: levelsOf(node).toReversed() });
  if ((derived === "current") !== (node.term === "current")) return node.term;
  // A category without a class of its own would have that of its parent.
  return node.parent?.term ? derived : null;
}

/** The key of a category among its siblings. Types share the roots, where a name may stand once for each. */
function keyOf(parent: Node | null, type: AccountType, name: string): string {
  return parent ? foldedName(name) : `${type}:${foldedName(name)}`;
}

/** The key of the account of a category that was merged into another. */
function mergedKey(type: AccountType, levels: readonly string[]): string {
  return `${type}:${levels.map(foldedName).join(":")}`;
}

/** The place after the last of the siblings. */
function nextPosition(siblings: ReadonlyMap<string, Node>): number {
  let next = 0;
  for (const { position } of siblings.values()) next = Math.max(next, position + 1);
  return next;
}

function shortened(slug: string, length: number): string {
  return slug.slice(0, length).replace(/-+$/, "");
}

function roleOf(node: Node, roles: ReadonlyMap<Node, CashFlowRole>): CashFlowRole {
  if (node.role !== null) return node.role;
  const voices = new Set<CashFlowRole>(node.hasEntries ? ["working_capital"] : []);
  for (const child of node.children.values()) voices.add(roles.get(child) ?? "working_capital");
  const [only = "working_capital"] = voices;
  return voices.size === 1 ? only : "working_capital";
}

/** Lower-case letters and digits of the Latin alphabet, words parted by hyphens. */
function kebab(text: string): string {
  const plain = text.normalize("NFKD").replaceAll(/\p{Mark}/gu, "");
  return plain
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
}
