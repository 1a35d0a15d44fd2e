/**
 * Accepts export requests.
 *
 * Invariants: an idempotency key of a user in a company creates at most one export, even if requests with the
 * key arrive at the same time. A company never has more unfinished exports than the limit. An export and the
 * job that generates it are committed together.
 */
import type { UnixSeconds } from "@daybook/words/civil-date";
import { unavailableReason } from "../../../../platform/db/unavailable.ts";
import { Refusal, refuse } from "../../../../core/errors.ts";
import { LIMITS } from "@daybook/words/limits";
import type { PublicId } from "@daybook/words/public-id";
import { defaultsOf } from "../../../../core/record.ts";
import { takeTurn, type Tx } from "../../../../platform/db/index.ts";
import { companyStore } from "../../../tenants/company/index.ts";
import { checkPdfPeriods, isSameInput } from "../rules/request.ts";
import type { ExportInput } from "../rules/words.ts";
import { type ExportRow, EXPORTS, type Origin } from "../record.ts";
import type { ReportsCompany } from "../../ledger/index.ts";
import { exportsStore } from "../store.ts";
import type { ExportsNeeds } from "./needs.ts";

/** An export request without its input: who sent it, and its idempotency key. */
export interface Submission {
  readonly companyId: ReportsCompany;
  readonly userId: PublicId<"user">;
  readonly origin: Origin;
  /** The idempotency key; requests of the browser application need none. */
  readonly key: string | null;
  readonly now: UnixSeconds;
}

/**
 * Creates an export, or returns the existing one of this idempotency key. Throws the refusals
 * `invalid_date_range`, `idempotency_key_conflict` and `report_export_limit_exceeded`. Throws
 * `report_export_failed` if the database failed, so that the service can't know whether the export was
 * committed.
 */
export async function accept(
  needs: ExportsNeeds,
  submission: Submission,
  input: ExportInput,
): Promise<ExportRow> {
  try {
    const row = await needs.db.transaction((tx) => findOrInsert(tx, needs, submission, input));
    await needs.faults.at("export.accepted");
    return row;
  } catch (error) {
    const reason =
      error instanceof Refusal ? null : (unavailableReason(error) ?? needs.faults.messageOf(error));
    if (reason === null) throw error;
    throw refuse("report_export_failed", { internal: reason });
  }
}

async function findOrInsert(
  tx: Tx,
  { ids, askForGeneration }: ExportsNeeds,
  { companyId, userId, origin, key, now }: Submission,
  input: ExportInput,
): Promise<ExportRow> {
  await takeTurn(tx, companyId, "exports");
  const existing = key === null ? null : await exportsStore.findByKey(tx, companyId, userId, key);
  if (existing !== null && isSameInput(existing, input)) return existing;
  checkPdfPeriods(input, (await companyStore.get(tx, companyId)).fiscal_year_start_month);
  if (existing !== null) throw refuse("idempotency_key_conflict");
  const limit = LIMITS.unfinished_exports.value;
  if ((await exportsStore.countUnfinished(tx, companyId)) >= limit) {
    throw refuse("report_export_limit_exceeded", {
      message: `The company has ${limit} unfinished exports, which is the limit. Send the request again when one of them has finished.`,
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
