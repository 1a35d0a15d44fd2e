/**
 * The table of all errors (specification, "Errors"): code, status, type, public sentence and advice on
 * retrying. A refusal is an exception that names a code of the table. It keeps what the caller may read
 * apart from what is only logged.
 */

import { noteIn, type Voice, type Way } from "./advice.ts";

export type ErrorType =
  | "invalid_request_error"
  | "authentication_error"
  | "permission_error"
  | "rate_limit_error"
  | "limit_error"
  | "api_error";

interface ErrorEntry {
  readonly status: number;
  readonly type: ErrorType;
  readonly message: string;
  readonly advice: string;
}

const CORRECT_FIRST = "Do not retry unchanged; correct the request.";
const ASK_OWNER = "Do not retry; an owner of the company or its operator has to change something first.";

export const ERRORS = {
  invalid_request: {
    status: 400,
    type: "invalid_request_error",
    message: "The request is malformed or one of its parameters does not apply.",
    advice: CORRECT_FIRST,
  },
  parameter_missing: {
    status: 400,
    type: "invalid_request_error",
    message: "A required parameter is missing.",
    advice: CORRECT_FIRST,
  },
  invalid_date: {
    status: 400,
    type: "invalid_request_error",
    message: "A date must be YYYY-MM-DD, or an ISO 8601 datetime with Z or an offset.",
    advice: CORRECT_FIRST,
  },
  invalid_file: {
    status: 400,
    type: "invalid_request_error",
    message:
      "The file is not a readable PDF: it is something else, damaged, protected by a password or too costly to check, or its bytes were never uploaded.",
    advice:
      "Do not retry with the same bytes; upload a PDF, or the bytes of a direct upload, and send the request again.",
  },
  wrong_document_type: {
    status: 400,
    type: "invalid_request_error",
    message: "The PDF is another document than this upload is for.",
    advice: "Do not retry with the same file; send it where it belongs, or upload the right document.",
  },
  invalid_date_range: {
    status: 400,
    type: "invalid_request_error",
    message: "The start date is after the end date.",
    advice: CORRECT_FIRST,
  },
  invalid_api_key: {
    status: 401,
    type: "authentication_error",
    message:
      "The API key is missing, malformed, unknown or revoked. Send it as `Authorization: Bearer svc_...`.",
    advice: "Do not retry with the same key; create a new one.",
  },
  user_inactive: {
    status: 403,
    type: "permission_error",
    message: "The owner of this API key is deactivated.",
    advice: ASK_OWNER,
  },
  user_removed_from_company: {
    status: 403,
    type: "permission_error",
    message: "The owner of this API key is no longer a member of the company.",
    advice: ASK_OWNER,
  },
  company_closed: {
    status: 403,
    type: "permission_error",
    message: "The company is closed, closing or deleted.",
    advice: ASK_OWNER,
  },
  subscription_required: {
    status: 403,
    type: "permission_error",
    message: "The company has no active subscription, its trial has ended or its subscription is closed.",
    advice: ASK_OWNER,
  },
  staging_access_denied: {
    status: 403,
    type: "permission_error",
    message:
      "This is a staging deployment; only keys owned by users of the operator's own domain are accepted.",
    advice: ASK_OWNER,
  },
  insufficient_permission: {
    status: 403,
    type: "permission_error",
    message:
      "The owner of this API key lacks API access: Manage or the permission that this operation needs.",
    advice: ASK_OWNER,
  },
  feature_disabled: {
    status: 403,
    type: "permission_error",
    message: "This feature is not enabled for the company.",
    advice: ASK_OWNER,
  },
  plan_upgrade_required: {
    status: 403,
    type: "permission_error",
    message: "The company's plan does not include this.",
    advice: ASK_OWNER,
  },
  resource_missing: {
    status: 404,
    type: "invalid_request_error",
    message: "There is no such resource, or it is not visible to this API key.",
    advice: CORRECT_FIRST,
  },
  idempotency_key_conflict: {
    status: 409,
    type: "invalid_request_error",
    message: "This `Idempotency-Key` was used before for a request with other input.",
    advice: "Do not retry unchanged; send new input with a new key, or the former input with this one.",
  },
  file_already_attached: {
    status: 409,
    type: "invalid_request_error",
    message: "The file is already attached to a record, and can be attached only once.",
    advice: "Do not retry; upload the file once more and send the new id.",
  },
  revision_conflict: {
    status: 409,
    type: "invalid_request_error",
    message: "The spreadsheet was changed since that revision; `error.current_revision` is the present one.",
    advice:
      "Do not retry with the new revision by itself: read the spreadsheet again and reconsider the request, or start the search again.",
  },
  invitation_invalid: {
    status: 422,
    type: "invalid_request_error",
    message:
      "The invitation can't be created: its data is invalid, the address is already invited or on the team, or too many are pending.",
    advice: CORRECT_FIRST,
  },
  transaction_update_failed: {
    status: 422,
    type: "invalid_request_error",
    message: "The transaction can't be changed in this way: a bookkeeping rule forbids it.",
    advice: CORRECT_FIRST,
  },
  rate_limit_exceeded: {
    status: 429,
    type: "rate_limit_error",
    message: "Too many requests in this minute.",
    advice: "Wait at least `Retry-After` seconds, then back off exponentially with jitter.",
  },
  monthly_limit_exceeded: {
    status: 429,
    type: "limit_error",
    message: "The company's monthly request limit is used up.",
    advice: "Stop until the date in the message.",
  },
  report_export_limit_exceeded: {
    status: 429,
    type: "limit_error",
    message: "The company has reached its limit of unfinished exports.",
    advice: "Poll the exports until one of them has finished, and send the request again.",
  },
  internal_error: {
    status: 500,
    type: "api_error",
    message: "Something went wrong on our side; nothing was changed.",
    advice: "Retry with exponential backoff; tell the operator if it persists.",
  },
  tax_upload_failed: {
    status: 500,
    type: "api_error",
    message: "The upload failed on our side; nothing was changed, and the file can be used again.",
    advice: "Retry with the same `file_id`, with exponential backoff.",
  },
  taxes_not_ready: {
    status: 503,
    type: "api_error",
    message: "The company's tax records are not ready yet.",
    advice: "Retry with exponential backoff, a limited number of times; tell the operator if it persists.",
  },
  forms_not_ready: {
    status: 503,
    type: "api_error",
    message: "The company's 1099 records are not ready yet.",
    advice: "Retry with exponential backoff, a limited number of times; tell the operator if it persists.",
  },
  report_export_failed: {
    status: 503,
    type: "api_error",
    message:
      "The service can't tell whether it accepted the export. Send the same body with the same `Idempotency-Key` again.",
    advice:
      "Retry with the same body and the same `Idempotency-Key`, with exponential backoff: it is accepted at most once.",
  },
  service_unavailable: {
    status: 503,
    type: "api_error",
    message:
      "The service is starting, stopping, cannot use its database or its file storage, is kept waiting by an import of the company, or has too many requests waiting.",
    advice: "Retry with exponential backoff.",
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;

/**
 * The errors of the ways in beside API keys: of sessions, which only the web console has, and of requests
 * that were not meant for this service. They are no part of the API and its documents.
 */
export const DOOR_ERRORS = {
  host_unknown: {
    status: 403,
    type: "permission_error",
    message: "The name in `Host` is not one of this service.",
    advice: "Ask for an address of the service; its operator can name it in PUBLIC_URL or ALLOWED_HOSTS.",
  },
  local_only: {
    status: 403,
    type: "permission_error",
    message:
      "This is answered here only to programs of this machine. An operator sets METRICS_PORT to have metrics on a port of their own.",
    advice: "Ask on METRICS_PORT.",
  },
  session_ended: {
    status: 401,
    type: "authentication_error",
    message: "Nobody is signed in, or the session has ended. Sign in and send the request again.",
    advice: "Sign in first.",
  },
  foreign_request: {
    status: 403,
    type: "permission_error",
    message:
      "The request was not sent by a page of this service, or lacks the session's token in `X-CSRF-Token`. Nothing was changed.",
    advice: "Load the page again.",
  },
  company_unknown: {
    status: 403,
    type: "permission_error",
    message: "The header `Daybook-Company` names no company of which you are a member.",
    advice: "Choose one of your companies.",
  },
} as const satisfies Record<string, ErrorEntry>;

export type DoorErrorCode = keyof typeof DOOR_ERRORS;

const ALL_ERRORS: Readonly<Record<ErrorCode | DoorErrorCode, ErrorEntry>> = {
  ...ERRORS,
  ...DOOR_ERRORS,
};

/** True for an error that is no part of the API. */
export function isDoorError(code: ErrorCode | DoorErrorCode): code is DoorErrorCode {
  return Object.hasOwn(DOOR_ERRORS, code);
}

/**
 * The sentence of `internal_error` after a request that was carried out, but whose response could not be
 * sent.
 */
export const CARRIED_OUT_MESSAGE =
  "Something went wrong on our side after the request was carried out; check what it changed before you send it again.";

export interface RefusalDetails {
  /** The name of the invalid input. */
  readonly param?: string;
  /** The public sentence, if it differs from the table's. */
  readonly message?: string;
  /** What the caller can do about it, which the surface adds to the sentence in its own words. */
  readonly ways?: readonly Way[];
  /** Details for the log, which the caller never sees. */
  readonly internal?: string;
  /** For `revision_conflict`: the document's current revision. */
  readonly currentRevision?: number;
  /** The seconds after which a request is worth sending again, if that is known. */
  readonly retryAfterS?: number;
}

/** Ends a request with an error of the table. The request's transaction is rolled back. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: ErrorCode | DoorErrorCode;
  readonly param: string | undefined;
  readonly ways: readonly Way[];
  readonly internal: string | undefined;
  readonly currentRevision: number | undefined;
  readonly retryAfterS: number | undefined;
  constructor(code: ErrorCode | DoorErrorCode, details: RefusalDetails = {}) {
    super(details.message ?? ALL_ERRORS[code].message);
    this.code = code;
    this.param = details.param;
    this.ways = details.ways ?? [];
    this.internal = details.internal;
    this.currentRevision = details.currentRevision;
    this.retryAfterS = details.retryAfterS;
  }
  get status(): number {
    return ALL_ERRORS[this.code].status;
  }
  /** The sentence, with advice in the words of a surface. */
  in(voice: Voice): string {
    return noteIn(this, voice);
  }
}

/** Makes a refusal to throw: `throw refuse('invalid_request', { param: 'limit' })`. */
export function refuse(code: ErrorCode | DoorErrorCode, details?: RefusalDetails): Refusal {
  return new Refusal(code, details);
}

/**
 * The response body of a refusal, with advice in the words of its surface. It contains only the members that
 * the specification documents.
 */
export function errorBody(
  refusal: Refusal,
  docsUrl: string,
  voice: Voice = () => null,
): { error: Record<string, string | number> } {
  const entry = ALL_ERRORS[refusal.code];
  return {
    error: {
      type: entry.type,
      code: refusal.code,
      message: refusal.in(voice),
      ...(refusal.param === undefined ? {} : { param: refusal.param }),
      // The documents have the errors of the API only.
      ...(isDoorError(refusal.code) ? {} : { doc_url: `${docsUrl}/api-reference/errors#${refusal.code}` }),
      ...(refusal.currentRevision === undefined ? {} : { current_revision: refusal.currentRevision }),
    },
  };
}
