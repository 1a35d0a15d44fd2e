/**
 * Journals from elsewhere as they are used: a company with a key that reads its statements over HTTP,
 * or a refusal by line or option that leaves nothing behind.
 */
import { noteIn, programVoice } from "../../../core/advice.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { describeWith, outsideData } from "../../../../test/acceptance/outside.ts";
import { testApp } from "../../../../test/support/app.ts";
import { bytesOf } from "../../../../test/support/import.ts";
import { statement } from "../../../platform/db/index.ts";
import type { JournalOptions } from "./import-journal.ts";

const http = await testApp();
const { app } = http;

const HACKCLUB = outsideData("hackclub");
const outsideFile = (name: string): Buffer => readFileSync(join(HACKCLUB.path, name));

const everything = statement<Record<string, number>>(
  "test.journal.everything",
  `select (select count(*) from companies) as companies, (select count(*)
    from users) as users, (select count(*) from members) as members,
          (select count(*) from api_keys) as keys, (select count(*)
            from categories) as categories, (select count(*) from departments) as departments,
          (select count(*) from journal_entries) as entries, (select count(*)
            from ledger_rollups) as rollups`,
);

/** Imports a journal as a new company. */
async function importJournal(text: string | Uint8Array, options: Partial<JournalOptions> = {}) {
  const imported = await app.intake.importJournal(bytesOf(text), { format: "csv", name: "Acme", ...options });
  return { ...imported, api_key: imported.api_key ?? "" };
}

interface Listed {
  readonly data: readonly Record<string, unknown>[];
}

const BOOKS = `Day,What,Konto,Amount,Team,Who
03/01/2025,Capital,Assets:Bank:Checking,"$1,000.00",,
03/01/2025,Capital,Equity:Stock,-1000.00,,
03/02/2025,Lunch,Expenses:Meals,12.50,Sales,Bistro
03/02/2025,Lunch,Assets:Bank:Checking,-12.50,,Bistro
03/03/2025,Loan,Assets:Bank:Savings,500,,
03/03/2025,Loan,Liabilities:Bank Loan,-500,Kitchen,First Bank
`;
const COLUMNS = {
  date: "Day",
  description: "What",
  account: "Konto",
  amount: "Amount",
  department: "Team",
  merchant: "Who",
};
const OPTIONS = { columns: COLUMNS, date_format: "MM/DD/YYYY" } as const;

describe("a journal becomes a company", () => {
  test("with a chart, departments, roles, an owner and a key that is let in", async () => {
    const made = await importJournal(BOOKS, { ...OPTIONS, fiscal_year_start_month: 7 });
    expect(made).toMatchObject({ vouchers: 3, entries: 6, categories: 6 });
    const read = <Body>(target: string) => http.read<Body>(target, made.api_key);
    expect(await read("/company")).toMatchObject({ id: made.company_id, name: "Acme", legal_name: "Acme" });
    expect((await app.company.read(made.company_id)).fiscal_year_start_month).toBe(7);
    const { data: categories } = await read<Listed>("/categories");
    expect(categories.map(({ name, tier, account_type }) => [name, tier, account_type])).toEqual([
      ["Bank", 1, "asset"],
      ["Stock", 1, "equity"],
      ["Meals", 1, "expense"],
      ["Bank Loan", 1, "liability"],
      ["Checking", 2, "asset"],
      ["Savings", 2, "asset"],
    ]);
    const { data: departments } = await read<Listed>("/departments");
    expect(departments.map(({ id, name, assignable }) => [id, name, assignable])).toEqual([
      ["dept_1", "Sales", true],
      ["dept_2", "Kitchen", true],
    ]);
    const { data: entries } = await read<Listed>("/journal_entries?department_id=dept_1");
    expect(entries).toMatchObject([
      { date: "2025-03-02", amount_cents: -1250, description: "Lunch", source: "csv_upload" },
    ]);
    const march = "start_date=2025-03-01&end_date=2025-03-31";
    expect(await read(`/reports/cash_flow?${march}`)).toMatchObject({
      beginning_cash_cents: 0,
      change_in_cash_cents: 148_750,
      ending_cash_cents: 148_750,
    });
    expect(await read(`/reports/income_statement?${march}&group_by=department`)).toMatchObject({
      net_income_cents: -1250,
    });
    expect((await app.ledger.verify(made.company_id)).ok).toBe(true);
  });

  test("whose owner has the address that is given, also when a user has it already", async () => {
    const first = await importJournal(BOOKS, { ...OPTIONS, owner_email: "Ada.Journal@example.com" });
    const second = await importJournal(BOOKS, { ...OPTIONS, owner_email: "ada.journal@EXAMPLE.com" });
    const [one] = await app.access.listMembers(first.company_id);
    const [two] = await app.access.listMembers(second.company_id);
    expect([one?.email, two?.email]).toEqual(["ada.journal@example.com", "ada.journal@example.com"]);
    expect(one?.user_id).toBe(two?.user_id);
    expect(first.company_id).not.toBe(second.company_id);
    await http.read("/company", second.api_key);
  });

  test("whose named accounts are cash", async () => {
    const books = "date,account,amount\n2025-01-01,Assets:Zebra,5\n2025-01-01,Equity:Stock,-5\n";
    const role = async (cash: readonly string[]) => {
      const { company_id } = await importJournal(books, { cash });
      return (await app.chart.listCategories(company_id)).find(({ name }) => name === "Zebra")?.cash_flow;
    };
    expect([await role([]), await role(["Assets:Zebra"])]).toEqual(["working_capital", "cash"]);
  });
});

