/**
 * General ledgers: reports in the order of accounts, in which a voucher's lines stand apart. The lines are
 * sorted on the disk by day, kind and number, and become vouchers again; lines of a day that no number holds
 * together are one voucher of that day. Opening balances become a voucher of the day before the report.
 * Invariant: each day balances, and each total of the report agrees with its lines, or the file is refused.
 */
import { isPointInTime, signOf } from "@daybook/words/ledger-words";
import { kindOfTypeWord } from "@daybook/words/account-kinds";
import { type Cents, cents, ZERO_CENTS } from "@daybook/words/cents";
import { addDays, type CivilDate } from "@daybook/words/civil-date";
import type { DateFormat } from "@daybook/words/date-text";
import { LineProblem, quoted } from "../../../../platform/text/line-problem.ts";
import { EntryStates } from "../entry-status.ts";
import { dollars, type ParsedVoucher } from "../parsed-voucher.ts";
import type { BooksFile, BooksFormat, BooksFormatName, Reading, TableRow } from "./format.ts";
import { headerOf } from "./journal-table.ts";
import {
  type ColumnTitles,
  fieldReader,
  findHeader,
  type Header,
  type ReportColumn,
} from "./table-columns.ts";
import { type ValueReader, ValueSurvey } from "./table-values.ts";
import { OpenVoucher } from "./voucher-maker.ts";

export interface LedgerLayout {
  readonly name: BooksFormatName;
  readonly title: string;
  readonly columns: ColumnTitles;
  readonly needed: readonly ReportColumn[];
  readonly usualDates: DateFormat | null;
  /** True if amounts in one column are positive where they increase the account, as on paper. */
  readonly isNatural: boolean;
  /** True if headings below headings are sub-accounts. */
  readonly hasLevels: boolean;
}

interface LedgerLine {
  readonly line: number;
  readonly account: string;
  readonly date: string;
  readonly kind: string;
  readonly number: string;
  readonly name: string;
  readonly memo: string;
  readonly department: string;
  readonly netDebitCents: number;
}

const MONEY: readonly ReportColumn[] = ["debit", "credit", "amount", "balance"];
const OPENING = /^(?:beginning|opening) balance$/i;
const CLOSING = /^(?:closing balance|ending balance|net movement|change)$/i;
const TOTAL = /^(?:grand )?total\b\s*(?:for\s+)?(.*)$/i;
/** A total without an amount; other rows that begin so without one are headings, such as "Total Rewards". */
const TOTAL_ALONE = /^(?:grand )?total(?:\s+for\b.*)?$/i;
const WITH_SUBACCOUNTS = /\s+with sub-?accounts$/i;

/** Makes the format of a layout. */
export function ledgerTable(layout: LedgerLayout): BooksFormat {
  return {
    name: layout.name,
    title: layout.title,
    recognizes: ({ rows }) => findHeader(rows, layout.columns, layout.needed) !== null,
    read: (file, reading) => readVouchers(layout, file, reading),
  };
}

/** What a row of a general ledger is. */
type Row =
  | { readonly is: "blank" | "other" }
  | { readonly is: "heading"; readonly account: string; readonly depth: number }
  | { readonly is: "total"; readonly account: string; readonly withSubaccounts: boolean }
  | { readonly is: "opening" | "closing" }
  | { readonly is: "line" };

function rowOf(columns: Header["columns"], row: TableRow): Row {
  const texts = row.fields.map((text) => text.trim());
  const filled = texts.filter((text) => text !== "");
  const [first = ""] = filled;
  if (first === "") return { is: "blank" };
  const field = fieldReader(columns, row);
  if (texts.some((text) => OPENING.test(text)) && !isEntry(field)) return { is: "opening" };
  if (CLOSING.test(first) || (texts.some((text) => CLOSING.test(text)) && !hasLine(field)))
    return { is: "closing" };
  const isAlone = filled.length === 1 && MONEY.every((column) => field(column) === "");
  const total = totalOf(first, isAlone);
  if (total) return total;
  if (isAlone) {
    const written = row.fields.find((text) => text.trim() !== "") ?? "";
    return { is: "heading", account: first, depth: written.length - written.trimStart().length };
  }
  return hasLine(field) ? { is: "line" } : { is: "other" };
}

/** The total that a row's first text names; null if it names none. `isAlone`: the row has nothing else. */
function totalOf(first: string, isAlone: boolean): Extract<Row, { readonly is: "total" }> | null {
  const total = isAlone && !TOTAL_ALONE.test(first) ? null : TOTAL.exec(first);
  if (!total) return null;
  const account = total[1] ?? "";
  return {
    is: "total",
    account: account.replace(WITH_SUBACCOUNTS, ""),
    withSubaccounts: WITH_SUBACCOUNTS.test(account),
  };
}

