/** Files as banks write them, and as nobody should: each line is read right or refused. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LineProblem } from "../../../../platform/text/line-problem.ts";
import { paced } from "../../../../platform/time/turn.ts";
import { readCsv, type CsvOptions } from "./csv-statement.ts";

const NOTHING_SAID: CsvOptions = { columns: {}, dateFormat: null, signs: null, isCard: false, account: null };

/** A file in pieces that are cut anywhere. */
function inPieces(bytes: Uint8Array, size = bytes.length < 10_000 ? 7 : 65_536): Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
}

const read = (text: string | Uint8Array, options: Partial<CsvOptions> = {}) =>
  readCsv(inPieces(Buffer.from(text)), { ...NOTHING_SAID, ...options }, paced);

/** The lines as tuples, and the errors by line and code. */
async function linesAndErrors(text: string | Uint8Array, options: Partial<CsvOptions> = {}) {
  const { lines, errors } = await read(text, options);
  return [
    ...lines.map(({ date, amount_cents, description }) => `${date} ${amount_cents} ${description}`),
    ...errors.map(({ line, code }) => `${line} ${code}`),
  ];
}

/** Why a file is refused. */
async function refusal(text: string | Uint8Array, options: Partial<CsvOptions> = {}): Promise<string> {
  const error = await read(text, options).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(LineProblem);
  return (error as LineProblem).message;
}

describe("columns", () => {
  test.each([
    [
      "of one signed amount",
      "Date,Description,Amount\n2026-01-05,Rent,-900.00\n",
      ["2026-01-05 -90000 Rent"],
    ],
    [
      "of a card export with two days and a kind",
      "Transaction Date,Post Date,Description,Category,Type,Amount,Memo\n01/13/2026,01/15/2026,SHOP,Home,Sale,-5.00,\n",
      ["2026-01-15 -500 SHOP"],
    ],
    [
      "of a bank whose rows have a comma more",
      "Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #\nDEBIT,01/31/2026,FEE,-2.00,ACH,10.00,,\nCREDIT,01/30/2026,IN,3.00,ACH,10.00,,\n",
      ["2026-01-31 -200 FEE", "2026-01-30 300 IN"],
    ],
    [
      "of debits and credits",
      "Date,Payee,Debit,Credit\n2026-01-05,Out,5.00,\n2026-01-05,In,,7.00\n2026-01-05,Zero,0.00,7.00\n",
      ["2026-01-05 -500 Out", "2026-01-05 700 In", "2026-01-05 700 Zero"],
    ],
    [
      "of debits that all have a minus",
      "Date,Payee,Debit,Credit\n2026-01-05,Out,-5.00,\n2026-01-05,In,,7.00\n",
      ["2026-01-05 -500 Out", "2026-01-05 700 In"],
    ],
    [
      "of amounts without a sign beside debit and credit",
      "Date,Description,Amount,Type\n2026-01-05,Out,5.00,debit\n2026-01-05,In,7.00,CREDIT\n",
      ["2026-01-05 -500 Out", "2026-01-05 700 In"],
    ],
    [
      "behind lines about the account",
      'Account,Checking\nBalance,"1,000.00"\n\nDate,Description,Amount\n2026-01-05,Rent,-1.00\n',
      ["2026-01-05 -100 Rent"],
    ],
    [
      "parted by semicolons",
      "Datum;Verwendungszweck;Betrag\n31.01.2026;Miete, Januar;-1.234,56\n",
      ["2026-01-31 -123456 Miete, Januar"],
    ],
    ["parted by tabs", "date\tdescription\tamount\n2026-01-05\ta, b; c\t1\n", ["2026-01-05 100 a, b; c"]],
    ["parted by bars", "Date|Amount|Name\n2026-01-05|1|x\n", ["2026-01-05 100 x"]],
    [
      "in quotes, over several lines",
      'Date,Description,Amount\r\n2026-01-05,"a ""b""\r\nc",1\r\n2026-01-06,d,2\r\n',
      ['2026-01-05 100 a "b"\r\nc', "2026-01-06 200 d"],
    ],
  ] as const)("%s are found", async (_what, text, expected) => {
    expect(await linesAndErrors(text)).toEqual(expected);
  });

  test("with debits of both signs, both or neither refuse those lines", async () => {
    expect(
      await linesAndErrors(
        "Date,Payee,Debit,Credit\n2026-01-05,a,5.00,\n2026-01-05,b,-5.00,\n2026-01-05,c,1,1\n2026-01-05,d,,\n",
      ),
    ).toEqual(["2026-01-05 -500 a", "3 invalid_amount", "4 invalid_amount", "5 invalid_amount"]);
  });

  test("of another currency refuse those lines", async () => {
    expect(
      await linesAndErrors("Date,Amount,Currency\n2026-01-05,1,USD\n2026-01-05,1,EUR\n2026-01-05,1,\n"),
    ).toEqual(
      ["2026-01-05 100 ", "3 other_currency", "2026-01-05 100 "].toSorted(
        (a, b) => Number(/^\d /.test(a)) - Number(/^\d /.test(b)),
      ),
    );
  });

  test("of an amount that the caller names are read even where debits and credits have their usual names", async () => {
    const text = "Date,Debit,Credit,Total\n2026-01-05,5.00,,-7.00\n";
    expect(await linesAndErrors(text)).toEqual(["2026-01-05 -500 "]);
    expect(await linesAndErrors(text, { columns: { amount: "Total" } })).toEqual(["2026-01-05 -700 "]);
  });

  test("can be given by the caller, by name or by number", async () => {
    const text = "date;when;amount;spent\n2026-01-05;2026-02-06;1,00;2,00\n";
    expect(await linesAndErrors(text)).toEqual(["2026-01-05 100 "]);
    expect(await linesAndErrors(text, { columns: { date: "When", debit: "spent" } })).toEqual([
      "2026-02-06 -200 ",
    ]);
    expect(await linesAndErrors(text, { columns: { date: 2, credit: 4 } })).toEqual(["2026-02-06 200 "]);
    expect(await linesAndErrors("2026-02-06\t5\n", { columns: { date: 1, amount: 2 } })).toEqual([
      "2026-02-06 500 ",
    ]);
    expect(await refusal(text, { columns: { date: "nowhere" } })).toContain('"nowhere"');
    expect(await refusal("Date,Amount,Amount\n2026-01-05,1,2\n")).toContain("two columns");
  });
});

