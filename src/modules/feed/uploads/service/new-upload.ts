/** An upload for an account: a bank's file with its options, or rows. */
import type { TwinAnswer } from "@daybook/words/feed-words";
import type { ColumnNames } from "../rules/csv-columns.ts";
import type { Content } from "../rules/encoding.ts";
import type { SentRow } from "../rules/sent-rows.ts";
import type { DateFormat, FileFormat, Signs } from "../rules/words.ts";

/** A file of an archive. */
export interface NamedFile {
  readonly name: string;
  readonly content: Content;
}

/** The content of an upload: a file, or rows. */
export interface NewUpload {
  readonly account_id: string;
  /** What to do with lines that probably duplicate entries of imported books. Default: a person is asked. */
  readonly inBooks?: TwinAnswer;
  readonly source:
    | {
        readonly file: Content;
        readonly name: string | null;
        readonly format: FileFormat | null;
        readonly columns: ColumnNames;
        readonly dateFormat: DateFormat | null;
        readonly signs: Signs | null;
        /** True to accept a file that is of another account by its number or kind. */
        readonly anyAccount: boolean;
        /** True to accept control totals that differ from the lines, with a note. */
        readonly anyTotals?: boolean;
        /** More files of the same archive and format, read after the first one. */
        readonly more?: readonly NamedFile[];
        /** What was tried of a workbook or an archive, as a sentence for a refusal. */
        readonly tried?: string;
      }
    | { readonly rows: readonly SentRow[] };
}
