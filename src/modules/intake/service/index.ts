/**
 * Imports (a company bundle, a journal from elsewhere, the sample company) and the export of a company's
 * bundle. Each import is one transaction, so a failed one changes nothing.
 */
import type { BundleSection } from "../../../contract/bundle.ts";
import { PRESETS } from "../../../core/areas.ts";
import { present } from "../../../core/assert.ts";
import { losAngelesDate } from "../../../core/civil-date.ts";
import { emailKey } from "../../../core/email.ts";
import { refuse } from "../../../core/errors.ts";
import type { Report } from "../../../core/progress.ts";
import { PREFIXES, type PublicId } from "../../../core/public-id.ts";
import type { Tx } from "../../../platform/db/index.ts";
import { actFor } from "../../../platform/log/actor.ts";
import { type AccessNeeds, accessStore, addMember, createKey } from "../../tenants/access/index.ts";
import { companyStore } from "../../tenants/company/index.ts";
import type { BundleTransaction, BundleTransfer, BundleVoucher } from "../../../contract/bundle-records.ts";
import { SAMPLE_COMPANY_ID } from "../../../sample/profile.ts";
import { broughtBy } from "../../../sample/feed.ts";
import { FEWEST_ENTRIES, sampleBundle } from "../../../sample/sample-bundle.ts";
import { bundleText } from "./export-bundle.ts";
import { type BundleImport, readBundle } from "./import-bundle.ts";
import { type JournalCounts, type JournalOptions, readJournal } from "./import-journal.ts";
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

export interface IntakeService {
  /** The sections of the bundle, in order. */
  readonly sections: readonly BundleSection<Tx>[];
  /**
   * Imports a bundle: all of it, or nothing and `BundleProblem` or `JsonProblem`. A company that exists is
   * updated.
   */
  importBundle(source: AsyncIterable<Uint8Array>, report?: Report): Promise<BundleImport>;
  /** Makes a company of a journal: all of it, or nothing and `LineProblem` or `Refusal`. */
  importJournal(
    source: AsyncIterable<Uint8Array>,
    options: JournalOptions,
    report?: Report,
  ): Promise<Seeding & Pick<JournalCounts, "categories" | "notes">>;
  /** Makes a sample company up to today, `comp_sample` when that id is free. */
  seed(options: SeedOptions, report?: Report): Promise<Seeding>;
  /** The text of a company's bundle, in pieces; refuses `resource_missing`. */
  exportBundle(companyId: PublicId<"company">): AsyncIterable<string>;
}

/** Imports take what time they need, and can't be repeated, since their source is used up. */
const IMPORT = { long: true, once: true } as const;
const DEFAULT_SEED = 1;
/** Vouchers between two reports of progress. */
const VOUCHERS_PER_REPORT = 1_000;
const KEY_NAME = "Made with the company";

export function intakeService(needs: AccessNeeds): IntakeService {
  const { db, ids, now } = needs;
  return {
    sections: SECTIONS,
    importBundle: (source, report = () => {}) =>
      db.transaction((tx) => readBundle(tx, now, counted(source, report)), IMPORT),
    importJournal: (source, options, report = () => {}) =>
      db.transaction(async (tx) => {
        const scope = { tx, companyId: ids.next("company"), now: now() };
        actFor({ company_id: scope.companyId });
        const counts = await readJournal(scope, counted(source, report), options);
        const email =
          options.owner_email ?? `owner.${scope.companyId.slice(PREFIXES.company.length)}@example.com`;
        const known = await accessStore.findUserByEmail(tx, emailKey(email));
        if (known && !known.active)
          throw refuse("invalid_request", {
            param: "owner_email",
            message: `${email} belongs to a deactivated user, whose key would be refused.`,
          });
        const owner = await addMember(tx, needs, scope.companyId, {
          email,
          first_name: null,
          last_name: null,
          permissions: PRESETS.admin,
        });
        const { api_key } = await createKey(tx, needs, scope.companyId, owner, KEY_NAME);
        return { company_id: scope.companyId, api_key, ...counts };
      }, IMPORT),
    seed: (options, report = () => {}) => seed(needs, options, report),
    exportBundle: (companyId) => bundleText(db, companyId),
  };
}

/** Tells of the bytes that were read. */
async function* counted(
  source: AsyncIterable<Uint8Array>,
  report: Report,
): AsyncGenerator<Uint8Array, void, undefined> {
  let done = 0;
  for await (const bytes of source) {
    yield bytes;
    done += bytes.length;
    report({ done, total: null, unit: "bytes" });
  }
}

function seed(needs: AccessNeeds, options: SeedOptions, report: Report): Promise<Seeding> {
  const { db, ids } = needs;
  const { entries } = options;
  if (entries !== undefined && entries < FEWEST_ENTRIES) {
    throw refuse("invalid_request", {
      param: "entries",
      message: `The sample company needs at least ${FEWEST_ENTRIES} entries.`,
    });
  }
  return db.transaction(async (tx) => {
    const sample = SAMPLE_COMPANY_ID as PublicId<"company">;
    const companyId = (await companyStore.find(tx, sample)) ? ids.next("company") : sample;
    actFor({ company_id: companyId });
    const now = needs.now();
    const bundle = sampleBundle({
      seed: options.seed ?? DEFAULT_SEED,
      today: losAngelesDate(now),
      now,
      companyId,
      ...(entries === undefined ? {} : { entries }),
    });
    const made = { vouchers: 0, entries: 0 };
    function* vouchers(brought: boolean): Generator<BundleVoucher, void, undefined> {
      for (const voucher of bundle.journal) {
        if ((broughtBy(voucher) !== null) !== brought) continue;
        made.vouchers += 1;
        made.entries += voucher.lines.length;
        if (made.vouchers % VOUCHERS_PER_REPORT === 0)
          report({ done: made.entries, total: entries ?? null, unit: "entries" });
        yield voucher;
      }
    }
    const transfers: BundleTransfer[] = [];
    function* transactions(): Generator<BundleTransaction, void, undefined> {
      for (const voucher of vouchers(true)) {
        const brought = broughtBy(voucher);
        if (brought?.transfer) transfers.push(brought.transfer);
        yield* brought?.transactions ?? [];
      }
    }
    const records: Readonly<Record<string, Iterable<unknown>>> = {
      ...bundle,
      company: [bundle.company],
      transactions: transactions(),
      transfers,
      journal: vouchers(false),
    };
    for (const section of SECTIONS)
      await writeRecords(section, { tx, companyId, now }, records[section.name] ?? []);
    const owner = await accessStore.lockMember(tx, companyId, bundle.members[0]?.id ?? "");
    const { api_key } = await createKey(
      tx,
      needs,
      companyId,
      present(owner, "the sample company has no owner"),
      KEY_NAME,
    );
    return { company_id: companyId, api_key, ...made };
  }, IMPORT);
}
