/**
 * Recognizes duplicates among bank lines: by the bank's own id, if there is one; otherwise by a
 * fingerprint of date, amount, description and the number of equal lines before it in the file. So two equal
 * coffees on one day both stay, and the same file twice adds nothing, also where both are in one archive.
 */
import { hash } from "node:crypto";
import { addDays, type CivilDate, dayNumber } from "@daybook/words/civil-date";
import { decimalText } from "@daybook/words/money-text";
import { plain } from "../../../../core/plain-text.ts";
import { quoted } from "../../../../platform/text/line-problem.ts";
import type { Paced } from "../../../../core/paced.ts";
import type { BookedEntry } from "../../transactions/index.ts";
import type { LineError, Statement, StatementLine } from "./statement.ts";

/** A line with the id under which the account keeps it. */
export interface KnownLine extends StatementLine {
  readonly key: string;
}

/** Fingerprints have a beginning that no bank gives its ids. */
const FINGERPRINT = "fingerprint:";

/** The words that stand for no id. */
const NO_ID = /^(?:n\.?\/?a\.?|none|null|nil|nonref|noref|not ?provided|[-\u2013\u2014.]+|0+)$/i;

/** Lines with their keys. */
export interface KeyedLines {
  readonly lines: readonly KnownLine[];
  readonly errors: readonly LineError[];
  /** How many lines have each fingerprint, for `fingerprintOf` of further ones. */
  readonly counts: Map<string, number>;
  /** Returns the notes about lines that occur twice, under one id or in several files: at most two. */
  readonly notes: readonly string[];
}

/**
 * Gives each line its key. A line whose id another line of the file has, with another day, amount or text, is
 * refused.
 */
export async function keyed({ lines, errors }: Statement, paced: Paced): Promise<KeyedLines> {
  const counts = new FileCounts();
  const byPrint = new Map<string, StatementLine>();
  const shared: StatementLine[] = [];
  const byId = new Map<string, StatementLine>();
  const kept: KnownLine[] = [];
  const conflicts: LineError[] = [];
  const repeated: StatementLine[] = [];
  for await (const line of paced(lines)) {
    const { external_id } = line;
    if (external_id === null || NO_ID.test(external_id)) {
      const key = fingerprintOf(counts.of(line.file), line);
      const other = byPrint.get(key);
      if (other === undefined) byPrint.set(key, line);
      else shared.push(other);
      kept.push({ ...line, external_id: null, key });
      continue;
    }
    const former = byId.get(external_id);
    const difference = former === undefined ? null : differenceOf(former, line);
    if (former !== undefined && difference !== null) {
      conflicts.push({
        line: line.line,
        code: "conflicting_id",
        message: `Line ${former.line} has the same transaction id with a different ${difference}.`,
      });
      continue;
    }
    if (former !== undefined) repeated.push(line);
    byId.set(external_id, former ?? line);
    kept.push({ ...line, key: external_id });
  }
  return {
    lines: kept,
    errors: [...errors, ...conflicts].toSorted((a, b) => a.line - b.line),
    counts: counts.most(),
    notes: [...repeatedNotes(repeated), ...sharedNotes(shared)],
  };
}

/** The equal lines of each file of an archive, whose files may overlap. */
class FileCounts {
  readonly #files = new Map<number, Map<string, number>>();

  of(file = 0): Map<string, number> {
    const counts = this.#files.get(file) ?? new Map<string, number>();
    this.#files.set(file, counts);
    return counts;
  }

