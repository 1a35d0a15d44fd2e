/**
 * What only the web console asks of the feed: a list by any words and amounts and its places, proposals of
 * transfers, spreads of whole transactions, and who changed a transaction.
 */
import Type from "typebox";
import {
  CONSOLE_API_ROOT,
  exactly,
  nullable,
  operation,
  READ_HINTS,
} from "../../../../contract/operation.ts";
import {
  centsParam,
  dateParam,
  flagParam,
  limitParam,
  opaqueParam,
  pathParam,
  textParam,
  wordParam,
} from "../../../../contract/params.ts";
import {
  centsSchema,
  dateSchema,
  markerSchema,
  pageSchema,
  timestampSchema,
  wholeListSchema,
} from "../../../../contract/schemas.ts";
import { TRANSACTION_STATUSES, TWIN_ANSWERS } from "@daybook/words/feed-words";
import { LIMITS } from "@daybook/words/limits";
import { basisSchema, decliningSchema, openedSchema, salvageSchema } from "./schedule-schemas.ts";
import { transactionSchema } from "./schemas.ts";

const common = {
  tag: "Console",
  since: "1.0",
  unknownQuery: "ignored",
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
const idParam = { id: pathParam({ description: "The transaction's id, `txn_...`." }) };

const conditions = {
  text: textParam({
    description: "A part of the bank's description, the merchant, the memo, or the id.",
  }),
  least_cents: centsParam({ description: "The least amount, without its sign, in cents." }),
  most_cents: centsParam({ description: "The largest amount, without its sign, in cents." }),
  start_date: dateParam({
    description: "First day, of the transaction's own date.",
    code: "invalid_date",
  }),
  end_date: dateParam({ description: "Last day, of the transaction's own date.", code: "invalid_date" }),
  categorized: flagParam({
    description: "Only transactions that are categorized, or with false only those that are not.",
  }),
  category_id: textParam({ description: "Only transactions of exactly this category." }),
  department_id: textParam({ description: "Only transactions of exactly this department." }),
  account_id: textParam({ description: "Only transactions of this account." }),
  status: wordParam(TRANSACTION_STATUSES, { description: "Only transactions of this status." }),
} as const;
const badConditions = {
  code: "invalid_date_range",
  params: ["start_date"],
  when: "The start is after the end.",
} as const;

const placeSchema = exactly(
  {
    id: Type.String({ description: "The transaction at the place. Pass it as `starting_after`." }),
    object: markerSchema("transaction_place"),
    date: dateSchema("Its date."),
    transactions: Type.Integer({
      minimum: 1,
      maximum: LIMITS.page_size_max.value,
      description: "The number of transactions from the place before, without it, to this one.",
    }),
  },
  { title: "TransactionPlace" },
);

const eventSchema = exactly(
  {
    object: markerSchema("transaction_event"),
    id: Type.String({ description: "The event's id." }),
    at: timestampSchema("When it happened."),
    surface: Type.String({ description: "Where it came from, such as `api`, `console` or `job`." }),
    actor: nullable(Type.String({ description: "The user's id, or the operator or job that did it." })),
    action: Type.String({ description: "What was done: the id of an operation, or a few words." }),
    note: nullable(Type.String({ description: "More about it." })),
  },
  { title: "TransactionEvent" },
);

const twinLineSchema = exactly(
  {
    id: Type.String({ description: "The transaction's id." }),
    object: markerSchema("twin_line"),
    account_id: Type.String({ description: "Its account." }),
    account_name: Type.String({ description: "The account's name." }),
    date: dateSchema("Its day."),
    amount_cents: centsSchema("Money in is positive, money out negative."),
    description: Type.String({ description: "The bank's description." }),
    merchant_name: nullable(Type.String({ description: "Merchant or counterparty, if any." })),
    journal_entry_id: Type.String({ description: "The entry of imported books." }),
    entry_date: nullable(dateSchema("The entry's day; null if it is in the books no more.")),
    entry_description: nullable(Type.String({ description: "The entry's text; null as its day." })),
  },
  { title: "TwinLine" },
);

export const transactionsConsoleContract = {
  findTransactions: operation({
    ...read,
    id: "findTransactions",
    path: "/transactions",
    summary: "Find transactions",
    description:
      "The transactions that meet all given conditions, by date, the latest first. In texts the case of the letters A to Z does not matter.",
    concealment: "A cursor from another company is answered like an unknown one.",
    pathParams: {},
    query: {
      ...conditions,
      limit: limitParam(),
      starting_after: opaqueParam({ description: "The previous page's `next_cursor`." }),
    },
    paging: { kind: "cursor", badCursor: "resource_missing" },
    success: {
      status: 200,
      description: "A page of transactions.",
      schema: pageSchema(`${CONSOLE_API_ROOT}/transactions`, transactionSchema),
    },
    errors: [badConditions, { code: "resource_missing", when: "The cursor is unknown." }],
    limits: ["page_size_default", "page_size_max"],
  }),
  listTransactionPlaces: operation({
    ...read,
    id: "listTransactionPlaces",
    path: "/transactions/places",
    summary: "List places in a list of transactions",
    description:
      "Of the transactions that `findTransactions` finds, in its order, each that follows a number of others, and the last one. So a page anywhere in the list can be read, and its length is known.",
    concealment: "A cursor from another company is answered like an unknown one.",
    pathParams: {},
    query: {
      ...conditions,
      every: limitParam("The number of transactions from one place to the next."),
      limit: limitParam(),
      starting_after: opaqueParam({ description: "The previous page's `next_cursor`." }),
    },
    paging: { kind: "cursor", badCursor: "resource_missing" },
    success: {
      status: 200,
      description: "A page of places.",
      schema: pageSchema(`${CONSOLE_API_ROOT}/transactions/places`, placeSchema),
    },
    errors: [badConditions, { code: "resource_missing", when: "The cursor is unknown." }],
    limits: ["page_size_default", "page_size_max"],
  }),
  listTransferProposals: operation({
    ...read,
    id: "listTransferProposals",
    path: "/transfer_proposals",
    summary: "List what looks like transfers",
    description:
      "Pairs of opposite amounts on two accounts, a few days apart, that are no transfer yet. The pairs of the nearest days stand first.",
    pathParams: {},
    query: {},
    paging: { kind: "whole" },
    success: {
      status: 200,
      description: "The pairs.",
      schema: wholeListSchema(
        `${CONSOLE_API_ROOT}/transfer_proposals`,
        exactly(
          {
            object: markerSchema("transfer_proposal"),
            from: transactionSchema,
            to: transactionSchema,
          },
          { title: "TransferProposal" },
        ),
      ),
    },
    errors: [],
  }),
  listTwinLines: operation({
    ...read,
    id: "listTwinLines",
    path: "/transactions/twins",
    summary: "List lines that imported books probably have",
    description:
      "The lines of the bank that are not in the books, because each is probably the same as an entry of imported books, until a person says if it is.",
    pathParams: {},
    query: {},
    paging: { kind: "none" },
    success: {
      status: 200,
      description: "The lines, the earliest first.",
      schema: exactly(
        {
          object: markerSchema("twin_lines"),
          count: Type.Integer({ minimum: 0, description: "The number of all of them." }),
          lines: Type.Array(twinLineSchema, { description: "The first of them." }),
        },
        { title: "TwinLines" },
      ),
    },
    errors: [],
  }),
  answerTwinLines: operation({
    ...common,
    id: "answerTwinLines",
    method: "POST",
    path: "/transactions/twins",
    summary: "Say if lines are the same as entries of imported books",
    description:
      "With `same`, the lines stay out of the books, which have them already. With `another`, they are posted.",
    concealment: "Another company's transaction is answered like an unknown one.",
    requires: [{ area: "transactions", level: "manage" }],
    pathParams: {},
    query: {},
    body: {
      mode: "json",
      schema: exactly(
        {
          answer: Type.Enum([...TWIN_ANSWERS], { description: "What the lines are." }),
          transaction_ids: Type.Optional(
            Type.Array(Type.String(), {
              minItems: 1,
              maxItems: LIMITS.bulk_transactions.value,
              description: "The lines. Default: all that wait for an answer.",
            }),
          ),
        },
        { title: "TwinAnswers" },
      ),
    },
    paging: { kind: "none" },
    idempotency: "A line that was answered for does not wait any more.",
    success: {
      status: 200,
      description: "What was answered.",
      schema: exactly(
        {
          object: markerSchema("answered_twin_lines"),
          answered_count: Type.Integer({ minimum: 0, description: "The number of lines." }),
        },
        { title: "AnsweredTwinLines" },
      ),
    },
    errors: [
      { code: "parameter_missing", params: ["answer"], when: "`answer` is absent." },
      {
        code: "invalid_request",
        params: ["answer", "transaction_ids"],
        when: "A value is invalid, a line is said to be an entry that is in the books no more, or the company's debits would exceed the largest exact sum.",
      },
      {
        code: "resource_missing",
        params: ["transaction_ids"],
        when: "There is no such transaction, or it does not wait for an answer.",
      },
    ],
    limits: ["bulk_transactions"],
    hints: { readOnly: false, destructive: false, idempotent: false },
  }),
  spreadTransaction: operation({
    ...common,
    id: "spreadTransaction",
    method: "POST",
    path: "/transactions/{id}/spread",
    summary: "Spread a whole transaction, or make the asset that it bought",
    description:
      "Books a transaction in shares on the last days of some months. What is not yet booked is held on a balance sheet category. With `asset_category_id` it becomes an asset there, whose depreciation is booked on `category_id`.",
    concealment: "Another company's transaction or category is answered like an unknown one.",
    requires: [
      { area: "transactions", level: "manage" },
      { area: "accounting_setup", level: "manage" },
    ],
    pathParams: idParam,
    query: {},
    body: {
      mode: "json",
      schema: exactly(
        {
          start_date: dateSchema("A day of the first month."),
          months: Type.Integer({
            minimum: 1,
            maximum: LIMITS.spread_months.value,
            description: "The number of months.",
          }),
          category_id: Type.Optional(
            Type.String({ description: "The category of the shares. Default: the transaction's own." }),
          ),
          asset_category_id: Type.Optional(
            Type.String({
              description:
                "The category of the asset that the transaction bought. Default: none; the amount is held on prepaid expenses or deferred revenue.",
            }),
          ),
          basis: Type.Optional(
            basisSchema(
              "Equal shares of whole months, or shares by the days from `start_date` on; of an asset, also half of the first month (`mid_month`) or of the first fiscal year (`half_year`). Default: `month`.",
            ),
          ),
          declining_percent: Type.Optional(decliningSchema),
          salvage_cents: Type.Optional(salvageSchema),
        },
        { title: "NewTransactionSpread" },
      ),
    },
    paging: { kind: "none" },
    idempotency: "A transaction that is spread can't be spread again.",
    success: {
      status: 200,
      description: "The schedule as it is then.",
      schema: openedSchema,
    },
    errors: [
      {
        code: "parameter_missing",
        params: ["start_date", "months"],
        when: "A required field is absent.",
      },
      {
        code: "invalid_request",
        params: [
          "id",
          "start_date",
          "months",
          "category_id",
          "asset_category_id",
          "basis",
          "declining_percent",
          "salvage_cents",
        ],
        when: "A value is invalid, or the transaction is spread already, pays an invoice, has no category, or bought no asset.",
      },
      {
        code: "resource_missing",
        params: ["id", "category_id", "asset_category_id"],
        when: "There is no such transaction or category, or the transaction is split, excluded or a transfer.",
      },
      {
        code: "transaction_update_failed",
        when: "Entries of closed books would change, or the company's debits would exceed the largest exact sum.",
      },
    ],
    limits: ["spread_months"],
    hints: { readOnly: false, destructive: false, idempotent: false },
  }),
  listTransactionEvents: operation({
    ...read,
    id: "listTransactionEvents",
    path: "/transactions/{id}/events",
    summary: "List who changed a transaction",
    description: "The latest events of the audit trail about one transaction, the latest first.",
    concealment: "Another company's transaction is answered like an unknown one.",
    pathParams: idParam,
    query: {},
    paging: { kind: "whole" },
    success: {
      status: 200,
      description: "The events.",
      schema: exactly(
        {
          ...wholeListSchema("", eventSchema).properties,
          url: Type.String({ description: "The path of the list, without a query." }),
        },
        { title: "TransactionEventList" },
      ),
    },
    errors: [{ code: "resource_missing", when: "There is no such transaction." }],
  }),
} as const;
