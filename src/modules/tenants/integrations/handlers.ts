/** The operation `listIntegrations`: turns a company's available connections into the response. */
import type { Handlers } from "../../../contract/operation.ts";
import { wholeList } from "../../../contract/schemas.ts";
import type { integrationsContract } from "./contract.ts";
import type { IntegrationsService } from "./service.ts";

export function integrationsHandlers(
  integrations: IntegrationsService,
): Handlers<typeof integrationsContract> {
  return {
    async listIntegrations({ principal }) {
      const available = (await integrations.list(principal.companyId)).filter((each) => each.available);
      return wholeList(
        "/integrations",
        available.map(({ key, name, type, status, stale_since }) => ({
          object: "integration" as const,
          key,
          name,
          type,
          status,
          stale_since,
        })),
      );
    },
  };
}
