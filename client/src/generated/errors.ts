/** One class for each error code. Generated from the operation cards by `npm run emit`: do not edit. */

import { ApiError } from "../errors.ts";

/** A refusal with the code `company_closed`. */
export class CompanyClosedError extends ApiError {}

/** A refusal with the code `feature_disabled`. */
export class FeatureDisabledError extends ApiError {}

/** A refusal with the code `file_already_attached`. */
export class FileAlreadyAttachedError extends ApiError {}

/** A refusal with the code `forms_not_ready`. */
export class FormsNotReadyError extends ApiError {}

/** A refusal with the code `idempotency_key_conflict`. */
export class IdempotencyKeyConflictError extends ApiError {}

/** A refusal with the code `insufficient_permission`. */
export class InsufficientPermissionError extends ApiError {}

/** A refusal with the code `internal_error`. */
export class InternalError extends ApiError {}

/** A refusal with the code `invalid_api_key`. */
export class InvalidApiKeyError extends ApiError {}

/** A refusal with the code `invalid_date`. */
export class InvalidDateError extends ApiError {}

/** A refusal with the code `invalid_date_range`. */
export class InvalidDateRangeError extends ApiError {}

/** A refusal with the code `invalid_file`. */
export class InvalidFileError extends ApiError {}

/** A refusal with the code `invalid_request`. */
export class InvalidRequestError extends ApiError {}

/** A refusal with the code `invitation_invalid`. */
export class InvitationInvalidError extends ApiError {}

/** A refusal with the code `monthly_limit_exceeded`. */
export class MonthlyLimitExceededError extends ApiError {}

/** A refusal with the code `parameter_missing`. */
export class ParameterMissingError extends ApiError {}

/** A refusal with the code `plan_upgrade_required`. */
export class PlanUpgradeRequiredError extends ApiError {}

/** A refusal with the code `rate_limit_exceeded`. */
export class RateLimitExceededError extends ApiError {}

/** A refusal with the code `report_export_failed`. */
export class ReportExportFailedError extends ApiError {}

/** A refusal with the code `report_export_limit_exceeded`. */
export class ReportExportLimitExceededError extends ApiError {}

/** A refusal with the code `resource_missing`. */
export class ResourceMissingError extends ApiError {}

/** A refusal with the code `revision_conflict`. */
export class RevisionConflictError extends ApiError {}

/** A refusal with the code `service_unavailable`. */
export class ServiceUnavailableError extends ApiError {}

/** A refusal with the code `staging_access_denied`. */
export class StagingAccessDeniedError extends ApiError {}

/** A refusal with the code `subscription_required`. */
export class SubscriptionRequiredError extends ApiError {}

/** A refusal with the code `tax_upload_failed`. */
export class TaxUploadFailedError extends ApiError {}

/** A refusal with the code `taxes_not_ready`. */
export class TaxesNotReadyError extends ApiError {}

/** A refusal with the code `transaction_update_failed`. */
export class TransactionUpdateFailedError extends ApiError {}

/** A refusal with the code `user_inactive`. */
export class UserInactiveError extends ApiError {}

/** A refusal with the code `user_removed_from_company`. */
export class UserRemovedFromCompanyError extends ApiError {}

/** A refusal with the code `wrong_document_type`. */
export class WrongDocumentTypeError extends ApiError {}

/** The class of each known code. Refusals with another code are of the class `ApiError` itself. */
export const ERROR_CLASSES = {
  company_closed: CompanyClosedError,
  feature_disabled: FeatureDisabledError,
  file_already_attached: FileAlreadyAttachedError,
  forms_not_ready: FormsNotReadyError,
  idempotency_key_conflict: IdempotencyKeyConflictError,
  insufficient_permission: InsufficientPermissionError,
  internal_error: InternalError,
  invalid_api_key: InvalidApiKeyError,
  invalid_date: InvalidDateError,
  invalid_date_range: InvalidDateRangeError,
  invalid_file: InvalidFileError,
  invalid_request: InvalidRequestError,
  invitation_invalid: InvitationInvalidError,
  monthly_limit_exceeded: MonthlyLimitExceededError,
  parameter_missing: ParameterMissingError,
  plan_upgrade_required: PlanUpgradeRequiredError,
  rate_limit_exceeded: RateLimitExceededError,
  report_export_failed: ReportExportFailedError,
  report_export_limit_exceeded: ReportExportLimitExceededError,
  resource_missing: ResourceMissingError,
  revision_conflict: RevisionConflictError,
  service_unavailable: ServiceUnavailableError,
  staging_access_denied: StagingAccessDeniedError,
  subscription_required: SubscriptionRequiredError,
  tax_upload_failed: TaxUploadFailedError,
  taxes_not_ready: TaxesNotReadyError,
  transaction_update_failed: TransactionUpdateFailedError,
  user_inactive: UserInactiveError,
  user_removed_from_company: UserRemovedFromCompanyError,
  wrong_document_type: WrongDocumentTypeError,
};

/** The codes that this version of the client knows. */
export type ErrorCode = keyof typeof ERROR_CLASSES;
