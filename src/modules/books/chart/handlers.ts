/** The handlers of the chart's operations: they turn rows into API responses. */
import type { Handlers } from "../../../contract/operation.ts";
import { viewing } from "../../../contract/record.ts";
import { wholeList } from "../../../contract/schemas.ts";
import { refuse } from "../../../core/errors.ts";
import { isPointInTime } from "@daybook/words/ledger-words";
import { chartCategorySchema, type chartConsoleContract } from "./contract/console.ts";
import { categorySchema, type chartContract, departmentSchema } from "./contract/index.ts";
import { CATEGORIES, DEPARTMENTS, type StoredCategory } from "./record.ts";
import type { DepartmentChange } from "./service/departments.ts";
import type { ChartChange } from "./service/change.ts";
import type { ChartService } from "./service/index.ts";

const viewOf = viewing(CATEGORIES, categorySchema, ({ account_type }) => ({
  object: "category",
  point_in_time: isPointInTime(account_type),
}));

/** Only an inactive category says what it is, so that others are as the specification has them. */
function categoryView(row: StoredCategory) {
  const { inactive: _left, ...view } = viewOf(row);
  return row.active ? view : { ...view, inactive: true as const };
}
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

const chartCategoryView = viewing(CATEGORIES, chartCategorySchema, () => ({ object: "chart_category" }));

function changeView({ category, statements, months }: ChartChange, preview: boolean) {
  return {
    object: "chart_change" as const,
    category: chartCategoryView(category),
    statements: [...statements],
    first_month: months?.first ?? null,
    last_month: months?.last ?? null,
    preview,
  };
}

function departmentChangeView({ department, months, closed, rules }: DepartmentChange, preview: boolean) {
  return {
    object: "department_change" as const,
    department: departmentView(department),
    closed: [...closed],
    rules: [...rules],
    first_month: months?.first ?? null,
    last_month: months?.last ?? null,
    preview,
  };
}

/** The handlers of what only the web console asks. */
export function chartConsoleHandlers(chart: ChartService): Handlers<typeof chartConsoleContract> {
  return {
    async getChart({ principal }) {
      const rows = await chart.listCategories(principal.companyId);
      return { object: "chart", categories: rows.map(chartCategoryView) };
    },
    async addCategory({ principal, body: { name, account_type, cash_flow = null, parent = null } }) {
      const category = { name: name.trim(), account_type, cash_flow, parent_id: parent };
      return changeView(await chart.addCategory(principal.companyId, category), false);
    },
    async changeCategory({ principal, input, body: { preview = false, ...given } }) {
      const { cash_flow = null, balance_class = null, cash_paid_for = null, active = null } = given;
      const change = { name: given.name?.trim() ?? null, cash_flow, balance_class, cash_paid_for, active };
      return changeView(await chart.changeCategory(principal.companyId, input.id, change, preview), preview);
    },
    async moveCategory({ principal, input, body: { parent, before, after, preview = false } }) {
      const place = before === undefined ? (after === undefined ? undefined : { after }) : { before };
      if (parent === undefined && place === undefined) throw refuse("parameter_missing", { param: "parent" });
      const to = {
        ...(parent === undefined ? {} : { parent_id: parent }),
        ...(place === undefined ? {} : { place }),
      };
      return changeView(await chart.moveCategory(principal.companyId, input.id, to, preview), preview);
    },
    async orderCategories({ principal, body: { parent } }) {
      const rows = await chart.orderCategories(principal.companyId, parent);
      return { object: "chart", categories: rows.map(chartCategoryView) };
    },
    async mergeCategory({ principal, input, body: { into, preview = false } }) {
      return changeView(await chart.mergeCategory(principal.companyId, input.id, into, preview), preview);
    },
    async addDepartment({ principal, body: { name, parent = null, preview = false } }) {
      const department = { name: name.trim(), parent_id: parent };
      return departmentChangeView(
        await chart.addDepartment(principal.companyId, department, preview),
        preview,
      );
    },
    async changeDepartment({ principal, input, body: { name, assignable = null, preview = false } }) {
      const change = { name: name?.trim() ?? null, assignable };
      return departmentChangeView(
        await chart.changeDepartment(principal.companyId, input.id, change, preview),
        preview,
      );
    },
    async moveDepartment({ principal, input, body: { parent, preview = false } }) {
      return departmentChangeView(
        await chart.moveDepartment(principal.companyId, input.id, parent, preview),
        preview,
      );
    },
    async deleteDepartment({ principal, input, body: { preview = false } }) {
      return departmentChangeView(
        await chart.deleteDepartment(principal.companyId, input.id, preview),
        preview,
      );
    },
  };
}
