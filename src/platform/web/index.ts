/**
 * Requests to servers of others, such as a bank's: bounded in time and in the size of the answer. Redirects
 * are not followed, so that a secret is sent to no other server. Invariant: no error contains a header, a
 * body or a query, because these may contain secrets.
 */

export interface WebRequest {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

/** A complete answer, whatever its status. */
export interface WebAnswer {
  readonly status: number;
  readonly body: string;
  /** The address that a redirect leads to; null without one. */
  readonly location: string | null;
  /** The seconds that the server asks to wait before the next request; null if it says nothing. */
  readonly retryAfterS: number | null;
}

export interface Web {
  /** Sends a request. Throws `WebProblem` without a complete answer. */
  send(request: WebRequest): Promise<WebAnswer>;
}

/** There is no complete answer. The message is the predicate of a sentence about the server. */
export class WebProblem extends Error {
  override readonly name = "WebProblem";
}

export interface WebBounds {
  /** The longest time from the request to the end of the answer. */
  readonly timeoutMs: number;
  /** The largest body of an answer. */
  readonly mostBytes: number;
}

export function openWeb({ timeoutMs, mostBytes }: WebBounds): Web {
  return {
    async send({ method, url, headers = {}, body, signal }) {
      const timeout = AbortSignal.timeout(timeoutMs);
      try {
        const response = await fetch(url, {
          method,
          headers: { accept: "application/json", "user-agent": "daybook", ...headers },
          redirect: "manual",
          signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
          ...(body === undefined ? {} : { body }),
        });
        return {
          status: response.status,
          body: await boundedText(response, mostBytes),
          location: response.headers.get("location"),
          retryAfterS: secondsOf(response.headers.get("retry-after")),
        };
      } catch (error) {
        if (error instanceof WebProblem) throw error;
        if (timeout.aborted) throw new WebProblem(`did not answer within ${timeoutMs / 1000} seconds`);
        throw new WebProblem(reasonOf(error));
      }
    },
  };
}

async function boundedText(response: Response, mostBytes: number): Promise<string> {
  if (response.body === null) return "";
  const pieces: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the rest of the answer.
  for await (const piece of response.body as AsyncIterable<Uint8Array>) {
    size += piece.length;
    if (size > mostBytes) throw new WebProblem(`sent more than ${mostBytes} bytes in one answer`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

/** Parses `Retry-After` in seconds. Its other form, a date, is as good as nothing: clocks differ. */
function secondsOf(header: string | null): number | null {
  return header !== null && /^\d{1,9}$/.test(header.trim()) ? Number(header) : null;
}

/** The reason why a connection failed, without the URL, which the error of `fetch` may contain. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : "";
  return `can't be reached${/^[A-Z_0-9]{1,60}$/.test(code) ? ` (${code})` : ""}`;
}