describe("what a journal writes in two ways", () => {
  test("is one category and one department, which the result says", async () => {
    const text =
      "date,description,account,amount,Team\n2025-01-01,a,Assets:Checking,5,Ops\n2025-01-01,a,Equity:Stock,-5,\n2025-01-02,b,assets:checking,3,ops\n2025-01-02,b,Equity:Stock,-3,\n";
    const made = await importJournal(text, { columns: { department: "Team" } });
    expect(made).toMatchObject({
      categories: 2,
      notes: [
        'Line 4: the account "assets:checking" counts as "assets:Checking"; the two differ only in capitals or blanks.',
        'Line 4: the department "ops" counts as "Ops"; the two differ only in capitals or blanks.',
      ],
    });
    expect(
      await http.read("/journal_entries?category_id=cat_asset-checking&department_id=dept_1", made.api_key),
    ).toMatchObject({ data: [{ amount_cents: 300 }, { amount_cents: 500 }] });
  });

  test("whose accounts have the cash flow roles that are given, and no others", async () => {
    const books = `date,account,amount\n2025-01-01,Equity:Reserve,-5\n2025-01-01,Assets:Cash:Lent,5\n`;
    const roles = new Map([
      ["Equity:reserve", "non_cash"],
      ["Assets:Cash:Lent", "investing"],
    ] as const);
    const { company_id } = await importJournal(books, { cash_flow: roles });
    const made = await app.chart.listCategories(company_id);
    expect(made.map(({ name, cash_flow }) => [name, cash_flow])).toEqual([
      ["Reserve", "non_cash"],
      ["Cash", "cash"],
      ["Lent", "investing"],
    ]);
    for (const [account, role, message] of [
      ["Equity:None", "non_cash", /The books have no account "Equity:None"/],
      ["Reserve", "financing", /The books have no account "Reserve"/],
      [
        "Equity:Reserve",
        "cash",
        /can't have the cash flow role cash\. Roles for the type equity: working_capital/,
      ],
    ] as const)
      await expect(importJournal(books, { cash_flow: new Map([[account, role]]) })).rejects.toThrow(message);
    const sales = "date,account,amount\n2025-01-01,Income:Sales,-5\n2025-01-01,Assets:Cash,5\n";
    await expect(
      importJournal(sales, { cash_flow: new Map([["Income:Sales", "non_cash"]]) }),
    ).rejects.toThrow(/Roles for the type revenue: investing, financing\./);
  });

  test("and books without cash: the result says what to do", async () => {
    const { notes } = await importJournal(
      "date,account,amount\n2025-01-01,Assets:Zebra,5\n2025-01-01,Equity:Stock,-5\n",
    );
    expect(notes.map((note) => noteIn(note, programVoice([])))).toEqual([
      'Nothing says to which section of the cash flow statement this account belongs: "Assets:Zebra". Operating activities show the changes, and financing those of equity. If another section is right, give `cash_flow` as `Assets:Zebra=investing`.',
      expect.stringMatching(/with an account that is cash. Give `cash`.$/),
    ]);
    expect(
      (await importJournal("date,account,amount\n2025-01-01,Expenses:A,5\n2025-01-01,Income:B,-5\n")).notes,
    ).toEqual([]);
  });
});

