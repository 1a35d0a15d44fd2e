/**
 * Writing many vouchers in one transaction: gathered until they are worth a COPY statement of their own, then
 * written while the next are gathered. Invariants: a voucher is written whole, in one statement; what is held
 * in memory follows the size of two batches, never the number of vouchers; no statement is under way any more
 * when `writeVouchers` has returned or thrown; the debits of a company never exceed the largest exact sum, so
 * every sum of its entries is exact, whatever it is taken over.
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
  /** Makes the refusal of the voucher at a place; left out: that of a record of a bundle. */
  readonly refuseAt?: (place: number, reason: string) => Error;
  /** Called before each statement, to write what its vouchers refer to. */
  readonly prepare?: () => Promise<void>;
  /** Lines of one COPY; left out: as many as make its own cost small. */
  readonly linesPerCopy?: number;
}

/** Each COPY costs a pass over its rows and an update of every rollup that they touch. */
const LINES_PER_COPY = 50_000;
/** Lines that are handed to the connection at once. */
const LINES_PER_CHUNK = 500;

/** The name of the section that vouchers come from, for refusals. */
export const JOURNAL = "journal";

/**
 * Lets `work` write vouchers, and gives what became of them: one that exists is left alone when it is the
 * same and replaced whole when it is not.
 * @throws BundleProblem for an id that is written twice; what `refuseAt` makes where the company's debits
 *   become too many to add exactly.
 */
export async function writeVouchers(
  how: VoucherWriting,
  work: (writer: VoucherWriter) => Promise<void>,
): Promise<SectionCounts> {
  const fresh = !(await vouchersStore.hasEntries(how.tx, how.companyId));
  if (!fresh) await vouchersStore.openStated(how.tx);
  const writer = new VoucherWriter(
    how,
    fresh,
    fresh ? 0n : await vouchersStore.findDebits(how.tx, how.companyId),
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

/** Vouchers that wait for their statement, with the index in the file of each. */
class Batch {
  readonly vouchers: NewVoucher[] = [];
  readonly places = new Map<string, number>();
  lines = 0;
}

/** Gathers vouchers for `writeVouchers`. */
export class VoucherWriter {
  readonly #how: VoucherWriting;
  readonly #fresh: boolean;
  readonly #tally = new Tally();
  #batch = new Batch();
  #writing: Promise<void> = Promise.resolve();
  /** Debits of the vouchers taken, all of which stay. */
  #taken = 0;
  /** Debits of the company as it is written, in cents; in between they may be more than they end up as. */
  #debits: bigint;
  /** The place of the voucher with which `#debits` became too many; null while they are not. */
  #excess: number | null = null;

  /**
   * `fresh`: the company has no entries, so that nothing needs to be compared; `debits`: the sum of those it
   * has.
   */
  constructor(how: VoucherWriting, fresh: boolean, debits: bigint) {
    this.#how = how;
    this.#fresh = fresh;
    this.#debits = debits;
  }

  get counts(): SectionCounts {
    return this.#tally.counts;
  }

  /** Takes the voucher that stands at index `place` of the file. True when it is time to `flush`. */
  add(voucher: NewVoucher, place: number): boolean {
    const batch = this.#batch;
    this.#taken += debitsOf(voucher.lines);
    if (!Number.isSafeInteger(this.#taken)) throw this.#tooMuch(place);
    if (batch.places.has(voucher.id)) throw standsTwice(voucher.id, place);
    batch.places.set(voucher.id, place);
    batch.vouchers.push(voucher);
    batch.lines += voucher.lines.length;
    return batch.lines >= (this.#how.linesPerCopy ?? LINES_PER_COPY);
  }

  /** Starts writing the collected vouchers; returns as soon as the previous batch is written. */
  async flush(): Promise<void> {
    const batch = this.#batch;
    this.#batch = new Batch();
    await this.#writing;
    await this.#how.prepare?.();
    if (batch.lines === 0) return;
    this.#writing = this.#fresh ? this.#insert(batch) : this.#merge(batch);
    // The next `await` receives the failure; until then it must not count as unhandled.
    this.#writing.catch(() => {});
  }

  /** Waits for the statement that is under way, and throws what it threw. */
  async settled(): Promise<void> {
    await this.#writing;
  }

  /** Throws when the company would have more debits than can be added exactly. */
  checkDebits(): void {
    if (this.#excess !== null) throw this.#tooMuch(this.#excess);
  }

  #tooMuch(place: number): Error {
    const { refuseAt = (at, reason) => new BundleProblem(recordPath(JOURNAL, at), reason) } = this.#how;
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
      throw twiceIn(batch, refusedKey(error, "journal_entries_pkey")?.[1]) ?? error;
    }
  }

  async #merge(batch: Batch): Promise<void> {
    const { tx, companyId } = this.#how;
    const ids = [...batch.places.keys()];
    try {
      await vouchersStore.noteStated(tx, ids);
    } catch (error) {
      throw twiceIn(batch, refusedKey(error, "stated_vouchers_pkey")?.[0]) ?? error;
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
    return vouchersStore.copy(this.#how.tx, this.#chunks(vouchers));
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
    const created = voucher.created ?? this.#how.now;
    let text = "";
    for (const line of voucher.lines) text += this.#lineText(line, created);
    return text;
  }

  #lineText(line: Omit<LineRow, "created">, created: UnixSeconds): string {
    return lineText(this.#how.companyId, line, created, this.#how.now);
  }
}

function debitsOf(lines: readonly Pick<LineRow, "net_debit_cents">[]): number {
  let sum = 0;
  for (const { net_debit_cents } of lines) sum += Math.max(0, net_debit_cents);
  return sum;
}

function twiceIn(batch: Batch, id: string | undefined): BundleProblem | null {
  const place = id === undefined ? undefined : batch.places.get(id);
  return id === undefined || place === undefined ? null : standsTwice(id, place);
}

function standsTwice(id: string, place: number): BundleProblem {
  return new BundleProblem(`${recordPath(JOURNAL, place)}.id`, `${id} appears twice in this section`);
}
