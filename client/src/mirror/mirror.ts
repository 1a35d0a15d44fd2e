/**
 * Follows a company's transactions into a store, and proves that the mirror is whole. Invariants: a page, the
 * digest and the place of the next page are written in one transaction of the store, so the process may end
 * at any point; a run that ends with the service's digest leaves exactly the service's rows, or an error.
 */
import type { Client } from "../client.ts";
import { ResourceMissingError } from "../generated/errors.ts";
import { ApiError, DaybookError, ProtocolError } from "../errors.ts";
import { pause } from "../retry.ts";
import { Digest, type DigestText, EMPTY, Hashes, isSame, readHeader } from "./digest.ts";
import { ListReader, PAGE_MOST, tooLong } from "./lists.ts";
import { isConsistent, type ListName, type Row, rowsOf } from "./rows.ts";
import { allOf, MirrorBusyError, type MirrorState, type MirrorStore, type PageTag } from "./store.ts";
import { turns } from "./turns.ts";

/** The operations that a mirror calls. */
export type MirrorClient = Pick<Client, "getCompany" | "raw">;

export interface MirrorOptions {
  /** The lists that are read in full after each run. Default: categories, departments and accounts. */
  readonly lists?: readonly ListName[] | undefined;
  /**
   * The most pages of a run, and of a list. After the error the next `sync()` goes on with the run.
   * Default: 20,000, which are 10 million transactions.
   */
  readonly maxPages?: number | undefined;
  /** Called after rows were written. */
  readonly onPage?: ((progress: MirrorProgress) => void) | undefined;
}

export interface MirrorProgress {
  /** Transactions that this run has delivered so far, tombstones included. */
  readonly delivered: number;
  /** Transactions in the mirror. */
  readonly rows: number;
}

/** The result of a synchronization. */
export interface MirrorReport extends DigestText {
  /** Transactions that were delivered, tombstones included. */
  readonly delivered: number;
  /** The time up to which the mirror has read the changes. */
  readonly watermark: number;
  /** True if the digest was compared with the service's, and is the same. */
  readonly proved: boolean;
}

export interface SyncOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface FollowOptions extends SyncOptions {
  /** The pause between two synchronizations. Default: 60,000. */
  readonly everyMs?: number | undefined;
  readonly onSync?: ((report: MirrorReport) => void) | undefined;
}

export interface Mirror {
  /**
   * Brings the mirror up to date. Throws `MirrorDifferenceError` if it is not whole afterwards, and the
   * errors of the client. It can be called again after any error.
   */
  sync(options?: SyncOptions): Promise<MirrorReport>;
  /**
   * Brings the mirror up to date, and computes the digest of all stored transactions. Throws
   * `MirrorDifferenceError` if one is missing, old, changed or should not be there. The names of accounts,
   * categories and departments and `categorized` are in no digest.
   */
  verify(options?: SyncOptions): Promise<MirrorReport>;
  /** Deletes the transactions and reads them again from zero. */
  reread(options?: SyncOptions): Promise<MirrorReport>;
  /** Synchronizes again and again, until the signal is aborted or an error is thrown. */
  follow(options?: FollowOptions): Promise<void>;
}

/** The mirror does not have the rows that it should have. */
export class MirrorDifferenceError extends DaybookError {
  /** The digest of the mirror. */
  readonly kept: DigestText;
  /** The digest that it should have. */
  readonly expected: DigestText;

  constructor(what: string, kept: DigestText, expected: DigestText) {
    const rows =
      kept.rows === expected.rows
        ? `It has ${kept.rows} transactions like the service, but not the same ones.`
        : `It has ${kept.rows} transactions, and the service has ${expected.rows}.`;
    super(
      `${what} ${rows} Read everything again from zero: \`mirror.reread()\`, or \`daybook-mirror --from-zero\`.`,
    );
    this.name = "MirrorDifferenceError";
    this.kept = kept;
    this.expected = expected;
  }
}

/** Rows that are written in one transaction. Twice as many may be in memory: the next are read meanwhile. */
const WRITTEN_AT_ONCE = 2_500;
/** Runs of one synchronization, which goes on until a run comes with a digest. */
const MOST_RUNS = 5;
const VERIFY_ATTEMPTS = 3;
const DEFAULT_LISTS = ["categories", "departments", "accounts"] as const;
const MOST_PAGES = 20_000;

interface Page {
  readonly rows: readonly Row[];
  readonly cursor: string | null;
  readonly watermark: number;
  readonly header: string | null;
}

