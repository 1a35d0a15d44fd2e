/**
 * Journals of ledger and hledger become vouchers. A feature that would change an amount, a date or an account
 * and is not read is refused with its line number, never ignored. Invariant: every voucher that is returned
 * balances, and every balance assertion in dollars holds.
 *
 * Read: entries with a date, an optional `*` or `!`, an optional `(code)` and a payee; postings in dollars,
 * or in other commodities with a cost or a price in dollars, at most one of them without an amount; balance
 * assertions and assignments; `include`; `account` with its type; `D` and `Y`. The comment after a posting
 * becomes its line's own description; other comments are passed over.
 */
import { type AccountKind, typeOfName } from "@daybook/words/account-kinds";
import { type Cents, cents } from "@daybook/words/cents";
import { type CivilDate, civilDate } from "@daybook/words/civil-date";
import type { AccountType } from "@daybook/words/ledger-words";
import { LineProblem, quoted } from "../../../platform/text/line-problem.ts";
import { textLines } from "../../../platform/text/text-lines.ts";
import { BalanceChecks } from "./formats/balance-checks.ts";
import { CommodityReader, type Worth } from "./formats/commodities.ts";
import { ConvertedVoucher } from "./formats/converted-voucher.ts";
import type { BooksFile, Reading } from "./formats/format.ts";
import { IncludedFiles } from "./formats/included-files.ts";
import type { VoucherStart } from "./formats/voucher-maker.ts";
import { type ParsedVoucher, roomForLine, storableText } from "./parsed-voucher.ts";

