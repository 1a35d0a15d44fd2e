/**
 * What all changes of the chart share. Invariant: a change is made under the locks of the company and of its
 * chart, and described in the audit trail; a preview is the same change, rolled back.
 */
import type { UnixSeconds } from "../../../../core/civil-date.ts";
import type { PublicId } from "../../../../core/public-id.ts";
import { type Db, describeChange, rolledBack, type Tx, takeTurn } from "../../../../platform/db/index.ts";
import { currentActor } from "../../../../platform/log/actor.ts";
import type { TreeRow } from "../rules.ts";

type Company = PublicId<"company">;

interface TurnNeeds {
  readonly db: Db;
  readonly lockCompany: (tx: Tx, companyId: Company) => Promise<unknown>;
}

/** Runs a change of a company's chart in its turn. A preview is rolled back after all checks have seen it. */
export async function inTurn<Change>(
  { db, lockCompany }: TurnNeeds,
  companyId: Company,
  isPreview: boolean,
  change: (tx: Tx) => Promise<Change>,
): Promise<Change> {
  const work = async (tx: Tx): Promise<Change> => {
    await lockCompany(tx, companyId);
    await takeTurn(tx, companyId, "chart");
    return change(tx);
  };
  return isPreview ? rolledBack(db, work) : db.transaction(work);
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
