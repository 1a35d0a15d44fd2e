/** The chart's operations: rows to views. */
import type { Handlers } from "../../../contract/operation.ts";
import { wholeList } from "../../../contract/schemas.ts";
import { isPointInTime } from "../../../core/ledger-words.ts";
import type { chartContract } from "./contract.ts";
import type { ChartService } from "./service.ts";

export function chartHandlers(chart: ChartService): Handlers<typeof chartContract> {
  return {
    async listCategories({ principal }) {
      const rows = await chart.listCategories(principal.companyId);
      return wholeList(
        "/categories",
        rows.map((row) => ({
          id: row.id,
          object: "category" as const,
          name: row.name,
          account_type: row.account_type,
          point_in_time: isPointInTime(row.account_type),
          tier: row.tier,
          position: row.position,
          parent_id: row.parent_id,
          created: row.created,
        })),
      );
    },
    async listDepartments({ principal }) {
      const rows = await chart.listDepartments(principal.companyId);
      return wholeList(
        "/departments",
        rows.map((row) => ({
          id: row.id,
          object: "department" as const,
          name: row.name,
          tier: row.tier,
          position: row.position,
          parent_id: row.parent_id,
          assignable: row.assignable,
          created: row.created,
        })),
      );
    },
  };
}
