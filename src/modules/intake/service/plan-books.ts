/**
 * Plans an import of books: reads them without storing anything, and shows what an import would do.
 * Invariant: an import of the same file into the same books with the same answers does what its plan showed,
 * which the plan's digest proves.
 */
import type { Note } from "../../../core/advice.ts";
import type { CivilDate, UnixSeconds } from "@daybook/words/civil-date";
import { Refusal, refuse } from "../../../core/errors.ts";
import type { Db, Queryable } from "../../../platform/db/index.ts";
import type { PublicId } from "@daybook/words/public-id";
import type { LineProblem } from "../../../platform/text/line-problem.ts";
import { closedReason, closedThrough, vouchersStore } from "../../books/ledger/index.ts";
import { companyStore } from "../../tenants/company/index.ts";
import type { LaterImport } from "../rules/later-import.ts";
import { inFileOf, type ParsedVoucher } from "../rules/parsed-voucher.ts";
import type { Difference } from "../rules/trial-balance.ts";
import { choiceOf, refuseChanges } from "./apply-changes.ts";
import { digestOf } from "./import-digest.ts";
import { type ImportNeeds, type JournalOptions, unstorable } from "./import-journal.ts";
import { type Decision, hashed, KnownVouchers } from "./known-vouchers.ts";
import { PostedLines } from "./posted-lines.ts";
import { addOwn, batchesOf, onEmptyBooks } from "./prepare-books.ts";
import { differencesFrom, PlannedSums, readTrial } from "./proof.ts";
import { type OpenReading, readBooks, type ReadingReport } from "./read-books.ts";

/** The books that an import would make beside a trial balance. */
export interface Proof {
  readonly date: CivilDate;
  /** The number of accounts of the trial balance. */
  readonly accounts: number;
  readonly differences: readonly Difference[];
}

/** What an import would do. */
export interface PlanReport extends ReadingReport {
  /** Null for books that become a new company or its opening balances. */
  readonly later: LaterImport | null;
  /** The notes without those on vouchers that `later` lists. */
  readonly other_notes: readonly Note[];
  /** Null without a trial balance. */
  readonly proof: Proof | null;
  /** The same for an import that does what this plan shows. */
  readonly digest: string;
}

const READ = { mode: "snapshot" } as const;
const NO_NOTES: Pick<Decision, "listed" | "notes"> = { listed: [], notes: [] };

type PlanNeeds = Omit<ImportNeeds, "newVoucherId" | "importId"> & {
  readonly now: UnixSeconds;
  readonly db: Db;
};

/** What the books of a company refuse of a plan. */
type PlanFault = LineProblem | Refusal | null;

/**
 * Reads books without storing them. `options.company_id` is the company that they would be added to, if any.
 * @throws LineProblem and Refusal as `importBooks` does, but for what only the database knows.
 */
export async function planBooks(
  source: AsyncIterable<Uint8Array>,
  options: JournalOptions,
  needs: PlanNeeds,
): Promise<PlanReport> {
  const { plan, fault } = await planAndAsk(source, options, needs, false);
  if (fault !== null) throw fault;
  return plan;
}

/**
 * The same, but what the books of the company refuse stands beside the plan, so that another choice can be
 * made; with `asks`, accounts that are unsure are in the plan instead of a refusal.
 */
export async function planAndAsk(
  source: AsyncIterable<Uint8Array>,
  options: JournalOptions,
  needs: PlanNeeds,
  asks = true,
): Promise<{ readonly plan: PlanReport; readonly fault: PlanFault }> {
  const { company_id = null, fiscal_year_start_month: month = 1 } = options;
  const { db, now } = needs;
  if (company_id !== null && !(await companyStore.find(db, company_id))) throw refuse("resource_missing");
  const trial = options.trial_balance
    ? await readTrial(options.trial_balance, options.trial_balance_date, needs, options.unpacked_bytes)
    : null;
  const planned = trial && new PlannedSums(trial);
  const reading = await readBooks(source, options, needs);
  try {
    if (company_id !== null) await addOwn(db, company_id, reading);
    const { added, decision, posted, fault, postedNotes } = await planVouchers(
      reading,
      options,
      needs,
      planned,
    );
    const report = reading.report(asks);
    const { listed, notes } = decision ?? NO_NOTES;
    const later = decision && { added_vouchers: added, ...decision.found };
    const differences =
      trial && (await differencesFrom(db, company_id, reading, trial, { now, planned, month }));
    const plan = {
      ...report,
      notes: [...report.notes, ...listed, ...notes, ...postedNotes],
      other_notes: [...report.notes, ...notes, ...postedNotes],
      later,
      proof: trial && differences && { date: trial.date, accounts: trial.balances.length, differences },
      digest: digestOf(report, later, reading.chart, posted),
    };
    return { plan, fault };
  } finally {
    await reading.close();
  }
}

