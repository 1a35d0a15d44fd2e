/** The API as a client far away sees it: an address below which it lies, and a key. */
import {
  exchange,
  type JsonObject,
  type RequestOptions,
  type WireAnswer,
  type WireError,
} from "../support/exchange.ts";

/** A page of a list, or the whole of one that has no pages. */
export interface Page<Item> {
  readonly data: readonly Item[];
  readonly has_more?: boolean;
  readonly next_cursor?: string | null;
}

type Query = Readonly<Record<string, string | readonly string[]>>;

/** More pages than any test's list has. */
const PAGES_MOST = 2_000;

/** A path with its query; an array repeats its parameter. */
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

  /** The same address with another key. */
  as(key: string | null): Api {
    return new Api(this.base, key);
  }

  /** One request, whatever becomes of it. A fault of the service fails the test. */
  async send(path: string, options: Partial<RequestOptions> = {}): Promise<WireAnswer> {
    const answer = await exchange(`${this.base}${path}`, { key: this.key, ...options });
    if (answer.status >= 500) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer;
  }

  /** A GET; fails unless the answer is 200. */
  async read<Body = JsonObject>(path: string, query: Query = {}): Promise<Body> {
    const answer = await this.send(target(path, query));
    if (answer.status !== 200) throw new Error(`GET ${target(path, query)}: ${answer.status} ${answer.text}`);
    return answer.body as Body;
  }

  /** All items of a list, over as many pages as it has. */
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

  /** The error of a GET; fails when there is none. */
  async refusal(path: string, query: Query = {}): Promise<WireError> {
    const answer = await this.send(target(path, query));
    const { error } = answer.body as { error?: Omit<WireError, "status"> };
    if (!error) throw new Error(`${path} was not refused: ${answer.status} ${answer.text.slice(0, 300)}`);
    return { status: answer.status, ...error };
  }

  /** What a GET is answered, in a word: `200`, or the status and code of the refusal. */
  async verdict(path: string): Promise<string> {
    const { status, body } = await this.send(path);
    const { error } = body as { error?: WireError };
    return error ? `${status} ${error.code}` : String(status);
  }
}
