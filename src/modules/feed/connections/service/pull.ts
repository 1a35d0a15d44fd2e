/**
 * A pull: pages are read from the vendor, each outside of the database, and committed each in a transaction
 * that also stores the cursor after it. Invariant: the cursor is stored if and only if the lines before it
 * are. So a page that was lost in a crash is read again, and one that was stored is not.
 */
import { type UnixSeconds, losAngelesDate } from "@daybook/words/civil-date";
import { dayCheck } from "@daybook/words/day-check";
import { refuse } from "../../../../core/errors.ts";
import type { Tx } from "../../../../platform/db/index.ts";
import { NotOpened } from "../../../../platform/secrets/index.ts";
import { lockCompany } from "../../../tenants/company/index.ts";
import { reportConnection } from "../../../tenants/integrations/index.ts";
import { bankingStore } from "../../banking/index.ts";
import type { FeedOutcome } from "../../transactions/index.ts";
import type { ConnectionRow, VendorAccountRow } from "../record.ts";
import { UnexpectedAnswer } from "../rules/answers.ts";
import { follow, type Page, sentText, type SkippedLine } from "../rules/pull.ts";
import { nextPull, nextTry, nextTryWithoutAccess } from "../rules/schedule.ts";
import { afterPage, isAgainDue, NONE_SKIPPED, skippedText, undismissed } from "../rules/skipped.ts";
import { isDollars, VENDOR_NAMES } from "../rules/words.ts";
import { connectionsStore } from "../store.ts";
import { NeedsReconnect, TryLater } from "./connector.ts";
import type { Company, ConnectionsNeeds } from "./needs.ts";

/** The result of a pull. */
export interface PullResult {
  readonly connection_id: string;
  readonly vendor: string;
  readonly ok: boolean;
  readonly status: ConnectionRow["status"];
  readonly counts: Counts;
  /** Sentences for people: why the pull failed, why lines were refused, and what the vendor reports. */
  readonly problems: readonly string[];
  /** Accounts at the vendor whose lines are not taken. */
  readonly unmapped: readonly { readonly id: string; readonly name: string; readonly currency: string }[];
  readonly next_pull_at: UnixSeconds;
}

type Counts = Readonly<Record<"created" | "updated" | "unchanged" | "removed" | "refused", number>>;

/**
 * The most pages of one pull, and the seconds after which it begins no further page; the next pull continues.
 */
const PAGES_MOST = 50;
const LONGEST_S = 120;
const PROBLEMS_MOST = 20;
const DETAIL_MOST = 500;

/** What a pull has done so far. */
class Tally {
  readonly counts = { created: 0, updated: 0, unchanged: 0, removed: 0, refused: 0 };
  readonly problems: string[] = [];

  note(sentence: string): void {
    if (this.problems.length < PROBLEMS_MOST && !this.problems.includes(sentence))
      this.problems.push(sentence);
  }

  skip(line: SkippedLine): void {
    this.counts.refused += 1;
    this.note(skippedText(line));
  }

  count(outcome: FeedOutcome): void {
    this.counts[outcome.became] += 1;
    if (outcome.became === "refused") this.note(`A line was refused: ${outcome.reason}.`);
    else if (outcome.twin !== undefined)
      this.note(
        "Lines are probably the same as entries of imported books, and not in the books until somebody says if they are.",
      );
  }

  detail(): string | null {
    return this.problems.length === 0 ? null : this.problems.join(" ").slice(0, DETAIL_MOST).toWellFormed();
  }
}

/**
 * Pulls a connection now; `isByHand` reads lines that were skipped again, as soon as it is asked. Throws the
 * refusal `resource_missing`.
 */
export async function pull(
  needs: ConnectionsNeeds,
  companyId: Company,
  id: string,
  signal: AbortSignal,
  isByHand = false,
): Promise<PullResult> {
  const tally = new Tally();
  const began = needs.now();
  const ending = began + LONGEST_S;
  let row = await findConnection(needs, companyId, id);
  try {
    const secret = openSecret(needs, companyId, row);
    for (let pages = 1; ; pages += 1) {
      const isAgain: boolean = isAgainDue(row, needs.now(), isByHand && pages === 1);
      const page = await needs.connectors[row.vendor].pull({
        secret,
        cursor: isAgain ? row.again_cursor : row.cursor,
        since: row.since,
        now: needs.now(),
        signal,
      });
      const stored = await commit(needs, companyId, row, page, { tally, isAgain, began });
      // Another pull, a new mapping or the end of the connection came in between.
      if (stored === null) break;
      row = stored.row;
      if (!stored.hasMore || pages >= PAGES_MOST || needs.now() >= ending) break;
    }
    return await resultOf(needs, companyId, id, tally, true);
  } catch (error) {
    // The worker stops, which is no fault of the vendor.
    if (signal.aborted || !isOfVendor(error)) throw error;
    tally.problems.unshift(error.message);
    await recordFailure(needs, companyId, row, error);
    return await resultOf(needs, companyId, id, tally, false);
  }
}

