/**
 * The API as the tests see it, by its base URL and a key: the client that users have, and plain requests for
 * what no client sends.
 */
import { ApiError, type Client, createClient } from "@daybook/client";
import {
  exchange,
  type JsonObject,
  type RequestOptions,
  type WireAnswer,
  type WireError,
} from "../support/exchange.ts";

type Query = Readonly<Record<string, string | readonly string[]>>;

/** Returns a path with its query; an array repeats the parameter. */
function target(path: string, query: Query = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of typeof value === "string" ? [value] : value) parameters.append(name, each);
  }
  return parameters.size === 0 ? path : `${path}?${parameters}`;
}

export class Api {
  readonly base: string;
  readonly key: string | null;
  /** The client that users have. It sends nothing twice, so that an answer of 5xx fails the test. */
  readonly client: Client;

  /** `base` ends in `/api/v1`. Without a key no Authorization header is sent. */
  constructor(base: string, key: string | null) {
    this.base = base;
    this.key = key;
    const authorization = key === null ? {} : { authorization: `Bearer ${key}` };
    this.client = createClient({ baseUrl: base, authorize: () => authorization, retries: 0 });
  }

  /** Returns a client of the same API with another key. */
  as(key: string | null): Api {
    return new Api(this.base, key);
  }

  /** Sends a request and returns any answer below 500; a 5xx answer fails the test. */
  async send(path: string, options: Partial<RequestOptions> = {}): Promise<WireAnswer> {
    const answer = await exchange(`${this.base}${path}`, { key: this.key, ...options });
    if (answer.status >= 500) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer;
  }

  /** Sends a GET; fails unless the answer is 200. */
  async read<Body = JsonObject>(path: string, query: Query = {}): Promise<Body> {
    const answer = await this.send(target(path, query));
    if (answer.status !== 200) throw new Error(`GET ${target(path, query)}: ${answer.status} ${answer.text}`);
    return answer.body as Body;
  }

  /** Returns the error of a call of the client; fails if there is none. */
  async refusalOf(call: (client: Client) => Promise<unknown>): Promise<ApiError> {
    const outcome: unknown = await call(this.client).then(
      (answer) => new Error(`it was not refused: ${JSON.stringify(answer).slice(0, 300)}`),
      (error: unknown) => error,
    );
    if (outcome instanceof ApiError) return outcome;
    throw outcome;
  }

  /** Returns the outcome of a GET: `200`, or the status and code of the refusal. */
  async verdict(path: string): Promise<string> {
    const { status, body } = await this.send(path);
    const { error } = body as { error?: WireError };
    return error ? `${status} ${error.code}` : String(status);
  }
}
