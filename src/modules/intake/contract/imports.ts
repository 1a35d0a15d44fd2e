/** The operations of the web console on imports of books: their plan, acceptance, progress and taking back. */
import Type from "typebox";
import {
  CONSOLE_API_ROOT,
  exactly,
  fileSchema,
  nullable,
  operation,
  READ_HINTS,
} from "../../../contract/operation.ts";
import { pathParam } from "../../../contract/params.ts";
import { membersOf } from "../../../contract/record.ts";
import { centsSchema, dateSchema, markerSchema, wholeListSchema } from "../../../contract/schemas.ts";
import { ACCOUNT_KINDS, type AccountKind } from "@daybook/words/account-kinds";
import { DATE_FORMATS } from "@daybook/words/date-text";
import { CASH_FLOW_ROLES } from "@daybook/words/ledger-words";
import { LIMITS } from "@daybook/words/limits";
import { BOOK_IMPORTS } from "../record.ts";
import { CLOSING_CHOICES } from "../rules/closing-vouchers.ts";
import { JOURNAL_COLUMNS } from "../rules/csv-columns.ts";
import { CHANGE_CHOICES } from "../rules/later-import.ts";

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
      "status",
      "problem",
      "created",
      "undone_at",
    ),
  },
  { title: "BookImport" },
);

const TEXT = LIMITS.text_field_characters.value;
const MANAGES = [
  { area: "reports", level: "view" },
  { area: "accounting_setup", level: "manage" },
] as const;
const PRICES_MOST = 200;
const KINDS = Object.keys(ACCOUNT_KINDS) as AccountKind[];
const choiceSchema = (description: string) => Type.Enum([...CHANGE_CHOICES], { description });

/** The file, and what is said of it. */
const SENT = {
  file: fileSchema("The books, as another program exports them."),
  accounts: Type.Optional(
    fileSchema("A list of accounts with their types, as the other program exports it."),
  ),
  trial_balance: Type.Optional(fileSchema("A trial balance of the other program, which proves the books.")),
  trial_balance_date: Type.Optional(
    Type.String({ description: "The day of the trial balance. Default: the day in its title." }),
  ),
  answers: Type.Optional(
    Type.Array(
      exactly(
        {
          account: Type.String({ maxLength: TEXT, description: "The account, as the file names it." }),
          kind: Type.Enum(KINDS, { description: "What it is." }),
        },
        { title: "BookImportAnswer" },
      ),
      { maxItems: LIMITS.categories.value, description: "What accounts are." },
    ),
  ),
  date_format: Type.Optional(
    Type.Enum([...DATE_FORMATS], { description: "The format of dates. Default: as the whole file shows." }),
  ),
  closing_vouchers: Type.Optional(
    Type.Enum([...CLOSING_CHOICES], {
      description:
        "Leave out or keep vouchers that close a year. Default: leave out those that bring the income statement to zero, and refuse others that look like one.",
    }),
  ),
  columns: Type.Optional(
    Type.Array(
      exactly(
        {
          holds: Type.Enum([...JOURNAL_COLUMNS], { description: "What the column holds." }),
          column: Type.String({ minLength: 1, maxLength: TEXT, description: "Its name in the file." }),
        },
        { title: "BookImportColumn" },
      ),
      { maxItems: JOURNAL_COLUMNS.length, description: "Which column of a journal as CSV is what." },
    ),
  ),
  prices: Type.Optional(
    Type.Array(
      exactly(
        {
          commodity: Type.String({ minLength: 1, maxLength: TEXT, description: "As the file writes it." }),
          price: Type.Number({ exclusiveMinimum: 0, description: "The dollars that one of it costs." }),
        },
        { title: "BookImportPrice" },
      ),
      { maxItems: PRICES_MOST, description: "Prices of currencies and commodities without one in the file." },
    ),
  ),
  cash_flow: Type.Optional(
    Type.Array(
      exactly(
        {
          account: Type.String({ maxLength: TEXT, description: "The account, as the file names it." }),
          role: Type.Enum([...CASH_FLOW_ROLES], { description: "What its changes are in the statement." }),
        },
        { title: "BookImportRole" },
      ),
      {
        maxItems: LIMITS.categories.value,
        description: "Where changes of accounts stand in the cash flow statement.",
      },
    ),
  ),
  changes: Type.Optional(
    choiceSchema(
      "What becomes of vouchers that the source edited or deleted since an earlier import. Default: `leave`.",
    ),
  ),
  change_of: Type.Optional(
    Type.Array(
      exactly(
        {
          voucher: Type.String({ maxLength: TEXT, description: "The id of the voucher in the books." }),
          choice: choiceSchema("What becomes of it."),
        },
        { title: "BookImportChoice" },
      ),
      { maxItems: LIMITS.book_import_choices.value, description: "The same for single vouchers." },
    ),
  ),
};
const REFUSED_INPUTS = [
  "file",
  "accounts",
  "trial_balance",
  "trial_balance_date",
  "answers",
  "date_format",
  "closing_vouchers",
  "columns",
  "prices",
  "cash_flow",
  "changes",
  "change_of",
] as const;

