/** What only the web console asks of invoices: finding them, receivables by age, and what could pay one. */
import { AGES, INVOICE_STATUSES } from "@daybook/words/feed-words";
import Type from "typebox";
import { CONSOLE_API_ROOT, exactly, nullable, operation } from "../../../../contract/operation.ts";
import {
  centsParam,
  dateParam,
  limitParam,
  opaqueParam,
  pathParam,
  textParam,
  wordParam,
} from "../../../../contract/params.ts";
import { centsSchema, dateSchema, idSchema, markerSchema, pageSchema } from "../../../../contract/schemas.ts";
import { LIMITS } from "@daybook/words/limits";
import { invoiceSchema, read, VIEW } from "./index.ts";

export const agesSchema = Type.Object(
  Object.fromEntries(
    AGES.map((age) => [age, centsSchema(`Of this age: \`${age}\` days past due.`)]),
  ) as Record<(typeof AGES)[number], ReturnType<typeof centsSchema>>,
  { additionalProperties: false, title: "Ages", description: "Amounts by the days since they were due." },
);

/** What a transaction is looked for: to pay one invoice, to pay several, or to refund a credit. */
export const PURPOSES = ["match", "receive", "refund"] as const;

/** Transactions that could pay something. */
export const candidatesSchema = Type.Array(
  exactly(
    {
      id: idSchema("transaction", "The transaction."),
      date: dateSchema("Its date at the bank."),
      amount_cents: centsSchema("Its amount."),
      description: Type.String({ description: "The bank's description." }),
      merchant_name: nullable(Type.String({ description: "Its merchant." })),
      is_exact: Type.Boolean({
        description: "Whether it is exactly the amount due, or the credit.",
      }),
    },
    { title: "PaymentCandidate" },
  ),
  { maxItems: LIMITS.payment_candidates.value, description: "The likeliest first." },
);

/** What only the web console asks of invoices. */
export const invoicesConsoleContract = {
  findInvoices: operation({
    ...read,
    id: "findInvoices",
    path: "/invoices",
    tag: "Console",
    summary: "Find invoices",
    description:
      "The invoices that meet all given conditions, by day of issue, the latest first. In texts the case of the letters A to Z does not matter.",
    concealment: "A cursor from another company is answered like an unknown one.",
    pathParams: {},
    query: {
      text: textParam({ description: "A part of the number or of the customer's name." }),
      customer_name: textParam({ description: "Only invoices of exactly this customer." }),
      total_cents: centsParam({ description: "The total, in cents." }),
      status: wordParam(INVOICE_STATUSES, { description: "Only invoices of this status." }),
      start_date: dateParam({
        description: "Only invoices issued on or after this day.",
        code: "invalid_date",
      }),
      end_date: dateParam({
        description: "Only invoices issued on or before this day.",
        code: "invalid_date",
      }),
      limit: limitParam(),
      starting_after: opaqueParam({ description: "The previous page's `next_cursor`." }),
    },
    paging: { kind: "cursor", badCursor: "resource_missing" },
    success: {
      status: 200,
      description: "A page of invoices.",
      schema: pageSchema(`${CONSOLE_API_ROOT}/invoices`, invoiceSchema),
    },
    errors: [
      { code: "invalid_date_range", params: ["start_date"], when: "The start is after the end." },
      { code: "resource_missing", when: "The cursor is unknown." },
    ],
    limits: ["page_size_default", "page_size_max"],
    examples: [],
  }),
  getReceivables: operation({
    ...read,
    id: "getReceivables",
    path: "/receivables",
    tag: "Console",
    summary: "Read receivables by age",
    description:
      "What each customer owes at the end of a day, by the days since it was due, beside the balance of the receivables in the ledger.",
    pathParams: {},
    query: { date: dateParam({ description: "The day. Default: today.", code: "invalid_date" }) },
    paging: { kind: "none" },
    success: {
      status: 200,
      description: "The receivables.",
      schema: exactly(
        {
          object: markerSchema("receivables"),
          date: dateSchema("The day."),
          customers: Type.Array(
            exactly(
              {
                customer_name: Type.String({ description: "The customer." }),
                ages: agesSchema,
                total_cents: centsSchema("The sum of the ages."),
                invoices: Type.Array(
                  exactly({
                    id: idSchema("invoice", "The invoice."),
                    number: Type.String({ description: "Its number." }),
                    due_date: dateSchema("The day on which it is due."),
                    due_cents: centsSchema("What is due of it; negative for the customer's credit."),
                    age: Type.Enum([...AGES], { description: "The age that it counts in." }),
                  }),
                  { description: "Its invoices with an amount due." },
                ),
              },
              { title: "CustomerReceivables" },
            ),
            { description: "The customers." },
          ),
          ages: agesSchema,
          total_cents: centsSchema("The sum of all customers."),
          overdue_count: Type.Integer({ minimum: 0, description: "The number of invoices past due." }),
          overdue_cents: centsSchema("What is due of them."),
          category_ids: Type.Array(Type.String(), {
            description: "The categories of receivables; none if nothing could be compared.",
          }),
          ledger_cents: centsSchema("The balance of these categories."),
          other_cents: centsSchema("The ledger minus the total: entries that follow no invoice."),
        },
        { title: "Receivables" },
      ),
    },
    errors: [],
    limits: [],
    examples: [{ title: "Today", path: "/receivables" }],
  }),
  listPaymentCandidates: operation({
    ...read,
    id: "listPaymentCandidates",
    path: "/invoices/{id}/candidates",
    tag: "Console",
    requires: [...VIEW, { area: "transactions", level: "view" }],
    summary: "Find transactions that could pay an invoice, or refund its credit",
    description:
      "Inflows of at most the amount due that pay nothing yet, from 60 days before the day of issue on: those of exactly the amount first, then those nearest to the due date. With `purpose=receive` also larger ones, which may pay other invoices too; with `purpose=refund` outflows, which may refund other invoices too. Empty if nothing can be paid or refunded.",
    concealment: "Another company's invoice is answered like an unknown one.",
    pathParams: { id: pathParam({ description: "The invoice's id, `inv_...`." }) },
    query: {
      purpose: wordParam(PURPOSES, { description: "What they are for. Default: `match`." }),
    },
    paging: { kind: "none" },
    success: {
      status: 200,
      description: "The transactions.",
      schema: exactly(
        {
          object: markerSchema("payment_candidates"),
          transactions: candidatesSchema,
        },
        { title: "PaymentCandidates" },
      ),
    },
    errors: [{ code: "resource_missing", when: "There is no such invoice." }],
    limits: ["payment_candidates"],
    examples: [{ title: "For an invoice", path: "/invoices/inv_example/candidates" }],
  }),
} as const;
