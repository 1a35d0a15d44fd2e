/** The API of invoices (specification, "Other operations"; their shape is this project's). */
import { INVOICE_STATUSES, MOST_CENTS } from "@daybook/words/feed-words";
import Type, { type Static } from "typebox";
import {
  BLANK_IS_MISSING,
  exactly,
  nullable,
  operation,
  READ_HINTS,
} from "../../../../contract/operation.ts";
import {
  dateParam,
  limitParam,
  opaqueParam,
  pathParam,
  textParam,
  wordParam,
} from "../../../../contract/params.ts";
import { membersOf } from "../../../../contract/record.ts";
import {
  centsSchema,
  currencySchema,
  idSchema,
  markerSchema,
  pageSchema,
} from "../../../../contract/schemas.ts";
import { LIMITS } from "@daybook/words/limits";
import { NAME_PATTERN } from "@daybook/words/names";

import { INVOICES, LINES } from "../record.ts";
import { MOST_QUANTITY } from "@daybook/words/invoice-lines";

export const lineSchema = exactly(
  {
    ...membersOf(LINES, "description"),
    quantity: Type.Number({
      exclusiveMinimum: 0,
      description: "The number of units, with at most four decimals.",
    }),
    ...membersOf(LINES, "unit_amount_cents", "amount_cents", "category_id"),
  },
  { title: "InvoiceLine" },
);

export const invoiceSchema = exactly(
  {
    id: idSchema("invoice", "The invoice's id."),
    object: markerSchema("invoice"),
    ...membersOf(INVOICES, "number", "customer_name", "customer_email"),
    status: Type.Enum([...INVOICE_STATUSES], {
      description:
        "`open` until it is `paid` in full, and again after a payment is unmatched. A `draft` or `void` invoice is not in the books.",
    }),
    ...membersOf(INVOICES, "issue_date", "due_date"),
    currency: currencySchema,
    line_items: Type.Array(lineSchema, { description: "The lines of the invoice." }),
    ...membersOf(INVOICES, "total_cents"),
    amount_paid_cents: centsSchema(
      "What is settled: the sum of its payments (an excluded transaction counts as 0), credit notes, write-offs, fees, and credit moved from and to other invoices, less refunds.",
    ),
    amount_due_cents: centsSchema(
      "The unpaid part of the total, which is what is not settled; 0 if void. Negative if more was paid or credited: the customer's credit.",
    ),
    matched_transaction_id: nullable(idSchema("transaction", "The latest of its payments.")),
    matched_transaction_ids: Type.Array(idSchema("transaction", "A transaction."), {
      description: "The transactions that pay it, or refund what was paid too much, by date, earliest first.",
    }),
    ...membersOf(INVOICES, "created", "updated"),
  },
  { title: "Invoice" },
);

const newLine = exactly(
  {
    description: Type.String({
      pattern: NAME_PATTERN,
      description: "The product or service that is billed, on one line.",
    }),
    quantity: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: MOST_QUANTITY,
        description: "The number of units, with at most four decimals. Default: 1.",
      }),
    ),
    unit_amount_cents: Type.Integer({
      minimum: -MOST_CENTS,
      maximum: MOST_CENTS,
      description: "The price of one unit, in cents; negative for a discount.",
    }),
    amount_cents: Type.Optional(
      Type.Integer({
        minimum: -MOST_CENTS,
        maximum: MOST_CENTS,
        description: "The expected amount of the line; the invoice is refused if it differs. In cents.",
      }),
    ),
    category_id: Type.Optional(
      nullable(
        Type.String({
          description:
            "A category without children of type `revenue`, `other_income` or `liability` that is not the balance sheet category of a bank or card account. Default: the company's sales.",
        }),
      ),
    ),
  },
  { title: "NewInvoiceLine" },
);

export type NewLineBody = Static<typeof newLine>;

const newInvoice = exactly(
  {
    number: Type.Optional(
      nullable(
        Type.String({
          pattern: NAME_PATTERN,
          description:
            "A number that no other invoice of the company has. Default: the next of the company's own series, `INV-0001` and so on.",
        }),
      ),
    ),
    customer_name: Type.String({
      pattern: NAME_PATTERN,
      description: "The customer's name, on one line.",
      [BLANK_IS_MISSING]: true,
    }),
    customer_email: Type.Optional(
      nullable(Type.String({ description: "An e-mail address. Nothing is sent to it. Default: null." })),
    ),
    issue_date: Type.Optional(
      Type.String({
        description:
          "The accounting date. On or after the company's incorporation date (two years ago if unknown), and earlier than three years from today. Default: today.",
      }),
    ),
    due_date: Type.Optional(Type.String({ description: "The due date. Default: the day of issue." })),
    currency: Type.Optional(currencySchema),
    line_items: Type.Array(newLine, {
      minItems: 1,
      maxItems: LIMITS.invoice_lines.value,
      description: "The lines of the invoice. Their sum must be more than 0.",
    }),
  },
  { title: "NewInvoice" },
);

