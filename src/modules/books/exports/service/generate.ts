/**
 * Generating exports: the attempts of a background job. Invariants: a file is handed over by the attempt that
 * holds the export, whole, while whoever asked may still have it, and by no other; what any other attempt
 * stored is deleted, at once where it can be and by a sweep when every attempt must be over. Done twice is
 * done once.
 */
import type { UnixSeconds } from "../../../../core/civil-date.ts";
import { unixSeconds } from "../../../../core/civil-date.ts";
import { awayBecause } from "../../../../platform/db/away.ts";
import { LIMITS } from "../../../../core/limits.ts";
import type { PublicId } from "../../../../core/public-id.ts";
import type { Tx } from "../../../../platform/db/index.ts";
import { NotNow } from "../../../../platform/jobs/index.ts";
import { deleteOthers } from "../../../../platform/objects/index.ts";
import { accessStore, type StandingRow, stillMay } from "../../../tenants/access/index.ts";
import { companyStore } from "../../../tenants/company/index.ts";
import { CONTENT_TYPES, fileName, sizeProblem } from "../rules/file.ts";
import { DEPARTMENTS, REQUIRED } from "../rules/words.ts";
import { afterEvent, type ExportEvent, PROGRESS } from "../rules/states.ts";
import type { ExportRow } from "../record.ts";
import { exportsStore } from "../store.ts";
import type { ExportsNeeds } from "./needs.ts";
import { tableOf } from "./table.ts";

type Company = PublicId<"company">;

/**
 * When the attempts of an export are over for certain: each may take its time, and its lease may be as old as
 * it gets.
 */
const OVER_S = Math.ceil(LIMITS.export_attempt_ms.value / 1000) + 2 * LIMITS.background_lease_s.value;

/** Makes one attempt. Throws what went wrong, and then another one may be made. */
export async function generate(
  needs: ExportsNeeds,
  companyId: Company,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock, objects, renderer, faults, randomText } = needs;
  const row = await db.transaction((tx) => begin(tx, needs, companyId, id));
  if (row === null) return sweepOrLater(needs, companyId, id);
  const began = clock.elapsedMs();
  const spent = (): number => Math.round(clock.elapsedMs() - began);
  const key = `${folderOf(companyId, row.id)}${row.attempts}-${randomText(12)}.${row.format}`;
  try {
    await faults.at("export.begun");
    const table = await tableOf(needs, companyId, row);
    await faults.at("export.read");
    const problem = sizeProblem(table, row.format);
    if (problem !== null) return await giveUp(needs, companyId, row.id, problem);
    const bytes = await renderer.render(row.format, table, signal, companyId);
    await faults.at("export.rendered");
    await objects.put(key, bytes, CONTENT_TYPES[row.format], signal);
    await faults.at("export.stored");
    signal.throwIfAborted();
    const attached = await db.transaction((tx) =>
      attach(
        tx,
        needs,
        companyId,
        row,
        { file_key: key, file_name: fileName(table, row.format), file_size: bytes.length },
        spent(),
      ),
    );
    if (attached) await faults.at("export.attached");
  } catch (error) {
    // If this fails too, the duration is not logged, and the code that ends the export deletes the stored
    // file.
    const outcome = await db
      .transaction((tx) => settle(tx, companyId, row, key, spent()))
      .catch(() => "unknown");
    if (outcome === "failed") await objects.delete(key).catch(() => {});
    // An unavailable database, or an import that locks the company's members, is not a failure of the export.
    const away = awayBecause(error);
    if (outcome !== "attached")
      throw away === null ? error : new NotNow(`the database can't be used: ${away}`);
  }
  await sweepOrLater(needs, companyId, row.id);
}

/**
 * Ends an export of which no further attempt is made; `detail` says why, where the code's own sentence does
 * not.
 */
export async function giveUp(
  needs: ExportsNeeds,
  companyId: Company,
  id: string,
  detail: string | null = null,
): Promise<void> {
  await needs.db.transaction(async (tx) => {
    const row = await exportsStore.lock(tx, companyId, id);
    if (row !== null && !PROGRESS.isFinal(row.status))
      await end(tx, needs, companyId, row, "give_up", { error_detail: detail });
  });
  await sweepOrLater(needs, companyId, id);
}

/**
 * Sweeps, or has it done later where the storage can't be used: what became of the export is settled all the
 * same.
 */
async function sweepOrLater(needs: ExportsNeeds, companyId: Company, id: string): Promise<void> {
  try {
    await sweep(needs, companyId, id);
  } catch {
    const at = unixSeconds(needs.clock.now() + OVER_S);
    await needs.db.transaction((tx) => needs.askForSweep(tx, companyId, id as ExportRow["id"], at));
  }
}

