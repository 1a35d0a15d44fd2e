/**
 * Updates the references to a renamed worksheet in the formulas, names and charts of its document. Invariant:
 * only formulas and ranges that name the worksheet are rewritten.
 */
import { withRenamedWorksheet } from "@daybook/formula/cells";
import type { PublicId } from "../../../core/public-id.ts";
import type { Tx } from "../../../platform/db/index.ts";
import { type Block, BlockContent } from "../rules/blocks.ts";
import {
  chartFault,
  sizeFault,
  foldCase,
  namesAndChartsFault,
  namesFault,
  valueFault,
} from "../rules/checks.ts";
import type { WorksheetRow } from "../record.ts";
import { sheetsStore } from "../store.ts";
import { refuseFault } from "./create.ts";

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

  const former = {
    names: await sheetsStore.listNames(tx, companyId, number),
    charts: await sheetsStore.listCharts(tx, companyId, number),
  };
  const names = former.names.map((row) => ({ ...row, formula: renamed(row.formula) }));
  const charts = former.charts.map((row) => ({ ...row, ranges: row.ranges.map(renamed) }));
  const namesChange = names.some(({ formula }, at) => formula !== former.names[at]?.formula);
  const chartsChange = charts.some(({ ranges }, at) =>
    ranges.some((range, index) => range !== former.charts[at]?.ranges[index]),
  );
  if (namesChange || chartsChange) refuseFault(namesAndChartsFault(names, charts));
  if (namesChange) {
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
  if (chartsChange) {
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
