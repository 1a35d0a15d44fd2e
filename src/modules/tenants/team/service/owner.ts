/**
 * Checks the permissions of the API key's owner again when a change is made. The pipeline's check may have
 * been long before, because the body may arrive slowly.
 */
import type { Principal } from "../../../../contract/principal.ts";
import { present } from "@daybook/words/assert";
import { refuse } from "../../../../core/errors.ts";
import type { Tx } from "../../../../platform/db/index.ts";
import {
  accessStore,
  apiAccessRefusal,
  type MemberRow,
  ownerRefusal,
  permissionRefusal,
} from "../../access/index.ts";
import { MANAGE_TEAM } from "../rules.ts";

/**
 * Locks and returns the member who owns the key or the session, so that the levels stay the same until the
 * transaction ends. Throws the same refusals as the pipeline: `user_inactive`, `user_removed_from_company`
 * and `insufficient_permission`.
 */
export async function lockOwner(tx: Tx, { companyId, userId, keyId }: Principal): Promise<MemberRow> {
  const member = present(await accessStore.lockMember(tx, companyId, userId), "the caller is not a member");
  const { active } = present(await accessStore.findUser(tx, userId), "a member has no user");
  const { permissions, removed_at } = member;
  const code =
    ownerRefusal({ active, removed_at }) ??
    (keyId === null ? null : apiAccessRefusal(permissions)) ??
    permissionRefusal(permissions, MANAGE_TEAM);
  if (code !== null) throw refuse(code);
  return member;
}
