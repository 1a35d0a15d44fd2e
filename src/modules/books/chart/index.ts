/** Public interface of the chart module. */
export { categoriesSection, departmentsSection } from "./bundle.ts";
export { chartConsoleContract, chartContract } from "./contract.ts";
export { chartConsoleHandlers, chartHandlers } from "./handlers.ts";
export type { CategoryRow, DepartmentRow } from "./record.ts";
export {
  chartFaults,
  childrenByParent,
  directId,
  inDisplayOrder,
  readCategoryFilter,
  type Selection,
  type TreeRow,
  treeSelector,
} from "./rules.ts";
export {
  categoriesOfRoles,
  categoryBeside,
  type ChartChange,
  type ChartMaking,
  type ChartService,
  chartService,
  recognizeRoles,
} from "./service/index.ts";
export { type CategoryChoiceRow, chartStore, type DepartmentChoiceRow } from "./store.ts";
