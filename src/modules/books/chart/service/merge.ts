/**
 * Merges a category into another. Invariant: its entries move with all that names it, in one transaction, so
 * that the vouchers of each record stay those that it posts; nothing of closed books moves. The other
 * category keeps its id and path, by which formulas and later imports find it.
 */
import type { PublicId } from "@daybook/words/public-id";
import { takeTurn, transactionOrPreview } from "../../../../platform/db/index.ts";
import { mergeFault, pathOf, statementsOf } from "../rules/changes.ts";
import { chartStore } from "../store.ts";
import {
  type ChartChange,
  type ChartNeeds,
  findRow,
  monthsOf,
  type OpenChart,
  refuseFault,
  usesOf,
  write,
} from "./change.ts";

export function mergeCategory(
  needs: ChartNeeds,
  companyId: PublicId<"company">,
  { id, intoId, isPreview }: { readonly id: string; readonly intoId: string; readonly isPreview: boolean },
): Promise<ChartChange> {
  return transactionOrPreview(
    needs.db,
    isPreview,
    async (tx) => {
      await needs.lockCompany(tx, companyId);
      // Before the turn of the chart, which writers of the feed take after it.
      const stamped = await needs.beginWriting(tx, companyId, needs.now());
      await takeTurn(tx, companyId, "chart");
      const rows = await chartStore.listCategories(tx, companyId);
      return merge({ tx, companyId, needs, rows }, { id, intoId, stamped });
    },
    { long: true },
  );
}

async function merge(
  chart: OpenChart,
  {
    id,
    intoId,
    stamped,
  }: { readonly id: string; readonly intoId: string } & Pick<
    Parameters<NonNullable<ChartNeeds["records"][number]["replace"]>>[2],
    "stamped"
  >,
): Promise<ChartChange> {
  const { tx, companyId, needs, rows } = chart;
  const from = findRow(rows, id, "id");
  const into = findRow(rows, intoId, "into");
  const uses = [...(await usesOf(chart, from.id)), ...(await usesOf(chart, into.id))];
  refuseFault(mergeFault({ rows, from, into, uses }));
  const months = await monthsOf(chart, [from.id]);
  for (const { replace } of needs.records)
    await replace?.(tx, companyId, { from, into, now: needs.now(), stamped });
  const path = pathOf(rows, from);
  const row = {
    ...into,
    role: into.role ?? from.role,
    merged: [...into.merged, ...from.merged, { id: from.id, path }],
  };
  // A former category of this id was merged elsewhere; from now on, the id means this one.
  const others = rows
    .filter((other) => other !== from && other !== into && other.merged.some((each) => each.id === from.id))
    .map((other) => ({ ...other, merged: other.merged.filter((each) => each.id !== from.id) }));
  await chartStore.deleteCategory(tx, companyId, from.id);
  await write(chart, [row, ...others], from, {
    action: "category merge",
    from: path,
    to: into.id,
    note: months === null ? "no entries" : `entries from ${months.first} to ${months.last}`,
  });
  return {
    company_id: companyId,
    category: row,
    statements: months === null ? [] : statementsOf(row.account_type),
    months,
  };
}
