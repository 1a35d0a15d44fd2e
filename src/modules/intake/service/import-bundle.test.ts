/**
 * The company bundle as it is used: what is refused and by which path, that a refusal leaves nothing
 * behind, that a file can come again and change what is there, and that imports don't meet.
 */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import {
  type Bundle,
  category,
  chart,
  companyBundle,
  cr,
  dr,
  JOURNAL,
  SET_UP,
  voucher,
} from "../../../../test/support/bundle.ts";
import { FEED } from "../../../../test/support/feed.ts";
import { bytesOf, exported } from "../../../../test/support/import.ts";
import type { BundleProblem } from "../../../contract/bundle.ts";
import { LIMITS } from "@daybook/words/limits";
import type { Progress } from "../../../core/progress.ts";
import type { PublicId } from "@daybook/words/public-id";
import { statement } from "../../../platform/db/index.ts";
import type { JsonProblem } from "../rules/json-problem.ts";

const http = await testApp();
const { app } = http;

const rowCounts = statement<Record<string, number>>(
  "test.intake.counts",
  `select (select count(*) from companies where id = $1) as companies, (select count(*) from company_features
    where company_id = $1) as features,
          (select count(*) from members where company_id = $1) as members, (select count(*) from users
            where email like $2) as users,
          (select count(*) from categories where company_id = $1) as categories, (select count(*)
            from departments where company_id = $1) as departments,
          (select count(*) from journal_entries where company_id = $1) as entries, (select count(*)
            from ledger_rollups where company_id = $1) as rollups,
          (select count(*) from ledger_department_rollups where company_id = $1) as department_rollups`,
);
const updatedOf = statement<{ voucher_id: string; updated: number }>(
  "test.intake.updated",
  "select distinct voucher_id, updated from journal_entries where company_id = $1 order by voucher_id",
);

type Member = Record<string, unknown>;

function importText(text: string, report?: (progress: Progress) => void) {
  return app.intake.importBundle(bytesOf(text), report);
}

const put = (bundle: object) => importText(JSON.stringify(bundle));

/** The problem that an import reports. */
async function refusal(file: object | string): Promise<BundleProblem | JsonProblem> {
  const imported = importText(typeof file === "string" ? file : JSON.stringify(file));
  const error: unknown = await imported.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Error);
  expect(["BundleProblem", "JsonProblem"]).toContain((error as Error).name);
  return error as BundleProblem | JsonProblem;
}

const verified = async (companyId: string) => (await app.ledger.verify(companyId as PublicId<"company">)).ok;

/** The bundle with the record at `index` of a section changed. */
function withRecord(
  bundle: Bundle,
  section: "users" | "members" | "categories" | "departments" | "journal",
  index: number,
  change: Member,
): Member {
  return {
    ...bundle,
    [section]: (bundle[section] as readonly object[]).map((record, at) =>
      at === index ? { ...record, ...change } : record,
    ),
  };
}

/** The object without one of its members. */
function without(object: object, name: string): Member {
  return Object.fromEntries(Object.entries(object).filter(([member]) => member !== name));
}

