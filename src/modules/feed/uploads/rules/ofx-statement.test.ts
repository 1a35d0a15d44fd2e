/** Statements in OFX as banks write them: SGML, XML and what is neither. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LineProblem } from "../../../../platform/text/line-problem.ts";
import { paced } from "../../../../platform/time/turn.ts";
import { readOfx } from "./ofx-statement.ts";

const read = (text: string | Buffer, last4: string | null = null) =>
  readOfx([Buffer.from(text)], last4, paced);

async function refusal(text: string | Buffer, last4: string | null = null): Promise<string> {
  const error = await read(text, last4).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(LineProblem);
  return (error as LineProblem).message;
}

/** A statement; elements are not closed unless they are written so. */
function statement(rows: string, { account = "12345678", currency = "USD", kind = "" } = {}): string {
  const from = kind === "CC" ? "CCACCTFROM" : "BANKACCTFROM";
  return `<${kind}STMTRS><CURDEF>${currency}<${from}><ACCTID>${account}</${from}><BANKTRANLIST><DTSTART>20260101<DTEND>20260131\n${rows}</BANKTRANLIST><LEDGERBAL><BALAMT>1<DTASOF>20260131</LEDGERBAL></${kind}STMTRS>\n`;
}
const file = (...statements: string[]) => `<OFX>\n${statements.join("")}</OFX>`;
const row = (elements: string) => `<STMTTRN>${elements}</STMTTRN>\n`;
const plain = (more = "", date = "20260105", amount = "-1.00") =>
  row(`<TRNTYPE>OTHER<DTPOSTED>${date}<TRNAMT>${amount}<FITID>1${more}`);
const first = async (text: string) => (await read(file(statement(text)))).lines[0];

