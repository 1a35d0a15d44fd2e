/**
 * What an import asks of accounts: as one list with a guess for each, answered by a file that was filled in,
 * or by the guesses, which are then named.
 */
import { describe, expect, test } from "vitest";
import { testApp } from "../../../../test/support/app.ts";
import { bytesOf } from "../../../../test/support/import.ts";
import type { PublicId } from "@daybook/words/public-id";
import type { JournalOptions } from "./import-journal.ts";
import { UnsureAccounts } from "./read-books.ts";

const { app } = await testApp();

/** Each moves an amount from the second account to the first. */
const MOVES = [
  ["2024-01-02", "Capital", "Checking", "Capital Stock", 900],
  ["2024-01-03", "Rent ahead", "Checking", "Prepaid Rent", 5],
  ["2024-01-04", "Trip", "1450 Travel", "Checking", 60],
  ["2024-01-05", "Sale", "Checking", "Sales", 700],
  ["2024-01-06", "Loan", "Checking", "First National", 300],
  ["2024-01-07", "Van", "Machinery", "Checking", 250],
  ["2024-01-08", "Wear", "Wear and Tear", "Less Accumulated Depreciation on Machinery", 50],
  ["2024-01-09", "Stone", "Quarry", "Checking", 40],
  ["2024-06-30", "Appropriation", "Surplus A", "Reserve Fund", 100],
  ["2024-12-31", "Own", "Retained Earnings", "Surplus A", 100],
] as const;

const BOOKS = [
  "date,description,account,debit,credit",
  ...MOVES.flatMap(([date, description, to, from, amount]) => [
    `${date},${description},${to},${amount},`,
    `${date},${description},${from},,${amount}`,
  ]),
].join("\n");

/** The list of the other program, which says nothing of four accounts. */
const LIST = [
  "Account name,Type,Detail type",
  "Checking,Bank,Checking",
  "Capital Stock,Equity,Common Stock",
  "Machinery,Fixed Assets,Machinery & Equipment",
  "Less Accumulated Depreciation on Machinery,Fixed Assets,Accumulated Depreciation",
  "Wear and Tear,Other Expense,Depreciation",
  "First National,Other Current Liabilities,Line of Credit",
  "Reserve Fund,Equity,Partner's Equity",
  "Surplus A,Equity,Partner's Equity",
  "Retained Earnings,Equity,Retained Earnings",
].join("\n");

/** Imports the books with a list of accounts. Gives the list that is written, beside what came of it. */
async function importBooks(list: string, options: Partial<JournalOptions> = {}) {
  let saved = "";
  const outcome = await app.intake
    .importJournal(bytesOf(BOOKS), {
      name: "Acme",
      account_list: bytesOf(list),
      save_accounts: async (text) => void (saved = text),
      ...options,
    })
    .catch((error: unknown) => error);
  return { saved, outcome };
}

function imported(outcome: unknown): Awaited<ReturnType<typeof app.intake.importJournal>> {
  if (outcome instanceof Error) throw outcome;
  return outcome as Awaited<ReturnType<typeof app.intake.importJournal>>;
}

async function chartOf(companyId: PublicId<"company">) {
  const categories = await app.chart.listCategories(companyId);
  return categories
    .map(({ id, account_type, cash_flow, balance_class, role }) => [
      id,
      account_type,
      cash_flow,
      balance_class,
      role,
    ])
    .toSorted(([a], [b]) => String(a).localeCompare(String(b)));
}

/** The saved list with the kinds of what was asked filled in. */
function filledIn(saved: string, kinds: Readonly<Record<string, string>>): string {
  return saved.replaceAll(
    /^([^,]+),,,,.*$/gm,
    (row, account: string) => `${account},${kinds[account] ?? row},,`,
  );
}

