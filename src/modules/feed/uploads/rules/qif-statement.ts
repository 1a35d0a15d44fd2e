/**
 * Reads QIF, Quicken's interchange format: records of lines that each begin with a letter, ended by `^`.
 * Registers of bank, cash and card accounts are read; investments and Quicken's lists are left out. The order
 * of day and month and the style of amounts are decided for the whole file. QIF has no ids of the bank.
 */
import type { Cents } from "@daybook/words/cents";
import type { CivilDate } from "@daybook/words/civil-date";
import { LIMITS } from "@daybook/words/limits";
import { decimalText } from "@daybook/words/money-text";
import { LineProblem, quoted } from "../../../../platform/text/line-problem.ts";
import type { Paced } from "../../../../core/paced.ts";
import { type AccountStatement, ofOneAccount, STATEMENTS_MOST } from "./account-statements.ts";
import { amountOrNull, type AmountStyle, readAmount, styleOf } from "./amounts.ts";
import { dateOrNull, formatOf } from "./dates.ts";
import { described, joined } from "./descriptions.ts";
import type { Content } from "./encoding.ts";
import { fileLines } from "./file-lines.ts";
import { signAsSaid, signByLikelihood } from "./signs.ts";
import {
  type Statement,
  type StatementLine,
  StatementMaker,
  storable,
  storableOrNull,
  Unreadable,
} from "./statement.ts";
import type { DateFormat, Signs } from "./words.ts";

/** The types of registers that are read, as they follow `!Type:`. */
const REGISTERS: ReadonlySet<string> = new Set(["bank", "cash", "ccard", "oth a", "oth l"]);

/** The letters of a record that are read. Addresses, categories of splits and marks are not. */
const READ: ReadonlySet<string> = new Set(["D", "T", "U", "N", "P", "M", "L"]);

/** A record of a register. */
interface QifRecord {
  /** The line on which it begins. */
  readonly line: number;
  /** The register to which it belongs. */
  readonly statement: AccountStatement;
  readonly fields: Map<string, string>;
  /** Returns a letter that occurs twice with different texts; null if there is none. */
  repeated: string | null;
  /** The amounts of its parts. */
  readonly parts: string[];
}

/**
 * Reads a whole file. `last4` are the last digits of the account that the lines are for, `dateFormat` the
 * format of its dates, `signs` what its signs mean; null finds it. Throws `LineProblem` for a file that can't
 * be read at all.
 */
export async function readQif(
  content: Content,
  last4: string | null,
  dateFormat: DateFormat | null,
  paced: Paced,
  signs: Signs | null = null,
): Promise<Statement> {
  const reader = new Reader();
  for await (const lines of fileLines(content, paced))
    for (const { text, line } of lines) reader.take(text, line);
  const { records, statements } = reader.end();
  const dates = function* () {
    for (const { line, fields } of records) yield { line, text: plainDate(fields.get("D") ?? "") };
  };
  const format = dateFormat ?? (await formatOf(dates(), paced));
  const style = await styleOf(amountsOf(records), paced);
  for await (const record of paced(records)) {
    const { maker } = record.statement;
    const number = maker.add(record.line, () => lineOf(record, format, style));
    if (number !== null) notePartsOf(record, style, maker);
  }
  for (const { maker } of statements)
    if (signs === null) signByLikelihood(maker);
    else signAsSaid(maker, signs);
  return ofOneAccount(statements, last4);
}

/** Follows the lines of a file. */
class Reader {
  readonly #statements: AccountStatement[] = [];
  readonly #records: QifRecord[] = [];
  /** The part of the file: a register, descriptions of accounts, or something that is left out. */
  #part: AccountStatement | "accounts" | "other" | null = null;
  /** The name of the account that was described last. */
  #account = "";
  #record: QifRecord | null = null;
  /** The first line of a record of any part that has not ended; null between records. */
  #begun: number | null = null;

