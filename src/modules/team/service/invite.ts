/** A new invitation, or the one that was made before by the same request. What may be given is decided before anything is looked up. */
import type { Principal } from "../../../contract/principal.ts";
import { present } from "../../../core/assert.ts";
import type { UnixSeconds } from "../../../core/civil-date.ts";
import { type Refusal, refuse } from "../../../core/errors.ts";
import type { Db, Tx } from "../../../platform/db/index.ts";
import type { Ids } from "../../../platform/random/random.ts";
import { accessStore } from "../../access/index.ts";
import { companyStore } from "../../company/index.ts";
import { emailKey, expiryFrom, gateRefusal, grantRefusal, type InvitationRow, type Invitee, isAddress, isRepeat } from "../rules.ts";
import { teamStore } from "../store.ts";

export interface Invited {
  readonly invitation: InvitationRow;
  /** False when the same request had been carried out before. */
  readonly created: boolean;
}

/** Invites in the name of the key's owner. Throws `Refusal` (`feature_disabled`, `plan_upgrade_required`, `insufficient_permission`, `invitation_invalid`). */
export async function invite(db: Db, ids: Ids, inviter: Principal, invitee: Invitee, now: UnixSeconds): Promise<Invited> {
  const refusal = gateRefusal(inviter, invitee.permissions, now) ?? grantRefusal(inviter.permissions, invitee.permissions);
  if (refusal !== null) throw refusal;
  if (!isAddress(invitee.email)) throw invalid("`email` is not an e-mail address.");
  return db.transaction((tx) => inviteWithin(tx, ids, inviter, invitee, now));
}

/** The company's lock lets one request at a time look for an address and then write it. */
async function inviteWithin(tx: Tx, ids: Ids, { companyId, userId }: Principal, invitee: Invitee, now: UnixSeconds): Promise<Invited> {
  await companyStore.lock(tx, companyId);
  const inviter = present(await accessStore.lockMember(tx, companyId, userId), "the owner of a key is no member");
  const user = await accessStore.findUserByEmail(tx, emailKey(invitee.email));
  const teammate = user && (await accessStore.lockMember(tx, companyId, user.id));
  if (teammate && teammate.removed_at === null) throw invalid("Somebody with this e-mail address is on the team already.");
  const saved = await teamStore.findPending(tx, companyId, invitee.email);
  if (saved) {
    if (isRepeat(saved, inviter.id, invitee)) return { invitation: saved, created: false };
    throw invalid("This e-mail address is invited already, by somebody else or with another name or access.");
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
  return { invitation, created: true };
}

function invalid(message: string): Refusal {
  return refuse("invitation_invalid", { param: "email", message });
}
