/**
 * What a mirror needs of a store. Invariant: each call of `write` and `swap` is carried out wholly or not at
 * all, whenever the process ends, and only if the store is still at the step that the caller saw.
 */
import { DaybookError } from "../errors.ts";
import type { ListName, Row } from "./rows.ts";

/** What a mirror knows besides its rows. A store keeps it as it is. */
export interface MirrorState {
  readonly version: 1;
  /** Counts the writes. */
  readonly step: number;
  readonly company_id: string;
  /** The `updated_after` of the present run, or of the next one. */
  readonly since: number;
  /** The run in progress: the cursor of its next page. `isFirst` if it began with an empty mirror. */
  readonly run: {
    readonly cursor: string;
    readonly watermark: number;
    readonly isFirst?: boolean;
  } | null;
  /** The digest of the stored transactions, kept with every page. */
  readonly rows: number;
  readonly sum: string;
  /** The watermark at which it was last equal to the service's digest; null if it never was. */
  readonly proved: number | null;
  /** The pages of each list that was read in full, if all of them carried an `ETag`. */
  readonly tags: Readonly<Record<string, readonly PageTag[]>>;
}

/** A page of a list, behind its cursor, and the `ETag` with which it was read. */
export interface PageTag {
  readonly cursor: string | null;
  readonly tag: string;
}

/** The step that the store must be at; null if it must have no state. */
export interface Expected {
  readonly before: number | null;
  readonly state: MirrorState;
}

/** Changes of transactions, with the state after them. No id is in both lists, and none twice in one. */
export interface PageWrite extends Expected {
  readonly put: readonly Row[];
  readonly remove: readonly string[];
  /** True to delete all transactions first. */
  readonly clear: boolean;
  /** True if none of these is stored, so a store need not look for them. A later write finds out if one was. */
  readonly isNew?: boolean;
}

/** The next edition of a list, with the state after it. */
export interface ListSwap extends Expected {
  /** The number of its records. */
  readonly rows: number;
}

export interface MirrorStore {
  /**
   * Prepares the store, and returns its state; null if it is new. Throws if there are tables of the same
   * names which no mirror has made.
   */
  open(): Promise<MirrorState | null>;
  /** Returns the transactions that are stored among these ids, in any order. */
  find(ids: readonly string[]): Promise<readonly Row[]>;
  /**
   * Writes the columns of `TABLES`; records may have further members. Throws `MirrorBusyError` if the store
   * is at another step.
   */
  write(page: PageWrite): Promise<void>;
  /** Adds records of a list to its next edition; `isFirst` begins a new one. */
  stage(list: ListName, rows: readonly Row[], isFirst: boolean): Promise<void>;
  /**
   * Replaces a list by its next edition. Throws `MirrorBusyError` if the store is at another step, or if the
   * edition has another number of records, because another process has staged some.
   */
  swap(list: ListName, edition: ListSwap): Promise<void>;
  /** Returns up to `count` transactions after an id, by id. */
  list(after: string, count: number): Promise<readonly Row[]>;
  /** Gives all transactions in pieces, in the order that is the fastest, if one is faster than that by id. */
  scan?(): AsyncIterable<readonly Row[]>;
}

/** Rows that are read at a time. */
const PIECE = 2_000;

/** Gives all transactions of a store in pieces. */
export async function* allOf(store: MirrorStore): AsyncGenerator<readonly Row[]> {
  if (store.scan !== undefined) {
    yield* store.scan();
    return;
  }
  for (let after = ""; ;) {
    const rows = await store.list(after, PIECE);
    yield rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = String(last["id"]);
  }
}

/** Another process has written into the store meanwhile. */
export class MirrorBusyError extends DaybookError {
  constructor() {
    super("Another process writes into this mirror. Let only one of them follow the company.");
    this.name = "MirrorBusyError";
  }
}

/** A row that should have been new was stored already. */
export function storedTwice(): DaybookError {
  return new DaybookError(
    "A transaction is twice in this mirror. Read everything again from zero: `mirror.reread()`, or `daybook-mirror --from-zero`.",
  );
}

/** Says that a database has a table which a mirror would empty, and which is not a mirror's. */
export function foreignTable(name: string): DaybookError {
  return new DaybookError(
    `There is already a table \`${name}\` that belongs to no mirror. Use another file or schema.`,
  );
}

/** Reads a stored state. Throws if it is invalid. */
export function readState(text: string): MirrorState {
  const state = JSON.parse(text) as Partial<MirrorState> | null;
  const { step, since, rows, sum, company_id } = state ?? {};
  const isWhole = [step, since, rows].every(Number.isSafeInteger) && typeof company_id === "string";
  if (!isWhole || !/^[0-9a-f]{64}$/.test(sum ?? ""))
    throw new DaybookError("The state of the mirror is damaged. Make a new mirror elsewhere.");
  return state as MirrorState;
}
