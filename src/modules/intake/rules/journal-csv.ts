/**
 * A general journal as CSV becomes vouchers. Lines of one `journal` value are one voucher and stand together.
 * Without such a column a voucher is the shortest run of lines of one date and description whose sum returns
 * to zero, with the lines of zero after it. Invariant: every voucher given out balances, and everything that
 * is refused is refused by its line; memory follows the longest voucher, not the file.
 */
import { type AmountStyle, centsInStyle } from "@daybook/words/amount-style";
import { type Cents, negateCents, ZERO_CENTS } from "@daybook/words/cents";
import type { CivilDate } from "@daybook/words/civil-date";
import { type DateFormat, dateFromText } from "@daybook/words/date-text";
import type { ByteChunks } from "../../../platform/text/chunks.ts";
import { type CsvRow, csvRows } from "../../../platform/text/csv-rows.ts";
import { isDollarWord, isFinerThanCents } from "@daybook/words/money-text";
import { LineProblem, quoted } from "../../../platform/text/line-problem.ts";
import { type AmountColumns, type ColumnNames, type ColumnPlaces, placeColumns } from "./csv-columns.ts";
import {
  addToSum,
  type ParsedLine,
  type ParsedVoucher,
  roomForLine,
  storableText,
  unbalanced,
} from "./parsed-voucher.ts";
import { EntryStates } from "./entry-status.ts";
import { VoucherNumbers } from "./voucher-numbers.ts";

export interface JournalCsvOptions {
  readonly columns?: ColumnNames;
  /** The format of dates whose day and month could be exchanged; YYYY-MM-DD by default. */
  readonly dates?: DateFormat;
  /** The style of amounts; a decimal point by default. */
  readonly amounts?: AmountStyle;
  /** Takes a sentence for the report; left out: nobody hears it. */
  readonly note?: (sentence: string) => void;
  /** The merchant if no column of merchants is named: the description (the default), or none. */
  readonly merchant?: "description" | "none";
}

/** A row of the file, read. */
interface JournalLine extends VoucherName {
  readonly merchant: string;
  readonly line: ParsedLine;
}

/** Identifies the lines of one voucher: by the journal, or by the date and the description. */
interface VoucherName {
  readonly journal: string | null;
  readonly date: CivilDate;
  readonly description: string;
}

/**
 * The refusal of a voucher that does not balance. Its other lines may stand further down, which is looked up
 * before it is thrown.
 */
class Unbalanced extends LineProblem {
  readonly #voucher: VoucherName;
  readonly #sum: number;

  constructor(voucher: VoucherName, line: number, sum: number, hint = "") {
    super(line, `${unbalanced(line, sum).reason}${hint}`);
    this.#voucher = voucher;
    this.#sum = sum;
  }

  isOf({ journal, date, description }: VoucherName): boolean {
    const own = this.#voucher;
    return (
      journal === own.journal && (journal !== null || (date === own.date && description === own.description))
    );
  }

  /** The same refusal, which names a line further down that is of this voucher. */
  goesOnAt(line: number): Unbalanced {
    const { journal } = this.#voucher;
    const same = journal === null ? "date and description" : `journal, ${quoted(journal)}`;
    return new Unbalanced(
      this.#voucher,
      this.line,
      this.#sum,
      ` Line ${line} has the same ${same}: the lines of a voucher must be together, so sort a file that is in account order by voucher first.`,
    );
  }
}

/**
 * Reads a general journal. A voucher's description and merchant are the first that its lines have; a line
 * with others keeps its own. Rows of nothing but blanks are passed over; a zero beside an amount in the other
 * of debit and credit counts as empty; parentheses and a minus sign turn an amount round.
 * @throws LineProblem naming the line, for anything that is not a balanced journal.
 */
export function readJournalCsv(
  chunks: ByteChunks,
  options: JournalCsvOptions = {},
): AsyncGenerator<ParsedVoucher, void, undefined> {
  return readJournalRows(csvRows(chunks), options);
}

