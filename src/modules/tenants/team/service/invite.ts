/**
 * Creates an invitation, or returns the invitation that the same request created before. All checks of the
 * access to be given come before any look-up of the address, so that a caller who may not invite learns
 * nothing about it.
 */
import type { Principal } from "../../../../contract/principal.ts";
import type { UnixSeconds } from "@daybook/words/civil-date";
import { emailKey, isEmail } from "../../../../core/email.ts";
import { type Refusal, refuse } from "../../../../core/errors.ts";
import { LIMITS } from "@daybook/words/limits";
import type { Tx } from "../../../../platform/db/index.ts";
import { accessStore } from "../../access/index.ts";
import type { InvitationRow } from "../record.ts";
import { expiryFrom, planRefusal, grantRefusal, type Invitee, isRepeat } from "../rules.ts";
import { teamStore } from "../store.ts";
import { lockOwner } from "./owner.ts";
import type { TeamNeeds } from "./needs.ts";
import type { TakeTurn } from "./turn.ts";

export interface InviteResult {
  readonly invitation: InvitationRow;
  /** False if an earlier request created the same invitation. */
  readonly created: boolean;
}

type InvitingNeeds = Pick<TeamNeeds, "ids" | "queueMail"> & { readonly takeTurn: TakeTurn };

/**
 * Invites a person in the name of the key's owner. Throws the refusals `feature_disabled`,
 * `plan_upgrade_required`, `insufficient_permission` and `invitation_invalid`.
 */
export async function invite(
  needs: InvitingNeeds,
  inviter: Principal,
  invitee: Invitee,
  now: UnixSeconds,
): Promise<InviteResult> {
  const refusal = planRefusal(inviter, invitee.permissions, now);
  if (refusal !== null) throw refusal;
  return needs.takeTurn(inviter.companyId, (tx) => inviteInTurn(tx, needs, inviter, invitee, now));
}

/**
 * Checks and writes the invitation. The turn on the team keeps two requests from both finding that an address
 * is free and then both inviting it.
 */
async function inviteInTurn(
  tx: Tx,
  { ids, queueMail }: InvitingNeeds,
  principal: Principal,
  invitee: Invitee,
  now: UnixSeconds,
): Promise<InviteResult> {
  const { companyId } = principal;
  const inviter = await lockOwner(tx, principal);
  const refusal = grantRefusal(inviter.permissions, invitee.permissions);
  if (refusal !== null) throw refusal;
  if (!isEmail(invitee.email)) throw invalid("`email` is not an e-mail address.");
  const user = await accessStore.findUserByEmail(tx, emailKey(invitee.email));
  const teammate = user && (await accessStore.lockMember(tx, companyId, user.id));
  if (teammate && teammate.removed_at === null)
    throw invalid("A person with this e-mail address is already on the team.");
  const saved = await teamStore.findPending(tx, companyId, invitee.email);
  if (saved) {
    if (isRepeat(saved, inviter.id, invitee)) return { invitation: saved, created: false };
    throw invalid(
      "This e-mail address is already invited, by another member or with another name or access.",
    );
  }
  const most = LIMITS.pending_invitations.value;
  if ((await teamStore.countPending(tx, companyId)) >= most) {
    throw refuse("invitation_invalid", {
      message: `The company has ${most} pending invitations, which is the limit. Revoke some that are not needed.`,
    });
  }
  const invitation: InvitationRow = {
    id: ids.next("invitation"),
    ...invitee,
    invited_by: inviter.id,
    created: now,
    expires: expiryFrom(now),
    revision: 1,
    state: "pending",
    accepted_at: null,
    accepted_by: null,
  };
  await teamStore.putInvitation(tx, companyId, invitation);
  await queueMail(tx, companyId, invitation.id);
  return { invitation, created: true };
}

function invalid(message: string): Refusal {
  return refuse("invitation_invalid", { param: "email", message });
}