const DATE = /^(?:(\d{4})([/.-]))?(\d{1,2})([/.-])(\d{1,2})(?:=[\d/.-]+)?(?=\s|$)/;
const STATUS_AND_CODE = /^\s*(?:[*!]\s*)?(?:\(([^)]*)\)\s*)?/;
const POSTING_STATUS = /^[*!]\s+/;
/** An account ends at two blanks or a tab, so that its name may hold single ones. */
const ACCOUNT_END = / {2,}| ?\t\s*/;
/** An amount after a single blank, which would otherwise be read as part of the account's name. */
const MONEY_AT_END = / [-+]?(?:\$ ?|USD ?)[-+]?\d[\d.,]*$| [-+]?\d[\d.,]* ?USD$/;
/** Comments that give a posting or an entry another date: `date:2020-01-31` and `[2020-01-31=...]`. */
const DATE_IN_COMMENT = /(?:^|[\s,])date2?:\s*\S|\[=?\d+[-/.]\d/;
const ASSERTION = /^(.*?)\s*(==?\*?)\s*([^=*].*)$/;
const TYPE_TAG = /(?:^|[\s,])type:\s*([A-Za-z]+)/;
const INCLUDE = /^[!@]?include\s+(.+)$/;
const DEFAULT_YEAR = /^(?:Y\s*|year\s+|apply\s+year\s+)(\d{4})\s*$/;
const DECIMAL_COMMA = /\d,\d{1,2}(?!\d)|\d,(?!\d)|\d\.\d{3}[.,]/;
/** Directives that change no amount, date or account. */
const WITHOUT_EFFECT = /^(?:account|commodity|payee|tag|P|N|decimal-mark\s+\.|end\s+year)(?:\s|$)/;
/** Lines that may be below a directive without changing how entries are read. */
const HARMLESS_BELOW = /^(?:;|note\b|format\b|nomarket\b|default\b|type:)/;

/** The account types of hledger, by their letter or their name. */
const TYPES: Readonly<Record<string, AccountKind>> = {
  a: "asset",
  asset: "asset",
  assets: "asset",
  l: "liability",
  liability: "liability",
  liabilities: "liability",
  e: "equity",
  equity: "equity",
  v: "equity",
  conversion: "equity",
  r: "revenue",
  revenue: "revenue",
  revenues: "revenue",
  income: "revenue",
  x: "expense",
  expense: "expense",
  expenses: "expense",
  c: "cash",
  cash: "cash",
};

/** What the two types of hledger's income statement include; a first level that names one of these is finer. */
const INCLUDED: Readonly<Partial<Record<AccountKind, readonly AccountType[]>>> = {
  revenue: ["other_income"],
  expense: ["cost_of_goods_sold", "other_expense"],
};

/** Directives and other first signs of a line, and what the refusal says of them. */
const UNSUPPORTED: readonly (readonly [RegExp, string])[] = [
  [/^=/, "Automated entries (`=`) are not supported."],
  [/^~/, "Periodic entries (`~`) are not supported."],
  [/^[!@]?(?:apply|end)\b/, "`apply` and `end` are not supported."],
  [/^[!@]?alias\b/, "`alias` is not supported."],
  [/^decimal-mark\b/, "A decimal comma is not supported."],
  [/^[ioIOhb]\s/, "Timeclock entries are not supported."],
  [/^\d/, "An entry begins with a date as YYYY/MM/DD or YYYY-MM-DD."],
];

/** An assertion or an assignment of a posting. */
interface Claim {
  readonly wanted: Cents;
  readonly withSubaccounts: boolean;
  readonly line: number;
}

interface Posting {
  readonly account: string;
  /** Null for a posting without an amount, or with an assignment. */
  readonly worth: Worth | null;
  readonly claim: Claim | null;
  readonly description: string;
  readonly line: number;
}

/** An entry whose postings are being read. */
interface OpenEntry {
  readonly start: VoucherStart;
  readonly postings: Posting[];
}

type LedgerFile = Pick<BooksFile, "read" | "include" | "path">;
type LedgerReading = Pick<Reading, "classes" | "counts" | "note" | "prices">;

/**
 * Reads a journal with the files that it includes. A voucher's description is the text after date, status and
 * code; its merchant is the part of that before `|`. `journal` (the voucher's name in the file) is always
 * null: codes repeat, so a code is none.
 * @throws LineProblem naming the line, for what is not supported and what does not balance.
 */
export async function* readPlainTextLedger(
  file: LedgerFile,
  reading: LedgerReading,
): AsyncGenerator<ParsedVoucher, void, undefined> {
  const ledger = new LedgerReader(reading);
  yield* ledger.readAll(file);
  const checked = ledger.check();
  if (checked > 0) reading.note(`${checked} balance assertions of the file were checked and hold.`);
}

class LedgerReader {
  readonly #reading: LedgerReading;
  readonly #checks = new BalanceChecks();
  readonly #commodities: CommodityReader;
  /** The declared types, by account. */
  readonly #types = new Map<string, string>();
  readonly #seen = new Set<string>();
  #year: number | null = null;
  readonly #files = new IncludedFiles();
  /** The included file that is being read; null for the file that was given. */
  #file: string | null = null;
  /** The account of the directive above the line. */
  #declared: string | null = null;
  #isBelowDirective = false;
  /** The line on which a block of comments began; null outside of one. */
  #comment: number | null = null;

  constructor(reading: LedgerReading) {
    this.#reading = reading;
    this.#commodities = new CommodityReader(reading.prices);
  }

  /** Checks the assertions. Returns their number. */
  check(): number {
    return this.#checks.check();
  }

  async *readAll(file: LedgerFile): AsyncGenerator<ParsedVoucher, void, undefined> {
    this.#files.begin(file);
    yield* this.#read(file);
  }

  async *#read(file: LedgerFile): AsyncGenerator<ParsedVoucher, void, undefined> {
    let entry: OpenEntry | null = null;
    for await (const batch of textLines(file.read())) {
      for (const { text, line } of batch) {
        const content = text.trim();
        if (this.#comment !== null || /^(?:comment|test)\s*$/.test(text)) this.#readComment(content, line);
        else if (content !== "" && /^[ \t]/.test(text)) this.#readIndented(entry, content, line);
        else {
          // Whatever is not indented, a blank line too, ends an entry.
          if (entry) yield this.#closed(entry);
          entry = null;
          this.#isBelowDirective = false;
          const include = INCLUDE.exec(text)?.[1];
          if (include === undefined) entry = this.#readTop(text, content, line);
          else yield* this.#include(file, include.trim(), line);
        }
      }
    }
    if (entry) yield this.#closed(entry);
    if (this.#comment !== null) throw new LineProblem(this.#comment, "The block of comments is not ended.");
  }

  #readComment(content: string, line: number): void {
    this.#reading.counts.skip("comments", line);
    if (this.#comment === null) this.#comment = line;
    else if (/^end(?:\s+(?:comment|test))?$/.test(content)) this.#comment = null;
  }

  async *#include(
    file: LedgerFile,
    path: string,
    line: number,
  ): AsyncGenerator<ParsedVoucher, void, undefined> {
    if (/[*?[\]]/.test(path))
      throw new LineProblem(
        line,
        "An `include` of several files is not supported. Include each of them by its name, or import what `hledger print -x` writes.",
      );
    this.#reading.counts.skip("directives", line);
    const inner = await this.#files.open(file, path.replace(/^(["'])(.*)\1$/, "$2"), line);
    // Files of declarations are often included by several others, and mean the same when they are read again.
    if (this.#files.isCounted(inner))
      throw new LineProblem(
        line,
        `The file ${inner.path ?? path} is included a second time here, so its entries would count twice. Include it once.`,
      );
    const outer = this.#file;
    this.#file = inner.path ?? null;
    yield* this.#files.vouchers(inner, this.#read(inner));
    this.#file = outer;
  }

  /** A line that is not indented. Returns the entry that it begins. */
  #readTop(text: string, content: string, line: number): OpenEntry | null {
    const { counts } = this.#reading;
    if (content === "" || /^[;#*%|]/.test(text)) {
      counts.skip(content === "" ? "blank lines" : "comments", line);
      return null;
    }
    const year = DEFAULT_YEAR.exec(text)?.[1];
    if (year !== undefined) this.#year = Number(year);
    else if (/^D\s/.test(text)) this.#readDefaultCommodity(text, line);
    else if (!WITHOUT_EFFECT.test(text)) return this.#openEntry(text, line);
    else this.#readDirective(text, line);
    counts.skip("directives", line);
    return null;
  }

  #readDefaultCommodity(text: string, line: number): void {
    const amount = text.slice(1).trim();
    if (!/\$|USD/.test(amount))
      throw new LineProblem(line, "A default commodity other than dollars is not supported.");
    if (DECIMAL_COMMA.test(amount)) throw new LineProblem(line, "A decimal comma is not supported.");
    this.#commodities.bareCommodity = "$";
  }

  #readDirective(text: string, line: number): void {
    const [declared, comment] = cutComment(text);
    if (declared.startsWith("commodity") && hasDecimalComma(declared))
      throw new LineProblem(line, "A decimal comma is not supported.");
    const account = /^account\s+(.*\S)/.exec(declared)?.[1] ?? null;
    this.#isBelowDirective = true;
    this.#declared = account;
    this.#noteType(comment);
  }

  /** Notes the type that a comment gives the account of a directive. */
  #noteType(comment: string): void {
    const type = TYPE_TAG.exec(comment)?.[1];
    if (type !== undefined && this.#declared !== null) this.#types.set(this.#declared, type);
  }

  #readIndented(entry: OpenEntry | null, content: string, line: number): void {
    const { counts } = this.#reading;
    if (entry) {
      this.#readPosting(entry, content, line);
      return;
    }
    if (!this.#isBelowDirective && !content.startsWith(";"))
      throw new LineProblem(line, "The line is indented like a posting but belongs to no entry.");
    if (this.#isBelowDirective) {
      if (hasDecimalComma(content)) throw new LineProblem(line, "A decimal comma is not supported.");
      if (!HARMLESS_BELOW.test(content))
        throw new LineProblem(
          line,
          `${quoted(content.split(/\s/, 1)[0] ?? "")} below a directive is not supported.`,
        );
      this.#noteType(content);
    }
    counts.skip(content.startsWith(";") ? "comments" : "lines below directives", line);
  }

  #openEntry(text: string, line: number): OpenEntry {
    const match = DATE.exec(text);
    if (!match || (match[2] !== undefined && match[2] !== match[4])) throw unsupported(text, line);
    const year = match[1] === undefined ? this.#year : Number(match[1]);
    if (year === null)
      throw new LineProblem(line, "A date without a year needs a default year above it, such as `Y 2024`.");
    const date = civilDate(year, Number(match[3]), Number(match[5]));
    if (!date) throw new LineProblem(line, `The date ${quoted(match[0])} does not exist.`);
    const [header, comment] = cutComment(text.slice(match[0].length));
    refuseDates(comment, line);
    const description = storableText(header.replace(STATUS_AND_CODE, "").trim(), "payee", line);
    const payee = description.split("|", 1)[0]?.trim() ?? "";
    this.#reading.counts.addImported();
    return {
      start: { line, journal: null, date, description, merchant: payee === "" ? null : payee },
      postings: [],
    };
  }

  #readPosting(entry: OpenEntry, content: string, line: number): void {
    if (content.startsWith(";")) {
      refuseDates(content.slice(1), line);
      this.#reading.counts.skip("comments", line);
      return;
    }
    const posting = content.replace(POSTING_STATUS, "");
    const end = ACCOUNT_END.exec(posting);
    const account = end ? posting.slice(0, end.index) : posting;
    const [amountText, comment] = cutComment(end ? posting.slice(end.index + end[0].length) : "");
    refuseDates(comment, line);
    refuseAccount(account, line);
    storableText(account, "account", line);
    roomForLine(entry.postings.length, line);
    this.#stateType(account);
    const [amount, claim] = this.#readAmount(amountText.trim(), line);
    entry.postings.push({
      account,
      worth: amount === "" ? null : this.#commodities.worth(amount, line),
      claim,
      description: storableText(comment.trim(), "comment", line),
      line,
    });
    this.#reading.counts.addImported();
  }

  /** Parts an amount from the balance that it asserts or assigns. */
  #readAmount(text: string, line: number): [string, Claim | null] {
    const [, amount = "", sign = "", balance = ""] = ASSERTION.exec(text) ?? [];
    if (sign === "") return [text, null];
    const wanted = this.#commodities.dollars(balance.replace(/\s*[{@].*$/, "").trim(), line);
    if (wanted !== null) return [amount, { wanted, withSubaccounts: sign.endsWith("*"), line }];
    if (amount === "")
      throw new LineProblem(line, "A balance in another commodity than dollars can't be assigned.");
    return [amount, null];
  }

  /** States the type of an account when it is first used: its own, or that of the nearest account above it. */
  #stateType(account: string): void {
    if (this.#types.size === 0 || this.#seen.has(account)) return;
    this.#seen.add(account);
    const levels = account.split(":");
    for (let length = levels.length; length > 0; length--) {
      const type = this.#types.get(levels.slice(0, length).join(":"));
      const kind = type === undefined ? undefined : TYPES[type.toLowerCase()];
      if (kind === undefined) continue;
      const first = levels.length > 1 ? typeOfName((levels[0] ?? "").trim()) : null;
      if (first !== null && INCLUDED[kind]?.includes(first)) return;
      this.#reading.classes.state(account, { kind, reason: `its type ${quoted(type ?? "")}` });
      return;
    }
  }

  /** The voucher of an entry that is complete, whose assertions are noted. */
  #closed({ start, postings }: OpenEntry): ParsedVoucher {
    const voucher = new ConvertedVoucher(start, "cost or price");
    const soFar = new Map<string, number>();
    for (const { account, worth, claim, description, line } of postings) {
      const assigned = worth === null && claim ? this.#assigned(account, start.date, claim, soFar) : worth;
      soFar.set(account, (soFar.get(account) ?? 0) + (assigned?.cents ?? 0));
      voucher.add(account, assigned, description, line);
    }
    const closed = voucher.close();
    for (const [index, { account, netDebitCents }] of closed.lines.entries()) {
      this.#checks.add(account, start.date, netDebitCents);
      const { claim = null, worth = null } = postings[index] ?? {};
      if (claim)
        this.#checks.assert(account, start.date, claim.wanted, claim.line, {
          withSubaccounts: claim.withSubaccounts,
          isAssigned: worth === null,
          file: this.#file,
        });
    }
    return closed;
  }

  /** The amount that brings an account to its assigned balance. The assertion at the end proves it. */
  #assigned(
    account: string,
    date: CivilDate,
    { wanted, withSubaccounts }: Claim,
    soFar: ReadonlyMap<string, number>,
  ): Worth {
    const before =
      this.#checks.before(account, date, withSubaccounts) +
      this.#checks.ofDay(account, date, withSubaccounts);
    return { cents: cents(wanted - before - (soFar.get(account) ?? 0)), isConverted: false };
  }
}

