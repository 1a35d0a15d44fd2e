/**
 * Changes of a chart after entries were booked: what the API and the statements show then, which months are
 * reported, and what is refused. After each change the books verify.
 */
import { describe, expect, onTestFinished, test } from "vitest";
import { type TestCompany, testApp } from "../../../../test/support/app.ts";
import { category, chart, cr, dr, voucher } from "../../../../test/support/bundle.ts";
import { present } from "../../../core/assert.ts";
import type { ChartChange } from "../../../modules/books/chart/index.ts";
import { type Command, runDatabaseCommand } from "../command.ts";
import { readFields } from "../fields.ts";
import { CATEGORY_COMMANDS } from "./category.ts";

const http = await testApp();
const { app } = http;

const CHART = chart(
  category("cash", "Cash", "asset", "cash", ["checking", "Checking"]),
  category("reserve", "Reserve Savings", "asset", "working_capital"),
  category("prepaid", "Prepaid Expenses", "asset", "working_capital").map((row) => ({
    ...row,
    role: "prepaid_expenses",
  })),
  category("stock", "Common Stock", "equity", "financing"),
  category("sales", "Sales", "revenue", null).map((row) => ({ ...row, role: "sales" })),
  category("travel", "Travel", "expense", null, ["flights", "Flights"]),
  category("rent", "Rent", "expense", null),
  category("unused", "Unused", "expense", null),
);

const JOURNAL = [
  voucher("2025-01-10", "Capital", [dr("checking", 1_000_00), cr("stock", 1_000_00)]),
  voucher("2025-02-10", "To the savings", [dr("reserve", 300_00), cr("checking", 300_00)]),
  voucher("2025-03-05", "Rent", [dr("rent", 50_00), cr("checking", 50_00)]),
  voucher("2025-05-10", "From the savings", [dr("checking", 100_00), cr("reserve", 100_00)]),
];

/** A company with that chart. When the test ends, its books must verify. */
async function newCompany(): Promise<TestCompany> {
  const company = await http.company({ categories: CHART, departments: [], journal: JOURNAL });
  onTestFinished(async () => {
    const { checks } = await app.ledger.verify(company.id);
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  });
  return company;
}

/** Runs a command on a company, then verifies its books. */
async function run(
  name: string,
  company: TestCompany,
  given: Readonly<Record<string, string>>,
): Promise<{ change: ChartChange; shown: string }> {
  const command: Command = present(
    CATEGORY_COMMANDS.find((each) => each.name === `category ${name}`),
    `there is no command category ${name}`,
  );
  if (command.place !== "database") throw new Error(`${name} needs no database`);
  const args = readFields(command.fields, { ...given, company: company.id });
  const signal = new AbortController().signal;
  const change = await runDatabaseCommand(command, app, args, { report: () => {}, signal, operator: "ada" });
  expect(await app.ledger.verify(company.id)).toMatchObject({ ok: true });
  return { change: change as ChartChange, shown: command.show(change, args) };
}

interface Flow {
  readonly ending_cash_cents: number;
  readonly operating_activities: { readonly total_cents: number };
  readonly investing_activities: { readonly total_cents: number };
}

const flowOf = (company: TestCompany): Promise<Flow> =>
  company.read<Flow>("/reports/cash_flow?start_date=2025-02-01&end_date=2025-03-31");

