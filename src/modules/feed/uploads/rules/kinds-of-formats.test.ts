/** Kinds of what files of OFX, QIF and CAMT say of their lines: signs that are turned, counts, sums and parts. */
import { describe, expect, test } from "vitest";
import { paced } from "../../../../platform/time/turn.ts";
import { readCamt } from "./camt-statement.ts";
import { readOfx } from "./ofx-statement.ts";
import { readQif } from "./qif-statement.ts";
import type { Statement } from "./statement.ts";
import type { Signs } from "./words.ts";

const amountsOf = ({ lines }: Statement) => lines.map(({ amount_cents }) => amount_cents);

describe("the signs of a card (RULE-025)", () => {
  const ofx = (
    kind: "BANK" | "CREDITCARD",
    rows: readonly (readonly [string, string, string])[],
    signs: Signs | null = null,
  ) => {
    const [group, account] = kind === "BANK" ? ["STMTRS", "BANKACCTFROM"] : ["CCSTMTRS", "CCACCTFROM"];
    const lines = rows.map(
      ([type, amount, name], at) =>
        `<STMTTRN><TRNTYPE>${type}<DTPOSTED>20260315<TRNAMT>${amount}<FITID>${at}<NAME>${name}</STMTTRN>`,
    );
    const text = `<OFX><${group}><CURDEF>USD<${account}><ACCTID>1</${account}><BANKTRANLIST>${lines.join("")}</BANKTRANLIST></${group}></OFX>`;
    return readOfx([Buffer.from(text)], null, paced, signs);
  };

  const qif = (
    type: string,
    rows: readonly (readonly [amount: string, name: string])[],
    signs: Signs | null = null,
  ) => {
    const records = rows.map(([amount, name]) => `D03/15/2026\nT${amount}\nP${name}\n^\n`);
    return readQif([Buffer.from(`!Type:${type}\n${records.join("")}`)], null, null, paced, signs);
  };

  test("are turned in OFX where payments are negative and purchases positive", async () => {
    const statement = await ofx("CREDITCARD", [
      ["POS", "5.00", "Shop"],
      ["PAYMENT", "-9.00", "Bank"],
      ["PAYMENT", "-1.00", "Bank"],
      ["OTHER", "2.00", "Cafe"],
    ]);
    expect(amountsOf(statement)).toEqual([-500, 900, 100, -200]);
    expect(statement.notes).toEqual([
      "The amounts are read with the other sign: payments of the card are negative in the file and purchases positive.",
    ]);
  });

  test("are told where nothing shows which they are", async () => {
    const card = await ofx("CREDITCARD", [
      ["POS", "5.00", "Shop"],
      ["POS", "2.00", "Cafe"],
    ]);
    expect([amountsOf(card), card.notes.join()]).toEqual([
      [500, 200],
      expect.stringContaining("2 of the 2 lines of the card that are no payments are positive"),
    ]);
    const bank = await ofx("BANK", [
      ["POS", "5.00", "Shop"],
      ["XFER", "2.00", "Cafe"],
    ]);
    expect(bank.notes.join()).toContain("so all 2 lines are read as money in");
    const right = await ofx("CREDITCARD", [
      ["POS", "-5.00", "Shop"],
      ["PAYMENT", "2.00", "Bank"],
    ]);
    expect([amountsOf(right), right.notes]).toEqual([[-500, 200], []]);
  });

  test("are turned in QIF too, and told in a register of a bank", async () => {
    const rows = [
      ["5.00", "Shop"],
      ["-9.00", "Payment"],
      ["-4.00", "Autopay"],
    ] as const;
    expect(amountsOf(await qif("CCard", rows))).toEqual([-500, 900, 400]);
    expect(amountsOf(await qif("Bank", rows))).toEqual([500, -900, -400]);
  });

  test("are not turned for a fee, a payment that came back, or a single one, but as they are said", async () => {
    for (const [amount, name] of [
      ["-39.00", "LATE PAYMENT FEE"],
      ["-500.00", "RETURNED PAYMENT"],
      ["-500.00", "Payment reversed"],
      ["-500.00", "Payment"],
    ] as const) {
      const rows = [
        [amount, name],
        [amount, name === "Payment" ? "RETURNED PAYMENT" : name],
        ["25.00", "AMAZON REFUND"],
      ] as const;
      const [out, into] = [Number(amount) * 100, 2_500];
      const types = rows.map(([cents, text]) => ["PAYMENT", cents, text] as const);
      for (const turned of [false, true]) {
        const signs = turned ? "card" : null;
        const wanted = [out, out, into].map((cents) => (turned ? -cents : cents));
        expect(amountsOf(await qif("CCard", rows, signs))).toEqual(wanted);
        expect(amountsOf(await ofx("CREDITCARD", types, signs))).toEqual(wanted);
      }
    }
    const turned = [
      ["5.00", "Shop"],
      ["-9.00", "Payment"],
      ["-4.00", "Autopay"],
    ] as const;
    const asBank = await qif("CCard", turned, "bank");
    expect([amountsOf(asBank), asBank.notes]).toEqual([[500, -900, -400], []]);
    expect((await qif("CCard", turned.slice(0, 2))).notes.join()).toContain(
      "If they are purchases, take the upload back and say `signs`.",
    );
  });
});

