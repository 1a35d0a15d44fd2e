/** Files of open items, in the layouts that programs write: what is read of each, and what is refused by name. */
import { expect, test, describe } from "vitest";
import { present } from "@daybook/words/assert";
import { parseCivilDate } from "@daybook/words/civil-date";
import { testApp } from "../../../../test/support/app.ts";
import { workbookFile } from "../../../../test/support/workbooks.ts";

const { app } = await testApp();

const XERO =
  "ContactName,EmailAddress,POAddressLine1,InvoiceNumber,Reference,InvoiceDate,DueDate,PlannedDate,Total,TaxTotal,InvoiceAmountPaid,InvoiceAmountDue,InventoryItemCode,Description,Quantity,UnitAmount,Currency,Type,Sent,Status";
const FILES = {
  "A/R Aging Detail of QuickBooks Online": {
    side: "receivable",
    text: `A/R Aging Detail,,,,,,,
"Harbor Supply, Inc.",,,,,,,
"As of December 31, 2025",,,,,,,
,,,,,,,
,Date,Transaction type,Num,Customer full name,Due date,Amount,Open balance
31 - 60 days past due,,,,,,,
,10/16/2025,Invoice,1001,Blue Fern,11/15/2025,"1,200.00","1,000.00"
Total for 31 - 60 days past due,,,,,,"$1,200.00","$1,000.00"
Current,,,,,,,
,12/20/2025,Invoice,1003,Third Shore,01/19/2026,250.10,250.10
,12/22/2025,Credit Memo,CM-7,Blue Fern,12/22/2025,-50.00,(50.00)
,12/23/2025,Payment,,Third Shore,12/23/2025,-25.00,-25.00
Total for Current,,,,,,$175.10,$175.10
TOTAL,,,,,,"$1,375.10","$1,175.10"
,,,,,,,
"Friday, January 2, 2026 08:10 AM GMT-08:00",,,,,,,`,
    date: "2025-12-31",
    items: [
      ["Blue Fern", "1001", "2025-10-16", "2025-11-15", 1_200_00, 1_000_00],
      ["Third Shore", "1003", "2025-12-20", "2026-01-19", 250_10, 250_10],
      ["Blue Fern", "CM-7", "2025-12-22", "2025-12-22", -50_00, -50_00],
      ["Third Shore", null, "2025-12-23", "2025-12-23", -25_00, -25_00],
    ],
    totals: [],
  },
  "Unpaid Bills of QuickBooks Online, by vendor": {
    side: "payable",
    text: `Unpaid Bills,,,,,,,
Harbor Supply,,,,,,,
"As of Dec 31, 2025",,,,,,,
,,,,,,,
,Date,Transaction type,Num,Due date,Past due,Amount,Open balance
Quay Hosting,,,,,,,
,12/15/2025,Bill,Q-9,01/14/2026,-14,300.00,300.00
,12/18/2025,Vendor Credit,,,,-20.00,-20.00
Total for Quay Hosting,,,,,,$280.00,$280.00
TOTAL,,,,,,$280.00,$280.00`,
    date: "2025-12-31",
    items: [
      ["Quay Hosting", "Q-9", "2025-12-15", "2026-01-14", 300_00, 300_00],
      ["Quay Hosting", null, "2025-12-18", null, -20_00, -20_00],
    ],
    totals: [["Quay Hosting", 280_00]],
  },
  "A/R Aging Detail of QuickBooks Desktop": {
    side: "receivable",
    text: `,Type,Date,Num,P. O. #,Name,Terms,Due Date,Class,Aging,Open Balance
Current,,,,,,,,,,
,Invoice,12/15/2025,71,,Blue Fern,Net 30,01/14/2026,,,410.00
Total Current,,,,,,,,,,410.00
1 - 30,,,,,,,,,,
,Invoice,11/20/2025,68,,Third Shore,Net 30,12/20/2025,,11,90.00
Total 1 - 30,,,,,,,,,,90.00
TOTAL,,,,,,,,,,500.00`,
    date: null,
    items: [
      ["Blue Fern", "71", "2025-12-15", "2026-01-14", null, 410_00],
      ["Third Shore", "68", "2025-11-20", "2025-12-20", null, 90_00],
    ],
    totals: [],
  },
  "Aged Receivables Detail of Xero": {
    side: "receivable",
    text: `Aged Receivables Detail,,,,,,,,,
Harbor Supply,,,,,,,,,
As at 31 December 2025,,,,,,,,,
Ageing by due date,,,,,,,,,
Invoice Date,Due Date,Invoice Number,Invoice Reference,Current,< 1 Month,1 Month,2 Months,3 Months,Older,Total
Blue Fern,,,,,,,,,,
16 Oct 2025,15 Nov 2025,INV-0041,,0.00,0.00,700.00,0.00,0.00,0.00,700.00
Total Blue Fern,,,,0.00,0.00,700.00,0.00,0.00,0.00,700.00
Total,,,,0.00,0.00,700.00,0.00,0.00,0.00,700.00
Percentage of total,,,,0.00%,0.00%,100.00%,0.00%,0.00%,0.00%,100.00%`,
    date: "2025-12-31",
    items: [["Blue Fern", "INV-0041", "2025-10-16", "2025-11-15", null, 700_00]],
    totals: [["Blue Fern", 700_00]],
  },
  "invoices that Xero exports, a row for each line": {
    side: "receivable",
    text: `${XERO}
Blue Fern,,,INV-0041,,16/10/2025,15/11/2025,,800.00,0.00,100.00,700.00,,Design,1,500.00,USD,Sales invoice,Sent,Awaiting Payment
Blue Fern,,,INV-0041,,16/10/2025,15/11/2025,,800.00,0.00,100.00,700.00,,Print,3,100.00,USD,Sales invoice,Sent,Awaiting Payment
Blue Fern,,,CN-0002,,20/10/2025,20/10/2025,,40.00,0.00,0.00,40.00,,Return,1,40.00,USD,Sales credit note,,Awaiting Payment
Third Shore,,,INV-0042,,21/10/2025,20/11/2025,,90.00,0.00,0.00,90.00,,Work,1,90.00,USD,Sales invoice,,Draft
Third Shore,,,INV-0040,,21/09/2025,20/10/2025,,90.00,0.00,90.00,0.00,,Work,1,90.00,USD,Sales invoice,Sent,Paid`,
    date: null,
    items: [
      ["Blue Fern", "INV-0041", "2025-10-16", "2025-11-15", 800_00, 700_00],
      ["Blue Fern", "CN-0002", "2025-10-20", "2025-10-20", -40_00, -40_00],
    ],
    totals: [],
  },
  "AR Aging Details of Zoho Books": {
    side: "receivable",
    text: `Date,Transaction#,Type,Status,Customer Name,Age,Amount,Balance Due
2025-12-01,INV-000012,Invoice,Overdue,Blue Fern,16 Days,"$1,500.00","$900.00"`,
    date: null,
    items: [["Blue Fern", "INV-000012", "2025-12-01", null, 1_500_00, 900_00]],
    totals: [],
  },
  "a list of invoices, as of Wave": {
    side: "receivable",
    text: `Invoice Number,Customer Name,Invoice Date,Due Date,Currency,Status,Total,Amount Due
12,Blue Fern,2025-12-01,2025-12-31,USD,Sent,$300.00,$120.00`,
    date: null,
    items: [["Blue Fern", "12", "2025-12-01", "2025-12-31", 300_00, 120_00]],
    totals: [],
  },
} as const;

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}
const OPENING = present(parseCivilDate("2025-12-31"), "a day");
const read = (
  text: string,
  side: "receivable" | "payable" = "receivable",
  more: { readonly date?: typeof OPENING | null; readonly date_format?: "MM/DD/YYYY" } = {},
) =>
  app.intake.readOpenItems({
    content: bytesOf(text),
    side,
    date: OPENING,
    date_format: null,
    ...more,
  });

