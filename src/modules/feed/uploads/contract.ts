/** The API of uploads of bank files (specification, "Other operations"; their shapes are this project's). */
import Type from "typebox";
import {
  BLANK_IS_MISSING,
  exactly,
  fileSchema,
  nullable,
  operation,
  READ_HINTS,
  CONSOLE_API_ROOT,
} from "../../../contract/operation.ts";
import { pathParam } from "../../../contract/params.ts";
import { membersOf } from "../../../contract/record.ts";
import {
  centsSchema,
  dateSchema,
  markerSchema,
  timestampSchema,
  wholeListSchema,
} from "../../../contract/schemas.ts";
import { TWIN_ANSWERS } from "@daybook/words/feed-words";
import { LIMITS } from "@daybook/words/limits";
import { UPLOADS } from "./record.ts";
import { COLUMNS, DATE_FORMATS, FILE_FORMATS, PREVIEW_STATES, SIGNS } from "./rules/words.ts";

const TEXT = LIMITS.text_field_characters.value;

const uploadSchema = exactly(
  {
    ...membersOf(UPLOADS, "id"),
    object: markerSchema("transaction_upload"),
    ...membersOf(
      UPLOADS,
      "account_id",
      "status",
      "file_name",
      "format",
      "row_count",
      "imported_count",
      "duplicate_count",
      "errors",
      "created",
    ),
    asked_count: Type.Integer({
      minimum: 0,
      description:
        "The number of new transactions that are probably the same as entries of imported books. They are excluded until a person says if they are.",
    }),
    balances: Type.Array(
      exactly(
        {
          date: dateSchema("The day at whose end the bank states the balance."),
          statement_cents: Type.Integer({
            description: "The balance that the file states; money that is owed is negative. In cents.",
          }),
          account_cents: Type.Integer({
            description: "What the account's transactions up to that day sum to. In cents.",
          }),
        },
        { title: "TransactionUploadBalance" },
      ),
      {
        description:
          "The last closing balances of the file beside the account. They differ while earlier transactions are missing.",
      },
    ),
    notes: Type.Array(Type.String(), {
      description: "How doubtful parts of the file were understood, as sentences.",
    }),
  },
  { title: "TransactionUpload" },
);

const rowSchema = exactly(
  {
    date: Type.String({ maxLength: TEXT, description: "The day of the transaction, `YYYY-MM-DD`." }),
    amount_cents: Type.Optional(
      Type.Integer({
        minimum: Number.MIN_SAFE_INTEGER,
        maximum: Number.MAX_SAFE_INTEGER,
        description: "Money in is positive, money out negative. In cents.",
      }),
    ),
    amount: Type.Optional(
      Type.String({
        maxLength: TEXT,
        description: "The amount in decimal dollars, such as `-12.50`, instead of `amount_cents`.",
      }),
    ),
    description: Type.Optional(
      Type.String({ maxLength: TEXT, description: "The bank's description. Default: empty." }),
    ),
    merchant_name: Type.Optional(
      nullable(Type.String({ maxLength: TEXT, description: "Merchant or counterparty. Default: null." })),
    ),
    external_id: Type.Optional(
      nullable(
        Type.String({
          maxLength: TEXT,
          description:
            "The bank's own id, used to recognize duplicates. Default: null; then day, amount and description are used.",
        }),
      ),
    ),
  },
  { title: "TransactionUploadRow" },
);

const columnSchema = (what: string) =>
  Type.Optional(
    Type.Union(
      [
        Type.String({ minLength: 1, maxLength: TEXT }),
        Type.Integer({ minimum: 1, maximum: LIMITS.upload_columns.value }),
      ],
      { description: `The column of ${what}.` },
    ),
  );

const columnsSchema = exactly(
  // All columns have the same schema, which a type of eight members would only repeat.
  Object.fromEntries(COLUMNS.map((column) => [column, columnSchema(`\`${column}\``)])) as Record<
    (typeof COLUMNS)[number],
    ReturnType<typeof columnSchema>
  >,
  {
    title: "TransactionUploadColumns",
    description:
      "For a CSV: the names of its columns, or their numbers from 1 where it has no header. Columns that are not given are found by the names that banks use. `debit` alone is a column in which spending is positive.",
  },
);

