/**
 * Kinds of what bank files say of themselves, each in the layouts of several banks: what is above a header,
 * which rows are no lines, which words say a state or a direction. Amounts are in cents, known beforehand.
 */
import { describe, expect, test } from "vitest";
import { LineProblem } from "../../../../platform/text/line-problem.ts";
import { paced } from "../../../../platform/time/turn.ts";
import { type CsvOptions, readCsv } from "./csv-statement.ts";
import { keyed } from "./duplicates.ts";
import type { Statement } from "./statement.ts";

type Options = Partial<CsvOptions>;

const read = (text: string, options: Options = {}) =>
  readCsv(
    [Buffer.from(text)],
    { columns: {}, dateFormat: null, signs: null, isCard: false, account: null, ...options },
    paced,
  );
const amountsOf = ({ lines }: Statement) => lines.map(({ amount_cents }) => amount_cents);
const errorsOf = ({ errors }: Statement) => errors.map(({ line, code }) => `${line} ${code}`);

async function refusal(reading: Promise<Statement>): Promise<string> {
  const error = await reading.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(LineProblem);
  return (error as LineProblem).message;
}

describe("the currency of a file", () => {
  test.each<readonly [string, string]>([
    ["EUR", "Saldo;1.234,56;EUR\nDatum;Text;Betrag\n05.03.2026;A;-5,00\n"],
    ["GBP", "Account Currency: GBP\nDate,Description,Amount\n2026-03-05,A,-5.00\n"],
    ["CHF", "Currency,CHF\nDate,Description,Amount\n2026-03-05,A,-5.00\n"],
    ["GBP", "All amounts in GBP\nDate,Description,Amount\n2026-03-05,A,-5.00\n"],
    ["€", "Kontostand;1.234,56 €\nDatum;Text;Betrag\n05.03.2026;A;-5,00\n"],
  ])("is %s by a title above the header, and the file is refused (RULE-020)", async (currency, text) => {
    expect(await refusal(read(text))).toContain(`The file is in ${currency}; only US dollars are supported.`);
  });

  test.each<readonly [string, string, string, Options]>([
    ["Betrag (€)", "€", "Datum;Text;Betrag (€)\n05.03.2026;A;-5,00\n", {}],
    ["Gutschrift in CHF", "CHF", "Datum;Text;Belastung in CHF;Gutschrift in CHF\n05.03.2026;A;;5,00\n", {}],
    ["Montant (en euros)", "euros", "Date;Text;Montant (en euros)\n15/03/2026;A;-5,00\n", {}],
    ["Saldo in EUR", "EUR", "Datum;Text;Betrag;Saldo in EUR\n05.03.2026;A;-5,00;4,00\n", {}],
    ["CAD$", "CAD", "Date,Text,CAD$\n2026-03-05,A,-5.00\n", { columns: { amount: "CAD$" } }],
  ])("is in the name of a column, %s", async (name, currency, text, options) => {
    const message = await refusal(read(text, options));
    expect(message).toMatch(new RegExp(`The column ".*" is in ${currency}; only US dollars`));
    expect(name).toContain(currency);
  });

  test("is the dollar of a column beside others, whatever those say", async () => {
    const beside =
      "Date,Merchant,Amount,Currency,Amount (USD)\n2026-03-15,A,-4.00,EUR,-4.40\n2026-03-16,B,-1.00,USD,-1.00\n";
    expect(amountsOf(await read(beside))).toEqual([-440, -100]);
    const billed =
      "Date,Merchant,Transaction Amount,Transaction Currency,Billing Amount,Billing Currency\n2026-03-15,A,-4.00,EUR,-4.40,USD\n";
    expect(amountsOf(await read(billed))).toEqual([-440]);
    // The day of value has the name that the currency has elsewhere.
    expect(amountsOf(await read("Datum;Text;Betrag;Valuta\n05.03.2026;A;-5,00;06.03.2026\n"))).toEqual([
      -500,
    ]);
    expect(amountsOf(await read("Currency,USD\nDate,Text,Amount\n2026-03-05,A,-5.00\n"))).toEqual([-500]);
    const codes = (name: string) => `Date,Text,Amount,${name}\n2026-03-05,A,-5.00,EUR\n`;
    expect(errorsOf(await read(codes("Curr.")))).toEqual(["2 other_currency"]);
    expect(amountsOf(await read(codes("Original Currency")))).toEqual([-500]);
    const words =
      "Date,Text,Amount,Account Currency\n2026-03-05,A,-5.00,US Dollar\n2026-03-06,B,-5.00,Euro\n";
    expect(errorsOf(await read(words))).toEqual(["3 other_currency"]);
  });
});

