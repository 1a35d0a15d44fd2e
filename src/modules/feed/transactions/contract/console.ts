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
  dateSchema,
  markerSchema,
  pageSchema,
  timestampSchema,
  wholeListSchema,
} from "../../../../contract/schemas.ts";
import { TRANSACTION_STATUSES } from "../../../../core/feed-words.ts";
import { LIMITS } from "../../../../core/limits.ts";
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
  spreadTransaction: operation({
    ...common,
    id: "spreadTransaction",
    method: "POST",
    path: "/transactions/{id}/spread",
    summary: "Spread a whole transaction",
    description:
      "Books a transaction in equal shares on the last days of some months. What is not yet booked is held on a balance sheet category.",
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
        },
        { title: "NewTransactionSpread" },
      ),
    },
    paging: { kind: "none" },
    idempotency: "A transaction that is spread can't be spread again.",
    success: {
      status: 200,
      description: "The spread.",
      schema: exactly(
        {
          id: Type.String({ description: "The spread's id." }),
          object: markerSchema("spread"),
          transaction_id: Type.String({ description: "The transaction." }),
          months: Type.Integer({ minimum: 1, description: "The number of months." }),
        },
        { title: "StartedSpread" },
      ),
    },
    errors: [
      {
        code: "parameter_missing",
        params: ["start_date", "months"],
        when: "A required field is absent.",
      },
      {
        code: "invalid_request",
        params: ["id", "start_date", "months", "category_id"],
        when: "A value is invalid, or the transaction is spread already, pays an invoice or has no category.",
      },
      {
        code: "resource_missing",
        params: ["id", "category_id"],
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