type VendorError = NeedsReconnect | TryLater | UnexpectedAnswer;

/** True for an error of this connection only, whose message can be shown. */
function isOfVendor(error: unknown): error is VendorError {
  return error instanceof NeedsReconnect || error instanceof TryLater || error instanceof UnexpectedAnswer;
}

export async function findConnection(
  { db }: Pick<ConnectionsNeeds, "db">,
  companyId: Company,
  id: string,
  param = "id",
): Promise<ConnectionRow> {
  const row = await connectionsStore.find(db, companyId, id);
  if (row === null) throw refuse("resource_missing", { param, message: `There is no connection ${id}.` });
  return row;
}

/** The place of a connection's secret, to which the encrypted secret is bound. */
export function placeOf(companyId: Company, id: string): string {
  return `${companyId}/${id}`;
}

/** The secret of a connection. Throws `NeedsReconnect` and `TryLater`. */
export function openSecret({ sealer }: ConnectionsNeeds, companyId: Company, row: ConnectionRow): string {
  if (sealer === null) throw new TryLater("CONNECTION_KEY is not set, so the connection can't be used.");
  try {
    return sealer.open(row.secret, placeOf(companyId, row.id));
  } catch (error) {
    if (!(error instanceof NotOpened)) throw error;
    throw new NeedsReconnect(
      "The secret can't be opened with this CONNECTION_KEY. Set the key with which it was connected, or connect it again.",
    );
  }
}

/**
 * Stores a page with the cursor after it. Returns the new row and whether there is more to read, or null if
 * the connection has changed.
 */
async function commit(
  needs: ConnectionsNeeds,
  companyId: Company,
  started: ConnectionRow,
  page: Page,
  {
    tally,
    isAgain,
    began,
  }: { readonly tally: Tally; readonly isAgain: boolean; readonly began: UnixSeconds },
): Promise<{ readonly row: ConnectionRow; readonly hasMore: boolean } | null> {
  const now = needs.now();
  const isQuiet = page.lines.length === 0 && page.removed.length === 0 && started.pending.length === 0;
  const done = await needs.db.transaction(
    async (tx) => {
      await lockCompany(tx, companyId);
      const row = await connectionsStore.lock(tx, companyId, started.id);
      if (row === null || row.revision !== started.revision) return null;
      if (page.accounts !== null) await putAccounts(tx, companyId, row.id, page.accounts);
      const news = await newsOf(tx, companyId, row, page, now);
      const followed = await needs.transactions.follow(tx, companyId, news, now);
      const pageTally = new Tally();
      for (const line of news.unread) pageTally.skip(line);
      for (const outcome of followed.outcomes) pageTally.count(outcome);
      for (const id of followed.kept)
        pageTally.note(
          `${VENDOR_NAMES[row.vendor]} has no more a line that has journal entries in closed books: ${id}.`,
        );
      for (const problem of page.problems) pageTally.note(problem);
      pageTally.counts.removed = followed.removed;
      const next: ConnectionRow = {
        ...row,
        status: page.reconnect === null ? "connected" : "requires_reconnect",
        detail: page.reconnect ?? pageTally.detail(),
        // Until an account is mapped, no line is taken, so none is passed over.
        cursor: news.isMapped ? page.cursor : row.cursor,
        pending: news.pending,
        ...(news.isMapped ? afterPage(row, news.page, { isAgain, began, now }) : NONE_SKIPPED),
        failures: 0,
        revision: row.revision + 1,
        // The lines of a bank that wants a sign-in are missing.
        pulled_at: page.reconnect === null ? now : row.pulled_at,
        next_pull_at: nextPull(row.vendor, now, page.hasMore && news.isMapped),
      };
      await connectionsStore.update(tx, companyId, next);
      await report(tx, companyId, row.vendor, now);
      await needs.askForPull(tx, companyId, row.id, next.next_pull_at);
      return { row: next, tally: pageTally, hasMore: page.hasMore && news.isMapped };
    },
    { leavesNoEvent: isQuiet },
  );
  if (done === null) return null;
  for (const name of Object.keys(tally.counts) as (keyof Counts)[])
    tally.counts[name] += done.tally.counts[name];
  for (const problem of done.tally.problems) tally.note(problem);
  return done;
}

/**
 * The news of a page for the books, and the page without what does not concern them. Lines of improbable days
 * are skipped.
 */