describe("formats with counts and sums", () => {
  const entry = (cents: number, direction: string) =>
    `<Ntry><Amt Ccy="USD">${(cents / 100).toFixed(2)}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-15</Dt></BookgDt></Ntry>`;
  const camt = (head: string) =>
    readCamt(
      [
        Buffer.from(
          `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Acct><Ccy>USD</Ccy></Acct>${head}${entry(50_000, "DBIT")}${entry(90_000, "CRDT")}</Stmt></BkToCstmrStmt></Document>`,
        ),
      ],
      null,
      paced,
    );
  const summary = (part: string, count: number, sum: string) =>
    `<TxsSummry><${part}><NbOfNtries>${count}</NbOfNtries><Sum>${sum}</Sum></${part}></TxsSummry>`;
  const balance = (code: string, amount: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-03-15</Dt></Dt></Bal>`;

  test.each([
    [summary("TtlNtries", 2, "1400.00"), ""],
    [summary("TtlNtries", 3, "1400.00"), "The statement states a count of 3 entries, but has 2."],
    [
      summary("TtlCdtNtries", 1, "950.00"),
      "The total of the credits is stated as 950.00, but they make 900.00.",
    ],
    [summary("TtlDbtNtries", 1, "500.00"), ""],
    [
      "<StmtPgntn><PgNb>1</PgNb><LastPgInd>false</LastPgInd></StmtPgntn>",
      "The statement says that another page follows.",
    ],
    ["<StmtPgntn><PgNb>1</PgNb><LastPgInd>true</LastPgInd></StmtPgntn>", ""],
    [`${balance("PRCD", "100.00")}${balance("CLBD", "500.00")}`, ""],
    [`${balance("PRCD", "100.00")}${balance("CLBD", "600.00")}`, "The closing balance is 600.00, but"],
  ])("CAMT: %s (RULE-026)", async (head, told) => {
    const { lines, notes } = await camt(head);
    expect(lines).toHaveLength(2);
    if (told === "") expect(notes).toEqual([]);
    else expect(notes.join()).toContain(told);
  });

  test("QIF: parts that do not make the amount are told", async () => {
    const qif = (part: string) =>
      readQif(
        [Buffer.from(`!Type:Bank\nD03/15/2026\nT-5.00\nPRent\nSA\n$-3.00\nSB\n$${part}\n^\n`)],
        null,
        null,
        paced,
      );
    expect((await qif("-2.00")).notes).toEqual([]);
    expect((await qif("-1.50")).notes).toEqual([
      "The parts of the record in line 2 make -4.50, but its amount is -5.00, which was taken.",
    ]);
  });
});
