/**
 * Reads CAMT.053, the bank statement of ISO 20022, and CAMT.052, the account report, in the versions 001.02
 * to 001.13. One entry is one line, as the account shows it: the payments of a batch are not parted.
 * Invariant: a document type is refused, so there are no entities but the five of XML, and elements are at
 * most so deep. Prefixes of namespaces mean nothing; elements are known by their places.
 */
import { SaxesParser } from "saxes";
import { type Cents, centsFromDecimal, negateCents } from "@daybook/words/cents";
import { type CivilDate, parseCivilDate } from "@daybook/words/civil-date";
import { LIMITS } from "@daybook/words/limits";
import { isFinerThanCents } from "@daybook/words/money-text";
import { LineProblem, quoted } from "../../../../platform/text/line-problem.ts";
import type { Paced } from "../../../../core/paced.ts";
import { type AccountStatement, isDollars, ofOneAccount, STATEMENTS_MOST } from "./account-statements.ts";
import { described, joined, shortened } from "./descriptions.ts";
import { type Content, declaredInXml, encodingOf, startOf, texts } from "./encoding.ts";
import { type StatedEntry, SUMMARY_PLACES, summaryNotes } from "./camt-summary.ts";
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

/** More levels than a message has. */
const DEEPEST = 100;
/** More texts than are read of an entry. */
const TEXTS_MOST = 1_000;
/** More characters than are read of a text. */
const TEXT_MOST = 10_000;
/** The most characters without a tag, which is far more than any element holds. */
const UNTAGGED_MOST = LIMITS.json_body_bytes.value;

/** The message of a namespace, such as `camt.053.001.08`. */
const MESSAGE = /\bcamt\.(\d{3})\.001\.(\d{2})\b/;
const MESSAGES: ReadonlySet<string> = new Set(["052", "053"]);
const FIRST_VERSION = 2;
const LAST_VERSION = 13;

/** Elements that are statements of one account. */
const STATEMENTS: ReadonlySet<string> = new Set(["Stmt", "Rpt"]);

/** The place of the single payment of an entry. */
const PAYMENT = "NtryDtls/TxDtls";

/** The texts of an entry that are read, by their places in it. Newer versions have the longer one of two. */
const PLACES = {
  entryReference: ["NtryRef"],
  bankReference: ["AcctSvcrRef"],
  amount: ["Amt"],
  direction: ["CdtDbtInd"],
  isReversal: ["RvslInd"],
  status: ["Sts/Cd", "Sts/Prtry", "Sts"],
  booked: ["BookgDt/Dt", "BookgDt/DtTm"],
  value: ["ValDt/Dt", "ValDt/DtTm"],
  information: ["AddtlNtryInf"],
  paymentReference: [`${PAYMENT}/Refs/AcctSvcrRef`],
  debtor: [`${PAYMENT}/RltdPties/Dbtr/Nm`, `${PAYMENT}/RltdPties/Dbtr/Pty/Nm`],
  creditor: [`${PAYMENT}/RltdPties/Cdtr/Nm`, `${PAYMENT}/RltdPties/Cdtr/Pty/Nm`],
  remittance: [
    `${PAYMENT}/RmtInf/Ustrd`,
    `${PAYMENT}/RmtInf/Strd/CdtrRefInf/Ref`,
    `${PAYMENT}/RmtInf/Strd/AddtlRmtInf`,
  ],
  paymentInformation: [`${PAYMENT}/AddtlTxInf`],
} as const satisfies Readonly<Record<string, readonly string[]>>;
const WANTED: ReadonlySet<string> = new Set(Object.values(PLACES).flat());

/** An entry that has begun. */
interface OpenEntry {
  readonly line: number;
  /** Its number in the file, from 1: some banks write the whole file into one line. */
  readonly number: number;
  /** The texts by their places. */
  readonly texts: Map<string, string[]>;
  textCount: number;
  paymentCount: number;
  currency: string;
}

interface OpenStatement extends AccountStatement {
  account: string;
  currency: string;
  readonly ids: StatementIds;
  /** The texts of a balance by their places in it, while it is read. */
  balance: Map<string, string>;
  /** The entries that take others back, by their numbers among the lines. */
  readonly reversals: number[];
  /** The counts and sums that the statement states of its entries, and the number of its page. */
  readonly stated: Map<string, string>;
  /** All entries, as the statement has them. */
  readonly entries: StatedEntry[];
}

/**
 * Reads a whole file. `last4` are the last digits of the account that the lines are for. Throws `LineProblem`
 * for a file that can't be read at all.
 */
