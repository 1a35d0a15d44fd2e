/**
 * Lists of open invoices or bills of other programs: the aging details, open invoices and unpaid bills of
 * QuickBooks, the aged and the invoice details of Xero and its export of invoices, and those of Wave and Zoho
 * Books. Items stand under a heading with their customer or vendor, or name it in a column. Invariants: a
 * value that could be two is refused by its line; a total that is not the sum of its items is refused by
 * name.
 */
import type { Note } from "../../../core/advice.ts";
import { foreignCurrencyIn, foreignCurrencyOfTitle } from "../../../core/foreign-currency.ts";
import { type Cents, cents } from "@daybook/words/cents";
import type { CivilDate } from "@daybook/words/civil-date";
import { type DateFormat, dateFromText } from "@daybook/words/date-text";
import { MOST_CENTS } from "@daybook/words/feed-words";
import { accountingText } from "@daybook/words/money-text";
import { LineProblem, quoted } from "../../../platform/text/line-problem.ts";
import type { Table, TableRow } from "./formats/format.ts";
import { type ColumnTitles, fieldReader, findHeader, type Header } from "./formats/table-columns.ts";
import { type ValueReader, ValueSurvey } from "./formats/table-values.ts";

/** An item of a list. */
export interface ListedItem {
  readonly party: string;
  readonly number: string | null;
  readonly date: CivilDate;
  readonly due_date: CivilDate | null;
  readonly original_cents: Cents | null;
  readonly open_cents: Cents;
  readonly line: number;
}

export interface OpenItemList {
  /** The day at whose end the items are open, by a title such as `As of December 31, 2025`; null without. */
  readonly date: CivilDate | null;
  readonly items: readonly ListedItem[];
  /** What the list states as the totals of parties. */
  readonly totals: readonly { readonly party: string; readonly open_cents: Cents }[];
}

export interface ListReading {
  readonly side: "receivable" | "payable";
  readonly dateFormat: DateFormat | null;
  readonly note: (note: Note) => void;
}

const COLUMNS: ColumnTitles = {
  date: ["invoice date", "invoicedate", "bill date", "billdate", "date", "issue date", "transaction date"],
  due: ["due date", "duedate", "due"],
  number: [
    "num",
    "invoice number",
    "invoicenumber",
    "invoice #",
    "invoice no",
    "bill number",
    "bill #",
    "bill no",
    "transaction#",
    "transaction #",
    "transaction number",
    "number",
    "no",
    "document number",
  ],
  name: [
    "customer",
    "customer full name",
    "customer name",
    "vendor",
    "vendor display name",
    "vendor name",
    "supplier",
    "contact",
    "contact name",
    "contactname",
    "name",
  ],
  kind: ["transaction type", "type"],
  amount: ["amount", "original amount", "total", "invoice total", "invoice amount", "bill amount"],
  balance: [
    "open balance",
    "amount due",
    "amountdue",
    "invoiceamountdue",
    "invoice amount due",
    "balance due",
    "open amount",
    "outstanding",
    "amount outstanding",
    "balance",
  ],
  currency: ["currency", "currency code", "currencycode"],
  // Programs that list an invoice once for each of its lines have one of these.
  split: ["quantity", "unitamount", "item name", "inventoryitemcode"],
};
/** Xero's aged details have a column for each age, and what is open of an item as their total. */
const AGED: ColumnTitles = { ...COLUMNS, amount: [], balance: ["total"], split: ["current"] };

