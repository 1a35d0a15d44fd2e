/**
 * Reads BAI2, the format of cash management reports: records of comma-separated fields that end with a slash,
 * nested as file (01, 99), groups (02, 98), accounts (03, 49) and transactions (16), each of which may go on
 * in records 88. Invariant: records out of this order, a file without its last record, and control totals or
 * counts that differ from the records, are refused.
 */
import { type Cents, centsFromDecimal, negateCents } from "@daybook/words/cents";
import { type CivilDate, parseCivilDate } from "@daybook/words/civil-date";
import { LineProblem, quoted } from "../../../../platform/text/line-problem.ts";
import type { Paced } from "../../../../core/paced.ts";
import { type AccountStatement, ofOneAccount, STATEMENTS_MOST } from "./account-statements.ts";
import { meaningOf, MESSAGE_CODE } from "./bai2-codes.ts";
import { ControlTotals, type Counted } from "./bai2-totals.ts";
import { joined, shortened } from "./descriptions.ts";
import type { Content } from "./encoding.ts";
import { fileLines } from "./file-lines.ts";
import { StatementIds } from "./references.ts";
import {
  bounded,
  type Statement,
  type StatementLine,
  StatementMaker,
  storable,
  storableOrNull,
  Unreadable,
} from "./statement.ts";

/** More lines than a record has. */
const PARTS_MOST = 1_000;

/** The records by their codes, each with those that may follow it. */
const FOLLOWERS: ReadonlyMap<string, readonly string[]> = new Map([
  ["", ["01"]],
  ["01", ["02", "99"]],
  ["02", ["03", "98"]],
  ["03", ["16", "49"]],
  ["16", ["16", "49"]],
  ["49", ["03", "98"]],
  ["98", ["02", "99"]],
  ["99", ["01"]],
]);

/** A record with the lines that continue it. */
interface Bai2Record {
  readonly code: string;
  readonly line: number;
  /** The numbers of records up to this one. */
  readonly counted: Counted;
  /** The text of each line, without its code and the slash at its end. */
  readonly parts: string[];
}

/** A group: the accounts of one day. */
interface Group {
  readonly line: number;
  /** The day as the file writes it. */
  readonly day: string;
  readonly currency: string;
  /** True if the report was made during its day, so that its transactions can still change. */
  readonly isInterim: boolean;
}

interface OpenStatement extends AccountStatement {
  readonly ids: StatementIds;
}

/**
 * Reads a whole file. `last4` are the last digits of the account that the lines are for; `areTotalsTaken`:
 * totals and counts that differ are only noted. Throws `LineProblem` for a file that can't be read at all.
 */
export async function readBai2(
  content: Content,
  last4: string | null,
  paced: Paced,
  areTotalsTaken = false,
): Promise<Statement> {
  const reader = new Reader(areTotalsTaken);
  for await (const lines of fileLines(content, paced))
    for (const { text, line } of lines) reader.take(text.trim(), line);
  const statement = ofOneAccount(reader.end(), last4);
  return { ...statement, notes: [...statement.notes, ...reader.notes] };
}

/** Follows the lines of a file. */
class Reader {
  readonly #statements: OpenStatement[] = [];
  readonly #totals: ControlTotals;
  #group: Group | null = null;
  #statement: OpenStatement | null = null;
  #record: Bai2Record | null = null;
  /** The code of the last record that was not a continuation. */
  #code = "";
  #last = 1;

  constructor(areTotalsTaken: boolean) {
    this.#totals = new ControlTotals(areTotalsTaken);
  }

  /** The totals that differ from the lines, if the caller accepts that. */
  get notes(): readonly string[] {
    return this.#totals.notes;
  }

