/**
 * What all changes of the chart share. Invariant: a change is made under the locks of the company and of its
 * chart, and described in the audit trail; a preview is the same change, rolled back.
 */
import { type CivilDate, monthOf, type UnixSeconds } from "@daybook/words/civil-date";
import { refuse } from "../../../../core/errors.ts";
import type { PublicId } from "@daybook/words/public-id";
import {
  type Db,
  describeChange,
  type Queryable,
  type Tx,
  takeTurn,
  transactionOrPreview,
} from "../../../../platform/db/index.ts";
import { currentActor } from "../../../../platform/log/actor.ts";
import type { Ids } from "../../../../platform/random/random.ts";
import type { StoredCategory } from "../record.ts";
import type { CategoryUse, ChangedStatement, ChangeFault } from "../rules/changes.ts";
import type { TreeRow } from "../rules/index.ts";
import { type MovedOnStatements, movedOnStatements } from "../rules/shown.ts";
import { chartStore } from "../store.ts";

type Company = PublicId<"company">;

/** One category in the place of another, wherever a module names it. */
export interface Replacement {
  readonly from: StoredCategory;
  readonly into: StoredCategory;
  readonly now: UnixSeconds;
  /** The time of change that transactions get. */
  readonly stamped: UnixSeconds;
}

/** What a module keeps of categories, for changes that reach beyond the chart. */
export interface CategoryRecords {
  /** Names the records that will still post on a category, such as `the rule Travel`. */
  readonly listPosting?: (
    db: Queryable,
    companyId: Company,
    categoryId: string,
    now: UnixSeconds,
  ) => Promise<readonly string[]>;
  /** Has all records name the other category. Refuses `invalid_request` where they must stay. */
  readonly replace?: (tx: Tx, companyId: Company, replacement: Replacement) => Promise<unknown>;
}

/** What other modules know of categories, and the lock of the company that all writers of a chart take. */
export interface ChartNeeds {
  readonly db: Db;
  readonly ids: Ids;
  readonly now: () => UnixSeconds;
  /** Refuses `resource_missing`. */
  readonly lockCompany: (tx: Tx, companyId: Company) => Promise<unknown>;
  /** Returns the first and the last day with entries of some categories; null if they have none. */
  readonly findEntryDays: (
    db: Queryable,
    companyId: Company,
    categoryIds: readonly string[],
  ) => Promise<{ readonly first: CivilDate; readonly last: CivilDate } | null>;
  /** Lists the records of other modules that are booked on a category. */
  readonly listUses: (
    db: Queryable,
    companyId: Company,
    categoryId: string,
  ) => Promise<readonly CategoryUse[]>;
  /** What the modules keep of categories; the journal comes first, because closed books are refused there. */
  readonly records: readonly CategoryRecords[];
  /** Begins to write to the company's feed. Returns the time that what is written carries. */
  readonly beginWriting: (tx: Tx, companyId: Company, now: UnixSeconds) => Promise<UnixSeconds>;
  /** The same as `findEntryDays` for departments. */
  readonly findDepartmentDays: ChartNeeds["findEntryDays"];
  /** Lists the names of the rules that assign one of these departments. */
  readonly listRulesAssigning: (
    db: Queryable,
    companyId: Company,
    departmentIds: readonly string[],
  ) => Promise<readonly string[]>;
}

/** Runs a change of a company's chart in its turn. A preview is rolled back after all checks have seen it. */
export async function inTurn<Change>(
  { db, lockCompany }: Pick<ChartNeeds, "db" | "lockCompany">,
  companyId: Company,
  isPreview: boolean,
  change: (tx: Tx) => Promise<Change>,
): Promise<Change> {
  const work = async (tx: Tx): Promise<Change> => {
    await lockCompany(tx, companyId);
    await takeTurn(tx, companyId, "chart");
    return change(tx);
  };
  return transactionOrPreview(db, isPreview, work);
}

/** Returns the position after all children of a parent, or after all roots. */
export function nextPosition(
  rows: readonly Pick<TreeRow, "parent_id" | "position">[],
  parentId: string | null,
): number {
  let last = -1;
  for (const { parent_id, position } of rows) if (parent_id === parentId && position > last) last = position;
  return last + 1;
}

/** What the audit trail says of a change. */
export interface ChangeWords {
  readonly action: string;
  readonly from: string | null;
  readonly to: string;
  readonly note?: string;
}

/** Describes a change in the company's audit trail. */
export function describe(
  { tx, companyId, needs }: { tx: Tx; companyId: Company; needs: { readonly now: () => UnixSeconds } },
  id: string,
  { action, from, to, note }: ChangeWords,
): Promise<void> {
  return describeChange(tx, companyId, {
    at: needs.now(),
    by: currentActor()?.by ?? "daybook",
    action,
    topic: "chart",
    subject: id,
    from_state: from,
    to_state: to,
    ...(note === undefined ? {} : { note }),
  });
}

/** A chart that a transaction changes. */
export interface OpenChart {
  readonly tx: Tx;
  readonly companyId: Company;
  readonly needs: ChartNeeds;
  readonly rows: readonly StoredCategory[];
}

/** A change of a category that was made, and what it changes of the statements. */
export interface ChartChange {
  readonly company_id: Company;
  readonly category: StoredCategory;
  /** The statements that change; empty if nothing with entries stands elsewhere. */
  readonly statements: readonly ChangedStatement[];
  /** The first and the last month, as YYYY-MM, with entries that change their place; null if there are none. */
  readonly months: { readonly first: string; readonly last: string } | null;
}

/**
 * Writes rows of the chart, and describes the change in the audit trail. Returns what stands elsewhere on
 * statements by it. Refuses `invalid_request` if closed statements would show entries elsewhere.
 */
export async function write(
  chart: OpenChart,
  written: readonly StoredCategory[],
  changed: Pick<StoredCategory, "id">,
  change: ChangeWords,
): Promise<MovedOnStatements> {
  const moved = movedOnStatements(chart.rows, written);
  await chartStore.requireOpen(chart.tx, chart.companyId, moved.ids);
  await chartStore.putCategories(chart.tx, chart.companyId, written);
  await describe(chart, changed.id, change);
  return moved;
}

/** Refuses `resource_missing` for an id that the chart does not have. */
export function findRow(
  rows: readonly StoredCategory[],
  id: string,
  param: "id" | "parent" | "into" | "before" | "after",
): StoredCategory {
  const row = rows.find((each) => each.id === id);
  if (!row) throw refuse("resource_missing", { param, message: `The company has no category ${id}.` });
  return row;
}

export async function usesOf(
  { tx, companyId, needs }: OpenChart,
  categoryId: string | null,
): Promise<readonly CategoryUse[]> {
  return categoryId === null ? [] : needs.listUses(tx, companyId, categoryId);
}

export async function monthsOf(
  { tx, companyId, needs }: OpenChart,
  categoryIds: readonly string[],
): Promise<ChartChange["months"]> {
  const days = await needs.findEntryDays(tx, companyId, categoryIds);
  return days && { first: monthOf(days.first), last: monthOf(days.last) };
}

export function refuseFault(fault: ChangeFault | null): void {
  if (fault !== null) throw refuse("invalid_request", fault);
}
