/**
 * A general journal as CSV becomes vouchers. Lines of one `journal` value are one voucher and stand
 * together. Without such a column a voucher is the shortest run of lines of one date and description
 * whose sum returns to zero. Invariant: every voucher given out balances, and everything that is
 * refused is refused by its line; memory follows the longest voucher, not the file.
 */
import { type Cents, negateCents, ZERO_CENTS } from "../../../core/cents.ts";
import { type CivilDate, civilDate, parseCivilDate } from "../../../core/civil-date.ts";
import type { ByteChunks } from "../../../core/chunks.ts";
import { type CsvRow, csvRows } from "../../../core/csv-rows.ts";
import { centsFromMoney, isFinerThanCents } from "../../../core/money-text.ts";
import { LineProblem, quoted } from "../../../core/line-problem.ts";
import { type AmountColumns, type ColumnNames, type ColumnPlaces, placeColumns } from "./csv-columns.ts";
import { addToSum, type ParsedLine, type ParsedVoucher, roomForLine, storableText, unbalanced } from "./parsed-voucher.ts";
import { VoucherNumbers } from "./voucher-numbers.ts";

export interface JournalCsvOptions {
  readonly columns?: ColumnNames;
  /** `iso`: YYYY-MM-DD or YYYY/MM/DD, the default. `us`: M/D/YYYY besides. */
  readonly dates?: "iso" | "us";
  /** What is the merchant when no column of merchants is named: the description, the default, or nobody. */
  readonly merchant?: "description" | "none";
}

const SLASHED = /^\d{4}\/\d{2}\/\d{2}$/;
const UNITED_STATES = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;

/** A row of the file, read. */
interface JournalLine {
  readonly journal: string | null;
  readonly date: CivilDate;
  readonly description: string;
  readonly merchant: string;
  readonly line: ParsedLine;
}

/**
 * Reads a general journal. A voucher's description and merchant are the first that its lines have.
 * Rows of nothing but blanks are passed over; a zero beside an amount in the other of debit and
 * credit counts as empty; parentheses and a minus sign turn an amount round.
 * @throws LineProblem naming the line, for anything that is not a balanced journal.
 */
export async function* readJournalCsv(chunks: ByteChunks, options: JournalCsvOptions = {}): AsyncGenerator<ParsedVoucher, void, undefined> {
  let rows: RowReader | null = null;
  let vouchers: VoucherMaker | null = null;
  for await (const batch of csvRows(chunks)) {
    for (const row of batch) {
      if (!rows || !vouchers) {
        const places = placeColumns(row.fields, options.columns ?? {}, row.line);
        rows = new RowReader(places, options.dates ?? "iso");
        const merchant = places.merchant === null ? (options.merchant ?? "description") : "none";
        vouchers = places.journal === null ? new BySum(merchant) : new ByJournal(merchant);
        continue;
      }
      const line = rows.read(row);
      if (!line) continue;
      const done = vouchers.add(line);
      if (done) yield done;
    }
  }
  if (!vouchers) throw new LineProblem(1, "The file is empty; a journal begins with a header row.");
  const last = vouchers.close();
  if (last) yield last;
}

/** Turns rows into lines. */
class RowReader {
  readonly #places: ColumnPlaces;
  readonly #dates: "iso" | "us";
  /** Dates repeat from line to line, so the last one is kept. */
  #dateText = "";
  #date: CivilDate | null = null;

  constructor(places: ColumnPlaces, dates: "iso" | "us") {
    this.#places = places;
    this.#dates = dates;
  }

  /** The line, or null for a row of nothing but blanks. */
  read({ fields, line }: CsvRow): JournalLine | null {
    const at = (place: number | null): string => (place === null ? "" : (fields[place] ?? "").trim());
    const places = this.#places;
    const account = at(places.account);
    const dateText = at(places.date);
    if (account === "" && dateText === "" && fields.every((field) => field.trim() === "")) return null;
    const journal = places.journal === null ? null : at(places.journal);
    if (journal === "") throw new LineProblem(line, "The line names no journal, so it belongs to no voucher.");
    const date = this.#readDate(dateText, line);
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
        netDebitCents: readAmount(places.amounts, at, line),
        line,
      },
    };
  }

  #readDate(text: string, line: number): CivilDate {
    if (this.#date !== null && text === this.#dateText) return this.#date;
    const date = dateFromText(text, this.#dates);
    if (date === null) {
      const hint = this.#dates === "iso" && UNITED_STATES.test(text) ? "; month/day/year is read only when it is asked for" : "";
      const forms = `YYYY-MM-DD${this.#dates === "us" ? ", YYYY/MM/DD or M/D/YYYY" : " or YYYY/MM/DD"}`;
      throw new LineProblem(line, text === "" ? "The line has no date." : `${quoted(text)} is no date of the form ${forms}${hint}.`);
    }
    this.#dateText = text;
    this.#date = date;
    return date;
  }
}

