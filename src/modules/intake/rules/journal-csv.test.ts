/** Journals as CSV: what is read, and every refusal by its line. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LineProblem } from "../../../platform/text/line-problem.ts";
import type { ColumnNames } from "./csv-columns.ts";
import { type JournalCsvOptions, readJournalCsv } from "./journal-csv.ts";
import { dollars, type ParsedVoucher } from "./parsed-voucher.ts";

async function read(
  input: string | Uint8Array,
  options: JournalCsvOptions = {},
  size = 1 << 20,
): Promise<ParsedVoucher[]> {
  const bytes = typeof input === "string" ? Buffer.from(input) : Buffer.from(input);
  function* cut(): Generator<Uint8Array> {
    const chunk = new Uint8Array(size);
    for (let from = 0; from < bytes.length; from += size) {
      // The same chunk is filled again each time, as a caller with one buffer would.
      chunk.set(bytes.subarray(from, from + size));
      yield chunk.subarray(0, Math.min(size, bytes.length - from));
    }
  }
  const vouchers: ParsedVoucher[] = [];
  for await (const voucher of readJournalCsv(cut(), options)) vouchers.push(voucher);
  return vouchers;
}

const HEADER = "journal,date,description,account,debit,credit";
const SMALL = `${HEADER}
1,2024-01-05,Rent,Expenses:Rent,"$1,200.00",
1,2024-01-05,Rent,Assets:Cash,,1200
2,2024/01/06,"Acme, Inc.",Assets:Cash,10.5,0.00

2,2024/01/06,"Acme, Inc.",Income:Sales,,10.50
`;
const EXPECTED = [
  {
    line: 2,
    journal: "1",
    date: "2024-01-05",
    description: "Rent",
    merchant: "Rent",
    lines: [
      { account: "Expenses:Rent", department: null, netDebitCents: 120_000, line: 2 },
      { account: "Assets:Cash", department: null, netDebitCents: -120_000, line: 3 },
    ],
  },
  {
    line: 4,
    journal: "2",
    date: "2024-01-06",
    description: "Acme, Inc.",
    merchant: "Acme, Inc.",
    lines: [
      { account: "Assets:Cash", department: null, netDebitCents: 1050, line: 4 },
      { account: "Income:Sales", department: null, netDebitCents: -1050, line: 6 },
    ],
  },
];

/** Account, department and amount of each line, as one text for each voucher. */
function brief(vouchers: readonly ParsedVoucher[]): string[] {
  return vouchers.map(({ lines }) =>
    lines.map((line) => `${line.account} ${line.department ?? "-"} ${line.netDebitCents}`).join("; "),
  );
}

