/**
 * Beancount books: transactions, `balance` and `pad` become vouchers and checks, `open` and the other
 * directives change no amount. Other commodities count at their cost or price in dollars. Invariant: every
 * transaction balances, and every `balance` in dollars holds, or the file is refused by its line.
 */
import { type Cents, cents } from "@daybook/words/cents";
import { type CivilDate, parseCivilDate } from "@daybook/words/civil-date";
import { LineProblem, quoted } from "../../../../platform/text/line-problem.ts";
import { textLines } from "../../../../platform/text/text-lines.ts";
import type { ParsedVoucher } from "../parsed-voucher.ts";
import { BalanceChecks } from "./balance-checks.ts";
import { CommodityReader } from "./commodities.ts";
import { ConvertedVoucher } from "./converted-voucher.ts";
import type { BooksFile, BooksFormat, Reading } from "./format.ts";
import { IncludedFiles } from "./included-files.ts";

const START =
  /^(?:\d{4}-\d{2}-\d{2}[ \t]+(?:open|close|balance|pad|commodity|price|txn|note|event|custom|query|document)\b|option[ \t]+"|plugin[ \t]+"|\d{4}-\d{2}-\d{2}[ \t]+[*!][ \t]+")/m;
const DATED = /^(\d{4}[-/]\d{2}[-/]\d{2})\s+(\S+)\s*(.*)$/;
const STRINGS = /"((?:[^"\\]|\\.)*)"/g;
const POSTING =
  /^(?:[*!&#?%PSTCURM]\s+)?([A-Z\p{L}][\p{L}\p{N}-]*(?::[\p{L}\p{N}][\p{L}\p{N}-]*)+)(?:\s+(.*))?$/u;
const METADATA = /^[a-z][A-Za-z0-9_-]*:(?:\s|$)/;
const OPTION = /^option\s+"([^"]*)"\s+"([^"]*)"/;
const INCLUDE = /^include\s+"([^"]+)"/;
const TRANSACTION_FLAGS = /^(?:txn|[*!&#?%PSTCURM])$/;
/** Directives that change no amount. */
const WITHOUT_AMOUNTS: ReadonlySet<string> = new Set([
  "open",
  "close",
  "commodity",
  "price",
  "note",
  "document",
  "event",
  "query",
  "custom",
]);

export const beancount: BooksFormat = {
  name: "beancount",
  title: "beancount",
  recognizes: ({ text }) => START.test(text) || includesOnly(text),
  async *read(file, reading) {
    const books = new BeancountReader(reading);
    yield* books.readAll(file);
    yield* books.finish();
  },
};

/** True for a file that only includes others, by paths in quotes or by the names of their format. */
function includesOnly(text: string): boolean {
  const lines = text.split("\n").map((line) => withoutComment(line).trim());
  return lines.some((line) => INCLUDE.test(line)) && lines.every((line) => line === "" || INCLUDE.test(line));
}

interface Pad {
  readonly account: string;
  readonly source: string;
  readonly date: CivilDate;
  readonly line: number;
  /** The included file in which it stands; null for the file that was given. */
  readonly file: string | null;
}

interface Balance {
  readonly account: string;
  readonly date: CivilDate;
  readonly wanted: Cents;
  readonly tolerance: number;
  readonly line: number;
  readonly file: string | null;
}

class BeancountReader {
  readonly #reading: Reading;
  readonly #checks = new BalanceChecks();
  readonly #commodities: CommodityReader;
  readonly #pads: Pad[] = [];
  readonly #balances: Balance[] = [];
  readonly #files = new IncludedFiles();
  /** The files that were included again, which is told once. */
  readonly #repeated = new Set<string>();
  /** The included file that is being read; null for the file that was given. */
  #file: string | null = null;

  constructor(reading: Reading) {
    this.#reading = reading;
    this.#commodities = new CommodityReader(reading.prices);
  }

  async *readAll(file: BooksFile): AsyncGenerator<ParsedVoucher, void, undefined> {
    this.#files.begin(file);
    yield* this.#read(file);
  }

  async *#read(file: BooksFile): AsyncGenerator<ParsedVoucher, void, undefined> {
    const { counts } = this.#reading;
    let open: ConvertedVoucher | null = null;
    for await (const batch of textLines(file.read())) {
      for (const { text, line } of batch) {
        const content = withoutComment(text).trimEnd();
        const isIndented = /^\s/.test(content);
        if (content.trim() === "") counts.skip(text.trim() === "" ? "blank lines" : "comments", line);
        else if (isIndented) this.#readBelow(open, content.trim(), line);
        else {
          if (open) yield this.#closed(open);
          open = null;
          const include = INCLUDE.exec(content)?.[1];
          if (include === undefined) open = this.#readDirective(content, line);
          else yield* this.#include(file, include, line);
        }
      }
    }
    if (open) yield this.#closed(open);
  }

  /** The vouchers of `pad`, and the checks of all balances. */
  *finish(): Generator<ParsedVoucher, void, undefined> {
    for (const pad of this.#pads.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))) {
      const next = this.#balances
        .filter(({ account, date }) => account === pad.account && date > pad.date)
        .reduce<Balance | null>(
          (first, each) => (first === null || each.date < first.date ? each : first),
          null,
        );
      if (next === null)
        throw new LineProblem(
          pad.line,
          `No balance of ${quoted(pad.account)} follows the \`pad\`.`,
          [],
          pad.file,
        );
      const missing = next.wanted - this.#checks.before(pad.account, next.date, true);
      if (missing === 0) continue;
      const voucher = new ConvertedVoucher({
        line: pad.line,
        journal: null,
        date: pad.date,
        description: `Padding for the balance of ${next.date}`,
        merchant: null,
      });
      voucher.add(pad.account, { cents: cents(missing), isConverted: false }, "", pad.line);
      voucher.add(pad.source, { cents: cents(-missing), isConverted: false }, "", pad.line);
      const closed = this.#closed(voucher, 0);
      yield pad.file === null ? closed : { ...closed, file: pad.file };
    }
    for (const { account, date, wanted, tolerance, line, file } of this.#balances)
      this.#checks.assert(account, date, wanted, line, {
        isAtStart: true,
        withSubaccounts: true,
        tolerance,
        file,
      });
    const checked = this.#checks.check();
    if (checked > 0) this.#reading.note(`${checked} balances of the file were checked and hold.`);
  }

  async *#include(
    file: BooksFile,
    path: string,
    line: number,
  ): AsyncGenerator<ParsedVoucher, void, undefined> {
    if (/[*?[\]]/.test(path))
      throw new LineProblem(
        line,
        `${quoted(path)} includes several files. Include each of them by its name.`,
      );
    this.#reading.counts.skip("directives", line);
    const inner = await this.#files.open(file, path, line);
    if (this.#files.isKnown(inner)) {
      this.#noteRepeated(inner.path ?? path);
      return;
    }
    const outer = this.#file;
    this.#file = inner.path ?? null;
    yield* this.#files.vouchers(inner, this.#read(inner));
    this.#file = outer;
  }

  #noteRepeated(path: string): void {
    if (this.#repeated.has(path)) return;
    this.#repeated.add(path);
    this.#reading.note(
      `The file ${path} is included more than once. It was read once, as beancount reads it.`,
    );
  }

  /** A line that is indented: a posting, metadata, or the rest of a directive. */
  #readBelow(open: ConvertedVoucher | null, content: string, line: number): void {
    const { counts } = this.#reading;
    if (open === null || METADATA.test(content) || /^[#^]/.test(content)) {
      counts.skip(METADATA.test(content) ? "metadata" : "lines below directives", line);
      return;
    }
    const [, account, amount = ""] = POSTING.exec(content) ?? [];
    if (account === undefined)
      throw new LineProblem(line, `${quoted(content)} is no posting: an account and an amount.`);
    const trimmed = amount.trim();
    counts.addImported();
    open.add(account, trimmed === "" ? null : this.#commodities.worth(trimmed, line), "", line);
  }

  /** Reads a directive. Returns the voucher that a transaction begins. */
  #readDirective(content: string, line: number): ConvertedVoucher | null {
    const { counts } = this.#reading;
    const [, day, word = "", rest = ""] = DATED.exec(content) ?? [];
    if (day === undefined) {
      const option = OPTION.exec(content);
      if (option?.[1]?.startsWith("name_"))
        throw new LineProblem(line, `The option ${quoted(option[1])} renames accounts and is not supported.`);
      if (/^plugin\s/.test(content)) this.#notePlugin(line);
      else if (!/^(?:option|pushtag|poptag|pushmeta|popmeta)\s|^[*:#!&]/.test(content))
        throw new LineProblem(line, `${quoted(content)} is no directive of beancount.`);
      counts.skip("directives", line);
      return null;
    }
    const date = parseCivilDate(day.replaceAll("/", "-"));
    if (date === null) throw new LineProblem(line, `The date ${quoted(day)} does not exist.`);
    if (WITHOUT_AMOUNTS.has(word)) counts.skip(`directives \`${word}\``, line);
    else if (word === "balance") this.#readBalance(rest, date, line);
    else if (word === "pad") this.#readPad(rest, date, line);
    else if (TRANSACTION_FLAGS.test(word)) return transaction(rest, date, line);
    else throw new LineProblem(line, `The directive ${quoted(word)} is not known.`);
    return null;
  }

  #notePlugin(line: number): void {
    const place = this.#file === null ? "Line" : `${this.#file}, line`;
    this.#reading.note(`${place} ${line}: plugins are not run; what they add is missing.`);
  }

  #readBalance(rest: string, date: CivilDate, line: number): void {
    const [, account, written = ""] = POSTING.exec(rest) ?? [];
    if (account === undefined) throw new LineProblem(line, "The balance names no account.");
    const [amount = "", margin] = written.split("~").map((part) => part.trim());
    const number =
      margin === undefined
        ? amount
        : amount.includes(" ")
          ? amount
          : `${amount} ${margin.split(/\s+/)[1] ?? ""}`;
    const wanted = this.#commodities.dollars(number, line);
    if (wanted === null) {
      this.#reading.counts.skip("balances in other commodities", line);
      return;
    }
    this.#reading.counts.skip("balances that were checked", line);
    // Without a margin of its own, beancount allows half of the last digit, which is less than a cent.
    const tolerance =
      margin === undefined ? 0 : Math.round(Number.parseFloat(margin.replaceAll(",", "")) * 100);
    this.#balances.push({ account, date, wanted, tolerance, line, file: this.#file });
  }

  #readPad(rest: string, date: CivilDate, line: number): void {
    const [account, source] = rest.split(/\s+/);
    if (!account || !source)
      throw new LineProblem(line, "`pad` needs an account and the account it takes from.");
    this.#reading.counts.addImported();
    this.#pads.push({ account, source, date, line, file: this.#file });
  }

  /** A complete voucher, whose own lines, besides those of its postings, are counted. */
  #closed(open: ConvertedVoucher, ownLines = 1): ParsedVoucher {
    const voucher = open.close();
    this.#reading.counts.addImported(ownLines);
    for (const { account, netDebitCents } of voucher.lines)
      this.#checks.add(account, voucher.date, netDebitCents);
    return voucher;
  }
}

/** The voucher that a transaction begins: payee and narration, or narration alone. */
function transaction(rest: string, date: CivilDate, line: number): ConvertedVoucher {
  const texts = Array.from(rest.matchAll(STRINGS), ([, text = ""]) => text.replaceAll(/\\(.)/g, "$1"));
  if (rest.replaceAll(STRINGS, "").includes('"'))
    throw new LineProblem(
      line,
      "A quoted text is not closed in its line; texts over several lines are not read.",
    );
  const [first = "", second] = texts;
  return new ConvertedVoucher({
    line,
    journal: null,
    date,
    description: second ?? first,
    merchant: second === undefined || first === "" ? null : first,
  });
}

/** A line without its comment, which begins at the first `;` outside of quotes. */
function withoutComment(text: string): string {
  if (!text.includes(";")) return text;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"' && text[at - 1] !== "\\") isQuoted = !isQuoted;
    else if (text[at] === ";" && !isQuoted) return text.slice(0, at);
  }
  return text;
}
