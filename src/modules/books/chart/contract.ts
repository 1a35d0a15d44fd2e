/**
 * What the API promises about the chart: categories and departments (specification, "Category",
 * "Department").
 */
import Type from "typebox";
import { exactly, nullable, operation, READ_HINTS } from "../../../contract/operation.ts";
import { idSchema, markerSchema, timestampSchema, wholeListSchema } from "../../../contract/schemas.ts";
import { ACCOUNT_TYPES } from "../../../core/ledger-words.ts";

const categorySchema = exactly({
  id: idSchema("category", "The category's id, the same in reports, journal entries and transactions."),
  object: markerSchema("category"),
  name: Type.String({ description: "Its name." }),
  account_type: Type.Enum([...ACCOUNT_TYPES], {
    description: "Determines the category's statement and the sign of its totals.",
  }),
  point_in_time: Type.Boolean({
    description: "True when its totals are cumulative balances rather than the activity of a period.",
  }),
  tier: Type.Integer({ minimum: 1, maximum: 3, description: "Depth in the tree, 1 at the root." }),
  position: Type.Integer({ minimum: 0, description: "Order among the children of one parent." }),
  parent_id: nullable(idSchema("category", "Its parent; null at the root.")),
  created: timestampSchema("When it was created."),
});

const departmentSchema = exactly({
  id: idSchema("department", "The department's id."),
  object: markerSchema("department"),
  name: Type.String({ description: "Its name." }),
  tier: Type.Integer({ minimum: 1, maximum: 4, description: "Depth in the tree, 1 at the top." }),
  position: Type.Integer({ minimum: 0, description: "Order among the children of one parent." }),
  parent_id: nullable(idSchema("department", "Its parent; null at the top.")),
  assignable: Type.Boolean({
    description: "Whether it may be assigned; true only for a department without children.",
  }),
  created: timestampSchema("When it was created."),
});

export const chartContract = {
  listCategories: operation({
    id: "listCategories",
    method: "GET",
    path: "/categories",
    tag: "Chart",
    summary: "List all categories",
    description: "The whole chart of categories, ordered by tier, then position, then name. Not paginated.",
    since: "1.0",
    requires: [{ area: "accounting_setup", level: "view" }],
    pathParams: {},
    query: {},
    unknownQuery: "ignored",
    body: { mode: "ignored" },
    paging: { kind: "whole" },
    idempotency: "A read; repeat it freely.",
    success: {
      status: 200,
      description: "Every category.",
      schema: wholeListSchema("/categories", categorySchema),
    },
    errors: [],
    limits: ["category_tiers"],
    hints: READ_HINTS,
    examples: [{ title: "The chart", path: "/categories" }],
  }),
  listDepartments: operation({
    id: "listDepartments",
    method: "GET",
    path: "/departments",
    tag: "Chart",
    summary: "List all departments",
    description:
      "The whole tree of departments in display order: each department is followed by its children. Not paginated.",
    since: "1.0",
    requires: [{ area: "accounting_setup", level: "view" }],
    pathParams: {},
    query: {},
    unknownQuery: "ignored",
    body: { mode: "ignored" },
    paging: { kind: "whole" },
    idempotency: "A read; repeat it freely.",
    success: {
      status: 200,
      description: "Every department.",
      schema: wholeListSchema("/departments", departmentSchema),
    },
    errors: [],
    limits: ["department_tiers"],
    hints: READ_HINTS,
    examples: [{ title: "The departments", path: "/departments" }],
  }),
} as const;
