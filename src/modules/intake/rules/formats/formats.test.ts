/**
 * Books of other programs, as a user has them: each sample is written after the program's own layout, is
 * recognised by its content and comes out to the cent, with every line counted.
 */
import { noteIn } from "../../../../core/advice.ts";
import { describe, expect, test } from "vitest";
import { type Books, oneChunk, readBooksFile as read } from "../../../../../test/support/books.ts";

/** The type and the role of each account, and why. */
function classes({ report }: Books): Record<string, string> {
  return Object.fromEntries(
    report.accounts.map(({ account, type, cashFlow, reason }) => [
      account,
      `${type}/${cashFlow ?? ""} ${reason}`,
    ]),
  );
}

/** Rows that the reader met. */
function counted({ report }: Books): number {
  return report.lines_skipped.reduce((total, { count }) => total + count, report.lines_imported);
}

const QUICKBOOKS_JOURNAL = `"Tiny Plumbing Co, LLC",,,,,,,,
Journal,,,,,,,,
"January - December, 2025",,,,,,,,
,,,,,,,,
,Date,Transaction Type,Num,Name,Memo/Description,Account,Debit,Credit
,01/05/2025,Deposit,,,Owner investment,Mercury Checking,"$50,000.00",
,,,,,,Owner's Equity,,"$50,000.00"
,,,,,,,"$50,000.00","$50,000.00"
,,,,,,,,
,01/15/2025,Invoice,1001,Acme Corp,Website,Accounts Receivable (A/R),"1,250.00",
,,,,,Design,Sales:Design Services,,"1,300.00"
,,,,,Discount,Discounts given,50.00,
,,,,,,,"1,300.00","1,300.00"
TOTAL,,,,,,,"$51,300.00","$51,300.00"
"Monday, Nov 23, 2026 10:00 AM GMT-8",,,,,,,,
`;
const QUICKBOOKS_LEDGER = `"Tiny Plumbing Co, LLC",,,,,,,,
General Ledger,,,,,,,,
"January 1 - December 31, 2025",,,,,,,,
,,,,,,,,
,Date,Transaction Type,Num,Name,Memo/Description,Split,Amount,Balance
Mercury Checking,,,,,,,,
,Beginning Balance,,,,,,,100.00
,01/05/2025,Deposit,,,Owner investment,Owner's Equity,"50,000.00","50,100.00"
Total for Mercury Checking,,,,,,,"$50,000.00",
Accounts Receivable (A/R),,,,,,,,
,01/15/2025,Invoice,1001,Acme Corp,Website,-Split-,"1,250.00","1,250.00"
Total for Accounts Receivable (A/R),,,,,,,"$1,250.00",
Visa,,,,,,,,
,01/20/2025,Expense,,Chemical Guys,Soap,Supplies,(45.10),(45.10)
,01/20/2025,Expense,,Shell,Fuel,Fuel,60.00,14.90
Total for Visa,,,,,,,$14.90,
Owner's Equity,,,,,,,,
,Beginning Balance,,,,,,,100.00
,01/05/2025,Deposit,,,Owner investment,Mercury Checking,"50,000.00","50,100.00"
Total for Owner's Equity,,,,,,,"$50,000.00",
Sales,,,,,,,,
Design Services,,,,,,,,
,01/15/2025,Invoice,1001,Acme Corp,Website,-Split-,"1,250.00","1,250.00"
Total for Design Services,,,,,,,"$1,250.00",
Total for Sales with sub-accounts,,,,,,,"$1,250.00",
Supplies,,,,,,,,
,01/20/2025,Expense,,Chemical Guys,Soap,Visa,(45.10),(45.10)
Total for Supplies,,,,,,,($45.10),
Fuel,,,,,,,,
,01/20/2025,Expense,,Shell,Fuel,Visa,60.00,60.00
Total for Fuel,,,,,,,$60.00,
`;
const XERO_JOURNAL = `Journal Report
Demo Company (US)
For the period 1 January 2026 to 31 January 2026
Date,Journal ID,Posted Date,Source,Account Code,Account,Account Type,Description,Debit,Credit
2 Jan 2026,101,3 Jan 2026,Spend Money,,Zebra 12,Bank,Rent,,"1,200.00"
5 Jan 2026,102,6 Jan 2026,Sales Invoice,610,Debtors,Current Asset,INV-1,500.00,
2 Jan 2026,101,3 Jan 2026,Spend Money,469,Premises: Office,Overhead,Rent,"1,200.00",
5 Jan 2026,102,6 Jan 2026,Sales Invoice,200,Takings,Revenue,INV-1,,500.00
`;
const XERO_LEDGER = `General Ledger Detail
Demo Company (US)
For the period 1 January 2026 to 31 January 2026
Date,Source,Description,Reference,Debit,Credit,Running Balance
Business Bank Account,,,,,,
Opening Balance,,,,300.00,,300.00
2 Jan 2026,Spend Money,Rent,R1,,"1,200.00",-900.00
Total Business Bank Account,,,,0.00,"1,200.00",
Closing Balance,,,,,900.00,-900.00
Owner's Equity,,,,,,
Opening Balance,,,,,300.00,-300.00
Total Owner's Equity,,,,0.00,0.00,
Rent,,,,,,
2 Jan 2026,Spend Money,Rent,R1,"1,200.00",,"1,200.00"
Total Rent,,,,"1,200.00",0.00,
`;
const WAVE = `Transaction ID,Transaction Date,Account Name,Transaction Description,Transaction Line Description,Amount (One column), ,Debit Amount (Two Column Approach),Credit Amount (Two Column Approach),Customer,Vendor,Account Group,Account Type,Account ID
1743,2024-01-09,Zebra 99,Staples,Paper,-45.20,,,45.20,,Staples,Assets,Cash and Bank,9001
1744,2024-01-10,Client work,Invoice 12,,1000.00,,,1000.00,Northwind,,Income,Income,9007
1743,2024-01-09,Bits,Staples,Paper,45.20,,45.20,,,Staples,Expenses,Operating Expense,9005
1744,2024-01-10,Northwind,Invoice 12,,1000.00,,1000.00,,Northwind,,Assets,Expected Payments from Customers,9008
`;
const GNUCASH_CSV = `Date,Transaction ID,Number,Description,Notes,Commodity/Currency,Void Reason,Action,Memo,Full Account Name,Account Name,Amount With Sym,Amount Num.,Value With Sym,Value Num.,Reconcile,Reconcile Date,Rate/Price
01/13/2026,aa01,,Kahuna Burger,,CURRENCY::USD,,,,Expenses:Dining,Dining,$10.00,10.00,$10.00,10.00,n,,1.00
,,,,,,,,lunch,Assets:Cash in Wallet,Cash in Wallet,-$10.00,-10.00,-$10.00,-10.00,n,,1.00
01/14/2026,aa02,,Opening,,CURRENCY::USD,,,,Assets:Cash in Wallet,Cash in Wallet,$25.00,25.00,$25.00,25.00,n,,1.00
,,,,,,,,,Equity:Opening Balances,Opening Balances,-$25.00,-25.00,-$25.00,-25.00,n,,1.00
`;
const ADS = `Journal_ID|Journal_ID_Line_Number|JE_Header_Description|JE_Line_Description|Source|Effective_Date|GL_Account_Number|Amount|Amount_Credit_Debit_Indicator|Amount_Currency
J1|1|Rent|Office|GL|2026-01-02|Rent|1200.00|D|USD
J1|2|Rent|Office|GL|2026-01-02|Checking|1200.00|C|USD
`;
const YNAB = `"Account","Flag","Date","Payee","Category Group/Category","Category Group","Category","Memo","Outflow","Inflow","Cleared"
"Zebra","","07/01/2026","Starting Balance","Inflow: Ready to Assign","Inflow","Ready to Assign","",$0.00,$1000.00,"Reconciled"
"Card","","07/15/2026","Grocer","Everyday: Groceries","Everyday","Groceries","",$42.50,$0.00,"Cleared"
"Zebra","","07/20/2026","Transfer : Card","","","","",$42.50,$0.00,"Cleared"
"Card","","07/20/2026","Transfer : Zebra","","","","",$0.00,$42.50,"Cleared"
`;
const IIF = [
  "!ACCNT\tNAME\tACCNTTYPE\tOBAMOUNT",
  "ACCNT\tFirst National\tBANK\t0.00",
  "ACCNT\tBits\tEXP\t0.00",
  "!TRNS\tTRNSID\tTRNSTYPE\tDATE\tACCNT\tNAME\tCLASS\tAMOUNT\tDOCNUM\tMEMO",
  "!SPL\tSPLID\tTRNSTYPE\tDATE\tACCNT\tNAME\tCLASS\tAMOUNT\tDOCNUM\tMEMO",
  "!ENDTRNS",
  "TRNS\t1\tCHECK\t1/15/2026\tFirst National\tShell\t\t-45.00\t101\tFuel",
  "SPL\t2\tCHECK\t1/15/2026\tBits\t\tWest\t45.00\t\tFuel",
  "ENDTRNS",
  "",
].join("\n");
const GNUCASH = `<?xml version="1.0" encoding="utf-8" ?>
<gnc-v2 xmlns:gnc="http://www.gnucash.org/XML/gnc"><gnc:book>
<gnc:account><act:name>Root Account</act:name><act:id>r</act:id><act:type>ROOT</act:type></gnc:account>
<gnc:account><act:name>Assets</act:name><act:id>a</act:id><act:type>ASSET</act:type><act:parent>r</act:parent></gnc:account>
<gnc:account><act:name>First &amp; Last</act:name><act:id>b</act:id><act:type>BANK</act:type><act:parent>a</act:parent></gnc:account>
<gnc:account><act:name>Kapital</act:name><act:id>eq</act:id><act:type>EQUITY</act:type><act:parent>r</act:parent></gnc:account>
<gnc:account><act:name>Fun</act:name><act:id>x</act:id><act:type>EXPENSE</act:type><act:parent>r</act:parent></gnc:account>
<gnc:transaction><trn:id>t1</trn:id><trn:currency><cmdty:id>USD</cmdty:id></trn:currency>
<trn:date-posted><ts:date>2026-01-15 10:59:00 +0000</ts:date></trn:date-posted><trn:description>Rent</trn:description>
<trn:splits><trn:split><split:memo>m</split:memo><split:value>5/100</split:value><split:account>x</split:account></trn:split>
<trn:split><split:value>-5/100</split:value><split:account>b</split:account></trn:split></trn:splits></gnc:transaction>
<gnc:transaction><trn:id>t2</trn:id><trn:currency><cmdty:id>USD</cmdty:id></trn:currency>
<trn:date-posted><ts:date>2026-01-31 10:59:00 +0000</ts:date></trn:date-posted><trn:description>Abschluss</trn:description>
<trn:slots><slot><slot:key>book_closing</slot:key><slot:value type="integer">1</slot:value></slot></trn:slots>
<trn:splits><trn:split><split:value>-5/100</split:value><split:account>x</split:account></trn:split>
<trn:split><split:value>5/100</split:value><split:account>eq</split:account></trn:split></trn:splits></gnc:transaction>
</gnc:book></gnc-v2>
`;
const BEANCOUNT = `option "operating_currency" "USD"
2026-01-01 open Assets:Bank:Checking USD
2026-01-01 pad Assets:Bank:Checking Equity:Opening-Balances
2026-01-02 balance Assets:Bank:Checking  100.00 USD
2026-01-03 * "Shell" "Fuel; and more" #tag
  id: "1"
  Expenses:Fuel  40.25 USD ; note
  Assets:Bank:Checking
2026-01-04 txn "Shares"
  Assets:Broker  3 AAPL {10.333 USD, 2026-01-04}
  Assets:Bank:Checking  -31.00 USD
2026-01-05 balance Assets:Bank  28.75 USD
`;

