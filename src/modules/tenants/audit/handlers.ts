/** The handlers of what the web console asks of the audit trail. */
import type { Handlers } from "../../../contract/operation.ts";
import { wholeList } from "../../../contract/schemas.ts";
import type { auditConsoleContract } from "./contract.ts";
import type { AuditService } from "./service.ts";

export function auditConsoleHandlers(audit: AuditService): Handlers<typeof auditConsoleContract> {
  return {
    async listChanges({ principal, input }) {
      const events = await audit.list(principal.companyId, {}, input.limit);
      return wholeList(
        "/changes",
        events.map(({ id, at, surface, actor, action, subject }) => ({
          object: "change" as const,
          id,
          at,
          surface,
          actor,
          action,
          subject,
        })),
      );
    },
  };
}
