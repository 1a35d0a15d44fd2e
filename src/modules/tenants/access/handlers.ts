/** The handlers of what the web console does with API keys. */
import type { Handlers } from "../../../contract/operation.ts";
import type { accessConsoleContract } from "./contract.ts";
import type { AccessService, KeyRow } from "./service.ts";

function keyView(level: "own" | "read_only") {
  return ({ id, name, prefix, made_by, created, last_used }: KeyRow) => ({
    object: "api_key" as const,
    id,
    name,
    level,
    prefix,
    made_by,
    created,
    last_used,
  });
}

export function accessConsoleHandlers(
  access: Pick<
    AccessService,
    "createKey" | "createReadOnlyKey" | "listKeysOfUser" | "renameKey" | "revokeKey"
  >,
): Handlers<typeof accessConsoleContract> {
  return {
    async listKeys({ principal: { companyId, userId } }) {
      const company = (await access.listKeysOfUser(userId)).find((each) => each.company_id === companyId);
      const service = company?.service_keys ?? null;
      return {
        object: "api_keys",
        keys: [...(company?.keys ?? []).map(keyView("own")), ...(service ?? []).map(keyView("read_only"))],
        can_make_read_only: service !== null,
      };
    },
    async createKey({ principal: { companyId, userId }, body: { name, read_only = false } }) {
      const { id, api_key } = await (read_only
        ? access.createReadOnlyKey(companyId, name, userId)
        : access.createKey(companyId, userId, name, userId));
      return { object: "new_api_key", id, api_key };
    },
    async renameKey({ principal: { companyId, userId }, input, body }) {
      await access.renameKey(companyId, input.id, userId, body.name);
      return null;
    },
    async revokeKey({ principal: { companyId, userId }, input }) {
      await access.revokeKey(companyId, input.id, userId);
      return null;
    },
  };
}
