/**
 * Verifies a company's books: everything that is derived from the entries is computed again and compared, in
 * one state of the books; the first difference of each check is reported. It only reads; its memory grows
 * with the chart, not with the entries.
 */
import { AssertionFailed } from "../../../../core/assert.ts";
import { type Cents, cents } from "../../../../core/cents.ts";
import {
  addMonths,
  type CivilDate,
  FIRST_DATE,
  monthOf,
  type UnixSeconds,
  unixSeconds,
} from "../../../../core/civil-date.ts";
import { rawSegment } from "../../../../core/periods.ts";
import type { Report } from "../../../../core/progress.ts";
import type { PublicId } from "../../../../core/public-id.ts";
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
import { addCells, type Cell, sum, type Sums, sumsOf } from "./reads.ts";

type Company = PublicId<"company">;

/** One thing that must hold, and the first place where it does not. */
export interface Check {
  readonly check: string;
  readonly ok: boolean;
  /** A sentence that names amounts, ids and months; null when the check holds. */
  readonly difference: string | null;
}

export interface Verification {
  readonly company_id: Company;
  /** True if every check holds. */
  readonly ok: boolean;
  readonly checks: readonly Check[];
  readonly entries: number;
}

/**
 * A statement that `verify` makes for every month, once from entries alone and once as reports read it. The
 * statements stand on the ledger, so the composition root hands them in.
 */
export interface StatementCheck {
  readonly check: string;
  /**
   * Figures from sums whose bucket 0 is everything before the month and bucket 1 the month; throws
   * `AssertionFailed` when they contradict.
   */
  readonly figures: (sums: Sums) => Readonly<Record<string, Cents>>;
}

/** A check of what stands on the ledger, which the composition root hands in too. */
export interface SourceCheck {
  readonly check: string;
  /** Finds the first difference and returns it as a sentence; null if there is none. */
  readonly find: (db: Queryable, companyId: Company) => Promise<string | null>;
}

/** Records that say when they changed, and the one of a company that says it changed last. */
export interface ChangingRecords {
  /** The name of one of them. */
  readonly of: string;
  readonly findLatest: (
    db: Queryable,
    companyId: Company,
  ) => Promise<{ readonly id: string; readonly updated: number } | null>;
}

/** Clocks of several processes differ, and so do those of a database and a process. */
const CLOCKS_DIFFER_S = 86_400;

/**
 * Checks that no record has a change time in the future: readers of changes by time would miss the next
 * changes.
 */
export function changesCheck(now: () => UnixSeconds, records: readonly ChangingRecords[]): SourceCheck {
  const all = [...records, { of: "journal entry of voucher", findLatest: upkeepStore.findLatestChange }];
  return {
    check: "changes_are_in_the_past",
    async find(db, companyId) {
      for (const { of, findLatest } of all) {
        const latest = await findLatest(db, companyId);
        if (latest && latest.updated > now() + CLOCKS_DIFFER_S)
          return `the ${of} ${latest.id} says that it changed in the future, at ${latest.updated} seconds since 1970`;
      }
      return null;
    },
  };
}

/** The checks of other modules. */
export interface HandedChecks {
  readonly sources: readonly SourceCheck[];
  readonly statements: readonly StatementCheck[];
}

const BEFORE = 0;
const DURING = 1;

/**
 * Runs every check. `db` must show one state of the books: a snapshot, or a transaction that keeps writers
 * out.
 */
export async function verifyBooks(
  db: Queryable,
  { sources, statements }: HandedChecks,
  companyId: Company,
  report: Report = () => {},
): Promise<Verification> {
  const entries = await upkeepStore.countEntries(db, companyId);
  const months = await upkeepStore.listMonths(db, companyId);
  const checks: Check[] = [];
  const note = (check: string, difference: string | null): void => {
    checks.push({ check, ok: difference === null, difference });
  };
  let steps = 0;
  // Each check over all entries and each month is one step; progress is reported as the same share of the
  // entries.
  const step = (): void => {
    steps += 1;
    report({
      done: Math.min(entries, Math.floor((entries * steps) / (FULL_SCANS + sources.length + months.length))),
      total: entries,
      unit: "entries",
    });
  };
  const scan = async <Row>(
    check: string,
    find: (db: Queryable, companyId: Company) => Promise<Row | null>,
    sentence: (row: Row) => string,
  ): Promise<void> => {
    const row = await find(db, companyId);
    note(check, row && sentence(row));
    step();
  };
  await scan("vouchers_balance", upkeepStore.findVoucherFault, voucherSentence);
  await scan("entries_have_categories", upkeepStore.findEntryWithoutCategory, orphanSentence("category"));
  await scan(
    "entries_have_departments",
    upkeepStore.findEntryWithoutDepartment,
    orphanSentence("department"),
  );
  await scan("rollups_equal_entries", upkeepStore.findRollupDifference, rollupSentence);
  await scan("department_rollups_equal_entries", upkeepStore.findDepartmentRollupDifference, rollupSentence);
  const faults = chartFaults(
    await chartStore.listCategories(db, companyId),
    await chartStore.listDepartments(db, companyId),
  );
  for (const { check, fault } of faults) note(check, fault);
  for (const { check, find } of sources) await scan(check, find, (difference) => difference);
  const differences = await compareStatements(db, statements, companyId, months, step);
  for (const { check } of statements) note(check, differences.get(check) ?? null);
  return { company_id: companyId, ok: checks.every(({ ok }) => ok), checks, entries };
}

