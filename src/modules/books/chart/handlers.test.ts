/** The two trees over HTTP: every field, all rows in one response, in the documented order. */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import {
  type BundleCategory,
  type BundleDepartment,
  category,
  chart,
  CHART,
  DEPARTMENTS,
  SET_UP,
} from "../../../../test/support/bundle.ts";

const http = await testApp();

interface Category {
  readonly id: string;
  readonly object: string;
  readonly name: string;
  readonly account_type: string;
  readonly point_in_time: boolean;
  readonly tier: number;
  readonly position: number;
  readonly parent_id: string | null;
  readonly created: number;
}

interface Department {
  readonly id: string;
  readonly tier: number;
  readonly parent_id: string | null;
  readonly assignable: boolean;
}

interface List<Item> {
  readonly object: string;
  readonly data: readonly Item[];
}

/**
 * Returns the rows in another order, parents first, so that the import does not already have the expected
 * order.
 */
function shuffled<R extends { id: string; parent_id: string | null }>(rows: readonly R[]): R[] {
  const depth = (row: R): number =>
    row.parent_id === null
      ? 0
      : 1 + depth(rows.find(({ id }) => id === row.parent_id) ?? { ...row, parent_id: null });
  return rows.toSorted((a, b) => depth(a) - depth(b) || (a.id < b.id ? 1 : -1));
}

describe("the categories", () => {
  test("are returned as a list of all categories (COMP-003, COMP-016, COMP-017, COMP-018, COMP-019, COMP-022, COMP-024)", async () => {
    const company = await http.company();
    const { status, body } = await http.send<List<Category>>("/categories", { key: company.key });
    expect([status, body.object, Object.keys(body)]).toEqual([200, "list", ["object", "url", "data"]]);
    const expected = CHART.map(({ id, name, account_type, position, parent_id }) => ({
      id,
      object: "category",
      name,
      account_type,
      position,
      parent_id,
      created: SET_UP,
    }));
    const found = body.data.map(({ point_in_time: _kind, tier: _tier, ...rest }) => rest);
    expect(new Set(found)).toEqual(new Set(expected));
    expect(found.length).toBe(expected.length);
  });

  test("say whether their totals are balances or the activity of a period (COMP-020)", async () => {
    const { data } = await (await http.company()).read<List<Category>>("/categories");
    const kinds = new Map<string, Set<boolean>>();
    for (const { account_type, point_in_time } of data)
      kinds.set(account_type, (kinds.get(account_type) ?? new Set()).add(point_in_time));
    const expected = {
      asset: true,
      liability: true,
      equity: true,
      revenue: false,
      cost_of_goods_sold: false,
      expense: false,
      other_income: false,
      other_expense: false,
    };
    expect(Object.fromEntries([...kinds].map(([type, found]) => [type, [...found]]))).toEqual(
      Object.fromEntries(Object.entries(expected).map(([type, kind]) => [type, [kind]])),
    );
  });

  const DEEP: readonly BundleCategory[] = [
    ...chart(
      category("costs", "Costs", "expense", null, ["people", "People"], ["places", "Places"]),
      category("sales", "Sales", "revenue", null),
    ),
    {
      id: "cat_wages",
      name: "Wages",
      account_type: "expense",
      parent_id: "cat_people",
      position: 0,
      cash_flow: null,
      created: SET_UP,
    },
  ];

  test("are in tiers 1 to 3 (COMP-021), and their parents are in the list too (COMP-023)", async () => {
    const { data } = await (
      await http.company({ categories: DEEP, journal: [] })
    ).read<List<Category>>("/categories");
    expect(Object.fromEntries(data.map(({ id, tier, parent_id }) => [id, [tier, parent_id]]))).toEqual({
      cat_costs: [1, null],
      cat_sales: [1, null],
      cat_people: [2, "cat_costs"],
      cat_places: [2, "cat_costs"],
      cat_wages: [3, "cat_people"],
    });
    const fourth: BundleCategory = {
      id: "cat_bonus",
      name: "Bonus",
      account_type: "expense",
      parent_id: "cat_wages",
      position: 0,
      cash_flow: null,
      created: SET_UP,
    };
    await expect(http.company({ categories: [...DEEP, fourth], journal: [] })).rejects.toThrow(/tier/);
  });

  test("are ordered by tier, then position, then name (COMP-004)", async () => {
    const row = (
      id: string,
      name: string,
      position: number,
      parent_id: string | null = null,
    ): BundleCategory => ({
      id: `cat_${id}`,
      name,
      account_type: "expense",
      parent_id: parent_id && `cat_${parent_id}`,
      position,
      cash_flow: null,
      created: SET_UP,
    });
    const rows = [
      row("z", "Aaa", 7),
      row("a", "Zzz", 0),
      row("m", "Bbb", 7),
      row("c", "Late child", 9, "a"),
      row("d", "Early child", 1, "z"),
      row("e", "Also early", 1, "a"),
      row("f", "Leaf", 0, "c"),
    ];
    const { data } = await (
      await http.company({ categories: shuffled(rows), journal: [] })
    ).read<List<Category>>("/categories");
    expect(data.map(({ name }) => name)).toEqual([
      "Zzz",
      "Aaa",
      "Bbb",
      "Also early",
      "Early child",
      "Late child",
      "Leaf",
    ]);
  });

  test("are all in one response, even if there are many (COMP-005, GEN-036)", async () => {
    const many = chart(
      ...Array.from({ length: 620 }, (_, index) =>
        category(`many_${index}`, `Category ${index}`, "expense", null),
      ),
    );
    const company = await http.company({ categories: many, journal: [] });
    for (const target of [
      "/categories",
      "/categories?limit=1",
      "/categories?limit=100&starting_after=cat_many_5",
    ]) {
      const list = await company.read<List<Category>>(target);
      expect([Object.keys(list), list.data.length]).toEqual([["object", "url", "data"], 620]);
    }
  });
});

