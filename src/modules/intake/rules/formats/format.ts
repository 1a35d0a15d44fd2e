/**
 * What a reader of books from another program is: it recognises its files by their content and turns them
 * into balanced vouchers. Invariant: a reader refuses what it can't read exactly, by the line of the file;
 * what it passes over is counted with its reason.
 */
import type { Note } from "../../../../core/advice.ts";
import type { BooksFormatName } from "../../../../core/books-formats.ts";
import type { DateFormat } from "@daybook/words/date-text";
import type { ByteChunks } from "../../../../platform/text/chunks.ts";
import type { Rereadable } from "../../../../platform/text/decoded.ts";
import type { AccountClasses } from "../account-classes.ts";
import type { ColumnNames } from "../csv-columns.ts";
import type { ParsedVoucher } from "../parsed-voucher.ts";
import type { LineCounts } from "./lines.ts";

/** A row of a table with its line, or its row in a workbook, from 1. */
export interface TableRow {
  readonly fields: readonly string[];
  readonly line: number;
}

/** The rows of a table that can be read again from the first one. */
export interface Table {
  rows(): AsyncIterable<readonly TableRow[]>;
}

/** The beginning of a file, by which its format is recognised. */
export interface FileStart {
  /** Its first characters; empty for a workbook. */
  readonly text: string;
  /** Its first rows, if it is a table. */
  readonly rows: readonly TableRow[];
}

/** A file of books as its reader gets it. */
export interface BooksFile extends Rereadable {
  /** Its full path, by which it is recognised when it is included again; left out if it has none. */
  readonly path?: string;
  /** The same content as UTF-8, unpacked if it was packed. */
  read(): ByteChunks;
  /** The content as rows, of a CSV or of the first worksheet of a workbook that has a header. */
  readonly table: Table;
  /** Opens a file that this one names by its path. Throws `LineProblem` at `line` if that is not possible. */
  include(path: string, line: number): Promise<BooksFile>;
}

/** Items that are given back in the order of their keys, equal keys in the order in which they were added. */
export interface Sorting<Item> {
  add(key: string, item: Item): Promise<void>;
  sorted(): AsyncIterable<Item>;
  close(): Promise<void>;
}

/** What readers take from the user, and where they put what they find out. */
export interface Reading {
  readonly classes: AccountClasses;
  readonly counts: LineCounts;
  /** Takes a sentence for the report. */
  readonly note: (sentence: Note) => void;
  /** The format of dates; null if the file is to show it. */
  readonly dateFormat: DateFormat | null;
  /** Names of the columns of a general CSV. */
  readonly columns: ColumnNames;
  /** Prices in dollars of other currencies and commodities, by their code. */
  readonly prices: ReadonlyMap<string, number>;
  /** Makes a store that sorts more items than memory holds. Whoever makes it closes it. */
  readonly sorter: <Item>() => Sorting<Item>;
}

export type { BooksFormatName };

export interface BooksFormat {
  readonly name: BooksFormatName;
  /** The program and the report, such as `QuickBooks Online, Journal`. */
  readonly title: string;
  recognizes(start: FileStart): boolean;
  /** Reads all vouchers. Throws `LineProblem` for what can't be read exactly. */
  read(file: BooksFile, reading: Reading): AsyncIterable<ParsedVoucher>;
}
