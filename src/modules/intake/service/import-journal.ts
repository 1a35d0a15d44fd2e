/**
 * Imports books of another program, as a new company or into an existing one: chart, departments and vouchers
 * are written while they are read. The chart is written a second time after its last account, because only
 * then are the cash flow roles known. Invariant: a refused import changes nothing.
 */
import type { BundleScope } from "../../../contract/bundle.ts";
import type { BundleCompany } from "../../../contract/bundle-records.ts";
import { forOperator } from "../../../core/areas.ts";
import { assert } from "../../../core/assert.ts";
import {
  addDays,
  type CivilDate,
  FIRST_DATE,
  losAngelesDate,
  startOfFiscalYear,
  type UnixSeconds,
} from "../../../core/civil-date.ts";
import { refuse } from "../../../core/errors.ts";
import { LIMITS } from "../../../core/limits.ts";
import { PREFIXES, type PublicId } from "../../../core/public-id.ts";
import type { Queryable, Tx } from "../../../platform/db/index.ts";
import { LineProblem } from "../../../platform/text/line-problem.ts";
import type { Workbooks } from "../../../platform/workbooks/index.ts";
import { chartStore, departmentsSection } from "../../books/chart/index.ts";
import { ledgerWithin, type NewVoucher, writeVouchers } from "../../books/ledger/index.ts";
import { companySection, companyStore, featuresSection } from "../../tenants/company/index.ts";
import type { ChartBuilder } from "../rules/chart-from-accounts.ts";
import type { DepartmentList } from "../rules/department-list.ts";
import { inFileOf, type ParsedVoucher, signedDollars } from "../rules/parsed-voucher.ts";
import {
  type AccountBalance,
  compareTrialBalance,
  differencesText,
  readTrialBalance,
  type TrialBalance,
} from "../rules/trial-balance.ts";
import { intakeStore } from "../store.ts";
import type { LaterImport } from "../rules/later-import.ts";
import { type Decision, type HashedVoucher, hashed, KnownVouchers } from "./known-vouchers.ts";
import { openBooks } from "./open-books.ts";
import { type OpenReading, readBooks, type ReadingOptions, type ReadingReport } from "./read-books.ts";
import { chartSection, writeRecords } from "./sections.ts";

export interface JournalOptions extends ReadingOptions {
  /** The company's name, if it is new. */
  readonly name: string;
  /** The company that the books are added to; left out: a new one. */
  readonly company_id?: PublicId<"company">;
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
  /** Lines of the vouchers that were stored. */
  readonly added_entries: number;
  /** New categories. */
  readonly categories: number;
  /** The number of accounts that were compared with the trial balance, all equal; null without one. */
  readonly compared_accounts: number | null;
}

/** What an import would do. */
export interface PlanReport extends ReadingReport {
  /** Null for books that become a new company or its opening balances. */
  readonly later: LaterImport | null;
}

export interface ImportNeeds {
  readonly workbooks: Workbooks;
  readonly signal: AbortSignal;
  readonly newVoucherId: () => PublicId<"voucher">;
}

/** Vouchers that are looked up at once. */
const VOUCHERS_PER_BATCH = 1_000;
/** Digits of a voucher's number: enough that ids sort in the order of the file. */
const NUMBER_WIDTH = 9;

/**
 * Reads books without storing them. `companyId` is the company that they would be added to, if any.
 * @throws LineProblem and Refusal as `importBooks` does, but for what only the database knows.
 */
export async function planBooks(
  source: AsyncIterable<Uint8Array>,
  options: JournalOptions,
  needs: Omit<ImportNeeds, "newVoucherId"> & { readonly now: UnixSeconds; readonly db: Queryable },
): Promise<PlanReport> {
  const { company_id, opening } = options;
  const reading = await readBooks(source, options, needs);
  try {
    if (company_id !== undefined) await addOwn(needs.db, company_id, reading);
    const vouchers = reading.vouchers();
    const checked =
      opening && company_id !== undefined
        ? onEmptyBooks(needs.db, company_id, needs.now, vouchers)
        : vouchers;
    const known =
      company_id === undefined || opening ? null : new KnownVouchers(needs.db, company_id, reading.source);
    let added = 0;
    for await (const batch of batchesOf(checked)) {
      for (const voucher of batch)
        inFileOf(voucher, () => {
          for (const { account, department, line } of voucher.lines) {
            reading.chart.category(account, line);
            if (department !== null) reading.departments.department(department, line);
          }
        });
      added += (await known?.newOf(batch.map(hashed)))?.length ?? 0;
    }
    const decision = await known?.finish();
    const report = reading.report();
    if (!decision) return { ...report, later: null };
    return {
      ...report,
      notes: [...report.notes, ...decision.notes],
      later: { added_vouchers: added + decision.added.length, ...decision.found },
    };
  } finally {
    await reading.close();
  }
}