describe("what is read", () => {
  test("vouchers with their lines", async () => {
    expect(await read(SMALL)).toEqual(EXPECTED);
  });

  test("with CRLF, with a byte order mark, in another order of columns, cut anywhere", async () => {
    expect(await read(SMALL.replaceAll("\n", "\r\n"))).toEqual(EXPECTED);
    for (const size of [1, 2, 3, 7])
      expect(await read(`\ufeff${SMALL.trimEnd()}`, {}, size)).toEqual(EXPECTED);
    const turned =
      "Credit, Account ,note,DATE,debit,description,Journal\n,Expenses:X,n,2024-01-05,1,d,1\n1,Assets:Y,,2024-01-05,,,1\n";
    expect(brief(await read(turned))).toEqual(["Expenses:X - 100; Assets:Y - -100"]);
  });

  test("a header alone is an empty journal", async () => {
    expect(await read(`${HEADER}\n`)).toEqual([]);
  });

  test("columns by other names, a signed amount, merchants and departments", async () => {
    const columns: ColumnNames = {
      journal: "Num",
      account: "Split",
      amount: "Sum",
      merchant: "Who",
      department: "Class",
    };
    const text =
      "Num,Date,Description,Split,Sum,Who,Class,debit\nA,2024-01-05,,Expenses:X,(2.50),,,7\nA,2024-01-05,late text,Assets:Y,$2.50,Acme,Ops,\n";
    const [voucher] = await read(text, { columns });
    expect(voucher).toMatchObject({ journal: "A", description: "late text", merchant: "Acme" });
    expect(brief(await read(text, { columns }))).toEqual(["Expenses:X - -250; Assets:Y Ops 250"]);
    expect((await read(text.replace("Acme", ""), { columns }))[0]?.merchant).toBeNull();
  });

  test("a column named amount serves when there are no debits and credits", async () => {
    expect(brief(await read("date,account,amount\n2024-01-05,A,5\n2024-01-05,B,-5\n"))).toEqual([
      "A - 500; B - -500",
    ]);
  });

  test("the merchant is the description, or none if the caller says so", async () => {
    expect((await read(SMALL, { merchant: "none" })).map((voucher) => voucher.merchant)).toEqual([
      null,
      null,
    ]);
    expect((await read(SMALL.replaceAll("Rent,", ",")))[0]).toMatchObject({
      description: "",
      merchant: null,
    });
  });

  test("month/day/year only when it is asked for", async () => {
    const text = SMALL.replaceAll("2024-01-05", "1/5/2024").replaceAll("2024/01/06", "01/06/2024");
    expect(await read(text, { dates: "MM/DD/YYYY" })).toEqual(EXPECTED);
    expect(await read(SMALL, { dates: "MM/DD/YYYY" })).toEqual(EXPECTED);
    await expect(read(text)).rejects.toThrow('Line 2: "1/5/2024" is not a date of the form YYYY-MM-DD.');
  });

  test("lines are numbered rightly after blank lines and fields that span lines", async () => {
    const text = `${HEADER}\r\n\r\n1,2024-01-05,"two\r\nlines",A,1,\r\n,,,,,\r\n1,2024-01-05,"three\n\nlines",B,,1\r\n\r\n2,2024-01-05,x,C,1,\r\n`;
    await expect(read(text)).rejects.toMatchObject({ line: 10 });
    const [first] = await read(text.slice(0, text.indexOf("2,2024")).concat("\r\n"));
    expect(first?.lines.map((line) => line.line)).toEqual([3, 6]);
    expect(first?.description).toBe("two\r\nlines");
  });

  test("without a column of journals a voucher ends where its sum returns to zero", async () => {
    const rows = [
      "d,A,1",
      "d,B,-1",
      "d,Z,0",
      "d,C,2",
      "d,D,-1",
      "d,E,-1",
      "e,Z,0",
      "e,Y,0",
      "f,G,1",
      "f,H,-1",
      "f,Z,0",
      "f,Y,0",
    ];
    const text = `date,description,account,amount\n${rows.map((row) => `2024-01-05,${row}`).join("\n")}\n`;
    expect(brief(await read(text))).toEqual([
      "A - 100; B - -100",
      "Z - 0; C - 200; D - -100; E - -100",
      "Z - 0; Y - 0",
      "G - 100; H - -100; Z - 0; Y - 0",
    ]);
    expect((await read(text)).map((voucher) => [voucher.line, voucher.journal])).toEqual([
      [2, null],
      [4, null],
      [8, null],
      [10, null],
    ]);
  });

  test("each line keeps a description and a merchant of its own", async () => {
    const text =
      "journal,date,description,account,amount,Who\nA,2024-01-05,Trip,X,3,Acme\nA,2024-01-05,Hotel,Y,-1,\nA,2024-01-05,,Z,-2,Rail\n";
    const [voucher] = await read(text, { columns: { merchant: "Who" } });
    expect(voucher).toMatchObject({ description: "Trip", merchant: "Acme" });
    expect(voucher?.lines.map(({ description, merchant }) => [description, merchant])).toEqual([
      [undefined, undefined],
      ["Hotel", undefined],
      [undefined, "Rail"],
    ]);
    expect((await read(text))[0]).toMatchObject({
      merchant: "Trip",
      lines: [{}, { description: "Hotel" }, {}],
    });
  });

  test("debits and credits may be negative and turn round", async () => {
    expect(
      brief(await read(`${HEADER}\n1,2024-01-05,,A,-5,\n1,2024-01-05,,B,,(5)\n1,2024-01-05,,C,0,0\n`)),
    ).toEqual(["A - -500; B - 500; C - 0"]);
  });

  test("any balanced journal is read back as it was written, with and without journal numbers", async () => {
    const text = fc.stringMatching(/^[ -~é…"\n,]{0,20}$/).map((value) => value.trim());
    const split = fc.tuple(
      fc.array(
        fc.integer({ min: -9_999_999, max: 9_999_999 }).filter((value) => value !== 0),
        { minLength: 1, maxLength: 5 },
      ),
      fc.constantFrom("", "Ops", 'a "b"'),
    );
    const voucher = fc.record({ day: fc.integer({ min: 1, max: 28 }), description: text, split });
    const quote = (value: string): string =>
      /[",\n\r]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
    await fc.assert(
      fc.asyncProperty(
        fc.array(voucher, { maxLength: 12 }),
        fc.boolean(),
        fc.integer({ min: 1, max: 60 }),
        async (vouchers, numbered, size) => {
          const rows = [`${numbered ? "journal," : ""}date,description,account,debit,credit,dept`];
          const expected: object[] = [];
          for (const [index, { day, description, split: parts }] of vouchers.entries()) {
            const [amounts, department] = parts;
            const sum = amounts.reduce((total, amount) => total + amount, 0);
            // A voucher without a number must not come back to zero before its end.
            if (
              sum === 0 ||
              amounts.some(
                (_, end) => amounts.slice(0, end + 1).reduce((total, amount) => total + amount, 0) === 0,
              )
            )
              continue;
            const lines = [...amounts, -sum].map((cents, place) => ({
              account: `Assets:A${place}`,
              department: department === "" ? null : department,
              netDebitCents: cents,
            }));
            const date = `2024-02-${String(day).padStart(2, "0")}`;
            for (const { account, netDebitCents: cents } of lines) {
              const sides = cents > 0 ? `${dollars(cents)},` : `,${dollars(cents)}`;
              rows.push(
                `${numbered ? `${index},` : ""}${date},${quote(description)},${account},${sides},${quote(department)}`,
              );
            }
            expected.push({
              journal: numbered ? String(index) : null,
              date,
              description,
              merchant: description === "" ? null : description,
              lines,
            });
          }
          const found = await read(rows.join("\n"), { columns: { department: "dept" } }, size);
          expect(found).toMatchObject(expected);
          expect(found).toHaveLength(expected.length);
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe("what is refused", () => {
  const after = (...rows: string[]): string =>
    [HEADER, "1,2024-01-05,d,A,1.00,", "1,2024-01-05,d,B,,1.00", ...rows].join("\n");
  test.each<[string, string, number, RegExp]>([
    ["an empty file", "", 1, /empty/],
    ["blank lines only", "\n\n", 1, /empty/],
    [
      "a missing column",
      "journal,date,description,debit,credit\n",
      1,
      /no column named "account"; the header has "journal", "date"/,
    ],
    ["no amounts", "date,account\n", 1, /needs the columns debit and credit/],
    ["one of debit and credit", "date,account,debit\n", 1, /no column named "credit"/],
    ["a column twice", "date,account,Debit,credit,debit\n", 1, /two columns named "debit"/],
    [
      "an unbalanced voucher",
      after("2,2024-01-05,d,A,1.00,", "2,2024-01-05,d,B,,0.99"),
      4,
      /debits exceed its credits by 0\.01/,
    ],
    [
      "an unbalanced voucher, turned",
      after("2,2024-01-05,d,A,,1234.5", "3,2024-01-05,d,B,,1"),
      4,
      /credits exceed its debits by 1234\.50/,
    ],
    ["a scattered voucher", after("2,2024-01-05,d,A,0,", "1,2024-01-05,d,B,0,"), 5, /"1" ended further up/],
    [
      "a scattered voucher by name",
      after("x,2024-01-05,d,A,0,", "y,2024-01-05,d,B,0,", "x,2024-01-05,d,A,0,"),
      6,
      /"x" ended/,
    ],
    [
      "a ledger sorted by account, by journals",
      `${HEADER}\n1,2024-01-05,d,A,5,\n2,2024-01-06,d,A,7,\n1,2024-01-05,d,B,,5\n`,
      2,
      /debits exceed its credits by 5\.00\. Line 4 has the same journal, "1": the lines of a voucher must be together/,
    ],
    [
      "a ledger sorted by account, without journals",
      "date,description,account,amount\n2024-01-05,d,A,5\n2024-01-05,e,A,7\n2024-01-06,d,B,-5\n2024-01-05,d,B,-5\n",
      2,
      /by 5\.00\. Line 5 has the same date and description/,
    ],
    [
      "an unbalanced voucher before another fault",
      after("2,2024-01-05,d,A,1.00,", "3,2024-01-05,d,B,,0.99", "2,2024-01-05"),
      4,
      /by 1\.00\.$/,
    ],
    [
      "a heading of an account",
      after(",,,Checking,,"),
      4,
      /no date and no amount, like the headings of a general ledger/,
    ],
    [
      "two dates in a voucher",
      after("2,2024-01-05,d,A,1,", "2,2024-01-06,d,B,,1"),
      5,
      /different date here, 2024-01-06; it began with 2024-01-05/,
    ],
    ["an impossible day", after("2,2024-02-30,d,A,1,"), 4, /"2024-02-30" is not a date/],
    ["no date", after("2,,d,A,1,"), 4, /no date/],
    ["no journal", after(",2024-01-05,d,A,1,"), 4, /names no journal/],
    ["no account", after("2,2024-01-05,d, ,1,"), 4, /names no account/],
    ["both sides", after("2,2024-01-05,d,A,1,2"), 4, /both a debit and a credit/],
    ["no side", after("2,2024-01-05,d,A, ,"), 4, /neither a debit nor a credit/],
    ["an exponent", after("2,2024-01-05,d,A,1e3,"), 4, /debit "1e3" is not an amount/],
    ["fractions of a cent", after("2,2024-01-05,d,A,,1.005"), 4, /credit "1\.005" is finer than a cent/],
    ["another currency", after("2,2024-01-05,d,A,€5,"), 4, /is not an amount of dollars/],
    ["too few fields", after("2,2024-01-05,d,A,1"), 4, /not as many fields/],
    ["too many fields", after("2,2024-01-05,d,A,1,,"), 4, /not as many fields/],
    ["an open quote", after("", '2,2024-01-05,"d,A,1,', "3,2024-01-05,d,A,1,"), 5, /not closed/],
    ["a quote within a field", after('2,2024-01-05,d"e,A,1,'), 4, /middle of a field/],
    ["text after a quote", after('2,2024-01-05,"d"e,A,1,'), 4, /follows a closing quote/],
    ["a NUL", after("2,2024-01-05,d\u0000,A,1,"), 4, /^The description contains a NUL character\.$/],
    ["a long account", after(`2,2024-01-05,d,${"A".repeat(1001)},1,`), 4, /account is longer than 1000/],
    ["the first of two faults", after("2,bad,d,A,1,", '2,2024-01-05,"d,A,1,'), 4, /"bad" is not a date/],
    [
      "amounts too large to add",
      after("2,2024-01-05,d,A,90071992547409.91,", "2,2024-01-05,d,A,0.01,"),
      5,
      /too large to add/,
    ],
    [
      "old line ends",
      "date,account,amount\r2024-01-05,A,1\r",
      1,
      /^The lines of the file must end with LF or CRLF, not with CR alone\.$/,
    ],
  ])("%s", async (_, text, line, reason) => {
    for (const size of [1 << 20, 5]) {
      const problem: unknown = await read(text, {}, size).catch((error: unknown) => error);
      expect(problem).toBeInstanceOf(LineProblem);
      expect(problem).toMatchObject({ line, reason: expect.stringMatching(reason) as string });
    }
  });

  test.each<[string, ColumnNames, RegExp]>([
    ["a named column that is not there", { journal: "Voucher" }, /no column named "Voucher"/],
    ["an optional column that is named and not there", { department: "Class" }, /no column named "Class"/],
    ["both ways of amounts", { amount: "debit", credit: "credit" }, /not both/],
  ])("%s", async (_, columns, reason) => {
    await expect(read(SMALL, { columns })).rejects.toThrow(reason);
  });

  test("bytes that are not UTF-8, by their line", async () => {
    const latin = Buffer.from(`${HEADER}\n1,2024-01-05,d,A,1,\n1,2024-01-05,caf\u00e9,B,,1\n`, "latin1");
    for (const size of [1 << 20, 1])
      await expect(read(latin, {}, size)).rejects.toMatchObject({
        line: 3,
        reason: "The file is not UTF-8 here.",
      });
    await expect(read(Buffer.concat([Buffer.from(SMALL), Buffer.of(0xe2, 0x82)]))).rejects.toMatchObject({
      line: 7,
    });
  });

  test("a voucher of too many lines, at the first that is too many", async () => {
    const lines = (count: number): string =>
      [
        HEADER,
        ...Array.from(
          { length: count },
          (_, index) => `1,2024-01-05,d,A,${index % 2 ? "," : ""}1${index % 2 ? "" : ","}`,
        ),
      ].join("\n");
    expect((await read(lines(1000)))[0]?.lines).toHaveLength(1000);
    await expect(read(lines(1002))).rejects.toMatchObject({
      line: 1002,
      reason: expect.stringContaining("at most 1000 lines") as string,
    });
  });

  test("the vouchers before a fault are given out first", async () => {
    const seen: number[] = [];
    const journal = readJournalCsv([Buffer.from(after("2,2024-01-05,d,A,1,", "3,2024-01-05,d,A,1,"))]);
    await expect(
      (async () => {
        for await (const voucher of journal) seen.push(voucher.line);
      })(),
    ).rejects.toBeInstanceOf(LineProblem);
    expect(seen).toEqual([2]);
  });
});
