/** The public interface of the audit module. Other modules import only from this file. */
export { auditConsoleContract } from "./contract.ts";
export { auditConsoleHandlers, type ChangeNames } from "./handlers.ts";
export { type AuditService, auditService } from "./service.ts";
