/**
 * Follows a company's transactions into a store, and proves that the mirror is whole. Invariants: a page, the
 * digest and the place of the next page are written in one transaction of the store, so the process may end
 * at any point; a run that ends with the service's digest leaves exactly the service's rows, or an error.
 */
import type { Client } from "../client.ts";
import { ResourceMissingError } from "../generated/errors.ts";
import { DaybookError, ProtocolError } from "../errors.ts";
import { pause } from "../retry.ts";
import { Digest, type DigestText, EMPTY, isSame, readHeader } from "./digest.ts";
import { type ListName, type Row, rowsOf } from "./rows.ts";
import { MirrorBusyError, type MirrorState, type MirrorStore } from "./store.ts";

/** The operations that a mirror calls. */
export type MirrorClient = Pick<Client, "getCompany" | "listAccounts" | "listJournalEntries" | "raw">;

export interface MirrorOptions {
  /** The lists that are read in full after each run. Default: categories, departments and accounts. */
  readonly lists?: readonly ListName[] | undefined;
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
   * Brings the mirror up to date, and computes the digest of everything that is stored. Throws
   * `MirrorDifferenceError` if a row is missing, old, changed or should not be there.
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

/** Rows that are written in one transaction: several pages, which takes half the time of single ones. */
const WRITTEN_AT_ONCE = 4_000;
/** Runs of one synchronization, which goes on until a run comes with a digest. */
const MOST_RUNS = 5;
/** Rows that are read from the store at a time to compute its digest. */
const BATCH = 2_000;
const VERIFY_ATTEMPTS = 3;
const DEFAULT_LISTS = ["categories", "departments", "accounts"] as const;

interface Page {
  readonly rows: readonly Row[];
  readonly cursor: string | null;
  readonly watermark: number;
  readonly header: string | null;
}

interface RunEnd {
  readonly state: MirrorState;
  readonly delivered: number;
  readonly isProved: boolean;
}

/** Makes a mirror of the company of the client's key. Only one may write into a store at a time. */
export function mirror(client: MirrorClient, store: MirrorStore, options: MirrorOptions = {}): Mirror {
  let latest: Promise<unknown> = Promise.resolve();
  /** Calls of one mirror wait for each other. */
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = latest.then(work);
    latest = result.catch(() => {});
    return result;
  };
  const work = new Work(client, store, options);
  const each: Mirror = {
    sync: ({ signal } = {}) => inTurn(() => work.sync(signal)),
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

  async sync(signal: AbortSignal | undefined): Promise<MirrorReport> {
    let state = await this.#open(signal);
    let delivered = 0;
    let isProved = false;
    for (let runs = 0; !isProved && runs < MOST_RUNS; runs += 1) {
      const end = await this.#run(state, signal);
      ({ state, isProved } = end);
      delivered += end.delivered;
    }
    for (const list of this.#options.lists ?? DEFAULT_LISTS)
      state = await this.#readList(list, state, signal);
    const { since, rows, sum } = state;
    return { delivered, watermark: since, proved: isProved, rows, sum };
  }

  async verify(signal: AbortSignal | undefined): Promise<MirrorReport> {
    for (let attempt = 1; ; attempt += 1) {
      const report = await this.sync(signal);
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
    return this.sync(signal);
  }

  /** Returns the state of the store, or that of a new mirror, whose step is -1. */
  async #open(signal: AbortSignal | undefined): Promise<MirrorState> {
    this.#companyId ??= (await this.#client.getCompany({ signal })).id;
    const company_id = this.#companyId;
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

  /** Reads one run to its end, or goes on with one that was interrupted. */
  async #run(begun: MirrorState, signal: AbortSignal | undefined): Promise<RunEnd> {
    let state = begun;
    let delivered = 0;
    const seen = new Set<string>();
    let pinned = begun.run?.watermark;
    let next = this.#readPage(state, signal).catch((error: unknown) => {
      // The service no longer takes the cursor, for example after an upgrade: the run begins again.
      if (state.run === null || !(error instanceof ResourceMissingError)) throw error;
      state = { ...state, run: null };
      pinned = undefined;
      return this.#readPage(state, signal);
    });
    let read: Row[] = [];
    for (;;) {
      const page = await next;
      const { cursor, watermark } = page;
      if (watermark !== (pinned ?? watermark)) throw notARun("changed its watermark");
      pinned = watermark;
      read.push(...page.rows);
      if (cursor !== null) {
        if (seen.has(cursor) || page.rows.length === 0) throw notARun("gave no further rows");
        seen.add(cursor);
        // Asked for while rows are written; a failure is thrown when its turn comes.
        next = this.#readPage({ ...state, run: { cursor, watermark } }, signal);
        next.catch(() => {});
        if (read.length < WRITTEN_AT_ONCE) continue;
      }
      const end = await this.#write(state, { ...page, rows: read }, signal);
      state = end.state;
      delivered += read.length;
      read = [];
      this.#options.onPage?.({ delivered, rows: state.rows });
      if (cursor === null) return { state, delivered, isProved: end.isProved };
    }
  }

