/**
 * Journal entries that people post, through the commands and the service below them: what the API shows of
 * them, what is refused, and that a copy of the company has them too. Books verify after each test.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { type TestCompany, testApp } from "../../../../test/support/app.ts";
import { category, chart, cr, dr, voucher } from "../../../../test/support/bundle.ts";
import { pdfOf } from "../../../../test/support/files.ts";
import { present } from "@daybook/words/assert";
import { PRESETS } from "@daybook/words/areas";
import { parseCivilDate } from "@daybook/words/civil-date";
import type { Refusal } from "../../../core/errors.ts";
import { LIMITS } from "@daybook/words/limits";
import { runDatabaseCommand } from "../command.ts";
import { readFields } from "../fields.ts";
import { JOURNAL_COMMANDS } from "./journal.ts";

const http = await testApp();
const { app } = http;

const BOOKS = {
  categories: chart(
    category("cash", "Cash", "asset", "cash", ["checking", "Checking"]),
    category("accrued", "Accrued Expenses", "liability", "working_capital"),
    category("stock", "Common Stock", "equity", "financing"),
    category("retained", "Retained Earnings", "equity", "financing").map((row) => ({
      ...row,
      role: "retained_earnings",
    })),
    category("sales", "Sales", "revenue", null),
    category("rent", "Rent", "expense", null),
    category("travel", "Travel", "expense", null, ["flights", "Flights"]),
  ),
  departments: [
    { id: "dept_eng", name: "Engineering" },
    { id: "dept_old", name: "Old Office", assignable: false },
  ],
  journal: [
    voucher("2026-01-10", "Capital", [dr("checking", 1_000_00), cr("stock", 1_000_00)], {
      id: "vch_capital",
    }),
  ],
};

/** A company with those books, which must verify when the test ends. */
async function newCompany(): Promise<TestCompany> {
  const company = await http.company(BOOKS as never);
  onTestFinished(async () => {
    const { checks } = await app.ledger.verify(company.id);
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  });
  return company;
}

interface Shown {
  readonly voucher_id: string;
  readonly date: string;
  readonly repeated?: boolean;
  readonly reverses: string | null;
  readonly reversed_by: string | null;
  readonly reviewed_by: string | null;
  readonly posted_by: string;
  readonly amount_cents: number;
  readonly lines: readonly {
    readonly category_id: string;
    readonly debit_cents: number;
    readonly memo: string;
  }[];
}
interface Result {
  readonly entries: readonly Shown[];
  readonly entry: Shown;
  readonly files: readonly { readonly filename: string; readonly download_url: string }[];
}

async function run(
  name: string,
  company: TestCompany,
  given: Readonly<Record<string, unknown>>,
  operator = "ada",
): Promise<Result & { readonly shown: string }> {
  const command = present(
    JOURNAL_COMMANDS.find((each) => each.name === `journal ${name}`),
    `there is no command journal ${name}`,
  );
  if (command.place !== "database") throw new Error(`${name} needs no database`);
  const args = readFields(command.fields, { ...given, company: company.id });
  const signal = new AbortController().signal;
  const result = await runDatabaseCommand(command, app, args, { report: () => {}, signal, operator });
  return { ...(result as Result), shown: command.show(result, args) };
}

const ACCRUAL = {
  date: "2026-03-31",
  memo: "Accrued rent",
  debit: ["Rent=1,250.00;Engineering;March"],
  credit: ["cat_accrued=1250"],
};

const post = async (company: TestCompany, given: Readonly<Record<string, unknown>> = {}) =>
  present((await run("post", company, { ...ACCRUAL, ...given })).entries[0], "nothing was posted");

const entriesOf = async (company: TestCompany, filter = "") =>
  (
    await company.read<{ readonly data: readonly Record<string, unknown>[] }>(
      `/journal_entries?limit=50${filter}`,
    )
  ).data;