/**
 * True if a row is an entry whatever its memo is: it has a day, an amount, and a kind, a number or a name, or
 * the account on its other side, none of which an opening balance has.
 */
function isEntry(field: (column: ReportColumn) => string): boolean {
  const own = (["kind", "number", "name", "split"] as const).map((column) => field(column));
  return hasLine(field) && own.some((text) => text !== "" && !OPENING.test(text));
}

/** True if a row has a date and an amount. A running balance alone is none. */
function hasLine(field: (column: ReportColumn) => string): boolean {
  return (
    field("date") !== "" &&
    ["debit", "credit", "amount"].some((column) => field(column as ReportColumn) !== "")
  );
}

/** What a first pass over the report finds out. */
interface Survey {
  readonly values: ValueSurvey;
  /** The account of each heading, by its line: the names from the top, parted by colons. */
  readonly accounts: ReadonlyMap<number, string>;
}

interface Heading {
  readonly line: number;
  readonly name: string;
  readonly depth: number;
  parent: Heading | null;
}

/**
 * Reads the report once for its formats and for the tree of its headings. A heading is below another if it is
 * indented more, or if the other's total "with sub-accounts" follows it.
 */
async function surveyOf(file: BooksFile, header: Header, hasLevels: boolean): Promise<Survey> {
  const values = new ValueSurvey();
  const headings: Heading[] = [];
  let open: Heading | null = null;
  for await (const rows of file.table.rows()) {
    for (const row of rows) {
      if (row.line <= header.line) continue;
      const field = fieldReader(header.columns, row);
      const found = rowOf(header.columns, row);
      if (found.is === "line") values.dates.add(field("date"), row.line);
      for (const column of MONEY) values.amounts.add(field(column));
      if (found.is === "heading") {
        let parent: Heading | null = hasLevels ? open : null;
        while (parent && found.depth <= parent.depth && found.depth > 0) parent = parent.parent;
        const heading: Heading = { line: row.line, name: found.account, depth: found.depth, parent };
        headings.push(heading);
        open = heading;
      } else if (found.is === "total") {
        open = closedBy(found, open, headings);
      }
    }
  }
  const path = ({ name, parent }: Heading): string => (parent ? `${path(parent)}:${name}` : name);
  return { values, accounts: new Map(headings.map((heading) => [heading.line, path(heading)])) };
}

/**
 * The heading that is open after a total: the one above the account that the total closes. A total with
 * sub-accounts also tells that the accounts since its heading are below it.
 */
function closedBy(
  total: { readonly account: string; readonly withSubaccounts: boolean },
  open: Heading | null,
  headings: readonly Heading[],
): Heading | null {
  if (total.withSubaccounts) {
    const from = headings.findLastIndex(({ name }) => name === total.account);
    const parent = headings[from];
    if (!parent) return open;
    for (const heading of headings.slice(from + 1))
      if (heading.parent === parent.parent && heading !== parent) heading.parent = parent;
    return parent.parent;
  }
  for (let heading = open; heading; heading = heading.parent)
    if (heading.name === total.account) return heading.parent;
  return open;
}

async function* readVouchers(
  layout: LedgerLayout,
  file: BooksFile,
  reading: Reading,
): AsyncGenerator<ParsedVoucher, void, undefined> {
  const header = await headerOf(file.table, layout);
  const survey = await surveyOf(file, header, layout.hasLevels);
  const values = survey.values.reader(reading.dateFormat, layout.usualDates, reading.note);
  const sorter = reading.sorter<LedgerLine>();
  try {
    const ledger = new LedgerReader(layout, header, values, reading, survey.accounts);
    for await (const rows of file.table.rows())
      for (const row of rows) {
        const line = ledger.read(row);
        if (line) await sorter.add([line.date, line.kind, line.number, line.name].join("\u0000"), line);
      }
    const opening = ledger.opening();
    if (opening) yield opening;
    yield* vouchersOfDays(sorter.sorted(), reading);
  } finally {
    await sorter.close();
  }
}

/** Reads the rows of a report in the order of accounts. */
class LedgerReader {
  readonly #layout: LedgerLayout;
  readonly #header: Header;
  readonly #values: ValueReader;
  readonly #reading: Reading;
  readonly #accounts: ReadonlyMap<number, string>;
  readonly #states: EntryStates;
  #account: string | null = null;
  /** The sum of the account's lines since its heading, debit minus credit. */
  #sum = 0;
  #firstDate: CivilDate | null = null;
  readonly #opening: { readonly account: string; readonly netDebitCents: Cents; readonly line: number }[] =
    [];