async function newsOf(tx: Tx, companyId: Company, row: ConnectionRow, page: Page, now: UnixSeconds) {
  const accounts = (await connectionsStore.listAccounts(tx, companyId)).filter(
    ({ connection_id }) => connection_id === row.id,
  );
  const books = await bankingStore.listAllAccounts(tx, companyId);
  const mapped = new Set(accounts.filter(({ account_id }) => account_id !== null).map(({ id }) => id));
  const fault = dayCheck(losAngelesDate(now));
  const faults = new Map(page.lines.map((line) => [line, line.date < row.since ? null : fault(line.date)]));
  const whole: Page = {
    ...page,
    lines: page.lines.filter((line) => faults.get(line) === null),
    skipped: [
      ...page.skipped,
      ...page.lines.flatMap((line): SkippedLine[] => {
        const reason = faults.get(line) ?? null;
        const { account, id } = line;
        return reason === null ? [] : [{ account, id, reason: `The ${reason}.`, sent: sentText(line) }];
      }),
    ].filter(({ account }) => account === null || mapped.has(account)),
  };
  const unread = undismissed(row.skipped, whole.skipped);
  const followed = { ...whole, skipped: unread };
  const { news, pending } = follow(followed, {
    vendor: row.vendor,
    since: row.since,
    pending: row.pending,
    accounts,
    cards: new Set<string>(books.filter(({ type }) => type === "credit").map(({ id }) => id)),
  });
  return { ...news, pending, page: whole, unread, isMapped: mapped.size > 0 };
}

/** Stores the accounts at the vendor, up to a bound. */
export async function putAccounts(
  tx: Tx,
  companyId: Company,
  connection: ConnectionRow["id"],
  accounts: NonNullable<Page["accounts"]>,
): Promise<void> {
  const rows = new Map<string, VendorAccountRow>();
  for (const { id, name, currency } of accounts)
    rows.set(id, {
      connection_id: connection,
      id,
      name: name === "" ? id : name,
      currency: currency.slice(0, 100).toUpperCase(),
      account_id: null,
    });
  if (rows.size > 0) await connectionsStore.putAccounts(tx, companyId, [...rows.values()]);
}

/** Records that a pull failed, and when the next try is. Does nothing if the connection has changed. */
async function recordFailure(
  { db, now, askForPull }: ConnectionsNeeds,
  companyId: Company,
  started: ConnectionRow,
  error: VendorError,
): Promise<void> {
  const isOut = error instanceof NeedsReconnect;
  await db.transaction(
    async (tx) => {
      await lockCompany(tx, companyId);
      const row = await connectionsStore.lock(tx, companyId, started.id);
      if (row === null || row.revision !== started.revision) return;
      const failures = row.failures + 1;
      const next: ConnectionRow = {
        ...row,
        status: isOut ? "requires_reconnect" : row.status,
        detail: error.message.slice(0, DETAIL_MOST).toWellFormed(),
        failures,
        revision: row.revision + 1,
        next_pull_at: isOut
          ? nextTryWithoutAccess(now())
          : nextTry(failures, now(), error instanceof TryLater ? error.retryAfterS : null),
      };
      await connectionsStore.update(tx, companyId, next);
      await report(tx, companyId, row.vendor, now());
      await askForPull(tx, companyId, row.id, next.next_pull_at);
    },
    { leavesNoEvent: !isOut || started.status === "requires_reconnect" },
  );
}

/**
 * Reports the state of a vendor's connections as that of its integration: the worst of them, `pending` until
 * an account is mapped, and `not_connected` without any.
 */
export async function report(
  tx: Tx,
  companyId: Company,
  vendor: ConnectionRow["vendor"],
  now: UnixSeconds,
): Promise<void> {
  const rows = (await connectionsStore.list(tx, companyId)).filter((row) => row.vendor === vendor);
  const mapped = new Set<string>(
    (await connectionsStore.listAccounts(tx, companyId))
      .filter(({ account_id }) => account_id !== null)
      .map(({ connection_id }) => connection_id),
  );
  const broken = rows.find(({ status }) => status === "requires_reconnect");
  const status =
    rows.length === 0
      ? "not_connected"
      : broken !== undefined
        ? "requires_reconnect"
        : rows.some(({ id }) => mapped.has(id))
          ? "connected"
          : "pending";
  const detail = (broken ?? rows.find((row) => row.detail !== null))?.detail ?? null;
  const [oldest = null] = rows
    .filter(({ id }) => mapped.has(id))
    .map(({ pulled_at, created }) => pulled_at ?? created)
    .toSorted((a, b) => a - b);
  await reportConnection(tx, companyId, vendor, { status, detail, succeeded_at: oldest }, now);
}

/** The result of a pull. Problems are logged, because nobody sees the result of the worker's pulls. */
async function resultOf(
  needs: ConnectionsNeeds,
  companyId: Company,
  id: string,
  { counts, problems }: Tally,
  ok: boolean,
): Promise<PullResult> {
  if (problems.length > 0)
    needs.log.warn({ company: companyId, connection: id, ok, problems }, "a live feed has problems");
  const row = await findConnection(needs, companyId, id);
  const accounts = await connectionsStore.listAccounts(needs.db, companyId);
  return {
    connection_id: row.id,
    vendor: row.vendor,
    ok,
    status: row.status,
    counts,
    problems,
    unmapped: accounts
      .filter(({ connection_id, account_id }) => connection_id === row.id && account_id === null)
      .filter(({ currency }) => isDollars(currency))
      .map(({ id: account, name, currency }) => ({ id: account, name, currency })),
    next_pull_at: row.next_pull_at,
  };
}