const payment = exactly(
  {
    transaction_id: Type.String({
      description: "The incoming transaction.",
      [BLANK_IS_MISSING]: true,
    }),
  },
  { title: "InvoicePayment" },
);
const takenBack = exactly(
  {
    transaction_id: Type.Optional(Type.String({ description: "One of its payments. Default: all of them." })),
  },
  { title: "InvoicePaymentTakenBack" },
);

export const VIEW = [{ area: "invoices", level: "view" }] as const;
export const MANAGE = [{ area: "invoices", level: "manage" }] as const;
export const MANAGE_BOTH = [...MANAGE, { area: "transactions", level: "manage" }] as const;

const common = { tag: "Invoices", since: "1.0", unknownQuery: "ignored" } as const;
export const read = {
  ...common,
  method: "GET",
  requires: VIEW,
  body: { mode: "ignored" },
  idempotency: "A read; repeat it freely.",
  hints: READ_HINTS,
} as const;
const one = {
  ...common,
  method: "POST",
  concealment: "Another company's invoice or transaction is answered like an unknown one.",
  pathParams: { id: pathParam({ description: "The invoice's id, `inv_...`." }) },
  query: {},
  paging: { kind: "none" },
  success: { status: 200, description: "The invoice as it is now.", schema: invoiceSchema },
  limits: [],
  examples: [],
} as const;

