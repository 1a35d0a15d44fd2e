/**
 * QuickBooks Desktop's Intuit Interchange Format: lines parted by tabs, whose first field says what they are.
 * `ACCNT` lines are the chart with its types, `TRNS` and `SPL` lines up to `ENDTRNS` are a voucher with
 * signed amounts, debits positive. Opening balances of accounts (`OBAMOUNT`) are part of transactions or of
 * earlier files, so they are named and not posted. Invariant: every transaction balances.
 */
import { kindOfTypeWord } from "@daybook/words/account-kinds";
import { ZERO_CENTS } from "@daybook/words/cents";
import { LineProblem, quoted } from "../../../../platform/text/line-problem.ts";
import type { ParsedVoucher } from "../parsed-voucher.ts";
import type { BooksFile, BooksFormat, Reading, TableRow } from "./format.ts";
import { type ValueReader, ValueSurvey } from "./table-values.ts";
import { OpenVoucher } from "./voucher-maker.ts";

const RECORD = /^!(?:HDR|ACCNT|TRNS)\t/m;
/** A transaction of this type posts nothing, such as an estimate or a purchase order. */
const NON_POSTING = /^(?:ESTIMATES?|QUOTES?|(?:PURCH(?:ASE)?|SALES) ?ORD(?:ERS?)?)$/i;

export const iif: BooksFormat = {
  name: "iif",
  title: "QuickBooks Desktop, IIF",
  recognizes: ({ text }) => RECORD.test(text),
  read: readIif,
};

/** The fields of a line by the names of the header above it. */
type Fields = (name: string) => string;

/** Gives the lines of a file with their fields by name. */
class HeaderBook {
  readonly #headers = new Map<string, readonly string[]>();

  /** Notes a header line. Returns false for other lines. */
  add({ fields }: TableRow): boolean {
    const [first = ""] = fields;
    if (!first.startsWith("!")) return false;
    this.#headers.set(
      first.slice(1).toUpperCase(),
      fields.map((field) => field.trim().toUpperCase()),
    );
    return true;
  }

  /** Throws `LineProblem` for a line of a kind that no header describes. */
  fieldsOf(kind: string, { fields, line }: TableRow): Fields {
    const header = this.#headers.get(kind);
    if (!header) throw new LineProblem(line, `No header line !${kind} stands above this ${kind} line.`);
    return (name) => {
      const index = header.indexOf(name);
      return index < 0 ? "" : (fields[index] ?? "").trim();
    };
  }
}

async function* readIif(file: BooksFile, reading: Reading): AsyncGenerator<ParsedVoucher, void, undefined> {
  const transactions = new TransactionReader(await valuesOf(file, reading), reading);
  const headers = new HeaderBook();
  const { counts } = reading;
  for await (const rows of file.table.rows())
    for (const row of rows) {
      const kind = (row.fields[0] ?? "").trim().toUpperCase();
      if (headers.add(row)) counts.skip("header lines", row.line);
      else if (kind === "ACCNT") stateAccount(headers.fieldsOf(kind, row), row.line, reading);
      else if (kind === "TRNS" || kind === "SPL")
        transactions.addLine(kind, headers.fieldsOf(kind, row), row.line);
      else if (kind === "ENDTRNS") {
        const voucher = transactions.end(row.line);
        if (voucher) yield voucher;
      } else counts.skip(`${quoted(kind)} lines, which hold no entries`, row.line);
    }
  transactions.finish();
}

/** Puts the lines of a transaction together. */
class TransactionReader {
  readonly #values: ValueReader;
  readonly #reading: Reading;
  #open: OpenVoucher | null = null;
  #isPosting = true;

  constructor(values: ValueReader, reading: Reading) {
    this.#values = values;
    this.#reading = reading;
  }

  addLine(kind: "TRNS" | "SPL", fields: Fields, line: number): void {
    if (kind === "TRNS") {
      if (this.#open) throw new LineProblem(line, "The transaction above has no ENDTRNS line.");
      this.#isPosting = !NON_POSTING.test(fields("TRNSTYPE"));
      this.#open = begin(fields, line, this.#values);
    }
    if (!this.#open) throw new LineProblem(line, "The SPL line stands below no TRNS line.");
    if (this.#isPosting) {
      addLine(this.#open, fields, line, this.#values);
      this.#reading.counts.addImported();
    } else this.#reading.counts.skip("lines of transactions that post nothing", line);
  }

  /** The voucher that an ENDTRNS line completes; null for a transaction that posts nothing. */
  end(line: number): ParsedVoucher | null {
    this.#reading.counts.skip("ENDTRNS lines", line);
    const voucher = this.#open;
    this.#open = null;
    return voucher && this.#isPosting ? voucher.close() : null;
  }

  /** Throws `LineProblem` if the file ends within a transaction. */
  finish(): void {
    if (this.#open)
      throw new LineProblem(
        this.#open.start.line,
        "The transaction has no ENDTRNS line; the file is cut off.",
      );
  }
}

/** Reads the file once for the formats of its dates and amounts. */
async function valuesOf(file: BooksFile, { dateFormat, note }: Reading): Promise<ValueReader> {
  const survey = new ValueSurvey();
  const headers = new HeaderBook();
  for await (const rows of file.table.rows())
    for (const row of rows) {
      const kind = (row.fields[0] ?? "").trim().toUpperCase();
      if (headers.add(row) || (kind !== "TRNS" && kind !== "SPL")) continue;
      const fields = headers.fieldsOf(kind, row);
      if (fields("DATE") !== "") survey.dates.add(fields("DATE"), row.line);
      survey.amounts.add(fields("AMOUNT"));
    }
  return survey.reader(dateFormat, "MM/DD/YYYY", note);
}

function stateAccount(fields: Fields, line: number, { classes, counts, note }: Reading): void {
  counts.skip("accounts", line);
  const word = fields("ACCNTTYPE");
  const kind = kindOfTypeWord(word);
  if (kind !== null) classes.state(fields("NAME"), { kind, reason: `its type ${quoted(word)}` });
  if (!/^(?:0*(?:\.0*)?)$/.test(fields("OBAMOUNT").replaceAll(",", "")))
    note(
      `Line ${line}: the account ${quoted(fields("NAME"))} has an opening balance of ${fields("OBAMOUNT")}, which is not posted. Export the transactions from the beginning.`,
    );
}

function begin(fields: Fields, line: number, values: ValueReader): OpenVoucher {
  const id = fields("TRNSID");
  const title = [fields("TRNSTYPE"), fields("DOCNUM")].filter((text) => text !== "").join(" ");
  return new OpenVoucher({
    line,
    journal: id === "" ? null : id,
    date: values.date(fields("DATE"), line),
    description: fields("MEMO") || title,
    merchant: fields("NAME") === "" ? null : fields("NAME"),
  });
}

function addLine(voucher: OpenVoucher, fields: Fields, line: number, values: ValueReader): void {
  if (fields("ACCNT") === "") throw new LineProblem(line, "The line names no account (ACCNT).");
  voucher.add({
    account: fields("ACCNT"),
    department: fields("CLASS"),
    netDebitCents: values.cents(fields("AMOUNT"), "amount", line) ?? ZERO_CENTS,
    description: fields("MEMO"),
    merchant: fields("NAME"),
    line,
  });
}
