/**
 * The three statements over HTTP: their fields, signs, order and subtotals, for books whose every figure is
 * known in advance.
 */
import { describe, expect, test } from "vitest";
import { testApp, type TestCompany } from "../../../../test/support/app.ts";
import {
  type BundleCategory,
  category,
  chart,
  CHART,
  cr,
  dr,
  SET_UP,
  voucher,
} from "../../../../test/support/bundle.ts";

const http = await testApp();
const company = await http.company();
const { key } = company;
const HALF_YEAR = "start_date=2025-01-01&end_date=2025-06-30";

interface Line {
  readonly category_id: string;
  readonly name: string;
  readonly amount_cents: number;
  readonly balance_cents: number;
  readonly position: number;
  readonly parent_category_id: string | null;
}
interface DepartmentLine {
  readonly department_id: string | null;
  readonly name: string;
  readonly amount_cents: number;
  readonly position: number;
  readonly parent_department_id: string | null;
}
interface Section {
  readonly total_cents: number;
  readonly categories: readonly Line[];
  readonly departments?: readonly DepartmentLine[] | null;
}
interface Sheet {
  readonly cash_cents: number;
  readonly assets: Section;
  readonly liabilities: Section;
  readonly equity: Section & { readonly retained_earnings: Readonly<Record<string, number>> };
  readonly liabilities_and_equity_cents: number;
}
const INCOME = [
  "revenue",
  "cost_of_goods_sold",
  "operating_expenses",
  "other_income",
  "other_expenses",
] as const;
type Income = Readonly<Record<(typeof INCOME)[number], Section>> & { readonly net_income_cents: number };
const ACTIVITIES = ["operating_activities", "investing_activities", "financing_activities"] as const;
type Flow = Readonly<Record<(typeof ACTIVITIES)[number], Section>> & {
  readonly change_in_cash_cents: number;
  readonly beginning_cash_cents: number;
  readonly ending_cash_cents: number;
};

const sheetAt = (date: string, ofCompany: TestCompany = company) =>
  ofCompany.read<Sheet>(`/reports/balance_sheet?date=${date}`);
const incomeOf = (query: string, ofCompany: TestCompany = company) =>
  ofCompany.read<Income>(`/reports/income_statement?${query}`);
const flowOf = (query: string, ofCompany: TestCompany = company) =>
  ofCompany.read<Flow>(`/reports/cash_flow?${query}`);

/** Writes each line of a section as `parent/id: cents`, in the order of the section. */
function printLines({ categories }: Section): string[] {
  return categories.map(
    (line) =>
      `${line.parent_category_id ?? ""}/${line.category_id}: ${line.amount_cents ?? line.balance_cents}`,
  );
}

function sumOfRoots({ categories }: Section): number {
  return categories
    .filter((line) => line.parent_category_id === null)
    .reduce((sum, line) => sum + (line.amount_cents ?? line.balance_cents), 0);
}