describe("a sample of each program", () => {
  test("QuickBooks Online, Journal: titles, totals and values filled down", async () => {
    const books = await read(QUICKBOOKS_JOURNAL);
    expect(books.report.format).toBe("QuickBooks Online, Journal");
    expect(books.balances).toEqual({
      "Mercury Checking": 5_000_000,
      "Owner's Equity": -5_000_000,
      "Accounts Receivable (A/R)": 125_000,
      "Sales:Design Services": -130_000,
      "Discounts given": 5_000,
    });
    expect(books.vouchers).toEqual(["2025-01-05|Owner investment|", "2025-01-15|Website|Acme Corp"]);
    expect(classes(books)["Mercury Checking"]).toBe('asset/cash the name "Mercury Checking"');
    expect(counted(books)).toBe(15);
  });

  test("QuickBooks Online, General Ledger: headings, natural signs, opening balances", async () => {
    const books = await read(QUICKBOOKS_LEDGER, { kinds: { Supplies: "expense" } });
    expect(books.report.format).toBe("QuickBooks Online, General Ledger");
    expect(books.balances).toEqual({
      "Mercury Checking": 5_010_000,
      "Owner's Equity": -5_010_000,
      "Accounts Receivable (A/R)": 125_000,
      "Sales:Design Services": -125_000,
      Visa: -1_490,
      Supplies: -4_510,
      Fuel: 6_000,
    });
    expect(books.vouchers).toEqual([
      "2025-01-04|Opening balances|",
      "2025-01-05|Owner investment|",
      "2025-01-15|Website|Acme Corp",
      "2025-01-20|Soap|Chemical Guys",
      "2025-01-20|Fuel|Shell",
    ]);
    expect(counted(books)).toBe(QUICKBOOKS_LEDGER.split("\n").length - 1);
  });

  test("Xero, Journal Report: types and colons in names, lines of a journal apart", async () => {
    const books = await read(XERO_JOURNAL);
    expect(books.balances).toEqual({
      "Zebra 12": -120_000,
      "Premises: Office": 120_000,
      Debtors: 50_000,
      Takings: -50_000,
    });
    expect(classes(books)).toMatchObject({
      "Zebra 12": 'asset/cash its type "Bank"',
      "Premises: Office": 'expense/ its type "Overhead"',
    });
    expect(counted(books)).toBe(8);
  });

  test("Xero, General Ledger: opening and closing balances", async () => {
    const books = await read(XERO_LEDGER);
    expect(books.report.format).toBe("Xero, General Ledger");
    expect(books.balances).toEqual({
      "Business Bank Account": -90_000,
      "Owner's Equity": -30_000,
      Rent: 120_000,
    });
    expect(counted(books)).toBe(15);
  });

  test("Wave: groups and types, lines of a transaction apart", async () => {
    const books = await read(WAVE);
    expect(books.balances).toEqual({
      "Zebra 99": -4_520,
      Bits: 4_520,
      "Client work": -100_000,
      Northwind: 100_000,
    });
    expect(classes(books)["Northwind"]).toBe(
      'asset/working_capital its type "Expected Payments from Customers"',
    );
    expect(counted(books)).toBe(5);
  });

  test("GnuCash: its CSV and its own file", async () => {
    expect((await read(GNUCASH_CSV)).balances).toEqual({
      "Expenses:Dining": 1_000,
      "Assets:Cash in Wallet": 1_500,
      "Equity:Opening Balances": -2_500,
    });
    const books = await read(GNUCASH);
    expect(books.balances).toEqual({
      Fun: 5,
      "Assets:First & Last": -5,
      Kapital: 5,
      "Retained Earnings": -5,
    });
    expect(classes(books)).toEqual({
      Fun: 'expense/ its type "EXPENSE"',
      "Assets:First & Last": 'asset/cash its type "BANK"',
      Kapital: 'equity/financing its type "EQUITY"',
      "Retained Earnings": "equity/financing the closings of the books",
    });
  });

  test("a general ledger of QuickBooks whose parents have entries of their own keeps their sub-accounts apart", async () => {
    const account = (name: string, split: string, amount: string, indent = "") => [
      `${indent}${name},,,,,,,,`,
      `,02/15/2026,Expense,,Shell,,${split},${amount},${amount}`,
      `${indent}Total for ${name},,,,,,,${amount},`,
    ];
    const books = await read(
      [
        ",Date,Transaction Type,Num,Name,Memo/Description,Split,Amount,Balance",
        ...account("Checking", "Utilities", "-120.00"),
        ...account("Utilities", "Checking", "20.00"),
        ...account("Repairs", "Checking", "30.00", "   "),
        "Total for Utilities with sub-accounts,,,,,,,$50.00,",
        ...account("Rent or Lease", "Checking", "25.00"),
        ...account("Repairs", "Checking", "45.00", "   "),
        "Total for Rent or Lease with sub-accounts,,,,,,,$70.00,",
        "",
      ].join("\n"),
    );
    expect(books.balances).toEqual({
      Checking: -12_000,
      Utilities: 2_000,
      "Utilities:Repairs": 3_000,
      "Rent or Lease": 2_500,
      "Rent or Lease:Repairs": 4_500,
    });
  });

  test("Audit Data Standard, YNAB and QuickBooks Desktop", async () => {
    expect((await read(ADS)).balances).toEqual({ Rent: 120_000, Checking: -120_000 });
    const register = await read(YNAB);
    expect(register.balances).toEqual({
      Zebra: 95_750,
      "Opening Balances": -100_000,
      Card: 0,
      "Everyday:Groceries": 4_250,
    });
    expect(classes(register)).toMatchObject({ Zebra: "asset/cash YNAB keeps money accounts" });
    expect(counted(register)).toBe(5);
    const desktop = await read(IIF);
    expect(desktop.balances).toEqual({ "First National": -4_500, Bits: 4_500 });
    expect(counted(desktop)).toBe(9);
  });

  test.each(["ESTIMATE", "PURCHORD", "PURCHASE ORDER", "SALESORD", "SALES ORDER", "Quote"])(
    "QuickBooks Desktop: a transaction of the type %s posts nothing",
    async (type) => {
      const order = `TRNS\t3\t${type}\t1/16/2026\tBits\tFern\t\t5.00\t12\t\nSPL\t4\t${type}\t1/16/2026\tFirst National\tFern\t\t-5.00\t12\t\nENDTRNS\n`;
      expect((await read(`${IIF}${order}`)).balances).toEqual({ "First National": -4_500, Bits: 4_500 });
    },
  );

  test("beancount: pad, balances, costs, and rounding to the cent", async () => {
    const books = await read(BEANCOUNT);
    expect(books.balances).toEqual({
      "Expenses:Fuel": 4_025,
      "Assets:Bank:Checking": 2_875,
      "Assets:Broker": 3_100,
      "Equity:Opening-Balances": -10_000,
    });
    expect(books.report.notes).toEqual(["2 balances of the file were checked and hold."]);
    expect(counted(books)).toBe(12);
    await expect(read(BEANCOUNT.replace("28.75", "28.74"))).rejects.toThrow(
      'Line 12: The balance of "Assets:Bank" on 2026-01-05 is asserted to be 28.74, but the file\'s entries make it 28.75.',
    );
  });
});

