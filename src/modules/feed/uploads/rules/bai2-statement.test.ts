/** Cash management reports in BAI2, after the layout that US banks document. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LineProblem } from "../../../../platform/text/line-problem.ts";
import { paced } from "../../../../platform/time/turn.ts";
import { readBai2 } from "./bai2-statement.ts";
import { formatOfContent } from "./upload.ts";

const read = (text: string | Buffer, last4: string | null = null) =>
  readBai2([Buffer.from(text)], last4, paced);

async function refusal(text: string | Buffer, last4: string | null = null): Promise<string> {
  const error = await read(text, last4).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(LineProblem);
  return (error as LineProblem).message;
}

interface Options {
  readonly account?: string;
  readonly currency?: string;
  readonly day?: string;
  readonly status?: string;
  readonly modifier?: string;
}

/** A group with one account; its first transaction is on its fourth line. */
function group(
  transactions: string,
  { account = "0012345678", currency = "", day = "260105", status = "1", modifier = "2" }: Options = {},
) {
  return `02,BLUEFERN,021000021,${status},${day},2359,USD,${modifier}/\n03,${account},${currency},010,100000,,,015,95000,,/\n88,100,5000,1,,400,10000,2,/\n${transactions}49,,/\n98,,,/\n`;
}
const file = (...groups: string[]) =>
  `01,021000021,BLUEFERN,260106,0400,1,80,1,2/\n${groups.join("")}99,,,/\n`;
const only = (...records: string[]) => file(group(records.map((record) => `${record}\n`).join("")));
const first = async (...records: string[]) => (await read(only(...records))).lines[0];
const codes = async (...records: string[]) => (await read(only(...records))).errors.map(({ code }) => code);

