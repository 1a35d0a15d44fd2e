/**
 * The states of an export (specification, "Report export status"), and a table of the transitions between
 * them.
 */
import { assert } from "@daybook/words/assert";
import { machine } from "../../../../core/states.ts";

export const EXPORT_STATUSES = ["pending", "processing", "succeeded", "failed"] as const;
export type ExportStatus = (typeof EXPORT_STATUSES)[number];

/**
 * The events of an export: an attempt begins, its file is attached, the last attempt failed, or the user who
 * requested it lost access.
 */
export type ExportEvent = "begin" | "attach" | "give_up" | "revoke";

export const EXPORT_STATES = machine<ExportStatus, ExportEvent>([
  { from: "pending", event: "begin", to: "processing" },
  { from: "pending", event: "give_up", to: "failed" },
  { from: "pending", event: "revoke", to: "failed" },
  // Another attempt begins after an attempt has failed or its worker has died.
  { from: "processing", event: "begin", to: "processing" },
  { from: "processing", event: "attach", to: "succeeded" },
  { from: "processing", event: "give_up", to: "failed" },
  { from: "processing", event: "revoke", to: "failed" },
]);

/** Returns the status after an event. A final status stays as it is. */
export function statusAfter(from: ExportStatus, event: ExportEvent): ExportStatus {
  const next = EXPORT_STATES.next(from, event);
  assert(next !== null || EXPORT_STATES.isFinal(from), `an export that is ${from} can't ${event}`);
  return next ?? from;
}

export const EXPORT_ERROR_CODES = ["generation_failed", "access_revoked"] as const;
export type ExportErrorCode = (typeof EXPORT_ERROR_CODES)[number];

/** The messages of failed exports. `enqueue_failed` remains part of the API, but is no longer used. */
export const EXPORT_ERRORS: Readonly<Record<ExportErrorCode, string>> = {
  generation_failed: "The export could not be generated. Request it again, with a new Idempotency-Key.",
  access_revoked: "The user who requested the export lost the required access before it was finished.",
};
