/**
 * Reads OFX 1.x and 2.x, and QFX, which is OFX with additions. A file may hold statements of several
 * accounts, of which those of one are taken. A line belongs to the day that the bank wrote; its time and zone
 * are ignored.
 */
import { type Cents, centsFromDecimal } from "@daybook/words/cents";
import { type CivilDate, parseCivilDate } from "@daybook/words/civil-date";
import { LineProblem, quoted } from "../../../../platform/text/line-problem.ts";
import { isFinerThanCents } from "@daybook/words/money-text";
import type { Paced } from "../../../../core/paced.ts";
import { type AccountStatement, ofOneAccount, STATEMENTS_MOST } from "./account-statements.ts";
import { described } from "./descriptions.ts";
import { type Content, declaredInXml, encodingOf, startOf, texts } from "./encoding.ts";
import { type OfxTag, ofxTags } from "./ofx-tags.ts";
import { signAsSaid, signByLikelihood } from "./signs.ts";
import {
  bounded,
  type Statement,
  type StatementLine,
  StatementMaker,
  storable,
  storableOrNull,
  Unreadable,
} from "./statement.ts";
import type { Signs } from "./words.ts";

const STATEMENTS: ReadonlySet<string> = new Set(["STMTRS", "CCSTMTRS"]);
const ACCOUNTS: ReadonlySet<string> = new Set(["BANKACCTFROM", "CCACCTFROM"]);
/**
 * Elements of a transaction with elements of their own, so that an account's name is not read as the payee's.
 */
const INSIDE: ReadonlySet<string> = new Set([
  "PAYEE",
  "CURRENCY",
  "ORIGCURRENCY",
  "BANKACCTTO",
  "CCACCTTO",
  "IMAGEDATA",
]);

/** More elements than a transaction has. */
const ELEMENTS_MOST = 200;

/** The elements of a transaction by name; nested ones as `PAYEE.NAME`. */
type Elements = Map<string, string>;

/** A transaction that has begun. */
interface OpenRow {
  readonly line: number;
  readonly elements: Elements;
  /** An element that occurs twice with different contents. */
  repeated: string | null;
}

interface OpenStatement extends AccountStatement {
  account: string;
  currency: string;
  /** The TRNTYPE of each line that was taken. */
  readonly types: string[];
}

/**
 * Reads a whole file. `last4` are the last digits of the account that the lines are for, `signs` what the
 * signs of its amounts mean; null finds it. Throws `LineProblem` for one that can't be read at all.
 */
export async function readOfx(
  content: Content,
  last4: string | null,
  paced: Paced,
  signs: Signs | null = null,
): Promise<Statement> {
  const encoding = await encodingOf(content, statedEncoding(startOf(content)), paced);
  const parts: string[] = [];
  for await (const part of paced(texts(content, encoding))) parts.push(part);
  const reader = new Reader(signs);
  for await (const tags of paced(ofxTags(parts.join("")))) for (const tag of tags) reader.take(tag);
  return ofOneAccount(reader.end(), last4);
}

/** The encoding that the head of a file states; null if it states none that is known. */
function statedEncoding(start: string): string | null {
  const inXml = declaredInXml(start);
  if (inXml !== null) return inXml;
  const [, encoding = ""] = /^ENCODING:[ \t]*([^\s<]+)/im.exec(start) ?? [];
  const [, charset = ""] = /^CHARSET:[ \t]*([^\s<]+)/im.exec(start) ?? [];
  if (/^(UTF-?8|UNICODE)$/i.test(encoding)) return "utf-8";
  if (/^125\d$/.test(charset)) return `windows-${charset}`;
  return charset === "" || /^NONE$/i.test(charset) ? null : charset;
}

/** Follows the tags. */
class Reader {
  readonly #signs: Signs | null;
  readonly #statements: OpenStatement[] = [];
  #statement: OpenStatement | null = null;
  #inAccount = false;
  /** The elements of a ledger balance that has begun. */
  #balance: Elements | null = null;
  #row: OpenRow | null = null;
  #inside: string | null = null;
  #ofx: "before" | "in" | "behind" = "before";
  #last = 1;

  constructor(signs: Signs | null) {
    this.#signs = signs;
  }

