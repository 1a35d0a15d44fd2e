/**
 * Recognises the vouchers of an export that was imported before. A voucher is known by its name in the file,
 * or by its day and description; its lines tell whether it changed, and the same lines without their former
 * voucher tell that only its name did. Invariant: each voucher of the file is new, known or changed, one that
 * the company has is never added again, and what earlier imports brought is in the file, changed or gone;
 * what imports brought of which the file has nothing belongs to other books of the company, and is never
 * gone.
 */
import type { Note } from "../../../core/advice.ts";
import { createHash } from "node:crypto";
import { addDays, type CivilDate } from "@daybook/words/civil-date";
import type { PublicId } from "@daybook/words/public-id";
import type { Queryable } from "../../../platform/db/index.ts";
import {
  amountOf,
  anewNotes,
  type ChangedVoucher,
  changedNotes,
  GONE_LISTED,
  goneNotes,
  type LaterImport,
  movedNotes,
  otherBooksNotes,
  outsideNotes,
  type Pair,
} from "../rules/later-import.ts";
import type { ParsedLine, ParsedVoucher } from "../rules/parsed-voucher.ts";
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
  readonly notes: readonly Note[];
  /** Sentences on the vouchers that `found` lists. */
  readonly listed: readonly string[];
  /** The vouchers of the file that replace earlier ones. */
  readonly replacing: readonly Replacing[];
  /** The earlier vouchers that are removed. */
  readonly removing: readonly StoredVoucher[];
}

/** A voucher of the file that replaces an earlier one. */
export interface Replacing {
  readonly each: HashedVoucher;
  readonly was: StoredVoucher;
}

/** A voucher of the file beside the one that the company has. */
interface Edited {
  readonly each: HashedVoucher;
  readonly stored: ImportedVoucher;
  readonly change: ChangedVoucher["change"];
}

const HASH_BYTES = 16;
const VOUCHERS_PER_PAGE = 5_000;
/** Up to as many vouchers are looked for by themselves; for more, all earlier ones are read. */
const FEW_VOUCHERS = 999;
/** Fewer days than a month has, so that what comes back each month is not taken for one that was moved. */
const MOVED_DAYS = 27;
/** Bytes of a hash that a number holds exactly. */
const PREFIX_BYTES = 6;

/** The hashes of a voucher. */
export function hashed(voucher: ParsedVoucher): HashedVoucher {
  const { journal, date, description, merchant, lines } = voucher;
  const identity = hashOf(journal === null ? ["day", date, foldedName(description)] : ["name", journal]);
  const words = lines
    .map((line) => JSON.stringify([writtenOf(line), line.description ?? "", line.merchant ?? ""]))
    .toSorted();
  return {
    voucher,
    identity,
    content: contentOn(date, voucher),
    texts: hashOf([description, merchant ?? "", ...words]),
  };
}

/** A line's account as the file names it: what the company calls it is another one after its first import. */
const writtenOf = ({ account, written = account }: ParsedLine): string => written;

/** The hash of a voucher's lines on a day. */
function contentOn(day: CivilDate, { lines }: ParsedVoucher): Buffer {
  const amounts = lines
    .map((line) => JSON.stringify([writtenOf(line), line.department, line.netDebitCents]))
    .toSorted();
  return hashOf([day, ...amounts]);
}

function hashOf(parts: readonly string[]): Buffer {
  return createHash("sha256").update(JSON.stringify(parts)).digest().subarray(0, HASH_BYTES);
}

const keyOf = (hash: Buffer): string => hash.toString("hex");
const prefixOf = (hash: Buffer): number => hash.readUIntBE(0, PREFIX_BYTES);

/** Vouchers of earlier versions have no hash of their texts, so these are taken to be the same. */
const hasTexts = (stored: ImportedVoucher, { texts }: HashedVoucher): boolean =>
  stored.texts === null || stored.texts.equals(texts);

