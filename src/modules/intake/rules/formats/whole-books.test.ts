/** Books that used to be refused for a line that is right: includes below includes, memos, sorted assignments. */
import { describe, expect, test } from "vitest";
import { bytesOf } from "../../../../../test/support/import.ts";
import { readBooksFile } from "../../../../../test/support/books.ts";

/** Files by their paths. A path is looked for in the folder of the file that includes it. */
function including(files: Readonly<Record<string, string>>) {
  const opened: string[] = [];
  const include = (path: string, from: string | null) => {
    const full = `${from?.replace(/[^/]*$/, "") ?? ""}${path}`;
    opened.push(full);
    const text = files[full];
    return text === undefined
      ? Promise.reject(new Error(`There is no file ${full}.`))
      : Promise.resolve({ content: bytesOf(text), path: full });
  };
  return { include, opened };
}

describe("a file that another one includes is looked for in the folder of that one", () => {
  test("by beancount", async () => {
    const { include, opened } = including({
      "2026/year.beancount": 'include "q1/january.beancount"\n',
      "2026/q1/january.beancount":
        '2026-01-01 open Assets:Cash USD\n2026-01-01 open Income:Sales USD\n2026-01-02 * "Sale"\n  Assets:Cash  5 USD\n  Income:Sales\n',
    });
    const books = await readBooksFile('include "2026/year.beancount"\n', { include });
    expect([...new Set(opened)]).toEqual(["2026/year.beancount", "2026/q1/january.beancount"]);
    expect(books.balances).toEqual({ "Assets:Cash": 500, "Income:Sales": -500 });
  });

  test("but not several files at once", async () => {
    const { include } = including({});
    const beancount = readBooksFile('include "2026/*.beancount"\n', { include });
    await expect(beancount).rejects.toThrow(
      'Line 1: "2026/*.beancount" includes several files. Include each of them by its name.',
    );
    const hledger = readBooksFile("include 2026/*.journal\n", { include });
    await expect(hledger).rejects.toThrow(
      "Include each of them by its name, or import what `hledger print -x`",
    );
  });

  test("by hledger, also twice from different folders", async () => {
    const entry = (day: string) => `2026-01-${day} Sale\n  Assets:Cash  $5\n  Income:Sales\n`;
    const { include } = including({
      "a/all.journal": "include months.journal\n",
      "b/all.journal": "include months.journal\n",
      "a/months.journal": entry("02"),
      "b/months.journal": entry("03"),
    });
    const text = "include a/all.journal\ninclude b/all.journal\n";
    const books = await readBooksFile(text, { include, format: "ledger" });
    expect(books.balances).toEqual({ "Assets:Cash": 1_000, "Income:Sales": -1_000 });
  });
});

const SALE = `2026-01-02 * "Sale"
  Assets:Cash  5 USD
  Income:Sales
`;

describe("a file that is included by two ways", () => {
  test("is read once by beancount, which is told", async () => {
    const { include } = including({
      "sales.beancount": SALE,
      "main.beancount": 'include "sales.beancount"\n',
    });
    const text = 'include "sales.beancount"\ninclude "sales.beancount"\ninclude "main.beancount"\n';
    const books = await readBooksFile(text, { include, path: "main.beancount" });
    expect(books.balances).toEqual({ "Assets:Cash": 500, "Income:Sales": -500 });
    expect(books.report.notes).toContain(
      "The file sales.beancount is included more than once. It was read once, as beancount reads it.",
    );
  });

  test("is refused in a journal, whose programs count it twice, unless it only declares", async () => {
    const { include } = including({
      "a.journal": "include accounts.journal\ninclude sales.journal\n",
      "b.journal": "include accounts.journal\ninclude sales.journal\n",
      "accounts.journal": "account Assets:Cash  ; type: C\n",
      "sales.journal": "2026-01-02 Sale\n  Assets:Cash  $5\n  Income:Sales\n",
    });
    const once = await readBooksFile("include accounts.journal\ninclude a.journal\n", {
      include,
      format: "ledger",
    });
    expect(once.balances).toEqual({ "Assets:Cash": 500, "Income:Sales": -500 });
    await expect(
      readBooksFile("include a.journal\ninclude b.journal\n", { include, format: "ledger" }),
    ).rejects.toThrow(
      "b.journal, line 2: The file sales.journal is included a second time here, so its entries would count twice. Include it once.",
    );
    await expect(
      readBooksFile("include main.journal\n", {
        include: including({ "main.journal": "include main.journal\n" }).include,
        format: "ledger",
        path: "main.journal",
      }),
    ).rejects.toThrow("Line 1: The file main.journal is included a second time here");
  });
});

describe("a fault in an included file names the file", () => {
  const read = (name: string, text: string, head = "") =>
    readBooksFile(`${head}include ${name.endsWith("t") ? JSON.stringify(name) : name}\n`, {
      include: including({ [name]: text }).include,
      format: name.endsWith("t") ? "beancount" : "ledger",
    });

  test.each([
    ["x.beancount", '2026-01-02 * "Sale"\n  Nonsense\n', 'x.beancount, line 2: "Nonsense" is no posting'],
    ["x.beancount", `${SALE}2026-01-05 balance Assets:Cash 6 USD\n`, "x.beancount, line 4: The balance of"],
    ["x.beancount", "2026-01-05 pad Assets:Cash Equity:A\n", "x.beancount, line 1: No balance of"],
    ["x.beancount", SALE.replace("2026", "3026"), "x.beancount, line 1: The day is 3026-01-02"],
    ["x.beancount", SALE.replace(":Cash", ": Cash"), "x.beancount, line 2: "],
    [
      "x.journal",
      "2026-01-02 Sale\n  Assets:Cash  $5 = $6\n  Income:Sales\n",
      "x.journal, line 2: The balance",
    ],
    ["x.journal", "2026-01-02 Sale\n  Assets::Cash  $5\n  Income:Sales\n", "x.journal, line 2: The account"],
    ["x.journal", "= expr\n", "x.journal, line 1: Automated entries"],
  ])("%s: %j", async (name, text, message) => {
    await expect(read(name, text)).rejects.toThrow(message);
  });

  test("and so does what is told of a plugin", async () => {
    const books = await read("x.beancount", `plugin "x"\n${SALE}`);
    expect(books.report.notes).toContain(
      "x.beancount, line 1: plugins are not run; what they add is missing.",
    );
  });
});

