/** Statements in MT940, after SWIFT's description of the fields and as banks write them. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LineProblem } from "../../../../platform/text/line-problem.ts";
import { paced } from "../../../../platform/time/turn.ts";
import { readMt940 } from "./mt940-statement.ts";
import { formatOfContent } from "./upload.ts";

const read = (text: string | Buffer, last4: string | null = null) =>
  readMt940([Buffer.from(text)], last4, paced);

async function refusal(text: string | Buffer, last4: string | null = null): Promise<string> {
  const error = await read(text, last4).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(LineProblem);
  return (error as LineProblem).message;
}

interface Options {
  readonly account?: string;
  readonly currency?: string;
  readonly opening?: string;
}

/** The fields of a statement; its first entry is on line 5. */
function fields(
  entries: string,
  { account = "021000021/12345678", currency = "USD", opening = "60F" }: Options = {},
) {
  return `:20:STMT0105\n:25:${account}\n:28C:5/1\n:${opening}:C260104${currency}1000,00\n${entries}:62F:C260105${currency}900,00\n:64:C260105${currency}900,00\n`;
}
const plain = (entries: string, options?: Options) => `${fields(entries, options)}-\n`;
const enveloped = (entries: string, options?: Options) =>
  `{1:F01BANKUS33AXXX0000000000}{2:O9401200260105BANKUS33AXXX00000000002601051200N}{4:\n${fields(entries, options)}-}{5:{CHK:123456789ABC}}`;
const CRLF = (text: string) => text.replaceAll("\n", "\r\n");

const entry = (line: string, details = "") => `:61:${line}\n${details === "" ? "" : `:86:${details}\n`}`;
const one = async (line: string, details = "") => (await read(plain(entry(line, details)))).lines[0];
const error = async (line: string) => (await read(plain(entry(line)))).errors[0];

