/** The two general formats: a CSV whose columns the user may name, and the plain-text ledger. */
import { ValueSurvey } from "./table-values.ts";
import { type ColumnPlaces, placeColumns } from "../csv-columns.ts";
import { readJournalRows } from "../journal-csv.ts";
import type { ParsedVoucher } from "../parsed-voucher.ts";
import { readPlainTextLedger } from "../plain-text-ledger.ts";
import type { BooksFile, BooksFormat, Reading } from "./format.ts";
import { findHeader } from "./table-columns.ts";

const COLUMNS = {
  date: ["date"],
  account: ["account"],
  debit: ["debit"],
  credit: ["credit"],
  amount: ["amount"],
};
const LEDGER_LINE =
  /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?=[\s=]|$).*\n[ \t]+\S|(?:account|commodity|alias|include|P|D)\s)/m;
/** A journal with one line of a voucher in each row: the columns date, account, and debit and credit or amount. */
export const generalCsv: BooksFormat = {
  name: "csv",
  title: "journal as CSV",
  recognizes: ({ rows }) =>
    findHeader(rows.slice(0, 1), COLUMNS, ["date", "account", "debit", "credit"]) !== null ||
    findHeader(rows.slice(0, 1), COLUMNS, ["date", "account", "amount"]) !== null,
  read: readGeneralCsv,
};

async function* readGeneralCsv(
  file: BooksFile,
  { columns, counts, dateFormat, note }: Reading,
): AsyncGenerator<ParsedVoucher, void, undefined> {
  const survey = new ValueSurvey();
  let places: ColumnPlaces | null = null;
  for await (const rows of file.table.rows())
    for (const { fields, line } of rows)
      if (places === null) places = placeColumns(fields, columns, line);
      else {
        const { amounts, date } = places;
        survey.dates.add((fields[date] ?? "").trim(), line);
        for (const place of amounts.kind === "one" ? [amounts.amount] : [amounts.debit, amounts.credit])
          survey.amounts.add(fields[place] ?? "");
      }
  const dates = survey.reader(dateFormat, null, note).dateFormat;
  const amounts = survey.amounts.style;
  counts.skip("header rows", 1);
  for await (const voucher of readJournalRows(file.table.rows(), { columns, dates, amounts, note })) {
    counts.addImported(voucher.lines.length);
    yield voucher;
  }
}

/** Journals of ledger and hledger. */
export const plainTextLedger: BooksFormat = {
  name: "ledger",
  title: "plain-text ledger (ledger, hledger)",
  recognizes: ({ text }) => LEDGER_LINE.test(text),
  read: readPlainTextLedger,
};