describe("a state of a line", () => {
  test.each([
    ["Status", "SETTLED", "DECLINED_INSUFFICIENT_FUNDS"],
    ["Status", "Completed", "Unclaimed"],
    ["Transaction Status", "CLEARED", "PENDING AUTH"],
    ["Info", "Umsatz gebucht", "Umsatz vorgemerkt"],
    ["Statut", "Comptabilisée", "À venir"],
    ["Estado", "Contabilizado", "Retenido"],
    ["Stato", "Contabilizzato", "Non contabilizzato"],
    ["Status", "Geboekt", "Gereserveerd"],
    ["Situação", "Efetivado", "Pendente"],
    // No usual name, but each text is a state.
    ["Type", "Posted", "Pending"],
  ])("under %s: %j is read, %j is not (RULE-007)", async (header, yes, no) => {
    const text = `Date,Description,Amount,${header}\n2026-03-15,A,-1.00,${yes}\n2026-03-16,B,-2.00,${no}\n`;
    const statement = await read(text);
    expect([amountsOf(statement), errorsOf(statement), statement.notes]).toEqual([
      [-100],
      ["3 not_booked"],
      [],
    ]);
  });

  test("that is no known word is told (RULE-021)", async () => {
    const text = "Date,Description,Amount,Status\n2026-03-15,A,-1.00,Posted\n2026-03-16,B,-2.00,H\n";
    const { lines, notes } = await read(text);
    expect([lines.length, notes.join()]).toEqual([
      2,
      'A line is "H" or the like by "Status", first in line 3, which is no known word for what the bank has booked. They are read; exclude those that are not booked.',
    ]);
  });

  test("is a day of booking that is missing, a reason of a failure, or a late word", async () => {
    const days =
      "Transaction Date,Clearing Date,Description,Amount\n2026-03-14,2026-03-15,A,-1.00\n2026-03-28,,B,-2.00\n";
    const [error] = (await read(days)).errors;
    expect(error?.message).toBe('The line is not booked: it has no "Clearing Date", which other lines have.');
    const failed =
      "Date,Description,Amount,Decline reason\n2026-03-14,A,-1.00,\n2026-03-28,B,-2.00,No funds\n";
    expect((await read(failed)).errors[0]?.message).toBe(
      'The line is not booked: under "Decline reason" stands "No funds".',
    );
    const rows = Array.from({ length: 40 }, () => "2026-03-14,A,-1.00,Posted\n").join("");
    const late = await read(`Date,Description,Amount,Type\n${rows}2026-03-28,B,-2.00,Pending\n`);
    expect([late.lines.length, errorsOf(late)]).toEqual([40, ["42 not_booked"]]);
    const texts = "Date,Description,Amount\n2026-03-14,*Pending* A,-1.00\n2026-03-28,B (pending),-2.00\n";
    expect(errorsOf(await read(texts))).toEqual(["2 not_booked", "3 not_booked"]);
  });

  test("is that of a title above the lines, or of their text", async () => {
    const sections =
      "Date,Description,Amount\nPending Transactions,,\n2026-03-29,A,-9.00\nPosted Transactions,,\n2026-03-15,B,-5.00\n2026-03-16,PENDING - HOTEL,-7.00\n";
    const statement = await read(sections);
    expect(amountsOf(statement)).toEqual([-500]);
    expect(statement.errors.map(({ message }) => message)).toContain(
      'The line is not booked, as "Pending Transactions" says. It is read from a later file, when the bank has booked it.',
    );
    expect(errorsOf(statement)).toContain("6 not_booked");
  });
});