  constructor(
    layout: LedgerLayout,
    header: Header,
    values: ValueReader,
    reading: Reading,
    accounts: ReadonlyMap<number, string>,
  ) {
    this.#layout = layout;
    this.#header = header;
    this.#values = values;
    this.#reading = reading;
    this.#accounts = accounts;
    this.#states = new EntryStates(header.status, reading.note);
  }

  /** The line of a row; null for other rows, which are counted. */
  read(row: TableRow): LedgerLine | null {
    const { counts } = this.#reading;
    const { line } = row;
    if (line <= this.#header.line) {
      counts.skip(line < this.#header.line ? "title rows" : "header rows", line);
      return null;
    }
    const found = rowOf(this.#header.columns, row);
    const field = fieldReader(this.#header.columns, row);
    switch (found.is) {
      case "blank":
        counts.skip("blank rows", line);
        return null;
      case "heading":
        counts.skip("headings of accounts", line);
        this.#account = this.#accounts.get(line) ?? found.account;
        this.#sum = 0;
        return null;
      case "total":
        counts.skip("total rows", line);
        if (!found.withSubaccounts) this.#checkTotal(field, found.account, line);
        return null;
      case "opening":
        this.#readOpening(field, line);
        return null;
      case "closing":
        counts.skip("closing balances", line);
        return null;
      case "other":
        counts.skip("rows without a date or an amount", line);
        return null;
      case "line":
        return this.#readLine(field, line);
    }
  }

  /** The voucher of the opening balances; null without any. Throws `LineProblem` if they don't balance. */
  opening(): ParsedVoucher | null {
    const [first] = this.#opening;
    if (!first || this.#firstDate === null) return null;
    const voucher = new OpenVoucher({
      line: first.line,
      journal: "opening-balances",
      date: addDays(this.#firstDate, -1),
      description: "Opening balances",
      merchant: null,
    });
    for (const balance of this.#opening) voucher.add(balance);
    return voucher.close(
      "These are the opening balances of the report. Export it for all dates instead, so that it begins with the first entry.",
    );
  }

  #readLine(field: (column: ReportColumn) => string, line: number): LedgerLine {
    this.#states.check(field("status"), line);
    const account = this.#accountOf(field, line);
    const date = this.#values.date(field("date"), line);
    const netDebitCents = this.#netDebit(field, account, line);
    if (this.#firstDate === null || date < this.#firstDate) this.#firstDate = date;
    this.#sum += netDebitCents;
    return {
      line,
      account,
      date,
      kind: field("kind"),
      number: field("number"),
      name: field("name"),
      memo: field("memo"),
      department: field("department"),
      netDebitCents,
    };
  }

  #accountOf(field: (column: ReportColumn) => string, line: number): string {
    const account = field("account") || this.#account;
    if (account === null || account === "")
      throw new LineProblem(line, "The line stands below no heading of an account.");
    const word = field("accountType");
    const kind = kindOfTypeWord(word);
    if (kind !== null)
      this.#reading.classes.state(account, {
        kind,
        reason: `its type ${quoted(word)}`,
        ...(this.#layout.hasLevels ? {} : { levels: [account] }),
      });
    return account;
  }

  #netDebit(field: (column: ReportColumn) => string, account: string, line: number): Cents {
    const { columns } = this.#header;
    if (columns.debit !== undefined && columns.credit !== undefined) {
      const debit = this.#values.cents(field("debit"), "debit", line) ?? ZERO_CENTS;
      const credit = this.#values.cents(field("credit"), "credit", line) ?? ZERO_CENTS;
      return cents(debit - credit);
    }
    return this.#turned(this.#values.cents(field("amount"), "amount", line) ?? ZERO_CENTS, account, line);
  }

  /** Debit minus credit of an amount that is positive where it increases the account. */
  #turned(amount: Cents, account: string, line: number): Cents {
    if (!this.#layout.isNatural) return amount;
    const found = this.#reading.classes.classOf(account);
    if (typeof found === "string") throw new LineProblem(line, found);
    const isDebit =
      signOf(found.type) === 1 || found.type.endsWith("expense") || found.type === "cost_of_goods_sold";
    return cents(isDebit || amount === 0 ? amount : -amount);
  }

  #readOpening(field: (column: ReportColumn) => string, line: number): void {
    const { counts } = this.#reading;
    const account = this.#accountOf(field, line);
    const hasSides = field("debit") !== "" || field("credit") !== "";
    const balance = this.#values.cents(field("balance") || field("amount"), "balance", line) ?? ZERO_CENTS;
    const netDebitCents = hasSides
      ? this.#netDebit(field, account, line)
      : this.#turned(balance, account, line);
    if (netDebitCents === 0) {
      counts.skip("opening balances of zero", line);
      return;
    }
    const found = this.#reading.classes.classOf(account);
    if (typeof found !== "string" && !isPointInTime(found.type) && found.isSure)
      this.#reading.note(
        `Line ${line}: ${quoted(account)} begins with a balance of an earlier part of its year.`,
      );
    counts.addImported();
    this.#opening.push({ account, netDebitCents, line });
  }

  #checkTotal(field: (column: ReportColumn) => string, account: string, line: number): void {
    const own = this.#account?.split(":").at(-1);
    if (this.#account === null || (account !== own && account !== this.#account)) return;
    const hasSides = field("debit") !== "" && field("credit") !== "";
    const text = field("amount");
    if (!hasSides && text === "") return;
    const total = hasSides
      ? this.#netDebit(field, this.#account, line)
      : this.#turned(this.#values.cents(text, "total", line) ?? ZERO_CENTS, this.#account, line);
    if (total !== this.#sum && !text.startsWith("="))
      throw new LineProblem(
        line,
        `The total of ${quoted(this.#account)} is ${dollars(total)}, but its lines add up to ${dollars(this.#sum)}. Lines are missing.`,
      );
  }
}

/** How lines of a day are held together, from the finest to the coarsest. */
const KEYS: readonly ((line: LedgerLine) => string)[] = [
  ({ kind, number, name }) => JSON.stringify([kind, number, name]),
  ({ kind, number }) => JSON.stringify([kind, number]),
  ({ number }) => number,
  () => "",
];

/** Lines in the order of days become vouchers, day by day. */
async function* vouchersOfDays(
  lines: AsyncIterable<LedgerLine>,
  { counts }: Reading,
): AsyncGenerator<ParsedVoucher, void, undefined> {
  let day: LedgerLine[] = [];
  function* made(): Generator<ParsedVoucher, void, undefined> {
    counts.addImported(day.length);
    yield* vouchersOfDay(day);
    day = [];
  }
  for await (const line of lines) {
    if (day[0] && day[0].date !== line.date) yield* made();
    day.push(line);
  }
  if (day.length > 0) yield* made();
}

function* vouchersOfDay(lines: readonly LedgerLine[]): Generator<ParsedVoucher, void, undefined> {
  let left = lines;
  for (const keyOf of KEYS) {
    const groups = new Map<string, LedgerLine[]>();
    for (const line of left) {
      const key = keyOf(line);
      const group = groups.get(key);
      if (group) group.push(line);
      else groups.set(key, [line]);
    }
    const unbalanced: LedgerLine[] = [];
    for (const group of groups.values()) {
      const sum = group.reduce((total, { netDebitCents }) => total + netDebitCents, 0);
      if (sum === 0) yield voucherOf(group);
      else unbalanced.push(...group);
    }
    left = unbalanced;
  }
  const [first] = left;
  if (!first) return;
  const sum = left.reduce((total, { netDebitCents }) => total + netDebitCents, 0);
  throw new LineProblem(
    first.line,
    `The entries of ${first.date} don't balance by ${dollars(sum)}. Export the report with all accounts, and check that each account has the right type.`,
    [{ give: "kinds", as: "NAME=KIND", when: "one has another" }],
  );
}

function voucherOf(lines: readonly LedgerLine[]): ParsedVoucher {
  const ordered = lines.toSorted((a, b) => a.line - b.line);
  const [first] = ordered;
  if (!first) throw new LineProblem(1, "A voucher has no lines.");
  const isOne = ordered.every(({ kind, number }) => kind === first.kind && number === first.number);
  const title = [first.kind, first.number].filter((text) => text !== "").join(" ");
  const voucher = new OpenVoucher({
    line: first.line,
    journal: null,
    date: first.date as CivilDate,
    description: isOne ? first.memo || title : "Entries of the day",
    merchant: isOne && first.name !== "" ? first.name : null,
  });
  for (const { account, department, netDebitCents, memo, name, line } of ordered)
    voucher.add({
      account,
      department,
      netDebitCents: cents(netDebitCents),
      description: memo,
      merchant: name,
      line,
    });
  return voucher.close();
}
