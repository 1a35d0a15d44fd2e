/**
 * Imports books of another program, as a new company or into an existing one: chart, departments and vouchers
 * are written while they are read. The chart is written a second time after its last account, because only
 * then are the cash flow roles known. Invariant: a refused import changes nothing.
 */
import type { Note } from "../../../core/advice.ts";
import type { BundleScope } from "../../../contract/bundle.ts";
import type { BundleCompany } from "../../../contract/bundle-records.ts";
import { assert } from "@daybook/words/assert";
import type { CivilDate } from "@daybook/words/civil-date";
import { refuse } from "../../../core/errors.ts";
import { LIMITS } from "@daybook/words/limits";
import { PREFIXES, type PublicId } from "@daybook/words/public-id";
import type { Tx } from "../../../platform/db/index.ts";
import { LineProblem } from "../../../platform/text/line-problem.ts";
import type { Workbooks } from "../../../platform/workbooks/index.ts";
import { departmentsSection } from "../../books/chart/index.ts";
import { type NewVoucher, writeVouchers } from "../../books/ledger/index.ts";
import { companySection, companyStore, featuresSection } from "../../tenants/company/index.ts";
import type { BookImportRow } from "../record.ts";
import type { ChartBuilder } from "../rules/chart-from-accounts.ts";
import type { DepartmentList } from "../rules/department-list.ts";
import type { ChangeChoice, LaterImport } from "../rules/later-import.ts";
import { inFileOf, type ParsedVoucher } from "../rules/parsed-voucher.ts";
import { differencesText } from "../rules/trial-balance.ts";
import { intakeStore } from "../store.ts";
import { applyChanges, choiceOf, refuseChanges } from "./apply-changes.ts";
import { type Decision, type HashedVoucher, hashed, KnownVouchers } from "./known-vouchers.ts";
import { PostedLines } from "./posted-lines.ts";
import { addOwn, batchesOf, onEmptyBooks } from "./prepare-books.ts";
import { digestOf } from "./import-digest.ts";
import { differencesFrom, readTrial } from "./proof.ts";
import { type OpenReading, readBooks, type ReadingOptions, type ReadingReport } from "./read-books.ts";
import { chartSection, writeRecords } from "./sections.ts";

export interface JournalOptions extends ReadingOptions {
  /** The company's name, if it is new. */
  readonly name: string;
  /** The company that the books are added to; left out: a new one. */
  readonly company_id?: PublicId<"company">;
  /**
   * What becomes of vouchers of earlier imports that the source edited or deleted since; left out: they are
   * left as they are.
   */
  readonly changes?: ChangeChoice;
  /** The same for single vouchers, by their ids. */
  readonly change_of?: Readonly<Record<string, ChangeChoice>>;
  /** The file's name, by which the import is listed. */
  readonly file_name?: string;
  /** The owner's address; left out: one that is made of the company's id. */
  readonly owner_email?: string;
  /** 1 to 12; left out: 1. */
  readonly fiscal_year_start_month?: number;
  /** A trial balance of the source program, which every account must equal. */
  readonly trial_balance?: AsyncIterable<Uint8Array>;
  /** The day at whose end the trial balance holds; left out: the one that its title names. */
  readonly trial_balance_date?: CivilDate;
}

/** What became of the books. */
export interface ImportReport extends ReadingReport, LaterImport {
  /** By which it is taken back; null for opening balances. */
  readonly import_id: PublicId<"import"> | null;
  /** Lines of the vouchers that were stored. */
  readonly added_entries: number;
  /** New categories. */
  readonly categories: number;
  /** The number of accounts that were compared with the trial balance, all equal; null without one. */
  readonly compared_accounts: number | null;
  /** That of its plan. */
  readonly digest: string;
}

export interface ImportNeeds {
  readonly workbooks: Workbooks;
  readonly signal: AbortSignal;
  readonly newVoucherId: () => PublicId<"voucher">;
  /** Null for opening balances, which are reversed. */
  readonly importId: PublicId<"import"> | null;
}

/** Digits of a voucher's number: enough that ids sort in the order of the file. */
const NUMBER_WIDTH = 9;

/**
 * Makes the company `scope.companyId`, or adds to it if `options.company_id` names it, in a transaction of
 * the caller's.
 * @throws LineProblem at the first line that is wrong; `Refusal` for an option that is invalid, for accounts
 *   that are unsure, and for books that differ from their trial balance.
 */
