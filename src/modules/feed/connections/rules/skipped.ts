/**
 * Lines that a vendor sent and that can't be read. Invariants: such a line is listed until it comes in or is
 * there no more, and counts as removed by nobody. For some days it is read again once a day from the place
 * where it stood, so that no cursor passes over it.
 */
import { hash } from "node:crypto";
import { DAY_S, type UnixSeconds, unixSeconds } from "@daybook/words/civil-date";
import { LIMITS } from "@daybook/words/limits";
import type { ConnectionRow, SkippedRow } from "../record.ts";
import { UnexpectedAnswer } from "./answers.ts";
import type { Page, SkippedLine } from "./pull.ts";

/** The days after which a line is read again no more on its own account. */
const AGAIN_DAYS = 30;
/** With more of them in one reading the vendor's answers are others than are known here. */
const SKIPPED_MOST = 200;

type State = Pick<ConnectionRow, "skipped" | "again_cursor" | "again_at" | "again_began">;

/** A connection that skips nothing. */
export const NONE_SKIPPED: State = { skipped: [], again_cursor: null, again_at: null, again_began: null };

/** True if the next page begins with the lines that were skipped; `isAsked` if a person wants that. */
export function isAgainDue(
  { again_cursor, again_at, again_began }: State,
  now: UnixSeconds,
  isAsked: boolean,
): boolean {
  return again_cursor !== null && again_began === null && (isAsked || (again_at ?? now) <= now);
}

/** True while a line is read again once a day: for some days, until somebody dismisses it. */
function isReadAgain(row: SkippedRow, now: UnixSeconds): boolean {
  return !isDismissed(row) && row.first_sent_at > now - AGAIN_DAYS * DAY_S;
}

/** The beginning of a page that is stored, and of the reading that it is of. */
interface Reading {
  /** True for the first page of those that begin with a line that was skipped. */
  readonly isAgain: boolean;
  readonly began: UnixSeconds;
  readonly now: UnixSeconds;
}

/** Returns the skipped lines after a page. Throws `UnexpectedAnswer` if there are too many. */
export function afterPage(
  { skipped, again_cursor, again_at, again_began }: State,
  page: Pick<Page, "lines" | "removed" | "skipped" | "again" | "hasMore">,
  { isAgain, began: readingBegan, now }: Reading,
): State {
  const listed = unreadOf(skipped, page);
  let isHeld = false;
  for (const line of page.skipped) {
    const key = keyOf(line);
    const former = listed.get(key);
    const row: SkippedRow = {
      ...(former?.is_dismissed === true ? { is_dismissed: true } : {}),
      key,
      account: line.account,
      line: line.id,
      reason: line.reason,
      sent: line.sent,
      first_sent_at: former?.first_sent_at ?? now,
      last_sent_at: now,
    };
    listed.set(key, row);
    isHeld ||= isReadAgain(row, now);
  }
  refuseMany([...listed.values()], readingBegan, page.skipped);
  const cursor = (isAgain ? null : again_cursor) ?? (isHeld ? page.again : null);
  const due = isAgain ? null : again_at;
  const began = isAgain ? now : again_began;
  // A skipped line that a complete reading did not show again is gone. A dismissed one may still be sent at
  // any time.
  const isThere = (row: SkippedRow): boolean =>
    isDismissed(row)
      ? row.last_sent_at > now - AGAIN_DAYS * DAY_S
      : page.hasMore || began === null || row.last_sent_at >= began || !isReadAgain(row, now);
  return {
    skipped: [...listed.values()].filter(isThere),
    again_cursor: cursor,
    again_at: cursor === null ? null : (due ?? unixSeconds(now + DAY_S)),
    again_began: page.hasMore ? began : null,
  };
}

function refuseMany(rows: readonly SkippedRow[], began: UnixSeconds, [first]: readonly SkippedLine[]): void {
  const most = LIMITS.feed_skipped_lines.value;
  if (rows.filter((row) => row.last_sent_at >= began && !isDismissed(row)).length > SKIPPED_MOST)
    throw new UnexpectedAnswer(
      `More than ${SKIPPED_MOST} lines can't be read. ${first?.reason ?? ""}`.trim(),
    );
  if (rows.filter((row) => !isDismissed(row)).length > most)
    throw new UnexpectedAnswer(
      `More than ${most} lines that can't be read are listed. Dismiss those that are settled.`,
    );
}

function isDismissed({ is_dismissed = false }: Pick<SkippedRow, "is_dismissed">): boolean {
  return is_dismissed;
}

/** The lines that a page skips, without those that a person has dismissed. */
export function undismissed(skipped: State["skipped"], lines: Page["skipped"]): Page["skipped"] {
  const settled = new Set(skipped.filter(isDismissed).map(({ key }) => key));
  return lines.filter((line) => !settled.has(keyOf(line)));
}

/** The id under which a skipped line is listed: keys are long, and hold what a vendor sent. */
const listedId = ({ key }: SkippedRow): string => hash("sha256", key, "base64url").slice(0, 16);

/** The lines that people see: those that nobody has dismissed. */
export function listedLines(skipped: State["skipped"], now: UnixSeconds) {
  return skipped
    .filter((row) => !isDismissed(row))
    .map((row) => {
      const { key: _key, is_dismissed: _dismissed, ...line } = row;
      return { id: listedId(row), ...line, is_read_again: isReadAgain(row, now) };
    });
}
export type ListedLine = ReturnType<typeof listedLines>[number];

/** The skipped lines after some were dismissed by their ids; the first id that is not listed otherwise. */
export function dismissed(
  skipped: State["skipped"],
  ids: readonly string[],
): { readonly skipped: State["skipped"] } | { readonly unknown: string } {
  const listed = new Set(skipped.filter((row) => !isDismissed(row)).map(listedId));
  const unknown = ids.find((id) => !listed.has(id));
  if (unknown !== undefined) return { unknown };
  return {
    skipped: skipped.map((row) => (ids.includes(listedId(row)) ? { ...row, is_dismissed: true } : row)),
  };
}

/** Those of the skipped lines that a page neither has nor removes, by their keys. */
function unreadOf(
  skipped: State["skipped"],
  { lines, removed }: Pick<Page, "lines" | "removed">,
): Map<string, SkippedRow> {
  const read = new Set(lines.map(keyOf));
  const gone = new Set(removed.map(({ id }) => id));
  return new Map(
    skipped
      .filter(({ key, line }) => !read.has(key) && (line === null || !gone.has(line)))
      .map((row) => [row.key, row]),
  );
}

function keyOf({
  account,
  id,
  ...line
}: {
  account: string | null;
  id: string | null;
  sent?: string;
}): string {
  return id === null ? hash("sha256", line.sent ?? "", "base64url") : JSON.stringify([account, id]);
}

/** A line that is skipped, as a sentence. */
export function skippedText({ account, id, reason }: SkippedLine): string {
  const what = id === null ? "A line" : `The line ${id}`;
  return `${what}${account === null ? "" : ` of ${account}`} was skipped. ${reason}`;
}
