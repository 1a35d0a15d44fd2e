/** The disposal of an asset: what leaves the books, and the category of the gain or loss that stays. */
import type { Cents } from "@daybook/words/cents";
import type { CivilDate } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import { refuse } from "../../../../core/errors.ts";
import type { Queryable, Tx } from "../../../../platform/db/index.ts";
import { chartStore } from "../../../books/chart/index.ts";
import { type AssetFigures, assetFigures, type SpreadRow, withEnd } from "../../../books/schedules/index.ts";
import { checkDay, leafOf } from "./schedule-choices.ts";

type Company = PublicId<"company">;
type Category = PublicId<"category">;

/** How an asset is disposed of. */
export interface Disposal {
  readonly on: CivilDate;
  readonly proceeds_cents: Cents;
  /** The category on which the proceeds are booked. */
  readonly to: string;
  /** The category of the gain or loss; null for the only one of its kind. */
  readonly result: string | null;
}

/**
 * The depreciation of a disposed asset that the cash flow statement takes out of operating activities, since
 * the category that holds it lacks the role of a sale: investing then exceeds the proceeds by it.
 */
export interface DepreciationInOperating {
  readonly category_id: Category;
  readonly category_name: string;
  readonly amount_cents: Cents;
}

/** Returns the row of an asset that is disposed of, or a sentence on why it can't be. */
export async function disposed(
  tx: Tx,
  companyId: Company,
  row: SpreadRow,
  { on, proceeds_cents, to, result }: Disposal,
  today: CivilDate,
): Promise<SpreadRow | string> {
  if (row.kind !== "capitalization") return "It is a spread. Only an asset is disposed of.";
  if (row.amount_cents > 0) return "It is no asset that was bought.";
  if (proceeds_cents < 0)
    throw refuse("invalid_request", { param: "proceeds_cents", message: "The proceeds can't be negative." });
  checkDay(on, today, "on");
  const ended = withEnd(row, {
    ended_on: on,
    ended_as: "disposed",
    proceeds_cents,
    proceeds_category_id: await leafOf(tx, companyId, to, "to"),
    result_category_id: null,
  });
  if (typeof ended === "string") return ended;
  // By its convention the disposal itself writes off a part, so the gain is that of the asset as it ended.
  const gain = assetFigures(ended, on).gain_cents ?? 0;
  return {
    ...ended,
    result_category_id:
      result === null
        ? await resultCategory(tx, companyId, gain < 0 ? "loss" : "gain", row.category_id)
        : await leafOf(tx, companyId, result, "result"),
  };
}

/** Returns the depreciation that a disposal leaves in operating activities; null if there is none. */
export async function depreciationInOperating(
  db: Queryable,
  companyId: Company,
  { ended_as, contra_category_id: id, depreciated_cents: amount_cents }: SpreadRow & AssetFigures,
): Promise<DepreciationInOperating | null> {
  if (ended_as !== "disposed" || amount_cents === 0) return null;
  const row = await chartStore.findCategoryChoice(db, companyId, id);
  if (row?.cash_flow !== "non_cash") return null;
  return { category_id: id, category_name: row.name, amount_cents };
}

/** The types of the categories of gains and losses. Their role takes them out of operating activities. */
const RESULT_TYPES = { gain: "other_income", loss: "other_expense" } as const;
/** Names of categories that take such results though their type is that of the opposite ones. */
const RESULT_NAMES = { gain: /\bgains?\b/i, loss: /\bloss(?:es)?\b/i } as const;

/**
 * Returns the only category for gains or losses on disposals: one of their type in investing, or else one of
 * the other type with a name for both, such as "Gain or Loss on Sale of Assets". `depreciation` is never
 * taken, even if it is in investing. Refuses `invalid_request` for none or several.
 */
async function resultCategory(
  db: Queryable,
  companyId: Company,
  what: keyof typeof RESULT_TYPES,
  depreciation: Category,
): Promise<Category> {
  const rows = await chartStore.listCategories(db, companyId);
  const parents = new Set(rows.map(({ parent_id }) => parent_id));
  const results = rows.filter(
    ({ id, cash_flow }) => cash_flow === "investing" && !parents.has(id) && id !== depreciation,
  );
  const usual = results.filter(({ account_type }) => account_type === RESULT_TYPES[what]);
  const other = RESULT_TYPES[what === "gain" ? "loss" : "gain"];
  const found =
    usual.length > 0
      ? usual
      : results.filter(({ account_type, name }) => account_type === other && RESULT_NAMES[what].test(name));
  const [row, another] = found;
  if (row !== undefined && another === undefined) return row.id;
  throw refuse("invalid_request", {
    param: "result",
    message:
      row === undefined
        ? `The chart has no category for a ${what} on a disposal.`
        : `The chart has several categories for a ${what} on a disposal: ${found.map(({ name, id }) => `${name} (${id})`).join(", ")}.`,
    ways: [
      { give: "result" },
      ...(row === undefined
        ? [
            {
              first: "addCategory",
              with: {
                company: companyId,
                name: `${what === "gain" ? "Gain" : "Loss"} on Disposal of Assets`,
                kind: `disposal_${what}`,
              },
            },
          ]
        : []),
    ],
  });
}