describe("a transaction", () => {
  test("is read with its reference, its text and the day of its group", async () => {
    const { lines, errors } = await read(
      only(
        "16,165,150000,1,DD1620,,DEALER PAYMENTS",
        "16,475,1250,,1002,1001,CHECK PAID/",
        "16,495,100,Z,W7,,WIRE OUT, REF 5/7, FEE/",
      ),
    );
    expect(errors).toEqual([]);
    expect(lines).toEqual([
      {
        line: 5,
        date: "2026-01-05",
        amount_cents: 150_000,
        description: "DEALER PAYMENTS",
        merchant_name: null,
        external_id: "DD1620 2026-01-05 1500.00",
      },
      {
        line: 6,
        date: "2026-01-05",
        amount_cents: -1250,
        description: "CHECK PAID",
        merchant_name: null,
        external_id: "1002 2026-01-05 -12.50",
      },
      {
        line: 7,
        date: "2026-01-05",
        amount_cents: -100,
        description: "WIRE OUT, REF 5/7, FEE",
        merchant_name: null,
        external_id: "W7 2026-01-05 -1.00",
      },
    ]);
  });

  test("goes on in records 88, between its fields and in its text", async () => {
    for (const records of [
      ["16,142,490196,,172629,/", "88,SOME PAYMENT", "88,ACH OFFSET/"],
      ["16,142,490196,,172629,,SOME PAYMENT", "88,ACH OFFSET"],
      ["16,142,490196/", "88,,172629,/", "88,SOME PAYMENT  ACH OFFSET"],
      ["16,142,490196,,172629,,/", "88,SOME PAYMENT ACH OFFSET/  "],
    ])
      expect(await first(...records)).toMatchObject({
        amount_cents: 490_196,
        description: "SOME PAYMENT ACH OFFSET",
        external_id: "172629 2026-01-05 4901.96",
      });
  });

  test("has its references after the days on which its money is available", async () => {
    for (const funds of ["S,100,50,0", "V,260107,1200", "V,260107,", "D,2,0,100,1,50", "D,0", "0", "Z", ""])
      expect([funds, await first(`16,175,150,${funds},REF1,OWN,TEXT`)]).toMatchObject([
        funds,
        { description: "TEXT", external_id: "REF1 2026-01-05 1.50" },
      ]);
    expect(await codes("16,175,150,D,x,REF1,OWN,TEXT", "16,175,150,D,999,REF1,OWN,TEXT")).toEqual([
      "incomplete",
      "incomplete",
    ]);
  });

  test("has a closing balance behind amounts with days on which they are available", async () => {
    for (const funds of ["S,100,50,0", "V,260107,1200", "D,1,0,100", ""]) {
      const text = only("16,175,150,,,,x").replace(
        "03,0012345678,,010,100000,,,",
        `03,0012345678,,010,100000,,${funds},`,
      );
      expect([funds, (await read(text)).balances]).toEqual([
        funds,
        [{ date: "2026-01-05", amount_cents: 95_000 }],
      ]);
    }
  });

  test("without a text has its type and the customer's reference as description", async () => {
    expect((await first("16,475,1250,,,1001/"))?.description).toBe("Type 475 1001");
    expect((await first("16,475,1250/"))?.description).toBe("Type 475");
  });

  test("brings money in or takes it out by its type; totals and unknown types are refused", async () => {
    for (const [type, cents] of [
      ["108", 500],
      ["169", 500],
      ["399", 500],
      ["408", -500],
      ["699", -500],
    ] as const)
      expect([type, (await first(`16,${type},500,,,,x`))?.amount_cents]).toEqual([type, cents]);
    for (const [type, code] of [
      ["100", "not_booked"],
      ["400", "not_booked"],
      ["140", "not_booked"],
      ["015", "invalid_amount"],
      ["721", "invalid_amount"],
      ["920", "invalid_amount"],
      ["1080", "invalid_amount"],
      ["", "invalid_amount"],
    ] as const)
      expect([type, await codes(`16,${type},500,,,,x`)]).toEqual([type, [code]]);
  });

  test("that is only a message is left out", async () => {
    expect(await read(only("16,890,,,,,HELLO", "16,890,0,,,,HELLO"))).toMatchObject({
      lines: [],
      errors: [],
    });
    expect(await codes("16,890,500,,,,HELLO")).toEqual(["invalid_amount"]);
  });

  test("has an amount in cents, without a point and a sign", async () => {
    for (const [amount, cents] of [
      ["5", 5],
      ["05", 5],
      ["00", 0],
      ["1234567890", 1_234_567_890],
    ] as const)
      expect([amount, (await first(`16,108,${amount},,,,x`))?.amount_cents]).toEqual([amount, cents]);
    for (const amount of ["", "5.00", "-5", "+5", "five", "9999999999999999"])
      expect([amount, await codes(`16,108,${amount},,,,x`)]).toEqual([amount, ["invalid_amount"]]);
  });

  test("has no id without a reference, and one of its own for each equal line", async () => {
    const { lines } = await read(
      only("16,108,5,,0,,x", "16,108,5,,,,x", "16,108,5,,R,,x", "16,108,5,,R,,y", "16,108,6,,R,,x"),
    );
    expect(lines.map(({ external_id }) => external_id)).toEqual([
      null,
      null,
      "R 2026-01-05 0.05",
      "R 2026-01-05 0.05 #2",
      "R 2026-01-05 0.06",
    ]);
  });

  test("of a report that was made during its day is refused", async () => {
    const { errors } = await read(file(group("16,108,5,,R,,x\n", { modifier: "3" })));
    expect(errors).toEqual([
      { line: 5, code: "not_booked", message: expect.stringContaining("report of the previous day") },
    ]);
    for (const modifier of ["", "1", "2", "4"])
      expect((await read(file(group("16,108,5,,R,,x\n", { modifier })))).lines).toHaveLength(1);
  });

  test("of a day that is none is refused with the line of its group", async () => {
    for (const day of ["", "260230", "2601055", "soon"])
      expect((await read(file(group("16,108,5,,R,,x\n", { day })))).errors).toMatchObject([
        { code: "invalid_date", message: expect.stringContaining("line 2") },
      ]);
    expect((await read(file(group("16,108,5,,R,,x\n", { day: "20260105" })))).lines[0]?.date).toBe(
      "2026-01-05",
    );
  });

  test("with a long text keeps its beginning", async () => {
    const long = await first("16,108,5,,R,,x", ...Array.from({ length: 50 }, () => `88,${"y".repeat(70)}`));
    expect(long?.description).toHaveLength(1_000);
    expect(long?.description.endsWith("y…")).toBe(true);
  });
});

