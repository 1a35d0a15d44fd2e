/** The API of the chart: categories and departments (specification, "Category", "Department"). */
import Type from "typebox";
import { exactly, nullable, operation, READ_HINTS } from "../../../contract/operation.ts";
import { pathParam } from "../../../contract/params.ts";
import { membersOf } from "../../../contract/record.ts";
import { markerSchema, wholeListSchema } from "../../../contract/schemas.ts";
import { ACCOUNT_TYPES, CASH_FLOW_ROLES } from "../../../core/ledger-words.ts";
import { NAME_PATTERN } from "../../../core/names.ts";
import { CATEGORIES, DEPARTMENTS } from "./record.ts";

/** The position without the maximum that the bundle has, because responses state no maximum. */
const position = Type.Integer({ minimum: 0, description: CATEGORIES.columns.position.description });

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

export const chartCategorySchema = exactly(
  {
    ...membersOf(CATEGORIES, "id"),
    object: markerSchema("chart_category"),
    ...membersOf(CATEGORIES, "name", "account_type", "cash_flow", "role"),
    tier: Type.Integer({ minimum: 1, maximum: 3, description: CATEGORIES.columns.tier.description }),
    position,
    ...membersOf(CATEGORIES, "parent_id"),
  },
  { title: "ChartCategory" },
);

const changeSchema = exactly(
  {
    object: markerSchema("chart_change"),
    category: chartCategorySchema,
    statements: Type.Array(Type.Enum(["balance_sheet", "income_statement", "cash_flow"]), {
      description:
        "The statements whose amounts or lines change; empty without entries, and if only a name changes.",
    }),
    first_month: nullable(
      Type.String({ description: "The first month with entries that are shown otherwise." }),
    ),
    last_month: nullable(Type.String({ description: "The last such month." })),
    preview: Type.Boolean({ description: "True if nothing was written." }),
  },
  { title: "ChartChange" },
);

const name = Type.String({ pattern: NAME_PATTERN, description: "A name, on one line." });
const preview = Type.Optional(
  Type.Boolean({ description: "True to check the change and say what it changes, without writing it." }),
);

const console_ = {
  tag: "Console",
  since: "1.0",
  query: {},
  unknownQuery: "ignored",
  paging: { kind: "none" },
} as const;
const write = {
  ...console_,
  requires: [{ area: "accounting_setup", level: "manage" }],
  concealment: "Another company's category is answered like an unknown one.",
  limits: ["category_tiers", "categories"],
} as const;
const one = { id: pathParam({ description: "The category's id, `cat_...`." }) };
const NO_CATEGORY = {
  code: "resource_missing",
  params: ["id"],
  when: "There is no such category.",
} as const;
const NO_PARENT = {
  code: "resource_missing",
  params: ["parent"],
  when: "There is no such parent.",
} as const;

const writeDepartment = {
  ...write,
  concealment: "Another company's department is answered like an unknown one.",
  limits: ["department_tiers", "departments"],
  examples: [],
} as const;
const oneDepartment = { id: pathParam({ description: "The department's id, `dept_...`." }) };
const NO_DEPARTMENT = {
  code: "resource_missing",
  params: ["id"],
  when: "There is no such department.",
} as const;

const departmentChangeSchema = exactly(
  {
    object: markerSchema("department_change"),
    department: departmentSchema,
    closed: Type.Array(Type.String(), {
      description: "Names of departments that can't be assigned any more.",
    }),
    rules: Type.Array(Type.String(), {
      description: "Names of the rules that assign one of these, and therefore assign nothing any more.",
    }),
    first_month: nullable(
      Type.String({ description: "The first month whose income statement by department changes." }),
    ),
    last_month: nullable(Type.String({ description: "The last such month." })),
    preview: Type.Boolean({ description: "True if nothing was written." }),
  },
  { title: "DepartmentChange" },
);

