/** What a transaction may be given: categories that can be chosen, and departments that can be assigned. */
import type { CivilDate } from "../../../core/civil-date.ts";
import { refuse } from "../../../core/errors.ts";
import { ACCOUNT_TYPES, type AccountType } from "../../../core/ledger-words.ts";
import type { PublicId } from "../../../core/public-id.ts";
import type { Queryable, Tx } from "../../../platform/db/index.ts";
import { bankingStore } from "../../banking/index.ts";
import { categoriesOfRoles, type ChartMaking, chartStore, recognizeRoles } from "../../chart/index.ts";
import { companyStore } from "../../company/index.ts";

type Company = PublicId<"company">;

/** A category that can be chosen: a leaf, of one of some types when they are given, that no account's money is booked on. Refuses `resource_missing` for any other. */
export async function chosenCategory(db: Queryable, companyId: Company, id: string, param = "category_id", types: readonly AccountType[] = ACCOUNT_TYPES): Promise<PublicId<"category">> {
  const choice = await chartStore.findCategoryChoice(db, companyId, id);
  const isMoney = choice !== null && (choice.cash_flow === "cash" || (await bankingStore.isBooked(db, companyId, choice.id)));
  if (choice === null || choice.parent || isMoney || !types.includes(choice.account_type)) throw refuse("resource_missing", { param });
  return choice.id;
}

/** A department that can be assigned: an assignable leaf. Refuses `resource_missing` for any other. */
export async function chosenDepartment(db: Queryable, companyId: Company, id: string, param = "department_id"): Promise<PublicId<"department">> {
  const choice = await chartStore.findDepartmentChoice(db, companyId, id);
  if (choice === null || choice.parent || !choice.assignable) throw refuse("resource_missing", { param });
  return choice.id;
}

const UNCATEGORIZED = ["uncategorized_income", "uncategorized_expenses"] as const;

/** Has a chart know its own categories for what nobody categorized, so that transactions of a bundle tell whether they are on one. */
export async function recognizeUncategorized(tx: Tx, companyId: Company): Promise<void> {
  await recognizeRoles(tx, companyId, UNCATEGORIZED);
}

/** Where transactions stand that nobody gave a category: by the sign of their amount. */
export async function uncategorized(tx: Tx, companyId: Company, making: ChartMaking): Promise<(amountCents: number) => PublicId<"category">> {
  const found = await categoriesOfRoles(tx, companyId, UNCATEGORIZED, making);
  return (amountCents) => (amountCents > 0 ? found.uncategorized_income : found.uncategorized_expenses);
}

/** The day on which the company was incorporated; null when it is not on file. */
export async function incorporated(db: Queryable, companyId: Company): Promise<CivilDate | null> {
  return (await companyStore.find(db, companyId))?.incorporation_date ?? null;
}
