/** Imports that the console asks for: the plan, its acceptance, the job, and what is refused. */
import { Refusal } from "../../../core/errors.ts";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import { BOOK_WRITERS, type BookVoucher } from "../../../../test/support/books.ts";
import { workOn } from "../../../../test/support/exports.ts";
import { bytesOf } from "../../../../test/support/import.ts";
import { present } from "@daybook/words/assert";
import { losAngelesDate, parseCivilDate } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import { statement } from "../../../platform/db/index.ts";
import { importsHandlers } from "../handlers/imports.ts";
import type { ImportAnswers } from "../rules/import-answers.ts";
import type { ImportFiles } from "./accepted-imports.ts";

const http = await testApp();
const { app } = http;

const voucher = (date: string, description: string, debit: number, account = "Fuel"): BookVoucher => ({
  date,
  description,
  lines: [
    { account, cents: debit },
    { account: "Checking", cents: -debit },
  ],
});
const CAPITAL = voucher("2026-01-15", "Owner", -2_500_000, "Owner's Capital");
const FUEL = voucher("2026-01-20", "Fuel week 3", 6_050);
const LATER = voucher("2026-02-15", "Fuel week 7", 7_000);
const textOf = (books: readonly BookVoucher[]): string => BOOK_WRITERS["quickbooks-journal"]?.(books) ?? "";

const filesOf = (text: string, more: Partial<ImportFiles> = {}): ImportFiles => ({
  name: "books.csv",
  // More pieces than one.
  books: [Buffer.from(text.slice(0, 10)), Buffer.from(text.slice(10))],
  accounts: null,
  trial_balance: null,
  ...more,
});
const CHANGED =
  "The books of the company, the file or the answers are others than when the plan was shown, so an import would do something else. Nothing was imported. Look at the plan again.";
const NO_ANSWERS: ImportAnswers = {
  kinds: {},
  date_format: null,
  closing_vouchers: null,
  trial_balance_date: null,
  changes: null,
  change_of: {},
};
const trial = (rows: string): Pick<ImportFiles, "trial_balance"> => ({
  trial_balance: [
    Buffer.from(`Acme,,\nTrial Balance,,\n"As of February 28, 2026",,\n,Debit,Credit\n${rows}`),
  ],
});

const countAll = statement<Readonly<Record<string, number>>>(
  "test.acceptedImports.count",
  `select (select count(*) from journal_entries e where e.company_id = $1) as entries,
     (select count(*) from book_imports b where b.company_id = $1) as imports,
     (select count(*) from import_files f where f.company_id = $1) as files`,
);
const counts = (company: string) => app.db.get(countAll, [company]);

const renameFuel = statement<never>(
  "test.acceptedImports.rename",
  "update categories set name = 'Diesel' where company_id = $1 and name = 'Fuel'",
);

/** The plan as the page gets it. */
async function planned(
  companyId: PublicId<"company">,
  books: readonly BookVoucher[],
  answers: { readonly changes?: "apply" } = {},
) {
  const body = { file: { name: "a.csv", content: [Buffer.from(textOf(books))] }, ...answers };
  return importsHandlers(app.intake).planBookImport({ principal: { companyId }, body } as never);
}

/** A company with books of January. */
async function withBooks(): Promise<PublicId<"company">> {
  return (await app.intake.importJournal(bytesOf(textOf([CAPITAL, FUEL])), { name: "Acme" })).company_id;
}

async function accept(company: PublicId<"company">, files: ImportFiles, answers = NO_ANSWERS) {
  const { plan } = await app.intake.planImport(company, files, answers);
  const row = await app.intake.acceptImport(company, files, answers, present(plan, "no plan").digest);
  return row.id;
}