describe("a transaction", () => {
  test.each([
    ["SGML without closing tags", "<DTPOSTED>20260105\n<TRNAMT>-12.34\n<FITID>f1\n<NAME>Shop & Co\n"],
    [
      "XML",
      "<DTPOSTED>20260105</DTPOSTED><TRNAMT>-12.34</TRNAMT><FITID>f1</FITID><NAME>Shop &amp; Co</NAME><MEMO/>",
    ],
    [
      "a payee",
      "<DTPOSTED>20260105<TRNAMT>-12.34<FITID>f1<PAYEE><NAME>Shop &#38; Co<ADDR1>1 Road<CITY>X</PAYEE><BANKACCTTO><ACCTID>9</BANKACCTTO>",
    ],
    [
      "lower case, tabs and plain text marked as such",
      "\t<dtposted>20260105\t<trnamt>-12.34<fitid>f1<name><![CDATA[Shop & Co]]></name><!-- <NAME>Other -->",
    ],
    [
      "empty elements and ones that only this bank has",
      "<CHECKNUM><DTPOSTED>20260105<TRNAMT>-12.34<FITID>f1<X.EXTRA>x<NAME>Shop & Co<MEMO>",
    ],
  ])("is read from %s", async (_what, elements) => {
    expect(await first(row(elements))).toEqual({
      line: 3,
      date: "2026-01-05",
      amount_cents: -1234,
      description: "Shop & Co",
      merchant_name: "Shop & Co",
      external_id: "f1",
    });
  });

  test("has the day that the bank wrote, whatever time and zone follow it", async () => {
    for (const date of [
      "20260105",
      "20260105120000",
      "20260105235959.123",
      "20260105000000[0:GMT]",
      "20260105233000[-8:PST]",
      "202601051200[+5.30:IST]",
      "20260105120000.000[-5:EST]",
    ])
      expect([date, (await first(plain("", date)))?.date]).toEqual([date, "2026-01-05"]);
    for (const date of [
      "",
      "2026-01-05",
      "20260230",
      "20261301",
      "20260105250000",
      "20260105[EST]",
      "201120000000",
      "2026010",
    ])
      expect([date, (await read(file(statement(plain("", date))))).errors.map(({ code }) => code)]).toEqual([
        date,
        ["invalid_date"],
      ]);
  });

  test("has an amount with a point or a comma, where only one thing can be meant", async () => {
    for (const [amount, cents] of [
      ["5", 500],
      ["+5.5", 550],
      ["-0.010", -1],
      ["12,50", 1250],
      ["-1,234.56", -123_456],
      [".50", 50],
    ] as const)
      expect([amount, (await first(plain("", "20260105", amount)))?.amount_cents]).toEqual([amount, cents]);
    for (const amount of ["", "1,234", "$120", "1e3", "1.234,56", "0.005", "five", "99999999999999"])
      expect([
        amount,
        (await read(file(statement(plain("", "20260105", amount))))).errors.map(({ code }) => code),
      ]).toEqual([amount, ["invalid_amount"]]);
  });

  test("is described by name and memo without saying anything twice", async () => {
    const described = async (more: string) => [
      (await first(plain(more)))?.description,
      (await first(plain(more)))?.merchant_name,
    ];
    expect(await described("<NAME>DIVIDEND EARNED<MEMO>DIVIDEND EARNED IN MARCH")).toEqual([
      "DIVIDEND EARNED IN MARCH",
      "DIVIDEND EARNED",
    ]);
    expect(await described("<NAME>Shop<MEMO>Card 1234")).toEqual(["Shop Card 1234", "Shop"]);
    expect(await described("<MEMO>SOME MEMO")).toEqual(["SOME MEMO", null]);
    expect(await described("<NAME>1 < 2 &lt; 3 &nosuch; &#0x;")).toEqual([
      "1 < 2 < 3 &nosuch; &#0x;",
      "1 < 2 < 3 &nosuch; &#0x;",
    ]);
  });

  test("that is cut short, says two things or is in another currency is refused by its line", async () => {
    const { lines, errors } = await read(
      file(
        statement(
          `<STMTTRN><DTPOSTED>20260105\n${plain()}<STMTTRN><TRNAMT>1<TRNAMT>2</STMTTRN>\n${plain("<CURRENCY><CURRATE>1.1<CURSYM>EUR</CURRENCY>")}${plain("<ORIGCURRENCY><CURRATE>1.1<CURSYM>EUR</ORIGCURRENCY>")}<STMTTRN><TRNAMT>1\n`,
        ),
      ),
    );
    expect(lines.map(({ line }) => line)).toEqual([4, 7]);
    expect(errors.map(({ line, code }) => [line, code])).toEqual([
      [3, "incomplete"],
      [5, "incomplete"],
      [6, "other_currency"],
      [8, "incomplete"],
    ]);
  });

  test("with text that can't be kept is refused by its line", async () => {
    const { errors } = await read(
      file(statement(plain(`<NAME>${"x".repeat(1_001)}`) + plain("<NAME>a&#0;b") + plain("<NAME>&#xd800;"))),
    );
    expect(errors.map(({ line, code }) => [line, code])).toEqual([
      [3, "invalid_text"],
      [4, "invalid_text"],
      [5, "invalid_text"],
    ]);
  });
});