const FULL_SCANS = 5;

/** The first difference of each statement over all months; ends at a month whose sums can't be computed. */
async function compareStatements(
  db: Queryable,
  statements: readonly StatementCheck[],
  companyId: Company,
  months: readonly CivilDate[],
  step: () => void,
): Promise<ReadonlyMap<string, string>> {
  const differences = new Map<string, string>();
  const before = new Map<string, Cell>();
  for (const month of months) {
    try {
      const { fromEntries, rolled, carried } = await bothSums(db, companyId, month, before);
      for (const statement of statements) {
        if (differences.has(statement.check)) continue;
        const difference = statementDifference(statement, fromEntries, rolled);
        if (difference !== null) differences.set(statement.check, `${monthOf(month)}: ${difference}`);
      }
      for (const [id, cell] of carried) before.set(id, cell);
    } catch (error) {
      if (!leavesTheRange(error)) throw error;
      for (const { check } of statements) {
        if (!differences.has(check))
          differences.set(
            check,
            `${monthOf(month)}: the sums of this month can't be computed: ${error.message}`,
          );
      }
      return differences;
    }
    step();
  }
  return differences;
}

/**
 * The sums of a month and of all before it, from the entries alone and as reports read them; `carried` is the
 * sum of the entries through the month.
 */
async function bothSums(
  db: Queryable,
  companyId: Company,
  month: CivilDate,
  before: ReadonlyMap<string, Cell>,
): Promise<{ fromEntries: Sums; rolled: Sums; carried: ReadonlyMap<string, Cell> }> {
  const next = addMonths(month, 1);
  // Nothing here shows a time: what matters is only that it is the same on both sides.
  const request = {
    companyId,
    buckets: [
      { from: FIRST_DATE, to: month },
      { from: month, to: next },
    ],
    now: AT,
    today: month,
  };
  const segments = rawSegment(month, next).map((segment) => ({ ...segment, bucket: DURING }));
  const raw = sumsOf(await sumsStore.sum(db, companyId, segments, false), request);
  const fromEntries: Sums = {
    ...raw,
    cell: (bucket, id) => (bucket === BEFORE ? (before.get(id) ?? null) : raw.cell(bucket, id)),
  };
  const carried = new Map<string, Cell>();
  for (const { id } of raw.categories) {
    const during = raw.cell(DURING, id);
    if (during !== null) carried.set(id, addCells(before.get(id) ?? null, during));
  }
  return { fromEntries, rolled: await sum(db, request), carried };
}

/** The database's error for a sum that is out of range. */
const OUT_OF_RANGE = "22003";

function leavesTheRange(error: unknown): error is Error {
  return error instanceof AssertionFailed || sqlState(error) === OUT_OF_RANGE;
}

const AT: UnixSeconds = unixSeconds(0);

function statementDifference({ figures }: StatementCheck, fromEntries: Sums, rolled: Sums): string | null {
  try {
    const expected = figures(fromEntries);
    const found = figures(rolled);
    for (const [name, amount] of Object.entries(expected)) {
      const other = found[name] ?? cents(0);
      if (other !== amount)
        return `${name} is ${dollars(amount)} by the entries, but reports read ${dollars(other)}`;
    }
    return null;
  } catch (error) {
    if (error instanceof AssertionFailed) return error.message;
    throw error;
  }
}

function voucherSentence({ voucher_id, difference, first_date, last_date }: VoucherFault): string {
  if (difference === "0")
    return `the lines of voucher ${voucher_id} have different dates, from ${first_date} to ${last_date}`;
  return `voucher ${voucher_id} of ${first_date} is out of balance: debits less credits are ${dollars(difference)}`;
}

function orphanSentence(kind: "category" | "department"): (row: OrphanedEntry) => string {
  return ({ voucher_id, line, date, missing_id }) =>
    `line ${line} of voucher ${voucher_id} of ${date} names the ${kind} ${missing_id}, which does not exist`;
}

function rollupSentence(row: RollupDifference): string {
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
