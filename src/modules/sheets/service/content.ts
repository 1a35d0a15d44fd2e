/**
 * Reads documents as they are stored, for an editor that calculates itself: block by block (64 rows each),
 * and what changed since a revision. Invariant: an answer shows one revision.
 */
import { bindingOf } from "../../../core/cursor.ts";
import { refuse } from "../../../core/errors.ts";
import { LIMITS } from "@daybook/words/limits";
import type { PublicId } from "@daybook/words/public-id";
import type { Queryable } from "../../../platform/db/index.ts";
import type { NameRow, SheetRow, WorksheetMove } from "../record.ts";
import type { Block } from "../rules/blocks.ts";
import { CELL_CURSORS } from "../rules/cursors.ts";
import { movedBlocks } from "../rules/lines.ts";
import type { ChartRow, SheetWithWorksheets } from "../rules/words.ts";
import { sheetsStore } from "../store.ts";
import type { SheetsNeeds } from "./needs.ts";

type Company = PublicId<"company">;

/** A block as it is stored; both texts hold nothing if it is empty. */
export interface ContentBlock extends Pick<Block, "block" | "cells" | "formats"> {
  readonly worksheet_id: PublicId<"worksheet">;
}

/** A document without cells. */
export interface SheetFrame {
  readonly sheet: SheetWithWorksheets;
  readonly names: readonly NameRow[];
  readonly charts: readonly ChartRow[];
}

export interface ContentPage extends SheetFrame {
  /** In the order of the tabs and rows. */
  readonly blocks: readonly ContentBlock[];
  /** Where the next page begins; null for the last page. */
  readonly next: string | null;
}

export interface SheetChanges extends SheetFrame {
  /** False if it is not known what changed, so that the whole document must be read. */
  readonly isKnown: boolean;
  /** True if `moves` are all, even if so many blocks changed that the whole document must be read. */
  readonly areMovesKnown: boolean;
  /** The rows and columns that were inserted and deleted, in order. */
  readonly moves: readonly WorksheetMove[];
  /** The present content of all blocks that may have changed otherwise, after all moves. */
  readonly blocks: readonly ContentBlock[];
}

/** The number of blocks that are read at once. */
const BLOCKS_PER_READ = 64;
/** The most changed blocks that are answered; with more, reading the whole document is simpler. */
const CHANGED_BLOCKS_MAX = 2_000;
const EMPTY_BLOCK = { cells: "[]", formats: '{"styles":[],"rows":[]}' } as const;

/** Throws the refusal `resource_missing`. */
export async function readFrame(db: Queryable, companyId: Company, id: string): Promise<SheetFrame> {
  const sheet = await sheetsStore.findWithWorksheets(db, companyId, id);
  if (sheet === null) throw refuse("resource_missing");
  return {
    sheet,
    names: await sheetsStore.listNames(db, companyId, sheet.number),
    charts: await sheetsStore.listCharts(db, companyId, sheet.number),
  };
}

export function readContent(
  { db }: SheetsNeeds,
  companyId: Company,
  id: string,
  cursor: string | null,
): Promise<ContentPage> {
  return db.transaction(
    async (tx) => {
      const frame = await readFrame(tx, companyId, id);
      const { sheet } = frame;
      const binding = bindingOf(companyId, sheet.id, "content");
      const after = CELL_CURSORS.read(cursor, binding);
      if (after !== null && after.revision !== sheet.revision)
        throw refuse("revision_conflict", { currentRevision: sheet.revision });
      const blocks: ContentBlock[] = [];
      let characters = 0;
      for (const { id: worksheet_id, place } of sheet.worksheets) {
        if (after !== null && place < after.worksheet) continue;
        for (let last = place === after?.worksheet ? after.row : -1; ;) {
          const rows = await sheetsStore.listBlocksAfter(tx, companyId, worksheet_id, last, BLOCKS_PER_READ);
          const end = rows.at(-1);
          if (end === undefined) break;
          last = end.block;
          for (const row of rows) {
            characters += row.cells.length + row.formats.length;
            blocks.push({ worksheet_id, ...row });
          }
          if (characters >= LIMITS.sheet_content_characters.value)
            return {
              ...frame,
              blocks,
              next: CELL_CURSORS.write(binding, {
                revision: sheet.revision,
                worksheet: place,
                row: last,
                column: 0,
              }),
            };
        }
      }
      return { ...frame, blocks, next: null };
    },
    { mode: "snapshot" },
  );
}

export function readChanges(
  { db }: SheetsNeeds,
  companyId: Company,
  id: string,
  since: number,
): Promise<SheetChanges> {
  return db.transaction(
    async (tx) => {
      const frame = await readFrame(tx, companyId, id);
      return { ...frame, ...(await changedBlocks(tx, companyId, frame.sheet, since)) };
    },
    { mode: "snapshot" },
  );
}

async function changedBlocks(
  db: Queryable,
  companyId: Company,
  { number, revision }: SheetRow,
  since: number,
): Promise<Omit<SheetChanges, keyof SheetFrame>> {
  if (since === revision) return { isKnown: true, areMovesKnown: true, moves: [], blocks: [] };
  const unknown = { isKnown: false, areMovesKnown: false, moves: [], blocks: [] };
  if (since < 1 || since > revision || revision - since > LIMITS.sheet_changes.value) return unknown;
  const edits = await sheetsStore.listChanges(db, companyId, number, since);
  if (edits.length < revision - since) return unknown;
  const byWorksheet = new Map<PublicId<"worksheet">, Set<number>>();
  for (const { blocks, moves } of edits) {
    for (const { worksheet_id: id, ...move } of moves)
      byWorksheet.set(id, movedBlocks(byWorksheet.get(id) ?? new Set(), move));
    for (const [id, numbers] of blocks)
      byWorksheet.set(id, new Set([...(byWorksheet.get(id) ?? []), ...numbers]));
  }
  const moves = edits.flatMap((edit) => edit.moves);
  const touched = new Map(
    [...byWorksheet].flatMap(([worksheetId, numbers]) =>
      [...numbers].map((block) => [`${worksheetId} ${block}`, { worksheetId, block }] as const),
    ),
  );
  if (touched.size > CHANGED_BLOCKS_MAX) return { ...unknown, areMovesKnown: true, moves };
  const stored = new Map(
    (await sheetsStore.listTheseBlocks(db, companyId, [...touched.values()])).map((row) => [
      `${row.worksheet_id} ${row.block}`,
      row,
    ]),
  );
  return {
    isKnown: true,
    areMovesKnown: true,
    moves,
    blocks: [...touched].map(
      ([key, { worksheetId: worksheet_id, block }]) =>
        stored.get(key) ?? { worksheet_id, block, ...EMPTY_BLOCK },
    ),
  };
}
