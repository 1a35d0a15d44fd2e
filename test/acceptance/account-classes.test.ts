/**
 * What imported accounts are: books of QuickBooks and Xero with the list of accounts that these programs
 * export show each account where an accountant does, and accounts of which kinds of evidence disagree are
 * asked for.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { Api } from "./api.ts";
import { json, LONG, run } from "./daybook.ts";
import { type Service, service } from "./service.ts";
import { readFlow } from "./statements.ts";

let running: Service;

beforeAll(async () => {
  running = await service();
}, LONG.timeout);

interface Account {
  readonly account: string;
  readonly type: string;
  readonly cashFlow: string | null;
  readonly strength: string;
  readonly evidence: readonly string[];
}

interface Made {
  readonly company_id: string;
  readonly api_key: string;
  readonly notes: readonly string[];
  readonly accounts: readonly Account[];
}

async function file(name: string, lines: readonly string[]): Promise<string> {
  const path = join(running.folder, name);
  await writeFile(path, `${lines.join("\n")}\n`);
  return path;
}

/** The arguments that import a journal of columns date, description, account, debit, credit. */
async function journal(name: string, lines: readonly string[], list?: readonly string[]): Promise<string[]> {
  const path = await file(`${name}.csv`, ["date,description,account,debit,credit", ...lines]);
  const accounts = list ? ["--accounts", await file(`${name}-list.csv`, list)] : [];
  return ["import", "journal", path, "--name", name, ...accounts];
}

function rolesOf({ accounts }: Made): Record<string, string> {
  return Object.fromEntries(
    accounts.map(({ account, type, cashFlow }) => [account, `${type} ${cashFlow ?? "-"}`]),
  );
}

/** A voucher of two lines. */
function moved(date: string, debit: string, credit: string, amount: number): string[] {
  return [`${date},${debit},${debit},${amount},`, `${date},${debit},${credit},,${amount}`];
}

const TRADE = [
  ...moved("2025-01-15", "Business Bank", "Sales", 1000),
  ...moved("2025-02-15", "Machinery", "Business Bank", 600),
  ...moved("2025-03-20", "Business Bank", "Line of Credit", 400),
  ...moved("2025-12-31", "Wear", "Less Accumulated Depreciation on Machinery", 100),
];

/** The same with the name of the bank, which says nothing. */
const BY_BANK = TRADE.map((line) => line.replaceAll("Line of Credit", "First National"));

describe("a list of accounts with types", LONG, () => {
  test("of QuickBooks: detail types give a line of credit and accumulated depreciation their sections (INTK-018)", async () => {
    const made = await json<Made>(
      running.daybook,
      await journal("quickbooks", BY_BANK, [
        "Account name,Type,Detail type,Description,Balance",
        "Business Bank,Bank,Checking,,",
        "Machinery,Fixed Assets,Machinery & Equipment,,",
        "Less Accumulated Depreciation on Machinery,Fixed Assets,Accumulated Depreciation,,",
        "Wear,Other Expense,Depreciation,,",
        "First National,Other Current Liabilities,Line of Credit,,",
        "Sales,Income,Sales of Product Income,,",
      ]),
    );
    expect(made.notes).toEqual([]);
    const flow = await readFlow(new Api(running.base, made.api_key), {
      start_date: "2025-01-01",
      end_date: "2025-12-31",
    });
    expect([
      flow.operating_activities.total_cents,
      flow.investing_activities.total_cents,
      flow.financing_activities.total_cents,
    ]).toEqual([1000_00, -600_00, 400_00]);
  });

  test("of Xero: the columns of its own export are read, a star before their names", async () => {
    const made = await json<Made>(
      running.daybook,
      await journal("xero", TRADE, [
        "*Code,*Name,*Type,*Tax Code,Description,Dashboard,Expense Claims,Enable Payments",
        "090,Business Bank,Bank,Tax Exempt,,No,No,No",
        "710,Machinery,Fixed Asset,Tax Exempt,,No,No,No",
        "711,Less Accumulated Depreciation on Machinery,Fixed Asset,Tax Exempt,,No,No,No",
        "900,Line of Credit,Current Liability,Tax Exempt,,No,No,No",
        "416,Wear,Depreciation,Tax Exempt,,No,No,No",
        "200,Sales,Sales,Tax on Sales,,No,No,No",
      ]),
    );
    expect(rolesOf(made)).toEqual({
      "Business Bank": "asset cash",
      Machinery: "asset investing",
      "Less Accumulated Depreciation on Machinery": "asset non_cash",
      "Line of Credit": "liability financing",
      Wear: "expense -",
      Sales: "revenue -",
    });
  });

  test("is refused where a type and a detail type disagree (INTK-019)", async () => {
    const args = await journal("disagree", TRADE, [
      "Account name,Type,Detail type",
      "Line of Credit,Income,Loan Payable",
    ]);
    const refused = await run(running.daybook, args);
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toContain(
      'Line 2: The account "Line of Credit" has the type "Income", but its detail type "Loan Payable" is of the class liability. Correct one of them in the list.',
    );
    expect(refused.stderr).toContain("Nothing was imported");
  });
});

