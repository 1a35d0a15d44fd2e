/** Tasks that take several requests, each as one call: exports with their file, uploads. */
import { exchange, requestIdOf } from "./attempt.ts";
import { checkNumbers, type Settings } from "./call.ts";
import { checkLink, type Download, download, type DownloadOptions, type ReceivedBytes } from "./download.ts";
import { ExportFailedError, ProtocolError, TimeoutError } from "./errors.ts";
import type { Operations } from "./generated/operations.ts";
import type {
  File as StoredFile,
  FileUpload,
  NewReportExport,
  NewTransactionUploadForm,
  ReportExport,
  TransactionUpload,
} from "./generated/schemas.ts";
import type { CallOptions } from "./options.ts";
import { pause, withRetries } from "./retry.ts";

/** Where an export is: accepted by the service, or arriving as a file. */
export type ExportProgress =
  | { readonly phase: "waiting"; readonly export: ReportExport }
  | ({ readonly phase: "downloading" } & ReceivedBytes);

export interface ExportOptions extends Pick<
  CallOptions,
  "signal" | "timeoutMs" | "retries" | "idempotencyKey"
> {
  /** The longest time until the service has made the file. Default: 600,000. */
  readonly waitMs?: number | undefined;
  /** The first pause between two reads of the export; each further one is half as long again. Default: 500. */
  readonly firstPollMs?: number | undefined;
  /** The longest of these pauses. Each read counts as a request. Default: 10,000. */
  readonly longestPollMs?: number | undefined;
  readonly maxBytes?: number | undefined;
  readonly onProgress?: ((progress: ExportProgress) => void) | undefined;
}

/** The file of an export. */
export interface ExportedReport extends Download {
  readonly export: ReportExport;
  readonly filename: string;
}

/** A file with its name; a `File` has one of its own. */
export interface UploadOptions extends CallOptions {
  readonly filename?: string | undefined;
}

/** Tasks that are more than one request. */
export interface Tasks {
  /**
   * Exports a report: requests it, waits until the service has made it, and begins to download it. Throws
   * `ExportFailedError` if it fails and `TimeoutError` if it takes too long.
   */
  readonly exportReport: (report: NewReportExport, options?: ExportOptions) => Promise<ExportedReport>;
  /** Begins to download a link that the service has given, without the API key. */
  readonly download: (link: string, options?: DownloadOptions) => Promise<Download>;
  /** Uploads a PDF, to be attached to a record by its id. */
  readonly uploadFile: (file: Blob, options?: UploadOptions) => Promise<StoredFile>;
  /** Puts the bytes of a file at the address that `createFileUpload` gave, without the API key. */
  readonly putFile: (upload: FileUpload, file: Blob, options?: CallOptions) => Promise<void>;
  /** Uploads a bank's file. The answer says what became of its lines. */
  readonly uploadBankFile: (
    file: Blob,
    fields: Omit<NewTransactionUploadForm, "file" | "rows">,
    options?: UploadOptions,
  ) => Promise<TransactionUpload>;
}

/** The tasks of a client with these operations. */
export function tasksOf(settings: Settings, operations: Operations): Tasks {
  return {
    async exportReport(report, options = {}) {
      const { signal, timeoutMs, maxBytes, onProgress } = options;
      checkNumbers(options);
      const done = await finished(operations, report, options);
      const { download_url: link, size, filename } = done.file;
      const file = await download(settings, link, size, {
        signal,
        timeoutMs,
        maxBytes,
        onReceived: (received) => onProgress?.({ phase: "downloading", ...received }),
      });
      return { ...file, export: done, filename: plainName(filename) };
    },
    download: (link, options = {}) => download(settings, link, null, options),
    uploadFile: (file, { filename, ...options } = {}) =>
      operations.createFile({ file: named(file, filename) }, options),
    uploadBankFile: (file, fields, { filename, ...options } = {}) =>
      operations.createTransactionUpload({ ...fields, file: named(file, filename) }, options),
    putFile: (upload, file, options = {}) => put(settings, upload, file, options),
  };
}

