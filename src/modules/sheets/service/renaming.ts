/**
 * Updates the references to a renamed worksheet in the formulas, names and charts of its document. Invariant:
 * only formulas and ranges that name the worksheet are rewritten.
 */
import { withRenamedWorksheet } from "@daybook/formula/cells";
import type { PublicId } from "@daybook/words/public-id";
import type { Tx } from "../../../platform/db/index.ts";
import { sizeFault } from "../rules/checks.ts";
import type { TouchedBlocks, WorksheetRow } from "../record.ts";
import { sheetsStore } from "../store.ts";
import { refuseFault } from "./create.ts";
import { rewriteFrame } from "./frames.ts";
import { rewriteMentions } from "./mentions.ts";

type Company = PublicId<"company">;

/**
 * Rewrites everything that refers to a worksheet after its renaming from `from` to `to`. Returns the blocks
 * that have other formulas now. Throws the refusal `invalid_request` if a formula or the document would
 * become too long.
 */
export async function renameReferences(
  tx: Tx,
  companyId: Company,
  number: number,
  worksheets: readonly WorksheetRow[],
  from: string,
  to: string,
): Promise<TouchedBlocks> {
  const renamed = (text: string): string => withRenamedWorksheet(text, from, to);
  const touched: [WorksheetRow["id"], readonly number[]][] = [];
  for (const { id } of worksheets)
    touched.push([id, await rewriteMentions(tx, companyId, id, from, renamed)]);
  refuseFault(sizeFault(await sheetsStore.measure(tx, companyId, number)));

  await rewriteFrame(tx, companyId, number, worksheets, {
    name: ({ formula }) => renamed(formula),
    chart: (chart) => ({ ...chart, ranges: chart.ranges.map(renamed) }),
  });
  return touched;
}
