/** CAMT.053 and CAMT.052 after the definitions of ISO 20022, in old and new versions. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LineProblem } from "../../../../platform/text/line-problem.ts";
import { paced } from "../../../../platform/time/turn.ts";
import { readCamt } from "./camt-statement.ts";
import { formatOfContent } from "./upload.ts";

const read = (text: string | Buffer, last4: string | null = null) =>
  readCamt([Buffer.from(text)], last4, paced);

async function refusal(text: string | Buffer, last4: string | null = null): Promise<string> {
  const error = await read(text, last4).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(LineProblem);
  return (error as LineProblem).message;
}

interface Options {
  readonly account?: string;
  readonly currency?: string;
}

/** A statement; its entries begin on the line after its own. */
function statement(
  entries: string,
  { account = "<IBAN>DE89370400440532013000</IBAN>", currency = "USD" }: Options = {},
) {
  return `<Stmt><Id>S1</Id><Acct><Id>${account}</Id><Ccy>${currency}</Ccy></Acct><Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">900.00</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>\n${entries}</Stmt>\n`;
}
const file = (statements: string, version = "camt.053.001.02") =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${version}"><BkToCstmrStmt><GrpHdr><MsgId>M</MsgId></GrpHdr>\n${statements}</BkToCstmrStmt></Document>\n`;

interface EntryOptions {
  readonly amount?: string;
  readonly direction?: string;
  readonly status?: string;
  readonly booked?: string;
  readonly more?: string;
}
const entry = ({
  amount = '<Amt Ccy="USD">12.34</Amt>',
  direction = "DBIT",
  status = "BOOK",
  booked = "<Dt>2026-01-05</Dt>",
  more = "",
}: EntryOptions = {}) =>
  `<Ntry>${amount}<CdtDbtInd>${direction}</CdtDbtInd><Sts>${status}</Sts><BookgDt>${booked}</BookgDt>${more}</Ntry>\n`;
const one = async (options: EntryOptions) => (await read(file(statement(entry(options))))).lines[0];
const code = async (options: EntryOptions) =>
  (await read(file(statement(entry(options))))).errors.map((each) => each.code).join();
const payment = (inside: string) => `<NtryDtls><TxDtls>${inside}</TxDtls></NtryDtls>`;

