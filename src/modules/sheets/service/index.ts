/** The use cases of spreadsheet documents: list, read, calculate, search, create, edit and delete. */
import type { CompanyFor } from "@daybook/words/areas";
import type { UnixSeconds } from "@daybook/words/civil-date";
import type { Page } from "../../../core/cursor.ts";
import type { PublicId } from "@daybook/words/public-id";
import type { Spreadsheet } from "../../../core/spreadsheet.ts";
import type { BookAnswer, BookCall } from "../../../platform/formula/index.ts";
import type { SheetRow } from "../record.ts";
import { sheetsStore } from "../store.ts";
import type { SheetWithWorksheets } from "../rules/words.ts";
import { calculatedDocument, type CalculatedDocument } from "./calculated.ts";
import { createDocument, type ReadDocument, readDocument } from "./create.ts";
import { type ContentPage, readChanges, readContent, type SheetChanges } from "./content.ts";
import { deleteSheet, type EditedSheet, editSheet, type SheetEdit } from "./edit.ts";
import type { SheetsNeeds } from "./needs.ts";
import { getSheet, listSheets, type SheetListQuery, type SheetQuery, type SheetContents } from "./read.ts";
import { type CellPage, type CellQuery, searchCells } from "./search.ts";

type Company = PublicId<"company">;

export interface SheetsService {
  /**
   * Lists documents, newest first. Throws the refusals `resource_missing` for an invalid cursor and
   * `invalid_request` for a cursor of another query.
   */
  list(companyId: Company, query: SheetListQuery): Promise<Page<SheetRow>>;
  /**
   * Reads a document with calculated ranges. Throws the refusals `resource_missing` and `invalid_request`.
   */
  get(
    companyId: CompanyFor<"forecast:view">,
    id: string,
    query: SheetQuery,
    now: UnixSeconds,
  ): Promise<SheetContents>;
  /**
   * Searches the cells of a document. Throws the refusals `resource_missing`, `invalid_request` and
   * `revision_conflict`.
   */
  search(companyId: Company, id: string, query: CellQuery): Promise<CellPage>;
  /** Creates a document with revision 1. Throws the refusal `invalid_request`. */
  create(
    companyId: Company,
    name: string,
    spreadsheet: Spreadsheet,
    now: UnixSeconds,
  ): Promise<SheetWithWorksheets>;
  /** Reads the complete stored content of a document. Throws the refusal `resource_missing`. */
  read(companyId: Company, id: string): Promise<ReadDocument>;
  /** Reads a complete document with the results of its formulas. Throws the refusal `resource_missing`. */
  calculated(
    companyId: CompanyFor<"forecast:view">,
    id: string,
    now: UnixSeconds,
  ): Promise<CalculatedDocument>;
  /**
   * Makes some edits, all or none, if the document has the revision `baseRevision`; null allows any revision.
   * Together they raise the revision by one. Throws the refusals `resource_missing`, `revision_conflict` and
   * `invalid_request`.
   */
  edit(
    companyId: Company,
    id: string,
    baseRevision: number | null,
    ...edits: readonly SheetEdit[]
  ): Promise<EditedSheet>;
  /**
   * Reads a part of a document's stored content. Throws the refusals `resource_missing`, `invalid_request`
   * for an invalid cursor and `revision_conflict` for a cursor of another revision.
   */
  content(companyId: Company, id: string, after: string | null): Promise<ContentPage>;
  /** Reads what changed since a revision. Throws the refusal `resource_missing`. */
  changes(companyId: Company, id: string, since: number): Promise<SheetChanges>;
  /** Answers one's own calls of functions over the books, in their order and in one state of the books. */
  books(
    companyId: CompanyFor<"forecast:manage">,
    now: UnixSeconds,
    calls: readonly BookCall[],
  ): Promise<readonly BookAnswer[]>;
  /**
   * Deletes a document under the same condition. Throws the refusals `resource_missing` and
   * `revision_conflict`.
   */
  remove(companyId: Company, id: string, baseRevision: number | null): Promise<void>;
  /** Returns the name of a document; null if there is none. */
  nameOf(companyId: Company, id: string): Promise<string | null>;
  /** Returns the URL of the page on which people edit a document. */
  address(companyId: Company, id: PublicId<"sheet">): string;
}

export function sheetsService(needs: SheetsNeeds): SheetsService {
  const { db, ids, address } = needs;
  return {
    list: (companyId, query) => listSheets(needs, companyId, query),
    get: (companyId, id, query, now) => getSheet(needs, companyId, id, query, now),
    search: (companyId, id, query) => searchCells(needs, companyId, id, query),
    create: (companyId, name, spreadsheet, now) =>
      db.transaction((tx) => createDocument(ids, tx, companyId, name, spreadsheet, now), { long: true }),
    read: (companyId, id) =>
      db.transaction((tx) => readDocument(tx, companyId, id), { mode: "snapshot", long: true }),
    calculated: (companyId, id, now) => calculatedDocument(needs, companyId, id, now),
    edit: (companyId, id, baseRevision, ...edits) => editSheet(needs, companyId, id, baseRevision, edits),
    content: (companyId, id, after) => readContent(needs, companyId, id, after),
    changes: (companyId, id, since) => readChanges(needs, companyId, id, since),
    books: (companyId, now, calls) => needs.books(companyId, now, calls),
    remove: (companyId, id, baseRevision) => deleteSheet(needs, companyId, id, baseRevision),
    nameOf: async (companyId, id) => (await sheetsStore.find(db, companyId, id))?.name ?? null,
    address,
  };
}