test("a plan stores nothing; once accepted it is carried out by a job, and taken back (INTK-029)", async () => {
  const company = await withBooks();
  const before = await counts(company);
  const edited = [CAPITAL, { ...FUEL, description: "Fuel (van)" }, LATER];
  const files = filesOf(
    textOf(edited),
    trial('Checking,"24,869.50",\nOwner\'s Capital,,"25,000.00"\nFuel,130.50,\n'),
  );
  const answers = { ...NO_ANSWERS, changes: "apply" } as const;
  const { plan, problem } = await app.intake.planImport(company, files, answers);
  expect(problem).toBeNull();
  expect(plan).toMatchObject({
    later: {
      added_vouchers: 1,
      known_vouchers: 1,
      changed_vouchers: [{ change: "memo", applied: true }],
      gone_count: 0,
    },
    proof: { date: "2026-02-28", accounts: 3, differences: [] },
  });
  expect(await counts(company)).toEqual(before);
  const id = await accept(company, files, answers);
  expect(await app.intake.getImport(company, id)).toMatchObject({
    status: "waiting",
    file_name: "books.csv",
  });
  await expect(app.intake.takeBackImport(company, id, false)).rejects.toThrow(
    "Nothing of the import is in the books, so there is nothing to take back.",
  );
  await workOn(http);
  expect(await app.intake.getImport(company, id)).toMatchObject({
    status: "imported",
    problem: null,
    answers: null,
    added_vouchers: 1,
    added_entries: 2,
    known_vouchers: 1,
    changed_vouchers: 1,
  });
  expect(await counts(company)).toEqual({ entries: 6, imports: 2, files: 0 });
  // A job that runs once more changes nothing.
  await app.intake.runImport(company, id, new AbortController().signal);
  expect(await app.intake.takeBackImport(company, id, false)).toMatchObject({
    removed_vouchers: 1,
    restored_vouchers: 1,
  });
  expect(await counts(company)).toMatchObject({ entries: 4 });
  expect(await app.ledger.verify(company)).toMatchObject({ ok: true });
});

