/** How an operation is described in the generated table, and the options of its calls. */
import type { SentBytes } from "./upload.ts";

/** A row of the generated table. */
export interface OperationRow {
  readonly method: "DELETE" | "GET" | "PATCH" | "POST" | "PUT";
  readonly path: string;
  /** True if it has parameters in the query. */
  readonly query?: true;
  readonly body?: "form" | "json";
  /** True if it accepts an `Idempotency-Key`. */
  readonly keyed?: true;
  readonly list?: "cursor" | "whole";
  /** The largest page. */
  readonly pageMost?: number;
  /** True if its answer has no body. */
  readonly empty?: true;
  /** The member `object` of its answer. */
  readonly object?: string;
}

/** Options of one call. Those that the client has too replace its own. */
export interface CallOptions {
  /** Ends the call with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** The longest time of one attempt, until its answer is complete. */
  readonly timeoutMs?: number | undefined;
  /** How often the request may be sent again. 0 for never. */
  readonly retries?: number | undefined;
  /** Replaces the generated `Idempotency-Key`, to repeat a call of an earlier process. */
  readonly idempotencyKey?: string | undefined;
  /** Called while a body is sent. In browsers only at the beginning and at the end. */
  readonly onSent?: ((progress: SentBytes) => void) | undefined;
}

/** Options of a list. */
export interface ListOptions extends CallOptions {
  /** A list with more pages ends with an error. */
  readonly maxPages?: number | undefined;
}

/** Options of a raw call. */
export interface RawOptions extends CallOptions {
  /** The `ETag` of an answer that the caller has. If it is still current, the answer is 304 without a body. */
  readonly ifNoneMatch?: string | undefined;
}
