/**
 * The API of bank and card accounts and cards (specification, "Other operations"; their shapes are this
 * project's).
 */
import Type from "typebox";
import {
  BLANK_IS_MISSING,
  CONSOLE_API_ROOT,
  exactly,
  nullable,
  operation,
  READ_HINTS,
} from "../../../contract/operation.ts";
import { limitParam, opaqueParam, pathParam } from "../../../contract/params.ts";
import { membersOf } from "../../../contract/record.ts";
import {
  currencySchema,
  markerSchema,
  pageSchema,
  timestampSchema,
  wholeListSchema,
} from "../../../contract/schemas.ts";
import { NAME_PATTERN } from "@daybook/words/names";
import { ACCOUNTS, CARDS } from "./record.ts";

export const accountSchema = exactly(
  {
    ...membersOf(ACCOUNTS, "id"),
    object: markerSchema("account"),
    ...membersOf(ACCOUNTS, "name", "institution_name", "type", "last4"),
    currency: currencySchema,
    ...membersOf(ACCOUNTS, "category_id", "balance_cents", "active", "created"),
  },
  { title: "Account" },
);

export const cardSchema = exactly(
  {
    ...membersOf(CARDS, "id"),
    object: markerSchema("card"),
    ...membersOf(CARDS, "name", "last4", "brand", "cardholder_name", "account_id", "status", "created"),
  },
  { title: "Card" },
);

const newAccount = exactly(
  {
    name: Type.String({
      pattern: NAME_PATTERN,
      description: "A name, on one line.",
      [BLANK_IS_MISSING]: true,
    }),
    ...membersOf(ACCOUNTS, "type"),
    institution_name: Type.Optional(
      nullable(Type.String({ pattern: NAME_PATTERN, description: "The bank." })),
    ),
    last4: Type.Optional(membersOf(ACCOUNTS, "last4").last4),
    category_id: Type.Optional(
      Type.String({
        description:
          "The category for its money: a leaf of type asset, or of type liability for `credit`. Default: one of its own, which is the company's category for cash, or for credit cards, as long as nothing is booked on it, and otherwise a new category with the account's name.",
      }),
    ),
  },
  { title: "NewAccount" },
);

const list = {
  tag: "Banking",
  since: "1.0",
  method: "GET",
  requires: [{ area: "transactions", level: "view" }],
  pathParams: {},
  unknownQuery: "ignored",
  body: { mode: "ignored" },
  paging: { kind: "cursor", badCursor: "resource_missing" },
  idempotency: "A read; repeat it freely.",
  errors: [{ code: "resource_missing", when: "The cursor is unknown." }],
  limits: ["page_size_default", "page_size_max"],
  hints: READ_HINTS,
} as const;

export const bankingContract = {
  listAccounts: operation({
    ...list,
    id: "listAccounts",
    tagged: true,
    path: "/accounts",
    summary: "List the bank and card accounts",
    description: "All accounts, in the order in which they were created.",
    query: {
      limit: limitParam(),
      starting_after: opaqueParam({ description: "The previous page's `next_cursor`." }),
    },
    success: {
      status: 200,
      description: "A page of accounts.",
      schema: pageSchema("/accounts", accountSchema),
    },
    examples: [{ title: "The accounts", path: "/accounts" }],
  }),
  createAccount: operation({
    id: "createAccount",
    method: "POST",
    path: "/accounts",
    tag: "Banking",
    summary: "Create an account",
    description:
      "Creates an account that transactions can be uploaded to. It has no transactions yet, so its balance is 0.",
    since: "1.0",
    requires: [{ area: "transactions", level: "manage" }],
    pathParams: {},
    query: {},
    unknownQuery: "ignored",
    body: { mode: "json", schema: newAccount },
    paging: { kind: "none" },
    idempotency: "Each request creates an account.",
    success: { status: 201, description: "The account.", schema: accountSchema },
    errors: [
      { code: "parameter_missing", params: ["name", "type"], when: "A required field is absent or blank." },
      {
        code: "invalid_request",
        params: ["name", "type", "institution_name", "last4", "category_id"],
        when: "A value is invalid.",
      },
      {
        code: "resource_missing",
        params: ["category_id"],
        when: "The category is unknown, or the account can't be booked on it.",
      },
    ],
    limits: [],
    hints: { readOnly: false, destructive: false, idempotent: false },
    examples: [
      {
        title: "A second checking account",
        path: "/accounts",
        body: {
          name: "Reserve",
          type: "checking",
          institution_name: "Woodgrove Bank",
          last4: "0099",
          category_id: "cat_operating-checking",
        },
      },
    ],
  }),
  listCards: operation({
    ...list,
    id: "listCards",
    path: "/cards",
    summary: "List the cards",
    description: "All cards, in the order in which they were created.",
    query: {
      limit: limitParam(),
      starting_after: opaqueParam({ description: "The previous page's `next_cursor`." }),
    },
    success: { status: 200, description: "A page of cards.", schema: pageSchema("/cards", cardSchema) },
    examples: [{ title: "The cards", path: "/cards" }],
  }),
} as const;