/** A file with this content, which is removed when the test ends. */
async function fileOf(content: string | Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "daybook-journal-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, "entries");
  await writeFile(path, content);
  return path;
}

async function* pieces(whole: string): AsyncGenerator<Uint8Array, void, undefined> {
  yield new TextEncoder().encode(await Promise.resolve(whole));
}

describe("posting", () => {
  test("an entry of the options is in the journal, with a memo on its line, a department and its poster", async () => {
    const company = await newCompany();
    const { entries, shown } = await run("post", company, ACCRUAL);
    expect(entries).toMatchObject([
      { date: "2026-03-31", amount_cents: 1_250_00, posted_by: "ada", repeated: false, reviewed_by: null },
    ]);
    expect(shown).toContain("1,250.00");
    const [rent] = await entriesOf(company, "&category_id=cat_rent");
    expect(rent).toMatchObject({
      date: "2026-03-31",
      debit_cents: 1_250_00,
      department_id: "dept_eng",
      description: "March",
      source: "adjustment",
      transaction_id: null,
    });
    const voucherId = present(entries[0], "an entry").voucher_id;
    expect(await app.audit.list(company.id, { voucher: voucherId }, 5)).toMatchObject([
      { actor: "ada", action: "journal post", subject: voucherId, to_state: "posted", surface: "command" },
    ]);
  });

  test("a CSV file has a row for each line, and consecutive rows of one day, memo and reference are one entry", async () => {
    const company = await newCompany();
    const file = await fileOf(
      [
        "date,memo,reference,category,department,debit,credit,line_memo",
        '2026-03-31,Accrual,A-1,Rent,Engineering,"1,000.00",,First',
        ",,,Flights,,250,,",
        "2026-03-31,Accrual,A-1,Accrued Expenses,,,1250.00,",
        "2026-04-01,Sale,A-2,Checking,,10,,",
        "2026-04-01,Sale,A-2,Sales,,,10,",
      ].join("\r\n"),
    );
    const { entries } = await run("post", company, { file });
    expect(entries.map(({ lines }) => lines.map((line) => [line.category_id, line.memo]))).toEqual([
      [
        ["cat_rent", "First"],
        ["cat_flights", "Accrual"],
        ["cat_accrued", "Accrual"],
      ],
      [
        ["cat_checking", "Sale"],
        ["cat_sales", "Sale"],
      ],
    ]);
    const again = await run("post", company, { file });
    expect(again.entries.map(({ voucher_id, repeated }) => [voucher_id, repeated])).toEqual(
      entries.map(({ voucher_id }) => [voucher_id, true]),
    );
  });

  test.each(["debit", "credit", "category", "date", "memo"])(
    "a CSV file without the column %s is refused by its name",
    async (column) => {
      const company = await newCompany();
      const header = "date,memo,category,debit,credit".replace(column, "line_memo");
      const file = await fileOf(`${header}\n`);
      await expect(run("post", company, { file })).rejects.toThrow(`The header lacks the column ${column}`);
    },
  );

  test.each([
    [
      "a row without an amount",
      "2026-03-31,A,Rent,,",
      "A row has an amount either in the column debit or in the column credit.",
    ],
    ["a row with a wrong day", "2026-02-30,A,Rent,1,", "Line 2"],
    [
      "a row with a negative amount",
      "2026-02-28,A,Rent,-1,",
      '"-1" is no positive amount of dollars, such as 1,250.00.',
    ],
  ])("a CSV file with %s is refused by its line", async (_, row, line) => {
    const company = await newCompany();
    const file = await fileOf(`date,memo,category,debit,credit\n${row}\n`);
    await expect(run("post", company, { file })).rejects.toThrow(line);
    await expect(
      run("post", company, { file: await fileOf("date,memo,category,debit,credit,sum\n") }),
    ).rejects.toThrow('There is no column "sum". Columns: date, memo');
  });

  test("a JSON file states cents, and one faulty entry keeps all from being posted (ENTR-004)", async () => {
    const company = await newCompany();
    const entry = {
      date: "2026-03-31",
      memo: "Accrual",
      lines: [
        { category: "cat_rent", debit_cents: 500, memo: "Own memo" },
        { category: "cat_accrued", credit_cents: 500 },
      ],
    };
    const { entries } = await run("post", company, { file: await fileOf(JSON.stringify(entry)) });
    expect(entries[0]?.lines[0]).toMatchObject({ debit_cents: 500, memo: "Own memo" });
    const posted = async (content: string) => run("post", company, { file: await fileOf(content) });
    await expect(posted("[]")).rejects.toMatchObject({
      param: "entries",
      message: `Post 1 to ${LIMITS.manual_entries_posted.value} entries at once, not 0.`,
    });
    const named = { ...entry, reference: "JE-1" };
    await expect(posted(JSON.stringify([named, named]))).rejects.toMatchObject({
      param: "entries[1].reference",
      message: 'Two entries have the reference "JE-1".',
    });
    const blank = { ...entry, lines: [{ ...entry.lines[0], memo: " " }, entry.lines[1]] };
    await expect(posted(JSON.stringify([blank]))).rejects.toMatchObject({
      param: "lines[0].memo",
      message: expect.stringContaining("memo of a line") as string,
    });
    await expect(posted("date,memo,kind\n2026-03-01,x,y\n")).rejects.toThrow(
      'There is no column "kind". Columns: ',
    );
    const wrong = { ...entry, lines: [entry.lines[0], { category: "cat_accrued", credit_cents: 400 }] };
    await expect(
      run("post", company, { file: await fileOf(JSON.stringify([entry, wrong])) }),
    ).rejects.toMatchObject({ code: "invalid_request", param: "entries[1].lines" });
    await expect(
      run("post", company, { file: await fileOf(JSON.stringify({ ...entry, lines: [{ category: 1 }] })) }),
    ).rejects.toMatchObject({ param: "entries[0].lines[0].category" });
    expect(await entriesOf(company)).toHaveLength(4);
  });

  test.each<[string, Readonly<Record<string, unknown>>, string, string]>([
    ["does not balance", { credit: ["cat_accrued=1200"] }, "lines", "exceed the credits by $50.00"],
    [
      "has an unknown category",
      { debit: ["Rnet=1250"] },
      "lines[0].category",
      "Did you mean cat_rent (Rent)?",
    ],
    [
      "has a category with others below it",
      { debit: ["Travel=1250"] },
      "lines[0].category",
      "cat_flights (Flights)",
    ],
    ["has the computed retained earnings", { debit: ["cat_retained=1250"] }, "lines[0].category", "computed"],
    [
      "has an unknown department",
      { debit: ["Rent=1250;Enginering"] },
      "lines[0].department",
      "Did you mean dept_eng",
    ],
    [
      "has a department that can't be assigned",
      { debit: ["Rent=1250;dept_old"] },
      "lines[0].department",
      "assigned",
    ],
    [
      "has a line of zero",
      { debit: ["Rent=1250", "Flights=0"] },
      "lines[1]",
      "A line has a debit or a credit that is not zero.",
    ],
    ["has one line", { debit: [] }, "lines", "not 1"],
    ["is dated before 1900", { date: "0026-06-30" }, "date", "only days from 1900-01-01 to "],
    ["is dated years ahead", { date: "2226-06-30" }, "date", "only days from 1900-01-01 to "],
  ])("an entry that %s is refused with a sentence", async (_, given, param, sentence) => {
    const company = await newCompany();
    await expect(post(company, given)).rejects.toMatchObject({
      code: "invalid_request",
      param,
      message: expect.stringContaining(sentence) as string,
    });
    expect(await entriesOf(company)).toHaveLength(2);
  });

  test("a reference is posted once: the same entry changes nothing, another one is refused (ENTR-001)", async () => {
    const company = await newCompany();
    const first = await post(company, { reference: "JE-7" });
    expect(await post(company, { reference: "JE-7" })).toMatchObject({
      voucher_id: first.voucher_id,
      repeated: true,
    });
    await expect(post(company, { reference: "JE-7", date: "2026-04-01" })).rejects.toMatchObject({
      code: "idempotency_key_conflict",
      message: `The reference "JE-7" was posted before with other content, as ${first.voucher_id}. Use another reference for another entry.`,
    });
    expect(await entriesOf(company)).toHaveLength(4);
  });

  test("closed books take no entry", async () => {
    const company = await newCompany();
    const [through, today] = [parseCivilDate("2026-03-31"), parseCivilDate("2026-05-01")];
    await app.ledger.closeBooks(
      company.id,
      present(through, "a day"),
      { now: app.clock.now(), today: present(today, "a day") },
      "operator",
      "Filed",
    );
    await expect(post(company)).rejects.toMatchObject({
      param: "date",
      message: expect.stringContaining("2026-04-01 or later") as string,
    });
    expect(await post(company, { date: "2026-04-01" })).toMatchObject({ date: "2026-04-01" });
  });

  test("it takes manage for accounting_setup", async () => {
    const company = await newCompany();
    const caller = { ...PRESETS.admin, accounting_setup: "view" as const };
    const refusal = {
      code: "insufficient_permission",
      message: "Posting, reversing and reviewing journal entries needs `manage` for `accounting_setup`.",
    } satisfies Partial<Refusal>;
    const now = app.clock.now();
    await expect(app.ledger.postEntries(company.id, [], now, caller)).rejects.toMatchObject(refusal);
    const at = { now, today: present(parseCivilDate("2026-05-01"), "a day") };
    const day = present(parseCivilDate("2026-03-31"), "a day");
    for (const less of [{ company: "view" as const }, { accounting_setup: "view" as const }])
      await expect(
        app.ledger.closeBooks(company.id, day, at, { ...PRESETS.admin, ...less }, "Filed"),
      ).rejects.toMatchObject({
        code: "insufficient_permission",
        message: "Closing and opening the books needs `manage` for `company` and for `accounting_setup`.",
      });
    await expect(app.ledger.reviewEntry(company.id, "vch_capital", now, caller)).rejects.toMatchObject(
      refusal,
    );
  });
});