describe("what an import asks", () => {
  test("comes as one list with what is known and a guess of each, and nothing is stored (INTK-036)", async () => {
    const before = await app.company.list();
    const { saved, outcome } = await importBooks(LIST);
    expect(await app.company.list()).toEqual(before);
    if (!(outcome instanceof UnsureAccounts)) throw new Error("the import must ask");
    expect(outcome.accounts).toEqual([
      {
        account: "Prepaid Rent",
        evidence: ["its name says asset", "its balance is a credit"],
        guess: "current_liability",
      },
      {
        account: "1450 Travel",
        evidence: ["its name says expense", "its balance is a debit", "its number says asset"],
        guess: "expense",
      },
      { account: "Quarry", evidence: ["its name says nothing", "its balance is a debit"], guess: "expense" },
      {
        account: "Surplus A",
        evidence: ["its name speaks of income", "vouchers move it within equity alone"],
        guess: "equity",
      },
    ]);
    expect(outcome.message).toContain(
      'It is not clear what these accounts are: "Prepaid Rent", "1450 Travel", "Quarry". It is not clear whether retained earnings, which are computed here, include "Surplus A"',
    );
    expect(outcome.message).toContain("as a guess it would be current_liability.");
    expect(saved.split("\n").slice(0, 5)).toEqual([
      "account,kind,cash flow,balance sheet,guess,because of",
      "Prepaid Rent,,,,current_liability,its name says asset; its balance is a credit",
      "1450 Travel,,,,expense,its name says expense; its balance is a debit; its number says asset",
      "Quarry,,,,expense,its name says nothing; its balance is a debit",
      "Surplus A,,,,equity,its name speaks of income; vouchers move it within equity alone",
    ]);
    expect((await importBooks(saved)).outcome).toBeInstanceOf(UnsureAccounts);
  });

  test.each(["retained_earnings", "equity"])(
    "is answered by its file, filled in, and what is saved then makes the same chart (INTK-037): %s",
    async (surplus) => {
      const { saved: questions } = await importBooks(LIST);
      const answers = filledIn(questions, {
        "Prepaid Rent": "current_liability",
        "1450 Travel": "expense",
        Quarry: "fixed_asset",
        "Surplus A": surplus,
      });
      const first = await importBooks(answers);
      const { company_id } = imported(first.outcome);
      const chart = await chartOf(company_id);
      expect(chart).toContainEqual(["cat_asset-quarry", "asset", "investing", null, null]);
      expect(chart).toContainEqual([
        "cat_liability-first-national",
        "liability",
        "financing",
        "current",
        null,
      ]);
      expect(chart.filter(([id]) => String(id).includes("surplus"))).toHaveLength(
        surplus === "equity" ? 1 : 0,
      );
      expect(first.saved).toContain(`Surplus A,${surplus},`);
      expect(first.saved).toContain("Retained Earnings,retained_earnings,");
      const second = await importBooks(first.saved);
      expect(await chartOf(imported(second.outcome).company_id)).toEqual(chart);
      expect(imported(second.outcome).notes).toEqual(imported(first.outcome).notes);
    },
  );

  test("is taken for the guesses where these are accepted, and named (INTK-038)", async () => {
    const { saved, outcome } = await importBooks(LIST, { accept_guesses: true });
    const { company_id, guesses } = imported(outcome);
    expect(guesses.map(({ account, guess }) => [account, guess])).toEqual([
      ["Prepaid Rent", "current_liability"],
      ["1450 Travel", "expense"],
      ["Quarry", "expense"],
      ["Surplus A", "equity"],
    ]);
    expect(await chartOf(company_id)).toContainEqual([
      "cat_liability-prepaid-rent",
      "liability",
      "working_capital",
      null,
      null,
    ]);
    expect(saved).toContain("Prepaid Rent,current_liability,");
    const sure = await importBooks(saved, { accept_guesses: true });
    expect(imported(sure.outcome).guesses).toEqual([]);
  });

  test("says a section and a class of the balance sheet by words that a list may have", async () => {
    for (const [row, message] of [
      [
        "Machinery,fixed_asset,sideways,",
        'An account of the kind fixed_asset can\'t have the cash flow role "sideways". Roles:',
      ],
      ["Machinery,expense,cash,", "Roles: investing, financing."],
      ["Machinery,fixed_asset,,soon", 'The balance sheet has no class "soon"; write current or non_current.'],
    ] as const)
      expect((await importBooks(`account,kind,cash flow,balance sheet\n${row}\n`)).outcome).toMatchObject({
        line: 2,
        message: expect.stringContaining(message),
      });
  });
});

/** An account that nothing decides on, with sub-accounts that are known, and two that are not. */
const QUARRY = [
  "date,description,account,debit,credit",
  "2024-01-02,Sale,Checking,900,\n2024-01-02,Sale,Quarry:Sales,,900",
  "2024-01-03,Drill,Quarry:Machinery,250,\n2024-01-03,Drill,Checking,,250",
  "2024-01-04,Loan,Checking,300,\n2024-01-04,Loan,Quarry:Loan from First National Bank,,300",
  "2024-01-05,Stone,Quarry,40,\n2024-01-05,Stone,Checking,,40",
  "2024-01-06,Gravel,Quarry:Gravel,30,\n2024-01-06,Gravel,Checking,,30",
].join("\n");

async function typesOf(options: Partial<JournalOptions>) {
  const { accounts } = await app.intake.planJournal(bytesOf(QUARRY), { name: "Acme", ...options });
  return Object.fromEntries(accounts.map(({ account, type, cashFlow }) => [account, [type, cashFlow]]));
}