describe("an entry", () => {
  test.each([
    ["alone", plain],
    ["in the envelope", enveloped],
    ["with the bank's name before it", (entries: string) => `BANKUS33\n940\nBANKUS33\n${plain(entries)}`],
    ["without an end but its closing balance", fields],
  ])("is read from a statement %s", async (_what, statement) => {
    const text = statement(
      entry("2601050105DD12,34NCHK0000001001//B6A05XYZ\nCHECK PAID", "CHECK 1001 CITY OF EUGENE"),
    );
    expect(formatOfContent([Buffer.from(text)])).toBe("mt940");
    for (const written of [text, CRLF(text)]) {
      const { lines, errors } = await read(written);
      expect(errors).toEqual([]);
      expect(lines).toEqual([
        {
          line: text.slice(0, text.indexOf(":61:")).split("\n").length,
          date: "2026-01-05",
          amount_cents: -1234,
          description: "CHECK 1001 CITY OF EUGENE",
          merchant_name: null,
          external_id: "B6A05XYZ 2026-01-05 -12.34",
        },
      ]);
    }
  });

  test("brings money in or takes it out, and a reversal does the opposite", async () => {
    for (const [mark, cents] of [
      ["C", 500],
      ["D", -500],
      ["RC", -500],
      ["RD", 500],
      ["CD", 500],
      ["RDD", 500],
    ] as const)
      expect([mark, (await one(`260105${mark}5,00NTRFNONREF`))?.amount_cents]).toEqual([mark, cents]);
    for (const mark of ["EC", "ED"])
      expect([mark, (await error(`260105${mark}5,00NTRFNONREF`))?.code]).toEqual([mark, "not_booked"]);
  });

  test("has an amount with a comma and at most two digits behind it", async () => {
    for (const [amount, cents] of [
      ["5,", 500],
      ["5", 500],
      ["5,5", 550],
      ["1234567,89", 123_456_789],
      ["0,010", 1],
    ] as const)
      expect([amount, (await one(`260105C${amount}NTRFNONREF`))?.amount_cents]).toEqual([amount, cents]);
    for (const [amount, code] of [
      ["1,234", "invalid_amount"],
      ["123456789012345,00", "invalid_amount"],
      [",50", "incomplete"],
      ["-5,00", "incomplete"],
    ] as const)
      expect([amount, (await error(`260105C${amount}NTRFNONREF`))?.code]).toEqual([amount, code]);
  });

  test("belongs to the day of booking, in the year nearest to the value date", async () => {
    for (const [dates, date] of [
      ["260105", "2026-01-05"],
      ["2601050106", "2026-01-06"],
      ["2512310102", "2026-01-02"],
      ["2601021231", "2025-12-31"],
      ["2403010229", "2024-02-29"],
      ["991231", "1999-12-31"],
    ] as const)
      expect([dates, (await one(`${dates}C1,00NTRFNONREF`))?.date]).toEqual([dates, date]);
    for (const dates of ["260230", "2601051301", "2601050000", "2603010230"])
      expect([dates, (await error(`${dates}C1,00NTRFNONREF`))?.code]).toEqual([dates, "invalid_date"]);
  });

  test("is described by its details, else by what the entry itself says", async () => {
    for (const [line, details, description, name] of [
      [
        "260105C1,00NTRFNONREF",
        `${"PAYMENT FOR INVOICE 2026-0001 OF THE FIFTH OF JANUARY, WITH THAN".padEnd(65, "X")}\nKS`,
        "PAYMENT FOR INVOICE 2026-0001 OF THE FIFTH OF JANUARY, WITH THANXKS",
        null,
      ],
      [
        "260105C1,00NTRFNONREF",
        "/NAME/BLUE FERN INC/REMI/INVOICE 7",
        "/NAME/BLUE FERN INC/REMI/INVOICE 7",
        "BLUE FERN INC",
      ],
      [
        "260105D1,00NTRFNONREF",
        "166?00TRANSFER?109310?20EREF+0000000000000000000001?21SVWZ+INVOICE 7\n?22AND 8?30COBADEFF?31DE89370400440532013000?32BLUE FERN?33INC",
        "BLUE FERN INC EREF+0000000000000000000001SVWZ+INVOICE 7 AND 8",
        "BLUE FERN INC",
      ],
      ["260105D1,00NCHGNONREF", "808?00MONTHLY FEE", "MONTHLY FEE", null],
      ["260105D1,00NCHGINV-7//B1\nACCOUNT FEE", "", "ACCOUNT FEE INV-7", null],
      ["260105D1,00NCHGNONREF", "", "NCHG", null],
    ] as const)
      expect(await one(line, details)).toMatchObject({ description, merchant_name: name });
  });

  test("has its bank reference with day and amount as id, where it has one", async () => {
    const { lines } = await read(
      plain(
        [
          "260105C1,00NTRFA//R1",
          "260105C1,00NTRFB//R1",
          "260105C2,00NTRFC//R1",
          "260105RC1,00NTRFC//R1",
          "260105C1,00NTRFNONREF//NONREF",
          "260105C1,00NTRFNONREF//0000",
          "260105C1,00NTRFNONREF//",
          "260105C1,00NTRFNONREF",
        ]
          .map((line) => entry(line))
          .join(""),
      ),
    );
    expect(lines.map(({ external_id }) => external_id)).toEqual([
      "R1 2026-01-05 1.00",
      "R1 2026-01-05 1.00 #2",
      "R1 2026-01-05 2.00",
      "R1 2026-01-05 -1.00",
      null,
      null,
      null,
      null,
    ]);
  });

  test("has the same id when its statement comes twice, and another one on the next page", async () => {
    const page = entry("260105C1,00NTRFNONREF//R1");
    const ids = async (text: string) => (await read(text)).lines.map(({ external_id }) => external_id);
    expect(await ids(plain(page) + plain(page))).toEqual(["R1 2026-01-05 1.00", "R1 2026-01-05 1.00"]);
    expect(await ids(plain(page) + plain(page, { opening: "60M" }))).toEqual([
      "R1 2026-01-05 1.00",
      "R1 2026-01-05 1.00 #2",
    ]);
  });

  test("that can't be read is refused by its line, and the others are read", async () => {
    const { lines, errors } = await read(
      plain(`${entry("nonsense")}${entry("260105C1,00NTRFNONREF", "A")}${entry("260105C1,00", "B\0")}`),
    );
    expect(lines.map(({ line }) => line)).toEqual([6]);
    expect(errors).toEqual([
      { line: 5, code: "incomplete", message: expect.stringContaining('"nonsense" is not an entry') },
      { line: 8, code: "invalid_text", message: expect.stringContaining("can't be stored") },
    ]);
  });
});

