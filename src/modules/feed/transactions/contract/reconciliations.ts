/**
 * What only the web console and the command line ask of reconciliations: begin one with a statement, mark the
 * lines that are on it, finish it, and reopen it.
 */
import Type from "typebox";
import { MOST_CENTS } from "@daybook/words/feed-words";
import { LIMITS } from "@daybook/words/limits";
import { NAME_PATTERN } from "@daybook/words/names";
import {
  BLANK_IS_MISSING,
  CONSOLE_API_ROOT,
  exactly,
  nullable,
  operation,
  READ_HINTS,
} from "../../../../contract/operation.ts";
import { flagParam, limitParam, opaqueParam, pathParam, textParam } from "../../../../contract/params.ts";
import { membersOf } from "../../../../contract/record.ts";
import {
  centsSchema,
  dateSchema,
  idSchema,
  markerSchema,
  pageSchema,
  wholeListSchema,
} from "../../../../contract/schemas.ts";
import { RECONCILIATIONS } from "../record.ts";

const members = membersOf(
  RECONCILIATIONS,
  "id",
  "account_id",
  "statement_date",
  "state",
  "created",
  "created_by",
  "finished_at",
  "finished_by",
);
const balances = {
  statement_balance_cents: centsSchema("The statement's balance. Money owed is negative."),
  opening_balance_cents: centsSchema("The balance of the statement before."),
};

const reconciliationSchema = exactly(
  { object: markerSchema("reconciliation"), ...members, ...balances },
  { title: "Reconciliation" },
);

const lineMembers = {
  id: idSchema("transaction", "The transaction."),
  date: dateSchema("Its day."),
  amount_cents: centsSchema("Money in is positive, money out negative."),
  description: Type.String({ description: "The bank's description." }),
  merchant_name: nullable(Type.String({ description: "Merchant or counterparty, if any." })),
  cleared: Type.Boolean({ description: "Whether it is on the statement." }),
};

const WHY = ["not_cleared", "cleared_too_much", "duplicate", "sign_swapped", "digits_swapped"] as const;

const openedReconciliationSchema = exactly(
  {
    object: markerSchema("opened_reconciliation"),
    ...members,
    ...balances,
    cleared_balance_cents: centsSchema("The opening balance and the cleared lines."),
    difference_cents: centsSchema("The statement's balance less the cleared one. A finished one has 0."),
    cleared_count: Type.Integer({ minimum: 0, description: "The lines that are on the statement." }),
    open_count: Type.Integer({
      minimum: 0,
      description: "The lines through its day that are on no statement.",
    }),
    open_cents: centsSchema("What these come to."),
    explanations: Type.Array(
      exactly(
        {
          ...lineMembers,
          why: Type.Enum([...WHY], {
            description:
              "`not_cleared`: it is the difference itself. `cleared_too_much`: without it there is none. `duplicate`: the same, beside an equal line within three days. `sign_swapped`, `digits_swapped`: the statement probably has it with the other sign, or with two neighbouring digits swapped.",
          }),
          statement_cents: nullable(
            centsSchema("The amount that the statement would have for it; null if it has none."),
          ),
        },
        { title: "ReconciliationExplanation" },
      ),
      {
        maxItems: LIMITS.reconciliation_explanations.value,
        description: "Lines of which one may explain the difference, the latest first.",
      },
    ),
    open_lines_explain: Type.Boolean({
      description: "Whether all lines that are not cleared come to the difference.",
    }),
  },
  { title: "OpenedReconciliation" },
);

