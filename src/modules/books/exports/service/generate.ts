/**
 * Generates exports. A background job makes one attempt after another, until an attempt succeeds or the last
 * one has failed. Attempts may overlap, if the lease of a slow worker expires while the worker goes on.
 *
 * Invariants: only the latest attempt can attach its complete file to the export, and only while the
 * requesting user has access. Files that other attempts stored are deleted: at once if possible, and
 * otherwise by a sweep, which runs when no attempt should still be running, and again a day later, because a
 * process that was suspended may store its file after any other has swept. A job may run more than once: once
 * the export has finished, another run changes nothing.
 */
import type { UnixSeconds } from "@daybook/words/civil-date";
import { unixSeconds } from "@daybook/words/civil-date";
import { unavailableReason } from "../../../../platform/db/unavailable.ts";
import { Refusal } from "../../../../core/errors.ts";
import { LIMITS } from "@daybook/words/limits";
import type { PublicId } from "@daybook/words/public-id";
import type { Tx } from "../../../../platform/db/index.ts";
import { RetryLater } from "../../../../platform/jobs/index.ts";
import { deleteAllExcept } from "../../../../platform/objects/index.ts";
import { accessStore, type StandingRow, stillHasAccess } from "../../../tenants/access/index.ts";
import { companyStore } from "../../../tenants/company/index.ts";
import { CONTENT_TYPES } from "../rules/file.ts";
import { DEPARTMENTS_FEATURE, isStatement, REQUIRED } from "../rules/words.ts";
import { statusAfter, type ExportEvent, EXPORT_STATES } from "../rules/states.ts";
import type { ExportRow } from "../record.ts";
import { exportsStore } from "../store.ts";
import type { ExportsNeeds } from "./needs.ts";
import { type Content, readContent } from "./content.ts";

type Company = PublicId<"company">;

/**
 * The seconds after which no attempt of an export can still be running: the longest time of an attempt, plus
 * the longest time that a lease of its job can last.
 */
const ATTEMPTS_OVER_S =
  Math.ceil(LIMITS.export_attempt_ms.value / 1000) + 2 * LIMITS.background_lease_s.value;
/** The seconds after which a process that was suspended during an attempt has gone on, or never will. */
const SUSPENDED_OVER_S = 86_400;

/** Makes one attempt to generate an export. Throws if the attempt failed, and then the job is tried again. */
export async function generate(
  needs: ExportsNeeds,
  companyId: Company,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock, objects, renderer, faults, randomText } = needs;
  const row = await db.transaction((tx) => beginAttempt(tx, needs, companyId, id));
  if (row === null) return sweepOrLater(needs, companyId, id);
  const began = clock.elapsedMs();
  const elapsed = (): number => Math.round(clock.elapsedMs() - began);
  const key = `${folderOf(companyId, row.id)}${row.attempts}-${randomText(12)}.${row.format}`;
  try {
    await faults.at("export.begun");
    const content = await contentOrRefusal(needs, companyId, row);
    if (content instanceof Refusal) return await giveUp(needs, companyId, row.id, content.message);
    await faults.at("export.read");
    if (content.problem !== null) return await giveUp(needs, companyId, row.id, content.problem);
    const bytes = await content.render(renderer, signal);
    await faults.at("export.rendered");
    await objects.put(key, bytes, CONTENT_TYPES[row.format], signal);
    await faults.at("export.stored");
    signal.throwIfAborted();
    const attached = await db.transaction((tx) =>
      attachFile(
        tx,
        needs,
        companyId,
        row,
        { file_key: key, file_name: content.name, file_size: bytes.length },
        elapsed(),
      ),
    );
    if (attached) await faults.at("export.attached");
  } catch (error) {
    // If this transaction fails too, the attempt's duration is not recorded, and the sweep after the export
    // has finished deletes the stored file.
    const outcome = await db
      .transaction((tx) => recordFailure(tx, companyId, row, key, elapsed()))
      .catch(() => "unknown");
    if (outcome === "failed") await objects.delete(key).catch(() => {});
    // An unavailable database, or an import that locks the company's members, is not a failure of the export.
    const unavailable = unavailableReason(error);
    if (outcome !== "attached")
      throw unavailable === null ? error : new RetryLater(`the database can't be used: ${unavailable}`);
  }
  await sweepOrLater(needs, companyId, row.id);
}

