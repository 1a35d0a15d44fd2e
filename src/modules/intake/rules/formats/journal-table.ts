/**
 * Reports and exports in which each row is a line of a voucher and names its account: the Journal of
 * QuickBooks Online, the Journal Report of Xero, Wave's accounting export, GnuCash's CSV and the Audit Data
 * Standard. A layout says which columns a format has and which rows make a voucher; one reader serves them
 * all.
 */
import { kindOfTypeWord } from "@daybook/words/account-kinds";
import { type Cents, cents, negateCents, ZERO_CENTS } from "@daybook/words/cents";
import type { DateFormat } from "@daybook/words/date-text";
import { foreignCurrencyIn, foreignCurrencyOfTitle } from "../../../../core/foreign-currency.ts";
import { LineProblem, quoted } from "../../../../platform/text/line-problem.ts";
import { EntryStates } from "../entry-status.ts";
import { dollars, type ParsedVoucher } from "../parsed-voucher.ts";
import type { BooksFile, BooksFormat, BooksFormatName, Reading, Table, TableRow } from "./format.ts";
import {
  type ColumnTitles,
  fieldReader,
  findHeader,
  type Header,
  type ReportColumn,
} from "./table-columns.ts";
import { type ValueReader, ValueSurvey } from "./table-values.ts";
import { OpenVoucher } from "./voucher-maker.ts";

export interface JournalLayout {
  readonly name: BooksFormatName;
  readonly title: string;
  readonly columns: ColumnTitles;
  readonly needed: readonly ReportColumn[];
  /** The format of dates that the program writes unless told otherwise; null if it has none. */
  readonly usualDates: DateFormat | null;
  /**
   * `id`: rows with the same id are a voucher, wherever they stand. `run`: a row with a date begins a voucher
   * once the one before is balanced, and rows without a date continue it.
   */
  readonly vouchers: "id" | "run";
  /** True if colons in account names separate levels. */
  readonly hasLevels: boolean;
}

/** A row that is a line, with the values that it leaves to the row above filled in. */
interface TableLine {
  readonly line: number;
  readonly id: string;
  readonly date: string;
  readonly kind: string;
  readonly number: string;
  readonly name: string;
  readonly description: string;
  readonly memo: string;
  readonly account: string;
  readonly department: string;
  readonly netDebitCents: number;
  /** False if the date is that of a row above. */
  readonly hasOwnDate: boolean;
}

const MONEY: readonly ReportColumn[] = ["debit", "credit", "amount"];

/** Makes the format of a layout. */
export function journalTable(layout: JournalLayout): BooksFormat {
  return {
    name: layout.name,
    title: layout.title,
    recognizes: ({ rows }) => findHeader(rows, layout.columns, layout.needed) !== null,
    read: (file, reading) => readVouchers(layout, file, reading),
  };
}

async function* readVouchers(
  layout: JournalLayout,
  file: BooksFile,
  reading: Reading,
): AsyncGenerator<ParsedVoucher, void, undefined> {
  const header = await headerOf(file.table, layout);
  const survey = new ValueSurvey();
  for await (const rows of file.table.rows())
    for (const row of rows) {
      if (row.line <= header.line) continue;
      const field = fieldReader(header.columns, row);
      if (field("date") !== "") survey.dates.add(field("date"), row.line);
      for (const column of MONEY) survey.amounts.add(field(column));
    }
  const values = survey.reader(reading.dateFormat, layout.usualDates, reading.note);
  const lines = new LineReader(layout, header, values, reading);
  if (layout.vouchers === "run") yield* vouchersOfRuns(lines.read(file.table), reading);
  else yield* vouchersOfIds(lines.read(file.table), reading);
}

/** The header of a table. Throws `LineProblem` if the table is not of this layout. */
export async function headerOf(
  table: Table,
  { columns, needed, title }: Pick<JournalLayout, "columns" | "needed" | "title">,
): Promise<Header> {
  const first = await table.rows()[Symbol.asyncIterator]().next();
  const rows = first.done ? [] : first.value;
  const header = findHeader(rows, columns, needed);
  if (header) {
    checkCurrency(rows, header);
    return header;
  }
  const names = needed.map((column) => quoted(columns[column]?.[0] ?? column)).join(", ");
  throw new LineProblem(1, `The file is not ${title}: no row names the columns ${names}.`);
}

/** Throws `LineProblem` if the titles of a report, or its columns of money, name another currency. */
function checkCurrency(rows: readonly TableRow[], { columns, line: header }: Header): void {
  for (const { fields, line } of rows.filter((row) => row.line <= header)) {
    const money = MONEY.map((column) => fields[columns[column] ?? -1] ?? "");
    const currency =
      line < header
        ? foreignCurrencyOfTitle(fields)
        : money.map(foreignCurrencyIn).find((each) => each !== null);
    if (currency !== null && currency !== undefined)
      throw new LineProblem(line, `The report is in ${currency}; only US dollars are supported.`);
  }
}

