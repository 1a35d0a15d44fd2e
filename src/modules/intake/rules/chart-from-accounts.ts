/**
 * A chart of categories grown from account names such as `Assets:Wells Fargo:Checking`: the first
 * level is the type, the others are the tiers. Invariant: the same names in the same order give the
 * same chart, ids included. Names that differ only in capitals or blanks are one category, spelled as it
 * was first, and a note says so.
 *
 * Roles for the cash flow statement come from the names (see chart-words.ts) and from the subtrees that
 * the caller names as cash; they hold from the level that matches down. A category to which no name
 * gives a role takes the role of its children when they agree; entries of its own speak for working capital
 * there. When they disagree it takes working capital and each child keeps its own. Money is counted
 * by the role of the category that holds the entries, so a mixed parent moves nothing.
 */
import { refuse } from "../../../core/errors.ts";
import type { AccountType, CashFlowRole, CategoryRole } from "../../../core/ledger-words.ts";
import { isPointInTime } from "../../../core/ledger-words.ts";
import { LIMITS } from "../../../core/limits.ts";
import { PREFIXES, type PublicId } from "../../../core/public-id.ts";
import { LineProblem, quoted } from "../../../platform/text/line-problem.ts";
import { isRetainedEarnings, roleOfNames, TYPE_NAMES, typeOfName } from "./chart-words.ts";
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
  /** `retained_earnings` for the first category of the equity with such a name. */
  readonly role: CategoryRole | null;
}

export interface ChartOptions {
  /**
   * Account paths, such as `Assets:Mercury`, that are cash with everything beneath, besides those with the
   * usual names of cash.
   */
  readonly cash?: readonly string[];
}

interface Node {
  readonly id: PublicId<"category">;
  readonly name: string;
  readonly type: AccountType;
  readonly parent: Node | null;
  readonly position: number;
  /** The role that its names suggest; null if nothing matched. */
  readonly named: CashFlowRole | null;
  /** Child accounts by folded name. */
  readonly children: Map<string, Node>;
  hasEntries: boolean;
  /** Says that the account was spelled in two ways. */
  note: string | null;
}

interface AccountPath {
  readonly type: AccountType;
  readonly levels: readonly string[];
}

/** The longest suffix of an id made here: `-direct` must still fit after it, as a filter for own entries. */
const SLUG_MOST = 56;

/** Grows a chart account by account. Ids are final at once, roles when the last account is known. */
export class ChartBuilder {
  readonly #cash = new Map<string, { readonly path: AccountPath; used: boolean }>();
  readonly #roots = new Map<string, Node>();
  readonly #nodes: Node[] = [];
  readonly #ids = new Set<string>();
  /** The last number appended to each slug; all names without Latin letters share one slug. */
  readonly #numbers = new Map<string, number>();
  /** Accounts as they were written; journals repeat a few names very often. */
  readonly #known = new Map<string, Node>();

  /** Throws `Refusal` with param `cash` for a path in `cash` that is not an asset account. */
  constructor(options: ChartOptions = {}) {
    for (const text of options.cash ?? []) {
      const path = readPath(text);
      if (typeof path === "string") throw refuse("invalid_request", { param: "cash", message: path });
      if (path.type !== "asset")
        throw refuse("invalid_request", {
          param: "cash",
          message: `The account ${quoted(text)} is not an asset, so it can't be cash.`,
        });
      this.#cash.set(text, { path, used: false });
    }
  }

  /**
   * The category of an account, made with its parents when it is new. The account counts as one with entries.
   * @throws LineProblem at `line` for a name that fits no chart; given the first line of an account, it names
   *   that one.
   */
  category(accountPath: string, line: number): PublicId<"category"> {
    let node = this.#known.get(accountPath);
    if (!node) {
      const path = readPath(accountPath);
      if (typeof path === "string") throw new LineProblem(line, path);
      node = this.#grow(path, line);
      node.hasEntries = true;
      const names = levelsOf(node);
      if (names.some((name, depth) => name !== path.levels[depth])) {
        node.note ??= spellingNote(
          "account",
          accountPath,
          [accountPath.split(":", 1)[0], ...names].join(":"),
          line,
        );
      }
      this.#known.set(accountPath, node);
    }
    return node.id;
  }