const LEDGER = `Acme LLC
General Ledger
All Dates

,Date,Transaction Type,Num,Name,Memo/Description,Split,Amount,Balance
Checking,,,,,,,,
,Beginning Balance,,,,,,,100.00
,01/01/2026,Journal Entry,1,,Opening Balance,Opening Balance Equity,"5,000.00","5,100.00"
,02/14/2026,Deposit,,,,Total Rewards,900.00,"6,000.00"
Total for Checking,,,,,,,"$5,900.00",
Opening Balance Equity,,,,,,,,
,Beginning Balance,,,,,,,100.00
,01/01/2026,Journal Entry,1,,Opening Balance,Checking,"5,000.00","5,100.00"
Total for Opening Balance Equity,,,,,,,"$5,000.00",
Total Rewards,,,,,,,,
,02/14/2026,Deposit,,,,Checking,900.00,900.00
Total for Total Rewards,,,,,,,$900.00,
`;

describe("rows of a general ledger are told apart by what they hold", () => {
  test("an entry whose memo is Opening Balance is an entry, and the row without a day a balance", async () => {
    const books = await readBooksFile(LEDGER, { kinds: { "Total Rewards": "revenue" } });
    expect(books.balances).toEqual({
      Checking: 600_000,
      "Opening Balance Equity": -510_000,
      "Total Rewards": -90_000,
    });
    expect(books.vouchers[0]).toBe("2025-12-31|Opening balances|");
    expect(books.vouchers[1]).toBe("2026-01-01|Opening Balance|");
  });

  test("a dated row that has nothing but a balance in its account is its opening balance", async () => {
    const dated = LEDGER.replaceAll(
      ",Beginning Balance,,,,,,,100.00",
      ",01/01/2026,,,,Opening Balance,,100.00,100.00",
    );
    const books = await readBooksFile(dated, { kinds: { "Total Rewards": "revenue" } });
    expect(books.vouchers[0]).toBe("2025-12-31|Opening balances|");
  });
});

test("a card that a chart calls a bank account is asked for, and may be chosen", async () => {
  const rows = ["200,Amex Platinum Card", "201,Visa 4411", "202,Bank Overdraft", "203,Business Checking"];
  const journal = `date,description,account,debit,credit
2026-01-05,x,Amex Platinum Card,,5.00
2026-01-05,x,Visa 4411,,5.00
2026-01-05,x,Bank Overdraft,,5.00
2026-01-05,x,Business Checking,15.00,
`;
  const read = (kinds: Record<string, string> = {}) =>
    readBooksFile(journal, {
      kinds,
      account_list: bytesOf(`*Code,*Name,*Type\n${rows.map((row) => `${row},Bank\n`).join("")}`),
    });
  await expect(read()).rejects.toThrow(
    'It is not clear what these accounts are: "Amex Platinum Card", "Visa 4411", "Bank Overdraft". Nothing was imported. Of "Amex Platinum Card" it is known: its type says bank or cash, the name "Amex Platinum Card" says a card or an overdraft; as a guess it would be card.',
  );
  const { report } = await read({
    "Amex Platinum Card": "card",
    "Visa 4411": "cash",
    "Bank Overdraft": "loan",
  });
  expect(report.accounts.map(({ account, type }) => `${account} ${type}`)).toEqual([
    "Amex Platinum Card liability",
    "Visa 4411 asset",
    "Bank Overdraft liability",
    "Business Checking asset",
  ]);
});

test("an assignment above an entry of an earlier day says how to put the journal in order", async () => {
  const text = `2024-01-01 * Open
    Assets:Cash    $500
    Equity:Opening

2024-01-31 * Adjust
    Assets:Cash    = $100
    Expenses:Unknown

2024-01-10 * ATM
    Assets:Cash    $60
    Assets:Checking
`;
  await expect(readBooksFile(text)).rejects.toThrow(
    'Line 6: The balance of "Assets:Cash" is assigned (`= 100.00`) on 2024-01-31, but an entry of an earlier day stands below it in the file. Put the entries in the order of their dates, as `hledger print -x` writes them.',
  );
  const [open, adjust, atm] = text.split("\n\n");
  const books = await readBooksFile([open, atm?.trimEnd(), adjust, ""].join("\n\n"));
  expect(books.balances).toMatchObject({ "Assets:Cash": 10_000, "Expenses:Unknown": 46_000 });
});

test("a deferred posting is refused, which ledger books later and hledger at once", async () => {
  const text = "2024-01-02 Capital\n  <Assets:Cash>  $50.00\n  Equity:Capital\n";
  await expect(readBooksFile(text)).rejects.toThrow(
    "Line 2: Deferred postings (an account in `<` and `>`) are not supported. Write the account without them if it counts.",
  );
});
