/**
 * Verifies a company's books. All data that is derived from the entries is computed again and compared, in
 * one state of the books, and the first difference of each check is reported. Nothing is written. Memory
 * grows with the chart, not with the entries.
 */
import { AssertionFailed } from "@daybook/words/assert";
import { type Cents, cents } from "@daybook/words/cents";
import {
  addMonths,
  type CivilDate,
  FIRST_DATE,
  monthOf,
  type UnixSeconds,
  unixSeconds,
} from "@daybook/words/civil-date";
import { rawSegment } from "@daybook/words/periods";
import type { ReportProgress } from "../../../../core/progress.ts";
import type { PublicId } from "@daybook/words/public-id";
import { type Queryable, sqlState } from "../../../../platform/db/index.ts";
import { chartFaults, chartStore } from "../../chart/index.ts";
import { dollars } from "../rules.ts";
import { sumsStore } from "../store/sums.ts";
import {
  type OrphanedEntry,
  type RollupDifference,
  upkeepStore,
  type VoucherFault,
} from "../store/upkeep.ts";
import { findClosedDifference, findUnrecordedClosing } from "./closing.ts";
import { addCells, type Cell, sum, type Sums, sumsOf } from "./sums.ts";

type Company = PublicId<"company">;

/** The result of one check: whether it holds, and the first difference if it does not. */
export interface Check {
  readonly check: string;
  readonly ok: boolean;
  /** A sentence that names amounts, ids and months; null if the check holds. */
  readonly difference: string | null;
}

export interface Verification {
  readonly company_id: Company;
  /** True if every check holds. */
  readonly ok: boolean;
  readonly checks: readonly Check[];
  /** Sentences about what may be wrong although every check holds; empty if there is nothing. */
  readonly warnings: readonly string[];
  readonly entries: number;
}

/**
 * A statement that `verify` computes twice for every month: from the entries alone, and from the rollups as
 * reports do. The reports module depends on the ledger, so the composition root passes its statements in.
 */
export interface StatementCheck {
  readonly check: string;
  /**
   * Returns the figures of the statement. Bucket 0 of the sums is the time before the month and bucket 1 is
   * the month. Throws `AssertionFailed` if the figures contradict each other.
   */
  readonly figures: (sums: Sums) => Readonly<Record<string, Cents>>;
}

/** A check of another module that depends on the ledger, which the composition root passes in too. */
export interface SourceCheck {
  readonly check: string;
  /** Finds the first difference and returns it as a sentence; null if there is none. */
  readonly find: (db: Queryable, companyId: Company) => Promise<string | null>;
}

/** Finds what may be wrong in a company's books although every check holds, as sentences. */
export type FindWarnings = (db: Queryable, companyId: Company) => Promise<readonly string[]>;

/** A kind of record with a change time. */
export interface ChangingRecords {
  /** The name of one record, for messages. */
  readonly of: string;
  /** Returns the record of a company with the latest change time. */
  readonly findLatest: (
    db: Queryable,
    companyId: Company,
  ) => Promise<{ readonly id: string; readonly updated: number } | null>;
}

/** The tolerance for a change time: the clocks of several processes and of the database may differ. */
const CLOCK_TOLERANCE_S = 86_400;

/**
 * Checks that no record has a change time in the future. A client that reads changes by their time would miss
 * the changes after such a record.
 */
export function changesCheck(now: () => UnixSeconds, records: readonly ChangingRecords[]): SourceCheck {
  const all = [...records, { of: "journal entry of voucher", findLatest: upkeepStore.findLatestChange }];
  return {
    check: "changes_are_in_the_past",
    async find(db, companyId) {
      for (const { of, findLatest } of all) {
        const latest = await findLatest(db, companyId);
        if (latest && latest.updated > now() + CLOCK_TOLERANCE_S)
          return `the ${of} ${latest.id} says that it changed in the future, at ${latest.updated} seconds since 1970`;
      }
      return null;
    },
  };
}

