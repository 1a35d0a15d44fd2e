/**
 * Use cases on the team. Invariants: nobody gives or touches more access than they have; a company has at most
 * one pending invitation of an address; a refusal leaves everything as it was.
 */
import type { Principal } from "../../../contract/principal.ts";
import type { Permissions } from "../../../core/areas.ts";
import type { UnixSeconds } from "../../../core/civil-date.ts";
import type { PublicId } from "../../../core/public-id.ts";
import type { Db } from "../../../platform/db/index.ts";
import type { Ids } from "../../../platform/random/random.ts";
import { accessStore, type MemberListing } from "../../access/index.ts";
import type { InvitationRow, Invitee } from "../rules.ts";
import { teamStore } from "../store.ts";
import { invite, type Invited } from "./invite.ts";
import { change, type Changed, resend, revoke } from "./pending.ts";

export interface TeamServices {
  readonly db: Db;
  readonly ids: Ids;
}

export interface Team {
  /** Active ones first; former members are left out. */
  readonly members: readonly MemberListing[];
  /** Those that are pending, expired or not. */
  readonly invitations: readonly InvitationRow[];
}

type Company = PublicId<"company">;

export interface TeamService {
  /** Members and invitations of one moment. */
  read(companyId: Company): Promise<Team>;
  /**
   * Invites somebody in the name of the key's owner. A request that was carried out before gives the saved invitation
   * with `created` false. Refuses `feature_disabled`, `plan_upgrade_required`, `insufficient_permission` and `invitation_invalid`.
   */
  invite(inviter: Principal, invitee: Invitee, now: UnixSeconds): Promise<Invited>;
  /** Gives a pending invitation other access. Refuses `resource_missing` and `insufficient_permission`. */
  change(principal: Principal, id: string, permissions: Permissions): Promise<Changed>;
  /** Makes a pending invitation good for longer. Refuses `resource_missing` and `insufficient_permission`. */
  resend(principal: Principal, id: string, now: UnixSeconds): Promise<InvitationRow>;
  /** Revokes an invitation; one that is not there, or was revoked, is left as it is. Refuses `resource_missing` once it was accepted, and `insufficient_permission`. */
  revoke(principal: Principal, id: string): Promise<void>;
}

export function teamService({ db, ids }: TeamServices): TeamService {
  return {
    read: (companyId) =>
      db.transaction(
        async (tx) => {
          const members = (await accessStore.listMembers(tx, companyId)).filter(({ removed_at }) => removed_at === null);
          return { members: members.toSorted((a, b) => Number(b.active) - Number(a.active)), invitations: await teamStore.listPending(tx, companyId) };
        },
        { mode: "snapshot" },
      ),
    invite: (inviter, invitee, now) => invite(db, ids, inviter, invitee, now),
    change: (principal, id, permissions) => db.transaction((tx) => change(tx, principal, id, permissions)),
    resend: (principal, id, now) => db.transaction((tx) => resend(tx, principal, id, now)),
    revoke: (principal, id) => db.transaction((tx) => revoke(tx, principal, id)),
  };
}
