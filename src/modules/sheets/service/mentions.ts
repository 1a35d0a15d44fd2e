/** Rewrites the formulas in the cells of a worksheet that name some worksheet of the document. */
import type { PublicId } from "@daybook/words/public-id";
import type { Tx } from "../../../platform/db/index.ts";
import type { WorksheetRow } from "../record.ts";
import { type Block, BlockContent } from "../rules/blocks.ts";
import { foldCase, valueFault } from "../rules/checks.ts";
import { sheetsStore } from "../store.ts";
import { refuseFault } from "./create.ts";

/** The number of blocks that are read at once: rewriting their formulas holds the thread. */
const BLOCKS_PER_READ = 16;

/**
 * Rewrites the formulas of a worksheet that name the worksheet `named`. Returns the numbers of the blocks
 * that have others now. Throws the refusal `invalid_request` for a formula that becomes too long, with
 * `where` in its message.
 */
export async function rewriteMentions(
  tx: Tx,
  companyId: PublicId<"company">,
  worksheetId: WorksheetRow["id"],
  named: string,
  rewrite: (formula: string) => string,
  where?: string,
): Promise<readonly number[]> {
  // Blocks are stored as JSON. Only blocks whose text contains the name, with the escapes of formulas and
  // JSON, need to be decoded.
  const encoded = foldCase(JSON.stringify(named.replaceAll("'", "''")).slice(1, -1));
  const rewritten: number[] = [];
  for (let block = -1; ;) {
    const rows = await sheetsStore.listBlocksAfter(tx, companyId, worksheetId, block, BLOCKS_PER_READ);
    const last = rows.at(-1);
    if (last === undefined) return rewritten;
    block = last.block;
    const changed: Block[] = [];
    for (const row of rows) {
      if (!foldCase(row.cells).includes(encoded)) continue;
      const content = new BlockContent(row);
      refuseFault(content.rewriteFormulas(rewrite, valueFault), where);
      const stored = content.stored(row.block);
      if (stored !== null && stored.cells !== row.cells) changed.push(stored);
    }
    await sheetsStore.putBlocks(tx, companyId, worksheetId, changed);
    rewritten.push(...changed.map((each) => each.block));
  }
}