/** Lines of a table, and the total rows between them. */
type Found =
  | { readonly line: TableLine }
  | { readonly total: { readonly cents: Cents; readonly line: number } };

/** Reads the rows of a table as lines. */
class LineReader {
  readonly #layout: JournalLayout;
  readonly #header: Header;
  readonly #values: ValueReader;
  readonly #reading: Reading;
  readonly #states: EntryStates;
  /** What stands in the column of debits, in all and since the last total. */
  readonly #debits = { all: 0, since: 0 };
  /** The last row that had a date: later rows without one belong to it. */
  #above: Pick<TableLine, "id" | "date" | "kind" | "number" | "name" | "description"> | null = null;

  constructor(layout: JournalLayout, header: Header, values: ValueReader, reading: Reading) {
    this.#layout = layout;
    this.#header = header;
    this.#values = values;
    this.#reading = reading;
    this.#states = new EntryStates(header.status, reading.note);
  }

  async *read(table: Table): AsyncGenerator<Found, void, undefined> {
    const { counts } = this.#reading;
    for await (const rows of table.rows()) {
      for (const row of rows) {
        if (row.line < this.#header.line) counts.skip("title rows", row.line);
        else if (row.line === this.#header.line) counts.skip("header rows", row.line);
        else {
          const found = this.#readRow(row);
          if (found) yield found;
        }
      }
    }
  }

  #readRow(row: TableRow): Found | null {
    const { counts } = this.#reading;
    const { line } = row;
    const field = fieldReader(this.#header.columns, row);
    const first = row.fields.find((text) => text.trim() !== "")?.trim();
    if (first === undefined) return this.#skip("blank rows", line);
    const hasAmount = MONEY.some((column) => field(column) !== "");
    const account = field("account");
    if (account === "") {
      if (!hasAmount) return this.#skip("rows without an account and an amount", line);
      if (field("date") !== "" && !/^total/i.test(first))
        throw new LineProblem(line, "The line has a date and an amount, but names no account.");
      counts.skip("total rows", line);
      const total = this.#values.cents(field("debit"), "total", line);
      if (/^total$/i.test(first)) {
        this.#checkTotal(total, line);
        return null;
      }
      return total === null ? null : { total: { cents: total, line } };
    }
    if (!hasAmount) return this.#skip("lines without an amount", line);
    this.#refuseCurrency(field("currency"), line);
    this.#states.check(field("status"), line);
    this.#stateAccount(field, account);
    return { line: this.#lineOf(field, account, line) };
  }

  #skip(reason: string, line: number): null {
    this.#reading.counts.skip(reason, line);
    return null;
  }

  #lineOf(field: (column: ReportColumn) => string, account: string, line: number): TableLine {
    const dateText = field("date");
    const netDebitCents = this.#netDebit(field, line);
    const own = { memo: field("memo"), account, department: field("department"), netDebitCents, line };
    const hasOwnDate = dateText !== "";
    if (dateText === "") {
      if (this.#above === null)
        throw new LineProblem(line, "The line has no date, and no line above it has one.");
      return { ...this.#above, name: field("name") || this.#above.name, ...own, hasOwnDate };
    }
    this.#above = {
      id: field("id"),
      date: this.#values.date(dateText, line),
      kind: field("kind"),
      number: field("number"),
      name: field("name"),
      description: field("description"),
    };
    return { ...this.#above, ...own, hasOwnDate };
  }

  #netDebit(field: (column: ReportColumn) => string, line: number): Cents {
    const { columns } = this.#header;
    if (columns.debit === undefined || columns.credit === undefined) {
      const amount = this.#values.cents(field("amount"), "amount", line) ?? ZERO_CENTS;
      if (columns.side === undefined) return amount;
      const side = field("side").toUpperCase();
      if (!/^(?:D|DR|DEBIT|C|CR|CREDIT)$/.test(side))
        throw new LineProblem(line, `${quoted(field("side"))} is neither debit nor credit.`);
      return side.startsWith("D") ? amount : negateCents(amount);
    }
    const debit = this.#values.cents(field("debit"), "debit", line) ?? ZERO_CENTS;
    this.#debits.all += debit;
    this.#debits.since += debit;
    const credit = this.#values.cents(field("credit"), "credit", line) ?? ZERO_CENTS;
    return cents(debit - credit);
  }

  /** Throws `LineProblem` if the total of the report, or of the lines since the last one, is another one. */
  #checkTotal(total: Cents | null, line: number): void {
    const { all, since } = this.#debits;
    this.#debits.since = 0;
    if (total === null || total === all || total === since) return;
    throw new LineProblem(
      line,
      `The total of the report is ${dollars(total)}, but the debits of its lines add up to ${dollars(all)}. Lines are missing.`,
    );
  }

  #refuseCurrency(currency: string, line: number): void {
    const code = currency.replace(/^CURRENCY::/i, "").toUpperCase();
    if (code !== "" && code !== "USD" && code !== "US DOLLAR" && code !== "$")
      throw new LineProblem(line, `The line is in ${quoted(code)}; only US dollars are supported.`);
  }

