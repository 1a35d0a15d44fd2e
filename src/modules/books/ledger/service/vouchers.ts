/**
 * Writes many vouchers in one transaction, for imports. Vouchers are collected into batches. While one COPY
 * writes a batch, the next batch is collected.
 *
 * Invariants: a voucher is written by one SQL statement. Memory holds at most two batches. No statement is
 * running when `writeVouchers` returns or throws. The debits of a company never exceed the largest exact sum,
 * so every sum of its entries is exact.
 */
import { BundleProblem, recordPath, type SectionCounts, Tally } from "../../../../contract/bundle.ts";
import { present } from "@daybook/words/assert";
import type { CivilDate, UnixSeconds } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import { refusedKey, type Tx } from "../../../../platform/db/index.ts";
import { type LineRow, lineText, vouchersStore } from "../store/vouchers.ts";
import { closedReason, closedThrough } from "./closing.ts";

type Company = PublicId<"company">;

/** A balanced voucher whose categories and departments exist; its lines are numbered from 1. */
export interface NewVoucher {
  readonly id: PublicId<"voucher">;
  /**
   * The creation time. If null, an existing voucher keeps its time, and a new one gets the time of the
   * import.
   */
  readonly created: UnixSeconds | null;
  readonly lines: readonly Omit<LineRow, "created">[];
}

export interface VoucherWriting {
  readonly tx: Tx;
  readonly companyId: Company;
  readonly now: UnixSeconds;
  /** Makes the error for the voucher at an index of the file. Default: a `BundleProblem` at its record. */
  readonly refuseAt?: (index: number, reason: string) => Error;
  /** Called before each batch is written, to write the rows that its vouchers refer to. */
  readonly prepare?: () => Promise<void>;
  /** The number of lines of one COPY. Default: `LINES_PER_COPY`. */
  readonly linesPerCopy?: number;
}

/** This number is large, because each COPY also updates every rollup of its lines. */
const LINES_PER_COPY = 50_000;
/** The number of lines that are sent to the connection at once. */
const LINES_PER_CHUNK = 500;

/** The name of the bundle section with the vouchers, which error messages also use. */
export const JOURNAL = "journal";

/**
 * Calls `work` with a writer for vouchers, and returns how many vouchers were created, changed and unchanged.
 * An existing voucher is replaced if it differs, and is not written otherwise.
 *
 * Throws a `BundleProblem` for an id that appears twice. Throws the error that `refuseAt` makes if the
 * company's debits become too large to be exact, and for a voucher that would change closed books.
 */
export async function writeVouchers(
  options: VoucherWriting,
  work: (writer: VoucherWriter) => Promise<void>,
): Promise<SectionCounts> {
  const isEmpty = !(await vouchersStore.hasEntries(options.tx, options.companyId));
  if (!isEmpty) await vouchersStore.createSeenTable(options.tx);
  const writer = new VoucherWriter(
    options,
    isEmpty,
    isEmpty ? 0n : await vouchersStore.findDebits(options.tx, options.companyId),
  );
  try {
    await work(writer);
    await writer.flush();
    await writer.settled();
    writer.checkDebits();
  } finally {
    await writer.settled();
  }
  return writer.counts;
}

/** Vouchers that are written by one statement, with the index of each in the file. */
class Batch {
  readonly vouchers: NewVoucher[] = [];
  readonly indexes = new Map<string, number>();
  lines = 0;
}

/** Collects vouchers and writes them in batches, for `writeVouchers`. */
export class VoucherWriter {
  readonly #options: VoucherWriting;
  readonly #isEmpty: boolean;
  readonly #tally = new Tally();
  #batch = new Batch();
  #writing: Promise<void> = Promise.resolve();
  /** The sum of the debits of all vouchers added so far, in cents. */
  #fileDebits = 0;
  /**
   * The company's debits after the vouchers merged so far, in cents. Replacing a later voucher may reduce
   * them.
   */
  #debits: bigint;
  /** The index of the voucher with which `#debits` became too large; null while `#debits` are exact. */
  #excessIndex: number | null = null;

  /**
   * `isEmpty` is true if the company has no entries, so that vouchers need not be compared with existing
   * ones. `debits` is the sum of the debits that the company has.
   */
  constructor(options: VoucherWriting, isEmpty: boolean, debits: bigint) {
    this.#options = options;
    this.#isEmpty = isEmpty;
    this.#debits = debits;
  }

  get counts(): SectionCounts {
    return this.#tally.counts;
  }