  async #readPage({ since, run }: MirrorState, signal: AbortSignal | undefined): Promise<Page> {
    const place = run === null ? {} : { starting_after: run.cursor };
    const { status, headers, body } = await this.#client.raw.listTransactions(
      { updated_after: since, limit: 500, ...place },
      { signal },
    );
    const watermark = body?.watermark;
    if (body === null || !Number.isSafeInteger(watermark) || watermark === undefined || watermark < since)
      throw notARun("gave no watermark");
    const rows = rowsOf("transactions", body.data, status);
    let latest = since;
    for (const { updated, deleted } of rows) {
      if (Number(updated) < latest || typeof deleted !== "boolean") throw notARun("gave rows out of order");
      latest = Number(updated);
    }
    return { rows, cursor: body.next_cursor, watermark, header: headers.get("feed-digest") };
  }

  /** Writes pages with the digest after them; compares it with the last page of a run. */
  async #write(
    state: MirrorState,
    { rows, cursor, watermark, header }: Page,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly state: MirrorState; readonly isProved: boolean }> {
    // A row that was delivered twice is as the later one says.
    const byId = new Map(rows.map((row) => [String(row["id"]), row]));
    const digest = new Digest(state);
    const stored = new Map((await this.#store.find([...byId.keys()])).map((row) => [String(row["id"]), row]));
    const put: Row[] = [];
    const remove: string[] = [];
    for (const [id, row] of byId) {
      const former = stored.get(id);
      if (former !== undefined) digest.remove(former);
      if (row["deleted"] === true) {
        if (former !== undefined) remove.push(id);
        continue;
      }
      digest.add(row);
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
      run: cursor === null ? null : { cursor, watermark },
      proved: isProved ? watermark : state.proved,
    };
    await this.#store.write({ before: stepOf(state), state: next, put, remove, clear: false });
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

  /** Reads a list in full, unless the service says that it is as it was. */
  async #readList(list: ListName, state: MirrorState, signal: AbortSignal | undefined): Promise<MirrorState> {
    const { raw } = this.#client;
    let tag: string | null = null;
    if (list === "categories" || list === "departments") {
      const read = list === "categories" ? raw.listCategories : raw.listDepartments;
      const answer = await read({ signal, ifNoneMatch: state.tags[list] });
      if (answer.body === null) return state;
      tag = answer.headers.get("etag");
      await this.#stage(list, answer.body.data, true);
    } else {
      let isFirst = true;
      const pages =
        list === "accounts"
          ? this.#client.listAccounts({}, { signal }).pages()
          : this.#client.listJournalEntries({}, { signal }).pages();
      for await (const { data } of pages) {
        await this.#stage(list, data, isFirst);
        isFirst = false;
      }
    }
    const { [list]: _, ...others } = state.tags;
    const next = { ...state, step: state.step + 1, tags: tag === null ? others : { ...others, [list]: tag } };
    await this.#store.swap(list, { before: stepOf(state), state: next });
    return next;
  }

  async #stage(list: ListName, items: readonly unknown[], isFirst: boolean): Promise<void> {
    await this.#store.stage(list, rowsOf(list, items, 200), isFirst);
  }

  async #computeStored(signal: AbortSignal | undefined): Promise<DigestText> {
    const digest = new Digest(EMPTY);
    for (let after = ""; ;) {
      signal?.throwIfAborted();
      const rows = await this.#store.list(after, BATCH);
      for (const row of rows) digest.add(row);
      const last = rows.at(-1);
      if (last === undefined) return digest.text();
      after = String(last["id"]);
    }
  }
}

/** The step of a mirror that is not stored yet. */
const NEW = -1;

function stepOf({ step }: MirrorState): number | null {
  return step === NEW ? null : step;
}

function notARun(what: string): ProtocolError {
  return new ProtocolError("envelope", `The server ${what} in a run of transactions.`, 200);
}