/** A page of a run. `isFirst` as in the state of the mirror. */
interface RunPage extends Page {
  readonly isFirst: boolean;
}

/** Pages that are written together, with the hashes of their rows. */
interface Batch extends RunPage {
  readonly rows: Row[];
  readonly hashes: Hashes;
}

interface RunEnd {
  readonly state: MirrorState;
  readonly delivered: number;
  readonly isProved: boolean;
}

/** Makes a mirror of the company of the client's key. Only one may write into a store at a time. */
export function mirror(client: MirrorClient, store: MirrorStore, options: MirrorOptions = {}): Mirror {
  // Calls of one mirror wait for each other.
  const inTurn = turns();
  const work = new Work(client, store, options);
  const each: Mirror = {
    sync: ({ signal } = {}) => inTurn(() => work.sync(signal, false)),
    verify: ({ signal } = {}) => inTurn(() => work.verify(signal)),
    reread: ({ signal } = {}) => inTurn(() => work.reread(signal)),
    async follow({ signal, everyMs = 60_000, onSync } = {}) {
      for (;;) {
        const report = await each.sync({ signal });
        onSync?.(report);
        await pause(everyMs, signal);
      }
    },
  };
  return each;
}

class Work {
  readonly #client: MirrorClient;
  readonly #store: MirrorStore;
  readonly #options: MirrorOptions;
  #companyId: string | null = null;

  constructor(client: MirrorClient, store: MirrorStore, options: MirrorOptions) {
    this.#client = client;
    this.#store = store;
    this.#options = options;
  }