  /** Adds the voucher at an index of the file. Returns true if the caller must call `flush`. */
  add(voucher: NewVoucher, index: number): boolean {
    const batch = this.#batch;
    this.#fileDebits += debitsOf(voucher.lines);
    if (!Number.isSafeInteger(this.#fileDebits)) throw this.#debitsTooLarge(index);
    if (batch.indexes.has(voucher.id)) throw duplicateId(voucher.id, index);
    batch.indexes.set(voucher.id, index);
    batch.vouchers.push(voucher);
    batch.lines += voucher.lines.length;
    return batch.lines >= (this.#options.linesPerCopy ?? LINES_PER_COPY);
  }

  /** Starts writing the collected vouchers. Returns as soon as the previous batch is written. */
  async flush(): Promise<void> {
    const batch = this.#batch;
    this.#batch = new Batch();
    await this.#writing;
    await this.#options.prepare?.();
    if (batch.lines === 0) return;
    this.#writing = this.#isEmpty ? this.#insert(batch) : this.#merge(batch);
    // The next `await` of `#writing` receives an error. Until then, the error must not count as unhandled.
    this.#writing.catch(() => {});
  }

  /** Waits for the running statement, and throws its error. */
  async settled(): Promise<void> {
    await this.#writing;
  }

  /** Throws if the company's debits would be too large to add exactly. */
  checkDebits(): void {
    if (this.#excessIndex !== null) throw this.#debitsTooLarge(this.#excessIndex);
  }

  #refusal(index: number, reason: string): Error {
    const { refuseAt = (at, why) => new BundleProblem(recordPath(JOURNAL, at), why) } = this.#options;
    return refuseAt(index, reason);
  }

  /** Throws for the first voucher that would change closed books: one that was or will be on a closed day. */
  async #checkOpen(
    batch: Batch,
    vouchers: readonly NewVoucher[],
    existing: ReadonlyMap<string, readonly LineRow[]>,
  ): Promise<void> {
    const through = await closedThrough(this.#options.tx, this.#options.companyId);
    if (through === null) return;
    for (const { id, lines } of vouchers) {
      const days = [...(existing.get(id) ?? []), ...lines].map(({ date }) => date);
      const closed = days.find((date: CivilDate) => date <= through);
      if (closed !== undefined)
        throw this.#refusal(
          present(batch.indexes.get(id), "a voucher without an index"),
          closedReason(through, closed),
        );
    }
  }

  #debitsTooLarge(index: number): Error {
    return this.#refusal(
      index,
      `with it the debits of the company exceed ${Number.MAX_SAFE_INTEGER} cents, the largest sum that is exact`,
    );
  }

  /** Writes a batch of a company that had no entries. */
  async #insert(batch: Batch): Promise<void> {
    await this.#checkOpen(batch, batch.vouchers, new Map());
    for (const _ of batch.vouchers) this.#tally.note("created");
    try {
      await this.#copy(batch.vouchers);
    } catch (error) {
      // The company had no entries, so only another record of the same file can have the same id.
      throw duplicateIn(batch, refusedKey(error, "journal_entries_pkey")?.[1]) ?? error;
    }
  }

  /** Writes the vouchers of a batch that are new or differ from the existing ones. */
  async #merge(batch: Batch): Promise<void> {
    const { tx, companyId } = this.#options;
    const ids = [...batch.indexes.keys()];
    try {
      await vouchersStore.addSeen(tx, ids);
    } catch (error) {
      throw duplicateIn(batch, refusedKey(error, "stated_vouchers_pkey")?.[0]) ?? error;
    }
    const existing = Map.groupBy(await vouchersStore.list(tx, companyId, ids), (row) => row.voucher_id);
    const replaced: string[] = [];
    const written: NewVoucher[] = [];
    for (const voucher of batch.vouchers) {
      const before = existing.get(voucher.id);
      const next: NewVoucher = { ...voucher, created: voucher.created ?? before?.[0]?.created ?? null };
      const isSame =
        before !== undefined &&
        this.#textOf(next) === before.map((row) => this.#lineText(row, row.created)).join("");
      this.#tally.compare(before, isSame);
      if (isSame) continue;
      this.#debits += BigInt(debitsOf(next.lines)) - BigInt(debitsOf(before ?? []));
      if (this.#debits <= Number.MAX_SAFE_INTEGER) this.#excessIndex = null;
      else this.#excessIndex ??= present(batch.indexes.get(voucher.id), "a voucher without an index");
      if (before) replaced.push(voucher.id);
      written.push(next);
    }
    await this.#checkOpen(batch, written, existing);
    if (replaced.length > 0) await vouchersStore.delete(tx, companyId, replaced);
    if (written.length > 0) await this.#copy(written);
  }

  #copy(vouchers: readonly NewVoucher[]): Promise<void> {
    return vouchersStore.copy(this.#options.tx, this.#chunks(vouchers));
  }

  *#chunks(vouchers: readonly NewVoucher[]): Generator<string, void, undefined> {
    let text = "";
    let lines = 0;
    for (const voucher of vouchers) {
      text += this.#textOf(voucher);
      lines += voucher.lines.length;
      if (lines < LINES_PER_CHUNK) continue;
      yield text;
      text = "";
      lines = 0;
    }
    if (text !== "") yield text;
  }

  /** The text of a voucher for COPY, by which vouchers are also compared. */
  #textOf(voucher: NewVoucher): string {
    const created = voucher.created ?? this.#options.now;
    let text = "";
    for (const line of voucher.lines) text += this.#lineText(line, created);
    return text;
  }

  #lineText(line: Omit<LineRow, "created">, created: UnixSeconds): string {
    return lineText(this.#options.companyId, line, created, this.#options.now);
  }
}

function debitsOf(lines: readonly Pick<LineRow, "net_debit_cents">[]): number {
  let sum = 0;
  for (const { net_debit_cents } of lines) sum += Math.max(0, net_debit_cents);
  return sum;
}

/** Makes the error for the voucher with an id that the database refused as a duplicate. */
function duplicateIn(batch: Batch, id: string | undefined): BundleProblem | null {
  const index = id === undefined ? undefined : batch.indexes.get(id);
  return id === undefined || index === undefined ? null : duplicateId(id, index);
}

function duplicateId(id: string, index: number): BundleProblem {
  return new BundleProblem(`${recordPath(JOURNAL, index)}.id`, `${id} appears twice in this section`);
}
