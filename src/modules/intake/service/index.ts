/**
 * Imports (a company bundle, a journal from elsewhere, the sample company) and the exports of a company's
 * books. Each import is one transaction, so a failed one changes nothing.
 */
import type { BundleScope, BundleSection } from "../../../contract/bundle.ts";
import { PRESETS } from "@daybook/words/areas";
import type { CivilDate } from "@daybook/words/civil-date";
import { emailKey } from "../../../core/email.ts";
import { refuse } from "../../../core/errors.ts";
import type { EntityType } from "@daybook/words/company-words";
import type { ReportProgress } from "../../../core/progress.ts";
import { PREFIXES, type PublicId } from "@daybook/words/public-id";
import type { Tx } from "../../../platform/db/index.ts";
import type { Workbooks } from "../../../platform/workbooks/index.ts";
import { updateActor } from "../../../platform/log/actor.ts";
import { type AccessNeeds, accessStore, addMember, createKey } from "../../tenants/access/index.ts";
import { companySection } from "../../tenants/company/index.ts";
import type { EntryCaller } from "../../books/ledger/index.ts";
import { type ChartTemplate, templateCategories, usualEntityType } from "../rules/chart-templates.ts";
import type { JournalFormat } from "../rules/out/formats.ts";
import {
  acceptedImportsService,
  type AcceptedImportsNeeds,
  type AcceptedImportsService,
} from "./accepted-imports.ts";
import { type JournalExport, journalExport } from "./export-books.ts";
import { bundleText } from "./export-bundle.ts";
import { type BundleImport, readBundle } from "./import-bundle.ts";
import { type ImportReport, importBooks, type JournalOptions } from "./import-journal.ts";
import { planBooks, type PlanReport } from "./plan-books.ts";
import type { BookImportRow } from "../record.ts";
import { intakeStore } from "../store.ts";
import { savingAccounts } from "./save-accounts.ts";
import { type TakenBackImport, takeBackImport } from "./take-back.ts";
import { type OpenedBooks, type OpeningBalances, setOpeningBalances } from "./opening-balances.ts";
import { type OpenItemsFile, readOpenItems, type ReadOpenItems } from "./open-items.ts";
import {
  beginSample,
  finishSample,
  IMPORT,
  KEY_NAME,
  type Seeding,
  type SeedOptions,
  seedSample,
} from "./sample.ts";
import { chartSection, SECTIONS, writeRecords } from "./sections.ts";

export type { Seeding } from "./sample.ts";

/** Imported books, with a key of the owner of a new company, whose text is shown only here. */
export interface ImportedBooks extends ImportReport {
  readonly company_id: PublicId<"company">;
  /** Null if the books were added to a company. */
  readonly api_key: string | null;
}

/** A company that is to be created without journal entries. */
export interface NewCompany {
  readonly name: string;
  readonly chart: ChartTemplate;
  /** Null for the usual one of companies with such a chart. */
  readonly entity_type: EntityType | null;
  /** 1 to 12. */
  readonly fiscal_year_start_month: number;
  readonly owner_email: string;
}

/** A created company without journal entries, with a key of its owner, whose text is shown only here. */
export interface EmptyBooks {
  readonly company_id: PublicId<"company">;
  readonly api_key: string;
  readonly entity_type: EntityType;
  /** The number of categories of its chart. */
  readonly categories: number;
}

export interface IntakeService extends AcceptedImportsService {
  /** The sections of the bundle, in order. */
  readonly sections: readonly BundleSection<Tx>[];
  /**
   * Imports a bundle: all of it, or nothing and `BundleProblem` or `JsonProblem`. A company that exists is
   * updated.
   */
  importBundle(source: AsyncIterable<Uint8Array>, report?: ReportProgress): Promise<BundleImport>;
  /**
   * Imports books of another program, as a new company or into `options.company_id`: all of it, or nothing
   * and `LineProblem` or `Refusal`.
   */
  importJournal(
    source: AsyncIterable<Uint8Array>,
    options: JournalOptions,
    report?: ReportProgress,
    signal?: AbortSignal,
  ): Promise<ImportedBooks>;
  /** Lists the latest imports of books, the newest first, also those that were taken back. */
  listImports(companyId: PublicId<"company">): Promise<BookImportRow[]>;
  /**
   * Takes an import of books back whole, or with `isTrial` only shows what would go. Refuses
   * `resource_missing` and `invalid_request`.
   */
  takeBackImport(companyId: PublicId<"company">, id: string, isTrial: boolean): Promise<TakenBackImport>;
  /** Reads books as `importJournal` does, without storing anything. */
  planJournal(
    source: AsyncIterable<Uint8Array>,
    options: JournalOptions,
    report?: ReportProgress,
    signal?: AbortSignal,
  ): Promise<PlanReport>;
  /** Reads a file of open items of another program, without storing anything. Refuses `invalid_request`. */
  readOpenItems(file: OpenItemsFile, signal?: AbortSignal): Promise<ReadOpenItems>;
  /**
   * Posts the balances of the end of a day, which what they lack to sum to zero completes; or with `isTrial`
   * only tries it. Refuses `insufficient_permission` and `invalid_request`.
   */
  setOpeningBalances(
    companyId: PublicId<"company">,
    balances: OpeningBalances,
    isTrial: boolean,
    caller: EntryCaller,
  ): Promise<OpenedBooks>;
  /** Creates a company with a chart, an owner and no journal entries. Refuses `invalid_request`. */
  createCompany(company: NewCompany): Promise<EmptyBooks>;
  /** Makes a sample company up to today, `comp_sample` when that id is free. */
  seed(options: SeedOptions, report?: ReportProgress): Promise<Seeding>;
  /**
   * Writes the sample company without its keys and without what states how things are on a day, for
   * `finishSample`. Returns the last day of its books.
   */
  beginSample(): Promise<CivilDate>;
  /**
   * Brings a company of `beginSample`, whose books end on `until`, up to today; it is then the same as one of
   * `seed` whose books begin on the same day. Returns null where it is finished already, or gone.
   */
  finishSample(until: CivilDate, report?: ReportProgress): Promise<Seeding | null>;
  /** The text of a company's bundle, in pieces; refuses `resource_missing`. */
  exportBundle(companyId: PublicId<"company">): AsyncIterable<string>;
  /** A company's whole journal in a format of other programs; refuses `resource_missing`. */
  exportJournal(companyId: PublicId<"company">, format: JournalFormat): JournalExport;
}

