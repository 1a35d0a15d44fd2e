/** All formats of books, in the order in which a file is tried: the more particular ones first. */
import type { Way } from "../../../../core/advice.ts";
import { LineProblem, quoted } from "../../../../platform/text/line-problem.ts";
import { beancount } from "./beancount.ts";
import type { BooksFormat, BooksFormatName, FileStart } from "./format.ts";
import { gnucash } from "./gnucash.ts";
import { iif } from "./iif.ts";
import { generalCsv, plainTextLedger } from "./general.ts";
import {
  auditDataStandard,
  gnucashCsv,
  quickbooksJournal,
  quickbooksLedger,
  wave,
  xeroJournal,
  xeroLedger,
} from "./layouts.ts";
import { otherTable } from "./other-tables.ts";
import { ynab } from "./ynab.ts";

const FORMATS: readonly BooksFormat[] = [
  gnucash,
  iif,
  wave,
  auditDataStandard,
  gnucashCsv,
  ynab,
  xeroJournal,
  quickbooksJournal,
  xeroLedger,
  quickbooksLedger,
  beancount,
  plainTextLedger,
  generalCsv,
];

/** What a file is if it holds no books, by how it begins, and what to do. */
const OTHERS: readonly (readonly [RegExp, string, (readonly Way[])?])[] = [
  [
    /^\s*\{/,
    "The file is JSON. A bundle of a company is imported as a company of its own.",
    [{ run: "import bundle" }],
  ],
  [/^%PDF/, "The file is a PDF. Export the books as CSV or Excel instead."],
  [
    /^\s*(?:OFXHEADER|<OFX|<\?OFX)/i,
    "The file is a bank statement. Upload it to a bank account.",
    [{ run: "upload" }],
  ],
  [/^\s*!Type:/i, "The file is a bank statement (QIF). Upload it to a bank account.", [{ run: "upload" }]],
  [
    /^SQLite format 3/,
    "The file is a database. In GnuCash, save the books as XML (File, Save As) and import that.",
  ],
  [/^\u00d0\u00cf.\u00e0/, "The file is an old Excel workbook (.xls). Save it as .xlsx or CSV."],
];

/** The format of a file. Throws `LineProblem` for a file that is none. */
export function formatOf(start: FileStart, chosen: BooksFormatName | null): BooksFormat {
  const format =
    chosen === null
      ? FORMATS.find((each) => each.recognizes(start))
      : FORMATS.find(({ name }) => name === chosen);
  if (format) return format;
  const other = OTHERS.find(([mark]) => mark.test(start.text));
  if (other) throw new LineProblem(1, other[1], other[2]);
  const [first] = start.rows;
  const header = first
    ? ` It begins with ${quoted(first.fields.filter((text) => text !== "").join(", "))}.`
    : "";
  throw new LineProblem(
    1,
    `The file is no books that can be recognised.${header}${otherTable(start.rows)} Export one of: ${FORMATS.map(({ title }) => title).join("; ")}.`,
    [{ give: "column", when: "it is a CSV with other columns" }],
  );
}