describe("a file is refused by the path of what is wrong in it, and nothing is imported", () => {
  const long = "x".repeat(LIMITS.text_field_characters.value + 1);
  const line = (change: Member) => ({ lines: [{ ...dr("cash", 100), ...change }, cr("stock", 100)] });
  const cases: readonly (readonly [
    what: string,
    make: (bundle: Bundle) => object,
    path: string,
    reason: RegExp,
  ])[] = [
    [
      "another format",
      (bundle) => ({ ...bundle, format: "books" }),
      "format",
      /must be "daybook.company-bundle"/,
    ],
    [
      "another version",
      (bundle) => ({ ...bundle, version: 2 }),
      "version",
      /^must be 1, the only version of the format that is known here$/,
    ],
    [
      "a version further down",
      ({ version, ...rest }) => ({ ...rest, version }),
      "version",
      /^must stand second, behind format$/,
    ],
    [
      "no company",
      (bundle) => without(bundle, "company"),
      "company",
      /^is required, behind format and version$/,
    ],
    [
      "a company that is a list",
      (bundle) => ({ ...bundle, company: [bundle.company] }),
      "company",
      /must be an object/,
    ],
    [
      "a company without id",
      (bundle) => ({ ...bundle, company: without(bundle.company, "id") }),
      "company.id",
      /is required/,
    ],
    [
      "an id of something else",
      (bundle) => ({ ...bundle, company: { ...bundle.company, id: "cat_1" } }),
      "company.id",
      /must be an id: `comp_`/,
    ],
    ["an unknown member", (bundle) => ({ ...bundle, budgets: [] }), "budgets", /not a member of a bundle/],
    [
      "a member that stands too late",
      ({ features, ...rest }) => ({ ...rest, features }),
      "features",
      /stands too late; the members stand in this order: format, version, company,/,
    ],
    [
      "a section that is no list",
      (bundle) => ({ ...bundle, categories: {} }),
      "categories",
      /must be an array/,
    ],
    [
      "an unknown field of the company",
      (bundle) => ({ ...bundle, company: { ...bundle.company, nickname: "HP" } }),
      "company.nickname",
      /not a field/,
    ],
    [
      "a feature that is no name",
      (bundle) => ({ ...bundle, features: ["departments", "A B"] }),
      "features[1]",
      /feature's name/,
    ],
    [
      "a user twice",
      (bundle) => ({ ...bundle, users: [...bundle.users, ...bundle.users] }),
      "users[1].id",
      /appears twice/,
    ],
    [
      "a user with a letter in disguise",
      (bundle) => withRecord(bundle, "users", 0, { email: "\u212aate@example.com" }),
      "users[0].email",
      /stands for itself/,
    ],
    [
      "a member of nobody",
      (bundle) => withRecord(bundle, "members", 0, { user_id: "user_nobody" }),
      "members[0].user_id",
      /no user user_nobody/,
    ],

    [
      "a category without parent",
      (bundle) => withRecord(bundle, "categories", 1, { parent_id: "cat_gone" }),
      "categories[1].parent_id",
      /no category cat_gone/,
    ],
    [
      "a category below itself",
      (bundle) => withRecord(bundle, "categories", 0, { parent_id: "cat_checking" }),
      "categories[0].parent_id",
      /below itself/,
    ],
    [
      "a category of another type than its parent",
      (bundle) => withRecord(bundle, "categories", 1, { account_type: "liability" }),
      "categories[1].account_type",
      /parent cat_cash is of type asset/,
    ],
    [
      "an asset without a role",
      (bundle) => withRecord(bundle, "categories", 3, { cash_flow: null }),
      "categories[3].cash_flow",
      /is required/,
    ],
    [
      "an expense with a role of the balance sheet",
      (bundle) => withRecord(bundle, "categories", 15, { cash_flow: "working_capital" }),
      "categories[15].cash_flow",
      /must not be working_capital/,
    ],
    [
      "a liability that is cash",
      (bundle) => withRecord(bundle, "categories", 7, { cash_flow: "cash" }),
      "categories[7].cash_flow",
      /must not be cash/,
    ],
    [
      "a category whose id is a filter",
      (bundle) => withRecord(bundle, "categories", 2, { id: "cat_savings-direct" }),
      "categories[2].id",
      /-direct/,
    ],
    [
      "a category twice",
      (bundle) => withRecord(bundle, "categories", 2, { id: "cat_checking" }),
      "categories[2].id",
      /appears twice/,
    ],
    [
      "a category of an unknown type",
      (bundle) => withRecord(bundle, "categories", 2, { account_type: "cash" }),
      "categories[2].account_type",
      /must be one of asset/,
    ],
    [
      "a new category without a name",
      (bundle) => withRecord(bundle, "categories", 2, { name: undefined }),
      "categories[2].name",
      /is required/,
    ],
    [
      "an empty name",
      (bundle) => withRecord(bundle, "categories", 2, { name: "" }),
      "categories[2].name",
      /1 to 1000 characters/,
    ],
    [
      "a negative position",
      (bundle) => withRecord(bundle, "categories", 2, { position: -1 }),
      "categories[2].position",
      />= 0/,
    ],
    [
      "a fourth tier of categories",
      (bundle) => ({
        ...bundle,
        categories: [...bundle.categories, ...below("cat_checking", "cat_b", "cat_c")],
      }),
      "categories[25].parent_id",
      /cat_c would stand in tier 4/,
    ],

    [
      "a department below nothing",
      (bundle) => withRecord(bundle, "departments", 5, { parent_id: "dept_gone" }),
      "departments[5].parent_id",
      /no department dept_gone/,
    ],
    [
      "departments in a circle",
      (bundle) => withRecord(bundle, "departments", 0, { parent_id: "dept_platform" }),
      "departments[0].parent_id",
      /below itself/,
    ],
    [
      "an assignable department with children",
      (bundle) => withRecord(bundle, "departments", 1, { assignable: true }),
      "departments[1].assignable",
      /dept_platform stands below it/,
    ],
    [
      "a fifth tier of departments",
      (bundle) => ({
        ...bundle,
        departments: [
          ...bundle.departments.map((row) =>
            row.id === "dept_platform" ? { ...row, assignable: false } : row,
          ),
          { id: "dept_4", name: "4", parent_id: "dept_platform" },
          { id: "dept_5", name: "5", parent_id: "dept_4" },
        ],
      }),
      "departments[7].parent_id",
      /dept_5 would stand in tier 5/,
    ],

    [
      "a department whose id is a filter",
      (bundle) => withRecord(bundle, "departments", 5, { id: "dept_sales-direct" }),
      "departments[5].id",
      /-direct/,
    ],

    [
      "a voucher that does not balance",
      (bundle) => withRecord(bundle, "journal", 3, { lines: [dr("cash", 10_050), cr("stock", 10_000)] }),
      "journal[3].lines",
      /debits exceed the credits by \$0\.50/,
    ],
    [
      "a voucher twice",
      (bundle) => withRecord(bundle, "journal", 9, { id: "vch_capital" }),
      "journal[9].id",
      /vch_capital appears twice/,
    ],
    [
      "a day that is none",
      (bundle) => withRecord(bundle, "journal", 2, { date: "2025-02-30" }),
      "journal[2].date",
      /a day that exists/,
    ],
    [
      "a date that is none",
      (bundle) => withRecord(bundle, "journal", 2, { date: "02/03/2025" }),
      "journal[2].date",
      /a day that exists, as YYYY-MM-DD/,
    ],
    [
      "a year that is none",
      (bundle) => withRecord(bundle, "journal", 2, { date: "0000-01-01" }),
      "journal[2].date",
      /a day that exists/,
    ],
    [
      "an unknown source",
      (bundle) => withRecord(bundle, "journal", 2, { source: "magic" }),
      "journal[2].source",
      /must be one of bank_transaction/,
    ],
    [
      "a line on no category",
      (bundle) => withRecord(bundle, "journal", 0, line({ category_id: "cat_gone" })),
      "journal[0].lines[0].category_id",
      /no category cat_gone/,
    ],
    [
      "a line on a filter",
      (bundle) => withRecord(bundle, "journal", 0, line({ category_id: "cat_cash-direct" })),
      "journal[0].lines[0].category_id",
      /no category/,
    ],
    [
      "a line of no department",
      (bundle) => withRecord(bundle, "journal", 0, line({ department_id: "dept_gone" })),
      "journal[0].lines[0].department_id",
      /no department dept_gone/,
    ],
    [
      "a line with both sides",
      (bundle) => withRecord(bundle, "journal", 0, line({ credit_cents: 100 })),
      "journal[0].lines[0]",
      /both/,
    ],
    [
      "a line with neither side",
      (bundle) => withRecord(bundle, "journal", 0, line({ debit_cents: undefined })),
      "journal[0].lines[0]",
      /needs a debit_cents or a credit_cents/,
    ],
    [
      "half a cent",
      (bundle) => withRecord(bundle, "journal", 0, line({ debit_cents: 0.5 })),
      "journal[0].lines[0].debit_cents",
      /integer/,
    ],
    [
      "a negative amount",
      (bundle) => withRecord(bundle, "journal", 0, line({ debit_cents: -100 })),
      "journal[0].lines[0].debit_cents",
      />= 0/,
    ],
    [
      "an amount past exactness",
      (bundle) => withRecord(bundle, "journal", 0, line({ debit_cents: 2 ** 53 })),
      "journal[0].lines[0].debit_cents",
      /<=/,
    ],
    [
      "an amount in text",
      (bundle) => withRecord(bundle, "journal", 0, line({ debit_cents: "100" })),
      "journal[0].lines[0].debit_cents",
      /must be an integer/,
    ],
    [
      "a voucher without lines",
      (bundle) => withRecord(bundle, "journal", 0, { lines: [] }),
      "journal[0].lines",
      /fewer than 1/,
    ],
    [
      "more lines than a voucher may have",
      (bundle) =>
        withRecord(bundle, "journal", 0, {
          lines: Array.from({ length: LIMITS.voucher_lines.value + 1 }, () => dr("cash", 0)),
        }),
      "journal[0].lines",
      /more than 1000/,
    ],
    [
      "a description that is too long",
      (bundle) => withRecord(bundle, "journal", 0, { description: long }),
      "journal[0].description",
      /0 to 1000 characters/,
    ],
    [
      "a NUL",
      (bundle) => withRecord(bundle, "journal", 0, { description: "a\0b" }),
      "journal[0].description",
      /without NUL/,
    ],
    [
      "half of a surrogate pair",
      (bundle) => withRecord(bundle, "journal", 0, line({ merchant: "\ud800" })),
      "journal[0].lines[0].merchant",
      /surrogates/,
    ],
    [
      "an id of another kind",
      (bundle) => withRecord(bundle, "journal", 0, { transaction_id: "vch_1" }),
      "journal[0].transaction_id",
      /`txn_`/,
    ],
    [
      "an unknown field of a line",
      (bundle) => withRecord(bundle, "journal", 0, line({ amount: 100 })),
      "journal[0].lines[0].amount",
      /not a field/,
    ],
    [
      "sums past exactness",
      (bundle) =>
        withRecord(bundle, "journal", 0, {
          lines: [dr("cash", Number.MAX_SAFE_INTEGER), dr("savings", 1), cr("stock", 1)],
        }),
      "journal[0].lines[1]",
      /too large to add exactly/,
    ],
    [
      "a journal whose debits are past exactness",
      (bundle) => ({
        ...bundle,
        journal: [1, 2].map(() => voucher("2025-01-01", "much", [dr("cash", 2 ** 52), cr("stock", 2 ** 52)])),
      }),
      "journal[1]",
      /largest sum that is exact/,
    ],
  ];

  test.each(cases)("%s", async (_what, make, path, reason) => {
    const bundle = companyBundle();
    const problem = await refusal(make(bundle));
    expect(problem.path).toBe(path);
    expect(problem.reason).toMatch(reason);
    expect(await app.db.get(rowCounts, [bundle.company.id, bundle.users[0]?.email ?? ""])).toEqual(NOTHING);
  });
});

