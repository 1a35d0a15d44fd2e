/**
 * Books written as each program exports them come back to the cent: made-up ones, and the real books of a
 * non-profit. Files that are damaged end in a refusal, never in another error.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { describeWith, outsideData, outsideProgram } from "../../../../../test/acceptance/outside.ts";
import { BOOK_WRITERS, type BookVoucher, readBooksFile } from "../../../../../test/support/books.ts";
import { OFFICE, workbooksOfCsv } from "../../../../../test/support/office.ts";
import { Refusal } from "../../../../core/errors.ts";
import { LineProblem } from "../../../../platform/text/line-problem.ts";
import { readJournalCsv } from "../journal-csv.ts";

const ACCOUNTS = [
  "Assets:Bank",
  "Assets:Box-A:Till",
  "Liabilities:Loan-X",
  "Equity:Stock",
  "Income:Sales",
  "Expenses:Rent",
];
const FORMATS = Object.keys(BOOK_WRITERS);

/** Debit minus credit by account. */
function balancesOf(vouchers: readonly BookVoucher[]): Record<string, number> {
  const balances: Record<string, number> = {};
  for (const { lines } of vouchers)
    for (const { account, cents } of lines) balances[account] = (balances[account] ?? 0) + cents;
  return balances;
}

const anyVoucher: fc.Arbitrary<BookVoucher> = fc
  .record({
    day: fc.integer({ min: 1, max: 28 }),
    month: fc.integer({ min: 1, max: 12 }),
    description: fc.stringMatching(/^[A-Za-z][A-Za-z0-9 &'é,-]{0,15}[a-z]$/),
    lines: fc.array(
      fc.record({
        account: fc.constantFrom(...ACCOUNTS),
        cents: fc.integer({ min: -9_999_999, max: 9_999_999 }).filter((cents) => cents !== 0),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  })
  .map(({ day, month, description, lines }) => {
    const sum = lines.reduce((total, { cents }) => total + cents, 0);
    return {
      date: `2025-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`,
      description,
      lines: sum === 0 ? lines : [...lines, { account: "Equity:Rest", cents: -sum }],
    };
  });

describe("books that are written in each format and read again", () => {
  test.each(FORMATS)("%s", async (format) => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyVoucher, { minLength: 1, maxLength: 6 }), async (vouchers) => {
        // The last day shows the order of day and month.
        const last: BookVoucher = {
          date: "2025-12-31",
          description: "last",
          lines: [
            { account: "Assets:Bank", cents: 1 },
            { account: "Equity:Rest", cents: -1 },
          ],
        };
        const books = [...vouchers, last];
        const read = await readBooksFile(BOOK_WRITERS[format]?.(books) ?? "");
        expect(read.balances).toEqual(balancesOf(books));
      }),
      { numRuns: 25 },
    );
  });
});

describe("damaged files", () => {
  const books: readonly BookVoucher[] = [
    {
      date: "2025-12-31",
      description: "one",
      lines: [
        { account: "Assets:Bank", cents: 123_456 },
        { account: "Income:Sales", cents: -123_456 },
      ],
    },
    {
      date: "2025-01-02",
      description: "two",
      lines: [
        { account: "Expenses:Rent", cents: 5_000 },
        { account: "Assets:Bank", cents: -5_000 },
      ],
    },
  ];

  test.each(FORMATS)("%s, with bytes changed, left out or repeated", async (format) => {
    const whole = Buffer.from(BOOK_WRITERS[format]?.(books) ?? "");
    await fc.assert(
      fc.asyncProperty(
        fc.nat(whole.length - 1),
        fc.nat(40),
        fc.constantFrom("", "\0", '"', "\n", ",", "-", "9", "\u00ff", "<", "2025-02-30", "1e9"),
        async (from, length, text) => {
          const damaged = Buffer.concat([
            whole.subarray(0, from),
            Buffer.from(text, "latin1"),
            whole.subarray(from + length),
          ]);
          try {
            const { balances } = await readBooksFile(damaged);
            expect(Object.values(balances).reduce((total, each) => total + each, 0)).toBe(0);
          } catch (error) {
            if (!(error instanceof LineProblem || error instanceof Refusal)) throw error;
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test("bytes of any kind", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        await expect(readBooksFile(bytes)).rejects.toSatisfy(
          (error) => error instanceof LineProblem || error instanceof Refusal,
        );
      }),
      { numRuns: 60 },
    );
  });
});

const HACKCLUB = outsideData("hackclub");

async function hackclubBooks(): Promise<readonly BookVoucher[]> {
  const vouchers: BookVoucher[] = [];
  for await (const { date, description, lines } of readJournalCsv([
    readFileSync(join(HACKCLUB.path, "journal.csv")),
  ]))
    vouchers.push({
      date,
      description: description.replaceAll(/[;"\t]/g, " "),
      // beancount's names have no blanks.
      lines: lines.map(({ account, netDebitCents }) => ({
        account: account.replaceAll(/[^A-Za-z0-9:]+/g, "-"),
        cents: netDebitCents,
      })),
    });
  return vouchers;
}

describeWith(HACKCLUB, "the books of a non-profit", () => {
  test.each(FORMATS)("written as %s", async (format) => {
    const vouchers = await hackclubBooks();
    const read = await readBooksFile(BOOK_WRITERS[format]?.(vouchers) ?? "");
    expect(read.balances).toEqual(balancesOf(vouchers));
    expect(Object.keys(read.balances).length).toBeGreaterThan(40);
  });

  describeWith(outsideProgram(OFFICE), "saved as workbooks by another program", () => {
    test("have the same balances", async () => {
      const vouchers = await hackclubBooks();
      const formats = ["quickbooks-journal", "quickbooks-ledger", "xero-journal", "xero-ledger"];
      const workbooks = await workbooksOfCsv(formats.map((format) => BOOK_WRITERS[format]?.(vouchers) ?? ""));
      for (const [at, format] of formats.entries()) {
        const read = await readBooksFile(workbooks[at] ?? "");
        expect([format, read.balances]).toEqual([format, balancesOf(vouchers)]);
      }
    }, 120_000);
  });
});
