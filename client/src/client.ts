/**
 * The client: a method for each operation, made from the generated table, and the tasks that take several
 * requests.
 */
import type { Answer } from "./attempt.ts";
import { apiBase, type Authorize, call, callRaw, checkNumbers, type Settings } from "./call.ts";
import { API_ROOT, type Operations, OPERATIONS } from "./generated/operations.ts";
import type { List } from "./list.ts";
import type { OperationRow, RawOptions } from "./options.ts";
import type { Retry } from "./retry.ts";
import { type Tasks, tasksOf } from "./tasks.ts";

/** Settings of a client. */
export interface ClientOptions {
  /** The server, such as `https://books.example.com`. In browsers it may be a path of the page's own server. */
  readonly baseUrl: string;
  /** An API key. Either it or `authorize` is needed. */
  readonly key?: string | undefined;
  /** Returns the headers that say who calls; asked before each request. */
  readonly authorize?: Authorize | undefined;
  /** Replaces the runtime's `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /** The longest time of one attempt, until its answer is complete. Default: 60,000. */
  readonly timeoutMs?: number | undefined;
  /** The time of a call with all its attempts and pauses. Default: 300,000. */
  readonly totalTimeoutMs?: number | undefined;
  /** How often a request may be sent again. Default: 4. */
  readonly retries?: number | undefined;
  /** The first pause before a request is sent again; it doubles each time. Default: 500. */
  readonly firstPauseMs?: number | undefined;
  /** The longest pause. A server that asks for a longer one gets no further request. Default: 180,000. */
  readonly longestPauseMs?: number | undefined;
  /** The largest JSON answer. Default: 64 MiB. */
  readonly maxBodyBytes?: number | undefined;
  /** The most pages of one list. Default: 20,000. */
  readonly maxPages?: number | undefined;
  /** Called before a request is sent again. */
  readonly onRetry?: ((retry: Retry) => void) | undefined;
}

type BodyOf<Result> =
  Result extends List<unknown, infer Page> ? Page : Result extends Promise<infer Body> ? Body : never;
type Inputs<Args extends readonly unknown[]> = Args extends readonly [...infer Given, unknown?]
  ? Given
  : Args;

type Method = (...args: never[]) => unknown;

/** Operations with the status and headers of their answers. A body is null only with the status 304. */
export type RawOf<Methods> = {
  readonly [Name in keyof Methods]: Methods[Name] extends Method
    ? (
        ...args: [...Inputs<Parameters<Methods[Name]>>, options?: RawOptions]
      ) => Promise<Answer<BodyOf<ReturnType<Methods[Name]>> | null>>
    : never;
};

/** The operations of the API in that form. */
export type RawOperations = RawOf<Operations>;

/** A client of the API. */
export interface Client extends Operations, Tasks {
  /** The same operations, for callers who need headers: each gives one answer, and a list one page. */
  readonly raw: RawOperations;
}

/** Makes a client. It keeps no connection and no state, and can be used by several calls at once. */
export function createClient(options: ClientOptions): Client {
  const settings = settingsOf(options, API_ROOT);
  const operations = operationsOf<Operations>(OPERATIONS, settings);
  return { ...operations, ...tasksOf(settings, operations) };
}

/**
 * Makes the methods of other operations of the same service, such as those of its console, from a generated
 * table. `root` is the path below which they lie on the server.
 */
export function createOperations<Methods>(
  table: Readonly<Record<keyof Methods, OperationRow>>,
  root: string,
  options: ClientOptions,
): Methods & { readonly raw: RawOf<Methods> } {
  return operationsOf<Methods>(table, settingsOf(options, root));
}

function operationsOf<Methods>(
  table: Readonly<Record<keyof Methods, OperationRow>>,
  settings: Settings,
): Methods & { readonly raw: RawOf<Methods> } {
  const methods: Record<string, unknown> = {};
  const raw: Record<string, unknown> = {};
  for (const [name, row] of Object.entries<OperationRow>(table)) {
    methods[name] = (...args: readonly unknown[]) => call(settings, name, row, args);
    raw[name] = async (...args: readonly unknown[]) => callRaw(settings, name, row, args);
  }
  // The table and the interface are generated from the same operations.
  return { ...methods, raw } as unknown as Methods & { readonly raw: RawOf<Methods> };
}

const MEBIBYTE = 1_048_576;

function settingsOf(
  { baseUrl, key, authorize, fetch: given, ...options }: ClientOptions,
  root: string,
): Settings {
  if ((key === undefined) === (authorize === undefined))
    throw new TypeError("Give either `key` or `authorize`.");
  // Checked here, because a runtime's own message would repeat the key.
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key))
    throw new TypeError("`key` holds a character that no API key has.");
  checkNumbers(options);
  const header = { authorization: `Bearer ${key}` };
  return {
    base: apiBase(baseUrl, root),
    authorize: authorize ?? (() => header),
    // A key needs no cookies; a function may stand for a session, whose cookie its own pages send.
    credentials: authorize === undefined ? "omit" : "same-origin",
    fetch: given ?? ((...args) => globalThis.fetch(...args)),
    timeoutMs: options.timeoutMs ?? 60_000,
    totalTimeoutMs: options.totalTimeoutMs ?? 300_000,
    retries: options.retries ?? 4,
    firstPauseMs: options.firstPauseMs ?? 500,
    longestPauseMs: options.longestPauseMs ?? 180_000,
    maxBodyBytes: options.maxBodyBytes ?? 64 * MEBIBYTE,
    maxPages: options.maxPages ?? 20_000,
    onRetry: options.onRetry,
  };
}