/** A name that leads to no other folder, and that every file system takes. */
function plainName(filename: unknown): string {
  const last = String(filename).split(/[/\\]/).at(-1) ?? "";
  const plain = last.replaceAll(/[\p{Cc}<>:"|?*]/gu, "_").replaceAll(/^\.+|[. ]+$/g, "");
  return plain === "" ? "report" : plain;
}

const named = (file: Blob, filename: string | undefined): Blob =>
  filename === undefined ? file : new File([file], filename, { type: file.type });

type Finished = ReportExport & { readonly file: NonNullable<ReportExport["file"]> };

/** Requests an export and reads it until it has succeeded. Words that are not known count as not done yet. */
async function finished(
  { createReportExport, getReportExport }: Operations,
  report: NewReportExport,
  options: ExportOptions,
): Promise<Finished> {
  const { signal, timeoutMs, retries, idempotencyKey, onProgress } = options;
  const { waitMs = 600_000, firstPollMs = 500, longestPollMs = 10_000 } = options;
  const end = Date.now() + waitMs;
  let state = await createReportExport(report, { signal, timeoutMs, retries, idempotencyKey });
  // The link of a finished export is given by the reads only, so there is always one.
  for (let pauseMs = firstPollMs; ; pauseMs = Math.min(pauseMs * 1.5, longestPollMs)) {
    onProgress?.({ phase: "waiting", export: state });
    if (state.status === "failed") {
      const { code, message } = state.error ?? { code: "unknown", message: "The export failed." };
      throw new ExportFailedError(state.id, code, message);
    }
    if (state.status === "succeeded" && state.file !== null)
      return { ...state, file: checkedFile(state.file) };
    if (Date.now() + pauseMs > end)
      throw new TimeoutError(`The export ${state.id} was not ready within ${waitMs} ms.`);
    await pause(pauseMs / 2 + (Math.random() * pauseMs) / 2, signal);
    state = await getReportExport(state.id, { signal, timeoutMs, retries });
  }
}

/** Throws unless a file says its size and has a link. */
function checkedFile(file: Finished["file"]): Finished["file"] {
  try {
    checkLink(file.download_url);
    if (Number.isSafeInteger(file.size) && file.size >= 0) return file;
  } catch {
    // Not a mistake in the call, but an invalid answer.
  }
  throw new ProtocolError("envelope", "The export has a file without a link or a size.", 200);
}

/** Sends a file to its upload address. The same bytes may arrive there twice. */
async function put(settings: Settings, upload: FileUpload, file: Blob, options: CallOptions): Promise<void> {
  const { signal, onSent } = options;
  const totalBytes = file.size;
  onSent?.({ sentBytes: 0, totalBytes });
  const work = {
    operation: "putFile",
    rules: { ...settings, retries: options.retries ?? settings.retries },
    isRepeatable: true,
    signal,
    onRetry: settings.onRetry,
  };
  const headers = { ...upload.headers };
  checkNumbers(options);
  checkLink(upload.url);
  await withRetries(work, (latest, leftMs) => {
    const timeoutMs = Math.min(options.timeoutMs ?? settings.timeoutMs, leftMs);
    const init = () => ({ method: upload.method, headers, body: file, credentials: "omit" as const });
    return exchange({ url: upload.url, init, fetch: settings.fetch, timeoutMs, signal }, async (response) => {
      latest.retryAfter = response.headers.get("retry-after");
      await response.body?.cancel();
      if (response.ok) return;
      const { status, headers: answered } = response;
      const message = `The storage refused the file with the status ${status}.`;
      throw new ProtocolError("status", message, status, requestIdOf(answered));
    });
  });
  onSent?.({ sentBytes: totalBytes, totalBytes });
}
