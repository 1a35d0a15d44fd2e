/** A client of the API that knows only its base URL and a key. */
import {
  exchange,
  type JsonObject,
  type RequestOptions,
  type WireAnswer,
  type WireError,
} from "../support/exchange.ts";

/** A page of a list, or a list without pages. */
export interface Page<Item> {
  readonly data: readonly Item[];
  readonly has_more?: boolean;
  readonly next_cursor?: string | null;
}

type Query = Readonly<Record<string, string | readonly string[]>>;

/** More pages than the list of any test has. */
const PAGES_MOST = 2_000;

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

  /** `base` ends in `/api/v1`. Without a key no Authorization header is sent. */
  constructor(base: string, key: string | null) {
    this.base = base;
    this.key = key;
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

  /** Returns the items of all pages of a list. */
  async list<Item>(path: string, query: Query = {}): Promise<Item[]> {
    const items: Item[] = [];
    let after: Query = {};
    for (let pages = 0; pages < PAGES_MOST; pages++) {
      const {
        data,
        has_more = false,
        next_cursor = null,
      } = await this.read<Page<Item>>(path, { ...query, ...after });
      items.push(...data);
      if (!has_more) return items;
      if (next_cursor === null) throw new Error(`${path} has more, but no cursor`);
      after = { starting_after: next_cursor };
    }
    throw new Error(`${path} does not end`);
  }

  /** Returns the error of a GET; fails if there is none. */
  async refusal(path: string, query: Query = {}): Promise<WireError> {
    const answer = await this.send(target(path, query));
    const { error } = answer.body as { error?: Omit<WireError, "status"> };
    if (!error) throw new Error(`${path} was not refused: ${answer.status} ${answer.text.slice(0, 300)}`);
    return { status: answer.status, ...error };
  }

  /** Returns the outcome of a GET: `200`, or the status and code of the refusal. */
  async verdict(path: string): Promise<string> {
    const { status, body } = await this.send(path);
    const { error } = body as { error?: WireError };
    return error ? `${status} ${error.code}` : String(status);
  }
}