const namedVoucher = {
  voucher_id: Type.String({ description: "The voucher in the books." }),
  date: dateSchema("Its day."),
  description: Type.String({ description: "Its description." }),
  amount_cents: centsSchema("The sum of its debits."),
  applied: Type.Boolean({ description: "Whether it follows the file." }),
};

const planSchema = exactly(
  {
    object: markerSchema("book_import_plan"),
    digest: nullable(
      Type.String({ description: "By which the plan is accepted; null while the books can't be imported." }),
    ),
    problem: membersOf(BOOK_IMPORTS, "problem").problem,
    format: nullable(
      Type.String({
        description: "The program and the report; null if the file can't be read, as the days.",
      }),
    ),
    vouchers: count("Vouchers of the file."),
    entries: count("Their lines."),
    first_date: nullable(dateSchema("The first day.")),
    last_date: nullable(dateSchema("The last day.")),
    new_count: count("Vouchers that would be added."),
    same_count: count("Vouchers that the books have."),
    changed_count: count("Vouchers that the source edited since an earlier import."),
    gone_count: count("Vouchers that the source deleted since an earlier import."),
    skipped: Type.Array(
      exactly(
        { reason: Type.String({ description: "Why." }), lines: count("The number of lines.") },
        { title: "BookImportSkipped" },
      ),
      { description: "Lines that are passed over." },
    ),
    accounts: Type.Array(
      exactly(
        {
          account: Type.String({ description: "The account, as the file names it." }),
          kind: nullable(Type.Enum(KINDS, { description: "What it is; null if it needs an answer." })),
          reason: Type.String({ description: "Why." }),
          evidence: Type.Array(Type.String(), { description: "What is known of it." }),
        },
        { title: "BookImportAccount" },
      ),
      { description: "The accounts: first those that need an answer." },
    ),
    changed: Type.Array(
      exactly(
        {
          ...namedVoucher,
          line: Type.Integer({ minimum: 1, description: "The line of the file." }),
          change: Type.Enum(["lines", "memo"], {
            description: "`lines`: its day, accounts or amounts are others; `memo`: only texts are.",
          }),
          was_date: dateSchema("Its day in the books."),
          was_description: Type.String({ description: "Its description in the books." }),
          was_amount_cents: centsSchema("The sum of its debits in the books."),
        },
        { title: "BookImportChanged" },
      ),
      { description: "The first that the source edited, with what the file has." },
    ),
    gone: Type.Array(exactly(namedVoucher, { title: "BookImportGone" }), {
      description: "The first that the source deleted.",
    }),
    proof: nullable(
      exactly(
        {
          date: dateSchema("The day of the trial balance."),
          accounts: count("Its accounts."),
          difference_count: count("The accounts that would differ."),
          differences: Type.Array(
            exactly(
              {
                account: Type.String({ description: "The account." }),
                expected_cents: nullable(
                  centsSchema("Debit minus credit in the trial balance; null if it lacks the account."),
                ),
                found_cents: centsSchema("Debit minus credit in the books, after the import."),
              },
              { title: "BookImportDifference" },
            ),
            { description: "The first of them." },
          ),
        },
        { title: "BookImportProof", description: "The proof; null without a trial balance." },
      ),
    ),
    notes: Type.Array(Type.String(), { description: "Sentences on what to check." }),
  },
  { title: "BookImportPlan" },
);

