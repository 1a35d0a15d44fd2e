/**
 * Use cases on the team. Invariants: members can't give or change more access than they have; a company has
 * at most one pending invitation for an address; a refusal changes nothing; only one change of a team is made
 * at a time.
 */
import type { Principal } from "../../../../contract/principal.ts";
import type { Permissions } from "../../../../core/areas.ts";
import type { UnixSeconds } from "../../../../core/civil-date.ts";
import type { PublicId } from "../../../../core/public-id.ts";
import { accessStore, type MemberListing } from "../../access/index.ts";
import type { InvitationRow } from "../record.ts";
import type { Invitee } from "../rules.ts";
import { teamStore } from "../store.ts";
import { accept, type Acceptance, type Accepted, type Offer, readOffer } from "./accept.ts";
import { invite, type Invited } from "./invite.ts";
import { mailInvitation } from "./mail.ts";
import { change, type Changed, resend, revoke } from "./pending.ts";
import type { TeamNeeds } from "./needs.ts";
import { turnsOf } from "./turn.ts";

export type { Accepted, Offer };

export interface Team {
  /** Active ones first; former members are left out. */
  readonly members: readonly MemberListing[];
  /** Invitations that are neither accepted nor revoked, including expired ones. */
  readonly invitations: readonly InvitationRow[];
}

type Company = PublicId<"company">;

/**
 * The caller of a change is checked again as a member at that moment: each of these refuses `user_inactive`,
 * `user_removed_from_company` and `insufficient_permission` as the pipeline does, and `service_unavailable`
 * if its turn does not come.
 */
export interface TeamService {
  /** Members and invitations of one moment. */
  read(companyId: Company): Promise<Team>;
  /**
   * Invites a person in the name of the key's owner. A repeated request returns the saved invitation with
   * `created` false. Refuses `feature_disabled`, `plan_upgrade_required`, `insufficient_permission` and
   * `invitation_invalid`.
   */
  invite(inviter: Principal, invitee: Invitee, now: UnixSeconds): Promise<Invited>;
  /** Gives a pending invitation other access. Refuses `resource_missing` and `insufficient_permission`. */
  change(principal: Principal, id: string, permissions: Permissions): Promise<Changed>;
  /** Makes a pending invitation good for longer. Refuses `resource_missing` and `insufficient_permission`. */
  resend(principal: Principal, id: string, now: UnixSeconds): Promise<InvitationRow>;
  /**
   * Revokes an invitation; one that is not there, or was revoked, is left as it is. Refuses
   * `resource_missing` once it was accepted, and `insufficient_permission`.
   */
  revoke(principal: Principal, id: string): Promise<void>;
  /**
   * Mails a pending invitation with a new link, which replaces older ones. Does nothing if the invitation is
   * no longer pending or has expired.
   */
  mailInvitation(companyId: Company, id: string, signal: AbortSignal): Promise<void>;
  /** The offer of a token's invitation; null if it can't be accepted any more. */
  readOffer(token: string): Promise<Offer | null>;
  /** Makes the invited person a member and signs them in. */
  accept(token: string, acceptance: Acceptance): Promise<Accepted>;
}

export function teamService(needs: TeamNeeds): TeamService {
  const { db, ids, askForMail } = needs;
  const takeTurn = turnsOf(db);
  return {
    read: (companyId) =>
      db.transaction(
        async (tx) => {
          const members = (await accessStore.listMembers(tx, companyId)).filter(
            ({ removed_at }) => removed_at === null,
          );
          return {
            members: members.toSorted((a, b) => Number(b.active) - Number(a.active)),
            invitations: await teamStore.listPending(tx, companyId),
          };
        },
        { mode: "snapshot" },
      ),
    invite: (inviter, invitee, now) => invite({ ids, askForMail, takeTurn }, inviter, invitee, now),
    change: (principal, id, permissions) =>
      takeTurn(principal.companyId, (tx) => change(tx, principal, id, permissions)),
    resend: (principal, id, now) =>
      takeTurn(principal.companyId, async (tx) => {
        const invitation = await resend(tx, principal, id, now);
        await askForMail(tx, principal.companyId, invitation.id);
        return invitation;
      }),
    revoke: (principal, id) => takeTurn(principal.companyId, (tx) => revoke(tx, principal, id)),
    mailInvitation: (companyId, id, signal) => mailInvitation({ ...needs, takeTurn }, companyId, id, signal),
    readOffer: (token) => readOffer(needs, token),
    accept: (token, acceptance) => accept({ ...needs, takeTurn }, token, acceptance),
  };
}