test.each(Object.entries(FILES))(
  "%s is read (OPEN-008)",
  async (_name, { text, side, date, items, totals }) => {
    const found = await read(text, side, { date: date === null ? OPENING : null });
    expect(found.date).toBe("2025-12-31");
    expect(
      found.items.map((item) => [
        item.party,
        item.number,
        item.date,
        item.due_date,
        item.original_cents,
        item.open_cents,
      ]),
    ).toEqual(items);
    expect(found.totals.map(({ party, open_cents }) => [party, open_cents])).toEqual(totals);
  },
);

test("what is left out or turned is said", async () => {
  const { notes } = await read(FILES["invoices that Xero exports, a row for each line"].text);
  expect(notes.map((note) => (typeof note === "string" ? note : note.message))).toEqual([
    "Sales credit note CN-0002 of Blue Fern in line 4 is above zero in the file. It comes in as a credit.",
    "Items that were left out: 1 with nothing open, 1 that are drafts, void or deleted.",
  ]);
});

test("a customer may be called as a row of totals or percentages is (OPEN-008)", async () => {
  const names = ["Percentage Partners", "Total", "Total Wine"];
  const rows = names.map((name, index) => `${name},${index},12/20/2025,12/31/2025,10.00,10.00`);
  const { items } = await read(`Customer,Num,Date,Due date,Amount,Open balance\n${rows.join("\n")}`);
  expect(items.map(({ party }) => party)).toEqual(names);
});

