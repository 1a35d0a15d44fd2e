/**
 * The list of transactions as the page holds it: pages that are read when they come into sight, each behind
 * a place that the service names, so that any part of a long list is one request away. Pages far from the
 * sight are let go, so a list of any length fits.
 * Invariants: a row keeps its place while its page is held, also if an edit takes it out of the conditions;
 * all pages but the last have the same length.
 */
import type { Transaction } from "@daybook/client";
import { noticeRefusal } from "../api/queries.ts";
import { ownOf } from "../api/service.ts";

const PAGE = 250;
/** Pages whose places are asked for at once. */
const PLACES = 200;
/** No browser draws more rows in one list. */
const MOST_ROWS = 700_000;
/** Pages on each side of the sight that stay. */
const KEPT = 30;
/** Requests for pages at one time. */
const TOGETHER = 2;
/** What is passed in this time, at the speed of the sight, is read ahead. */
const AHEAD_MS = 800;
/** Rows a millisecond. What passes faster can't be read by anybody, and is not asked for. */
const FASTEST = 4;
/** After this, a sight that has not moved stays. */
const REST_MS = 150;

/** The last transaction of a page. */
type Place = Pick<Transaction, "id" | "date">;

export interface FeedState {
  /** The number of rows that are known. */
  readonly count: number;
  /** True if there are no more rows than these. */
  readonly isWhole: boolean;
  /** True if transactions came or went since the rows were counted. */
  readonly isChanged: boolean;
  readonly error: unknown;
  /** The largest amount of a row that was loaded, without its sign. */
  readonly largest: number;
  /** Changes with every change of a row. */
  readonly version: number;
}

interface Sight {
  readonly first: number;
  readonly last: number;
  /** Rows a millisecond, negative towards the beginning. */
  readonly speed: number;
  readonly at: number;
}

