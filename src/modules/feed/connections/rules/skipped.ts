/**
 * Lines that a vendor sent and that can't be read. Invariants: such a line is listed until it comes in or is
 * there no more, and counts as removed by nobody. For some days it is read again once a day from the place
 * where it stood, so that no cursor passes over it.
 */
import { hash } from "node:crypto";
import { DAY_S, type UnixSeconds, unixSeconds } from "../../../../core/civil-date.ts";
import type { ConnectionRow, SkippedRow } from "../record.ts";
import { UnexpectedAnswer } from "./answers.ts";
import type { Page, SkippedLine } from "./pull.ts";

/** The days after which a line is read again no more on its own account. */
const AGAIN_DAYS = 30;
/** With more of them the vendor's answers are others than are known here. */
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

/** True while a line is read again once a day. */
export function isReadAgain({ first_sent_at }: Pick<SkippedRow, "first_sent_at">, now: UnixSeconds): boolean {
  return first_sent_at > now - AGAIN_DAYS * DAY_S;
}

/**
 * What is known of skipped lines after a page; `isAgain` for the first page of those that begin with such a
 * line. Throws `UnexpectedAnswer` if there are too many.
 */
export function afterPage(
  { skipped, again_cursor, again_at, again_began }: State,
  page: Pick<Page, "lines" | "removed" | "skipped" | "again" | "hasMore">,
  isAgain: boolean,
  now: UnixSeconds,
): State {
  const listed = unreadOf(skipped, page);
  let isHeld = false;
  for (const line of page.skipped) {
    const key = keyOf(line);
    const row: SkippedRow = {
      key,
      account: line.account,
      line: line.id,
      reason: line.reason,
      sent: line.sent,
      first_sent_at: listed.get(key)?.first_sent_at ?? now,
      last_sent_at: now,
    };
    listed.set(key, row);
    isHeld ||= isReadAgain(row, now);
  }
  refuseMany(listed.size, page.skipped);
  const cursor = (isAgain ? null : again_cursor) ?? (isHeld ? page.again : null);
  const due = isAgain ? null : again_at;
  const began = isAgain ? now : again_began;
  return {
    // What a whole reading did not show again is there no more.
    skipped: [...listed.values()].filter(
      (row) => page.hasMore || began === null || row.last_sent_at >= began || !isReadAgain(row, now),
    ),
    again_cursor: cursor,
    again_at: cursor === null ? null : (due ?? unixSeconds(now + DAY_S)),
    again_began: page.hasMore ? began : null,
  };
}

function refuseMany(count: number, [first]: readonly SkippedLine[]): void {
  if (count > SKIPPED_MOST)
    throw new UnexpectedAnswer(
      `More than ${SKIPPED_MOST} lines can't be read. ${first?.reason ?? ""}`.trim(),
    );
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
