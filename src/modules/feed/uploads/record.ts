/** The description of `transaction_uploads`. */
import Type, { type Static } from "typebox";
import { LIMITS } from "@daybook/words/limits";
import { id, integer, json, type RowOf, seconds, table, text, word } from "../../../core/record.ts";
import { ERROR_CODES } from "./rules/statement.ts";
import { UPLOAD_FORMATS, UPLOAD_STATUSES } from "./rules/upload.ts";

const errors = Type.Array(
  Type.Object(
    {
      line: Type.Integer({
        minimum: 1,
        description: "The line of the file, or the number of the row, from 1.",
      }),
      code: Type.Enum([...ERROR_CODES], { description: "The error; stable." }),
      message: Type.String({ description: "A sentence for people." }),
    },
    { additionalProperties: false, title: "TransactionUploadError" },
  ),
  { maxItems: LIMITS.upload_errors.value },
);

/** The balance of an account at the end of a day, as a file states it. */
const balance = Type.Object({
  date: Type.String({ description: "The day." }),
  statement_cents: Type.Integer({ description: "The balance, in cents. Money owed is negative." }),
});

export const UPLOADS = table("transaction_uploads", {
  id: id("upload", "The upload's id.", { key: true }),
  account_id: id("account", "The account of its lines."),
  file_name: text("The file's name; null for rows, and for a file without a name.", { nullable: true }),
  format: word(UPLOAD_FORMATS, "The format it was read as; `json` for rows."),
  status: word(
    UPLOAD_STATUSES,
    "`succeeded` if the account now has every line, `partially_succeeded` if some, `failed` if none.",
  ),
  row_count: integer("The number of transactions in it: created, duplicate and invalid ones together.", {
    least: 0,
  }),
  imported_count: integer("The number of new transactions.", { least: 0 }),
  duplicate_count: integer(
    "The number that the account already had. They were updated where the bank's data had changed.",
    { least: 0 },
  ),
  errors: json<readonly Static<typeof errors>[number][]>()(
    errors,
    "Why lines were refused: the first errors, in the order of the file. The difference to `row_count` counts the others.",
  ),
  balances: json<readonly Static<typeof balance>[]>()(
    Type.Array(balance),
    "The closing balances that the file states: the last ones.",
    { internal: true },
  ),
  created: seconds("When it was made."),
  undone_at: seconds("When it was taken back.", { internal: true, nullable: true }),
});
export type UploadRow = RowOf<typeof UPLOADS>;