export class Feed {
  readonly #company: string;
  readonly #query: Readonly<Record<string, string>>;
  readonly #pages = new Map<number, Transaction[]>();
  /** The last transaction of each page that has another page behind it. */
  readonly #ends: Place[] = [];
  readonly #places = new Map<string, number>();
  readonly #loading = new Set<number>();
  readonly #listeners = new Set<() => void>();
  #ending = new AbortController();
  #isCounting = false;
  #rest: ReturnType<typeof setTimeout> | undefined;
  #sight: Sight = { first: 0, last: 0, speed: 0, at: 0 };
  #state: FeedState = {
    count: 0,
    isWhole: false,
    isChanged: false,
    error: null,
    largest: 0,
    version: 0,
  };

  constructor(company: string, query: Readonly<Record<string, string>>) {
    this.#company = company;
    this.#query = query;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): FeedState => this.#state;

  /** Begins to load, also again after its end. */
  begin(): void {
    if (this.#ending.signal.aborted) this.#ending = new AbortController();
    this.#fill();
  }

  /** Ends the requests of a list that is shown no more. */
  end(): void {
    clearTimeout(this.#rest);
    this.#ending.abort();
  }

  /** The row at a place; null while it is not held, and if there is none any more. */
  at(place: number): Transaction | null {
    return this.#pages.get(Math.floor(place / PAGE))?.[place % PAGE] ?? null;
  }

  /** True for a place whose transaction is no longer in the list. */
  isGone(place: number): boolean {
    const page = this.#pages.get(Math.floor(place / PAGE));
    return page !== undefined && page.length <= place % PAGE;
  }

  /** The place of a transaction among the rows that are held; -1 if it is not among them. */
  placeOf(id: string): number {
    return this.#places.get(id) ?? -1;
  }

  get(id: string): Transaction | null {
    return this.at(this.placeOf(id));
  }

  /** Shows a transaction as it is given. */
  put(row: Transaction): void {
    const place = this.placeOf(row.id);
    const page = this.#pages.get(Math.floor(place / PAGE));
    if (page === undefined) return;
    page[place % PAGE] = row;
    this.#change({});
  }

  /** Says which rows are in sight, so that they and the next ones are loaded. */
  look(first: number, last: number): void {
    const before = this.#sight;
    const at = performance.now();
    const speed = (first - before.first) / Math.max(1, at - before.at);
    this.#sight = { first, last, speed, at };
    clearTimeout(this.#rest);
    if (Math.abs(speed) <= FASTEST) this.#fill();
    else
      this.#rest = setTimeout(() => {
        this.#sight = { ...this.#sight, speed: 0 };
        this.#fill();
      }, REST_MS);
  }

  /** Tries again what failed. */
  retry(): void {
    this.#change({ error: null });
    this.#fill();
  }

  #change(change: Partial<FeedState>): void {
    this.#state = { ...this.#state, ...change, version: this.#state.version + 1 };
    for (const listener of this.#listeners) listener();
  }

  /** Sends a request of the list; null if it failed or is not wanted any more. */
  async #ask<Body>(
    send: (signal: AbortSignal) => Promise<{ readonly body: Body | null }>,
  ): Promise<Body | null> {
    const { signal } = this.#ending;
    try {
      const { body } = await send(signal);
      if (body === null) throw new Error("The service gave no list.");
      return signal.aborted ? null : body;
    } catch (error) {
      if (signal.aborted) return null;
      noticeRefusal(error);
      this.#change({ error });
      return null;
    }
  }

  /** The pages that are wanted, the most urgent first: those in sight, those ahead, one behind. */
  #wanted(): number[] {
    const { first, last, speed } = this.#sight;
    const [from, to] = [Math.floor(first / PAGE), Math.floor(last / PAGE)];
    const ahead = 1 + Math.ceil((Math.abs(speed) * AHEAD_MS) / PAGE);
    const isUp = speed < 0;
    const inSight = Array.from({ length: to - from + 1 }, (_, at) => from + at);
    const next = Array.from({ length: ahead }, (_, at) => (isUp ? from - 1 - at : to + 1 + at));
    // It is known where these pages begin and end.
    const known = Math.max(1, this.#ends.length + (this.#state.isWhole ? 1 : 0));
    return [...inSight, ...next, isUp ? to + 1 : from - 1].filter((at) => at >= 0 && at < known);
  }

  /** Loads what is wanted and lets go of what is far from it. */
  #fill(): void {
    void this.#count();
    // What passes fast is not asked for, although other pages arrive meanwhile.
    if (this.#state.error !== null || Math.abs(this.#sight.speed) > FASTEST) return;
    const wanted = this.#wanted();
    for (const at of wanted)
      if (this.#loading.size < TOGETHER && !this.#pages.has(at) && !this.#loading.has(at))
        void this.#load(at);
    const [from, to] = [Math.min(...wanted) - KEPT, Math.max(...wanted) + KEPT];
    for (const [at, rows] of this.#pages)
      if (at < from || at > to) {
        this.#pages.delete(at);
        for (const { id } of rows) this.#places.delete(id);
      }
  }

  async #load(at: number): Promise<void> {
    this.#loading.add(at);
    const after = this.#ends[at - 1];
    const read = await this.#ask((signal) =>
      ownOf(this.#company).raw.findTransactions(
        { ...this.#query, limit: PAGE, ...(after === undefined ? {} : { starting_after: after.id }) },
        { signal },
      ),
    );
    this.#loading.delete(at);
    if (read !== null) this.#hold(at, read.data, read.has_more);
    if (!this.#ending.signal.aborted) this.#fill();
  }

  #hold(at: number, read: readonly Transaction[], hasMore: boolean): void {
    const last = read.at(-1);
    // The first page is shown before the list is counted.
    if (at === 0 && this.#state.count === 0) {
      if (hasMore && last !== undefined) this.#ends.push(last);
      this.#change({ count: read.length, isWhole: !hasMore });
    }
    const end = this.#ends[at];
    const length = Math.min(PAGE, this.#state.count - at * PAGE);
    const rows = read.filter((row) => end === undefined || !isBehind(row, end)).slice(0, length);
    const isAsCounted = rows.length === length && (end === undefined || end.id === rows.at(-1)?.id);
    const isLast = end === undefined && this.#state.isWhole;
    this.#pages.set(at, rows);
    for (const [place, { id }] of rows.entries()) this.#places.set(id, at * PAGE + place);
    this.#change({
      largest: Math.max(this.#state.largest, ...rows.map(({ amount_cents: cents }) => Math.abs(cents))),
      isChanged: this.#state.isChanged || !isAsCounted || (isLast && (hasMore || read.length > length)),
    });
  }

  /** Counts the list, and learns behind which transaction each page begins. */
  async #count(): Promise<void> {
    if (this.#isCounting || this.#ends.length === 0) return;
    this.#isCounting = true;
    while (!this.#state.isWhole && this.#state.count < MOST_ROWS && this.#state.error === null) {
      if (this.#ending.signal.aborted) break;
      const after = this.#ends.at(-1)?.id ?? "";
      const read = await this.#ask((signal) =>
        ownOf(this.#company).raw.listTransactionPlaces(
          { ...this.#query, every: PAGE, limit: PLACES, starting_after: after },
          { signal },
        ),
      );
      // The list may have been begun again while an ended request failed.
      if (read === null) continue;
      const counted = read.data.reduce((sum, { transactions }) => sum + transactions, 0);
      this.#ends.push(...read.data.slice(0, read.has_more ? undefined : -1));
      this.#change({ count: this.#state.count + counted, isWhole: !read.has_more });
      this.#fill();
    }
    this.#isCounting = false;
  }
}

/** True if a transaction stands behind another in the list. */
function isBehind(row: Place, other: Place): boolean {
  return row.date < other.date || (row.date === other.date && row.id < other.id);
}