const newUpload = exactly(
  {
    account_id: Type.String({ description: "The account of the lines.", [BLANK_IS_MISSING]: true }),
    file: Type.Optional(
      fileSchema(
        "The bank's file: BAI2, CAMT (052 or 053), CSV, MT940, OFX, QFX, QIF or XLSX, or one of these in a ZIP.",
      ),
    ),
    rows: Type.Optional(
      Type.Array(rowSchema, {
        maxItems: LIMITS.upload_rows.value,
        description: "The transactions, instead of a file.",
      }),
    ),
    format: Type.Optional(
      Type.Enum([...FILE_FORMATS], { description: "The file's format. Default: detected from its content." }),
    ),
    columns: Type.Optional(columnsSchema),
    date_format: Type.Optional(
      Type.Enum([...DATE_FORMATS], {
        description:
          "The date format of a CSV or a QIF. Default: detected from all dates together; a file whose every date is ambiguous is refused.",
      }),
    ),
    signs: Type.Optional(
      Type.Enum([...SIGNS], {
        description:
          "For a CSV with one column of amounts, OFX, QFX or QIF: `bank` if money out is negative, `card` if it is positive. Default: `bank`; inferred for an account of type `credit`, and a CSV for which that is unclear is refused.",
      }),
    ),
    account_check: Type.Optional(
      Type.Enum(["strict", "none"], {
        description:
          "Whether a file of another account, by the last digits of its number or by its kind, is refused. Default: `strict`.",
      }),
    ),
    totals_check: Type.Optional(
      Type.Enum(["strict", "none"], {
        description:
          "Whether a BAI2 file whose control totals or counts differ from its records is refused, or taken with a note of the difference. Default: `strict`.",
      }),
    ),
    in_books: Type.Optional(
      Type.Enum(["ask", ...TWIN_ANSWERS], {
        description:
          "What new lines are that are probably the same as entries of imported books: the amount of an entry on the account's category at most five days apart, each entry for one line. `same` excludes them, `another` adds them as all others, `ask` excludes them until a person says which. Default: `ask`.",
      }),
    ),
  },
  { title: "NewTransactionUpload" },
);

export const uploadsContract = {
  createTransactionUpload: operation({
    id: "createTransactionUpload",
    method: "POST",
    path: "/transaction_uploads",
    tag: "Transactions",
    summary: "Upload a bank file",
    description:
      "Adds the lines of a bank file, or rows, to an account. An invalid line is reported with its number; an unreadable file is refused as a whole. Lines that the account already has are counted but not added. They are recognized by the bank's own id, or by day, amount and description, so repeated and overlapping files add only new lines.",
    concealment: "Another company's account is answered like an unknown one.",
    since: "1.0",
    requires: [{ area: "transactions", level: "manage" }],
    pathParams: {},
    query: {},
    unknownQuery: "ignored",
    body: { mode: "form", schema: newUpload, limit: "upload_bytes" },
    paging: { kind: "none" },
    idempotency:
      "Safe to repeat, also after a request whose answer was lost: what had come in by then is counted as duplicates.",
    success: { status: 201, description: "The result for the lines.", schema: uploadSchema },
    errors: [
      {
        code: "parameter_missing",
        params: ["account_id", "file"],
        when: "`account_id` is absent or blank, or there is neither `file` nor `rows`.",
      },
      {
        code: "invalid_request",
        params: [
          "account_id",
          "file",
          "rows",
          "format",
          "columns",
          "date_format",
          "signs",
          "account_check",
          "totals_check",
          "in_books",
        ],
        when: "A value is invalid, the file is unreadable, or a field conflicts with another.",
      },
      { code: "resource_missing", params: ["account_id"], when: "There is no such account." },
    ],
    limits: ["upload_bytes", "upload_rows", "upload_columns", "upload_errors", "json_body_bytes"],
    hints: { readOnly: false, destructive: false, idempotent: true },
    examples: [
      {
        title: "Two rows, of which one can't be read",
        path: "/transaction_uploads",
        body: {
          account_id: "acct_operating",
          rows: [
            { date: "2026-04-02", amount: "-12.50", description: "Coffee House" },
            { date: "2026-02-30", amount_cents: 100 },
          ],
        },
      },
    ],
  }),
} as const;

const listedSchema = exactly(
  {
    ...membersOf(UPLOADS, "id"),
    object: markerSchema("transaction_upload"),
    ...membersOf(
      UPLOADS,
      "account_id",
      "status",
      "file_name",
      "format",
      "row_count",
      "imported_count",
      "duplicate_count",
      "created",
    ),
    undone_at: nullable(timestampSchema("When it was taken back; null if it was not.")),
  },
  { title: "ListedUpload" },
);

const count = (description: string) => Type.Integer({ minimum: 0, description });

