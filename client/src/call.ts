/**
 * How an operation is called: its arguments as a request, its retries, its answer checked. Everything about
 * an operation comes from its row in the generated table. Invariants: each POST that accepts an
 * `Idempotency-Key` has one of its own, the same for all attempts of a call; the key of the API goes to the
 * base URL only.
 */
import { type Answer, exchange, isObject, readJson, requestIdOf } from "./attempt.ts";
import { ProtocolError } from "./errors.ts";
import { checkEnvelope, type Envelope, List } from "./list.ts";
import type { ListOptions, OperationRow, RawOptions } from "./options.ts";
import { type LatestAnswer, type Retry, type RetryRules, withRetries } from "./retry.ts";
import { requestBody, watched } from "./upload.ts";

/** Headers that say who calls, such as `Authorization`. */
export type Authorize = () => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;

/** The settings of a client, complete. */
export interface Settings extends RetryRules {
  /** The address below which the operations lie, without a slash at its end. */
  readonly base: string;
  readonly authorize: Authorize;
  readonly credentials: "omit" | "same-origin";
  readonly fetch: typeof fetch;
  readonly timeoutMs: number;
  readonly maxBodyBytes: number;
  readonly maxPages: number;
  readonly onRetry: ((retry: Retry) => void) | undefined;
}

/** Throws unless what is given of the numbers among settings or options are some, and not below zero. */
export function checkNumbers(given: object): void {
  for (const [name, value] of Object.entries(given))
    if (
      /^(retries|max\w+|\w+Ms)$/.test(name) &&
      value !== undefined &&
      !(typeof value === "number" && value >= 0)
    )
      throw new TypeError(`\`${name}\` must be a number, at least 0.`);
}

interface Prepared {
  readonly name: string;
  readonly row: OperationRow;
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>> | undefined;
  readonly options: RawOptions & ListOptions;
}

/** Returns the address of operations on a server. The path below which they lie may be left out. */
export function apiBase(baseUrl: string, root: string): string {
  const here = (globalThis as { readonly location?: { readonly href: string } }).location?.href;
  // The runtime's own error would repeat the address, with the password that it may hold.
  const url = URL.canParse(baseUrl, here) ? new URL(baseUrl, here) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "")
    throw new TypeError("`baseUrl` must be an http or https address without a user.");
  const path = url.pathname.replace(/\/+$/, "");
  return `${url.origin}${path.endsWith(root) ? path : `${path}${root}`}`;
}

/** Calls an operation with the arguments of its method, and returns what the method returns. */
export function call(settings: Settings, name: string, row: OperationRow, args: readonly unknown[]): unknown {
  const prepared = prepare(name, row, args);
  if (row.list === undefined) return send(settings, prepared).then(({ body }) => body ?? undefined);
  const { query, options } = prepared;
  checkNumbers(options);
  // Each page counts as a request of the month, so pages are as large as they may be.
  const size = row.pageMost === undefined ? {} : { limit: row.pageMost };
  return new List<unknown, Envelope>({
    maxPages: options.maxPages ?? settings.maxPages,
    start: query["starting_after"],
    read: (after) => {
      const cursor = after === undefined ? {} : { starting_after: after };
      return send(settings, { ...prepared, query: { ...size, ...query, ...cursor } }) as Promise<
        Answer<Envelope>
      >;
    },
  });
}

/** Calls an operation and returns its answer with status and headers; a list's answer is one page. */
export function callRaw(
  settings: Settings,
  name: string,
  row: OperationRow,
  args: readonly unknown[],
): Promise<Answer<unknown>> {
  return send(settings, prepare(name, row, args));
}

function prepare(name: string, row: OperationRow, args: readonly unknown[]): Prepared {
  let count = 0;
  const path = row.path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = args[count++];
    // A segment of dots would lead to another operation.
    if (typeof value !== "string" || /^\.{0,2}$/.test(value))
      throw new TypeError(`${name} needs \`${parameter}\`, a text.`);
    return encodeURIComponent(value);
  });
  const objectAt = (isThere: unknown): Readonly<Record<string, unknown>> | undefined => {
    if (isThere === undefined) return undefined;
    const value = args[count++] ?? undefined;
    if (value !== undefined && !isObject(value)) throw new TypeError(`${name} needs its input as an object.`);
    return value;
  };
  const query = objectAt(row.query) ?? {};
  const body = objectAt(row.body);
  return { name, row, path, query, body, options: objectAt(true) ?? {} };
}

