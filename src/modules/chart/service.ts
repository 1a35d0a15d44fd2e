/** Use cases on the chart. */
import type { PublicId } from "../../core/public-id.ts";
import type { Db } from "../../platform/db/index.ts";
import { inDisplayOrder } from "./rules.ts";
import { type CategoryRow, chartStore, type DepartmentRow } from "./store.ts";

export interface ChartService {
  /** By tier, then position, then name. */
  listCategories(companyId: PublicId<"company">): Promise<CategoryRow[]>;
  /** Each department is followed by its children. */
  listDepartments(companyId: PublicId<"company">): Promise<DepartmentRow[]>;
}

export function chartService(db: Db): ChartService {
  return {
    listCategories: (companyId) => chartStore.listCategories(db, companyId),
    async listDepartments(companyId) {
      return inDisplayOrder(await chartStore.listDepartments(db, companyId));
    },
  };
}