/** How a voucher of the file is named beside an earlier one. */
const pairOf = ({ voucher }: HashedVoucher, was: StoredVoucher): Pair => ({
  date: voucher.date,
  description: voucher.description,
  amount_cents: amountOf(voucher),
  voucher_id: was.voucher_id,
  was,
});

/** The number of day, lines and text in which a voucher is like an earlier one under the same name. */
function likeness({ voucher, texts }: HashedVoucher, stored: ImportedVoucher, was: StoredVoucher): number {
  const isText =
    stored.texts?.equals(texts) === true || foldedName(was.description) === foldedName(voucher.description);
  return [was.date === voucher.date, stored.content.equals(contentOn(was.date, voucher)), isText].filter(
    Boolean,
  ).length;
}

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
  readonly #contents = new Set<number>();
  /** The beginnings of the texts of earlier vouchers: a bound on what may be moved. */
  readonly #texts = new Set<number>();
  /** True once these are those of all earlier vouchers. */
  #hasAll = false;
  /** The vouchers of the file that were compared before that. */
  #seen = 0;
  /** Vouchers that are new and have the texts of an earlier one, by these. */
  readonly #alike = new Map<string, HashedVoucher[]>();
  /** True if earlier imports brought several vouchers under one name. */
  #isNumberedAnew = false;
  #unknown = 0;
  #days: readonly [CivilDate, CivilDate] | null = null;
  #recognised = 0;
  /** The imports that brought what was recognised; null for those of earlier versions. */
  readonly #imports = new Set<string | null>();

  readonly #isApplied: (voucher: string) => boolean;

  /**
   * `source` is the format of the file, `isApplied` says which vouchers follow what the source edited or
   * deleted.
   */
  constructor(
    db: Queryable,
    companyId: PublicId<"company">,
    source: string,
    isApplied: (voucher: string) => boolean = () => false,
  ) {
    this.#db = db;
    this.#companyId = companyId;
    this.#source = source;
    this.#isApplied = isApplied;
  }

  /** The vouchers of a batch that are certainly new. */
  async newOf(batch: readonly HashedVoucher[]): Promise<HashedVoucher[]> {
    await this.#noteEarlier(batch);
    const unread = batch.map(({ identity }) => identity).filter((id) => !this.#stored.has(keyOf(id)));
    for (const identity of unread) this.#stored.set(keyOf(identity), []);
    for (const known of await intakeStore.listImported(this.#db, this.#companyId, unread))
      this.#stored.get(keyOf(known.identity))?.push(known);
    return batch.filter((each) => {
      this.#seeDay(each.voucher.date);
      const stored = this.#stored.get(keyOf(each.identity)) ?? [];
      if (each.voucher.journal !== null && stored.length > 1) this.#isNumberedAnew = true;
      const same = stored.findIndex((known) => known.content.equals(each.content) && hasTexts(known, each));
      if (same >= 0) {
        for (const { import_id } of stored.splice(same, 1)) this.#imports.add(import_id);
        this.#recognised += 1;
        return false;
      }
      if (stored.length > 0) this.#undecided.push(each);
      else if (this.#contents.has(prefixOf(each.content))) this.#renamed.push(each);
      else {
        this.#unknown += 1;
        this.#noteNew(each);
        return true;
      }
      return false;
    });
  }

  #noteNew(each: HashedVoucher): void {
    if (!this.#texts.has(prefixOf(each.texts))) return;
    const key = keyOf(each.texts);
    const alike = this.#alike.get(key);
    if (alike) alike.push(each);
    else this.#alike.set(key, [each]);
  }

  #seeDay(date: CivilDate): void {
    const [first, last] = this.#days ?? [date, date];
    this.#days = [date < first ? date : first, date > last ? date : last];
  }

  /** Notes what earlier vouchers have: of a file with few vouchers, only what these may be. */
  async #noteEarlier(batch: readonly HashedVoucher[]): Promise<void> {
    if (this.#hasAll) return;
    this.#hasAll = batch.length > FEW_VOUCHERS || this.#seen > 0;
    const alike = (hash: "content" | "texts") => batch.map((each) => each[hash]);
    const pages = this.#hasAll
      ? this.#imported()
      : [await intakeStore.listAlike(this.#db, this.#companyId, alike("content"), alike("texts"))];
    for await (const page of pages)
      for (const { content, texts } of page) {
        this.#contents.add(prefixOf(content));
        if (texts !== null) this.#texts.add(prefixOf(texts));
      }
    this.#seen += batch.length;
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
    const edited: Edited[] = [];
    const others: HashedVoucher[] = [];
    for (const each of this.#undecided) {
      const stored = this.#take(each, ({ content }) => content.equals(each.content));
      if (stored) edited.push({ each, stored, change: "memo" });
      else others.push(each);
    }
    const { added, anew } = await this.#decideOn(others, edited);
    for (const each of added) this.#noteNew(each);
    const renamed = Map.groupBy(this.#renamed, ({ content }) => keyOf(content));
    const rest = await this.#restOf(renamed, edited);
    for (const left of renamed.values()) added.push(...left);
    const { changed, replacing } = await this.#changedOf(edited, added);
    const isLater = this.#recognised + changed.length > 0;
    return {
      added,
      found: {
        known_vouchers: this.#recognised,
        changed_vouchers: changed,
        gone_vouchers: rest.gone,
        gone_count: rest.count,
      },
      replacing,
      removing: rest.removing,
      listed: [
        ...changedNotes(changed),
        ...goneNotes(rest.gone, { all: rest.count, applied: rest.removing.length }),
      ],
      notes: [
        ...anewNotes(anew),
        ...otherBooksNotes(rest.others, isLater),
        ...(isLater && this.#days ? outsideNotes(rest.outside, this.#days) : []),
        ...(isLater ? movedNotes(rest.moved) : []),
      ],
    };
  }

  /** Takes the first earlier voucher under the name of `each` that `isIt` accepts. */
  #take(each: HashedVoucher, isIt: (stored: ImportedVoucher) => boolean): ImportedVoucher | null {
    const stored = this.#stored.get(keyOf(each.identity)) ?? [];
    const at = stored.findIndex(isIt);
    return at < 0 ? null : (stored.splice(at, 1)[0] ?? null);
  }

  /**
   * Decides on vouchers whose names are known with other lines: edited, which is added to `edited`, or new.
   * One that has neither day nor lines nor text of an earlier one is new: its number was counted anew. Where
   * numbers are, one whose former day the file does not have is new too, though it has the lines and the text
   * of a former one, as rent has each month.
   */
  async #decideOn(
    others: readonly HashedVoucher[],
    edited: Edited[],
  ): Promise<{ readonly added: HashedVoucher[]; readonly anew: Pair[] }> {
    const details = await this.#detailsOf(
      others.flatMap(({ identity }) => this.#stored.get(keyOf(identity)) ?? []),
    );
    const added: HashedVoucher[] = [];
    const anew: Pair[] = [];
    const takeAsNew = (each: HashedVoucher, was: StoredVoucher): void => {
      added.push(each);
      anew.push(pairOf(each, was));
    };
    const doubtful: { each: HashedVoucher; was: StoredVoucher }[] = [];
    for (const each of others) {
      const [best] = (this.#stored.get(keyOf(each.identity)) ?? [])
        .flatMap((stored) => {
          const was = details.get(stored.voucher_id);
          return was ? [{ stored, was, alike: likeness(each, stored, was) }] : [];
        })
        .toSorted((a, b) => b.alike - a.alike);
      if (!best) added.push(each);
      else if (best.alike === 0) takeAsNew(each, best.was);
      else if (this.#isOutside(best.was.date)) doubtful.push({ each, was: best.was });
      else if (this.#take(each, (stored) => stored === best.stored))
        edited.push({ each, stored: best.stored, change: "lines" });
    }
    // A file of a later month that has nothing else is no file of moved vouchers.
    const nothingElse = this.#recognised + this.#unknown + edited.length === 0;
    const isAnew = this.#isNumberedAnew || anew.length > 0 || nothingElse;
    for (const { each, was } of doubtful) {
      if (isAnew) takeAsNew(each, was);
      else {
        const stored = this.#take(each, ({ voucher_id }) => voucher_id === was.voucher_id);
        if (stored) edited.push({ each, stored, change: "lines" });
        else added.push(each);
      }
    }
    return { added, anew };
  }

  /** True for a day before the first or after the last one of the file. */
  #isOutside(day: CivilDate): boolean {
    return this.#days !== null && (day < this.#days[0] || day > this.#days[1]);
  }

  /**
   * What earlier imports brought and the file does not have: renamed, gone, or of other days. Of these only
   * what may be renamed or moved is read; the rest is counted.
   */
  async #restOf(renamed: ReadonlyMap<string, HashedVoucher[]>, edited: Edited[]) {
    for await (const row of this.#left(this.#withHashes([...renamed.values()].flat(), "content"))) {
      const each = renamed.get(keyOf(row.content))?.shift();
      if (each) edited.push({ each, stored: row, change: "memo" });
    }
    const taken = new Set<string>(edited.map(({ stored }) => stored.voucher_id));
    const isOther = (row: ImportedVoucher): boolean =>
      !taken.has(row.voucher_id) && (row.source === null || row.source === this.#source);
    /** By the import that brought them, those of the days of the file. */
    const missing = new Map<string | null, StoredVoucher[]>();
    for await (const row of this.#left(this.#ofDays()))
      if (isOther(row)) missing.set(row.import_id, [...(missing.get(row.import_id) ?? []), row.stored]);
    const moved: Pair[] = [];
    for await (const row of this.#left(this.#withHashes([...this.#alike.values()].flat(), "texts"))) {
      const pair = isOther(row) && this.#isOutside(row.stored.date) ? this.#movedFrom(row, row.stored) : null;
      if (pair) moved.push(pair);
    }
    const outside =
      this.#days === null
        ? 0
        : await intakeStore.countOutside(this.#db, this.#companyId, this.#source, this.#days, [...taken]);
    for (const { stored } of edited) this.#imports.add(stored.import_id);
    const gone = [...missing].flatMap(([id, those]) => (this.#imports.has(id) ? those : []));
    const all = missing.values().reduce((sum, those) => sum + those.length, 0);
    return { ...this.#goneOf(gone), others: all - gone.length, outside, moved };
  }

  /**
   * Of pages of earlier vouchers those that the books have from the source and the file does not have, with
   * what the journal has of them. What was deleted, replaced or reversed in the books is none.
   */
  async *#left(
    pages: AsyncIterable<readonly ImportedVoucher[]>,
  ): AsyncGenerator<ImportedVoucher & { readonly stored: StoredVoucher }, void, undefined> {
    for await (const page of pages) {
      const left = page.filter((row) => {
        const seen = this.#stored.get(keyOf(row.identity));
        return seen === undefined || seen.some(({ voucher_id }) => voucher_id === row.voucher_id);
      });
      const details = await this.#detailsOf(left);
      for (const row of left) {
        const stored = details.get(row.voucher_id);
        if (stored && !stored.reversed) yield { ...row, stored };
      }
    }
  }

  /** The earlier vouchers of the days of the file, in pages. */
  async *#ofDays(): AsyncGenerator<readonly ImportedVoucher[], void, undefined> {
    if (this.#days === null) return;
    const [first, last] = this.#days;
    let after: { readonly date: CivilDate; readonly voucher_id: string } = { date: first, voucher_id: "" };
    for (;;) {
      const page = await intakeStore.pageOfDays(this.#db, this.#companyId, after, last, VOUCHERS_PER_PAGE);
      if (page.length > 0) yield page;
      const end = page.at(-1);
      if (end === undefined || page.length < VOUCHERS_PER_PAGE) return;
      after = end;
    }
  }

  /** The earlier vouchers that have the lines or the texts of some vouchers, in pages. */
  async *#withHashes(
    vouchers: readonly HashedVoucher[],
    name: "content" | "texts",
  ): AsyncGenerator<readonly ImportedVoucher[], void, undefined> {
    if (vouchers.length === 0) return;
    const hashes = new Set(vouchers.map((each) => keyOf(each[name])));
    if (vouchers.length > FEW_VOUCHERS) {
      for await (const page of this.#imported())
        yield page.filter(({ [name]: hash }) => hash !== null && hashes.has(keyOf(hash)));
      return;
    }
    const wanted = vouchers.map((each) => each[name]);
    const ofName = { content: [], texts: [], [name]: wanted };
    yield await intakeStore.listAlike(this.#db, this.#companyId, ofName.content, ofName.texts);
  }

  /** What is gone, and what is removed of it. */
  #goneOf(all: readonly StoredVoucher[]) {
    const gone = all.slice(0, GONE_LISTED).map(({ voucher_id, date, description, amount_cents }) => ({
      voucher_id,
      date,
      description,
      amount_cents,
      applied: this.#isApplied(voucher_id),
    }));
    return {
      gone: gone.toSorted((a, b) => (a.date < b.date ? -1 : 1)),
      removing: all.filter(({ voucher_id }) => this.#isApplied(voucher_id)),
      count: all.length,
    };
  }

  /** A new voucher that has the texts and the lines of one of a day that the file does not have. */
  #movedFrom({ texts, content }: ImportedVoucher, was: StoredVoucher): Pair | null {
    const alike = texts === null ? [] : (this.#alike.get(keyOf(texts)) ?? []);
    const at = alike.findIndex(
      ({ voucher }) =>
        content.equals(contentOn(was.date, voucher)) &&
        (was.date > voucher.date || addDays(was.date, MOVED_DAYS) >= voucher.date),
    );
    const [each] = at < 0 ? [] : alike.splice(at, 1);
    return each ? pairOf(each, was) : null;
  }

  /** The changed vouchers. Those whose former voucher was reversed are added, as nothing of it is left. */
  async #changedOf(
    edited: readonly Edited[],
    added: HashedVoucher[],
  ): Promise<{ readonly changed: ChangedVoucher[]; readonly replacing: Replacing[] }> {
    const details = await this.#detailsOf(edited.map(({ stored }) => stored));
    const changed: ChangedVoucher[] = [];
    const replacing: Replacing[] = [];
    for (const { each, stored, change } of edited) {
      const was = details.get(stored.voucher_id);
      if (!was) continue;
      const { line, date, description } = each.voucher;
      if (was.reversed && change === "lines") added.push(each);
      else {
        // What is reversed stays as it was, beside its reversal.
        const applied = !was.reversed && this.#isApplied(was.voucher_id);
        if (applied) replacing.push({ each, was });
        changed.push({
          line,
          date,
          description,
          amount_cents: amountOf(each.voucher),
          voucher_id: was.voucher_id,
          change,
          was: { date: was.date, description: was.description, amount_cents: was.amount_cents },
          applied,
        });
      }
    }
    return { changed: changed.toSorted((a, b) => a.line - b.line), replacing };
  }

  async #detailsOf(rows: readonly ImportedVoucher[]): Promise<ReadonlyMap<string, StoredVoucher>> {
    const ids = rows.map(({ voucher_id }) => voucher_id);
    const details = ids.length === 0 ? [] : await intakeStore.listStored(this.#db, this.#companyId, ids);
    return new Map(details.map((each) => [each.voucher_id, each]));
  }
}