describe("books that hold the sale of equipment", () => {
  const head = "date,description,account,amount\n";
  const bought =
    "2025-01-02,In,Assets:Checking,20000\n2025-01-02,In,Equity:Stock,-20000\n2025-01-03,Buy,Assets:Fixed Assets:Equipment,10000\n2025-01-03,Buy,Assets:Checking,-10000\n";
  const charged = (account: string) =>
    `2025-02-28,Wear,${account},1000\n2025-02-28,Wear,Assets:Fixed Assets:Accumulated Depreciation,-1000\n`;
  const sold =
    "2025-03-20,Sale,Assets:Checking,12000\n2025-03-20,Sale,Assets:Fixed Assets:Accumulated Depreciation,1000\n2025-03-20,Sale,Assets:Fixed Assets:Equipment,-10000\n2025-03-20,Sale,Other Income:Gain on Sale of Equipment,-3000\n";
  const march = "/reports/cash_flow?start_date=2025-03-01&end_date=2025-03-31";
  const quarter = "/reports/cash_flow?start_date=2025-01-01&end_date=2025-03-31";
  const note = "The books hold the sale of an asset.";

  test("show what was paid for it in investing, add depreciation back, and say so", async () => {
    const { notes, company_id, api_key } = await importJournal(
      head + bought + charged("Expenses:Depreciation") + sold,
    );
    expect(notes).toEqual([expect.stringContaining(note)]);
    expect(await http.read(march, api_key)).toMatchObject({
      operating_activities: { total_cents: 0 },
      investing_activities: { total_cents: 12_000_00 },
      depreciation: { charged_cents: 0, released_cents: 1_000_00 },
    });
    expect(await http.read(quarter, api_key)).toMatchObject({
      operating_activities: { total_cents: 0 },
      investing_activities: { total_cents: 2_000_00 },
      depreciation: { charged_cents: 1_000_00, released_cents: 1_000_00 },
    });
    const { ok, warnings } = await app.ledger.verify(company_id);
    expect({ ok, warnings }).toEqual({ ok: true, warnings: [] });
  });

  test.each<[string, string, Partial<JournalOptions>]>([
    ["that charge depreciation on another cost", charged("Expenses:Workshop") + sold, {}],
    ["without a sale", charged("Expenses:Depreciation"), {}],
    [
      "whose role the user chose",
      charged("Expenses:Depreciation") + sold,
      { cash_flow: new Map([["Assets:Fixed Assets:Accumulated Depreciation", "non_cash"]]) },
    ],
  ])("keep the usual roles if they are books %s", async (_, rest, options) => {
    const { notes, company_id } = await importJournal(head + bought + rest, options);
    expect(notes.map((each) => noteIn(each)).join(" ")).not.toContain(note);
    const rows = await app.chart.listCategories(company_id);
    expect(rows.find(({ name }) => name === "Accumulated Depreciation")).toMatchObject({
      cash_flow: "non_cash",
    });
  });
});

test("a depreciation may go on for years, with a note; a day that no schedule reaches is refused", async () => {
  const books = (day: string) =>
    `date,account,amount\n${day},Expenses:Depreciation,5\n${day},Assets:Checking,-5\n`;
  const { notes } = await importJournal(books("2036-01-31"));
  expect(notes).toEqual([expect.stringMatching(/^The last voucher is of 2036-01-31, .*check the year\.$/)]);
  expect((await importJournal(books("2027-01-31"))).notes).toEqual([]);
  await expect(importJournal(books("2096-01-31"))).rejects.toThrow(/only days from 1900-01-01 to 2076-/);
});