describe("a column that says debit or credit", () => {
  const beside = (...rows: readonly string[]) =>
    linesAndErrors(
      `Date,Description,Amount,Type\n${rows.map((row, index) => `2026-01-05,${"abcdefgh"[index]},${row}\n`).join("")}`,
    );
  const messages = async (...rows: readonly string[]) =>
    (await read(`Date,Amount,Type\n${rows.map((row) => `2026-01-05,${row}\n`).join("")}`)).errors.map(
      ({ message }) => message,
    );

  test("is used as soon as one line says so, and a line that says neither is refused", async () => {
    expect(await beside("5.00,Debit", "7.00,Credit", "3.00,Fee", "4.00,")).toEqual([
      "2026-01-05 -500 a",
      "2026-01-05 700 b",
      "4 invalid_amount",
      "5 invalid_amount",
    ]);
    expect(await beside("3.00,Fee", "5.00,DR")).toEqual(["2026-01-05 -500 b", "2 invalid_amount"]);
    expect(await messages("5.00,Debit", "3.00,Fee", "3.00,")).toEqual([
      expect.stringContaining('this one says "Fee"'),
      expect.stringContaining("this one says nothing"),
    ]);
  });

  test("beside a sign refuses the line, where signs do not say the same in the whole file", async () => {
    expect(
      await beside(
        "5.00,Debit",
        "-5.00,Debit",
        "7.00,Credit",
        "(1.00),Credit",
        "+2.00,Credit",
        "1.00-,Debit",
      ),
    ).toEqual([
      "2026-01-05 -500 a",
      "2026-01-05 700 c",
      ...[3, 5, 6, 7].map((line) => `${line} invalid_amount`),
    ]);
    expect(await beside("5.00,Debit", "-7.00,Credit")).toEqual(["2026-01-05 -500 a", "3 invalid_amount"]);
    expect(await messages("5.00,Debit", "-5.00,Debit")).toEqual([
      expect.stringContaining('"-5.00" has a sign besides "Debit"'),
    ]);
  });

  test("adds nothing where every sign goes with it", async () => {
    expect(await beside("-5.00,Debit", "7.00,Credit", "0.00,Debit", "(1.00),debit", "-9.00,Check")).toEqual([
      "2026-01-05 -500 a",
      "2026-01-05 700 b",
      "2026-01-05 0 c",
      "2026-01-05 -100 d",
      "2026-01-05 -900 e",
    ]);
    // What a line is about may be one of the words, too.
    expect(
      await linesAndErrors(
        "Date,Details,Amount\n2026-01-05,Rent,-9.00\n2026-01-05,Deposit,5.00\n2026-01-05,Sale,6.00\n",
      ),
    ).toEqual(["2026-01-05 -900 Rent", "2026-01-05 500 Deposit", "2026-01-05 600 Sale"]);
  });

  test("is decided by lines with a day and an amount that can be read", async () => {
    const text = "Date,Description,Amount,Type\n2026-01-05,a,5.00,Debit\n2026-01-05,b,7.00,Credit\n";
    const lines = ["2026-01-05 -500 a", "2026-01-05 700 b"];
    expect(await linesAndErrors(`${text}Total,,-2.00,\n`)).toEqual([...lines, "4 invalid_date"]);
    expect(await linesAndErrors(`${text}2026-01-05,c,-x,Debit\n`)).toEqual([...lines, "4 invalid_amount"]);
    expect(
      await linesAndErrors("Date,Description,Amount,Type\n2026-01-05,a,5.00,Sale\nTotal,,5.00,Debit\n"),
    ).toEqual(["2026-01-05 500 a", "3 invalid_date"]);
    expect(
      await linesAndErrors(text.replaceAll("5.00,Debit", "-5.00,Debit").concat("Total,,2.00,Debit\n")),
    ).toEqual([...lines, "4 invalid_date"]);
  });
});