const own = {
  tag: "Console",
  since: "1.0",
  query: {},
  unknownQuery: "ignored",
  limits: [],
  examples: [],
} as const;

export const importsContract = {
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
    requires: MANAGES,
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
          restored_vouchers: count(
            "The number of vouchers of earlier imports that became as they were before.",
          ),
          removed_categories: count("The number of categories and departments."),
          kept_categories: count(
            "The number of those that it made and that stay, as something else uses them.",
          ),
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
  planBookImport: operation({
    ...own,
    id: "planBookImport",
    method: "POST",
    path: "/book_imports/plan",
    summary: "Plan an import of books",
    description:
      "Reads books of another program as an import does, and tells what would be added, changed and removed, what each account is and why, which accounts need an answer, and how the books compare with a trial balance. Changes nothing.",
    requires: MANAGES,
    pathParams: {},
    body: {
      mode: "form",
      schema: exactly(SENT, { title: "BookImportFiles" }),
      limit: "upload_bytes",
    },
    paging: { kind: "none" },
    idempotency: "A read; repeat it freely.",
    idempotencyKey: "unused",
    success: { status: 200, description: "The plan.", schema: planSchema },
    errors: [
      { code: "parameter_missing", params: ["file"], when: "The form has no `file`." },
      { code: "invalid_request", params: [...REFUSED_INPUTS], when: "A value is invalid." },
    ],
    limits: ["upload_bytes", "book_import_choices", "categories"],
    hints: READ_HINTS,
  }),
  createBookImport: operation({
    ...own,
    id: "createBookImport",
    method: "POST",
    path: "/book_imports",
    summary: "Import books",
    description:
      "Accepts a plan: the same files with the same answers, and its digest. A job imports them, completely or not at all; read the import for what became of it. If these or the books were changed after the plan was shown, nothing is imported.",
    requires: MANAGES,
    pathParams: {},
    body: {
      mode: "form",
      schema: exactly(
        { ...SENT, digest: Type.String({ maxLength: TEXT, description: "The digest of the plan." }) },
        { title: "NewBookImport" },
      ),
      limit: "upload_bytes",
    },
    paging: { kind: "none" },
    idempotency: "Vouchers that the books have are never added again.",
    success: { status: 201, description: "The import, which waits for its job.", schema: importSchema },
    errors: [
      { code: "parameter_missing", params: ["file", "digest"], when: "A required field is absent." },
      {
        code: "invalid_request",
        params: [...REFUSED_INPUTS, "digest"],
        when: "A value is invalid, or too many imports wait already.",
      },
    ],
    limits: [
      "upload_bytes",
      "book_import_choices",
      "categories",
      "waiting_book_imports",
      "waiting_book_import_days",
    ],
    hints: { readOnly: false, destructive: true, idempotent: false },
  }),
  getBookImport: operation({
    ...own,
    id: "getBookImport",
    method: "GET",
    path: "/book_imports/{id}",
    summary: "Read an import of books",
    description: "What became of an import.",
    concealment: "Another company's import is answered like an unknown one.",
    requires: [{ area: "reports", level: "view" }],
    pathParams: { id: pathParam({ description: "The import's id." }) },
    body: { mode: "ignored" },
    paging: { kind: "none" },
    idempotency: "A read; repeat it freely.",
    success: { status: 200, description: "The import.", schema: importSchema },
    errors: [{ code: "resource_missing", params: ["id"], when: "There is no such import." }],
    hints: READ_HINTS,
  }),
} as const;
