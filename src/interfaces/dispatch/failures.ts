/** Errors that no stage threw on purpose, as callers see them: internal details are logged and never sent. */
import { CARRIED_OUT_MESSAGE, type Refusal, refuse } from "../../core/errors.ts";
import { isSealed, unavailableMessage, unavailableReason } from "../../platform/db/unavailable.ts";
import { isStorageFailure } from "../../platform/objects/index.ts";
import type { Log } from "../../platform/log/log.ts";

/** A server that was started again, or a disk with room, takes files after a moment. */
const STORAGE_RETRY_S = 5;

/** Logs an unexpected error and returns its refusal. `url` is the address, without a query. */
export function failureRefusal(error: unknown, url: string, carriedOut: boolean, log: Log): Refusal {
  // The company was sealed after the request was admitted.
  if (isSealed(error)) return refuse("company_closed");
  const { code = "", message = String(error), stack } = error as Partial<Error & { code: string }>;
  const because = unavailableReason(error);
  const isStorage = isStorageFailure(error);
  const problem = because === null ? "a request failed" : `the database can't be used: ${because}`;
  log.error({ url, code, error: message, stack }, isStorage ? "the storage of files can't be used" : problem);
  if (carriedOut) return refuse("internal_error", { message: CARRIED_OUT_MESSAGE });
  if (isStorage)
    return refuse("service_unavailable", {
      message:
        "The service can't use its storage of files at the moment, so no file was stored or read. Retry with exponential backoff.",
      retryAfterS: STORAGE_RETRY_S,
    });
  if (because === null) return refuse("internal_error");
  const sentence = unavailableMessage(error);
  return refuse("service_unavailable", sentence === null ? {} : { message: sentence });
}
