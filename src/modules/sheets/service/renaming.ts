/**
 * Renames a worksheet within the rest of its document: formulas, names and charts go on referring to it,
 * as in any spreadsheet. Invariant: only text that names the worksheet is rewritten.
 */
import { withRenamedWorksheet } from "@daybook/formula/cells";
import type { PublicId } from "../../../core/public-id.ts";
import type { Tx } from "../../../platform/db/index.ts";
import { type Block, BlockContent } from "../rules/blocks.ts";
import { chartFault, fillFault, folded, frameFault, namesFault, valueFault } from "../rules/checks.ts";
import type { WorksheetRow } from "../record.ts";
import { sheetsStore } from "../store.ts";
import { refuseFault } from "./create.ts";

type Company = PublicId<"company">;

/** Blocks that are read at once. */
const BLOCKS_PER_READ = 64;

/**
 * Writes anew whatever names a worksheet that is renamed. Refuses `invalid_request` where that would become
 * too long.
 */
export async function renameInFormulas(
  tx: Tx,
  companyId: Company,
  number: number,
  worksheets: readonly WorksheetRow[],
  from: string,
  to: string,
): Promise<void> {
  const renamed = (text: string): string => withRenamedWorksheet(text, from, to);
  for (const { id } of worksheets) await renameInBlocks(tx, companyId, id, from, renamed);
  refuseFault(fillFault(await sheetsStore.sumFill(tx, companyId, number)));

  const former = {
    names: await sheetsStore.listNames(tx, companyId, number),
    charts: await sheetsStore.listCharts(tx, companyId, number),
  };
  const names = former.names.map((row) => ({ ...row, formula: renamed(row.formula) }));
  const charts = former.charts.map((row) => ({ ...row, ranges: row.ranges.map(renamed) }));
  const areNames = names.some(({ formula }, at) => formula !== former.names[at]?.formula);
  const areCharts = charts.some(({ ranges }, at) =>
    ranges.some((range, index) => range !== former.charts[at]?.ranges[index]),
  );
  if (areNames || areCharts) refuseFault(frameFault(names, charts));
  if (areNames) {
    const places = new Map(worksheets.map(({ id, place }) => [id, place]));
    refuseFault(
      namesFault(
        names.map(({ name, formula, worksheet_id: own }) => ({
          name,
          formula,
          worksheet: own === null ? null : (places.get(own) ?? null),
        })),
        worksheets.length,
      ),
    );
    await sheetsStore.putNames(tx, companyId, number, names);
  }
  if (areCharts) {
    for (const chart of charts) refuseFault(chartFault(chart));
    await sheetsStore.putCharts(tx, companyId, number, charts);
  }
}

async function renameInBlocks(
  tx: Tx,
  companyId: Company,
  worksheetId: WorksheetRow["id"],
  from: string,
  renamed: (text: string) => string,
): Promise<void> {
  // As formulas write it within a text of JSON; most blocks do not, and need not be taken apart.
  const written = folded(JSON.stringify(from.replaceAll("'", "''")).slice(1, -1));
  for (let block = -1; ;) {
    const rows = await sheetsStore.listBlocksAfter(tx, companyId, worksheetId, block, BLOCKS_PER_READ);
    const last = rows.at(-1);
    if (last === undefined) return;
    block = last.block;
    const changed: Block[] = [];
    for (const row of rows) {
      if (!folded(row.cells).includes(written)) continue;
      const content = new BlockContent(row);
      const fault = content.rewriteFormulas(renamed, valueFault);
      refuseFault(fault);
      const stored = content.stored(row.block);
      if (stored !== null && stored.cells !== row.cells) changed.push(stored);
    }
    await sheetsStore.putBlocks(tx, companyId, worksheetId, changed);
  }
}