  take(tag: OfxTag): void {
    const { name, closes, line } = tag;
    this.#last = line;
    if (name === "OFX") this.#ofx = closes ? "behind" : "in";
    else if (this.#ofx === "in" && STATEMENTS.has(name)) this.#turn(tag);
    else if (this.#ofx === "in" && this.#statement !== null) this.#within(tag, this.#statement);
  }

  #within(tag: OfxTag, statement: OpenStatement): void {
    const { name, closes, text } = tag;
    if (name === "LEDGERBAL") this.#turnBalance(closes, statement);
    else if (this.#balance !== null) {
      if (!closes) this.#balance.set(name, text);
    } else if (name === "STMTTRN") this.#turnRow(tag, statement);
    else if (name === "BANKTRANLIST" && closes) this.#cutShort(statement);
    else if (this.#row !== null) this.#element(tag, this.#row);
    else if (ACCOUNTS.has(name)) this.#inAccount = !closes;
    else if (!closes && name === "ACCTID" && this.#inAccount) statement.account = text;
    else if (!closes && name === "CURDEF") statement.currency = text;
  }

  /** The statements of the file, once it is through. */
  end(): readonly OpenStatement[] {
    if (this.#ofx === "before")
      throw new LineProblem(
        1,
        "There is no <OFX> in the file. If it is XML of another kind, download a statement as OFX, CSV or CAMT.053 instead.",
      );
    if (this.#ofx === "in" || this.#statement !== null)
      throw new LineProblem(this.#last, "The file ends too early: </OFX> is missing. Download it once more.");
    return this.#statements;
  }

  #turn({ name, closes, line }: OfxTag): void {
    this.#balance = null;
    if (this.#statement !== null) {
      this.#cutShort(this.#statement);
      if (this.#signs === null) signByTypes(this.#statement);
      else signAsSaid(this.#statement.maker, this.#signs);
      if (!closes)
        throw new LineProblem(
          line,
          `The statement that begins on line ${this.#statement.line} does not end before the next one begins.`,
        );
    }
    this.#statement = closes
      ? null
      : { line, account: "", currency: "", maker: new StatementMaker(), types: [] };
    if (this.#statement === null) return;
    this.#statement.maker.kind = name === "CCSTMTRS" ? "card" : "bank";
    if (this.#statements.length >= STATEMENTS_MOST)
      throw new LineProblem(line, `The file has more than ${STATEMENTS_MOST} statements; send it in parts.`);
    this.#statements.push(this.#statement);
  }

  #turnBalance(closes: boolean, { maker }: OpenStatement): void {
    const balance = this.#balance;
    this.#balance = closes ? null : new Map();
    if (!closes || balance === null) return;
    maker.balance(() => ({
      date: dateOf(balance.get("DTASOF") ?? ""),
      amount_cents: amountOf(balance.get("BALAMT") ?? ""),
    }));
  }

  #turnRow({ closes, line }: OfxTag, statement: OpenStatement): void {
    if (closes && this.#row !== null) {
      const { elements, repeated, line: begun } = this.#row;
      const number = statement.maker.add(begun, () => lineOf(elements, repeated));
      if (number !== null) statement.types.push(elements.get("TRNTYPE")?.toUpperCase() ?? "");
      this.#row = null;
      return;
    }
    this.#cutShort(statement);
    this.#inside = null;
    this.#row = closes ? null : { line, elements: new Map(), repeated: null };
  }

  /** A transaction that has begun and does not end. */
  #cutShort({ maker }: OpenStatement): void {
    if (this.#row === null) return;
    maker.add(this.#row.line, () => {
      throw new Unreadable("incomplete", "The transaction has no end.");
    });
    this.#row = null;
  }

  #element({ name, closes, text }: OfxTag, row: OpenRow): void {
    if (INSIDE.has(name)) {
      this.#inside = closes ? null : name;
    } else if (!closes) {
      const path = this.#inside === null ? name : `${this.#inside}.${name}`;
      if (row.elements.has(path) && row.elements.get(path) !== text) row.repeated = path;
      row.elements.set(path, text);
      if (row.elements.size > ELEMENTS_MOST)
        throw new LineProblem(row.line, `The transaction has more than ${ELEMENTS_MOST} elements.`);
    }
  }
}

/** The types of lines with a fixed direction. Others, such as refunds at a shop (POS), may go either way. */
const OUT_TYPES: ReadonlySet<string> = new Set(["DEBIT", "CHECK", "ATM", "FEE", "SRVCHG", "DIRECTDEBIT"]);
const IN_TYPES: ReadonlySet<string> = new Set(["CREDIT", "DEP", "DIRECTDEP"]);

/** Returns the direction of a type; null if it may go either way. */
function directionOf(type: string): "out" | "in" | null {
  if (OUT_TYPES.has(type)) return "out";
  return IN_TYPES.has(type) ? "in" : null;
}

/** Fees come back as often as they are charged, so their type proves nothing of others. */
const FEES: ReadonlySet<string> = new Set(["FEE", "SRVCHG"]);

/**
 * Sets the signs of a statement's amounts by their types, if most types have a direction and no sign agrees
 * with it, as in files of some cards, or if no amount of a bank account has a minus. Notes single lines that
 * disagree.
 */
function signByTypes({ maker, types }: OpenStatement): void {
  const { lines } = maker;
  const directed = lines.flatMap(({ amount_cents, line }, number) => {
    const type = types[number] ?? "";
    const direction = directionOf(type);
    const isWrong = (direction === "out") !== amount_cents < 0;
    return direction === null || amount_cents === 0 ? [] : [{ number, line, type, direction, isWrong }];
  });
  const wrong = directed.filter(({ isWrong }) => isWrong);
  const [first] = wrong;
  if (first === undefined) {
    // A type with a direction beside a sign that agrees proves the signs.
    if (!directed.some(({ direction }) => direction === "out"))
      signByLikelihood(maker, (number) => types[number] === "PAYMENT");
    return;
  }
  const outs = wrong.filter(({ direction, type }) => direction === "out" && !FEES.has(type));
  if (
    wrong.length === directed.length &&
    outs.length > 0 &&
    outs.length < wrong.length &&
    wrong.length * 2 > lines.length
  ) {
    maker.negate(lines.keys());
    maker.note(
      "The amounts are read with the other sign, because TRNTYPE says so in each line that has a direction.",
    );
  } else if (
    maker.kind === "bank" &&
    outs.length > 1 &&
    lines.every(({ amount_cents }) => amount_cents >= 0)
  ) {
    maker.negate(outs.map(({ number }) => number));
    maker.note("The amounts have no signs; what went out is told by TRNTYPE.");
  } else
    maker.note(
      `TRNTYPE says another direction than the sign of the amount in ${wrong.length} of ${directed.length} lines, first in line ${first.line}. The signs were taken.`,
    );
}

function lineOf(elements: Elements, repeated: string | null): Omit<StatementLine, "line"> {
  if (repeated !== null) throw new Unreadable("incomplete", `The transaction has two different ${repeated}.`);
  const corrected = elements.get("CORRECTFITID") ?? "";
  if (corrected !== "")
    throw new Unreadable(
      "not_allowed",
      `The line corrects the one with the FITID ${quoted(corrected)} (${elements.get("CORRECTACTION") ?? "REPLACE"}). Corrections are not taken from files: change or remove that line yourself.`,
    );
  const currency = elements.get("CURRENCY.CURSYM") ?? "USD";
  if (currency.toUpperCase() !== "USD")
    throw new Unreadable(
      "other_currency",
      `The amount is in ${quoted(currency)}; only US dollars are supported.`,
    );
  const name =
    [elements.get("NAME"), elements.get("PAYEE.NAME"), elements.get("EXTDNAME")].find(
      (text) => text !== undefined && text !== "",
    ) ?? "";
  return {
    date: dateOf(elements.get("DTPOSTED") ?? ""),
    amount_cents: amountOf(elements.get("TRNAMT") ?? ""),
    description: storable(described(name, elements.get("MEMO") ?? ""), "description"),
    merchant_name: storableOrNull(name, "name"),
    external_id: storableOrNull(elements.get("FITID") ?? "", "FITID"),
  };
}

const POSTED =
  /^(\d{4})(\d{2})(\d{2})(?:([01]\d|2[0-3])([0-5]\d)(?:([0-5]\d|60)(?:\.\d{1,6})?)?)?(?:\[[+-]?\d{1,2}(?:\.\d{1,2})?(?::[^\]]{0,20})?\])?$/;

function dateOf(text: string): CivilDate {
  if (text === "") throw new Unreadable("invalid_date", "The transaction has no DTPOSTED.");
  const [, year, month, day] = POSTED.exec(text) ?? [];
  const date = year === undefined ? null : parseCivilDate(`${year}-${month}-${day}`);
  if (date === null)
    throw new Unreadable(
      "invalid_date",
      `DTPOSTED ${quoted(text)} is not a date, such as 20260131 or 20260131120000[-8:PST].`,
    );
  return date;
}

/** A comma is a decimal comma if it can be nothing else. */
const COMMA = /^([+-]?\d*),(\d{1,2}0*)$/;

function amountOf(text: string): Cents {
  if (text === "") throw new Unreadable("invalid_amount", "The transaction has no TRNAMT.");
  const ambiguous = /^[+-]?\d{1,3},\d{3}$/.test(text);
  const amount = ambiguous ? null : centsFromDecimal(text.replace(COMMA, "$1.$2"));
  if (amount !== null) return bounded(amount);
  throw new Unreadable(
    "invalid_amount",
    `TRNAMT ${quoted(text)} ${isFinerThanCents(text) ? "is finer than a cent" : "is not an amount, such as -1234.50"}.`,
  );
}
