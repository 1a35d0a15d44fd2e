/** The chart in the order of its tree, where a node may move, and what a change does in words. */
import { expect, test } from "vitest";
import type { ChartCategory, ChartChange, DepartmentChange } from "../api/generated/schemas.ts";
import {
  changeText,
  departmentChangeText,
  inTree,
  mergeChoices,
  type Node,
  parentChoices,
  placeChoices,
  sectionsFor,
  TOP,
} from "./chart.ts";

const node = (id: string, parent_id: string | null, position: number, tier: number, name = id): Node => ({
  id,
  name,
  tier,
  position,
  parent_id,
});

const ROWS = [
  node("travel", null, 2, 1),
  node("hotels", "travel", 1, 2),
  node("flights", "travel", 0, 2),
  node("economy", "flights", 0, 3),
  node("b", null, 1, 1),
  node("a", null, 1, 1),
  node("cash", null, 0, 1),
];

test("nodes stand below their parents, siblings by position and then by name", () => {
  const ids = inTree(ROWS).map(({ id }) => id);
  expect(ids).toEqual(["cash", "a", "b", "travel", "flights", "economy", "hotels"]);
  expect(inTree(ROWS.toReversed()).map(({ id }) => id)).toEqual(ids);
});

test("a node may move to the top and below others, not below itself nor into a tier that there is not", () => {
  expect(parentChoices(ROWS, "flights", 3)).toEqual([
    { id: null, name: TOP },
    { id: "cash", name: "cash", note: undefined },
    { id: "a", name: "a", note: undefined },
    { id: "b", name: "b", note: undefined },
    { id: "travel", name: "travel", note: undefined },
    { id: "hotels", name: "hotels", note: "travel" },
  ]);
  expect(parentChoices(ROWS, "travel", 4).map(({ id }) => id)).toEqual([null, "cash", "a", "b"]);
  expect(parentChoices(ROWS, "", 2, ({ name }) => name.length > 1).map(({ id }) => id)).toEqual([
    null,
    "cash",
    "travel",
  ]);
});

test("only assets are cash, and what earns or costs may have no section", () => {
  expect(sectionsFor("asset")).toEqual(["cash", "working_capital", "non_cash", "investing", "financing"]);
  for (const type of ["liability", "equity"] as const)
    expect(sectionsFor(type)).toEqual(["working_capital", "non_cash", "investing", "financing"]);
  for (const type of ["revenue", "expense", "other_income"] as const)
    expect(sectionsFor(type)).toEqual(["none", "investing", "financing"]);
});

const categoryOf = (name: string, more: Partial<ChartCategory> = {}): ChartCategory => ({
  id: name,
  object: "chart_category",
  name,
  account_type: "expense",
  cash_flow: null,
  role: null,
  tier: 1,
  position: 0,
  parent_id: null,
  active: true,
  balance_class: null,
  cash_paid_for: null,
  created: 1_700_000_000,
  merged: [],
  ...more,
});

test("a category has a place among siblings of its type, and may be merged into what is like it", () => {
  const rows = [
    categoryOf("a"),
    categoryOf("b"),
    categoryOf("c"),
    categoryOf("off", { active: false, position: 1 }),
    categoryOf("sales", { account_type: "revenue" }),
    categoryOf("below", { parent_id: "c", tier: 2 }),
  ];
  const [a, b, , off] = rows;
  const ids = (category: ChartCategory | undefined) => placeChoices(rows, category ?? expect.unreachable());
  expect(ids(a)).toMatchObject({ next: "b", last: "off" });
  expect(ids(off)).toMatchObject({ next: null, last: "c" });
  expect(ids(b).choices.map(({ id }) => id)).toEqual(["a", "c", "off", null]);
  const into = (category: ChartCategory | undefined) =>
    mergeChoices(rows, category ?? expect.unreachable()).map(({ id }) => id);
  expect([into(a), into(rows[2])]).toEqual([["b", "below"], []]);
});

const change = (more: Partial<ChartChange>): ChartChange => ({
  object: "chart_change",
  category: {
    id: "cat_a",
    object: "chart_category",
    name: "A",
    account_type: "asset",
    cash_flow: null,
    role: null,
    tier: 1,
    position: 0,
    parent_id: null,
    active: true,
    balance_class: null,
    cash_paid_for: null,
    created: 1_700_000_000,
    merged: [],
  },
  statements: ["balance_sheet", "cash_flow"],
  first_month: "2025-02",
  last_month: "2025-04",
  preview: true,
  ...more,
});

test.each([
  [{}, "This changes the balance sheet and the cash flow statement, from 2025-02 to 2025-04."],
  [
    { last_month: "2025-02", statements: ["income_statement"], preview: false },
    "It changed the income statement, in 2025-02.",
  ],
  [{ statements: [] }, "This changes no figure of any statement."],
  [{ first_month: null }, "This changes no figure of any statement."],
  [{ last_month: null, preview: false }, "No figure of any statement changed."],
] as const)("a change %j is %j", (more, text) => {
  expect(changeText(change(more))).toBe(text);
});

test("what a change of a department closes, and the rules that end, are said", () => {
  const moved: DepartmentChange = {
    object: "department_change",
    department: { ...node("dept_a", null, 0, 1), object: "department", assignable: true, created: 0 },
    first_month: "2025-04",
    last_month: "2025-04",
    closed: ["Sales", "Design"],
    rules: ["Tools"],
    preview: true,
  };
  expect(departmentChangeText(moved)).toBe(
    "This changes the income statement by department, in 2025-04. Sales, Design can’t be assigned any more; what has it keeps it. The rule Tools assigns nothing from then on.",
  );
  expect(departmentChangeText({ ...moved, closed: [], rules: ["Tools", "Tea"], preview: false })).toBe(
    "It changed the income statement by department, in 2025-04. The rules Tools, Tea assign nothing from then on.",
  );
});
