/**
 * GnuCash's own file (XML): accounts with their types, and transactions whose splits are signed amounts,
 * debits positive. Scheduled transactions are templates and post nothing. Amounts of a transaction in another
 * currency count at the price that the user states. Invariant: every transaction balances.
 */
import { kindOfTypeWord } from "@daybook/words/account-kinds";
import { parseCivilDate } from "@daybook/words/civil-date";
import { LineProblem, quoted } from "../../../../platform/text/line-problem.ts";
import { type XmlEvent, xmlEvents } from "../../../../platform/text/xml-events.ts";
import type { ParsedVoucher } from "../parsed-voucher.ts";
import { CommodityReader } from "./commodities.ts";
import { ConvertedVoucher } from "./converted-voucher.ts";
import type { BooksFormat, Reading } from "./format.ts";

export const gnucash: BooksFormat = {
  name: "gnucash",
  title: "GnuCash",
  recognizes: ({ text }) => /<gnc-v2[\s>]/.test(text),
  async *read(file, reading) {
    const books = new GnucashReader(reading);
    for await (const events of xmlEvents(file.read()))
      for (const event of events) {
        const voucher = books.add(event);
        if (voucher) yield voucher;
      }
  },
};

interface Account {
  readonly name: string;
  readonly type: string;
  readonly parent: string | null;
}

interface Split {
  account: string;
  value: string;
  memo: string;
  readonly line: number;
}

/** The elements whose texts are read, by their path within an account or a transaction. */
class GnucashReader {
  readonly #reading: Reading;
  readonly #commodities: CommodityReader;
  readonly #accounts = new Map<string, Account>();
  readonly #names = new Map<string, string>();
  readonly #path: string[] = [];
  /** The texts of the account or the transaction that is being read, by their path in it. */
  #texts = new Map<string, string>();
  #splits: Split[] = [];
  /** True if GnuCash closed the books by this transaction. */
  #isClosing = false;
  #line = 0;

  constructor(reading: Reading) {
    this.#reading = reading;
    this.#commodities = new CommodityReader(reading.prices);
  }

  /** Takes an event. Returns the voucher of a transaction that ends with it. */
  add(event: XmlEvent): ParsedVoucher | null {
    if (event.kind === "open") {
      this.#path.push(event.name);
      if (event.name === "gnc:account" || event.name === "gnc:transaction") {
        this.#texts = new Map();
        this.#splits = [];
        this.#isClosing = false;
        this.#line = event.line;
      } else if (event.name === "trn:split")
        this.#splits.push({ account: "", value: "", memo: "", line: event.line });
      return null;
    }
    this.#path.pop();
    return this.#close(event.name, event.text.trim(), event.line);
  }

  #close(name: string, text: string, line: number): ParsedVoucher | null {
    if (this.#path.includes("gnc:template-transactions")) {
      if (name === "gnc:transaction")
        this.#reading.counts.skip("scheduled transactions, which are templates", line);
      return null;
    }
    const split = this.#splits.at(-1);
    if (name === "split:account" && split) split.account = text;
    else if (name === "split:value" && split) split.value = text;
    else if (name === "split:memo" && split) split.memo = text;
    else if (name === "slot:key" && text === "book_closing") this.#isClosing = true;
    else if (name === "gnc:account") this.#addAccount(line);
    else if (name === "gnc:transaction") return this.#voucher();
    else this.#texts.set(`${this.#path.at(-1) ?? ""}/${name}`, text);
    return null;
  }

  #text(path: string): string {
    return this.#texts.get(path) ?? "";
  }

  #addAccount(line: number): void {
    this.#reading.counts.skip("accounts", line);
    this.#accounts.set(this.#text("gnc:account/act:id"), {
      name: this.#text("gnc:account/act:name"),
      type: this.#text("gnc:account/act:type"),
      parent: this.#text("gnc:account/act:parent") || null,
    });
  }

  /** The names of an account from the top, without the root, parted by colons. States what it is once. */
  #accountOf({ account, line }: Split): string {
    const known = this.#names.get(account);
    if (known !== undefined) return known;
    const levels: string[] = [];
    let id: string | null = account;
    while (id !== null) {
      const found = this.#accounts.get(id);
      if (!found || levels.length > this.#accounts.size)
        throw new LineProblem(
          line,
          `The split names the account ${quoted(id)}, which the file does not have.`,
        );
      if (found.type === "ROOT") break;
      levels.unshift(found.name.trim());
      id = found.parent;
    }
    const name = levels.join(":");
    const word = this.#accounts.get(account)?.type ?? "";
    const kind = kindOfTypeWord(word);
    if (kind !== null)
      this.#reading.classes.state(name, { kind, reason: `its type ${quoted(word)}`, levels });
    this.#names.set(account, name);
    return name;
  }

  #voucher(): ParsedVoucher {
    const day = this.#text("trn:date-posted/ts:date") || this.#text("trn:date-posted/gdate");
    const date = parseCivilDate(day.slice(0, 10));
    if (date === null) throw new LineProblem(this.#line, `${quoted(day)} is not a date.`);
    const description = this.#text("gnc:transaction/trn:description");
    const voucher = new ConvertedVoucher({
      line: this.#line,
      journal: this.#text("gnc:transaction/trn:id") || null,
      date,
      description,
      merchant: description === "" ? null : description,
      isClosing: this.#isClosing,
    });
    const currency = this.#text("trn:currency/cmdty:id") || "USD";
    for (const split of this.#splits) {
      const amount = `${decimalOf(split.value, split.line)} ${currency}`;
      voucher.add(
        this.#accountOf(split),
        this.#commodities.worth(amount, split.line),
        split.memo,
        split.line,
      );
    }
    this.#reading.counts.addImported(this.#splits.length);
    return voucher.close("In GnuCash, Actions, Check & Repair mends it.");
  }
}

const FRACTION = /^(-?)(\d{1,18})\/(1(0{0,9}))$/;

/** A fraction such as `12345/100` as a decimal text. GnuCash's currencies have denominators of ten. */
function decimalOf(value: string, line: number): string {
  const [, sign = "", digits, , zeros = ""] = FRACTION.exec(value) ?? [];
  if (digits === undefined)
    throw new LineProblem(line, `The amount ${quoted(value)} is not a decimal fraction.`);
  const padded = digits.padStart(zeros.length + 1, "0");
  const whole = padded.slice(0, padded.length - zeros.length);
  return zeros === "" ? `${sign}${whole}` : `${sign}${whole}.${padded.slice(-zeros.length)}`;
}