export async function readCamt(content: Content, last4: string | null, paced: Paced): Promise<Statement> {
  const stated = declaredInXml(startOf(content));
  const reader = new Reader();
  for await (const text of paced(texts(content, await encodingOf(content, stated, paced)))) reader.take(text);
  return ofOneAccount(reader.end(), last4);
}

/** Follows the elements. */
class Reader {
  readonly #parser = new SaxesParser({ position: true, xmlns: false });
  readonly #statements: OpenStatement[] = [];
  /** The names of the elements around the present place, without prefixes. */
  readonly #around: string[] = [];
  #statement: OpenStatement | null = null;
  /** The depth of the statement and of the entry; what is in them is found by its place from there. */
  readonly #depths = { statement: 0, entry: 0 };
  #entry: OpenEntry | null = null;
  #entryCount = 0;
  #text = "";
  /** The characters that were parsed since the last tag. */
  #untagged = 0;
  #isEnding = false;

  constructor() {
    const parser = this.#parser;
    parser.on("doctype", () => {
      throw new LineProblem(
        parser.line,
        "The file declares a document type or entities, which are not supported. Download the file from the bank again.",
      );
    });
    parser.on("error", (error) => this.#fail(error));
    parser.on("opentag", ({ name, attributes }) => {
      this.#untagged = 0;
      this.#open(localName(name), attributes);
    });
    parser.on("text", (text) => {
      this.#text += text;
    });
    parser.on("cdata", (text) => {
      this.#text += text;
    });
    parser.on("closetag", () => {
      this.#untagged = 0;
      this.#close();
    });
  }

  take(text: string): void {
    this.#untagged += text.length;
    this.#parser.write(text);
    if (this.#untagged > UNTAGGED_MOST)
      throw new LineProblem(
        this.#parser.line,
        `There are more than ${UNTAGGED_MOST} characters here without a tag. Download the file again.`,
      );
  }

  /** The statements of the file, once it is through. */
  end(): readonly AccountStatement[] {
    this.#isEnding = true;
    this.#parser.close();
    return this.#statements;
  }

  #fail(error: Error): never {
    const { line } = this.#parser;
    if (this.#isEnding)
      throw new LineProblem(
        line,
        `The file ends too early: ${this.#around.length === 0 ? "it has no element" : `</${this.#around.at(-1)}> is missing`}. Download it again.`,
      );
    const reason = error.message.replace(/^[\d:\s]+/, "").slice(0, 200);
    throw new LineProblem(line, `The XML is broken here: ${reason} Download the file again.`);
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    const { line } = this.#parser;
    this.#text = "";
    this.#around.push(name);
    const depth = this.#around.length;
    if (depth > DEEPEST) throw new LineProblem(line, `The elements are more than ${DEEPEST} deep.`);
    if (name === "Document") checkMessage(attributes, line);
    if (this.#entry !== null) this.#openInEntry(this.#entry, attributes);
    else if (this.#statement !== null) {
      if (name !== "Ntry" || depth !== this.#depths.statement + 1) return;
      this.#entryCount += 1;
      this.#entry = {
        line,
        number: this.#entryCount,
        texts: new Map(),
        textCount: 0,
        paymentCount: 0,
        currency: "",
      };
      this.#depths.entry = depth;
    } else if (STATEMENTS.has(name)) this.#openStatement(line, depth);
  }

  #openInEntry(entry: OpenEntry, attributes: Readonly<Record<string, string>>): void {
    const place = this.#placeFrom(this.#depths.entry);
    if (place === PAYMENT) entry.paymentCount += 1;
    else if (place === "Amt") entry.currency = attributes["Ccy"] ?? "";
  }

  #openStatement(line: number, depth: number): void {
    if (this.#statements.length >= STATEMENTS_MOST)
      throw new LineProblem(line, `The file has more than ${STATEMENTS_MOST} statements; send it in parts.`);
    this.#statement = {
      line,
      account: "",
      currency: "",
      maker: new StatementMaker(),
      ids: new StatementIds(),
      balance: new Map(),
      reversals: [],
      stated: new Map(),
      entries: [],
    };
    this.#statements.push(this.#statement);
    this.#depths.statement = depth;
  }

  #close(): void {
    const text = this.#text.slice(0, TEXT_MOST).trim();
    this.#text = "";
    const depth = this.#around.length;
    if (this.#entry !== null) this.#closeInEntry(this.#entry, text, depth);
    else if (this.#statement !== null) this.#closeInStatement(this.#statement, text, depth);
    this.#around.pop();
  }

  #closeInEntry(entry: OpenEntry, text: string, depth: number): void {
    if (depth === this.#depths.entry) {
      this.#entry = null;
      if (this.#statement === null) return;
      const { entries, ids, maker, reversals } = this.#statement;
      entries.push({
        direction: entry.texts.get("CdtDbtInd")?.[0] ?? "",
        amount: entry.texts.get("Amt")?.[0] ?? "",
      });
      const number = maker.add(entry.line, () => lineOf(entry, ids));
      if (number !== null && isReversal(entry)) reversals.push(number);
      return;
    }
    const place = this.#placeFrom(this.#depths.entry);
    if (text === "" || !WANTED.has(place)) return;
    // No single payment of a batch describes the entry.
    if (place.startsWith(PAYMENT) && entry.paymentCount > 1) return;
    entry.textCount += 1;
    if (entry.textCount > TEXTS_MOST)
      throw new LineProblem(entry.line, `The entry has more than ${TEXTS_MOST} texts.`);
    const former = entry.texts.get(place);
    if (former === undefined) entry.texts.set(place, [text]);
    else former.push(text);
  }

  #closeInStatement(statement: OpenStatement, text: string, depth: number): void {
    if (depth === this.#depths.statement) {
      statement.maker.prove(statement.reversals);
      for (const sentence of summaryNotes(statement.stated, statement.entries))
        statement.maker.note(sentence);
      this.#statement = null;
      return;
    }
    const place = this.#placeFrom(this.#depths.statement);
    if (SUMMARY_PLACES.has(place)) statement.stated.set(place, text);
    if (place === "Acct/Id/IBAN" || place === "Acct/Id/Othr/Id") statement.account ||= text;
    else if (place === "Acct/Ccy") statement.currency = text;
    else if (BALANCE_PLACES.has(place)) statement.balance.set(place, text);
    else if (place === "Bal") {
      const { balance } = statement;
      statement.balance = new Map();
      const kind = balance.get("Bal/Tp/CdOrPrtry/Cd");
      if (kind === "CLBD") statement.maker.balance(() => balanceOf(balance));
      else if (kind === "OPBD" || kind === "PRCD")
        statement.maker.open(() => balanceOf(balance).amount_cents);
    }
  }

  /** The place of the present element within the one of this depth. */
  #placeFrom(depth: number): string {
    return this.#around.slice(depth).join("/");
  }
}

const BALANCE_PLACES: ReadonlySet<string> = new Set([
  "Bal/Tp/CdOrPrtry/Cd",
  "Bal/Amt",
  "Bal/CdtDbtInd",
  "Bal/Dt/Dt",
  "Bal/Dt/DtTm",
]);

/** True for an entry that takes another one back. */
function isReversal({ texts: found }: OpenEntry): boolean {
  return /^(?:true|1)$/.test(found.get("RvslInd")?.[0] ?? "");
}

function balanceOf(balance: ReadonlyMap<string, string>): ClosingBalance {
  const amount = amountOf(balance.get("Bal/Amt") ?? "");
  return {
    date: dateOf(balance.get("Bal/Dt/Dt") ?? balance.get("Bal/Dt/DtTm") ?? ""),
    amount_cents: directionOf(balance.get("Bal/CdtDbtInd") ?? "") ? amount : negateCents(amount),
  };
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** Throws `LineProblem` for a message that is not a statement or report of a known version. */
function checkMessage(attributes: Readonly<Record<string, string>>, line: number): void {
  for (const [name, value] of Object.entries(attributes)) {
    const [message, kind = "", version = ""] = name.startsWith("xmlns") ? (MESSAGE.exec(value) ?? []) : [];
    if (message === undefined) continue;
    if (!MESSAGES.has(kind))
      throw new LineProblem(
        line,
        `The file is a ${message}; only statements (camt.053) and account reports (camt.052) are read. Download one of these.`,
      );
    if (Number(version) < FIRST_VERSION || Number(version) > LAST_VERSION)
      throw new LineProblem(
        line,
        `The file is a ${message}; the versions 001.02 to 001.${LAST_VERSION} are read. Download it in one of these.`,
      );
  }
}

/** Reads an entry; a refusal names its number besides its line. */
function lineOf(entry: OpenEntry, ids: StatementIds): Omit<StatementLine, "line"> {
  try {
    return readEntry(entry, ids);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw new Unreadable(error.code, `Entry ${entry.number}: ${error.message}`);
  }
}

function readEntry(entry: OpenEntry, ids: StatementIds) {
  const { texts: found, currency, paymentCount } = entry;
  const all = (what: keyof typeof PLACES): readonly string[] =>
    PLACES[what].flatMap((place) => found.get(place) ?? []);
  const one = (what: keyof typeof PLACES): string => {
    const [first = "", ...others] = all(what);
    if (others.some((other) => other !== first))
      throw new Unreadable("incomplete", `The entry has two different ${PLACES[what][0]}.`);
    return first;
  };
  // Texts of the first payment were kept before the second one showed that it is a batch.
  const ofPayment = (what: keyof typeof PLACES): readonly string[] => (paymentCount === 1 ? all(what) : []);
  checkBooked(one("status"));
  if (!isDollars(currency))
    throw new Unreadable(
      "other_currency",
      `The amount is in ${quoted(currency)}; only US dollars are supported.`,
    );
  const isCredit = directionOf(one("direction"));
  const date = dateOf(one("booked") || one("value"));
  const amount = amountOf(one("amount"));
  const amount_cents = isCredit ? amount : negateCents(amount);
  // A reversal keeps the roles of the payment that it takes back.
  const [name = ""] = ofPayment(isCredit === isReversal(entry) ? "creditor" : "debtor");
  const [paymentReference = ""] = ofPayment("paymentReference");
  const reference = [one("bankReference"), paymentReference, ownReference(one("entryReference"))].find(
    (each) => each !== "",
  );
  return {
    date,
    amount_cents,
    description: storable(
      shortened(described(joined([name]), memoOf(ofPayment, one("information")))),
      "description",
    ),
    merchant_name: storableOrNull(shortened(joined([name])), "name"),
    external_id: storableOrNull(
      (reference === undefined ? null : ids.idOf(reference, date, amount_cents)) ?? "",
      "reference",
    ),
  };
}

/** The text of a payment: what its payer wrote, else what the bank says. */
function memoOf(
  ofPayment: (what: "remittance" | "paymentInformation") => readonly string[],
  information: string,
): string {
  return joined(ofPayment("remittance")) || joined(ofPayment("paymentInformation")) || joined([information]);
}

/** The characters of a reference of an entry that may be more than its number in the statement. */
const REFERENCE_LEAST = 8;

/** The entry's own reference; empty if it is short, because many banks only count the entries in it. */
function ownReference(reference: string): string {
  return reference.length < REFERENCE_LEAST ? "" : reference;
}

function checkBooked(status: string): void {
  if (status === "BOOK") return;
  if (status === "") throw new Unreadable("incomplete", "The entry has no status (Sts).");
  throw new Unreadable(
    "not_booked",
    `The entry has the status ${quoted(status)}; only booked entries (BOOK) are added. Upload the statement again once it is booked.`,
  );
}

/**
 * True for money in. The indicator is the direction of the entry itself, also of a reversal (RvslInd), whose
 * original had the other one.
 */
function directionOf(text: string): boolean {
  if (text === "CRDT") return true;
  if (text === "DBIT") return false;
  throw new Unreadable(
    "invalid_amount",
    `CdtDbtInd is ${quoted(text)}, not CRDT or DBIT, so the direction of the amount is unknown.`,
  );
}

/** The day that the bank wrote. Time and zone after it are ignored. */
const DAY = /^(\d{4}-\d{2}-\d{2})(?:T[\d:.]{5,20})?(?:Z|[+-]\d{2}:\d{2})?$/;

function dateOf(text: string): CivilDate {
  if (text === "") throw new Unreadable("invalid_date", "The entry has no BookgDt and no ValDt.");
  const date = parseCivilDate(DAY.exec(text)?.[1] ?? "");
  if (date === null)
    throw new Unreadable(
      "invalid_date",
      `The date ${quoted(text)} is not one such as 2026-01-31 or 2026-01-31T12:00:00+01:00.`,
    );
  return date;
}

function amountOf(text: string): Cents {
  if (text === "") throw new Unreadable("invalid_amount", "The entry has no Amt.");
  const amount = /^[\d.]+$/.test(text) ? centsFromDecimal(text) : null;
  if (amount !== null) return bounded(amount);
  throw new Unreadable(
    "invalid_amount",
    `Amt ${quoted(text)} ${isFinerThanCents(text) ? "is finer than a cent" : "is not an amount without a sign, such as 1234.50"}.`,
  );
}
