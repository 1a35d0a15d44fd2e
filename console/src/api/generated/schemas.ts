/** The types of requests and answers. Generated from the operation cards by `npm run emit`: do not edit. */

export interface BookAnswers {
  /** Always `book_answers`. */
  readonly object: "book_answers";
  /** One for each call. */
  readonly answers: readonly ({
    /** The result; one row of one for a figure. */
    readonly rows?: readonly (readonly (number | string | boolean | null)[])[] | undefined;
    /** Transactions without a category in the figure. */
    readonly uncategorized?: number | undefined;
    /** The error value of an invalid call. */
    readonly error?: string | undefined;
    /** Why it is invalid. */
    readonly message?: string | undefined;
  })[];
}

export interface BookCalls {
  /** The calls. */
  readonly calls: readonly ({
    /** The function. */
    readonly name: string;
    /** Its arguments. */
    readonly args: readonly (number | string | boolean | null)[];
  })[];
}

export interface EditedSheet {
  /** Always `edited_sheet`. */
  readonly object: "edited_sheet";
  /** The document's id. */
  readonly id: string;
  /** Its name. */
  readonly name: string;
  /** The document's address in the web application. */
  readonly url: string;
  /** Grows with each edit of the document, on any worksheet. */
  readonly revision: number;
  /** Its worksheets. */
  readonly worksheets: readonly Worksheet[];
}

export interface JournalEntry {
  /** The entry's id. */
  readonly id: string;
  /** Always `journal_entry`. */
  readonly object: "journal_entry";
  /** The accounting date. */
  readonly date: string;
  /** The category it is booked on. */
  readonly category_id: string;
  /** Name of the category now. */
  readonly category_name: string;
  /** Its department, if any. */
  readonly department_id: string | null;
  /** Name of the department now. */
  readonly department_name: string | null;
  /**
   * The amount, signed as in totals and reports. Assets count debit minus credit, every other
   * category credit minus debit. In cents.
   */
  readonly amount_cents: number;
  /** The debit, or 0. In cents. */
  readonly debit_cents: number;
  /** The credit, or 0. In cents. */
  readonly credit_cents: number;
  /** Always `USD`. */
  readonly currency: "USD";
  /** What it is for. */
  readonly description: string;
  /** Merchant or counterparty. */
  readonly merchant: string | null;
  /**
   * What it was posted from. Known values: `bank_transaction`, `spread`, `capitalization`,
   * `csv_upload`, `transfer`, `invoice`, `adjustment`. More may be added; treat another one as
   * unknown.
   */
  readonly source: "bank_transaction" | "spread" | "capitalization" | "csv_upload" | "transfer" | "invoice" | "adjustment" | (string & {});
  /** The bank or card transaction that it was posted from, if any. */
  readonly transaction_id: string | null;
  /**
   * Whether its posting is on hold. Held entries count in reports, but not in the list of
   * merchants.
   */
  readonly held: boolean;
  /** When it was written. Unix seconds. */
  readonly created: number;
  /** When it was last written. Unix seconds. */
  readonly updated: number;
}

export interface NewSheet {
  /** Its name. */
  readonly name: string;
}

export interface NewSheetImport {
  /** The workbook. */
  readonly file: Blob;
}

/** A level in each of the fourteen areas. */
export interface Permissions {
  /** Level in `company`. */
  readonly company: "none" | "view" | "manage";
  /** Level in `accounting_setup`. */
  readonly accounting_setup: "none" | "view" | "manage";
  /** Level in `integrations`. */
  readonly integrations: "none" | "view" | "manage";
  /** Level in `reports`. */
  readonly reports: "none" | "view" | "manage";
  /** Level in `transactions`. */
  readonly transactions: "none" | "view" | "manage";
  /** Level in `invoices`. */
  readonly invoices: "none" | "view" | "manage";
  /** Level in `forecast`. */
  readonly forecast: "none" | "view" | "manage";
  /** Level in `taxes`. */
  readonly taxes: "none" | "view" | "manage";
  /** Level in `team_access`. */
  readonly team_access: "none" | "view" | "manage";
  /** Level in `api_access`. */
  readonly api_access: "none" | "manage";
  /** Level in `bills`. */
  readonly bills: "none" | "view" | "manage";
  /** Level in `payroll`. */
  readonly payroll: "none" | "view" | "manage";
  /** Level in `documents`. */
  readonly documents: "none" | "view" | "manage";
  /** Level in `billing`. */
  readonly billing: "none" | "view" | "manage";
}

