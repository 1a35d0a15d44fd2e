/**
 * What a bank's file says besides its days, amounts and texts: which lines count, whose they are, what proves
 * them. No line is read otherwise than its file means it without a word about it (RULE-007 to RULE-012).
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cents } from "@daybook/words/cents";
import { decimalText } from "@daybook/words/money-text";
import { LineProblem } from "../../../../platform/text/line-problem.ts";
import { paced } from "../../../../platform/time/turn.ts";
import { readCamt } from "./camt-statement.ts";
import { type CsvOptions, readCsv } from "./csv-statement.ts";
import { readMt940 } from "./mt940-statement.ts";
import { readOfx } from "./ofx-statement.ts";

const NOTHING_SAID: CsvOptions = { columns: {}, dateFormat: null, signs: null, isCard: false, account: null };
const read = (text: string, options: Partial<CsvOptions> = {}) =>
  readCsv([Buffer.from(text)], { ...NOTHING_SAID, ...options }, paced);

/** The amounts of the lines, the codes of the errors, and the notes. */
async function told(text: string, options: Partial<CsvOptions> = {}) {
  const { lines, errors, notes } = await read(text, options);
  return {
    amounts: lines.map(({ amount_cents }) => amount_cents),
    errors: errors.map(({ line, code }) => `${line} ${code}`),
    notes: notes.join(" "),
  };
}

async function refusal(text: string, options: Partial<CsvOptions> = {}): Promise<string> {
  const error = await read(text, options).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(LineProblem);
  return (error as LineProblem).message;
}

describe("a line that does not count", () => {
  test.each([
    ["Status", "Posted", "Failed"],
    ["State", "COMPLETED", "REVERTED"],
    ["Transaction Status", "Settled", "Cancelled"],
    ["status", "cleared", "On Hold"],
    ["Status", "Sent", "Pending"],
    ["Posted", "Yes", "No"],
    ["Pending", "false", "true"],
    ["Buchungsstatus", "gebucht", "vorgemerkt"],
    ["Estado", "Completado", "Rechazada"],
  ])("is refused by what stands under %s: %j is read, %j is not (RULE-007)", async (header, yes, no) => {
    const file = `Date,Description,Amount,${header}\n2026-01-05,A,-1.00,${yes}\n2026-01-06,B,-2.00,${no}\n`;
    expect(await told(file)).toEqual({ amounts: [-100], errors: ["3 not_booked"], notes: "" });
    const [error] = (await read(file)).errors;
    expect(error?.message).toContain(`its "${header}" is "${no}"`);
  });

  test("is not one whose money came back, which is read and told, nor one with a code under another name", async () => {
    const file = "Date,Description,Amount,Status\n2026-01-05,A,-10.00,Reversed\n2026-01-06,B,10.00,N\n";
    const { amounts, errors, notes } = await told(file);
    expect([amounts, errors]).toEqual([[-1_000, 1_000], []]);
    expect(notes).toContain('A line is "Reversed" by "Status", first in line 2');
  });

  test("is not told by the state of an address", async () => {
    const file = "Date,Description,Amount,State\n2026-01-05,A,-1.00,CA\n2026-01-06,B,-2.00,OR\n";
    expect(await told(file)).toEqual({ amounts: [-100, -200], errors: [], notes: "" });
  });
});