describe("the departments", () => {
  test("are a list in display order: each is followed by its children (COMP-006)", async () => {
    const company = await http.company({ departments: shuffled(DEPARTMENTS) });
    const { status, body } = await http.send<List<Department & { name: string }>>("/departments", {
      key: company.key,
    });
    expect([status, body.object]).toEqual([200, "list"]);
    expect(body.data.map(({ name }) => name)).toEqual([
      "Product",
      "Engineering",
      "Platform",
      "Apps",
      "Design",
      "Sales",
    ]);
    expect(body.data[2]).toStrictEqual({
      id: "dept_platform",
      object: "department",
      name: "Platform",
      tier: 3,
      position: 0,
      parent_id: "dept_engineering",
      assignable: true,
      created: SET_UP,
    });
  });

  test("have a tier (COMP-026), a parent (COMP-027) and a field for whether they may be assigned (COMP-028)", async () => {
    const { data } = await (await http.company()).read<List<Department>>("/departments");
    expect(data.map(({ id, tier, parent_id, assignable }) => [id, tier, parent_id, assignable])).toEqual([
      ["dept_product", 1, null, false],
      ["dept_engineering", 2, "dept_product", false],
      ["dept_platform", 3, "dept_engineering", true],
      ["dept_apps", 3, "dept_engineering", true],
      ["dept_design", 2, "dept_product", true],
      ["dept_sales", 1, null, true],
    ]);
  });

  test("are at most four tiers deep (COMP-025)", async () => {
    const row = (id: string, parent: string | null): BundleDepartment => ({
      id: `dept_${id}`,
      name: id,
      parent_id: parent && `dept_${parent}`,
      position: 0,
      assignable: false,
      created: SET_UP,
    });
    const four = [row("one", null), row("two", "one"), row("three", "two"), row("four", "three")];
    const { data } = await (
      await http.company({ departments: four, journal: [] })
    ).read<List<Department>>("/departments");
    expect(data.map(({ tier }) => tier)).toEqual([1, 2, 3, 4]);
    await expect(http.company({ departments: [...four, row("five", "four")], journal: [] })).rejects.toThrow(
      /tier/,
    );
  });

  test("are all in one response, even if there are many; without departments, the list is empty (COMP-007, GEN-035, GEN-037)", async () => {
    const many = Array.from({ length: 610 }, (_, index): BundleDepartment => ({
      id: `dept_${index}`,
      name: `Department ${index}`,
      parent_id: null,
      position: index,
      assignable: true,
      created: SET_UP,
    }));
    const company = await http.company({ departments: many, journal: [] });
    for (const target of ["/departments", "/departments?limit=1&starting_after=dept_5"]) {
      const list = await company.read<List<Department>>(target);
      expect([Object.keys(list), list.data.map(({ id }) => id)]).toEqual([
        ["object", "url", "data"],
        many.map(({ id }) => id),
      ]);
    }
    expect(await (await http.company({ departments: [], journal: [] })).read("/departments")).toEqual({
      object: "list",
      url: "/api/v1/departments",
      data: [],
    });
  });
});
