/**
 * Recognises the vouchers of an export that was imported before. A voucher is known by its name in the file,
 * or by its day and description; its lines tell whether it changed, and the same lines without their former
 * voucher tell that only its name did. Invariant: each voucher of the file is new, known or changed, one that
 * the company has is never added again, and what earlier imports brought is in the file, changed or gone.
 */
import { createHash } from "node:crypto";
import type { CivilDate } from "../../../core/civil-date.ts";
import type { PublicId } from "../../../core/public-id.ts";
import type { Queryable } from "../../../platform/db/index.ts";
import {
  amountOf,
  type ChangedVoucher,
  changedNotes,
  GONE_LISTED,
  type GoneVoucher,
  goneNotes,
  type LaterImport,
  outsideNotes,
} from "../rules/later-import.ts";
import type { ParsedVoucher } from "../rules/parsed-voucher.ts";
import { foldedName } from "../rules/spellings.ts";
import { type ImportedVoucher, intakeStore, type StoredVoucher } from "../store.ts";

/** A voucher of the file with its hashes. */
export interface HashedVoucher {
  readonly voucher: ParsedVoucher;
  readonly identity: Buffer;
  /** Of its day and its lines. */
  readonly content: Buffer;
  /** Of its descriptions and merchants. */
  readonly texts: Buffer;
}

/** What became of a file, once all of it was seen. */
export interface Decision {
  /** Vouchers that are new too. */
  readonly added: readonly HashedVoucher[];
  readonly found: Omit<LaterImport, "added_vouchers">;
  readonly notes: readonly string[];
}

/** A voucher of the file beside the one that the company has. */
interface Edited {
  readonly each: HashedVoucher;
  readonly stored: ImportedVoucher;
  readonly change: ChangedVoucher["change"];
}

const HASH_BYTES = 16;
const VOUCHERS_PER_PAGE = 5_000;
/** Bytes of a hash that a number holds exactly. */
const PREFIX_BYTES = 6;

/** The hashes of a voucher. */
export function hashed(voucher: ParsedVoucher): HashedVoucher {
  const { journal, date, description, merchant, lines } = voucher;
  const identity = hashOf(journal === null ? ["day", date, foldedName(description)] : ["name", journal]);
  const amounts = lines
    .map(({ account, department, netDebitCents }) => JSON.stringify([account, department, netDebitCents]))
    .toSorted();
  const words = lines
    .map((line) => JSON.stringify([line.account, line.description ?? "", line.merchant ?? ""]))
    .toSorted();
  return {
    voucher,
    identity,
    content: hashOf([date, ...amounts]),
    texts: hashOf([description, merchant ?? "", ...words]),
  };
}

function hashOf(parts: readonly string[]): Buffer {
  return createHash("sha256").update(JSON.stringify(parts)).digest().subarray(0, HASH_BYTES);
}

const keyOf = (hash: Buffer): string => hash.toString("hex");
const prefixOf = (hash: Buffer): number => hash.readUIntBE(0, PREFIX_BYTES);

/** Vouchers of earlier versions have no hash of their texts, so these are taken to be the same. */
const hasTexts = (stored: ImportedVoucher, { texts }: HashedVoucher): boolean =>
  stored.texts === null || stored.texts.equals(texts);

/** Compares the vouchers of a file with those that earlier imports brought. */
export class KnownVouchers {
  readonly #db: Queryable;
  readonly #companyId: PublicId<"company">;
  readonly #source: string;
  /** By identity, the vouchers that no voucher of the file matched so far. */
  readonly #stored = new Map<string, ImportedVoucher[]>();
  /** Vouchers that are known with other lines or texts; new or changed is decided at the end of the file. */
  readonly #undecided: HashedVoucher[] = [];
  /** Unknown vouchers with the lines of a known one, which the file may have further down. */
  readonly #renamed: HashedVoucher[] = [];
  /** The beginnings of the contents of earlier vouchers: a bound on what may be renamed. */
  #contents: Set<number> | null = null;
  #days: readonly [CivilDate, CivilDate] | null = null;
  #recognised = 0;

  /** `source` is the format of the file. */
  constructor(db: Queryable, companyId: PublicId<"company">, source: string) {
    this.#db = db;
    this.#companyId = companyId;
    this.#source = source;
  }

