/** What the API promises about bank and card accounts and cards (specification, "Other operations"; their shapes are this project's). */
import Type from "typebox";
import { BLANK_IS_MISSING, exactly, nullable, operation, READ_HINTS } from "../../contract/operation.ts";
import { limitParam, opaqueParam } from "../../contract/params.ts";
import { centsSchema, currencySchema, idSchema, markerSchema, pageSchema, timestampSchema } from "../../contract/schemas.ts";
import { NAME_PATTERN } from "../../core/names.ts";
import { ACCOUNT_KINDS, CARD_STATUSES } from "./rules.ts";

const LAST4 = "^[0-9]{4}$";

const accountSchema = exactly(
  {
    id: idSchema("account", "The account's id."),
    object: markerSchema("account"),
    name: Type.String({ description: "Its name." }),
    institution_name: nullable(Type.String({ description: "The bank, when it is known." })),
    type: Type.Enum([...ACCOUNT_KINDS], { description: "What kind of account it is." }),
    last4: nullable(Type.String({ pattern: LAST4, description: "The last four digits of its number." })),
    currency: currencySchema,
    category_id: idSchema("category", "The category of the balance sheet that its money is booked on."),
    balance_cents: centsSchema("The sum of its transactions that count; money that the company owes is negative."),
    active: Type.Boolean({ description: "Whether it is in use." }),
    created: timestampSchema("When it was created."),
  },
  { title: "Account" },
);

const cardSchema = exactly(
  {
    id: idSchema("card", "The card's id."),
    object: markerSchema("card"),
    name: Type.String({ description: "Its name." }),
    last4: nullable(Type.String({ pattern: LAST4, description: "The last four digits of its number." })),
    brand: nullable(Type.String({ description: "Such as `visa`." })),
    cardholder_name: nullable(Type.String({ description: "Who holds it." })),
    account_id: idSchema("account", "The account that it is settled by."),
    status: Type.Enum([...CARD_STATUSES], { description: "Whether it can be used." }),
    created: timestampSchema("When it was created."),
  },
  { title: "Card" },
);

const newAccount = exactly(
  {
    name: Type.String({ pattern: NAME_PATTERN, description: "A name, on one line.", [BLANK_IS_MISSING]: true }),
    type: Type.Enum([...ACCOUNT_KINDS], { description: "What kind of account it is." }),
    institution_name: Type.Optional(nullable(Type.String({ pattern: NAME_PATTERN, description: "The bank." }))),
    last4: Type.Optional(nullable(Type.String({ pattern: LAST4, description: "The last four digits of its number." }))),
    category_id: Type.Optional(Type.String({ description: "The category that its money is booked on: a leaf of type asset, or of type liability for `credit`. Default: the company's category for cash, or for credit cards." })),
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
    path: "/accounts",
    summary: "List the bank and card accounts",
    description: "All accounts, in the order in which they were created.",
    query: { limit: limitParam(), starting_after: opaqueParam({ description: "The previous page's `next_cursor`." }) },
    success: { status: 200, description: "A page of accounts.", schema: pageSchema("/accounts", accountSchema) },
    examples: [{ title: "The accounts", path: "/accounts" }],
  }),
  createAccount: operation({
    id: "createAccount",
    method: "POST",
    path: "/accounts",
    tag: "Banking",
    summary: "Create an account",
    description: "Makes an account that transactions can be uploaded to. It has no transactions, so its balance is 0.",
    since: "1.0",
    requires: [{ area: "transactions", level: "manage" }],
    pathParams: {},
    query: {},
    unknownQuery: "ignored",
    body: { mode: "json", schema: newAccount },
    paging: { kind: "none" },
    idempotency: "Each request makes an account.",
    success: { status: 201, description: "The account.", schema: accountSchema },
    errors: [
      { code: "parameter_missing", params: ["name", "type"], when: "A required field is absent or blank." },
      { code: "invalid_request", params: ["name", "type", "institution_name", "last4", "category_id"], when: "A value is not valid." },
      { code: "resource_missing", params: ["category_id"], when: "There is no such category, or none that such an account can be booked on." },
    ],
    limits: [],
    hints: { readOnly: false, destructive: false, idempotent: false },
    examples: [{ title: "A second checking account", path: "/accounts", body: { name: "Reserve", type: "checking", institution_name: "Woodgrove Bank", last4: "0099", category_id: "cat_operating-checking" } }],
  }),
  listCards: operation({
    ...list,
    id: "listCards",
    path: "/cards",
    summary: "List the cards",
    description: "All cards, in the order in which they were created.",
    query: { limit: limitParam(), starting_after: opaqueParam({ description: "The previous page's `next_cursor`." }) },
    success: { status: 200, description: "A page of cards.", schema: pageSchema("/cards", cardSchema) },
    examples: [{ title: "The cards", path: "/cards" }],
  }),
} as const;
