/** What the API promises about rules (specification, "Other operations"; their shape is this project's). */
import Type from "typebox";
import { BLANK_IS_MISSING, exactly, nullable, operation, READ_HINTS } from "../../../contract/operation.ts";
import { pathParam } from "../../../contract/params.ts";
import { membersOf } from "../../../contract/record.ts";
import { markerSchema, wholeListSchema } from "../../../contract/schemas.ts";
import { LIMITS } from "../../../core/limits.ts";
import { NAME_PATTERN } from "../../../core/names.ts";
import { RULES } from "./record.ts";
import { conditionsSchema } from "./rules.ts";

const positionSchema = Type.Integer({
  minimum: 1,
  maximum: LIMITS.rules.value,
  description:
    "Its place among the rules, which are asked from 1 on. The others make room; a place behind the last one is the last one.",
});

export const ruleSchema = exactly(
  {
    ...membersOf(RULES, "id"),
    object: markerSchema("rule"),
    ...membersOf(
      RULES,
      "name",
      "conditions",
      "category_id",
      "department_id",
      "active",
      "position",
      "job_id",
      "created",
      "updated",
    ),
  },
  { title: "Rule" },
);

const CATEGORY = "A category without children, on which no account's money is booked.";
const DEPARTMENT = "An assignable department.";
const name = Type.String({
  pattern: NAME_PATTERN,
  description: "A name, on one line.",
  [BLANK_IS_MISSING]: true,
});

const newRule = exactly(
  {
    name,
    conditions: conditionsSchema,
    category_id: Type.String({ description: CATEGORY }),
    department_id: Type.Optional(
      nullable(Type.String({ description: `${DEPARTMENT} Default: null, none.` })),
    ),
    active: Type.Optional(Type.Boolean({ description: "Default: true." })),
    position: Type.Optional(positionSchema),
    apply_to_existing_transactions: Type.Optional(
      Type.Boolean({
        description:
          "Whether it also gives to uncategorized transactions that are there already. Default: true, which needs `transactions: manage` too.",
      }),
    ),
  },
  { title: "NewRule" },
);

const changedRule = exactly(
  {
    name: Type.Optional(Type.String({ pattern: NAME_PATTERN, description: "A name, on one line." })),
    conditions: Type.Optional(conditionsSchema),
    category_id: Type.Optional(Type.String({ description: CATEGORY })),
    department_id: Type.Optional(nullable(Type.String({ description: `${DEPARTMENT} Null takes it away.` }))),
    active: Type.Optional(Type.Boolean({ description: "Whether it is asked." })),
    position: Type.Optional(positionSchema),
  },
  { title: "RuleChange" },
);

const VIEW = [{ area: "accounting_setup", level: "view" }] as const;
const MANAGE = [{ area: "accounting_setup", level: "manage" }] as const;
const ABSENT = "Another company's rule is as absent as an unknown one.";
const idParam = { id: pathParam({ description: "The rule's id, `rule_...`." }) };

const common = {
  tag: "Rules",
  since: "1.0",
  query: {},
  unknownQuery: "ignored",
  paging: { kind: "none" },
  limits: [],
  examples: [],
} as const;
const read = {
  ...common,
  method: "GET",
  requires: VIEW,
  body: { mode: "ignored" },
  idempotency: "A read; repeat it freely.",
  hints: READ_HINTS,
} as const;

