/** What only the web console asks of bills: finding them, payables by age, and what could pay one. */
import { AGES, INVOICE_STATUSES } from "@daybook/words/feed-words";
import Type from "typebox";
import { CONSOLE_API_ROOT, exactly, operation } from "../../../../contract/operation.ts";
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
import { billSchema, readBills, VIEW_BILLS } from "./bills.ts";
import { agesSchema, candidatesSchema, PURPOSES } from "./console.ts";

/** What only the web console asks of bills. */
export const billsConsoleContract = {
  findBills: operation({
    ...readBills,
    id: "findBills",
    path: "/bills",
    tag: "Console",
    summary: "Find bills",
    description:
      "The bills that meet all given conditions, by date, the latest first. In texts the case of the letters A to Z does not matter.",
    concealment: "A cursor from another company is answered like an unknown one.",
    pathParams: {},
    query: {
      text: textParam({ description: "A part of the number, the vendor's number or the vendor's name." }),
      vendor_name: textParam({ description: "Only bills of exactly this vendor." }),
      total_cents: centsParam({ description: "The total, in cents." }),
      status: wordParam(INVOICE_STATUSES, { description: "Only bills of this status." }),
      start_date: dateParam({ description: "Only bills dated on or after this day.", code: "invalid_date" }),
      end_date: dateParam({ description: "Only bills dated on or before this day.", code: "invalid_date" }),
      limit: limitParam(),
      starting_after: opaqueParam({ description: "The previous page's `next_cursor`." }),
    },
    paging: { kind: "cursor", badCursor: "resource_missing" },
    success: {
      status: 200,
      description: "A page of bills.",
      schema: pageSchema(`${CONSOLE_API_ROOT}/bills`, billSchema),
    },
    errors: [
      { code: "invalid_date_range", params: ["start_date"], when: "The start is after the end." },
      { code: "resource_missing", when: "The cursor is unknown." },
    ],
    limits: ["page_size_default", "page_size_max"],
    examples: [],
  }),
  getPayables: operation({
    ...readBills,
    id: "getPayables",
    path: "/payables",
    tag: "Console",
    summary: "Read payables by age",
    description:
      "What is owed to each vendor at the end of a day, by the days since it was due, beside the balance of the payables in the ledger.",
    pathParams: {},
    query: { date: dateParam({ description: "The day. Default: today.", code: "invalid_date" }) },
    paging: { kind: "none" },
    success: {
      status: 200,
      description: "The payables.",
      schema: exactly(
        {
          object: markerSchema("payables"),
          date: dateSchema("The day."),
          vendors: Type.Array(
            exactly(
              {
                vendor_name: Type.String({ description: "The vendor." }),
                ages: agesSchema,
                total_cents: centsSchema("The sum of the ages."),
                bills: Type.Array(
                  exactly({
                    id: idSchema("bill", "The bill."),
                    number: Type.String({ description: "Its number." }),
                    due_date: dateSchema("The day on which it is due."),
                    due_cents: centsSchema("What is due of it; negative for a credit that the vendor owes."),
                    age: Type.Enum([...AGES], { description: "The age that it counts in." }),
                  }),
                  { description: "Its bills with an amount due." },
                ),
              },
              { title: "VendorPayables" },
            ),
            { description: "The vendors." },
          ),
          ages: agesSchema,
          total_cents: centsSchema("The sum of all vendors."),
          overdue_count: Type.Integer({ minimum: 0, description: "The number of bills past due." }),
          overdue_cents: centsSchema("What is due of them."),
          category_ids: Type.Array(Type.String(), {
            description: "The categories of payables; none if nothing could be compared.",
          }),
          ledger_cents: centsSchema("The balance of these categories, positive where money is owed."),
          other_cents: centsSchema("The ledger minus the total: entries that follow no bill."),
        },
        { title: "Payables" },
      ),
    },
    errors: [],
    limits: [],
    examples: [{ title: "Today", path: "/payables" }],
  }),
  listBillCandidates: operation({
    ...readBills,
    id: "listBillCandidates",
    path: "/bills/{id}/candidates",
    tag: "Console",
    requires: [...VIEW_BILLS, { area: "transactions", level: "view" }],
    summary: "Find transactions that could pay a bill, or be a refund of its vendor",
    description:
      "Outflows of at most the amount due that pay nothing yet, from 60 days before the date of the bill on: those of exactly the amount first, then those nearest to the due date. With `purpose=receive` also larger ones, which may pay other bills too; with `purpose=refund` inflows, which may be refunds of other bills too. Empty if nothing can be paid or refunded.",
    concealment: "Another company's bill is answered like an unknown one.",
    pathParams: { id: pathParam({ description: "The bill's id, `bill_...`." }) },
    query: {
      purpose: wordParam(PURPOSES, { description: "What they are for. Default: `match`." }),
    },
    paging: { kind: "none" },
    success: {
      status: 200,
      description: "The transactions.",
      schema: exactly(
        {
          object: markerSchema("bill_candidates"),
          transactions: candidatesSchema,
        },
        { title: "BillCandidates" },
      ),
    },
    errors: [{ code: "resource_missing", when: "There is no such bill." }],
    limits: ["payment_candidates"],
    examples: [{ title: "For a bill", path: "/bills/{createBill}/candidates" }],
  }),
} as const;