describe("how files are written", () => {
  test("in UTF-16, Windows-1252 and with a mark, with semicolons and decimal commas", async () => {
    const expected = (await read(QUICKBOOKS_JOURNAL)).balances;
    expect((await read(`\ufeff${QUICKBOOKS_JOURNAL}`)).balances).toEqual(expected);
    expect((await read(Buffer.from(`\ufeff${QUICKBOOKS_JOURNAL}`, "utf16le"))).balances).toEqual(expected);
    expect(
      (await read(Buffer.from(QUICKBOOKS_JOURNAL.replaceAll("Design Services", "Café Sales"), "latin1")))
        .balances,
    ).toMatchObject({ "Sales:Café Sales": -130_000 });
    const european = "date;account;debit;credit\n31.01.2026;Checking;1.234,50;\n31.01.2026;Sales;;1.234,50\n";
    expect((await read(european, { columns: {} })).vouchers).toEqual(["2026-01-31||"]);
  });

  test("dates of two orders, and dates that could be two days", async () => {
    const journal = (one: string, two: string) =>
      `Date,Journal ID,Account,Debit,Credit\n${one},1,Checking,1,\n${one},1,Sales,,1\n${two},2,Checking,1,\n${two},2,Sales,,1\n`;
    expect((await read(journal("13/02/2026", "01/02/2026"))).vouchers).toEqual([
      "2026-02-01||",
      "2026-02-13||",
    ]);
    await expect(read(journal("13/02/2026", "02/13/2026"))).rejects.toThrow(/different orders/);
    await expect(read(journal("01/02/2026", "03/04/2026"))).rejects.toThrow(/could be two days/);
    expect((await read(journal("01/02/2026", "03/04/2026"), { date_format: "DD/MM/YYYY" })).vouchers).toEqual(
      ["2026-02-01||", "2026-04-03||"],
    );
    const american = await read(QUICKBOOKS_JOURNAL.replaceAll("01/15", "01/11"));
    expect(american.report.notes.map((note) => noteIn(note))).toEqual([
      expect.stringContaining("they were read as MM/DD/YYYY"),
    ]);
  });
});