describe("days", () => {
  const dated = (...dates: readonly string[]) =>
    `Date,Amount\n${dates.map((date) => `"${date}",1\n`).join("")}`;
  const days = async (text: string, options: Partial<CsvOptions> = {}) =>
    (await linesAndErrors(text, options)).map((line) => line.split(" 100")[0]);

  test("are read as all of the file say together", async () => {
    expect(await days(dated("01/02/2026", "01/13/2026"))).toEqual(["2026-01-02", "2026-01-13"]);
    expect(await days(dated("01/02/2026", "13/01/2026"))).toEqual(["2026-02-01", "2026-01-13"]);
    expect(await days(dated("1/2/26", "1-13-26"))).toEqual(["2026-01-02", "2026-01-13"]);
    expect(await days(dated("01.02.2026"))).toEqual(["2026-02-01"]);
    expect(await days(dated("05/05/2026"))).toEqual(["2026-05-05"]);
    expect(
      await days(
        dated(
          "20260105",
          "2026/01/06",
          "2026-01-07 13:45:00",
          "2026-01-08T23:59:59Z",
          "Jan 9, 2026",
          "10 January 2026",
          "11-Sep-2026",
        ),
      ),
    ).toEqual([
      "2026-01-05",
      "2026-01-06",
      "2026-01-07",
      "2026-01-08",
      "2026-01-09",
      "2026-01-10",
      "2026-09-11",
    ]);
  });

  test("that could be read in two ways are not read, unless it is said how", async () => {
    expect(await refusal(dated("01/02/2026", "03/04/2026"))).toMatch(/^Line 2: .*is ambiguous/);
    expect(await days(dated("01/02/2026"), { dateFormat: "MM/DD/YYYY" })).toEqual(["2026-01-02"]);
    expect(await days(dated("01/02/2026"), { dateFormat: "DD/MM/YYYY" })).toEqual(["2026-02-01"]);
    expect(await refusal(dated("13/01/2026", "01/14/2026"))).toContain("different formats");
  });

  test("that are invalid are refused line by line, and do not decide the order of day and month", async () => {
    expect(
      await days(
        dated(
          "01/13/2026",
          "99/99/2026",
          "",
          "yesterday",
          "2026-02-30",
          "2026-01-05x",
          "45000",
          "02/29/2026",
        ),
      ),
    ).toEqual(["2026-01-13", ...[3, 4, 5, 6, 7, 8, 9].map((line) => `${line} invalid_date`)]);
  });
});

