/**
 * Writes many vouchers in one transaction. Vouchers are collected into batches; one COPY writes a batch while
 * the next is collected. Invariants: a voucher is written by one statement; memory holds at most two batches;
 * no statement runs any more when `writeVouchers` has returned or thrown; the debits of a company never
 * exceed the largest exact sum, so every sum of its entries is exact.
 */
import { BundleProblem, recordPath, type SectionCounts, Tally } from "../../../../contract/bundle.ts";
import { present } from "../../../../core/assert.ts";
import type { UnixSeconds } from "../../../../core/civil-date.ts";
import type { PublicId } from "../../../../core/public-id.ts";
import { refusedKey, type Tx } from "../../../../platform/db/index.ts";
import { type LineRow, lineText, vouchersStore } from "../store/vouchers.ts";

type Company = PublicId<"company">;

/** A balanced voucher whose categories and departments exist; its lines are numbered from 1. */
export interface NewVoucher {
  readonly id: PublicId<"voucher">;
  /** Null if not given: then the time of the import, or that of the existing voucher. */
  readonly created: UnixSeconds | null;
  readonly lines: readonly Omit<LineRow, "created">[];
}

export interface VoucherWriting {
  readonly tx: Tx;
  readonly companyId: Company;
  readonly now: UnixSeconds;
  /** Makes the error for the voucher at an index of the file. Default: a `BundleProblem` of its record. */
  readonly refuseAt?: (index: number, reason: string) => Error;
  /** Called before each statement, to write the rows that its vouchers refer to. */
  readonly prepare?: () => Promise<void>;
  /** Lines of one COPY. Default: `LINES_PER_COPY`. */
  readonly linesPerCopy?: number;
}

/** Large, because each COPY also updates every rollup that its rows touch. */
const LINES_PER_COPY = 50_000;
/** Lines that are handed to the connection at once. */
const LINES_PER_CHUNK = 500;

/** The name of the section that vouchers come from, for refusals. */
export const JOURNAL = "journal";

/**
 * Lets `work` write vouchers, and returns the counts of their outcomes. An existing voucher is replaced if it
 * differs, and otherwise not written.
 * @throws BundleProblem for an id that is written twice. If the company's debits become too large to add
 *   exactly, throws the error that `refuseAt` makes.
 */
export async function writeVouchers(
  options: VoucherWriting,
  work: (writer: VoucherWriter) => Promise<void>,
): Promise<SectionCounts> {
  const fresh = !(await vouchersStore.hasEntries(options.tx, options.companyId));
  if (!fresh) await vouchersStore.openStated(options.tx);
  const writer = new VoucherWriter(
    options,
    fresh,
    fresh ? 0n : await vouchersStore.findDebits(options.tx, options.companyId),
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

/** Vouchers that wait for their statement, with the file's index of each. */
class Batch {
  readonly vouchers: NewVoucher[] = [];
  readonly places = new Map<string, number>();
  lines = 0;
}

/** Gathers vouchers for `writeVouchers`. */
export class VoucherWriter {
  readonly #options: VoucherWriting;
  readonly #fresh: boolean;
  readonly #tally = new Tally();
  #batch = new Batch();
  #writing: Promise<void> = Promise.resolve();
  /** The debits of the vouchers so far, in cents, which never get less. */
  #fileDebits = 0;
  /** The company's debits after the vouchers merged so far, in cents. A later voucher may lower them again. */
  #debits: bigint;
  /** The index of the voucher with which `#debits` became too large; null while they are not. */
  #excess: number | null = null;

  /**
   * `fresh` is true if the company has no entries, so that vouchers need not be compared with existing ones.
   * `debits` is the sum of the debits that the company has.
   */
  constructor(options: VoucherWriting, fresh: boolean, debits: bigint) {
    this.#options = options;
    this.#fresh = fresh;
    this.#debits = debits;
  }

  get counts(): SectionCounts {
    return this.#tally.counts;
  }

  /** Takes the voucher at an index of the file. Returns true when it is time to `flush`. */
  add(voucher: NewVoucher, place: number): boolean {
    const batch = this.#batch;
    this.#fileDebits += debitsOf(voucher.lines);
    if (!Number.isSafeInteger(this.#fileDebits)) throw this.#tooMuch(place);
    if (batch.places.has(voucher.id)) throw duplicateId(voucher.id, place);
    batch.places.set(voucher.id, place);
    batch.vouchers.push(voucher);
    batch.lines += voucher.lines.length;
    return batch.lines >= (this.#options.linesPerCopy ?? LINES_PER_COPY);
  }

  /** Starts writing the collected vouchers; returns as soon as the previous batch is written. */
  async flush(): Promise<void> {
    const batch = this.#batch;
    this.#batch = new Batch();
    await this.#writing;
    await this.#options.prepare?.();
    if (batch.lines === 0) return;
    this.#writing = this.#fresh ? this.#insert(batch) : this.#merge(batch);
    // The next `await` receives the failure; until then it must not count as unhandled.
    this.#writing.catch(() => {});
  }

  /** Waits for the running statement, and throws its error. */
  async settled(): Promise<void> {
    await this.#writing;
  }

  /** Throws if the company's debits would be too large to add exactly. */
  checkDebits(): void {
    if (this.#excess !== null) throw this.#tooMuch(this.#excess);
  }

  #tooMuch(place: number): Error {
    const { refuseAt = (at, reason) => new BundleProblem(recordPath(JOURNAL, at), reason) } = this.#options;
    return refuseAt(
      place,
      `with it the debits of the company exceed ${Number.MAX_SAFE_INTEGER} cents, the largest sum that is exact`,
    );
  }

  async #insert(batch: Batch): Promise<void> {
    for (const _ of batch.vouchers) this.#tally.note("created");
    try {
      await this.#copy(batch.vouchers);
    } catch (error) {
      // In a company that had no entries, only another record of the same file can have the id.
      throw duplicateIn(batch, refusedKey(error, "journal_entries_pkey")?.[1]) ?? error;
    }
  }

  async #merge(batch: Batch): Promise<void> {
    const { tx, companyId } = this.#options;
    const ids = [...batch.places.keys()];
    try {
      await vouchersStore.noteStated(tx, ids);
    } catch (error) {
      throw duplicateIn(batch, refusedKey(error, "stated_vouchers_pkey")?.[0]) ?? error;
    }
    const former = Map.groupBy(await vouchersStore.list(tx, companyId, ids), (row) => row.voucher_id);
    const replaced: string[] = [];
    const written: NewVoucher[] = [];
    for (const voucher of batch.vouchers) {
      const before = former.get(voucher.id);
      const kept: NewVoucher = { ...voucher, created: voucher.created ?? before?.[0]?.created ?? null };
      const same =
        before !== undefined &&
        this.#textOf(kept) === before.map((row) => this.#lineText(row, row.created)).join("");
      this.#tally.compare(before, same);
      if (same) continue;
      this.#debits += BigInt(debitsOf(kept.lines)) - BigInt(debitsOf(before ?? []));
      if (this.#debits <= Number.MAX_SAFE_INTEGER) this.#excess = null;
      else this.#excess ??= present(batch.places.get(voucher.id), "a voucher without a place");
      if (before) replaced.push(voucher.id);
      written.push(kept);
    }
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

function duplicateIn(batch: Batch, id: string | undefined): BundleProblem | null {
  const place = id === undefined ? undefined : batch.places.get(id);
  return id === undefined || place === undefined ? null : duplicateId(id, place);
}

function duplicateId(id: string, place: number): BundleProblem {
  return new BundleProblem(`${recordPath(JOURNAL, place)}.id`, `${id} appears twice in this section`);
}
