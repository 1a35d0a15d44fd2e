/** The handlers of the chart's operations: they turn rows into API responses. */
import type { Handlers } from "../../../contract/operation.ts";
import { viewing } from "../../../contract/record.ts";
import { wholeList } from "../../../contract/schemas.ts";
import { isPointInTime } from "../../../core/ledger-words.ts";
import { categorySchema, type chartContract, departmentSchema } from "./contract.ts";
import { CATEGORIES, DEPARTMENTS } from "./record.ts";
import type { ChartService } from "./service.ts";

const categoryView = viewing(CATEGORIES, categorySchema, ({ account_type }) => ({
  object: "category",
  point_in_time: isPointInTime(account_type),
}));
const departmentView = viewing(DEPARTMENTS, departmentSchema, () => ({ object: "department" }));

export function chartHandlers(chart: ChartService): Handlers<typeof chartContract> {
  return {
    async listCategories({ principal }) {
      return wholeList("/categories", (await chart.listCategories(principal.companyId)).map(categoryView));
    },
    async listDepartments({ principal }) {
      return wholeList(
        "/departments",
        (await chart.listDepartments(principal.companyId)).map(departmentView),
      );
    },
  };
}
