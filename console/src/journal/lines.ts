/** The lines of a journal entry that a person writes: their sums, what is wrong with them, and what is sent. */
import type { Category } from "@daybook/client";
import type { NewManualEntry } from "../api/generated/schemas.ts";
import { centsOf } from "../kit/typed-amounts.ts";
import type { Choice } from "../kit/choices.ts";
import { leavesOf } from "../parts/leaves.ts";

/** A line as it is written. */
export interface Line {
  readonly key: number;
  readonly category: string;
  readonly department: string;
  readonly debit: string;
  readonly credit: string;
}

export const emptyLine = (key: number): Line => ({
  key,
  category: "",
  department: "",
  debit: "",
  credit: "",
});

/** The types of categories with their names, in the order of the statements. */
export const TYPES: readonly (readonly [Category["account_type"], string])[] = [
  ["asset", "Assets"],
  ["liability", "Liabilities"],
  ["equity", "Equity"],
  ["revenue", "Revenue"],
  ["cost_of_goods_sold", "Cost of goods sold"],
  ["expense", "Operating expenses"],
  ["other_income", "Other income"],
  ["other_expense", "Other expenses"],
];

/** The sum of what is written on one side, in cents; what can't be read counts as nothing. */
export function sumOf(lines: readonly Line[], side: "debit" | "credit"): number {
  return lines.reduce((sum, line) => sum + (centsOf(line[side]) ?? 0), 0);
}

/** What is wrong with the lines, as a sentence; null if they can be sent. */
export function faultOf(lines: readonly Line[]): string | null {
  for (const [index, { category, debit, credit }] of lines.entries()) {
    const isOneSided = (debit.trim() === "") !== (credit.trim() === "");
    if (category === "") return `Line ${index + 1} has no category.`;
    if (!isOneSided) return `Line ${index + 1} needs either a debit or a credit.`;
    if ((centsOf(debit.trim() === "" ? credit : debit) ?? 0) <= 0)
      return `The amount of line ${index + 1} can't be read. Write it as 1,250.00.`;
  }
  return sumOf(lines, "debit") === sumOf(lines, "credit") ? null : "Debits and credits are not equal yet.";
}

/** The categories that entries can be booked on, by the part of the statements that they are in. */
export function categoryChoices(
  chart: readonly Pick<Category, "id" | "name" | "parent_id" | "account_type">[],
): readonly Choice[] {
  const leaves = leavesOf(chart);
  return TYPES.flatMap(([type, note]) =>
    leaves.filter(({ account_type }) => account_type === type).map(({ id, name }) => ({ id, name, note })),
  );
}

/** A line as the service takes it. */
export function sentLine({ category, department, debit, credit }: Line): NewManualEntry["lines"][number] {
  return {
    category,
    ...(department === "" ? {} : { department }),
    ...(debit.trim() === "" ? { credit_cents: centsOf(credit) ?? 0 } : { debit_cents: centsOf(debit) ?? 0 }),
  };
}
