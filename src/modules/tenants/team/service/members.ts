/**
 * Changes the access of members, and ends memberships. Invariants: nobody gives or takes more access than
 * their own, and nobody changes their own membership, so that somebody who manages the team is always left.
 */
import type { Principal } from "../../../../contract/principal.ts";
import { type Permissions, samePermissions } from "@daybook/words/areas";
import { present } from "@daybook/words/assert";
import type { UnixSeconds } from "@daybook/words/civil-date";
import { refuse } from "../../../../core/errors.ts";
import type { Tx } from "../../../../platform/db/index.ts";
import {
  accessStore,
  isServiceAddress,
  type MemberListing,
  type MemberRow,
  writeMember,
} from "../../access/index.ts";
import { grantRefusal, mayManage } from "../rules.ts";
import { lockOwner } from "./owner.ts";

export interface MemberChange {
  readonly member: MemberListing;
  /** False if the member already had the requested access. */
  readonly changed: boolean;
}

/**
 * Changes a member's access from the next request on. Keys of a member without API access are revoked. Throws
 * the refusals `resource_missing`, `invalid_request` and `insufficient_permission`.
 */
export async function changeMember(
  tx: Tx,
  principal: Principal,
  id: string,
  permissions: Permissions,
  now: UnixSeconds,
): Promise<MemberChange> {
  const { member, own } = await lockOther(tx, principal, id);
  const refusal = grantRefusal(own, permissions);
  if (refusal !== null) throw refusal;
  const changed = !samePermissions(member.permissions, permissions);
  if (changed) await writeMember(tx, principal.companyId, { ...member, permissions }, now);
  return { member: await listed(tx, principal, id), changed };
}

/**
 * Ends a membership from the next request on, with all keys of the member. Throws the refusals
 * `resource_missing`, `invalid_request` and `insufficient_permission`.
 */
export async function removeMember(
  tx: Tx,
  principal: Principal,
  id: string,
  now: UnixSeconds,
): Promise<void> {
  const { member } = await lockOther(tx, principal, id);
  await writeMember(tx, principal.companyId, { ...member, removed_at: now }, now);
}

async function listed(tx: Tx, { companyId }: Principal, id: string): Promise<MemberListing> {
  const members = await accessStore.listMembers(tx, companyId);
  return present(
    members.find((row) => row.id === id),
    "a locked member is not listed",
  );
}

/** Locks a present member other than the caller, a person whose access the caller may give. */
async function lockOther(
  tx: Tx,
  principal: Principal,
  id: string,
): Promise<{ readonly member: MemberRow; readonly own: Permissions }> {
  const owner = await lockOwner(tx, principal);
  const member = await accessStore.lockMember(tx, principal.companyId, id);
  if (member === null || member.id !== id || member.removed_at !== null)
    throw refuse("resource_missing", { param: "id", message: `The team has no member ${id}.` });
  const user = present(await accessStore.findUser(tx, member.user_id), "a member has no user");
  if (isServiceAddress(user.email))
    throw refuse("invalid_request", {
      param: "id",
      message: "This member belongs to a read-only key, and leaves the team when the key is revoked.",
    });
  if (member.id === owner.id)
    throw refuse("invalid_request", {
      param: "id",
      message: "Nobody changes their own access. Another member who manages the team can.",
    });
  if (!mayManage(owner.permissions, member.permissions))
    throw refuse("insufficient_permission", {
      param: "id",
      message: "The member has more access than you, so you can't change or remove them.",
    });
  return { member, own: owner.permissions };
}