const NOTHING = {
  companies: 0,
  features: 0,
  members: 0,
  users: 0,
  categories: 0,
  departments: 0,
  entries: 0,
  rollups: 0,
  department_rollups: 0,
};

/** Categories one below the other. */
function below(parent: string, ...ids: readonly string[]) {
  return ids.map((id, index) => ({
    id,
    name: id,
    account_type: "asset",
    parent_id: index === 0 ? parent : ids[index - 1],
    cash_flow: "cash",
  }));
}

describe("a file that is no bundle", () => {
  test.each([
    ["a CSV", "journal,date\n1,2025-01-01\n"],
    ["nothing", ""],
    ["another JSON object", '{"name":"daybook","version":"0.1.0"}'],
    ["a JSON list", "[]"],
    ["bytes", "\u0000\u0001"],
  ])("is told so in one sentence: %s", async (_what, text) => {
    const problem = await refusal(text);
    expect(problem.path).toBe("");
    expect(problem.reason).toMatch(
      /^is not a company bundle, which is a JSON object that begins with "format": "daybook\.company-bundle" \(.+\)$/,
    );
  });

  test("a truncated bundle is refused with its byte offset, and leaves nothing behind (INTK-004)", async () => {
    const bundle = companyBundle();
    const text = JSON.stringify(bundle);
    const cut = text.slice(0, text.indexOf('"vch_tool"'));
    const problem = await refusal(cut);
    expect(problem).toMatchObject({ name: "JsonProblem", offset: cut.length });
    expect(problem.path).toMatch(/^journal\[\d+\]$/);
    expect(await app.db.get(rowCounts, [bundle.company.id, bundle.users[0]?.email ?? ""])).toEqual(NOTHING);
  });
});

