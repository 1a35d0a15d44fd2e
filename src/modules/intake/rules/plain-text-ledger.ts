/**
 * The plain-text ledger format, as far as ordinary books in dollars use it, becomes vouchers. The format has
 * many more features; one that would change an amount, a date or an account is refused with its line number,
 * never ignored. Invariant: every voucher given out balances.
 *
 * Read: entries with a date, an optional `*` or `!`, an optional `(code)` and a payee; postings with an
 * amount in dollars, at most one of them without; comments; `account` and `commodity` directives. The comment
 * behind a posting becomes its line's own description; other comments are passed over.
 */
import { cents } from "../../../core/cents.ts";
import { type CivilDate, civilDate } from "../../../core/civil-date.ts";
import type { ByteChunks } from "../../../platform/text/chunks.ts";
import { LineProblem, quoted } from "../../../platform/text/line-problem.ts";
import { centsFromLedgerAmount, hasDecimalComma } from "./ledger-amount.ts";
import {
  addToSum,
  type ParsedLine,
  type ParsedVoucher,
  roomForLine,
  storableText,
  unbalanced,
} from "./parsed-voucher.ts";
import { type TextLine, textLines } from "../../../platform/text/text-lines.ts";

const DATE = /^(\d{4})([/-])(\d{1,2})\2(\d{1,2})(?=\s|$)/;
const STATUS_AND_CODE = /^\s*(?:[*!]\s*)?(?:\(([^)]*)\)\s*)?/;
const POSTING_STATUS = /^[*!]\s+/;
/** An account ends at two blanks or a tab, so that its name may hold single ones. */
const ACCOUNT_END = / {2,}| ?\t\s*/;
/** An amount after a single blank, which would otherwise be read as part of the account's name. */
const MONEY_AT_END = / [-+]?(?:\$ ?|USD ?)[-+]?\d[\d.,]*$| [-+]?\d[\d.,]* ?USD$/;
/** Comments that give a posting or an entry another date: `date:2020-01-31` and `[2020-01-31=...]`. */
const DATE_IN_COMMENT = /(?:^|[\s,])date2?:\s*\S|\[=?\d+[-/.]\d/;
/** Lines that may be below `account` and `commodity` without changing how entries are read. */
const HARMLESS_BENEATH = /^(?:;|note\b|format\b|nomarket\b)/;

/** Directives and other first signs of a line, and what the refusal says of them. */
const UNSUPPORTED: readonly (readonly [RegExp, string])[] = [
  [/^=/, "Automated entries (`=`) are not supported."],
  [/^~/, "Periodic entries (`~`) are not supported."],
  [/^!?include\b/, "`include` is not supported; merge the files first."],
  [/^!?(?:apply|end)\b/, "`apply` and `end` are not supported."],
  [/^(?:comment|test)\b/, "Comment blocks are not supported; begin each line with `;`."],
  [/^!?alias\b/, "`alias` is not supported."],
  [/^P\s/, "Prices (`P`) are not supported."],
  [/^D\s/, "A default commodity (`D`) is not supported; write $ or USD with each amount."],
  [/^(?:Y\s*\d|year\b)/, "A default year is not supported; write the year in each date."],
  [/^[ioIOhb]\s/, "Timeclock entries are not supported."],
  [/^[*%|]/, "Lines that begin with `*`, `%` or `|` are not supported; begin comments with `;` or `#`."],
  [/^\d+[-/.]\d+(?:[-/.]\d+)?=/, "A second date (`=`) is not supported."],
  [/^\d+[-/.]\d+(?!\d|[-/.])/, "A date without a year is not supported."],
  [/^\d/, "An entry begins with a date as YYYY/MM/DD or YYYY-MM-DD."],
];

/** An entry whose postings are being read. */
interface OpenEntry {
  readonly line: number;
  readonly date: CivilDate;
  readonly description: string;
  readonly merchant: string | null;
  readonly postings: ParsedLine[];
  sum: number;
  /** Index of the posting without an amount. */
  elided: number | null;
}

/**
 * Reads a ledger file. A voucher's description is the text after date, status and code; its merchant is the
 * part of that before `|`. `journal` (the voucher's name in the file) is always null: codes repeat, so a code
 * is none.
 * @throws LineProblem naming the line, for what is not supported and what does not balance.
 */
export async function* readPlainTextLedger(
  chunks: ByteChunks,
): AsyncGenerator<ParsedVoucher, void, undefined> {
  let entry: OpenEntry | null = null;
  let beneathDirective = false;
  for await (const batch of textLines(chunks)) {
    for (const { text, line } of batch) {
      const indented = text.startsWith(" ") || text.startsWith("\t");
      const content = text.trim();
      if (indented && content !== "") {
        if (entry) readPosting(entry, content, line);
        else if (!beneathDirective) refuseLooseLine(content, line);
        else if (!HARMLESS_BENEATH.test(content) || hasDecimalComma(content))
          throw unsupportedBeneathDirective(content, line);
        continue;
      }
      // Whatever is not indented, a blank line too, ends an entry.
      if (entry) yield closed(entry);
      entry = null;
      beneathDirective = false;
      if (content === "" || text.startsWith(";") || text.startsWith("#")) continue;
      if (/^(?:account|commodity)(?:\s|$)/.test(text)) {
        readDirective(text, line);
        beneathDirective = true;
      } else entry = openEntry({ text, line });
    }
  }
  if (entry) yield closed(entry);
}

/** Outside of entries only a comment may be indented. */
function refuseLooseLine(content: string, line: number): void {
  if (content.startsWith(";")) return;
  throw new LineProblem(line, "The line is indented like a posting but belongs to no entry.");
}

function unsupportedBeneathDirective(content: string, line: number): LineProblem {
  if (hasDecimalComma(content)) return new LineProblem(line, "A decimal comma is not supported.");
  return new LineProblem(
    line,
    `${quoted(content.split(/\s/, 1)[0] ?? "")} beneath a directive is not supported.`,
  );
}

/** `account` and `commodity` only declare. One that changes how numbers are read is refused. */
function readDirective(text: string, line: number): void {
  const [declared] = cutComment(text);
  if (declared.startsWith("commodity") && hasDecimalComma(declared.trim()))
    throw new LineProblem(line, "A decimal comma is not supported.");
}

function openEntry({ text, line }: TextLine): OpenEntry {
  const match = DATE.exec(text);
  if (!match) {
    for (const [sign, sentence] of UNSUPPORTED) if (sign.test(text)) throw new LineProblem(line, sentence);
    throw new LineProblem(
      line,
      `A line that begins with ${quoted(text.split(/\s/, 1)[0] ?? "")} is not supported.`,
    );
  }
  const date = civilDate(Number(match[1]), Number(match[3]), Number(match[4]));
  if (!date) throw new LineProblem(line, `The date ${quoted(match[0])} does not exist.`);
  const [header, comment] = cutComment(text.slice(match[0].length));
  refuseDates(comment, line);
  const description = storableText(header.replace(STATUS_AND_CODE, "").trim(), "payee", line);
  const payee = description.split("|", 1)[0]?.trim() ?? "";
  return {
    line,
    date,
    description,
    merchant: payee === "" ? null : payee,
    postings: [],
    sum: 0,
    elided: null,
  };
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

function readPosting(entry: OpenEntry, content: string, line: number): void {
  if (content.startsWith(";")) {
    refuseDates(content.slice(1), line);
    return;
  }
  const posting = content.replace(POSTING_STATUS, "");
  const end = ACCOUNT_END.exec(posting);
  const account = end ? posting.slice(0, end.index) : posting;
  const [amountText, comment] = cutComment(end ? posting.slice(end.index + end[0].length) : "");
  refuseDates(comment, line);
  if (/^[([]/.test(account))
    throw new LineProblem(line, "Virtual postings (an account in brackets) are not supported.");
  if (account.includes(";"))
    throw new LineProblem(line, "Two blanks must separate an account and a comment.");
  if (MONEY_AT_END.test(account)) {
    throw new LineProblem(line, "Two blanks must separate an account and its amount.");
  }
  storableText(account, "account", line);
  roomForLine(entry.postings.length, line);
  const trimmed = amountText.trim();
  if (trimmed === "" && entry.elided !== null)
    throw new LineProblem(line, "Only one posting of an entry may be without an amount.");
  if (trimmed === "") entry.elided = entry.postings.length;
  const netDebitCents = trimmed === "" ? cents(0) : centsFromLedgerAmount(trimmed, line);
  entry.sum = addToSum(entry.sum, netDebitCents, line);
  const memo = storableText(comment.trim(), "comment", line);
  entry.postings.push({
    account,
    department: null,
    netDebitCents,
    ...(memo === "" ? {} : { description: memo }),
    line,
  });
}

/** The voucher of an entry that is complete: the posting without an amount takes what is missing. */
function closed(entry: OpenEntry): ParsedVoucher {
  const { line, date, description, merchant, postings, sum, elided } = entry;
  if (postings.length === 0) throw new LineProblem(line, "The entry has no postings.");
  const missing = elided === null ? undefined : postings[elided];
  if (elided !== null && missing) postings[elided] = { ...missing, netDebitCents: cents(-sum) };
  else if (sum !== 0) throw unbalanced(line, sum);
  return { line, journal: null, date, description, merchant, lines: postings };
}