/** The imports that are listed. */
const IMPORTS_LISTED = 100;
const NEVER_ABORTED = new AbortController().signal;

export interface IntakeNeeds extends AccessNeeds, Pick<AcceptedImportsNeeds, "askForImport"> {
  readonly workbooks: Workbooks;
}

export function intakeService(needs: IntakeNeeds): IntakeService {
  const { db, ids, now, workbooks } = needs;
  /** Makes the owner of a new company. Returns a key of theirs. */
  async function makeOwner(
    tx: Tx,
    companyId: PublicId<"company">,
    owner_email: string | undefined,
  ): Promise<string> {
    const email = owner_email ?? `owner.${companyId.slice(PREFIXES.company.length)}@example.com`;
    const known = await accessStore.findUserByEmail(tx, emailKey(email));
    if (known && !known.active)
      throw refuse("invalid_request", {
        param: "owner_email",
        message: `${email} belongs to a deactivated user, whose key would be refused.`,
      });
    const owner = await addMember(tx, needs, companyId, {
      email,
      first_name: null,
      last_name: null,
      permissions: PRESETS.admin,
    });
    return (await createKey(tx, needs, companyId, owner, KEY_NAME)).api_key;
  }

  return {
    ...acceptedImportsService(needs),
    sections: SECTIONS,
    importBundle: (source, report = () => {}) =>
      db.transaction((tx) => readBundle(tx, now, counted(source, report)), IMPORT),
    importJournal: (source, options, report = () => {}, signal = NEVER_ABORTED) => {
      const done = () =>
        db.transaction(async (tx) => {
          const { company_id = ids.next("company") } = options;
          const scope = { tx, companyId: company_id, now: now() };
          updateActor({ company_id });
          const imported = await importBooks(scope, counted(source, report), options, {
            workbooks,
            signal,
            newVoucherId: () => ids.next("voucher"),
            importId: ids.next("import"),
          });
          const api_key =
            options.company_id === undefined ? await makeOwner(tx, company_id, options.owner_email) : null;
          return { company_id, api_key, ...imported };
        }, IMPORT);
      return savingAccounts(options, done);
    },
    listImports: (companyId) => intakeStore.listImports(db, companyId, IMPORTS_LISTED),
    takeBackImport: (companyId, id, isTrial) => takeBackImport(needs, companyId, id, isTrial),
    planJournal: (source, options, report = () => {}, signal = NEVER_ABORTED) =>
      savingAccounts(options, () =>
        planBooks(counted(source, report), options, { workbooks, signal, now: now(), db }),
      ),
    readOpenItems: (file, signal = NEVER_ABORTED) => readOpenItems(file, { workbooks, signal }),
    setOpeningBalances: (companyId, balances, isTrial, caller) =>
      setOpeningBalances(needs, companyId, balances, isTrial, caller),
    createCompany: (company) =>
      db.transaction(async (tx) => {
        const scope = { tx, companyId: ids.next("company"), now: now() };
        updateActor({ company_id: scope.companyId });
        const created = await writeCompany(scope, company);
        return {
          company_id: scope.companyId,
          api_key: await makeOwner(tx, scope.companyId, company.owner_email),
          ...created,
        };
      }),
    seed: (options, report = () => {}) => seedSample(needs, options, report),
    beginSample: () => beginSample(needs),
    finishSample: (until, report = () => {}) => finishSample(needs, until, report),
    exportBundle: (companyId) => bundleText(db, companyId),
    exportJournal: (companyId, format) => journalExport(db, companyId, format),
  };
}

/** Writes a new company with its chart, by the sections that write those of a bundle. */
async function writeCompany(
  scope: BundleScope<Tx>,
  { name, chart, entity_type, fiscal_year_start_month }: NewCompany,
): Promise<Pick<EmptyBooks, "entity_type" | "categories">> {
  const form = entity_type ?? usualEntityType(chart);
  const categories = templateCategories(chart, form);
  const profile = { id: scope.companyId, name, legal_name: name, entity_type: form, fiscal_year_start_month };
  await writeRecords(companySection, scope, [profile]);
  await writeRecords(chartSection, scope, categories);
  return { entity_type: form, categories: categories.length };
}

/** Tells of the bytes that were read. */
async function* counted(
  source: AsyncIterable<Uint8Array>,
  report: ReportProgress,
): AsyncGenerator<Uint8Array, void, undefined> {
  let done = 0;
  for await (const bytes of source) {
    yield bytes;
    done += bytes.length;
    report({ done, total: null, unit: "bytes" });
  }
}