describe("a file", () => {
  test("of several accounts is read for the one that is meant, or not at all", async () => {
    const two = file(
      statement(plain("<NAME>A"), { account: "XXXX-1111" }),
      statement(plain("<NAME>B"), { account: "22-2222", kind: "CC" }),
      statement(plain("<NAME>C"), { account: "XXXX-1111" }),
    );
    expect((await read(two, "1111")).lines.map(({ description }) => description)).toEqual(["A", "C"]);
    expect((await read(two, "2222")).lines.map(({ description }) => description)).toEqual(["B"]);
    expect(await refusal(two, "3333")).toMatch(/2 accounts \(…1111, …2222\).*3333/);
    expect(await refusal(two)).toContain("no `last4`");
    expect((await read(file(statement(plain("<NAME>A"), { account: "9999" })), "1111")).lines.length).toBe(1);
  });

  test("in another currency, of another kind or not whole is refused", async () => {
    expect(await refusal(file(statement(plain(), { currency: "CAD" })))).toContain('"CAD"');
    expect(
      await refusal(
        "<OFX><INVSTMTRS><INVBANKTRAN><STMTTRN><TRNAMT>1</STMTTRN></INVBANKTRAN></INVSTMTRS></OFX>",
      ),
    ).toContain("no statement");
    expect(await refusal("Date,Amount")).toContain("no <OFX>");
    expect(await refusal(file(statement(plain())).replace("</OFX>", ""))).toContain("too early");
    expect(await refusal(file("<STMTRS>", statement(plain())))).toContain("does not end");
    expect(
      (
        await refusal(
          file(statement(row(Array.from({ length: 300 }, (_, index) => `<X${index}>1`).join("")))),
        )
      ).replaceAll(/\s+/g, " "),
    ).toContain("Line 3: The transaction has more than 200 elements");
    for (const [text, says] of [
      ["<!DOCTYPE OFX SYSTEM 'http://x'>", "entities"],
      ["<!ENTITY a 'b'>", "entities"],
      ["<!-- ", "no end"],
      ["<![CDATA[ ", "no end"],
      ["<?xml ", "no end"],
      ["x".repeat(1_100_000), "without a tag"],
      ["<".repeat(1_100_000), "without a tag"],
    ] as const) {
      expect([text.slice(0, 20), await refusal(file(text, statement(plain())))]).toEqual([
        text.slice(0, 20),
        expect.stringContaining(says),
      ]);
    }
  });

  test.each([
    ["Windows-1252 that says so", "CHARSET:1252", Buffer.from([0xe9])],
    ["Windows-1252 that says nothing", "", Buffer.from([0xe9])],
    ["UTF-8 that says that it is not", "ENCODING:USASCII\nCHARSET:1252", Buffer.from("é")],
    ["Latin-1 in XML", '<?xml version="1.0" encoding="ISO-8859-1"?>', Buffer.from([0xe9])],
  ])("in %s is read", async (_what, head, letter) => {
    const [before = "", behind = ""] = file(statement(plain("<NAME>Caf@"))).split("@");
    expect(
      (
        await read(
          Buffer.concat([Buffer.from(`OFXHEADER:100\n${head}\n\n${before}`), letter, Buffer.from(behind)]),
        )
      ).lines[0]?.description,
    ).toBe("Café");
  });

  test("in a wrong or unknown encoding is refused", async () => {
    const bytes = (head: string) =>
      Buffer.concat([Buffer.from(`${head}\n\n${file(statement(plain("<NAME>")))}`), Buffer.from([0xe9])]);
    expect(await refusal(bytes("ENCODING:UTF-8"))).toContain("not valid utf-8");
    expect(await refusal(bytes("CHARSET:klingon"))).toContain('"klingon"');
  });

  test("of any tags is read or refused, and never anything else", async () => {
    const tags = [
      "STMTTRN",
      "/STMTTRN",
      "STMTRS",
      "/STMTRS",
      "OFX",
      "/OFX",
      "TRNAMT",
      "DTPOSTED",
      "FITID",
      "BANKTRANLIST",
      "/BANKTRANLIST",
      "PAYEE",
      "/PAYEE",
      "!--",
      "![CDATA[",
      "NAME",
      "<",
      "ACCTID",
      "BANKACCTFROM",
    ];
    const part = fc
      .tuple(fc.constantFrom(...tags), fc.constantFrom("", "1", "20260105", "]]>", "-->", "&amp;", "\n"))
      .map(([tag, text]) => `<${tag}>${text}`);
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 60 }), async (parts) => {
        const thrown = await read(`<OFX>${parts.join("")}</OFX>`).then(
          () => null,
          (error: unknown) => error,
        );
        if (thrown !== null) expect(thrown).toBeInstanceOf(LineProblem);
      }),
      { numRuns: 500 },
    );
  });
});