describe("an amount in another currency is refused in each layout with a column that names currencies (INTK-015)", () => {
  const quickbooks = "Date,Transaction Type,Num,Name,Memo/Description,Account,Debit,Credit,Currency";
  const xero = "Journal ID,Date,Source,Account,Debit,Credit,Currency";
  test.each([
    ["QuickBooks", `${quickbooks}\n01/05/2026,Deposit,,,x,Checking,5.00,,EUR\n,,,,x,Equity,,5.00,EUR\n`],
    ["Xero", `${xero}\n1,2026-01-05,Manual,Checking,5.00,,EUR\n1,2026-01-05,Manual,Equity,,5.00,EUR\n`],
    ["GnuCash", GNUCASH_CSV.replaceAll("CURRENCY::USD", "CURRENCY::EUR")],
    ["an audit file", ADS.replaceAll("|USD", "|EUR")],
    [
      "an audit file with functional amounts",
      ADS.replaceAll("|USD", "|EUR").replace(
        "|Amount|Amount_Credit_Debit_Indicator|Amount_Currency",
        "|Functional_Amount|Functional_Credit_Debit_Indicator|Functional_Amount_Currency",
      ),
    ],
  ])("%s", async (_, text) => {
    await expect(read(text)).rejects.toThrow(/^Line 2: The line is in "EUR"; only US dollars are supported/);
    // The currency is the only thing that is wrong with the file.
    await read(text.replaceAll("EUR", "USD"));
  });
});

