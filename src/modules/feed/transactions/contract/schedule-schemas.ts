/** The shapes of schedules and of the register of assets, as operations read and answer them. */
import Type, { type Static } from "typebox";
import { MOST_CENTS, SCHEDULE_BASES } from "@daybook/words/feed-words";
import { LIMITS } from "@daybook/words/limits";
import { NAME_PATTERN } from "@daybook/words/names";
import { exactly, nullable } from "../../../../contract/operation.ts";
import { centsSchema, dateSchema, markerSchema, timestampSchema } from "../../../../contract/schemas.ts";

export const SCHEDULE_KINDS = ["spread", "capitalization"] as const;

/** A convention, or how months share an amount. */
export const basisSchema = (description: string) => Type.Enum([...SCHEDULE_BASES], { description });
export const decliningSchema = Type.Integer({
  minimum: 100,
  maximum: 400,
  description:
    "Makes it a declining balance: the percentage of the straight line that each year takes of the book value, until straight line over the rest is more. Default: straight line.",
});
export const salvageSchema = Type.Integer({
  minimum: 0,
  maximum: MOST_CENTS,
  description: "The salvage value, which is not written off, in cents. Default: 0.",
});

export const scheduleSchema = exactly(
  {
    id: Type.String({ description: "The schedule's id, `spread_...`." }),
    object: markerSchema("schedule"),
    kind: Type.Enum([...SCHEDULE_KINDS], {
      description: "`spread` for an amount of several months, `capitalization` for an asset.",
    }),
    transaction_id: nullable(
      Type.String({
        description: "The transaction whose amount it is; null if it is in the books otherwise.",
      }),
    ),
    description: Type.String({ description: "The description of its entries." }),
    merchant: nullable(Type.String({ description: "The merchant of its entries." })),
    category_id: Type.String({ description: "The category of each month's share." }),
    department_id: nullable(Type.String({ description: "The department of each month's share." })),
    holding_category_id: Type.String({ description: "The category that holds the amount." }),
    contra_category_id: Type.String({
      description: "The category against which each share is booked; for an asset, of its depreciation.",
    }),
    amount_cents: centsSchema("The amount, signed like the transaction: money in is positive."),
    remaining_cents: centsSchema("The part not yet recognized, today."),
    start_date: dateSchema("A day of the first month."),
    end_date: dateSchema("A day of the last month that was planned."),
    last_day: dateSchema("A day of the last month, or the day of its early end."),
    months: Type.Integer({ minimum: 1, description: "The number of months." }),
    basis: basisSchema(
      "How months share the amount: equally, by their days, or by the convention of half a month or half a year at both ends.",
    ),
    declining_percent: nullable(
      Type.Integer({
        description:
          "Of a declining balance, the percentage of the straight line that each year takes, such as 200; null for straight line.",
      }),
    ),
    salvage_cents: centsSchema("The salvage value of an asset, which is not written off."),
    opened_on: nullable(
      Type.String({
        description: "The day through which it was written off before it came into these books.",
      }),
    ),
    opened_cents: centsSchema("What was written off by then, signed like the amount."),
    ended_on: nullable(Type.String({ description: "The day on which it ended early." })),
    ended_as: nullable(
      Type.Enum(["recognized", "disposed"], {
        description: "How it ended: its rest was recognized then, or the asset was disposed of.",
      }),
    ),
    cost_cents: centsSchema("The cost of an asset."),
    depreciated_cents: centsSchema("The depreciation up to today."),
    book_value_cents: centsSchema("Cost less depreciation; 0 once the asset is disposed of."),
    proceeds_cents: nullable(centsSchema("What was paid for the asset.")),
    proceeds_category_id: nullable(Type.String({ description: "The category on which that is booked." })),
    gain_cents: nullable(centsSchema("The gain of the disposal, negative for a loss.")),
    result_category_id: nullable(Type.String({ description: "The category of that gain or loss." })),
    held: Type.Boolean({ description: "True if its transaction is on hold, and its months with it." }),
    created: timestampSchema("When it was created."),
  },
  { title: "Schedule" },
);

