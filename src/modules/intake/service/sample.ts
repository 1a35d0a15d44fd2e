/**
 * The sample company: made up to today, or begun on one day, in a template, and finished on a later one.
 * Invariant: what is begun holds no key and no text that nobody may share, and a finished company is the same
 * as one that was made at once, with its first day of books.
 */
import type {
  BundleCompany,
  BundleInvoice,
  BundleTransaction,
  BundleTransfer,
  BundleVoucher,
} from "../../../contract/bundle-records.ts";
import { present } from "@daybook/words/assert";
import { addDays, type CivilDate, losAngelesDate } from "@daybook/words/civil-date";
import { refuse } from "../../../core/errors.ts";
import type { ReportProgress } from "../../../core/progress.ts";
import type { PublicId } from "@daybook/words/public-id";
import type { Tx } from "../../../platform/db/index.ts";
import { updateActor } from "../../../platform/log/actor.ts";
import type { SampleVoucher } from "../../../sample/books.ts";
import { HELD_DAYS } from "../../../sample/card-spending.ts";
import { feedItemOf, invoiceOf, journalVoucherOf } from "../../../sample/feed.ts";
import { SAMPLE_COMPANY_ID } from "../../../sample/profile.ts";
import { FEWEST_ENTRIES, type SampleBundle, sampleBundle } from "../../../sample/sample-bundle.ts";
import { ledgerWithin, vouchersStore } from "../../books/ledger/index.ts";
import { type AccessNeeds, accessStore, createKey } from "../../tenants/access/index.ts";
import { companyStore } from "../../tenants/company/index.ts";
import { SECTIONS, writeRecords } from "./sections.ts";

/** A created company, with a key of its owner, whose text is shown only here. */
export interface Seeding {
  readonly company_id: PublicId<"company">;
  readonly api_key: string;
  readonly vouchers: number;
  readonly entries: number;
}

export interface SeedOptions {
  /** The same seed makes the same books on the same day. Left out: 1. */
  readonly seed?: number;
  /** About how many journal entries, at least `FEWEST_ENTRIES`; left out: around 16,000. */
  readonly entries?: number;
}

/** Imports take what time they need, and can't be repeated, since their source is used up. */
export const IMPORT = { long: true, noRetry: true } as const;
export const KEY_NAME = "Made with the company";
const DEFAULT_SEED = 1;
/** Entries between two reports of progress. */
const ENTRIES_PER_REPORT = 2_500;
const SAMPLE = SAMPLE_COMPANY_ID as PublicId<"company">;

/** The sections that state how things are on a day: a later day would change them. */
const OF_THE_DAY: ReadonlySet<string> = new Set([
  "invitations",
  "rules",
  "taxes",
  "tax_credits",
  "form_1099_reports",
  "forms_1099",
  "sheets",
  "closing",
]);
/** The sections of a journal that grows from day to day. */
const OF_THE_JOURNAL: ReadonlySet<string> = new Set(["invoices", "transactions", "transfers", "journal"]);

/** Makes a sample company up to today, with a key of its owner. */
export function seedSample(
  needs: AccessNeeds,
  { seed = DEFAULT_SEED, entries }: SeedOptions,
  report: ReportProgress,
): Promise<Seeding> {
  if (entries !== undefined && entries < FEWEST_ENTRIES) {
    throw refuse("invalid_request", {
      param: "entries",
      message: `The sample company needs at least ${FEWEST_ENTRIES} entries.`,
    });
  }
  return needs.db.transaction(async (tx) => {
    const companyId = (await companyStore.find(tx, SAMPLE)) ? needs.ids.next("company") : SAMPLE;
    updateActor({ company_id: companyId });
    const now = needs.now();
    const bundle = sampleBundle({
      seed,
      today: losAngelesDate(now),
      now,
      companyId,
      ...(entries === undefined ? {} : { entries }),
    });
    await writeSample(needs, tx, recordsOf(bundle, progressOf(report, entries ?? null)), bundle.company);
    return withKey(needs, tx, bundle);
  }, IMPORT);
}

/** Writes what `finishSample` continues. */
export function beginSample(needs: AccessNeeds): Promise<CivilDate> {
  return needs.db.transaction(async (tx) => {
    const now = needs.now();
    const today = losAngelesDate(now);
    const bundle = sampleBundle({ seed: DEFAULT_SEED, today, now });
    const records = without(recordsOf(bundle), (section) => OF_THE_DAY.has(section));
    await writeSample(needs, tx, records, bundle.company);
    // Nothing of it may be random: installations share it.
    await ledgerWithin.startRevisions(tx, SAMPLE);
    return today;
  }, IMPORT);
}

