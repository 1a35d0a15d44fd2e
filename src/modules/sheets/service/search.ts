/**
 * The search in what was written into a document's cells: block after block in the order of the cells, until
 * a page is full. Invariants: a page is of one revision; a block is taken apart only when its text holds what
 * is searched for.
 */
import { inputText, readBlock } from "@daybook/formula/cells";
import { bindingOf, type Page, pageOf } from "../../../core/cursor.ts";
import { refuse } from "../../../core/errors.ts";
import { LIMITS } from "../../../core/limits.ts";
import type { PublicId } from "../../../core/public-id.ts";
import type { Queryable } from "../../../platform/db/index.ts";
import { blockOf } from "../rules/blocks.ts";
import { folded } from "../rules/checks.ts";
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

/** Blocks that are read at once. */
const BLOCKS_PER_READ = 64;

/**
 * Refuses `resource_missing`, `invalid_request` and, for a cursor of another revision, `revision_conflict`.
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
  const wanted = folded(query);
  const binding = bindingOf(companyId, sheet.id, wanted, match, worksheet_id);
  const after = CELL_CURSORS.read(starting_after, binding);
  const worksheets = await sheetsStore.listWorksheets(db, companyId, sheet.number);
  if (after !== null && after.revision !== sheet.revision)
    throw refuse("revision_conflict", { currentRevision: sheet.revision });
  const chosen = chosenWorksheet(worksheets, worksheet_id);
  const hits: CellHit[] = [];
  let characters = 0;
  let room = limit;
  for await (const hit of hitsBehind(
    db,
    companyId,
    chosen === null ? worksheets : [chosen],
    wanted,
    match,
    after,
  )) {
    characters += hit.input.length;
    // A page is full by its cells or by their characters. One cell more than fits says that there is more.
    if (characters > LIMITS.sheet_answer_characters.value) room = hits.length;
    hits.push(hit);
    if (hits.length > room) break;
  }
  const page = pageOf(hits, room, ({ worksheet, row, column }) =>
    CELL_CURSORS.write(binding, { revision: sheet.revision, worksheet: worksheet.place, row, column }),
  );
  return { ...page, revision: sheet.revision };
}

/** The cells that fit of some worksheets, in their order, behind a place. */
async function* hitsBehind(
  db: Queryable,
  companyId: Company,
  worksheets: readonly WorksheetRow[],
  wanted: string,
  match: CellQuery["match"],
  after: CellPlace | null,
): AsyncGenerator<CellHit, void, undefined> {
  for (const worksheet of worksheets) {
    if (after !== null && worksheet.place < after.worksheet) continue;
    const from = after !== null && worksheet.place === after.worksheet ? after : null;
    yield* hitsOf(db, companyId, worksheet, wanted, match, from);
  }
}

/** The matching cells of a worksheet after a place. */
async function* hitsOf(
  db: Queryable,
  companyId: Company,
  worksheet: WorksheetRow,
  wanted: string,
  match: CellQuery["match"],
  from: CellPlace | null,
): AsyncGenerator<CellHit, void, undefined> {
  // As it stands within a text of JSON, whose letter case is folded with the rest. What is no text is written
  // there as it is typed.
  const written = folded(JSON.stringify(wanted).slice(1, -1));
  for (let block = from === null ? -1 : blockOf(from.row) - 1; ;) {
    const rows = await sheetsStore.listCellsAfter(db, companyId, worksheet.id, block, BLOCKS_PER_READ);
    const last = rows.at(-1);
    if (last === undefined) return;
    block = last.block;
    for (const { cells } of rows) {
      if (!folded(cells).includes(written)) continue;
      for (const { row, column, value } of readBlock(cells)) {
        if (from !== null && (row < from.row || (row === from.row && column <= from.column))) continue;
        const input = inputText(value);
        const text = folded(input);
        if (match === "exact" ? text === wanted : text.includes(wanted))
          yield { worksheet, row, column, input };
      }
    }
  }
}
