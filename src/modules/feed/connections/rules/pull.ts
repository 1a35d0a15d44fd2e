/**
 * What a connector reads from a vendor, and the lines of the books that follow from it. A pending line has
 * a key of its own: when it is booked, possibly under another id, on another day and with another amount, it
 * goes and the booked line comes.
 */
import type { Cents } from "@daybook/words/cents";
import type { CivilDate } from "@daybook/words/civil-date";
import type { FeedLine, FeedNews } from "../../transactions/index.ts";
import type { PendingLine, VendorAccountRow } from "../record.ts";
import type { Vendor } from "./words.ts";

/** An account at a vendor. */
export interface VendorAccount {
  readonly id: string;
  readonly name: string;
  readonly currency: string;
}

/** A line of an account at a vendor. */
export interface VendorLine {
  readonly account: string;
  /** The vendor's id of the line, unique in the account. */
  readonly id: string;
  readonly date: CivilDate;
  /** Money in is positive. */
  readonly amount_cents: Cents;
  readonly description: string;
  readonly merchant_name: string | null;
  readonly pending: boolean;
  /** The id of the pending line that this one replaces, if the vendor names it. */
  readonly replaces: string | null;
}

/** What a vendor sent that can't be read as a line. */
export interface SkippedLine {
  /** The account at the vendor, and the vendor's id of the line; null where that can't be read either. */
  readonly account: string | null;
  readonly id: string | null;
  /** A sentence. */
  readonly reason: string;
  /** The beginning of what was sent. */
  readonly sent: string;
}

/** A part of a pull, which is committed as a whole. */
export interface Page {
  /** The vendor's accounts, where this part names them. */
  readonly accounts: readonly VendorAccount[] | null;
  /** Lines that are new or changed, or simply sent again. */
  readonly lines: readonly VendorLine[];
  /** Lines that the vendor has removed; `account` is null if it does not name the account. */
  readonly removed: readonly { readonly account: string | null; readonly id: string }[];
  /** The accounts whose pending lines are all in `lines`: any other pending line of theirs is gone. */
  readonly allPendingOf: readonly string[];
  /** What could not be read, so that it counts neither as present nor as removed. */
  readonly skipped: readonly SkippedLine[];
  /** The cursor of a part that has the skipped lines of this one, and all newer lines. */
  readonly again: string;
  /** The cursor of the next part. */
  readonly cursor: string;
  readonly hasMore: boolean;
  /** Sentences for people. */
  readonly problems: readonly string[];
  /** A sentence, if a person has to sign in again; null otherwise. */
  readonly reconnect: string | null;
}

/**
 * The key of a pending line in its account. No vendor begins its ids so. The day of a transaction never
 * changes, but that of a pending line may, which makes it another line.
 */
function pendingKey({ id, date }: Pick<PendingLine, "id" | "date">): string {
  return `pending:${date}:${id}`;
}

/** Longer descriptions are cut. */
const TEXT_MOST = 500;

/** The most characters that are kept of something unreadable. */
const SENT_MOST = 300;

/** The beginning of what was sent in place of a line. */
export function sentText(value: unknown): string {
  return storable(JSON.stringify(value), SENT_MOST);
}

/** A text of a vendor as the database can store it. */
export function storable(text: string, most = TEXT_MOST): string {
  return text.toWellFormed().replaceAll("\0", "").trim().slice(0, most).toWellFormed();
}

function nameOf({ account, id }: Pick<PendingLine, "account" | "id">): string {
  return JSON.stringify([account, id]);
}

/** The lines to take out when lines that were pending are followed no more. */
export function pendingOf(
  lines: readonly PendingLine[],
  accounts: readonly VendorAccountRow[],
): FeedNews["removed"] {
  return lines.flatMap((line) => {
    const account_id = accounts.find(({ id }) => id === line.account)?.account_id ?? null;
    return account_id === null ? [] : [{ account_id, external_id: pendingKey(line), becomes: null }];
  });
}

export interface Followed {
  readonly news: FeedNews;
  /** The lines that are pending after it. */
  readonly pending: readonly PendingLine[];
}

/** What following a page needs to know of the connection. */
export interface Following {
  readonly vendor: Vendor;
  readonly since: CivilDate;
  readonly pending: readonly PendingLine[];
  readonly accounts: readonly VendorAccountRow[];
  /** The accounts of the books that are credit cards. */
  readonly cards: ReadonlySet<string>;
}

/** The news for the books in a page. Lines of accounts that are not mapped, or from before `since`, are none. */
export function follow(page: Page, { vendor, since, pending, accounts, cards }: Following): Followed {
  const mapped = new Map<string, string>();
  for (const { id, account_id } of accounts) if (account_id !== null) mapped.set(id, account_id);
  const lines = page.lines.filter(({ account, date }) => mapped.has(account) && date >= since);
  // Something unreadable may be a pending line: the one with its id, or any if it has no id.
  const isGone = (former: PendingLine): boolean =>
    page.allPendingOf.includes(former.account) &&
    !page.skipped.some(
      ({ account, id }) =>
        (account === null || account === former.account) && (id === null || id === former.id),
    );
  const carried = new Map(pending.map((line) => [nameOf(line), line]));
  const now = new Map<string, PendingLine>(
    lines
      .filter((line) => line.pending)
      .map(({ account, id, date }) => [nameOf({ account, id }), { account, id, date }]),
  );
  const gone = new Map<string, FeedNews["removed"][number]>();
  const remove = (account: string, external_id: string, becomes: string | null = null): void => {
    const account_id = mapped.get(account);
    const name = nameOf({ account, id: external_id });
    // A line that is removed, and that another one replaces, is replaced.
    if (account_id !== undefined && (becomes !== null || !gone.has(name)))
      gone.set(name, { account_id, external_id, becomes });
  };
  const endPending = (account: string, id: string, becomes: string | null = null): void => {
    const name = nameOf({ account, id });
    const former = carried.get(name);
    if (former !== undefined) remove(account, pendingKey(former), becomes);
    now.delete(name);
  };
  for (const [name, former] of carried) {
    const same = now.get(name);
    if (same === undefined && !isGone(former)) now.set(name, former);
    else if (same?.date !== former.date)
      remove(former.account, pendingKey(former), same === undefined ? null : pendingKey(same));
  }
  for (const { account, id, replaces } of lines.filter((line) => !line.pending)) {
    endPending(account, id, id);
    if (replaces !== null) endPending(account, replaces, id);
  }
  for (const { account, id } of page.removed)
    for (const each of account === null ? mapped.keys() : [account]) {
      remove(each, id);
      endPending(each, id);
    }
  return {
    news: {
      removed: [...gone.values()],
      lines: lines
        .filter((line) => !line.pending || now.has(nameOf(line)))
        .map((line) => feedLine(line, mapped.get(line.account) ?? "", vendor, cards)),
    },
    pending: [...now.values()],
  };
}

function feedLine(
  line: VendorLine,
  account_id: string,
  vendor: Vendor,
  cards: ReadonlySet<string>,
): FeedLine {
  const merchant = line.merchant_name === null ? "" : storable(line.merchant_name);
  return {
    account_id,
    external_id: line.pending ? pendingKey(line) : line.id,
    card_id: null,
    date: line.date,
    amount_cents: line.amount_cents,
    description: storable(line.description),
    merchant_name: merchant === "" ? null : merchant,
    status: line.pending ? "pending" : "approved",
    source_vendor: vendor,
    source_type: cards.has(account_id) ? "card" : "bank",
  };
}
