/** The door of the audit trail. */
export { type AuditService, auditService } from "./service.ts";
