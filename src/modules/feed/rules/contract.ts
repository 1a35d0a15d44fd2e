/** The API of rules (specification, "Other operations"; their shape is this project's). */
import Type from "typebox";
import { BLANK_IS_MISSING, exactly, nullable, operation, READ_HINTS } from "../../../contract/operation.ts";
import { pathParam } from "../../../contract/params.ts";
import { membersOf } from "../../../contract/record.ts";
import { centsSchema, dateSchema, markerSchema, wholeListSchema } from "../../../contract/schemas.ts";
import { LIMITS } from "@daybook/words/limits";
import { NAME_PATTERN } from "@daybook/words/names";
import { RULES } from "./record.ts";
import { conditionsSchema } from "./rules.ts";

const positionSchema = Type.Integer({
  minimum: 1,
  maximum: LIMITS.rules.value,
  description:
    "Its position among the rules, which are tried from 1 up. The other rules shift; a position past the end means last.",
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

const CATEGORY =
  "A category without children that is not cash and not the balance sheet category of a bank or card account.";
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
          "Whether to apply it to existing uncategorized transactions too. Default: true, which needs `transactions: manage` too.",
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
    department_id: Type.Optional(nullable(Type.String({ description: `${DEPARTMENT} Null removes it.` }))),
    active: Type.Optional(Type.Boolean({ description: "Whether the rule is active." })),
    position: Type.Optional(positionSchema),
  },
  { title: "RuleChange" },
);

const VIEW = [{ area: "accounting_setup", level: "view" }] as const;
const MANAGE = [{ area: "accounting_setup", level: "manage" }] as const;
const ABSENT = "Another company's rule is answered like an unknown one.";
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
    description: "All rules, in the order in which they are tried.",
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
      "Creates a rule that assigns a category, and optionally a department, to incoming transactions. Unless `apply_to_existing_transactions` is false, a background job, `job_id`, also applies it to existing uncategorized transactions. It changes only transactions for which this is the first active rule that matches, and nothing that a person has categorized.",
    concealment: "Another company's category, department or account is answered like an unknown one.",
    requires: MANAGE,
    guards: ["transactions_manage_when_applied_to_existing_transactions"],
    pathParams: {},
    body: { mode: "json", schema: newRule },
    idempotency: "Each request creates a rule.",
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
        when: "A value is invalid; without `param`: the company has the largest allowed number of rules.",
      },
      {
        code: "resource_missing",
        params: ["category_id", "department_id", "conditions"],
        when: "The category or department can't be assigned, or a condition names an unknown account.",
      },
      {
        code: "insufficient_permission",
        when: "The rule applies to existing transactions, and the key's owner lacks `transactions: manage`.",
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
      "Sets any of six fields: all the given ones, or none. The change applies to transactions that come in from now on; existing ones stay unchanged.",
    concealment: ABSENT,
    requires: MANAGE,
    pathParams: idParam,
    body: { mode: "json", schema: changedRule },
    idempotency: "Safe to repeat: values that are already set change nothing, not even `updated`.",
    success: { status: 200, description: "The rule as it is now.", schema: ruleSchema },
    errors: [
      { code: "parameter_missing", when: "No field is given." },
      {
        code: "invalid_request",
        params: ["name", "conditions", "category_id", "department_id", "active", "position"],
        when: "A value is invalid.",
      },
      {
        code: "resource_missing",
        params: ["category_id", "department_id", "conditions"],
        when: "The category or department can't be assigned, or a condition names an unknown account; without `param`: there is no such rule.",
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
      "Deletes a rule. Transactions that it categorized keep their category. A job that is still applying it ends with `status` `failed`; transactions that it has not processed stay unchanged.",
    concealment: "An unknown id is answered like a rule that was already deleted.",
    requires: [...MANAGE, { area: "transactions", level: "manage" }],
    pathParams: { id: pathParam({ description: "The rule's id, `rule_...`.", errors: [] }) },
    body: { mode: "none" },
    idempotency: "Safe to repeat: deleting a missing rule changes nothing.",
    success: { status: 204, description: "The rule is deleted, or never existed.", schema: Type.Null() },
    errors: [{ code: "invalid_request", when: "A body was sent." }],
    hints: { readOnly: false, destructive: true, idempotent: true },
    examples: [{ title: "Delete it", path: "/rules/rule_example" }],
  }),
} as const;