describe("the lines of several accounts", () => {
  const FILE =
    "Date,Account,Description,Amount\n2026-01-05,Everyday (...1188),A,-1.00\n2026-01-06,Rainy Day (...4402),B,-2.00\n";

  test.each([
    ["its last four digits", { name: "Checking", last4: "1188" }],
    ["its name", { name: "everyday (...1188)", last4: null }],
  ])("are taken for one by %s, and refused for others (RULE-008)", async (_how, account) => {
    expect(await told(FILE, { account })).toEqual({
      amounts: [-100],
      errors: ["3 other_account"],
      notes: "",
    });
    expect((await read(FILE, { account })).errors[0]?.message).toBe(
      'The line is of another account: its "Account" is "Rainy Day (...4402)". Upload the file to that account, too.',
    );
  });

  test("are refused if none can be told, and all taken when that is said", async () => {
    const account = { name: "Checking", last4: "9999" };
    expect(await refusal(FILE, { account })).toContain(
      'lines of 2 accounts under "Account" ("Everyday (...1188)", "Rainy Day (...4402)")',
    );
    expect((await told(FILE, { account: null })).amounts).toEqual([-100, -200]);
  });

  test("are one account's if it is a card: each person has a number", async () => {
    const cards =
      "Date,Account #,Description,Amount\n2026-01-05,-11188,A,-1.00\n2026-01-06,-11010,B,-2.00\n2026-01-07,-11188,C,-3.00\n";
    for (const last4 of ["1188", "0001"]) {
      const { amounts, notes } = await told(cards, {
        account: { name: "Card", last4 },
        isCard: true,
        signs: "bank",
      });
      expect(amounts).toEqual([-100, -200, -300]);
      expect(notes).toContain("The lines of 2 cards are taken for this account");
    }
    const account = { name: "Everyday (...1188)", last4: null };
    expect((await told(FILE, { account, isCard: true, signs: "bank" })).errors).toEqual(["3 other_account"]);
  });

  test("are not told by the accounts of the other parties, which differ from line to line", async () => {
    const line = (number: number) => `2026-01-0${number},X${number},DE${number}000,-1.00\n`;
    const file = `Date,Name,Account,Amount\n${[1, 2, 3, 4, 5, 6, 7].map(line).join("")}`;
    expect(await told(file, { account: { name: "Checking", last4: "1188" } })).toMatchObject({
      amounts: Array.from({ length: 7 }, () => -100),
      notes: "",
    });
  });

  test("of one other account are told by its number, which the upload compares", async () => {
    const file =
      "Account Number,Date,Description,Amount\nXX4402,2026-01-05,A,-1.00\nXX4402,2026-01-06,B,2.00\n";
    expect((await read(file, { account: { name: "Checking", last4: "1188" } })).account).toBe("XX4402");
  });
});

describe("the direction of an amount", () => {
  test.each([
    ["D/C", "D", "C"],
    ["Sign", "-", "+"],
    ["Kind", "Withdrawal", "Deposit"],
    ["S/H", "S", "H"],
    ["Anything", "money out", "money in", 'The words under "Anything" are read as what is money out'],
    ["Buchungsart", "Lastschrift", "Gutschrift"],
  ])("is told by the words of %s: %s and %s (RULE-009)", async (header, out, into, note = "") => {
    const file = `Date,Description,${header},Amount\n2026-01-05,A,${out},1.00\n2026-01-06,B,${into},2.00\n`;
    const { notes, ...lines } = await told(file);
    expect(lines).toEqual({ amounts: [-100, 200], errors: [] });
    expect(notes.slice(0, note.length || 1)).toBe(note);
  });

  test("is not told by another column where amounts have signs, nor by few words of a usual one", async () => {
    const balance =
      "Date,Description,Amount,Balance,Bal Ind\n2026-01-05,Rent,-500.00,-300.00,DR\n2026-01-06,Pay,200.00,-100.00,DR\n2026-01-07,Pay,500.00,400.00,CR\n2026-01-08,Food,-50.00,350.00,CR\n";
    expect((await told(balance)).amounts).toEqual([-50_000, 20_000, 50_000, -5_000]);
    const kinds =
      "Date,Description,Type,Amount\n2026-01-05,A,Purchase,-5.00\n2026-01-06,B,Payment,9.00\n2026-01-07,C,Credit,3.00\n";
    expect((await told(kinds)).amounts).toEqual([-500, 900, 300]);
  });

  test("is not told by a column that has a word of one kind only", async () => {
    const file = "Date,Description,Reconciled,Amount\n2026-01-05,A,C,-1.00\n2026-01-06,B,C,2.00\n";
    expect(await told(file)).toEqual({ amounts: [-100, 200], errors: [], notes: "" });
  });

  test("is out under debit and in under credit, also where all of one have a minus", async () => {
    const file = "Date,Payee,Debit,Credit\n2026-01-05,A,1.00,\n2026-01-06,B,,-2.00\n";
    expect((await told(file)).amounts).toEqual([-100, 200]);
    const mixed = `${file}2026-01-07,C,,3.00\n`;
    expect(await told(mixed)).toMatchObject({ amounts: [-100, 300], errors: ["3 invalid_amount"] });
  });
});

