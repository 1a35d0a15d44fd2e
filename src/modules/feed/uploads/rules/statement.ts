/**
 * The result of every reader of bank files: lines, and errors by line. Invariant: a line is read completely
 * or refused; a fault of the whole file is a `LineProblem`, and then none of its lines is used.
 */
import { type Cents, negateCents } from "@daybook/words/cents";
import { decimalText } from "@daybook/words/money-text";
import type { CivilDate } from "@daybook/words/civil-date";
import { dayCheck } from "@daybook/words/day-check";
import { LIMITS } from "@daybook/words/limits";
import { LineProblem } from "../../../../platform/text/line-problem.ts";
import type { Paced } from "../../../../core/paced.ts";
import { MOST_CENTS } from "@daybook/words/feed-words";

/** A line of a statement. */
export interface StatementLine {
  /** Its line in the file, or its number among sent rows, from 1. */
  readonly line: number;
  /** The number of its file within an archive of several. */
  readonly file?: number;
  readonly date: CivilDate;
  /** Money in is positive. */
  readonly amount_cents: Cents;
  readonly description: string;
  readonly merchant_name: string | null;
  /** The bank's own id; null if it has none. */
  readonly external_id: string | null;
}

export const ERROR_CODES = [
  "invalid_date",
  "invalid_amount",
  "invalid_text",
  "wrong_columns",
  "other_currency",
  "other_account",
  "incomplete",
  "conflicting_id",
  "not_booked",
  "not_allowed",
] as const;
export type LineErrorCode = (typeof ERROR_CODES)[number];

/** Why a line was not taken. */
export interface LineError {
  readonly line: number;
  readonly code: LineErrorCode;
  readonly message: string;
}

/** The balance of an account at the end of a day, by the bank. Debts are negative. */
export interface ClosingBalance {
  readonly date: CivilDate;
  readonly amount_cents: Cents;
}

/** The kinds of accounts that a file can tell apart. */
export type StatedKind = "bank" | "card";

/** A file that was read. */
export interface Statement {
  readonly lines: readonly StatementLine[];
  readonly errors: readonly LineError[];
  /** The closing balances that the file states, oldest first. */
  readonly balances: readonly ClosingBalance[];
  /** The account's number or name as the file writes it; null if it does not say. */
  readonly account: string | null;
  /** Null if the file does not say. */
  readonly kind: StatedKind | null;
  /** How doubtful parts of the file were understood, as sentences. */
  readonly notes: readonly string[];
}