describe("the balance sheet", () => {
  test("is the whole statement at the end of the day (REP-001, REP-034, REP-035, REP-036, REP-037, REP-039, REP-040, REP-041, REP-042)", async () => {
    const { status, body } = await http.send("/reports/balance_sheet?date=2025-03-31", { key });
    expect(status).toBe(200);
    const line = (
      category_id: string,
      name: string,
      balance_cents: number,
      position: number,
      parent_category_id: string | null = null,
    ) => ({ category_id, name, balance_cents, position, parent_category_id });
    expect(body).toStrictEqual({
      object: "balance_sheet",
      date: "2025-03-31",
      currency: "USD",
      refreshed_at: http.clock.now(),
      cash_cents: 51_101_77,
      assets: {
        total_cents: 54_601_77,
        categories: [
          line("cat_cash", "Cash", 51_101_77, 0),
          line("cat_checking", "Checking", 46_089_43, 0, "cat_cash"),
          line("cat_savings", "Savings", 5_012_34, 1, "cat_cash"),
          line("cat_equipment", "Equipment", 3_600_00, 3),
          line("cat_accumulated_depreciation", "Accumulated Depreciation", -100_00, 4),
        ],
      },
      liabilities: {
        total_cents: 10_312_45,
        categories: [
          line("cat_payable", "Accounts Payable", 312_45, 5),
          line("cat_loan", "Bank Loan", 10_000_00, 7),
        ],
      },
      equity: {
        total_cents: 44_289_32,
        categories: [
          line("cat_stock", "Common Stock", 50_000_00, 8),
          line("grp_retained_earnings", "Retained Earnings", -5_710_68, 9),
        ],
        retained_earnings: {
          beginning_balance_cents: 0,
          net_income_cents: -5_710_68,
          ending_balance_cents: -5_710_68,
        },
      },
      liabilities_and_equity_cents: 54_601_77,
    });
  });

  test("balances at every date (REP-043), and its cash is the balance of the Cash category (REP-038)", async () => {
    for (const date of [
      "2024-12-31",
      "2025-01-02",
      "2025-01-31",
      "2025-02-13",
      "2025-03-20",
      "2025-05-05",
      "2025-06-30",
      "2031-01-01",
    ]) {
      const sheet = await sheetAt(date);
      expect(sheet.liabilities_and_equity_cents).toBe(sheet.assets.total_cents);
      expect(sheet.liabilities_and_equity_cents).toBe(
        sheet.liabilities.total_cents + sheet.equity.total_cents,
      );
      expect(sheet.cash_cents).toBe(
        sheet.assets.categories.find(({ name }) => name === "Cash")?.balance_cents ?? 0,
      );
    }
  });

  test("returns each entry with its id, name, balance, position and parent, and no amount (REP-044, REP-058)", async () => {
    const sheet = await sheetAt("2025-06-30");
    const lines = [sheet.assets, sheet.liabilities, sheet.equity].flatMap(({ categories }) => categories);
    expect(lines.length).toBeGreaterThan(10);
    for (const line of lines) {
      expect(Object.keys(line)).toEqual([
        "category_id",
        "name",
        "balance_cents",
        "position",
        "parent_category_id",
      ]);
      const known = CHART.find(({ id }) => id === line.category_id);
      // The parent of a root is null (REP-045).
      if (known)
        expect(line).toMatchObject({
          name: known.name,
          position: known.position,
          parent_category_id: known.parent_id,
        });
    }
    expect(lines.filter(({ parent_category_id }) => parent_category_id === null).length).toBe(
      lines.length - 2,
    );
  });

  test("shows cumulative balances, in the natural sign of each account type (REP-046)", async () => {
    const ownCompany = await http.company({
      journal: [
        voucher("2019-02-03", "Capital", [dr("checking", 100_00), cr("stock", 100_00)]),
        voucher("2023-07-01", "Loan", [dr("checking", 30_00), cr("loan", 30_00)]),
        voucher("2025-01-31", "Paid back", [dr("loan", 10_00), cr("checking", 10_00)]),
        voucher("2025-02-01", "Tomorrow", [dr("checking", 5_000_00), cr("loan", 5_000_00)]),
      ],
    });
    const sheet = await sheetAt("2025-01-31", ownCompany);
    expect([sheet.assets, sheet.liabilities, sheet.equity].map(printLines)).toEqual([
      ["/cat_cash: 12000", "cat_cash/cat_checking: 12000"],
      ["/cat_loan: 2000"],
      ["/cat_stock: 10000", "/grp_retained_earnings: 0"],
    ]);
  });

  test("can't be narrowed by any parameter (REP-003)", async () => {
    const plain = await http.send("/reports/balance_sheet?date=2025-06-30", { key });
    for (const query of [
      "section=assets",
      "sections[]=assets",
      "category_id=cat_cash",
      "include=assets",
      "fields=cash_cents",
      "limit=1",
      "account_type=asset",
      "department_id=dept_sales",
      "group_by=department",
    ]) {
      expect((await http.send(`/reports/balance_sheet?date=2025-06-30&${query}`, { key })).text).toBe(
        plain.text,
      );
    }
  });

  test("splits retained earnings at the start of the fiscal year, whatever month it starts in", async () => {
    const books = ["2024-06-30", "2024-07-01", "2025-01-01", "2025-06-30", "2025-07-01"].map((date, index) =>
      voucher(date, date, [dr("checking", 10 ** index), cr("services", 10 ** index)]),
    );
    const earnings = async (month: number, date: string) => {
      const ownCompany = await http.company({ company: { fiscal_year_start_month: month }, journal: books });
      const { retained_earnings } = (await sheetAt(date, ownCompany)).equity;
      return Object.values(retained_earnings);
    };
    expect(await earnings(1, "2025-06-30")).toEqual([11, 1_100, 1_111]);
    expect(await earnings(7, "2025-06-30")).toEqual([1, 1_110, 1_111]);
    expect(await earnings(7, "2025-07-01")).toEqual([1_111, 10_000, 11_111]);
    expect(await earnings(12, "2025-01-01")).toEqual([11, 100, 111]);
    expect(await earnings(2, "2025-01-31")).toEqual([0, 111, 111]);
  });

  test("follows a change of the fiscal year at once, even if it was read a moment ago", async () => {
    const books = ["2024-06-30", "2025-01-01", "2025-06-30"].map((date, index) =>
      voucher(date, date, [dr("checking", 10 ** index), cr("services", 10 ** index)]),
    );
    const ownCompany = await http.company({ journal: books });
    const earnings = async () =>
      Object.values((await sheetAt("2025-06-30", ownCompany)).equity.retained_earnings);
    expect([await earnings(), await earnings()]).toEqual([
      [1, 110, 111],
      [1, 110, 111],
    ]);
    for (const [month, expected] of [
      [6, [11, 100, 111]],
      [7, [1, 110, 111]],
      [1, [1, 110, 111]],
      [12, [1, 110, 111]],
      [6, [11, 100, 111]],
    ] as const) {
      await http.put({
        ...ownCompany.bundle,
        company: { ...ownCompany.bundle.company, fiscal_year_start_month: month },
      });
      expect([month, await earnings()]).toEqual([month, expected]);
    }
  });
});

