/** What a file of books is refused with, in the words that its owner reads. */
import type { Way } from "../../../../core/advice.ts";
import { expect, test } from "vitest";
import { readBooksFile as read } from "../../../../../test/support/books.ts";

const ledger = (...lines: readonly string[]) =>
  `2026-01-01 opening\n    assets:bank  5.00 USD\n    equity\n\n${lines.join("\n")}\n`;
const beancount = (...lines: readonly string[]) =>
  `2026-01-01 open Assets:A\n2026-01-01 open Equity:B\n${lines.join("\n")}\n`;
const BEAN_ENTRY = '2026-01-02 * "x"\n  Assets:A  5 USD\n  Equity:B\n';
const BEAN_BUY = '2026-01-02 * "bought"\n  Assets:A  2 ACME {5 USD}\n  Equity:B';
const csv = (...rows: readonly string[]) => `date,description,account,debit,credit\n${rows.join("\n")}\n`;
const iif = (...lines: readonly string[]) =>
  `!TRNS\tTRNSID\tTRNSTYPE\tDATE\tACCNT\tNAME\tAMOUNT\n!SPL\tSPLID\tTRNSTYPE\tDATE\tACCNT\tNAME\tAMOUNT\n!ENDTRNS\n${lines.join("\n")}\n`;
const TRNS = "TRNS\t1\tDEPOSIT\t1/5/2026\tChecking\tX\t5.00";
const SPL = "SPL\t2\tDEPOSIT\t1/5/2026\tSales\tX\t-5.00";