describe("a file", () => {
  const single = entry("260105C1,00NTRFNONREF", "A");

  test("of several accounts is read for the one that is meant, or not at all", async () => {
    const two = `${enveloped(single, { account: "DE89 3704 1111" })}${enveloped(entry("260105C1,00NTRFNONREF", "B"), { account: "2222USD" })}\n`;
    expect((await read(two, "1111")).lines.map(({ description }) => description)).toEqual(["A"]);
    expect((await read(two, "2222")).lines.map(({ description }) => description)).toEqual(["B"]);
    expect(await refusal(two, "3333")).toMatch(/2 accounts \(…1111, …2222\).*3333/);
  });

  test("in another currency or of another message is refused by its name", async () => {
    expect(await refusal(plain(single, { currency: "EUR" }))).toMatch(/Line 1: .*"EUR".*US dollars/);
    expect(await refusal(enveloped(single).replace("{2:O940", "{2:O942"))).toContain("MT942");
    expect(await refusal(plain(single).replace(":28C:5/1", ":28C:5/1\n:34F:USD0,00"))).toMatch(
      /Line 4: .*:34F:.*MT942/,
    );
  });

  test("that was cut is refused wherever the cut is", async () => {
    for (const whole of [enveloped(single), fields(single).replace(/:64:.*\n/, "")]) {
      const end = whole.indexOf("900,00");
      for (let length = whole.indexOf(":60F:"); length < end; length++)
        expect([length, await refusal(whole.slice(0, length))]).toEqual([
          length,
          expect.stringMatching(/Download (it|the file) again/),
        ]);
    }
    expect(await refusal(enveloped(single).replace(/-\}.*$/s, ""))).toMatch(
      /Line 9: The file ends too early.*line 1.*-}/,
    );
    expect(await refusal(plain(single).slice(plain(single).indexOf(":61:")))).toMatch(
      /Line 1: The field :61: stands outside/,
    );
    expect(await refusal(plain(single).replace(/:60F:.*\n/, ""))).toMatch(/Line 4: .*no opening balance/);
    expect(await refusal("hello\n")).toContain("no statement");
  });

  test("with what no bank writes is refused", async () => {
    expect(await refusal(plain(`${single}${"x\n".repeat(200)}`))).toMatch(/Line 6: .*more than 100 lines/);
    expect(await refusal(plain(`${single}${"x".repeat(10_001)}\n`))).toMatch(/Line 7: .*longer than 10000/);
    expect(await refusal(plain("").repeat(1_001))).toContain("more than 1000 statements");
  });

  test.each([
    ["Windows-1252", Buffer.from([0xe9])],
    ["UTF-8", Buffer.from("é")],
  ])("in %s is read", async (_what, letter) => {
    const [before = "", behind = ""] = plain(entry("260105C1,00NTRFNONREF", "Caf@")).split("@");
    expect(
      (await read(Buffer.concat([Buffer.from(before), letter, Buffer.from(behind)]))).lines[0]?.description,
    ).toBe("Café");
  });

  test("of any fields is read or refused, and never anything else", async () => {
    const part = fc.oneof(
      fc.constantFrom(
        ":20:A",
        ":25:1",
        ":60F:C260104USD1,00",
        ":60M:C260104USD1,00",
        ":61:260105C1,00NTRFNONREF//R",
        ":62F:C260105USD1,00",
        ":86:166?20A?32B",
        "-",
        "-}",
        "{1:F01}{4:",
        "{4:",
        "",
      ),
      fc
        .tuple(
          fc.constantFrom(":61:", ":86:", ":60F:", ":25:", ":99:", "-}", "{4:"),
          fc.string({ maxLength: 30 }),
        )
        .map(([tag, text]) => `${tag}${text}`),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 40 }), async (parts) => {
        const result = await read(parts.join("\n")).catch((thrown: unknown) => thrown);
        if (result instanceof Error) expect(result).toBeInstanceOf(LineProblem);
      }),
      { numRuns: 300 },
    );
  });

  test("that is written is read as it was", async () => {
    const row = fc.record({
      mark: fc.constantFrom("C", "D", "RC", "RD"),
      cents: fc.integer({ min: 0, max: 100_000_000 }),
      month: fc.integer({ min: 1, max: 12 }),
      day: fc.integer({ min: 1, max: 28 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 20 }), async (rows) => {
        const two = (number: number): string => String(number).padStart(2, "0");
        const text = rows.map(({ mark, cents, month, day }) =>
          entry(`26${two(month)}${two(day)}${mark}${(cents / 100).toFixed(2).replace(".", ",")}NTRFNONREF`),
        );
        const { lines, errors } = await read(enveloped(text.join("")));
        expect(errors).toEqual([]);
        expect(lines.map(({ date, amount_cents }) => [date, amount_cents])).toEqual(
          rows.map(({ mark, cents, month, day }) => [
            `2026-${two(month)}-${two(day)}`,
            cents === 0 ? 0 : mark === "C" || mark === "RD" ? cents : -cents,
          ]),
        );
      }),
      { numRuns: 100 },
    );
  });
});
