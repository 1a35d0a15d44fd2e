/** The categories and departments that a transaction may have. */
import type { CivilDate } from "@daybook/words/civil-date";
import { refuse } from "../../../../core/errors.ts";
import { ACCOUNT_TYPES, type AccountType } from "@daybook/words/ledger-words";
import type { PublicId } from "@daybook/words/public-id";
import type { Queryable, Tx } from "../../../../platform/db/index.ts";
import { bankingStore } from "../../banking/index.ts";
import {
  categoriesOfRoles,
  type CategoryChoiceRow,
  type ChartMaking,
  chartStore,
  type DepartmentChoiceRow,
  inactiveText,
  recognizeRoles,
} from "../../../books/chart/index.ts";
import { companyStore } from "../../../tenants/company/index.ts";

type Company = PublicId<"company">;

/** A category that a request names, if it exists, and whether an account is booked on it. */
export interface CategoryLookup {
  readonly choice: CategoryChoiceRow | null;
  readonly booked: boolean;
}

/** The id of the only record with this name, in upper or lower case; null for none or several. */
export function onlyNamed(
  rows: readonly { readonly id: string; readonly name: string }[],
  text: string,
): string | null {
  const named = rows.filter(({ name }) => name.toLowerCase() === text.toLowerCase());
  return named.length === 1 ? (named[0]?.id ?? null) : null;
}

/** Looks up a category by id. */
export async function lookUpCategory(db: Queryable, companyId: Company, id: string): Promise<CategoryLookup> {
  return (await lookUpCategories(db, companyId, [id]))(id);
}

/** Looks up categories by id, with two statements at once. */
export async function lookUpCategories(
  db: Queryable,
  companyId: Company,
  ids: readonly string[],
): Promise<(id: string) => CategoryLookup> {
  const wanted = [...new Set(ids)];
  const [choices, booked] = await Promise.all([
    chartStore.listCategoryChoices(db, companyId, wanted),
    bankingStore.listBooked(db, companyId, wanted),
  ]);
  const byId = new Map<string, CategoryChoiceRow>(choices.map((row) => [row.id, row]));
  const bookedIds = new Set(booked);
  return (id) => ({ choice: byId.get(id) ?? null, booked: bookedIds.has(id) });
}

/** Looks up departments by id. */
export async function lookUpDepartments(
  db: Queryable,
  companyId: Company,
  ids: readonly string[],
): Promise<(id: string) => DepartmentChoiceRow | null> {
  if (ids.length === 0) return () => null;
  const choices = await chartStore.listDepartmentChoices(db, companyId, [...new Set(ids)]);
  const byId = new Map<string, DepartmentChoiceRow>(choices.map((row) => [row.id, row]));
  return (id) => byId.get(id) ?? null;
}

/**
 * Returns the category if it can be chosen: it is a leaf of one of `types`, and no account is booked on it.
 * Refuses `resource_missing` for any other.
 */
export function chosenOf(
  { choice, booked }: CategoryLookup,
  param = "category_id",
  types: readonly AccountType[] = ACCOUNT_TYPES,
): CategoryChoiceRow {
  if (
    choice === null ||
    choice.parent ||
    booked ||
    choice.cash_flow === "cash" ||
    !types.includes(choice.account_type)
  )
    throw refuse("resource_missing", { param });
  if (!choice.active) throw refuse("resource_missing", { param, message: inactiveText(choice) });
  return choice;
}

/** A category that can be chosen, by its id. Refuses `resource_missing` for any other. */
export async function chosenCategory(
  db: Queryable,
  companyId: Company,
  id: string,
  param = "category_id",
  types: readonly AccountType[] = ACCOUNT_TYPES,
): Promise<PublicId<"category">> {
  return chosenOf(await lookUpCategory(db, companyId, id), param, types).id;
}

/**
 * The department that was asked for when it can be assigned: an assignable leaf. Refuses `resource_missing`
 * for any other.
 */
export function assignableOf(
  choice: DepartmentChoiceRow | null,
  param = "department_id",
): DepartmentChoiceRow {
  if (choice === null || choice.parent || !choice.assignable) throw refuse("resource_missing", { param });
  return choice;
}

/** A department that can be assigned, by its id. Refuses `resource_missing` for any other. */
export async function chosenDepartment(
  db: Queryable,
  companyId: Company,
  id: string,
  param = "department_id",
): Promise<PublicId<"department">> {
  return assignableOf(await chartStore.findDepartmentChoice(db, companyId, id), param).id;
}

const UNCATEGORIZED = ["uncategorized_income", "uncategorized_expenses"] as const;

/**
 * Finds the chart's categories for uncategorized transactions, so that imported transactions on them are
 * recognized as uncategorized.
 */
export async function recognizeUncategorized(tx: Tx, companyId: Company): Promise<void> {
  await recognizeRoles(tx, companyId, UNCATEGORIZED);
}

/** The categories of uncategorized transactions, by the sign of the amount. */
export async function uncategorized(
  tx: Tx,
  companyId: Company,
  making: ChartMaking,
): Promise<(amountCents: number) => PublicId<"category">> {
  const found = await categoriesOfRoles(tx, companyId, UNCATEGORIZED, making);
  return (amountCents) => (amountCents > 0 ? found.uncategorized_income : found.uncategorized_expenses);
}

/** The day on which the company was incorporated; null when it is not on file. */
export async function incorporated(db: Queryable, companyId: Company): Promise<CivilDate | null> {
  return (await companyStore.find(db, companyId))?.incorporation_date ?? null;
}