  /** The vouchers of a batch that are certainly new. */
  async newOf(batch: readonly HashedVoucher[]): Promise<HashedVoucher[]> {
    this.#contents ??= await this.#readContents();
    const unread = batch.map(({ identity }) => identity).filter((id) => !this.#stored.has(keyOf(id)));
    for (const identity of unread) this.#stored.set(keyOf(identity), []);
    for (const known of await intakeStore.listImported(this.#db, this.#companyId, unread))
      this.#stored.get(keyOf(known.identity))?.push(known);
    return batch.filter((each) => {
      this.#seeDay(each.voucher.date);
      const stored = this.#stored.get(keyOf(each.identity)) ?? [];
      const same = stored.findIndex((known) => known.content.equals(each.content) && hasTexts(known, each));
      if (same >= 0) {
        stored.splice(same, 1);
        this.#recognised += 1;
        return false;
      }
      if (stored.length > 0) this.#undecided.push(each);
      else if (this.#contents?.has(prefixOf(each.content))) this.#renamed.push(each);
      else return true;
      return false;
    });
  }

  #seeDay(date: CivilDate): void {
    const [first, last] = this.#days ?? [date, date];
    this.#days = [date < first ? date : first, date > last ? date : last];
  }

  async #readContents(): Promise<Set<number>> {
    const contents = new Set<number>();
    for await (const page of this.#imported())
      for (const { content } of page) contents.add(prefixOf(content));
    return contents;
  }

  /** All vouchers that imports brought, in pages. */
  async *#imported(): AsyncGenerator<readonly ImportedVoucher[], void, undefined> {
    let last: ImportedVoucher | undefined;
    for (;;) {
      const page: readonly ImportedVoucher[] = await intakeStore.pageImported(
        this.#db,
        this.#companyId,
        last ?? null,
        VOUCHERS_PER_PAGE,
      );
      if (page.length > 0) yield page;
      last = page.at(-1);
      if (last === undefined || page.length < VOUCHERS_PER_PAGE) return;
    }
  }

  /** Decides on the rest of the file, once all of it was seen. */
  async finish(): Promise<Decision> {
    const added: HashedVoucher[] = [];
    const edited: Edited[] = [];
    const take = (
      each: HashedVoucher,
      isIt: (stored: ImportedVoucher) => boolean,
    ): ImportedVoucher | null => {
      const stored = this.#stored.get(keyOf(each.identity)) ?? [];
      const at = stored.findIndex(isIt);
      return at < 0 ? null : (stored.splice(at, 1)[0] ?? null);
    };
    const others: HashedVoucher[] = [];
    for (const each of this.#undecided) {
      const stored = take(each, ({ content }) => content.equals(each.content));
      if (stored) edited.push({ each, stored, change: "memo" });
      else others.push(each);
    }
    for (const each of others) {
      const stored = take(each, () => true);
      if (stored) edited.push({ each, stored, change: "lines" });
      else added.push(each);
    }
    const renamed = Map.groupBy(this.#renamed, ({ content }) => keyOf(content));
    const rest = await this.#restOf(renamed, edited);
    for (const left of renamed.values()) added.push(...left);
    const changed = await this.#changedOf(edited, added);
    const isLater = this.#recognised + changed.length > 0;
    return {
      added,
      found: {
        known_vouchers: this.#recognised,
        changed_vouchers: changed,
        gone_vouchers: rest.gone,
        gone_count: rest.count,
      },
      notes: [
        ...changedNotes(changed),
        ...goneNotes(rest.gone, rest.count),
        ...(isLater && this.#days ? outsideNotes(rest.outside, this.#days) : []),
      ],
    };
  }

  /** What earlier imports brought and the file does not have: renamed, gone, or of other days. */
  async #restOf(
    renamed: ReadonlyMap<string, HashedVoucher[]>,
    edited: Edited[],
  ): Promise<{ gone: GoneVoucher[]; count: number; outside: number }> {
    const gone: GoneVoucher[] = [];
    let count = 0;
    let outside = 0;
    for await (const page of this.#imported()) {
      const left = page.filter((row) => {
        const seen = this.#stored.get(keyOf(row.identity));
        return seen === undefined || seen.some(({ voucher_id }) => voucher_id === row.voucher_id);
      });
      const details = await this.#detailsOf(left);
      for (const row of left) {
        const stored = details.get(row.voucher_id);
        // What was deleted, replaced or reversed in the books is nothing that they have from the source.
        if (!stored || stored.reversed) continue;
        const each = renamed.get(keyOf(row.content))?.shift();
        if (each) edited.push({ each, stored: row, change: "memo" });
        else if (row.source !== null && row.source !== this.#source) continue;
        else if (this.#days && stored.date >= this.#days[0] && stored.date <= this.#days[1]) {
          count += 1;
          const { voucher_id, date, description, amount_cents } = stored;
          if (gone.length < GONE_LISTED) gone.push({ voucher_id, date, description, amount_cents });
        } else outside += 1;
      }
    }
    return { gone: gone.toSorted((a, b) => (a.date < b.date ? -1 : 1)), count, outside };
  }

  /** The changed vouchers. Those whose former voucher was reversed are added, as nothing of it is left. */
  async #changedOf(edited: readonly Edited[], added: HashedVoucher[]): Promise<ChangedVoucher[]> {
    const details = await this.#detailsOf(edited.map(({ stored }) => stored));
    const changed: ChangedVoucher[] = [];
    for (const { each, stored, change } of edited) {
      const was = details.get(stored.voucher_id);
      if (!was) continue;
      const { line, date, description } = each.voucher;
      if (was.reversed && change === "lines") added.push(each);
      else
        changed.push({
          line,
          date,
          description,
          amount_cents: amountOf(each.voucher),
          voucher_id: was.voucher_id,
          change,
          was: { date: was.date, description: was.description, amount_cents: was.amount_cents },
        });
    }
    return changed.toSorted((a, b) => a.line - b.line);
  }

  async #detailsOf(rows: readonly ImportedVoucher[]): Promise<ReadonlyMap<string, StoredVoucher>> {
    const ids = rows.map(({ voucher_id }) => voucher_id);
    const details = ids.length === 0 ? [] : await intakeStore.listStored(this.#db, this.#companyId, ids);
    return new Map(details.map((each) => [each.voucher_id, each]));
  }
}