test("a workbook is read as a CSV is, whole numbers of invoices too (OPEN-008)", async () => {
  const cells = (values: readonly (string | number)[]) =>
    values
      .map((value) =>
        typeof value === "number"
          ? `<c><v>${value}</v></c>`
          : `<c t="inlineStr"><is><t>${value}</t></is></c>`,
      )
      .join("");
  const bytes = workbookFile({
    sheets: {
      Sheet1: [
        ["Date", "Num", "Customer", "Due date", "Open balance"],
        ["12/20/2025", 1003, "Blue Fern", "01/19/2026", 250.1],
      ]
        .map((row) => `<row>${cells(row)}</row>`)
        .join(""),
    },
  });
  async function* content() {
    yield bytes;
  }
  const { items } = await app.intake.readOpenItems({
    content: content(),
    side: "receivable",
    date: OPENING,
    date_format: null,
  });
  expect(items).toMatchObject([
    { party: "Blue Fern", number: "1003", date: "2025-12-20", open_cents: 250_10 },
  ]);
});

const HEAD = "Customer,Num,Date,Due date,Amount,Open balance\n";
const ROW = "Blue Fern,1,12/20/2025,12/31/2025,10.00,10.00\n";
describe("refused by its line and name", () => {
  test.each([
    ["could be two days", `${HEAD}Blue Fern,1,10/11/2025,10/12/2025,10.00,10.00`],
    [
      "Line 3: The item is in EUR; only US dollars are read.",
      `Customer,Date,Currency,Open balance\nFern,12/20/2025,USD,1.00\nFern,12/21/2025,EUR,1.00`,
    ],
    [
      'Line 1: The column "Open balance (EUR)" is in EUR; only US dollars are read.',
      "Customer,Date,Amount (USD),Open balance (EUR)\nFern,12/20/2025,12.00,10.00",
    ],
    [
      'The column "Amount Due EUR" is in EUR',
      "Customer,Invoice Date,Total,Amount Due EUR\nFern,2025-12-20,12.00,10.00",
    ],
    [
      "Line 2: The item is in EUR; only US dollars are read.",
      "Customer,Date,Amount (USD),Open balance,Currency\nFern,12/20/2025,12.00,10.00,EUR",
    ],
    [
      "the amounts are too large: the most is 10,000,000,000,000.00",
      `${HEAD}A,1,12/20/2025,,,15000000000000.00\nB,2,12/20/2025,,,15000000000000.00\nTotal,,,,,30000000000000.00`,
    ],
    [
      "the amounts are too large: the most is 10,000,000,000,000.00",
      `${HEAD}${ROW}Total,,,,,-90000000000000.00`,
    ],
    ["The list is in EUR", `Currency: EUR\n${HEAD}${ROW}`],
    [
      "Line 3: The total of the whole is 11.00, but its items are 10.00, a difference of 1.00.",
      `${HEAD}${ROW}Total,,,,11.00,11.00`,
    ],
    [
      'The total of "Blue Fern" is 9.00, but its items are 10.00, a difference of (1.00).',
      `Name of group,Num,Date,Open balance\nBlue Fern,,,\n,1,12/20/2025,10.00\nTotal for Blue Fern,,,9.00`,
    ],
    [
      'Line 3: The number "1" of Blue Fern stands in line 2 too. Each item is listed once.',
      `${HEAD}${ROW}${ROW}`,
    ],
    [
      "stands in line 2 too, with other days or amounts",
      `Customer,Num,Date,Quantity,Open balance\nFern,1,12/20/2025,1,5.00\nFern,1,12/20/2025,2,6.00`,
    ],
    ["The item names no customer", `${HEAD},1,12/20/2025,12/31/2025,10.00,10.00`],
    ["The item has no open amount", `${HEAD}Fern,1,12/20/2025,12/31/2025,10.00,`],
    ["has an amount, but no date and no heading of its own", `${HEAD}${ROW}Acme,,,,5.00,5.00`],
    ["is not an amount of dollars", `${HEAD}Fern,1,12/20/2025,12/31/2025,10.00,€10.00`],
    ["lists no item with an open amount", `${HEAD}Fern,1,12/20/2025,12/31/2025,10.00,0.00`],
    ["has no columns for the date and for what is open", "Customer,Sum\nFern,1"],
    [
      "lists what is owed to vendors. Bring it in as bills.",
      "Vendor,Date,Open balance\nQuay,12/20/2025,1.00",
    ],
  ])("%s", async (message, text) => {
    await expect(read(text)).rejects.toMatchObject({
      code: "invalid_request",
      param: "file",
      message: expect.stringContaining(message),
    });
  });

  test("a list of customers as bills, and a file of another day or of none", async () => {
    await expect(read(`${HEAD}${ROW}`, "payable")).rejects.toThrow("lists what customers owe");
    await expect(read(`${HEAD}${ROW}`, "receivable", { date: null })).rejects.toThrow(
      "does not say on which day its items are open",
    );
    await expect(read(`"As of November 30, 2025"\n${HEAD}${ROW}`)).rejects.toThrow(
      "The file is as of 2025-11-30, not of 2025-12-31.",
    );
    const dated = await read(`${HEAD}Fern,1,10/11/2025,10/12/2025,10.00,10.00`, "receivable", {
      date_format: "MM/DD/YYYY",
    });
    expect(dated.items).toMatchObject([{ date: "2025-10-11" }]);
  });
});
