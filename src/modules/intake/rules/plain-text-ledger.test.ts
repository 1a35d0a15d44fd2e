/** Plain-text ledgers: what is read, and every feature that is not, by its line. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LineProblem } from "../../../platform/text/line-problem.ts";
import { AccountClasses } from "./account-classes.ts";
import { LineCounts } from "./formats/lines.ts";
import { dollars, type ParsedVoucher } from "./parsed-voucher.ts";
import { readPlainTextLedger } from "./plain-text-ledger.ts";

async function read(input: string | Uint8Array, size = 1 << 20): Promise<ParsedVoucher[]> {
  const bytes = typeof input === "string" ? Buffer.from(input) : Buffer.from(input);
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
  const vouchers: ParsedVoucher[] = [];
  const file = { read: () => chunks, include: () => Promise.reject(new Error("nothing is included")) };
  const reading = { classes: new AccountClasses(), counts: new LineCounts(), note: () => {}, prices: PRICES };
  for await (const voucher of readPlainTextLedger(file, reading)) vouchers.push(voucher);
  return vouchers;
}

/** A price that the user states. */
const PRICES = new Map([["GBP", 1.25]]);

async function problemOf(text: string | Uint8Array, size?: number): Promise<LineProblem> {
  const problem: unknown = await read(text, size).catch((error: unknown) => error);
  if (problem instanceof LineProblem) return problem;
  throw new Error("the ledger was accepted");
}

const BOOKS = `; the books of a small company
# and another comment
account Assets:Cash  ; type: Cash
    ; a comment beneath
    note the till
commodity $1,000.00

2024/01/05 Rent ; for January
    Expenses:Rent:Person 01            $1,200.00 ; paid late
    ; Payee: Landlord
    Assets:Cash

2024-1-6 * (104) Acme, Inc. | second delivery
\tAssets:Cash\tUSD 10.50
  ! Income:Sales  $-4
  Income:Other  -6.50 USD
   \t
2024/01/07 !
    Assets:Cash  -$ 5
    Expenses:Fees:2 Tier  $5.0000
    Equity:Opening  0
2024/01/08 Nothing
    Assets:Cash    $1
    Income:Sales  -$1
    Equity:Opening`;

function line(account: string, netDebitCents: number, number: number, description?: string): unknown {
  return {
    account,
    department: null,
    netDebitCents,
    line: number,
    ...(description === undefined ? {} : { description }),
  };
}

const EXPECTED = [
  {
    line: 8,
    journal: null,
    date: "2024-01-05",
    description: "Rent",
    merchant: "Rent",
    lines: [line("Expenses:Rent:Person 01", 120_000, 9, "paid late"), line("Assets:Cash", -120_000, 11)],
  },
  {
    line: 13,
    journal: null,
    date: "2024-01-06",
    description: "Acme, Inc. | second delivery",
    merchant: "Acme, Inc.",
    lines: [line("Assets:Cash", 1050, 14), line("Income:Sales", -400, 15), line("Income:Other", -650, 16)],
  },
  {
    line: 18,
    journal: null,
    date: "2024-01-07",
    description: "",
    merchant: null,
    lines: [
      line("Assets:Cash", -500, 19),
      line("Expenses:Fees:2 Tier", 500, 20),
      line("Equity:Opening", 0, 21),
    ],
  },
  {
    line: 22,
    journal: null,
    date: "2024-01-08",
    description: "Nothing",
    merchant: "Nothing",
    lines: [line("Assets:Cash", 100, 23), line("Income:Sales", -100, 24), line("Equity:Opening", 0, 25)],
  },
];