/**
 * Reads the vouchers, and decides what becomes of each. `decision` is null where no vouchers of earlier
 * imports are looked for; `posted` are the accounts that would be posted to.
 */
async function planVouchers(
  reading: OpenReading,
  options: JournalOptions,
  { db, now, signal }: PlanNeeds,
  planned: PlannedSums | null,
): Promise<{
  readonly added: number;
  readonly decision: Decision | null;
  readonly posted: ReadonlySet<string>;
  readonly fault: PlanFault;
  /** What is said of lines of banks that are posted already. */
  readonly postedNotes: readonly string[];
}> {
  const { company_id, opening } = options;
  const through =
    company_id === undefined ? null : await db.transaction((tx) => closedThrough(tx, company_id), READ);
  const posted = new Set<string>();
  let fault: PlanFault = null;
  const plan = ({ date, lines }: ParsedVoucher): void => {
    for (const { account, line, netDebitCents } of lines) {
      posted.add(account);
      planned?.add(date, reading.chart.category(account, line), netDebitCents);
    }
  };
  const postedLines = await PostedLines.of(db, opening ? null : company_id);
  const planNew = async (voucher: ParsedVoucher): Promise<void> => {
    await postedLines?.see(voucher, (account, line) => reading.chart.category(account, line));
    if (through !== null && voucher.date <= through)
      fault ??= unstorable(voucher.line, closedReason(through, voucher.date));
    plan(voucher);
  };
  const vouchers = reading.vouchers();
  const checked =
    opening && company_id !== undefined ? onEmptyBooks(db, company_id, now, vouchers) : vouchers;
  const known =
    company_id === undefined || opening
      ? null
      : new KnownVouchers(db, company_id, reading.source, choiceOf(options));
  let added = 0;
  for await (const batch of batchesOf(checked)) {
    signal.throwIfAborted();
    for (const voucher of batch) inFileOf(voucher, () => nameIn(reading, voucher));
    const read = batch.map(hashed);
    const unknown = known ? await known.newOf(read) : read;
    added += unknown.length;
    for (const { voucher } of unknown) await planNew(voucher);
  }
  const postedNotes = async () => (await postedLines?.notes()) ?? [];
  if (known === null || company_id === undefined)
    return { added, decision: null, posted, fault, postedNotes: await postedNotes() };
  const decision = await known.finish();
  for (const { voucher } of decision.added) await planNew(voucher);
  fault ??= await faultOf(() =>
    db.transaction((tx) => refuseChanges(tx, company_id, options, decision), READ),
  );
  await planChanges(db, company_id, decision, planned, plan);
  return {
    added: added + decision.added.length,
    decision,
    posted,
    fault,
    postedNotes: await postedNotes(),
  };
}

/** The refusal that `check` throws. */
async function faultOf(check: () => Promise<void>): Promise<Refusal | null> {
  try {
    await check();
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Makes the accounts and departments of a voucher known. */
function nameIn({ chart, departments }: OpenReading, { lines }: ParsedVoucher): void {
  for (const { account, department, line } of lines) {
    chart.category(account, line);
    if (department !== null) departments.department(department, line);
  }
}

/** Adds what becomes of vouchers that the source edited or deleted. */
async function planChanges(
  db: Queryable,
  companyId: PublicId<"company">,
  { replacing, removing }: Decision,
  planned: PlannedSums | null,
  plan: (voucher: ParsedVoucher) => void,
): Promise<void> {
  for (const { each } of replacing) plan(each.voucher);
  if (planned === null) return;
  const former = [...replacing.map(({ was }) => was), ...removing].map(({ voucher_id }) => voucher_id);
  if (former.length === 0) return;
  for (const line of await vouchersStore.list(db, companyId, former))
    planned.add(line.date, line.category_id, -line.net_debit_cents);
}