/** The checks of other modules. */
export interface ModuleChecks {
  readonly sources: readonly SourceCheck[];
  readonly statements: readonly StatementCheck[];
  readonly findWarnings: FindWarnings;
}

const BEFORE = 0;
const DURING = 1;

/**
 * Runs every check. `db` must show one state of the books: a snapshot, or a transaction that keeps writers
 * out.
 */
export async function verifyBooks(
  db: Queryable,
  { sources, statements, findWarnings }: ModuleChecks,
  companyId: Company,
  report: ReportProgress = () => {},
): Promise<Verification> {
  const entries = await upkeepStore.countEntries(db, companyId);
  const months = await upkeepStore.listMonths(db, companyId);
  const checks: Check[] = [];
  const addCheck = (check: string, difference: string | null): void => {
    checks.push({ check, ok: difference === null, difference });
  };
  let steps = 0;
  // Each check over all entries is one step, and so is each month. Progress is reported as the same share of
  // the entries.
  const reportStep = (): void => {
    steps += 1;
    report({
      done: Math.min(entries, Math.floor((entries * steps) / (FULL_SCANS + sources.length + months.length))),
      total: entries,
      unit: "entries",
    });
  };
  const runScan = async <Row>(
    check: string,
    find: (db: Queryable, companyId: Company) => Promise<Row | null>,
    describe: (row: Row) => string,
  ): Promise<void> => {
    const row = await find(db, companyId);
    addCheck(check, row && describe(row));
    reportStep();
  };
  await runScan("vouchers_balance", upkeepStore.findVoucherFault, describeVoucherFault);
  await runScan("entries_have_categories", upkeepStore.findEntryWithoutCategory, describeOrphan("category"));
  await runScan(
    "entries_have_departments",
    upkeepStore.findEntryWithoutDepartment,
    describeOrphan("department"),
  );
  await runScan("rollups_equal_entries", upkeepStore.findRollupDifference, describeRollupDifference);
  await runScan(
    "department_rollups_equal_entries",
    upkeepStore.findDepartmentRollupDifference,
    describeRollupDifference,
  );
  await runScan("closed_entries_are_unchanged", findClosedDifference, (difference) => difference);
  await runScan("closings_are_recorded", findUnrecordedClosing, (difference) => difference);
  const faults = chartFaults(
    await chartStore.listCategories(db, companyId),
    await chartStore.listDepartments(db, companyId),
  );
  for (const { check, fault } of faults) addCheck(check, fault);
  for (const { check, find } of sources) await runScan(check, find, (difference) => difference);
  const differences = await compareStatements(db, statements, companyId, months, reportStep);
  for (const { check } of statements) addCheck(check, differences.get(check) ?? null);
  const ok = checks.every((check) => check.ok);
  return { company_id: companyId, ok, checks, warnings: await findWarnings(db, companyId), entries };
}

const FULL_SCANS = 7;

/**
 * Returns the first difference of each statement over all months. Stops at a month whose sums can't be
 * computed.
 */
async function compareStatements(
  db: Queryable,
  statements: readonly StatementCheck[],
  companyId: Company,
  months: readonly CivilDate[],
  reportStep: () => void,
): Promise<ReadonlyMap<string, string>> {
  const differences = new Map<string, string>();
  const before = new Map<string, Cell>();
  for (const month of months) {
    try {
      const { fromEntries, fromRollups, throughMonth } = await sumBothWays(db, companyId, month, before);
      for (const statement of statements) {
        if (differences.has(statement.check)) continue;
        const difference = statementDifference(statement, fromEntries, fromRollups);
        if (difference !== null) differences.set(statement.check, `${monthOf(month)}: ${difference}`);
      }
      for (const [id, cell] of throughMonth) before.set(id, cell);
    } catch (error) {
      if (!isOutOfRange(error)) throw error;
      for (const { check } of statements) {
        if (!differences.has(check))
          differences.set(
            check,
            `${monthOf(month)}: the sums of this month can't be computed: ${error.message}`,
          );
      }
      return differences;
    }
    reportStep();
  }
  return differences;
}