  take(text: string, line: number): void {
    const trimmed = text.trim();
    if (trimmed === "") return;
    if (trimmed.startsWith("!")) this.#turn(trimmed, line);
    else if (this.#part === null)
      throw new LineProblem(line, "The file has no header such as !Type:Bank before its first record.");
    else if (trimmed.startsWith("^")) this.#endRecord();
    else this.#field(trimmed.slice(0, 1).toUpperCase(), trimmed.slice(1).trim(), line, this.#part);
  }

  /** The records and registers of the file, once it is through. */
  end(): { readonly records: readonly QifRecord[]; readonly statements: readonly AccountStatement[] } {
    this.#mustBeBetweenRecords("the file ends");
    return { records: this.#records, statements: this.#statements };
  }

  #turn(header: string, line: number): void {
    this.#mustBeBetweenRecords(`${header.slice(0, 40)} follows on line ${line}`);
    if (/^!(Option|Clear):/i.test(header)) return;
    if (/^!Account\b/i.test(header)) {
      this.#part = "accounts";
      return;
    }
    const type = /^!Type:(.*)$/i.exec(header)?.[1]?.trim();
    if (type === undefined)
      throw new LineProblem(line, `${quoted(header)} is not a header of QIF, such as !Type:Bank.`);
    this.#part = REGISTERS.has(type.toLowerCase()) ? this.#register(type, line) : "other";
  }

  #register(type: string, line: number): AccountStatement {
    if (this.#statements.length >= STATEMENTS_MOST)
      throw new LineProblem(line, `The file has more than ${STATEMENTS_MOST} registers; send it in parts.`);
    const statement = { line, account: this.#account, currency: "", maker: new StatementMaker() };
    const kind = type.toLowerCase();
    statement.maker.kind = kind === "ccard" ? "card" : kind === "bank" ? "bank" : null;
    this.#statements.push(statement);
    return statement;
  }

  #field(letter: string, text: string, line: number, part: AccountStatement | "accounts" | "other"): void {
    this.#begun ??= line;
    if (part === "accounts") {
      if (letter === "N") this.#account = text;
      return;
    }
    if (part === "other" || !(READ.has(letter) || letter === "$")) return;
    this.#record ??= { line: this.#begun, statement: part, fields: new Map(), repeated: null, parts: [] };
    if (letter === "$") {
      this.#record.parts.push(text);
      return;
    }
    const { fields } = this.#record;
    const former = fields.get(letter);
    if (former !== undefined && former !== text) this.#record.repeated ??= letter;
    fields.set(letter, text);
  }

  #endRecord(): void {
    if (this.#begun !== null && typeof this.#part === "object" && this.#part !== null) {
      if (this.#records.length >= LIMITS.upload_rows.value)
        throw new LineProblem(
          this.#begun,
          `The file has more than ${LIMITS.upload_rows.value} transactions; send it in parts.`,
        );
      this.#records.push(
        this.#record ?? {
          line: this.#begun,
          statement: this.#part,
          fields: new Map(),
          repeated: null,
          parts: [],
        },
      );
    }
    this.#record = null;
    this.#begun = null;
  }

  /** A file that was cut may end in the middle of an amount, so its last record can't be trusted. */
  #mustBeBetweenRecords(what: string): void {
    if (this.#begun !== null)
      throw new LineProblem(
        this.#begun,
        `The record that begins here has no end: ${what} before the line with ^. Download the file again.`,
      );
  }
}

/** Notes a record whose parts do not make its amount. */
function notePartsOf({ fields, line, parts }: QifRecord, style: AmountStyle, maker: StatementMaker): void {
  const amount = amountOrNull(fields.get("T") ?? fields.get("U") ?? "", style);
  const sums = parts.map((part) => amountOrNull(part, style));
  if (parts.length === 0 || sums.includes(null) || amount === null) return;
  const sum = sums.reduce<number>((total, each) => total + (each ?? 0), 0) as Cents;
  if (sum !== amount)
    maker.note(
      `The parts of the record in line ${line} make ${decimalText(sum)}, but its amount is ${decimalText(amount)}, which was taken.`,
    );
}

function* amountsOf(records: readonly QifRecord[]): Generator<string, void, undefined> {
  for (const { fields } of records) yield fields.get("T") ?? fields.get("U") ?? "";
}

/** Quicken writes `1/ 5'26` for a day from 2000 on, and `1/ 5/98` for one before. */
const QIF_DATE = /^(\d{1,2})([-/.]) ?(\d{1,2})(?:\2 ?| ?(') ?)(\d{1,4})$/;
/** The first year without an apostrophe that belongs to the 20th century. */
const CENTURY_TURNS = 70;

/** A date with a year of four digits, where it has one of QIF's own forms; any other text as it is. */
function plainDate(text: string): string {
  const [, first, separator, second, apostrophe, year = ""] = QIF_DATE.exec(text) ?? [];
  if (first === undefined || separator === undefined || year.length === 3) return text;
  const short = Number(year);
  const century = apostrophe === undefined && short >= CENTURY_TURNS ? 1_900 : 2_000;
  return [first, second, year.length === 4 ? year : century + short].join(separator);
}

function lineOf(
  { fields, repeated }: QifRecord,
  format: DateFormat,
  style: AmountStyle,
): Omit<StatementLine, "line"> {
  if (repeated !== null)
    throw new Unreadable("incomplete", `The record has two different lines that begin with ${repeated}.`);
  const name = joined([fields.get("P") ?? ""]);
  const memo = joined([fields.get("M") ?? ""]);
  if (/^opening balance$/i.test(name) && /^\[.*\]$/.test(fields.get("L") ?? ""))
    throw new Unreadable(
      "not_booked",
      "The record is the opening balance of the register, not a transaction. Enter it in the books by hand.",
    );
  const number = fields.get("N") ?? "";
  return {
    date: dateOf(fields.get("D") ?? "", format),
    amount_cents: amountOf(fields, style),
    description: storable(described(name, memo) || number, "description"),
    merchant_name: storableOrNull(name, "payee"),
    external_id: null,
  };
}

function dateOf(text: string, format: DateFormat): CivilDate {
  const date = dateOrNull(plainDate(text), format);
  if (date !== null) return date;
  throw new Unreadable(
    "invalid_date",
    text === ""
      ? "The record has no date (D)."
      : `The date ${quoted(text)} is not a date of the form ${format}.`,
  );
}

function amountOf(fields: ReadonlyMap<string, string>, style: AmountStyle): Cents {
  const amount = readAmount(fields.get("T") ?? fields.get("U") ?? "", style, "amount");
  if (amount === null) throw new Unreadable("invalid_amount", "The record has no amount (T).");
  return amount;
}
