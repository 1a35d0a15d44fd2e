/**
 * What only the web console asks of schedules: spreads and assets with their months, another last month, an
 * early end, the disposal of an asset, and schedules of what no transaction brought.
 */
import Type from "typebox";
import { LIMITS } from "@daybook/words/limits";
import { CONSOLE_API_ROOT, exactly, operation, READ_HINTS } from "../../../../contract/operation.ts";
import { dateParam, pathParam, wordParam } from "../../../../contract/params.ts";
import { dateSchema, wholeListSchema } from "../../../../contract/schemas.ts";
import {
  openedSchema,
  registeredAsset,
  registerSchema,
  SCHEDULE_KINDS,
  scheduleSchema,
  standing,
} from "./schedule-schemas.ts";

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
      kind: wordParam(SCHEDULE_KINDS, { description: "The kind of schedule. Default: `spread`." }),
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
          kind: Type.Enum([...SCHEDULE_KINDS], {
            description: "`capitalization` for an asset, or `spread`.",
          }),
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
        params: ["holding_category_id", "category_id", "contra_category_id", "department_id"],
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
