/**
 * What the API promises about uploads of bank files (specification, "Other operations"; their shapes are this
 * project's).
 */
import Type from "typebox";
import { BLANK_IS_MISSING, exactly, fileSchema, nullable, operation } from "../../../contract/operation.ts";
import { idSchema, markerSchema, timestampSchema } from "../../../contract/schemas.ts";
import { LIMITS } from "../../../core/limits.ts";
import { COLUMNS } from "./rules/csv-columns.ts";
import { DATE_FORMATS } from "./rules/dates.ts";
import { ERROR_CODES } from "./rules/statement.ts";
import { FILE_FORMATS, UPLOAD_FORMATS, UPLOAD_STATUSES } from "./rules/upload.ts";

const TEXT = LIMITS.text_field_characters.value;

const countSchema = (description: string) => Type.Integer({ minimum: 0, description });

const uploadSchema = exactly(
  {
    id: idSchema("upload", "The upload's id."),
    object: markerSchema("transaction_upload"),
    account_id: idSchema("account", "The account that its lines stand on."),
    status: Type.Enum([...UPLOAD_STATUSES], {
      description:
        "`succeeded` when every line is there now, `partially_succeeded` when some are, `failed` when none is.",
    }),
    file_name: nullable(
      Type.String({ description: "What the file was called; null for rows, and for a file without a name." }),
    ),
    format: Type.Enum([...UPLOAD_FORMATS], { description: "How it was read; `json` for rows." }),
    row_count: countSchema("How many transactions it holds: what became of them adds up to this."),
    imported_count: countSchema("How many became new transactions."),
    duplicate_count: countSchema(
      "How many the account had already. What the bank now says otherwise of one of them was taken over.",
    ),
    errors: Type.Array(
      exactly(
        {
          line: Type.Integer({
            minimum: 1,
            description: "The line of the file, or the number of the row, from 1.",
          }),
          code: Type.Enum([...ERROR_CODES], { description: "What is wrong with it; stable." }),
          message: Type.String({ description: "A sentence for people." }),
        },
        { title: "TransactionUploadError" },
      ),
      {
        maxItems: LIMITS.upload_errors.value,
        description:
          "Why lines were not taken: the first of them, in the order of the file. The others are counted by what is missing to `row_count`.",
      },
    ),
    created: timestampSchema("When it was made."),
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
        description: "The same as a decimal amount of dollars, such as `-12.50`; in place of `amount_cents`.",
      }),
    ),
    description: Type.Optional(
      Type.String({ maxLength: TEXT, description: "The text of the bank. Default: empty." }),
    ),
    merchant_name: Type.Optional(
      nullable(Type.String({ maxLength: TEXT, description: "Merchant or counterparty. Default: null." })),
    ),
    external_id: Type.Optional(
      nullable(
        Type.String({
          maxLength: TEXT,
          description:
            "The bank's own id, by which the transaction is known again. Default: null; then day, amount and description tell.",
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
  // The list of columns gives each the same schema, which a type of eight members would only repeat.
  Object.fromEntries(COLUMNS.map((column) => [column, columnSchema(`\`${column}\``)])) as Record<
    (typeof COLUMNS)[number],
    ReturnType<typeof columnSchema>
  >,
  {
    title: "TransactionUploadColumns",
    description:
      "For a CSV: the names of its columns, or their numbers from 1 where it has no header. What is left out is looked for under the names that banks use. `debit` alone is a column in which what is spent is positive.",
  },
);

const newUpload = exactly(
  {
    account_id: Type.String({ description: "The account that the lines are for.", [BLANK_IS_MISSING]: true }),
    file: Type.Optional(fileSchema("The bank's file: CSV, OFX or QFX.")),
    rows: Type.Optional(
      Type.Array(rowSchema, {
        maxItems: LIMITS.upload_rows.value,
        description: "The transactions themselves, in place of a file.",
      }),
    ),
    format: Type.Optional(
      Type.Enum([...FILE_FORMATS], { description: "What the file is. Default: what its content says." }),
    ),
    columns: Type.Optional(columnsSchema),
    date_format: Type.Optional(
      Type.Enum([...DATE_FORMATS], {
        description:
          "How a CSV writes its days. Default: found from all of them together; a file of which every day could be read in two ways is refused.",
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
      "Takes the lines of a file of a bank, or rows, into an account. Each line is taken right or refused with its number; a file that can't be read at all is refused as a whole. Lines that the account has already are counted and not added, by the bank's own id or by day, amount and description, so that the same file twice and files that overlap add only what is new.",
    concealment: "Another company's account is as absent as an unknown one.",
    since: "1.0",
    requires: [{ area: "transactions", level: "manage" }],
    pathParams: {},
    query: {},
    unknownQuery: "ignored",
    body: { mode: "form", schema: newUpload, limit: "upload_bytes" },
    paging: { kind: "none" },
    idempotency:
      "Safe to repeat, also after a request whose answer was lost: what had come in by then is counted as duplicates.",
    success: { status: 201, description: "What became of the lines.", schema: uploadSchema },
    errors: [
      {
        code: "parameter_missing",
        params: ["account_id", "file"],
        when: "`account_id` is absent or blank, or there is neither `file` nor `rows`.",
      },
      {
        code: "invalid_request",
        params: ["account_id", "file", "rows", "format", "columns", "date_format"],
        when: "A value is not valid, the file can't be read at all, or a field does not go with the others.",
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
