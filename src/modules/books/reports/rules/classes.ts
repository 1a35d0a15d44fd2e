/**
 * The classes of a classified balance sheet: which assets and liabilities are current, and which assets are
 * property and equipment with their accumulated depreciation. Exports show them; the JSON report doesn't.
 *
 * A category's class is the one it was given, or that of the nearest parent with one. Without any,
 * words/account-kinds decides, by the nearest name that says it and by the section of the cash flow
 * statement.
 * Invariant, asserted: the classes of a type add up to its section of the balance sheet.
 */
import { assert } from "@daybook/words/assert";
import { sumCents } from "@daybook/words/cents";
import type { BalanceClass } from "@daybook/words/ledger-words";
import { balanceClassesOf } from "../../chart/index.ts";
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

/** Returns the classes of the balance at the end of `buckets`, all of which are added up. */
export function classify(
  sums: Sums,
  buckets: readonly number[],
  sections: { readonly assets: Section; readonly liabilities: Section },
): ClassifiedBalance {
  const classOf = balanceClassesOf(sums.categories);
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