describe("an entry", () => {
  const DETAILS =
    "<Refs><AcctSvcrRef>T-1</AcctSvcrRef><EndToEndId>E-1</EndToEndId></Refs><AmtDtls><TxAmt><Amt Ccy='EUR'>11.00</Amt></TxAmt></AmtDtls>";
  test.each([
    [
      "version 02",
      "camt.053.001.02",
      "BOOK",
      "<Dbtr><Nm>We</Nm></Dbtr><Cdtr><Nm>Shop &amp; Co</Nm></Cdtr>",
      "BkToCstmrStmt",
      "Stmt",
    ],
    [
      "version 13",
      "camt.053.001.13",
      "<Cd>BOOK</Cd>",
      "<Dbtr><Pty><Nm>We</Nm></Pty></Dbtr><Cdtr><Pty><Nm>Shop &amp; Co</Nm></Pty></Cdtr>",
      "BkToCstmrStmt",
      "Stmt",
    ],
    [
      "an account report",
      "camt.052.001.08",
      "<Cd>BOOK</Cd>",
      "<Cdtr><Pty><Nm><![CDATA[Shop & Co]]></Nm></Pty></Cdtr>",
      "BkToCstmrAcctRpt",
      "Rpt",
    ],
  ])("is read from %s, with prefixes or without", async (_what, version, status, parties, root, element) => {
    const plain = file(
      statement(
        entry({
          status,
          more: `<AcctSvcrRef>B6A05</AcctSvcrRef>${payment(`${DETAILS}<RltdPties>${parties}</RltdPties><RmtInf><Ustrd>Invoice 7</Ustrd><Ustrd>and 8</Ustrd></RmtInf>`)}<AddtlNtryInf>TRANSFER</AddtlNtryInf>`,
        }),
      ),
      version,
    )
      .replaceAll("BkToCstmrStmt", root)
      .replaceAll(/(<\/?)Stmt\b/g, `$1${element}`);
    const prefixed = plain
      .replaceAll(/<(\/?)([A-Z])/g, "<$1ns2:$2")
      .replaceAll("<ns2:![CDATA[", "<![CDATA[")
      .replace("xmlns=", "xmlns:ns2=");
    for (const text of [plain, prefixed]) {
      expect(formatOfContent([Buffer.from(text)])).toBe("camt");
      expect(await read(text)).toMatchObject({
        errors: [],
        lines: [
          {
            line: 4,
            date: "2026-01-05",
            amount_cents: -1234,
            description: "Shop & Co Invoice 7 and 8",
            merchant_name: "Shop & Co",
            external_id: "B6A05 2026-01-05 -12.34",
          },
        ],
      });
    }
  });

  test("has the direction that it states, also as a reversal, which keeps the parties of its original", async () => {
    const parties = payment(
      "<RltdPties><Dbtr><Nm>Debtor</Nm></Dbtr><Cdtr><Nm>Creditor</Nm></Cdtr></RltdPties>",
    );
    for (const [direction, reversal, cents, name] of [
      ["CRDT", "", 1234, "Debtor"],
      ["DBIT", "", -1234, "Creditor"],
      ["CRDT", "false", 1234, "Debtor"],
      ["CRDT", "true", 1234, "Creditor"],
      ["DBIT", "true", -1234, "Debtor"],
      ["DBIT", "1", -1234, "Debtor"],
    ] as const)
      expect([
        direction,
        reversal,
        await one({ direction, more: `<RvslInd>${reversal}</RvslInd>${parties}` }),
      ]).toMatchObject([direction, reversal, { amount_cents: cents, merchant_name: name }]);
    expect(await code({ direction: "" })).toBe("invalid_amount");
    expect(await code({ direction: "CREDIT" })).toBe("invalid_amount");
  });

  test("that is not booked is refused and says so", async () => {
    for (const status of ["PDNG", "INFO", "FUTR", "<Cd>PDNG</Cd>", "<Prtry>OTHR</Prtry>"])
      expect([status, await code({ status })]).toEqual([status, "not_booked"]);
    expect(await code({ status: "" })).toBe("incomplete");
    expect((await read(file(statement(entry() + entry({ status: "PDNG" }))))).errors).toEqual([
      {
        line: 5,
        code: "not_booked",
        message: expect.stringMatching(/^Entry 2: .*"PDNG".*once it is booked/),
      },
    ]);
  });

  test("has an amount in dollars", async () => {
    for (const [amount, cents] of [
      ["12", -1200],
      ["12.5", -1250],
      ["12.34000", -1234],
      ["0.00", 0],
    ] as const)
      expect([amount, (await one({ amount: `<Amt Ccy="USD">${amount}</Amt>` }))?.amount_cents]).toEqual([
        amount,
        cents,
      ]);
    for (const amount of ["", "-12", "12,34", "1,234.00", "12.345", "1e3", "99999999999999"])
      expect([amount, await code({ amount: `<Amt Ccy="USD">${amount}</Amt>` })]).toEqual([
        amount,
        "invalid_amount",
      ]);
    expect(await code({ amount: "" })).toBe("invalid_amount");
    expect(await code({ amount: '<Amt Ccy="EUR">1.00</Amt>' })).toBe("other_currency");
  });

  test("belongs to the day of booking that the bank wrote, else to the value date", async () => {
    for (const booked of [
      "<Dt>2026-01-05</Dt>",
      "<Dt>2026-01-05Z</Dt>",
      "<Dt>2026-01-05+01:00</Dt>",
      "<DtTm>2026-01-05T23:30:00-08:00</DtTm>",
      "<DtTm>2026-01-05T00:00:00.000Z</DtTm>",
      "<DtTm>2026-01-05T12:00:00</DtTm>",
    ])
      expect([booked, (await one({ booked, more: "<ValDt><Dt>2026-01-09</Dt></ValDt>" }))?.date]).toEqual([
        booked,
        "2026-01-05",
      ]);
    expect((await one({ booked: "", more: "<ValDt><Dt>2026-01-09</Dt></ValDt>" }))?.date).toBe("2026-01-09");
    for (const booked of ["", "<Dt>2026-02-30</Dt>", "<Dt>05.01.2026</Dt>", "<Dt>2026-01-05 noon</Dt>"])
      expect([booked, await code({ booked })]).toEqual([booked, "invalid_date"]);
  });

  test("is described by its payment, else by what the bank says of it", async () => {
    for (const [more, description] of [
      [payment("<RmtInf><Strd><CdtrRefInf><Ref>RF18</Ref></CdtrRefInf></Strd></RmtInf>"), "RF18"],
      [`${payment("<AddtlTxInf>Card 1234</AddtlTxInf>")}<AddtlNtryInf>CARD</AddtlNtryInf>`, "Card 1234"],
      ["<AddtlNtryInf>MONTHLY\n  FEE</AddtlNtryInf>", "MONTHLY FEE"],
      ["", ""],
    ] as const)
      expect([more, (await one({ more }))?.description]).toEqual([more, description]);
  });

  test("of a batch is one line, for which none of its payments speaks", async () => {
    const part = (name: string) =>
      `<TxDtls><Refs><AcctSvcrRef>${name}</AcctSvcrRef></Refs><Amt Ccy="USD">6.17</Amt><CdtDbtInd>CRDT</CdtDbtInd><RltdPties><Cdtr><Nm>${name}</Nm></Cdtr></RltdPties></TxDtls>`;
    expect(
      await one({
        more: `<NtryDtls><Btch><NbOfTxs>2</NbOfTxs></Btch>${part("Alice")}${part("Bob")}</NtryDtls><AddtlNtryInf>SALARIES</AddtlNtryInf>`,
      }),
    ).toMatchObject({
      amount_cents: -1234,
      description: "SALARIES",
      merchant_name: null,
      external_id: null,
    });
  });

  test("with a long text keeps its beginning", async () => {
    const ustrd = `<Ustrd>${"x".repeat(139)}</Ustrd>`;
    expect((await one({ more: payment(`<RmtInf>${ustrd.repeat(20)}</RmtInf>`) }))?.description).toHaveLength(
      1_000,
    );
  });

  test("has the bank's reference with day and amount as id, unless it is only a number of entries", async () => {
    for (const [more, id] of [
      ["<NtryRef>N-20260105-7</NtryRef><AcctSvcrRef>A-1</AcctSvcrRef>", "A-1 2026-01-05 -12.34"],
      [payment("<Refs><AcctSvcrRef>T-1</AcctSvcrRef></Refs>"), "T-1 2026-01-05 -12.34"],
      ["<NtryRef>N-20260105-7</NtryRef>", "N-20260105-7 2026-01-05 -12.34"],
      ["<NtryRef>7</NtryRef>", null],
      ["<AcctSvcrRef>NONREF</AcctSvcrRef>", null],
      ["<AcctSvcrRef>NOTPROVIDED</AcctSvcrRef>", null],
      ["", null],
    ] as const)
      expect([more, (await one({ more }))?.external_id]).toEqual([more, id]);
  });

  test("that has the reference of another one keeps its own id", async () => {
    const same = "<AcctSvcrRef>A-1</AcctSvcrRef>";
    const entries = entry({ more: same }) + entry({ more: same }) + entry({ direction: "CRDT", more: same });
    const ids = ["A-1 2026-01-05 -12.34", "A-1 2026-01-05 -12.34 #2", "A-1 2026-01-05 12.34"];
    const { lines, errors } = await read(file(statement(entries) + statement(entries)));
    expect(errors).toEqual([]);
    expect(lines.map(({ external_id }) => external_id)).toEqual([...ids, ...ids]);
  });

  test("that contradicts itself is refused", async () => {
    expect(await code({ more: "<CdtDbtInd>CRDT</CdtDbtInd>" })).toBe("incomplete");
    expect(await code({ more: '<Amt Ccy="USD">1.00</Amt>' })).toBe("incomplete");
    expect(await code({ more: "<AcctSvcrRef>A</AcctSvcrRef><AcctSvcrRef>B</AcctSvcrRef>" })).toBe(
      "incomplete",
    );
  });
});