const common = {
  tag: "Console",
  since: "1.0",
  unknownQuery: "ignored",
  query: {},
  paging: { kind: "none" },
  limits: [],
  examples: [],
} as const;
const read = {
  ...common,
  method: "GET",
  requires: [{ area: "transactions", level: "view" }],
  body: { mode: "ignored" },
  idempotency: "A read; repeat it freely.",
  hints: READ_HINTS,
  concealment: "Another company's reconciliation is answered like an unknown one.",
} as const;
const one = { id: pathParam({ description: "The reconciliation's id, `rcn_...`." }) };
const write = {
  ...common,
  method: "POST",
  requires: [{ area: "transactions", level: "manage" }],
  concealment: "Another company's account, reconciliation or transaction is answered like an unknown one.",
  hints: { readOnly: false, destructive: false, idempotent: false },
  success: {
    status: 200,
    description: "The reconciliation as it is then.",
    schema: openedReconciliationSchema,
  },
} as const;
const MISSING = {
  code: "resource_missing",
  params: ["id"],
  when: "There is no such reconciliation.",
} as const;
const balance = (description: string) =>
  Type.Optional(
    Type.Integer({ minimum: -MOST_CENTS, maximum: MOST_CENTS, description: `${description} In cents.` }),
  );

/** What only the web console and the command line ask of reconciliations. */
export const reconciliationsConsoleContract = {
  listReconciliations: operation({
    ...read,
    id: "listReconciliations",
    path: "/reconciliations",
    summary: "List reconciliations",
    description: "The statements that were reconciled, or are, the latest first.",
    pathParams: {},
    query: { account_id: textParam({ description: "Only those of this account." }) },
    paging: { kind: "whole" },
    success: {
      status: 200,
      description: "The reconciliations.",
      schema: wholeListSchema(`${CONSOLE_API_ROOT}/reconciliations`, reconciliationSchema),
    },
    errors: [],
  }),
  getReconciliation: operation({
    ...read,
    id: "getReconciliation",
    path: "/reconciliations/{id}",
    summary: "Read a reconciliation with its figures",
    description: "What is cleared, what differs from the statement, and lines that may explain it.",
    pathParams: one,
    success: { status: 200, description: "The reconciliation.", schema: openedReconciliationSchema },
    errors: [MISSING],
    limits: ["reconciliation_explanations"],
  }),
  listReconciliationLines: operation({
    ...read,
    id: "listReconciliationLines",
    path: "/reconciliations/{id}/lines",
    summary: "List the lines of a reconciliation",
    description:
      "The lines of the account through the statement's day that are on it or on no statement yet, by date.",
    pathParams: one,
    query: {
      cleared: flagParam({ description: "Only lines that are cleared, or with false only others." }),
      limit: limitParam(),
      starting_after: opaqueParam({ description: "The previous page's `next_cursor`." }),
    },
    paging: { kind: "cursor", badCursor: "resource_missing" },
    success: {
      status: 200,
      description: "A page of lines.",
      schema: exactly(
        {
          ...pageSchema(
            "",
            exactly(
              { ...lineMembers, object: markerSchema("reconciliation_line") },
              { title: "ReconciliationLine" },
            ),
          ).properties,
          url: Type.String({ description: "The path of the list, without a query." }),
        },
        { title: "ReconciliationLineList" },
      ),
    },
    errors: [MISSING, { code: "resource_missing", when: "The cursor is unknown." }],
    limits: ["page_size_default", "page_size_max"],
  }),
  startReconciliation: operation({
    ...write,
    id: "startReconciliation",
    path: "/reconciliations",
    summary: "Begin to reconcile a statement",
    description:
      "Takes the balance of the statement, or that which an uploaded file states for its day. It begins with the balance of the statement before.",
    pathParams: {},
    body: {
      mode: "json",
      schema: exactly(
        {
          account_id: Type.String({ description: "The account.", [BLANK_IS_MISSING]: true }),
          statement_date: dateSchema("The last day of the statement."),
          statement_balance_cents: balance(
            "The balance at the end of that day; money owed is negative. Default: that of a file that states one.",
          ),
          opening_balance_cents: balance(
            "Of an account's first statement: the balance that it begins with. Default: 0.",
          ),
        },
        { title: "NewReconciliation" },
      ),
    },
    idempotency: "An account has one reconciliation that is not finished.",
    errors: [
      {
        code: "parameter_missing",
        params: ["account_id", "statement_date", "statement_balance_cents"],
        when: "A required field is absent or blank, or no file states the balance.",
      },
      {
        code: "invalid_request",
        params: ["account_id", "statement_date", "statement_balance_cents", "opening_balance_cents"],
        when: "A value is invalid, or the day is after today.",
      },
      { code: "resource_missing", params: ["account_id"], when: "There is no such account." },
      {
        code: "transaction_update_failed",
        params: ["account_id", "statement_date", "opening_balance_cents"],
        when: "The statement before is not finished, ends on this day or later, or ended with another balance.",
      },
    ],
    limits: ["reconciliation_explanations"],
  }),
  clearReconciliationLines: operation({
    ...write,
    id: "clearReconciliationLines",
    path: "/reconciliations/{id}/clear",
    summary: "Mark lines as on the statement, or not",
    description:
      "Without transactions, all lines through the statement's day that are on no statement yet are marked, or all marks are taken away.",
    pathParams: one,
    body: {
      mode: "json",
      schema: exactly(
        {
          transaction_ids: Type.Optional(
            Type.Array(Type.String(), {
              minItems: 1,
              maxItems: LIMITS.reconciliation_lines.value,
              description: "The lines. Default: all.",
            }),
          ),
          cleared: Type.Optional(
            Type.Boolean({ description: "False to take the marks away. Default: true." }),
          ),
        },
        { title: "ClearedLines" },
      ),
      optional: true,
    },
    idempotency: "Safe to repeat.",
    hints: { readOnly: false, destructive: false, idempotent: true },
    errors: [
      {
        code: "invalid_request",
        params: ["transaction_ids", "cleared"],
        when: "A value is invalid.",
      },
      {
        code: "resource_missing",
        params: ["id", "transaction_ids"],
        when: "There is no such reconciliation or transaction.",
      },
      {
        code: "transaction_update_failed",
        params: ["id", "transaction_ids"],
        when: "It is finished, or a line is of another account, after the statement, excluded, pending or on another one.",
      },
    ],
    limits: ["reconciliation_lines", "reconciliation_explanations"],
  }),
  finishReconciliation: operation({
    ...write,
    id: "finishReconciliation",
    path: "/reconciliations/{id}/finish",
    summary: "Finish a reconciliation that agrees",
    description:
      "From then on, what the statement says of its lines can't change: their amounts and days, and that they are there.",
    pathParams: one,
    body: { mode: "none" },
    idempotency: "One that is finished can't be finished again.",
    errors: [
      MISSING,
      {
        code: "transaction_update_failed",
        params: ["id"],
        when: "The balances differ, or it is finished already.",
      },
    ],
    limits: ["reconciliation_explanations"],
  }),
  reopenReconciliation: operation({
    ...write,
    id: "reopenReconciliation",
    path: "/reconciliations/{id}/reopen",
    summary: "Reopen the latest reconciliation of an account",
    description: "The audit trail keeps who reopened it, and why.",
    pathParams: one,
    body: {
      mode: "json",
      schema: exactly(
        {
          reason: Type.String({
            pattern: NAME_PATTERN,
            description: "Why it is reopened.",
            [BLANK_IS_MISSING]: true,
          }),
        },
        { title: "ReopenedReconciliation" },
      ),
    },
    idempotency: "One that is reopened can't be reopened again.",
    errors: [
      { code: "parameter_missing", params: ["reason"], when: "`reason` is absent or blank." },
      { code: "invalid_request", params: ["reason"], when: "A value is invalid." },
      MISSING,
      {
        code: "transaction_update_failed",
        params: ["id"],
        when: "It is not finished, or a later one was begun.",
      },
    ],
    limits: ["reconciliation_explanations"],
  }),
  dropReconciliation: operation({
    ...write,
    id: "dropReconciliation",
    path: "/reconciliations/{id}/drop",
    summary: "Drop a reconciliation that is not finished",
    description: "Its marks go; the transactions stay as they are.",
    pathParams: one,
    body: { mode: "none" },
    idempotency: "One that is dropped is gone.",
    hints: { readOnly: false, destructive: true, idempotent: false },
    success: { status: 200, description: "The reconciliation that is gone.", schema: reconciliationSchema },
    errors: [MISSING, { code: "transaction_update_failed", params: ["id"], when: "It is finished." }],
  }),
} as const;
