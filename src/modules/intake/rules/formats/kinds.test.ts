/** What files of books say of their entries: states, currencies and totals, in the layouts of programs. */
import { noteIn } from "../../../../core/advice.ts";
import { expect, test } from "vitest";
import { readBooksFile as read } from "../../../../../test/support/books.ts";

const general = (column: string, one: string, other: string) =>
  `date,description,account,debit,credit,${column}\n2026-01-05,Sale,Checking,10.00,,${one}\n2026-01-05,Sale,Sales,,10.00,${one}\n2026-01-06,Pens,Office Supplies,1.00,,${other}\n2026-01-06,Pens,Checking,,1.00,${other}\n`;
const quickbooks = (column: string, state: string) =>
  `Date,Transaction Type,Num,${column},Name,Account,Debit,Credit\n01/25/2026,Deposit,1,${state},Otto,Checking,10.00,\n,,,,,Sales,,10.00\n`;
const xero = (head: string, ...rows: readonly string[]) =>
  `Journal ID,Date,Source,Account,${head}\n${rows.map((row) => `1,5 Jan 2026,Invoice,${row}\n`).join("")}`;

test.each([
  ["Status", "Posted", "Draft"],
  ["Approval Status", "Approved", "Awaiting Approval"],
  ["Journal Status", "Published", "Submitted"],
  ["Document Status", "Posted", "Cancelled"],
  ["Posting", "Yes", "No"],
  ["Voided", "No", "Yes"],
])(
  "An entry with another state under %s than %j is refused, such as %j (INTK-023)",
  async (column, one, other) => {
    await expect(read(general(column, one, other))).rejects.toThrow(
      `Line 4: The "${column}" of the line is "${other}", so it does not count. Export the journal without such lines.`,
    );
    await expect(read(quickbooks(column, other))).rejects.toThrow(
      `Line 2: The "${column}" of the line is "${other}"`,
    );
    await expect(read(quickbooks(column, one))).resolves.toBeDefined();
  },
);

test.each([
  ["Cleared Status", "Uncleared"],
  ["Invoice Status", "Awaiting Payment"],
  ["Billing Status", "Pending"],
  ["Payment Status", "Pending"],
  ["Reconciliation Status", "Unreconciled"],
])("A state of something beside the entry, under %s, does not refuse it: %s", async (column, state) => {
  const { report } = await read(general(column, "Posted", state));
  const isTold = report.notes
    .map((note) => noteIn(note))
    .join()
    .includes(
      `Line 4: "${state}" under "${column}" is not taken for whether the entry is posted. Such entries are read; if they do not count, export the journal without them.`,
    );
  expect(isTold).toBe(state !== "Unreconciled");
  await expect(read(quickbooks(column, state))).resolves.toBeDefined();
  const two = general(`${column},Status`, "Paid,Posted", `${state},Draft`);
  await expect(read(two)).rejects.toThrow('The "Status" of the line is "Draft"');
});

test("A state that is not known is told once (INTK-024)", async () => {
  const { report } = await read(general("Status", "Posted", "Parkiert"));
  expect(report.notes.map((note) => noteIn(note)).join()).toContain(
    'Line 4: "Parkiert" under "Status" is no known word for whether an entry is posted. Such entries are read; if they do not count, export the journal without them.',
  );
});

test.each([
  [
    "All amounts in GBP\n\nDate,Transaction Type,Num,Name,Account,Debit,Credit\n01/25/2026,Deposit,1,Otto,Checking,10.00,\n",
    "The report is in GBP; only US dollars are supported.",
  ],
  [xero("Debit (GBP),Credit (GBP)", "Checking,10.00,", "Sales,,10.00"), "The report is in GBP"],
  ["date,account,debit,credit,Ccy\n2026-01-05,Checking,10.00,,GBP\n", 'The line is in "GBP"'],
])(
  "Books in another currency by a title, a header or a column are refused (INTK-025)",
  async (text, says) => {
    await expect(read(text)).rejects.toThrow(says);
  },
);

test("Columns in dollars are read before those in the currency of the source", async () => {
  const text = xero(
    "Currency,Debit (Source),Credit (Source),Debit (USD),Credit (USD)",
    "Accounts Receivable,EUR,10.00,,10.80,",
    "Sales,EUR,,10.00,,10.80",
  );
  expect((await read(text)).balances).toEqual({ "Accounts Receivable": 1_080, Sales: -1_080 });
});

test("A report whose total its lines do not make is refused (INTK-026)", async () => {
  const rows = ["Checking,10.00,", "Sales,,10.00"];
  const total = (stated: string) => `${xero("Debit,Credit", ...rows)}Total,,,,${stated},${stated}\n`;
  await expect(read(total("13.00"))).rejects.toThrow(
    "Line 4: The total of the report is 13.00, but the debits of its lines add up to 10.00. Lines are missing.",
  );
  await expect(read(total("10.00"))).resolves.toBeDefined();
});

test("A date with its day before its month behind the year is refused", async () => {
  const text = general("Memo", "", "").replaceAll("2026-01-06", "2026-25-01");
  await expect(read(text)).rejects.toThrow('The date "2026-25-01" has its day before its month');
});
