/**
 * The key's owner as a member at the moment of the change. This may be long after the pipeline's check,
 * because the body may arrive slowly.
 */
import type { Principal } from "../../../../contract/principal.ts";
import { present } from "../../../../core/assert.ts";
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
 * The member, locked, so that the levels stay until the transaction ends. Throws `Refusal` as the head of the
 * request would (`user_inactive`, `user_removed_from_company`, `insufficient_permission`).
 */
export async function lockOwner(tx: Tx, { companyId, userId }: Principal): Promise<MemberRow> {
  const member = present(
    await accessStore.lockMember(tx, companyId, userId),
    "the owner of a key is no member",
  );
  const { active } = present(await accessStore.findUser(tx, userId), "a member is no user");
  const { permissions, removed_at } = member;
  const code =
    ownerRefusal({ active, removed_at }) ??
    apiAccessRefusal(permissions) ??
    permissionRefusal(permissions, MANAGE_TEAM);
  if (code !== null) throw refuse(code);
  return member;
}
