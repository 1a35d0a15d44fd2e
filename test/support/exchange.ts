/** Sends one HTTP request and returns the unprocessed answer. Imports nothing of the service. */

export interface RequestOptions {
  /** Sent as the bearer token; null sends no Authorization header. */
  readonly key: string | null;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON; text, bytes and forms are sent unchanged. */
  readonly body?: object | string | Uint8Array<ArrayBuffer>;
}

export interface WireAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The unparsed body. */
  readonly text: string;
  /** The body parsed as JSON; undefined if it is empty. */
  readonly body: unknown;
}

/** The documented error body, with its status. */
export interface WireError {
  readonly status: number;
  readonly type: string;
  readonly code: string;
  readonly message: string;
  readonly doc_url: string;
  readonly param?: string;
  readonly current_revision?: number;
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** Sends a request to any URL and reads the complete answer. */
export async function exchange(
  url: string,
  { key, method = "GET", headers = {}, body }: RequestOptions,
): Promise<WireAnswer> {
  const isJson = typeof body === "object" && !(body instanceof Uint8Array) && !(body instanceof FormData);
  const response = await fetch(url, {
    method,
    headers: {
      // Otherwise the answer would be compressed, and its length would differ.
      "accept-encoding": "identity",
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(isJson ? { "content-type": "application/json" } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : body }),
    redirect: "manual",
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: text === "" ? undefined : JSON.parse(text),
  };
}