describe("the income statement", () => {
  test("returns the total of each section, the amounts of its entries and net income, in whole cents (REP-009, REP-010, REP-011)", async () => {
    const { status, body } = await http.send<Income>(`/reports/income_statement?${HALF_YEAR}`, { key });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      object: "income_statement",
      start_date: "2025-01-01",
      end_date: "2025-06-30",
      currency: "USD",
      group_by: "category",
    });
    expect(
      Object.fromEntries(INCOME.map((name) => [name, [body[name].total_cents, printLines(body[name])]])),
    ).toEqual({
      revenue: [
        4_050_00,
        [
          "/cat_revenue: 405000",
          "cat_revenue/cat_subscriptions: 400000",
          "cat_revenue/cat_services: 20000",
          "cat_revenue/cat_refunds: -15000",
        ],
      ],
      cost_of_goods_sold: [-312_45, ["/cat_hosting: -31245"]],
      operating_expenses: [
        -9_510_57,
        [
          "/cat_payroll: -850000",
          "/cat_travel: -81057",
          "cat_travel/cat_flights: -42137",
          "cat_travel/cat_hotels: -38920",
          "/cat_software: -10000",
          "/cat_depreciation: -10000",
        ],
      ],
      other_income: [12_34, ["/cat_interest_income: 1234"]],
      other_expenses: [-75_50, ["/cat_interest_expense: -7550"]],
    });
    expect(body.net_income_cents).toBe(-5_836_18);
    for (const line of INCOME.flatMap((name) => body[name].categories))
      expect(Object.keys(line)).toEqual([
        "category_id",
        "name",
        "amount_cents",
        "position",
        "parent_category_id",
      ]);
  });

  test("counts revenue as positive (REP-051) and expenses as negative (REP-052), so that the sections add up to net income (REP-053)", async () => {
    for (const range of [
      HALF_YEAR,
      "start_date=2025-01-31&end_date=2025-01-31",
      "start_date=2025-03-03&end_date=2025-05-31",
      "start_date=2020-01-01&end_date=2020-12-31",
    ]) {
      const statement = await incomeOf(range);
      expect(INCOME.reduce((sum, name) => sum + statement[name].total_cents, 0)).toBe(
        statement.net_income_cents,
      );
    }
    const statement = await incomeOf(HALF_YEAR);
    expect(statement.revenue.total_cents).toBeGreaterThan(0);
    expect(statement.other_income.total_cents).toBeGreaterThan(0);
    for (const name of ["cost_of_goods_sold", "operating_expenses", "other_expenses"] as const)
      expect(statement[name].total_cents).toBeLessThan(0);
  });

  test("covers all days of the period, the first and the last included (REP-004)", async () => {
    const nets = await Promise.all(
      [
        ["2025-03-12", "2025-03-14"],
        ["2025-03-13", "2025-03-14"],
        ["2025-03-12", "2025-03-13"],
        ["2025-03-13", "2025-03-13"],
        ["2025-03-03", "2025-03-31"],
      ].map(async ([start, end]) => (await incomeOf(`start_date=${start}&end_date=${end}`)).net_income_cents),
    );
    expect(nets).toEqual([-810_57, -389_20, -421_37, 0, -312_45 - 810_57 + 12_34 - 100_00]);
  });
});