describe("the cash flow role", () => {
  test("moves the changes of a category to another section, and its months are named", async () => {
    const company = await newCompany();
    expect(await flowOf(company)).toMatchObject({
      ending_cash_cents: 650_00,
      operating_activities: { total_cents: -350_00 },
      investing_activities: { total_cents: 0 },
    });
    const { change, shown } = await run("set", company, { category: "cat_reserve", cash_flow: "investing" });
    expect(change).toMatchObject({
      statements: ["cash_flow"],
      months: { first: "2025-02", last: "2025-05" },
      category: { id: "cat_reserve", cash_flow: "investing" },
    });
    expect(shown).toContain("the cash flow statement");
    expect(shown).toContain("2025-02 to 2025-05");
    expect(await flowOf(company)).toMatchObject({
      ending_cash_cents: 650_00,
      operating_activities: { total_cents: -50_00 },
      investing_activities: { total_cents: -300_00 },
    });
  });

  test("makes a bank account that was imported as another asset cash", async () => {
    const company = await newCompany();
    const { change } = await run("set", company, { category: "cat_reserve", cash_flow: "cash" });
    expect(change.statements).toEqual(["balance_sheet", "cash_flow"]);
    expect(await flowOf(company)).toMatchObject({
      ending_cash_cents: 950_00,
      operating_activities: { total_cents: -50_00 },
    });
  });

  test.each([
    ["cat_rent", "working_capital", "of type expense has the cash flow role"],
    ["cat_stock", "none", "has no cash flow role"],
    ["cat_stock", "cash", "only an asset can be cash"],
    ["cat_prepaid", "financing", "posts prepaid_expenses on category cat_prepaid"],
  ] as const)("of %s can't be %s", async (id, cash_flow, because) => {
    const company = await newCompany();
    await expect(run("set", company, { category: id, cash_flow })).rejects.toMatchObject({
      code: "invalid_request",
      param: "cash_flow",
      message: expect.stringMatching(because) as string,
    });
  });

  test("stays cash where a bank account is booked, and where it is the only cash", async () => {
    const company = await newCompany();
    const account = await http.send<{ id: string }>("/accounts", {
      method: "POST",
      key: company.key,
      body: { name: "Main Bank", type: "checking", category_id: "cat_checking" },
    });
    expect(account.status).toBe(201);
    await expect(
      run("set", company, { category: "cat_checking", cash_flow: "investing" }),
    ).rejects.toMatchObject({
      message: "The account Main Bank is booked on category cat_checking (Checking), so its money is cash.",
    });
    const other = await newCompany();
    await run("set", other, { category: "cat_checking", cash_flow: "working_capital" });
    await expect(
      run("set", other, { category: "cat_cash", cash_flow: "working_capital" }),
    ).rejects.toMatchObject({
      message: expect.stringContaining("is the only one with the cash flow role cash") as string,
    });
  });
});

test("a name changes no figure, and every statement shows the new one (ENTR-010)", async () => {
  const company = await newCompany();
  const { change, shown } = await run("set", company, { category: "cat_rent", name: "Office Rent" });
  expect(change).toMatchObject({ statements: [], months: null });
  expect(shown).toContain("No statement changes its figures.");
  const statement = await company.read("/reports/income_statement?start_date=2025-03-01&end_date=2025-03-31");
  expect(JSON.stringify(statement)).toContain("Office Rent");
  await expect(run("set", company, { category: "cat_rent" })).rejects.toThrow("Give --name");
});

describe("a category that moves", () => {
  test("takes all below it along, into the subtotals of its new parent", async () => {
    const company = await newCompany();
    const { change } = await run("move", company, { category: "cat_rent", parent: "cat_travel" });
    expect(change).toMatchObject({
      statements: ["income_statement"],
      months: { first: "2025-03", last: "2025-03" },
      category: { parent_id: "cat_travel", tier: 2, position: 1 },
    });
    await run("move", company, { category: "cat_travel", parent: "cat_unused" });
    const tiers = (await app.chart.listCategories(company.id)).map(({ id, tier }) => [id, tier]);
    expect(Object.fromEntries(tiers)).toMatchObject({ cat_travel: 2, cat_rent: 3, cat_flights: 3 });
    const total = await company.read<{ total_cents: number }>(
      "/aggregations/total?category_id=cat_unused&start_date=2025-01-01&end_date=2025-12-31",
    );
    expect(total.total_cents).toBe(-50_00);
    await run("move", company, { category: "cat_rent", parent: "none" });
    expect((await app.chart.listCategories(company.id)).find(({ id }) => id === "cat_rent")).toMatchObject({
      tier: 1,
      parent_id: null,
    });
  });

  test.each([
    ["cat_rent", "cat_cash", "of type expense, but stands below cat_cash"],
    ["cat_travel", "cat_flights", "below itself"],
    ["cat_reserve", "cat_checking", "account Main Bank is booked on category cat_checking"],
  ] as const)("%s can't stand below %s", async (id, parent, because) => {
    const company = await newCompany();
    await http.send("/accounts", {
      method: "POST",
      key: company.key,
      body: { name: "Main Bank", type: "checking", category_id: "cat_checking" },
    });
    await expect(run("move", company, { category: id, parent })).rejects.toMatchObject({
      code: "invalid_request",
      param: "parent",
      message: expect.stringContaining(because) as string,
    });
  });

  test("makes no fourth tier, and needs categories that exist", async () => {
    const company = await newCompany();
    await run("move", company, { category: "cat_unused", parent: "cat_flights" });
    await expect(run("move", company, { category: "cat_rent", parent: "cat_unused" })).rejects.toMatchObject({
      param: "parent",
      message: expect.stringContaining("3 tiers") as string,
    });
    await expect(run("move", company, { category: "cat_rent", parent: "cat_nothing" })).rejects.toMatchObject(
      { code: "resource_missing", param: "parent" },
    );
    await expect(run("move", company, { category: "cat_nothing", parent: "none" })).rejects.toMatchObject({
      code: "resource_missing",
      param: "id",
    });
  });
});