/** A schedule with its months. */
export const openedSchema = exactly(
  {
    object: markerSchema("opened_schedule"),
    schedule: scheduleSchema,
    lines: Type.Array(
      exactly(
        {
          date: dateSchema("The day on which the share is booked."),
          amount_cents: centsSchema("The share, signed like the amount."),
          is_disposal: Type.Boolean({ description: "True if it takes the asset out of the books." }),
          is_recognized: Type.Boolean({ description: "True if its day has come." }),
          entry: nullable(Type.String({ description: "A journal entry of it; null if none is posted." })),
        },
        { title: "ScheduleLine" },
      ),
      { description: "Its months, and the disposal of an asset." },
    ),
    in_operating: nullable(
      exactly(
        {
          category_id: Type.String({ description: "The category that holds the depreciation." }),
          category_name: Type.String({ description: "Its name." }),
          amount_cents: centsSchema("The depreciation that left the books."),
        },
        {
          title: "DepreciationInOperating",
          description:
            "Given by a disposal whose depreciation the cash flow statement takes out of operating activities, so that investing exceeds the proceeds by it: its category lacks the role `investing`, as does that of the expense.",
        },
      ),
    ),
    preview: Type.Boolean({ description: "True if nothing was written." }),
  },
  { title: "OpenedSchedule" },
);

/** What a schedule is of, in the books otherwise than by a transaction. */
export const standing = {
  description: Type.String({
    pattern: NAME_PATTERN,
    description: "What it is: the description of its entries, on one line.",
  }),
  holding_category_id: Type.String({
    description:
      "The category where the amount stands, by id or name: of an asset, or for a spread, prepaid expenses or deferred revenue.",
  }),
  category_id: Type.String({ description: "The category of each share, by id or name." }),
  contra_category_id: Type.Optional(
    Type.String({
      description:
        "The category where the depreciation of an asset is gathered, by id or name. Default: the chart's accumulated depreciation.",
    }),
  ),
  department_id: Type.Optional(Type.String({ description: "The department of each share. Default: none." })),
  amount_cents: Type.Integer({
    minimum: 1,
    maximum: MOST_CENTS,
    description: "The cost, or the amount that is spread, in cents.",
  }),
  start_date: dateSchema("A day of the first month; by days, the first day."),
  months: Type.Integer({
    minimum: 1,
    maximum: LIMITS.spread_months.value,
    description: "The life in months.",
  }),
  basis: Type.Optional(
    basisSchema(
      "Equal shares of whole months, shares by days, half of the first month (`mid_month`), or half of the first fiscal year (`half_year`). Default: `month`.",
    ),
  ),
  declining_percent: Type.Optional(decliningSchema),
  salvage_cents: Type.Optional(salvageSchema),
  opened_cents: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MOST_CENTS,
      description: "What was written off before, in cents. Default: 0.",
    }),
  ),
} as const;

export const registeredAsset = exactly(standing, { title: "RegisteredAsset" });
export type StandingBody = Static<typeof registeredAsset>;

export const registerSchema = exactly(
  {
    object: markerSchema("asset_register"),
    date: dateSchema("The day of the figures."),
    assets: Type.Array(scheduleSchema, { description: "The assets that are in the books, by first day." }),
    categories: Type.Array(
      exactly(
        {
          category_id: Type.String({ description: "A category of assets or of their depreciation." }),
          category_name: Type.String({ description: "Its name." }),
          of: Type.Enum(["cost", "depreciation"], { description: "Which of the two it holds." }),
          register_cents: centsSchema("The sum of the assets' schedules."),
          ledger_cents: centsSchema("Its balance in the ledger; of depreciation, credits less debits."),
          other_cents: centsSchema("The ledger less the register: what follows no schedule."),
        },
        { title: "RegisterCategory" },
      ),
      { description: "The categories of the assets, beside the ledger." },
    ),
    preview: Type.Boolean({ description: "True if nothing was written." }),
  },
  { title: "AssetRegister" },
);
