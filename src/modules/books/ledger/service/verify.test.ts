/**
 * The checks of `verify` for charts that would make the cash flow statement wrong, and for sums that are too
 * large. The database refuses most such charts, so the tests drop its constraints, in a transaction that is
 * rolled back.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { testApp, type TestCompany } from "../../../../../test/support/app.ts";
import { type BundleVoucher, cr, dr, voucher } from "../../../../../test/support/bundle.ts";
import { ACCOUNT_TYPES, CASH_FLOW_ROLES } from "@daybook/words/ledger-words";
import { statement, type Tx } from "../../../../platform/db/index.ts";

const http = await testApp();
const { app } = http;

const DROP_CONSTRAINTS = [
  "alter table categories disable trigger user",
  "do $$ declare c record; begin for c in select conname from pg_constraint where conrelid = 'categories'::regclass and contype in ('c', 'f') loop execute format('alter table categories drop constraint %I', c.conname); end loop; end $$",
];

/**
 * Changes the chart of a company by `change`, runs `verify`, and undoes the change. Returns the differences
 * by the name of the failed check.
 */
async function differencesAfter(
  company: TestCompany,
  change: (tx: Tx) => Promise<void>,
): Promise<Record<string, string | null>> {
  class RollBack extends Error {}
  let found: Record<string, string | null> = {};
  const rolledBack = app.db.transaction(async (tx) => {
    for (const sql of DROP_CONSTRAINTS) await tx.script(sql);
    await change(tx);
    const { ok, checks } = await app.ledger.verifyWithin(tx, company.id);
    const failed = checks.filter((check) => !check.ok);
    expect(ok).toBe(failed.length === 0);
    found = Object.fromEntries(failed.map(({ check, difference }) => [check, difference]));
    throw new RollBack();
  });
  await expect(rolledBack).rejects.toBeInstanceOf(RollBack);
  return found;
}

function differencesAfterSetting(
  company: TestCompany,
  category: string,
  assignment: string,
): Promise<Record<string, string | null>> {
  return differencesAfter(company, (tx) =>
    tx.script(
      `update categories set ${assignment} where company_id = '${company.id}' and id = '${category}'`,
    ),
  );
}

const CASH_FLOW = "cash_flow_is_the_change_of_cash";

