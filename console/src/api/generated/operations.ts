/** The operations. Generated from the operation cards by `npm run emit`: do not edit. */

import type { CallOptions, OperationRow } from "@daybook/client";
import type {
  BookAnswers,
  BookCalls,
  EditedSheet,
  NewSheet,
  NewSheetImport,
  Session,
  SheetChanges,
  SheetContent,
  SheetEdits,
  SheetImport,
  SheetSummary,
  Voucher,
} from "./schemas.ts";

/** The path below which the API lies on its server. */
export const API_ROOT = "/app/api";

/** How each operation is called. */
export const OPERATIONS = {
  askBooks: { method: "POST", path: "/book_calls", body: "json", object: "book_answers" },
  createSheet: { method: "POST", path: "/sheets", body: "json", keyed: true },
  editSheet: { method: "POST", path: "/sheets/{id}/edits", body: "json", keyed: true, object: "edited_sheet" },
  endSession: { method: "DELETE", path: "/session", empty: true },
  getSession: { method: "GET", path: "/session", object: "session" },
  getSheetChanges: { method: "GET", path: "/sheets/{id}/changes", query: true, object: "sheet_changes" },
  getSheetContent: { method: "GET", path: "/sheets/{id}/content", query: true, object: "sheet_content" },
  getVoucher: { method: "GET", path: "/vouchers/{entry}", object: "voucher" },
  importSheet: { method: "POST", path: "/sheet_imports", body: "form", keyed: true, object: "sheet_import" },
} as const satisfies Readonly<Record<string, OperationRow>>;

/** A function for each operation: first the parameters of its path, then its query or its body, then options. */
export interface Operations {
  /**
   * Answer functions over the books.
   *
   * The answers to calls of formula functions such as BOOKS.TOTAL, in the order of the calls
   * and all from one state of the books.
   *
   * `POST /book_calls`
   */
  readonly askBooks: (body: BookCalls, options?: CallOptions) => Promise<BookAnswers>;
  /**
   * Make a spreadsheet.
   *
   * A new document with one empty worksheet.
   *
   * `POST /sheets`
   */
  readonly createSheet: (body: NewSheet, options?: CallOptions) => Promise<SheetSummary>;
  /**
   * Edit a spreadsheet.
   *
   * Makes all edits or none, if the document is still at `base_revision`. Together they raise
   * the revision by one.
   *
   * Another company's document is answered like an unknown one.
   *
   * `POST /sheets/{id}/edits`
   */
  readonly editSheet: (id: string, body: SheetEdits, options?: CallOptions) => Promise<EditedSheet>;
  /**
   * Sign out.
   *
   * Ends the session, in this browser only.
   *
   * `DELETE /session`
   */
  readonly endSession: (options?: CallOptions) => Promise<void>;
  /**
   * Read who is signed in.
   *
   * The user of the session, and the companies of which the user is a member, by name.
   *
   * `GET /session`
   */
  readonly getSession: (options?: CallOptions) => Promise<Session>;
  /**
   * Read what changed in a spreadsheet.
   *
   * The document with the present content of all blocks that may have changed since a
   * revision. If that is not known any more, `is_known` is false, and the document must be
   * read again.
   *
   * Another company's document is answered like an unknown one.
   *
   * `GET /sheets/{id}/changes`
   */
  readonly getSheetChanges: (id: string, query: GetSheetChangesQuery, options?: CallOptions) => Promise<SheetChanges>;
  /**
   * Read a spreadsheet as it is written.
   *
   * The document with its names, charts and cells, formulas as they were written. A large one
   * comes in parts.
   *
   * Another company's document is answered like an unknown one.
   *
   * `GET /sheets/{id}/content`
   */
  readonly getSheetContent: (id: string, query?: GetSheetContentQuery, options?: CallOptions) => Promise<SheetContent>;
  /**
   * Read the voucher of an entry.
   *
   * All entries that were posted together with one, in the order of their lines. Their debits
   * equal their credits.
   *
   * Another company's entry is answered like an unknown one.
   *
   * `GET /vouchers/{entry}`
   */
  readonly getVoucher: (entry: string, options?: CallOptions) => Promise<Voucher>;
  /**
   * Import a workbook as a spreadsheet.
   *
   * Reads an XLSX workbook into a new document, which is named after the file. What can't be
   * imported is told in `notes`.
   *
   * `POST /sheet_imports`
   */
  readonly importSheet: (body: NewSheetImport, options?: CallOptions) => Promise<SheetImport>;
}

/** The query of `getSheetChanges`. */
export interface GetSheetChangesQuery {
  /** The revision that the reader has. */
  readonly since: number;
}

/** The query of `getSheetContent`. */
export interface GetSheetContentQuery {
  /** `next` of the part before. */
  readonly starting_after?: string | undefined;
}
