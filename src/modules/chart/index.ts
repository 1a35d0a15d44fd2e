/** The door of the chart module. */
export { categoriesSection, departmentsSection } from "./bundle.ts";
export { chartContract } from "./contract.ts";
export { chartHandlers } from "./handlers.ts";
export { bySiblingOrder, type ChartCheck, chartFaults, childrenByParent, compareText, directId, inDisplayOrder, selectCategories, type TreeRow, withDescendants } from "./rules.ts";
export { type ChartService, chartService } from "./service.ts";
export { type CategoryRow, chartStore, type DepartmentRow } from "./store.ts";
