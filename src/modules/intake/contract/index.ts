/** What the web console asks of the intake: the opening balances of a company. */
import Type from "typebox";
import { exactly, nullable, operation } from "../../../contract/operation.ts";
import { centsSchema, dateSchema, markerSchema } from "../../../contract/schemas.ts";
import { changesSchema } from "../../../contract/statement-changes.ts";

const side = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description }));

export const intakeConsoleContract = {
  setOpeningBalances: operation({
    id: "setOpeningBalances",
    since: "1.0",
    method: "POST",
    path: "/opening_balances",
    tag: "Console",
    summary: "Set the opening balances of a company",
    description:
      "Posts the balances of the end of a day, on which the books have none, as one voucher. What they lack to sum to zero goes to Opening Balance Equity. With `dry_run`, nothing is posted.",
    requires: [
      { area: "reports", level: "view" },
      { area: "accounting_setup", level: "manage" },
    ],
    pathParams: {},
    query: {},
    unknownQuery: "ignored",
    body: {
      mode: "json",
      schema: exactly(
        {
          date: Type.String({ description: "The day at whose end the balances hold, `YYYY-MM-DD`." }),
          dry_run: Type.Optional(Type.Boolean({ description: "Only show what would be posted." })),
          balances: Type.Array(
            exactly({
              category: Type.String({ description: "The id of a category." }),
              debit_cents: side("A debit balance. In cents."),
              credit_cents: side("A credit balance, in place of a debit. In cents."),
            }),
            { description: "The balances, one for each category." },
          ),
        },
        { title: "NewOpeningBalances" },
      ),
    },
    paging: { kind: "none" },
    idempotency: "The same key and the same balances post them once.",
    success: {
      status: 201,
      description: "What was posted.",
      schema: exactly(
        {
          object: markerSchema("opening_balances"),
          date: dateSchema("The day."),
          entry: nullable(
            Type.String({ description: "The id of the voucher's first entry; null if it was not posted." }),
          ),
          difference_cents: centsSchema(
            "By how much the debits exceed the credits, which Opening Balance Equity takes as a credit.",
          ),
          notes: Type.Array(Type.String(), { description: "Sentences on what to check." }),
          statements: changesSchema,
        },
        { title: "OpeningBalances" },
      ),
    },
    errors: [
      {
        code: "parameter_missing",
        params: ["date", "balances"],
        when: "A required field is absent.",
      },
      {
        code: "invalid_request",
        params: ["date", "dry_run", "balances", "balances[].category"],
        when: "A part is invalid, the books have balances on that day already, or the day is closed.",
      },
    ],
    limits: ["voucher_lines"],
    hints: { readOnly: false, destructive: false, idempotent: true },
    examples: [
      {
        title: "A bank account and what is owed on a card",
        path: "/opening_balances",
        body: {
          date: "2025-12-31",
          balances: [
            { category: "cat_operating-checking", debit_cents: 1_250_000 },
            { category: "cat_business-credit-card", credit_cents: 125_055 },
          ],
        },
      },
    ],
  }),
} as const;