function dateFromText(text: string, dates: "iso" | "us"): CivilDate | null {
  if (SLASHED.test(text)) return parseCivilDate(text.replaceAll("/", "-"));
  const match = dates === "us" ? UNITED_STATES.exec(text) : null;
  return match ? civilDate(Number(match[3]), Number(match[1]), Number(match[2])) : parseCivilDate(text);
}

/** Debit minus credit of a line. */
function readAmount(columns: AmountColumns, at: (place: number) => string, line: number): Cents {
  if (columns.kind === "one") {
    const amount = readMoney(at(columns.amount), "amount", line);
    if (amount === null) throw new LineProblem(line, "The line has no amount.");
    return amount;
  }
  const debit = readMoney(at(columns.debit), "debit", line);
  const credit = readMoney(at(columns.credit), "credit", line);
  if (debit === null && credit === null) throw new LineProblem(line, "The line has neither a debit nor a credit.");
  if (debit !== null && debit !== 0 && credit !== null && credit !== 0) throw new LineProblem(line, "The line has both a debit and a credit.");
  return debit !== null && (debit !== 0 || credit === null) ? debit : negateCents(credit ?? ZERO_CENTS);
}

function readMoney(text: string, column: string, line: number): Cents | null {
  if (text === "") return null;
  const amount = centsFromMoney(text);
  if (amount !== null) return amount;
  const why = isFinerThanCents(text) ? "is finer than a cent" : "is no amount of dollars, such as 1234.50 or $1,234.50";
  throw new LineProblem(line, `The ${column} ${quoted(text)} ${why}.`);
}

/** Puts lines together; what ends a voucher is told apart below. */
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

  /** Takes a line; gives the voucher that it completes, if any. */
  abstract add(line: JournalLine): ParsedVoucher | null;

  protected append({ journal, date, description, merchant, line }: JournalLine): void {
    roomForLine(this.lines.length, line.line);
    this.journal = journal;
    this.date = date;
    if (this.description === "") this.description = description;
    if (this.#merchantName === "") this.#merchantName = merchant;
    this.sum = addToSum(this.sum, line.netDebitCents, line.line);
    this.lines.push(line);
  }

  /** The voucher that is open, if any; refused unless it balances. */
  close(): ParsedVoucher | null {
    const first = this.lines[0];
    if (!first || this.date === null) return null;
    if (this.sum !== 0) throw unbalanced(first.line, this.sum);
    const merchant = this.#merchant === "description" ? this.description : this.#merchantName;
    const voucher: ParsedVoucher = {
      line: first.line,
      journal: this.journal,
      date: this.date,
      description: this.description,
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

  override add(line: JournalLine): ParsedVoucher | null {
    const { journal, date } = line;
    const number = line.line.line;
    const goesOn = this.lines.length > 0 && journal === this.journal;
    if (goesOn && date !== this.date) {
      throw new LineProblem(number, `The voucher ${quoted(journal ?? "")} has another date here, ${date}; it began with ${this.date}.`);
    }
    const done = goesOn ? null : this.close();
    if (!goesOn && !this.#begun.add(journal ?? "")) {
      throw new LineProblem(number, `The voucher ${quoted(journal ?? "")} ended further up; the lines of a voucher must stand together.`);
    }
    this.append(line);
    return done;
  }
}

/** Vouchers that end where their sum comes back to zero; leading lines of zero belong to what follows. */
class BySum extends VoucherMaker {
  override add(line: JournalLine): ParsedVoucher | null {
    const goesOn = this.lines.length === 0 || (line.date === this.date && line.description === this.description);
    const done = goesOn ? null : this.close();
    this.append(line);
    return this.sum === 0 && line.line.netDebitCents !== 0 ? this.close() : done;
  }
}
