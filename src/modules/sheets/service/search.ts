/**
 * Searches the stored content of a document's cells, block by block (64 rows each) in the order of the cells,
 * until a page is full. Invariants: a page shows one revision; a block is decoded only if its text contains
 * the searched text.
 */
import { inputText, readBlock } from "@daybook/formula/cells";
import { bindingOf, type Page, pageOf } from "../../../core/cursor.ts";
import { refuse } from "../../../core/errors.ts";
import { LIMITS } from "@daybook/words/limits";
import type { PublicId } from "@daybook/words/public-id";
import type { Queryable } from "../../../platform/db/index.ts";
import { blockOf } from "../rules/blocks.ts";
import { foldCase } from "../rules/checks.ts";
import { CELL_CURSORS, type CellPlace } from "../rules/cursors.ts";
import { chosenWorksheet } from "../rules/ranges.ts";
import type { WorksheetRow } from "../record.ts";
import { sheetsStore } from "../store.ts";
import type { SheetsNeeds } from "./needs.ts";

type Company = PublicId<"company">;

export interface CellQuery {
  readonly query: string;
  readonly match: "contains" | "exact";
  readonly worksheet_id: string | null;
  readonly limit: number;
  readonly starting_after: string | null;
}

export interface CellHit {
  readonly worksheet: WorksheetRow;
  readonly row: number;
  readonly column: number;
  /** The content of the cell as a person would type it. */
  readonly input: string;
}

export interface CellPage extends Page<CellHit> {
  readonly revision: number;
}

/** The number of blocks that are read at once. */
const BLOCKS_PER_READ = 64;

/**
 * Searches cells. Throws the refusals `resource_missing`, `invalid_request` and, for a cursor of another
 * revision, `revision_conflict`.
 */
export function searchCells(
  { db }: SheetsNeeds,
  companyId: Company,
  id: string,
  query: CellQuery,
): Promise<CellPage> {
  return db.transaction((tx) => search(tx, companyId, id, query), { mode: "snapshot" });
}

async function search(
  db: Queryable,
  companyId: Company,
  id: string,
  { query, match, worksheet_id, limit, starting_after }: CellQuery,
): Promise<CellPage> {
  const sheet = await sheetsStore.find(db, companyId, id);
  if (sheet === null) throw refuse("resource_missing");
  const searched = foldCase(query);
  const binding = bindingOf(companyId, sheet.id, searched, match, worksheet_id);
  const after = CELL_CURSORS.read(starting_after, binding);
  const worksheets = await sheetsStore.listWorksheets(db, companyId, sheet.number);
  if (after !== null && after.revision !== sheet.revision)
    throw refuse("revision_conflict", { currentRevision: sheet.revision });
  const chosen = chosenWorksheet(worksheets, worksheet_id);
  const hits: CellHit[] = [];
  let characters = 0;
  let room = limit;
  for await (const hit of hitsAfter(
    db,
    companyId,
    chosen === null ? worksheets : [chosen],
    searched,
    match,
    after,
  )) {
    characters += hit.input.length;
    // A page is limited in cells and in characters. One cell more than fits shows that another page follows.
    if (characters > LIMITS.sheet_answer_characters.value) room = hits.length;
    hits.push(hit);
    if (hits.length > room) break;
  }
  const page = pageOf(hits, room, ({ worksheet, row, column }) =>
    CELL_CURSORS.write(binding, { revision: sheet.revision, worksheet: worksheet.place, row, column }),
  );
  return { ...page, revision: sheet.revision };
}

/** Yields the matching cells of some worksheets after the position `after`, in order. */
async function* hitsAfter(
  db: Queryable,
  companyId: Company,
  worksheets: readonly WorksheetRow[],
  searched: string,
  match: CellQuery["match"],
  after: CellPlace | null,
): AsyncGenerator<CellHit, void, undefined> {
  for (const worksheet of worksheets) {
    if (after !== null && worksheet.place < after.worksheet) continue;
    const from = after !== null && worksheet.place === after.worksheet ? after : null;
    yield* hitsOf(db, companyId, worksheet, searched, match, from);
  }
}

/** Yields the matching cells of a worksheet after the position `from`, in order. */
async function* hitsOf(
  db: Queryable,
  companyId: Company,
  worksheet: WorksheetRow,
  searched: string,
  match: CellQuery["match"],
  from: CellPlace | null,
): AsyncGenerator<CellHit, void, undefined> {
  // Blocks are stored as JSON, so their text contains the searched text with the escapes of JSON. Numbers and
  // booleans are stored as people type them.
  const encoded = foldCase(JSON.stringify(searched).slice(1, -1));
  for (let block = from === null ? -1 : blockOf(from.row) - 1; ;) {
    const rows = await sheetsStore.listCellsAfter(db, companyId, worksheet.id, block, BLOCKS_PER_READ);
    const last = rows.at(-1);
    if (last === undefined) return;
    block = last.block;
    for (const { cells } of rows) {
      if (!foldCase(cells).includes(encoded)) continue;
      for (const { row, column, value } of readBlock(cells)) {
        if (from !== null && (row < from.row || (row === from.row && column <= from.column))) continue;
        const input = inputText(value);
        const text = foldCase(input);
        if (match === "exact" ? text === searched : text.includes(searched))
          yield { worksheet, row, column, input };
      }
    }
  }
}
