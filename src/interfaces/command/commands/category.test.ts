/**
 * Changes of a chart after entries were booked: what the API and the statements show then, which months are
 * reported, and what is refused. After each change the books verify.
 */
import { describe, expect, onTestFinished, test } from "vitest";
import { type TestCompany, testApp } from "../../../../test/support/app.ts";
import { category, chart, cr, dr, voucher } from "../../../../test/support/bundle.ts";
import { FEED, invoice } from "../../../../test/support/feed.ts";
import { present } from "@daybook/words/assert";
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
      param: "category",
    });
  });
});

describe("an inactive category (CHART-001)", () => {
  const yes = (id: string) => ({ category: id, active: "yes" });
  const no = (id: string) => ({ category: id, active: "no" });

  test("keeps its entries and its lines, takes nothing new, and can be made active again", async () => {
    const company = await newCompany();
    const read = () => company.read("/reports/income_statement?start_date=2025-03-01&end_date=2025-03-31");
    const before = await read();
    const { change, shown } = await run("set", company, no("cat_rent"));
    expect(change).toMatchObject({ category: { active: false }, statements: [], months: null });
    expect(shown).toMatch(/Rent +expense +- +\(inactive\)/);
    expect(await read()).toEqual(before);
    const listed = async () =>
      (await company.read<{ data: { id: string; inactive?: boolean }[] }>("/categories")).data;
    expect((await listed()).filter(({ inactive }) => inactive)).toMatchObject([{ id: "cat_rent" }]);
    expect(Object.keys((await listed()).find(({ id }) => id === "cat_sales") ?? {})).not.toContain(
      "inactive",
    );
    const rule = (category_id: string) =>
      http.send("/rules", {
        method: "POST",
        key: company.key,
        body: {
          name: "Rent",
          conditions: [{ field: "description", operator: "contains", value: "rent" }],
          category_id,
          apply_to_existing_transactions: false,
        },
      });
    expect(await rule("cat_rent")).toMatchObject({
      status: 404,
      text: expect.stringContaining("cat_rent (Rent) is inactive. Choose another one") as string,
    });
    await expect(
      app.ledger.postEntries(
        company.id,
        [
          {
            date: "2025-06-01" as never,
            memo: "Rent",
            reference: null,
            adjusting: false,
            lines: [
              { category: "cat_rent", department: null, net_debit_cents: 1 as never, memo: null },
              { category: "cat_checking", department: null, net_debit_cents: -1 as never, memo: null },
            ],
          },
        ],
        app.clock.now(),
        "operator",
      ),
    ).rejects.toMatchObject({ param: "lines[0].category" });
    await run("set", company, yes("cat_rent"));
    expect(await rule("cat_rent")).toMatchObject({ status: 201 });
  });

  test("is not one on which something will still post, each of which is named", async () => {
    const company = await http.company({
      ...FEED,
      rules: [
        {
          id: "rule_inn",
          name: "Inns",
          conditions: [{ field: "description", operator: "contains", value: "inn" }],
          category_id: "cat_hotels",
        },
      ],
      invoices: [invoice("0007", 700_00)],
    });
    http.clock.set("2026-06-10T20:00:00Z");
    const refusal = async (id: string) => {
      const error: unknown = await run("set", company, no(id)).catch((thrown: unknown) => thrown);
      return error as { readonly param: string; readonly message: string };
    };
    expect(await refusal("cat_hotels")).toMatchObject({
      param: "active",
      message:
        "Category cat_hotels (Hotels) stays active, because it is used by the schedule Payment split and the rule Inns. Change or end these first.",
    });
    for (const [id, because] of [
      ["cat_receivable", "the invoice 0007"],
      ["cat_checking", "the account Operating"],
      ["cat_prepaid", "the schedule Payment insured"],
      ["cat_uncategorized_expenses", "the service's own postings of uncategorized_expenses"],
      ["cat_travel", "because categories below it are"],
    ] as const)
      expect((await refusal(id)).message).toContain(because);
    // All months of the schedule are over.
    http.clock.set("2026-08-02T20:00:00Z");
    await http.send("/rules/rule_inn", { method: "DELETE", key: company.key });
    expect((await run("set", company, no("cat_hotels"))).change.category.active).toBe(false);
    expect((await run("set", company, no("cat_flights"))).change.category.active).toBe(false);
    expect((await run("set", company, no("cat_travel"))).change.category.active).toBe(false);
    expect((await refusal("cat_cash")).message).toContain("Checking");
    await expect(run("set", company, yes("cat_hotels"))).rejects.toThrow(
      "cat_travel (Travel) above it is inactive. Make that one active first",
    );
    await expect(
      run("add", company, { name: "Trains", kind: "expense", parent: "cat_travel" }),
    ).rejects.toThrow("Category cat_travel (Travel) is inactive.");
  });
});

