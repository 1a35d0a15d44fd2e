/** The API of bills of vendors (decision part D: shapes as invoices have them). */
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
  timestampSchema,
} from "../../../../contract/schemas.ts";
import { LIMITS } from "@daybook/words/limits";
import { NAME_PATTERN } from "@daybook/words/names";
import { BILLS, LINES } from "../record.ts";
import { MOST_QUANTITY } from "@daybook/words/invoice-lines";

const billLineSchema = exactly(
  {
    description: Type.String({ description: "The product or service that is bought." }),
    quantity: Type.Number({
      exclusiveMinimum: 0,
      description: "The number of units, with at most four decimals.",
    }),
    ...membersOf(LINES, "unit_amount_cents", "amount_cents"),
    category_id: idSchema("category", "The category that it is debited to."),
  },
  { title: "BillLine" },
);

export const billSchema = exactly(
  {
    ...membersOf(BILLS, "id"),
    object: markerSchema("bill"),
    ...membersOf(BILLS, "number", "vendor_number"),
    vendor_name: Type.String({ description: "The vendor's name." }),
    vendor_email: nullable(Type.String({ description: "The vendor's e-mail address." })),
    status: Type.Enum([...INVOICE_STATUSES], {
      description:
        "`open` until it is `paid` in full, and again after a payment is unmatched. A `draft` or `void` bill is not in the books.",
    }),
    ...membersOf(BILLS, "issue_date", "due_date"),
    currency: currencySchema,
    line_items: Type.Array(billLineSchema, { description: "The lines of the bill." }),
    ...membersOf(BILLS, "total_cents"),
    amount_paid_cents: centsSchema(
      "What is settled: the sum of its payments (an excluded transaction counts as 0), vendor credits, write-offs, and credit moved from and to other bills, less the fees that the payments contained and refunds of the vendor.",
    ),
    amount_due_cents: centsSchema(
      "The unpaid part of the total, which is what is not settled; 0 if void. Negative if more was paid or credited: a credit that the vendor owes.",
    ),
    matched_transaction_id: nullable(idSchema("transaction", "The latest of its payments.")),
    matched_transaction_ids: Type.Array(idSchema("transaction", "A transaction."), {
      description:
        "The transactions that pay it, or bring back what was paid too much, by date, earliest first.",
    }),
    created: timestampSchema("When it was entered."),
    updated: timestampSchema("When the bill or its paid amount last changed."),
  },
  { title: "Bill" },
);

const newLine = exactly(
  {
    description: Type.String({
      pattern: NAME_PATTERN,
      description: "The product or service that is bought, on one line.",
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
        description: "The expected amount of the line; the bill is refused if it differs. In cents.",
      }),
    ),
    category_id: Type.String({
      description:
        "A category without children of type `expense`, `cost_of_goods_sold`, `other_expense`, `asset` or `liability` that is not cash, not the balance sheet category of a bank or card account, and not Accounts Payable itself.",
    }),
  },
  { title: "NewBillLine" },
);

export type NewBillLineBody = Static<typeof newLine>;

const newBill = exactly(
  {
    vendor_name: Type.String({
      pattern: NAME_PATTERN,
      description: "The vendor's name, on one line.",
      [BLANK_IS_MISSING]: true,
    }),
    vendor_email: Type.Optional(
      nullable(Type.String({ description: "An e-mail address. Nothing is sent to it. Default: null." })),
    ),
    vendor_number: Type.Optional(
      nullable(
        Type.String({
          pattern: NAME_PATTERN,
          description:
            "The number that the vendor gave the bill, which can be used once for a vendor, in upper or lower case; a void bill leaves it free. Default: null.",
        }),
      ),
    ),
    issue_date: Type.Optional(
      Type.String({
        description:
          "The date of the bill, which is its accounting date. On or after the company's incorporation date (two years ago if unknown), and earlier than three years from today. Default: today.",
      }),
    ),
    due_date: Type.Optional(Type.String({ description: "The due date. Default: the date of the bill." })),
    currency: Type.Optional(currencySchema),
    line_items: Type.Array(newLine, {
      minItems: 1,
      maxItems: LIMITS.invoice_lines.value,
      description: "The lines of the bill. Their sum must be more than 0.",
    }),
  },
  { title: "NewBill" },
);

