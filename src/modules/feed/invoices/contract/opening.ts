/** What only the web console asks of open items of other books: bringing in invoices and bills that are open. */
import Type, { type Static } from "typebox";
import { LIMITS } from "@daybook/words/limits";
import { NAME_PATTERN } from "@daybook/words/names";
import { BLANK_IS_MISSING, exactly, nullable, operation } from "../../../../contract/operation.ts";
import { centsSchema, dateSchema, markerSchema } from "../../../../contract/schemas.ts";
import { MANAGE_BILLS } from "./bills.ts";
import { MANAGE } from "./index.ts";

const item = exactly(
  {
    party_name: Type.String({
      pattern: NAME_PATTERN,
      description: "The customer or the vendor, on one line.",
      [BLANK_IS_MISSING]: true,
    }),
    number: Type.Optional(
      nullable(
        Type.String({
          pattern: NAME_PATTERN,
          description:
            "The number of the invoice, or the one that the vendor gave the bill. Default: the next of the company's own series.",
        }),
      ),
    ),
    date: dateSchema("Its date, on or before that of the opening."),
    due_date: Type.Optional(nullable(dateSchema("The day on which it is due. Default: its date."))),
    original_cents: Type.Optional(nullable(centsSchema("What it was for. Default: not stated."))),
    open_cents: centsSchema("What is open of it; negative for a credit."),
  },
  { title: "OpenItem" },
);

const openItemsSchema = {
  date: dateSchema("The day at whose end they are open."),
  items: Type.Array(item, {
    minItems: 1,
    maxItems: LIMITS.open_items.value,
    description: "The items.",
  }),
  totals: Type.Optional(
    Type.Array(
      exactly(
        {
          party_name: Type.String({ description: "The customer or the vendor." }),
          open_cents: centsSchema("What is open of its items."),
        },
        { title: "OpenItemsTotal" },
      ),
      {
        maxItems: LIMITS.open_items.value,
        description: "What a report states as the totals of parties, which are compared with the items.",
      },
    ),
  ),
};

const newOpenItems = exactly(
  {
    ...openItemsSchema,
    preview: Type.Optional(
      Type.Boolean({
        description: "True to check the items and answer what they are, without storing them.",
      }),
    ),
  },
  { title: "NewOpenItems" },
);
export type OpenItemsBody = Static<typeof newOpenItems>;

const openedSchema = exactly(
  {
    object: markerSchema("opened_items"),
    date: dateSchema("The day."),
    count: Type.Integer({ minimum: 0, description: "The number of items that came in." }),
    parties: Type.Array(
      exactly(
        {
          party_name: Type.String({ description: "The customer or the vendor." }),
          count: Type.Integer({ minimum: 0, description: "The number of its items that came in." }),
          open_cents: centsSchema("What is due of all its items."),
          ledger_cents: nullable(
            centsSchema("What the ledger states for it; null if its entries do not name all parties."),
          ),
        },
        { title: "OpenedParty" },
      ),
      { description: "The parties." },
    ),
    total_cents: centsSchema("What is due of all items."),
    ledger_cents: centsSchema("The balance of the claims in the ledger, which is the same."),
    preview: Type.Boolean({ description: "Whether nothing was stored." }),
  },
  { title: "OpenedItems" },
);

const common = {
  method: "POST",
  tag: "Console",
  since: "1.0",
  unknownQuery: "ignored",
  concealment: "The items of another company are not compared.",
  pathParams: {},
  query: {},
  body: { mode: "json", schema: newOpenItems },
  paging: { kind: "none" },
  idempotency: "Items that were brought in differ from the ledger the second time, and are refused then.",
  success: { status: 201, description: "The items by party, beside the ledger.", schema: openedSchema },
  errors: [
    { code: "parameter_missing", params: ["date", "items"], when: "A required field is absent." },
    {
      code: "invalid_request",
      params: ["date", "items", "totals", "preview"],
      when: "A value is invalid, a number is taken, or the items differ from the ledger or from the totals.",
    },
    {
      code: "transaction_update_failed",
      params: ["date"],
      when: "The day is out of range, or in closed books.",
    },
  ],
  limits: ["open_items"],
  hints: { readOnly: false, destructive: false, idempotent: false },
  examples: [],
} as const;
const says =
  "All of them, or none: with what is due of others, they are the balance of the claims in the ledger at the end of the day to the cent, and by party where the ledger or `totals` states a party's. They post nothing, because the ledger has them already.";

/** What only the web console asks of open items of other books. */
export const openingConsoleContract = {
  openInvoices: operation({
    ...common,
    id: "openInvoices",
    path: "/open_invoices",
    requires: [...MANAGE, { area: "reports", level: "view" }],
    summary: "Bring in invoices that are open in other books",
    description: says,
  }),
  openBills: operation({
    ...common,
    id: "openBills",
    path: "/open_bills",
    requires: [...MANAGE_BILLS, { area: "reports", level: "view" }],
    summary: "Bring in bills that are open in other books",
    description: says,
  }),
} as const;
