/** Plain-text ledgers: what is read, and every feature that is not, by its line. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LineProblem } from "../../../platform/text/line-problem.ts";
import { dollars, type ParsedVoucher } from "./parsed-voucher.ts";
import { readPlainTextLedger } from "./plain-text-ledger.ts";

async function read(input: string | Uint8Array, size = 1 << 20): Promise<ParsedVoucher[]> {
  const bytes = typeof input === "string" ? Buffer.from(input) : Buffer.from(input);
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
  const vouchers: ParsedVoucher[] = [];
  for await (const voucher of readPlainTextLedger(chunks)) vouchers.push(voucher);
  return vouchers;
}

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
    ["another commodity", beneath("B  €-1"), 7, /other commodities are not supported/],
    ["no commodity", beneath("B  -1"), 7, /no currency/],
    ["a price", beneath("B  -1 EUR @ $1"), 7, /Prices/],
    ["a balance assertion", beneath("B  $-1 = $5"), 7, /Balance assertions/],
    ["a balance assignment", beneath("B  = $5"), 7, /Balance assertions/],
    ["a lot", beneath("B  -1 X {$1}"), 7, /Lots/],
    ["a computed amount", beneath("B  ($1 * -1)"), 7, /Computed amounts/],
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
    ["a second date", "2024/01/01=2024/01/02 a\n", 1, /second date/],
    ["a date without a year", `${top}01/02 a\n`, 5, /date without a year/],
    ["a date with other signs", "2024.01.02 a\n", 1, /YYYY\/MM\/DD or YYYY-MM-DD/],
    ["a date of mixed signs", "2024-01/02 a\n", 1, /YYYY\/MM\/DD or YYYY-MM-DD/],
    ["an impossible day", "2023/02/29 a\n", 1, /date "2023\/02\/29" does not exist/],
    ["an automated entry", "= expr\n", 1, /Automated/],
    ["a periodic entry", "~ monthly\n", 1, /Periodic/],
    ["an include", "include other.ledger\n", 1, /`include`/],
    ["an include, old style", "!include other.ledger\n", 1, /`include`/],
    ["apply account", "apply account X\n", 1, /`apply`/],
    ["an alias", "alias a=b\n", 1, /`alias`/],
    ["a comment block", "comment\nx\nend comment\n", 1, /Comment blocks/],
    ["a price", "P 2024/01/01 EUR $1\n", 1, /Prices/],
    ["a default commodity", "D $1,000.00\n", 1, /default commodity/],
    ["a default year", "Y 2024\n", 1, /default year/],
    ["a default year in a word", "year 2024\n", 1, /default year/],
    ["a clock entry", "i 2024/01/01 09:00 x\n", 1, /Timeclock/],
    ["an outline", "* 2024\n", 1, /begin comments with/],
    ["another directive", "payee Acme\n", 1, /begins with "payee" is not supported/],
    ["an account that is another", "account Assets:A\n  alias a\n", 2, /"alias" beneath/],
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