describe("whose lines they are", () => {
  const TABLE = "Date,Description,Amount\n2026-03-15,A,-5.00\n";
  test.each([
    ["Account Number,XXXXXX4402"],
    ['"Transactions for account ending in 4402 as of 03/31/2026"'],
    ["Card: Visa ...4402"],
    ["IBAN,DE00 0000 0000 0000 4402"],
  ])("is told by the title %s (RULE-008)", async (title) => {
    expect((await read(`${title}\n${TABLE}`)).account?.replaceAll(/\D/g, "").slice(-4)).toBe("4402");
  });

  test("is not told by days, nor by titles of several accounts", async () => {
    for (const title of [
      "Account activity 2026-03-31",
      "Accounts ...1188 ...\nAccount ...4402",
      "Statement 2026",
    ])
      expect([title, (await read(`${title}\n${TABLE}`)).account]).toEqual([title, null]);
  });

  test("is unsure in a file of two tables (RULE-022)", async () => {
    const again = `${TABLE}\nAccount: Savings ...4402\nDate,Description,Amount\n2026-03-15,B,5.00\n`;
    expect(await refusal(read(again))).toContain(
      'Line 5: A second table begins here, below "Account: Savings ...4402", perhaps of another account. Part the file, and upload each table by itself.',
    );
    expect(await refusal(read(`${TABLE}Date,Amount,Description\n2026-03-15,5.00,12.00\n`))).toContain(
      "Line 3: A second table begins here, perhaps",
    );
    // Pages that are put together repeat their header.
    expect(amountsOf(await read(`${TABLE}${TABLE}`))).toEqual([-500, -500]);
  });

  test("is unsure below titles of several accounts among the lines", async () => {
    const text =
      "Date,Description,Amount\nChecking ...1188,,\n2026-03-15,A,-5.00\nSavings ...4402,,\n2026-03-16,B,5.00\n";
    expect(await refusal(read(text))).toContain(
      'The lines stand below titles of 2 accounts ("Checking ...1188", "Savings ...4402"). Part the file, and upload the lines of each account by themselves.',
    );
    const account = { name: "Checking", last4: "1188" };
    const lastFour = (other: string) =>
      `Date,Name,Amount,Last 4\n2026-03-15,A,-5.00,${other}\n2026-03-16,B,5.00,4402\n2026-03-17,C,1.00,4402\n`;
    expect(amountsOf(await read(lastFour("1188"), { account }))).toEqual([-500]);
    expect(amountsOf(await read(lastFour("7777"), { account }))).toEqual([-500, 500, 100]);
  });

  test("is told by accounts of either side only if one is the wanted one", async () => {
    const account = { name: "Checking", last4: "1188" };
    const ibans = (own: string) =>
      `Date,IBAN,Description,Amount\n2026-03-15,${own},A,-5.00\n2026-03-16,NL01BANK00004402,B,2.00\n`;
    expect(errorsOf(await read(ibans("NL01BANK00001188"), { account }))).toEqual(["3 other_account"]);
    expect(amountsOf(await read(ibans("NL01BANK00007777"), { account }))).toEqual([-500, 200]);
    const wallets =
      "Date,Product,Description,Amount\n2026-03-15,Current,A,-5.00\n2026-03-16,Savings,B,2.00\n";
    expect(await refusal(read(wallets, { account }))).toContain('lines of 2 accounts under "Product"');
  });
});