describe("an amount that is not written as an integer", () => {
  test.each(["10000.00000000000000000001", "9007199254740991.4", "10000.0", "1e4", "1E+4", "-0.0"])(
    "is refused, not rounded: %s",
    async (amount) => {
      const bundle = companyBundle();
      const first = bundle.journal[0];
      const text = JSON.stringify({
        ...bundle,
        journal: [
          first,
          { ...first, id: "vch_second", description: 'Said ": 1.5' },
          { ...first, id: "vch_third", lines: [dr("cash", 123_454_321), cr("stock", 123_454_321)] },
        ],
      });
      const offset = text.indexOf("123454321");
      expect(await refusal(text.replaceAll("123454321", amount))).toMatchObject({
        name: "JsonProblem",
        path: "journal[2]",
        offset,
        reason: expect.stringContaining(amount),
      });
      expect(await app.db.get(rowCounts, [bundle.company.id, bundle.users[0]?.email ?? ""])).toEqual(NOTHING);
    },
  );

  test("is not looked for in texts", async () => {
    const company = await http.company({
      journal: [
        voucher("2025-01-01", 'He said ": 1.5" and "x": 2e3 \\": 3.0', [dr("cash", 5), cr("stock", 5)], {
          id: "vch_said",
        }),
      ],
    });
    expect(await company.read("/journal_entries/je_said_1")).toMatchObject({
      description: 'He said ": 1.5" and "x": 2e3 \\": 3.0',
      amount_cents: 5,
    });
  });
});