const console_ = {
  tag: "Console",
  since: "1.0",
  query: {},
  unknownQuery: "ignored",
  limits: [],
} as const;

/** What only the web console asks of accounts. */
export const bankingConsoleContract = {
  changeAccount: operation({
    ...console_,
    id: "changeAccount",
    method: "PATCH",
    path: "/accounts/{id}",
    summary: "Change an account",
    description:
      "Sets any of five fields: all the given ones, or none. An account that has transactions keeps its category.",
    concealment: "Another company's account or category is answered like an unknown one.",
    requires: [{ area: "transactions", level: "manage" }],
    pathParams: { id: pathParam({ description: "The account's id, `acct_...`." }) },
    body: {
      mode: "json",
      schema: exactly(
        {
          name: Type.Optional(Type.String({ pattern: NAME_PATTERN, description: "A name, on one line." })),
          institution_name: newAccount.properties.institution_name,
          last4: newAccount.properties.last4,
          active: Type.Optional(Type.Boolean({ description: "True if it is in use." })),
          category_id: Type.Optional(
            Type.String({
              description: "The category for its money, while the account has no transactions.",
            }),
          ),
        },
        { title: "AccountChange" },
      ),
    },
    paging: { kind: "none" },
    idempotency: "Safe to repeat: values that are already set change nothing.",
    success: { status: 200, description: "The account as it is now.", schema: accountSchema },
    errors: [
      {
        code: "invalid_request",
        params: ["name", "institution_name", "last4", "active", "category_id"],
        when: "A value is invalid, or the account has transactions and would get another category.",
      },
      {
        code: "resource_missing",
        params: ["category_id"],
        when: "The account can't be booked on the category; without `param`: there is no such account.",
      },
    ],
    hints: { readOnly: false, destructive: false, idempotent: true },
    examples: [],
  }),
  listAccountConnections: operation({
    ...console_,
    id: "listAccountConnections",
    method: "GET",
    path: "/account_connections",
    summary: "List the connections of the accounts",
    description: "The live connection of each account that has one.",
    requires: [{ area: "transactions", level: "view" }],
    pathParams: {},
    body: { mode: "ignored" },
    paging: { kind: "whole" },
    idempotency: "A read; repeat it freely.",
    success: {
      status: 200,
      description: "The accounts with a connection.",
      schema: wholeListSchema(
        `${CONSOLE_API_ROOT}/account_connections`,
        exactly(
          {
            object: markerSchema("account_connection"),
            account_id: Type.String({ description: "The account." }),
            vendor: Type.String({ description: "The source of its lines." }),
            status: Type.String({
              description: "`requires_reconnect` if a person has to sign in again.",
            }),
            detail: nullable(Type.String({ description: "A sentence about the last pull." })),
            pulled_at: nullable(timestampSchema("When the last pull succeeded.")),
          },
          { title: "AccountConnection" },
        ),
      ),
    },
    errors: [],
    hints: READ_HINTS,
    examples: [],
  }),
} as const;