describe("the grouping of the income statement", () => {
  test("by category is the default (REP-005)", async () => {
    const plain = await http.send<Income>(`/reports/income_statement?${HALF_YEAR}`, { key });
    expect((await http.send(`/reports/income_statement?${HALF_YEAR}&group_by=category`, { key })).text).toBe(
      plain.text,
    );
    expect(INCOME.map((name) => plain.body[name].departments)).toEqual(INCOME.map(() => null));
  });

  test("by department breaks every section down by department too (REP-006)", async () => {
    const grouped = await incomeOf(`${HALF_YEAR}&group_by=department`);
    expect(grouped).toMatchObject({ group_by: "department" });
    const plain = await incomeOf(HALF_YEAR);
    const line = (
      department_id: string | null,
      name: string,
      amount_cents: number,
      position: number,
      parent_department_id: string | null = null,
    ) => ({ department_id, name, amount_cents, position, parent_department_id });
    expect(grouped.operating_expenses.departments).toEqual([
      line("dept_product", "Product", -8_600_00, 0),
      line("dept_engineering", "Engineering", -6_000_00, 0, "dept_product"),
      line("dept_platform", "Platform", -6_000_00, 0, "dept_engineering"),
      line("dept_design", "Design", -2_600_00, 1, "dept_product"),
      line("dept_sales", "Sales", -810_57, 1),
      line(null, "No department", -100_00, 2),
    ]);
    expect(grouped.revenue.departments).toEqual([
      line("dept_sales", "Sales", 4_000_00, 1),
      line(null, "No department", 50_00, 2),
    ]);
    for (const name of INCOME) {
      expect([grouped[name].total_cents, grouped[name].categories]).toEqual([
        plain[name].total_cents,
        plain[name].categories,
      ]);
      const roots = (grouped[name].departments ?? []).filter((row) => row.parent_department_id === null);
      expect(roots.reduce((sum, row) => sum + row.amount_cents, 0)).toBe(grouped[name].total_cents);
    }
    expect(grouped.net_income_cents).toBe(plain.net_income_cents);
  });

  test("by department hides rows whose entries cancel out, and shows a parent's own entries as a direct row", async () => {
    const ownCompany = await http.company({
      journal: [
        voucher("2025-01-01", "Out", [dr("software", 5_00, { department: "sales" }), cr("checking", 5_00)]),
        voucher("2025-01-02", "And back", [
          dr("checking", 5_00),
          cr("software", 5_00, { department: "sales" }),
        ]),
        voucher("2025-01-03", "Engineering's own", [
          dr("software", 7_00, { department: "engineering" }),
          cr("checking", 7_00),
        ]),
        voucher("2025-01-04", "A child of Engineering", [
          dr("software", 1_00, { department: "apps" }),
          cr("checking", 1_00),
        ]),
      ],
    });
    const { departments } = (await incomeOf(`${HALF_YEAR}&group_by=department`, ownCompany))
      .operating_expenses;
    expect(
      departments?.map(
        (row) => `${row.parent_department_id ?? ""}/${row.department_id}: ${row.amount_cents}`,
      ),
    ).toEqual([
      "/dept_product: -800",
      "dept_product/dept_engineering: -800",
      "dept_engineering/dept_apps: -100",
      "dept_engineering/dept_engineering-direct: -700",
    ]);
  });

  test("needs the departments feature", async () => {
    const without = await http.company({ features: [] });
    expect(
      await http.refusal("/reports/income_statement?group_by=department", { key: without.key }),
    ).toMatchObject({ status: 403, code: "feature_disabled" });
    expect(
      (await http.send("/reports/income_statement?group_by=category", { key: without.key })).status,
    ).toBe(200);
  });

  test("by anything else is refused (REP-007)", async () => {
    for (const value of [
      "merchant",
      "Category",
      "DEPARTMENT",
      "departments",
      "category,department",
      "",
      "%20category",
      "none",
      "0",
      "true",
    ]) {
      expect([
        value,
        await http.refusal(`/reports/income_statement?group_by=${value}`, { key }),
      ]).toMatchObject([value, { status: 400, code: "invalid_request", param: "group_by" }]);
    }
  });

  test("is refused as a list or an object (REP-008)", async () => {
    for (const query of [
      "group_by[]=category",
      "group_by%5B%5D=department",
      "group_by[rows]=category",
      "group_by[0]=category",
      "group_by[]=category&group_by=category",
      "group_by[=category",
      "group_by[]=",
    ]) {
      expect([query, await http.refusal(`/reports/income_statement?${query}`, { key })]).toMatchObject([
        query,
        { status: 400, code: "invalid_request", param: "group_by" },
      ]);
    }
  });
});