describe("what goes wrong on the way leaves nothing behind", () => {
  test("a source that breaks off", async () => {
    const bundle = companyBundle();
    const text = Buffer.from(JSON.stringify(bundle));
    async function* broken() {
      yield text.subarray(0, text.length - 100);
      throw new Error("the disk is gone");
    }
    await expect(app.intake.importBundle(broken())).rejects.toThrow("the disk is gone");
    expect(await app.db.get(rowCounts, [bundle.company.id, bundle.users[0]?.email ?? ""])).toEqual(NOTHING);
  });

  test("an end on request, by the report of progress, which counts bytes", async () => {
    const bundle = companyBundle();
    const text = JSON.stringify(bundle);
    const seen: Progress[] = [];
    const stop = (progress: Progress): void => {
      seen.push(progress);
      if (progress.done === Buffer.byteLength(text)) throw new Error("stopped");
    };
    await expect(importText(text, stop)).rejects.toThrow("stopped");
    expect(seen.length).toBeGreaterThan(1);
    expect(seen.at(-1)).toEqual({ done: Buffer.byteLength(text), total: null, unit: "bytes" });
    expect(await app.db.get(rowCounts, [bundle.company.id, bundle.users[0]?.email ?? ""])).toEqual(NOTHING);
  });
});

describe("a bundle that comes again", () => {
  test("changes nothing: every record is unchanged (INTK-003)", async () => {
    const months = [
      { month: "2025-01", requests: 7 },
      { month: "2025-02", requests: 0 },
    ];
    const bundle = companyBundle({
      ...FEED,
      usage: months,
      overrides: months,
      integrations: [{ key: "xero", available: false }],
    });
    const { company_id, counts } = await put(bundle);
    expect(company_id).toBe(bundle.company.id);
    expect(counts).toEqual({
      company: created(1),
      features: created(bundle.features.length),
      usage: created(2),
      overrides: created(2),
      integrations: created(1),
      users: created(1),
      members: created(1),
      ...Object.fromEntries(
        (
          [
            "invitations",
            "categories",
            "departments",
            "accounts",
            "cards",
            "invoices",
            "transactions",
            "settlements",
            "transfers",
            "rules",
            "delaware_checks",
            "taxes",
            "tax_credits",
            "form_1099_reports",
            "forms_1099",
            "sheets",
          ] as const
        ).map((name) => [name, created(bundle[name].length)]),
      ),
      bills: created(0),
      schedules: created(0),
      reconciliations: created(0),
      journal: created(JOURNAL.length),
    });
    const before = await exported(app, company_id);
    const updatedBefore = await app.db.list(updatedOf, [company_id]);
    http.clock.set(http.clock.now() + 3600);
    const again = await put(bundle);
    for (const [section, count] of Object.entries(counts))
      expect(again.counts[section]).toEqual({ created: 0, updated: 0, unchanged: count.created });
    expect(await exported(app, company_id)).toBe(before);
    expect(await app.db.list(updatedOf, [company_id])).toEqual(updatedBefore);
  });

  test("replaces the vouchers that differ, whole, and the statements follow", async () => {
    const company = await http.company();
    const { id, bundle } = company;
    const hotel = voucher(
      "2025-07-01",
      "Hotel, corrected",
      [dr("hotels", 40_000), dr("flights", 1_000), cr("checking", 41_000)],
      { id: "vch_hotel" },
    );
    const tea = voucher("2025-07-02", "Tea", [dr("travel", 500), cr("checking", 500)], { id: "vch_tea" });
    const { counts } = await put({
      format: bundle.format,
      version: 1,
      company: { id },
      journal: [hotel, ...JOURNAL.slice(0, 3), tea],
    });
    expect(counts).toEqual({
      company: { created: 0, updated: 0, unchanged: 1 },
      journal: { created: 1, updated: 1, unchanged: 3 },
    });
    expect(await verified(id)).toBe(true);
    const total = async (name: string) =>
      (
        await company.read<{ total_cents: number }>(
          `/aggregations/total?category_id=cat_${name}&start_date=2025-01-01&end_date=2025-12-31`,
        )
      ).total_cents;
    expect(await total("hotels")).toBe(-40_000);
    expect(await total("flights")).toBe(-42_137 - 1_000);
    const entries = await company.read<{ data: { id: string; date: string }[] }>(
      "/journal_entries?start_date=2025-07-01",
    );
    expect(entries.data.map((entry) => entry.id)).toEqual([
      "je_tea_2",
      "je_tea_1",
      "je_hotel_3",
      "je_hotel_2",
      "je_hotel_1",
    ]);
  });

  test("a voucher is a duplicate even if both equal the one that the company has", async () => {
    const { id, bundle } = await http.company();
    const problem = await refusal({ ...bundle, company: { id }, journal: [...JOURNAL, JOURNAL[4]] });
    expect(problem).toMatchObject({ path: `journal[${JOURNAL.length}].id` });
  });

  test("a field that is left out keeps its value, and takes its default in a new record (INTK-005)", async () => {
    const company = await http.company();
    const { id, bundle } = company;
    const { counts } = await put({
      format: bundle.format,
      version: 1,
      company: { id, name: "Harbor Oak" },
      categories: [
        { id: "cat_travel", name: "Trips" },
        { id: "cat_meals", name: "Meals", account_type: "expense" },
      ],
      departments: [
        { id: "dept_sales", position: 7 },
        { id: "dept_field", name: "Field" },
      ],
    });
    expect(counts).toMatchObject({
      company: { updated: 1 },
      categories: { created: 1, updated: 1 },
      departments: { created: 1, updated: 1 },
    });
    expect(await company.read("/company")).toMatchObject({
      name: "Harbor Oak",
      legal_name: "Harbor Pine, Inc.",
    });
    const { data: categories } = await company.read<{ data: { id: string }[] }>("/categories");
    expect(categories.find((row) => row.id === "cat_travel")).toMatchObject({
      name: "Trips",
      account_type: "expense",
      position: 12,
      created: SET_UP,
    });
    expect(categories.find((row) => row.id === "cat_meals")).toMatchObject({
      tier: 1,
      position: 0,
      parent_id: null,
      created: http.clock.now(),
    });
    const { data: departments } = await company.read<{ data: { id: string }[] }>("/departments");
    expect(departments.find((row) => row.id === "dept_sales")).toMatchObject({
      name: "Sales",
      position: 7,
      assignable: true,
    });
    expect(departments.find((row) => row.id === "dept_field")).toMatchObject({
      assignable: true,
      parent_id: null,
    });
  });
});

