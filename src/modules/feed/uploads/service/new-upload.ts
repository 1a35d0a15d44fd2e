/** What is sent for an account: a bank's file with what is said of it, or rows. */
import type { ColumnNames } from "../rules/csv-columns.ts";
import type { Content } from "../rules/encoding.ts";
import type { SentRow } from "../rules/sent-rows.ts";
import type { DateFormat, FileFormat, Signs } from "../rules/words.ts";

/** The content of an upload: a file, or rows. */
export interface NewUpload {
  readonly account_id: string;
  readonly source:
    | {
        readonly file: Content;
        readonly name: string | null;
        readonly format: FileFormat | null;
        readonly columns: ColumnNames;
        readonly dateFormat: DateFormat | null;
        readonly signs: Signs | null;
        /** Whether a file of another account, by its number or kind, is taken too. */
        readonly anyAccount: boolean;
      }
    | { readonly rows: readonly SentRow[] };
}
