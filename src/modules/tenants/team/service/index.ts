/**
 * Use cases on the team. Invariants: a member can't give, change or revoke more access than their own; an
 * address has at most one pending invitation of a company; a refused request changes nothing; only one
 * transaction changes a team at a time.
 */
import type { CompanyFor, Permissions } from "@daybook/words/areas";
import type { Principal } from "../../../../contract/principal.ts";
import type { UnixSeconds } from "@daybook/words/civil-date";
import { refuse } from "../../../../core/errors.ts";
import type { PublicId } from "@daybook/words/public-id";
import { accessStore, isServiceAddress, type MemberListing } from "../../access/index.ts";
import type { InvitationRow } from "../record.ts";
import { type InvitationState, type Invitee, planRefusal } from "../rules.ts";
import { teamStore } from "../store.ts";
import { accept, type Acceptance, type AcceptanceResult, type Offer, readOffer } from "./accept.ts";
import { invite, type InviteResult } from "./invite.ts";
import { mailInvitation, makeLink } from "./mail.ts";
import { changeMember, type MemberChange, removeMember } from "./members.ts";
import { change, type ChangeResult, resend, revoke } from "./pending.ts";
import type { TeamNeeds } from "./needs.ts";
import { teamTurns } from "./turn.ts";

export type { AcceptanceResult, InviteResult, Offer };

/** A company whose team the caller may read. */
type TeamCompany = CompanyFor<"team_access:view">;

export interface Team {
  /** The present members, active ones first. */
  readonly members: readonly MemberListing[];
  /** Invitations that are neither accepted nor revoked, including expired ones. */
  readonly invitations: readonly InvitationRow[];
}

/** Somebody who is or was on the team. */
export interface Person extends MemberListing {
  /** True for a service member, which a read-only key belongs to. */
  readonly is_service: boolean;
}

type Company = PublicId<"company">;

/**
 * `invite`, `change`, `resend` and `revoke` check the caller's permissions again when they make the change.
 * So each of them throws the refusals `user_inactive`, `user_removed_from_company` and
 * `insufficient_permission` as the pipeline does, and `service_unavailable` if the team stays locked too
 * long.
 */
export interface TeamService {
  /** Reads members and invitations in one snapshot of the database. */
  read(companyId: TeamCompany): Promise<Team>;
  /** Everybody who is or was on the team, service members too. */
  listPeople(companyId: TeamCompany): Promise<Person[]>;
  /**
   * Up to `limit` + 1 invitations in any state, the newest first. Throws the refusal `resource_missing` for
   * an unknown cursor.
   */
  listInvitations(
    companyId: TeamCompany,
    query: {
      readonly state: InvitationState | null;
      readonly limit: number;
      readonly starting_after: string | null;
    },
    now: UnixSeconds,
  ): Promise<InvitationRow[]>;
  /**
   * Invites a person in the name of the key's owner. A repeated request returns the saved invitation with
   * `created` false. Throws the refusals `feature_disabled`, `plan_upgrade_required`,
   * `insufficient_permission` and `invitation_invalid`.
   */
  invite(inviter: Principal, invitee: Invitee, now: UnixSeconds): Promise<InviteResult>;
  /**
   * Changes the access of a pending invitation. Throws the refusals `resource_missing` and
   * `insufficient_permission`.
   */
  change(principal: Principal, id: string, permissions: Permissions): Promise<ChangeResult>;
  /**
   * Extends a pending invitation and mails it again. Throws the refusals `resource_missing` and
   * `insufficient_permission`.
   */
  resend(principal: Principal, id: string, now: UnixSeconds): Promise<InvitationRow>;
  /**
   * Revokes an invitation. Does nothing if the invitation does not exist or was revoked before. Throws the
   * refusals `resource_missing`, if the invitation was accepted, and `insufficient_permission`.
   */
  revoke(principal: Principal, id: string): Promise<void>;
  /**
   * Changes the access of another member. Throws the refusals `feature_disabled`, `plan_upgrade_required`,
   * `resource_missing`, `invalid_request` and `insufficient_permission`.
   */
  changeMember(
    principal: Principal,
    id: string,
    permissions: Permissions,
    now: UnixSeconds,
  ): Promise<MemberChange>;
  /**
   * Ends the membership of another member. Throws the refusals `resource_missing`, `invalid_request` and
   * `insufficient_permission`.
   */
  removeMember(principal: Principal, id: string, now: UnixSeconds): Promise<void>;
  /**
   * Mails a pending invitation with a new link, which replaces older links. Does nothing if the invitation
   * can't be accepted any more.
   */
  mailInvitation(companyId: Company, id: string, signal: AbortSignal): Promise<void>;
  /**
   * The same as `invite` and `resend`, for a caller who is shown how the invitation reaches the person. If a
   * mail is sent, `link` is null. Otherwise no mail is written, and it is a new link to pass on, or null if
   * nobody may be shown one. Whoever gets the link is the inviter from then on.
   */
  inviteByLink(inviter: Principal, invitee: Invitee, now: UnixSeconds): Promise<InviteResult & Passed>;
  resendByLink(principal: Principal, id: string, now: UnixSeconds): Promise<InviteResult & Passed>;
  /** The offer of a token's invitation; null if it can't be accepted any more. */
  readOffer(token: string): Promise<Offer | null>;
  /** Makes the invited person a member and signs them in. */
  accept(token: string, acceptance: Acceptance): Promise<AcceptanceResult>;
}