describe("the answer for an account that is asked for", () => {
  test("leaves sub-accounts that are known, and makes the chart of the guesses (INTK-039)", async () => {
    const answered = await typesOf({ kinds: { Quarry: "expense" } });
    expect(answered).toEqual({
      Checking: ["asset", "cash"],
      "Quarry:Sales": ["revenue", null],
      "Quarry:Machinery": ["asset", "investing"],
      "Quarry:Loan from First National Bank": ["liability", "financing"],
      Quarry: ["expense", null],
      "Quarry:Gravel": ["expense", null],
    });
    expect(await typesOf({ accept_guesses: true })).toEqual(answered);
    expect(await typesOf({ kinds: { Quarry: "cash" } })).toEqual({
      ...answered,
      Quarry: ["asset", "cash"],
      "Quarry:Gravel": ["asset", "cash"],
    });
  });

  test("that is named and is the answer to nothing is refused", async () => {
    const known = QUARRY.split("\n").filter((line) => !/,Quarry,|Quarry:Gravel|,Stone,|,Gravel,/.test(line));
    const planned = app.intake.planJournal(bytesOf(known.join("\n")), {
      name: "Acme",
      kinds: { Quarry: "expense" },
    });
    await expect(planned).rejects.toThrow(
      'The books have no account "Quarry" and none below it that is unclear, so nothing can be chosen for it.',
    );
  });
});

/** A ledger whose amounts are positive where they increase their account. Nothing decides on two accounts. */
const LEDGER = `Acme,,,,,,,,
General Ledger,,,,,,,,
,Date,Transaction Type,Num,Name,Memo/Description,Split,Amount,Balance
Checking,,,,,,,,
,01/05/2025,Deposit,,,Start,Quarry,500.00,500.00
Total for Checking,,,,,,,$500.00,
Quarry,,,,,,,,
,01/05/2025,Deposit,,,Start,Checking,500.00,500.00
,01/06/2025,Journal Entry,1,,Move,Zebra,20.00,520.00
Total for Quarry,,,,,,,$520.00,
Zebra,,,,,,,,
,01/06/2025,Journal Entry,1,,Move,Quarry,20.00,20.00
Total for Zebra,,,,,,,$20.00,
`;
const HEADER = "account,kind,cash flow,balance sheet,guess,because of\n";

/** Imports the ledger with a list that is given and replaced. Gives the list that is saved. */
async function importLedger(list: string, options: Partial<JournalOptions> = {}) {
  let saved: string | null = null;
  const outcome = await app.intake
    .planJournal(bytesOf(LEDGER), {
      name: "Acme",
      account_list: bytesOf(list),
      saved_accounts: bytesOf(list),
      save_accounts: async (text) => void (saved = text),
      ...options,
    })
    .catch((error: unknown) => error);
  return { saved, outcome };
}

describe("books whose amounts are signed by the class of their account", () => {
  test("ask without claiming a side, and say that guesses can't be accepted (INTK-041)", async () => {
    for (const accept_guesses of [false, true]) {
      const { outcome } = await importLedger(`${HEADER}Checking,cash,,,,\n`, { accept_guesses });
      if (!(outcome instanceof UnsureAccounts)) throw new Error("the import must ask");
      expect(outcome.accounts).toEqual([
        { account: "Quarry", evidence: ["its name says nothing"], guess: "expense" },
        { account: "Zebra", evidence: ["its name says nothing"], guess: "expense" },
      ]);
      expect(outcome.message).toContain(
        "Say it for each: in this report the sign of an amount depends on what its account is, so guesses can't be accepted.",
      );
      expect(outcome.ways).toEqual([{ give: "kinds", as: "Quarry=expense" }, { give: "accounts" }]);
    }
  });

  test("keep what was filled in in the list that is saved, with rows for other accounts (INTK-040)", async () => {
    const given = `${HEADER}Checking,cash,,,,\nQuarry,,,,expense,its name says nothing\n"Till, old",cash,,,,mine\n`;
    const { saved } = await importLedger(given);
    expect(saved).toBe(
      `${HEADER}Quarry,,,,expense,its name says nothing\nZebra,,,,expense,its name says nothing\nChecking,cash,,,,\n"Till, old",cash,,,,mine\n`,
    );
    const typed = `${HEADER}Quarry,revenue\nZebra,,,,expense,its name says nothing\n`;
    const again = await importLedger(typed, { account_list: bytesOf("account,kind\nChecking,cash\n") });
    expect(again.outcome).toBeInstanceOf(UnsureAccounts);
    expect(again.saved).toBe(`${HEADER}Quarry,revenue\nZebra,,,,expense,its name says nothing\n`);
    const done = await importLedger(`${HEADER}Quarry,revenue\nZebra,expense\nOther,cash,,,,mine\n`);
    expect(done.saved).toMatch(
      /^account,kind,.*\nChecking,cash,.*\nQuarry,revenue,.*\nZebra,expense,.*\nOther,cash,,,,mine\n$/,
    );
  });

  test.each(["account,kind,note\nQuarry,revenue,mine\n", "", 'account,kind\n"'])(
    "are not read if the list would replace another file (INTK-040): %j",
    async (other) => {
      const read = { list: false };
      async function* content() {
        read.list = true;
        yield* bytesOf(LEDGER);
      }
      const planned = app.intake.planJournal(content(), {
        name: "Acme",
        saved_accounts: bytesOf(other),
        save_accounts: () => Promise.reject(new Error("nothing may be saved")),
      });
      await expect(planned).rejects.toThrow(
        "The list of accounts can't be saved there: the file is no list that an import saved, and no other one is replaced. Name another file.",
      );
      expect(read.list).toBe(false);
    },
  );
});