const previewSchema = exactly(
  {
    object: markerSchema("upload_preview"),
    format: Type.Enum([...FILE_FORMATS, "json"], { description: "The format it is read as." }),
    problem: nullable(
      exactly(
        {
          message: Type.String({ description: "A sentence for people." }),
          param: nullable(Type.String({ description: "The field that can mend it." })),
        },
        { title: "UploadProblem", description: "Why the file can't be read at all; null if it can." },
      ),
    ),
    new_count: count("Lines that would be added."),
    booked_count: count("New lines that are probably the same as entries of imported books."),
    known_count: count("Lines that the account has."),
    refused_count: count("Lines that would be refused."),
    columns: Type.Array(
      exactly(
        {
          name: nullable(Type.String({ description: "Its name; null in a file without a header." })),
          samples: Type.Array(Type.String(), { description: "Its first values." }),
          use: nullable(Type.String({ description: "What it is read as; null if it is not read." })),
        },
        { title: "UploadColumn" },
      ),
      { description: "The columns of a CSV, in order." },
    ),
    lines: Type.Array(
      exactly(
        {
          line: Type.Integer({ minimum: 1, description: "The line of the file." }),
          state: Type.Enum([...PREVIEW_STATES], { description: "What would become of it." }),
          date: nullable(dateSchema("Its day; null if it can't be read, as the following.")),
          amount_cents: nullable(centsSchema("Money in is positive, money out negative.")),
          description: nullable(Type.String({ description: "The bank's description." })),
          merchant_name: nullable(Type.String({ description: "Merchant or counterparty, if any." })),
          reason: nullable(
            Type.String({ description: "Why it would be refused, or what it is probably the same as." }),
          ),
        },
        { title: "UploadPreviewLine" },
      ),
      {
        description:
          "The refused lines, then those that imported books have, then the others, as many as are shown.",
      },
    ),
    notes: Type.Array(Type.String(), { description: "How doubtful parts are understood, as sentences." }),
  },
  { title: "UploadPreview" },
);

const own = {
  tag: "Console",
  since: "1.0",
  query: {},
  unknownQuery: "ignored",
  limits: [],
  examples: [],
} as const;

/** What only the web console asks of uploads. */
export const uploadsConsoleContract = {
  previewUpload: operation({
    ...own,
    id: "previewUpload",
    method: "POST",
    path: "/uploads/preview",
    summary: "Preview an upload",
    description:
      "Reads a bank file as an upload does, and tells which lines are new, known, refused or probably in imported books. Changes nothing.",
    concealment: "Another company's account is answered like an unknown one.",
    requires: [{ area: "transactions", level: "manage" }],
    pathParams: {},
    body: uploadsContract.createTransactionUpload.body,
    paging: { kind: "none" },
    idempotency: "A read; repeat it freely.",
    idempotencyKey: "unused",
    success: { status: 200, description: "What the upload would do.", schema: previewSchema },
    errors: uploadsContract.createTransactionUpload.errors,
    limits: uploadsContract.createTransactionUpload.limits,
    hints: READ_HINTS,
  }),
  listUploads: operation({
    ...own,
    id: "listUploads",
    method: "GET",
    path: "/uploads",
    summary: "List the uploads",
    description: "The latest uploads, the latest first, also those that were taken back.",
    requires: [{ area: "transactions", level: "view" }],
    pathParams: {},
    body: { mode: "ignored" },
    paging: { kind: "whole" },
    idempotency: "A read; repeat it freely.",
    success: {
      status: 200,
      description: "The uploads.",
      schema: wholeListSchema(`${CONSOLE_API_ROOT}/uploads`, listedSchema),
    },
    errors: [],
    hints: READ_HINTS,
  }),
  takeBackUpload: operation({
    ...own,
    id: "takeBackUpload",
    method: "POST",
    path: "/uploads/{id}/take_back",
    summary: "Take an upload back",
    description:
      "Removes the transactions that an upload added, with their journal entries: all of them, or none if something depends on one. With `dry_run`, only counts them.",
    concealment: "Another company's upload is answered like an unknown one.",
    requires: [{ area: "transactions", level: "manage" }],
    pathParams: { id: pathParam({ description: "The upload's id." }) },
    body: {
      mode: "json",
      schema: exactly(
        { dry_run: Type.Optional(Type.Boolean({ description: "Changes nothing. Default: false." })) },
        { title: "UploadTakeBack" },
      ),
    },
    paging: { kind: "none" },
    idempotency: "An upload that was taken back can't be taken back again.",
    success: {
      status: 200,
      description: "What was removed, or would be.",
      schema: exactly(
        {
          object: markerSchema("upload_take_back"),
          removed: count("The number of transactions."),
          upload: listedSchema,
        },
        { title: "TakenBackUpload" },
      ),
    },
    errors: [
      {
        code: "invalid_request",
        params: ["id", "dry_run"],
        when: "A value is invalid, it was taken back already, or something depends on its transactions.",
      },
      { code: "resource_missing", params: ["id"], when: "There is no such upload." },
    ],
    hints: { readOnly: false, destructive: true, idempotent: false },
  }),
} as const;