export const invoicesContract = {
  createInvoice: operation({
    ...common,
    id: "createInvoice",
    method: "POST",
    path: "/invoices",
    requires: MANAGE,
    summary: "Issue an invoice",
    description:
      "Issues an invoice with status `open`. On the day of issue its total is debited to Accounts Receivable and each line is credited to its category. No mail is sent.",
    pathParams: {},
    query: {},
    body: { mode: "json", schema: newInvoice },
    paging: { kind: "none" },
    idempotency: "Each request issues an invoice, unless it sends a `number`, which can be used once.",
    success: { status: 201, description: "The invoice.", schema: invoiceSchema },
    errors: [
      {
        code: "parameter_missing",
        params: ["customer_name", "line_items"],
        when: "A required field is absent or blank.",
      },
      {
        code: "invalid_request",
        params: [
          "number",
          "customer_name",
          "customer_email",
          "issue_date",
          "due_date",
          "currency",
          "line_items",
        ],
        when: "A value is invalid, the number is taken, the due date is before the day of issue, or the lines sum to zero or less, or to more than an invoice can hold.",
      },
      {
        code: "resource_missing",
        params: ["line_items"],
        when: "A line's category can't be used on an invoice.",
      },
      {
        code: "transaction_update_failed",
        params: ["issue_date"],
        when: "The day of issue is out of range, or in closed books.",
      },
      {
        code: "transaction_update_failed",
        when: "Without `param`: the company's debits would exceed the largest exact sum.",
      },
    ],
    limits: ["invoice_lines"],
    hints: { readOnly: false, destructive: false, idempotent: false },
    examples: [
      {
        title: "An invoice of two lines",
        path: "/invoices",
        body: {
          customer_name: "Contoso",
          due_date: "2026-04-30",
          line_items: [
            {
              description: "Contract, second half",
              unit_amount_cents: 1_200_000,
              category_id: "cat_enterprise-contracts",
            },
            {
              description: "Support, by the hour",
              quantity: 7.5,
              unit_amount_cents: 18_000,
              category_id: "cat_enterprise-contracts",
            },
          ],
        },
      },
    ],
  }),
  listInvoices: operation({
    ...read,
    id: "listInvoices",
    path: "/invoices",
    summary: "List invoices",
    description: "Invoices by day of issue, latest first.",
    pathParams: {},
    query: {
      status: wordParam(INVOICE_STATUSES, { description: "Only invoices of this status." }),
      customer_name: textParam({ description: "Only invoices of exactly this customer." }),
      start_date: dateParam({
        description: "Only invoices issued on or after this day.",
        code: "invalid_date",
      }),
      end_date: dateParam({
        description: "Only invoices issued on or before this day.",
        code: "invalid_date",
      }),
      limit: limitParam(),
      starting_after: opaqueParam({
        description: "The previous page's `next_cursor`, with the same filters.",
      }),
    },
    paging: { kind: "cursor", badCursor: "resource_missing" },
    success: {
      status: 200,
      description: "A page of invoices.",
      schema: pageSchema("/invoices", invoiceSchema),
    },
    errors: [
      { code: "invalid_date_range", params: ["start_date"], when: "The start is after the end." },
      { code: "resource_missing", when: "The cursor is unknown or filtered out." },
    ],
    limits: ["page_size_default", "page_size_max"],
    examples: [
      { title: "Unpaid invoices", path: "/invoices?status=open" },
      { title: "Invoices of a quarter", path: "/invoices?start_date=2026-01-01&end_date=2026-03-31&limit=1" },
    ],
  }),
  getInvoice: operation({
    ...one,
    ...read,
    id: "getInvoice",
    path: "/invoices/{id}",
    summary: "Read one invoice",
    description: "One invoice, directly, of any status.",
    examples: [{ title: "An invoice", path: "/invoices/inv_example" }],
    errors: [{ code: "resource_missing", when: "There is no such invoice." }],
  }),
  matchInvoice: operation({
    ...one,
    id: "matchInvoice",
    path: "/invoices/{id}/match",
    requires: MANAGE_BOTH,
    summary: "Match a transaction with an invoice",
    description:
      "Records that the transaction pays the invoice. The transaction must be an inflow of at most the amount due. It is booked to Accounts Receivable, and its category can't be edited until it is unmatched. Several transactions may each pay a part.",
    body: { mode: "json", schema: payment },
    idempotency: "Safe to repeat: matching a transaction that already pays the invoice changes nothing.",
    errors: [
      { code: "parameter_missing", params: ["transaction_id"], when: "`transaction_id` is absent or blank." },
      { code: "invalid_request", params: ["transaction_id"], when: "The value is not a string." },
      {
        code: "resource_missing",
        params: ["transaction_id"],
        when: "There is no such transaction, or it is a transfer, a split or excluded; without `param`: there is no such invoice.",
      },
      {
        code: "transaction_update_failed",
        params: ["transaction_id"],
        when: "The transaction is not an inflow, exceeds the amount due, is spread, or pays another invoice.",
      },
      {
        code: "transaction_update_failed",
        when: "Without `param`: the invoice is a draft or void, or entries of closed books would change.",
      },
    ],
    examples: [
      {
        title: "Pay the whole amount due",
        path: "/invoices/inv_example/match",
        body: { transaction_id: "txn_contoso" },
      },
    ],
    hints: { readOnly: false, destructive: false, idempotent: true },
  }),
  unmatchInvoice: operation({
    ...one,
    id: "unmatchInvoice",
    path: "/invoices/{id}/unmatch",
    requires: MANAGE_BOTH,
    summary: "Unmatch transactions from an invoice",
    description:
      "The invoice's transactions, or only the named one, get the category Uncategorized Income. The invoice is open again.",
    body: { mode: "json", schema: takenBack, optional: true },
    examples: [{ title: "All of its payments", path: "/invoices/inv_example/unmatch" }],
    idempotency: "Safe to repeat without a body: unmatching an invoice without payments changes nothing.",
    errors: [
      { code: "invalid_request", params: ["transaction_id"], when: "The body is invalid." },
      {
        code: "resource_missing",
        params: ["transaction_id"],
        when: "The transaction does not pay this invoice; without `param`: there is no such invoice.",
      },
      { code: "transaction_update_failed", when: "Entries of closed books would change." },
    ],
    hints: { readOnly: false, destructive: true, idempotent: true },
  }),
  voidInvoice: operation({
    ...one,
    id: "voidInvoice",
    path: "/invoices/{id}/void",
    requires: MANAGE,
    summary: "Void an invoice",
    description:
      "Removes an invoice from the books for good. Its postings are deleted or, in closed books, reversed on the first open day. Its number stays taken. An invoice with payments can't be voided; unmatch them first.",
    body: { mode: "none" },
    examples: [{ title: "An invoice issued by mistake", path: "/invoices/inv_example/void" }],
    idempotency: "Safe to repeat: voiding a void invoice changes nothing.",
    errors: [
      { code: "invalid_request", when: "A body was sent." },
      { code: "resource_missing", when: "There is no such invoice." },
      { code: "transaction_update_failed", when: "The invoice has payments." },
    ],
    hints: { readOnly: false, destructive: true, idempotent: true },
  }),
} as const;
