/** Registers in QIF as Quicken and banks write them. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LineProblem } from "../../../../platform/text/line-problem.ts";
import { paced } from "../../../../platform/time/turn.ts";
import { readQif } from "./qif-statement.ts";
import { formatOfContent } from "./upload.ts";
import type { DateFormat } from "./words.ts";

const read = (text: string | Buffer, last4: string | null = null, format: DateFormat | null = null) =>
  readQif([Buffer.from(text)], last4, format, paced);

async function refusal(text: string | Buffer, last4: string | null = null): Promise<string> {
  const error = await read(text, last4).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(LineProblem);
  return (error as LineProblem).message;
}

const bank = (...records: string[]) => `!Type:Bank\n${records.map((record) => `${record}\n^\n`).join("")}`;
const dated = (...dates: string[]) => bank(...dates.map((date) => `D${date}\nT-1.00\nPx`));
const datesOf = async (...dates: string[]) => (await read(dated(...dates))).lines.map(({ date }) => date);
const amountsOf = async (...amounts: string[]) => {
  const { lines, errors } = await read(bank(...amounts.map((amount) => `D1/31/26\nT${amount}\nPx`)));
  return [...lines.map(({ amount_cents }) => amount_cents), ...errors.map(({ code }) => code)];
};

describe("a record", () => {
  test("is one line with payee and memo, whatever its splits are", async () => {
    const { lines, errors } = await read(
      "!Type:Bank\r\nD1/31/26\r\nU-1,234.56\r\nT-1,234.56\r\nCX\r\nN1001\r\nPCity of Eugene\r\nMWater\r\nA500 E 4th Ave\r\nAEugene OR\r\nLUtilities\r\nSUtilities:Water\r\nEFirst part\r\n$-1,000.00\r\nSUtilities:Sewer\r\n$-234.56\r\n^\r\n",
    );
    expect(errors).toEqual([]);
    expect(lines).toEqual([
      {
        line: 2,
        date: "2026-01-31",
        amount_cents: -123_456,
        description: "City of Eugene Water",
        merchant_name: "City of Eugene",
        external_id: null,
      },
    ]);
  });

  test("without payee and memo has its number as description", async () => {
    expect((await read(bank("D1/31/26\nT-5\nN1001"))).lines).toMatchObject([
      { description: "1001", merchant_name: null },
    ]);
  });

  test("has the sign of its amount in registers of banks and cards alike", async () => {
    for (const type of ["Bank", "CCard", "Cash", "Oth A", "Oth L ", "BANK"])
      expect([
        type,
        (await read(`!Type:${type}\nD1/31/26\nT-5.00\n^\nD1/31/26\nT7\n^\n`)).lines.map(
          ({ amount_cents }) => amount_cents,
        ),
      ]).toEqual([type, [-500, 700]]);
  });

  test("has an amount in the style of the file", async () => {
    expect(await amountsOf("-1.234,56", "1.000")).toEqual([-123_456, 100_000]);
    expect(await amountsOf("-1,234.56", "1,000")).toEqual([-123_456, 100_000]);
    expect(await amountsOf("1.000")).toEqual(["invalid_amount"]);
    expect(await amountsOf("", "abc", "0.001", "99999999999999", "1.00")).toEqual([
      100,
      "invalid_amount",
      "invalid_amount",
      "invalid_amount",
      "invalid_amount",
    ]);
    expect((await read(bank("D1/31/26\nU-2.50"))).lines[0]?.amount_cents).toBe(-250);
  });

  test("that is contradictory or the opening balance is refused by its line", async () => {
    const { lines, errors } = await read(
      bank(
        "D1/31/26\nT1.00\nT2.00",
        "D1/30/26\nT100.00\nPOpening Balance\nL[Checking]",
        "D1/31/26\nT3.00\nPOpening Balance of the exhibition",
        "PNothing else",
        `D1/31/26\nT4.00\nP${"x".repeat(1_001)}`,
      ),
    );
    expect(lines.map(({ line }) => line)).toEqual([11]);
    expect(errors.map(({ line, code }) => [line, code])).toEqual([
      [2, "incomplete"],
      [6, "not_booked"],
      [15, "invalid_date"],
      [17, "invalid_text"],
    ]);
  });
});

describe("dates", () => {
  test("have Quicken's forms, with an apostrophe from 2000 on", async () => {
    expect(
      await datesOf("1/31/26", "1/ 5'26", "1/ 5' 6", "12/31/1999", "1/5/98", "1-31-26", "1/5'2026"),
    ).toEqual([
      "2026-01-31",
      "2026-01-05",
      "2006-01-05",
      "1999-12-31",
      "1998-01-05",
      "2026-01-31",
      "2026-01-05",
    ]);
    expect(await datesOf("2026-01-05", "20260106")).toEqual(["2026-01-05", "2026-01-06"]);
  });

  test("have day and month in the order that the whole file shows", async () => {
    expect(await datesOf("5/4/26", "31/1/26")).toEqual(["2026-04-05", "2026-01-31"]);
    expect(await datesOf("5/4/26", "1/31'26")).toEqual(["2026-05-04", "2026-01-31"]);
    expect(await datesOf("5.4.2026")).toEqual(["2026-04-05"]);
    expect(await datesOf("5/5/26")).toEqual(["2026-05-05"]);
  });

  test("that leave the order open are refused unless it is given", async () => {
    expect(await refusal(dated("5/5/26", "5/4/26"))).toMatch(/Line 6: .*ambiguous.*`date_format`/);
    expect(await refusal(dated("31/1/26", "1/31/26"))).toContain("different formats");
    expect((await read(dated("5/4/26"), null, "DD/MM/YYYY")).lines[0]?.date).toBe("2026-04-05");
    expect((await read(dated("5/4/26"), null, "MM/DD/YYYY")).lines[0]?.date).toBe("2026-05-04");
  });

  test("that are impossible are refused by their line", async () => {
    const { errors } = await read(dated("1/31/26", "2/30/26", "1/5/026", "soon", ""));
    expect(errors.map(({ line, code }) => [line, code])).toEqual([
      [6, "invalid_date"],
      [10, "invalid_date"],
      [14, "invalid_date"],
      [18, "invalid_date"],
    ]);
  });
});

describe("a file", () => {
  const account = (name: string, type: string, records: string) =>
    `!Account\nN${name}\nT${type}\n^\n!Type:${type}\n${records}`;
  const two = `!Option:AutoSwitch\n${account("Checking 1111", "Bank", "D1/31/26\nT1\nPA\n^\n")}!Type:Cat\nNFood\nE\n^\n${account("Visa x2222", "CCard", "D1/31/26\nT2\nPB\n^\n")}!Clear:AutoSwitch\n${account("Fund", "Invst", "D1/31/26\nNBuy\nT3\n^\n")}`;

  test("of several accounts is read for the one that is meant, or not at all", async () => {
    expect((await read(two, "1111")).lines.map(({ description }) => description)).toEqual(["A"]);
    expect((await read(two, "2222")).lines.map(({ description }) => description)).toEqual(["B"]);
    expect(await refusal(two, "3333")).toMatch(/2 accounts \(…1111, …2222\).*3333/);
    expect(await refusal(two.replace("Visa x2222", "Visa"))).toMatch(/…1111, "Visa".*no `last4`/);
  });

  test("is recognised by its content", () => {
    for (const text of [two, "\ufeff!type:bank \nD", "\n !Account\nN", "!Clear:AutoSwitch\n"])
      expect(formatOfContent([Buffer.from(text)])).toBe("qif");
    expect(formatOfContent([Buffer.from("Date,Amount,!Type:Bank\n")])).toBe("csv");
  });

  test("that was cut, of another kind or not QIF is refused", async () => {
    expect(await refusal(bank("D1/31/26\nT-12.50").replace("50\n^\n", ""))).toMatch(
      /Line 2: The record that begins here has no end.*Download/,
    );
    expect(await refusal("!Type:Bank\nD1/31/26\nT1\n!Type:CCard\n")).toMatch(/Line 2: .*!Type:CCard.*line 4/);
    expect(await refusal("!Type:Invst\nD1/31/26\nNBuy\n^\n")).toContain("no statement of a bank");
    expect(await refusal("D1/31/26\nT1\n^\n")).toContain("no header such as !Type:Bank");
    expect(await refusal("!Type:Bank\n!Hello\n")).toMatch(/Line 2: "!Hello" is not a header/);
    expect(await refusal(`!Type:Bank\nP${"x".repeat(10_001)}\n`)).toMatch(/Line 2: .*longer than 10000/);
    expect(await refusal(`!Type:Bank\nP${"x".repeat(1_100_000)}\n`)).toMatch(/Line 2: .*longer than/);
    expect(await refusal("!Type:Bank\n".repeat(1_001))).toMatch(/Line 1001: .*more than 1000 registers/);
  });

  test.each([
    ["Windows-1252", Buffer.from([0xe9])],
    ["UTF-8", Buffer.from("é")],
  ])("in %s is read", async (_what, letter) => {
    const [before = "", behind = ""] = bank("D1/31/26\nT1\nPCaf@").split("@");
    expect(
      (await read(Buffer.concat([Buffer.from(before), letter, Buffer.from(behind)]))).lines[0]?.description,
    ).toBe("Café");
  });

  test("of any lines is read or refused, and never anything else", async () => {
    const line = fc.oneof(
      fc.constantFrom("^", "!Type:Bank", "!Account", "!Type:Cat", "T1.00", "D1/31/26", "D1/5'26", "N", ""),
      fc
        .tuple(
          fc.constantFrom("D", "T", "U", "P", "M", "N", "L", "S", "E", "$", "!", "^"),
          fc.string({ maxLength: 12 }),
        )
        .map(([letter, text]) => `${letter}${text}`),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 40 }), async (lines) => {
        const result = await read(`!Type:Bank\n${lines.join("\n")}`).catch((error: unknown) => error);
        if (result instanceof Error) expect(result).toBeInstanceOf(LineProblem);
      }),
      { numRuns: 300 },
    );
  });

  test("that is written is read as it was, in any of the forms of dates", async () => {
    const record = fc.record({
      day: fc.integer({ min: 1, max: 28 }),
      month: fc.integer({ min: 1, max: 12 }),
      year: fc.integer({ min: 2000, max: 2026 }),
      cents: fc.integer({ min: -10_000_000, max: 10_000_000 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(record, { maxLength: 20 }), fc.boolean(), async (records, isEuropean) => {
        const text = records.map(({ day, month, year, cents }) => {
          const date = isEuropean ? `${day}.${month}.${year}` : `${month}/${day}'${String(year % 100)}`;
          return `D${date}\nT${(cents / 100).toFixed(2)}\nPx`;
        });
        const anchor = isEuropean ? "D31.1.2026\nT0.01" : "D1/31'26\nT0.01";
        const { lines, errors } = await read(bank(anchor, ...text));
        expect(errors).toEqual([]);
        expect(lines.slice(1).map(({ date, amount_cents }) => [date, amount_cents])).toEqual(
          records.map(({ day, month, year, cents }) => [
            `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`,
            cents === 0 ? 0 : cents,
          ]),
        );
      }),
      { numRuns: 100 },
    );
  });
});