export async function importBooks(
  scope: BundleScope<Tx>,
  source: AsyncIterable<Uint8Array>,
  options: JournalOptions,
  needs: ImportNeeds,
): Promise<ImportReport> {
  const reading = await readBooks(source, options, { ...needs, now: scope.now });
  try {
    const isNew = options.company_id === undefined;
    if (isNew) await writeRecords(companySection, scope, [companyOf(scope.companyId, options)]);
    else {
      if (!(await companyStore.lock(scope.tx, scope.companyId))) throw refuse("resource_missing");
      await addOwn(scope.tx, scope.companyId, reading);
    }
    const trial = options.trial_balance
      ? await readTrial(options.trial_balance, options.trial_balance_date, needs, options.unpacked_bytes)
      : null;
    const vouchers = options.opening
      ? onEmptyBooks(scope.tx, scope.companyId, scope.now, reading.vouchers())
      : reading.vouchers();
    // Opening balances that were reversed can be given again, so nothing of them is recognised.
    const known =
      isNew || options.opening
        ? null
        : new KnownVouchers(scope.tx, scope.companyId, reading.source, choiceOf(options));
    const stored = await store(scope, reading, vouchers, known, {
      newVoucherId: isNew ? null : needs.newVoucherId,
      importId: needs.importId,
      refuseBefore: (decision) => refuseChanges(scope.tx, scope.companyId, options, decision),
    });
    const report = reading.report();
    await stored.writeChart();
    const enabled = await enableDepartments(scope, reading);
    if (needs.importId !== null)
      await intakeStore.putImport(scope.tx, scope.companyId, {
        ...rowOf(needs.importId, scope, options, report, stored.counts()),
        ...stored.applied,
        place: await intakeStore.nextPlace(scope.tx, scope.companyId),
        made_categories: reading.chart.list().map(({ id }) => id),
        made_departments: reading.departments.list().map(({ id }) => id),
        enabled_departments: enabled,
      });
    const differences =
      trial && (await differencesFrom(scope.tx, scope.companyId, reading, trial, { now: scope.now }));
    if (trial && differences && differences.length > 0)
      throw refuse("invalid_request", {
        param: "trial_balance",
        message: differencesText(differences, trial.date),
      });
    return {
      import_id: needs.importId,
      ...report,
      ...stored.counts(),
      digest: stored.digestOf(report),
      notes: [...report.notes, ...stored.notes],
      compared_accounts: trial && trial.balances.length,
    };
  } finally {
    await reading.close();
  }
}

/** Turns departments on if the books have some and the company does not use them yet; returns whether it did. */
async function enableDepartments(scope: BundleScope<Tx>, { departments }: OpenReading): Promise<boolean> {
  if (departments.list().length === 0) return false;
  if ((await companyStore.listFeatures(scope.tx, scope.companyId)).includes("departments")) return false;
  await writeRecords(featuresSection, scope, ["departments"]);
  return true;
}

function rowOf(
  id: PublicId<"import">,
  { now }: Pick<BundleScope<Tx>, "now">,
  { file_name = null }: { readonly file_name?: string | null },
  { format }: ReadingReport,
  { added_vouchers, added_entries, known_vouchers }: ReturnType<Stored["counts"]>,
) {
  return {
    id,
    file_name,
    format,
    added_vouchers,
    added_entries,
    known_vouchers,
    status: "imported" as const,
    answers: null,
    problem: null,
    created: now,
    undone_at: null,
  };
}

const NOTHING_KNOWN: Decision = {
  added: [],
  found: { known_vouchers: 0, changed_vouchers: [], gone_vouchers: [], gone_count: 0 },
  notes: [],
  listed: [],
  replacing: [],
  removing: [],
};

interface Stored {
  digestOf(report: ReadingReport): string;
  writeChart(): Promise<void>;
  counts(): LaterImport & Pick<ImportReport, "added_entries" | "categories">;
  readonly notes: readonly Note[];
  /** The numbers of vouchers of earlier imports that were replaced and removed. */
  readonly applied: Pick<BookImportRow, "changed_vouchers" | "gone_vouchers">;
}