describe("debits that could not be added exactly", () => {
  const much = (id: string, cents: number, stock = cents) =>
    voucher("2025-09-01", "Much", [dr("cash", cents), cr("stock", stock)], { id: `vch_${id}` });

  test("are refused together with those that the company has, at the voucher with which they are too many", async () => {
    const company = await http.company({ journal: [much("one", 2 ** 52), much("two", 1000)] });
    const { id } = company;
    const more = (...journal: readonly object[]) => ({
      format: "daybook.company-bundle",
      version: 1,
      company: { id },
      journal,
    });
    const read = () => company.read("/reports/balance_sheet?date=2025-12-31");
    const before = await read();
    expect(
      await refusal(more(much("three", 5), much("four", 2 ** 52 - 1005), much("five", 1))),
    ).toMatchObject({
      name: "BundleProblem",
      path: "journal[1]",
      reason: expect.stringMatching(/largest sum that is exact/),
    });
    expect(await read()).toEqual(before);
    // As many as are exact are taken, and what is replaced makes room wherever it stands in the file.
    await put(more(much("four", 2 ** 52 - 1001)));
    await put(more(much("three", 900), much("four", 2 ** 52 - 1901)));
    expect(await refusal(more(much("six", 1)))).toMatchObject({ path: "journal[0]" });
    await put(more(much("six", 1000), much("two", 0)));
    expect(await refusal(more(much("six", 1001)))).toMatchObject({ path: "journal[0]" });
    expect(await read()).toMatchObject({ liabilities_and_equity_cents: Number.MAX_SAFE_INTEGER });
    expect(await verified(id)).toBe(true);
  });
});

