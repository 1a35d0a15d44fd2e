/**
 * Reads MT940, the customer statement of SWIFT, with and without the envelope of blocks (`{1:`, `{4:`). A
 * statement runs from `:20:` to its closing balance. Invariant: a statement without a closing balance was
 * cut, and then nothing of the file is read.
 */
import { type Cents, centsFromDecimal, negateCents } from "@daybook/words/cents";
import { type CivilDate, civilDate, dayNumber } from "@daybook/words/civil-date";
import { present } from "@daybook/words/assert";
import { decimalText, isFinerThanCents } from "@daybook/words/money-text";
import { LineProblem, quoted } from "../../../../platform/text/line-problem.ts";
import type { Paced } from "../../../../core/paced.ts";
import { type AccountStatement, ofOneAccount, STATEMENTS_MOST } from "./account-statements.ts";
import { joined, shortened } from "./descriptions.ts";
import type { Content } from "./encoding.ts";
import { fileLines } from "./file-lines.ts";
import { StatementIds } from "./references.ts";
import {
  bounded,
  type ClosingBalance,
  type Statement,
  type StatementLine,
  StatementMaker,
  storable,
  storableOrNull,
  Unreadable,
} from "./statement.ts";

/** More lines than a field has: the longest, `:86:`, has six. */
const FIELD_LINES_MOST = 100;
/** The characters of a full line of `:86:`; a text that fills it continues without a blank. */
const FULL_LINE = 65;

/** A field: its tag and its lines, the first one without the tag. */
interface Field {
  readonly tag: string;
  readonly line: number;
  readonly lines: string[];
}

interface OpenStatement extends AccountStatement {
  account: string;
  currency: string;
  ids: StatementIds;
  isClosed: boolean;
  /** True if its balance is one between two pages (:62M:), so that another page follows. */
  goesOn: boolean;
  /** The `:61:` whose `:86:` may follow. */
  entry: Field | null;
  /** The numbers of the lines that are reversals. */
  readonly reversals: number[];
}

/**
 * Reads a whole file. `last4` are the last digits of the account that the lines are for. Throws `LineProblem`
 * for a file that can't be read at all.
 */
export async function readMt940(content: Content, last4: string | null, paced: Paced): Promise<Statement> {
  const reader = new Reader();
  for await (const lines of fileLines(content, paced))
    for (const { text, line } of lines) reader.take(text.trimEnd(), line);
  return ofOneAccount(reader.end(), last4);
}

/** Follows the lines of a file. */
class Reader {
  readonly #statements: OpenStatement[] = [];
  #statement: OpenStatement | null = null;
  #field: Field | null = null;
  /** The line on which an envelope began that has not ended. */
  #envelope: number | null = null;
  #last = 1;

  take(text: string, line: number): void {
    this.#last = line;
    const block = text.indexOf("{4:");
    if (text.startsWith("-}") || text === "-") this.#endMessage(text, line);
    else if (block >= 0 && text.startsWith("{")) this.#openEnvelope(text, block, line);
    else this.#content(text, line);
  }