test("each line keeps its own memo, and its merchant where a column names one", async () => {
  const csv =
    "journal,date,description,account,amount,Who\n1,2025-01-01,Trip,Expenses:Hotel,3,Inn\n1,2025-01-01,Ticket,Expenses:Rail,2,Rail\n1,2025-01-01,,Assets:Bank,-5,\n";
  const ledger = "2025/01/01 Trip\n  Expenses:Hotel  $3\n  Expenses:Rail  $2  ; Ticket\n  Assets:Bank\n";
  const entriesOf = async (made: { readonly api_key: string }) =>
    (await http.read<Listed>("/journal_entries", made.api_key)).data.map(
      ({ description, merchant, amount_cents }) => [description, merchant, amount_cents],
    );
  expect(await entriesOf(await importJournal(csv, { columns: { merchant: "Who" } }))).toEqual([
    ["Trip", "Inn", -500],
    ["Ticket", "Rail", -200],
    ["Trip", "Inn", -300],
  ]);
  expect(await entriesOf(await importJournal(ledger, { format: "ledger" }))).toEqual([
    ["Trip", "Trip", -500],
    ["Ticket", "Trip", -200],
    ["Trip", "Trip", -300],
  ]);
});

describeWith(HACKCLUB, "the books of a non-profit", () => {
  test("come in alike from the CSV and from the ledger file, without any option", async () => {
    const csv = await importJournal(outsideFile("journal.csv"), { name: "From CSV" });
    const ledger = await importJournal(outsideFile("anon.ledger"), { name: "From ledger", format: "ledger" });
    for (const made of [csv, ledger]) {
      expect(made).toMatchObject({ vouchers: 1360, entries: 2777 });
      expect(await app.ledger.verify(made.company_id)).toMatchObject({ ok: true, entries: 2777 });
    }
    for (const report of [
      "income_statement?start_date=2015-01-01&end_date=2017-12-31",
      "cash_flow?start_date=2016-01-01&end_date=2016-12-31",
      "balance_sheet?date=2017-12-31",
    ]) {
      const [one, other] = await Promise.all(
        [csv, ledger].map(({ api_key }) => http.read<Record<string, unknown>>(`/reports/${report}`, api_key)),
      );
      expect(lines(one)).toEqual(lines(other));
      expect(lines(one).length).toBeGreaterThan(5);
    }
  });
});

/**
 * The figures of a statement with their names, in an order that does not depend on the order of the accounts
 * in the file.
 */
function lines(report: unknown): string[] {
  const found: string[] = [];
  const visit = (value: unknown, at: string): void => {
    if (typeof value === "object" && value !== null) {
      const own = "name" in value && typeof value.name === "string" ? `/${value.name}` : "";
      // Places in a list follow the order of the accounts in the file, so they are left out.
      for (const [name, inner] of Object.entries(value))
        visit(inner, Array.isArray(value) ? at : `${at}${own}.${name}`);
    }
    if (at.endsWith("_cents")) found.push(`${at} ${String(value)}`);
  };
  visit(report, "");
  return found.toSorted();
}