describe("the order of siblings (CHART-002)", () => {
  const named = async (company: TestCompany): Promise<string[]> => {
    const statement = JSON.stringify(
      await company.read("/reports/income_statement?start_date=2025-01-01&end_date=2025-12-31"),
    );
    return Array.from(statement.matchAll(/"name":"(\d+ \w+)"/g), ([, name]) => name ?? "");
  };

  test("is set for one of them, and statements and files follow it", async () => {
    const company = await http.company({
      categories: chart(
        category("cash", "Cash", "asset", "cash"),
        category("a", "10 Travel", "expense", null),
        category("b", "9 Rent", "expense", null),
        category("c", "100 Fees", "expense", null),
      ),
      departments: [],
      journal: [
        voucher("2025-03-05", "All", [dr("a", 1_00), dr("b", 2_00), dr("c", 3_00), cr("cash", 6_00)]),
      ],
    });
    expect(await named(company)).toEqual(["10 Travel", "9 Rent", "100 Fees"]);
    const { change, shown } = await run("move", company, { category: "cat_c", before: "cat_a" });
    expect([change.statements, shown]).toEqual([
      [],
      expect.stringContaining("No statement changes its figures."),
    ]);
    expect(await named(company)).toEqual(["100 Fees", "10 Travel", "9 Rent"]);
    await run("move", company, { category: "cat_c", after: "cat_b" });
    expect(await named(company)).toEqual(["10 Travel", "9 Rent", "100 Fees"]);
    await run("order", company, {});
    expect(await named(company)).toEqual(["9 Rent", "10 Travel", "100 Fees"]);
    const trial = await company.read<{ categories: { name: string }[] }>(
      "/reports/trial_balance?start_date=2025-01-01&end_date=2025-12-31",
    );
    expect(JSON.stringify(trial)).toMatch(/9 Rent.*10 Travel.*100 Fees/);
    await run("order", company, { parent: "none" });
    const events = await app.audit.list(company.id, { topic: "chart" }, 10);
    expect(events.map(({ action }) => action)).toEqual(Array.from({ length: 3 }, () => "category order"));
  });

  test("is not set beside itself, beside a category elsewhere, or without a place", async () => {
    const company = await newCompany();
    const move = (given: Readonly<Record<string, string>>) =>
      run("move", company, { category: "cat_rent", ...given });
    await expect(move({ before: "cat_rent" })).rejects.toThrow("can't stand next to itself");
    await expect(move({ parent: "none", after: "cat_flights" })).rejects.toThrow(
      "does not stand at the top of the chart",
    );
    await expect(move({ after: "cat_nothing" })).rejects.toMatchObject({
      code: "resource_missing",
      param: "after",
    });
    await expect(move({})).rejects.toThrow("Give --parent, --before or --after.");
    await expect(move({ before: "cat_sales", after: "cat_unused" })).rejects.toThrow(
      "Give --before or --after, not both.",
    );
    const { change } = await move({ before: "cat_flights" });
    expect(change).toMatchObject({
      statements: ["income_statement"],
      category: { parent_id: "cat_travel", position: 0, tier: 2 },
    });
  });
});

test("a merge is carried out by the command, and tried without one", async () => {
  const company = await newCompany();
  const tried = await run("merge", company, {
    category: "cat_rent",
    into: "cat_unused",
    dry_run: true as never,
  });
  expect(tried.shown).toContain("the income statement");
  expect((await app.chart.listCategories(company.id)).map(({ id }) => id)).toContain("cat_rent");
  const { change, shown } = await run("merge", company, { category: "cat_rent", into: "cat_unused" });
  expect(change.category.merged).toEqual([{ id: "cat_rent", path: "Rent" }]);
  expect(shown).toContain("2025-03 to 2025-03");
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