describe("a running balance", () => {
  const HEAD = "Date,Description,Amount,Fee,Balance\n";
  /** Rows of a file with their balances, the oldest first. */
  const rows = fc
    .array(
      fc.record({
        day: fc.integer({ min: 1, max: 28 }),
        amount: fc.integer({ min: -50_000, max: 50_000 }).filter((amount) => amount !== 0),
        fee: fc.integer({ min: 1, max: 300 }),
      }),
      { minLength: 4, maxLength: 12 },
    )
    .map((all) => all.toSorted((a, b) => a.day - b.day));
  type Row = { day: number; amount: number; fee: number };
  const line = ({ day, amount, fee }: Row, shown: number, balance: number, withFees: boolean): string =>
    [
      `2026-03-${String(day).padStart(2, "0")}`,
      `line of ${amount}`,
      decimalText(cents(shown)),
      withFees ? decimalText(cents(fee)) : "",
      decimalText(cents(balance)),
    ].join(",");
  const written = (all: readonly Row[], shown: (row: Row) => number, withFees = false): string[] => {
    let balance = 1_000_000;
    return all.map((row) => {
      balance += row.amount - (withFees ? row.fee : 0);
      return line(row, shown(row), balance, withFees);
    });
  };
  const amountsOf = (all: readonly Row[]): number[] => all.map(({ amount }) => amount);

  test("leaves a file as it is that it proves, the newest line first or last (RULE-010)", async () => {
    await fc.assert(
      fc.asyncProperty(rows, fc.boolean(), async (all, isReversed) => {
        const lines = written(all, ({ amount }) => amount);
        const [file, right] = isReversed
          ? [lines.toReversed(), amountsOf(all).toReversed()]
          : [lines, amountsOf(all)];
        expect(await told(`${HEAD}${file.join("\n")}\n`)).toEqual({ amounts: right, errors: [], notes: "" });
      }),
    );
  });

  test("tells what went out where no amount has a sign; the oldest line stays open (RULE-010)", async () => {
    await fc.assert(
      fc.asyncProperty(
        rows.filter(
          (all) =>
            all.slice(1).some(({ amount }) => amount < 0) &&
            all.some(({ amount }) => amount > 0) &&
            all[0]?.day !== all.at(-1)?.day,
        ),
        async (all) => {
          const lines = written(all, ({ amount }) => Math.abs(amount));
          const { amounts, errors, notes } = await told(`${HEAD}${lines.join("\n")}\n`);
          expect(amounts).toEqual(amountsOf(all.slice(1)));
          expect(errors).toEqual(["2 invalid_amount"]);
          expect(notes).toContain('told by the balances under "Balance"');
        },
      ),
    );
  });

  test("takes fees off the amounts, and tells signs that are all the other way", async () => {
    await fc.assert(
      fc.asyncProperty(
        rows.filter(
          (all) =>
            all.some(({ amount }) => amount < 0) &&
            all.some(({ amount }) => amount > 0) &&
            all[0]?.day !== all.at(-1)?.day,
        ),
        async (all) => {
          const charged = written(all, ({ amount }) => amount, true);
          const withFees = await told(`${HEAD}${charged.join("\n")}\n`);
          expect(withFees.amounts).toEqual(all.map(({ amount, fee }) => amount - fee));
          expect(withFees.notes).toContain('with what stands under "Fee"');
          // It may also be what is owed.
          const turned = await told(`${HEAD}${written(all, ({ amount }) => -amount).join("\n")}\n`);
          expect(turned.amounts).toEqual(all.map(({ amount }) => -amount));
          expect(turned.notes).toContain("with the other sign");
        },
      ),
    );
  });

  test("of what is owed turns no amount whose direction the file says", async () => {
    const file =
      "Date,Description,Debit,Credit,Balance\n2026-01-05,Rent,500.00,,800.00\n2026-01-06,Food,50.00,,850.00\n2026-01-07,Pay,,200.00,650.00\n";
    expect(await told(file)).toEqual({ amounts: [-50_000, -5_000, 20_000], errors: [], notes: "" });
  });

  test("refuses lines without signs of which it tells nothing, and reads the others", async () => {
    const file =
      "Date,Description,Amount,Balance\n2026-01-18,Pend,7.00,\n2026-01-17,Pay,5.00,95.00\n2026-01-16,Y,10.00,90.00\n2026-01-15,X,10.00,100.00\n";
    expect(await told(file)).toMatchObject({
      amounts: [500, -1_000],
      errors: ["2 invalid_amount", "5 invalid_amount"],
    });
    expect((await read(file)).errors[0]?.message).toBe(
      "The amount has no sign, and no balances around it tell whether it went out.",
    );
  });

  test("proves no fee of the oldest line, and reads one that comes back as it is written", async () => {
    const open =
      "Date,Description,Amount,Fee,Balance\n2026-01-05,Topup,100.00,1.00,99.00\n2026-01-06,Card,-10.00,0.00,89.00\n";
    expect((await told(open)).notes).toContain('The fees under "Fee" are not read, such as "1.00" in line 2');
    const signed =
      "Date,Description,Gross,Fee,Net,Balance\n2026-01-05,A,100.00,-3.20,96.80,147.80\n2026-01-06,B,100.00,-3.20,96.80,244.60\n2026-01-07,C,-50.00,1.00,-49.00,195.60\n";
    expect((await told(signed, { columns: { amount: "Gross" } })).amounts).toEqual([9_680, 9_680, -4_900]);
  });

  test("tells where a line is missing, and that a column proves nothing (RULE-011)", async () => {
    const file = (balances: readonly string[]) =>
      `Date,Description,Amount,Balance\n${balances.map((balance, at) => `2026-01-0${at + 1},A,-10.00,${balance}`).join("\n")}\n`;
    expect((await told(file(["90.00", "80.00", "60.00", "50.00"]))).notes).toBe(
      'The balances under "Balance" do not follow from the amounts: 80.00 and -10.00 make 70.00, but line 4 says 60.00. Lines may be missing from the file.',
    );
    expect((await told(file(["90.00", "20.00", "70.00", "5.00"]))).notes).toContain("prove nothing");
    expect((await told(file(["90.00", "", "70.00", "60.00"]))).notes).toBe("");
    expect((await told(file(["", "?", "", "60.00"]))).notes).toBe("");
  });
});

