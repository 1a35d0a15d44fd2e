/** Opening balances as a person writes them: the rows of the form, and what is sent. */
import { addDays } from "@daybook/words/civil-date";
import type { NewOpeningBalances } from "../api/generated/schemas.ts";
import { centsOf } from "../kit/typed-amounts.ts";
import { startOf } from "../kit/dates.ts";
import { leavesOf } from "../parts/leaves.ts";
import { TYPES } from "./lines.ts";

/** What the form needs of a category. */
export interface OpeningCategory {
  readonly id: string;
  readonly name: string;
  readonly account_type: string;
  readonly parent_id: string | null;
}

export type Side = "debit" | "credit";
/** What is written, by category and side. */
export type Written = Readonly<Record<string, Partial<Record<Side, string>>>>;

/** The last day of the fiscal year before this one: usually the books begin with a year. */
export function usualDay(day: string, firstMonth: number): string {
  return addDays(startOf("year", day, firstMonth), -1);
}

const isEmpty = (text: string | undefined): boolean => text === undefined || text.trim() === "";

/** The balances that are written; `fault` is the category of the first one that can't be read. */
export function balancesOf(written: Written): {
  readonly balances: NewOpeningBalances["balances"];
  readonly fault: string | null;
} {
  const balances: { category: string; debit_cents?: number; credit_cents?: number }[] = [];
  for (const [category, { debit, credit }] of Object.entries(written)) {
    if (isEmpty(debit) && isEmpty(credit)) continue;
    const cents = centsOf((isEmpty(debit) ? credit : debit) ?? "");
    if (cents === null || cents < 0 || (!isEmpty(debit) && !isEmpty(credit)))
      return { balances, fault: category };
    balances.push({ category, ...(isEmpty(debit) ? { credit_cents: cents } : { debit_cents: cents }) });
  }
  return { balances, fault: null };
}

export interface Row {
  readonly id: string;
  readonly name: string;
  /** True for the name of a type above its categories. */
  readonly isGroup: boolean;
}

/**
 * The categories that hold entries and have these letters in their names, those of the balance sheet first.
 */
export function rowsOf(categories: readonly OpeningCategory[], letters: string): readonly Row[] {
  const sought = letters.trim().toLowerCase();
  const leaves = leavesOf(categories).filter(({ name }) => name.toLowerCase().includes(sought));
  return TYPES.flatMap(([type, name]) => {
    const rows = leaves.filter(({ account_type }) => account_type === type);
    return rows.length === 0
      ? []
      : [{ id: type, name, isGroup: true }, ...rows.map((row) => ({ ...row, isGroup: false }))];
  });
}