/** Reads what an export's file holds. A refusal is returned: no other attempt would be without it. */
async function contentOrRefusal(
  needs: ExportsNeeds,
  companyId: Company,
  row: ExportRow,
): Promise<Content | Refusal> {
  try {
    // A statement has one part, which whoever may ask for it may view.
    const standing = isStatement(row)
      ? null
      : await accessStore.findStanding(needs.db, companyId, row.user_id);
    return await readContent(needs, companyId, row, needs.address(row.id), standing?.permissions ?? null);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/**
 * Marks an unfinished export as failed, because no further attempt will be made. `detail` is a message for
 * the user that replaces the message of the error code.
 */
export async function giveUp(
  needs: ExportsNeeds,
  companyId: Company,
  id: string,
  detail: string | null = null,
): Promise<void> {
  await needs.db.transaction(async (tx) => {
    const row = await exportsStore.lock(tx, companyId, id);
    if (row !== null && !EXPORT_STATES.isFinal(row.status))
      await finish(tx, needs, companyId, row, "give_up", { error_detail: detail });
  });
  await sweepOrLater(needs, companyId, id);
}

/**
 * Sweeps now. If the storage can't be used, enqueues a later sweep instead, because the export itself has
 * finished and must not fail.
 */
async function sweepOrLater(needs: ExportsNeeds, companyId: Company, id: string): Promise<void> {
  try {
    await sweep(needs, companyId, id);
  } catch {
    const at = unixSeconds(needs.clock.now() + ATTEMPTS_OVER_S);
    await needs.db.transaction((tx) => needs.askForSweep(tx, companyId, id as ExportRow["id"], at));
  }
}

/**
 * Deletes all files that attempts stored, except the file of the export. Does nothing before the export has
 * finished.
 */
export async function sweep({ db, objects }: ExportsNeeds, companyId: Company, id: string): Promise<void> {
  const row = await exportsStore.find(db, companyId, id);
  // Until then, the latest attempt may be about to attach the file that it has stored.
  if (row !== null && !EXPORT_STATES.isFinal(row.status)) return;
  await deleteAllExcept(objects, folderOf(companyId, id), row?.file_key ?? null);
}

function folderOf(companyId: Company, id: string): string {
  return `${companyId}/exports/${id}/`;
}

/**
 * Begins the next attempt, which makes all earlier attempts obsolete. Returns null if nothing is left to do.
 */
async function beginAttempt(
  tx: Tx,
  needs: ExportsNeeds,
  companyId: Company,
  id: string,
): Promise<ExportRow | null> {
  const row = await exportsStore.lock(tx, companyId, id);
  if (row === null || EXPORT_STATES.isFinal(row.status)) return null;
  // The access is read without a lock here. A bundle import locks the members of its company until it ends,
  // and this check only saves useless work: the access is locked and checked again before the file is
  // attached.
  if (await hasLostAccess(tx, companyId, row, await accessStore.findStanding(tx, companyId, row.user_id))) {
    await finish(tx, needs, companyId, row, "revoke", {});
    return null;
  }
  const next: ExportRow = {
    ...row,
    status: statusAfter(row.status, "begin"),
    attempts: row.attempts + 1,
    started_at: row.started_at ?? needs.clock.now(),
  };
  await exportsStore.update(tx, companyId, next);
  return next;
}

type File = Pick<ExportRow, "file_key" | "file_name" | "file_size">;

/**
 * Attaches the file, unless a later attempt has begun or the user has lost access. Locks the user's access
 * until the transaction ends. Returns true if the file was attached.
 */
async function attachFile(
  tx: Tx,
  needs: ExportsNeeds,
  companyId: Company,
  { id, attempts }: ExportRow,
  file: File,
  elapsedMs: number,
): Promise<boolean> {
  const row = await exportsStore.lock(tx, companyId, id);
  if (row === null || EXPORT_STATES.isFinal(row.status) || row.attempts !== attempts) return false;
  const generation_ms = (row.generation_ms ?? 0) + elapsedMs;
  const isRevoked = await hasLostAccess(
    tx,
    companyId,
    row,
    await accessStore.lockStanding(tx, companyId, row.user_id),
  );
  await finish(
    tx,
    needs,
    companyId,
    row,
    isRevoked ? "revoke" : "attach",
    isRevoked ? { generation_ms } : { ...file, generation_ms },
  );
  return !isRevoked;
}

/**
 * Records an attempt that threw an error: adds its time to the export, even if a later attempt has begun.
 * Returns "attached" and adds nothing if the file was attached all the same, because the commit succeeded and
 * only the database's answer was lost.
 */
async function recordFailure(
  tx: Tx,
  companyId: Company,
  { id }: ExportRow,
  key: string,
  elapsedMs: number,
): Promise<"attached" | "failed"> {
  const row = await exportsStore.lock(tx, companyId, id);
  if (row?.file_key === key) return "attached";
  if (row !== null && !EXPORT_STATES.isFinal(row.status))
    await exportsStore.update(tx, companyId, {
      ...row,
      generation_ms: (row.generation_ms ?? 0) + elapsedMs,
    });
  return "failed";
}

/** Moves the export to its final status. */
async function finish(
  tx: Tx,
  { clock, askForSweep }: ExportsNeeds,
  companyId: Company,
  row: ExportRow,
  event: Exclude<ExportEvent, "begin">,
  changes: Partial<ExportRow>,
): Promise<void> {
  const now: UnixSeconds = clock.now();
  const error_code = event === "attach" ? null : event === "revoke" ? "access_revoked" : "generation_failed";
  await exportsStore.update(tx, companyId, {
    ...row,
    ...changes,
    status: statusAfter(row.status, event),
    completed_at: now,
    error_code,
  });
  // Other attempts may have stored a file, or may still be running and store one later. The later sweep is
  // asked for first, since a job that is due sooner would stand for it.
  if (row.attempts > (event === "attach" ? 1 : 0))
    for (const afterS of [SUSPENDED_OVER_S, ATTEMPTS_OVER_S])
      await askForSweep(tx, companyId, row.id, unixSeconds(now + afterS));
}

/** True if the user who requested the export has lost the required access. */
async function hasLostAccess(
  tx: Tx,
  companyId: Company,
  { group_rows, origin }: ExportRow,
  standing: StandingRow | null,
): Promise<boolean> {
  if (!stillHasAccess(standing, REQUIRED, origin === "api" ? "key" : "session")) return true;
  return (
    group_rows === "department" &&
    !(await companyStore.listFeatures(tx, companyId)).includes(DEPARTMENTS_FEATURE)
  );
}
