/** The rules of the sample company: what its regular vendors are categorized as. */
import type { BundleRule } from "../contract/bundle-records.ts";
import { type CategoryKey, categoryId, type DepartmentKey, departmentId } from "./chart.ts";
import { SUBSCRIPTIONS } from "./vendors.ts";

/** The number of vendors with a rule: those that the company has paid for longest. */
const VENDORS = 10;

function ruleOf(
  key: string,
  name: string,
  condition: BundleRule["conditions"][number],
  category: CategoryKey,
  department: DepartmentKey | null,
  created: number,
): BundleRule {
  return {
    id: `rule_${key}`,
    name,
    conditions: [condition],
    category_id: categoryId(category),
    department_id: department === null ? null : departmentId(department),
    created,
  };
}

/** Returns the rules as records of a bundle, the first to be tried first. */
export function sampleRules(created: number): BundleRule[] {
  const vendors = SUBSCRIPTIONS.slice(0, VENDORS).map(({ merchant, category, department }) =>
    ruleOf(
      merchant.toLowerCase().replaceAll(/[^a-z]+/g, "-"),
      merchant,
      { field: "merchant_name", operator: "equals", value: merchant },
      category,
      department,
      created,
    ),
  );
  return [
    ...vendors,
    ruleOf(
      "bank-fees",
      "Bank fees",
      { field: "description", operator: "starts_with", value: "Account analysis fee" },
      "bank-fees",
      "finance",
      created,
    ),
    ruleOf(
      "savings-interest",
      "Savings interest",
      { field: "description", operator: "starts_with", value: "Savings interest" },
      "interest-income",
      null,
      created,
    ),
  ];
}