describe("what is refused, by the line of the file", () => {
  test.each<[string, string, RegExp]>([
    [
      "a journal cut in the middle",
      QUICKBOOKS_JOURNAL.slice(0, QUICKBOOKS_JOURNAL.indexOf(",,,,,,Owner's")),
      /^Line 6: .*exceed/,
    ],
    [
      "a total that disagrees",
      QUICKBOOKS_JOURNAL.replace(',"1,300.00","1,300.00"', ",9.00,9.00"),
      /^Line 13: The total is 9\.00, but the debits of the voucher above it add up to 1300\.00\. Lines are missing\.$/,
    ],
    [
      "a ledger without an account",
      QUICKBOOKS_LEDGER.slice(0, QUICKBOOKS_LEDGER.indexOf("Fuel,,")),
      /^Line 15: The entries of 2025-01-20 don't balance by .*\. Export the report with all accounts, and check that each account has the right type\.$/,
    ],
    [
      "a total of a ledger that disagrees",
      QUICKBOOKS_LEDGER.replace("$14.90", "$15.90"),
      /^Line 16: The total of "Visa" is 15\.90, but its lines add up to 14\.90\. Lines are missing\.$/,
    ],
    [
      "opening balances that don't balance",
      QUICKBOOKS_LEDGER.replace(",100.00\n", ",90.00\n"),
      /^Line 7: .*opening balances/,
    ],
    [
      "another currency",
      GNUCASH_CSV.replace("CURRENCY::USD", "CURRENCY::EUR"),
      /^Line 2: The line is in "EUR"/,
    ],
    [
      "an amount that is none",
      WAVE.replace(",,45.20,,Staples", ",,lots,,Staples"),
      /^Line 2: The credit "lots" is not an amount/,
    ],
    [
      "a transaction without its end",
      IIF.replace(/\nENDTRNS\n$/, "\n"),
      /^Line \d: The transaction has no ENDTRNS/,
    ],
    [
      "a document type",
      GNUCASH.replace("<gnc-v2", "<!DOCTYPE x [<!ENTITY a 'b'>]><gnc-v2"),
      /^Line 2: .*DOCTYPE/,
    ],
    ["XML that is cut", GNUCASH.slice(0, 1_000), /is not XML here/],
    [
      "a split of an unknown account",
      GNUCASH.replace("<split:account>x", "<split:account>q"),
      /account "q", which the file does not have/,
    ],
    [
      "a bundle",
      '{"format":"daybook.company-bundle"}',
      /A bundle of a company is imported as a company of its own/,
    ],
    ["a bank statement", "OFXHEADER:100\n", /Upload it to a bank account/],
    ["a PDF", "%PDF-1.7\n", /PDF/],
    ["any other text", "hello\nworld\n", /can be recognised/],
    [
      "a currency without a price",
      '2026-01-01 open Assets:A\n2026-01-01 * "x"\n  Assets:A  1 EUR\n  Assets:B\n',
      /^Line 3: .* is in "EUR" and has no price in dollars, there or for the whole file\.$/,
    ],
  ])("%s", async (_, text, reason) => {
    await expect(read(text)).rejects.toThrow(reason);
  });

  test("accounts that nothing decides on, all at once (INTK-007, INTK-033)", async () => {
    const text = QUICKBOOKS_JOURNAL.replaceAll("Mercury Checking", "Zebra").replaceAll(
      "Discounts given",
      "Stripes",
    );
    await expect(read(text)).rejects.toThrow(/these accounts are: "Zebra", "Stripes"\. Nothing was imported/);
    await expect(read(text, { kinds: { Zebra: "cash" } })).rejects.toThrow(
      'It is not clear what this account is: "Stripes". Nothing was imported. Of "Stripes" it is known: its name says nothing, its balance is a debit; as a guess it would be expense. Say it for each.',
    );
    // What is below an account is said, and decides nothing.
    const above = text.replace(
      "Discount,Stripes,50.00,",
      "Car,Automobile,20.00,\n,,,,,Car,Automobile:Fuel,30.00,",
    );
    await expect(read(above, { kinds: { Zebra: "cash" } })).rejects.toThrow(
      'Of "Automobile" it is known: its name says asset or expense, its balance is a debit, its sub-accounts say expense, such as "Fuel"; as a guess it would be expense.',
    );
    const chosen = await read(text, { kinds: { Zebra: "cash", Stripes: "revenue" } });
    expect(classes(chosen)).toMatchObject({
      Zebra: "asset/cash your choice",
      Stripes: "revenue/ your choice",
    });
    const listed = await read(text, {
      account_list: oneChunk(
        Buffer.from("Account List\nAccount #,Account,Type\n1,Zebra,Bank\n2,Stripes,Income\n"),
      ),
    });
    expect(classes(listed)).toMatchObject({
      Zebra: 'asset/cash the list of accounts, "Bank"',
      Stripes: 'revenue/ the list of accounts, "Income"',
    });
    await expect(read(text, { kinds: { Zebra: "cash", Stripes: "revenue", Zbra: "cash" } })).rejects.toThrow(
      /no account "Zbra"/,
    );
  });
});
