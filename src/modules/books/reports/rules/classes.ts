/**
 * The classes of a classified balance sheet: which assets and liabilities are current, and which assets are
 * property and equipment with their accumulated depreciation. Exports show them; the JSON report doesn't.
 *
 * A category's class is the one it was given, or that of the nearest parent with one. Without any, the
 * nearest name that says the class decides, then the section of the cash flow statement. Invariant,
 * asserted: the classes of a type add up to its section of the balance sheet.
 */
import { assert } from "../../../../core/assert.ts";
import { sumCents } from "../../../../core/cents.ts";
import type { BalanceClass } from "../../../../core/ledger-words.ts";
import type { CategoryRow } from "../../chart/index.ts";
import type { Sums } from "../../ledger/index.ts";
import { amountIn, linesOfPart, type Section, sectionOf } from "./lines.ts";

export interface BalanceClassSection {
  readonly balanceClass: BalanceClass;
  readonly section: Section;
}

/** The classes of assets and of liabilities, in the order of a balance sheet; also those without lines. */
export interface ClassifiedBalance {
  readonly assets: readonly BalanceClassSection[];
  readonly liabilities: readonly BalanceClassSection[];
}

const CLASSES = {
  asset: ["current", "fixed", "non_current"],
  liability: ["current", "non_current"],
} as const satisfies Record<string, readonly BalanceClass[]>;
type ClassifiedType = keyof typeof CLASSES;

type NamedClass = readonly [name: RegExp, balanceClass: BalanceClass];

/** Names that say when an asset or a liability is due. Of several that match, the first decides. */
const TERM_NAMES: Readonly<Record<ClassifiedType, readonly NamedClass[]>> = {
  asset: [
    [/\bnon-?current\b|\blong[- ]term\b|\bsecurity deposits?\b|\bright[- ]of[- ]use\b/i, "non_current"],
    [/\bcurrent\b|\bshort[- ]term\b|\bmarketable\b|\btreasury bills?\b/i, "current"],
  ],
  liability: [
    [/\bnon-?current\b|\blong[- ]term\b/i, "non_current"],
    [
      /\bcurrent\b|\bshort[- ]term\b|\bline of credit\b|\bcredit line\b|\boverdraft\b|\bcredit cards?\b/i,
      "current",
    ],
  ],
};
/** Names that say what an asset is, for assets that are not working capital. */
const KIND_NAMES: readonly NamedClass[] = [
  [/\b(?:fixed assets?|property|plant|equipment)\b|\bdepreciation\b/i, "fixed"],
  [
    /\b(?:investments?|securities|goodwill|intangibles?|patents?|trademarks?|notes? receivable|amorti[sz]ation)\b/i,
    "non_current",
  ],
];

/** Returns the classes of the balance at the end of `buckets`, all of which are added up. */
export function classify(
  sums: Sums,
  buckets: readonly number[],
  sections: { readonly assets: Section; readonly liabilities: Section },
): ClassifiedBalance {
  const classOf = classesOf(sums.categories);
  const sectionsOf = (type: ClassifiedType, whole: Section): readonly BalanceClassSection[] => {
    const amount = (id: string) => sumCents(buckets.map((bucket) => amountIn(sums.cell(bucket, id), type)));
    const classes = CLASSES[type].map((balanceClass) => ({
      balanceClass,
      section: sectionOf(
        linesOfPart(
          sums.categories,
          (row) => row.account_type === type && classOf.get(row.id) === balanceClass,
          amount,
        ),
      ),
    }));
    const total = sumCents(classes.map(({ section }) => section.total));
    assert(total === whole.total, `the classes of ${type} add up to ${total} cents, not ${whole.total}`);
    return classes;
  };
  return {
    assets: sectionsOf("asset", sections.assets),
    liabilities: sectionsOf("liability", sections.liabilities),
  };
}

/** The classes by category, kept for each chart because a balance sheet of many dates asks for each date. */
const classesOfCharts = new WeakMap<readonly CategoryRow[], ReadonlyMap<string, BalanceClass>>();

/** Returns the class of each asset and liability. */
function classesOf(categories: readonly CategoryRow[]): ReadonlyMap<string, BalanceClass> {
  const cached = classesOfCharts.get(categories);
  if (cached !== undefined) return cached;
  const byId = new Map<string, CategoryRow>(categories.map((row) => [row.id, row]));
  const found = new Map<string, BalanceClass>();
  for (const row of categories) {
    const lineage: CategoryRow[] = [];
    for (let each: CategoryRow | undefined = row; each !== undefined; each = byId.get(each.parent_id ?? ""))
      lineage.push(each);
    const given = lineage.find(({ balance_class }) => balance_class !== null)?.balance_class;
    found.set(row.id, given ?? namedClass(row, lineage) ?? classOfRole(row));
  }
  classesOfCharts.set(categories, found);
  return found;
}

/** Returns the class that the nearest name of a category and its parents says; null if none does. */
function namedClass(
  { account_type, cash_flow }: CategoryRow,
  lineage: readonly CategoryRow[],
): BalanceClass | null {
  if ((account_type !== "asset" && account_type !== "liability") || cash_flow === "cash") return null;
  const isOther = account_type === "asset" && cash_flow !== "working_capital";
  const named = [...TERM_NAMES[account_type], ...(isOther ? KIND_NAMES : [])];
  for (const { name } of lineage) {
    const match = named.find(([pattern]) => pattern.test(name));
    if (match !== undefined) return match[1];
  }
  return null;
}

/** Returns the class that a category's section of the cash flow statement means. */
function classOfRole({ account_type, cash_flow }: CategoryRow): BalanceClass {
  if (cash_flow === "cash" || cash_flow === "working_capital") return "current";
  if (account_type === "asset") return cash_flow === "financing" ? "non_current" : "fixed";
  return "non_current";
}