describe("reversing", () => {
  test("posts the opposite lines once, and both vouchers name each other (ENTR-003)", async () => {
    const company = await newCompany();
    const { voucher_id } = await post(company);
    const { entry } = await run("reverse", company, { voucher: voucher_id, at: "2026-04-01" });
    expect(entry).toMatchObject({ reverses: voucher_id, date: "2026-04-01", amount_cents: 1_250_00 });
    expect((await run("show", company, { voucher: voucher_id })).entry).toMatchObject({
      reversed_by: entry.voucher_id,
    });
    const rent = await entriesOf(company, "&category_id=cat_rent");
    expect(rent.map((line) => [line["amount_cents"], line["description"], line["department_id"]])).toEqual([
      [1_250_00, "March", "dept_eng"],
      [-1_250_00, "March", "dept_eng"],
    ]);
    await expect(run("reverse", company, { voucher: voucher_id, at: "2026-04-02" })).rejects.toThrow(
      `${voucher_id} is reversed already, by ${entry.voucher_id}. A voucher is reversed once.`,
    );
  });

  test("takes a voucher of an import, and refuses an unknown one and a day before the voucher", async () => {
    const company = await newCompany();
    await expect(run("reverse", company, { voucher: "vch_capital", at: "2026-01-09" })).rejects.toMatchObject(
      {
        param: "date",
        message: "vch_capital is of 2026-01-10, and its reversal can't be dated before that.",
      },
    );
    await expect(run("reverse", company, { voucher: "vch_capital", at: "2226-01-10" })).rejects.toMatchObject(
      {
        param: "date",
      },
    );
    const { entry } = await run("reverse", company, { voucher: "vch_capital", at: "2026-01-10" });
    expect(entry).toMatchObject({ reverses: "vch_capital" });
    await expect(run("reverse", company, { voucher: "vch_none", at: "2026-01-10" })).rejects.toMatchObject({
      code: "resource_missing",
    });
  });
});

