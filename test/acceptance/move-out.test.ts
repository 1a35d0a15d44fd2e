/**
 * Books that leave and come back: the exported journal of the sample company, and of a company with
 * departments and names that formats can't hold, has the same balances in hledger, ledger and Beancount, and
 * gives the same statements of every month when it is imported again.
 */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import {
  category,
  chart,
  CHART,
  companyBundle,
  cr,
  DEPARTMENTS,
  dr,
  JOURNAL,
  SET_UP,
  voucher,
} from "../support/bundle.ts";
import { Api } from "./api.ts";
import { json, LONG, refused, run } from "./daybook.ts";
import { monthsOf } from "./days.ts";
import { describeWith, outsideProgram } from "./outside.ts";
import { sample } from "./sample.ts";
import { importCompany, type Company, type Service, service } from "./service.ts";
import {
  amountOf,
  balanceSections,
  type Category,
  type Department,
  flowSections,
  incomeSections,
  readBalance,
  readFlow,
  readIncome,
  type Section,
} from "./statements.ts";

const execute = promisify(execFile);

interface Written {
  readonly file: string;
  readonly entries: number;
  readonly vouchers: number;
  readonly notes: readonly string[];
  readonly import_words: readonly string[] | null;
}

/** Names and texts that would change what a line of a journal means. */
const AWKWARD = [
  category("food", "Food: drinks; [all] 100%3B", "expense", null),
  category("fund", "Fund $100", "asset", "investing", ["twice", "Two  blanks"], ["tax", "Tax 5 USD"]),
  category("cloud", "cloud", "expense", null),
  category("again", "Cloud", "expense", null),
  category("reserve", "Stock Reserve", "equity", "non_cash"),
  category("wallet", "Wallet", "asset", "cash"),
  category("earlier", "Years before", "expense", null, ["kanji", "日本 経費"]),
];
const AWKWARD_JOURNAL = [
  voucher(
    "2025-04-02",
    "Lunch ; [2020-01-31] date:2020-02-02",
    [
      dr("food", 12_34, { department: "odd", description: "date:2020-01-01, date2: [2020/1/2] Payee:: 1+" }),
      dr("fund", 1_00, { description: "", merchant: "A | B, Inc." }),
      dr("twice", 2_00, { description: "payee: me" }),
      dr("tax", 0),
      cr("checking", 15_34, { description: "=SUM(A1)" }),
    ],
    { merchant: "Čapek | Söhne; 日本", transaction_id: "txn_9.a-b" },
  ),
  voucher("2025-04-03", "(code) * = ! marks | bars", [dr("cloud", 5_00), cr("again", 5_00)], { held: true }),
  voucher("2025-04-04", "", [dr("kanji", 7_00), cr("reserve", 7_00)], { merchant: " @blank " }),
  voucher("2025-04-05", '"quoted" \\ back', [dr("wallet", 9_00), cr("earlier", 9_00)]),
];

let running: Service;
/** The companies by the names of their tests. */
const companies = new Map<string, Company>();

beforeAll(async () => {
  running = await service();
  companies.set("the sample company", await sample());
  companies.set(
    "a company with departments and awkward names",
    await importCompany(
      running,
      companyBundle({
        categories: chart(CHART, ...AWKWARD),
        departments: [
          ...DEPARTMENTS,
          {
            id: "dept_odd",
            name: "R&D: odd, [2020-01-01]",
            parent_id: null,
            position: 9,
            assignable: true,
            created: SET_UP,
          },
        ],
        journal: [...JOURNAL, ...AWKWARD_JOURNAL],
      }),
    ),
  );
}, LONG.timeout);

const NAMES = ["the sample company", "a company with departments and awkward names"];

function companyOf(name: string): Company {
  const company = companies.get(name);
  if (!company) throw new Error(`there is no company ${name}`);
  return company;
}

let written = 0;
const files = new Map<string, Promise<Written>>();

/** The exported journal of a company; written once for all tests. */
function exported(name: string, format: string): Promise<Written> {
  const key = `${name} ${format}`;
  const known = files.get(key);
  if (known) return known;
  written += 1;
  const file = join(running.folder, `out-${written}${format === "ads" ? "" : `.${format}`}`);
  const made = json<Written>(running.daybook, [
    "export",
    "books",
    companyOf(name).id,
    "--format",
    format,
    "--output",
    file,
  ]);
  files.set(key, made);
  return made;
}

