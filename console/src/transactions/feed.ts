/**
 * The list of transactions as the page holds it: pages of the service by its cursors, loaded when they come
 * into sight. Pages far from the sight are let go and read again by their cursors, so a list of any length
 * fits.
 * Invariants: a row keeps its place while the list is shown, also if an edit takes it out of the conditions;
 * all pages but the last have the same length.
 */
import type { Transaction } from "@daybook/client";
import { noticeRefusal } from "../api/queries.ts";
import { ownOf } from "../api/service.ts";

const PAGE = 200;
/** Pages on each side of the sight that stay. */
const KEPT = 30;
/** Pages behind the sight that are read ahead. */
const AHEAD = 2;

interface Page {
  /** Null for the first page. */
  readonly cursor: string | null;
  readonly ids: readonly string[];
  /** Null while the page is not held. */
  rows: ReadonlyMap<string, Transaction> | null;
  isLoading: boolean;
}

export interface FeedState {
  /** The number of rows that are known. */
  readonly count: number;
  /** True if there are no more rows than these. */
  readonly isWhole: boolean;
  readonly error: unknown;
  /** The largest amount of a row that was loaded, without its sign. */
  readonly largest: number;
  /** Changes with every change of a row. */
  readonly version: number;
}

/** The last row of the sight; and the row at which it begins. */
interface Sight {
  readonly first: number;
  readonly last: number;
}

export class Feed {
  readonly #company: string;
  readonly #query: Readonly<Record<string, string>>;
  readonly #pages: Page[] = [];
  readonly #places = new Map<string, number>();
  readonly #listeners = new Set<() => void>();
  #ending = new AbortController();
  #next: string | null = null;
  #isGrowing = false;
  #sight: Sight = { first: 0, last: 0 };
  #state: FeedState = { count: 0, isWhole: false, error: null, largest: 0, version: 0 };

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
    this.look(this.#sight.first, this.#sight.last);
  }

  /** Ends the requests of a list that is shown no more. */
  end(): void {
    this.#ending.abort();
  }

  /** The row at a place; null while it is not held. */
  at(place: number): Transaction | null {
    const page = this.#pages[Math.floor(place / PAGE)];
    return page?.rows?.get(page.ids[place % PAGE] ?? "") ?? null;
  }

  idAt(place: number): string | null {
    return this.#pages[Math.floor(place / PAGE)]?.ids[place % PAGE] ?? null;
  }

  /** The place of a transaction among the rows that are known; -1 if it is not among them. */
  placeOf(id: string): number {
    return this.#places.get(id) ?? -1;
  }

  get(id: string): Transaction | null {
    return this.at(this.placeOf(id));
  }

  /** Shows a transaction as it is given. */
  put(...rows: readonly Transaction[]): void {
    for (const row of rows) {
      const page = this.#pages[Math.floor(this.placeOf(row.id) / PAGE)];
      if (page?.rows) page.rows = new Map(page.rows).set(row.id, row);
    }
    this.#change({});
  }

  /** Says which rows are in sight, so that they and the next ones are loaded. */
  look(first: number, last: number): void {
    this.#sight = { first, last };
    const [from, to] = [Math.floor(first / PAGE), Math.floor(last / PAGE)];
    for (let at = Math.max(0, from - 1); at <= Math.min(to + 1, this.#pages.length - 1); at += 1)
      void this.#load(at);
    for (const [at, page] of this.#pages.entries())
      if (page.rows !== null && (at < from - KEPT || at > to + KEPT)) page.rows = null;
    if (to + AHEAD >= this.#pages.length) void this.#grow();
  }

  /** Tries again what failed. */
  retry(): void {
    this.#change({ error: null });
    this.look(this.#sight.first, this.#sight.last);
  }

  #change(change: Partial<FeedState>): void {
    this.#state = { ...this.#state, ...change, version: this.#state.version + 1 };
    for (const listener of this.#listeners) listener();
  }

  async #read(cursor: string | null): Promise<{ data: readonly Transaction[]; next: string | null } | null> {
    try {
      const { body } = await ownOf(this.#company).raw.findTransactions(
        { ...this.#query, limit: PAGE, ...(cursor === null ? {} : { starting_after: cursor }) },
        { signal: this.#ending.signal },
      );
      return body === null ? null : { data: body.data, next: body.next_cursor };
    } catch (error) {
      if (this.#ending.signal.aborted) return null;
      noticeRefusal(error);
      this.#change({ error });
      return null;
    }
  }

  async #grow(): Promise<void> {
    if (this.#isGrowing || this.#state.isWhole || this.#state.error !== null) return;
    this.#isGrowing = true;
    const cursor = this.#next;
    const read = await this.#read(cursor);
    this.#isGrowing = false;
    // The list may have been begun again while an ended request failed.
    if (read === null)
      return this.#state.error === null && !this.#ending.signal.aborted ? this.#grow() : undefined;
    const { data, next } = read;
    const ids = data.map(({ id }) => id);
    const first = this.#pages.length * PAGE;
    for (const [at, id] of ids.entries()) this.#places.set(id, first + at);
    this.#pages.push({ cursor, ids, rows: new Map(data.map((row) => [row.id, row])), isLoading: false });
    this.#next = next;
    const largest = Math.max(this.#state.largest, ...data.map(({ amount_cents: cents }) => Math.abs(cents)));
    this.#change({ count: first + ids.length, isWhole: next === null, largest });
    this.look(this.#sight.first, this.#sight.last);
  }

  async #load(at: number): Promise<void> {
    const page = this.#pages[at];
    if (page === undefined || page.rows !== null || page.isLoading || this.#state.error !== null) return;
    page.isLoading = true;
    const read = await this.#read(page.cursor);
    page.isLoading = false;
    if (read === null) return;
    page.rows = new Map(read.data.map((row) => [row.id, row]));
    this.#change({});
  }
}