function unsupported(text: string, line: number): LineProblem {
  const found = UNSUPPORTED.find(([sign]) => sign.test(text));
  return new LineProblem(
    line,
    found?.[1] ?? `A line that begins with ${quoted(text.split(/\s/, 1)[0] ?? "")} is not supported.`,
  );
}

function refuseAccount(account: string, line: number): void {
  if (/^[([]/.test(account))
    throw new LineProblem(line, "Virtual postings (an account in brackets) are not supported.");
  if (account.startsWith("<"))
    throw new LineProblem(
      line,
      "Deferred postings (an account in `<` and `>`) are not supported. Write the account without them if it counts.",
    );
  if (account.includes(";"))
    throw new LineProblem(line, "Two blanks must separate an account and a comment.");
  if (MONEY_AT_END.test(account))
    throw new LineProblem(line, "Two blanks must separate an account and its amount.");
}

/** A text and its comment, parted at the first `;`. */
function cutComment(text: string): [string, string] {
  const at = text.indexOf(";");
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

/** A date in a comment moves a posting to another day in other programs, so it can't be passed over. */
function refuseDates(comment: string, line: number): void {
  if (comment !== "" && DATE_IN_COMMENT.test(comment))
    throw new LineProblem(line, "Dates within comments (`date:` or `[...]`) are not supported.");
}

/** True if a directive shows dollars with a decimal comma: `$1.000` would then mean a thousand dollars. */
function hasDecimalComma(text: string): boolean {
  return /\$|USD/.test(text) && DECIMAL_COMMA.test(text);
}
