/** What the API promises about spreads (specification, "Other operations"; their shape is this project's). */
import Type from "typebox";
import { exactly, nullable, operation, READ_HINTS } from "../../../contract/operation.ts";
import { limitParam, opaqueParam, textParam } from "../../../contract/params.ts";
import {
  centsSchema,
  dateSchema,
  idSchema,
  markerSchema,
  pageSchema,
  timestampSchema,
} from "../../../contract/schemas.ts";

const spreadSchema = exactly(
  {
    id: idSchema("spread", "The spread's id."),
    object: markerSchema("spread"),
    transaction_id: idSchema("transaction", "The transaction whose amount, or part of it, is spread."),
    category_id: idSchema("category", "The category of each month's share."),
    department_id: nullable(idSchema("department", "The department of each month's share.")),
    amount_cents: centsSchema("The spread amount, signed like the transaction: money in is positive."),
    start_date: dateSchema("A day of the first month."),
    end_date: dateSchema("A day of the last month."),
    months: Type.Integer({
      minimum: 1,
      description:
        "The number of months. Each month gets an equal share, booked on its last day; the last month gets the remainder.",
    }),
    remaining_cents: centsSchema("The part not yet recognized, today."),
    created: timestampSchema("When it was created."),
  },
  { title: "Spread" },
);

export const schedulesContract = {
  listSpreads: operation({
    id: "listSpreads",
    method: "GET",
    path: "/spreads",
    tag: "Transactions",
    summary: "List the spreads",
    description:
      "Amounts spread over several months, such as a year's insurance, in the order in which they were created. The part not yet recognized is held on a balance sheet category.",
    since: "1.0",
    requires: [{ area: "transactions", level: "view" }],
    pathParams: {},
    query: {
      transaction_id: textParam({ description: "Only spreads of this transaction." }),
      limit: limitParam(),
      starting_after: opaqueParam({
        description: "The previous page's `next_cursor`, with the same filter.",
      }),
    },
    unknownQuery: "ignored",
    body: { mode: "ignored" },
    paging: { kind: "cursor", badCursor: "resource_missing" },
    idempotency: "A read; repeat it freely.",
    success: { status: 200, description: "A page of spreads.", schema: pageSchema("/spreads", spreadSchema) },
    errors: [{ code: "resource_missing", when: "The cursor is unknown or filtered out." }],
    limits: ["page_size_default", "page_size_max"],
    hints: READ_HINTS,
    examples: [{ title: "The spreads", path: "/spreads" }],
  }),
} as const;