  /** The statements of the file, once it is through. */
  end(): readonly AccountStatement[] {
    this.#endStatement();
    if (this.#envelope !== null)
      throw new LineProblem(
        this.#last,
        `The file ends too early: the message that begins on line ${this.#envelope} has no end (-}). Download it again.`,
      );
    for (const some of Map.groupBy(this.#statements, ({ account }) => account).values())
      checkChain(some, this.#last);
    return this.#statements;
  }

  #openEnvelope(text: string, block: number, line: number): void {
    this.#endStatement();
    const type = /\{2:[IO](\d{3})/.exec(text)?.[1] ?? "940";
    if (type !== "940")
      throw new LineProblem(line, `The message is an MT${type}; only statements (MT940) are read.`);
    this.#envelope = line;
    const rest = text.slice(block + "{4:".length);
    if (rest !== "") this.#content(rest, line);
  }

  /** The end of a message. The next one may begin on the same line. */
  #endMessage(text: string, line: number): void {
    this.#endStatement();
    this.#envelope = null;
    const next = text.indexOf("{1:");
    if (next >= 0) this.take(text.slice(next), line);
  }

  #content(text: string, line: number): void {
    const [start = "", tag] = /^:(\d{2}[A-Z]?):/.exec(text) ?? [];
    if (tag === "20") {
      this.#endStatement();
      this.#begin(line);
    } else if (tag !== undefined) {
      this.#endField();
      if (this.#statement === null)
        throw new LineProblem(
          line,
          `The field :${tag}: stands outside of a statement, which begins with :20:. Download the file again.`,
        );
      this.#field = { tag, line, lines: [text.slice(start.length)] };
    } else if (this.#field !== null) {
      this.#field.lines.push(text);
      if (this.#field.lines.length > FIELD_LINES_MOST)
        throw new LineProblem(
          this.#field.line,
          `The field :${this.#field.tag}: has more than ${FIELD_LINES_MOST} lines.`,
        );
    }
  }

  #begin(line: number): void {
    if (this.#statements.length >= STATEMENTS_MOST)
      throw new LineProblem(line, `The file has more than ${STATEMENTS_MOST} statements; send it in parts.`);
    this.#statement = {
      line,
      account: "",
      currency: "",
      maker: new StatementMaker(),
      ids: new StatementIds(),
      isClosed: false,
      goesOn: false,
      entry: null,
      reversals: [],
    };
    this.#statements.push(this.#statement);
  }

  #endStatement(): void {
    this.#endField();
    const statement = this.#statement;
    this.#statement = null;
    if (statement === null) return;
    this.#endEntry(statement, null);
    if (!statement.isClosed)
      throw new LineProblem(
        this.#last,
        `The statement that begins on line ${statement.line} has no closing balance (:62F:); the file is cut. Download it again.`,
      );
    statement.maker.prove(statement.reversals);
  }

  #endField(): void {
    const [field, statement] = [this.#field, this.#statement];
    this.#field = null;
    if (field === null || statement === null) return;
    const { tag, line, lines } = field;
    const [value = ""] = lines;
    if (tag === "86") this.#endEntry(statement, field);
    else this.#endEntry(statement, null);
    if (tag === "61") statement.entry = field;
    else if (tag === "25" || tag === "25P") statement.account = value.trim();
    else if (tag === "60F" || tag === "60M") {
      this.#open(statement, tag, currencyOf(field));
      statement.maker.open(() => balanceOf(field).amount_cents);
    } else if (tag === "62F" || tag === "62M") {
      statement.isClosed = currencyOf(field) !== "";
      statement.goesOn = tag === "62M";
      if (tag === "62F") statement.maker.balance(() => balanceOf(field));
      else statement.maker.close(() => balanceOf(field).amount_cents);
    } else if (tag === "34F" || tag === "13D")
      throw new LineProblem(
        line,
        `The field :${tag}: belongs to an interim report (MT942); download the statement (MT940).`,
      );
  }

  /** A statement of several messages continues where the previous message ended. */
  #open(statement: OpenStatement, tag: string, currency: string): void {
    statement.currency = currency;
    const former = this.#statements.at(-2);
    if (tag === "60M" && former?.account === statement.account) statement.ids = former.ids;
  }

  /** Adds the entry that is open, if there is one, with the text of `:86:`. */
  #endEntry(statement: OpenStatement, text: Field | null): void {
    const { entry, ids, maker } = statement;
    if (entry === null) return;
    statement.entry = null;
    if (statement.currency === "")
      throw new LineProblem(
        entry.line,
        "The statement has no opening balance (:60F:) before its first entry, so its currency is unknown.",
      );
    const number = maker.add(entry.line, () => lineOf(entry, text?.lines ?? [], ids));
    if (number !== null && isReversal(entry)) statement.reversals.push(number);
  }
}

/**
 * Checks that the statements of an account follow from each other, oldest or latest first, and notes where
 * they do not. Throws `LineProblem` if the last one is to go on.
 */
function checkChain(statements: readonly OpenStatement[], last: number): void {
  const end = statements.at(-1);
  if (end?.goesOn === true)
    throw new LineProblem(
      last,
      `The statement that begins on line ${end.line} goes on after its last page (:62M:), but the file does not; it is cut. Download it again.`,
    );
  const [breaks, reversed] = [statements, statements.toReversed()].map((some) =>
    some.flatMap((each, at) => {
      const before = some[at - 1]?.maker.bounds.closing ?? null;
      const { opening } = each.maker.bounds;
      return before === null || opening === null || before === opening ? [] : [{ each, before, opening }];
    }),
  );
  const [first] = breaks ?? [];
  if (first === undefined || reversed?.length === 0) return;
  const others = (breaks?.length ?? 0) - 1;
  first.each.maker.note(
    `The statement that begins on line ${first.each.line} opens with ${decimalText(first.opening)}, but the one before it closes with ${decimalText(first.before)}${others > 0 ? `, and ${others} more ${others === 1 ? "does" : "do"} not follow either` : ""}. Statements may be missing from the file.`,
  );
}

const BALANCE = /^[CD]\d{6}([A-Z]{3})\d{1,15}(?:,\d*)?$/;

/** The currency of a balance. Throws `LineProblem` if the balance is not complete. */
function currencyOf({ tag, line, lines }: Field): string {
  const text = joined(lines);
  const currency = BALANCE.exec(text)?.[1];
  if (currency === undefined)
    throw new LineProblem(
      line,
      `:${tag}: ${quoted(text)} is not a balance, such as C260131USD1000,00. Download the file again.`,
    );
  return currency;
}

/** Reads a balance such as `C260131USD1000,00`. */
function balanceOf({ lines }: Field): ClosingBalance {
  const text = joined(lines);
  const amount = amountOf(/[\d,]+$/.exec(text)?.[0] ?? "");
  return { date: dateOf(text.slice(1, 7), undefined), amount_cents: signed(amount, text.slice(0, 1)) };
}

/** Value date, entry date, mark, third letter of the currency, amount, type, references. */
const ENTRY = /^(\d{6})(\d{4})?(R?[CD]|E[CD])([A-Z])?(\d{1,15}(?:,\d*)?)([SNF][A-Z0-9]{3})?(.*)$/;

