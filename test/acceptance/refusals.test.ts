/**
 * Invalid files: each is refused with a sentence that names the place of the fault, and changes nothing: it
 * leaves no company, no record and no change of an existing one.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { companyBundle, cr, dr, unique, voucher } from "../support/bundle.ts";
import { Api } from "./api.ts";
import { json, LONG, refused } from "./daybook.ts";
import { importCompany, type Service, service } from "./service.ts";

let running: Service;

beforeAll(async () => {
  running = await service();
}, LONG.timeout);

async function file(name: string, text: string): Promise<string> {
  const path = join(running.folder, `${unique()}.${name}`);
  await writeFile(path, text);
  return path;
}

describe("a company bundle", LONG, () => {
  const good = companyBundle();
  const [first, ...others] = good.journal;
  if (!first) throw new Error("the test company has no journal");
  const record = (section: string, change: (records: readonly object[]) => readonly object[]) => ({
    ...good,
    [section]: change(Reflect.get(good, section) as readonly object[]),
  });

  test.each<[string, object | string, string]>([
    [
      "an entry on no category",
      record("journal", (rows) => [
        ...rows,
        voucher("2025-07-01", "To nowhere", [dr("checking", 100), cr("nowhere", 100)]),
      ]),
      `journal[${good.journal.length}].lines[1].category_id`,
    ],
    [
      "a voucher that does not balance",
      {
        ...good,
        journal: [
          first,
          voucher("2025-07-01", "Off by a cent", [dr("checking", 100), cr("stock", 99)]),
          ...others,
        ],
      },
      "journal[1]",
    ],
    [
      "a date that does not exist",
      record("journal", () => [{ ...first, date: "2025-02-30" }]),
      "journal[0].date",
    ],
    [
      "an amount that is not a whole number of cents",
      record("journal", () => [
        { ...first, lines: [{ category_id: "cat_checking", debit_cents: 1.5 }, cr("stock", 150)] },
      ]),
      "journal[0].lines[0].debit_cents",
    ],
    ["an unknown field", record("members", ([row]) => [{ ...row, role: "king" }]), "members[0].role"],
    [
      "a child of a missing parent",
      record("categories", ([row, ...rows]) => [{ ...row, parent_id: "cat_nowhere" }, ...rows]),
      "categories[0].parent_id",
    ],
    ["a member without a user", record("users", () => []), "members[0].user_id"],
    [
      "sections in another order",
      { format: good.format, version: good.version, company: good.company, members: [], users: good.users },
      "users",
    ],
    ["another version", { ...good, version: 2 }, "version"],
    ["an end in the middle", JSON.stringify(good).slice(0, -40), ""],
    ["text that is not JSON", "id,name\n1,Acme\n", ""],
  ])("with %s is refused with the path of the fault", async (_, content, path) => {
    const text = typeof content === "string" ? content : JSON.stringify(content);
    const problem = await refused(running.daybook, ["import", "bundle", "-"], text);
    expect([problem.exit_code, problem.message]).toEqual([2, expect.stringContaining(path)]);
  });

  test("that was refused leaves nothing behind (INTK-002)", async () => {
    expect((await refused(running.daybook, ["company", "show", good.company.id])).exit_code).toBe(4);
  });

  test("that is invalid at its end changes nothing of an existing company", async () => {
    const bundle = companyBundle();
    const { id, api } = await importCompany(running, bundle);
    const reads = async () => [
      await api.read("/company"),
      await api.read("/categories"),
      await api.client.listJournalEntries({ limit: 100 }).all(),
      await api.read("/reports/balance_sheet?date=2025-12-31"),
    ];
    const before = await reads();
    const change = {
      ...bundle,
      company: { ...bundle.company, name: "Renamed", state: "closed" },
      categories: bundle.categories.map((row) => ({ ...row, name: `${row.name} too` })),
      journal: [
        voucher("2025-08-01", "New and good", [dr("checking", 5_00), cr("stock", 5_00)]),
        voucher("2025-08-02", "New and bad", [dr("checking", 5_00), cr("stock", 4_00)]),
      ],
    };
    expect(
      (await refused(running.daybook, ["import", "bundle", "-"], JSON.stringify(change))).message,
    ).toContain("journal[1]");
    expect(await reads()).toEqual(before);
    // After the correction, the complete bundle is imported.
    await json(
      running.daybook,
      ["import", "bundle", "-"],
      JSON.stringify({
        ...change,
        company: { ...change.company, state: "open" },
        journal: change.journal.slice(0, 1),
      }),
    );
    expect(await api.read("/company")).toMatchObject({ id, name: "Renamed" });
    expect((await api.client.listJournalEntries({ limit: 100 }).all()).length).toBe(
      (before[2] as unknown[]).length + 2,
    );
  });

  test("that is imported again changes nothing", async () => {
    const bundle = companyBundle();
    const { api } = await importCompany(running, bundle);
    const before = await api.read("/reports/balance_sheet?date=2025-12-31");
    const entries = await api.client.listJournalEntries({ limit: 100 }).all();
    const { counts } = await json<{
      counts: Record<string, { created: number; updated: number; unchanged: number }>;
    }>(running.daybook, ["import", "bundle", "-"], JSON.stringify(bundle));
    for (const [section, { created, updated }] of Object.entries(counts))
      expect([section, created, updated]).toEqual([section, 0, 0]);
    expect(counts["journal"]?.unchanged).toBe(bundle.journal.length);
    expect(await api.client.listJournalEntries({ limit: 100 }).all()).toEqual(entries);
    expect(await api.read("/reports/balance_sheet?date=2025-12-31")).toEqual(before);
  });
});

describe("a journal", LONG, () => {
  const refusedName = `Never ${unique()}`;
  const header = "journal,date,description,account,debit,credit";
  const rows = ["1,2025-01-02,Capital,Assets:Checking,100.00,", "1,2025-01-02,Capital,Equity:Stock,,100.00"];
  const ledger = "2025/01/02 Capital\n    Assets:Checking   $100.00\n    Equity:Stock\n\n";

  test.each<[string, string, string, number]>([
    [
      "a CSV voucher off by a cent",
      "csv",
      [
        header,
        ...rows,
        "2,2025-02-01,Rent,Expenses:Rent,10.00,",
        "2,2025-02-01,Rent,Assets:Checking,,9.99",
      ].join("\n"),
      4,
    ],
    [
      "a CSV date that does not exist",
      "csv",
      [
        header,
        ...rows,
        "2,2025-02-30,Rent,Expenses:Rent,10.00,",
        "2,2025-02-30,Rent,Assets:Checking,,10.00",
      ].join("\n"),
      4,
    ],
    ["a CSV row short of a column", "csv", [header, ...rows, "2,2025-02-01,Rent"].join("\n"), 4],
    [
      "a ledger transaction off by a cent",
      "ledger",
      `${ledger}2025/02/01 Rent\n    Expenses:Rent   $10.00\n    Assets:Checking   $-9.99\n`,
      5,
    ],
    [
      "an invalid ledger amount",
      "ledger",
      `${ledger}2025/02/01 Rent\n    Expenses:Rent   $ten\n    Assets:Checking\n`,
      6,
    ],
  ])("with %s is refused with the number of the line", async (_, format, text, line) => {
    const problem = await refused(running.daybook, [
      "import",
      "journal",
      await file(format, text),
      "--format",
      format,
      "--name",
      refusedName,
    ]);
    expect([problem.exit_code, problem.code, problem.message]).toEqual([
      2,
      "invalid_journal",
      expect.stringMatching(new RegExp(`\\b[Ll]ine ${line}\\b`)),
    ]);
  });

  test("with an account that nothing decides on is refused with its name and the option to choose", async () => {
    const text = [
      header,
      ...rows,
      "2,2025-02-01,Rent,Zebra,10.00,",
      "2,2025-02-01,Rent,Assets:Checking,,10.00",
    ];
    const problem = await refused(running.daybook, [
      "import",
      "journal",
      await file("csv", text.join("\n")),
      "--name",
      refusedName,
    ]);
    expect(problem.exit_code).toBe(2);
    expect(problem.message).toContain("--account Zebra=expense");
  });

  test("that was refused leaves nothing behind", async () => {
    const { companies } = await json<{ companies: { name: string }[] }>(running.daybook, ["company", "list"]);
    expect(companies.filter(({ name }) => name === refusedName)).toEqual([]);
  });

  test("with other column names and another date format is imported with the options for them", async () => {
    const text = [
      "Beleg,Datum,Konto,Betrag",
      "1,01/02/2025,Assets:Bank,100.00",
      "1,01/02/2025,Equity:Stock,-100.00",
      "2,01/03/2025,Expenses:Rent,12.34",
      "2,01/03/2025,Assets:Bank,-12.34",
    ].join("\n");
    const columns = ["journal=Beleg", "date=Datum", "account=Konto", "amount=Betrag"].flatMap((pair) => [
      "--column",
      pair,
    ]);
    const imported = await json<{ company_id: string; api_key: string; vouchers: number; entries: number }>(
      running.daybook,
      [
        "import",
        "journal",
        await file("csv", text),
        ...columns,
        "--date-format",
        "MM/DD/YYYY",
        "--name",
        "Kontor",
      ],
    );
    expect([imported.vouchers, imported.entries]).toEqual([2, 4]);
    const api = new Api(running.base, imported.api_key);
    expect(await api.read("/company")).toMatchObject({ id: imported.company_id, name: "Kontor" });
    expect(await api.read("/reports/balance_sheet?date=2025-01-03")).toMatchObject({
      cash_cents: 87_66,
      equity: { retained_earnings: { net_income_cents: -12_34 } },
    });
  });

  test("that is missing, and a missing bundle, are reported as missing", async () => {
    expect((await refused(running.daybook, ["import", "journal", "/nowhere/books.csv"])).exit_code).toBe(4);
    expect((await refused(running.daybook, ["import", "bundle", "/nowhere/books.json"])).exit_code).toBe(4);
    expect((await refused(running.daybook, ["import", "journal", await file("txt", "x")])).exit_code).toBe(2);
  });
});