  get #maxPages(): number {
    return this.#options.maxPages ?? MOST_PAGES;
  }

  /** `isFull` to read also lists that have not changed, because what is stored of them may have. */
  async sync(signal: AbortSignal | undefined, isFull: boolean): Promise<MirrorReport> {
    let state = await this.#open(signal);
    let delivered = 0;
    let isProved = false;
    for (let runs = 0; !isProved && runs < MOST_RUNS; runs += 1) {
      const end = await this.#run(state, signal);
      ({ state, isProved } = end);
      delivered += end.delivered;
    }
    for (const list of this.#options.lists ?? DEFAULT_LISTS)
      state = await this.#readList(list, state, isFull, signal);
    const { since, rows, sum } = state;
    return { delivered, watermark: since, proved: isProved, rows, sum };
  }

  async verify(signal: AbortSignal | undefined): Promise<MirrorReport> {
    for (let attempt = 1; ; attempt += 1) {
      const report = await this.sync(signal, true);
      const before = (await this.#store.open())?.step;
      const stored = await this.#computeStored(signal);
      // Another process may have written while the rows were read.
      if ((await this.#store.open())?.step === before) {
        if (!isSame(stored, report))
          throw new MirrorDifferenceError(
            "What is stored of the mirror was changed by others, or is damaged.",
            stored,
            report,
          );
        return report;
      }
      if (attempt >= VERIFY_ATTEMPTS) throw new MirrorBusyError();
    }
  }

  async reread(signal: AbortSignal | undefined): Promise<MirrorReport> {
    const state = await this.#open(signal);
    const next = { ...state, step: state.step + 1, since: 0, run: null, proved: null, ...EMPTY };
    await this.#store.write({ before: stepOf(state), state: next, put: [], remove: [], clear: true });
    return this.sync(signal, true);
  }

  /** Returns the state of the store, or that of a new mirror, whose step is -1. */
  async #open(signal: AbortSignal | undefined): Promise<MirrorState> {
    const company_id = (this.#companyId ??= await this.#readCompany(signal));
    const state = await this.#store.open();
    if (state === null)
      return { version: 1, step: NEW, company_id, since: 0, run: null, proved: null, tags: {}, ...EMPTY };
    if (state.version !== 1) throw new DaybookError("A newer version of the client has made this mirror.");
    if (state.company_id !== company_id)
      throw new DaybookError(
        `This is a mirror of the company ${state.company_id}, but the key is of ${company_id}. Use another store.`,
      );
    return state;
  }

  async #readCompany(signal: AbortSignal | undefined): Promise<string> {
    const { id }: { readonly id: unknown } = await this.#client.getCompany({ signal });
    if (typeof id !== "string") throw new ProtocolError("envelope", "The company has no id.", 200);
    return id;
  }

  /**
   * Reads one run to its end, or goes on with one that was interrupted. Pages are read while others are
   * written. What was read before a failure is written, so that the next call goes on behind it.
   */
  async #run(begun: MirrorState, signal: AbortSignal | undefined): Promise<RunEnd> {
    let end: RunEnd = { state: begun, delivered: 0, isProved: false };
    let writing: Promise<void> = Promise.resolve();
    /** Begins to write a batch behind the former one; returns when that is written. */
    const write = async (batch: Batch): Promise<void> => {
      const former = writing;
      writing = (async () => {
        await former;
        const written = await this.#write(end.state, batch, signal);
        end = { ...written, delivered: end.delivered + batch.rows.length };
        this.#options.onPage?.({ delivered: end.delivered, rows: end.state.rows });
      })();
      writing.catch(() => {});
      await former;
    };
    let batch: Batch | null = null;
    try {
      for await (const page of this.#pages(begun, signal)) {
        const longer: Batch = joined(batch, page);
        batch = longer;
        if (longer.rows.length < WRITTEN_AT_ONCE && page.cursor !== null) continue;
        batch = null;
        await write(longer);
      }
    } catch (error) {
      if (batch !== null) await write(batch);
      await writing;
      throw error;
    }
    await writing;
    return end;
  }

  /** Reads the pages of a run; the next one is asked for before a page is given. */
  async *#pages({ since, run, rows }: MirrorState, signal: AbortSignal | undefined): AsyncGenerator<RunPage> {
    const seen = new Set<string>();
    let last = { updated: since, id: "" };
    let watermark: number | undefined;
    const continued = run === null ? null : await this.#continued(since, run, signal);
    const isFirst = continued === null ? since === 0 && rows === 0 : run?.isFirst === true;
    let next = continued === null ? this.#readPage(since, null, signal) : Promise.resolve(continued);
    for (;;) {
      const page = await next;
      if (page.watermark !== (watermark ?? page.watermark)) throw notARun("changed its watermark");
      ({ watermark } = page);
      last = checkOrder(page.rows, last);
      const { cursor } = page;
      if (cursor !== null) {
        if (seen.has(cursor) || page.rows.length === 0) throw notARun("gave no further rows");
        seen.add(cursor);
        if (seen.size < this.#maxPages) {
          next = this.#readPage(since, cursor, signal);
          // Thrown when its turn comes.
          next.catch(() => {});
        }
      }
      yield { ...page, isFirst };
      if (cursor === null) return;
      if (seen.size >= this.#maxPages) throw tooLong("run", this.#maxPages);
    }
  }

  /** The page at which an interrupted run goes on; null if the service has lost that. */
  async #continued(
    since: number,
    { cursor, watermark }: NonNullable<MirrorState["run"]>,
    signal: AbortSignal | undefined,
  ): Promise<Page | null> {
    const page = await this.#readPage(since, cursor, signal).catch((error: unknown) => {
      // The service no longer takes the cursor, for example after an upgrade.
      const isRefused = error instanceof ApiError && error.param === "starting_after";
      if (isRefused || error instanceof ResourceMissingError) return null;
      throw error;
    });
    return page?.watermark === watermark ? page : null;
  }

  async #readPage(since: number, cursor: string | null, signal: AbortSignal | undefined): Promise<Page> {
    const place = cursor === null ? {} : { starting_after: cursor };
    const { status, headers, body } = await this.#client.raw.listTransactions(
      { updated_after: since, limit: PAGE_MOST, ...place },
      { signal },
    );
    const watermark = body?.watermark;
    if (body === null || !Number.isSafeInteger(watermark) || watermark === undefined)
      throw notARun("gave no watermark");
    if (watermark < since)
      throw notARun(
        "gave an earlier watermark than before: its books were restored. Read everything from zero",
      );
    return {
      rows: rowsOf("transactions", body.data, status),
      cursor: body.next_cursor,
      watermark,
      header: headers.get("feed-digest"),
    };
  }

  /** Writes pages with the digest after them; compares it with the last page of a run. */
  async #write(
    state: MirrorState,
    { rows, hashes, cursor, watermark, header, isFirst }: Batch,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly state: MirrorState; readonly isProved: boolean }> {
    // A row that was delivered twice is as the later one says.
    const places = new Map(rows.map((row, place) => [String(row["id"]), place]));
    const digest = new Digest(state);
    const stored = new Set<string>();
    const isNew = areNew(isFirst, watermark, rows);
    for (const former of isNew ? [] : await this.#store.find([...places.keys()])) {
      stored.add(String(former["id"]));
      digest.remove(former);
    }
    const put: Row[] = [];
    const remove: string[] = [];
    for (const [id, place] of places) {
      const row = rows[place] as Row;
      if (row["deleted"] === true) {
        if (stored.has(id)) remove.push(id);
        continue;
      }
      digest.addHash(hashes, place);
      put.push(row);
    }
    const kept = digest.text();
    const expected = cursor === null ? readHeader(header) : null;
    if (expected !== null && expected.watermark !== watermark) throw notARun("gave a digest of another run");
    const isProved = expected !== null && isSame(kept, expected);
    const next: MirrorState = {
      ...state,
      ...kept,
      step: state.step + 1,
      since: cursor === null ? watermark : state.since,
      run: cursor === null ? null : { cursor, watermark, isFirst },
      proved: isProved ? watermark : state.proved,
    };
    await this.#store.write({ before: stepOf(state), state: next, put, remove, clear: false, isNew });
    return expected === null || isProved
      ? { state: next, isProved }
      : { state: await this.#judge(next, expected, signal), isProved: true };
  }

  /**
   * Decides on a mirror whose kept digest differs from the service's. If what is stored has the service's
   * digest, only the kept one was wrong, because others had changed the store, and it is corrected.
   */
  async #judge(
    state: MirrorState,
    { rows, sum }: DigestText,
    signal: AbortSignal | undefined,
  ): Promise<MirrorState> {
    const stored = await this.#computeStored(signal);
    if (!isSame(stored, { rows, sum }))
      throw new MirrorDifferenceError("The mirror is not whole.", stored, { rows, sum });
    const next = { ...state, step: state.step + 1, proved: state.since, rows, sum };
    await this.#store.write({ before: stepOf(state), state: next, put: [], remove: [], clear: false });
    return next;
  }

  /** Reads a list in full, unless the service says that all of its pages are as they were. */
  async #readList(
    list: ListName,
    state: MirrorState,
    isFull: boolean,
    signal: AbortSignal | undefined,
  ): Promise<MirrorState> {
    const reader = new ListReader(this.#client.raw, list, this.#maxPages, signal);
    const known = isFull ? [] : (state.tags[list] ?? []);
    if (known.length > 0 && (await reader.isUnchanged(known))) return state;
    let tags: readonly PageTag[] | null = [];
    let rows = 0;
    for await (const page of reader.pages()) {
      await this.#store.stage(list, page.rows, page.cursor === null);
      rows += page.rows.length;
      // A page without a tag could change unseen, so the list is read again each time.
      tags = tags === null || page.tag === null ? null : [...tags, { cursor: page.cursor, tag: page.tag }];
    }
    const next = { ...state, step: state.step + 1, tags: { ...state.tags, [list]: tags ?? [] } };
    await this.#store.swap(list, { before: stepOf(state), state: next, rows });
    return next;
  }

  async #computeStored(signal: AbortSignal | undefined): Promise<DigestText> {
    const digest = new Digest(EMPTY);
    for await (const rows of allOf(this.#store)) {
      signal?.throwIfAborted();
      // One that contradicts itself is not what the service gave.
      for (const row of rows) if (isConsistent(row)) digest.add(row);
    }
    return digest.text();
  }
}

