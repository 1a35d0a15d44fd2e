/** The public interface of the audit module. Other modules import only from this file. */
export { type AuditService, auditService } from "./service.ts";