/** Deletes what attempts stored that is not, and can't become, the file of the export. */
export async function sweep({ db, objects }: ExportsNeeds, companyId: Company, id: string): Promise<void> {
  const row = await exportsStore.find(db, companyId, id);
  // While it goes on, the attempt that holds it may be about to attach what it has stored.
  if (row !== null && !PROGRESS.isFinal(row.status)) return;
  await deleteOthers(objects, folderOf(companyId, id), row?.file_key ?? null);
}

function folderOf(companyId: Company, id: string): string {
  return `${companyId}/exports/${id}/`;
}

/** Makes the next attempt the holder of the export; null if nothing is left to do. */
async function begin(tx: Tx, needs: ExportsNeeds, companyId: Company, id: string): Promise<ExportRow | null> {
  const row = await exportsStore.lock(tx, companyId, id);
  if (row === null || PROGRESS.isFinal(row.status)) return null;
  // Not held here: an import holds the members of its company to its end, and nothing is handed over yet.
  if (await isRevoked(tx, companyId, row, await accessStore.findStanding(tx, companyId, row.user_id))) {
    await end(tx, needs, companyId, row, "revoke", {});
    return null;
  }
  const next: ExportRow = {
    ...row,
    status: afterEvent(row.status, "begin"),
    attempts: row.attempts + 1,
    started_at: row.started_at ?? needs.clock.now(),
  };
  await exportsStore.update(tx, companyId, next);
  return next;
}

type File = Pick<ExportRow, "file_key" | "file_name" | "file_size">;

/**
 * Attaches the file, unless another attempt holds the export by now or the user lost access. Locks the access
 * until then. Returns true if the file was attached.
 */
async function attach(
  tx: Tx,
  needs: ExportsNeeds,
  companyId: Company,
  { id, attempts }: ExportRow,
  file: File,
  spentMs: number,
): Promise<boolean> {
  const row = await exportsStore.lock(tx, companyId, id);
  if (row === null || PROGRESS.isFinal(row.status) || row.attempts !== attempts) return false;
  const generation_ms = (row.generation_ms ?? 0) + spentMs;
  const revoked = await isRevoked(
    tx,
    companyId,
    row,
    await accessStore.lockStanding(tx, companyId, row.user_id),
  );
  await end(
    tx,
    needs,
    companyId,
    row,
    revoked ? "revoke" : "attach",
    revoked ? { generation_ms } : { ...file, generation_ms },
  );
  return !revoked;
}

/**
 * Tells what became of an attempt that did not come to its end: the file may have been handed over all the
 * same, when only the database's word on it was lost. The time of one that failed is added, also to an export
 * that another attempt holds by now.
 */
async function settle(
  tx: Tx,
  companyId: Company,
  { id }: ExportRow,
  key: string,
  spentMs: number,
): Promise<"attached" | "failed"> {
  const row = await exportsStore.lock(tx, companyId, id);
  if (row?.file_key === key) return "attached";
  if (row !== null && !PROGRESS.isFinal(row.status))
    await exportsStore.update(tx, companyId, {
      ...row,
      generation_ms: (row.generation_ms ?? 0) + spentMs,
    });
  return "failed";
}

async function end(
  tx: Tx,
  { clock, askForSweep }: ExportsNeeds,
  companyId: Company,
  row: ExportRow,
  event: Exclude<ExportEvent, "begin">,
  made: Partial<ExportRow>,
): Promise<void> {
  const now: UnixSeconds = clock.now();
  const error_code = event === "attach" ? null : event === "revoke" ? "access_revoked" : "generation_failed";
  await exportsStore.update(tx, companyId, {
    ...row,
    ...made,
    status: afterEvent(row.status, event),
    completed_at: now,
    error_code,
  });
  // Other attempts may have stored something, or be storing it without knowing that they are over.
  if (row.attempts > (event === "attach" ? 1 : 0))
    await askForSweep(tx, companyId, row.id, unixSeconds(now + OVER_S));
}

/** True if the user who requested the export has lost access. */
async function isRevoked(
  tx: Tx,
  companyId: Company,
  { group_rows }: ExportRow,
  standing: StandingRow | null,
): Promise<boolean> {
  if (!stillMay(standing, REQUIRED)) return true;
  return (
    group_rows === "department" && !(await companyStore.listFeatures(tx, companyId)).includes(DEPARTMENTS)
  );
}
