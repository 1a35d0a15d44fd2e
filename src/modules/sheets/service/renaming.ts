/**
 * Updates the references to a renamed worksheet in the formulas, names and charts of its document. Invariant:
 * only formulas and ranges that name the worksheet are rewritten.
 */
import { withRenamedWorksheet } from "@daybook/formula/cells";
import type { PublicId } from "../../../core/public-id.ts";
import type { Tx } from "../../../platform/db/index.ts";
import { type Block, BlockContent } from "../rules/blocks.ts";
import { foldCase, sizeFault, valueFault } from "../rules/checks.ts";
import type { WorksheetRow } from "../record.ts";
import { sheetsStore } from "../store.ts";
import { refuseFault } from "./create.ts";
import { rewriteFrame } from "./frames.ts";

type Company = PublicId<"company">;

/** The number of blocks that are read at once. */
const BLOCKS_PER_READ = 64;

/**
 * Rewrites everything that refers to a worksheet after its renaming from `from` to `to`. Throws the refusal
 * `invalid_request` if a formula or the document would become too long.
 */
export async function renameReferences(
  tx: Tx,
  companyId: Company,
  number: number,
  worksheets: readonly WorksheetRow[],
  from: string,
  to: string,
): Promise<void> {
  const renamed = (text: string): string => withRenamedWorksheet(text, from, to);
  for (const { id } of worksheets) await renameInBlocks(tx, companyId, id, from, renamed);
  refuseFault(sizeFault(await sheetsStore.measure(tx, companyId, number)));

  await rewriteFrame(tx, companyId, number, worksheets, {
    name: ({ formula }) => renamed(formula),
    chart: (chart) => ({ ...chart, ranges: chart.ranges.map(renamed) }),
  });
}

async function renameInBlocks(
  tx: Tx,
  companyId: Company,
  worksheetId: WorksheetRow["id"],
  from: string,
  renamed: (text: string) => string,
): Promise<void> {
  // Blocks are stored as JSON. Only blocks whose text contains the former name, with the escapes of formulas
  // and JSON, need to be decoded.
  const encoded = foldCase(JSON.stringify(from.replaceAll("'", "''")).slice(1, -1));
  for (let block = -1; ;) {
    const rows = await sheetsStore.listBlocksAfter(tx, companyId, worksheetId, block, BLOCKS_PER_READ);
    const last = rows.at(-1);
    if (last === undefined) return;
    block = last.block;
    const changed: Block[] = [];
    for (const row of rows) {
      if (!foldCase(row.cells).includes(encoded)) continue;
      const content = new BlockContent(row);
      const fault = content.rewriteFormulas(renamed, valueFault);
      refuseFault(fault);
      const stored = content.stored(row.block);
      if (stored !== null && stored.cells !== row.cells) changed.push(stored);
    }
    await sheetsStore.putBlocks(tx, companyId, worksheetId, changed);
  }
}