/** Reads a general journal from the rows of a table, as `readJournalCsv` does. */
export async function* readJournalRows(
  rows: AsyncIterable<readonly CsvRow[]>,
  options: JournalCsvOptions = {},
): AsyncGenerator<ParsedVoucher, void, undefined> {
  const journal = new JournalReader(options);
  try {
    for await (const batch of rows) {
      for (const row of batch) {
        const voucher = journal.add(row);
        if (voucher) yield voucher;
      }
    }
  } catch (error) {
    throw journal.firstFault(error);
  }
  const last = journal.close();
  if (last) yield last;
}

/** The two steps of reading, as the header has them. */
interface Readers {
  readonly rows: RowReader;
  readonly vouchers: VoucherMaker;
}

/** Turns the rows of a file into vouchers. The first row is the header. */
class JournalReader {
  readonly #options: JournalCsvOptions;
  #readers: Readers | null = null;
  /** The first voucher that does not balance. After it, only its other lines are looked for. */
  #refusal: Unbalanced | null = null;

  constructor(options: JournalCsvOptions) {
    this.#options = options;
  }

  /** Takes a row. Returns the voucher that it completes, if any. */
  add(row: CsvRow): ParsedVoucher | null {
    if (this.#readers === null) {
      this.#readers = this.#readersOf(row);
      return null;
    }
    const line = this.#readers.rows.read(row);
    if (line === null) return null;
    if (this.#refusal === null) return this.#balanced(this.#readers.vouchers.add(line));
    if (this.#refusal.isOf(line)) throw this.#refusal.goesOnAt(line.line.line);
    return null;
  }

  /** Returns the last voucher, if it is still open, at the end of the file. */
  close(): ParsedVoucher | null {
    if (this.#readers === null)
      throw new LineProblem(1, "The file is empty; a journal begins with a header row.");
    const last = this.#refusal === null ? this.#balanced(this.#readers.vouchers.close()) : null;
    if (this.#refusal !== null) throw this.#refusal;
    return last;
  }

  /** The fault that comes first in the file: the refused voucher, or else the error thrown after it. */
  firstFault(error: unknown): unknown {
    return this.#refusal === null || error instanceof Unbalanced ? error : this.#refusal;
  }

  #readersOf({ fields, line }: CsvRow): Readers {
    const { columns = {}, dates = "YYYY-MM-DD", amounts = "point", merchant = "description" } = this.#options;
    const { note = () => undefined } = this.#options;
    const places = placeColumns(fields, columns, line);
    const source = places.merchant === null ? merchant : "none";
    return {
      rows: new RowReader(places, fields, dates, amounts, note),
      vouchers: places.journal === null ? new BySum(source) : new ByJournal(source),
    };
  }

  #balanced(done: ParsedVoucher | Unbalanced | null): ParsedVoucher | null {
    if (!(done instanceof Unbalanced)) return done;
    this.#refusal = done;
    return null;
  }
}

/** Turns rows into lines. */
class RowReader {
  readonly #places: ColumnPlaces;
  readonly #header: readonly string[];
  readonly #dates: DateFormat;
  readonly #amounts: AmountStyle;
  readonly #states: EntryStates;
  /** Dates repeat from line to line, so the last one is kept. */
  #dateText = "";
  #date: CivilDate | null = null;

  constructor(
    places: ColumnPlaces,
    header: readonly string[],
    dates: DateFormat,
    amounts: AmountStyle,
    note: (sentence: string) => void,
  ) {
    this.#states = new EntryStates(header[places.status ?? -1]?.trim() ?? "", note);
    this.#places = places;
    this.#header = header;
    this.#dates = dates;
    this.#amounts = amounts;
  }

  /** The line, or null for a row of nothing but blanks. */
  read({ fields, line }: CsvRow): JournalLine | null {
    const at = (place: number | null): string => (place === null ? "" : (fields[place] ?? "").trim());
    const places = this.#places;
    if (fields.slice(this.#header.length).some((field) => field.trim() !== ""))
      throw new LineProblem(line, "The row has not as many fields as the header.");
    const account = at(places.account);
    const dateText = at(places.date);
    if (account === "" && dateText === "" && fields.every((field) => field.trim() === "")) return null;
    if (dateText === "" && account !== "" && this.#holdsNoAmount(at)) {
      throw new LineProblem(
        line,
        "The line has an account, but no date and no amount, like the headings of a general ledger by account. Export the journal instead, in which each line names its account.",
      );
    }
    const journal = places.journal === null ? null : at(places.journal);
    if (journal === "")
      throw new LineProblem(line, "The line names no journal, so it belongs to no voucher.");
    const date = this.#readDate(dateText, line);
    this.#checkCounts(at(places.status), at(places.currency), line);
    if (account === "") throw new LineProblem(line, "The line names no account.");
    const department = at(places.department);
    return {
      journal: journal === null ? null : storableText(journal, "journal", line),
      date,
      description: storableText(at(places.description), "description", line),
      merchant: storableText(at(places.merchant), "merchant", line),
      line: {
        account: storableText(account, "account", line),
        department: department === "" ? null : storableText(department, "department", line),
        netDebitCents: readAmount(places.amounts, at, this.#amounts, line),
        line,
      },
    };
  }

  /** Throws `LineProblem` for a line that its file says does not count, or in another currency. */
  #checkCounts(status: string, currency: string, line: number): void {
    this.#states.check(status, line);
    if (currency !== "" && !isDollarWord(currency))
      throw new LineProblem(
        line,
        `The line is in ${quoted(currency)}; only US dollars are read. Export the journal in dollars.`,
      );
  }

  #holdsNoAmount(at: (place: number) => string): boolean {
    const { amounts } = this.#places;
    return (amounts.kind === "one" ? [amounts.amount] : [amounts.debit, amounts.credit]).every(
      (place) => at(place) === "",
    );
  }

  #readDate(text: string, line: number): CivilDate {
    if (this.#date !== null && text === this.#dateText) return this.#date;
    const date = dateFromText(text, this.#dates);
    if (date === null) {
      throw new LineProblem(
        line,
        text === "" ? "The line has no date." : `${quoted(text)} is not a date of the form ${this.#dates}.`,
      );
    }
    this.#dateText = text;
    this.#date = date;
    return date;
  }
}

/** Debit minus credit of a line. */
function readAmount(
  columns: AmountColumns,
  at: (place: number) => string,
  style: AmountStyle,
  line: number,
): Cents {
  if (columns.kind === "one") {
    const amount = readMoney(at(columns.amount), "amount", style, line);
    if (amount === null) throw new LineProblem(line, "The line has no amount.");
    return amount;
  }
  const debit = readMoney(at(columns.debit), "debit", style, line);
  const credit = readMoney(at(columns.credit), "credit", style, line);
  if (debit === null && credit === null)
    throw new LineProblem(line, "The line has neither a debit nor a credit.");
  if (debit !== null && debit !== 0 && credit !== null && credit !== 0)
    throw new LineProblem(line, "The line has both a debit and a credit.");
  return debit !== null && (debit !== 0 || credit === null) ? debit : negateCents(credit ?? ZERO_CENTS);
}

function readMoney(text: string, column: string, style: AmountStyle, line: number): Cents | null {
  if (text === "") return null;
  const amount = centsInStyle(text, style);
  if (amount !== null) return amount;
  const why = isFinerThanCents(text)
    ? "is finer than a cent"
    : "is not an amount of dollars, such as 1234.50 or $1,234.50";
  throw new LineProblem(line, `The ${column} ${quoted(text)} ${why}.`);
}

/** Collects lines into vouchers; subclasses decide where a voucher ends. */
abstract class VoucherMaker {
  readonly #merchant: "description" | "none";
  protected lines: ParsedLine[] = [];
  protected sum = 0;
  protected journal: string | null = null;
  protected date: CivilDate | null = null;
  protected description = "";
  #merchantName = "";

  constructor(merchant: "description" | "none") {
    this.#merchant = merchant;
  }

  /**
   * Takes a line. Returns the voucher that it completes, if any, or the refusal of one that should be
   * complete.
   */
  abstract add(line: JournalLine): ParsedVoucher | Unbalanced | null;

  protected append({ journal, date, description, merchant, line }: JournalLine): void {
    roomForLine(this.lines.length, line.line);
    this.journal = journal;
    this.date = date;
    if (this.description === "") this.description = description;
    if (this.#merchantName === "") this.#merchantName = merchant;
    this.sum = addToSum(this.sum, line.netDebitCents, line.line);
    this.lines.push({
      ...line,
      ...(description === "" || description === this.description ? {} : { description }),
      ...(merchant === "" || merchant === this.#merchantName ? {} : { merchant }),
    });
  }

  /** The voucher that is open, if any; a refusal unless it balances. */
  close(): ParsedVoucher | Unbalanced | null {
    const first = this.lines[0];
    const { journal, date, description } = this;
    if (!first || date === null) return null;
    if (this.sum !== 0) return new Unbalanced({ journal, date, description }, first.line, this.sum);
    const merchant = this.#merchant === "description" ? description : this.#merchantName;
    const voucher: ParsedVoucher = {
      line: first.line,
      journal,
      date,
      description,
      merchant: merchant === "" ? null : merchant,
      lines: this.lines,
    };
    this.lines = [];
    this.description = "";
    this.#merchantName = "";
    return voucher;
  }
}

/** Vouchers named by the file. */
class ByJournal extends VoucherMaker {
  readonly #begun = new VoucherNumbers();

  override add(line: JournalLine): ParsedVoucher | Unbalanced | null {
    const { journal, date } = line;
    const number = line.line.line;
    const goesOn = this.lines.length > 0 && journal === this.journal;
    if (goesOn && date !== this.date) {
      throw new LineProblem(
        number,
        `The voucher ${quoted(journal ?? "")} has a different date here, ${date}; it began with ${this.date}.`,
      );
    }
    const done = goesOn ? null : this.close();
    if (done instanceof Unbalanced) return done;
    if (!goesOn && !this.#begun.add(journal ?? "")) {
      throw new LineProblem(
        number,
        `The voucher ${quoted(journal ?? "")} ended further up; the lines of a voucher must be together.`,
      );
    }
    this.append(line);
    return done;
  }
}

/**
 * Vouchers that end where their sum comes back to zero. Lines of zero between two of them belong to the
 * second, and after the last one to it.
 */
class BySum extends VoucherMaker {
  /** Lines of zero after a voucher that is complete. */
  readonly #zeros: JournalLine[] = [];

  override add(line: JournalLine): ParsedVoucher | Unbalanced | null {
    const goesOn =
      this.lines.length === 0 || (line.date === this.date && line.description === this.description);
    const isComplete = this.sum === 0 && this.lines.some(({ netDebitCents }) => netDebitCents !== 0);
    if (goesOn && isComplete && line.line.netDebitCents === 0) {
      roomForLine(this.lines.length + this.#zeros.length, line.line.line);
      this.#zeros.push(line);
      return null;
    }
    const leading = goesOn ? this.#zeros.splice(0) : [];
    const done = goesOn && !isComplete ? null : this.close();
    if (done instanceof Unbalanced) return done;
    for (const each of [...leading, line]) this.append(each);
    return done;
  }

  override close(): ParsedVoucher | Unbalanced | null {
    for (const zero of this.#zeros.splice(0)) this.append(zero);
    return super.close();
  }
}
