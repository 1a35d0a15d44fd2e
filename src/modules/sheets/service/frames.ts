/**
 * Rewrites the names and charts of a document after its worksheets or their cells have moved. Invariant: only
 * what changes is written, and it passes the checks of `rules/checks.ts`.
 */
import type { PublicId } from "@daybook/words/public-id";
import type { Tx } from "../../../platform/db/index.ts";
import type { NameRow, WorksheetRow } from "../record.ts";
import { chartFault, namesAndChartsFault, namesFault } from "../rules/checks.ts";
import type { ChartRow } from "../rules/words.ts";
import { sheetsStore } from "../store.ts";
import { refuseFault } from "./create.ts";

type Company = PublicId<"company">;

interface Rewriting {
  /** Returns the formula of a name. */
  readonly name: (row: NameRow) => string;
  readonly chart: (row: ChartRow) => ChartRow;
}

/** Throws the refusal `invalid_request` if a name or a chart would become too long. */
export async function rewriteFrame(
  tx: Tx,
  companyId: Company,
  number: number,
  worksheets: readonly WorksheetRow[],
  rewriting: Rewriting,
): Promise<void> {
  const former = {
    names: await sheetsStore.listNames(tx, companyId, number),
    charts: await sheetsStore.listCharts(tx, companyId, number),
  };
  const names = former.names.map((row) => ({ ...row, formula: rewriting.name(row) }));
  const charts = former.charts.map(rewriting.chart);
  const namesChange = names.some(({ formula }, at) => formula !== former.names[at]?.formula);
  const chartsChange = JSON.stringify(charts) !== JSON.stringify(former.charts);
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