describe("a file", () => {
  test("of several accounts is read for the one that is meant, or not at all", async () => {
    const named = (name: string) => entry({ more: `<AddtlNtryInf>${name}</AddtlNtryInf>` });
    const two = file(
      statement(named("A"), { account: "<Othr><Id>XX 1111</Id></Othr>" }) +
        statement(named("B"), { account: "<IBAN>DE00 2222</IBAN>" }),
    );
    expect((await read(two, "1111")).lines.map(({ description }) => description)).toEqual(["A"]);
    expect((await read(two, "2222")).lines.map(({ description }) => description)).toEqual(["B"]);
    expect(await refusal(two, "3333")).toMatch(/2 accounts \(…1111, …2222\).*3333/);
  });

  test("written into one line names the number of an entry", async () => {
    const text = file(statement(entry() + entry() + entry({ direction: "x" }))).replaceAll("\n", "");
    expect((await read(text)).errors).toMatchObject([
      { line: 1, message: expect.stringMatching(/^Entry 3: /) },
    ]);
  });

  test("in another currency or of another message is refused by its name", async () => {
    expect(await refusal(file(statement(entry(), { currency: "CHF" })))).toMatch(/Line 3: .*"CHF"/);
    for (const version of ["camt.054.001.08", "camt.053.001.01", "camt.053.001.14", "camt.060.001.05"])
      expect(await refusal(file(statement(entry()), version))).toMatch(new RegExp(`Line 2: .*${version}`));
    for (let version = 2; version <= 13; version++)
      expect(
        (await read(file(statement(entry()), `camt.053.001.${String(version).padStart(2, "0")}`))).lines,
      ).toHaveLength(1);
    expect(await refusal("<Document/>")).toContain("no statement");
  });

  test("that was cut is refused wherever the cut is", async () => {
    const whole = file(statement(entry() + entry())).trimEnd();
    for (let length = 1; length < whole.length; length++)
      expect([length, await refusal(whole.slice(0, length))]).toEqual([
        length,
        expect.stringMatching(/Line \d: .*Download/),
      ]);
    expect(await refusal(whole.slice(0, whole.lastIndexOf("</Ntry>")))).toMatch(
      /Line 5: The file ends too early: <\/Ntry> is missing/,
    );
  });

  test("that is no good XML is refused with the line", async () => {
    expect(await refusal(file(statement(`${entry()}</Bad>\n`)))).toMatch(/Line 5: The XML is broken here/);
    expect(await refusal(file(statement(entry({ more: "&nosuch;" }))))).toMatch(/Line 4: The XML is broken/);
    expect(await refusal(file(statement(entry({ more: "\0" }))))).toMatch(/Line 4: The XML is broken/);
    expect(await refusal(file(statement("<x>".repeat(200) + "</x>".repeat(200))))).toContain("100 deep");
    expect(await refusal(file(statement("").repeat(1_001)))).toContain("more than 1000 statements");
    expect(
      await refusal(
        file(statement(entry({ more: payment(`<RmtInf>${"<Ustrd>x</Ustrd>".repeat(1_001)}</RmtInf>`) }))),
      ),
    ).toMatch(/Line 4: .*more than 1000 texts/);
  });

  test("with a document type is refused, whatever it declares", async () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 20 }, (_, index) => `<!ENTITY b${index} "${`&${index === 0 ? "a" : `b${index - 1}`};`.repeat(10)}">`).join("")}]>`;
    for (const declared of ['<!DOCTYPE x SYSTEM "file:///etc/passwd">', bomb]) {
      const text = file(statement(entry({ more: "<AddtlNtryInf>&b19;</AddtlNtryInf>" }))).replace(
        "<Document",
        `${declared}<Document`,
      );
      expect(formatOfContent([Buffer.from(text)])).toBe("camt");
      expect(await refusal(text)).toMatch(/Line 2: .*document type or entities/);
    }
  });

  test("with a long text is read without it, and with an endless one is refused", async () => {
    const text = (length: number) =>
      file(statement(entry({ more: `<AddtlNtryInf>${"x".repeat(length)}</AddtlNtryInf>` })));
    expect((await read(text(900_000))).lines[0]?.description).toHaveLength(1_000);
    const endless = "x".repeat(1_200_000);
    for (const long of [
      text(1_200_000),
      file(statement(`<!--${endless}-->`)),
      file(statement(`<x a="${endless}"/>`)),
    ])
      expect(await refusal(long)).toMatch(
        /Line 4: There are more than 1048576 characters here without a tag/,
      );
  });

  test.each([
    ["UTF-8", "UTF-8", Buffer.from("é")],
    ["Windows-1252 that says so", "windows-1252", Buffer.from([0xe9])],
    ["Latin-1", "ISO-8859-1", Buffer.from([0xe9])],
  ])("in %s is read", async (_what, encoding, letter) => {
    const [before = "", behind = ""] = file(statement(entry({ more: "<AddtlNtryInf>Caf@</AddtlNtryInf>" })))
      .replace("UTF-8", encoding)
      .split("@");
    expect(
      (await read(Buffer.concat([Buffer.from(before), letter, Buffer.from(behind)]))).lines[0]?.description,
    ).toBe("Café");
  });

  test.each(["UTF-7", "unicode-1-1-utf-7", "UTF-8-BOM-2"])(
    "in %s, which is not supported, is refused even if all of its bytes are ASCII",
    async (encoding) => {
      const text = file(statement(entry({ more: "<AddtlNtryInf>Caf+AOk-</AddtlNtryInf>" })));
      expect(await refusal(text.replace("UTF-8", encoding))).toContain(
        `The file declares the encoding "${encoding}", which is not supported.`,
      );
    },
  );

  test("in an encoding with shifts of ASCII is read by what it states", async () => {
    const text = file(statement(entry({ more: "<AddtlNtryInf>\u001b$B%+\u001b(B</AddtlNtryInf>" })));
    expect((await read(text.replace("UTF-8", "ISO-2022-JP"))).lines[0]?.description).toBe("カ");
  });

  test("in another encoding than it states is refused", async () => {
    const [before = "", behind = ""] = file(
      statement(entry({ more: "<AddtlNtryInf>@</AddtlNtryInf>" })),
    ).split("@");
    expect(
      await refusal(Buffer.concat([Buffer.from(before), Buffer.from([0xe9]), Buffer.from(behind)])),
    ).toContain("not valid UTF-8");
  });

  test("of any elements is read or refused, and never anything else", async () => {
    const names = ["Stmt", "Acct", "Ntry", "Amt", "Sts", "BookgDt", "Dt", "NtryDtls", "TxDtls", "x:Ntry"];
    const part = fc
      .tuple(
        fc.constantFrom(...names.flatMap((name) => [`<${name}>`, `</${name}>`, `<${name}/>`])),
        fc.constantFrom("", "1.00", "BOOK", "2026-01-05", "&amp;", "&x;", "<![CDATA[", "]]>", "<!--", "\n"),
      )
      .map((pair) => pair.join(""));
    const run = async (text: string) => {
      const result = await read(text).catch((thrown: unknown) => thrown);
      if (result instanceof Error) expect(result).toBeInstanceOf(LineProblem);
    };
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 40 }), async (parts) => {
        await run(`<Document>${parts.join("")}</Document>`);
        await run(parts.join(""));
      }),
      { numRuns: 300 },
    );
  });

  test("that is written is read as it was", async () => {
    const row = fc.record({
      isCredit: fc.boolean(),
      cents: fc.integer({ min: 1, max: 100_000_000 }),
      text: fc.stringMatching(/^[A-Za-z0-9&<>"'é€-]{1,60}$/),
    });
    const escaped = (text: string) =>
      text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 20 }), async (rows) => {
        const { lines, errors } = await read(
          file(
            statement(
              rows
                .map(({ isCredit, cents, text }) =>
                  entry({
                    amount: `<Amt Ccy="USD">${(cents / 100).toFixed(2)}</Amt>`,
                    direction: isCredit ? "CRDT" : "DBIT",
                    more: `<AddtlNtryInf>${escaped(text)}</AddtlNtryInf>`,
                  }),
                )
                .join(""),
            ),
          ),
        );
        expect(errors).toEqual([]);
        expect(lines.map(({ amount_cents, description }) => [amount_cents, description])).toEqual(
          rows.map(({ isCredit, cents, text }) => [isCredit ? cents : -cents, text]),
        );
      }),
      { numRuns: 100 },
    );
  });
});