async function* batchesOf(
  vouchers: AsyncIterable<ParsedVoucher>,
): AsyncGenerator<readonly ParsedVoucher[], void, undefined> {
  let batch: ParsedVoucher[] = [];
  for await (const voucher of vouchers) {
    batch.push(voucher);
    if (batch.length < VOUCHERS_PER_BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Makes the categories and departments of a company known to an import. */
async function addOwn(
  db: Queryable,
  companyId: PublicId<"company">,
  { chart, departments }: OpenReading,
): Promise<void> {
  chart.addOwn(
    (await chartStore.listCategories(db, companyId)).map((row) => ({
      id: row.id,
      name: row.name,
      accountType: row.account_type,
      parentId: row.parent_id,
      cashFlow: row.cash_flow,
      position: row.position,
      role: row.role,
    })),
  );
  departments.addOwn(await chartStore.listDepartments(db, companyId));
}

/** How opening balances that were posted before are replaced, in a sentence. */
export type CureOf = (voucher: string, date: CivilDate) => string;

const BALANCES_SHOWN = 5;

/**
 * Passes the voucher of opening balances on, if no category has a balance at its day. Throws `Refusal` with
 * param `date` otherwise: the balances would be in the books twice.
 */
async function* onEmptyBooks(
  db: Queryable,
  companyId: PublicId<"company">,
  now: UnixSeconds,
  vouchers: AsyncIterable<ParsedVoucher>,
  cureOf: CureOf = (voucher, date) =>
    `To replace them, reverse them first: daybook journal reverse ${voucher} --at ${date} --company ${companyId}.`,
): AsyncGenerator<ParsedVoucher, void, undefined> {
  for await (const voucher of vouchers) {
    const buckets = [{ from: FIRST_DATE, to: addDays(voucher.date, 1) }];
    const sums = await ledgerWithin.sum(db, {
      companyId: forOperator(companyId),
      buckets,
      now: null,
      today: losAngelesDate(now),
    });
    const found = sums.categories.flatMap(({ id, name }) => {
      const balance = sums.cell(0, id)?.netDebitCents ?? 0;
      return balance === 0 ? [] : [`${name} (${id}) ${signedDollars(balance)}`];
    });
    if (found.length > 0) {
      const more = found.length > BALANCES_SHOWN ? `, and ${found.length - BALANCES_SHOWN} more` : "";
      const former = await intakeStore.listImported(db, companyId, [hashed(voucher).identity]);
      const cure = former.map(({ voucher_id }) => ` ${cureOf(voucher_id, voucher.date)}`);
      throw refuse("invalid_request", {
        param: "date",
        message: `The books have balances at ${voucher.date} already: ${found.slice(0, BALANCES_SHOWN).join(", ")}${more}. Opening balances are those of the day before the first entry.${cure.at(-1) ?? ""} Nothing was changed.`,
      });
    }
    yield voucher;
  }
}

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
    const vouchers = options.opening
      ? onEmptyBooks(scope.tx, scope.companyId, scope.now, reading.vouchers(), options.opening.cureOf)
      : reading.vouchers();
    // Opening balances that were reversed can be given again, so nothing of them is recognised.
    const known =
      isNew || options.opening ? null : new KnownVouchers(scope.tx, scope.companyId, reading.source);
    const stored = await store(scope, reading, vouchers, known, isNew ? null : needs.newVoucherId);
    const report = reading.report();
    await stored.writeChart();
    if (reading.departments.list().length > 0) await writeRecords(featuresSection, scope, ["departments"]);
    const compared = options.trial_balance
      ? await compare(scope, reading, options, options.trial_balance, needs)
      : null;
    return {
      ...report,
      ...stored.counts(),
      notes: [...report.notes, ...stored.notes],
      compared_accounts: compared,
    };
  } finally {
    await reading.close();
  }
}

const NOTHING_KNOWN: Decision = {
  added: [],
  found: { known_vouchers: 0, changed_vouchers: [], gone_vouchers: [], gone_count: 0 },
  notes: [],
};

interface Stored {
  writeChart(): Promise<void>;
  counts(): LaterImport & Pick<ImportReport, "added_entries" | "categories">;
  readonly notes: readonly string[];
}

/** Stores the vouchers of a reading. `newVoucherId` is null for a new company, whose vouchers are numbered. */
async function store(
  scope: BundleScope<Tx>,
  { chart, departments, source }: OpenReading,
  vouchers: AsyncIterable<ParsedVoucher>,
  known: KnownVouchers | null,
  newVoucherId: (() => PublicId<"voucher">) | null,
): Promise<Stored> {
  const { tx, companyId } = scope;
  const written = { categories: -1, departments: 0, vouchers: 0, entries: 0 };
  let decision: Decision = NOTHING_KNOWN;
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
  let remembered: { identity: Buffer; content: Buffer; texts: Buffer; voucher_id: string }[] = [];
  const prepare = async (): Promise<void> => {
    if (chart.list().length > written.categories) await writeChart();
    const list = departments.list();
    if (list.length > written.departments) await writeRecords(departmentsSection, scope, list);
    written.departments = list.length;
    const batch = remembered;
    remembered = [];
    if (batch.length > 0) await intakeStore.insertImported(tx, companyId, source, batch);
  };
  // A voucher's place is the line on which it begins, which is what refusals of a journal name.
  const refuseAt = (line: number, reason: string) =>
    new LineProblem(line, `The voucher that begins here can't be stored: ${reason}.`);
  await writeVouchers({ ...scope, prepare, refuseAt }, async (writer) => {
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
    };
    for await (const batch of batchesOf(vouchers)) {
      const read = batch.map(hashed);
      for (const each of known ? await known.newOf(read) : read) await add(each);
    }
    if (known) decision = await known.finish();
    for (const each of decision.added) await add(each);
  });
  return {
    writeChart,
    counts: () => ({
      added_vouchers: written.vouchers,
      added_entries: written.entries,
      ...decision.found,
      categories: written.categories,
    }),
    notes: decision.notes,
  };
}

