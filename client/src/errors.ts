/**
 * What calls throw. `ApiError` is a refusal by the service, with a class of its own for each code
 * (`generated/errors.ts`); the others say that there was no answer, or none that can be believed. Invariant:
 * no error holds the API key or a link to a file.
 */

/** Everything that the client throws, except for mistakes in a call (`TypeError`) and an aborted signal. */
export class DaybookError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "DaybookError";
  }
}

/** The members of an error as the service sends it. */
export interface ApiErrorBody {
  readonly type: string;
  readonly code: string;
  readonly message: string;
  readonly param?: string;
  readonly doc_url?: string;
  readonly [name: string]: unknown;
}

/** A refusal by the service. Branch on its class or its `code`; the message is for people and may change. */
export class ApiError extends DaybookError {
  /** The HTTP status. */
  readonly status: number;
  readonly code: string;
  readonly type: string;
  /** The name of the input that was refused; null if the error is about none. */
  readonly param: string | null;
  /** Where this error is explained; null if the service names no page. */
  readonly docUrl: string | null;
  /** The id of the request, by which an operator finds it in the logs; null if the answer has none. */
  readonly requestId: string | null;
  /** The error as it came, for members that only some codes have, such as `current_revision`. */
  readonly body: ApiErrorBody;

  constructor(status: number, body: ApiErrorBody, requestId: string | null) {
    super(body.message);
    // Not the name of the class, which a minifier may change.
    const words = body.code.split("_").map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`);
    this.name = `${words.join("").replace(/Error$/, "")}Error`;
    this.status = status;
    this.code = body.code;
    this.type = body.type;
    this.param = body.param ?? null;
    this.docUrl = body.doc_url ?? null;
    this.requestId = requestId;
    this.body = body;
  }
}

/** The server could not be reached, or the connection broke. `cause` is the runtime's error. */
export class ConnectionError extends DaybookError {
  constructor(message: string, cause?: unknown) {
    super(message, cause);
    this.name = "ConnectionError";
  }
}

/** There was no complete answer in time, or no byte of a download for that long. */
export class TimeoutError extends DaybookError {
  constructor(message: string) {
    super(message);
    this.name = "TimeoutError";
  }
}

/** The fault of an invalid answer. */
export type ProtocolProblem =
  | "content_type"
  | "cursor"
  | "envelope"
  | "json"
  | "pages"
  | "redirect"
  | "size"
  | "status";

/** An answer that is not one of this API: by a proxy, by another server, or by one that is broken. */
export class ProtocolError extends DaybookError {
  readonly problem: ProtocolProblem;
  /** The HTTP status of the answer. */
  readonly status: number;
  readonly requestId: string | null;

  constructor(problem: ProtocolProblem, message: string, status: number, requestId: string | null = null) {
    super(message);
    this.name = "ProtocolError";
    this.problem = problem;
    this.status = status;
    this.requestId = requestId;
  }
}

/** An export ended without a file. `code` and the message are those of the export. */
export class ExportFailedError extends DaybookError {
  readonly exportId: string;
  readonly code: string;

  constructor(exportId: string, code: string, message: string) {
    super(message);
    this.name = "ExportFailedError";
    this.exportId = exportId;
    this.code = code;
  }
}