const AS_OF = /\bas (?:of|at)\s+(.+)$/i;
const TOTAL = /^total(?: for)?\s+(.+)$/i;
const GRAND_TOTAL = /^(?:grand )?totals?$/i;
const CREDIT = /\bcredit ?(?:memo|note)\b|\bcredit ?note\b|\b(?:vendor|supplier) credit\b/i;
/** What is no part of the ledger. */
const NOT_BOOKED = /^(?:draft|void(?:ed)?|deleted|submitted|awaiting approval|rejected|pending approval)$/i;
const PAYABLE =
  /\bA\/P\b|\bpayables?\b|\bunpaid bills\b|\bbill (?:date|number|no|#)|\b(?:vendor|supplier)s?\b/i;
const RECEIVABLE = /\bA\/R\b|\breceivables?\b|\bopen invoices\b|\bcustomers?\b/i;

/** Reads a list of open items. Throws `LineProblem` for what can't be read exactly. */
export async function readOpenItemList(table: Table, reading: ListReading): Promise<OpenItemList> {
  const rows: TableRow[] = [];
  for await (const batch of table.rows()) rows.push(...batch);
  const header =
    findHeader(rows, COLUMNS, ["date", "balance"]) ?? findHeader(rows, AGED, ["date", "balance", "split"]);
  if (header === null)
    throw new LineProblem(
      1,
      "The file has no columns for the date and for what is open of each item, such as Date and Open Balance, or InvoiceDate and AmountDue.",
    );
  const titles = rows.filter(({ line }) => line < header.line);
  const named = rows.filter(({ line }) => line === header.line);
  checkSide(header, [...titles, ...named], reading.side);
  checkCurrency(header, named);
  for (const { fields, line } of titles) {
    const currency = foreignCurrencyOfTitle(fields);
    if (currency !== null)
      throw new LineProblem(line, `The list is in ${currency}; only US dollars are read.`);
  }
  const survey = new ValueSurvey();
  const below = rows.filter(({ line }) => line > header.line);
  for (const row of below) {
    const field = fieldReader(header.columns, row);
    for (const column of ["date", "due"] as const) survey.dates.add(field(column), row.line);
    for (const column of ["amount", "balance"] as const) survey.amounts.add(field(column));
  }
  const values = survey.reader(reading.dateFormat, null, reading.note);
  const list = new ListReader(header, values, reading);
  for (const row of below) list.take(row);
  return { date: dateOfTitles(titles, values.dateFormat), ...list.end() };
}

function dateOfTitles(titles: readonly TableRow[], format: DateFormat): CivilDate | null {
  for (const { fields } of titles)
    for (const text of fields) {
      const written = AS_OF.exec(text.trim())?.[1];
      const date = written === undefined ? null : dateFromText(written.trim(), format);
      if (date !== null) return date;
    }
  return null;
}

/** Refuses a list of the other side, by its titles or by the name of its columns. */
function checkSide({ line }: Header, rows: readonly TableRow[], side: ListReading["side"]): void {
  const text = rows.flatMap(({ fields }) => fields).join("\n");
  const [isPayable, isReceivable] = [PAYABLE.test(text), RECEIVABLE.test(text)];
  if (isPayable === isReceivable || isPayable === (side === "payable")) return;
  throw new LineProblem(
    line,
    isPayable
      ? "The file lists what is owed to vendors. Bring it in as bills."
      : "The file lists what customers owe. Bring it in as invoices.",
  );
}

/** Refuses columns of amounts that are named after another currency. */
function checkCurrency({ columns, line }: Header, rows: readonly TableRow[]): void {
  for (const row of rows)
    for (const column of ["balance", "amount"] as const) {
      const title = row.fields[columns[column] ?? -1] ?? "";
      const currency = foreignCurrencyIn(title);
      if (currency !== null)
        throw new LineProblem(
          line,
          `The column ${quoted(title.trim())} is in ${currency}; only US dollars are read.`,
        );
    }
}

/** A heading with what stands below it. */
interface Group {
  readonly name: string;
  sum: number;
}

class ListReader {
  readonly #header: Header;
  readonly #values: ValueReader;
  readonly #reading: ListReading;
  readonly #items: ListedItem[] = [];
  readonly #totals: { party: string; open_cents: Cents }[] = [];
  readonly #groups: Group[] = [];
  readonly #lineOf = new Map<string, ListedItem>();
  #sum = 0;
  /** The sum without signs. While it is exact, so are all others. */
  #gross = 0;
  #settled = 0;
  #unbooked = 0;

  constructor(header: Header, values: ValueReader, reading: ListReading) {
    this.#header = header;
    this.#values = values;
    this.#reading = reading;
  }

  get #party(): "customer" | "vendor" {
    return this.#reading.side === "payable" ? "vendor" : "customer";
  }

  take(row: TableRow): void {
    const field = fieldReader(this.#header.columns, row);
    const label = row.fields.find((text) => text.trim() !== "")?.trim() ?? "";
    const isDated = this.#values.dateOrNull(field("date")) !== null;
    if (label === "" || (!isDated && /^percentage/i.test(label))) return;
    // A row with a day is an item, whatever its customer or vendor is called.
    if (isDated) this.#item(row);
    else if (GRAND_TOTAL.test(label)) this.#compare("the whole", this.#sum, row, field("balance"));
    else if (this.#isHeading(label, row, field("date"))) this.#heading(label, row, field("balance"));
    else this.#item(row);
  }

  end(): Pick<OpenItemList, "items" | "totals"> {
    const left = [
      ...(this.#settled === 0 ? [] : [`${this.#settled} with nothing open`]),
      ...(this.#unbooked === 0 ? [] : [`${this.#unbooked} that are drafts, void or deleted`]),
    ];
    if (left.length > 0)
      this.#reading.note({ message: `Items that were left out: ${left.join(", ")}.`, ways: [] });
    if (this.#items.length === 0)
      throw new LineProblem(this.#header.line, "The file lists no item with an open amount.");
    return { items: this.#items, totals: this.#totals };
  }

  /** True for a row without a date. Its heading or total may stand in the column of the dates. */
  #isHeading(label: string, { fields }: TableRow, date: string): boolean {
    if (date === "") return true;
    return TOTAL.test(label) || fields.filter((text) => text.trim() !== "").length === 1;
  }

  /** A row without a date: a heading, or the total of what stands below one. */
  #heading(label: string, row: TableRow, balance: string): void {
    const name = TOTAL.exec(label)?.[1]?.trim();
    const at = this.#groups.findLastIndex((group) => group.name === (name ?? ""));
    const group = this.#groups[at];
    if (name !== undefined && group !== undefined) {
      this.#groups.splice(at);
      const isStated = this.#compare(quoted(name), group.sum, row, balance);
      if (isStated && this.#header.columns.name === undefined)
        this.#totals.push({ party: name, open_cents: cents(group.sum) });
      return;
    }
    if (balance !== "")
      throw new LineProblem(
        row.line,
        `${quoted(label)} has an amount, but no date and no heading of its own.`,
      );
    this.#groups.push({ name: label, sum: 0 });
  }

  /** Refuses a total that is not the sum of its items; false if none is stated as a value. */
  #compare(name: string, sum: number, { line }: TableRow, text: string): boolean {
    // A formula sums its rows by itself.
    if (text === "" || text.startsWith("=")) return false;
    const stated = this.#cents(text, "total", line) ?? 0;
    if (stated !== sum)
      throw new LineProblem(
        line,
        `The total of ${name} is ${accountingText(cents(stated))}, but its items are ${accountingText(cents(sum))}, a difference of ${accountingText(cents(stated - sum))}.`,
      );
    return true;
  }

  /** The cents of a text; null for an empty one. Refuses what is too large for sums to be exact. */
  #cents(text: string, what: string, line: number): Cents | null {
    const found = this.#values.cents(text, what, line);
    if (Math.abs(found ?? 0) + this.#gross > 2 * MOST_CENTS)
      throw new LineProblem(
        line,
        `With the ${what} ${quoted(text)} the amounts are too large: the most is ${accountingText(cents(MOST_CENTS))}.`,
      );
    return found;
  }

  #item(row: TableRow): void {
    const { line } = row;
    const field = fieldReader(this.#header.columns, row);
    const open = this.#openOf(field, line);
    if (open === null) return;
    const name = this.#header.columns.name === undefined ? (this.#groups.at(-1)?.name ?? "") : field("name");
    if (name === "") throw new LineProblem(line, `The item names no ${this.#party}.`);
    const isCredit = CREDIT.test(field("kind"));
    const signed = (amount: number): Cents => cents(isCredit ? 0 - Math.abs(amount) : amount);
    const number = field("number").replace(/^(\d+)\.00$/, "$1");
    if (isCredit && open > 0)
      this.#reading.note({
        message: `${field("kind")} ${number} of ${name} in line ${line} is above zero in the file. It comes in as a credit.`,
        ways: [],
      });
    const item: ListedItem = {
      party: name,
      number: number === "" ? null : number,
      date: this.#values.date(field("date"), line),
      due_date: field("due") === "" ? null : this.#values.date(field("due"), line),
      original_cents: signed(this.#cents(field("amount"), "amount", line) ?? 0) || null,
      open_cents: signed(open),
      line,
    };
    if (this.#isKnown(item)) return;
    this.#items.push(item);
    this.#sum += item.open_cents;
    this.#gross += Math.abs(item.open_cents);
    for (const group of this.#groups) group.sum += item.open_cents;
  }

  /** What is open of an item; null if it is left out. */
  #openOf(field: ReturnType<typeof fieldReader>, line: number): Cents | null {
    const currency = field("currency");
    if (currency !== "" && currency.toUpperCase() !== "USD")
      throw new LineProblem(line, `The item is in ${currency}; only US dollars are read.`);
    const open = this.#cents(field("balance"), "open amount", line);
    if (open === null) throw new LineProblem(line, "The item has no open amount.");
    const isBooked = !NOT_BOOKED.test(field("status"));
    if (isBooked && open !== 0) return open;
    if (isBooked) this.#settled += 1;
    else this.#unbooked += 1;
    return null;
  }

  /** True for a further line of an invoice that was listed already. Refuses a number that stands twice. */
  #isKnown(item: ListedItem): boolean {
    if (item.number === null) return false;
    const key = `${item.party.toLowerCase()}\n${item.number.toLowerCase()}`;
    const known = this.#lineOf.get(key);
    this.#lineOf.set(key, known ?? item);
    if (known === undefined) return false;
    const { line: _, ...now } = item;
    const { line: first, ...before } = known;
    const isByLine = this.#header.columns.split !== undefined;
    if (isByLine && JSON.stringify(now) === JSON.stringify(before)) return true;
    throw new LineProblem(
      item.line,
      `The number ${quoted(item.number)} of ${item.party} stands in line ${first} too${isByLine ? ", with other days or amounts" : ""}. Each item is listed once.`,
    );
  }
}