/** Thrown by what reads a single line. */
export class Unreadable extends Error {
  override readonly name = "Unreadable";
  readonly code: LineErrorCode;
  constructor(code: LineErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Puts a statement together, line by line. */
export class StatementMaker {
  readonly #lines: StatementLine[] = [];
  readonly #errors: LineError[] = [];
  readonly #balances: ClosingBalance[] = [];
  readonly #notes: string[] = [];
  /** Set by formats that state it. */
  kind: StatedKind | null = null;
  /** The balance before the first line; null if the file does not state it. */
  #opening: Cents | null = null;
  /** The balance after the last line so far; null if the file does not state it. */
  #closing: Cents | null = null;

  /** Takes a closing balance. An unreadable one is ignored, because balances only prove lines. */
  balance(read: () => ClosingBalance): void {
    try {
      const balance = read();
      this.#balances.push(balance);
      this.#closing = balance.amount_cents;
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
    }
  }

  /** Takes the opening balance. One that can't be read proves nothing. */
  open(read: () => Cents): void {
    try {
      this.#opening ??= read();
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
    }
  }

  /**
   * Takes the balance at the end of a page, which is not the balance of a day. An unreadable one is ignored.
   */
  close(read: () => Cents): void {
    try {
      this.#closing = read();
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
    }
  }

  /**
   * Takes the line that `read` returns, or notes why it can't be read. Returns the number of the line among
   * those that were taken, from 0; null if it was not taken. Throws `LineProblem` if the file has too many
   * lines.
   */
  add(line: number, read: () => Omit<StatementLine, "line">): number | null {
    if (this.#lines.length + this.#errors.length >= LIMITS.upload_rows.value) {
      throw new LineProblem(
        line,
        `The file has more than ${LIMITS.upload_rows.value} transactions; send it in parts.`,
      );
    }
    try {
      return this.#lines.push({ line, ...read() }) - 1;
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      this.#errors.push({ line, code: error.code, message: error.message });
      return null;
    }
  }

  /** The balances before the first line and after the last one; null if the file does not state them. */
  get bounds(): { readonly opening: Cents | null; readonly closing: Cents | null } {
    return { opening: this.#opening, closing: this.#closing };
  }

  /** The lines that were taken so far. */
  get lines(): readonly StatementLine[] {
    return this.#lines;
  }

  /** Tells how a doubtful part was understood. */
  note(sentence: string): void {
    this.#notes.push(sentence);
  }

  /** Changes the sign of taken lines, by their numbers. */
  negate(numbers: Iterable<number>): void {
    for (const number of numbers) {
      const line = this.#lines[number];
      if (line !== undefined) this.#lines[number] = { ...line, amount_cents: negateCents(line.amount_cents) };
    }
  }

  /**
   * Compares the opening balance and the lines with the last closing balance, and notes a difference. Entries
   * that are reversals, by their numbers, get the other sign if only then they agree; without a line that was
   * refused, the balances prove nothing of the others.
   */
  prove(reversals: readonly number[] = []): void {
    const closing = this.#closing;
    if (this.#opening === null || closing === null) return;
    const sumOf = (numbers: Iterable<number>): number =>
      Array.from(numbers, (number) => this.#lines[number]?.amount_cents ?? 0).reduce<number>(
        (a, b) => a + b,
        0,
      );
    const made = this.#opening + sumOf(this.#lines.keys());
    if (made === closing) return;
    if (this.#errors.length === 0 && made - 2 * sumOf(reversals) === closing) {
      this.negate(reversals);
      this.note(
        `The amounts of ${reversals.length === 1 ? "the reversal" : `${reversals.length} reversals`} are read with the other sign, as the closing balance proves.`,
      );
    } else
      this.note(
        `The closing balance is ${decimalText(closing)}, but the opening balance and the lines that were read make ${decimalText(made as Cents)}. Lines may be missing.`,
      );
  }

  get statement(): Statement {
    return {
      lines: this.#lines,
      errors: this.#errors,
      balances: this.#balances,
      account: null,
      kind: this.kind,
      notes: this.#notes,
    };
  }
}

/**
 * Returns the statement with lines of impossible days refused. Once in the books, such a day would begin
 * every report.
 */
export async function withLikelyDays(
  statement: Statement,
  today: CivilDate,
  paced: Paced,
): Promise<Statement> {
  const { lines, errors } = statement;
  const checkDay = dayCheck(today);
  const likely: StatementLine[] = [];
  const refused: LineError[] = [];
  for await (const line of paced(lines)) {
    const fault = checkDay(line.date);
    if (fault === null) likely.push(line);
    else refused.push({ line: line.line, code: "invalid_date", message: `The ${fault}.` });
  }
  return { ...statement, lines: likely, errors: [...errors, ...refused] };
}

/** Returns a text that can be stored; throws `Unreadable` for one that is too long or contains NUL. */
export function storable(text: string, what: string): string {
  const most = LIMITS.text_field_characters.value;
  if (text.length > most && Array.from(text).length > most)
    throw new Unreadable("invalid_text", `The ${what} is longer than ${most} characters.`);
  if (text.includes("\0") || !text.isWellFormed())
    throw new Unreadable("invalid_text", `The ${what} contains a character that can't be stored.`);
  return text;
}

/** The same, with null for a text of blanks. */
export function storableOrNull(text: string, what: string): string | null {
  const trimmed = text.trim();
  return trimmed === "" ? null : storable(trimmed, what);
}

/** Returns an amount that a transaction can have; throws `Unreadable` for a larger one. */
export function bounded(amount: Cents): Cents {
  if (Math.abs(amount) > MOST_CENTS)
    throw new Unreadable("invalid_amount", "The amount is too large for a transaction.");
  return amount;
}
