/** The door of the chart module. */
export { categoriesSection, departmentsSection } from "./bundle.ts";
export { chartContract } from "./contract.ts";
export { chartHandlers } from "./handlers.ts";
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
  type ChartMaking,
  type ChartService,
  chartService,
  recognizeRoles,
} from "./service.ts";
export {
  type CategoryChoiceRow,
  type CategoryRow,
  chartStore,
  type DepartmentChoiceRow,
  type DepartmentRow,
} from "./store.ts";
