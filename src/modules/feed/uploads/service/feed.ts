/**
 * Lines that a connector sends. They are stored in batches, each in its own database transaction; when they
 * are sent again, stored ones are unchanged.
 */
import { losAngelesDate, type UnixSeconds } from "@daybook/words/civil-date";
import { dayCheck } from "@daybook/words/day-check";
import { refuse } from "../../../../core/errors.ts";
import { LIMITS } from "@daybook/words/limits";
import { LineProblem } from "../../../../platform/text/line-problem.ts";
import type { ReportProgress } from "../../../../core/progress.ts";
import type { PublicId } from "@daybook/words/public-id";
import { textLines } from "../../../../platform/text/text-lines.ts";
import { bankingStore } from "../../banking/index.ts";
import type { FeedLine, FeedOutcome } from "../../transactions/index.ts";
import { NoFeedLine, readFeedLine, readTarget, type Target } from "../rules/feed-lines.ts";
import type { UploadsNeeds } from "./needs.ts";

type Company = PublicId<"company">;

export type FeedVerb = "add" | "change" | "remove";

/** The result of a line. */
type Became = FeedOutcome["became"] | "removed";

export interface FeedResult {
  readonly counts: Readonly<Record<Became, number>>;
  /** The new lines that wait for an answer, because they are probably in imported books already. */
  readonly asked: number;
  /** Why lines were refused: the first of them. */
  readonly refusals: readonly { readonly line: number; readonly reason: string }[];
}

/** Processes a batch of read lines; returns the result of each. */
type Work<Item> = (
  items: readonly Item[],
) => Promise<
  (
    | { readonly became: Exclude<Became, "refused">; readonly isAsked?: boolean }
    | { readonly became: "refused"; readonly reason: string }
  )[]
>;

const BATCH = 500;

export async function feedLines(
  needs: UploadsNeeds,
  companyId: Company,
  verb: FeedVerb,
  source: AsyncIterable<Uint8Array>,
  now: UnixSeconds,
  report: ReportProgress,
): Promise<FeedResult> {
  const { transactions } = needs;
  if (verb === "remove")
    return work(source, report, readTarget, (targets) => remove(needs, companyId, targets, now));
  const accountOf = new Map<string, string>(
    (await bankingStore.listAllCards(needs.db, companyId)).map(({ id, account_id }) => [id, account_id]),
  );
  const checkDay = dayCheck(losAngelesDate(now));
  const read = (text: string): FeedLine => {
    const line = readFeedLine(text, checkDay);
    if (line.card_id === null || accountOf.get(line.card_id) === line.account_id) return line;
    throw new NoFeedLine(
      accountOf.has(line.card_id)
        ? `the card ${line.card_id} belongs to another account`
        : `there is no card ${line.card_id}`,
    );
  };
  const write = verb === "add" ? transactions.addLines : transactions.changeLines;
  return work(source, report, read, async (lines) =>
    (await write(companyId, lines, now)).map((outcome, index) =>
      outcome.became === "refused"
        ? outcome
        : { ...outcome, isAsked: outcome.twin !== undefined && lines[index]?.in_books === undefined },
    ),
  );
}

async function work<Item>(
  source: AsyncIterable<Uint8Array>,
  report: ReportProgress,
  read: (text: string) => Item,
  run: Work<Item>,
): Promise<FeedResult> {
  const counts = { created: 0, updated: 0, unchanged: 0, removed: 0, refused: 0 };
  const refusals: { line: number; reason: string }[] = [];
  const refuseLine = (line: number, reason: string): void => {
    counts.refused += 1;
    if (refusals.length < LIMITS.upload_errors.value) refusals.push({ line, reason });
  };
  let waiting: { line: number; item: Item }[] = [];
  let [done, asked] = [0, 0];
  const flush = async (): Promise<void> => {
    const outcomes = await run(waiting.map(({ item }) => item));
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.became === "refused") refuseLine(waiting[index]?.line ?? 1, outcome.reason);
      else {
        counts[outcome.became] += 1;
        if (outcome.isAsked === true) asked += 1;
      }
    }
    done = waiting.at(-1)?.line ?? done;
    waiting = [];
  };
  try {
    for await (const batch of textLines(counted(source, report))) {
      for (const { text, line } of batch) {
        if (text.trim() === "") continue;
        const item = readOr(text, read, (reason) => refuseLine(line, reason));
        if (item !== null) waiting.push({ line, item });
        if (waiting.length >= BATCH) await flush();
      }
    }
  } catch (error) {
    if (!(error instanceof LineProblem)) throw error;
    throw refuse("invalid_request", {
      message: `${error.message} ${done === 0 ? "Nothing was done." : `The lines up to ${done} are done.`}`,
    });
  }
  if (waiting.length > 0) await flush();
  return { counts, asked, refusals: refusals.toSorted((a, b) => a.line - b.line) };
}

function readOr<Item>(text: string, read: (text: string) => Item, no: (reason: string) => void): Item | null {
  try {
    return read(text);
  } catch (error) {
    if (!(error instanceof NoFeedLine)) throw error;
    no(error.message);
    return null;
  }
}

async function* counted(
  source: AsyncIterable<Uint8Array>,
  report: ReportProgress,
): AsyncGenerator<Uint8Array, void, undefined> {
  let done = 0;
  for await (const chunk of source) {
    yield chunk;
    done += chunk.length;
    report({ done, total: null, unit: "bytes" });
  }
}

async function remove(
  { transactions }: UploadsNeeds,
  companyId: Company,
  targets: readonly Target[],
  now: UnixSeconds,
): ReturnType<Work<Target>> {
  const named = targets.filter((target) => "external_id" in target);
  const found = (await transactions.findLines(companyId, named)).values();
  const ids = targets.map((target) => ("external_id" in target ? (found.next().value ?? null) : target.id));
  const removed = new Set<string>(
    await transactions.removeLines(
      companyId,
      ids.filter((id) => id !== null),
      now,
    ),
  );
  const left = ids.filter((id) => id !== null && !removed.has(id)).map(String);
  const kept = left.length === 0 ? new Map<string, string>() : await transactions.listKept(companyId, left);
  // A line that is named twice is there once.
  return ids.map((id) => {
    if (id !== null && removed.delete(id)) return { became: "removed" };
    return { became: "refused", reason: kept.get(id ?? "") ?? "there is no such transaction" };
  });
}