describe("verify reports a chart that would break the cash flow statement", () => {
  test("in which a balance sheet category has no role, and the statement that is wrong because of it", async () => {
    const company = await http.company();
    expect(await differencesAfterSetting(company, "cat_loan", "cash_flow = null")).toEqual({
      categories_have_cash_flow_roles:
        "category cat_loan (Bank Loan) of type liability has no cash flow role, so its changes are missing from the cash flow statement",
      [CASH_FLOW]:
        "2025-02: the cash flow statement explains -450000 cents, but cash changed by 550000 cents",
    });
  });

  test("even before there are entries", async () => {
    const company = await http.company({ journal: [] });
    expect(Object.keys(await differencesAfterSetting(company, "cat_loan", "cash_flow = null"))).toEqual([
      "categories_have_cash_flow_roles",
    ]);
    expect(
      Object.keys(await differencesAfterSetting(company, "cat_revenue", "cash_flow = 'working_capital'")),
    ).toEqual(["categories_have_cash_flow_roles"]);
  });

  test("in which an income statement category has a role that its type can't have", async () => {
    const company = await http.company();
    expect(await differencesAfterSetting(company, "cat_payroll", "cash_flow = 'working_capital'")).toEqual({
      categories_have_cash_flow_roles:
        "category cat_payroll (Payroll) of type expense has the cash flow role working_capital; a category of this type can have investing, financing",
    });
  });

  test("in which a category other than an asset is cash", async () => {
    const company = await http.company();
    expect(await differencesAfterSetting(company, "cat_loan", "cash_flow = 'cash'")).toEqual({
      categories_have_cash_flow_roles:
        "category cat_loan (Bank Loan) has the cash flow role cash, but is of type liability: only an asset can be cash",
    });
  });

  test("without cash, unless it has no balance sheet categories at all", async () => {
    const company = await http.company();
    expect(
      await differencesAfterSetting(company, "cat_cash' or cash_flow = 'cash", "cash_flow = 'investing'"),
    ).toEqual({
      chart_has_cash: expect.stringContaining("no category has the cash flow role cash"),
    });
    const bare = await http.company({
      categories: company.bundle.categories.filter(({ cash_flow }) => cash_flow === null),
      journal: [],
    });
    expect(await differencesAfter(bare, async () => {})).toEqual({});
  });

  test("but not one in which a child has another role than its parent: both statements are right", async () => {
    const company = await http.company();
    expect(await differencesAfterSetting(company, "cat_savings", "cash_flow = 'investing'")).toEqual({});
    expect(await differencesAfterSetting(company, "cat_cash", "cash_flow = 'investing'")).toEqual({});
  });

  test("in which a child has another type than its parent, or its parent does not exist", async () => {
    const company = await http.company();
    expect(
      await differencesAfterSetting(
        company,
        "cat_savings",
        "account_type = 'liability', cash_flow = 'financing'",
      ),
    ).toMatchObject({
      categories_share_their_parents_type:
        "category cat_savings (Savings) is of type liability, but stands below cat_cash (Cash) of type asset",
    });
    expect(await differencesAfterSetting(company, "cat_savings", "parent_id = 'cat_gone'")).toMatchObject({
      categories_share_their_parents_type:
        "category cat_savings (Savings) stands below cat_gone, which does not exist",
    });
  });

  test("in which categories are their own ancestors and so are on no statement, which makes the balance wrong", async () => {
    const company = await http.company();
    expect(await differencesAfterSetting(company, "cat_cash", "parent_id = 'cat_savings'")).toMatchObject({
      balance_sheets_balance:
        "2025-01: the balance sheet is out of balance: assets are 760000 cents, liabilities and equity 5400000 cents",
    });
  });

  test("with any types and roles: if the statements contradict each other, a category is named", async () => {
    const company = await http.company();
    const ids = company.bundle.categories.map(({ id }) => id);
    const change = fc.record({
      id: fc.constantFrom(...ids),
      type: fc.constantFrom(...ACCOUNT_TYPES),
      role: fc.constantFrom(...CASH_FLOW_ROLES, null),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        const differences = await differencesAfter(company, async (tx) => {
          for (const { id, type, role } of changes)
            await tx.run(changeCategory, [company.id, id, type, role]);
          // Which rollups by department exist depends on the types. These tests don't check those rollups.
          await tx.run(deleteDepartmentRollups, [company.id]);
        });
        delete differences["department_rollups_equal_entries"];
        const ofChart = Object.entries(differences).filter(
          ([check]) => check.startsWith("categories_") || check === "chart_has_cash",
        );
        if (Object.keys(differences).length > 0)
          expect(ofChart.map(([, difference]) => difference).join()).toMatch(/cat_|no category/);
      }),
      { numRuns: 12 },
    );
  });
});

const changeCategory = statement<never>(
  "test.verify.rewrite",
  "update categories set account_type = $3, cash_flow = $4 where company_id = $1 and id = $2",
);
const deleteDepartmentRollups = statement<never>(
  "test.verify.forget",
  "delete from ledger_department_rollups where company_id = $1",
);
const inflate = statement<never>(
  "test.verify.inflate",
  `update ledger_rollups set net_debit_cents = net_debit_cents + $2 where company_id = $1
    and category_id = 'cat_checking'`,
);

describe("sums near the largest exact number", () => {
  const MAX_CENTS = Number.MAX_SAFE_INTEGER;
  const capital = (date: string, cents: number): BundleVoucher =>
    voucher(date, "Capital", [dr("checking", cents), cr("stock", cents)]);

  test("agree up to 2^53 - 1 cents", async () => {
    const company = await http.company({
      journal: [capital("2025-01-02", MAX_CENTS - 1), capital("2025-02-03", 1)],
    });
    expect(await app.ledger.verify(company.id)).toMatchObject({ ok: true });
    const sheet = await company.read<{ cash_cents: number }>("/reports/balance_sheet?date=2025-02-28");
    expect(sheet.cash_cents).toBe(MAX_CENTS);
  });

  test("beyond 2^53 - 1 cents are reported with their month, and not thrown as an error", async () => {
    const company = await http.company({ journal: [capital("2025-01-02", MAX_CENTS)] });
    for (const more of [5, MAX_CENTS]) {
      const differences = await differencesAfter(
        company,
        async (tx) => void (await tx.run(inflate, [company.id, more])),
      );
      expect(differences).toMatchObject({
        rollups_equal_entries: expect.stringMatching(
          /^the rollup of cat_checking for 2025-01 holds \$[\d,.]+ of \d entries, but its entries are \d with \$[\d,.]+$/,
        ),
        balance_sheets_balance: expect.stringMatching(/^2025-01: the sums of this month can't be computed: /),
        [CASH_FLOW]: expect.stringMatching(/^2025-01: the sums of this month can't be computed: /),
      });
    }
  });
});
