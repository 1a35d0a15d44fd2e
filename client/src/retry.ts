/**
 * When a request is sent again, by the retry rules of the API: a burst that is used up after `Retry-After`, a
 * fault of the service or of the connection after a growing pause. Invariants: never earlier than
 * `Retry-After`, never for a used-up month, never what the service may have done already and would do twice,
 * and a bounded number of times.
 */
import { after } from "./attempt.ts";
import { ApiError, ConnectionError, ProtocolError, TimeoutError } from "./errors.ts";

export interface RetryRules {
  /** How often a request is sent again at most. */
  readonly retries: number;
  /** The first pause; each further one is twice as long. Half of a pause is random. */
  readonly firstPauseMs: number;
  /** The longest pause. A server that asks for a longer one gets no further request. */
  readonly longestPauseMs: number;
  /** The time for all attempts and pauses: no attempt begins after it. */
  readonly totalTimeoutMs: number;
}

/** A request that is about to be sent again. */
export interface Retry {
  readonly operation: string;
  /** 1 for the first repetition. */
  readonly attempt: number;
  readonly pauseMs: number;
  readonly error: unknown;
}

interface Work {
  readonly operation: string;
  readonly rules: RetryRules;
  /** True if the same request twice does what it does once. */
  readonly isRepeatable: boolean;
  readonly signal: AbortSignal | undefined;
  readonly onRetry: ((retry: Retry) => void) | undefined;
}

/** The header of the latest answer, which an error does not hold. */
export interface LatestAnswer {
  retryAfter: string | null;
}

/**
 * Calls `attempt` until it succeeds, or until the rules end with its latest error. `leftMs` is the time that
 * is left for all attempts.
 */
export async function withRetries<Result>(
  { operation, rules, isRepeatable, signal, onRetry }: Work,
  attempt: (latest: LatestAnswer, leftMs: number) => Promise<Result>,
): Promise<Result> {
  const end = Date.now() + rules.totalTimeoutMs;
  for (let count = 1; ; count += 1) {
    const latest: LatestAnswer = { retryAfter: null };
    try {
      return await attempt(latest, end - Date.now());
    } catch (error) {
      if (signal?.aborted || count > rules.retries || !mayRepeat(error, isRepeatable, latest.retryAfter))
        throw error;
      const pauseMs = pauseBefore(count, rules, latest.retryAfter);
      if (pauseMs > rules.longestPauseMs || Date.now() + pauseMs >= end) throw error;
      onRetry?.({ operation, attempt: count, pauseMs, error });
      await pause(pauseMs, signal);
    }
  }
}

function mayRepeat(error: unknown, isRepeatable: boolean, retryAfter: string | null): boolean {
  if (error instanceof ConnectionError || error instanceof TimeoutError) return isRepeatable;
  if (!(error instanceof ApiError || error instanceof ProtocolError)) return false;
  if (error instanceof ApiError && error.code === "monthly_limit_exceeded") return false;
  // Refused before it was carried out, so any request may be repeated; without the header the pause is long.
  if (error.status === 429) return retryAfter !== null;
  return error.status >= 500 && isRepeatable;
}

function pauseBefore(count: number, rules: RetryRules, retryAfter: string | null): number {
  const most = Math.min(rules.firstPauseMs * 2 ** (count - 1), rules.longestPauseMs);
  const random = most / 2 + (Math.random() * most) / 2;
  return Math.ceil(random + (retryAfter === null ? 0 : millisecondsOf(retryAfter)));
}

/**
 * The longest of the times that a header asks for: numbers of seconds, or dates as proxies send them. A
 * header that was given twice arrives as one, with a comma. What is neither asks for no time.
 */
function millisecondsOf(retryAfter: string): number {
  // A date has a comma of its own, before its day.
  const waits = retryAfter.split(/,(?!\s*\d\d[\s-][A-Za-z])/).map((text) => {
    const seconds = Number(text);
    return Number.isNaN(seconds) ? Date.parse(text) - Date.now() : seconds * 1000;
  });
  return Math.max(0, ...waits.filter((wait) => wait > 0));
}

/** Waits. An aborted signal ends the pause with its reason. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = after(milliseconds, () => {
      signal?.removeEventListener("abort", end);
      resolve();
    });
    signal?.addEventListener("abort", end, { once: true });
  });
}