describe("fees, ids and currencies", () => {
  test("fees that are no part of the amounts are told, with the column that has both", async () => {
    const { amounts, notes } = await told(
      "Date,Description,Amount,Fee,Net\n2026-01-05,A,100.00,3.20,96.80\n2026-01-06,B,-20.00,0.00,-20.00\n",
    );
    expect(amounts).toEqual([10_000, -2_000]);
    expect(notes).toContain('The fees under "Fee" are not read, such as "3.20" in line 2');
    expect(notes).toContain('moves by "Net"');
  });

  test("ids that a spreadsheet program has rounded are not read", async () => {
    const { lines, notes } = await read(
      "Date,Description,Amount,Transaction ID\n2026-01-05,A,-1.00,2.02601E+17\n2026-01-05,B,-1.00,2.02601E+17\n",
    );
    expect(lines.map(({ external_id }) => external_id)).toEqual([null, null]);
    expect(notes.join()).toContain("rounded by a spreadsheet program");
  });

  test("a column of money in another currency is refused, and so is a line that says one in its language", async () => {
    const euros = "Date,Description,Amount (EUR)\n2026-01-05,A,-1.00\n";
    expect(await refusal(euros, { columns: { amount: "Amount (EUR)" } })).toContain(
      'The column "Amount (EUR)" is in EUR',
    );
    const german =
      "Buchungstag;Verwendungszweck;Betrag;Waehrung\n05.01.2026;A;-1,00;EUR\n31.01.2026;B;-2,00;USD\n";
    expect(await told(german)).toEqual({ amounts: [-200], errors: ["2 other_currency"], notes: "" });
  });
});