export const rulesContract = {
  listRules: operation({
    ...read,
    id: "listRules",
    path: "/rules",
    summary: "List the rules",
    description: "All rules, in the order in which they are asked.",
    pathParams: {},
    paging: { kind: "whole" },
    success: { status: 200, description: "The rules.", schema: wholeListSchema("/rules", ruleSchema) },
    errors: [],
    limits: ["rules"],
    examples: [{ title: "The rules", path: "/rules" }],
  }),
  createRule: operation({
    ...common,
    id: "createRule",
    method: "POST",
    path: "/rules",
    summary: "Create a rule",
    description:
      "Makes a rule that gives transactions a category, and perhaps a department, as they come in. Unless `apply_to_existing_transactions` is false, it also goes through the uncategorized transactions that are there, behind the answer: `job_id` names the job. Only those that it is the first active rule to fit are given anything, and what a person has categorized stays as it is.",
    concealment: "Another company's category, department or account is as absent as an unknown one.",
    requires: MANAGE,
    guards: ["transactions_manage_when_applied_to_existing_transactions"],
    pathParams: {},
    body: { mode: "json", schema: newRule },
    idempotency: "Each request makes a rule.",
    success: { status: 201, description: "The rule.", schema: ruleSchema },
    errors: [
      {
        code: "parameter_missing",
        params: ["name", "conditions", "category_id"],
        when: "A required field is absent or blank.",
      },
      {
        code: "invalid_request",
        params: [
          "name",
          "conditions",
          "category_id",
          "department_id",
          "active",
          "position",
          "apply_to_existing_transactions",
        ],
        when: "A value is not valid; without `param`: the company has as many rules as it may have.",
      },
      {
        code: "resource_missing",
        params: ["category_id", "department_id", "conditions"],
        when: "The category or department can't be given, or a condition names an account that is not there.",
      },
      {
        code: "insufficient_permission",
        when: "It is to be applied to existing transactions, and the owner of the key lacks `transactions: manage`.",
      },
    ],
    limits: ["rules", "rule_conditions", "job_batch"],
    hints: { readOnly: false, destructive: false, idempotent: false },
    examples: [
      {
        title: "What a host is paid",
        path: "/rules",
        body: {
          name: "Hosting",
          conditions: [
            { field: "merchant_name", operator: "contains", value: "cloud" },
            { field: "amount_cents", operator: "less_than", value: 0 },
          ],
          category_id: "cat_hosting",
        },
      },
    ],
  }),
  getRule: operation({
    ...read,
    id: "getRule",
    path: "/rules/{id}",
    summary: "Read one rule",
    description: "One rule, directly.",
    concealment: ABSENT,
    pathParams: idParam,
    success: { status: 200, description: "The rule.", schema: ruleSchema },
    errors: [{ code: "resource_missing", when: "There is no such rule." }],
    examples: [{ title: "A rule", path: "/rules/rule_example" }],
  }),
  changeRule: operation({
    ...common,
    id: "changeRule",
    method: "PATCH",
    path: "/rules/{id}",
    summary: "Change a rule",
    description:
      "Sets any of six fields, all of those that are given or none. It counts for what comes in from now on; transactions that are there stay as they are.",
    concealment: ABSENT,
    requires: MANAGE,
    pathParams: idParam,
    body: { mode: "json", schema: changedRule },
    idempotency: "Safe to repeat: what is so already changes nothing, and `updated` stays.",
    success: { status: 200, description: "The rule as it is now.", schema: ruleSchema },
    errors: [
      { code: "parameter_missing", when: "No field is given." },
      {
        code: "invalid_request",
        params: ["name", "conditions", "category_id", "department_id", "active", "position"],
        when: "A value is not valid.",
      },
      {
        code: "resource_missing",
        params: ["category_id", "department_id", "conditions"],
        when: "The category or department can't be given, or a condition names an account that is not there; without `param`: there is no such rule.",
      },
    ],
    limits: ["rules", "rule_conditions"],
    hints: { readOnly: false, destructive: false, idempotent: true },
    examples: [{ title: "Switch it off", path: "/rules/rule_example", body: { active: false } }],
  }),
  deleteRule: operation({
    ...common,
    id: "deleteRule",
    method: "DELETE",
    path: "/rules/{id}",
    summary: "Delete a rule",
    description:
      "Deletes a rule. Transactions that it categorized keep their category. A job that still applies it ends: its `status` becomes `failed`, and what it has not processed stays as it was.",
    concealment: "An id that the company does not have is answered as if its rule had been deleted already.",
    requires: [...MANAGE, { area: "transactions", level: "manage" }],
    pathParams: { id: pathParam({ description: "The rule's id, `rule_...`.", errors: [] }) },
    body: { mode: "none" },
    idempotency: "Safe to repeat: a rule that is not there is deleted.",
    success: { status: 204, description: "It is not there.", schema: Type.Null() },
    errors: [{ code: "invalid_request", when: "A body was sent." }],
    hints: { readOnly: false, destructive: true, idempotent: true },
    examples: [{ title: "Delete it", path: "/rules/rule_example" }],
  }),
} as const;