describe("the cash flow statement", () => {
  test("returns its sections with the amounts of their entries, and the change in cash, in whole cents (REP-014, REP-015, REP-016)", async () => {
    const { status, body } = await http.send<Flow>(`/reports/cash_flow?${HALF_YEAR}`, { key });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      object: "cash_flow",
      start_date: "2025-01-01",
      end_date: "2025-06-30",
      currency: "USD",
      beginning_cash_cents: 0,
      change_in_cash_cents: 51_076_27,
      ending_cash_cents: 51_076_27,
    });
    expect(
      Object.fromEntries(ACTIVITIES.map((name) => [name, [body[name].total_cents, printLines(body[name])]])),
    ).toEqual({
      operating_activities: [
        -4_323_73,
        [
          "/grp_net_income: -583618",
          "/grp_non_cash_expenses: 10000",
          "grp_non_cash_expenses/cat_accumulated_depreciation: 10000",
          "/grp_changes_in_working_capital: 141245",
          "grp_changes_in_working_capital/cat_prepaid: -110000",
          "grp_changes_in_working_capital/cat_payable: 31245",
          "grp_changes_in_working_capital/cat_deferred_revenue: 220000",
        ],
      ],
      investing_activities: [-3_600_00, ["/cat_equipment: -360000"]],
      financing_activities: [59_000_00, ["/cat_loan: 900000", "/cat_stock: 5000000"]],
    });
    for (const line of ACTIVITIES.flatMap((name) => body[name].categories))
      expect(Object.keys(line)).toEqual([
        "category_id",
        "name",
        "amount_cents",
        "position",
        "parent_category_id",
      ]);
  });

  test("covers all days of the period, the first and the last included (REP-013)", async () => {
    const changes = await Promise.all(
      [
        ["2025-02-10", "2025-02-14"],
        ["2025-02-11", "2025-02-14"],
        ["2025-02-10", "2025-02-13"],
        ["2025-02-11", "2025-02-13"],
      ].map(
        async ([start, end]) => (await flowOf(`start_date=${start}&end_date=${end}`)).change_in_cash_cents,
      ),
    );
    expect(changes).toEqual([14_000_00, 10_000_00, 4_000_00, 0]);
    expect(await flowOf("start_date=2025-02-11&end_date=2025-02-13")).toMatchObject({
      beginning_cash_cents: 50_400_00,
      ending_cash_cents: 50_400_00,
    });
  });

  test("counts inflows as positive (REP-054) and outflows as negative (REP-055)", async () => {
    const flow = await flowOf(HALF_YEAR);
    const amountOf = (section: Section, id: string) =>
      section.categories.find(({ category_id }) => category_id === id)?.amount_cents;
    expect([
      amountOf(flow.financing_activities, "cat_stock"),
      amountOf(flow.operating_activities, "cat_deferred_revenue"),
    ]).toEqual([50_000_00, 2_200_00]);
    expect([
      amountOf(flow.investing_activities, "cat_equipment"),
      amountOf(flow.operating_activities, "cat_prepaid"),
    ]).toEqual([-3_600_00, -1_100_00]);
    expect((await flowOf("start_date=2025-06-01&end_date=2025-06-30")).financing_activities.total_cents).toBe(
      -1_000_00,
    );
  });

  test("always has its two groups, even if they are empty (REP-056), and their children name them as parent (REP-057)", async () => {
    for (const ownCompany of [company, await http.company({ journal: [] })]) {
      const { categories } = (await flowOf(HALF_YEAR, ownCompany)).operating_activities;
      for (const name of ["Changes in Working Capital", "Non-Cash Expenses"]) {
        const group = categories.find((line) => line.name === name);
        expect(group).toMatchObject({
          category_id: expect.stringMatching(/^grp_/),
          parent_category_id: null,
        });
        const children = categories.filter((line) => line.parent_category_id === group?.category_id);
        expect(children.reduce((sum, line) => sum + line.amount_cents, 0)).toBe(group?.amount_cents);
        expect(children.length > 0).toBe(ownCompany === company);
      }
    }
  });
});