function lineOf(entry: Field, details: readonly string[], ids: StatementIds): Omit<StatementLine, "line"> {
  const [first = "", ...supplement] = entry.lines;
  const [, value, booked, mark, , amount = "", type = "", references = ""] = ENTRY.exec(first) ?? [];
  if (value === undefined || mark === undefined)
    throw new Unreadable(
      "incomplete",
      `:61: ${quoted(first)} is not an entry, such as 2601050105D12,50NTRFNONREF//B6A05.`,
    );
  if (mark.startsWith("E"))
    throw new Unreadable("not_booked", `The entry is only expected (mark ${mark}); it is not booked yet.`);
  const date = dateOf(value, booked);
  const amount_cents = signed(amountOf(amount), mark);
  const at = references.indexOf("//");
  const ownReference = at < 0 ? references : references.slice(0, at);
  const { name, text } = detailsOf(details);
  const description = text || joined([...supplement, /^NONREF$/i.test(ownReference) ? "" : ownReference]);
  return {
    date,
    amount_cents,
    description: storable(shortened(description || type), "description"),
    merchant_name: storableOrNull(shortened(name), "name"),
    external_id: storableOrNull(
      (at < 0 ? null : ids.idOf(references.slice(at + 2), date, amount_cents)) ?? "",
      "bank reference",
    ),
  };
}

/** True for RC and RD. Some banks write these marks for the direction of the entry itself. */
function isReversal({ lines }: Field): boolean {
  return ENTRY.exec(lines[0] ?? "")?.[3]?.startsWith("R") === true;
}

/** D and the reversal of a credit take money out, C and the reversal of a debit bring it in. */
function signed(amount: Cents, mark: string): Cents {
  return mark === "D" || mark === "RC" ? negateCents(amount) : amount;
}

/** SWIFT's rule for years of two digits: those after 79 are of the 20th century. */
const CENTURY_TURNS = 79;

/**
 * The day of booking, else the value date. The day of booking has no year; it is the one that is nearest to
 * the value date.
 */
function dateOf(value: string, booked: string | undefined): CivilDate {
  const short = Number(value.slice(0, 2));
  const year = short + (short > CENTURY_TURNS ? 1_900 : 2_000);
  const date = civilDate(year, Number(value.slice(2, 4)), Number(value.slice(4)));
  if (date === null) throw new Unreadable("invalid_date", `The value date ${quoted(value)} is not a date.`);
  if (booked === undefined) return date;
  const [month, day] = [Number(booked.slice(0, 2)), Number(booked.slice(2))];
  const distance = (each: CivilDate): number => Math.abs(dayNumber(each) - dayNumber(date));
  const [nearest] = [year, year - 1, year + 1]
    .map((each) => civilDate(each, month, day))
    .filter((each) => each !== null)
    .toSorted((a, b) => distance(a) - distance(b));
  if (nearest === undefined)
    throw new Unreadable("invalid_date", `The entry date ${quoted(booked)} is not a month and a day.`);
  return nearest;
}

function amountOf(text: string): Cents {
  const decimal = text.replace(",", ".");
  const amount = centsFromDecimal(decimal.endsWith(".") ? decimal.slice(0, -1) : decimal);
  if (amount !== null) return bounded(amount);
  throw new Unreadable(
    "invalid_amount",
    `The amount ${quoted(text)} ${isFinerThanCents(decimal) ? "is finer than a cent" : "is too large for a transaction"}.`,
  );
}

/** Numbered parts, as German banks write them: the code of the business, then `?20text?32name`. */
const NUMBERED = /^\d{3}([^A-Za-z0-9 ])(?=\d{2})/;
/** The characters of a full numbered part. */
const FULL_PART = 27;

/** The counterparty and the text of `:86:`. */
function detailsOf(lines: readonly string[]): { readonly name: string; readonly text: string } {
  const separator = NUMBERED.exec(lines[0] ?? "")?.[1];
  if (separator !== undefined) return numbered(lines.join(""), separator);
  const text = continued(lines, FULL_LINE);
  return { name: joined([/(?:^|\/)NAME\/([^/]*)/.exec(text)?.[1] ?? ""]), text };
}

function numbered(text: string, separator: string): { readonly name: string; readonly text: string } {
  const parts = text
    .split(separator)
    .slice(1)
    .map((part) => [part.slice(0, 2), part.slice(2)] as const);
  const those = (codes: RegExp): string =>
    continued(
      parts.filter(([code]) => codes.test(code)).map(([, value]) => value),
      FULL_PART,
    );
  const name = those(/^3[23]$/);
  return { name, text: joined([name, those(/^(?:2\d|6[0-3])$/)]) || those(/^00$/) };
}

/** Joins lines: one that is full was broken off anywhere, also within a word. */
function continued(lines: readonly string[], full: number): string {
  return joined([
    lines.map((line, index) => (index === 0 || isFull(lines, index - 1, full) ? line : ` ${line}`)).join(""),
  ]);
}

function isFull(lines: readonly string[], index: number, full: number): boolean {
  return present(lines[index], "a line before this one").length >= full;
}