export interface Session {
  /** Always `session`. */
  readonly object: "session";
  readonly user: {
    /** The user's id. */
    readonly id: string;
    /** The user's e-mail address. */
    readonly email: string;
    /** First name, if known. */
    readonly first_name: string | null;
    /** Last name, if known. */
    readonly last_name: string | null;
  };
  /** The user's companies. */
  readonly companies: readonly SessionCompany[];
}

export interface SessionCompany {
  /** The company's id, for the header `Daybook-Company`. */
  readonly id: string;
  /** Its name. */
  readonly name: string;
  /** Whether it is open. */
  readonly lifecycle: "open" | "closing" | "closed" | "deleted";
  /** Its plan. */
  readonly plan: "formation" | "startup" | "growth" | "enterprise";
  /** The month in which its fiscal year begins; January is 1. */
  readonly fiscal_year_start_month: number;
  /** Its features, by name. */
  readonly features: readonly string[];
  readonly permissions: Permissions;
}

export interface SheetBlock {
  /** The worksheet. */
  readonly worksheet_id: string;
  /** Its number: the rows 64 times this and the 63 below, counted from 0. */
  readonly block: number;
  /** Its cells, as the formula engine reads them. */
  readonly cells: string;
  /**
   * Its formats as JSON: each different one in `styles`; `rows` of a row, a column, an index
   * in `styles`, a column, and so on.
   */
  readonly formats: string;
}

export interface SheetChanges {
  /** Always `sheet_changes`. */
  readonly object: "sheet_changes";
  /** The document's id. */
  readonly id: string;
  /** Its name. */
  readonly name: string;
  /** The document's address in the web application. */
  readonly url: string;
  /** Grows with each edit of the document, on any worksheet. */
  readonly revision: number;
  /** The worksheets, in the order of their tabs. */
  readonly worksheets: readonly Worksheet[];
  /** The names that its formulas use. */
  readonly names: readonly SheetName[];
  /** Its charts. */
  readonly charts: readonly SheetChart[];
  /** Blocks of 64 rows with content. */
  readonly blocks: readonly SheetBlock[];
  /** Whether `blocks` are all that changed. */
  readonly is_known: boolean;
}

export interface SheetChart {
  /** The chart's id. */
  readonly id: string;
  /** The chart's worksheet. */
  readonly worksheet_id: string;
  /** The kind of chart. */
  readonly type: "line" | "bar" | "column" | "area" | "pie" | "doughnut" | "scatter" | "combo";
  /** Its title. */
  readonly title: string | null;
  /** The ranges that it shows, with their worksheets. */
  readonly ranges: readonly string[];
  /** The chart's position. */
  readonly position: {
    /** The row of its upper edge, from 0. */
    readonly row: number;
    /** The column of its left edge, from 0. */
    readonly column: number;
    /** Rows that it covers. */
    readonly row_span: number;
    /** Columns that it covers. */
    readonly column_span: number;
  };
}

export interface SheetContent {
  /** Always `sheet_content`. */
  readonly object: "sheet_content";
  /** The document's id. */
  readonly id: string;
  /** Its name. */
  readonly name: string;
  /** The document's address in the web application. */
  readonly url: string;
  /** Grows with each edit of the document, on any worksheet. */
  readonly revision: number;
  /** The worksheets, in the order of their tabs. */
  readonly worksheets: readonly Worksheet[];
  /** The names that its formulas use. */
  readonly names: readonly SheetName[];
  /** Its charts. */
  readonly charts: readonly SheetChart[];
  /** Blocks of 64 rows with content. */
  readonly blocks: readonly SheetBlock[];
  /** Where the next part begins; null for the last. */
  readonly next: string | null;
}

