/**
 * Bodies of requests: JSON, or a form if they hold a file. Invariant: a body can be sent again, so each
 * attempt makes it anew from the values that were given.
 */

/** How much of a body was sent. `totalBytes` is the size of its files. */
export interface SentBytes {
  readonly sentBytes: number;
  readonly totalBytes: number;
}

interface Body {
  readonly headers: Readonly<Record<string, string>>;
  readonly init: RequestInit;
  /** Called when the answer has come, if the bytes could not be counted. */
  readonly onEnd?: () => void;
}

type Progress = (progress: SentBytes) => void;

/**
 * A caller's function whose error ends the call as it is. It runs inside of a body's stream, so the error
 * would come back as that of a failed connection.
 */
export function watched(progress: Progress | undefined): {
  readonly call: Progress | undefined;
  readonly rethrow: (error: unknown) => never;
} {
  let thrown: { readonly error: unknown } | undefined;
  const call: Progress = (sent) => {
    try {
      progress?.(sent);
    } catch (error) {
      thrown ??= { error };
      throw error;
    }
  };
  const rethrow = (error: unknown): never => {
    throw thrown === undefined ? error : thrown.error;
  };
  return { call: progress && call, rethrow };
}

type Values = Readonly<Record<string, unknown>>;

/** Makes the body of a request to `url`; an operation without input has none. */
export function requestBody(
  url: string,
  kind: "form" | "json" | undefined,
  values: Values | undefined,
  onSent: Progress | undefined,
): Body {
  if (kind === undefined || values === undefined) return { headers: {}, init: {} };
  const files = Object.values(values).filter((value) => value instanceof Blob);
  if (kind === "json" || files.length === 0)
    return { headers: { "content-type": "application/json" }, init: { body: JSON.stringify(values) } };
  const form = formOf(values);
  if (onSent === undefined) return { headers: {}, init: { body: form } };
  const totalBytes = files.reduce((sum, file) => sum + file.size, 0);
  return counted(url, form, (sentBytes) => {
    onSent({ sentBytes: Math.min(sentBytes, totalBytes), totalBytes });
  });
}

/** The fields of a form: files as they are, lists and objects as JSON. */
function formOf(values: Values): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) {
    if (value instanceof Blob) form.append(name, value);
    else if (value !== undefined)
      form.append(name, typeof value === "string" ? value : JSON.stringify(value));
  }
  return form;
}

/** A form whose bytes are counted while they are sent. Browsers send no streams over HTTP/1.1: there at once. */
function counted(url: string, form: FormData, onBytes: (sent: number) => void): Body {
  onBytes(0);
  const { document, WorkerGlobalScope } = globalThis as {
    readonly document?: unknown;
    readonly WorkerGlobalScope?: unknown;
  };
  const isBrowser = document !== undefined || WorkerGlobalScope !== undefined;
  const request = new Request(url, { method: "POST", body: form });
  const type = request.headers.get("content-type");
  if (isBrowser || request.body === null || type === null)
    return { headers: {}, init: { body: form }, onEnd: () => onBytes(Number.POSITIVE_INFINITY) };
  let sent = 0;
  // The form's own stream is never cancelled: that of Node.js rejects a promise which nobody holds then.
  const reader = request.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    async pull(stream) {
      const { done, value } = await reader.read();
      if (done) return stream.close();
      sent += value.byteLength;
      onBytes(sent);
      return stream.enqueue(value);
    },
  });
  const init: RequestInit & { readonly duplex: "half" } = { body, duplex: "half" };
  return { headers: { "content-type": type }, init };
}