describe("days", () => {
  const days = async (...given: string[]) =>
    (await read(`Date,Description,Amount\n${given.map((day) => `${day},A,-1.00\n`).join("")}`)).lines.map(
      ({ date }) => date,
    );
  const refused = (...given: string[]) =>
    refusal(`Date,Description,Amount\n${given.map((day) => `${day},A,-1.00\n`).join("")}`);

  test("with a year of two digits begin with it if it is what stays (RULE-012)", async () => {
    expect(await days("26-01-05", "26-01-25", "26-03-04")).toEqual([
      "2026-01-05",
      "2026-01-25",
      "2026-03-04",
    ]);
    expect(await days("25-12-30", "26-01-02")).toEqual(["2025-12-30", "2026-01-02"]);
    expect(await days("01-13-26", "02-28-26")).toEqual(["2026-01-13", "2026-02-28"]);
    expect(await days("30.12.25", "02.01.26")).toEqual(["2025-12-30", "2026-01-02"]);
    expect(await days("15.01.26", "15.01.26")).toEqual(["2026-01-15", "2026-01-15"]);
    expect(await days("15/01/20", "15/12/25", "15/01/26")).toEqual([
      "2020-01-15",
      "2025-12-15",
      "2026-01-15",
    ]);
  });

  test("that could be several are asked for, and said by the format", async () => {
    expect(await refused("15-01-20", "15-12-25", "15-01-26")).toContain("is ambiguous");
    expect(await refused("26-01-05", "26-01-06", "26-01-07")).toContain('"26-01-05" is ambiguous');
    expect(await refused("26-01-05", "26-02-05")).toContain("is ambiguous");
    const { lines } = await read("Date,Description,Amount\n26-01-05,A,-1.00\n", { dateFormat: "YYYY-MM-DD" });
    expect(lines[0]?.date).toBe("2026-01-05");
  });

  test("of which a spreadsheet program has turned some are refused", async () => {
    expect(await refused("13/01/2026", "2026-01-02", "28/03/2026")).toContain("written in two ways");
    // A row without an amount has no say.
    const footer = "Date,Description,Amount\n13/01/2026,A,-1.00\n2026-02-01,exported,\n";
    expect((await told(footer)).amounts).toEqual([-100]);
  });
});