  /** The number of lines with each fingerprint, in the file that has the most of them. */
  most(): Map<string, number> {
    const most = new Map<string, number>();
    for (const counts of this.#files.values())
      for (const [base, count] of counts) most.set(base, Math.max(count, most.get(base) ?? 0));
    return most;
  }
}

/** `lines` are those that a later file has too, once for each time. */
function sharedNotes(lines: readonly StatementLine[]): readonly string[] {
  const [first] = lines;
  if (first === undefined) return [];
  const stand = lines.length === 1 ? "1 line stands" : `${lines.length} lines stand`;
  return [
    `${stand} in a further file of the archive with the same day, amount and text, such as ${decimalText(first.amount_cents)} of ${first.date}, ${quoted(first.description)}, so each is the same line and not added again.`,
  ];
}

function repeatedNotes(lines: readonly StatementLine[]): readonly string[] {
  const [first] = lines;
  if (first === undefined) return [];
  const have = lines.length === 1 ? "1 line has" : `${lines.length} lines have`;
  return [
    `${have} the id, the day, the amount and the text of another line of the file, such as ${quoted(first.external_id ?? "")} in line ${first.line}, so each is the same line and not added again.`,
  ];
}

/** In what two lines with one id differ; null if they are the same. */
function differenceOf(former: OtherLine, line: OtherLine): string | null {
  if (former.date !== line.date || former.amount_cents !== line.amount_cents) return "date or amount";
  return plain(former.description) === plain(line.description) ? null : "text";
}

/** The day, the amount and the text of a line. */
export type OtherLine = Pick<StatementLine, "date" | "amount_cents" | "description">;

/** A key of a line without an id; `counts` are the equal lines before it. */
export function fingerprintOf(
  counts: Map<string, number>,
  { date, amount_cents, description }: OtherLine,
): string {
  const base = hash("sha256", JSON.stringify([date, amount_cents, plain(description)]), "base64url");
  const count = counts.get(base) ?? 0;
  counts.set(base, count + 1);
  return `${FINGERPRINT}${base}:${count}`;
}

/** Returns the note about lines that the account has from another source, by day and amount: none or one. */
export function twinNotes(twins: readonly Pick<StatementLine, "date" | "amount_cents">[]): readonly string[] {
  const [first] = twins;
  if (first === undefined) return [];
  const lines = twins.length === 1 ? "1 new line has" : `${twins.length} new lines have`;
  return [
    `${lines} the day and the amount of something that the account has already from another file, a feed or its books, such as ${decimalText(first.amount_cents)} of ${first.date}. If they are the same, do not keep this upload.`,
  ];
}

/** A new line, and the one of an earlier file that may be the same. */
export interface RewordedLine extends OtherLine {
  readonly former: OtherLine;
}

/** Banks move the day of a line by as many days, from the day of a payment to that of its booking. */
const MOVED_DAYS = 3;

/** The days of lines that may be the same as these, their own and those close by, and their amounts, each once. */
export function nearby(lines: readonly Pick<OtherLine, "date" | "amount_cents">[]) {
  const offsets = Array.from({ length: 2 * MOVED_DAYS + 1 }, (_, index) => index - MOVED_DAYS);
  const own = [...new Set(lines.map(({ date }) => date))];
  return {
    days: [...new Set(own.flatMap((date) => offsets.map((offset) => addDays(date, offset))))],
    amounts: [...new Set(lines.map(({ amount_cents }) => amount_cents))],
  };
}

/** The first and the last day of a file. */
interface DayRange {
  readonly from: CivilDate;
  readonly to: CivilDate;
}

/** The days of lines; null if there are none. */
export function daysOf(lines: readonly Pick<OtherLine, "date">[]): DayRange | null {
  const [first] = lines;
  if (first === undefined) return null;
  return lines.reduce<DayRange>(
    ({ from, to }, { date }) => ({ from: date < from ? date : from, to: date > to ? date : to }),
    { from: first.date, to: first.date },
  );
}

/**
 * The new lines with the day and the amount of one that the account has from an earlier file, or with its
 * text and amount and a day close by within the days of the file, unless this file has that one too. `alike`
 * are those lines, `keys` the keys of the file. Each of them counts once.
 */
export function rewordedOf(
  added: readonly OtherLine[],
  alike: readonly (OtherLine & { readonly external_id: string | null })[],
  keys: ReadonlySet<string>,
  days: DayRange | null,
): RewordedLine[] {
  const byAmount = Map.groupBy(
    alike.filter(({ external_id }) => external_id === null || !keys.has(external_id)),
    ({ amount_cents }) => amount_cents,
  );
  return added.flatMap((line) => {
    const { date, amount_cents, description } = line;
    const left = byAmount.get(amount_cents) ?? [];
    const same = left.findIndex((each) => each.date === date);
    const at = same >= 0 ? same : left.findIndex((each) => isMoved(line, each, days));
    const [former] = at < 0 ? [] : left.splice(at, 1);
    return former === undefined ? [] : [{ date, amount_cents, description, former }];
  });
}

function isMoved(line: OtherLine, former: OtherLine, days: DayRange | null): boolean {
  return (
    days !== null &&
    former.date >= days.from &&
    former.date <= days.to &&
    Math.abs(dayNumber(line.date) - dayNumber(former.date)) <= MOVED_DAYS &&
    plain(line.description) === plain(former.description)
  );
}

/** Returns the notes about lines that an earlier file may have under another text, id or day: at most two. */
export function rewordedNotes(lines: readonly RewordedLine[]): readonly string[] {
  const told = (
    some: readonly RewordedLine[],
    what: string,
    named: (line: RewordedLine) => string,
  ): readonly string[] => {
    const [first] = some;
    if (first === undefined) return [];
    const [have, such] =
      some.length === 1
        ? [`1 new line has ${what} of a line`, ""]
        : [`${some.length} new lines have ${what} of lines`, "such as "];
    return [
      `${have} of an earlier file, which this one does not have: ${such}${named(first)} before. If they are the same, exclude one of them, or do not keep this upload.`,
    ];
  };
  return [
    ...told(
      lines.filter(({ date, former }) => date === former.date),
      "the day and the amount",
      ({ amount_cents, date, description, former }) =>
        `${decimalText(amount_cents)} of ${date}, ${quoted(description)} now and ${quoted(former.description)}`,
    ),
    ...told(
      lines.filter(({ date, former }) => date !== former.date),
      "the text and the amount",
      ({ amount_cents, date, description, former }) =>
        `${decimalText(amount_cents)}, ${quoted(description)}, of ${date} now and of ${former.date}`,
    ),
  ];
}

/** A new line, and the entry of imported books that it probably is. */
export interface BookedLine extends OtherLine {
  readonly twin: Pick<BookedEntry, "date" | "description">;
}

/**
 * Returns the note about new lines that probably duplicate entries of imported books, undecided or decided:
 * none or one.
 */
export function bookedNotes(lines: readonly BookedLine[], isSaid: boolean): readonly string[] {
  const [first] = lines;
  if (first === undefined) return [];
  const [are, what] =
    lines.length === 1
      ? ["1 new line is", `the same as an entry of imported books: ${besideOf(first)}`]
      : [
          `${lines.length} new lines are`,
          `the same as entries of imported books, one each, such as ${besideOf(first)}`,
        ];
  return [
    isSaid
      ? `${are} ${what}, as was said, and not in the books a second time.`
      : `${are} probably ${what}. What may be the same is not in the books until somebody says if it is.`,
  ];
}

const besideOf = ({ amount_cents, date, description, twin }: BookedLine): string =>
  `${decimalText(amount_cents)} of ${date}, ${quoted(description)}, beside ${quoted(twin.description)} of ${twin.date}`;