describe("nothing is imported", () => {
  test("if the books were changed after the plan was shown", async () => {
    const company = await withBooks();
    const id = await accept(company, filesOf(textOf([CAPITAL, FUEL, LATER])));
    await app.intake.importJournal(bytesOf(textOf([CAPITAL, FUEL, LATER])), {
      name: "Acme",
      company_id: company,
    });
    await workOn(http);
    expect(await app.intake.getImport(company, id)).toMatchObject({
      status: "refused",
      added_vouchers: 0,
      problem: {
        param: "digest",
        message: CHANGED,
      },
    });
    expect(await counts(company)).toMatchObject({ entries: 6, files: 0 });
  });

  test("if another file or another answer is accepted than was planned", async () => {
    const company = await withBooks();
    const files = filesOf(textOf([CAPITAL, FUEL, LATER]));
    const { plan } = await app.intake.planImport(company, files, NO_ANSWERS);
    const dearer = filesOf(textOf([CAPITAL, FUEL, { ...LATER, description: "Diesel week 7" }]));
    for (const [accepted, answers] of [
      [dearer, NO_ANSWERS],
      [files, { ...NO_ANSWERS, kinds: { Fuel: "expense" } }],
    ] as const) {
      const row = await app.intake.acceptImport(company, accepted, answers, present(plan, "no plan").digest);
      await workOn(http);
      expect(await app.intake.getImport(company, row.id)).toMatchObject({
        status: "refused",
        problem: { param: "digest", message: CHANGED },
      });
    }
    expect(await counts(company)).toMatchObject({ entries: 4 });
  });

  test("if an account became another category after the plan was shown", async () => {
    const company = await withBooks();
    const id = await accept(company, filesOf(textOf([CAPITAL, FUEL, LATER])));
    await app.db.transaction((tx) => tx.run(renameFuel, [company]));
    await workOn(http);
    expect(await app.intake.getImport(company, id)).toMatchObject({ status: "refused" });
  });

  test("into closed days, which the plan says, so that what the books have can be kept", async () => {
    const company = await withBooks();
    const through = present(parseCivilDate("2026-02-28"), "no day");
    const at = { now: app.clock.now(), today: losAngelesDate(app.clock.now()) };
    await app.ledger.closeBooks(company, through, at, "operator", "Filed");
    const added = await planned(company, [CAPITAL, FUEL, LATER]);
    expect(added).toMatchObject({
      digest: null,
      new_count: 1,
      problem: {
        message:
          "Line 13: The voucher that begins here can't be stored: the books are closed through 2026-02-28, and it would change entries of 2026-02-15; date it later, or open the books first.",
      },
    });
    const edited = [CAPITAL, { ...FUEL, description: "Fuel (van)" }];
    expect(await planned(company, edited, { changes: "apply" })).toMatchObject({
      digest: null,
      problem: { param: "changes" },
      changed: [{ applied: true }],
    });
    expect(await planned(company, edited)).toMatchObject({ problem: null, changed: [{ applied: false }] });
  });

  test("and the plan that somebody no longer waits for ends, but none of another person", async () => {
    const company = await withBooks();
    const plan = (text: string, who: string) =>
      app.intake.planImport(company, filesOf(text), NO_ANSWERS, who).then(
        ({ plan: made }) => made?.vouchers,
        (error: unknown) => (error instanceof Refusal ? error.message : error),
      );
    const plans = [
      plan(textOf([CAPITAL, FUEL, LATER]), "usr_one"),
      plan(textOf([CAPITAL, FUEL]), "usr_other"),
      plan(textOf([CAPITAL]), "usr_one"),
    ];
    expect(await Promise.all(plans)).toEqual(["A later plan took the place of this one.", 2, 1]);
  });

  test("beside ten that wait, and after a week without a worker (INTK-034)", async () => {
    const company = await withBooks();
    const files = filesOf(textOf([CAPITAL, FUEL, LATER]));
    const ids: string[] = [];
    for (let count = 0; count < 10; count += 1) ids.push(await accept(company, files));
    await expect(accept(company, files)).rejects.toThrow(
      "10 imports of this company wait to be carried out, and no more may.",
    );
    const begun = http.clock.now();
    http.clock.set(new Date((begun + 7 * 86_400 - 1) * 1_000).toISOString());
    await app.intake.endWaiting(company, ids[0] ?? "");
    expect(await app.intake.getImport(company, ids[0] ?? "")).toMatchObject({ status: "waiting" });
    http.clock.set(new Date((begun + 7 * 86_400) * 1_000).toISOString());
    await workOn(http);
    for (const id of ids)
      expect(await app.intake.getImport(company, id)).toMatchObject({
        status: "refused",
        problem: { message: expect.stringContaining("waited for 7 days and was not carried out") },
      });
    expect(await counts(company)).toMatchObject({ entries: 4, files: 0 });
    await accept(company, files);
  });

  test("if its job is given up", async () => {
    const company = await withBooks();
    const id = await accept(company, filesOf(textOf([CAPITAL, FUEL, LATER])));
    await app.intake.giveUpImport(company, id);
    expect(await app.intake.getImport(company, id)).toMatchObject({
      status: "refused",
      problem: { message: "The import failed several times, and nothing was imported. Try again later." },
    });
    await workOn(http);
    expect(await counts(company)).toMatchObject({ entries: 4, files: 0 });
  });
});

