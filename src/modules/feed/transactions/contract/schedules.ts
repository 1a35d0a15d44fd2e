/**
 * What only the web console asks of schedules: spreads and assets with their months, another last month, an
 * early end, and the disposal of an asset.
 */
import Type, { type Static } from "typebox";
import { MOST_CENTS } from "@daybook/words/feed-words";
import { LIMITS } from "@daybook/words/limits";
import { NAME_PATTERN } from "@daybook/words/names";
import {
  CONSOLE_API_ROOT,
  exactly,
  nullable,
  operation,
  READ_HINTS,
} from "../../../../contract/operation.ts";
import { BASES } from "../../../books/schedules/index.ts";
import { dateParam, pathParam, wordParam } from "../../../../contract/params.ts";
import {
  centsSchema,
  dateSchema,
  markerSchema,
  timestampSchema,
  wholeListSchema,
} from "../../../../contract/schemas.ts";

const KINDS = ["spread", "capitalization"] as const;

/** A convention, or how months share an amount. */
export const basisSchema = (description: string) => Type.Enum([...BASES], { description });
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

const scheduleSchema = exactly(
  {
    id: Type.String({ description: "The schedule's id, `spread_...`." }),
    object: markerSchema("schedule"),
    kind: Type.Enum([...KINDS], {
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

const common = {
  tag: "Console",
  since: "1.0",
  unknownQuery: "ignored",
  query: {},
  paging: { kind: "none" },
  limits: [],
  examples: [],
} as const;
const read = {
  ...common,
  method: "GET",
  requires: [{ area: "transactions", level: "view" }],
  body: { mode: "ignored" },
  idempotency: "A read; repeat it freely.",
  hints: READ_HINTS,
} as const;
const one = { id: pathParam({ description: "The schedule's id, `spread_...`." }) };
const preview = Type.Optional(
  Type.Boolean({ description: "True to check the change and answer what it makes, without writing it." }),
);
const write = {
  ...common,
  method: "POST",
  concealment: "Another company's schedule or category is answered like an unknown one.",
  requires: [
    { area: "transactions", level: "manage" },
    { area: "accounting_setup", level: "manage" },
  ],
  pathParams: one,
  hints: { readOnly: false, destructive: false, idempotent: false },
  success: { status: 200, description: "The schedule as it is then.", schema: openedSchema },
} as const;
const MISSING = { code: "resource_missing", params: ["id"], when: "There is no such schedule." } as const;
const CLOSED = {
  code: "transaction_update_failed",
  when: "Entries of closed books would change, or the company's debits would exceed the largest exact sum.",
} as const;
const invalid = <Param extends string>(...params: readonly Param[]) =>
  ({
    code: "invalid_request",
    params: ["id", ...params, "preview"],
    when: "A value is invalid, or the schedule can't be changed so.",
  }) as const;
const absent = <Param extends string>(...params: readonly Param[]) =>
  ({ code: "parameter_missing", params, when: "A required field is absent." }) as const;

/** What a schedule is of, in the books otherwise than by a transaction. */
const standing = {
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

const registeredAsset = exactly(standing, { title: "RegisteredAsset" });
export type StandingBody = Static<typeof registeredAsset>;

const registerSchema = exactly(
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
const READS_REGISTER = [
  { area: "transactions", level: "view" },
  { area: "reports", level: "view" },
] as const;

/** What only the web console asks of schedules. */
export const schedulesConsoleContract = {
  listSchedules: operation({
    ...read,
    id: "listSchedules",
    path: "/schedules",
    summary: "List the spreads or the assets",
    description:
      "Spreads, or with `kind=capitalization` assets, the latest first, with their figures of a day.",
    pathParams: {},
    query: {
      kind: wordParam(KINDS, { description: "The kind of schedule. Default: `spread`." }),
      date: dateParam({ description: "The day of the figures. Default: today.", code: "invalid_request" }),
    },
    paging: { kind: "whole" },
    success: {
      status: 200,
      description: "The schedules.",
      schema: wholeListSchema(`${CONSOLE_API_ROOT}/schedules`, scheduleSchema),
    },
    errors: [],
    limits: ["page_size_max"],
  }),
  addSchedule: operation({
    ...write,
    id: "addSchedule",
    path: "/schedules",
    summary: "Add a schedule of an amount that is in the books",
    description:
      "Writes off an asset, or spreads an amount, that no transaction of the bank brought: of opening balances, an import or an entry. Only its shares are posted.",
    pathParams: {},
    body: {
      mode: "json",
      schema: exactly(
        {
          kind: Type.Enum([...KINDS], { description: "`capitalization` for an asset, or `spread`." }),
          ...standing,
          opened_on: Type.Optional(
            dateSchema(
              "The last day of the month through which it was written off before. Default: nothing was.",
            ),
          ),
          preview,
        },
        { title: "NewSchedule" },
      ),
    },
    idempotency: "Each request adds a schedule; send an `Idempotency-Key` to repeat it safely.",
    success: { status: 201, description: "The schedule.", schema: openedSchema },
    errors: [
      absent(
        "kind",
        "description",
        "holding_category_id",
        "category_id",
        "amount_cents",
        "start_date",
        "months",
      ),
      {
        code: "invalid_request",
        params: [
          "kind",
          "description",
          "holding_category_id",
          "asset_category_id",
          "category_id",
          "contra_category_id",
          "department_id",
          "amount_cents",
          "start_date",
          "months",
          "basis",
          "declining_percent",
          "salvage_cents",
          "opened_on",
          "opened_cents",
          "preview",
        ],
        when: "A value is invalid or contradicts another one.",
      },
      {
        code: "resource_missing",
        params: [
          "holding_category_id",
          "asset_category_id",
          "category_id",
          "contra_category_id",
          "department_id",
        ],
        when: "There is no such category or department.",
      },
      CLOSED,
    ],
    limits: ["spread_months"],
  }),
  removeSchedule: operation({
    ...write,
    id: "removeSchedule",
    path: "/schedules/{id}/remove",
    summary: "Remove a schedule that is of no transaction",
    description:
      "Deletes the schedule with the entries of its shares. What it is of stays in the books. A schedule of a transaction goes with it instead.",
    body: { mode: "none" },
    hints: { readOnly: false, destructive: true, idempotent: false },
    idempotency: "A schedule that is removed can't be removed again.",
    success: { status: 204, description: "The schedule is removed.", schema: Type.Null() },
    errors: [
      { code: "invalid_request", params: ["id"], when: "It is the schedule of a transaction." },
      MISSING,
      CLOSED,
    ],
  }),
  getAssetRegister: operation({
    ...read,
    id: "getAssetRegister",
    path: "/asset_register",
    summary: "Read the register of assets beside the ledger",
    description:
      "The assets that are in the books at the end of a day with cost, depreciation and book value, and for each category what its ledger balance has besides.",
    requires: READS_REGISTER,
    pathParams: {},
    query: {
      date: dateParam({ description: "The day of the figures. Default: today.", code: "invalid_request" }),
    },
    success: { status: 200, description: "The register.", schema: registerSchema },
    errors: [],
    examples: [{ title: "Today", path: "/asset_register" }],
  }),
  addAssetRegister: operation({
    ...write,
    id: "addAssetRegister",
    path: "/asset_register",
    summary: "Add a register of assets that agrees with the ledger",
    description:
      "Adds all assets of a register as they stood at the end of a month, or none: where the cost or the depreciation of a category differs from the ledger of that day, it is refused by name and amount.",
    requires: [...write.requires, { area: "reports", level: "view" }],
    pathParams: {},
    body: {
      mode: "json",
      schema: exactly(
        {
          date: dateSchema("The last day of a month: that of the register."),
          assets: Type.Array(registeredAsset, {
            minItems: 1,
            maxItems: LIMITS.register_assets.value,
            description: "The assets.",
          }),
          preview,
        },
        { title: "NewAssetRegister" },
      ),
    },
    idempotency: "A register that was added doubles its assets, and is refused then.",
    success: { status: 201, description: "The assets, and their categories.", schema: registerSchema },
    errors: [
      absent("date", "assets"),
      {
        code: "invalid_request",
        params: ["date", "assets", "preview"],
        when: "A value is invalid, or a category of the register differs from the ledger.",
      },
      {
        code: "resource_missing",
        params: ["assets"],
        when: "There is no such category or department.",
      },
      CLOSED,
    ],
    limits: ["register_assets", "spread_months"],
  }),
  getSchedule: operation({
    ...read,
    id: "getSchedule",
    path: "/schedules/{id}",
    summary: "Read one schedule with its months",
    description: "A spread or an asset with each of its months and the entries of these.",
    concealment: "Another company's schedule is answered like an unknown one.",
    pathParams: one,
    success: { status: 200, description: "The schedule.", schema: openedSchema },
    errors: [MISSING],
  }),
  moveScheduleEnd: operation({
    ...write,
    id: "moveScheduleEnd",
    path: "/schedules/{id}/move",
    summary: "Give a schedule another last month",
    description:
      "Months that have ended by today keep their shares, and the months after them share the rest.",
    body: {
      mode: "json",
      schema: exactly(
        { last_day: dateSchema("A day of the new last month."), preview },
        { title: "ScheduleMove" },
      ),
    },
    idempotency: "Safe to repeat on the same day.",
    errors: [absent("last_day"), invalid("last_day"), MISSING],
    limits: ["spread_months"],
  }),
  endSchedule: operation({
    ...write,
    id: "endSchedule",
    path: "/schedules/{id}/end",
    summary: "End a schedule early",
    description: "What is left is recognized on that day.",
    body: {
      mode: "json",
      schema: exactly({ on: dateSchema("The day."), preview }, { title: "ScheduleEnd" }),
    },
    idempotency: "A schedule that has ended can't be ended again.",
    errors: [absent("on"), invalid("on"), MISSING, CLOSED],
  }),
  reopenSchedule: operation({
    ...write,
    id: "reopenSchedule",
    path: "/schedules/{id}/reopen",
    summary: "Reopen a schedule",
    description: "A schedule that ended early, or an asset that was disposed of, goes on as planned.",
    body: { mode: "json", schema: exactly({ preview }, { title: "ScheduleReopening" }) },
    idempotency: "A schedule that is open can't be reopened.",
    errors: [invalid(), MISSING, CLOSED],
  }),
  disposeAsset: operation({
    ...write,
    id: "disposeAsset",
    path: "/schedules/{id}/dispose",
    summary: "Dispose of an asset",
    description: "Its cost and depreciation leave the books, and a gain or loss stays.",
    body: {
      mode: "json",
      schema: exactly(
        {
          on: dateSchema("The day."),
          proceeds_cents: Type.Integer({
            minimum: 0,
            maximum: Number.MAX_SAFE_INTEGER,
            description: "The price that was paid for it, in cents.",
          }),
          to: Type.String({ description: "The category on which the proceeds are booked." }),
          result: Type.Optional(
            Type.String({
              description: "The category of the gain or loss. Default: the only one of its kind.",
            }),
          ),
          preview,
        },
        { title: "AssetDisposal" },
      ),
    },
    idempotency: "An asset that is disposed of can't be disposed of again.",
    errors: [
      absent("on", "proceeds_cents", "to"),
      invalid("on", "proceeds_cents", "to", "result"),
      {
        code: "resource_missing",
        params: ["id", "to", "result"],
        when: "There is no such asset or category.",
      },
      CLOSED,
    ],
  }),
} as const;
