/**
 * Files behind links, as streams. Invariants: the API key is never sent to a link; a download ends by its
 * last byte or an error: a stalled, too short or too long one is an error.
 */
import { after, exchange, requestIdOf } from "./attempt.ts";
import { checkNumbers, type Settings } from "./call.ts";
import { ConnectionError, ProtocolError, TimeoutError } from "./errors.ts";
import { withRetries } from "./retry.ts";

/** How much of a file has arrived. `totalBytes` is null if the server does not say. */
export interface ReceivedBytes {
  readonly receivedBytes: number;
  readonly totalBytes: number | null;
}

export interface DownloadOptions {
  readonly signal?: AbortSignal | undefined;
  /** The longest time without a byte. */
  readonly timeoutMs?: number | undefined;
  /** A larger file ends with an error. Default: 1 GiB. */
  readonly maxBytes?: number | undefined;
  readonly onReceived?: ((progress: ReceivedBytes) => void) | undefined;
}

/** A file that is arriving. Its bytes can be read once. */
export interface Download {
  readonly contentType: string | null;
  /** The number of bytes, if it is known. */
  readonly size: number | null;
  readonly stream: ReadableStream<Uint8Array>;
  /** Reads the whole file into memory. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
}

const GIBIBYTE = 1_073_741_824;

/** Begins to download a link. `size` is the length that the service stated, if it did. */
export async function download(
  settings: Settings,
  link: string,
  size: number | null,
  options: DownloadOptions,
): Promise<Download> {
  const { signal } = options;
  checkNumbers(options);
  checkLink(link);
  const work = {
    operation: "download",
    rules: settings,
    isRepeatable: true,
    signal,
    onRetry: settings.onRetry,
  };
  return withRetries(work, (latest, leftMs) => {
    const timeoutMs = options.timeoutMs ?? settings.timeoutMs;
    const sent = {
      url: link,
      init: () => ({ credentials: "omit" as const }),
      fetch: settings.fetch,
      timeoutMs: Math.min(timeoutMs, leftMs),
      signal,
    };
    return exchange(sent, async (response, controller) => {
      latest.retryAfter = response.headers.get("retry-after");
      return opened(response, controller, size, { ...options, timeoutMs });
    });
  });
}

/** Throws without repeating the link, which gives its file to everyone. */
export function checkLink(link: unknown): void {
  const isLink = typeof link === "string" && URL.canParse(link) && /^https?:$/.test(new URL(link).protocol);
  if (!isLink) throw new TypeError("A link to a file must be an http or https address.");
}

async function opened(
  response: Response,
  controller: AbortController,
  stated: number | null,
  options: DownloadOptions & { readonly timeoutMs: number },
): Promise<Download> {
  const { status, headers } = response;
  const problem = (kind: "size" | "status", message: string): ProtocolError =>
    new ProtocolError(kind, message, status, requestIdOf(headers));
  if (status !== 200) throw problem("status", `The link to the file answers with the status ${status}.`);
  // The length of a compressed answer is not that of the file.
  const isPlain = headers.get("content-encoding") === null && headers.has("content-length");
  const length = isPlain ? Number(headers.get("content-length")) : null;
  const size = stated ?? length;
  const most = options.maxBytes ?? GIBIBYTE;
  if (size !== null && size > most) throw problem("size", `The file has more than ${most} bytes.`);
  if (length !== null && size !== length) throw problem("size", "The file does not have its stated size.");
  const reader = (response.body as ReadableStream<Uint8Array> | null)?.getReader();
  const stream = guarded(reader, controller, { ...options, size, most: size ?? most, problem });
  return {
    contentType: headers.get("content-type"),
    size,
    stream,
    bytes: async () => new Uint8Array(await new Response(stream as ReadableStream).arrayBuffer()),
  };
}

interface Guard extends DownloadOptions {
  readonly timeoutMs: number;
  readonly size: number | null;
  readonly most: number;
  readonly problem: (kind: "size", message: string) => ProtocolError;
}

/** The bytes of an answer, with the time between them and their number watched. */
function guarded(
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined,
  controller: AbortController,
  { signal, timeoutMs, size, most, onReceived, problem }: Guard,
): ReadableStream<Uint8Array> {
  let receivedBytes = 0;
  const abort = (): void => controller.abort(signal?.reason);
  signal?.addEventListener("abort", abort, { once: true });
  const end = (): void => signal?.removeEventListener("abort", abort);
  const fail = (error: unknown): never => {
    end();
    controller.abort();
    throw error;
  };
  return new ReadableStream<Uint8Array>({
    async pull(stream) {
      const read = await inTime(reader, controller.signal, timeoutMs).catch(fail);
      if (read === undefined || read.done) {
        end();
        if (size !== null && receivedBytes < size) fail(problem("size", "The file ended too early."));
        stream.close();
        return;
      }
      receivedBytes += read.value.byteLength;
      if (receivedBytes > most) fail(problem("size", `The file has more than ${most} bytes.`));
      try {
        onReceived?.({ receivedBytes, totalBytes: size });
      } catch (error) {
        fail(error);
      }
      stream.enqueue(read.value);
    },
    cancel(reason) {
      end();
      controller.abort(reason);
    },
  });
}

/** Reads the next piece. Throws if none arrives in time, or with the reason of an aborted signal. */
async function inTime(
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<Awaited<ReturnType<ReadableStreamDefaultReader<Uint8Array>["read"]>> | undefined> {
  signal.throwIfAborted();
  let giveUp = (): void => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  const never = new Promise<never>((_, reject) => {
    giveUp = () => reject(signal.reason as Error);
    timer = after(timeoutMs, () => reject(new TimeoutError(`No byte arrived for ${timeoutMs} ms.`)));
    signal.addEventListener("abort", giveUp, { once: true });
  });
  try {
    return await Promise.race([reader?.read(), never]);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw error instanceof TimeoutError ? error : new ConnectionError("The download broke off.", error);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", giveUp);
  }
}