describe("a row that is no line", () => {
  test.each([
    ["Opening Balance"],
    ["BALANCE BROUGHT FORWARD"],
    ["Beginning balance as of 03/01/2026"],
    ["Anfangssaldo"],
    ["Saldo anterior"],
    ["Solde initial"],
    ["PREVIOUS BALANCE"],
    ["Ending Balance"],
    ["Endsaldo"],
    ["Nouveau solde"],
    ["Total"],
    ["Total Debits"],
    ["Gesamtsumme"],
  ])("is refused by its text, %s (RULE-023)", async (text) => {
    const statement = await read(
      `Date,Description,Amount\n2026-03-01,${text},1000.00\n2026-03-15,Rent,-500.00\n`,
    );
    expect([amountsOf(statement), errorsOf(statement)]).toEqual([[-50_000], ["2 not_booked"]]);
    expect(statement.errors[0]?.message).toBe(
      `The line is a balance or a total and no transaction: its text is "${text}".`,
    );
  });

  test("is known by what kind of line it is, too", async () => {
    const text = "Date,Type,Payee,Amount\n2026-03-01,Opening Balance,,10.00\n2026-03-15,Debit,A,-5.00\n";
    expect(errorsOf(await read(text))).toEqual(["2 not_booked"]);
  });

  test("is not a payee with such a word in its name", async () => {
    const text =
      "Date,Description,Amount\n2026-03-15,TOTAL WINE AND MORE,-5.00\n2026-03-16,BALANCE TRANSFER,7.00\n2026-03-17,OPENING NIGHT,-2.00\n";
    expect(amountsOf(await read(text))).toEqual([-500, 700, -200]);
  });

  test.each([["NEW BALANCE"], ["TOTAL"], ["TOTAL 4123"], ["Saldo"], ["SUM"]])(
    "is not a purchase at a shop that is called %s, which is told",
    async (shop) => {
      const text = (amount: string) =>
        `Date,Description,Amount\n2026-03-14,Cafe,-5.00\n2026-03-15,${shop},${amount}\n2026-03-16,Fuel,-7.00\n`;
      for (const isCard of [true, false]) {
        const { lines, notes } = await read(text("-85.00"), { isCard });
        expect([lines.map(({ amount_cents }) => amount_cents), notes.join()]).toEqual([
          [-500, -8_500, -700],
          expect.stringContaining(
            `1 line with a day and an amount is read as a transaction, though its text may be that of a balance or a total: "${shop}" in line 3. Exclude what is no transaction.`,
          ),
        ]);
        // What the other lines make, and money in, is a total or a balance.
        for (const amount of ["-12.00", "85.00"])
          expect(errorsOf(await read(text(amount), { isCard }))).toEqual(["3 not_booked"]);
      }
    },
  );

  test("is the balance that a column of balances has there, or before it, or that another one goes with", async () => {
    const text = (balances: readonly string[], first = "Cafe,-5.00") =>
      `Date,Description,Amount,Balance\n2026-03-14,${first},${balances[0]}\n2026-03-15,New Balance,-85.00,${balances[1]}\n2026-03-16,Fuel,-7.00,${balances[2]}\n`;
    const told = async (...args: Parameters<typeof text>) => errorsOf(await read(text(...args)));
    expect(await told(["-85.00", "", "-92.00"])).toEqual(["3 not_booked"]);
    expect(await told(["-80.00", "-85.00", "-92.00"])).toEqual(["3 not_booked"]);
    expect(await told(["", "", ""], "Previous balance,-80.00")).toEqual(["2 not_booked", "3 not_booked"]);
    expect(await told(["95.00", "10.00", "3.00"])).toEqual([]);
  });

  test("proves nothing under a column that the file does not have", async () => {
    const text =
      "Date,Description,Amount\n2026-03-01,Opening balance,10.00\n2026-03-15,A,-5.00\n2026-03-16,B,-1.00\n2026-03-31,Closing balance,7.00\n";
    expect((await read(text)).notes.join()).toContain(
      "The balances that rows of the file state do not follow from the amounts",
    );
  });

  test("is no title of pending lines by a part of a word, or in the rest of a text", async () => {
    const text = (title: string, below = "") =>
      `Date,Description,Amount\n${title}\n2026-03-15,A,-5.00\n${below}2026-03-16,B,-1.00\n`;
    for (const title of ["Spending Account,,", ",Spending Account,"])
      expect(amountsOf(await read(text(title)))).toEqual([-500, -100]);
    const goesOn = await read(text("", ",CARD AUTHORIZATION 8871,\n"));
    expect(amountsOf(goesOn)).toEqual([-500, -100]);
    for (const title of [
      "Pending transactions (2),,",
      ",Pending,",
      "Card authorizations,,",
      "Ausstehende Umsätze,,",
    ])
      expect(errorsOf(await read(text("", `${title}\n`)))).toContain("5 not_booked");
    expect(errorsOf(await read(text(",Card authorizations,")))).toEqual([
      "2 invalid_date",
      "3 not_booked",
      "4 not_booked",
    ]);
  });

  test("proves the lines by its balance or its total", async () => {
    const gap =
      "Date,Description,Amount,Balance\n2026-03-01,Opening balance,,1000.00\n2026-03-15,Rent,-500.00,400.00\n2026-03-16,Pay,900.00,1300.00\n";
    expect((await read(gap)).notes.join()).toContain(
      "1000.00 and -500.00 make 500.00, but line 3 says 400.00",
    );
    expect((await read(gap.replace("1000.00", "900.00"))).notes).toEqual([]);
    const total = (stated: string) =>
      `Date,Description,Amount\n2026-03-15,Rent,-500.00\n2026-03-16,Pay,900.00\nTotal,,${stated}\n`;
    expect((await read(total("300.00"))).notes).toEqual([
      "The total in line 4 is 300.00, but the lines above it that were read make 400.00. Lines may be missing.",
    ]);
    for (const right of ["400.00", "500.00", "900.00", "1400.00"])
      expect((await read(total(right))).notes).toEqual([]);
    const titles = (closing: string) =>
      `Opening balance,1000.00\nClosing balance,${closing}\nDate,Description,Amount\n2026-03-15,Rent,-500.00\n`;
    expect((await read(titles("600.00"))).notes.join()).toContain(
      "The closing balance is 600.00, but the opening balance and the lines that were read make 500.00.",
    );
    expect((await read(titles("500.00"))).notes).toEqual([]);
    const counted = (...rows: readonly string[]) =>
      read(`${rows.join("\n")}\nDate,Description,Amount\n2026-03-15,Rent,-5.00\n2026-03-16,Pay,9.00\n`);
    expect(
      (await counted("Number of transactions,2", "Total debits,-5.00", "Total credits,9.00")).notes,
    ).toEqual([]);
    expect((await counted("Number of transactions,3", "Total deposits,8.00")).notes).toEqual([
      "Line 1 counts 3 lines, but 2 were read. Lines may be missing from the file.",
      "The total of deposits in line 2 is 8.00, but those that were read make 9.00. Lines may be missing.",
    ]);
  });
});

