/**
 * Recognizes duplicates among bank lines: by the bank's own id, if there is one; otherwise by a
 * fingerprint of date, amount, description and the number of equal lines before it in the file. So two equal
 * coffees on one day both stay, and the same file twice adds nothing.
 */
import { hash } from "node:crypto";
import { decimalText } from "../../../../core/money-text.ts";
import { quoted } from "../../../../platform/text/line-problem.ts";
import type { Paced } from "../../../../core/paced.ts";
import type { LineError, Statement, StatementLine } from "./statement.ts";

/** A line with the id under which the account keeps it. */
export interface KnownLine extends StatementLine {
  readonly key: string;
}

/** Fingerprints have a beginning that no bank gives its ids. */
const FINGERPRINT = "fingerprint:";

/** A description as it is compared: banks change the blanks and the case of what they export twice. */
export function plain(description: string): string {
  return description.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();
}

/** What stands where a line has no id. */
const NO_ID = /^(?:n\.?\/?a\.?|none|null|nil|nonref|noref|not ?provided|[-\u2013\u2014.]+|0+)$/i;

/** Lines with their keys. */
export interface KeyedLines {
  readonly lines: readonly KnownLine[];
  readonly errors: readonly LineError[];
  /** How many lines have each fingerprint, for `fingerprintOf` of further ones. */
  readonly counts: Map<string, number>;
}

/**
 * Gives each line its key. A line whose id another line of the file has, with another day, amount or text, is
 * refused.
 */
export async function keyed({ lines, errors }: Statement, paced: Paced): Promise<KeyedLines> {
  const counts = new Map<string, number>();
  const byId = new Map<string, StatementLine>();
  const kept: KnownLine[] = [];
  const conflicts: LineError[] = [];
  for await (const line of paced(lines)) {
    const { external_id } = line;
    if (external_id === null || NO_ID.test(external_id)) {
      kept.push({ ...line, external_id: null, key: fingerprintOf(counts, line) });
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
    byId.set(external_id, former ?? line);
    kept.push({ ...line, key: external_id });
  }
  return { lines: kept, errors: [...errors, ...conflicts].toSorted((a, b) => a.line - b.line), counts };
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

/** What is said of lines that the account has from elsewhere by day and amount: no note, or one. */
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
  readonly former: string;
}

/**
 * The new lines with the day and the amount of one that the account has from an earlier file, unless this
 * file has that one too; `keys` are those of the file. Each of those counts once.
 */
export function rewordedOf(
  added: readonly OtherLine[],
  alike: readonly (OtherLine & { readonly external_id: string | null })[],
  keys: ReadonlySet<string>,
): RewordedLine[] {
  const left = alike.filter(({ external_id }) => external_id === null || !keys.has(external_id));
  return added.flatMap(({ date, amount_cents, description }) => {
    const at = left.findIndex((each) => each.date === date && each.amount_cents === amount_cents);
    const [former] = at < 0 ? [] : left.splice(at, 1);
    return former === undefined ? [] : [{ date, amount_cents, description, former: former.description }];
  });
}

/** What is said of lines that an earlier file may have under another text or id: no note, or one. */
export function rewordedNotes(lines: readonly RewordedLine[]): readonly string[] {
  const [first] = lines;
  if (first === undefined) return [];
  const { date, amount_cents, description, former } = first;
  const [have, such] =
    lines.length === 1
      ? ["1 new line has the day and the amount of a line", ""]
      : [`${lines.length} new lines have the day and the amount of lines`, "such as "];
  return [
    `${have} of an earlier file, which this one does not have: ${such}${decimalText(amount_cents)} of ${date}, ${quoted(description)} now and ${quoted(former)} before. If they are the same, exclude one of them, or do not keep this upload.`,
  ];
}