/** One edit of a spreadsheet. */
export type SheetEdit = {
  /** Always `rename`. */
  readonly kind: "rename";
  /** The document's new name. */
  readonly name: string;
} | {
  /** Always `cells`. */
  readonly kind: "cells";
  /** The worksheet's id. */
  readonly worksheet_id: string;
  /** The cells. */
  readonly cells: readonly ({
    /** Its row, from 0. */
    readonly row: number;
    /** Its column, from 0. */
    readonly column: number;
    /**
     * What to write, read as if typed: a formula after `=`, a number, TRUE or FALSE, an error
     * value; anything else is text, as is all after an apostrophe. Null clears the cell. Without
     * it, the cell keeps its content.
     */
    readonly input?: string | null | undefined;
    /** The fixed size that an array formula fills. */
    readonly fills?: {
      /** Rows. */
      readonly rows: number;
      /** Columns. */
      readonly columns: number;
    } | undefined;
    /** The whole format. Null removes it; without it, the cell keeps its format. */
    readonly format?: {
      /** A number format as in spreadsheets, such as `#,##0.00`. */
      readonly number_format?: string | undefined;
      /** Whether the text is bold. */
      readonly bold?: boolean | undefined;
      /** Whether it is italic. */
      readonly italic?: boolean | undefined;
      /** Color of the text: `#` and six hexadecimal digits. */
      readonly font_color?: string | undefined;
      /** Color of the cell: `#` and six hexadecimal digits. */
      readonly background_color?: string | undefined;
      /** Horizontal alignment in the cell. */
      readonly horizontal_alignment?: "left" | "center" | "right" | "justify" | "fill" | undefined;
    } | null | undefined;
  })[];
} | {
  /** Always `add_worksheet`. */
  readonly kind: "add_worksheet";
  /** The worksheet's name. */
  readonly name: string;
  /** Rows of its grid. */
  readonly row_count: number;
  /** Columns of its grid. */
  readonly column_count: number;
  /** The position of its tab, from 0. */
  readonly place?: number | undefined;
} | {
  /** Always `rename_worksheet`. */
  readonly kind: "rename_worksheet";
  /** The worksheet's id. */
  readonly worksheet_id: string;
  /** The worksheet's name. */
  readonly name: string;
} | {
  /** Always `move_worksheet`. */
  readonly kind: "move_worksheet";
  /** The worksheet's id. */
  readonly worksheet_id: string;
  /** The position of its tab, from 0. */
  readonly place: number;
} | {
  /** Always `grow_worksheet`. */
  readonly kind: "grow_worksheet";
  /** The worksheet's id. */
  readonly worksheet_id: string;
  /** Rows of its grid. */
  readonly row_count: number;
  /** Columns of its grid. */
  readonly column_count: number;
} | {
  /** Always `delete_worksheet`. */
  readonly kind: "delete_worksheet";
  /** The worksheet's id. */
  readonly worksheet_id: string;
};

export interface SheetEdits {
  /** The revision that the editor has. */
  readonly base_revision: number;
  /** The edits, in their order. */
  readonly edits: readonly SheetEdit[];
}

export interface SheetImport {
  /** Always `sheet_import`. */
  readonly object: "sheet_import";
  readonly sheet: SheetSummary;
  /** Sentences about what was left out. */
  readonly notes: readonly string[];
}

export interface SheetName {
  /** The name. */
  readonly name: string;
  /** Its definition, with its "=". */
  readonly formula: string;
  /** The only worksheet that may use it. */
  readonly worksheet_id: string | null;
}

export interface SheetSummary {
  /** The document's id. */
  readonly id: string;
  /** Its name. */
  readonly name: string;
  /** The document's address in the web application. */
  readonly url: string;
  /** Grows with each edit of the document, on any worksheet. */
  readonly revision: number;
}

export interface Voucher {
  /** Always `voucher`. */
  readonly object: "voucher";
  /** The accounting date of all its entries. */
  readonly date: string;
  /** The sum of its debits, which is that of its credits. In cents. */
  readonly total_cents: number;
  /** Its entries. */
  readonly entries: readonly JournalEntry[];
}

export interface Worksheet {
  /** The worksheet's id, which never changes. */
  readonly id: string;
  /** The worksheet's name. */
  readonly name: string;
  /**
   * The smallest rectangle around all cells with content, formulas included; null if all are
   * blank.
   */
  readonly used_range: string | null;
  /** Rows of its grid. */
  readonly row_count: number;
  /** Columns of its grid. */
  readonly column_count: number;
}