async function send(settings: Settings, prepared: Prepared): Promise<Answer<unknown>> {
  const { name, row, options } = prepared;
  checkNumbers(options);
  const key = row.keyed ? (options.idempotencyKey ?? newKey()) : undefined;
  const work = {
    operation: name,
    rules: { ...settings, retries: options.retries ?? settings.retries },
    isRepeatable: row.method === "GET" || key !== undefined,
    signal: options.signal,
    onRetry: settings.onRetry,
  };
  return withRetries(work, (latest, leftMs) => attempt(settings, prepared, key, latest, leftMs));
}

async function attempt(
  settings: Settings,
  { row, path, query, body, options }: Prepared,
  key: string | undefined,
  latest: LatestAnswer,
  leftMs: number,
): Promise<Answer<unknown>> {
  const url = `${settings.base}${path}${queryText(query)}`;
  const { signal, ifNoneMatch } = options;
  const progress = watched(options.onSent);
  const sent = requestBody(url, row.body, body, progress.call);
  const { maxBodyBytes, credentials } = settings;
  const init = async (): Promise<RequestInit> => {
    const headers = checkedHeaders({
      accept: "application/json",
      ...sent.headers,
      ...(key === undefined ? {} : { "idempotency-key": key }),
      ...(ifNoneMatch === undefined ? {} : { "if-none-match": ifNoneMatch }),
      ...(await settings.authorize()),
    });
    return { method: row.method, headers, credentials, ...sent.init };
  };
  const timeoutMs = Math.min(options.timeoutMs ?? settings.timeoutMs, leftMs);
  const answer = await exchange({ url, init, fetch: settings.fetch, timeoutMs, signal }, (response) => {
    latest.retryAfter = response.headers.get("retry-after");
    return readJson(response, maxBodyBytes);
  }).catch(progress.rethrow);
  sent.onEnd?.();
  check(answer, row, ifNoneMatch !== undefined);
  return answer;
}

/** Checked here, because a runtime's own message would repeat the key, and would pass for a failed connection. */
function checkedHeaders(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  for (const [name, value] of Object.entries(headers))
    if (
      !/^[\w!#$%&'*+.^`|~-]+$/.test(name) ||
      typeof value !== "string" ||
      !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)
    )
      throw new TypeError("A header of the call is no text, or holds a character that headers can't have.");
  return headers as Record<string, string>;
}

/** Throws unless an answer is of the form that the operation gives. */
function check(answer: Answer<unknown>, row: OperationRow, mayBeUnmodified: boolean): void {
  const { status, headers, body } = answer;
  if (status === 304 && mayBeUnmodified) return;
  if (row.empty && status === 204) return;
  if (row.list !== undefined) {
    checkEnvelope(answer, row.list === "cursor");
    return;
  }
  if (!row.empty && isObject(body) && (row.object === undefined || body["object"] === row.object)) return;
  throw new ProtocolError(
    "envelope",
    "The answer is not one of this operation.",
    status,
    requestIdOf(headers),
  );
}

/** The query of an address; an array is sent as `name[]`, repeated, and what is undefined is left out. */
function queryText(query: Readonly<Record<string, unknown>>): string {
  const parameters = new URLSearchParams();
  const append = (name: string, value: unknown): void => {
    if (!/^(string|boolean)$/.test(typeof value) && !Number.isFinite(value))
      throw new TypeError(`\`${name}\` must be a text, a number, a boolean or a list of these.`);
    parameters.append(name, String(value));
  };
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) for (const each of value as unknown[]) append(`${name}[]`, each);
    else if (value !== undefined) append(name, value);
  }
  const text = parameters.toString();
  return text === "" ? "" : `?${text}`;
}

/** A new `Idempotency-Key`. `randomUUID` is missing in pages that were loaded without encryption. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