  #stateAccount(field: (column: ReportColumn) => string, account: string): void {
    const levels = this.#layout.hasLevels ? undefined : [account];
    for (const column of ["accountType", "accountGroup"] as const) {
      const word = field(column);
      const kind = kindOfTypeWord(word);
      if (kind === null) continue;
      this.#reading.classes.state(account, {
        kind,
        reason: `its type ${quoted(word)}`,
        ...(levels ? { levels } : {}),
      });
      return;
    }
  }
}

function start(first: TableLine): OpenVoucher {
  const { kind, number, memo, line, id } = first;
  const title = [kind, number].filter((text) => text !== "").join(" ");
  const journal = id === "" ? null : id;
  return new OpenVoucher({
    line,
    journal,
    date: first.date as ParsedVoucher["date"],
    description: first.description || memo || title,
    merchant: first.name === "" ? null : first.name,
  });
}

function add(voucher: OpenVoucher, found: TableLine): void {
  voucher.add({
    account: found.account,
    department: found.department,
    netDebitCents: cents(found.netDebitCents),
    description: found.memo,
    merchant: found.name,
    line: found.line,
  });
}

/** Vouchers of rows that follow each other. A total row ends its voucher and must agree with it. */
async function* vouchersOfRuns(
  lines: AsyncIterable<Found>,
  { counts }: Reading,
): AsyncGenerator<ParsedVoucher, void, undefined> {
  let open: { readonly voucher: OpenVoucher; readonly first: TableLine; debits: number } | null = null;
  const closed = (): ParsedVoucher | null => {
    const last = open;
    open = null;
    if (last) counts.addImported(last.voucher.size);
    return last?.voucher.close() ?? null;
  };
  for await (const found of lines) {
    if ("total" in found) {
      if (open && open.debits !== found.total.cents)
        throw new LineProblem(
          found.total.line,
          `The total is ${dollars(found.total.cents)}, but the debits of the voucher above it add up to ${dollars(open.debits)}. Lines are missing.`,
        );
      const voucher = closed();
      if (voucher) yield voucher;
      continue;
    }
    const { line } = found;
    const isSame = open !== null && sameVoucher(open.first, line);
    if (open !== null && (!isSame || (line.hasOwnDate && open.voucher.sum === 0))) {
      const voucher = closed();
      if (voucher) yield voucher;
    }
    open ??= { voucher: start(line), first: line, debits: 0 };
    add(open.voucher, line);
    open.debits += Math.max(line.netDebitCents, 0);
  }
  const voucher = closed();
  if (voucher) yield voucher;
}

/** Vouchers of rows with the same id. Rows of an id may stand apart, so they are sorted on the disk. */
async function* vouchersOfIds(
  lines: AsyncIterable<Found>,
  { counts, sorter }: Reading,
): AsyncGenerator<ParsedVoucher, void, undefined> {
  const lineSorter = sorter<TableLine>();
  try {
    for await (const found of lines) {
      if ("total" in found) continue;
      const { line } = found;
      if (line.id === "")
        throw new LineProblem(line.line, "The line has no id, so it belongs to no voucher.");
      await lineSorter.add(`${line.date}\u0000${line.id}`, line);
    }
    let open: { readonly voucher: OpenVoucher; readonly id: string; readonly date: string } | null = null;
    for await (const line of lineSorter.sorted()) {
      if (open && (open.id !== line.id || open.date !== line.date)) {
        counts.addImported(open.voucher.size);
        yield open.voucher.close(`Its id is ${quoted(open.id)}.`);
        open = null;
      }
      open ??= { voucher: start(line), id: line.id, date: line.date };
      add(open.voucher, line);
    }
    if (open) {
      counts.addImported(open.voucher.size);
      yield open.voucher.close(`Its id is ${quoted(open.id)}.`);
    }
  } finally {
    await lineSorter.close();
  }
}

function sameVoucher(a: TableLine, b: TableLine): boolean {
  return a.date === b.date && a.kind === b.kind && a.number === b.number && a.id === b.id;
}
