/** Everything that users of the client import. */
export type { Answer } from "./attempt.ts";
export type { Authorize } from "./call.ts";
export {
  type Client,
  type ClientOptions,
  createClient,
  createOperations,
  type RawOf,
  type RawOperations,
} from "./client.ts";
export {
  ApiError,
  type ApiErrorBody,
  ConnectionError,
  DaybookError,
  ExportFailedError,
  ProtocolError,
  type ProtocolProblem,
  TimeoutError,
} from "./errors.ts";
export * from "./generated/errors.ts";
export type * from "./generated/operations.ts";
export type * from "./generated/schemas.ts";
export type { List } from "./list.ts";
export type { Download, DownloadOptions, ReceivedBytes } from "./download.ts";
export type { CallOptions, ListOptions, OperationRow, RawOptions } from "./options.ts";
export type { Retry } from "./retry.ts";
export type { ExportedReport, ExportOptions, ExportProgress, Tasks, UploadOptions } from "./tasks.ts";
export type { SentBytes } from "./upload.ts";
