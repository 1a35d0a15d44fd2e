/**
 * What only the web console asks of schedules: spreads and assets with their months, another last month, an
 * early end, and the disposal of an asset.
 */
import Type from "typebox";
import {
  CONSOLE_API_ROOT,
  exactly,
  nullable,
  operation,
  READ_HINTS,
} from "../../../../contract/operation.ts";
import { dateParam, pathParam, wordParam } from "../../../../contract/params.ts";
import {
  centsSchema,
  dateSchema,
  markerSchema,
  timestampSchema,
  wholeListSchema,
} from "../../../../contract/schemas.ts";

const KINDS = ["spread", "capitalization"] as const;

const scheduleSchema = exactly(
  {
    id: Type.String({ description: "The schedule's id, `spread_...`." }),
    object: markerSchema("schedule"),
    kind: Type.Enum([...KINDS], {
      description: "`spread` for an amount of several months, `capitalization` for an asset.",
    }),
    transaction_id: Type.String({ description: "The transaction whose amount it is." }),
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
    basis: Type.Enum(["month", "day"], {
      description: "How months share the amount: equally, or by their days.",
    }),
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
