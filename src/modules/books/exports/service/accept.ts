/**
 * Taking exports on. Invariants: an idempotency key of a user in a company leads to one export at the most,
 * however often and from wherever it is sent; a company never has more unfinished exports than it may; an
 * export and the job that generates it are there together or not at all.
 */
import type { UnixSeconds } from "../../../../core/civil-date.ts";
import { awayBecause } from "../../../../platform/db/away.ts";
import { Refusal, refuse } from "../../../../core/errors.ts";
import { LIMITS } from "../../../../core/limits.ts";
import type { PublicId } from "../../../../core/public-id.ts";
import { defaultsOf } from "../../../../core/record.ts";
import { takeTurn, type Tx } from "../../../../platform/db/index.ts";
import { companyStore } from "../../../tenants/company/index.ts";
import { checkShown, isSame } from "../rules/request.ts";
import type { ExportInput } from "../rules/words.ts";
import { type ExportRow, EXPORTS, type Origin } from "../record.ts";
import { exportsStore } from "../store.ts";
import type { ExportsNeeds } from "./needs.ts";

/** The requesting user, and the request's idempotency key. */
export interface Submission {
  readonly companyId: PublicId<"company">;
  readonly userId: PublicId<"user">;
  readonly origin: Origin;
  /** Null for what can't be repeated. */
  readonly key: string | null;
  readonly now: UnixSeconds;
}

/**
 * Takes an export on, or finds the one that this key was used for. Refuses `invalid_date_range`,
 * `idempotency_key_conflict`, `report_export_limit_exceeded`, and `report_export_failed` where it can't be
 * known whether it was taken on.
 */
export async function accept(
  needs: ExportsNeeds,
  submission: Submission,
  input: ExportInput,
): Promise<ExportRow> {
  try {
    const row = await needs.db.transaction((tx) => acceptWithin(tx, needs, submission, input));
    await needs.faults.at("export.accepted");
    return row;
  } catch (error) {
    const because = error instanceof Refusal ? null : (awayBecause(error) ?? needs.faults.asked(error));
    if (because === null) throw error;
    throw refuse("report_export_failed", { internal: because });
  }
}

async function acceptWithin(
  tx: Tx,
  { ids, askForGeneration }: ExportsNeeds,
  { companyId, userId, origin, key, now }: Submission,
  input: ExportInput,
): Promise<ExportRow> {
  await takeTurn(tx, companyId, "exports");
  const former = key === null ? null : await exportsStore.findByKey(tx, companyId, userId, key);
  if (former !== null && isSame(former, input)) return former;
  checkShown(input, (await companyStore.get(tx, companyId)).fiscal_year_start_month);
  if (former !== null) throw refuse("idempotency_key_conflict");
  const most = LIMITS.unfinished_exports.value;
  if ((await exportsStore.countUnfinished(tx, companyId)) >= most) {
    throw refuse("report_export_limit_exceeded", {
      message: `The company has ${most} unfinished exports, which is the limit. Send the request again when one of them has finished.`,
    });
  }
  const row = {
    ...defaultsOf(EXPORTS),
    ...input,
    id: ids.next("export"),
    user_id: userId,
    origin,
    idempotency_key: key,
    created: now,
  };
  await exportsStore.insert(tx, companyId, row);
  await askForGeneration(tx, companyId, row.id);
  return row;
}
