/** The API of the chart: categories and departments (specification, "Category", "Department"). */
import Type from "typebox";
import { exactly, operation, READ_HINTS } from "../../../../contract/operation.ts";
import { membersOf } from "../../../../contract/record.ts";
import { markerSchema, wholeListSchema } from "../../../../contract/schemas.ts";
import { CATEGORIES, DEPARTMENTS } from "../record.ts";

/** The position without the maximum that the bundle has, because responses state no maximum. */
export const position = Type.Integer({ minimum: 0, description: CATEGORIES.columns.position.description });

export const categorySchema = exactly({
  ...membersOf(CATEGORIES, "id"),
  object: markerSchema("category"),
  ...membersOf(CATEGORIES, "name", "account_type"),
  point_in_time: Type.Boolean({
    description: "True when its totals are cumulative balances rather than the activity of a period.",
  }),
  ...membersOf(CATEGORIES, "tier"),
  position,
  ...membersOf(CATEGORIES, "parent_id", "created"),
  inactive: Type.Optional(
    Type.Literal(true, {
      description: "True if nothing new can be put on it; left out for all others.",
    }),
  ),
});

export const departmentSchema = exactly({
  ...membersOf(DEPARTMENTS, "id"),
  object: markerSchema("department"),
  ...membersOf(DEPARTMENTS, "name", "tier"),
  position,
  ...membersOf(DEPARTMENTS, "parent_id", "assignable", "created"),
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
    tagged: true,
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
    tagged: true,
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