describe("a new category", () => {
  test("stands after its siblings, with the type and the section of its kind", async () => {
    const company = await newCompany();
    const { change } = await run("add", company, {
      name: "Payroll Savings",
      kind: "cash",
      parent: "cat_cash",
    });
    expect(change.category).toMatchObject({
      account_type: "asset",
      cash_flow: "cash",
      parent_id: "cat_cash",
      position: 1,
      tier: 2,
      role: null,
    });
    expect(change).toMatchObject({ statements: [], months: null });
    const account = await http.send("/accounts", {
      method: "POST",
      key: company.key,
      body: { name: "Payroll", type: "savings", category_id: change.category.id },
    });
    expect(account.status).toBe(201);
    const podcasts = await run("add", company, { name: "Podcasts", kind: "expense" });
    expect(podcasts.change.category).toMatchObject({ cash_flow: null, parent_id: null, tier: 1 });
  });

  test("has the type of its parent, and a parent that nothing is posted on by itself", async () => {
    const company = await newCompany();
    const add = (kind: string, parent: string) => run("add", company, { name: "New", kind, parent });
    await expect(add("revenue", "cat_travel")).rejects.toMatchObject({ param: "parent" });
    await expect(add("revenue", "cat_sales")).rejects.toMatchObject({
      param: "parent",
      message: expect.stringContaining("posts sales on category cat_sales") as string,
    });
    expect((await add("current_asset", "cat_prepaid")).change.category.tier).toBe(2);
  });
});

describe("the presentation in exports", () => {
  test("is changed and taken away, and is in the audit trail", async () => {
    const company = await newCompany();
    const set = (given: Readonly<Record<string, string>>) => run("set", company, given);
    const { change } = await set({ category: "cat_prepaid", balance_class: "non_current" });
    expect(change).toMatchObject({ category: { balance_class: "non_current" }, statements: [] });
    const rent = await set({ category: "cat_rent", cash_paid_for: "interest" });
    expect(rent.change.category).toMatchObject({ cash_paid_for: "interest", balance_class: null });
    expect((await set({ category: "cat_prepaid", name: "Paid Ahead" })).change.category).toMatchObject({
      balance_class: "non_current",
    });
    const none = await set({ category: "cat_prepaid", balance_class: "none" });
    expect(none.change.category).toMatchObject({ balance_class: null });
    const events = await app.audit.list(company.id, { topic: "chart" }, 10);
    expect(events.map(({ to_state }) => to_state)).toEqual([
      "presented",
      "renamed",
      "presented",
      "presented",
    ]);
  });

  test("is refused where the type has no such place", async () => {
    const company = await newCompany();
    const set = (given: Readonly<Record<string, string>>) => run("set", company, given);
    await expect(set({ category: "cat_rent", balance_class: "current" })).rejects.toMatchObject({
      param: "balance_class",
    });
    await expect(set({ category: "cat_stock", cash_paid_for: "interest" })).rejects.toMatchObject({
      param: "cash_paid_for",
    });
    await expect(
      http.put({
        ...company.bundle,
        categories: CHART.map((row) =>
          row.id === "cat_stock" ? { ...row, balance_class: "current" as const } : row,
        ),
      }),
    ).rejects.toThrow("balance_class");
  });
});

test("the list shows the tree, and the audit trail who changed what", async () => {
  const company = await newCompany();
  const { change } = await run("add", company, { name: "Trains", kind: "expense", parent: "cat_travel" });
  await run("set", company, { category: "cat_reserve", cash_flow: "cash" });
  await run("move", company, { category: "cat_rent", parent: "cat_travel" });
  const lines = (await run("list", company, {})).shown.split("\n").map((line) => line.trimEnd());
  const at = (id: string): number => lines.findIndex((line) => line.startsWith(`${id} `));
  expect([at("cat_flights"), at(change.category.id), at("cat_rent")]).toEqual(
    [1, 2, 3].map((below) => at("cat_travel") + below),
  );
  expect(lines[at("cat_sales")]).toMatch(/Sales +revenue +- +sales$/);
  const events = await app.audit.list(company.id, { topic: "chart" }, 10);
  expect(events).toMatchObject([
    { action: "category move", subject: "cat_rent", from_state: "root", to_state: "cat_travel" },
    { action: "category set", subject: "cat_reserve", from_state: "working_capital", to_state: "cash" },
    { action: "category add", subject: change.category.id, actor: "ada", surface: "command" },
  ]);
});