/** Adds the days after `until`, and what `beginSample` left out. */
export function finishSample(
  needs: AccessNeeds,
  until: CivilDate,
  report: ReportProgress,
): Promise<Seeding | null> {
  return needs.db.transaction(async (tx) => {
    const company = await companyStore.find(tx, SAMPLE);
    const first = company?.incorporation_date ?? null;
    // A key that somebody made before it was finished has another name.
    const isFinished = (await accessStore.listKeys(tx, SAMPLE)).some(({ name }) => name === KEY_NAME);
    if (first === null || isFinished) return null;
    updateActor({ company_id: SAMPLE });
    const now = needs.now();
    const bundle = sampleBundle({ seed: DEFAULT_SEED, first, today: losAngelesDate(now), now });
    const held = addDays(until, -HELD_DAYS);
    // Few enough to be kept, so that the days are simulated once.
    const journal = [...bundle.journal].filter(({ date }) => date > held);
    const records = recordsOf({ ...bundle, journal }, progressOf(report, null), until);
    const isWritten = (section: string) => !OF_THE_DAY.has(section) && !OF_THE_JOURNAL.has(section);
    await writeSample(needs, tx, without(records, isWritten), bundle.company);
    return withKey(needs, tx, bundle);
  }, IMPORT);
}

type Records = Readonly<Record<string, Iterable<unknown>>>;

function without(records: Records, isLeftOut: (section: string) => boolean): Records {
  return Object.fromEntries(Object.entries(records).filter(([section]) => !isLeftOut(section)));
}

async function writeSample(
  { now }: AccessNeeds,
  tx: Tx,
  records: Records,
  { id }: BundleCompany,
): Promise<void> {
  const scope = { tx, companyId: id as PublicId<"company">, now: now() };
  for (const section of SECTIONS) await writeRecords(section, scope, records[section.name] ?? []);
}

/** Counts the entries that were written, and reports them from time to time. */
function progressOf(report: ReportProgress, total: number | null): (entries: number) => void {
  let written = 0;
  return (entries) => {
    const before = written;
    written += entries;
    if (Math.floor(written / ENTRIES_PER_REPORT) > Math.floor(before / ENTRIES_PER_REPORT))
      report({ done: written, total, unit: "entries" });
  };
}

/**
 * Returns the records of a bundle by their sections, those of the journal as they are iterated; with `until`
 * only those that are not on that day what they are now.
 */
function recordsOf(
  bundle: SampleBundle,
  written: (entries: number) => void = () => {},
  until: CivilDate | null = null,
): Records {
  function* vouchersAs<Item>(
    convert: (voucher: SampleVoucher) => Item | null,
    since: CivilDate | null = null,
  ): Generator<Item> {
    for (const voucher of bundle.journal) {
      const item = since !== null && voucher.date <= since ? null : convert(voucher);
      if (item === null) continue;
      written(voucher.lines.length);
      yield item;
    }
  }
  const transfers: BundleTransfer[] = [];
  function* transactions(): Generator<BundleTransaction> {
    // Those of the last days until then may have been held.
    for (const { transactions: own, transfer } of vouchersAs(feedItemOf)) {
      if (transfer) transfers.push(transfer);
      yield* own;
    }
  }
  const invoices: Iterable<BundleInvoice> = vouchersAs(invoiceOf, until);
  const journal: Iterable<BundleVoucher> = vouchersAs(journalVoucherOf, until);
  return {
    ...bundle,
    company: [bundle.company],
    invoices,
    transactions: transactions(),
    transfers,
    journal,
    closing: [bundle.closing],
  };
}

/** Makes a key of the owner, and counts the books. */
async function withKey(needs: AccessNeeds, tx: Tx, { company, members }: SampleBundle): Promise<Seeding> {
  const companyId = company.id as PublicId<"company">;
  const owner = await accessStore.lockMember(tx, companyId, members[0]?.id ?? "");
  const { api_key } = await createKey(
    tx,
    needs,
    companyId,
    present(owner, "the sample company has no owner"),
    KEY_NAME,
  );
  return { company_id: companyId, api_key, ...(await vouchersStore.count(tx, companyId)) };
}