const payment = exactly(
  {
    transaction_id: Type.String({ description: "The outgoing transaction.", [BLANK_IS_MISSING]: true }),
  },
  { title: "BillPayment" },
);
const takenBack = exactly(
  {
    transaction_id: Type.Optional(Type.String({ description: "One of its payments. Default: all of them." })),
  },
  { title: "BillPaymentTakenBack" },
);

export const VIEW_BILLS = [{ area: "bills", level: "view" }] as const;
export const MANAGE_BILLS = [{ area: "bills", level: "manage" }] as const;
export const MANAGE_BILLS_BOTH = [...MANAGE_BILLS, { area: "transactions", level: "manage" }] as const;

const common = { tag: "Bills", since: "1.0", unknownQuery: "ignored" } as const;
export const readBills = {
  ...common,
  method: "GET",
  requires: VIEW_BILLS,
  body: { mode: "ignored" },
  idempotency: "A read; repeat it freely.",
  hints: READ_HINTS,
} as const;
const one = {
  ...common,
  method: "POST",
  concealment: "Another company's bill or transaction is answered like an unknown one.",
  pathParams: { id: pathParam({ description: "The bill's id, `bill_...`." }) },
  query: {},
  paging: { kind: "none" },
  success: { status: 200, description: "The bill as it is now.", schema: billSchema },
  limits: [],
  examples: [],
} as const;

