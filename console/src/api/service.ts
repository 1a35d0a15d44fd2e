/**
 * The console's one way to the service: the client that programs use, with the session of the browser in
 * place of a key. Every request names its company and carries the token of the page, without which the
 * service changes nothing.
 */
import {
  ApiError,
  type Client,
  ConnectionError,
  createClient,
  createOperations,
  ProtocolError,
  type RawOf,
  TimeoutError,
} from "@daybook/client";
import { API_ROOT, OPERATIONS, type Operations } from "./generated/operations.ts";

function metaOf(name: string, page = document): string {
  return page.querySelector(`meta[name="daybook-${name}"]`)?.getAttribute("content") ?? "";
}

/** The nonce of the page's styles. */
export const STYLE_NONCE = metaOf("nonce");
const first = metaOf("token");
/** The token of the last session that was seen, whosever it is. */
let token = first;
/** The tokens of users who signed in again while the page was open. */
const renewed = new Map<string, string>();
const proof = (user?: string) => ({
  "X-CSRF-Token": user === undefined ? token : (renewed.get(user) ?? first),
});

/** Longer pauses that the service asks for are shown to the person, who may not want to wait. */
const LONGEST_PAUSE_MS = 3_000;

const common = { retries: 2, longestPauseMs: LONGEST_PAUSE_MS } as const;

/** How a client sends requests for a company; with a user, in the name of this user alone. */
export function optionsOf(company: string, user?: string) {
  return { ...common, baseUrl: "/", authorize: () => ({ ...proof(user), "Daybook-Company": company }) };
}

function connectionOf(company: string) {
  const options = optionsOf(company);
  return {
    api: createClient({ ...options, baseUrl: `${API_ROOT}/v1` }),
    own: createOperations<Operations>(OPERATIONS, API_ROOT, options),
  };
}

const connections = new Map<string, ReturnType<typeof connectionOf>>();

function connectedTo(company: string): ReturnType<typeof connectionOf> {
  const connection = connections.get(company) ?? connectionOf(company);
  connections.set(company, connection);
  return connection;
}

/** The operations of the API, for a company. */
export const clientOf = (company: string): Client => connectedTo(company).api;

/** The operations that only the console has, for a company. */
export const ownOf = (company: string): Operations & { readonly raw: RawOf<Operations> } =>
  connectedTo(company).own;

/** The operations that only the console has, for the user and no company. */
export const own: Operations = createOperations<Operations>(OPERATIONS, API_ROOT, {
  ...common,
  baseUrl: "/",
  authorize: () => proof(),
});

/**
 * The operations that only the console has, for a company and in the name of one user alone: the service
 * refuses what is sent while someone else is signed in, because the token is not of their session.
 */
export const ownAs = (user: string, company: string): Operations =>
  createOperations<Operations>(OPERATIONS, API_ROOT, optionsOf(company, user));

/**
 * Takes the token of the present session's pages, after a user has signed in again in another window. Returns
 * false if it was another user, or if the page could not be read.
 */
export async function renewProof(user: string): Promise<boolean> {
  const text = await fetch(location.href)
    .then((answered) => answered.text())
    .catch(() => "");
  const found = metaOf("token", new DOMParser().parseFromString(text, "text/html"));
  // Read after the token: if someone signs in in between, the token proves nothing.
  if (found === "" || (await own.getSession()).user.id !== user) return false;
  token = found;
  renewed.set(user, found);
  return true;
}

/** What proxies say in words of their own: there is too much to do, or the service behind them is away. */
const BY_PROXIES: Readonly<Record<number, string>> = {
  429: "too_many_requests",
  502: "unreachable",
  503: "unreachable",
  504: "unreachable",
};

/**
 * The code of an error of the service; `unreachable` if it gave no answer, `too_many_requests` if a proxy
 * refused, `unreadable` if the answer is not one of this service, null for any other error.
 */
export function codeOf(error: unknown): string | null {
  if (error instanceof ApiError) return error.code;
  if (error instanceof ProtocolError) return BY_PROXIES[error.status] ?? "unreadable";
  return error instanceof ConnectionError || error instanceof TimeoutError ? "unreachable" : null;
}