describe("the sections of every statement", () => {
  const row = (id: string, name: string, parent: string | null, position: number): BundleCategory => ({
    id: `cat_${id}`,
    name,
    account_type: "expense",
    parent_id: parent && `cat_${parent}`,
    position,
    cash_flow: null,
    created: SET_UP,
  });
  const DEEP = [
    ...chart(category("cash", "Cash", "asset", "cash")),
    row("people", "People", null, 1),
    row("wages", "Wages", "people", 0),
    row("bonus", "Bonus", "wages", 1),
    row("salary", "Salary", "wages", 0),
    row("perks", "Perks", "people", 1),
    row("rent", "Rent", null, 0),
    row("idle", "Idle", null, 2),
  ];
  const spent = (id: string, cents: number) => voucher("2025-03-01", id, [dr(id, cents), cr("cash", cents)]);

  test("list parents and children in one array (REP-047), each parent the sum of its children (REP-048), in the order of the chart", async () => {
    const ownCompany = await http.company({
      categories: DEEP,
      journal: [
        spent("bonus", 1),
        spent("salary", 20),
        spent("perks", 300),
        spent("rent", 4_000),
        spent("people", 50_000),
      ],
    });
    const { operating_expenses } = await incomeOf(HALF_YEAR, ownCompany);
    expect(printLines(operating_expenses)).toEqual([
      "/cat_rent: -4000",
      "/cat_people: -50321",
      "cat_people/cat_wages: -21",
      "cat_wages/cat_salary: -20",
      "cat_wages/cat_bonus: -1",
      "cat_people/cat_perks: -300",
      "cat_people/cat_people-direct: -50000",
    ]);
    expect(operating_expenses.total_cents).toBe(-54_321);
  });

  test("have as total the sum of their root entries (REP-049), not of all entries (REP-050)", async () => {
    const sheet = await sheetAt("2025-06-30");
    const income = await incomeOf(HALF_YEAR);
    const flow = await flowOf(HALF_YEAR);
    const sections = [
      sheet.assets,
      sheet.liabilities,
      sheet.equity,
      ...INCOME.map((name) => income[name]),
      ...ACTIVITIES.map((name) => flow[name]),
    ];
    for (const section of sections) expect(sumOfRoots(section)).toBe(section.total_cents);
    const nested = sections.filter(({ categories }) =>
      categories.some((line) => line.parent_category_id !== null),
    );
    expect(nested.length).toBe(4);
    for (const { categories, total_cents } of nested)
      expect(categories.reduce((sum, line) => sum + (line.amount_cents ?? line.balance_cents), 0)).not.toBe(
        total_cents,
      );
  });

  test("leave out entries without an amount, unless a descendant has one", async () => {
    const ownCompany = await http.company({
      categories: DEEP,
      journal: [
        spent("bonus", 5),
        voucher("2025-03-02", "Back", [dr("cash", 5), cr("salary", 5)]),
        spent("idle", 3),
        voucher("2025-03-02", "Back", [dr("cash", 3), cr("idle", 3)]),
      ],
    });
    expect(printLines((await incomeOf(HALF_YEAR, ownCompany)).operating_expenses)).toEqual([
      "/cat_people: 0",
      "cat_people/cat_wages: 0",
      "cat_wages/cat_salary: 5",
      "cat_wages/cat_bonus: -5",
    ]);
  });
});