/** The step of a mirror that is not stored yet. */
const NEW = -1;

function stepOf({ step }: MirrorState): number | null {
  return step === NEW ? null : step;
}

/** A batch with one page more. Its rows are hashed here, while the next page is on its way. */
function joined(batch: Batch | null, page: RunPage): Batch {
  const { rows, hashes }: Pick<Batch, "rows" | "hashes"> = batch ?? { rows: [], hashes: new Hashes() };
  for (const row of page.rows) {
    rows.push(row);
    hashes.push(row);
  }
  return { ...page, rows, hashes };
}

/**
 * True if none of these rows can be stored: they are of a first run, from before its watermark. It
 * gives none of them again, because a later change is not before the watermark.
 */
function areNew(isFirst: boolean, watermark: number, rows: readonly Row[]): boolean {
  return isFirst && Number(rows.at(-1)?.["updated"]) < watermark;
}

/** Throws unless rows come in the order of their changes, each behind a place; returns the last place. */
function checkOrder(rows: readonly Row[], behind: { readonly updated: number; readonly id: string }) {
  let last = behind;
  for (const { id, updated, deleted } of rows) {
    const place = { updated: Number(updated), id: String(id) };
    const isBehind = place.updated > last.updated || (place.updated === last.updated && place.id > last.id);
    if (!isBehind || typeof deleted !== "boolean") throw notARun("gave rows out of order");
    last = place;
  }
  return last;
}

function notARun(what: string): ProtocolError {
  return new ProtocolError("envelope", `The server ${what} in a run of transactions.`, 200);
}