describe("reviewing and reading", () => {
  test("the first reviewer stays, and the list can leave out what was reviewed", async () => {
    const company = await newCompany();
    const first = await post(company);
    const second = await post(company, { date: "2026-04-30" });
    expect((await run("review", company, { voucher: first.voucher_id }, "bob")).entry.reviewed_by).toBe(
      "bob",
    );
    expect((await run("review", company, { voucher: first.voucher_id }, "eve")).entry.reviewed_by).toBe(
      "bob",
    );
    const ids = async (given: Readonly<Record<string, unknown>>) =>
      (await run("list", company, given)).entries.map(({ voucher_id }) => voucher_id);
    expect(new Set(await ids({}))).toEqual(new Set([first.voucher_id, second.voucher_id]));
    expect(await ids({ unreviewed: true })).toEqual([second.voucher_id]);
    expect(await ids({ to: "2026-03-31" })).toEqual([first.voucher_id]);
    expect(await ids({ from: "2026-05-01" })).toEqual([]);
    await expect(run("show", company, { voucher: "vch_capital" })).rejects.toMatchObject({
      code: "resource_missing",
    });
  });

  test("has its documents, which are PDFs, with a link to each and an event in the audit trail", async () => {
    const company = await newCompany();
    const { voucher_id } = await post(company);
    const attach = (name: string, content: string | Uint8Array, to = voucher_id) =>
      fileOf(content).then((file) => run("attach", company, { voucher: to, file, name }));
    for (const name of ["invoice.pdf", "receipt.pdf"]) await attach(name, await pdfOf([name]));
    const { files, shown } = await run("show", company, { voucher: voucher_id });
    expect(files.map(({ filename }) => filename)).toEqual(["invoice.pdf", "receipt.pdf"]);
    expect(shown).toContain("receipt.pdf");
    expect(files[0]?.download_url).toContain("http");
    await expect(attach("notes.pdf", "no PDF")).rejects.toMatchObject({ code: "invalid_file" });
    await expect(attach("x.pdf", await pdfOf(["x"]), "vch_capital")).rejects.toMatchObject({
      code: "resource_missing",
    });
    const events = await app.audit.list(company.id, { subject: voucher_id, action: "file attach" }, 5);
    expect(events.map(({ actor, note }) => [actor, note])).toEqual([
      ["ada", "receipt.pdf"],
      ["ada", "invoice.pdf"],
    ]);
    expect((await app.checkFiles(company.id)).filter(({ ok }) => !ok)).toEqual([]);
  });

  test("a company bundle has who posted, reviewed and reversed", async () => {
    const company = await newCompany();
    const { voucher_id } = await post(company, { reference: "JE-1" });
    await run("review", company, { voucher: voucher_id }, "bob");
    await run("reverse", company, { voucher: voucher_id, at: "2026-04-01" });
    let text = "";
    for await (const piece of app.intake.exportBundle(company.id)) text += piece;
    const bundle = JSON.parse(text) as { readonly manual_entries: readonly Record<string, unknown>[] };
    expect(bundle.manual_entries.find((each) => each["voucher_id"] === voucher_id)).toMatchObject({
      memo: "Accrued rent",
      reference: "JE-1",
      posted_by: "ada",
      reviewed_by: "bob",
    });
    expect(bundle.manual_entries.map((each) => each["reverses"])).toContain(voucher_id);
    const { counts } = await app.intake.importBundle(pieces(text), () => {});
    expect(counts["manual_entries"]).toEqual({ created: 0, updated: 0, unchanged: 2 });
  });
});