  /** The number of categories so far. */
  get size(): number {
    return this.#nodes.length;
  }

  /** The chart so far, in the order of first appearance; final after the last account. */
  list(): ChartCategory[] {
    const roles = new Map<Node, CashFlowRole>();
    // Children stand after their parents, so from the end every child's role is known before its parent's.
    for (const node of this.#nodes.toReversed()) roles.set(node, roleOf(node, roles));
    const retained = this.#nodes.find(({ type, name }) => isRetainedEarnings(type, name));
    return this.#nodes.map((node) => ({
      id: node.id,
      name: node.name,
      accountType: node.type,
      parentId: node.parent?.id ?? null,
      position: node.position,
      cashFlow: isPointInTime(node.type) ? (roles.get(node) ?? null) : null,
      role: node === retained ? "retained_earnings" : null,
    }));
  }

  /** A sentence for each account that was spelled in several ways. */
  notes(): string[] {
    return this.#nodes.map(({ note }) => note).filter((note) => note !== null);
  }

  /**
   * The paths of the option `cash` that no account lay in so far; after the last account, probably misspelt.
   */
  unusedCash(): string[] {
    return Array.from(this.#cash).flatMap(([text, { used }]) => (used ? [] : [text]));
  }

  #grow({ type, levels }: AccountPath, line: number): Node {
    let parent: Node | null = null;
    let found: Node | undefined;
    for (const [depth, name] of levels.entries()) {
      // Types share the roots, and a name may be a root of several types.
      const siblings: Map<string, Node> = parent?.children ?? this.#roots;
      const key: string = parent ? foldedName(name) : `${type}:${foldedName(name)}`;
      found = siblings.get(key);
      if (!found) {
        found = this.#make(type, levels.slice(0, depth + 1), parent, siblings.size, line);
        siblings.set(key, found);
      }
      parent = found;
    }
    if (!found) throw new LineProblem(line, "The account names only a type.");
    return found;
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
    const named = this.#isCash(type, levels) ? "cash" : roleOfNames(type, levels);
    const id = this.#newId(type, levels);
    const node: Node = {
      id,
      name,
      type,
      parent,
      position,
      named,
      children: new Map(),
      hasEntries: false,
      note: null,
    };
    this.#nodes.push(node);
    return node;
  }

  #isCash(type: AccountType, levels: readonly string[]): boolean {
    let cash = false;
    for (const entry of this.#cash.values()) {
      if (
        entry.path.type !== type ||
        !entry.path.levels.every((level, depth) => foldedName(level) === foldedName(levels[depth] ?? ""))
      )
        continue;
      entry.used = true;
      cash = true;
    }
    return cash;
  }

  /** A readable id that no other category has. */
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

function shortened(slug: string, length: number): string {
  return slug.slice(0, length).replace(/-+$/, "");
}

/** The type and the levels of an account, or the sentence that refuses it. */
function readPath(account: string): AccountPath | string {
  const [first = "", ...levels] = account.split(":");
  const type = typeOfName(first.trim());
  if (type === null)
    return `The account ${quoted(account)} does not begin with a type: its first level must be ${TYPE_NAMES}.`;
  if (levels.length === 0)
    return `The account ${quoted(account)} is only a type; a category must follow, such as ${quoted(`${first}:General`)}.`;
  if (levels.some((level) => level.trim() === ""))
    return `The account ${quoted(account)} has an empty level.`;
  if (levels.some((level) => level.trim() !== level))
    return `The account ${quoted(account)} has blanks around a level.`;
  const most = LIMITS.category_tiers.value;
  if (levels.length > most)
    return `The account ${quoted(account)} has ${levels.length} levels below its type; a chart has at most ${most}.`;
  return { type, levels };
}

function roleOf(node: Node, roles: ReadonlyMap<Node, CashFlowRole>): CashFlowRole {
  if (node.named !== null) return node.named;
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