describe("a journal is refused, and nothing is left behind", () => {
  const head = "journal,date,account,debit,credit\n";
  const good = Array.from(
    { length: 300 },
    (_, index) => `${index},2025-01-01,Assets:Bank,1,\n${index},2025-01-01,Equity:Stock,,1\n`,
  ).join("");
  const byLine: readonly (readonly [
    what: string,
    text: string,
    options: Partial<JournalOptions>,
    line: number,
    reason: RegExp,
  ])[] = [
    [
      "that is unbalanced",
      `${head}${good}x,2025-01-02,Assets:Bank,5.00,\nx,2025-01-02,Equity:Stock,,4.99\n`,
      {},
      602,
      /debits exceed its credits by 0\.01/,
    ],
    [
      "with a column that is not there",
      `${head}${good}`,
      { columns: { account: "Konto" } },
      1,
      /no column named "Konto"/,
    ],
    [
      "whose debits can't be added exactly",
      `${head}${["a", "b"].map((id) => `${id},2025-01-02,Assets:Bank,45035996273704.96,\n${id},2025-01-02,Equity:Stock,,45035996273704.96\n`).join("")}`,
      {},
      4,
      /largest sum that is exact/,
    ],
    ["without vouchers", head, {}, 1, /The journal contains no vouchers\.$/],
    ["that is empty", "", {}, 1, /empty/],
    [
      "whose year is a slip",
      "date,account,amount\n2025-01-01,Assets:Bank,5\n2025-01-01,Equity:Stock,-5\n0001-01-01,Assets:Bank,5\n0001-01-01,Equity:Stock,-5\n",
      {},
      4,
      /^The day is 0001-01-01, but only days from 1900-01-01 to /,
    ],
    [
      "whose year is far ahead",
      "9999/12/31 Lunch\n    Expenses:Meals  $5\n    Assets:Bank\n",
      { format: "ledger" },
      1,
      /^The day is 9999-12-31, but only days from 1900-01-01 to /,
    ],
    [
      "that is no ledger",
      "2025/01/01 Lunch\n    Expenses:Meals  $5\n    Assets:Bank  $-4\n",
      { format: "ledger" },
      1,
      /doesn't balance/,
    ],
  ];

  test.each(byLine)("by its line: %s", async (_what, text, options, line, reason) => {
    const before = await app.db.get(everything);
    await expect(importJournal(text, options)).rejects.toMatchObject({
      name: "LineProblem",
      line,
      reason: expect.stringMatching(reason),
    });
    expect(await app.db.get(everything)).toEqual(before);
  });

  const byOption: readonly (readonly [
    what: string,
    options: Partial<JournalOptions>,
    param: string,
    message: RegExp,
  ])[] = [
    [
      "cash that no account is",
      { cash: ["Assets:Bank", "Assets:Mercruy"] },
      "account",
      /no account "Assets:Mercruy"/,
    ],
    [
      "a kind that is none",
      { kinds: { "Assets:Bank": "money" } },
      "account",
      /"money" is no kind of account/,
    ],
    [
      "an unknown form of dates",
      { date_format: "DD.MM.YYYY" },
      "date_format",
      /YYYY-MM-DD, MM\/DD\/YYYY, DD\/MM\/YYYY/,
    ],
    ["a name with a NUL", { name: "a\0" }, "name", /^The company's name must be text of 1 to /],
    [
      "half of a surrogate pair as a name",
      { name: "\ud800" },
      "name",
      /^The company's name must be text of 1 /,
    ],
    [
      "a name of nothing",
      { name: "" },
      "name",
      /^The company's name must be text of 1 to 1000 characters\.$/,
    ],
  ];

  test.each(byOption)("by its option: %s", async (_what, options, param, message) => {
    const before = await app.db.get(everything);
    const text = `${head}${good}`;
    await expect((async () => importJournal(text, options))()).rejects.toMatchObject({
      name: "Refusal",
      code: "invalid_request",
      param,
      message: expect.stringMatching(message),
    });
    expect(await app.db.get(everything)).toEqual(before);
  });

  test("whose owner is deactivated", async () => {
    const email = "gone.journal@example.com";
    await importJournal(BOOKS, { ...OPTIONS, owner_email: email });
    await app.access.setUserActive(email, false);
    const before = await app.db.get(everything);
    await expect(importJournal(BOOKS, { ...OPTIONS, owner_email: email })).rejects.toMatchObject({
      name: "Refusal",
      param: "owner_email",
      message: `${email} belongs to a deactivated user, whose key would be refused.`,
    });
    expect(await app.db.get(everything)).toEqual(before);
  });
});

test("an account that fits no chart is refused with the included file in which it stands", async () => {
  const include = (path: string) =>
    Promise.resolve({
      content: bytesOf("2026-01-02 Sale\n  Assets::Cash  $5\n  Income:Sales\n"),
      path: `/books/${path}`,
    });
  const options = { name: "Acme", format: "ledger", include } as const;
  const refusal = "/books/sales.journal, line 2: The account";
  const text = "include sales.journal\n";
  await expect(app.intake.importJournal(bytesOf(text), options)).rejects.toThrow(refusal);
  await expect(app.intake.planJournal(bytesOf(text), options)).rejects.toThrow(refusal);
});
