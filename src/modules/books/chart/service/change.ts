/**
 * What all changes of the chart share. Invariant: a change is made under the locks of the company and of its
 * chart, and described in the audit trail; a preview is the same change, rolled back.
 */
import type { CivilDate, UnixSeconds } from "../../../../core/civil-date.ts";
import type { PublicId } from "../../../../core/public-id.ts";
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
import type { CategoryUse, TreeRow } from "../rules.ts";

type Company = PublicId<"company">;

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
}

/** Describes a change in the company's audit trail. */
export function describe(
  { tx, companyId, needs }: { tx: Tx; companyId: Company; needs: { readonly now: () => UnixSeconds } },
  id: string,
  { action, from, to }: ChangeWords,
): Promise<void> {
  return describeChange(tx, companyId, {
    at: needs.now(),
    by: currentActor()?.by ?? "daybook",
    action,
    topic: "chart",
    subject: id,
    from_state: from,
    to_state: to,
  });
}
