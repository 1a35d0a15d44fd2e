/**
 * A new invitation, or the one that was made before by the same request. What may be given is decided before
 * anything is looked for.
 */
import type { Principal } from "../../../../contract/principal.ts";
import type { UnixSeconds } from "../../../../core/civil-date.ts";
import { emailKey, isEmail } from "../../../../core/email.ts";
import { type Refusal, refuse } from "../../../../core/errors.ts";
import { LIMITS } from "../../../../core/limits.ts";
import type { Tx } from "../../../../platform/db/index.ts";
import { accessStore } from "../../access/index.ts";
import type { InvitationRow } from "../record.ts";
import { expiryFrom, gateRefusal, grantRefusal, type Invitee, isRepeat } from "../rules.ts";
import { teamStore } from "../store.ts";
import { lockOwner } from "./owner.ts";
import type { TeamNeeds } from "./needs.ts";
import type { TakeTurn } from "./turn.ts";

export interface Invited {
  readonly invitation: InvitationRow;
  /** False when the same request had been carried out before. */
  readonly created: boolean;
}

type InvitingNeeds = Pick<TeamNeeds, "ids" | "askForMail"> & { readonly takeTurn: TakeTurn };

/**
 * Invites in the name of the key's owner. Throws `Refusal` (`feature_disabled`, `plan_upgrade_required`,
 * `insufficient_permission`, `invitation_invalid`).
 */
export async function invite(
  needs: InvitingNeeds,
  inviter: Principal,
  invitee: Invitee,
  now: UnixSeconds,
): Promise<Invited> {
  const refusal = gateRefusal(inviter, invitee.permissions, now);
  if (refusal !== null) throw refusal;
  return needs.takeTurn(inviter.companyId, (tx) => inviteWithin(tx, needs, inviter, invitee, now));
}

/** The team's turn lets one request at a time look for an address and then write it. */
async function inviteWithin(
  tx: Tx,
  { ids, askForMail }: InvitingNeeds,
  principal: Principal,
  invitee: Invitee,
  now: UnixSeconds,
): Promise<Invited> {
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
  await askForMail(tx, companyId, invitation.id);
  return { invitation, created: true };
}

function invalid(message: string): Refusal {
  return refuse("invitation_invalid", { param: "email", message });
}