export const billsContract = {
  createBill: operation({
    ...common,
    id: "createBill",
    method: "POST",
    path: "/bills",
    requires: MANAGE_BILLS,
    summary: "Enter a bill of a vendor",
    description:
      "Enters a bill with status `open`, under the next number of the company's own series, `BILL-0001` and so on. On its date each line is debited to its category, and the total is credited to Accounts Payable. Nothing is paid and no mail is sent.",
    pathParams: {},
    query: {},
    body: { mode: "json", schema: newBill },
    paging: { kind: "none" },
    idempotency:
      "Each request enters a bill, unless it sends a `vendor_number`, which can be used once for a vendor.",
    success: { status: 201, description: "The bill.", schema: billSchema },
    errors: [
      {
        code: "parameter_missing",
        params: ["vendor_name", "line_items"],
        when: "A required field is absent or blank.",
      },
      {
        code: "invalid_request",
        params: [
          "vendor_number",
          "vendor_name",
          "vendor_email",
          "issue_date",
          "due_date",
          "currency",
          "line_items",
        ],
        when: "A value is invalid, another bill of the vendor has the number, the due date is before the date of the bill, or the lines sum to zero or less, or to more than a bill can hold.",
      },
      {
        code: "resource_missing",
        params: ["line_items"],
        when: "A line's category can't be used on a bill.",
      },
      {
        code: "transaction_update_failed",
        params: ["issue_date"],
        when: "The date of the bill is out of range, or in closed books.",
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
        title: "A bill of two lines",
        path: "/bills",
        body: {
          vendor_name: "Northwind Hosting",
          due_date: "2026-04-30",
          line_items: [
            { description: "Servers, March", unit_amount_cents: 240_000, category_id: "cat_software" },
            {
              description: "Storage, by the terabyte",
              quantity: 2.5,
              unit_amount_cents: 1_800,
              category_id: "cat_software",
            },
          ],
        },
      },
    ],
  }),
  listBills: operation({
    ...readBills,
    id: "listBills",
    path: "/bills",
    summary: "List bills",
    description: "Bills by date, latest first.",
    pathParams: {},
    query: {
      status: wordParam(INVOICE_STATUSES, { description: "Only bills of this status." }),
      vendor_name: textParam({ description: "Only bills of exactly this vendor." }),
      start_date: dateParam({ description: "Only bills dated on or after this day.", code: "invalid_date" }),
      end_date: dateParam({ description: "Only bills dated on or before this day.", code: "invalid_date" }),
      limit: limitParam(),
      starting_after: opaqueParam({
        description: "The previous page's `next_cursor`, with the same filters.",
      }),
    },
    paging: { kind: "cursor", badCursor: "resource_missing" },
    success: { status: 200, description: "A page of bills.", schema: pageSchema("/bills", billSchema) },
    errors: [
      { code: "invalid_date_range", params: ["start_date"], when: "The start is after the end." },
      { code: "resource_missing", when: "The cursor is unknown or filtered out." },
    ],
    limits: ["page_size_default", "page_size_max"],
    examples: [
      { title: "Unpaid bills", path: "/bills?status=open" },
      { title: "Bills of a quarter", path: "/bills?start_date=2026-01-01&end_date=2026-03-31&limit=1" },
    ],
  }),
  getBill: operation({
    ...one,
    ...readBills,
    id: "getBill",
    path: "/bills/{id}",
    summary: "Read one bill",
    description: "One bill, directly, of any status.",
    examples: [{ title: "A bill", path: "/bills/{createBill}" }],
    errors: [{ code: "resource_missing", when: "There is no such bill." }],
  }),
  matchBill: operation({
    ...one,
    id: "matchBill",
    path: "/bills/{id}/match",
    requires: MANAGE_BILLS_BOTH,
    summary: "Match a transaction with a bill",
    description:
      "Records that the transaction pays the bill. The transaction must be an outflow of at most the amount due. It is booked to Accounts Payable, and its category can't be edited until it is unmatched. Several transactions may each pay a part.",
    body: { mode: "json", schema: payment },
    idempotency: "Safe to repeat: matching a transaction that already pays the bill changes nothing.",
    errors: [
      { code: "parameter_missing", params: ["transaction_id"], when: "`transaction_id` is absent or blank." },
      { code: "invalid_request", params: ["transaction_id"], when: "The value is not a string." },
      {
        code: "resource_missing",
        params: ["transaction_id"],
        when: "There is no such transaction, or it is a transfer, a split or excluded; without `param`: there is no such bill.",
      },
      {
        code: "transaction_update_failed",
        params: ["transaction_id"],
        when: "The transaction is not an outflow, exceeds the amount due, is spread, or pays another bill.",
      },
      {
        code: "transaction_update_failed",
        when: "Without `param`: the bill is a draft or void, or entries of closed books would change.",
      },
    ],
    examples: [
      {
        title: "Pay a part of it",
        path: "/bills/{createBill}/match",
        body: { transaction_id: "txn_lunch" },
      },
    ],
    hints: { readOnly: false, destructive: false, idempotent: true },
  }),
  unmatchBill: operation({
    ...one,
    id: "unmatchBill",
    path: "/bills/{id}/unmatch",
    requires: MANAGE_BILLS_BOTH,
    summary: "Unmatch transactions from a bill",
    description:
      "The bill's transactions, or only the named one, get the category Uncategorized Expenses. The bill is open again.",
    body: { mode: "json", schema: takenBack, optional: true },
    examples: [{ title: "All of its payments", path: "/bills/{createBill}/unmatch" }],
    idempotency: "Safe to repeat without a body: unmatching a bill without payments changes nothing.",
    errors: [
      { code: "invalid_request", params: ["transaction_id"], when: "The body is invalid." },
      {
        code: "resource_missing",
        params: ["transaction_id"],
        when: "The transaction does not pay this bill; without `param`: there is no such bill.",
      },
      { code: "transaction_update_failed", when: "Entries of closed books would change." },
    ],
    hints: { readOnly: false, destructive: true, idempotent: true },
  }),
  voidBill: operation({
    ...one,
    id: "voidBill",
    path: "/bills/{id}/void",
    requires: MANAGE_BILLS,
    summary: "Void a bill",
    description:
      "Removes a bill from the books for good. Its postings are deleted or, in closed books, reversed on the first open day. Its own number stays taken, that of the vendor is free again. A bill with payments can't be voided; unmatch them first.",
    body: { mode: "none" },
    examples: [{ title: "A bill entered by mistake", path: "/bills/{createBill}/void" }],
    idempotency: "Safe to repeat: voiding a void bill changes nothing.",
    errors: [
      { code: "invalid_request", when: "A body was sent." },
      { code: "resource_missing", when: "There is no such bill." },
      { code: "transaction_update_failed", when: "The bill has payments." },
    ],
    hints: { readOnly: false, destructive: true, idempotent: true },
  }),
} as const;