/** How an invitation reaches the person. */
export interface Passed {
  readonly isMailed: boolean;
  readonly link: string | null;
}

export function teamService(needs: TeamNeeds): TeamService {
  const { db, ids, mail, queueMail } = needs;
  const takeTurn = teamTurns(db);
  const inviting = { ids, queueMail, takeTurn, takesOver: false };
  // A link in a file would end the one that is shown. Whoever is shown it could accept it, too.
  const passing = mail.isSent ? inviting : { ...inviting, queueMail: async () => {}, takesOver: true };
  const resendBy = (
    { queueMail: queue, takesOver }: typeof inviting,
    principal: Principal,
    id: string,
    now: UnixSeconds,
  ): Promise<InvitationRow> =>
    takeTurn(principal.companyId, async (tx) => {
      const invitation = await resend(tx, principal, id, now, takesOver);
      await queue(tx, principal.companyId, invitation.id);
      return invitation;
    });
  const pass = async (companyId: Company, made: InviteResult): Promise<InviteResult & Passed> => ({
    ...made,
    isMailed: mail.isSent,
    link: await makeLink({ ...needs, takeTurn }, companyId, made.invitation),
  });
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
    async listPeople(companyId) {
      const members = await accessStore.listMembers(db, companyId);
      return members.map((row) => ({ ...row, is_service: isServiceAddress(row.email) }));
    },
    async listInvitations(companyId, query, now) {
      const { state, starting_after: cursor } = query;
      if (cursor !== null && !(await teamStore.hasInvitation(db, companyId, cursor)))
        throw refuse("resource_missing");
      return teamStore.listInvitationPage(db, companyId, state, now, query);
    },
    invite: (inviter, invitee, now) => invite(inviting, inviter, invitee, now),
    async inviteByLink(inviter, invitee, now) {
      return pass(inviter.companyId, await invite(passing, inviter, invitee, now));
    },
    change: (principal, id, permissions) =>
      takeTurn(principal.companyId, (tx) => change(tx, principal, id, permissions)),
    resend: (principal, id, now) => resendBy(inviting, principal, id, now),
    async resendByLink(principal, id, now) {
      const invitation = await resendBy(passing, principal, id, now);
      return pass(principal.companyId, { invitation, created: false });
    },
    revoke: (principal, id) => takeTurn(principal.companyId, (tx) => revoke(tx, principal, id)),
    async changeMember(principal, id, permissions, now) {
      const refusal = planRefusal(principal, permissions, now);
      if (refusal !== null) throw refusal;
      return takeTurn(principal.companyId, (tx) => changeMember(tx, principal, id, permissions, now));
    },
    removeMember: (principal, id, now) =>
      takeTurn(principal.companyId, (tx) => removeMember(tx, principal, id, now)),
    mailInvitation: (companyId, id, signal) => mailInvitation({ ...needs, takeTurn }, companyId, id, signal),
    readOffer: (token) => readOffer(needs, token),
    accept: (token, acceptance) => accept({ ...needs, takeTurn }, token, acceptance),
  };
}
