/** The API of spreads (specification, "Other operations"; their shape is this project's). */
import Type from "typebox";
import { exactly, operation, READ_HINTS } from "../../../contract/operation.ts";
import { limitParam, opaqueParam, textParam } from "../../../contract/params.ts";
import { membersOf } from "../../../contract/record.ts";
import { centsSchema, markerSchema, pageSchema } from "../../../contract/schemas.ts";
import { SPREADS } from "./record.ts";

export const spreadSchema = exactly(
  {
    ...membersOf(SPREADS, "id"),
    object: markerSchema("spread"),
    ...membersOf(
      SPREADS,
      "transaction_id",
      "category_id",
      "department_id",
      "amount_cents",
      "start_date",
      "end_date",
    ),
    months: Type.Integer({
      minimum: 1,
      description:
        "The number of months. Each month gets an equal share, or one by its days, booked on its last day; the last month gets the remainder.",
    }),
    remaining_cents: centsSchema("The part not yet recognized, today."),
    ...membersOf(SPREADS, "created"),
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
