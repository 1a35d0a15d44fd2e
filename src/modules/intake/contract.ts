/** What the web console asks of the intake: opening balances, and imports of books. */
import Type from "typebox";
import { CONSOLE_API_ROOT, exactly, nullable, operation, READ_HINTS } from "../../contract/operation.ts";
import { pathParam } from "../../contract/params.ts";
import { membersOf } from "../../contract/record.ts";
import { centsSchema, dateSchema, markerSchema, wholeListSchema } from "../../contract/schemas.ts";
import { changesSchema } from "../../contract/statement-changes.ts";
import { BOOK_IMPORTS } from "./record.ts";

const side = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description }));

const count = (description: string) => Type.Integer({ minimum: 0, description });

const importSchema = exactly(
  {
    ...membersOf(BOOK_IMPORTS, "id"),
    object: markerSchema("book_import"),
    ...membersOf(
      BOOK_IMPORTS,
      "file_name",
      "format",
      "added_vouchers",
      "added_entries",
      "known_vouchers",
      "changed_vouchers",
      "gone_vouchers",
      "created",
      "undone_at",
    ),
  },
  { title: "BookImport" },
);

const own = {
  tag: "Console",
  since: "1.0",
  query: {},
  unknownQuery: "ignored",
  limits: [],
  examples: [],
} as const;

export const intakeConsoleContract = {
  listBookImports: operation({
    ...own,
    id: "listBookImports",
    method: "GET",
    path: "/book_imports",
    summary: "List the imports of books",
    description: "The latest imports of books, the latest first, also those that were taken back.",
    requires: [{ area: "reports", level: "view" }],
    pathParams: {},
    body: { mode: "ignored" },
    paging: { kind: "whole" },
    idempotency: "A read; repeat it freely.",
    success: {
      status: 200,
      description: "The imports.",
      schema: wholeListSchema(`${CONSOLE_API_ROOT}/book_imports`, importSchema),
    },
    errors: [],
    hints: READ_HINTS,
  }),
  takeBackBookImport: operation({
    ...own,
    id: "takeBackBookImport",
    method: "POST",
    path: "/book_imports/{id}/take_back",
    summary: "Take an import of books back",
    description:
      "Removes the vouchers that an import added, and the categories and departments that it made and that nothing else uses: all vouchers, or none if one is in closed books or reversed, or if a later import recognised them. What it replaced or removed becomes as it was. With `dry_run`, only counts them.",
    concealment: "Another company's import is answered like an unknown one.",
    requires: [
      { area: "reports", level: "view" },
      { area: "accounting_setup", level: "manage" },
    ],
    pathParams: { id: pathParam({ description: "The import's id." }) },
    body: {
      mode: "json",
      schema: exactly(
        { dry_run: Type.Optional(Type.Boolean({ description: "Changes nothing. Default: false." })) },
        { title: "BookImportTakeBack" },
      ),
    },
    paging: { kind: "none" },
    idempotency: "An import that was taken back can't be taken back again.",
    success: {
      status: 200,
      description: "What was removed, or would be.",
      schema: exactly(
        {
          object: markerSchema("book_import_take_back"),
          removed_vouchers: count("The number of vouchers."),
          removed_entries: count("The number of their entries."),
          restored_vouchers: count("The number of vouchers of earlier imports that became as they were before."),
          removed_categories: count("The number of categories and departments."),
          kept_categories: count("The number of those that it made and that stay, as something else uses them."),
          book_import: importSchema,
        },
        { title: "TakenBackBookImport" },
      ),
    },
    errors: [
      {
        code: "invalid_request",
        params: ["id", "dry_run"],
        when: "A value is invalid, it was taken back already, or something depends on its vouchers.",
      },
      { code: "resource_missing", params: ["id"], when: "There is no such import." },
    ],
    hints: { readOnly: false, destructive: true, idempotent: false },
  }),
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