function created(count: number) {
  return { created: count, updated: 0, unchanged: 0 };
}

describe("the chart of a company that exists", () => {
  const change = (id: string, sections: object) =>
    put({ format: "daybook.company-bundle", version: 1, company: { id }, ...sections });
  const refused = (id: string, sections: object) =>
    refusal({ format: "daybook.company-bundle", version: 1, company: { id }, ...sections });

  test("records may stand in any order, and whole subtrees move", async () => {
    const bundle = companyBundle();
    await put({
      ...bundle,
      categories: bundle.categories.toReversed(),
      departments: bundle.departments.toReversed(),
    });
    const { id } = bundle.company;
    const key = await http.keyOf(id, bundle.members[0]?.id ?? "");
    // Travel with flights goes below payroll, hotels to the root, in the order in which each needs the next.
    await change(id, {
      categories: [
        { id: "cat_hotels", parent_id: null, position: 9 },
        { id: "cat_flights", parent_id: "cat_travel" },
        { id: "cat_travel", parent_id: "cat_payroll" },
      ],
    });
    const { data } = await http.read<{ data: { id: string; tier: number; parent_id: string | null }[] }>(
      "/categories",
      key,
    );
    const found = Object.fromEntries(data.map((row) => [row.id, [row.tier, row.parent_id]]));
    expect(found).toMatchObject({
      cat_hotels: [1, null],
      cat_travel: [2, "cat_payroll"],
      cat_flights: [3, "cat_travel"],
    });
    // A root and its child change places.
    await change(id, {
      categories: [
        { id: "cat_payroll", parent_id: "cat_travel" },
        { id: "cat_travel", parent_id: null },
      ],
    });
    await change(id, {
      departments: [
        { id: "dept_engineering", parent_id: null },
        { id: "dept_product", parent_id: "dept_engineering" },
      ],
    });
    const departments = await http.read<{ data: { id: string; tier: number }[] }>("/departments", key);
    expect(Object.fromEntries(departments.data.map((row) => [row.id, row.tier]))).toMatchObject({
      dept_engineering: 1,
      dept_product: 2,
      dept_design: 3,
      dept_platform: 2,
    });
    expect(await verified(id)).toBe(true);
  });

  test("a fault of a node that the file does not name is laid on the one above it", async () => {
    const { id } = await http.company();
    expect(
      await refused(id, {
        categories: [
          { id: "cat_deep", name: "Deep", account_type: "expense", parent_id: "cat_payroll" },
          { id: "cat_travel", parent_id: "cat_deep" },
        ],
      }),
    ).toMatchObject({
      path: "categories[1].parent_id",
      reason: expect.stringMatching(/cat_(flights|hotels) below it would stand in tier 4/),
    });
    expect(
      await refused(id, { categories: [{ id: "cat_travel", account_type: "other_expense" }] }),
    ).toMatchObject({
      path: "categories[0].account_type",
      reason: expect.stringMatching(/cat_(flights|hotels) below it is of type expense/),
    });
    expect(
      await refused(id, { departments: [{ id: "dept_new", name: "New", parent_id: "dept_sales" }] }),
    ).toMatchObject({
      path: "departments[0].parent_id",
      reason: expect.stringContaining("dept_sales is assignable"),
    });
  });

  test("a category that has journal entries keeps its type; one without may change it", async () => {
    const { id } = await http.company({
      categories: [
        ...chart(
          category("cash", "Cash", "asset", "cash"),
          category("stock", "Stock", "equity", "financing"),
          category("idle", "Idle", "expense", null),
        ),
      ],
      journal: [voucher("2025-01-01", "start", [dr("cash", 1), cr("stock", 1)])],
    });
    const retype = { account_type: "liability", cash_flow: "financing" };
    expect(
      await refused(id, {
        categories: [
          { id: "cat_idle", ...retype },
          { id: "cat_stock", ...retype },
        ],
      }),
    ).toMatchObject({
      path: "categories[1].account_type",
      reason: expect.stringContaining("cat_stock has journal entries and keeps its type, equity"),
    });
    expect((await change(id, { categories: [{ id: "cat_idle", ...retype }] })).counts["categories"]).toEqual({
      created: 0,
      updated: 1,
      unchanged: 0,
    });
  });
});

describe("two imports at once", () => {
  test("of one company run one after the other, in any order", async () => {
    const bundle = companyBundle();
    const results = await Promise.all([put(bundle), put(bundle), put(bundle)]);
    const journals = results.map(({ counts }) => counts["journal"]);
    expect(journals.filter((counts) => counts?.created === JOURNAL.length)).toHaveLength(1);
    expect(journals.filter((counts) => counts?.unchanged === JOURNAL.length)).toHaveLength(2);
    expect(await verified(bundle.company.id)).toBe(true);
  });
});
