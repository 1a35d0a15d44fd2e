/** What a person chooses for a schedule: its categories and days, or why they can't be. */
import type { CivilDate } from "@daybook/words/civil-date";
import { dayCheck } from "@daybook/words/day-check";
import type { PublicId } from "@daybook/words/public-id";
import { refuse } from "../../../../core/errors.ts";
import type { Queryable } from "../../../../platform/db/index.ts";
import { chartStore, inactiveText } from "../../../books/chart/index.ts";

type Company = PublicId<"company">;
type Category = PublicId<"category">;

/** Refuses an improbable day: a mistyped year would be the first or last day of every report. */
export function checkDay(day: CivilDate, today: CivilDate, param: string): void {
  const fault = dayCheck(today)(day);
  if (fault !== null) throw refuse("invalid_request", { param, message: `The ${fault}.` });
}

/** Refuses a category on which no cost is booked: depreciation there would never be an expense. */
export async function checkDepreciation(db: Queryable, companyId: Company, id: string): Promise<void> {
  const row = await chartStore.findCategoryChoice(db, companyId, id);
  if (row === null || !["expense", "cost_of_goods_sold", "other_expense"].includes(row.account_type))
    throw refuse("invalid_request", {
      param: "category_id",
      message: `${id} is no category of costs. Choose the one on which the depreciation is booked.`,
    });
}

/** The category of an asset. Refuses one that holds cash or is of another type. */
export async function assetCategory(db: Queryable, companyId: Company, id: string): Promise<Category> {
  const found = await leafOf(db, companyId, id, "asset_category_id");
  const row = await chartStore.findCategoryChoice(db, companyId, found);
  if (row?.account_type !== "asset" || row.cash_flow === "cash")
    throw refuse("invalid_request", {
      param: "asset_category_id",
      message: `${id} holds no asset that is written off. Choose a category of assets that is not cash.`,
    });
  return found;
}

/** A category without others below it, by its id. Refuses `resource_missing` and `invalid_request`. */
export async function leafOf(
  db: Queryable,
  companyId: Company,
  id: string,
  param: string,
): Promise<Category> {
  const row = await chartStore.findCategoryChoice(db, companyId, id);
  if (row === null)
    throw refuse("resource_missing", { param, message: `The company has no category ${id}.` });
  if (row.parent)
    throw refuse("invalid_request", {
      param,
      message: `The category ${id} (${row.name}) has others below it. Choose one of them.`,
    });
  if (!row.active) throw refuse("invalid_request", { param, message: inactiveText(row) });
  return row.id;
}