/**
 * Returns the sums of a month and of the time before it: from the entries alone, and from rollups as reports
 * read them. `throughMonth` is the sum of all entries up to the end of the month.
 */
async function sumBothWays(
  db: Queryable,
  companyId: Company,
  month: CivilDate,
  before: ReadonlyMap<string, Cell>,
): Promise<{ fromEntries: Sums; fromRollups: Sums; throughMonth: ReadonlyMap<string, Cell> }> {
  const next = addMonths(month, 1);
  // No figure shows a time, so any time will do.
  const request = {
    companyId,
    buckets: [
      { from: FIRST_DATE, to: month },
      { from: month, to: next },
    ],
    now: ANY_TIME,
    today: month,
  };
  const segments = rawSegment(month, next).map((segment) => ({ ...segment, bucket: DURING }));
  const raw = sumsOf(await sumsStore.sum(db, companyId, segments, false), request);
  const fromEntries: Sums = {
    ...raw,
    cell: (bucket, id) => (bucket === BEFORE ? (before.get(id) ?? null) : raw.cell(bucket, id)),
  };
  const throughMonth = new Map<string, Cell>();
  for (const { id } of raw.categories) {
    const during = raw.cell(DURING, id);
    if (during !== null) throughMonth.set(id, addCells(before.get(id) ?? null, during));
  }
  return { fromEntries, fromRollups: await sum(db, request), throughMonth };
}

/** The SQLSTATE for a sum that is out of range. */
const OUT_OF_RANGE = "22003";

/** True if the error means that a sum is too large to be exact, in the database or in this program. */
function isOutOfRange(error: unknown): error is Error {
  return error instanceof AssertionFailed || sqlState(error) === OUT_OF_RANGE;
}

const ANY_TIME: UnixSeconds = unixSeconds(0);

function statementDifference(
  { figures }: StatementCheck,
  fromEntries: Sums,
  fromRollups: Sums,
): string | null {
  try {
    const expected = figures(fromEntries);
    const reported = figures(fromRollups);
    for (const [name, amount] of Object.entries(expected)) {
      const reportedAmount = reported[name] ?? cents(0);
      if (reportedAmount !== amount)
        return `${name} is ${dollars(amount)} by the entries, but reports read ${dollars(reportedAmount)}`;
    }
    return null;
  } catch (error) {
    if (error instanceof AssertionFailed) return error.message;
    throw error;
  }
}

function describeVoucherFault({ voucher_id, difference, first_date, last_date }: VoucherFault): string {
  if (difference === "0")
    return `the lines of voucher ${voucher_id} have different dates, from ${first_date} to ${last_date}`;
  return `voucher ${voucher_id} of ${first_date} is out of balance: debits less credits are ${dollars(difference)}`;
}

function describeOrphan(kind: "category" | "department"): (row: OrphanedEntry) => string {
  return ({ voucher_id, line, date, missing_id }) =>
    `line ${line} of voucher ${voucher_id} of ${date} names the ${kind} ${missing_id}, which does not exist`;
}

function describeRollupDifference(row: RollupDifference): string {
  const period = row.grain === "year" ? row.period.slice(0, 4) : monthOf(row.period);
  const department =
    row.department_id === null
      ? ""
      : row.department_id === ""
        ? " without a department"
        : ` in department ${row.department_id}`;
  const stale = row.stale ? "; it is marked stale, so reports read its entries until it is rebuilt" : "";
  return (
    `the rollup of ${row.category_id}${department} for ${period} holds ${dollars(row.rollup_net)} of ${row.rollup_count} entries, ` +
    `but its entries are ${row.entries_count} with ${dollars(row.entries_net)}${stale}`
  );
}