/** Stores the vouchers of a reading. `newVoucherId` is null for a new company, whose vouchers are numbered. */
async function store(
  scope: BundleScope<Tx>,
  { chart, departments, source }: OpenReading,
  vouchers: AsyncIterable<ParsedVoucher>,
  known: KnownVouchers | null,
  {
    newVoucherId,
    importId,
    refuseBefore,
  }: {
    readonly newVoucherId: (() => PublicId<"voucher">) | null;
    /** Refuses changes that can't be applied. */
    readonly refuseBefore: (decision: Decision) => Promise<void>;
  } & Pick<ImportNeeds, "importId">,
): Promise<Stored> {
  const { tx, companyId } = scope;
  const written = { categories: -1, departments: 0, vouchers: 0, entries: 0 };
  let decision: Decision = NOTHING_KNOWN;
  // Nothing is compared for a new company, and for opening balances, which no bank line is.
  const postedLines = await PostedLines.of(tx, known && companyId);
  const writeChart = async (): Promise<void> => {
    const categories = chart.list();
    await writeRecords(
      chartSection,
      scope,
      categories.map(({ accountType, parentId, cashFlow, balanceClass, ...category }) => ({
        ...category,
        account_type: accountType,
        parent_id: parentId,
        cash_flow: cashFlow,
        balance_class: balanceClass,
      })),
    );
    written.categories = categories.length;
  };
  let remembered: { identity: Buffer; content: Buffer; texts: Buffer; voucher_id: PublicId<"voucher"> }[] =
    [];
  const prepare = async (): Promise<void> => {
    if (chart.list().length > written.categories) await writeChart();
    const list = departments.list();
    if (list.length > written.departments) await writeRecords(departmentsSection, scope, list);
    written.departments = list.length;
    const batch = remembered;
    remembered = [];
    if (batch.length > 0) await intakeStore.insertImported(tx, companyId, { source, importId }, batch);
  };
  // A voucher's place is the line on which it begins, which is what refusals of a journal name.
  await writeVouchers({ ...scope, prepare, refuseAt: unstorable }, async (writer) => {
    const add = async ({ voucher, identity, content, texts }: HashedVoucher): Promise<void> => {
      const id = newVoucherId === null ? numberedId(written.vouchers + 1) : newVoucherId();
      remembered.push({ identity, content, texts, voucher_id: id });
      written.vouchers += 1;
      written.entries += voucher.lines.length;
      if (
        writer.add(
          inFileOf(voucher, () => postingOf(voucher, id, chart, departments)),
          voucher.line,
        )
      )
        await writer.flush();
      await postedLines?.see(voucher, (account, line) => chart.category(account, line));
    };
    for await (const batch of batchesOf(vouchers)) {
      const read = batch.map(hashed);
      for (const each of known ? await known.newOf(read) : read) await add(each);
    }
    if (known) decision = await known.finish();
    await refuseBefore(decision);
    for (const each of decision.added) await add(each);
    if (importId !== null)
      await applyChanges(scope, { importId, source }, decision, async ({ each: { voucher }, was }) => {
        const posting = inFileOf(voucher, () => postingOf(voucher, was.voucher_id, chart, departments));
        if (writer.add(posting, voucher.line)) await writer.flush();
      });
  });
  const counts = () => ({
    added_vouchers: written.vouchers,
    added_entries: written.entries,
    ...decision.found,
    categories: written.categories,
  });
  return {
    writeChart,
    counts,
    digestOf: (report) => digestOf(report, known && counts(), chart),
    notes: [...decision.listed, ...decision.notes, ...((await postedLines?.notes()) ?? [])],
    applied: { changed_vouchers: decision.replacing.length, gone_vouchers: decision.removing.length },
  };
}

/** The refusal of the voucher that begins on a line. */
export function unstorable(line: number, reason: string): LineProblem {
  return new LineProblem(line, `The voucher that begins here can't be stored: ${reason}.`);
}

function numberedId(number: number): PublicId<"voucher"> {
  return `${PREFIXES.voucher}${String(number).padStart(NUMBER_WIDTH, "0")}` as PublicId<"voucher">;
}

function companyOf(
  id: PublicId<"company">,
  { name, fiscal_year_start_month = 1 }: JournalOptions,
): Pick<BundleCompany, "id" | "name" | "legal_name" | "entity_type" | "fiscal_year_start_month"> {
  const most = LIMITS.text_field_characters.value;
  if (name === "" || Array.from(name).length > most || name.includes("\0") || !name.isWellFormed()) {
    throw refuse("invalid_request", {
      param: "name",
      message: `The company's name must be text of 1 to ${most} characters.`,
    });
  }
  assert(
    Number.isInteger(fiscal_year_start_month) &&
      fiscal_year_start_month >= 1 &&
      fiscal_year_start_month <= 12,
    "a fiscal year starts in one of twelve months",
  );
  // A journal does not name the type of its company; the most common one for such books is used until a
  // bundle changes it.
  return { id, name, legal_name: name, entity_type: "c_corp", fiscal_year_start_month };
}

function postingOf(
  voucher: ParsedVoucher,
  id: PublicId<"voucher">,
  chart: ChartBuilder,
  departments: DepartmentList,
): NewVoucher {
  const { date, description, merchant } = voucher;
  return {
    id,
    created: null,
    lines: voucher.lines.map(({ account, department, netDebitCents, line, ...own }, index) => ({
      voucher_id: id,
      line: index + 1,
      date,
      category_id: chart.category(account, line),
      department_id: department === null ? null : departments.department(department, line),
      net_debit_cents: netDebitCents,
      merchant: own.merchant ?? merchant,
      description: own.description ?? description,
      source: "csv_upload",
      transaction_id: null,
      held: false,
    })),
  };
}