describe("the direction of amounts without signs", () => {
  test.each([
    ["Af Bij", "Af", "Bij"],
    ["Sens", "Débit", "Crédit"],
    ["Tipo", "Cargo", "Abono"],
    ["Segno", "Dare", "Avere"],
    ["Tipo", "Addebito", "Accredito"],
    ["Tipo", "Saída", "Entrada"],
    ["Art", "Ausgang", "Eingang"],
    ["Typ", "Uttag", "Insättning"],
    ["Flow", "OUTBOUND", "INBOUND"],
    ["Transaction Type", "ACH Debit", "ACH Credit"],
    ["DB/CR", "DB", "CR"],
  ])("is told under %s by %j and %j (RULE-024)", async (header, out, into) => {
    const text = `Date,Description,${header},Amount\n2026-03-15,A,${out},5.00\n2026-03-16,B,${into},9.00\n`;
    expect(amountsOf(await read(text))).toEqual([-500, 900]);
  });

  test("is told where the column has no usual name, in which letters may be people", async () => {
    const text = (name: string, out: string, into: string) =>
      `Date,Description,${name},Amount\n2026-03-15,Pay,${out},5000.00\n2026-03-16,B,${into},9.00\n`;
    const { lines, notes } = await read(text("Flow", "out", "in"));
    expect([lines.map(({ amount_cents }) => amount_cents), notes]).toEqual([
      [-500_000, 900],
      [
        'The words under "Flow" are read as what is money out, and the amounts have no minus sign. If they say something else, take the upload back and name the columns by their numbers.',
      ],
    ]);
    expect((await read(text("D/C", "D", "C"))).notes).toEqual([]);
    expect(await refusal(read(text("Owner", "D", "C")))).toContain(
      'it is not known what of "D", "C" under "Owner" is money out',
    );
    expect(amountsOf(await read(text("Owner", "D", "C"), { signs: "bank" }))).toEqual([500_000, 900]);
    expect(amountsOf(await read(text("Owner", "D", "M")))).toEqual([500_000, 900]);
  });

  test("is asked for where words are not known, and told where there are none", async () => {
    const text = "Date,Description,Type,Amount\n2026-03-15,A,Ab,5.00\n2026-03-16,B,Zu,9.00\n";
    expect(await refusal(read(text))).toContain(
      'No amount of the file has a minus sign, and it is not known what of "Ab", "Zu" under "Type" is money out. Export the file with signs, or with columns of debits and credits.',
    );
    await expect(read(text)).rejects.toMatchObject({
      ways: [{ give: "signs", as: "bank", when: "every line is money in" }],
    });
    expect(amountsOf(await read(text, { signs: "bank" }))).toEqual([500, 900]);
    expect((await read(text.replaceAll(/Ab|Zu/g, ""))).notes).toEqual([
      "No amount of the file has a minus sign, so all 2 lines are read as money in. If some are money out, take the upload back, and export the file with signs or with columns of debits and credits.",
    ]);
    const proven = "Date,Description,Amount,Balance\n2026-03-15,A,5.00,5.00\n2026-03-16,B,9.00,14.00\n";
    expect((await read(proven)).notes).toEqual([]);
  });

  test.each([
    ["Belastung", "Gutschrift"],
    ["Cargo", "Abono"],
    ["Débit", "Crédit"],
    ["Dare", "Avere"],
    ["Payments", "Receipts"],
    ["Charges", "Payments"],
    ["Spent", "Received"],
    ["Paid out (USD)", "Paid in (USD)"],
  ])("is that of the columns %s and %s", async (debit, credit) => {
    const text = `Date,Description,${debit},${credit}\n2026-03-15,A,5.00,\n2026-03-16,B,,9.00\n`;
    expect(amountsOf(await read(text))).toEqual([-500, 900]);
  });

  test("is that of the signs where a few words say another one, which is told", async () => {
    const rows = Array.from({ length: 10 }, (_, at) => `2026-03-${at + 10},A,Debit,-1.00\n`).join("");
    const { lines, notes } = await read(
      `Date,Description,Type,Amount\n${rows}2026-03-25,Fee back,Debit,3.00\n`,
    );
    expect([lines.at(-1)?.amount_cents, notes]).toEqual([
      300,
      [
        '"Type" says another direction than the sign of the amount in 1 of 11 lines, first in line 12. The signs were taken.',
      ],
    ]);
  });

  test("has no word behind the amount", async () => {
    const [error] = (await read("Date,Description,Amount\n2026-03-15,A,5.00 DR\n")).errors;
    expect(error?.message).toBe(
      'The amount "5.00 DR" has a word for debit or credit behind it, which is not read.',
    );
  });
});

