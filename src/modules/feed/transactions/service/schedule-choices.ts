/** What a person chooses for a schedule: its categories and days, or why they can't be. */
import { type CivilDate, parts } from "@daybook/words/civil-date";
import { dayCheck } from "@daybook/words/day-check";
import { LIMITS } from "@daybook/words/limits";
import type { PublicId } from "@daybook/words/public-id";
import { refuse } from "../../../../core/errors.ts";
import type { Queryable } from "../../../../platform/db/index.ts";
import { chartStore, inactiveText } from "../../../books/chart/index.ts";
import { lastPlannedDay, type SpreadRow } from "../../../books/schedules/index.ts";
import { companyStore } from "../../../tenants/company/index.ts";
import { onlyNamed } from "./choices.ts";

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
export async function assetCategory(
  db: Queryable,
  companyId: Company,
  id: string,
  param = "asset_category_id",
): Promise<Category> {
  const found = await leafOf(db, companyId, id, param);
  const row = await chartStore.findCategoryChoice(db, companyId, found);
  if (row?.account_type !== "asset" || row.cash_flow === "cash")
    throw refuse("invalid_request", {
      param,
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

/** How the months of a schedule are to share its amount, which is more than 0 here. */
export interface WantedPlan extends Pick<
  SpreadRow,
  "kind" | "amount_cents" | "start_date" | "basis" | "declining_percent" | "salvage_cents"
> {
  /** The life. */
  readonly months: number;
}

/** The plan that is asked for. Refuses `invalid_request` for one that does not fit the kind or the amount. */
export async function planOf(
  db: Queryable,
  companyId: Company,
  { kind, amount_cents, start_date, months, basis, declining_percent, salvage_cents }: WantedPlan,
): Promise<
  Pick<
    SpreadRow,
    "start_date" | "end_date" | "basis" | "first_year_months" | "declining_percent" | "salvage_cents"
  >
> {
  const wrong = (param: string, message: string) => refuse("invalid_request", { param, message });
  if (months < 1 || months > LIMITS.spread_months.value)
    throw wrong("months", `A schedule covers 1 to ${LIMITS.spread_months.value} months, not ${months}.`);
  if (amount_cents <= 0) throw wrong("amount_cents", "The amount must be more than 0.");
  if (salvage_cents < 0 || salvage_cents >= amount_cents)
    throw wrong("salvage_cents", "The salvage value must be less than the cost.");
  const isPlain = (basis === "month" || basis === "day") && declining_percent === null && salvage_cents === 0;
  if (kind === "spread" && !isPlain)
    throw wrong(
      "basis",
      "An amount that is spread is shared equally by months or by days. Only an asset has other ways.",
    );
  if (basis === "half_year" && months < 12)
    throw wrong("months", "With the half-year convention the life is at least 12 months.");
  const first_year_months = basis === "half_year" ? await monthsOfYear(db, companyId, start_date) : null;
  return {
    start_date,
    basis,
    first_year_months,
    declining_percent,
    salvage_cents,
    end_date: lastPlannedDay({ start_date, basis, first_year_months }, months),
  };
}

/** The months of a day's fiscal year from its own month on. */
async function monthsOfYear(db: Queryable, companyId: Company, day: CivilDate): Promise<number> {
  const first = (await companyStore.find(db, companyId))?.fiscal_year_start_month ?? 1;
  return 12 - ((parts(day).month - first + 12) % 12);
}

/** The id of the only category with this name; otherwise the text itself, as an id. */
export async function namedCategory(db: Queryable, companyId: Company, text: string): Promise<string> {
  return onlyNamed(await chartStore.listCategories(db, companyId), text.trim()) ?? text;
}