  take(text: string, line: number): void {
    if (text === "") return;
    this.#last = line;
    const [, code, rest = ""] = /^(\d{2})(?:,(.*)|\/?)$/.exec(text) ?? [];
    if (code === undefined || (code !== "88" && !FOLLOWERS.has(code)))
      throw new LineProblem(line, `${quoted(text)} is not a record of BAI2, such as 16,475,1250,,,1001/.`);
    const part = rest.endsWith("/") ? rest.slice(0, -1) : rest;
    if (code === "88") {
      this.#totals.count(code);
      this.#continue(part, line);
    } else {
      this.#endRecord();
      if (FOLLOWERS.get(this.#code)?.includes(code) !== true)
        throw new LineProblem(line, orderProblem(this.#code, code));
      this.#code = code;
      this.#record = { code, line, counted: this.#totals.count(code), parts: [part] };
    }
  }

  /** The statements of the file, once it is through. */
  end(): readonly AccountStatement[] {
    this.#endRecord();
    if (this.#code !== "99")
      throw new LineProblem(
        this.#last,
        "The file ends too early: its last record (99) is missing. Download it again.",
      );
    return this.#statements;
  }

  #continue(part: string, line: number): void {
    if (this.#record === null)
      throw new LineProblem(line, "The record 88 continues no other. Download the file again.");
    this.#record.parts.push(part);
    if (this.#record.parts.length > PARTS_MOST)
      throw new LineProblem(this.#record.line, `The record has more than ${PARTS_MOST} lines.`);
  }

  #endRecord(): void {
    const record = this.#record;
    this.#record = null;
    if (record === null) return;
    if (record.code === "02") this.#group = groupOf(record);
    else if (record.code === "03") this.#openStatement(record);
    else if (record.code === "16") this.#transaction(record);
    const { code, counted, line, parts } = record;
    this.#totals.compare(code, (parts[0] ?? "").split(",").map(trimmed), counted, line);
  }

  #openStatement(record: Bai2Record): void {
    const fields = new Fields(record.parts);
    const [account, currency] = [fields.next(), fields.next()];
    if (this.#statements.length >= STATEMENTS_MOST)
      throw new LineProblem(
        record.line,
        `The file has more than ${STATEMENTS_MOST} accounts; send it in parts.`,
      );
    this.#statement = {
      line: record.line,
      account,
      currency: currency === "" ? (this.#group?.currency ?? "") : currency,
      maker: new StatementMaker(),
      ids: new StatementIds(),
    };
    this.#statements.push(this.#statement);
    const [group, maker] = [this.#group, this.#statement.maker];
    const found = closings(fields, this.#totals);
    if (group !== null && !group.isInterim)
      for (const cents of found) maker.balance(() => ({ date: dateOf(group), amount_cents: cents() }));
  }

  #transaction({ line, parts }: Bai2Record): void {
    const [statement, group] = [this.#statement, this.#group];
    const written = new Fields(parts);
    written.next();
    this.#totals.add(written.next());
    if (statement === null || group === null || isMessage(parts)) return;
    statement.maker.add(line, () => lineOf(new Fields(parts), group, statement.ids));
  }
}

/** The type code of the closing ledger balance. */
const CLOSING_LEDGER = "015";
/** More amounts than a record of an account has. */
const SUMMARIES_MOST = 500;

/**
 * Returns the closing ledger balances in the rest of a record of an account: code, amount, count, funds. All
 * amounts are added to `totals`.
 */
function closings(fields: Fields, totals: ControlTotals): (() => Cents)[] {
  const found: (() => Cents)[] = [];
  for (let summary = 0; summary < SUMMARIES_MOST; summary += 1) {
    const [code, amount] = [fields.next(), fields.next()];
    totals.add(amount);
    if (code === "") break;
    fields.next();
    try {
      skipAvailability(fields);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      totals.lose();
      break;
    }
    if (code === CLOSING_LEDGER)
      found.push(() => {
        const size = amountOf(amount.replace(/^[+-]/, ""));
        return amount.startsWith("-") ? negateCents(size) : size;
      });
  }
  return found;
}

const trimmed = (text: string): string => text.trim();

function orderProblem(former: string, code: string): string {
  if (former === "") return `The file begins with a record ${code}, not with the header of a file (01).`;
  return `A record ${code} can't follow a record ${former}; records are missing. Download the file again.`;
}

/** The fields of a record, one after another. A field never goes on in the next line, except the last text. */
class Fields {
  readonly #parts: readonly string[];
  #part = 0;
  /** The offset of the next field in its part; past the end of the part if it has no more. */
  #at = 0;

  constructor(parts: readonly string[]) {
    this.#parts = parts;
  }

  /** Returns the next field without blanks around it; empty if there are no more. */
  next(): string {
    const text = this.#text();
    const comma = text.indexOf(",", this.#at);
    const end = comma < 0 ? text.length : comma;
    const field = text.slice(this.#at, end);
    this.#at = end + 1;
    return field.trim();
  }

  /** Returns the rest as one text: it may contain commas, and continue in other lines. */
  rest(): string {
    const text = this.#text();
    return joined([text.slice(this.#at), ...this.#parts.slice(this.#part + 1)]);
  }

  /** The part with the next field. */
  #text(): string {
    const text = this.#parts[this.#part] ?? "";
    if (this.#at <= text.length || this.#part >= this.#parts.length - 1) return text;
    this.#part += 1;
    this.#at = 0;
    return this.#parts[this.#part] ?? "";
  }
}

/** The kinds of reports besides an update, by the status of the group. */
const STATUSES: ReadonlyMap<string, string> = new Map([
  ["2", "deletes an earlier report"],
  ["3", "corrects an earlier report"],
  ["4", "is a test"],
]);

/** The modifier of the day for a report that was made during it. */
const INTERIM_SAME_DAY = "3";

function groupOf({ line, parts }: Bai2Record): Group {
  const fields = new Fields(parts);
  const [, , status, day, , currency, modifier] = Array.from({ length: 7 }, () => fields.next());
  const unfit = STATUSES.get(status ?? "");
  if (unfit !== undefined)
    throw new LineProblem(
      line,
      `The group has the status ${status}: it ${unfit}. Only updates (status 1) are read; download the report of the day itself.`,
    );
  return {
    line,
    day: day ?? "",
    currency: currency === undefined || currency === "" ? "USD" : currency,
    isInterim: modifier === INTERIM_SAME_DAY,
  };
}

/** True for a record that carries a message and no money. */
function isMessage(parts: readonly string[]): boolean {
  const fields = new Fields(parts);
  return Number(fields.next()) === MESSAGE_CODE && /^0*$/.test(fields.next());
}

function lineOf(fields: Fields, group: Group, ids: StatementIds): Omit<StatementLine, "line"> {
  const [code, amount] = [fields.next(), fields.next()];
  const isCredit = directionOf(code) === "credit";
  if (group.isInterim)
    throw new Unreadable(
      "not_booked",
      "The report was made during its day, so the transaction can still change. Upload the report of the previous day once it is there.",
    );
  const date = dateOf(group);
  const cents = amountOf(amount);
  const amount_cents = isCredit ? cents : negateCents(cents);
  skipAvailability(fields);
  const [reference, ownReference] = [fields.next(), fields.next()];
  const text = fields.rest();
  return {
    date,
    amount_cents,
    description: storable(shortened(text || joined([`Type ${code}`, ownReference])), "description"),
    merchant_name: null,
    external_id: storableOrNull(ids.idOf(reference, date, amount_cents) ?? "", "bank reference"),
  };
}

function directionOf(code: string): "credit" | "debit" {
  const meaning = /^\d{3}$/.test(code) ? meaningOf(Number(code)) : "other";
  if (meaning === "total")
    throw new Unreadable("not_booked", `The type code ${code} is a total or an estimate, not a transaction.`);
  if (meaning === "other")
    throw new Unreadable(
      "invalid_amount",
      `The type code ${quoted(code)} is neither a credit (100 to 399) nor a debit (400 to 699), so the direction of the amount is unknown.`,
    );
  return meaning;
}

function dateOf({ day, line }: Group): CivilDate {
  const [, year = "", month, date] = /^(\d{2}|\d{4})(\d{2})(\d{2})$/.exec(day) ?? [];
  const read = parseCivilDate(`${year.length === 2 ? `20${year}` : year}-${month}-${date}`);
  if (read !== null) return read;
  throw new Unreadable(
    "invalid_date",
    `The day ${quoted(day)} of the group on line ${line} is not a date of the form YYMMDD.`,
  );
}

/** Amounts have no decimal point: they are in cents. */
function amountOf(text: string): Cents {
  if (text === "") throw new Unreadable("invalid_amount", "The transaction has no amount.");
  const isNumber = /^\d+$/.test(text);
  const amount = isNumber
    ? centsFromDecimal(`${text.slice(0, -2)}.${text.slice(-2).padStart(2, "0")}`)
    : null;
  if (amount !== null) return bounded(amount);
  throw new Unreadable(
    "invalid_amount",
    isNumber
      ? `The amount ${quoted(text)} is too large for a transaction.`
      : `The amount ${quoted(text)} is not a number of cents without a sign, such as 1250.`,
  );
}

/** More days than the money of a transaction becomes available on. */
const DAYS_MOST = 100;

/** Goes past the type of funds and the fields that it has. */
function skipAvailability(fields: Fields): void {
  const type = fields.next().toUpperCase();
  const count = type === "S" ? 3 : type === "V" ? 2 : type === "D" ? 2 * daysOf(fields.next()) : 0;
  for (let field = 0; field < count; field++) fields.next();
}

function daysOf(text: string): number {
  const days = /^\d{1,3}$/.test(text) ? Number(text) : DAYS_MOST + 1;
  if (days <= DAYS_MOST) return days;
  throw new Unreadable(
    "incomplete",
    `The number of days ${quoted(text)} after the type of funds is invalid.`,
  );
}