/** Compares the stored books with a trial balance. Returns the number of accounts; refuses any difference. */
async function compare(
  { tx, companyId, now }: BundleScope<Tx>,
  reading: OpenReading,
  options: JournalOptions,
  content: AsyncIterable<Uint8Array>,
  { workbooks, signal }: ImportNeeds,
): Promise<number> {
  const opened = await openBooks({ content, include: null }, workbooks, signal);
  let trial: TrialBalance;
  try {
    trial = await readTrialBalance(opened.file.table, { dateFormat: null, note: () => {} });
  } finally {
    await opened.close();
  }
  const date = options.trial_balance_date ?? trial.date;
  if (date === null)
    throw refuse("invalid_request", {
      param: "trial_balance_date",
      message: "The trial balance does not say of which day it is. Give its day with --trial-balance-date.",
    });
  const company = await companyStore.get(tx, companyId);
  const end = addDays(date, 1);
  const starts = [
    FIRST_DATE,
    startOfFiscalYear(date, company.fiscal_year_start_month),
    ...[reading.openSince(date)].filter((day) => day !== null),
  ];
  const cuts = [...new Set([...starts, end])].toSorted();
  const buckets = cuts.slice(1).map((to, index) => ({ from: cuts[index] ?? FIRST_DATE, to }));
  const sums = await ledgerWithin.sum(tx, {
    companyId: forOperator(companyId),
    buckets,
    now: null,
    today: losAngelesDate(now),
  });
  const names = new Map<string, string[]>();
  for (const { account, categoryId } of reading.chart.accounts())
    names.set(categoryId, [...(names.get(categoryId) ?? []), account]);
  const byId = new Map(sums.categories.map((category) => [category.id as string, category]));
  const path = (id: string): string => {
    const category = byId.get(id);
    if (!category) return "";
    return category.parent_id === null ? category.name : `${path(category.parent_id)}:${category.name}`;
  };
  const since = (id: PublicId<"category">, start: CivilDate): number =>
    buckets.reduce(
      (sum, { from }, bucket) => sum + (from < start ? 0 : (sums.cell(bucket, id)?.netDebitCents ?? 0)),
      0,
    );
  const accounts = sums.categories.map(({ id, name, account_type, role }): AccountBalance => ({
    names: [
      ...(names.get(id) ?? []),
      path(id),
      name,
      ...(role === "retained_earnings" ? reading.earningsAccounts() : []),
    ],
    type: account_type,
    isRetainedEarnings: role === "retained_earnings",
    since: starts.map((start) => since(id, start)),
  }));
  if (!accounts.some(({ isRetainedEarnings }) => isRetainedEarnings))
    accounts.push({
      names: ["Retained Earnings", ...reading.earningsAccounts()],
      type: "equity",
      isRetainedEarnings: true,
      since: starts.map(() => 0),
    });
  const differences = compareTrialBalance(trial, accounts);
  if (differences.length > 0)
    throw refuse("invalid_request", {
      param: "trial_balance",
      message: differencesText(differences, date),
    });
  return trial.balances.length;
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