describe("the signs of a card's CSV", () => {
  test("are inferred in a CSV from payments that agree, and fewer of the others", async () => {
    const text =
      "Date,Description,Amount\n2026-03-15,Shop,-5.00\n2026-03-16,Fuel,-4.00\n2026-03-17,Returned,3.00\n2026-03-18,Payment Thank You,9.00\n";
    expect(amountsOf(await read(text, { isCard: true }))).toEqual([-500, -400, 300, 900]);
    expect(await refusal(read(text.replace("Payment Thank You", "Other"), { isCard: true }))).toContain(
      "not clear",
    );
  });
});

describe("days", () => {
  const days = async (...texts: readonly string[]) => {
    const rows = texts.map((text) => `${text},A,-1.00\n`).join("");
    return (await read(`Date,Description,Amount\n${rows}`)).lines.map(({ date }) => date);
  };

  test("between slashes begin with a year of two digits where no other reading is (RULE-012)", async () => {
    expect(await days("26/01/05", "26/01/25", "26/03/04")).toEqual([
      "2026-01-05",
      "2026-01-25",
      "2026-03-04",
    ]);
    expect(await days("01/05/26", "01/30/26")).toEqual(["2026-01-05", "2026-01-30"]);
    expect(await days("30/12/25", "02/01/26")).toEqual(["2025-12-30", "2026-01-02"]);
    await expect(days("26/01/05", "26/01/09")).rejects.toThrow("is ambiguous");
  });

  test("with the day before the month behind the year are refused as a whole", async () => {
    await expect(days("2026-05-01", "2026-25-01")).rejects.toThrow(
      'The date "2026-25-01" has its day before its month, so no date of the file that begins with a year is sure. Export the file again with dates such as 2026-01-31.',
    );
  });

  test("that lie far apart are told", async () => {
    const text = "Date,Description,Amount\n1926-03-15,A,-1.00\n2026-03-16,B,-2.00\n";
    expect((await read(text)).notes).toEqual([
      "The dates of the file lie 100 years apart: 1926-03-15 in line 2 and 2026-03-16 in line 3. Check the year.",
    ]);
  });
});