describe("a plan says what is wrong, in words of no surface:", () => {
  const planOf = async (files: ImportFiles, answers: Partial<ImportAnswers> = {}) =>
    app.intake.planImport(await withBooks(), files, { ...NO_ANSWERS, ...answers });

  test("a line that can't be read, with its number", async () => {
    const text =
      "date,description,account,debit,credit\n2026-01-02,a,Assets:Cash,5.00,\n2026-01-02,a,Income:Sales,,4.00\n";
    expect(await planOf(filesOf(text))).toMatchObject({
      plan: null,
      problem: {
        line: 2,
        param: null,
        message:
          "Line 2: The voucher that begins here doesn't balance: its debits exceed its credits by 1.00.",
      },
    });
  });

  test("accounts that need an answer, which then decides", async () => {
    const text = textOf([voucher("2026-03-01", "x", 500, "Suspense")]);
    const { plan, problem } = await planOf(filesOf(text));
    expect(problem).toBeNull();
    expect(plan?.accounts.find(({ account }) => account === "Suspense")).toMatchObject({ isSure: false });
    const answered = await planOf(filesOf(text), { kinds: { Suspense: "expense" } });
    expect(answered.plan?.accounts.find(({ account }) => account === "Suspense")).toMatchObject({
      isSure: true,
      type: "expense",
    });
  });

  test("an account with two answers, before anything is read", async () => {
    const answer = { account: "Suspense", kind: "expense" };
    const body = { file: { name: "a.csv", content: [] }, answers: [answer, answer] };
    const call = { principal: { companyId: "comp_1" }, body } as never;
    await expect(importsHandlers(app.intake).planBookImport(call)).rejects.toMatchObject({
      param: "answers",
      message: '`answers` names "Suspense" twice.',
    });
  });

  test("a packed file that unpacks to more than it may, which is not read whole", async () => {
    const packed = filesOf("", { books: [gzipSync(Buffer.alloc(268_435_457))] });
    expect((await planOf(packed)).problem?.message).toBe(
      "Line 1: The file unpacks to more than 268435456 bytes. Import it in parts.",
    );
  });

  test("a trial balance that differs, by account", async () => {
    const files = filesOf(
      textOf([CAPITAL, FUEL]),
      trial('Checking,"24,939.51",\nOwner\'s Capital,,"25,000.00"\nFuel,60.50,\n'),
    );
    expect((await planOf(files)).plan?.proof).toMatchObject({
      differences: [{ account: "Checking", expected: 2_493_951, found: 2_493_950 }],
    });
  });

  test("a voucher that looks like a closing and is none", async () => {
    const text = `date,description,account,debit,credit
2025-11-30,Sale,Assets:Cash,5.00,
2025-11-30,Sale,Income:Sales,,5.00
2025-12-31,Closing entry,Income:Sales,4.00,
2025-12-31,Closing entry,Equity:Retained Earnings,,4.00
`;
    const { problem } = await planOf(filesOf(text));
    expect(problem).toMatchObject({ param: "closing_vouchers", line: 4 });
    expect(problem?.message).toMatch(
      /Import the books from the beginning of the year, or choose what becomes of such vouchers\.$/,
    );
  });

  test("columns of unknown titles, a commodity without a price and a section, which answers then give", async () => {
    const rows = "When,What,Where,How much\n2026-02-01,Tools,Fuel,10.00\n2026-02-01,Tools,Checking,-10.00\n";
    const columns = { date: "When", description: "What", account: "Where", amount: "How much" };
    expect((await planOf(filesOf(rows))).plan).toBeNull();
    const { plan } = await planOf(filesOf(rows), { columns, cash_flow: { Fuel: "investing" } });
    expect(plan).toMatchObject({ vouchers: 1 });
    expect(plan?.digest).not.toBe((await planOf(filesOf(rows), { columns })).plan?.digest);
    const journal = "2026-02-01 Trip\n    Expenses:Travel  100.00 EUR\n    Assets:Checking\n";
    expect((await planOf(filesOf(journal))).problem).toMatchObject({ param: "price" });
    const priced = await planOf(filesOf(journal), { prices: { EUR: 1.5 } });
    expect(priced.problem).toBeNull();
    expect(priced.plan).toMatchObject({ vouchers: 1 });
  });

  test("a day that could be two", async () => {
    const text =
      "date,description,account,debit,credit\n01/02/2026,a,Assets:Cash,5.00,\n01/02/2026,a,Income:Sales,,5.00\n";
    const { problem } = await planOf(filesOf(text));
    expect(problem?.param).toBe("date_format");
    expect(problem?.message).toContain("could be two days");
    expect(problem?.message).not.toMatch(/--|daybook /);
    expect((await planOf(filesOf(text), { date_format: "MM/DD/YYYY" })).plan).toMatchObject({
      first_date: "2026-01-02",
    });
  });
});
