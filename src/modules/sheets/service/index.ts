/** Use cases on spreadsheets: reading and searching them, and what makes, edits and deletes them. */
import type { UnixSeconds } from "../../../core/civil-date.ts";
import type { Page } from "../../../core/cursor.ts";
import type { PublicId } from "../../../core/public-id.ts";
import type { Spreadsheet } from "../../../core/spreadsheet.ts";
import type { SheetRow } from "../record.ts";
import type { WholeSheet } from "../rules/words.ts";
import { calculatedDocument, type CalculatedDocument } from "./calculated.ts";
import { createDocument, type ReadDocument, readDocument } from "./create.ts";
import { deleteSheet, editSheet, type SheetEdit } from "./edit.ts";
import type { SheetsNeeds } from "./needs.ts";
import { getSheet, listSheets, type SheetListQuery, type SheetQuery, type SheetContents } from "./read.ts";
import { type CellPage, type CellQuery, searchCells } from "./search.ts";

type Company = PublicId<"company">;

export interface SheetsService {
  /** Newest first. Refuses `resource_missing` and `invalid_request` for a cursor. */
  list(companyId: Company, query: SheetListQuery): Promise<Page<SheetRow>>;
  /** A document, and cells of it as they are now. Refuses `resource_missing` and `invalid_request`. */
  get(companyId: Company, id: string, query: SheetQuery, now: UnixSeconds): Promise<SheetContents>;
  /** Refuses `resource_missing`, `invalid_request` and `revision_conflict`. */
  search(companyId: Company, id: string, query: CellQuery): Promise<CellPage>;
  /** Makes a document of what is given, with revision 1. Refuses `invalid_request`. */
  create(companyId: Company, name: string, spreadsheet: Spreadsheet, now: UnixSeconds): Promise<WholeSheet>;
  /** A document as it was written. Refuses `resource_missing`. */
  read(companyId: Company, id: string): Promise<ReadDocument>;
  /** A document as it was written, and what its cells come to now. Refuses `resource_missing`. */
  calculated(companyId: Company, id: string, now: UnixSeconds): Promise<CalculatedDocument>;
  /**
   * One edit, under a base revision or without. Refuses `resource_missing`, `revision_conflict` and
   * `invalid_request`.
   */
  edit(companyId: Company, id: string, baseRevision: number | null, edit: SheetEdit): Promise<WholeSheet>;
  /** Refuses `resource_missing` and `revision_conflict`. */
  remove(companyId: Company, id: string, baseRevision: number | null): Promise<void>;
  /** The address of the page on which a document is edited. */
  address(id: PublicId<"sheet">): string;
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
    edit: (companyId, id, baseRevision, edit) => editSheet(needs, companyId, id, baseRevision, edit),
    remove: (companyId, id, baseRevision) => deleteSheet(needs, companyId, id, baseRevision),
    address,
  };
}
