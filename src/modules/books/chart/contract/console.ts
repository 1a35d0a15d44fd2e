/** What only the web console asks of the chart: its categories with their roles, and changes of both trees. */
import Type from "typebox";
import { exactly, nullable, operation, READ_HINTS } from "../../../../contract/operation.ts";
import { pathParam } from "../../../../contract/params.ts";
import { membersOf } from "../../../../contract/record.ts";
import { markerSchema } from "../../../../contract/schemas.ts";
import { ACCOUNT_TYPES, BALANCE_CLASSES, CASH_FLOW_ROLES, CASH_PAID_FOR } from "@daybook/words/ledger-words";
import { NAME_PATTERN } from "@daybook/words/names";
import { CATEGORIES } from "../record.ts";
import { departmentSchema, position } from "./index.ts";

export const chartCategorySchema = exactly(
  {
    ...membersOf(CATEGORIES, "id"),
    object: markerSchema("chart_category"),
    ...membersOf(CATEGORIES, "name", "account_type", "cash_flow", "role"),
    tier: Type.Integer({ minimum: 1, maximum: 3, description: CATEGORIES.columns.tier.description }),
    position,
    ...membersOf(CATEGORIES, "parent_id", "active", "balance_class", "cash_paid_for", "created", "merged"),
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
const chartSchema = exactly(
  {
    object: markerSchema("chart"),
    categories: Type.Array(chartCategorySchema, { description: "Every category." }),
  },
  { title: "Chart" },
);
const sibling = (side: "before" | "after") =>
  Type.Optional(Type.String({ description: `The sibling ${side} which it shall stand.` }));
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
      schema: chartSchema,
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
    summary: "Rename a category, change its place on statements, or make it inactive",
    description:
      "Changes the name, the section of the cash flow statement, and whether the category is active. Nothing new can be put on an inactive one; what has it keeps it, and statements show it. The answer names the statements and months that change.",
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
          balance_class: Type.Optional(
            Type.Enum([...BALANCE_CLASSES, "none"], {
              description:
                "Its class on the balance sheet of exports, also of the categories below it; `fixed` is property and equipment. With `none` its name and its section of the cash flow statement decide.",
            }),
          ),
          cash_paid_for: Type.Optional(
            Type.Enum([...CASH_PAID_FOR, "none"], {
              description:
                "What its payments are for, of a cost and of what is owed of it; exports of the cash flow statement disclose what was paid. `none` removes it.",
            }),
          ),
          active: Type.Optional(
            Type.Boolean({
              description:
                "False makes it inactive, which needs that nothing will still post on it: the service itself, rules, schedules, invoices, and money in banks or on cards.",
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
        params: ["id", "name", "cash_flow", "balance_class", "cash_paid_for", "active", "preview"],
        when: "A value is invalid, the category can't have this section, something will still post on a category that is to be inactive, or statements of closed books would change.",
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
    description:
      "Moves a category with all below it under another parent, after its siblings, or next to one of them. Statements, exports and the chart show siblings in this order.",
    pathParams: one,
    body: {
      mode: "json",
      schema: exactly(
        {
          parent: Type.Optional(
            nullable(
              Type.String({
                description:
                  "The new parent; null for the top of the chart. Default: that of the sibling, one of which is needed.",
              }),
            ),
          ),
          before: sibling("before"),
          after: sibling("after"),
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
        params: ["id", "parent", "before", "after", "preview"],
        when: "The category can't stand there, or statements of closed books would change.",
      },
      { code: "parameter_missing", params: ["parent"], when: "Neither a parent nor a sibling is given." },
      NO_CATEGORY,
      NO_PARENT,
      { code: "resource_missing", params: ["before", "after"], when: "There is no such sibling." },
    ],
    examples: [
      { title: "To the top", path: "/chart/categories/cat_hosting/move", body: { parent: null } },
      {
        title: "Before another one",
        path: "/chart/categories/cat_travel/move",
        body: { before: "cat_software" },
      },
    ],
  }),
  orderCategories: operation({
    ...write,
    id: "orderCategories",
    method: "POST",
    path: "/chart/order",
    summary: "Order categories by type and name",
    description:
      "Puts the categories below a parent, or those of the whole chart, into the order of their types and names. Numbers in names are ordered by their value, so names that begin with numbers are in the order of these.",
    pathParams: {},
    body: {
      mode: "json",
      schema: exactly(
        {
          parent: Type.Optional(
            nullable(
              Type.String({
                description: "The parent; null for the top of the chart. Default: the whole chart.",
              }),
            ),
          ),
        },
        { title: "CategoryOrder" },
      ),
    },
    idempotencyKey: "unused",
    idempotency: "Safe to repeat: categories in this order stay where they are.",
    hints: { readOnly: false, destructive: false, idempotent: true },
    success: { status: 200, description: "The chart as it is now.", schema: chartSchema },
    errors: [{ code: "invalid_request", params: ["parent"], when: "A value is invalid." }, NO_PARENT],
    examples: [{ title: "The whole chart", path: "/chart/order", body: {} }],
  }),
  mergeCategory: operation({
    ...write,
    id: "mergeCategory",
    method: "POST",
    path: "/chart/categories/{id}/merge",
    summary: "Merge a category into another",
    description:
      "Moves all entries of a category, and all that names it, to another one of the same type, side and sections, and removes it. Later imports and formulas that name it mean the other one. The answer names the statements and months that change.",
    pathParams: one,
    body: {
      mode: "json",
      schema: exactly(
        { into: Type.String({ description: "The category that stays." }), preview },
        { title: "CategoryMerge" },
      ),
    },
    idempotencyKey: "unused",
    idempotency: "A category that was merged is unknown from then on.",
    hints: { readOnly: false, destructive: true, idempotent: true },
    success: { status: 200, description: "The category that stays.", schema: changeSchema },
    errors: [
      {
        code: "invalid_request",
        params: ["id", "into", "preview"],
        when: "Statements show the two in different places, one of them has to stay, or statements of closed books would change.",
      },
      { code: "parameter_missing", params: ["into"], when: "`into` is absent." },
      NO_CATEGORY,
      { code: "resource_missing", params: ["into"], when: "There is no category to merge into." },
    ],
    examples: [],
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