describe("formats that say more", () => {
  const ofx = (rows: readonly (readonly [type: string, amount: string, more?: string])[], kind = "") =>
    readOfx(
      [
        Buffer.from(
          `<OFX><${kind}STMTRS><CURDEF>USD<${kind || "BANK"}ACCTFROM><ACCTID>1</${kind || "BANK"}ACCTFROM><BANKTRANLIST>${rows
            .map(
              ([type, amount, more = ""], at) =>
                `<STMTTRN><TRNTYPE>${type}<DTPOSTED>20260105<TRNAMT>${amount}<FITID>${at}${more}</STMTTRN>`,
            )
            .join(
              "",
            )}</BANKTRANLIST><LEDGERBAL><BALAMT>12.50</BALAMT><DTASOF>20260131</DTASOF></LEDGERBAL></${kind}STMTRS></OFX>`,
        ),
      ],
      null,
      paced,
    );
  const signs = async (...rows: (readonly [string, string])[]) => {
    const { lines, notes } = await ofx(rows);
    return [lines.map(({ amount_cents }) => amount_cents), notes.length] as const;
  };

  test("OFX: types tell the signs if all disagree or no amount has one, and single ones are told", async () => {
    expect(await signs(["DEBIT", "-1.00"], ["CREDIT", "2.00"], ["POS", "3.00"])).toEqual([
      [-100, 200, 300],
      0,
    ]);
    expect(await signs(["DEBIT", "1.00"], ["CREDIT", "-2.00"], ["OTHER", "3.00"])).toEqual([
      [-100, 200, -300],
      1,
    ]);
    expect(await signs(["DEBIT", "1.00"], ["CREDIT", "2.00"], ["CHECK", "3.00"])).toEqual([
      [-100, 200, -300],
      1,
    ]);
    for (const rows of [
      [
        ["DEBIT", "-1.00"],
        ["CREDIT", "-2.00"],
        ["CREDIT", "3.00"],
      ],
      // Fees that come back, a check that was void, and refunds.
      [
        ["POS", "-50.00"],
        ["XFER", "-5.00"],
        ["FEE", "12.00"],
        ["FEE", "12.00"],
        ["OTHER", "9.00"],
      ],
      [
        ["DEP", "1.00"],
        ["CREDIT", "5.00"],
        ["FEE", "2.00"],
      ],
      [
        ["CHECK", "3.00"],
        ["INT", "1.00"],
      ],
      [["DEBIT", "3.00"]],
    ] as const)
      expect(await signs(...rows)).toEqual([rows.map(([, amount]) => Number(amount) * 100), 1]);
    const { lines } = await ofx(
      [
        ["DEBIT", "3.00"],
        ["DEBIT", "1.00"],
        ["PAYMENT", "10.00"],
      ],
      "CC",
    );
    expect(lines.map(({ amount_cents }) => amount_cents)).toEqual([300, 100, 1_000]);
  });

  test("OFX: a correction of another line is refused, and the balance is read also where its tags are closed", async () => {
    const { lines, errors, balances } = await ofx([
      ["DEBIT", "-1.00"],
      ["DEBIT", "-2.00", "<CORRECTFITID>0<CORRECTACTION>REPLACE"],
    ]);
    expect(lines.map(({ amount_cents }) => amount_cents)).toEqual([-100]);
    expect(errors).toMatchObject([
      { code: "not_allowed", message: expect.stringContaining("Corrections are not taken") },
    ]);
    expect(balances).toEqual([{ date: "2026-01-31", amount_cents: 1_250 }]);
  });

  const camt = (closing: string, entries: string) =>
    readCamt(
      [
        Buffer.from(
          `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>X1</IBAN></Id></Acct>${(
            [
              ["OPBD", "1000.00"],
              ["CLBD", closing],
            ] as const
          )
            .map(
              ([kind, amount]) =>
                `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-01-31</Dt></Dt></Bal>`,
            )
            .join("")}${entries}</Stmt></BkToCstmrStmt></Document>`,
        ),
      ],
      null,
      paced,
    );
  const entry = (amount: string, more = "") =>
    `<Ntry><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd>${more}<Sts>BOOK</Sts><BookgDt><Dt>2026-01-05</Dt></BookgDt></Ntry>`;

  test("CAMT: the opening balance and the entries make the closing one, or that is told (RULE-011)", async () => {
    expect((await camt("950.00", entry("50.00"))).notes).toEqual([]);
    expect((await camt("700.00", entry("50.00"))).notes).toEqual([
      "The closing balance is 700.00, but the opening balance and the lines that were read make 950.00. Lines may be missing.",
    ]);
  });

  test("CAMT: a reversal has the sign that the closing balance proves", async () => {
    const reversal = entry("50.00", "<RvslInd>true</RvslInd>");
    const amounts = async (closing: string) => {
      const { lines, notes } = await camt(closing, entry("50.00") + reversal);
      return [...lines.map(({ amount_cents }) => amount_cents), notes.length];
    };
    expect(await amounts("1000.00")).toEqual([-5_000, 5_000, 1]);
    expect(await amounts("900.00")).toEqual([-5_000, -5_000, 0]);
  });

  test("MT940: the same", async () => {
    const notes = async (closing: string) =>
      (
        await readMt940(
          [
            Buffer.from(
              `:20:S\n:25:021000021/12345678\n:28C:5/1\n:60F:C260104USD1000,00\n:61:2601050105D12,50NTRFNONREF\n:62F:C260105USD${closing}\n-\n`,
            ),
          ],
          null,
          paced,
        )
      ).notes.length;
    expect([await notes("987,50"), await notes("980,00")]).toEqual([0, 1]);
  });
});