describe("amounts", () => {
  const amounts = async (...given: readonly string[]) =>
    (await linesAndErrors(`Date;Amount\n${given.map((amount) => `2026-01-05;"${amount}"\n`).join("")}`)).map(
      (line) => line.replace("2026-01-05 ", "").trim(),
    );

  test("are read in one style", async () => {
    expect(
      await amounts(
        "1.5",
        "(1,234.56)",
        "$1,234.50",
        "-$5",
        "$-5",
        "−5",
        "5-",
        "USD 5.00",
        "5.00 USD",
        "+5",
        "1,234",
      ),
    ).toEqual(["150", "-123456", "123450", "-500", "-500", "-500", "-500", "500", "500", "500", "123400"]);
    expect(await amounts("1.234,56", "-1,5", "(1.234,50)", "1 234,00", "1.234", "5")).toEqual([
      "123456",
      "-150",
      "-123450",
      "123400",
      "123400",
      "500",
    ]);
  });

  test("that could be something else are refused by their line", async () => {
    const wrong = [
      "1e3",
      "0x10",
      "1.005",
      "€5",
      "5 EUR",
      "--5",
      "1,23,4.00",
      "NaN",
      "Infinity",
      "",
      "1.2.3",
      "five",
      "10000000000000.01",
      "١٢",
    ];
    expect(await amounts("1.00", ...wrong)).toEqual([
      "100",
      ...wrong.map((_, index) => `${index + 3} invalid_amount`),
    ]);
    // Beside a decimal point a decimal comma could be anything.
    expect(await amounts("1.50", "1,50", "1.234,56")).toEqual([
      "150",
      "3 invalid_amount",
      "4 invalid_amount",
    ]);
  });

  test(`with a point before three digits are read only where another amount tells what points
    are`, async () => {
    const either = ["-2.500", "2.500", "(12.340)", "$100.000", "2.505", "2.500-"];
    expect(await amounts("5", "1,234", ...either)).toEqual([
      "500",
      "123400",
      ...either.map((_, index) => `${index + 4} invalid_amount`),
    ]);
    expect(await amounts("-2.500", "1,50")).toEqual(["-250000", "150"]);
    expect(await amounts("-2.500", "1.50")).toEqual(["-250", "150"]);
    // Those can mean one thing only.
    expect(await amounts("12.3400", "1234.500")).toEqual(["1234", "123450"]);
    expect((await read("Date;Debit;Credit\n2026-01-05;2.500;\n")).errors).toEqual([
      {
        line: 2,
        code: "invalid_amount",
        message: expect.stringMatching(/^The debit "2.500" .* separate thousands or cents\.$/),
      },
    ]);
  });

  test("come back as they were, in any style", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: -100_000_000_000, max: 100_000_000_000 }),
        fc.constantFrom("point", "comma"),
        async (cents, style) => {
          const digits = String(Math.abs(cents)).padStart(3, "0");
          const grouped = digits.slice(0, -2).replaceAll(/\B(?=(\d{3})+$)/g, style === "point" ? "," : ".");
          const text = `${cents < 0 ? "-" : ""}${grouped}${style === "point" ? "." : ","}${digits.slice(-2)}`;
          expect(await amounts(text)).toEqual([String(cents)]);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("encodings", () => {
  const text = "Date,Description,Amount\n2026-01-05,Café Zürich – 5 €,1\n";
  const line = ["2026-01-05 100 Café Zürich – 5 €"];
  const windows = Buffer.from(text.replace("–", "\u0096").replace("€", "\u0080"), "latin1");

  test.each([
    ["UTF-8", Buffer.from(text)],
    ["UTF-8 with a mark", Buffer.from(`\ufeff${text}`)],
    ["UTF-16 with a mark", Buffer.from(`\ufeff${text}`, "utf16le")],
    ["UTF-16 without one", Buffer.from(text, "utf16le")],
    ["UTF-16, the large end first", Buffer.from(`\ufeff${text}`, "utf16le").swap16()],
    ["Windows-1252", windows],
  ])("%s is read", async (_name, bytes) => {
    expect(await linesAndErrors(bytes)).toEqual(line);
  });

  test("a character that can't be kept is refused by its line", async () => {
    expect(
      await linesAndErrors(
        `Date,Description,Amount\n2026-01-05,a\0b,1\n2026-01-05,${"x".repeat(1_001)},1\n2026-01-05,${"💰".repeat(1_000)},1\n`,
      ),
    ).toEqual([`2026-01-05 100 ${"💰".repeat(1_000)}`, "2 invalid_text", "3 invalid_text"]);
    expect(
      await refusal(Buffer.concat([Buffer.from(`\ufeff${text}`, "utf16le"), Buffer.from([0x20])])),
    ).toContain("utf-16le");
  });
});

describe("a file", () => {
  test("gives the same lines however it is cut into pieces", async () => {
    const text = Buffer.from('\ufeffDate;Text;Betrag\r\n31.01.2026;"é;💰";-1,50\r\n\r\n01.02.2026;b;2\r\n');
    for (let size = 1; size < 12; size++) {
      const { lines, errors } = await readCsv(
        inPieces(text, size),
        { ...NOTHING_SAID, columns: { description: "text" } },
        paced,
      );
      expect([
        errors,
        lines.map(({ line, date, amount_cents, description }) => [line, date, amount_cents, description]),
      ]).toEqual([
        [],
        [
          [2, "2026-01-31", -150, "é;💰"],
          [4, "2026-02-01", 200, "b"],
        ],
      ]);
    }
  });

  test("that is broken is refused by the line, and nothing of it is taken", async () => {
    const good = "Date,Description,Amount\n2026-01-05,a,1\n";
    expect(await refusal(`${good}2026-01-05,"b,2\n`)).toContain("Line 3: A quoted field is not closed");
    expect(await refusal(`${good}2026-01-05,"b" c,2\n`)).toContain("Line 3:");
    expect(await refusal(`${good}2026-01-05,${"x,".repeat(600)}\n`)).toContain(
      "Line 3: The row has 602 columns; no more than 500 are read.",
    );
    expect(await refusal(good.replaceAll("\n", "\r"))).toContain("Line 1:");
    expect(await linesAndErrors(`${"x,".repeat(20_000)}\n${good}`)).toEqual(["2026-01-05 100 a"]);
    expect(await refusal(`${"x,".repeat(500_000)}\n${good}`)).toContain("have no header");
    expect(await refusal("Date,Amount\n".concat("2026-01-05,1\n".repeat(100_001)))).toContain(
      "Line 100002: The file has more than 100000",
    );
  });

  test("of any bytes is read or refused, and never anything else", async () => {
    const pieces = fc.constantFrom(
      "Date",
      "Amount",
      ",",
      ";",
      "\n",
      "\r\n",
      '"',
      "2026-01-05",
      "1.00",
      "\0",
      "é",
      "-",
      "(",
      "01/02/2026",
      "Debit",
      "Credit",
      " ",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { maxLength: 40 }), async (parts) => {
        const outcome = await read(`Date,Amount\n${parts.join("")}`).catch((error: unknown) => error);
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(LineProblem);
      }),
      { numRuns: 200 },
    );
  });
});