test.each<readonly [string, string]>([
  [ledger("comment", "never ended"), "Line 5: The block of comments is not ended."],
  [ledger("D 1.000,00 EUR"), "Line 5: A default commodity other than dollars is not supported."],
  [ledger("decimal-mark ,"), "Line 5: A decimal comma is not supported."],
  [
    ledger("account assets:bank", "    nonsense  below"),
    'Line 6: "nonsense" below a directive is not supported.',
  ],
  [
    ledger("2026-01-02 x", "    assets:bank  = 5.00 EUR", "    equity"),
    "Line 6: A balance in another commodity than dollars can't be assigned.",
  ],
  [
    ledger("2026-01-02 x", "    (assets:bank)  5.00 USD", "    equity"),
    "Line 6: Virtual postings (an account in brackets) are not supported.",
  ],
  [
    ledger("2026-01-02 x  ; date:2026-01-03", "    assets:bank  5.00 USD", "    equity  ; date:2026-01-04"),
    "Line 5: Dates within comments (`date:` or `[...]`) are not supported.",
  ],
  [
    ledger("2026-01-02 x  ;date:2026-01-03", "    assets:bank  5.00 USD", "    equity"),
    "Line 5: Dates within comments (`date:` or `[...]`) are not supported.",
  ],
  [
    ledger("2026-01-02 x", "    assets:bank", "    equity"),
    "Line 7: Only one posting of an entry may be without an amount.",
  ],
  [ledger("2026-01-02 x"), "Line 5: The entry has no postings."],
  // A balance holds at the beginning of its day, so it comes before a `pad` of that day.
  [
    beancount("2026-01-02 pad Assets:A Equity:B", "2026-01-02 balance Assets:A 5 USD", BEAN_ENTRY),
    'Line 3: No balance of "Assets:A" follows the `pad`.',
  ],
  [
    beancount("2026-01-02 pad Assets:A Equity:B", BEAN_ENTRY),
    'Line 3: No balance of "Assets:A" follows the `pad`.',
  ],
  [beancount(BEAN_ENTRY, 'include "books"'), "Line 7: A file from the standard input can't include others."],
  [
    beancount(BEAN_ENTRY, "frobnicate Assets:A"),
    'Line 7: "frobnicate Assets:A" is no directive of beancount.',
  ],
  [
    beancount('2026-01-02 * "x"', "  nonsense", "  Equity:B  5 USD"),
    'Line 4: "nonsense" is no posting: an account and an amount.',
  ],
  [
    beancount('option "name_assets" "Vermoegen"', BEAN_ENTRY),
    'Line 3: The option "name_assets" renames accounts and is not supported.',
  ],
  [
    beancount(BEAN_ENTRY, "2026-01-03 frobnicate Assets:A"),
    'Line 7: The directive "frobnicate" is not known.',
  ],
  [beancount(BEAN_ENTRY, "2026-01-03 balance"), "Line 7: The balance names no account."],
  [
    beancount(BEAN_ENTRY, "2026-01-03 pad Assets:A"),
    "Line 7: `pad` needs an account and the account it takes from.",
  ],
  [
    beancount('2026-01-02 * "x"', "  Assets:A", "  Equity:B"),
    "Line 5: Only one posting of an entry may be without an amount.",
  ],
  [beancount('2026-01-02 * "x"'), "Line 3: The entry has no postings."],
  ["", "Line 1: The file is no books that can be recognised. Export one of:"],
  [
    "Date,Account ID,Account Description,Jrnl,Debit Amt,Credit Amt\n1/5/26,10200,Checking,CDJ,,5.00\n",
    'Looked for were columns of the names date, account, and debit and credit, or amount; it has no account, no debit, no credit, no amount, and perhaps "Account Description" for account, "Debit Amt" for debit, "Credit Amt" for credit. It looks like the General Ledger of Sage 50: export its General Journal,',
  ],
  [
    ",,Type,Date,Num,Name,Memo,Split,Debit,Credit,Balance\nChecking,,,,,,,,,,1.00\n",
    "it has no account, no amount. It looks like the General Ledger of QuickBooks Desktop: export its report Journal, among those for accountants, which has one column for the account.",
  ],
  [
    "Date,Entry,Account Name,Debit,Credit\n2026-01-05,JE-1,Rent,5.00,\n",
    'it has no account, no amount, and perhaps "Account Name" for account. It looks like a report of FreshBooks: export its General Ledger,',
  ],
  [
    "Date,Type,Ledger Account,Debit,Credit\n05/01/2026,Journal,Bank (1200),,5.00\n",
    "It looks like a report of Sage: sort the lines by their reference,",
  ],
  [
    // An export of Wave without its debits.
    "Transaction ID,Transaction Date,Account Name,Credit Amount\n1,2026-01-05,Cash,5.00\n",
    "The file is no books that can be recognised.",
  ],
  [
    "account_name,transaction_details,amount\nRent,Oak,5.00\n",
    "It looks like a report of Zoho Books: export its Journals from the settings,",
  ],
  [
    "Date,Name,Gross,Fee,Net,Currency\n01/05/2026,Fern,100.00,-3.20,96.80,USD\n",
    "It looks like an export of PayPal, Stripe, Revolut or Wise: upload it to an account of its own, as it is the statement of one account and no books.",
  ],
  [csv("2026-01-05,x,,5.00,", "2026-01-05,x,equity,,5.00"), "Line 2: The line names no account."],
  [csv(",x,assets,5.00,", "2026-01-05,x,equity,,5.00"), "Line 2: The line has no date."],
  [
    csv("2026-01-05,x,assets,,", "2026-01-05,x,equity,,5.00"),
    "Line 2: The line has neither a debit nor a credit.",
  ],
  [
    `journal,${csv("a,2026-01-05,x,assets:bank,5.00,", "a,2026-01-06,x,equity,,5.00")}`,
    'Line 3: The voucher "a" has a different date here, 2026-01-06; it began with 2026-01-05.',
  ],
  [
    csv("2026-01-05,x,assets,5.00,", "2026-01-05,x,equity,,5.00").replaceAll("\n", "\r"),
    'Line 1: The file is no books that can be recognised. It begins with "date, description, account, debit, credit\\r2026-01-05, x, ass…".',
  ],
  [
    "date,date,account,debit,credit\n2026-01-05,2026-01-05,assets,5.00,\n",
    'Line 1: The header has two columns named "date".',
  ],
  [iif(TRNS, SPL), "Line 4: The transaction has no ENDTRNS line; the file is cut off."],
  [iif(SPL), "Line 4: The SPL line stands below no TRNS line."],
  [iif(TRNS, TRNS, "ENDTRNS"), "Line 5: The transaction above has no ENDTRNS line."],
  [iif(TRNS.replace("Checking", ""), SPL, "ENDTRNS"), "Line 4: The line names no account (ACCNT)."],
  [
    iif(TRNS, SPL, "ENDTRNS").replace(/^!SPL.*\n/m, ""),
    "Line 4: No header line !SPL stands above this SPL line.",
  ],
  [
    "nothing,of,books\n1,2,3\n",
    'Line 1: The file is no books that can be recognised. It begins with "nothing, of, books". Export one of:',
  ],
  [
    beancount(BEAN_BUY, '2026-01-03 * "sold"\n  Assets:A  -1 ACME {} @ 6 USD\n  Equity:B\n'),
    'Line 7: The amount "-1 ACME {} @ 6 USD" says no cost of the lot that it takes from',
  ],
  [
    beancount(BEAN_BUY, '2026-01-03 * "sold"\n  Assets:A  -1 ACME @ 6 USD\n  Equity:B\n'),
    'Line 7: The amount "-1 ACME @ 6 USD" says no cost of the lot that it takes from',
  ],
  [
    ledger("2026-01-03 sold", "    assets:broker  -1 ACME {$5.00} @ $6.00", "    assets:bank"),
    "Line 6: The posting has a cost and another price. ledger takes the one and hledger the other",
  ],
  [
    "date,account,debit,credit,Status\n2026-01-05,Cash,5.00,,Posted\n2026-01-05,Sales,,5.00,Void\n",
    'Line 3: The "Status" of the line is "Void", so it does not count. Export the journal without such lines.',
  ],
  [
    "date,account,debit,credit,Currency\n2026-01-05,Cash,5.00,,EUR\n2026-01-05,Sales,,5.00,EUR\n",
    'Line 2: The line is in "EUR"; only US dollars are read. Export the journal in dollars.',
  ],
  [
    csv(
      "13/02/2026,a,Cash,5.00,",
      "13/02/2026,a,Sales,,5.00",
      "2026-01-03,b,Cash,5.00,",
      "2026-01-03,b,Sales,,5.00",
    ),
    'Line 4: The date "2026-01-03" and the date "13/02/2026" of line 2 are written in two ways',
  ],
  [
    // Only the first byte is that of a packed file.
    "\u001fnothing,of,books\n1,2,3\n",
    'Line 1: The file is no books that can be recognised. It begins with "\\u001fnothing, of, books".',
  ],
])("%j", async (text, message) => {
  await expect(read(text)).rejects.toMatchObject({
    name: "LineProblem",
    message: expect.stringContaining(message),
  });
});

test.each<readonly [string, Way]>([
  [
    csv(
      "13/02/2026,a,Cash,5.00,",
      "13/02/2026,a,Sales,,5.00",
      "2026-01-03,b,Cash,5.00,",
      "2026-01-03,b,Sales,,5.00",
    ),
    { give: "date_format", when: "every date is right" },
  ],
  ["nothing,of,books\n1,2,3\n", { give: "column", when: "it is a CSV with other columns" }],
])("%j can be read by a choice", async (text, way) => {
  await expect(read(text)).rejects.toMatchObject({ ways: [way] });
});
