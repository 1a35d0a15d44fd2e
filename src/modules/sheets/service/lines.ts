/**
 * Inserts and deletes rows and columns of a worksheet. Cells, formats, sizes and charts move with their
 * lines, and the formulas, names and charts of the whole document follow. Invariant: no cell is lost but
 * those of deleted lines.
 */
import { FormulaText, type LineMove, movedCell, movedPosition, withMovedLines } from "@daybook/formula/cells";
import type { PublicId } from "@daybook/words/public-id";
import type { Tx } from "../../../platform/db/index.ts";
import type { WorksheetRow } from "../record.ts";
import { type Block, BLOCK_ROWS, BlockContent, blockOf } from "../rules/blocks.ts";
import { positionFault, sizeFault, valueFault } from "../rules/checks.ts";
import { arrayFault, movedWorksheet, moveFault } from "../rules/lines.ts";
import { sheetsStore } from "../store.ts";
import { refuseFault } from "./create.ts";
import { rewriteFrame } from "./frames.ts";
import { rewriteMentions } from "./mentions.ts";

type Company = PublicId<"company">;

/** The number of blocks that are read at once: rewriting their formulas holds the thread. */
const BLOCKS_PER_READ = 16;

/**
 * Moves lines of `worksheet`, one of the document's `worksheets`. Throws the refusal `invalid_request` for
 * lines that are not there, for cells that would leave the grid, for a part of an array formula, and if the
 * document would become too large.
 */
export async function moveLines(
  tx: Tx,
  companyId: Company,
  number: number,
  worksheets: readonly WorksheetRow[],
  worksheet: WorksheetRow,
  move: LineMove,
): Promise<void> {
  refuseFault(moveFault(worksheet, move), worksheet.name);
  const moved = movedWorksheet(worksheet, move);
  await sheetsStore.putWorksheets(tx, companyId, number, [moved]);
  for (const each of worksheets)
    if (each.id === worksheet.id) await new MovedBlocks(tx, companyId, moved, move).run();
    else {
      const rewrite = (text: string): string => withMovedLines(text, each.name, worksheet.name, move);
      await rewriteMentions(tx, companyId, each.id, worksheet.name, rewrite, each.name);
    }
  refuseFault(sizeFault(await sheetsStore.measure(tx, companyId, number)));
  const names = new Map(worksheets.map(({ id, name }) => [id, name]));
  await rewriteFrame(tx, companyId, number, worksheets, {
    name: ({ formula, worksheet_id: own }) =>
      withMovedLines(formula, own === null ? null : (names.get(own) ?? null), worksheet.name, move),
    chart: (chart) => ({
      ...chart,
      ranges: chart.ranges.map((range) =>
        withMovedLines(range, names.get(chart.worksheet_id) ?? null, worksheet.name, move),
      ),
      position: chart.worksheet_id === worksheet.id ? movedPosition(chart.position, move) : chart.position,
    }),
  });
}

type StoredBlock = Pick<Block, "block" | "cells" | "formats">;

/**
 * The blocks of the moved worksheet. Blocks are read against the direction in which rows move, and written as
 * soon as no further block can put rows into them, so that a large worksheet is never in memory as a whole.
 */
class MovedBlocks {
  readonly #tx: Tx;
  readonly #companyId: Company;
  readonly #worksheet: WorksheetRow;
  readonly #move: LineMove;
  /** The blocks that were read and are not written yet, as they were and as they become. */
  readonly #former = new Map<number, StoredBlock>();
  readonly #contents = new Map<number, BlockContent>();

  constructor(tx: Tx, companyId: Company, worksheet: WorksheetRow, move: LineMove) {
    this.#tx = tx;
    this.#companyId = companyId;
    this.#worksheet = worksheet;
    this.#move = move;
  }

  async run(): Promise<void> {
    const { id } = this.#worksheet;
    const isDown = this.#move.count > 0;
    for (let last = isDown ? Number.MAX_SAFE_INTEGER : -1; ;) {
      const rows = isDown
        ? await sheetsStore.listBlocksBefore(
            this.#tx,
            this.#companyId,
            id,
            Math.min(last, 2 ** 31 - 1),
            BLOCKS_PER_READ,
          )
        : await sheetsStore.listBlocksAfter(this.#tx, this.#companyId, id, last, BLOCKS_PER_READ);
      const end = rows.at(-1);
      if (end === undefined) break;
      last = end.block;
      for (const row of rows) this.#take(row);
      await this.#store((block) => this.#isFinal(block, last));
    }
    await this.#store(() => true);
  }

  #take(row: StoredBlock): void {
    this.#former.set(row.block, row);
    const former = new BlockContent(row);
    const { name, row_count: rowCount, column_count: columnCount } = this.#worksheet;
    for (const { row: at, column, value } of former.values()) {
      if (value instanceof FormulaText) refuseFault(arrayFault(at, column, value, this.#move), name);
      const to = movedCell(at, column, this.#move);
      if (to === null) continue;
      refuseFault(positionFault(to.row, to.column, { rowCount, columnCount }), name);
      const written =
        value instanceof FormulaText
          ? new FormulaText(withMovedLines(value.text, name, name, this.#move), value.fills)
          : value;
      if (written !== value) refuseFault(valueFault(written), name);
      this.#into(to.row).setValue(to.row, to.column, written);
    }
    for (const { row: at, column, format } of former.formats()) {
      const to = movedCell(at, column, this.#move);
      // A format alone may leave the grid: the cell has no content.
      if (to !== null && to.row < rowCount && to.column < columnCount)
        this.#into(to.row).setFormat(to.row, to.column, format);
    }
  }

  #into(row: number): BlockContent {
    const block = blockOf(row);
    const content = this.#contents.get(block) ?? new BlockContent();
    this.#contents.set(block, content);
    return content;
  }

  /** True if no block beyond the last one that was read has rows for a block. */
  #isFinal(block: number, last: number): boolean {
    const { lines, at, count } = this.#move;
    const [first, end] = [block * BLOCK_ROWS, (block + 1) * BLOCK_ROWS];
    if (lines === "columns") return true;
    if (count > 0) return Math.min(first, Math.max(first - count, at)) >= last * BLOCK_ROWS;
    return end <= at || end - count <= (last + 1) * BLOCK_ROWS;
  }

  async #store(isFinal: (block: number) => boolean): Promise<void> {
    const { id } = this.#worksheet;
    const blocks: Block[] = [];
    for (const block of new Set([...this.#former.keys(), ...this.#contents.keys()])) {
      if (!isFinal(block)) continue;
      const former = this.#former.get(block);
      const stored = this.#contents.get(block)?.stored(block) ?? null;
      this.#former.delete(block);
      this.#contents.delete(block);
      if (stored === null) await sheetsStore.deleteBlock(this.#tx, this.#companyId, id, block);
      else if (former?.cells !== stored.cells || former.formats !== stored.formats) blocks.push(stored);
    }
    await sheetsStore.putBlocks(this.#tx, this.#companyId, id, blocks);
  }
}