describe("fees and headers", () => {
  test.each([["Gebühren"], ["Foreign Transaction Fee"], ["Service Charge"], ["Processing Fees (USD)"]])(
    "a fee under %s is told (RULE-010)",
    async (header) => {
      const { notes } = await read(`Date,Description,Amount,${header}\n2026-03-15,A,-5.00,1.00\n`);
      expect(notes).toEqual([
        `The fees under "${header}" are not read, such as "1.00" in line 2. If the account pays them with the amounts, add them to the file.`,
      ]);
    },
  );

  test("amounts of which something is taken under Net are told", async () => {
    const { notes } = await read("Date,Description,Amount,Net\n2026-03-15,A,5.00,4.00\n");
    expect(notes).toEqual([
      'The amounts under "Amount" are read, of which fees or the like are taken under "Net", such as "4.00" in line 2. If the account moves by those, say that they are the amount.',
    ]);
  });

  test("an amount has blanks behind its sign", async () => {
    expect(
      amountsOf(await read("Date,Description,Amount\n2026-03-15,A,- $5.00\n2026-03-16,B,+ $7.00\n")),
    ).toEqual([-500, 700]);
  });

  test("a file without a header is refused with what it has and what to export", async () => {
    const message = await refusal(read("When,What,How much\n2026-03-15,A,-5.00\n"));
    expect(message).toContain(
      'have no header with a date, such as Date or Posting Date, and an amount, such as Amount, or Debit and Credit. Line 1 has "When", "What", "How much". Give the names of the columns',
    );
    expect(message).toContain("download the account from the bank as OFX, QFX or CSV.");
  });
});

describe("ids", () => {
  test("a line that stands in a file twice under one id is told", async () => {
    const text =
      "Date,Description,Amount,Transaction ID\n2026-03-15,A,-5.00,20260315\n2026-03-15,A,-5.00,20260315\n";
    const { notes } = await keyed(await read(text), paced);
    expect(notes).toEqual([
      '1 line has the id, the day, the amount and the text of another line of the file, such as "20260315" in line 3, so each is the same line and not added again.',
    ]);
  });
});
