/**
 * Changes, extends and revokes pending invitations. Each operation first locks the API key's owner, whose
 * current levels decide, and then the invitation.
 */
import type { Principal } from "../../../../contract/principal.ts";
import { type Permissions, samePermissions } from "@daybook/words/areas";
import type { UnixSeconds } from "@daybook/words/civil-date";
import { refuse } from "../../../../core/errors.ts";
import type { PublicId } from "@daybook/words/public-id";
import type { Tx } from "../../../../platform/db/index.ts";
import type { MemberRow } from "../../access/index.ts";
import type { InvitationRow } from "../record.ts";
import { extendedExpiry, grantRefusal, targetRefusal } from "../rules.ts";
import { teamStore } from "../store.ts";
import { lockOwner } from "./owner.ts";

type Company = PublicId<"company">;

export interface ChangeResult {
  readonly invitation: InvitationRow;
  /** False if the invitation already had the requested access. */
  readonly changed: boolean;
}

/**
 * Changes an invitation's access. Throws the refusals `resource_missing` and `insufficient_permission`.
 */
export async function change(
  tx: Tx,
  principal: Principal,
  id: string,
  permissions: Permissions,
): Promise<ChangeResult> {
  const owner = await lockOwner(tx, principal);
  const saved = await lockPending(tx, principal, owner, id, { param: "invitation_id" });
  const refusal = grantRefusal(owner.permissions, permissions);
  if (refusal !== null) throw refusal;
  if (samePermissions(saved.permissions, permissions)) return { invitation: saved, changed: false };
  return { invitation: await write(tx, principal.companyId, { ...saved, permissions }), changed: true };
}

/**
 * Extends an invitation. With `takesOver`, the caller becomes its inviter, so that it lapses once the caller
 * could no longer give its access. Throws the refusals `resource_missing` and `insufficient_permission`.
 */
export async function resend(
  tx: Tx,
  principal: Principal,
  id: string,
  now: UnixSeconds,
  takesOver: boolean,
): Promise<InvitationRow> {
  const owner = await lockOwner(tx, principal);
  const saved = await lockPending(tx, principal, owner, id);
  return write(tx, principal.companyId, {
    ...saved,
    ...(takesOver ? { invited_by: owner.id } : {}),
    expires: extendedExpiry(saved, now),
  });
}

/**
 * Revokes an invitation. Does nothing if the invitation does not exist or was revoked before. Throws the
 * refusals `resource_missing`, if the invitation was accepted, and `insufficient_permission`.
 */
export async function revoke(tx: Tx, principal: Principal, id: string): Promise<void> {
  const owner = await lockOwner(tx, principal);
  const saved = await teamStore.lockInvitation(tx, principal.companyId, id);
  if (saved === null || saved.state === "revoked") return;
  if (saved.state === "accepted")
    throw refuse("resource_missing", { param: "invitation_id", message: "The invitation was accepted." });
  const refusal = targetRefusal(owner.permissions, saved);
  if (refusal !== null) throw refusal;
  await write(tx, principal.companyId, { ...saved, state: "revoked" });
}

/**
 * Locks and returns a pending invitation that the owner of the key may manage. An invitation that was
 * accepted or revoked gets the same refusal `resource_missing` as an unknown id.
 */
async function lockPending(
  tx: Tx,
  { companyId }: Principal,
  { permissions }: MemberRow,
  id: string,
  missing: { readonly param?: string } = {},
): Promise<InvitationRow> {
  const saved = await teamStore.lockInvitation(tx, companyId, id);
  if (saved?.state !== "pending") throw refuse("resource_missing", missing);
  const refusal = targetRefusal(permissions, saved);
  if (refusal !== null) throw refusal;
  return saved;
}

/** Writes a changed invitation as its next revision. */
async function write(tx: Tx, companyId: Company, changed: InvitationRow): Promise<InvitationRow> {
  const row = { ...changed, revision: changed.revision + 1 };
  await teamStore.putInvitation(tx, companyId, row);
  return row;
}