const trialSchema = exactly(
  {
    object: markerSchema("rule_trial"),
    examined: Type.Integer({
      minimum: 0,
      description: "The number of the latest transactions that were tried.",
    }),
    is_whole: Type.Boolean({ description: "Whether these are all transactions that a rule can match." }),
    matches: Type.Integer({ minimum: 0, description: "Those that meet the conditions." }),
    uncategorized: Type.Integer({ minimum: 0, description: "Matches that have no category yet." }),
    agreeing: Type.Integer({ minimum: 0, description: "Matches that have the category already." }),
    others: Type.Array(
      exactly(
        {
          category_id: Type.String({ description: "A category that matches have now." }),
          category_name: Type.String({ description: "Its name." }),
          matches: Type.Integer({ minimum: 1, description: "The number of matches that have it." }),
        },
        { title: "RuleTrialCategory" },
      ),
      { description: "Matches with another category, which the rule would have given its own. Most first." },
    ),
    samples: Type.Array(
      exactly(
        {
          id: Type.String({ description: "The transaction's id." }),
          date: dateSchema("Its date."),
          description: Type.String({ description: "The bank's description." }),
          merchant_name: nullable(Type.String({ description: "Merchant or counterparty." })),
          amount_cents: centsSchema("Money in is positive, money out negative."),
          category_name: nullable(Type.String({ description: "Name of its category now." })),
        },
        { title: "RuleTrialSample" },
      ),
      { description: "The latest matches." },
    ),
  },
  { title: "RuleTrial" },
);

/** What only the web console asks of rules. */
export const rulesConsoleContract = {
  tryRule: operation({
    ...common,
    id: "tryRule",
    method: "POST",
    path: "/rules/try",
    tag: "Console",
    summary: "Try a rule on the past",
    description:
      "Counts the latest transactions that meet conditions, and what their categories are. Changes nothing.",
    concealment: "Another company's account is answered like an unknown one.",
    requires: [...VIEW, { area: "transactions", level: "view" }],
    pathParams: {},
    body: {
      mode: "json",
      schema: exactly(
        { conditions: conditionsSchema, category_id: Type.String({ description: CATEGORY }) },
        { title: "NewRuleTrial" },
      ),
    },
    idempotency: "A read; repeat it freely.",
    idempotencyKey: "unused",
    success: { status: 200, description: "What the rule would have done.", schema: trialSchema },
    errors: [
      {
        code: "parameter_missing",
        params: ["conditions", "category_id"],
        when: "A required field is absent.",
      },
      { code: "invalid_request", params: ["conditions", "category_id"], when: "A value is invalid." },
    ],
    limits: ["rule_conditions"],
    hints: READ_HINTS,
  }),
  applyRule: operation({
    ...common,
    id: "applyRule",
    method: "POST",
    path: "/rules/{id}/apply",
    tag: "Console",
    summary: "Apply a rule to the past",
    description:
      "A background job, `job_id`, applies the rule to existing uncategorized transactions, as for a new rule. A former job of the same rule that has not ended is ended.",
    concealment: ABSENT,
    requires: [...MANAGE, { area: "transactions", level: "manage" }],
    pathParams: idParam,
    body: { mode: "none" },
    idempotency: "Each request makes a job; transactions that were categorized stay as they are.",
    success: { status: 200, description: "The rule with its job.", schema: ruleSchema },
    errors: [
      { code: "resource_missing", when: "There is no such rule." },
      {
        code: "invalid_request",
        when: "A body was sent, the rule is not active, or the company has too many unfinished jobs.",
      },
    ],
    limits: ["job_batch", "open_jobs"],
    hints: { readOnly: false, destructive: false, idempotent: false },
  }),
} as const;