describe("books without types", LONG, () => {
  const START = moved("2025-01-02", "Checking", "Common Stock", 900);

  test("words that name a class decide before words of a topic, and the balance decides on a topic (INTK-020)", async () => {
    const made = await json<Made>(
      running.daybook,
      await journal("untyped", [
        ...START,
        ...moved("2025-01-03", "Rent Deposit", "Checking", 60),
        ...moved("2025-01-04", "Mortgage Interest", "Payroll Tax Liability", 5),
        ...moved("2025-01-05", "Outside Services", "Accrued Rent", 7),
        ...moved("2025-01-06", "Checking", "Consulting", 70),
        ...moved("2025-01-07", "Checking", "Home Equity Line of Credit", 80),
      ]),
    );
    expect(rolesOf(made)).toEqual({
      Checking: "asset cash",
      "Common Stock": "equity financing",
      "Rent Deposit": "asset working_capital",
      "Mortgage Interest": "expense -",
      "Payroll Tax Liability": "liability working_capital",
      "Outside Services": "expense -",
      "Accrued Rent": "liability working_capital",
      Consulting: "revenue -",
      "Home Equity Line of Credit": "liability financing",
    });
    const strengths = Object.fromEntries(made.accounts.map((each) => [each.account, each.strength]));
    expect(strengths).toMatchObject({ "Accrued Rent": "stated", Consulting: "agreed" });
    expect(made.accounts.find(({ account }) => account === "Consulting")?.evidence).toEqual([
      'the name "Consulting"',
      "its balance is a credit",
    ]);
  });

  test("are refused with the evidence that disagrees, and nothing is stored (INTK-021)", async () => {
    const args = await journal("doubt", [
      ...START,
      ...moved("2025-01-03", "1450 Travel", "Checking", 60),
      ...moved("2025-01-04", "Checking", "Prepaid Rent", 5),
    ]);
    const refused = await run(running.daybook, args);
    expect(refused.stderr).toContain(
      'It is not clear what these accounts are: "1450 Travel", "Prepaid Rent". Nothing was imported. Of "1450 Travel" it is known: its name says expense, its balance is a debit, its number says asset; as a guess it would be expense. Of "Prepaid Rent" it is known: its name says asset, its balance is a credit; as a guess it would be current_liability. Say it for each. Give --account \'1450 Travel=expense\'',
    );
    const chosen = await json<Made>(running.daybook, [
      ...args,
      "--account",
      "1450 Travel=expense",
      "--account",
      "Prepaid Rent=current_liability",
    ]);
    expect(rolesOf(chosen)).toMatchObject({ "Prepaid Rent": "liability working_capital" });
  });

  test("write what is asked to a file that answers it, or name the guesses at the end (INTK-037, INTK-038, INTK-040)", async () => {
    const args = await journal("answers", [...START, ...moved("2025-01-03", "Quarry", "Checking", 40)]);
    const answers = join(running.folder, "answers-list.csv");
    const asked = await run(running.daybook, [...args, "--dry-run", "--json", "--save-accounts", answers]);
    expect(asked.code).toBe(2);
    expect(JSON.parse(asked.stdout)).toMatchObject({
      error: {
        param: "account",
        accounts: [
          {
            account: "Quarry",
            evidence: ["its name says nothing", "its balance is a debit"],
            guess: "expense",
          },
        ],
      },
    });
    const written = await readFile(answers, "utf8");
    await writeFile(answers, written.replace("Quarry,,", "Quarry,fixed_asset,"));
    const given = ["--accounts", answers, "--save-accounts", answers];
    const made = await json<Made>(running.daybook, [...args, ...given]);
    expect(rolesOf(made)).toMatchObject({ Quarry: "asset investing" });
    expect(await readFile(answers, "utf8")).toContain("Quarry,fixed_asset,");
    const own = await file("answers-own.csv", ["account,kind,note", "Quarry,fixed_asset,mine"]);
    const refused = await run(running.daybook, [...args, "--dry-run", "--save-accounts", own]);
    expect(refused.stderr).toContain("The list of accounts can't be saved there");
    expect(await readFile(own, "utf8")).toContain("Quarry,fixed_asset,mine");
    const guessed = await run(running.daybook, [...args, "--accept-guesses"]);
    expect(guessed.code).toBe(0);
    expect(guessed.stdout.trimEnd().split("\n").slice(-3)).toEqual([
      "Guessed, because of --accept-guesses:",
      expect.stringMatching(/^ACCOUNT +TAKEN FOR +KNOWN OF IT$/),
      expect.stringMatching(/^Quarry +expense +its name says nothing, its balance is a debit$/),
    ]);
  });

  test("give an invoice the receivables that they have (INTK-022)", async () => {
    const made = await json<Made>(
      running.daybook,
      await journal(
        "receivables",
        [...START, ...moved("2025-01-03", "Accounts Receivable (A/R)", "Sales", 60)],
        ["Account name,Type,Detail type", "Accounts Receivable (A/R),Accounts receivable (A/R),"],
      ),
    );
    const { categories } = await json<{
      readonly categories: readonly { readonly name: string; readonly role: string | null }[];
    }>(running.daybook, ["category", "list", made.company_id]);
    expect(categories.filter(({ role }) => role === "accounts_receivable").map(({ name }) => name)).toEqual([
      "Accounts Receivable (A/R)",
    ]);
  });
});