describe("position", () => {
  /** The position of each line by its id. */
  const positionsOf = (section: Section) =>
    Object.fromEntries(section.categories.map(({ category_id, position }) => [category_id, position]));

  test("of a parent's direct line comes after all of its children, hidden ones included", async () => {
    const row = (id: string, parent: string | null, position: number): BundleCategory => ({
      id: `cat_${id}`,
      name: id,
      account_type: "expense",
      parent_id: parent && `cat_${parent}`,
      position,
      cash_flow: null,
      created: SET_UP,
    });
    const ownCompany = await http.company({
      categories: [
        ...chart(category("cash", "Cash", "asset", "cash")),
        row("people", null, 4),
        row("wages", "people", 2),
        row("idle", "people", 6),
      ],
      journal: [voucher("2025-03-01", "own", [dr("people", 5), dr("wages", 7), cr("cash", 12)])],
    });
    expect(positionsOf((await incomeOf(HALF_YEAR, ownCompany)).operating_expenses)).toEqual({
      cat_people: 4,
      cat_wages: 2,
      "cat_people-direct": 7,
    });
  });

  test("of the cash flow groups is their order, and that of retained earnings comes after all equity", async () => {
    const { grp_net_income, grp_non_cash_expenses, grp_changes_in_working_capital } = positionsOf(
      (await flowOf(HALF_YEAR)).operating_activities,
    );
    expect([grp_net_income, grp_non_cash_expenses, grp_changes_in_working_capital]).toEqual([0, 1, 2]);
    expect(positionsOf((await sheetAt("2025-06-30")).equity)).toEqual({
      cat_stock: 8,
      grp_retained_earnings: 9,
    });
  });
});

describe("the paths of the reports", () => {
  test("are written with underscores (REP-017)", async () => {
    for (const path of ["/reports/balance-sheet", "/reports/income-statement", "/reports/cash-flow"]) {
      const answer = await http.send(path, { key });
      expect([path, answer.status, answer.headers.get("location"), answer.body]).toMatchObject([
        path,
        404,
        null,
        { error: { code: "resource_missing" } },
      ]);
    }
  });
});