/** Debit minus credit of each category's own entries, if it is not zero. */
async function balancesOf(api: Api): Promise<Map<string, number>> {
  const sums = new Map<string, number>();
  for (const entry of await api.client.listJournalEntries().all())
    sums.set(entry.category_id, (sums.get(entry.category_id) ?? 0) + entry.debit_cents - entry.credit_cents);
  return sorted([...sums].filter(([, sum]) => sum !== 0));
}

function sorted(rows: Iterable<readonly [string, number]>): Map<string, number> {
  return new Map([...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The ids of categories by the account names of a file, which declares each account with its id. */
async function accountsOf(file: string, pattern: RegExp): Promise<Map<string, string>> {
  const text = await readFile(file, "utf8");
  return new Map(Array.from(text.matchAll(pattern), ([, account = "", id = ""]) => [account, id]));
}

const LEDGER_ACCOUNT = /^account (.+)\n {4}; type: .\n {4}; id: (.+)$/gm;
const BEANCOUNT_ACCOUNT = /^\d{4}-\d\d-\d\d open (\S+) USD\n {2}name: .*\n {2}category: "(.+)"$/gm;

function idsOf(
  rows: readonly (readonly [account: string, amount: number])[],
  ids: ReadonlyMap<string, string>,
): Map<string, number> {
  return sorted(
    rows
      .filter(([, amount]) => amount !== 0)
      .map(([account, amount]) => [ids.get(account) ?? account, amount] as const),
  );
}

async function output(program: string, words: readonly string[]): Promise<string> {
  return (await execute(program, [...words], { maxBuffer: 64 * 1024 * 1024 })).stdout;
}

function centsOf(text: string): number {
  return Math.round(Number(text) * 100);
}

describeWith(outsideProgram("hledger"), "hledger agrees with the exported journal", () => {
  test.each(NAMES)("of %s", LONG, async (name) => {
    const { file } = await exported(name, "ledger");
    await output("hledger", ["-f", file, "check", "--strict"]);
    const flat = await output("hledger", [
      ..."balance --flat --no-total --output-format csv --layout bare --file".split(" "),
      file,
    ]);
    const rows = Array.from(
      flat.matchAll(/^"(.*)","[^"]*","([-\d.]+)"$/gm),
      ([, account = "", amount = ""]) => [account.replaceAll('""', '"'), centsOf(amount)] as const,
    );
    const { api } = companyOf(name);
    expect(idsOf(rows, await accountsOf(file, LEDGER_ACCOUNT))).toEqual(await balancesOf(api));
    const cash = await output("hledger", ["-f", file, ..."balance type:C --output-format csv".split(" ")]);
    const sheet = await readBalance(api, "2999-12-31");
    expect(cash.trimEnd().split("\n").at(-1)).toBe(`"total","$${(sheet.cash_cents / 100).toFixed(2)}"`);
  });
});

describeWith(outsideProgram("ledger"), "ledger agrees with the exported journal", () => {
  test.each(NAMES)("of %s", LONG, async (name) => {
    const { file } = await exported(name, "ledger");
    const flat = await output("ledger", [
      "--file",
      file,
      ..."balance --flat --no-total --format".split(" "),
      "%(account)\t%(quantity(scrub(amount)))\n",
    ]);
    const rows = flat
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => line.split("\t"))
      .map(([account = "", amount = ""]) => [account, centsOf(amount)] as const);
    expect(idsOf(rows, await accountsOf(file, LEDGER_ACCOUNT))).toEqual(
      await balancesOf(companyOf(name).api),
    );
  });
});

describeWith(outsideProgram("bean-check"), "Beancount agrees with the exported journal", () => {
  test.each(NAMES)("of %s", LONG, async (name) => {
    const { file } = await exported(name, "beancount");
    expect(await output("bean-check", [file])).toBe("");
    const table = await output("bean-query", [
      "-f",
      "csv",
      file,
      "select account, sum(number) as total group by account",
    ]);
    const rows = table
      .trimEnd()
      .split(/\r?\n/)
      .slice(1)
      .map((line) => line.split(","))
      .map(([account = "", amount = ""]) => [account.trim(), centsOf(amount)] as const);
    expect(idsOf(rows, await accountsOf(file, BEANCOUNT_ACCOUNT))).toEqual(
      await balancesOf(companyOf(name).api),
    );
  });
});

/** The rows of a file of the Audit Data Standards, by the names of their fields. */
async function adsRows(folder: string, file: string): Promise<Record<string, string>[]> {
  const [head = "", ...rows] = (await readFile(join(folder, `${file}.txt`), "utf8")).trimEnd().split("\r\n");
  const fields = head.split("|");
  return rows.map((row) => {
    const values = Array.from(row.matchAll(/(?:^|\|)(?:"((?:[^"]|"")*)"|([^|]*))/g), ([, quoted, plain]) =>
      quoted === undefined ? (plain ?? "") : quoted.replaceAll('""', '"'),
    );
    expect(values).toHaveLength(fields.length);
    return Object.fromEntries(fields.map((field, index) => [field, values[index] ?? ""]));
  });
}

describe("the files of the Audit Data Standards", () => {
  test.each(NAMES)("hold every entry of %s, and balances that follow from them", LONG, async (name) => {
    const { file, entries } = await exported(name, "ads");
    const detail = await adsRows(file, "GL_Detail");
    expect(detail).toHaveLength(entries);
    const key = (row: Record<string, string>) =>
      `${row["Fiscal_Year"]} ${row["Period"]} ${row["GL_Account_Number"]}`;
    const activity = new Map<string, number>();
    for (const row of detail) {
      const amount = centsOf(row["Amount"] ?? "") * (row["Amount_Credit_Debit_Indicator"] === "D" ? 1 : -1);
      activity.set(key(row), (activity.get(key(row)) ?? 0) + amount);
    }
    const sums = new Map<string, number>();
    let last = "";
    const endings = new Map<string, number>();
    for (const row of await adsRows(file, "Trial_Balance")) {
      const [beginning, ending] = [
        centsOf(row["Amount_Beginning"] ?? ""),
        centsOf(row["Amount_Ending"] ?? ""),
      ];
      expect([key(row), ending - beginning]).toEqual([key(row), activity.get(key(row)) ?? 0]);
      activity.delete(key(row));
      const date = row["Balance_As_Of_Date"] ?? "";
      sums.set(date, (sums.get(date) ?? 0) + ending);
      if (date !== last) endings.clear();
      last = date;
      if (ending !== 0) endings.set(row["GL_Account_Number"] ?? "", ending);
    }
    expect([...activity]).toEqual([]);
    expect([...sums.values()].every((sum) => sum === 0)).toBe(true);
    const { api } = companyOf(name);
    const balances = new Set(
      (await api.client.listCategories().all()).filter((row) => row.point_in_time).map(({ id }) => id),
    );
    expect(sorted([...endings].filter(([id]) => balances.has(id)))).toEqual(
      sorted([...(await balancesOf(api))].filter(([id]) => balances.has(id))),
    );
    const { equity } = await readBalance(api, last);
    expect(0 - (endings.get("retained_earnings") ?? 0)).toBe(
      equity.retained_earnings["beginning_balance_cents"],
    );
  });
});

/** The lines of sections that are not zero, by the names of their levels. */
function linesOf(sections: readonly Section[], plain: (name: string) => string): Record<string, number> {
  const lines: [string, number][] = [];
  for (const [index, { categories }] of sections.entries()) {
    const byId = new Map(categories.map((line) => [line.category_id, line]));
    const path = (id: string): string => {
      const line = byId.get(id);
      if (!line) return String(index);
      return `${line.parent_category_id === null ? index : path(line.parent_category_id)}:${plain(line.name)}`;
    };
    for (const line of categories)
      if (amountOf(line) !== 0) lines.push([path(line.category_id), amountOf(line)]);
  }
  return Object.fromEntries(lines.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** A name without escapes, and without the id that tells it from another one. */
function original(name: string): string {
  return decodeURIComponent(name.replaceAll(/%(?![0-9A-F]{2})/g, "%25")).replace(/ \(cat_\w+\)/, "");
}

async function statementsOf(
  api: Api,
  months: ReturnType<typeof monthsOf>,
  plain = (name: string) => name,
): Promise<unknown[]> {
  const statements: unknown[] = [];
  for (const month of months) {
    const income = await readIncome(api, month);
    const sheet = await readBalance(api, month.end_date);
    const flow = await readFlow(api, month);
    statements.push({
      month,
      income: linesOf(incomeSections(income), plain),
      net_income_cents: income.net_income_cents,
      balance: linesOf(balanceSections(sheet), plain),
      retained: sheet.equity.retained_earnings,
      flow: linesOf(flowSections(flow), plain),
      cash: [flow.beginning_cash_cents, flow.change_in_cash_cents, flow.ending_cash_cents],
    });
  }
  return statements;
}

/** Entries with names in place of ids; those of one day are in the order of their texts. */
async function entriesOf(api: Api): Promise<string[]> {
  const named = (rows: readonly (Category | Department)[]) => {
    const byId = new Map(rows.map((row) => [row.id, row]));
    const path = (id: string | null): string => {
      const row = id === null ? undefined : byId.get(id);
      if (!row) return "";
      return row.parent_id === null ? row.name : `${path(row.parent_id)}:${row.name}`;
    };
    return path;
  };
  const categoryPath = named(await api.client.listCategories().all());
  const departmentPath = named(await api.client.listDepartments().all());
  const entries = await api.client.listJournalEntries().all();
  return entries
    .map((entry) =>
      JSON.stringify([
        entry.date,
        categoryPath(entry.category_id),
        departmentPath(entry.department_id),
        entry.debit_cents,
        entry.credit_cents,
        entry.merchant,
        entry.description,
      ]),
    )
    .toSorted();
}

describe("an exported journal that is imported again", () => {
  const cases = NAMES.flatMap((name) => ["ledger", "csv"].map((format) => [name, format] as const));
  test.each(cases)("gives the statements of %s, as %s", LONG, async (name, format) => {
    const { import_words: words } = await exported(name, format);
    const made = await json<{ company_id: string; api_key: string; entries: number }>(
      running.daybook,
      words ?? [],
    );
    const again = new Api(running.base, made.api_key);
    const { api } = companyOf(name);
    const entries = await api.client.listJournalEntries().all();
    expect(made.entries).toBe(entries.length);
    expect(entries.length).toBeGreaterThan(30);
    const span = { start_date: entries.at(-1)?.date ?? "", end_date: entries[0]?.date ?? "" };
    expect(await statementsOf(again, monthsOf(span), original)).toEqual(
      await statementsOf(api, monthsOf(span)),
    );
    expect((await run(running.daybook, ["verify", made.company_id])).code).toBe(0);
    if (format === "csv" && name === "the sample company")
      expect(await entriesOf(again)).toEqual(await entriesOf(api));
  });
});

describe("the command", () => {
  test("says on the standard error what a format can't hold, and writes the bundle of `company export`", async () => {
    const { id } = companyOf(NAMES[1] ?? "");
    const [one, two] = [join(running.folder, "one.json"), join(running.folder, "two.json")];
    const { code, stdout, stderr } = await run(running.daybook, [
      ..."export books --format ledger --output".split(" "),
      join(running.folder, "again.ledger"),
      id,
    ]);
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining("To import them again: daybook import journal"),
    ]);
    expect(stderr).toContain('in 4 of the category names; the first is "Fund $100", written "Fund%20$100"');
    expect(stderr).toContain("Two categories would have the name");
    await json(running.daybook, ["export", "books", id, "--format", "bundle", "--output", one]);
    await json(running.daybook, ["company", "export", id, two]);
    expect(await readFile(one, "utf8")).toBe(await readFile(two, "utf8"));
    expect(
      await refused(running.daybook, ["export", "books", id, "--format", "ads", "--output", one]),
    ).toMatchObject({ message: expect.stringContaining("is there already") });
    for (const [roles, message] of [
      [["Equity:Reserve=profit"], '--cash-flow does not accept "Equity:Reserve=profit"'],
      [["Equity:A=b=non_cash", "Equity:A=b=financing"], "--cash-flow names Equity:A=b twice."],
    ] as const)
      expect(
        await refused(running.daybook, [
          ..."import journal none.csv".split(" "),
          ...roles.flatMap((role) => ["--cash-flow", role]),
        ]),
      ).toMatchObject({ code: "usage", message: expect.stringContaining(message) });
  });
});