describe("what is read", () => {
  test("entries of the subset, cut anywhere, with any line ends, with a byte order mark", async () => {
    for (const size of [1 << 20, 1, 7]) expect(await read(BOOKS, size)).toEqual(EXPECTED);
    expect(await read(BOOKS.replaceAll("\n", "\r\n"))).toEqual(EXPECTED);
    expect(await read(`\ufeff${BOOKS}\n\n`)).toEqual(EXPECTED);
  });

  test("a file without entries", async () => {
    for (const text of ["", "\n \n", "; nothing\n    ; indented\n"]) expect(await read(text)).toEqual([]);
  });

  test("any balanced journal is read back as it was written", async () => {
    const word = fc.stringMatching(/^[A-Za-z0-9é&',.-]{1,8}$/);
    const account = fc
      .array(
        fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(" ")),
        { minLength: 1, maxLength: 3 },
      )
      .map((levels) => `Assets:${levels.join(":")}`);
    const posting = fc.record({
      account,
      cents: fc.integer({ min: -99_999_999, max: 99_999_999 }),
      spelling: fc.nat({ max: 3 }),
    });
    const entry = fc.record({
      day: fc.integer({ min: 1, max: 31 }),
      payee: fc
        .array(word, { maxLength: 3 })
        .map((words) => words.join(" "))
        .filter((payee) => !/^[*!(]/.test(payee)),
      postings: fc.array(posting, { minLength: 1, maxLength: 6 }),
      elide: fc.boolean(),
      blank: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(entry, { maxLength: 10 }),
        fc.integer({ min: 1, max: 80 }),
        async (entries, size) => {
          const text: string[] = [];
          const expected: unknown[] = [];
          for (const { day, payee, postings, elide, blank } of entries) {
            text.push(`2024/03/${String(day).padStart(2, "0")} ${payee}`);
            const number = text.length;
            const sum = postings.reduce((total, each) => total + each.cents, 0);
            const lines = [...postings, { account: "Equity:Rest", cents: sum === 0 ? 0 : -sum, spelling: 0 }];
            for (const [index, { account: name, cents, spelling }] of lines.entries()) {
              const sign = cents < 0 ? "-" : "";
              const digits = dollars(cents);
              const amount =
                [
                  `${sign}$${digits.replaceAll(/\B(?=(\d{3})+\.)/g, ",")}`,
                  `$${sign}${digits}`,
                  `${sign}${digits} USD`,
                  `USD ${sign}${digits} ; note`,
                ][spelling] ?? "";
              text.push(elide && index === lines.length - 1 ? `    ${name}` : `    ${name}   ${amount}`);
            }
            const found = lines.map(({ account: name, cents, spelling }, index) =>
              line(
                name,
                cents,
                number + 1 + index,
                spelling === 3 && !(elide && index === lines.length - 1) ? "note" : undefined,
              ),
            );
            const date = `2024-03-${String(day).padStart(2, "0")}`;
            expected.push({
              line: number,
              journal: null,
              date,
              description: payee,
              merchant: payee === "" ? null : payee,
              lines: found,
            });
            if (blank) text.push("");
          }
          expect(await read(text.join("\n"), size)).toEqual(expected);
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe("what hledger and ledger users write", () => {
  const amounts = async (text: string): Promise<number[][]> =>
    (await read(text)).map(({ lines }) => lines.map(({ netDebitCents }) => netDebitCents));

  test("assertions hold by day and file order, wherever earlier days stand, and with subaccounts", async () => {
    const text = `2024-01-02 b
  Assets:A  $1 = $4
  Equity:E
2024-01-01 a
  Assets:A  $3 = $3
  Assets:A:Sub  $2 =* $2
  Equity:E
2024-01-02 c
  Assets:A  $0 =* $6
  Assets:A  $1 == $5
  Equity:E  $-1 = $-7`;
    expect(await amounts(text)).toEqual([
      [100, -100],
      [300, 200, -500],
      [0, 100, -100],
    ]);
  });

  test("an assignment takes what is missing to its balance", async () => {
    expect(
      await amounts(
        "2024-01-01 a\n  Assets:A  $3\n  Equity:E\n2024-01-02 b\n  Assets:A  = $10\n  Equity:E\n",
      ),
    ).toEqual([
      [300, -300],
      [700, -700],
    ]);
  });

  test("costs, prices and a stated price count in dollars, and rounding stays with the converted posting", async () => {
    const text = `2024-01-01 a
  Assets:Stock  3 AAPL {$10.10}
  Assets:Cash  $-30.30
2024-01-02 b
  Assets:Euro  10 EUR @ $1.085
  Assets:Cash  $-10.85
2024-01-03 c
  Assets:Euro  -10 EUR @@ $11
  Assets:Cash  $11
2024-01-04 d
  Assets:Pound  8 GBP
  Assets:Cash
2024-01-05 e
  Assets:Stock  0.333 "MY FUND" @ $3.33
  Assets:Cash  $-1.10`;
    expect(await amounts(text)).toEqual([
      [3030, -3030],
      [1085, -1085],
      [-1100, 1100],
      [1000, -1000],
      [110, -110],
    ]);
  });

  test("default year and commodity, comments, prices and second dates", async () => {
    const text = `* outline
comment
2024-13-99 not read
end comment
Y 2024
D $1,000.00
P 2024-01-01 EUR $1.10
payee Acme
01/02=01/05 Acme
  Assets:A  5
  Equity:E
2024.1.3 b
  Assets:A  -5
  Equity:E`;
    expect((await read(text)).map(({ date }) => date)).toEqual(["2024-01-02", "2024-01-03"]);
  });

  test("types of account directives hold for the accounts below, and included files are read in place", async () => {
    const classes = new AccountClasses();
    const counts = new LineCounts();
    const files: Record<string, string> = {
      main: "account Money  ; type: C\naccount Work\n  ; type:R\ninclude other.journal\n",
      "other.journal": "2024-01-01 a\n  Money:Till  $5\n  Work\n",
    };
    const file = (name: string) => ({
      read: () => [Buffer.from(files[name] ?? "")],
      include: (path: string) =>
        Promise.resolve({ ...file(path), table: { rows: () => (async function* () {})() } }),
    });
    const dates = [];
    for await (const { date } of readPlainTextLedger(file("main"), {
      classes,
      counts,
      note: () => {},
      prices: PRICES,
    }))
      dates.push(date);
    expect(dates).toEqual(["2024-01-01"]);
    expect([classes.classOf("Money:Till"), classes.classOf("Work")]).toMatchObject([
      { type: "asset", roles: [null, "cash"], reason: 'its type "C"' },
      { type: "revenue" },
    ]);
    expect([counts.imported, counts.skipped.map(({ count }) => count)]).toEqual([3, [3, 1]]);
  });
});

describe("what is refused", () => {
  const top = "2024/01/01 a\n  Assets:A  $1\n  Assets:B\n\n";
  const beneath = (posting: string): string => `${top}2024/01/02 b\n  Assets:A  $1.00\n  ${posting}\n`;
  test.each<[string, string, number, RegExp]>([
    [
      "an unbalanced entry, by its first line",
      `${top}2024/01/02 b\n  A  $1.00\n  B  $-0.99\n`,
      5,
      /debits exceed its credits by 0\.01/,
    ],
    [
      "an unbalanced entry at the end of the file",
      `${top}2024/01/02 b\n  A  $1.00`,
      5,
      /debits exceed its credits by 1\.00/,
    ],
    ["an entry without postings", `${top}2024/01/02 b\n\n`, 5, /no postings/],
    ["two postings without amounts", beneath("B\n  C"), 8, /Only one posting/],
    ["fractions of a cent", beneath("B  $-1.001"), 7, /finer than a cent/],
    ["another commodity", beneath("B  €-1"), 7, /in "€" and has no price in dollars/],
    ["no commodity", beneath("B  -1"), 7, /no currency/],
    ["a price in another currency", beneath("B  -1 EUR @ 2 GBP"), 7, /not in dollars/],
    [
      "a wrong assertion",
      beneath("B  $-1 = $5"),
      7,
      /asserted to be 5\.00, but the file's entries make it -1\.00/,
    ],
    ["an assignment of shares", beneath("B  = 5 X"), 7, /can't be assigned/],
    ["a computed amount", beneath("B  ($1 * -1)"), 7, /not an amount that can be read/],
    ["a virtual posting", beneath("(B)  $-1"), 7, /Virtual postings/],
    ["a balanced virtual posting", beneath("[B]  $-1"), 7, /Virtual postings/],
    ["an amount after one blank", beneath("B $-1"), 7, /Two blanks must separate an account and its amount/],
    [
      "an amount in words after one blank",
      beneath("B -1 USD"),
      7,
      /Two blanks must separate an account and its amount/,
    ],
    [
      "a comment after one blank",
      beneath("B ; note"),
      7,
      /Two blanks must separate an account and a comment/,
    ],
    ["a date in a posting's comment", beneath("B  ; date:2024-02-01"), 7, /Dates within comments/],
    ["a date in brackets", beneath("B  ; [=2024/02/01]"), 7, /Dates within comments/],
    ["a date in a comment line", beneath("; date: 2024-02-01"), 7, /Dates within comments/],
    ["a date in the comment of an entry", `${top}2024/01/02 b ; date:1/2\n`, 5, /Dates within comments/],
    ["a posting without an entry", `${top}\n  B  $1\n`, 6, /belongs to no entry/],
    ["a date without a year", `${top}01/02 a\n`, 5, /date without a year needs a default year/],
    ["a date of two numbers and a word", "2024-01 a\n", 1, /YYYY\/MM\/DD or YYYY-MM-DD/],
    ["a date of mixed signs", "2024-01/02 a\n", 1, /YYYY\/MM\/DD or YYYY-MM-DD/],
    ["an impossible day", "2023/02/29 a\n", 1, /date "2023\/02\/29" does not exist/],
    ["an automated entry", "= expr\n", 1, /Automated/],
    ["a periodic entry", "~ monthly\n", 1, /Periodic/],
    ["an include of several files", "include *.ledger\n", 1, /several files/],
    ["apply account", "apply account X\n", 1, /`apply`/],
    ["an alias", "alias a=b\n", 1, /`alias`/],
    ["a comment block without an end", "comment\nx\n", 1, /not ended/],
    ["a default commodity", "D 1,000.00 EUR\n", 1, /other than dollars/],
    ["a clock entry", "i 2024/01/01 09:00 x\n", 1, /Timeclock/],
    ["another directive", "bucket Acme\n", 1, /begins with "bucket" is not supported/],
    ["an account that is another", "account Assets:A\n  alias a\n", 2, /"alias" below/],
    ["a decimal comma", "commodity $1.000,00\n", 1, /decimal comma/],
    ["a decimal comma beneath", "commodity $\n  format $1.000,00\n", 2, /decimal comma/],
    ["a NUL", "2024/01/01 a\u0000\n", 1, /payee contains a NUL/],
    ["a long payee", `2024/01/01 ${"é".repeat(1001)}\n`, 1, /payee is longer than 1000/],
    [
      "a long comment behind a posting",
      beneath(`B  $-1  ; ${"é".repeat(1001)}`),
      7,
      /comment is longer than 1000/,
    ],
    ["a long line", `;${"x".repeat(1_100_000)}`, 1, /longer than 1048576/],
    ["amounts too large to add", beneath("B  $90071992547409.91"), 7, /too large/],
  ])("%s", async (_, text, number, reason) => {
    const problem = await problemOf(text);
    expect(problem.line).toBe(number);
    expect(problem.reason).toMatch(reason);
    expect(problem.message).toBe(`Line ${number}: ${problem.reason}`);
  });

  test("an entry of too many postings", async () => {
    const text = `2024/01/01 a\n${"  A  $1\n".repeat(1001)}`;
    expect(await problemOf(text)).toMatchObject({
      line: 1002,
      reason: expect.stringContaining("at most 1000 lines") as string,
    });
  });

  test("bytes that are not UTF-8, by their line", async () => {
    const latin = Buffer.from("2024/01/01 a\n  A  $1\n  caf\u00e9\n", "latin1");
    for (const size of [1 << 20, 1])
      expect(await problemOf(latin, size)).toMatchObject({ line: 3, reason: "The file is not UTF-8 here." });
  });
});