/** What only the web console asks of the chart. */
export const chartConsoleContract = {
  getChart: operation({
    ...console_,
    id: "getChart",
    method: "GET",
    path: "/chart",
    summary: "Read the chart with its roles",
    description:
      "All categories, ordered by tier, then position, then name, with their sections of the cash flow statement and the service's uses of them.",
    requires: [{ area: "accounting_setup", level: "view" }],
    pathParams: {},
    body: { mode: "ignored" },
    idempotency: "A read; repeat it freely.",
    hints: READ_HINTS,
    success: {
      status: 200,
      description: "The chart.",
      schema: exactly(
        {
          object: markerSchema("chart"),
          categories: Type.Array(chartCategorySchema, { description: "Every category." }),
        },
        { title: "Chart" },
      ),
    },
    errors: [],
    limits: ["category_tiers", "categories"],
    examples: [{ title: "The chart", path: "/chart" }],
  }),
  addCategory: operation({
    ...write,
    id: "addCategory",
    method: "POST",
    path: "/chart/categories",
    summary: "Add a category",
    description: "Adds a category after its siblings.",
    pathParams: {},
    body: {
      mode: "json",
      schema: exactly(
        {
          name,
          account_type: Type.Enum([...ACCOUNT_TYPES], { description: "Its type, that of its parent." }),
          cash_flow: Type.Optional(
            nullable(
              Type.Enum([...CASH_FLOW_ROLES], {
                description:
                  "Its section of the cash flow statement. Default: that of the parent, or working capital on the balance sheet.",
              }),
            ),
          ),
          parent: Type.Optional(nullable(Type.String({ description: "Its parent. Default: none." }))),
        },
        { title: "NewCategory" },
      ),
    },
    idempotency: "Each request adds a category, unless it sends an `Idempotency-Key`.",
    hints: { readOnly: false, destructive: false, idempotent: false },
    success: { status: 201, description: "The category.", schema: changeSchema },
    errors: [
      {
        code: "invalid_request",
        params: ["name", "account_type", "cash_flow", "parent"],
        when: "A value is invalid, the category can't stand there, or the chart is full.",
      },
      { code: "parameter_missing", params: ["name", "account_type"], when: "A required field is absent." },
      NO_PARENT,
    ],
    examples: [
      {
        title: "A category of expenses",
        path: "/chart/categories",
        body: { name: "Podcasts", account_type: "expense" },
      },
    ],
  }),
  changeCategory: operation({
    ...write,
    id: "changeCategory",
    method: "PATCH",
    path: "/chart/categories/{id}",
    summary: "Rename a category or change its section of the cash flow statement",
    description:
      "Changes the name, the section of the cash flow statement, or both. The answer names the statements and months that change.",
    pathParams: one,
    body: {
      mode: "json",
      schema: exactly(
        {
          name: Type.Optional(name),
          cash_flow: Type.Optional(
            Type.Enum([...CASH_FLOW_ROLES, "none"], {
              description: "Its section of the cash flow statement; `none` removes it.",
            }),
          ),
          preview,
        },
        { title: "CategoryEdit" },
      ),
    },
    idempotency: "Safe to repeat: a category that is so already stays as it is.",
    hints: { readOnly: false, destructive: false, idempotent: true },
    success: { status: 200, description: "The category as it is now.", schema: changeSchema },
    errors: [
      {
        code: "invalid_request",
        params: ["id", "name", "cash_flow", "preview"],
        when: "A value is invalid, the category can't have this section, or statements of closed books would change.",
      },
      NO_CATEGORY,
    ],
    examples: [{ title: "Rename it", path: "/chart/categories/cat_hosting", body: { name: "Servers" } }],
  }),
  moveCategory: operation({
    ...write,
    id: "moveCategory",
    method: "POST",
    path: "/chart/categories/{id}/move",
    summary: "Move a category",
    description: "Moves a category with all below it under another parent, after its siblings.",
    pathParams: one,
    body: {
      mode: "json",
      schema: exactly(
        {
          parent: nullable(Type.String({ description: "The new parent; null for the top of the chart." })),
          preview,
        },
        { title: "CategoryMove" },
      ),
    },
    idempotencyKey: "unused",
    idempotency: "Safe to repeat: a category that stands there already stays where it is.",
    hints: { readOnly: false, destructive: false, idempotent: true },
    success: { status: 200, description: "The category as it is now.", schema: changeSchema },
    errors: [
      {
        code: "invalid_request",
        params: ["id", "parent", "preview"],
        when: "The category can't stand below this parent, or statements of closed books would change.",
      },
      { code: "parameter_missing", params: ["parent"], when: "`parent` is absent." },
      NO_CATEGORY,
      NO_PARENT,
    ],
    examples: [{ title: "To the top", path: "/chart/categories/cat_hosting/move", body: { parent: null } }],
  }),
  addDepartment: operation({
    ...writeDepartment,
    id: "addDepartment",
    method: "POST",
    path: "/chart/departments",
    summary: "Add a department",
    description: "Adds a department after its siblings. A parent that could be assigned can't be any more.",
    pathParams: {},
    body: {
      mode: "json",
      schema: exactly(
        {
          name,
          parent: Type.Optional(nullable(Type.String({ description: "Its parent. Default: none." }))),
          preview,
        },
        { title: "NewDepartment" },
      ),
    },
    idempotency: "Each request adds a department, unless it sends an `Idempotency-Key`.",
    hints: { readOnly: false, destructive: false, idempotent: false },
    success: { status: 201, description: "The department.", schema: departmentChangeSchema },
    errors: [
      {
        code: "invalid_request",
        params: ["name", "parent", "preview"],
        when: "A value is invalid, or there would be too many departments or tiers.",
      },
      { code: "parameter_missing", params: ["name"], when: "`name` is absent." },
      NO_PARENT,
    ],
    examples: [{ title: "A department", path: "/chart/departments", body: { name: "Research" } }],
  }),
  changeDepartment: operation({
    ...writeDepartment,
    id: "changeDepartment",
    method: "PATCH",
    path: "/chart/departments/{id}",
    summary: "Rename a department, or open or close it",
    description:
      "Changes the name, whether the department can be assigned, or both. A closed department keeps its entries.",
    pathParams: oneDepartment,
    body: {
      mode: "json",
      schema: exactly(
        {
          name: Type.Optional(name),
          assignable: Type.Optional(
            Type.Boolean({
              description: "True if it can be assigned, which needs that no departments are below it.",
            }),
          ),
          preview,
        },
        { title: "DepartmentEdit" },
      ),
    },
    idempotency: "Safe to repeat: a department that is so already stays as it is.",
    hints: { readOnly: false, destructive: false, idempotent: true },
    success: { status: 200, description: "The department as it is now.", schema: departmentChangeSchema },
    errors: [
      { code: "invalid_request", params: ["name", "assignable", "preview"], when: "A value is invalid." },
      NO_DEPARTMENT,
    ],
    examples: [{ title: "Rename it", path: "/chart/departments/dept_product", body: { name: "Products" } }],
  }),
  moveDepartment: operation({
    ...writeDepartment,
    id: "moveDepartment",
    method: "POST",
    path: "/chart/departments/{id}/move",
    summary: "Move a department",
    description: "Moves a department with all below it under another parent, after its siblings.",
    pathParams: oneDepartment,
    body: {
      mode: "json",
      schema: exactly(
        {
          parent: nullable(Type.String({ description: "The new parent; null for the top." })),
          preview,
        },
        { title: "DepartmentMove" },
      ),
    },
    idempotencyKey: "unused",
    idempotency: "Safe to repeat: a department that stands there already stays where it is.",
    hints: { readOnly: false, destructive: false, idempotent: true },
    success: { status: 200, description: "The department as it is now.", schema: departmentChangeSchema },
    errors: [
      {
        code: "invalid_request",
        params: ["parent", "preview"],
        when: "The department can't stand below this parent.",
      },
      { code: "parameter_missing", params: ["parent"], when: "`parent` is absent." },
      NO_DEPARTMENT,
      NO_PARENT,
    ],
    examples: [{ title: "To the top", path: "/chart/departments/dept_product/move", body: { parent: null } }],
  }),
  deleteDepartment: operation({
    ...writeDepartment,
    id: "deleteDepartment",
    method: "POST",
    path: "/chart/departments/{id}/delete",
    summary: "Delete a department",
    description: "Deletes a department that no entry, transaction, rule or other department names.",
    pathParams: oneDepartment,
    body: { mode: "json", schema: exactly({ preview }, { title: "DepartmentDeletion" }) },
    idempotencyKey: "unused",
    idempotency: "A department that was deleted is unknown from then on.",
    hints: { readOnly: false, destructive: true, idempotent: true },
    success: {
      status: 200,
      description: "The department as it was.",
      schema: departmentChangeSchema,
    },
    errors: [
      {
        code: "invalid_request",
        params: ["id", "preview"],
        when: "Something names the department, or a value is invalid.",
      },
      NO_DEPARTMENT,
    ],
  }),
} as const;
