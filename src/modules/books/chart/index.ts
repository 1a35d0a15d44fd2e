/** Public interface of the chart module. */
export { categoriesSection, departmentsSection } from "./bundle.ts";
export { chartConsoleContract } from "./contract/console.ts";
export { chartContract } from "./contract/index.ts";
export { chartConsoleHandlers, chartHandlers } from "./handlers.ts";
export type { CategoryRow, DepartmentRow, StoredCategory } from "./record.ts";
export {
  categoryForRole,
  chartFaults,
  childrenByParent,
  directId,
  inactiveText,
  inDisplayOrder,
  readCategoryFilter,
  type Selection,
  type TreeRow,
  treeSelector,
} from "./rules/index.ts";
export { balanceClassesOf, type FlowPart, flowPartOf, isLease } from "./rules/shown.ts";
export type { CategoryRecords, ChartChange } from "./service/change.ts";
export { type CategoryEdit, type ChartService, chartService } from "./service/index.ts";
export { categoriesOfRoles, categoryBeside, type ChartMaking, recognizeRoles } from "./service/roles.ts";
export { type CategoryChoiceRow, chartStore, type DepartmentChoiceRow } from "./store.ts";