describe("a file", () => {
  const single = "16,108,500,,R1,,A\n";

  test("is recognised by its content", () => {
    for (const text of [only(), only().replaceAll("\n", "\r\n"), "01,A,B,20260106,04:00:00,1,,,2/\n88,/\n"])
      expect(formatOfContent([Buffer.from(text)])).toBe("bai2");
    expect(formatOfContent([Buffer.from("01,2026-01-05,Coffee,-5\n02,2026-01-06,Tea,-4\n")])).toBe("csv");
  });

  test("of several accounts is read for the one that is meant, over all its groups", async () => {
    const two = file(
      group(single, { account: "1111" }),
      group(single.replace(",A", ",B"), { account: "2222" }),
      group(single.replace(",A", ",C"), { account: "1111", day: "260106" }),
    );
    expect((await read(two, "1111")).lines.map(({ description, date }) => [description, date])).toEqual([
      ["A", "2026-01-05"],
      ["C", "2026-01-06"],
    ]);
    expect(await refusal(two, "3333")).toMatch(/2 accounts \(…1111, …2222\).*3333/);
  });

  test("in another currency is refused by its name", async () => {
    expect(await refusal(file(group(single, { currency: "CAD" })))).toMatch(/Line 3: .*"CAD".*US dollars/);
    expect(await refusal(only("16,108,500,,R1,,A").replace(",USD,2/", ",GBP,2/"))).toContain('"GBP"');
    expect(
      (await read(only("16,108,500,,R1,,A").replace(",USD,2/", ",,/"))).lines.map(({ line }) => line),
    ).toEqual([5]);
  });

  test("that corrects, deletes or tests is refused", async () => {
    for (const status of ["2", "3", "4"])
      expect(await refusal(file(group(single, { status })))).toMatch(
        new RegExp(`Line 2: The group has the status ${status}`),
      );
  });

  test("that was cut or has records out of order is refused", async () => {
    const lines = only("16,108,500,,R1,,A", "88,B").split("\n").slice(0, -1);
    for (let count = 1; count < lines.length; count++)
      expect([count, await refusal(lines.slice(0, count).join("\n"))]).toEqual([
        count,
        expect.stringMatching(new RegExp(`^Line ${count}: The file ends too early`)),
      ]);
    expect(await refusal(lines.filter((text) => !text.startsWith("49")).join("\n"))).toMatch(
      /Line 7: A record 98 can't follow a record 16/,
    );
    expect(await refusal(lines.slice(1).join("\n"))).toMatch(/Line 1: .*begins with a record 02/);
    expect(await refusal("88,x\n")).toMatch(/Line 1: The record 88 continues no other/);
    expect(await refusal(only("hello"))).toMatch(/Line 5: "hello" is not a record of BAI2/);
    expect(await refusal(only("17,1"))).toMatch(/Line 5: "17,1" is not a record/);
    expect(await refusal("01,A,B,260106,0400,1,,,2/\n99,0,0,2/\n")).toContain("no statement");
  });

  test("with what no bank writes is refused", async () => {
    expect(await refusal(only("16,108,1,,,,x", ...Array.from({ length: 1_001 }, () => "88,x")))).toMatch(
      /Line 5: .*more than 1000 lines/,
    );
    expect(await refusal(only(`16,108,1,,,,${"x".repeat(10_001)}`))).toMatch(/Line 5: .*longer than 10000/);
    expect(await refusal(file(...Array.from({ length: 1_001 }, () => group(""))))).toContain(
      "more than 1000 accounts",
    );
  });

  test("in Windows-1252 is read", async () => {
    const [before = "", behind = ""] = only("16,108,1,,,,Caf@").split("@");
    expect(
      (await read(Buffer.concat([Buffer.from(before), Buffer.from([0xe9]), Buffer.from(behind)]))).lines[0]
        ?.description,
    ).toBe("Café");
  });

  test("of any records is read or refused, and never anything else", async () => {
    const record = fc
      .tuple(
        fc.constantFrom("01", "02", "03", "16", "49", "88", "98", "99", "00", "x"),
        fc.array(fc.constantFrom("", "1", "108", "400", "500", "D", "S", "V", "USD", "260105", "/", "é"), {
          maxLength: 9,
        }),
      )
      .map(([code, parts]) => [code, ...parts].join(","));
    const run = async (text: string) => {
      const result = await read(text).catch((thrown: unknown) => thrown);
      if (result instanceof Error) expect(result).toBeInstanceOf(LineProblem);
    };
    await fc.assert(
      fc.asyncProperty(fc.array(record, { maxLength: 20 }), async (records) => {
        await run(records.join("\n"));
        await run(only(...records.filter((each) => /^(16|88)/.test(each))));
      }),
      { numRuns: 300 },
    );
  });

  test("that is written is read as it was", async () => {
    const row = fc.record({
      isCredit: fc.boolean(),
      cents: fc.integer({ min: 1, max: 100_000_000 }),
      text: fc.stringMatching(/^[A-Z0-9][A-Z0-9 ,./-]{0,60}[A-Z0-9]$/),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 20 }), async (rows) => {
        const { lines, errors } = await read(
          only(...rows.map(({ isCredit, cents, text }) => `16,${isCredit ? 165 : 475},${cents},,,,${text}/`)),
        );
        expect(errors).toEqual([]);
        expect(lines.map(({ amount_cents, description }) => [amount_cents, description])).toEqual(
          rows.map(({ isCredit, cents, text }) => [isCredit ? cents : -cents, text.replaceAll(/ +/g, " ")]),
        );
      }),
      { numRuns: 100 },
    );
  });
});
